/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core and its peers, compiled by one compiler with one set of flags.
 */
#ifndef VARIANT_H
#define VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef size_t (*valid_fn)(const uint8_t *p, size_t n);

/**
 * struct variant - one build
 *
 * @compiler: its name and version.
 * @flags: what it was given.
 * @kernel: as the kernel is compiled: no vector registers.
 * @ours: says what the core chooses without vector registers for this CPU.
 * @ours_error: the same with the record of the first error; returns its
 *	offset.
 * @dfa: the shift-based automaton.
 * @read: the loop that only reads.
 */
struct variant {
	const char *compiler;
	const char *flags;
	bool kernel;
	void (*ours)(valid_fn *fn);
	valid_fn ours_error;
	valid_fn dfa;
	valid_fn read;
};

/* Made by bench/run: all builds, ended by NULL. */
extern const struct variant *const variants[];

#endif /* VARIANT_H */
