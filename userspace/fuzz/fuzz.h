/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the parts of the fuzzer share.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "kunit/both.h"
#include "kunit/sample.h"

/* The longest text. */
#define FUZZ_TEXT 192

/**
 * struct fuzz_input - what the fuzzer's bytes mean
 *
 * @config: configuration of the stream.
 * @impl: one that this CPU can run.
 * @forks: where random numbers start, for pieces and rooms.
 * @p: the text, name or path.
 * @n: its bytes.
 */
struct fuzz_input {
	struct utf8check_config config;
	const struct u8c_impl *impl;
	u64 forks;
	const u8 *p;
	size_t n;
};

/* Random numbers, from @forks on; and one below another. */
extern struct u8c_chance fuzz_random;
u32 fuzz_chance(u32 below);

/* What the suites' machines are made for: they end the run where the core is wrong. */
extern struct kunit fuzz_test;

/* How the text is written.  Return: false where the input names no coding. */
bool fuzz_coding(const struct fuzz_input *in, struct u8c_coding *c);

/* Puts a piece of text for each byte.  Return: the length, at most @room. */
size_t fuzz_spell(const u8 *p, size_t n, u8 *out, size_t room);

/* Puts a piece that normalization is about for each two bytes.  Return: the length. */
size_t fuzz_spell_forms(const struct u8c_coding *c, const u8 *p, size_t n,
			u8 *out, size_t room);

/* Each puts one question; prints and aborts where the core is wrong. */
void fuzz_stream_whole(const struct fuzz_input *in);
void fuzz_stream_split(const struct fuzz_input *in);
void fuzz_stream_unwanted(const struct fuzz_input *in);
void fuzz_stream_undo(const struct fuzz_input *in);
void fuzz_decode(const struct fuzz_input *in);
void fuzz_prefix(const struct fuzz_input *in);
void fuzz_compare(const struct fuzz_input *in);
void fuzz_boundaries(const struct fuzz_input *in);
void fuzz_windows(const struct fuzz_input *in);
void fuzz_names(const struct fuzz_input *in);
void fuzz_protected(const struct fuzz_input *in);
void fuzz_forms(const struct fuzz_input *in);

/* libFuzzer's own way of changing an input, and the one here (mutate.c). */
size_t LLVMFuzzerMutate(u8 *data, size_t n, size_t room);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t n, size_t room, unsigned int seed);

/* Prints @what was wrong with @in; does not return. */
void fuzz_found(const struct fuzz_input *in, const char *what);

#endif /* FUZZ_FUZZ_H */
