/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The row of a table in which an error is, and in CSV its field. */
#ifndef PRINT_RECORDS_H
#define PRINT_RECORDS_H

#include "base/text/lines.h"
#include "print/json.h"

/* CSV as RFC 4180 has it, a row a line, a NUL after each row. */
enum records_kind { RECORDS_NONE, RECORDS_CSV, RECORDS_JSONL, RECORDS_NUL };
const char *records_name(unsigned int i);

/**
 * struct records - how far a table has come
 *
 * @names: what the first row has, as far as there is room.
 * @kind: enum records_kind.
 * @walk: where its bytes are.
 * @row: the current row, from 1 on.
 * @field: its field, from 1 on.
 * @state: how commas, line feeds and quotes are read now.
 * @mark: bytes of a byte order mark that have come, or 3.
 * @is_data: the first row is not a header.
 */
struct records {
	char names[256][64 + 1];
	u8 kind;
	struct line_walk walk;
	u64 row;
	u64 field;
	u8 state;
	u8 mark;
	bool is_data;
};

/* A table begins; its kind is set. */
void records_begin(struct records *r);

/* Print where the next error is, for people or as members of an object. */
void records_print(FILE *to, struct records *r, u64 offset);
void records_put_json(struct json *j, struct records *r, u64 offset);

#endif /* PRINT_RECORDS_H */
