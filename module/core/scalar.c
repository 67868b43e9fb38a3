// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation without vector registers.
 *
 * The automaton of Table 3-7 has nine states.  Each is a multiple of six, and
 * step[byte] is a 64-bit row that holds, at bit position s, the state that
 * follows state s; so one step is one shift, and the six low bits are all that
 * matters of the result (a shift takes its count modulo 64).  Rows are loaded
 * by the input alone: the chain from byte to byte is a single shift.
 *
 * That chain is what limits a lone automaton: a cycle or more for each byte,
 * with everything else idle.  So text that is not ASCII is taken in chunks of
 * three lanes that run side by side.  A lane starts at a byte that can start a
 * sequence, at most three bytes before its place, and runs over its own
 * part and the next lane's start.  If lane k ends without an error, the byte
 * where lane k + 1 began was reached in state START: it starts a sequence, and
 * an automaton that has one open takes that for an error.  So the lanes
 * together have read exactly what one automaton would have read.
 *
 * A chunk with an error is walked again, by one automaton: that happens once a
 * call.
 */
#include "validate.h"

/* States; ERROR is 0 and follows from itself, whatever comes. */
enum {
	ERROR = 0,
	START = 6,
	TAIL1 = 12,	/* one continuation is due */
	TAIL2 = 18,
	TAIL3 = 24,
	AFTER_E0 = 30,	/* A0..BF, then one */
	AFTER_ED = 36,	/* 80..9F, then one */
	AFTER_F0 = 42,	/* 90..BF, then two */
	AFTER_F4 = 48,	/* 80..8F, then two */
};

#define TO(from, state) ((u64)(state) << (from))

#define LEAD(state) TO(START, state)
#define TAILS (TO(TAIL1, START) | TO(TAIL2, TAIL1) | TO(TAIL3, TAIL2))

static const u64 step[256] = {
	[0x00 ... 0x7f] = LEAD(START),
	[0x80 ... 0x8f] = TAILS | TO(AFTER_ED, TAIL1) | TO(AFTER_F4, TAIL2),
	[0x90 ... 0x9f] = TAILS | TO(AFTER_ED, TAIL1) | TO(AFTER_F0, TAIL2),
	[0xa0 ... 0xbf] = TAILS | TO(AFTER_E0, TAIL1) | TO(AFTER_F0, TAIL2),
	[0xc0 ... 0xc1] = ERROR,
	[0xc2 ... 0xdf] = LEAD(TAIL1),
	[0xe0] = LEAD(AFTER_E0),
	[0xe1 ... 0xec] = LEAD(TAIL2),
	[0xed] = LEAD(AFTER_ED),
	[0xee ... 0xef] = LEAD(TAIL2),
	[0xf0] = LEAD(AFTER_F0),
	[0xf1 ... 0xf3] = LEAD(TAIL3),
	[0xf4] = LEAD(AFTER_F4),
	[0xf5 ... 0xff] = ERROR,
};

#define STEP(state, byte) (step[byte] >> ((state) & 63))

#define HIGH_BITS 0x8080808080808080ull

#define ASCII_BLOCK 64
/* Long enough that starting and joining the lanes costs little. */
#define LANE 256
#define LANES 3
/* A lane's own bytes, and enough to reach the next lane's first byte. */
#define LANE_RUN (LANE + 8)
/* Where errors are dense one is found in this many, and no chunk is begun. */
#define PROBE 128
/* Bytes that must be there from a chunk's start for all lanes to run. */
#define CHUNK_READ (LANE * (LANES - 1) + LANE_RUN)

/*
 * The last byte of the four up to and including *@p that is no continuation.
 * In well-formed text there is one; elsewhere any answer will do, as the lane
 * that starts there ends in ERROR.
 */
static __always_inline const u8 *sequence_start(const u8 *p)
{
	u32 w = u8c_load32_le(p - 3);
	/* Bit 7 of each byte that is no continuation; bit 7 of the first. */
	u32 starts = ((~w | w << 1) & 0x80808080) | 0x80;

	return p - (__builtin_clz(starts) >> 3);
}

/* Are the lanes of the chunk at @p, which starts a sequence, all well-formed? */
static __always_inline bool chunk_is_valid(const u8 *p)
{
	const u8 *q = sequence_start(p + LANE);
	const u8 *r = sequence_start(p + 2 * LANE);
	u64 a = START, b = START, c = START;
	unsigned int i = 0, stop;

	for (stop = LANE_RUN / 4; stop <= LANE_RUN; stop += LANE_RUN / 4) {
		for (; i < stop; i++) {
			a = STEP(a, p[i]);
			b = STEP(b, q[i]);
			c = STEP(c, r[i]);
		}
		if (unlikely(!(a & 63) || !(b & 63) || !(c & 63)))
			return false;
	}
	return true;
}

/* Eight steps; the bytes come from a register, to keep the load ports free. */
static __always_inline u64 step_word(u64 state, const u8 *p)
{
	u64 w = u8c_load64_le(p);

	state = STEP(state, (u8)w);
	state = STEP(state, (u8)(w >> 8));
	state = STEP(state, (u8)(w >> 16));
	state = STEP(state, (u8)(w >> 24));
	state = STEP(state, (u8)(w >> 32));
	state = STEP(state, (u8)(w >> 40));
	state = STEP(state, (u8)(w >> 48));
	return STEP(state, (u8)(w >> 56));
}

/*
 * One automaton, to the end or the first error, for short text and what lanes
 * cannot take.  The sequence that is open where it stops is not valid: its
 * lead is at most three bytes back.
 */
static noinline const u8 *walk(const u8 *p, const u8 *end)
{
	u64 state = START, next;

	for (; end - p >= 16; p += 16) {
		u64 any = u8c_load64(p) | u8c_load64(p + 8);

		if ((state & 63) == START && !(any & HIGH_BITS))
			continue;
		next = step_word(step_word(state, p), p + 8);
		if (unlikely(!(next & 63)))
			break;
		state = next;
	}
	if (end - p >= 8) {
		next = state;
		if ((state & 63) != START || (u8c_load64(p) & HIGH_BITS))
			next = step_word(state, p);
		if (likely(next & 63)) {
			state = next;
			p += 8;
		}
	}
	for (; p < end; p++) {
		next = STEP(state, *p);
		if (unlikely(!(next & 63)))
			break;
		state = next;
	}
	if (likely((state & 63) == START))
		return p;
	do
		p--;
	while (u8c_is_continuation(*p));
	return p;
}

static __always_inline bool block_is_ascii(const u8 *p)
{
	u64 a = u8c_load64(p) | u8c_load64(p + 8);
	u64 b = u8c_load64(p + 16) | u8c_load64(p + 24);
	u64 c = u8c_load64(p + 32) | u8c_load64(p + 40);
	u64 d = u8c_load64(p + 48) | u8c_load64(p + 56);

	return !((a | b | c | d) & HIGH_BITS);
}

size_t u8c_valid_up_to_scalar(const u8 *p, size_t n)
{
	const u8 *start = p, *end = p + n;

	if (n >= PROBE + CHUNK_READ) {
		p = walk(p, p + PROBE);
		if (start + PROBE - p > 3)
			return p - start;
	}
	while (end - p >= CHUNK_READ) {
		if (block_is_ascii(p))
			p += ASCII_BLOCK;
		else if (likely(chunk_is_valid(p)))
			p = sequence_start(p + LANES * LANE);
		else
			break;
	}
	return walk(p, end) - start;
}
