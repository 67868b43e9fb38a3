/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core against the reference over every short string: plain C, run by the
 * KUnit suites in the kernel and by the library's tests natively.
 *
 * Each function returns NULL when both agree, else a text that says what differs;
 * the string is then in @s, for the caller to print.
 */
#ifndef U8C_EXHAUSTIVE_H
#define U8C_EXHAUSTIVE_H

#include "reference.h"

/* Longest string that anything here makes. */
#define U8C_CASE_MAX 8

/**
 * struct u8c_case - one string under test
 *
 * @bytes: the string.
 * @n: its length.
 */
struct u8c_case {
	u8 bytes[U8C_CASE_MAX];
	size_t n;
};

/* Bytes on both sides of each limit in Table 3-7 and in RFC 2279. */
static const u8 u8c_edges[] = {
	0x00, 0x0a, 0x2e, 0x2f, 0x5c, 0x7f,
	0x80, 0x83, 0x84, 0x87, 0x88, 0x8f, 0x90, 0x9f, 0xa0, 0xae, 0xaf, 0xbf,
	0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
	0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
};

#define U8C_EDGES U8C_ARRAY_SIZE(u8c_edges)

static inline bool u8c_same_error(const struct utf8check_error *a,
				  const struct utf8check_error *b)
{
	return a->offset == b->offset && a->value == b->value &&
	       a->line == b->line && a->column == b->column &&
	       a->length == b->length && a->reason == b->reason &&
	       a->span == b->span && a->count == b->count &&
	       !memcmp(a->bytes, b->bytes, sizeof(a->bytes));
}

/* A sequence, against the reference.  Return: NULL, or what differs. */
static inline const char *u8c_try_sequence(const struct u8c_coding *c, const u8 *p, size_t n,
					   bool final)
{
	struct utf8check_error e = {}, want_e = {};
	u64 cp = 0, want_cp = 0;
	const int want = u8c_ref_sequence(c, p, n, final, &want_cp, &want_e);

	if (u8c_decode(c, u8c_text(p, n), final, &cp, &e) != want)
		return final ? "decode" : "decode, not final";
	if (want > 0 && cp != want_cp)
		return "decode: code point";
	return want || u8c_same_error(&e, &want_e) ? NULL : "decode: record";
}

/* What the reference says of a text: how much is well-formed, the first error. */
struct u8c_judged {
	size_t good;
	struct utf8check_error e;
};

static inline void u8c_judge(const u8 *p, size_t n, struct u8c_judged *want)
{
	memset(want, 0, sizeof(*want));
	want->good = u8c_ref_valid_up_to(p, n);
	if (want->good == n)
		return;
	u8c_ref_errors(p, n, &want->e, 1);
	want->e.line = 0;
	want->e.column = 0;
}

static inline const char *u8c_try_judged(const struct u8c_impl *impl, const u8 *p,
					 size_t n, const struct u8c_judged *want)
{
	struct utf8check_error e = {};

	if (impl->validate->valid_up_to(p, n, impl->validate) != want->good)
		return "valid_up_to";
	if (u8c_validate(impl, &u8c_rfc3629, p, n, &e) != (want->good == n))
		return "validate: answer";
	if (want->good < n && !u8c_same_error(&e, &want->e))
		return "validate: record";
	return NULL;
}

/* One string: decoded as final and not final, and validated by each implementation. */
static inline const char *u8c_try_string(const struct u8c_case *s)
{
	const char *differs = u8c_try_sequence(&u8c_rfc3629, s->bytes, s->n, true);
	struct u8c_judged want;

	if (!differs)
		differs = u8c_try_sequence(&u8c_rfc3629, s->bytes, s->n, false);
	u8c_judge(s->bytes, s->n, &want);
	for (const struct u8c_impl *const *impl = u8c_impls; *impl && !differs; impl++)
		if (u8c_impl_usable(*impl))
			differs = u8c_try_judged(*impl, s->bytes, s->n, &want);
	return differs;
}

/**
 * struct u8c_set - bytes that a place of a string takes in turn
 *
 * @bytes: the bytes; NULL for all 256.
 * @many: how many.
 */
struct u8c_set {
	const u8 *bytes;
	unsigned int many;
};

/* Tries all strings from byte @i on: byte 1 is from @second, later ones are from @tail. */
static inline const char *u8c_try_from(struct u8c_case *s, size_t i,
				       const struct u8c_set *second,
				       const struct u8c_set *tail)
{
	const struct u8c_set *set = i == 1 ? second : tail;
	const char *differs = NULL;

	if (i == s->n)
		return u8c_try_string(s);
	for (unsigned int b = 0; b < set->many && !differs; b++) {
		s->bytes[i] = set->bytes ? set->bytes[b] : b;
		differs = u8c_try_from(s, i + 1, second, tail);
	}
	return differs;
}

/**
 * u8c_try_all() - every string of a length with a given first byte
 * @s: its first byte and its length are set
 *
 * A caller in the kernel tries all first bytes, and may let others run between two.
 *
 * Return: NULL, or what differs.
 */
static inline const char *u8c_try_all(struct u8c_case *s)
{
	static const struct u8c_set all = { NULL, 256 };

	return u8c_try_from(s, 1, &all, &all);
}

/**
 * u8c_try_edges() - as u8c_try_all(), only of bytes where a rule changes
 * @s: its first byte and its length are set
 *
 * Return: NULL, or what differs.
 */
static inline const char *u8c_try_edges(struct u8c_case *s)
{
	static const struct u8c_set edges = { u8c_edges, U8C_EDGES };

	return u8c_try_from(s, 1, &edges, &edges);
}

/**
 * u8c_try_long() - as u8c_try_edges(), for the long forms
 * @s: its first byte and its length are set
 *
 * From the third byte on it only matters whether a byte is a continuation, so four
 * bytes stand for all: two that are, two that are not.
 *
 * Return: NULL, or what differs.
 */
static inline const char *u8c_try_long(struct u8c_case *s)
{
	static const struct u8c_set edges = { u8c_edges, U8C_EDGES };
	static const u8 bytes[] = { 0x2f, 0x80, 0xbf, 0xc0 };
	static const struct u8c_set tails = { bytes, sizeof(bytes) };

	return u8c_try_from(s, 1, &edges, &tails);
}

#endif /* U8C_EXHAUSTIVE_H */
