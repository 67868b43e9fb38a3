/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A row of a vector file, and what tests the engines with it.
 */
#ifndef TEST_H
#define TEST_H

#include "base/types.h"
#include "utf8check.h"

/* --- a row of a vector file: an input, and what the standard says about it: vector.c */

/* A decoder that a row does not say. */
#define NOT_ASSERTED 0xff

enum vector_kind {
	VECTOR_VALIDITY,
	VECTOR_STREAM,
	VECTOR_NAME,
	VECTOR_PATH,
	VECTOR_BOUNDARY,
	VECTOR_ORDER,
	VECTOR_SIGNATURE,
};

/**
 * struct vector - one row
 *
 * @kind: which members count.
 * @id: what the row is called.
 * @in: the bytes put in.
 * @config: texts: of the stream, which in a row of validity rejects; boundaries and order:
 *	profile and source encoding.
 * @forbid: texts: the reasons that are errors, as read; then copied to @config.forbid.
 * @valid: texts: 1: no error is expected.
 * @first_error: texts: offset of the first error; -1 where not asserted.
 * @out: validity: @in with U+FFFD for each maximal subpart; stream: all that
 *	comes out; order: the other text.
 * @policy: names: what is refused, all zero for the default.
 * @protect: names: the protected names, each ended by a NUL.
 * @primary: names: enum utf8check_class.
 * @classes: names: one bit for each class.
 * @refuse: names: classes that are refused beside those of the default policy.
 * @refused: names: by the policy: 0, 1, or -1 where not asserted.
 * @hidden_dotdot: names: some decoder reads a "..": 0, 1, or -1 where not asserted.
 * @hidden_decoder: names: enum utf8check_decoder, or NOT_ASSERTED.
 * @at: boundaries: the byte they are asked for, or the length of @in.
 * @previous: boundaries: the last one at or before @at; -1 where none is found.
 * @next: boundaries: the first one at or after @at; -1 where none is found.
 * @order: order: -1, 0 or 1, as @in is before, equal to or after @out.
 * @first_difference: order: where the first different sequence begins; -1 where
 *	the texts are equal.
 * @signature: signatures: the encoding, NULL where there is no signature.
 * @signature_length: signatures: bytes of the signature.
 */
struct vector {
	enum vector_kind kind;
	char *id;
	struct bytes in;
	struct utf8check_config config;
	u64 forbid;
	int valid;
	int64_t first_error;
	struct bytes out;
	struct utf8check_policy policy;
	struct bytes protect;
	u8 primary;
	u64 classes;
	u64 refuse;
	int refused;
	int hidden_dotdot;
	u8 hidden_decoder;
	u64 at;
	int64_t previous;
	int64_t next;
	int order;
	int64_t first_difference;
	char *signature;
	u64 signature_length;
};

/**
 * vector_parse() - read a row
 * @v: filled; to be freed by vector_free() in any case
 * @line: one JSON object
 * @n: bytes of it
 *
 * Return: NULL, or what is wrong with the line.
 */
const char *vector_parse(struct vector *v, const char *line, size_t n);
void vector_free(struct vector *v);

/* --- what tests the engines with it: test_*.c */

#define CONTESTANT_STREAMS 3

/**
 * struct contestant - an engine under test
 *
 * @engine: the engine.
 * @streams: open streams; NULL where none is.
 * @configs: the configuration of each.
 */
struct contestant {
	struct utf8check *engine;
	struct utf8check_stream *streams[CONTESTANT_STREAMS];
	struct utf8check_config configs[CONTESTANT_STREAMS];
};

#define CONTESTANTS_MAX 2

/**
 * struct test - the engines, and the result of the current row
 *
 * @contestants: the engines.
 * @count: how many.
 * @few: only a few splits of each row.
 * @failed: the row has failed.
 * @disagree: the engines differ.
 * @detail: what was expected and found.
 */
struct test {
	struct contestant contestants[CONTESTANTS_MAX];
	unsigned int count;
	bool few;
	bool failed;
	bool disagree;
	char detail[1024];
};

/*
 * Test all engines with a row, by its kind: @failed, @disagree and @detail are changed where it
 * fails.  Return: 0; a negative errno when an engine is in trouble.
 */
int test_text(struct test *t, const struct vector *v);
int test_name(struct test *t, const struct vector *v);
int test_boundary(struct test *t, const struct vector *v);
int test_order(struct test *t, const struct vector *v);
int test_signature(struct test *t, const struct vector *v);

/* The row has failed; the first message stays. */
void test_fail(struct test *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* TEST_H */
