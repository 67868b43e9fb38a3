// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation with general registers only.
 *
 * The automaton of Table 3-7 has nine states.  Each is a multiple of six, and
 * step[byte] is a 64-bit row that holds, at bit position s, the state that
 * follows state s; so one step is one shift, and the six low bits are all that
 * matters of the result (a shift takes its count modulo 64).  Rows are loaded
 * by the input alone: the chain from byte to byte is a single shift.
 *
 * That chain is what limits a lone automaton: a cycle or more for each byte, with everything
 * else idle.  So text that is not ASCII is taken in three lanes that run side by side.  A lane
 * starts at a byte that can start a sequence, at most three bytes before its place, and runs
 * over its own part and the next lane's start.  If lane k ends without an error, the byte where
 * lane k + 1 began was reached in state START: it starts a sequence, and an automaton that has
 * one open takes that for an error.  So the lanes together have read exactly what one automaton
 * would have read.
 *
 * Lanes do not skip ASCII.  Text with much ASCII, and short text, is left to one automaton,
 * which passes over 16 bytes of ASCII at once.  A text of less than 16 bytes is walked whether
 * it is ASCII or not, and its end is padded with NUL: so names of all lengths take few branches
 * that the processor cannot predict.
 *
 * Only dfa_locate() looks for the place of an error; elsewhere the state ERROR
 * stays, and text with an error is walked a second time, once in a call.
 */
#include "validate/validate.h"

/* States; ERROR follows ERROR for each byte. */
enum {
	START = 0,
	TAIL1 = 6,	/* one continuation is due */
	TAIL2 = 12,
	TAIL3 = 18,
	AFTER_E0 = 24,	/* A0..BF, then one */
	AFTER_ED = 30,	/* 80..9F, then one */
	AFTER_F0 = 36,	/* 90..BF, then two */
	AFTER_F4 = 42,	/* 80..8F, then two */
	ERROR = 48,
};

/* A row that leads to ERROR from all states, and what to XOR to lead elsewhere. */
#define ALL_ERROR (0x0001041041041041ull * ERROR)
#define TO(from, state) ((u64)((state) ^ ERROR) << (from))

#define LEAD(state) (ALL_ERROR ^ TO(START, state))
#define TAIL(second) \
	(ALL_ERROR ^ TO(TAIL1, START) ^ TO(TAIL2, TAIL1) ^ \
	 TO(TAIL3, TAIL2) ^ (second))

static const u64 step[256] = {
	[0x00 ... 0x7f] = LEAD(START),
	[0x80 ... 0x8f] = TAIL(TO(AFTER_ED, TAIL1) ^ TO(AFTER_F4, TAIL2)),
	[0x90 ... 0x9f] = TAIL(TO(AFTER_ED, TAIL1) ^ TO(AFTER_F0, TAIL2)),
	[0xa0 ... 0xbf] = TAIL(TO(AFTER_E0, TAIL1) ^ TO(AFTER_F0, TAIL2)),
	[0xc0 ... 0xc1] = ALL_ERROR,
	[0xc2 ... 0xdf] = LEAD(TAIL1),
	[0xe0] = LEAD(AFTER_E0),
	[0xe1 ... 0xec] = LEAD(TAIL2),
	[0xed] = LEAD(AFTER_ED),
	[0xee ... 0xef] = LEAD(TAIL2),
	[0xf0] = LEAD(AFTER_F0),
	[0xf1 ... 0xf3] = LEAD(TAIL3),
	[0xf4] = LEAD(AFTER_F4),
	[0xf5 ... 0xff] = ALL_ERROR,
};

#define STEP(state, byte) (step[byte] >> ((state) & 63))
#define IS(state, what) (((state) & 63) == (what))

#define ASCII_BLOCK 64
/* Long enough that starting and joining the lanes costs little. */
#define LANE 256
#define LANES 3
#define CHUNK (LANE * LANES)
/* A lane's own bytes, and enough to reach the next lane's first byte. */
#define LANE_RUN (LANE + 8)
/* Bytes that all lanes read from the start of a chunk. */
#define CHUNK_READ (LANE * (LANES - 1) + LANE_RUN)
/* Bytes that one automaton takes before the first chunk: they show whether errors are dense. */
#define PROBE 128
/* The shortest rest of a text, less than a chunk, that three lanes take. */
#define SPLIT_MIN 224
/* Text has much ASCII when so many of eight samples are ASCII. */
#define MUCH 3

/* Not 0 if one of 16 bytes is not ASCII. */
static __always_inline u64 high_bits(const u8 *p)
{
	return (u8c_load64(p) | u8c_load64(p + 8)) & U8C_HIGH_BITS;
}

static __always_inline u64 high_bits_of_32(const u8 *p)
{
	return high_bits(p) | high_bits(p + 16);
}

/*
 * Eight steps.  Each byte is loaded by itself: to take them out of a word needs
 * shifts, which the processor does the fewest of at a time.
 */
static __always_inline u64 step8(u64 state, const u8 *p)
{
	state = STEP(state, p[0]);
	state = STEP(state, p[1]);
	state = STEP(state, p[2]);
	state = STEP(state, p[3]);
	state = STEP(state, p[4]);
	state = STEP(state, p[5]);
	state = STEP(state, p[6]);
	return STEP(state, p[7]);
}

/* Eight steps over the bytes of a word, the lowest first. */
static __always_inline u64 step_word(u64 state, u64 w)
{
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
 * Up to seven bytes as a word, zero above: NUL leaves START as it is and is an
 * error where a sequence is open, so no branch need say where the end is.
 */
static __always_inline u64 load_short(const u8 *p, size_t n)
{
	if (n >= 4)
		return u8c_load32_le(p) |
		       (u64)u8c_load32_le(p + n - 4) << 8 * (n - 4);
	if (!n)
		return 0;
	return p[0] | (u64)p[n / 2] << 8 * (n / 2) |
	       (u64)p[n - 1] << 8 * (n - 1);
}

/* The last @n bytes before @end, up to seven; eight can be read. */
static inline u64 load_tail(const u8 *end, size_t n)
{
	return u8c_load64_le(end - 8) >> 8 * (7 - n) >> 8;
}

/*
 * Runs one automaton to the end or to the first error; where errors are dense, that is near.
 * The sequence that is open where it stops is not valid: its lead is at most three bytes back.
 */
static noinline size_t dfa_locate(const u8 *p, size_t n)
{
	const u8 *start = p, *end = p + n;
	u64 state = START, next;

	for (; end - p >= 16; p += 16) {
		if (!(high_bits(p) | (state & 63)))
			continue;
		next = step8(step8(state, p), p + 8);
		if (unlikely(IS(next, ERROR)))
			break;
		state = next;
	}
	for (; p < end; p++) {
		next = STEP(state, *p);
		if (unlikely(IS(next, ERROR)))
			break;
		state = next;
	}
	if (likely(IS(state, START)))
		return p - start;
	do
		p--;
	while (p > start && u8c_is_continuation(*p));
	return p - start;
}

/* Validates less than 16 bytes. */
static __always_inline size_t walk_short(const u8 *p, size_t n)
{
	u64 state;

	if (n < 8) {
		state = step_word(START, load_short(p, n));
	} else {
		state = step8(START, p);
		if (n > 8)
			state = step_word(state, load_tail(p + n, n - 8));
	}
	if (likely(IS(state, START)))
		return n;
	return dfa_locate(p, n);
}

/* Validates 16 to 32 bytes that are not all ASCII. */
static noinline size_t walk_name(const u8 *p, size_t n)
{
	u64 state;

	state = step8(step8(START, p), p + 8);
	if (n >= 24)
		state = step8(state, p + 16);
	if (n & 7)
		state = step_word(state, load_tail(p + n, n & 7));
	else if (n == 32)
		state = step8(state, p + 24);
	if (likely(IS(state, START)))
		return n;
	return dfa_locate(p, n);
}

/* Validates 16 bytes or more with one automaton. */
static noinline size_t dfa_walk(const u8 *p, size_t n)
{
	size_t left = n;
	u64 state = START;

	do {
		if (high_bits(p) | (state & 63))
			state = step8(step8(state, p), p + 8);
		p += 16;
		left -= 16;
	} while (left >= 16);
	if (left) {
		if (left >= 8)
			state = step8(state, p);
		state = step_word(state, load_tail(p + left, left & 7));
	}
	if (likely(IS(state, START)))
		return n;
	return dfa_locate(p + left - n, n);
}

/*
 * The last byte of the four up to and including *@p that is no continuation.  In well-formed
 * text there is one; elsewhere any answer will do, as the lane that starts there ends in ERROR.
 */
static __always_inline const u8 *sequence_start(const u8 *p)
{
	u32 w = u8c_load32_le(p - 3);
	/* Bit 7 of each byte that is no continuation; bit 7 of the first. */
	u32 starts = ((~w | w << 1) & 0x80808080) | 0x80;

	return p - (__builtin_clz(starts) >> 3);
}

/* Are the lanes of the chunk at @p, which starts a sequence, all well-formed? */
static noinline bool chunk_is_valid(const u8 *p)
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
		if (unlikely(IS(a, ERROR) || IS(b, ERROR) || IS(c, ERROR)))
			return false;
	}
	return true;
}

/*
 * Validates text of any length that ends with a whole sequence, in three lanes.  All run as
 * many steps as the last one has bytes, at least four more than it takes to reach the next
 * lane.
 */
static inline size_t dfa_split(const u8 *p, size_t n)
{
	size_t third = (n - 4) / 3, steps, i;
	const u8 *q = sequence_start(p + third);
	const u8 *r = sequence_start(p + 2 * third);
	u64 a = START, b = START, c = START;

	steps = p + n - r;
	for (i = 0; i < steps; i++) {
		a = STEP(a, p[i]);
		b = STEP(b, q[i]);
		c = STEP(c, r[i]);
	}
	if (likely(!IS(a, ERROR) && !IS(b, ERROR) && IS(c, START)))
		return n;
	return dfa_locate(p, n);
}

static __always_inline const u8 *dfa_skip_ascii(const u8 *p, const u8 *end)
{
	while (end - p >= ASCII_BLOCK &&
	       !(high_bits_of_32(p) | high_bits_of_32(p + 32)))
		p += ASCII_BLOCK;
	return p;
}

/* Have @n bytes, 128 or more, much ASCII, as far as eight samples show? */
static __always_inline bool has_much_ascii(const u8 *p, size_t n)
{
	unsigned int i, ascii = 0;

	for (i = 0; i < 8; i++, p += n / 8)
		ascii += !high_bits(p);
	return ascii >= MUCH;
}

/* How many of the last bytes before @end begin a sequence and do not end it. */
static inline size_t open_bytes(const u8 *end)
{
	if (end[-1] >= 0xc0)
		return 1;
	if (end[-2] >= 0xe0)
		return 2;
	return end[-3] >= 0xf0 ? 3 : 0;
}

/* Validates the rest of a text, where no chunk fits any more. */
static __always_inline size_t scan_rest(const u8 *p, size_t n)
{
	if (n < 16)
		return walk_short(p, n);
	if (n < SPLIT_MIN || has_much_ascii(p, n))
		return dfa_walk(p, n);
	/* Where errors are dense the next one is near. */
	if (unlikely(IS(step8(step8(START, p), p + 8), ERROR)))
		return dfa_locate(p, n);
	return dfa_split(p, n);
}

/* Validates long text. */
static noinline size_t dfa_scan(const u8 *p, size_t n)
{
	const u8 *start = p, *end = p + n - open_bytes(p + n);
	/* What is walked first, as it may end soon or has much ASCII; 0 for nothing. */
	size_t part = PROBE, good;

	p = dfa_skip_ascii(p, end);
	for (;;) {
		if (end - p < CHUNK_READ)
			return p - start + scan_rest(p, end - p);
		if (part) {
			good = dfa_locate(p, part);
			p += good;
			/* Three bytes may be a sequence that @part cuts; more are an error. */
			if (part - good > 3)
				return p - start;
		} else if (likely(chunk_is_valid(p))) {
			p = sequence_start(p + CHUNK);
		} else {
			return p - start + dfa_locate(p, end - p);
		}
		p = dfa_skip_ascii(p, end);
		part = end - p >= CHUNK && has_much_ascii(p, CHUNK) ? CHUNK : 0;
	}
}

/* Are @n bytes, 33 to 128, ASCII?  Looks at both ends, which overlap. */
static inline bool is_short_ascii(const u8 *p, size_t n)
{
	const u8 *end = p + n;

	if (high_bits_of_32(p) | high_bits_of_32(end - 32))
		return false;
	return n <= 64 || !(high_bits_of_32(p + 32) | high_bits_of_32(end - 64));
}

/* No register is saved for short ASCII. */
size_t u8c_valid_up_to_scalar(const u8 *p, size_t n,
			      const struct u8c_validate_impl *self)
{
	if (n < 16)
		return walk_short(p, n);
	if (n <= 32) {
		if (high_bits(p) | high_bits(p + n - 16))
			return walk_name(p, n);
		return n;
	}
	if (n <= 128 && is_short_ascii(p, n))
		return n;
	return n < SPLIT_MIN ? dfa_walk(p, n) : dfa_scan(p, n);
}

size_t u8c_copy_valid_in_turn(const u8 *p, size_t n, u8 *out, u64 *by_length,
			      const struct u8c_validate_impl *self)
{
	n = self->valid_up_to(p, n, self);
	self->count(p, n, by_length, self);
	if (out)
		memcpy(out, p, n);
	return n;
}

const struct u8c_validate_impl u8c_validate_scalar = {
	.valid_up_to = u8c_valid_up_to_scalar,
	.count = u8c_count_scalar,
	.advance = u8c_advance_scalar,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
};
