// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a text consists of: the text is read once and counted.
 *
 * It is counted in blocks; the bytes that are left for one wait for what is pushed next.
 * For each code point there is a count; the sums by property are made at the end.
 */
#include <string.h>
#include "base/text/text_stats.h"

/* A page is opened when a text has one of its code points: few scripts are looked up. */
u64 point_counts_open(struct point_counts *c, u32 cp)
{
	const u32 first = cp / POINT_PAGE * POINT_PAGE;
	u8 scripts[POINT_PAGE];

	c->pages[c->used++] = cp / POINT_PAGE;
	script_fill(scripts, first, POINT_PAGE);
	for (unsigned int i = 0; i < POINT_PAGE; i++)
		c->points[first + i] = scripts[i] | POINT_OPEN;
	return c->points[cp];
}

static void add_script(struct text_stats *t, unsigned int script, u32 cp, u64 n)
{
	struct script_stats *s = &t->scripts[script];
	unsigned int length = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;

	s->code_points += n;
	s->utf8 += n * length;
	s->utf16 += n * (length == 4 ? 4 : 2);
	t->code_points += n;
	t->by_length[length - 1] += n;
}

static void add_classes(struct text_stats *t, u32 cp, u64 n)
{
	u64 classes = utf8check_properties(cp);

	if (cp == '\t' || cp == '\n' || cp == '\r')
		return;
	for (; classes; classes &= classes - 1)
		t->by_class[__builtin_ctzll(classes)] += n;
}

/* Add up the properties of the code points from @first on, a page. */
static void sum_page(struct text_stats *t, u32 first)
{
	u64 *point = &t->points.points[first], n;

	for (u32 cp = first; cp < first + POINT_PAGE; cp++, point++) {
		n = *point / POINT_ONE;
		if (!n)
			continue;
		*point %= POINT_ONE;
		add_script(t, *point - POINT_OPEN, cp, n);
		add_classes(t, cp, n);
	}
}

/* Add up the properties of the code points that were counted so far. */
static void sum_points(struct text_stats *t)
{
	for (unsigned int i = 0; i < t->points.used; i++)
		sum_page(t, t->points.pages[i] * POINT_PAGE);
	add_script(t, t->latin, 'a', t->ascii_letters);
	add_script(t, t->common, ' ', t->ascii_others);
	t->ascii_letters = 0;
	t->ascii_others = 0;
}

/* Pages that stay open for the next text: more take longer to go through than to open again. */
#define PAGES_KEPT 64

static void close_pages(struct point_counts *c)
{
	while (c->used)
		memset(&c->points[c->pages[--c->used] * POINT_PAGE], 0, POINT_PAGE * sizeof(u64));
}

void text_stats_start(struct text_stats *t)
{
	if (t->points.used > PAGES_KEPT)
		close_pages(&t->points);
	memset(t, 0, offsetof(struct text_stats, points));
	t->line.number = 1;
	t->run.number = NO_SCRIPT;
	t->inherited = script_of(0x300);
	t->latin = script_of('a');
	t->common = script_of(' ');
}

static void find_signature(struct text_stats *t, const u8 *p, size_t n)
{
	t->signature = (struct utf8check_signature){
		.size = sizeof(t->signature),
		.buf = (uintptr_t)p,
		.len = n,
	};
	utf8check_signature(NULL, &t->signature);
}

/* Count blocks while at least @least bytes are left.  Return: how many bytes were counted. */
static size_t count_blocks(struct text_stats *t, const u8 *p, size_t n, size_t least)
{
	size_t at = 0, valid = 0, done;

	if (!t->bytes && n >= least)
		find_signature(t, p, n);
	for (; n - at >= least; at += done) {
		if (valid < TEXT_BLOCK)
			valid = utf8check_valid_up_to(p + at, n - at);
		done = text_block_count(t, p + at, n - at, valid);
		valid -= done < valid ? done : valid;
	}
	return at;
}

void text_stats_push(struct text_stats *t, const u8 *p, size_t n)
{
	const size_t room = sizeof(t->wait) - t->waiting, more = n < room ? n : room;
	size_t done;

	if (t->waiting) {
		memcpy(t->wait + t->waiting, p, more);
		done = count_blocks(t, t->wait, t->waiting + more, TEXT_BLOCK_NEEDS);
		if (more == n) {
			t->waiting += n - done;
			memmove(t->wait, t->wait + done, t->waiting);
			return;
		}
		/* @wait is full: more was counted than had waited. */
		p += done - t->waiting;
		n -= done - t->waiting;
	}
	done = count_blocks(t, p, n, TEXT_BLOCK_NEEDS);
	t->waiting = n - done;
	memcpy(t->wait, p + done, t->waiting);
}

void text_stats_cut(struct text_stats *t)
{
	memset(t->wait + t->waiting, 0, sizeof(t->wait) - t->waiting);
	count_blocks(t, t->wait, t->waiting, 1);
	t->waiting = 0;
	sum_points(t);
}

/* --- two parts */

static struct text_span moved(struct text_span span, u64 by)
{
	span.offset += by;
	return span;
}

static struct text_span moved_line(struct text_span line, const struct text_stats *t)
{
	line.number += t->line.number - 1;
	return moved(line, t->bytes);
}

static struct text_span joined(const struct text_span *a, const struct text_span *b)
{
	return (struct text_span){
		.offset = a->bytes ? a->offset : b->offset,
		.bytes = a->bytes + b->bytes,
		.code_points = a->code_points + b->code_points,
		.number = a->number,
	};
}

static void join_lines(struct text_stats *t, const struct text_stats *next)
{
	struct text_span first = moved_line(next->line.number == 1 ? next->line :
					    next->first_line, t);
	struct text_span longest = moved_line(next->longest_line, t);
	struct text_span last = moved_line(next->line, t);

	t->line = joined(&t->line, &first);
	if (next->line.number == 1)
		return;
	text_stats_end_line(t);
	if (longest.bytes > t->longest_line.bytes)
		t->longest_line = longest;
	t->line = last;
}

/* The next part begins with a code point of another script than Inherited. */
static void join_runs(struct text_stats *t, const struct text_stats *next)
{
	bool is_one_run = !next->first_run.code_points;
	struct text_span first = moved(is_one_run ? next->run : next->first_run, t->bytes);

	if (t->run.code_points && t->run.number == first.number && first.offset == t->bytes)
		first = joined(&t->run, &first);
	else
		text_stats_end_run(t);
	t->run = first;
	if (is_one_run)
		return;
	text_stats_end_run(t);
	t->run = moved(next->longest_run, t->bytes);
	text_stats_end_run(t);
	t->run = moved(next->run, t->bytes);
}

void text_stats_join(struct text_stats *t, const struct text_stats *next)
{
	const u64 *more = (const u64 *)next;
	u64 *sum = (u64 *)t;

	if (!t->bytes)
		t->signature = next->signature;
	if (!next->bytes)
		return;
	join_lines(t, next);
	join_runs(t, next);
	for (size_t i = 0; i < offsetof(struct text_stats, line) / sizeof(*sum); i++)
		sum[i] += more[i];
}

/* --- the whole */

/* The first line counts also where it is empty. */
static struct text_span longest_line(const struct text_stats *t)
{
	struct text_span longest = t->first_line;

	if (t->longest_line.bytes > longest.bytes)
		longest = t->longest_line;
	/* The last line may have no end of line. */
	return t->line.bytes > longest.bytes ? t->line : longest;
}

void text_stats_end(struct text_stats *t)
{
	text_stats_cut(t);
	text_stats_end_run(t);
	t->longest_line = longest_line(t);
	if (t->first_run.code_points >= t->longest_run.code_points)
		t->longest_run = t->first_run;
}
