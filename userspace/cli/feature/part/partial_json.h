/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Members of the JSON object that is a partial result.
 */
#ifndef PART_PARTIAL_JSON_H
#define PART_PARTIAL_JSON_H

#include "feature/part/partial.h"

struct json_object;

/* Print a comma, the key, and the bytes in hex. */
void partial_print_hex(FILE *to, const char *key, const u8 *p, size_t n);

/* Print an error as a list, without keys, as there may be many. */
void partial_print_error(const struct utf8check_error *e, FILE *to);

/* Read an error; false where a value is missing or of another type. */
bool partial_parse_error(struct utf8check_error *e, struct json_object *row);

#endif /* PART_PARTIAL_JSON_H */
