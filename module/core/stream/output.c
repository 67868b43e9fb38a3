// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a stream gives: bytes of output, and records of errors.
 */
#include "stream/settle.h"

void u8c_output_advance(struct u8c_stream *s, struct u8c_output *o, size_t n)
{
	if (!o->next)
		return;
	o->next += n;
	o->room -= n;
	s->bytes_out += n;
}

bool u8c_give(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	if (!o->next)
		return true;
	if (o->room < n)
		return false;
	memcpy(o->next, p, n);
	u8c_output_advance(s, o, n);
	return true;
}

void u8c_count_error(struct u8c_stream *s, struct utf8check_error *e)
{
	e->offset = s->bytes_in;
	e->line = s->position.line;
	e->column = s->position.column;
	if (!s->errors)
		s->first = *e;
	if (s->list)
		s->list[s->listed++] = *e;
	s->errors++;
	s->by_reason[e->reason]++;
}
