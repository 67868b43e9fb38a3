// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does any decoder read a ".." component that the bytes do not show?
 *
 * A name or path can be read in many ways, as each ill-formed sequence may be
 * taken for a character, replaced or left out.  All readings are followed at
 * once: for each byte offset at which some reading stands, there is the set of
 * states in which it can stand there.  A state is how much of the component
 * has been read (nothing, ".", "..") and whether all of it, and the separator
 * before it, was plain.  Once there is anything else in a component it cannot
 * become ".." and its states fall into one, "other".
 *
 * A step takes 1 to 8 bytes, so a ring of nine offsets is all the memory.
 * Mixed readings, which no single decoder may give, are included: the answer
 * is "yes" too often rather than not often enough.
 *
 * Plain backslashes part components for some systems and not for others: both
 * are followed.  NUL ends the string for some decoders, for others it is a
 * character like any.
 */
#include "name/hidden_dotdot.h"
#include "name/name.h"
#include "name/lenient.h"

#define NOWHERE 0xffffffffu	/* no reading is in this state */

static void clear(struct u8c_dotdot_place *to)
{
	memset(to->origin, 0xff, sizeof(to->origin));
	to->other = false;
}

static void first(u32 *origin, u32 candidate)
{
	if (candidate < *origin)
		*origin = candidate;
}

static bool is_empty(const struct u8c_dotdot_place *at)
{
	unsigned int dots;

	for (dots = 0; dots < 3; dots++)
		if (at->origin[dots][0] != NOWHERE ||
		    at->origin[dots][1] != NOWHERE)
			return false;
	return !at->other;
}

/* A reading that takes a dot. */
static void take_dot(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to, bool plain)
{
	unsigned int bends = plain ? 0 : 1;
	unsigned int bent;

	for (bent = 0; bent < 2; bent++) {
		first(&to->origin[1][bent | bends], at->origin[0][bent]);
		first(&to->origin[2][bent | bends], at->origin[1][bent]);
		if (at->origin[2][bent] != NOWHERE)
			to->other = true;
	}
	to->other |= at->other;
}

/* A reading that leaves the bytes out. */
static void take_nothing(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to)
{
	unsigned int dots, bent;

	for (dots = 0; dots < 3; dots++)
		for (bent = 0; bent < 2; bent++)
			first(&to->origin[dots][1], at->origin[dots][bent]);
	to->other |= at->other;
}

/* The component ends at a separator or at the end. */
static void end_component(struct u8c_dotdot *w, const struct u8c_dotdot_place *at, bool plain)
{
	first(&w->found, at->origin[2][1]);
	if (!plain)
		first(&w->found, at->origin[2][0]);
}

static void take_mark(struct u8c_dotdot *w, const struct u8c_dotdot_place *at, u32 next,
		      enum u8c_special mark, bool plain)
{
	struct u8c_dotdot_place *to = &w->ring[next % U8C_DOTDOT_RING];

	switch (mark) {
	case U8C_SPECIAL_DOT:
		take_dot(at, to, plain);
		break;
	case U8C_SPECIAL_SEPARATOR:
		end_component(w, at, plain);
		first(&to->origin[0][!plain], next);
		break;
	case U8C_SPECIAL_BACKSLASH:
		end_component(w, at, plain);
		first(&to->origin[0][!plain], next);
		to->other = true;
		break;
	case U8C_SPECIAL_NUL:
		end_component(w, at, plain);
		to->other = true;
		break;
	default:
		to->other = true;
	}
}

static void take_ill_formed(struct u8c_dotdot *w, const struct u8c_dotdot_place *at, u32 here,
			    const u8 *p, size_t n)
{
	struct u8c_lenient r;
	struct u8c_dotdot_place *to;

	u8c_lenient_read(p, n, &r);
	to = &w->ring[(here + r.subpart) % U8C_DOTDOT_RING];
	take_nothing(at, to);
	to->other = true;
	if (r.kind != U8C_LENIENT_NOTHING)
		take_mark(w, at, here + r.length, r.mark, false);
}

void u8c_dotdot_begin(struct u8c_dotdot *w, const u8 *p, size_t n)
{
	unsigned int i;

	w->p = p;
	w->n = n;
	w->at = 0;
	w->found = NOWHERE;
	for (i = 0; i < U8C_DOTDOT_RING; i++)
		clear(&w->ring[i]);
	w->ring[0].origin[0][0] = 0;
}

/* The readings that stand at the offset @here go on. */
static void take(struct u8c_dotdot *w, u32 here)
{
	struct u8c_dotdot_place *at = &w->ring[here % U8C_DOTDOT_RING];
	const u8 *p = w->p + here;
	size_t n = w->n - here;
	struct utf8check_error e;
	u64 cp;
	int len;

	if (is_empty(at))
		return;
	len = u8c_decode(&u8c_rfc3629, u8c_text(p, n), true, &cp, &e);
	if (len)
		take_mark(w, at, here + len, u8c_special_of(cp), true);
	else
		take_ill_formed(w, at, here, p, n);
	clear(at);
}

bool u8c_dotdot_step(struct u8c_dotdot *w, size_t bytes)
{
	u32 until = bytes < w->n - w->at ? w->at + bytes : w->n;

	for (; w->at < until; w->at++)
		take(w, w->at);
	if (w->at < w->n)
		return false;
	end_component(w, &w->ring[w->n % U8C_DOTDOT_RING], true);
	return true;
}

bool u8c_dotdot_found(const struct u8c_dotdot *w, u64 *offset)
{
	if (w->found == NOWHERE)
		return false;
	*offset = w->found;
	return true;
}

bool u8c_hidden_dotdot(const u8 *p, size_t n, u64 *offset)
{
	struct u8c_dotdot w;

	u8c_dotdot_begin(&w, p, n);
	u8c_dotdot_step(&w, n);
	return u8c_dotdot_found(&w, offset);
}
