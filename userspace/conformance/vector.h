/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A row of a vector file: what goes in, and what the standard says of it.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include "core/u8c.h"

enum vector_kind {
	VECTOR_VALIDITY,
	VECTOR_STREAM,
	VECTOR_NAME,
	VECTOR_PATH,
};

/* Bytes of a vector; @p is NULL where the row does not say. */
struct vector_bytes {
	u8 *p;
	size_t n;
};

/**
 * struct vector - one row
 *
 * @kind: which members count.
 * @id: what the row is called.
 * @in: the bytes put in.
 * @config: texts: what the stream does; with VECTOR_VALIDITY, of @in as it is.
 * @valid: texts: no error is expected.
 * @first_error: texts: offset of the first error; -1 where not asserted.
 * @out: validity: @in with U+FFFD for each maximal subpart; stream: all that
 *	comes out.
 * @policy: names: what is refused, all zero for the default.
 * @primary: names: enum u8c_class.
 * @classes: names: one bit for each class.
 * @hidden_dotdot: names: 0, 1, or -1 where not asserted.
 */
struct vector {
	enum vector_kind kind;
	char *id;
	struct vector_bytes in;
	struct u8c_config config;
	bool valid;
	long long first_error;
	struct vector_bytes out;
	struct u8c_policy policy;
	unsigned int primary;
	u64 classes;
	int hidden_dotdot;
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

#endif /* VECTOR_H */
