// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream with a normalization form at its limits: the time that it takes at worst,
 * and no output if nobody wants it.
 */
#include <time.h>
#include "shared/common.h"
#include "core/normalize/reader.h"

/* Regression: for each letter all of the rest was read again, for minutes. */
static void long_text(void **unused)
{
	enum { SIZE = 1 << 20, SECONDS = 20 };
	const struct utf8check_config config = {
		.form = UTF8CHECK_FORM_NFD_CASEFOLD, .flags = UTF8CHECK_FLAG_STREAM_SAFE,
	};
	static struct u8c_verifier work;
	u8 *in = malloc(SIZE), *out = malloc(SIZE + 64);
	clock_t begun = clock();
	struct u8c_stream s;
	size_t used, made;

	memset(in, 'A', SIZE);
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	used = SIZE;
	made = SIZE + 64;
	assert_int_equal(u8c_stream_push(&s, in, &used, out, &made), U8C_DONE);
	assert_int_equal(used, SIZE);
	assert_true(out[0] == 'a' && !memcmp(out, out + 1, made - 1));
	assert_true((clock() - begun) / CLOCKS_PER_SEC < SECONDS);
	free(in);
	free(out);
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
	u8c_stream_lend(&s, &work);
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

/* If nobody wants output there is none, even if there is room for it. */
static void no_output(void **unused)
{
	const struct utf8check_config config = {
		.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};
	static struct u8c_verifier work;
	struct u8c_stream s;
	u8 in[300], out[400];
	size_t used, made, i;

	for (i = 0; i < sizeof(in); i++)
		in[i] = "e\xcc\x81"[i % 3];
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	used = sizeof(in);
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, in, &used, out, &made), U8C_DONE);
	assert_int_equal(made, 0);
	assert_int_equal(s.bytes_out, 0);
	made = sizeof(out);
	assert_int_equal(u8c_stream_finish(&s, out, &made),
			 U8C_DONE);
	assert_int_equal(made, 0);
	assert_int_equal(s.code_points, 200);
}

/*
 * Regression: without an output, the place from which text gets small letters was
 * counted from NULL.  clang's sanitizer says so, and gcc's does not.
 */
static void no_output_folded(void **unused)
{
	const struct utf8check_config config = {
		.form = UTF8CHECK_FORM_NFKC_CASEFOLD, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};
	static struct u8c_verifier work;
	static u8 in[3 * 4096];
	const struct u8c_impl *const *impl;
	size_t i, at, used;
	struct u8c_stream s;

	for (i = 0; i < sizeof(in); i++)
		in[i] = "\xc3\x84"[i % 2];
	for (impl = u8c_impls; *impl; impl++) {
		if (!u8c_impl_usable(*impl))
			continue;
		u8c_stream_init(&s, *impl, &config);
		u8c_stream_lend(&s, &work);
		for (at = 0; at < sizeof(in); at += used) {
			used = sizeof(in) - at;
			assert_int_equal(u8c_stream_push(&s, in + at, &used, NULL, NULL), U8C_DONE);
		}
		assert_int_equal(u8c_stream_finish(&s, NULL, NULL), U8C_DONE);
		assert_int_equal(s.bytes_out, 0);
		assert_int_equal(s.code_points, sizeof(in) / 2);
	}
}

/*
 * Regression: the room for output ended a block in the middle of the mark of
 * U+0648 U+0654; the block was cut before the mark, and the two did not compose.
 */
static void block_amid_mark(void **unused)
{
	enum { PAIRS = 150 };
	const struct utf8check_config config = { .form = UTF8CHECK_FORM_NFC };
	static struct u8c_verifier work;
	u8 in[4 * PAIRS], out[2 * PAIRS + 512];
	size_t room, at, length, used, made, i;
	enum u8c_result status;
	struct u8c_stream s;

	for (i = 0; i < sizeof(in); i++)
		in[i] = "\xd9\x88\xd9\x94"[i % 4];
	for (room = 96; room < 200; room++) {
		u8c_stream_init(&s, u8c_impl_find(NULL), &config);
		u8c_stream_lend(&s, &work);
		for (at = 0, length = 0; at < sizeof(in); at += used) {
			used = sizeof(in) - at;
			made = room;
			status = u8c_stream_push(&s, in + at, &used, out + length, &made);
			assert_true(status == U8C_DONE || status == U8C_FULL);
			length += made;
			assert_true(length <= 2 * PAIRS);
		}
		do {
			made = room;
			status = u8c_stream_finish(&s, out + length, &made);
			length += made;
		} while (status == U8C_FULL);
		assert_int_equal(length, 2 * PAIRS);
		for (i = 0; i < length; i++)
			assert_int_equal(out[i], (u8)"\xd8\xa4"[i % 2]);
	}
}

/* Asks whether a text of UTF-16 is in NFC; no run of such a text is passed over. */
static enum u8c_result ask(struct u8c_stream *s, const u8 *in, size_t n)
{
	const struct utf8check_config config = {
		.from = UTF8CHECK_ENCODING_UTF16LE,
		.form = UTF8CHECK_FORM_NFC,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	static struct u8c_verifier work;
	enum u8c_result status;
	size_t used = n;

	u8c_stream_init(s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(s, &work);
	status = u8c_stream_push(s, in, &used, NULL, NULL);
	return status == U8C_DONE ? u8c_stream_finish(s, NULL, NULL) : status;
}

/* More code points than the checker holds, with a bad one at each place around that. */
static void long_question(void **unused)
{
	enum { MOST = 3 * U8C_VERIFIER_MAX };
	static u8 in[2 * (MOST + 2)];
	struct u8c_stream s;
	unsigned int i;

	for (i = 0; i < MOST; i++)
		in[2 * i] = 'a' + i % 26;
	for (i = 1; i < MOST; i += i % U8C_VERIFIER_MAX < 3 ? 1 : 29) {
		u8 kept = in[2 * i];

		assert_int_equal(ask(&s, in, 2 * i), U8C_DONE);
		assert_int_equal(s.code_points, i);
		/* U+0301 after a letter with which it composes. */
		in[2 * i - 2] = 'e';
		in[2 * i] = 0x01;
		in[2 * i + 1] = 0x03;
		assert_int_equal(ask(&s, in, 2 * i + 4), U8C_REJECTED);
		assert_int_equal(s.first.offset, 2 * (i - 1));
		assert_int_equal(s.first.reason, UTF8CHECK_REASON_NOT_NORMALIZED);
		in[2 * i - 2] = 'a' + (i - 1) % 26;
		in[2 * i] = kept;
		in[2 * i + 1] = 0;
	}
}

/* An overlong form of a mark, mended, that makes a run too long, as the mark would. */
static void mended_mark(void **unused)
{
	const struct utf8check_config config = {
		.form = UTF8CHECK_FORM_NFC, .action = UTF8CHECK_ACTION_SHORTEST,
	};
	static u8 in[1 + 2 * U8C_RUN_MAX + 3], out[sizeof(in) + 64];
	static struct u8c_verifier work;
	size_t used = sizeof(in), made = sizeof(out), i;
	struct u8c_stream s;

	in[0] = 'a';
	for (i = 1; i < sizeof(in) - 3; i += 2)
		memcpy(in + i, "\xcc\x96", 2);
	memcpy(in + i, "\xe0\x8c\x96", 3);
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	assert_int_equal(u8c_stream_push(&s, in, &used, out, &made), U8C_REJECTED);
	assert_int_equal(s.errors, 1);
	assert_int_equal(s.first.offset, sizeof(in) - 3);
	assert_int_equal(s.first.length, 3);
	assert_int_equal(s.first.reason, UTF8CHECK_REASON_COMBINING_RUN);
	assert_int_equal(s.first.value, 0x316);
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

static int form_limits_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_text),
		cmocka_unit_test(ends_of_patience),
		cmocka_unit_test(no_output),
		cmocka_unit_test(no_output_folded),
		cmocka_unit_test(block_amid_mark),
		cmocka_unit_test(long_question),
		cmocka_unit_test(mended_mark),
		cmocka_unit_test(no_room),
		cmocka_unit_test(no_cut),
		cmocka_unit_test(after_the_end),
	};

	return cmocka_run_group_tests_name("form limits", tests, NULL, NULL);
}

UNIT_GROUP("form_limits", form_limits_tests);
