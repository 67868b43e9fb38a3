// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a thread prints, kept until its turn comes.
 *
 * Results and diagnostics are in one buffer, in the order in which they were
 * printed; the parts say where results end and diagnostics begin.
 */
#include <errno.h>
#include <stdlib.h>
#include "cli.h"
#include "parallel/ordered_output.h"

int sheet_open(struct sheet *s)
{
	*s = (struct sheet){ };
	s->to = open_memstream(&s->text, &s->size);
	return s->to ? 0 : -ENOMEM;
}

void sheet_close(struct sheet *s)
{
	if (s->to)
		fclose(s->to);
	free(s->text);
	free(s->parts);
}

size_t sheet_length(const struct sheet *s)
{
	return ftello(s->to);
}

static bool make_room(struct sheet *s)
{
	size_t room = s->room ? 2 * s->room : 16;
	struct sheet_part *parts;

	if (s->count < s->room)
		return true;
	parts = realloc(s->parts, room * sizeof(*parts));
	if (!parts)
		return false;
	s->parts = parts;
	s->room = room;
	return true;
}

static void add(struct sheet *s, enum sheet_kind kind, size_t item)
{
	if (!make_room(s)) {
		s->lost = true;
		return;
	}
	s->parts[s->count++] = (struct sheet_part) {
		.start = sheet_length(s), .kind = kind, .item = item,
	};
}

void sheet_part(struct sheet *s, enum sheet_kind kind)
{
	add(s, kind, 0);
}

void sheet_later(struct sheet *s, size_t item)
{
	add(s, SHEET_LATER, item);
	add(s, SHEET_RESULT, 0);
}

void sheet_back(struct sheet *s, size_t count, size_t length)
{
	s->count = count;
	fseeko(s->to, length, SEEK_SET);
}

/* Return: false when it is of no use to go on. */
static bool print(const char *p, size_t n, enum sheet_kind kind,
		  sheet_result_fn result, void *context)
{
	if (!n)
		return true;
	if (kind != SHEET_DIAGNOSTIC)
		return result(context, p, n);
	cli_flush();
	fwrite(p, n, 1, stderr);
	return true;
}

int sheet_print(struct sheet *s, sheet_result_fn result, sheet_later_fn later,
		void *context)
{
	enum sheet_next next = SHEET_GO_ON;
	enum sheet_kind kind = SHEET_RESULT;
	size_t at = 0, i;
	int err = fflush(s->to) || ferror(s->to) || s->lost ? -ENOMEM : 0;

	if (err)
		next = SHEET_STOP;
	for (i = 0; i < s->count && next; i++) {
		const struct sheet_part *part = &s->parts[i];

		if (next == SHEET_GO_ON && !print(s->text + at, part->start - at,
						  kind, result, context))
			next = SHEET_STOP;
		else if (part->kind == SHEET_LATER)
			next = later(context, part->item);
		at = part->start;
		kind = part->kind;
	}
	if (next == SHEET_GO_ON)
		print(s->text + at, s->size - at, kind, result, context);
	sheet_back(s, 0, 0);
	return err;
}
