/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The benchmark of validation: who runs, on what, and what was measured.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "variant.h"

/* A buffer of 64 KiB is the largest; shorter ones fill a pool. */
#define SIZE_MAX_BYTES 65536
#define POOL_BYTES 16384
#define ROUNDS_MAX 101

enum kind {
	OURS,		/* u8c_valid_up_to_scalar() */
	OURS_ERROR,	/* u8c_validate() of a buffer with a late error */
	DFA,
	READ,
	MEMCPY,
	GLIB,
	RUST,
	KINDS
};

/**
 * struct contender - one way to do it, in one build
 *
 * @kind: which way.
 * @variant: the build; NULL where it came compiled.
 * @fn: does it; returns how much is well-formed, or a truth value.
 */
struct contender {
	enum kind kind;
	const struct variant *variant;
	valid_fn fn;
};

#define CONTENDERS_MAX 64
extern struct contender contenders[CONTENDERS_MAX];
extern size_t contender_count;

extern const char *const kind_names[KINDS];

/* Fills the list. */
void contenders_find(void);

/* Why a kind is missing; NULL when it is not. */
const char *contender_absent(enum kind kind);

/**
 * enum family - what the targets ask of a text
 */
enum family {
	ASCII,
	LIPSUM,		/* one script, no markup */
	MIXED,		/* script and markup, as in real files */
};

/**
 * struct text - something to validate
 *
 * @name: of the script or the file.
 * @family: which targets hold.
 * @bytes: well-formed, SIZE_MAX_BYTES of them and a sequence more.
 */
struct text {
	char name[32];
	enum family family;
	uint8_t *bytes;
};

#define TEXTS_MAX 64
#define FILES_MAX 40

/*
 * Texts that the program makes itself; without those of one script where
 * there are @files.  Return: how many.
 */
size_t texts_make(struct text *texts, size_t files);

/* A text out of a file, repeated until it is long enough. */
void text_load(struct text *text, const char *path);

/* Buffer sizes; SIZE_NAMES are lengths from 1 to 64, as names have. */
#define SIZE_NAMES 0
extern const size_t sizes[];
extern const size_t size_count;
const char *size_name(size_t size);

/**
 * struct pool - buffers of one size out of one text
 *
 * @count: how many.
 * @bytes: sum of their lengths.
 * @start: where each begins in @data.
 * @length: of each.
 * @data: the bytes.
 */
struct pool {
	size_t count;
	size_t bytes;
	uint32_t start[POOL_BYTES / 8];
	uint32_t length[POOL_BYTES / 8];
	uint8_t data[SIZE_MAX_BYTES + 64];
};

void pool_fill(struct pool *pool, const struct text *text, size_t size);

/* Puts an ill-formed byte at the end of each buffer. */
void pool_damage(struct pool *pool);

/**
 * struct result - how long a contender took for one buffer, in nanoseconds
 */
struct result {
	double median;
	double low;	/* a quarter of the rounds were faster */
	double high;	/* a quarter of the rounds were slower */
};

/* One sample: nanoseconds a buffer. */
double measure(valid_fn fn, const struct pool *pool, double budget_ns);

void summarize(double *samples, size_t n, struct result *r);

/* results[(text * size_count + size) * contender_count + contender] */
extern struct result *results;
struct result *result_at(size_t text, size_t size, size_t contender);

/* All that the reports need to know of a run. */
struct run {
	const struct text *texts;
	size_t text_count;
	unsigned int rounds;
	int cpu;
};

/* Which builds of a kind to look at. */
enum builds { USER_BUILDS, KERNEL_BUILDS };

/* The fastest build of a kind; NULL when there is none. */
const struct result *best(size_t text, size_t size, enum kind kind,
			  enum builds builds);

void report_tables(const struct run *run);
void report_targets(const struct run *run);
void report_json(FILE *f, const struct run *run);

#endif /* BENCH_H */
