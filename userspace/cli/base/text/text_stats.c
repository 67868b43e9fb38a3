// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a text consists of: the text is read once and counted.
 *
 * Well-formed text is counted in blocks; the few bytes before and after these, and
 * ill-formed ones, are counted one by one.  For each code point there is a count; the
 * sums by property are made at the end.
 */
#include <string.h>
#include "base/text/text_stats.h"

/* Bytes that are counted one by one where a block cannot be. */
#define STEP 64
/* Bytes after an error that are decoded one by one, as more errors are likely. */
#define AFTER_ERROR 16u

/* A page is opened when a text has one of its code points: few scripts are looked up. */
unsigned int point_counts_open(struct point_counts *c, u32 cp)
{
	const u32 first = cp / POINT_PAGE * POINT_PAGE;
	u8 *script = &c->script[first];
	unsigned int i;

	c->pages[c->used++] = cp / POINT_PAGE;
	script_fill(script, first, POINT_PAGE);
	for (i = 0; i < POINT_PAGE; i++)
		script[i]++;
	return c->script[cp];
}

/* A CR without an LF after it is an end of line. */
static void end_cr(struct text_stats *t)
{
	if (t->after_cr) {
		t->after_cr = false;
		t->cr++;
		text_stats_end_line(t);
	}
}

static void add_to_line(struct text_stats *t, u64 bytes, u64 points)
{
	end_cr(t);
	text_stats_add_to_line(t, t->bytes, bytes, points);
}

static void count_lf(struct text_stats *t)
{
	if (t->after_cr)
		t->crlf++;
	else
		t->lf++;
	t->after_cr = false;
	text_stats_end_line(t);
}

static void add_to_run(struct text_stats *t, unsigned int script,
		       unsigned int length)
{
	if (t->run.code_points && script != t->run.number &&
	    script != t->inherited)
		text_stats_end_run(t);
	if (!t->run.code_points)
		t->run = (struct text_span){
			.offset = t->bytes,
			.number = script,
		};
	t->run.code_points++;
	t->run.bytes += length;
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
	u32 *count = &t->points.count[first], cp;
	unsigned int i;

	for (i = 0; i < POINT_PAGE; i++) {
		if (!count[i])
			continue;
		cp = first + i;
		add_script(t, t->points.script[cp] - 1, cp, count[i]);
		add_classes(t, cp, count[i]);
		count[i] = 0;
	}
}

/* Add up the properties of the code points that were counted so far. */
static void sum_points(struct text_stats *t)
{
	unsigned int i;

	for (i = 0; i < t->points.used; i++)
		sum_page(t, t->points.pages[i] * POINT_PAGE);
	add_script(t, t->latin, 'a', t->ascii_letters);
	add_script(t, t->common, ' ', t->ascii_others);
	t->ascii_letters = 0;
	t->ascii_others = 0;
	t->unsummed = 0;
}

/* --- sequences, one by one */

static void count_code_point(struct text_stats *t, u32 cp, unsigned int length)
{
	if (cp == '\n') {
		count_lf(t);
	} else if (cp == '\r') {
		end_cr(t);
		t->after_cr = true;
	} else {
		add_to_line(t, length, 1);
	}
	add_to_run(t, point_counts_add(&t->points, cp), length);
	t->bytes += length;
}

static void count_ill_formed(struct text_stats *t, unsigned int length)
{
	t->errors++;
	t->error_bytes += length;
	add_to_line(t, length, 0);
	text_stats_end_run(t);
	t->bytes += length;
}

/* Count the sequence at @p.  Return: its bytes; 0 when it is undecided. */
static unsigned int count_sequence(struct text_stats *t, const u8 *p, size_t n, bool final)
{
	struct utf8check_error e;
	u64 cp = *p;
	int length = *p < 0x80 ? 1 : utf8check_decode(NULL, p, n, final, &cp, &e);

	if (length < 0)
		return 0;
	if (length) {
		count_code_point(t, cp, length);
		return length;
	}
	count_ill_formed(t, e.length);
	return e.length;
}

/*
 * What is undecided at the end is carried over; then bytes are added to it one by one until it is
 * decided.  No bytes: the text ends.
 */
static void count_sequences(struct text_stats *t, const u8 *p, size_t n)
{
	const bool final = !n;
	size_t done;

	while (t->carried) {
		done = count_sequence(t, t->carry, t->carried, final);
		t->carried -= done;
		memmove(t->carry, t->carry + done, t->carried);
		if (!done && !n)
			return;
		if (!done) {
			t->carry[t->carried++] = *p++;
			n--;
		}
	}
	for (; n && (done = count_sequence(t, p, n, false)); p += done)
		n -= done;
	memcpy(t->carry, p, n);
	t->carried = n;
}

/* Pages that stay open for the next text: more take longer to go through than to open again. */
#define PAGES_KEPT 64

static void close_pages(struct point_counts *c)
{
	while (c->used)
		memset(&c->script[c->pages[--c->used] * POINT_PAGE], 0, POINT_PAGE);
}

void text_stats_start(struct text_stats *t)
{
	/* The text before was not read to its end: its counts go to members that are cleared. */
	if (t->unsummed)
		sum_points(t);
	if (t->points.used > PAGES_KEPT)
		close_pages(&t->points);
	memset(t, 0, offsetof(struct text_stats, points));
	t->line.number = 1;
	t->inherited = script_of(0x300);
	t->latin = script_of('a');
	t->common = script_of(' ');
}

void text_stats_find_signature(struct text_stats *t, const u8 *p, size_t n)
{
	t->signature = (struct utf8check_signature){
		.size = sizeof(t->signature),
		.buf = (uintptr_t)p,
		.len = n,
	};
	utf8check_signature(NULL, &t->signature);
}

/* Count a block at @p, of which @n bytes are well-formed.  Return: its bytes, or 0. */
static size_t try_block(struct text_stats *t, const u8 *p, size_t n)
{
	if (n < TEXT_BLOCK_NEEDS || t->carried || t->after_cr || !t->run.code_points)
		return 0;
	return text_block_count(t, p);
}

static void stats_count_text(struct text_stats *t, const u8 *p, size_t n)
{
	size_t valid = 0, done;

	for (; n; p += done, n -= done) {
		if (!valid && !t->carried)
			valid = utf8check_valid_up_to(p, n);
		done = try_block(t, p, valid);
		if (!done) {
			done = valid ? valid : n < AFTER_ERROR ? n : AFTER_ERROR;
			done = done < STEP ? done : STEP;
			count_sequences(t, p, done);
		}
		valid -= done < valid ? done : valid;
	}
}

void text_stats_push(struct text_stats *t, const u8 *p, size_t n)
{
	stats_count_text(t, p, n);
	/* Code points are counted in 32 bits. */
	t->unsummed += n;
	if (t->unsummed >> 30)
		sum_points(t);
}

void text_stats_cut(struct text_stats *t)
{
	count_sequences(t, (const u8 *)"", 0);
	sum_points(t);
	end_cr(t);
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
	bool one = !next->first_run.code_points;
	struct text_span first = moved(one ? next->run : next->first_run, t->bytes);

	if (t->run.code_points && t->run.number == first.number)
		first = joined(&t->run, &first);
	else
		text_stats_end_run(t);
	t->run = first;
	if (one)
		return;
	text_stats_end_run(t);
	t->run = moved(next->longest_run, t->bytes);
	text_stats_end_run(t);
	t->run = moved(next->run, t->bytes);
}

void script_stats_add(struct script_stats *to, const struct script_stats *more)
{
	to->code_points += more->code_points;
	to->utf8 += more->utf8;
	to->utf16 += more->utf16;
}

void text_stats_join(struct text_stats *t, const struct text_stats *next)
{
	unsigned int i;

	if (!next->bytes)
		return;
	join_lines(t, next);
	join_runs(t, next);
	for (i = 0; i < SCRIPTS_MAX; i++)
		script_stats_add(&t->scripts[i], &next->scripts[i]);
	t->bytes += next->bytes;
	t->code_points += next->code_points;
	t->errors += next->errors;
	t->error_bytes += next->error_bytes;
	t->lf += next->lf;
	t->crlf += next->crlf;
	t->cr += next->cr;
	for (i = 0; i < ARRAY_SIZE(t->by_length); i++)
		t->by_length[i] += next->by_length[i];
	for (i = 0; i < ARRAY_SIZE(t->by_class); i++)
		t->by_class[i] += next->by_class[i];
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
