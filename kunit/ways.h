/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All calls for a whole text and its form.
 */
#ifndef U8C_WAYS_H
#define U8C_WAYS_H

#include "both.h"
#include "sample.h"

/**
 * struct u8c_ways - memory to make the calls with
 *
 * @test: fails where a call is wrong.
 * @chance: rooms for parts of the form.
 * @work: lent to a stream.
 * @reader: reads the form in parts.
 * @in: the text ends here, before a guard page.
 * @out: so does what is made.
 */
struct u8c_ways {
	struct kunit *test;
	struct u8c_chance chance;
	struct u8c_verifier work;
	struct u8c_reader reader;
	u8 *in;
	u8 *out;
};

/* For texts and forms of up to @most bytes; the test frees it. */
struct u8c_ways *u8c_ways_new(struct kunit *test, size_t most);

/**
 * u8c_ways_try() - make every call with a text
 * @w: the memory
 * @impl: the implementation; NULL for each
 * @form: enum utf8check_form
 * @text: a well-formed text
 * @made: its form
 *
 * The test ends at a call that does not make the form or does not answer as it says.
 */
void u8c_ways_try(struct u8c_ways *w, const struct u8c_impl *impl, enum utf8check_form form,
		  struct u8c_text text, struct u8c_text made);

#endif /* U8C_WAYS_H */
