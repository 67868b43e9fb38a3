// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All errors of a text in one stream, with room for few records at a time.
 *
 * The oracle is a stream that rejects: it finds the first error; a new stream begins
 * after that error, with the position that is reached.  The text after an error
 * does not depend on the text before it, so this finds all errors.  After a difference
 * from a form the rest of its run is left out.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/sample_coding.h"
#include "core/normalize/data.h"
#include "shared/forms.h"

#define TEXT_MAX 512
#define LONG_MAX (8 * U8C_VERIFIER_MAX)
#define ERRORS_MAX (LONG_MAX + 1)

struct found {
	struct utf8check_error errors[ERRORS_MAX];
	size_t count;
	u64 code_points;
	u64 by_length[U8C_SEQUENCE_MAX];
	u64 bytes;
	struct u8c_position end;
};

static struct found want, got;
static struct u8c_verifier work;

static void begin(struct u8c_stream *s, const struct utf8check_config *config)
{
	u8c_stream_init(s, random_impl(), config);
	if (u8c_config_needs_work(config))
		u8c_stream_lend(s, &work);
}

static void add_counts(struct found *f, const struct u8c_stream *s)
{
	size_t i;

	f->code_points += s->code_points;
	for (i = 0; i < U8C_SEQUENCE_MAX; i++)
		f->by_length[i] += s->by_length[i];
}

/* A place in a text that begins at @base. */
static struct u8c_position place(u64 line, u64 column, const struct u8c_position *base)
{
	return (struct u8c_position){
		.line = base->line + line - 1,
		.column = line == 1 ? base->column + column - 1 : column,
	};
}

/* Passes code points up to the next place where the text may be cut for its form. */
static size_t pass_run(const struct utf8check_config *config, const u8 *p, size_t n)
{
	struct u8c_coding source = { .profile = config->profile, .encoding = config->from };
	struct utf8check_error ignored;
	size_t at = 0;
	int length;
	u64 cp;

	for (; at < n; at += length) {
		length = u8c_decode(&source, u8c_text(p + at, n - at), true, &cp, &ignored);
		if (length <= 0 || u8c_forbidden(cp, config->forbid) ||
		    u8c_has_boundary_before(config->form, cp))
			break;
		want.code_points++;
		want.by_length[length - 1]++;
		want.end.column++;
	}
	return at;
}

static void by_many_streams(struct utf8check_config config, const u8 *p, size_t n)
{
	struct utf8check_error e;
	struct u8c_stream s;
	enum u8c_result status;
	size_t used, at = 0;

	want = (struct found){ .end = { 1, 1 } };
	config.action = UTF8CHECK_ACTION_REJECT;
	for (;;) {
		begin(&s, &config);
		used = n - at;
		status = u8c_stream_push(&s, p + at, &used, NULL, NULL);
		if (status == U8C_DONE)
			status = u8c_stream_finish(&s, NULL, NULL);
		add_counts(&want, &s);
		if (status == U8C_DONE)
			break;
		assert_int_equal(status, U8C_REJECTED);
		e = s.first;
		want.end = place(e.line, e.column, &want.end);
		e.line = want.end.line;
		e.column = want.end.column;
		want.end.column += e.length ? 1 : 0;
		e.offset += at;
		at = e.offset + e.length;
		want.errors[want.count++] = e;
		config.from = s.source.encoding;
		config.bom = UTF8CHECK_BOM_KEEP;
		if (e.reason == UTF8CHECK_REASON_NOT_NORMALIZED)
			at += pass_run(&config, p + at, n - at);
	}
	want.end = place(s.position.line, s.position.column, &want.end);
	want.bytes = at + s.bytes_in;
}

static void take(struct u8c_stream *s)
{
	memcpy(got.errors + got.count, s->list, s->listed * sizeof(*s->list));
	got.count += s->listed;
	u8c_stream_forget(s, s->listed);
}

/* In pieces, with room for @room records, and sometimes with little patience. */
static void by_one_stream(struct utf8check_config config, const u8 *p, size_t n,
			  u32 room)
{
	struct utf8check_error *list = malloc(room * sizeof(*list));
	struct u8c_stream s;
	enum u8c_result status = U8C_DONE;
	size_t used, at = 0, part;

	got = (struct found){ 0 };
	config.action = UTF8CHECK_ACTION_PASS;
	config.records = room;
	assert_true(u8c_config_makes_sense(&config));
	begin(&s, &config);
	u8c_stream_lend_list(&s, list, room);
	while (at < n) {
		part = 1 + random_below(random_below(3) ? 9 : n - at);
		part = part < n - at ? part : n - at;
		s.patience = random_below(4);
		used = part;
		status = u8c_stream_push(&s, p + at, &used, NULL, NULL);
		assert_true(used <= part);
		assert_true(status == U8C_DONE ? used == part :
			    status == U8C_LISTED || status == U8C_PAUSED);
		if (status == U8C_LISTED)
			assert_int_equal(s.listed, room);
		at += used;
		if (status == U8C_LISTED || !random_below(20))
			take(&s);
	}
	while ((status = u8c_stream_finish(&s, NULL, NULL)) != U8C_DONE) {
		assert_true(status == U8C_LISTED || status == U8C_PAUSED);
		if (status == U8C_LISTED)
			assert_int_equal(s.listed, room);
		take(&s);
	}
	take(&s);
	add_counts(&got, &s);
	got.bytes = s.bytes_in;
	got.end = s.position;
	assert_int_equal(s.errors, got.count);
	assert_memory_equal(&s.first, got.count ? got.errors : &(struct utf8check_error){ 0 },
			    sizeof(s.first));
	free(list);
}

/* Without a list, where nobody wants more of errors than their number. */
static void by_counting(struct utf8check_config config, const u8 *p, size_t n)
{
	struct u8c_stream s;
	size_t used = n;

	config.action = UTF8CHECK_ACTION_PASS;
	begin(&s, &config);
	assert_int_equal(u8c_stream_push(&s, p, &used, NULL, NULL), U8C_DONE);
	assert_int_equal(u8c_stream_finish(&s, NULL, NULL), U8C_DONE);
	assert_int_equal(s.errors, want.count);
	assert_memory_equal(&s.position, &want.end, sizeof(want.end));
}

static void try(const struct utf8check_config *config, const u8 *p, size_t n)
{
	static const u32 rooms[] = { 1, 2, 3, 17, UTF8CHECK_RECORDS_MAX };
	const char *differs = NULL;

	by_many_streams(*config, p, n);
	by_counting(*config, p, n);
	by_one_stream(*config, p, n, rooms[random_below(U8C_ARRAY_SIZE(rooms))]);
	if (got.count != want.count ||
	    memcmp(got.errors, want.errors, want.count * sizeof(want.errors[0])))
		differs = "errors";
	else if (got.code_points != want.code_points ||
		 memcmp(got.by_length, want.by_length, sizeof(want.by_length)))
		differs = "code points";
	else if (got.bytes != want.bytes ||
		 memcmp(&got.end, &want.end, sizeof(want.end)))
		differs = "end";
	assert_same(differs, p, n);
}

static struct utf8check_config random_config(void)
{
	static const u64 forbids[] = {
		0, 1 << UTF8CHECK_REASON_CONTROL,
		1 << UTF8CHECK_REASON_PRIVATE_USE | 1 << UTF8CHECK_REASON_UNASSIGNED,
	};
	struct utf8check_config c;

	do {
		c = (struct utf8check_config){
			.flags = UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_NO_OUTPUT,
			.profile = random_below(2) ? 0 : random_below(U8C_PROFILES),
			.from = random_below(2) ? 0 : random_below(U8C_ENCODINGS),
			.bom = random_below(3) ? 0 : random_below(U8C_BOMS),
			.forbid = forbids[random_below(U8C_ARRAY_SIZE(forbids))],
		};
		if (random_below(2)) {
			c.form = 1 + random_below(U8C_FORMS - 1);
			c.forbid |= 1 << UTF8CHECK_REASON_NOT_NORMALIZED;
		}
		if (!random_below(8) && c.form)
			c.flags |= UTF8CHECK_FLAG_STREAM_SAFE;
	} while (!u8c_config_makes_sense(&c));
	return c;
}

static struct u8c_coding coding_of(const struct utf8check_config *c)
{
	return (struct u8c_coding){
		.profile = c->profile,
		.encoding = c->from == UTF8CHECK_ENCODING_AUTO ? random_below(5) : c->from,
	};
}

/* Code points that a form changes; sometimes any byte. */
static size_t text_for_form(const struct u8c_coding *c, u8 *p, size_t room)
{
	u32 points[TEXT_MAX / 8];
	size_t n = 0, i, count = random_below(U8C_ARRAY_SIZE(points));
	unsigned int strewn = random_below(2) ? 0 : 2 + random_below(30);

	forms_random(points, count);
	for (i = 0; i < count; i++) {
		if (!random_below(12))
			points[i] = '\n';
		n += u8c_encode(c, points[i], p + n);
		if (strewn && !random_below(strewn))
			p[n++] = random_below(256);
	}
	return n;
}

static void random_texts(void **unused)
{
	u8 p[TEXT_MAX];
	unsigned int i;

	random_start();
	for (i = 0; i < 60000; i += share()) {
		struct utf8check_config config = random_config();
		struct u8c_coding c = coding_of(&config);
		size_t n = config.form ? text_for_form(&c, p, TEXT_MAX) :
					 u8c_sample_coded_text(random_chance(), &c, p,
							       random_below(TEXT_MAX));

		try(&config, p, n);
	}
}

/* As many code points as can wait, and all of them may differ from the form. */
static void long_runs(void **unused)
{
	static u8 p[LONG_MAX];
	static const u32 rows[][2] = {
		{ 0x0340, 0x0341 }, { 0x0315, 0x0301 }, { 0x034f, 0x200d },
		{ 0x0344, 0x0308 }, { 0x00ad, 'a' },
	};
	const struct u8c_coding utf8 = { 0 };
	struct utf8check_config config = {
		.flags = UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1 << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	size_t row, count, i, n;

	for (row = 0; row < U8C_ARRAY_SIZE(rows); row++) {
		for (count = 1000; count < 1200; count += 1 + random_below(90)) {
			for (n = i = 0; i < count; i++)
				n += u8c_encode(&utf8, rows[row][!random_below(3)], p + n);
			config.form = 1 + random_below(U8C_FORMS - 1);
			try(&config, p, n);
		}
	}
}

/* In a run only the first difference is an error; the next run has its own. */
static void one_for_a_run(void **unused)
{
	static const struct {
		enum utf8check_form form;
		const char *text;
		u8 count;
		u8 offsets[4];
	} rows[] = {
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xcd\x80\xcd\x80", 1, { 0 } },
		{ UTF8CHECK_FORM_NFC, "a\xcd\x80\xcd\x80" "b\xcd\x80", 2, { 0, 6 } },
		{ UTF8CHECK_FORM_NFC, "\xe2\x84\xab\xcd\x80\xe2\x84\xab", 2, { 0, 5 } },
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xff\xcd\x80\n\xcd\x80", 4, { 0, 2, 3, 6 } },
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xcc\x81\x01\xcd\x80", 3, { 0, 4, 5 } },
		{ UTF8CHECK_FORM_NFD, "a\xcc\x81\xcc\x96\xcd\x80" "a\xcc\x96", 1, { 1 } },
		{ UTF8CHECK_FORM_NFKC_CASEFOLD, "a\xc2\xad\xc2\xad" "B\xc2\xad", 2, { 1, 5 } },
	};
	struct utf8check_config config = {
		.flags = UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1 << UTF8CHECK_REASON_NOT_NORMALIZED | 1 << UTF8CHECK_REASON_CONTROL,
	};
	size_t row, i, n;

	for (row = 0; row < U8C_ARRAY_SIZE(rows); row++) {
		config.form = rows[row].form;
		n = strlen(rows[row].text);
		try(&config, (const u8 *)rows[row].text, n);
		assert_int_equal(got.count, rows[row].count);
		for (i = 0; i < got.count; i++)
			assert_int_equal(got.errors[i].offset, rows[row].offsets[i]);
	}
}

/* Missing room for output is not reported as missing room for a record. */
static void which_room(void **unused)
{
	const struct utf8check_config config = {
		.action = UTF8CHECK_ACTION_REPLACE, .to = UTF8CHECK_ENCODING_UTF32LE, .records = 1,
	};
	struct utf8check_error list[1];
	struct u8c_stream s;
	size_t used, made;
	u8 out[8];

	u8c_stream_init(&s, random_impl(), &config);
	u8c_stream_lend_list(&s, list, 1);
	used = 4;
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"\xff" "ab\xff", &used, out, &made), U8C_FULL);
	assert_int_equal(used, 2);
	used = 2;
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"b\xff", &used, out, &made), U8C_LISTED);
	assert_int_equal(used, 1);
}

/* A stream that begins again keeps the list that was lent, and forgets its records. */
static void reset_keeps_list(void **unused)
{
	const struct utf8check_config config = {
		.action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_NO_OUTPUT, .records = 2,
	};
	struct utf8check_error list[2];
	struct u8c_stream s;
	size_t used;
	int i;

	u8c_stream_init(&s, random_impl(), &config);
	u8c_stream_lend_list(&s, list, 2);
	for (i = 0; i < 2; i++) {
		used = 2;
		assert_int_equal(u8c_stream_push(&s, (const u8 *)"a\xff", &used, NULL, NULL), U8C_DONE);
		assert_int_equal(s.listed, 1);
		assert_int_equal(s.list[0].offset, 1);
		u8c_stream_reset(&s);
		assert_int_equal(s.listed, 0);
	}
}

/* What is mended is an error of the list too, and waits for room in it. */
static void mended(void **unused)
{
	const struct utf8check_config config = { .action = UTF8CHECK_ACTION_SHORTEST,
						 .records = 1 };
	static const u8 in[] = { 0xc0, 0xaf, 0xc1, 0xa1 };
	struct utf8check_error list;
	size_t used = sizeof(in), made;
	struct u8c_stream s;
	u8 out[2];

	begin(&s, &config);
	u8c_stream_lend_list(&s, &list, 1);
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, in, &used, out, &made), U8C_LISTED);
	assert_int_equal(made, 1);
	assert_int_equal(list.offset, 0);
	u8c_stream_forget(&s, 1);
	made = 1;
	assert_int_equal(u8c_stream_push(&s, in + used, &(size_t){ sizeof(in) - used },
					 out + 1, &made), U8C_DONE);
	assert_int_equal(u8c_stream_finish(&s, NULL, NULL), U8C_DONE);
	assert_memory_equal(out, "/a", 2);
	assert_int_equal(list.offset, 2);
	assert_int_equal(s.errors, 2);
}

/* Differences from a form are counted also where nobody asks for lines and columns. */
static void without_position(void **unused)
{
	const struct utf8check_config config = {
		.action = UTF8CHECK_ACTION_PASS,
		.form = UTF8CHECK_FORM_NFC,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1 << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	static const u8 in[] = "e\xcc\x81" "e\xcc\x81";
	size_t used = sizeof(in) - 1;
	struct u8c_stream s;

	begin(&s, &config);
	assert_int_equal(u8c_stream_push(&s, in, &used, NULL, NULL), U8C_DONE);
	assert_int_equal(u8c_stream_finish(&s, NULL, NULL), U8C_DONE);
	assert_int_equal(s.errors, 2);
	assert_int_equal(s.code_points, 2);
}

static int errors_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_texts),
		cmocka_unit_test(long_runs),
		cmocka_unit_test(one_for_a_run),
		cmocka_unit_test(which_room),
		cmocka_unit_test(reset_keeps_list),
		cmocka_unit_test(mended),
		cmocka_unit_test(without_position),
	};

	return cmocka_run_group_tests_name("errors", tests, forms_setup, NULL);
}

UNIT_GROUP("errors", errors_tests);
