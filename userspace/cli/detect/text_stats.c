// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a text consists of: the text is read once and counted.
 *
 * Well-formed text is counted in blocks; the few bytes before and after these, and
 * ill-formed ones, one code point after the other.  Code points are counted each by
 * itself; what they add up to is found at the end.
 */
#include <string.h>
#include "detect/text_block.h"

/* So many bytes are counted one by one where a block cannot be. */
#define STEP 64

void text_stats_end_line(struct text_stats *t)
{
	if (t->line.bytes > t->longest_line.bytes || !t->longest_line.number)
		t->longest_line = t->line;
	t->line = (struct text_span){ .number = t->line.number + 1 };
}

/* A CR without an LF after it is an end of line. */
static void settle_cr(struct text_stats *t)
{
	if (t->after_cr) {
		t->after_cr = false;
		t->cr++;
		text_stats_end_line(t);
	}
}

static void add_to_line(struct text_stats *t, u64 bytes, u64 points)
{
	settle_cr(t);
	if (!t->line.bytes)
		t->line.offset = t->bytes;
	t->line.bytes += bytes;
	t->line.code_points += points;
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

void text_stats_end_run(struct text_stats *t)
{
	if (t->run.code_points > t->longest_run.code_points)
		t->longest_run = t->run;
	t->run.code_points = 0;
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
	u64 classes = u8c_properties(cp);

	if (cp == '\t' || cp == '\n' || cp == '\r')
		return;
	for (; classes; classes &= classes - 1)
		t->by_class[__builtin_ctzll(classes)] += n;
}

/* Add up what the code points are that were counted so far. */
static void settle_points(struct text_stats *t)
{
	const struct point_counts *c = &t->points;
	unsigned int i;
	u32 cp;

	for (i = POINT_PAGE; i < (c->used + 1) * POINT_PAGE; i++) {
		if (!c->count[i])
			continue;
		cp = c->first[i / POINT_PAGE] + i % POINT_PAGE;
		add_script(t, c->script[i], cp, c->count[i]);
		add_classes(t, cp, c->count[i]);
	}
	point_counts_start(&t->points);
	add_script(t, t->latin, 'a', t->ascii_letters);
	add_script(t, t->common, ' ', t->ascii_others);
	t->ascii_letters = 0;
	t->ascii_others = 0;
	t->unsettled = 0;
}

static void count_point(struct text_stats *t, u32 cp, unsigned int length)
{
	add_to_run(t, point_counts_add(&t->points, cp), length);
	t->bytes += length;
}

static void see_ascii(void *context, const u8 *p, size_t n)
{
	struct text_stats *t = context;

	for (; n; n--, p++) {
		if (*p == '\n') {
			count_lf(t);
		} else if (*p == '\r') {
			settle_cr(t);
			t->after_cr = true;
		} else {
			add_to_line(t, 1, 1);
		}
		count_point(t, *p, 1);
	}
}

static void see_point(void *context, u32 cp, unsigned int length)
{
	struct text_stats *t = context;

	add_to_line(t, length, 1);
	count_point(t, cp, length);
}

static void see_bad(void *context, const struct utf8check_error *e)
{
	struct text_stats *t = context;

	t->errors++;
	t->error_bytes += e->length;
	add_to_line(t, e->length, 0);
	text_stats_end_run(t);
	t->bytes += e->length;
}

void text_stats_start(struct text_stats *t)
{
	memset(t, 0, sizeof(*t));
	t->iter.ascii = see_ascii;
	t->iter.point = see_point;
	t->iter.bad = see_bad;
	t->iter.context = t;
	t->line.number = 1;
	t->inherited = script_of(0x300);
	t->latin = script_of('a');
	t->common = script_of(' ');
}

/* Count a block at @p, of which @n bytes are well-formed.  Return: its bytes, or 0. */
static size_t try_block(struct text_stats *t, const u8 *p, size_t n)
{
	size_t done;

	if (n < TEXT_BLOCK_NEEDS || t->iter.carried || t->after_cr ||
	    !t->run.code_points)
		return 0;
	done = text_block_count(t, p);
	t->iter.offset += done;
	return done;
}

static void count(struct text_stats *t, const u8 *p, size_t n)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	size_t valid = 0, done;

	for (; n; p += done, n -= done) {
		if (!point_counts_have_room(&t->points, TEXT_BLOCK_NEEDS))
			settle_points(t);
		if (!valid && !t->iter.carried)
			valid = impl->valid_up_to(p, n, impl);
		done = try_block(t, p, valid);
		if (!done) {
			done = t->iter.carried || !valid ? 1 :
			       valid < STEP ? valid : STEP;
			utf8_iter_push(&t->iter, p, done, false);
		}
		valid -= done < valid ? done : valid;
	}
}

void text_stats_push(struct text_stats *t, const u8 *p, size_t n)
{
	count(t, p, n);
	/* Code points are counted in 32 bits. */
	t->unsettled += n;
	if (t->unsettled >> 30)
		settle_points(t);
	if (n)
		return;
	utf8_iter_push(&t->iter, p, 0, true);
	settle_points(t);
	settle_cr(t);
	text_stats_end_run(t);
	/* The last line may have no end of line. */
	if (t->line.bytes > t->longest_line.bytes)
		t->longest_line = t->line;
}
