// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Compares what a stream has counted with what it must have counted.
 */
#include "reference_differs.h"

static bool same_numbers(const u64 *a, const u64 *b, size_t n)
{
	while (n--)
		if (a[n] != b[n])
			return false;
	return true;
}

static bool same_record(const struct utf8check_error *a, const struct utf8check_error *b,
			bool position)
{
	size_t i;

	for (i = 0; i < sizeof(a->bytes); i++)
		if (a->bytes[i] != b->bytes[i])
			return false;
	if (a->line != (position ? b->line : 0) ||
	    a->column != (position ? b->column : 0))
		return false;
	return a->offset == b->offset && a->value == b->value &&
	       a->length == b->length && a->reason == b->reason &&
	       a->span == b->span && a->count == b->count;
}

const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want)
{
	bool position = s->config.flags & UTF8CHECK_FLAG_POSITION;

	if (s->rejected != want->rejected)
		return "rejected";
	if (s->bytes_in != want->bytes_in)
		return "bytes_in";
	if (s->bytes_out != want->bytes_out)
		return "bytes_out";
	if (s->code_points != want->code_points)
		return "code_points";
	if (s->errors != want->errors)
		return "errors";
	if (!same_numbers(s->by_length, want->by_length, U8C_SEQUENCE_MAX))
		return "by_length";
	if (!same_numbers(s->by_reason, want->by_reason, U8C_REASONS))
		return "by_reason";
	if (want->errors && !same_record(&s->first, &want->first, position))
		return "first error";
	if (position && (s->position.line != want->position.line ||
			 s->position.column != want->position.column))
		return "position";
	return NULL;
}
