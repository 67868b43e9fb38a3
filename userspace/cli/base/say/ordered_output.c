// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a thread prints, kept until its turn comes.
 *
 * Results and diagnostics are in one buffer, in the order in which they were
 * printed; the parts say where results end and diagnostics begin.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/say/cli.h"
#include "base/say/list_room.h"
#include "base/say/ordered_output.h"

int ordered_output_open(struct ordered_output *s)
{
	*s = (struct ordered_output){ };
	s->to = open_memstream(&s->text, &s->size);
	return s->to ? 0 : -ENOMEM;
}

void ordered_output_close(struct ordered_output *s)
{
	if (s->to)
		fclose(s->to);
	free(s->text);
	free(s->parts);
}

size_t ordered_output_length(const struct ordered_output *s)
{
	return ftello(s->to);
}

void ordered_output_part(struct ordered_output *s, enum ordered_output_kind kind, size_t item)
{
	void *parts = list_room(s->parts, s->count, sizeof(*s->parts));

	if (!parts) {
		s->lost = true;
		return;
	}
	s->parts = parts;
	s->parts[s->count++] = (struct ordered_output_part) {
		.start = ordered_output_length(s), .kind = kind, .item = item,
	};
}

void ordered_output_later(struct ordered_output *s, size_t item)
{
	ordered_output_part(s, ORDERED_LATER, item);
	ordered_output_part(s, ORDERED_RESULT, 0);
}

void ordered_output_back(struct ordered_output *s, size_t count, size_t length)
{
	s->count = count;
	fseeko(s->to, length, SEEK_SET);
}

/* Return: false when it is of no use to go on. */
static bool print(const char *p, size_t n, enum ordered_output_kind kind,
		  ordered_output_result_fn result, void *context)
{
	if (!n)
		return true;
	if (kind != ORDERED_DIAGNOSTIC)
		return result(context, p, n);
	cli_flush();
	fwrite(p, n, 1, stderr);
	return true;
}

int ordered_output_print(struct ordered_output *s, ordered_output_result_fn result, ordered_output_later_fn later,
		void *context)
{
	enum ordered_output_next next = ORDERED_GO_ON;
	enum ordered_output_kind kind = ORDERED_RESULT;
	size_t at = 0, i;
	int err = fflush(s->to) || ferror(s->to) || s->lost ? -ENOMEM : 0;

	if (err)
		next = ORDERED_STOP;
	for (i = 0; i < s->count && next; i++) {
		const struct ordered_output_part *part = &s->parts[i];

		if (next == ORDERED_GO_ON && !print(s->text + at, part->start - at,
						  kind, result, context))
			next = ORDERED_STOP;
		else if (part->kind == ORDERED_LATER)
			next = later(context, part->item);
		at = part->start;
		kind = part->kind;
	}
	if (next == ORDERED_GO_ON)
		print(s->text + at, s->size - at, kind, result, context);
	ordered_output_back(s, 0, 0);
	return err;
}
