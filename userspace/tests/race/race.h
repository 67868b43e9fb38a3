/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Calls on bytes that another thread writes at the same time; see race.c.
 */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include <stdatomic.h>
#include "core/u8c.h"

/* Bytes of the longest text. */
#define RACE_MAX 20000
/* How many buffers for output a round can have. */
#define RACE_ROOMS 4

/**
 * struct race_round - one call
 *
 * @call: its name.
 * @impl: the implementation to use.
 * @seed: of the run.
 * @random: the state of the random numbers.
 * @p: the bytes, which the other thread writes at the same time.
 * @n: how many.
 * @rooms: what race_room() gave.
 * @taken: number of @rooms.
 */
struct race_round {
	const char *call;
	const struct u8c_impl *impl;
	u64 seed;
	u64 random;
	u8 *p;
	size_t n;
	void *rooms[RACE_ROOMS];
	unsigned int taken;
};

/**
 * struct race_call - an entry of the table of calls
 *
 * @name: what reports call it.
 * @run: makes the call once, and checks the answer.
 * @general: the call is the same for all implementations.
 * @write: what the writing thread calls again and again, if the call has bytes of
 *	its own; NULL if the call is made with the bytes of the round.
 */
struct race_call {
	const char *name;
	void (*run)(struct race_round *r);
	bool general;
	void (*write)(u64 *random);
};

/* Each list ends with an entry without a name. */
extern const struct race_call race_calls[], race_forms[], race_streams[],
	race_library[];

/* A number below @limit, which is not 0. */
u32 race_below(u64 *random, u32 limit);

/*
 * Room for @n bytes of output, with nothing after it; freed after the round.  If
 * @n is 0, the result is an address that nobody may read.
 */
u8 *race_room(struct race_round *r, size_t n);

/* Says which call, implementation and seed, and ends the process. */
_Noreturn void race_fail(const struct race_round *r, const char *what);

#define race_expect(r, condition) \
	((condition) ? (void)0 : race_fail(r, #condition))

/* The error record of @n bytes has values that may be printed and copied. */
void race_expect_error(const struct race_round *r, const struct utf8check_error *e,
		       size_t n);

/* A random coding: UTF-8 of any profile, UTF-16 or UTF-32. */
struct u8c_coding race_coding(struct race_round *r);

/* A random form, but not none. */
enum utf8check_form race_form(struct race_round *r);

/**
 * struct race_text - a text that is written again and again
 *
 * @p: its bytes.
 * @n: how many.
 */
struct race_text {
	u8 *p;
	size_t n;
};

/* Makes the texts that are written.  Called once, first of all. */
void race_texts_make(u64 seed);

/**
 * race_texts_write() - write a text in many ways, for some microseconds
 * @t: the text, which another thread reads
 * @random: the state of the random numbers
 */
void race_texts_write(const struct race_text *t, u64 *random);

#endif /* TESTS_RACE_H */
