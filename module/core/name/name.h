/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths: what their bytes hold, and what another decoder would read.  Read name.c first,
 * then danger.h, hidden_dotdot.h, placement.h and protect.h; plain.c, the short way, last.
 */
#ifndef U8C_NAME_H
#define U8C_NAME_H

#include "codec/decode.h"
#include "name/hidden_dotdot.h"
#include "name/placement.h"
#include "name/protect.h"
#include "impl/impl.h"

#define U8C_NAME_MAX 255	/* bytes of a name, as the kernel's NAME_MAX */
#define U8C_PATH_MAX 4095	/* bytes of a path, PATH_MAX less its NUL */

/* A longer name or path is not scanned: its only class is too-long. */
#define U8C_SCAN_MAX 65536

#define U8C_BIT(class) UTF8CHECK_BIT(class)

/* All that deceives a decoder; refused in every name and path by default. */
#define U8C_REFUSE_ENCODING \
	(U8C_BIT(UTF8CHECK_CLASS_ILL_FORMED + 1) - U8C_BIT(UTF8CHECK_CLASS_HIDDEN_NUL))

/* The default for names: what the kernel's lookup of one component refuses, and the encoding. */
#define U8C_REFUSE_NAME                                                                            \
	(U8C_REFUSE_ENCODING | U8C_BIT(UTF8CHECK_CLASS_NUL) | U8C_BIT(UTF8CHECK_CLASS_SEPARATOR) | \
	 U8C_BIT(UTF8CHECK_CLASS_DOTDOT) | U8C_BIT(UTF8CHECK_CLASS_DOT) |                          \
	 U8C_BIT(UTF8CHECK_CLASS_EMPTY) | U8C_BIT(UTF8CHECK_CLASS_TOO_LONG))

/* The default for paths: what the kernel's path walk refuses, and the encoding. */
#define U8C_REFUSE_PATH \
	(U8C_REFUSE_ENCODING | U8C_BIT(UTF8CHECK_CLASS_NUL) | U8C_BIT(UTF8CHECK_CLASS_EMPTY) | \
	 U8C_BIT(UTF8CHECK_CLASS_TOO_LONG))

/* Classes of code points that the table of properties does not have. */
#define U8C_BY_RULE \
	(U8C_BIT(UTF8CHECK_CLASS_WHITE_SPACE) | U8C_BIT(UTF8CHECK_CLASS_REPLACEMENT) | \
	 U8C_BIT(UTF8CHECK_CLASS_SUPPLEMENTARY))

/*
 * The most findings that begin at one byte: its class, those of its component and of the
 * whole, what its code point or component becomes, and those of all policies.
 */
#define U8C_FINDINGS_PER_BYTE 16

/*
 * The most findings of one step (u8c_scan_step()) over @bytes.  The last sequence may end
 * after them, and one finding is of the whole.
 */
#define U8C_STEP_FINDINGS(bytes) \
	(((bytes) + U8C_SEQUENCE_MAX) * (size_t)U8C_FINDINGS_PER_BYTE + 1)

/* The classes that are found only where a policy refuses them. */
#define U8C_POLICY_CLASSES \
	((U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE + 1) - U8C_BIT(UTF8CHECK_CLASS_CONTROL)) | \
	 U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE) | U8C_BY_RULE)

/*
 * The policy that refuses the classes of @mask, and no byte.  In the core a @refuse of 0 is
 * not the default: it refuses nothing.
 */
#define U8C_POLICY(mask) (&(const struct utf8check_policy){ .refuse = (mask) })

/**
 * u8c_policy_find() - a policy by its name
 * @name: one that u8c_policy_name() gives
 * @path: it is for paths, not names
 * @policy: filled
 *
 * Return: false when there is none of that name.
 */
bool u8c_policy_find(const char *name, bool path, struct utf8check_policy *policy);

/* The name of a policy, from 0 on; NULL after the last one. */
const char *u8c_policy_name(unsigned int i);

/**
 * struct u8c_name_query - a name or path, and how it is judged
 *
 * @impl: the implementation to use.
 * @policy: what is refused, often u8c_policy_find("default").
 * @path: it is a path, whose components slashes separate; not the name of one directory entry.
 * @p: the bytes, without a terminating NUL.
 * @n: how many.
 * @v: the verdict.
 * @f: room for findings in order of their offset, or NULL.
 * @room: how many findings it holds.
 * @protect: protected names, or NULL.
 */
struct u8c_name_query {
	const struct u8c_impl *impl;
	const struct utf8check_policy *policy;
	bool path;
	const u8 *p;
	size_t n;
	struct utf8check_verdict *v;
	struct utf8check_finding *f;
	size_t room;
	const struct u8c_protect *protect;
};

/**
 * u8c_is_plain() - is a name or path such that nothing can be found in it?
 * @p: the bytes
 * @n: how many
 * @path: it is a path
 * @policy: what is refused
 *
 * Takes less time than u8c_name(), which asks this first; by general registers alone.
 *
 * Return: true for well-formed bytes in which no class is found; false when
 * u8c_name() has to look.
 */
bool u8c_is_plain(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy);

/* Judges a name or path. */
void u8c_name(const struct u8c_name_query *q);

/*
 * Judges a name or path, but does not search for a hidden "..", which the verdict never has then.
 * Hostile names take less than half the time.
 */
void u8c_name_classes(const struct u8c_name_query *q);

/**
 * struct u8c_scan - a name or path that is judged part by part
 *
 * @q: the query.
 * @at: the first byte that is not scanned.
 * @run_end: where the well-formed run ends in which @at is.
 * @next_component: offset of the next component's first byte.
 * @begin: offset of the present component.
 * @end: offset of its end.
 * @denormal: offset of the first code point that is not in NFC, where the policy refuses that.
 * @is_cut: decoders that keep 16 or 8 bits misread a well-formed code point.
 * @is_walking: all is scanned, and @dotdot has begun.
 * @taken: how many findings the caller has taken out of @q.f, where their room is free again.
 * @place: the code points before @at, where the policy refuses misplaced ones.
 * @dotdot: the search for a hidden "..".
 */
struct u8c_scan {
	struct u8c_name_query q;
	size_t at;
	size_t run_end;
	size_t next_component;
	size_t begin;
	size_t end;
	size_t denormal;
	bool is_cut;
	bool is_walking;
	u32 taken;
	struct u8c_placement place;
	struct u8c_dotdot dotdot;
};

/* Begins to judge, as u8c_name(). */
void u8c_scan_begin(struct u8c_scan *s, const struct u8c_name_query *q);

/**
 * u8c_scan_step() - continue what u8c_scan_begin() began
 * @s: where it stands
 * @bytes: how many to scan, at least 1, and again as many to search for a
 *	hidden "..".  Each takes up to about a thousand instructions.
 *	A component's first byte takes as many more as the component is long.
 *
 * Return: true when the verdict and the findings are complete, the same as by
 * u8c_name(); false when it must be called again.
 */
bool u8c_scan_step(struct u8c_scan *s, size_t bytes);

/* The caller has taken all findings: those of the next step begin at @s->q.f again. */
static inline void u8c_scan_take(struct u8c_scan *s)
{
	s->taken = s->q.v->findings;
}

#endif /* U8C_NAME_H */
