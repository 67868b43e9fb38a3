/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * An automaton that takes names in which nothing can be found.
 *
 * It works like that of validate/dfa.h: a row of 64 bits for each byte holds, at bit
 * position s, the state that follows state s; one step is one shift.  Here
 * what is in doubt is an error too, whatever may follow:
 *
 *  - of ASCII controls, slash and backslash, and what Windows reserves;
 *  - after some leads those second bytes after which a code point is default
 *    ignorable, a control, or becomes something else in other hands;
 *  - leads that would need a state of their own: C2, C7, CA to CD, E2, EF, F0 and up.
 *
 * A name that it takes may still have an unassigned code point, a noncharacter or one of
 * private use: rows of leads that may begin one have the bit UNSEEN.  And a decoder that
 * keeps 8 bits of a code point may read a NUL, slash, backslash or dot: rows of last
 * bytes of such code points have the bit CUT.  Both bits are above all states.
 *
 * A test compares the automaton with the table of properties.
 */
#ifndef U8C_NAME_PLAIN_STEP_H
#define U8C_NAME_PLAIN_STEP_H

#include "name/ucd_property.h"

/* States; DOUBT follows from itself, whatever comes. */
enum {
	START = 0,
	TAIL1 = 6,	/* one continuation is due */
	TAIL2 = 12,
	AFTER_E0 = 18,	/* A0..BF, then one */
	AFTER_ED = 24,	/* 80..9F, then one */
	AFTER_C3 = 30,
	AFTER_D8 = 36,
	AFTER_E1_E3 = 42,
	DOUBT = 48,
	AFTER_D9 = 54,
};

/* A row that says DOUBT in all states, and what to XOR to say otherwise. */
#define ALL_DOUBT (0x0041041041041041ull * DOUBT)
#define TO(from, state) ((u64)((state) ^ DOUBT) << (from))

/* In the row of a byte: the low 8 bits of a code point that ends in it may be a mark. */
#define CUT (1ull << 62)

/* In the row of a byte: a code point that begins with it may have one of these reasons. */
#define UNSEEN (1ull << 63)
#define UNSEEN_REASONS                                                             \
	(1u << UTF8CHECK_REASON_NONCHARACTER | 1u << UTF8CHECK_REASON_UNASSIGNED | \
	 1u << UTF8CHECK_REASON_PRIVATE_USE)

#define LEAD(state) (ALL_DOUBT ^ TO(START, state))
#define TAIL_BUT(second) \
	(ALL_DOUBT ^ TO(TAIL1, START) ^ TO(TAIL2, TAIL1) ^ (second))
#define C3 TO(AFTER_C3, START)
#define D8 TO(AFTER_D8, START)
#define D9 TO(AFTER_D9, START)
#define E1_E3 TO(AFTER_E1_E3, TAIL1)
#define LOW (TO(AFTER_ED, TAIL1))
#define HIGH (TO(AFTER_E0, TAIL1))

static const u64 step[256] = {
	[0x00 ... 0x1f] = ALL_DOUBT,
	[0x20 ... 0x21] = LEAD(START),
	['"'] = ALL_DOUBT,
	[0x23 ... 0x29] = LEAD(START),
	['*'] = ALL_DOUBT,
	[0x2b ... 0x2e] = LEAD(START),
	['/'] = ALL_DOUBT,
	[0x30 ... 0x39] = LEAD(START),
	[':'] = ALL_DOUBT,
	[';'] = LEAD(START),
	['<'] = ALL_DOUBT,
	['='] = LEAD(START),
	['>' ... '?'] = ALL_DOUBT,
	[0x40 ... 0x5b] = LEAD(START),
	['\\'] = ALL_DOUBT,
	[0x5d ... 0x7b] = LEAD(START),
	['|'] = ALL_DOUBT,
	[0x7d ... 0x7e] = LEAD(START),
	[0x7f] = ALL_DOUBT,
	[0x80] = TAIL_BUT(C3 ^ D8 ^ D9 ^ LOW) | CUT,
	[0x81 ... 0x84] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0x85] = TAIL_BUT(C3 ^ D8 ^ D9 ^ LOW),
	[0x86 ... 0x87] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0x88 ... 0x89] = TAIL_BUT(C3 ^ D8 ^ D9 ^ LOW),
	[0x8a ... 0x8d] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0x8e ... 0x8f] = TAIL_BUT(C3 ^ D8 ^ D9 ^ LOW),
	[0x90 ... 0x9b] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0x9c] = TAIL_BUT(C3 ^ D9 ^ E1_E3 ^ LOW) | CUT,
	[0x9d] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0x9e] = TAIL_BUT(C3 ^ D8 ^ D9 ^ LOW),
	[0x9f] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ LOW),
	[0xa0] = TAIL_BUT(C3 ^ D8 ^ D9 ^ HIGH),
	[0xa1 ... 0xa9] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ HIGH),
	[0xaa] = TAIL_BUT(C3 ^ D8 ^ E1_E3 ^ HIGH),
	[0xab ... 0xad] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ HIGH),
	[0xae ... 0xaf] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ HIGH) | CUT,
	[0xb0 ... 0xb6] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ HIGH),
	[0xb7] = TAIL_BUT(D8 ^ D9 ^ E1_E3 ^ HIGH),
	[0xb8 ... 0xbe] = TAIL_BUT(C3 ^ D8 ^ D9 ^ E1_E3 ^ HIGH),
	[0xbf] = TAIL_BUT(C3 ^ D8 ^ D9 ^ HIGH),
	[0xc0 ... 0xc2] = ALL_DOUBT,
	[0xc3] = LEAD(AFTER_C3),
	[0xc4 ... 0xc6] = LEAD(TAIL1),
	[0xc7] = ALL_DOUBT,
	[0xc8 ... 0xc9] = LEAD(TAIL1),
	[0xca ... 0xcd] = ALL_DOUBT,
	[0xce] = LEAD(TAIL1) | UNSEEN,
	[0xcf ... 0xd3] = LEAD(TAIL1),
	[0xd4 ... 0xd7] = LEAD(TAIL1) | UNSEEN,
	[0xd8] = LEAD(AFTER_D8),
	[0xd9] = LEAD(AFTER_D9),
	[0xda ... 0xdb] = LEAD(TAIL1),
	[0xdc ... 0xdf] = LEAD(TAIL1) | UNSEEN,
	[0xe0] = LEAD(AFTER_E0) | UNSEEN,
	[0xe1] = LEAD(AFTER_E1_E3) | UNSEEN,
	[0xe2] = ALL_DOUBT,
	[0xe3] = LEAD(AFTER_E1_E3) | UNSEEN,
	[0xe4 ... 0xe9] = LEAD(TAIL2),
	[0xea] = LEAD(TAIL2) | UNSEEN,
	[0xeb ... 0xec] = LEAD(TAIL2),
	[0xed] = LEAD(AFTER_ED) | UNSEEN,
	[0xee] = LEAD(TAIL2) | UNSEEN,
	[0xef ... 0xff] = ALL_DOUBT,
};

/**
 * struct walk - how far the automaton has come
 *
 * @state: in its six low bits.
 * @rows: the rows that it took, all together.
 */
struct walk {
	u64 state;
	u64 rows;
};

static __always_inline bool is_in(const struct walk *w, u64 state)
{
	return (w->state & 63) == state;
}

static __always_inline void take_byte(struct walk *w, u8 byte)
{
	const u64 row = step[byte];

	w->rows |= row;
	w->state = row >> (w->state & 63);
}

static __always_inline void take_8(struct walk *w, const u8 *p)
{
	take_byte(w, p[0]);
	take_byte(w, p[1]);
	take_byte(w, p[2]);
	take_byte(w, p[3]);
	take_byte(w, p[4]);
	take_byte(w, p[5]);
	take_byte(w, p[6]);
	take_byte(w, p[7]);
}

#endif /* U8C_NAME_PLAIN_STEP_H */
