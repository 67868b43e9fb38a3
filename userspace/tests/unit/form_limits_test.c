// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms at their limits: the longest runs, the time that a text takes at
 * worst, no room, and text that changes meanwhile.  Run in userspace/.
 */
#include <time.h>
#include "shared/common.h"
#include "shared/forms.h"
#include "core/normalize/canonical.h"
#include "core/normalize/reader.h"

/* 'a', then nonstarters of random classes; some may compose with 'a'. */
static size_t make_run(u32 *p, size_t count)
{
	size_t i;

	p[0] = 'a';
	for (i = 1; i <= count; i++)
		do
			p[i] = 0x300 + random_below(0x70);
		while (!forms_class(p[i]) || p[i] == 0x344);
	return count + 1;
}

static enum u8c_made normalize(enum utf8check_form form, const u32 *p, size_t n,
			       struct utf8check_error *e)
{
	static u8 in[5000 * 4], out[5000 * 4];
	struct u8c_sink s = u8c_sink(out, sizeof(out));

	assert_true(n <= 5000);
	return u8c_normalize(u8c_impl_find(NULL), form,
			     u8c_text(in, forms_encode(p, n, in)), &s, e);
}

/* The code points that are ready are the next ones of @want.  Return: how many there were. */
static size_t take_ready(struct u8c_incremental *s, const u32 *want, size_t at)
{
	u64 cp;

	for (; u8c_incremental_next(s, &cp); at++)
		assert_int_equal(cp, want[at]);
	return at;
}

/* A run, by the calls for a whole text and as a stream has it. */
static void try_run(enum utf8check_form form, const u32 *p, size_t n)
{
	static u32 want[FORMS_TEXT * FORMS_MAX];
	const size_t m = forms_make(form, p, n, want);
	static struct u8c_incremental s;
	size_t i, at = 0;

	forms_try(form, p, n);
	u8c_incremental_init(&s, form, false);
	for (i = 0; i < n; i++) {
		assert_true(u8c_incremental_push(&s, p[i]));
		at = take_ready(&s, want, at);
	}
	u8c_incremental_finish(&s);
	assert_int_equal(take_ready(&s, want, at), m);
}

/* Return: how many code points were taken. */
static size_t push_all(enum utf8check_form form, bool safe, const u32 *p, size_t n)
{
	static struct u8c_incremental s, before;
	u64 cp;
	size_t i;

	u8c_incremental_init(&s, form, safe);
	for (i = 0; i < n; i++) {
		memcpy(&before, &s, sizeof(s));
		if (!u8c_incremental_push(&s, p[i])) {
			assert_int_equal(s.run, before.run);
			assert_int_equal(s.end - s.ready,
					 before.end - before.ready);
			return i;
		}
		while (u8c_incremental_next(&s, &cp))
			;
	}
	return n;
}

static void runs(void **unused)
{
	u32 p[1100];
	unsigned int form, count;
	struct utf8check_error e;
	size_t n;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		if (form == UTF8CHECK_FORM_NFKC_CASEFOLD)	/* which leaves out U+034F */
			continue;
		for (count = 1022; count <= 1024; count++) {
			n = make_run(p, count);
			try_run(form, p, n);
			/* The nonstarters of the run, without the starter before them. */
			try_run(form, p + 1, n - 1);
			/* The run, then other text. */
			p[n++] = 'b';
			p[n++] = 0x301;
			try_run(form, p, n);
		}
		n = make_run(p, 1025);
		assert_int_equal(push_all(form, false, p, n), 1025);
		assert_int_equal(push_all(form, true, p, n), n);
		assert_int_equal(normalize(form, p, n, &e),
				 U8C_MADE_COMBINING_RUN);
		assert_int_equal(e.offset, 1 + 1024 * 2);
		assert_int_equal(e.reason, UTF8CHECK_REASON_COMBINING_RUN);
		assert_int_equal(e.length, 2);
		assert_int_equal(e.value, p[1025]);
	}
}

/* Runs that a decomposition begins, ends or lengthens. */
static void runs_of_decompositions(void **unused)
{
	u32 p[1100];
	size_t n = make_run(p, 1024);
	struct utf8check_error e;

	p[0] = 0xe9;		/* ends in a nonstarter under NFD */
	assert_int_equal(push_all(UTF8CHECK_FORM_NFD, false, p, n), 1024);
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	assert_int_equal(normalize(UTF8CHECK_FORM_NFC, p, n, &e), U8C_MADE_COMBINING_RUN);
	assert_int_equal(e.offset, 2 + 1023 * 2);
	try_run(UTF8CHECK_FORM_NFD, p, n - 1);
	try_run(UTF8CHECK_FORM_NFC, p, n - 1);
	p[0] = 'a';
	p[1023] = 0x344;	/* two nonstarters */
	try_run(UTF8CHECK_FORM_NFC, p, 1024);
	p[1023] = 0x301;
	p[1024] = 0x344;
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	p[1024] = 0xf73;	/* two that have the class of a starter */
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	p[1024] = 0xff9e;	/* one, under NFKC only */
	try_run(UTF8CHECK_FORM_NFKC, p, n);
	try_run(UTF8CHECK_FORM_NFC, p, n);
	p[n] = 0xff9e;
	assert_int_equal(push_all(UTF8CHECK_FORM_NFKC, false, p, n + 1), n);
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n + 1), n + 1);
	assert_int_equal(normalize(UTF8CHECK_FORM_NFKC, p, n + 1, &e),
			 U8C_MADE_COMBINING_RUN);
	assert_int_equal(e.offset, 1 + 1023 * 2 + 3);
	assert_int_equal(e.length, 3);
}

/* A call that changes all that it gets pauses, whatever it is asked to do at once. */
static void ends_of_patience(void **unused)
{
	enum { SIZE = 16384, PATIENCE = 256, STEP_BYTES = 4, BLOCK_MAX = 4096 };
	const struct utf8check_config config = { .form = UTF8CHECK_FORM_NFD };
	static u8 in[SIZE], out[2 * SIZE];
	static struct u8c_verifier work;
	size_t used, made, done = 0, i;
	enum u8c_result status;
	struct u8c_stream s;

	for (i = 0; i < SIZE; i++)
		in[i] = "\xc3\xa9"[i % 2];
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work, NULL, 0);
	s.patience = PATIENCE;
	do {
		used = SIZE - done;
		made = sizeof(out);
		status = u8c_stream_push(&s, in + done, &used, out, &made);
		assert_true(used <= PATIENCE * STEP_BYTES + BLOCK_MAX);
		done += used;
	} while (status == U8C_PAUSED);
	assert_int_equal(status, U8C_DONE);
	assert_int_equal(done, SIZE);
}

/* ASCII that a form folds has no room; and nobody asks why a text is ill-formed. */
static void no_room(void **unused)
{
	u8 text[65], out[3] = "xx";
	struct u8c_sink to = u8c_sink(out, 2);

	memset(text, 'A', 64);
	text[64] = 0xff;
	assert_int_equal(u8c_normalize(u8c_impl_find(NULL), UTF8CHECK_FORM_NFKC_CASEFOLD,
				       u8c_text(text, 64), &to, NULL), U8C_MADE_FULL);
	assert_int_equal(to.made, 64);
	assert_string_equal((char *)out, "xx");
	assert_int_equal(u8c_normalize(u8c_impl_find(NULL), UTF8CHECK_FORM_NFC,
				       u8c_text(text, 65), &to, NULL), U8C_MADE_ILL_FORMED);
}

/* A text that has become all continuations cannot be cut, and its end is still its end. */
static void no_cut(void **unused)
{
	u8 text[2 * U8C_READER_TEXT], out[64];
	struct u8c_reader r;
	unsigned int i;

	memset(text, 0x80, sizeof(text));
	u8c_reader_init(&r, u8c_impl_find(NULL), UTF8CHECK_FORM_NFC,
			u8c_text(text, sizeof(text)));
	for (i = 0; u8c_reader_next(&r, out, sizeof(out)) == sizeof(out); i++)
		assert_true(i < sizeof(text));
	assert_true(r.p == text + sizeof(text));
}

/* After the end nothing comes. */
static void after_the_end(void **unused)
{
	struct u8c_reader r;
	u8 out[2];

	u8c_reader_init(&r, u8c_impl_find(NULL), UTF8CHECK_FORM_NFC,
			u8c_text((const u8 *)"a", 1));
	assert_int_equal(u8c_reader_next(&r, out, 1), 1);
	assert_false(u8c_reader_fill(&r));
	assert_int_equal(u8c_reader_next(&r, out, sizeof(out)), 0);
	assert_int_equal(u8c_reader_left(&r), 0);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

enum flood { RANDOM_MARKS, DESCENDING, IGNORABLES, STARTERS, FLOODS };

static void make_flood(enum flood kind, u32 *p, size_t n)
{
	static const u32 descending[] = { 0x345, 0x301, 0x316, 0x5b0, 0x334 };
	size_t i;

	for (i = 0; i < n; i++) {
		if (kind == RANDOM_MARKS && make_run(p + i, 1))
			p[i] = 0x300 + random_below(0x30);
		else if (kind == DESCENDING)
			p[i] = descending[i * 5 / n];
		else if (kind == IGNORABLES)
			p[i] = 0x200d;
		else if (kind == STARTERS)
			p[i] = i % 2 ? 0x9be : 0x9c7;
	}
}

/* The time of all calls with a text of @n code points. */
static double time_flood(enum utf8check_form form, const u8 *p, size_t n, u8 *out,
			 size_t room)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct u8c_recompose r;
	double start = seconds();
	struct u8c_sink s = u8c_sink(out, room);
	size_t offset;
	int order;
	u64 hash;

	u8c_normalize(impl, form, u8c_text(p, n), &s, NULL);
	u8c_is_normalized(impl, form, u8c_text(p, n), &offset, NULL);
	u8c_hash_form(impl, form, u8c_text(p, n), 0, &hash);
	u8c_compare_form(impl, form, u8c_text(p, n - 2), u8c_text(p, n), &order);
	u8c_recompose_init(&r, form, p, n);
	while (u8c_recompose_next(&r) != U8C_END)
		;
	u8c_match_form(impl, form, u8c_text(p, n), u8c_text(out, s.made < room ? s.made : room));
	return seconds() - start;
}

/* A text four times as long takes about four times as long, not sixteen times. */
static void floods(void **unused)
{
	static u32 p[80000 + 1];
	static u8 in[80000 * 4], out[80000 * 12];
	unsigned int kind, form;
	double little, much;
	size_t n;

	for (kind = 0; kind < FLOODS; kind++)
		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
			make_flood(kind, p, 20000);
			n = forms_encode(p, 20000, in);
			little = time_flood(form, in, n, out, sizeof(out));
			make_flood(kind, p, 80000);
			n = forms_encode(p, 80000, in);
			much = time_flood(form, in, n, out, sizeof(out));
			if (much > 0.05 && much > 10 * little)
				fail_msg("flood %u under %s: %g s, then %g s",
					 kind, u8c_form_name(form), little,
					 much);
		}
}

/* The marks that were counted are fewer when they are read again: the text has changed. */
static void marks_vanish(void **unused)
{
	u8 in[] = "a\xcc\x96\xcc\x97";
	struct u8c_recompose r;

	u8c_recompose_init(&r, UTF8CHECK_FORM_NFC, in, sizeof(in) - 1);
	assert_int_equal(u8c_recompose_next(&r), 'a');
	memcpy(in + 1, "\xf0\x90\x80\x80", 4);
	assert_int_equal(u8c_recompose_next(&r), 0x10000);
	assert_int_equal(u8c_recompose_next(&r), U8C_END);
	assert_int_equal(u8c_recompose_next(&r), U8C_END);
}

/* A long run that is longer when it is read again ends where it ended. */
static void run_grows(void **unused)
{
	enum { MARKS = 2 * U8C_REORDER_RUN };
	u8 in[1 + 2 * MARKS + 2];
	struct u8c_reorder r;
	unsigned int i;

	in[0] = 'a';
	for (i = 0; i < MARKS; i++)
		memcpy(in + 1 + 2 * i, i % 2 ? "\xcc\x96" : "\xcc\x81", 2);
	memcpy(in + 1 + 2 * MARKS, "bc", 2);
	u8c_reorder_init(&r, UTF8CHECK_FORM_NFD, in, sizeof(in));
	assert_int_equal(u8c_reorder_next(&r), 'a');
	assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, 0x316);
	memcpy(in + 1 + 2 * MARKS, "\xcc\x81", 2);
	for (i = 1; i < MARKS; i++)
		assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, i < MARKS / 2 ? 0x316 : 0x301);
	/* The mark that is there now comes after the run. */
	assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, 0x301);
	assert_int_equal(u8c_reorder_next(&r), U8C_END);
}

/* No form has a mapping where there is none. */
static void no_form(void **unused)
{
	struct u8c_mapping m;

	assert_false(u8c_find_mapping(UTF8CHECK_FORM_NONE, 0xe9, &m));
}

static int form_limits_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs),
		cmocka_unit_test(runs_of_decompositions),
		cmocka_unit_test(floods),
		cmocka_unit_test(marks_vanish),
		cmocka_unit_test(run_grows),
		cmocka_unit_test(no_form),
		cmocka_unit_test(ends_of_patience),
		cmocka_unit_test(no_room),
		cmocka_unit_test(no_cut),
		cmocka_unit_test(after_the_end),
	};

	return cmocka_run_group_tests_name("form limits", tests, forms_setup, NULL);
}

UNIT_GROUP("form_limits", form_limits_tests);
