/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Puts a text through a stream in pieces, and compares with the slow reference.
 */
#ifndef FUZZ_FLOW_H
#define FUZZ_FLOW_H

#include "core/u8c.h"
#include "kunit/reference_action.h"
#include "kunit/reference_action.h"

/* The longest text that is put through. */
#define FLOW_MAX 1024

/**
 * struct flow_way - how a text is put through
 *
 * @room: bytes of room for output that a call has; more if the call needs more.
 * @unwanted: nobody wants the output; there is no room at all.
 * @chance: gives a number below another; then cuts and rooms (up to @room) are
 *	random.  NULL: the text is one piece.
 * @impl: the implementation that judges; NULL for the preferred one.
 */
struct flow_way {
	size_t room;
	bool unwanted;
	u32 (*chance)(u32 below);
	const struct u8c_impl *impl;
};

/**
 * struct flow - what a stream made of a text
 *
 * @s: the stream, ended.
 * @work: lent to @s if it has a form.
 * @out: the output.
 * @made: bytes of @out.
 * @wanted: the output is wanted: there is room for it.
 */
struct flow {
	struct u8c_stream s;
	struct u8c_verifier work;
	u8 out[U8C_REF_OUT(FLOW_MAX)];
	size_t made;
	bool wanted;
};

/**
 * flow_run() - put a text through
 * @f: filled
 * @config: what the stream does
 * @p: the text
 * @n: bytes, at most FLOW_MAX
 * @way: how the text is put through
 *
 * Return: which rule of the stream was broken on the way; NULL when none.
 */
const char *flow_run(struct flow *f, const struct utf8check_config *config,
		     const u8 *p, size_t n, const struct flow_way *way);

/**
 * flow_try() - flow_run(), and compare with the slow reference
 * @f: filled
 *
 * Return: what differs, or NULL.
 */
const char *flow_try(struct flow *f, const struct utf8check_config *config,
		     const u8 *p, size_t n, const struct flow_way *way);

/* Print a configuration in one line. */
void flow_print(const struct utf8check_config *config);

#endif /* FUZZ_FLOW_H */
