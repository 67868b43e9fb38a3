// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does any decoder read a ".." component that the bytes do not show?
 *
 * A name or path can be read in many ways, as each ill-formed sequence may be
 * taken for a character, replaced or left out, and each code point may be cut to the
 * bits that a decoder has room for.  All readings are followed at
 * once: for each byte offset at which some reading stands, there is the set of
 * states in which it can stand there.  A state is how much of the component
 * has been read (nothing, ".", "..") and whether all of it, and the separator
 * before it, was plain.  Once there is anything else in a component it cannot
 * become ".." and its states fall into one, "other".
 *
 * A step takes 1 to 13 bytes, so a ring of 14 offsets is all the memory.
 * Mixed readings, which no single decoder may give, are included: the answer
 * is "yes" too often rather than not often enough.  Once it is "yes", each decoder is
 * asked alone, and the first that reads the same component as ".." is named.
 *
 * Plain backslashes part components for some systems and not for others: both
 * are followed.  NUL ends the string for some decoders, for others it is a
 * character like any.
 */
#include "name/hidden_dotdot.h"
#include "name/name.h"

/*
 * What each decoder does, by enum utf8check_decoder.  The named ones are asked in this
 * order, so that a simple rule is named before a complex one.
 */
static const u16 rules[] = {
	[UTF8CHECK_DECODER_LONG] = U8C_READS_LONG | U8C_READS_FE_7 | U8C_READS_FF_8,
	[UTF8CHECK_DECODER_PERL] = U8C_READS_LONG | U8C_READS_FE_7 | U8C_READS_FF_13,
	[UTF8CHECK_DECODER_MASK] = U8C_READS_LONG | U8C_READS_MASK,
	[UTF8CHECK_DECODER_PAIR] = U8C_READS_LONG | U8C_READS_PAIR,
	[UTF8CHECK_DECODER_16_BIT] = U8C_READS_LONG | U8C_READS_CUT_16,
	[UTF8CHECK_DECODER_PHP] = U8C_READS_LONG | U8C_READS_F8_4 | U8C_READS_MASK |
				  U8C_READS_CUT_16,
	[UTF8CHECK_DECODER_8_BIT] = U8C_READS_LONG | U8C_READS_CUT_16 | U8C_READS_CUT_8,
	[UTF8CHECK_DECODER_PREFIX] = U8C_READS_LONG | U8C_READS_PREFIX,
	[UTF8CHECK_DECODER_DROP] = U8C_READS_DROP,
	[UTF8CHECK_DECODER_ANY] = U8C_READS_ALL,
};

#define NO_ORIGIN 0xffffffffu	/* no reading is in this state */

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
		if (at->origin[dots][0] != NO_ORIGIN ||
		    at->origin[dots][1] != NO_ORIGIN)
			return false;
	return !at->other;
}

/* A reading that takes a dot. */
static void take_dot(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to, bool plain)
{
	unsigned int is_lax = plain ? 0 : 1;
	unsigned int lax;

	for (lax = 0; lax < 2; lax++) {
		first(&to->origin[1][lax | is_lax], at->origin[0][lax]);
		first(&to->origin[2][lax | is_lax], at->origin[1][lax]);
		if (at->origin[2][lax] != NO_ORIGIN)
			to->other = true;
	}
	to->other |= at->other;
}

/* A reading that leaves the bytes out. */
static void take_nothing(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to)
{
	unsigned int dots, lax;

	for (dots = 0; dots < 3; dots++)
		for (lax = 0; lax < 2; lax++)
			first(&to->origin[dots][1], at->origin[dots][lax]);
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

/* One decoder reads in one way; all of them in all ways. */
static bool has_one_reading(const struct u8c_dotdot *w)
{
	return w->decoder != UTF8CHECK_DECODER_ANY;
}

static void take_ill_formed(struct u8c_dotdot *w, const struct u8c_dotdot_place *at, u32 here)
{
	struct u8c_reading readings[U8C_READINGS];
	const unsigned int count = u8c_readings(w->p + here, w->n - here, readings);
	const struct u8c_reading *r;

	for (r = readings; r < readings + count; r++) {
		if (r->needs & ~w->reads)
			continue;
		if (r->mark == U8C_READS_NOTHING)
			take_nothing(at, &w->ring[(here + r->length) % U8C_DOTDOT_RING]);
		else
			take_mark(w, at, here + r->length, r->mark, false);
		if (has_one_reading(w))
			return;
	}
}

/* A well-formed code point that ends before @next. */
static void take_lax_point(struct u8c_dotdot *w, const struct u8c_dotdot_place *at,
			   u32 next, u64 cp)
{
	const u16 needs = cp < 0x80 ? 0 : u8c_cut_needs(cp);

	if (needs & w->reads)
		take_mark(w, at, next, u8c_special_of(cp & 0xff), false);
	if (!(needs & w->reads) || !has_one_reading(w))
		take_mark(w, at, next, u8c_special_of(cp), true);
}

static void follow_readings(struct u8c_dotdot *w, enum utf8check_decoder decoder)
{
	unsigned int i;

	w->decoder = decoder;
	w->reads = rules[decoder];
	w->at = 0;
	w->found = NO_ORIGIN;
	for (i = 0; i < U8C_DOTDOT_RING; i++)
		clear(&w->ring[i]);
	w->ring[0].origin[0][0] = 0;
}

/*
 * All of it was read.  After all decoders at once each is asked alone, until one reads
 * the same component as "..".  Return: true when none is left to be asked.
 */
static bool is_answered(struct u8c_dotdot *w)
{
	if (!has_one_reading(w))
		w->first = w->found;
	else if (w->found == w->first)
		return true;
	if (w->first == NO_ORIGIN)
		return true;
	w->decoder = w->decoder % UTF8CHECK_DECODER_ANY + 1;
	if (!has_one_reading(w))
		return true;
	follow_readings(w, w->decoder);
	return false;
}

void u8c_dotdot_begin(struct u8c_dotdot *w, const u8 *p, size_t n)
{
	w->p = p;
	w->n = n;
	w->first = NO_ORIGIN;
	follow_readings(w, UTF8CHECK_DECODER_ANY);
}

/* Has the decoder that is asked alone passed the component in question? */
static bool is_past(const struct u8c_dotdot *w, const struct u8c_dotdot_place *at, u32 here)
{
	unsigned int dots;

	if (!has_one_reading(w) || here <= w->first)
		return false;
	for (dots = 0; dots < 3; dots++)
		if (at->origin[dots][0] == w->first || at->origin[dots][1] == w->first)
			return false;
	return true;
}

/* The readings that stand at the offset @here go on. */
static void advance_readings(struct u8c_dotdot *w, u32 here)
{
	struct u8c_dotdot_place *at = &w->ring[here % U8C_DOTDOT_RING];
	struct utf8check_error e;
	u64 cp;
	int len;

	if (is_empty(at))
		return;
	if (is_past(w, at, here)) {
		clear(at);
		w->at = w->n - 1;	/* to the end */
		return;
	}
	len = u8c_decode(&u8c_rfc3629, u8c_text(w->p + here, w->n - here), true, &cp, &e);
	if (len)
		take_lax_point(w, at, here + len, cp);
	else
		take_ill_formed(w, at, here);
	clear(at);
}

bool u8c_dotdot_step(struct u8c_dotdot *w, size_t bytes)
{
	u32 until = bytes < w->n - w->at ? w->at + bytes : w->n;

	for (; w->at < until; w->at++)
		advance_readings(w, w->at);
	if (w->at < w->n)
		return false;
	end_component(w, &w->ring[w->n % U8C_DOTDOT_RING], true);
	return is_answered(w);
}

enum utf8check_decoder u8c_dotdot_found(const struct u8c_dotdot *w, u64 *offset)
{
	if (w->first == NO_ORIGIN)
		return UTF8CHECK_DECODER_NONE;
	*offset = w->first;
	return w->decoder;
}

bool u8c_hidden_dotdot(const u8 *p, size_t n, u64 *offset)
{
	struct u8c_dotdot w;

	u8c_dotdot_begin(&w, p, n);
	while (!u8c_dotdot_step(&w, n))
		;
	return u8c_dotdot_found(&w, offset) != UTF8CHECK_DECODER_NONE;
}
