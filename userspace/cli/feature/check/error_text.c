// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text around errors.
 *
 * The last bytes of a line are kept.  From an error on they are all kept, until as many
 * as are shown have come, or the line has ended; an error in them makes it more.
 */
#include <inttypes.h>
#include "base/say/escape.h"
#include "feature/check/check.h"

/* Bytes after an error by which it is reported at the latest: normalization may wait. */
#define LATE 5000

/* The text of the line is known up to the offset @known; @is_cut: the line continues. */
static void print_text(struct error_text *t, u64 known, bool is_cut)
{
	u64 end = t->start + t->n < t->until ? t->start + t->n : t->until;
	const u8 *p = t->buf + (t->first - t->start), *stop = t->buf + (end - t->start);

	while (is_cut && end < known && stop > p && is_continuation(*stop))
		stop--;
	stop -= stop > p && stop[-1] == '\n';
	progress_hide();
	escaped_print(t->to, (const u8 *)t->name, strlen(t->name));
	fprintf(t->to, ":%" PRIu64 ": %s", t->line, t->first > t->line_start ? "..." : "");
	escaped_print_part(t->to, p, stop - p);
	fputs(is_cut ? "...\n" : "\n", t->to);
	t->until = 0;
}

/* Where nothing is to be printed, keep only what may be shown before an error. */
static void drop_old_text(struct error_text *t)
{
	const size_t most = t->around + LATE, drop = t->n > most ? t->n - most : 0;

	if (t->until || !drop)
		return;
	t->n = most;
	t->start += drop;
	memmove(t->buf, t->buf + drop, most);
}

static void take_text(void *context, const u8 *p, size_t n)
{
	struct error_text *t = context;
	size_t some;

	for (; n; p += some, n -= some) {
		/* Wait: an error before the end may still be reported. */
		if (t->until && t->start + t->n > t->until + LATE)
			print_text(t, UINT64_MAX, true);
		drop_old_text(t);
		some = n < LATE ? n : LATE;
		memcpy(t->buf + t->n, p, some);
		t->n += some;
	}
}

static void end_line(void *context)
{
	struct error_text *t = context;

	if (t->until)
		print_text(t, UINT64_MAX, t->start + t->n > t->until &&
					  t->buf[t->until - t->start] != '\n');
	t->start += t->n;
	t->n = 0;
	t->line_start = t->start;
}

void error_text_begin(struct error_text *t, FILE *to, const char *name, size_t around)
{
	memset(t, 0, offsetof(struct error_text, buf));
	t->to = to;
	t->name = name;
	t->around = around;
	t->walk = (struct line_walk){ .text = take_text, .end = end_line, .context = t };
}

bool error_text_met(struct error_text *t, const struct utf8check_error *e)
{
	bool is_first;

	line_walk_reach(&t->walk, e->offset);
	if (t->until && t->until <= e->offset)
		print_text(t, e->offset, true);
	drop_old_text(t);
	is_first = !t->until;
	if (is_first) {
		t->first = e->offset - t->line_start > t->around ? e->offset - t->around : t->line_start;
		if (t->first < t->start)
			t->first = t->start;
		/* No code point is cut in two. */
		while (t->first > t->line_start && t->first < e->offset &&
		       is_continuation(t->buf[t->first - t->start]))
			t->first++;
		t->line = e->line;
	}
	/* An error beyond the room for the text begins a new one. */
	if (e->offset <= t->first + AROUND_MOST)
		t->until = (e->offset < t->first ? t->first : e->offset) + e->length + t->around;
	return is_first;
}
