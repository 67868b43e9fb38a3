// SPDX-License-Identifier: GPL-2.0-only
/*
 * NormalizationTest.txt: every line as a whole text, all lines as one through the stream, and
 * every code point that part 1 does not list.
 */
#include "sample.h"
#include "support.h"
#include "ways.h"

/* Bytes of all columns of all lines, in any form. */
#define ALL_MAX (2 << 20)
#define LAST 0x10ffff

#define COLUMNS 5
/* Bytes of a column at most: U+FDFA in NFKD is the longest. */
#define COLUMN_MAX 128

U8C_EMBED(lines_begin, lines_end, U8C_LINES_FILE);

/**
 * struct line - a line: source, NFC, NFD, NFKC and NFKD, as UTF-8
 *
 * @next: the text of the file after it.
 * @part: the part of the file.
 * @first: the first code point of the source.
 * @p: the columns.
 * @n: bytes of each.
 */
struct line {
	const u8 *next;
	unsigned int part;
	u32 first;
	u8 p[COLUMNS][COLUMN_MAX];
	size_t n[COLUMNS];
};

/* Sets @line to before the first line of the file. */
static void start_lines(struct line *line)
{
	line->next = lines_begin;
	line->part = 0;
}

static const u8 *after_line(const u8 *p)
{
	while (p < lines_end && *p != '\n')
		p++;
	return p < lines_end ? p + 1 : p;
}

/* Hexadecimal numbers up to a semicolon.  Return: what follows, or NULL. */
static const u8 *parse(struct line *line, unsigned int column, const u8 *p)
{
	size_t n = 0;
	u32 cp;

	while (*p != ';') {
		for (cp = 0; isxdigit(*p); p++)
			cp = cp * 16 + (isdigit(*p) ? *p - '0' :
					toupper(*p) - 'A' + 10);
		if ((*p != ' ' && *p != ';') || n + 4 > COLUMN_MAX)
			return NULL;
		if (!column && !n)
			line->first = cp;
		n += u8c_encode(&u8c_rfc3629, cp, line->p[column] + n);
		p += *p == ' ';
	}
	line->n[column] = n;
	return p + 1;
}

/* Reads the next line.  Return: false after the last line, or if the text is no line. */
static bool read_line(struct line *line)
{
	const u8 *p = line->next;
	unsigned int i;

	for (; p < lines_end && !isxdigit(*p); p = after_line(p))
		line->part += *p == '@';
	line->next = after_line(p);
	for (i = 0; i < COLUMNS && p && p < lines_end; i++)
		p = parse(line, i, p);
	return p && i == COLUMNS;
}

/* Which column must be the form of another: the clause in the head of the file. */
static unsigned int form_column(enum utf8check_form form, unsigned int column)
{
	switch (form) {
	case UTF8CHECK_FORM_NFC:
		return column < 3 ? 1 : 3;
	case UTF8CHECK_FORM_NFD:
		return column < 3 ? 2 : 4;
	case UTF8CHECK_FORM_NFKC:
		return 3;
	default:
		return 4;
	}
}

/* Does an earlier column with the same text make the same test? */
static bool repeats(const struct line *line, unsigned int column)
{
	for (unsigned int i = 0; i < column; i++)
		if ((i < 3) == (column < 3) && line->n[i] == line->n[column] &&
		    !memcmp(line->p[i], line->p[column], line->n[i]))
			return true;
	return false;
}

/**
 * struct trial - the lines of the file under test
 *
 * @test: fails where one is wrong.
 * @line: the line.
 * @ways: makes the calls for a whole text.
 * @lines: how many lines were read.
 */
struct trial {
	struct kunit *test;
	struct line line;
	struct u8c_ways *ways;
	unsigned int lines;
};

static const struct u8c_impl *impl;

static struct trial *trial_new(struct kunit *test)
{
	struct trial *t = u8c_room(test, sizeof(*t));

	t->test = test;
	t->ways = u8c_ways_new(test, COLUMN_MAX);
	start_lines(&t->line);
	impl = u8c_impl_find(NULL);
	return t;
}

static bool next_line(struct trial *t)
{
	if (!read_line(&t->line))
		return false;
	if (!(++t->lines % 64))
		cond_resched();
	return true;
}

/* Each column of a line, in each form; of all lines, or of one in u8c_share(). */
static void lines_whole(struct kunit *test)
{
	struct trial *t = trial_new(test);
	const struct line *line = &t->line;
	enum utf8check_form form;
	unsigned int i, want;

	while (next_line(t)) {
		for (i = 0; i < COLUMNS; i++) {
			if (t->lines % u8c_share() || repeats(line, i))
				continue;
			for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFKD; form++) {
				want = form_column(form, i);
				u8c_ways_try(t->ways, impl, form, u8c_text(line->p[i], line->n[i]),
					     u8c_text(line->p[want], line->n[want]));
			}
		}
	}
	kunit_info(test, "%u lines\n", t->lines);
	KUNIT_EXPECT_GT(test, t->lines, 20000);
}

struct all {
	u8 *in, *want, *out;
	size_t in_n, want_n;
	struct u8c_verifier work;
};

/* Puts all in random pieces, into random rooms of at most @most bytes.  Return: bytes made. */
static size_t put_all(struct kunit *test, struct all *a, enum utf8check_form form, u32 most)
{
	const struct utf8check_config config = { .form = form };
	struct u8c_chance c = { .state = most };
	size_t at = 0, length = 0, used, made;
	enum u8c_result status;
	struct u8c_stream s;

	u8c_stream_init(&s, impl, &config);
	u8c_stream_lend(&s, &a->work, NULL, 0);
	do {
		used = min_t(size_t, 1 + u8c_chance_below(&c, most), a->in_n - at);
		made = min_t(size_t, 8 + u8c_chance_below(&c, most), ALL_MAX - length);
		if (at < a->in_n) {
			status = u8c_stream_push(&s, a->in + at, &used, a->out + length, &made);
			KUNIT_ASSERT_TRUE(test, status != U8C_REJECTED);
			at += used;
			status = U8C_FULL;	/* finish is to come */
		} else {
			status = u8c_stream_finish(&s, a->out + length, &made);
		}
		length += made;
		KUNIT_ASSERT_LE(test, length, ALL_MAX);
		cond_resched();
	} while (status == U8C_FULL);
	KUNIT_ASSERT_EQ(test, s.bytes_in, a->in_n);
	return length;
}

static void append(const struct line *line, unsigned int column, u8 *p, size_t *n)
{
	memcpy(p + *n, line->p[column], line->n[column]);
	*n += line->n[column];
	p[(*n)++] = '\n';
}

/* All lines as one text.  Byte by byte takes long, where there is little time. */
static void all_lines(struct kunit *test)
{
	static const u32 sizes[] = { 1, 30, 5000, ALL_MAX };
	struct trial *t = trial_new(test);
	struct all *a = u8c_room(test, sizeof(*a));
	enum utf8check_form form;

	a->in = u8c_guarded(test, ALL_MAX) - ALL_MAX;
	a->want = u8c_guarded(test, ALL_MAX) - ALL_MAX;
	a->out = u8c_guarded(test, ALL_MAX) - ALL_MAX;
	for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFKD; form++) {
		a->in_n = 0;
		a->want_n = 0;
		start_lines(&t->line);
		while (next_line(t)) {
			for (unsigned int i = 0; i < COLUMNS; i++) {
				append(&t->line, i, a->in, &a->in_n);
				append(&t->line, form_column(form, i), a->want, &a->want_n);
			}
			KUNIT_ASSERT_LE(test, max(a->in_n, a->want_n) + 5 * COLUMN_MAX, ALL_MAX);
		}
		for (unsigned int i = u8c_share() > 1; i < ARRAY_SIZE(sizes); i++) {
			KUNIT_ASSERT_EQ(test, put_all(test, a, form, sizes[i]), a->want_n);
			KUNIT_ASSERT_TRUE(test, !memcmp(a->out, a->want, a->want_n));
		}
	}
}

/* How many lines, each of one code point, are one text. */
#define BATCH 4000

static void try_batch(struct kunit *test, const u8 *p, size_t n, u8 *out)
{
	enum utf8check_form form;
	struct u8c_sink s = u8c_sink(out, n);

	for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFKD; form++)
		U8C_ASSERT(test, u8c_normalize(impl, form, u8c_text(p, n), &s,
					       NULL) == U8C_MADE && s.made == n &&
			   !memcmp(out, p, n), u8c_form_name(form), p, n);
	cond_resched();
}

static void lines_all_others(struct kunit *test)
{
	struct trial *t = trial_new(test);
	u8 *listed = u8c_room(test, (LAST + 1) / 8);
	u8 *in = u8c_room(test, BATCH * 5), *out = u8c_room(test, BATCH * 5);
	unsigned int count = 0;
	size_t n = 0;

	while (next_line(t))
		if (t->line.part == 2)	/* @Part1 is the second one */
			listed[t->line.first / 8] |= 1 << t->line.first % 8;
	for (u32 cp = 0; cp <= LAST; cp++) {
		if (listed[cp / 8] >> cp % 8 & 1 || (cp >= 0xd800 && cp < 0xe000))
			continue;
		n += u8c_encode(&u8c_rfc3629, cp, in + n);
		in[n++] = '\n';
		if (++count % BATCH)
			continue;
		try_batch(test, in, n, out);
		n = 0;
	}
	try_batch(test, in, n, out);
	kunit_info(test, "%u code points\n", count);
	KUNIT_EXPECT_GT(test, count, 1000000);
	KUNIT_EXPECT_LT(test, count, 1112064 - 10000);
}

static struct kunit_case lines_cases[] = {
	KUNIT_CASE_SLOW(lines_whole),
	KUNIT_CASE_SLOW(all_lines),
	KUNIT_CASE(lines_all_others),
	{}
};

struct kunit_suite u8c_lines_suite = {
	.name = "utf8check_lines",
	.test_cases = lines_cases,
};
