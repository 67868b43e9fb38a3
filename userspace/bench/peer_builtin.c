// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The peers that are built in, because no library has them.
 *
 * The automaton is the well-known shift-based one: a row for each byte, the
 * state is a bit position in it, a step is a load and a shift.  Sixteen bytes
 * of ASCII are skipped at once when no sequence is open.
 */
#include <string.h>
#include "bench.h"
#include "core/u8c.h"

/* Bit positions of the states. */
enum {
	OK = 0,
	ONE = 6,	/* continuations that are due */
	TWO = 12,
	THREE = 18,
	E0 = 24,	/* the next byte has its own range */
	ED = 30,
	F0 = 36,
	F4 = 42,
	BAD = 48,
};

#define ROW(ok, one, two, three, e0, ed, f0, f4) \
	((u64)(ok) << OK | (u64)(one) << ONE | (u64)(two) << TWO | \
	 (u64)(three) << THREE | (u64)(e0) << E0 | (u64)(ed) << ED | \
	 (u64)(f0) << F0 | (u64)(f4) << F4 | (u64)BAD << BAD)
#define LEAD(next) ROW(next, BAD, BAD, BAD, BAD, BAD, BAD, BAD)
#define TAIL(e0, ed, f0, f4) ROW(BAD, OK, ONE, TWO, e0, ed, f0, f4)

static const u64 rows[256] = {
	[0x00 ... 0x7f] = LEAD(OK),
	[0x80 ... 0x8f] = TAIL(BAD, ONE, BAD, TWO),
	[0x90 ... 0x9f] = TAIL(BAD, ONE, TWO, BAD),
	[0xa0 ... 0xbf] = TAIL(ONE, BAD, TWO, BAD),
	[0xc0 ... 0xc1] = LEAD(BAD),
	[0xc2 ... 0xdf] = LEAD(ONE),
	[0xe0] = LEAD(E0),
	[0xe1 ... 0xec] = LEAD(TWO),
	[0xed] = LEAD(ED),
	[0xee ... 0xef] = LEAD(TWO),
	[0xf0] = LEAD(F0),
	[0xf1 ... 0xf3] = LEAD(THREE),
	[0xf4] = LEAD(F4),
	[0xf5 ... 0xff] = LEAD(BAD),
};

#define HIGH_BITS 0x8080808080808080ull
#define STEP(i) (state = rows[p[i]] >> (state & 63))

static __always_inline size_t automaton(const u8 *p, size_t n)
{
	u64 state = OK;
	size_t left = n;

	for (; left >= 16; left -= 16, p += 16) {
		if (!((u8c_load64(p) | u8c_load64(p + 8)) & HIGH_BITS) &&
		    (state & 63) == OK)
			continue;
		STEP(0), STEP(1), STEP(2), STEP(3);
		STEP(4), STEP(5), STEP(6), STEP(7);
		STEP(8), STEP(9), STEP(10), STEP(11);
		STEP(12), STEP(13), STEP(14), STEP(15);
		if ((state & 63) == BAD)
			return 0;
	}
	for (; left; left--, p++)
		STEP(0);
	return (state & 63) == OK;
}

/* Hides the word from the compiler, so that it makes no vectors of the loop. */
#define TAKE(i) ({ w = u8c_load64(p + 8 * (i)); \
		   __asm__("" : "+r"(w)); any |= w; })

static size_t read_words(const u8 *p, size_t n)
{
	u64 any = 0, w;

	for (; n >= 64; n -= 64, p += 64) {
		TAKE(0), TAKE(1), TAKE(2), TAKE(3);
		TAKE(4), TAKE(5), TAKE(6), TAKE(7);
	}
	for (; n >= 8; n -= 8, p += 8)
		TAKE(0);
	for (; n; n--, p++)
		any |= *p;
	return any;
}

static size_t dfa(const u8 *p, size_t n)
{
	return automaton(p, n);
}

#ifdef __x86_64__
__attribute__((target("bmi2")))
static size_t dfa_bmi2(const u8 *p, size_t n)
{
	return automaton(p, n);
}
#else
#define dfa_bmi2 dfa
#endif

/* The automaton is compiled for what the CPU has, as our own code is. */
static size_t (*chosen_dfa)(const u8 *p, size_t n);

static size_t run_dfa(const u8 *p, size_t n, const struct work *w)
{
	return chosen_dfa(p, n);
}

void dfa_find(struct contender *c)
{
	chosen_dfa = u8c_cpu_features() & U8C_CPU_BMI2 ? dfa_bmi2 : dfa;
	c->run[VALIDATE] = run_dfa;
}

static size_t run_read(const u8 *p, size_t n, const struct work *w)
{
	return read_words(p, n) | 1;
}

void read_find(struct contender *c)
{
	c->run[VALIDATE] = run_read;
}

static size_t run_memcpy(const u8 *p, size_t n, const struct work *w)
{
	memcpy(w->out, p, n);
	__asm__ volatile("" : : "r"(w->out) : "memory");
	return n;
}

void memcpy_find(struct contender *c)
{
	c->run[VALIDATE] = run_memcpy;
	c->run[REPAIR_VALID] = run_memcpy;
	c->run[NFC_TO_NFC] = run_memcpy;
	c->run[NFD_TO_NFD] = run_memcpy;
	c->run[DEVICE] = run_memcpy;
}
