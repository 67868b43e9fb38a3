// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Compares what a stream has counted with what it must have counted.
 */
#include "exhaustive.h"
#include "reference_differs.h"

const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want)
{
	bool position = s->config.flags & UTF8CHECK_FLAG_POSITION;
	struct utf8check_error first = want->first;

	if (!position) {
		first.line = 0;
		first.column = 0;
	}
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
	if (memcmp(s->by_length, want->by_length, sizeof(s->by_length)))
		return "by_length";
	if (memcmp(s->by_reason, want->by_reason, sizeof(s->by_reason)))
		return "by_reason";
	if (want->errors && !u8c_same_error(&s->first, &first))
		return "first error";
	if (position && (s->position.line != want->position.line ||
			 s->position.column != want->position.column))
		return "position";
	return NULL;
}
