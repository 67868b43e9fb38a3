/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A row of a vector file: an input, and what the standard says about it.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include "base/types.h"
#include "utf8check.h"

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
 * @config: texts: what the stream does; with VECTOR_VALIDITY, of @in as it is;
 *	boundaries and order: profile and source encoding.
 * @valid: texts: no error is expected.
 * @first_error: texts: offset of the first error; -1 where not asserted.
 * @out: validity: @in with U+FFFD for each maximal subpart; stream: all that
 *	comes out; order: the other text.
 * @policy: names: what is refused, all zero for the default.
 * @protect: names: the protected names, each ended by a NUL.
 * @primary: names: enum utf8check_class.
 * @classes: names: one bit for each class.
 * @refused: names: by the policy: 0, 1, or -1 where not asserted.
 * @hidden_dotdot: names: some decoder reads a "..": 0, 1, or -1 where not asserted.
 * @hidden_decoder: names: enum utf8check_decoder, or -1 where not asserted.
 * @at: boundaries: the byte they are asked for, or the length of @in.
 * @previous: boundaries: the last one at or before @at; -1 where none is found.
 * @next: boundaries: the first one at or after @at; -1 where none is found.
 * @order: order: -1, 0 or 1, as @in is before, equal to or after @out.
 * @first_difference: order: where the first different sequence begins; -1 where
 *	the texts are equal.
 * @signature: signatures: the encoding, empty where there is no signature.
 * @signature_length: signatures: bytes of the signature.
 */
struct vector {
	enum vector_kind kind;
	char *id;
	struct bytes in;
	struct utf8check_config config;
	bool valid;
	long long first_error;
	struct bytes out;
	struct utf8check_policy policy;
	struct bytes protect;
	unsigned int primary;
	u64 classes;
	int refused;
	int hidden_dotdot;
	int hidden_decoder;
	long long at;
	long long previous;
	long long next;
	int order;
	long long first_difference;
	char *signature;
	long long signature_length;
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
