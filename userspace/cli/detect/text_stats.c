// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a text consists of: the text is read once and counted.
 */
#include <string.h>
#include "detect/text_stats.h"

static void end_line(struct text_stats *t)
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
		end_line(t);
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
	end_line(t);
}

static void end_run(struct text_stats *t)
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
		end_run(t);
	if (!t->run.code_points)
		t->run = (struct text_span){
			.offset = t->bytes,
			.number = script,
		};
	t->run.code_points++;
	t->run.bytes += length;
}

static void count_point(struct text_stats *t, unsigned int script,
			unsigned int length)
{
	struct script_stats *s = &t->scripts[script];

	add_to_run(t, script, length);
	s->code_points++;
	s->utf8 += length;
	s->utf16 += length == 4 ? 4 : 2;
	t->code_points++;
	t->by_length[length - 1]++;
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
			t->by_class[UTF8CHECK_CONTROL] += *p == 0x7f ||
						    (*p < 0x20 && *p != '\t');
		}
		count_point(t, t->ascii_scripts[*p], 1);
	}
}

static void see_point(void *context, u32 cp, unsigned int length)
{
	struct text_stats *t = context;
	u64 classes = u8c_properties(cp);

	for (; classes; classes &= classes - 1)
		t->by_class[__builtin_ctzll(classes)]++;
	add_to_line(t, length, 1);
	count_point(t, script_of(cp), length);
}

static void see_bad(void *context, const struct utf8check_error *e)
{
	struct text_stats *t = context;

	t->errors++;
	t->error_bytes += e->length;
	add_to_line(t, e->length, 0);
	end_run(t);
	t->bytes += e->length;
}

void text_stats_start(struct text_stats *t)
{
	unsigned int i;

	memset(t, 0, sizeof(*t));
	t->iter.ascii = see_ascii;
	t->iter.point = see_point;
	t->iter.bad = see_bad;
	t->iter.context = t;
	t->line.number = 1;
	t->inherited = script_of(0x300);
	for (i = 0; i < 128; i++)
		t->ascii_scripts[i] = script_of(i);
}

void text_stats_push(struct text_stats *t, const u8 *p, size_t n)
{
	utf8_iter_push(&t->iter, p, n, !n);
	if (n)
		return;
	settle_cr(t);
	end_run(t);
	/* The last line may have no end of line. */
	if (t->line.bytes > t->longest_line.bytes)
		t->longest_line = t->line;
}
