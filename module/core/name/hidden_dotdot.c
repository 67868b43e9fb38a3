// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does any decoder read a ".." component that is not there as plain bytes?
 *
 * A name or path can be read in many ways, as each ill-formed sequence may be taken for a
 * character, replaced or left out, and each code point may be cut to the bits that a decoder
 * has room for.  All readings are followed at once: for each byte offset at which some reading
 * stands, there is the set of states in which it can stand there.  A state is how much of the
 * component has been read (nothing, ".", "..") and whether all of it, and the separator before
 * it, was plain.  A component with anything else in it cannot become "..": all its states are
 * one, "other".
 *
 * A step takes 1 to 13 bytes, so a ring of 16 offsets is all the memory.  Mixed readings,
 * which no single decoder may give, are included, so a wrong answer can only be "yes".  After
 * a "yes" each decoder reads alone, all in one pass, as they share what can be read at an
 * offset; the first that reads the same component as ".." is named.
 *
 * A plain backslash separates components on some systems only, and NUL ends the string for
 * some decoders only: both readings are followed.
 */
#include "name/hidden_dotdot.h"
#include "name/name.h"

/*
 * What each decoder does, by enum utf8check_decoder.  The named ones are tried in this order,
 * so that a simple rule is named before a complex one.
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

static void take_earlier(u32 *origin, u32 candidate)
{
	if (candidate < *origin)
		*origin = candidate;
}

static bool is_empty(const struct u8c_dotdot_place *at)
{
	for (unsigned int dots = 0; dots < 3; dots++)
		if (at->origin[dots][0] != NO_ORIGIN ||
		    at->origin[dots][1] != NO_ORIGIN)
			return false;
	return !at->other;
}

/* A reading that takes a dot. */
static void take_dot(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to, bool plain)
{
	unsigned int dot_not_plain = plain ? 0 : 1;

	for (unsigned int not_plain = 0; not_plain < 2; not_plain++) {
		take_earlier(&to->origin[1][not_plain | dot_not_plain], at->origin[0][not_plain]);
		take_earlier(&to->origin[2][not_plain | dot_not_plain], at->origin[1][not_plain]);
		if (at->origin[2][not_plain] != NO_ORIGIN)
			to->other = true;
	}
	to->other |= at->other;
}

/* A reading that leaves the bytes out. */
static void take_nothing(const struct u8c_dotdot_place *at, struct u8c_dotdot_place *to)
{
	for (unsigned int dots = 0; dots < 3; dots++)
		for (unsigned int not_plain = 0; not_plain < 2; not_plain++)
			take_earlier(&to->origin[dots][1], at->origin[dots][not_plain]);
	to->other |= at->other;
}

/* The component ends at a separator or at the end. */
static void end_component(struct u8c_dotdot *w, const struct u8c_dotdot_place *at, bool plain)
{
	take_earlier(&w->found, at->origin[2][1]);
	if (!plain)
		take_earlier(&w->found, at->origin[2][0]);
}

/* A reading, up to @next.  One that needs nothing of a decoder is plain. */
static __always_inline void
take_reading(struct u8c_dotdot *w, const struct u8c_dotdot_place *at,
	     struct u8c_dotdot_place *to, u32 next, const struct u8c_reading *r)
{
	const bool plain = !r->needs;

	if (likely(r->special == U8C_SPECIAL_NONE)) {
		to->other = true;
		return;
	}
	switch (r->special) {
	case U8C_SPECIAL_LEFT_OUT:
		take_nothing(at, to);
		break;
	case U8C_SPECIAL_DOT:
		take_dot(at, to, plain);
		break;
	case U8C_SPECIAL_SEPARATOR:
		end_component(w, at, plain);
		take_earlier(&to->origin[0][!plain], next);
		break;
	case U8C_SPECIAL_BACKSLASH:
		end_component(w, at, plain);
		take_earlier(&to->origin[0][!plain], next);
		to->other = true;
		break;
	default:	/* U8C_SPECIAL_NUL */
		end_component(w, at, plain);
		to->other = true;
	}
}

/* Advances all readings that stand at the offset @here. */
static void advance_all(struct u8c_dotdot *w, u32 here)
{
	struct u8c_dotdot_place *at = &w->ring[here % U8C_DOTDOT_RING];
	struct u8c_reading readings[U8C_READINGS];
	unsigned int count, i;
	u32 next;

	if (is_empty(at))
		return;
	count = u8c_readings(w->p + here, w->n - here, readings);
	for (i = 0; i < count; i++) {
		next = here + readings[i].length;
		take_reading(w, at, &w->ring[next % U8C_DOTDOT_RING], next, &readings[i]);
	}
	clear(at);
}

static void begin_each(struct u8c_dotdot *w)
{
	w->each = true;
	w->at = 0;
	w->first = w->found;
	w->found = NO_ORIGIN;
	for (unsigned int d = 0; d < UTF8CHECK_DECODER_ANY; d++) {
		w->next[d] = 0;
		clear(&w->of[d]);
		w->of[d].origin[0][0] = 0;
	}
}

/* Has a decoder passed the component in question? */
static bool is_past(const struct u8c_dotdot *w, const struct u8c_dotdot_place *at, u32 here)
{
	if (here <= w->first)
		return false;
	for (unsigned int dots = 0; dots < 3; dots++)
		if (at->origin[dots][0] == w->first || at->origin[dots][1] == w->first)
			return false;
	return true;
}

/* Notes whether the decoder has just read that component as "..". */
static void name_decoder(struct u8c_dotdot *w, unsigned int d)
{
	if (w->found == w->first)
		w->decoder = d;
	w->found = NO_ORIGIN;
}

/* Each decoder that stands at the offset @here takes the first reading that it can. */
static void advance_each(struct u8c_dotdot *w, u32 here)
{
	struct u8c_reading readings[U8C_READINGS];
	const struct u8c_reading *r;
	struct u8c_dotdot_place at;
	unsigned int count = 0, d;

	for (d = UTF8CHECK_DECODER_NONE + 1; d < w->decoder; d++) {
		if (w->next[d] != here)
			continue;
		at = w->of[d];
		if (is_past(w, &at, here))
			continue;
		if (!count)
			count = u8c_readings(w->p + here, w->n - here, readings);
		for (r = readings; r->needs & ~rules[d];)
			r++;
		w->next[d] = here + r->length;
		clear(&w->of[d]);
		take_reading(w, &at, &w->of[d], w->next[d], r);
		name_decoder(w, d);
	}
}

void u8c_dotdot_begin(struct u8c_dotdot *w, const u8 *p, size_t n)
{
	w->p = p;
	w->n = n;
	w->at = 0;
	w->each = false;
	w->decoder = UTF8CHECK_DECODER_ANY;
	w->found = NO_ORIGIN;
	for (unsigned int i = 0; i < U8C_DOTDOT_RING; i++)
		clear(&w->ring[i]);
	w->ring[0].origin[0][0] = 0;
}

bool u8c_dotdot_step(struct u8c_dotdot *w, size_t bytes)
{
	u32 until = bytes < w->n - w->at ? w->at + bytes : w->n;

	for (; w->at < until; w->at++)
		(w->each ? advance_each : advance_all)(w, w->at);
	if (w->at < w->n)
		return false;
	if (!w->each) {
		end_component(w, &w->ring[w->n % U8C_DOTDOT_RING], true);
		begin_each(w);
		return w->first == NO_ORIGIN;
	}
	for (unsigned int d = UTF8CHECK_DECODER_NONE + 1; d < w->decoder; d++) {
		if (w->next[d] == w->n)
			end_component(w, &w->of[d], true);
		name_decoder(w, d);
	}
	return true;
}

void u8c_dotdot_found(const struct u8c_dotdot *w, struct utf8check_verdict *v)
{
	if (w->first == NO_ORIGIN)
		return;
	v->hidden_dotdot = 1;
	v->hidden_offset = w->first;
	v->hidden_decoder = w->decoder;
}
