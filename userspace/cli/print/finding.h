/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What was found: an error record, the verdict on a name, a character; printed.
 */
#ifndef PRINT_FINDING_H
#define PRINT_FINDING_H

#include "print/json.h"
#include "utf8check.h"

/* The code point that an error is about, where its bytes are well-formed; else -1. */
long error_point(const struct utf8check_error *e);

/*
 * FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES, and a line feed; before that the
 * character, where there is one.
 */
void error_print(FILE *to, const char *file, const struct utf8check_error *e);

/* REASON: BYTES, and the character, as error_print() does; ASCII, without colours. */
void error_print_what(FILE *to, const struct utf8check_error *e);

/*
 * The error of a rejected stream.  With the action "shortest" the first error
 * may have been mended: then the place of the error that could not be mended
 * follows.
 */
void error_print_rejection(FILE *to, const char *file, const struct utf8check_report *r);

/* FILE: REASON: COUNT, a line for each reason that occurred. */
void error_print_summary(FILE *to, const char *file, const struct utf8check_report *r);

/* An object with its members, to be closed. */
void error_begin_json(struct json *j, const struct utf8check_error *e);

/* "code_point" and, where there is a name, "character", of a JSON object; not of -1. */
void character_put_json(struct json *j, long point);

/* Those that characters_print() prints, as the member "characters" where there is one. */
void characters_put_json(struct json *j, const char *name);

/**
 * verdict_print() - for people, on standard output
 * @p: the name
 * @len: bytes of it
 * @v: the verdict
 * @f: all its findings
 * @refuse: the classes that are refused, a bit for each
 */
void verdict_print(const u8 *p, size_t len, const struct utf8check_verdict *v,
		   const struct utf8check_finding *f, u64 refuse);

/* What verdict_print() prints, as one line of JSON. */
void verdict_print_json(const u8 *p, size_t len, const struct utf8check_verdict *v,
			const struct utf8check_finding *f);

/* All classes of a verdict, parted by spaces, or the member "classes". */
void verdict_print_classes(FILE *to, const struct utf8check_verdict *v);
void verdict_put_classes(struct json *j, const struct utf8check_verdict *v);

#endif /* PRINT_FINDING_H */
