/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Calls on bytes that change meanwhile: because another thread writes them (race.c), or
 * at given loads (rhythm.c).
 */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include <stdlib.h>

#include "kunit/scribble.h"
#include "worker.h"

/* How many buffers for output a round can have. */
#define RACE_ROOMS 4

/**
 * struct race_round - one call
 *
 * @impl: the implementation to use.
 * @random: the random numbers.
 * @p: the bytes, which change.
 * @n: how many.
 * @rooms: what race_room() gave.
 * @taken: number of @rooms.
 */
struct race_round {
	const struct u8c_impl *impl;
	struct u8c_chance random;
	u8 *p;
	size_t n;
	void *rooms[RACE_ROOMS];
	unsigned int taken;
};

/* What a call has of the implementations. */
enum race_kind {
	RACE_EACH,	/* it is made with each of them */
	RACE_LONG,	/* too, and a long text goes another way in vectors */
	RACE_ONCE,	/* it is the same for all of them */
};

/**
 * struct race_call - an entry of the table of calls
 *
 * @name: what reports call it.
 * @run: makes the call once, and checks the answer.
 * @kind: with which implementations.
 * @write: what the writing thread calls again and again, if the call has bytes of
 *	its own; NULL if the call is made with the bytes of the round.
 */
struct race_call {
	const char *name;
	void (*run)(struct race_round *r);
	enum race_kind kind;
	void (*write)(struct u8c_chance *random);
};

/* Each list ends with an entry without a name. */
extern const struct race_call race_calls[], race_forms[], race_streams[],
	race_library[];

/**
 * struct racer - a call with an implementation, as a worker
 *
 * @worker: the worker.
 * @call: the call.
 * @impl: the implementation.
 */
struct racer {
	struct worker worker;
	const struct race_call *call;
	const struct u8c_impl *impl;
};

/* Makes a row of each call with each of its implementations that this CPU can run. */
void race_each(const struct race_call *const *tables, const struct worker *like, double seconds,
	       char **words);

/*
 * Room for @n bytes of output, with nothing after it, until the round has ended.  If
 * @n is 0, the result is an address that nobody may read.
 */
u8 *race_room(struct race_round *r, size_t n);

/* The error record of @n bytes has values that may be printed and copied. */
void race_expect_error(const struct utf8check_error *e, size_t n);

/* A number below @limit, which is not 0. */
static inline u32 any(struct race_round *r, u32 limit)
{
	return u8c_chance_below(&r->random, limit);
}

/* A random coding: UTF-8 of any profile, UTF-16 or UTF-32. */
struct u8c_coding race_coding(struct race_round *r);

/* A random form, but not none. */
enum utf8check_form race_form(struct race_round *r);

#endif /* TESTS_RACE_H */
