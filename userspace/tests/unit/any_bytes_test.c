// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Ill-formed text that the core has found to be well-formed before: the core sees
 * this when another CPU changes the text during a call.  Here there is no other
 * CPU.  The answers do not matter, but nothing outside of the buffers may be
 * touched, and each call must end.  The racer (race.c) tests the same with another
 * thread.
 *
 * The implementation here says of any text that it is well-formed, or that it is
 * not, and that it has one line; everything else is taken from a real
 * implementation.
 */
#include "shared/common.h"
#include "core/normalize/candidates.h"
#include "core/normalize/canonical.h"
#include "core/name/name.h"
#include "core/name/hidden_dotdot.h"
#include "core/normalize/rewrite.h"

#define ROOM 512

static size_t all_valid(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	return n;
}

static size_t none_valid(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	return 0;
}

static void one_line(struct u8c_position *pos, const u8 *p, size_t n,
		     const struct u8c_validate_impl *self)
{
	pos->line++;
}

/* An implementation that lies about texts, and the table with its lies. */
struct liar {
	struct u8c_impl impl;
	struct u8c_validate_impl validate;
};

/* Like @impl, but for the lies. */
static void make_liar(struct liar *liar, const struct u8c_impl *impl)
{
	liar->impl = *impl;
	liar->validate = *impl->validate;
	liar->impl.validate = &liar->validate;
	liar->validate.valid_up_to = all_valid;
	liar->validate.advance = one_line;
}

/* A copy with nothing right after it; the caller frees the copy. */
static u8 *exact(const void *bytes, size_t n)
{
	u8 *p = malloc(n);

	assert_non_null(p);
	memcpy(p, bytes, n);
	return p;
}

/* Bytes that mean something to the core: leads of all lengths, parts of jamo. */
static const u8 alphabet[] = {
	'a', '\n', '.', '/', 0x80, 0x87, 0xa1, 0xbf, 0xc2, 0xcc, 0xe0, 0xe1,
	0xea, 0xed, 0xef, 0xf0, 0xf4, 0xf7, 0xfc, 0xff,
};
#define ALPHABET U8C_ARRAY_SIZE(alphabet)

static void try_form(const struct u8c_impl *impl, enum utf8check_form form,
		     const u8 *p, size_t n)
{
	u8 out[ROOM];
	struct u8c_sink sink = u8c_sink(out, sizeof(out));
	size_t offset = n, at;
	int order;
	u64 hash;
	struct u8c_reader reader;

	u8c_normalize(impl, form, u8c_text(p, n), &sink, NULL);
	sink.made = 0;
	u8c_is_normalized(impl, form, u8c_text(p, n), &offset, NULL);
	assert_true(offset <= n);
	u8c_quick_check(impl, form, u8c_text(p, n), &offset, NULL);
	assert_true(offset <= n);
	u8c_hash_form(impl, form, u8c_text(p, n), 1, &hash);
	u8c_compare_form(impl, form, u8c_text(p, n), u8c_text(p + 1, n - 1), &order);
	u8c_match_form(impl, form, u8c_text(p, n), u8c_text(p + 1, n - 1));
	u8c_reader_init(&reader, impl, form, u8c_text(p, n));
	while (u8c_reader_next(&reader, out, sizeof(out)))
		;
	assert_true(u8c_stable_up_to(impl, form, p, n, false) <= n);
	if (u8c_composes(form))
		assert_true(u8c_hangul_join(&sink, form, p, p + n) <= n);
	else
		assert_true(u8c_hangul_split(&sink, form, p, p + n) <= n);
	assert_true(u8c_rewrite(&sink, impl, form, u8c_text(p, n), &at) <= n);
}

static void try_text(const struct u8c_impl *impl, const u8 *p, size_t n)
{
	struct u8c_position position = { 1, 1 };
	struct utf8check_policy policy;
	struct utf8check_verdict v;
	u8 out[4 * ROOM];
	struct u8c_transcoding to = { .out = out, .out_end = out + sizeof(out) };
	unsigned int form;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
		try_form(impl, form, p, n);
	assert_true(impl->wide->to_utf16(p, n, false, &to, impl->wide) <= n);
	assert_true((size_t)(to.out - out) <= 4 * n);
	to.out = out;
	assert_true(impl->wide->to_utf32(p, n, false, &to, impl->wide) <= n);
	assert_true((size_t)(to.out - out) <= 4 * n);
	impl->validate->advance(&position, p, n, impl->validate);
	assert_true(u8c_policy_find("strict", true, &policy));
	for (int path = 0; path < 2; path++)
		u8c_name(&(struct u8c_name_query){
			.impl = impl, .policy = &policy, .path = path, .p = p, .n = n, .v = &v });
}

/* The text alone, and after so much other text that vectors are used for it. */
static void try_twice(const struct u8c_impl *impl, const u8 *text, size_t n)
{
	static const size_t before[] = { 0, 67 };
	u8 bytes[80], *p;
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(before); i++) {
		memset(bytes, 'a', before[i]);
		memcpy(bytes + before[i], text, n);
		p = exact(bytes, before[i] + n);
		try_text(impl, p, before[i] + n);
		free(p);
	}
}

/* Every string of up to three bytes of the alphabet. */
static void strings(void **unused)
{
	const struct u8c_impl *const *impl;
	struct liar liar;
	size_t n, i, rest, count = 1, k;
	u8 text[3];

	u8c_for_each_impl(impl) {
		make_liar(&liar, *impl);
		for (n = 1, count = ALPHABET; n <= 3; n++, count *= ALPHABET)
			for (i = 0; i < count; i += u8c_share()) {
				for (k = 0, rest = i; k < n; k++) {
					text[k] = alphabet[rest % ALPHABET];
					rest /= ALPHABET;
				}
				try_twice(&liar.impl, text, n);
			}
	}
}

/*
 * 5,000 bytes of one kind.  Regression: u8c_candidates_make() went back from its
 * end to a lead, and beyond its start; then it took a negative difference for a
 * length.
 */
static void no_lead(void **unused)
{
	static const u8 all[] = { 0x80, 0xbf, 0xcc, 0xf7 };
	const struct u8c_impl *const *impl;
	struct u8c_candidates marks;
	u8 bytes[5000], *p;
	unsigned int form;
	size_t i, at;

	for (i = 0; i < sizeof(all); i++) {
		memset(bytes, all[i], sizeof(bytes));
		p = exact(bytes, sizeof(bytes));
		u8c_for_each_impl(impl)
			for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
				u8c_candidates_init(&marks, *impl, form,
						    u8c_text(p, sizeof(bytes)), true);
				for (at = 0; at < sizeof(bytes); at++) {
					at = u8c_candidates_span_yes(&marks, at);
					assert_true(at <= sizeof(bytes));
				}
			}
		free(p);
	}
}

/* E3 at the end is no sequence of three bytes.  Regression: the end was skipped. */
static void cut_off(void **unused)
{
	u8 *p = exact("a\xe3", 2);
	struct u8c_reorder t;

	u8c_reorder_init(&t, UTF8CHECK_FORM_NFD, p, 2);
	assert_int_equal(u8c_reorder_next(&t), 'a');
	assert_int_equal(u8c_reorder_next(&t), 0x3000);
	assert_true(u8c_reorder_next(&t) == U8C_END);
	assert_true(u8c_reorder_next(&t) == U8C_END);
	free(p);
}

/*
 * A long run is cut short after it was read: its end stays the same.  Regression:
 * the run began again at the next byte, and was read as a whole for each of its
 * bytes.
 */
static void run_cut_short(void **unused)
{
	enum { MARKS = 4 * U8C_REORDER_RUN };
	struct u8c_reorder t;
	u8 *p = malloc(2 * MARKS + 1);
	size_t i;

	assert_non_null(p);
	for (i = 0; i < MARKS; i++)
		memcpy(p + 2 * i, "\xcc\x81", 2);
	p[2 * MARKS] = 'z';
	u8c_reorder_init(&t, UTF8CHECK_FORM_NFD, p, 2 * MARKS + 1);
	assert_int_equal(u8c_reorder_next(&t) & 0x1fffff, 0x301);
	memcpy(p + 2, "aa", 2);
	assert_int_equal(u8c_reorder_next(&t), 'z');
	assert_true(u8c_reorder_next(&t) == U8C_END);
	free(p);
}

/* Regression: E1 87 00 was taken for a T of three bytes; only two bytes are there. */
static void cut_off_jamo(void **unused)
{
	u8 *p = exact("\xe1\x84\x80\xe1\x85\xa1\xe1\x87", 8), out[16];
	struct u8c_sink sink = { .out = out, .room = sizeof(out) };

	assert_int_equal(u8c_hangul_join(&sink, UTF8CHECK_FORM_NFC, p, p + 8), 0);
	assert_int_equal(sink.made, 0);
	free(p);
}

/* Regression: F7 BF BF BF was looked up after the end of the table of planes. */
static void no_code_point(void **unused)
{
	u8 *p = exact("\xf7\xbf\xbf\xbf", 4);
	const u8 *q = p;
	u32 bits;

	assert_ptr_equal(u8c_look(p, p + 4, &bits), p + 4);
	assert_int_equal(u8c_take(&q, p + 4), 0x1fffff);
	assert_ptr_equal(q, p + 4);
	assert_int_equal(u8c_segment_end(UTF8CHECK_FORM_NFC, p, 4), 4);
	free(p);
}

/*
 * The text is well-formed again when the first error is to be recorded.
 * Regression: the record was not set and had what was on the stack.
 */
static void no_error(void **unused)
{
	struct liar liar;
	struct u8c_reading r[U8C_READINGS];
	struct utf8check_error e;
	size_t offset = 0;

	make_liar(&liar, u8c_impl_find("scalar"));
	liar.validate.valid_up_to = none_valid;
	memset(&e, 0xff, sizeof(e));
	assert_true(u8c_validate(&liar.impl, &u8c_rfc3629, (const u8 *)"ok\xc3\xa9",
				 4, &e));
	assert_false(u8c_validate(&liar.impl, &u8c_rfc3629, (const u8 *)"ok\xc0", 3,
				  &e));
	assert_int_equal(e.offset, 2);
	assert_int_equal(e.reason, UTF8CHECK_REASON_OVERLONG);
	assert_true(u8c_is_normalized(&liar.impl, UTF8CHECK_FORM_NFC, u8c_text("\xc3\xa9", 2),
				      &offset, NULL));
	assert_int_equal(offset, 2);
	memset(&r, 0xff, sizeof(r));
	assert_int_equal(u8c_readings((const u8 *)"\xc3\xa9/", 3, r), 1);
	assert_int_equal(r[0].needs, 0);
	assert_int_equal(r[0].special, U8C_SPECIAL_NONE);
	assert_int_equal(r[0].length, 2);
}

static int any_bytes_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings),
		cmocka_unit_test(no_lead),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(run_cut_short),
		cmocka_unit_test(cut_off_jamo),
		cmocka_unit_test(no_code_point),
		cmocka_unit_test(no_error),
	};

	random_start();
	return cmocka_run_group_tests_name("any bytes", tests, NULL, NULL);
}

UNIT_GROUP("any_bytes", any_bytes_tests);
