/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for a whole stream: every action, byte order marks,
 * forbidden code points, normalization, and each way to write the result.
 */
#ifndef U8C_REFERENCE_ACTION_H
#define U8C_REFERENCE_ACTION_H

#include "reference_form.h"
#include "reference.h"

/*
 * The longest output: U+FDFA, two bytes in UTF-16, gives 18 code points in
 * UTF-32; then joiners and a byte order mark.  "\xhh" for each byte is shorter.
 */
#define U8C_REF_OUT(n) (40 * (n) + 8)

/* Size of the work memory, in numbers, for a text of @n bytes under a form. */
#define U8C_REF_WORK(n) \
	(2 * (n) + U8C_REF_FORM(n) + U8C_REF_FORM_WORK(n))

/**
 * struct u8c_ref_result - what a stream must have counted at its end
 *
 * @bytes_in: bytes judged.
 * @bytes_out: bytes of output.
 * @code_points: well-formed ones.
 * @errors: ill-formed maximal subparts.
 * @by_length: code points by length, by_length[0] for one byte.
 * @by_reason: errors by enum utf8check_reason.
 * @position: the place of the byte after the last one judged.
 * @first: the first error, once @errors is not 0; with line and column.
 * @rejected: the action is reject, and there was an error.
 * @list: set it before: room for every error, or NULL.
 */
struct u8c_ref_result {
	u64 bytes_in;
	u64 bytes_out;
	u64 code_points;
	u64 errors;
	u64 by_length[U8C_SEQUENCE_MAX];
	u64 by_reason[U8C_REASONS];
	struct u8c_position position;
	struct utf8check_error first;
	bool rejected;
	struct utf8check_error *list;
};

/**
 * u8c_ref_stream() - what a stream makes of a whole text
 * @config: what the stream does; u8c_config_makes_sense() says yes
 * @p: the text
 * @n: bytes
 * @out: room for U8C_REF_OUT(@n) bytes
 * @r: what the stream must have counted at its end; line and column as with
 *	UTF8CHECK_FLAG_POSITION, whatever the flags
 * @work: U8C_REF_WORK(@n) numbers of memory; may be NULL where
 *	u8c_config_needs_work() says so
 *
 * Properties of code points are taken from the core: other tests check them.
 */
void u8c_ref_stream(const struct utf8check_config *config, const u8 *p, size_t n,
		    u8 *out, struct u8c_ref_result *r, u64 *work);

/**
 * u8c_ref_stream_differs() - has a stream that ended counted what it must?
 * @s: the stream
 * @want: what u8c_ref_stream() says
 *
 * Return: the name of a count that differs, or NULL.
 */
const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want);

#endif /* U8C_REFERENCE_ACTION_H */
