// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * NormalizationTest.txt through the stream: each line in every cut, byte by byte
 * and in random pieces, and all lines as one text.  Run in userspace/.
 */
#include <stdio.h>
#include "shared/flow.h"
#include "shared/forms.h"
#include "shared/lines.h"

/* Bytes of all columns of all lines, in any form. */
#define ALL_MAX (4 << 20)

struct text {
	u8 p[LINES_COLUMN_MAX * 4];
	size_t n;
};

static struct flow flow;

static void encode(const struct lines_column *c, struct text *t)
{
	t->n = forms_encode(c->at, c->n, t->p);
}

static void try(enum utf8check_form form, const struct text *in,
		const struct text *want, const struct flow_way *way)
{
	const struct utf8check_config config = { .form = form };
	const char *broken = flow_run(&flow, &config, in->p, in->n, way);

	if (!broken && (flow.made != want->n ||
			memcmp(flow.out, want->p, want->n)))
		broken = u8c_form_name(form);
	if (!broken && (flow.s.bytes_in != in->n || flow.s.errors ||
			flow.s.bytes_out != want->n))
		broken = "counts";
	assert_same(broken, in->p, in->n);
}

static void try_ways(enum utf8check_form form, const struct text *in,
		     const struct text *want)
{
	struct flow_way way = { .room = 64 };
	size_t at;

	try(form, in, want, &flow_whole);
	for (at = 0; at + 1 < in->n; at++) {
		way.cuts = 1ull << at;
		try(form, in, want, &way);
	}
	way.cuts = ~0ull;
	way.room = 9;
	try(form, in, want, &way);
	way.chance = random_below;
	way.room = 20;
	try(form, in, want, &way);
}

/* Is the text normalized?  Only if the file says that its form is the same text. */
static void ask(enum utf8check_form form, const struct text *in,
		const struct text *want)
{
	const struct utf8check_config config = {
		.form = form, .flags = UTF8CHECK_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED,
	};
	bool same = in->n == want->n && !memcmp(in->p, want->p, in->n);
	size_t offset = 0;

	while (offset < in->n && offset < want->n &&
	       in->p[offset] == want->p[offset])
		offset++;
	while (offset && offset < in->n && (in->p[offset] & 0xc0) == 0x80)
		offset--;
	assert_same(flow_run(&flow, &config, in->p, in->n, &flow_whole),
		    in->p, in->n);
	assert_int_equal(flow.s.errors, !same);
	if (!same)
		assert_int_equal(flow.s.first.offset, offset);
}

static bool same_as_earlier(const struct lines_line *line, unsigned int i)
{
	unsigned int k;

	for (k = 0; k < i; k++)
		if (line->c[k].n == line->c[i].n && (k < 3) == (i < 3) &&
		    !memcmp(line->c[k].at, line->c[i].at,
			    line->c[i].n * sizeof(line->c[i].at[0])))
			return true;
	return false;
}

static void try_line(const struct lines_line *line)
{
	unsigned int i, form;
	struct text in, want;

	for (i = 0; i < LINES_COLUMNS; i++) {
		if (same_as_earlier(line, i))
			continue;
		encode(&line->c[i], &in);
		for (form = UTF8CHECK_NFC; form <= UTF8CHECK_NFKD; form++) {
			encode(lines_form(line, form, i), &want);
			try_ways(form, &in, &want);
			ask(form, &in, &want);
		}
	}
}

static void every_line(void **unused)
{
	(void)unused;
	lines_each(try_line);
}

static u8 all_in[ALL_MAX], all_want[ALL_MAX], all_out[ALL_MAX];
static size_t in_length, want_length;
static enum utf8check_form all_form;

static void append(const struct lines_column *c, u8 *p, size_t *n)
{
	assert_true(*n + c->n * 4 + 1 < ALL_MAX);
	*n += forms_encode(c->at, c->n, p + *n);
	p[(*n)++] = '\n';
}

static void append_line(const struct lines_line *line)
{
	unsigned int i;

	for (i = 0; i < LINES_COLUMNS; i++) {
		append(&line->c[i], all_in, &in_length);
		append(lines_form(line, all_form, i), all_want, &want_length);
	}
}

/* In random pieces and into random rooms of at most @most bytes. */
static size_t through(u32 most)
{
	static struct u8c_verifier work;
	const struct utf8check_config config = { .form = all_form };
	size_t at = 0, length = 0, used, made, n, room;
	enum u8c_status status;
	struct u8c_stream s;

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	do {
		n = 1 + random_below(most);
		n = n < in_length - at ? n : in_length - at;
		room = 8 + random_below(most);
		room = room < ALL_MAX - length ? room : ALL_MAX - length;
		used = n;
		made = room;
		status = at < in_length ?
			 u8c_stream_push(&s, all_in + at, &used, all_out + length, &made) :
			 u8c_stream_finish(&s, all_out + length, &made);
		assert_true(status != U8C_REJECTED && made <= room);
		length += made;
		if (at == in_length && status == U8C_DONE)
			break;
		at += at < in_length ? used : 0;
	} while (true);
	assert_int_equal(s.bytes_in, in_length);
	return length;
}

static void all_lines(void **unused)
{
	static const u32 sizes[] = { 1, 30, 5000, ALL_MAX };
	unsigned int i;

	(void)unused;
	for (all_form = UTF8CHECK_NFC; all_form <= UTF8CHECK_NFKD; all_form++) {
		in_length = 0;
		want_length = 0;
		lines_each(append_line);
		for (i = 0; i < U8C_ARRAY_SIZE(sizes); i++) {
			assert_int_equal(through(sizes[i]), want_length);
			assert_memory_equal(all_out, all_want, want_length);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line),
		cmocka_unit_test(all_lines),
	};

	random_start();
	return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
