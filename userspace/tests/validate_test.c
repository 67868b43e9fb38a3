// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole buffers: every implementation against the reference, at every
 * alignment and at both edges of a page.
 */
#include "common.h"

#define LENGTH_MAX 1024

static void try_each_impl(const u8 *p, size_t n)
{
	const struct u8c_impl *const *impl;

	for_each_impl(impl)
		assert_same(u8c_try_validate(*impl, p, n), p, n);
}

/* Text ends where the next byte is not there. */
static void random_before_guard(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 20000; i++) {
		size_t n = random_below(LENGTH_MAX);
		u8 *p = g.p + g.size - n;

		random_text(p, n);
		try_each_impl(p, n);
	}
	guarded_free(&g);
}

/* Text starts where the byte before is not there. */
static void random_after_guard(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 20000; i++) {
		size_t n = random_below(LENGTH_MAX);

		random_text(g.p, n);
		try_each_impl(g.p, n);
	}
	guarded_free(&g);
}

static void every_alignment(void **unused)
{
	u8 buf[LENGTH_MAX + 64];
	unsigned int align, i;

	(void)unused;
	random_start();
	for (align = 0; align < 64; align++) {
		for (i = 0; i < 200; i++) {
			size_t n = random_below(LENGTH_MAX);

			random_text(buf + align, n);
			try_each_impl(buf + align, n);
		}
	}
}

/* One bad byte, moved through well-formed text of each length of sequence. */
static void error_at_every_place(void **unused)
{
	static const char *const texts[] = {
		"a", "\xc3\xa9", "\xe4\xba\x8c", "\xf0\x9f\x98\x80"
	};
	u8 buf[300];
	unsigned int i;
	size_t at, length, n;
	u8 kept;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(texts); i++) {
		length = strlen(texts[i]);
		for (n = 0; n + length <= sizeof(buf); n += length)
			memcpy(buf + n, texts[i], length);
		for (at = 0; at < n; at++) {
			kept = buf[at];
			buf[at] = 0xff;
			try_each_impl(buf, n);
			buf[at] = 0x80;
			try_each_impl(buf, n);
			buf[at] = kept;
			try_each_impl(buf, at);
		}
	}
}

static void no_bytes(void **unused)
{
	const struct u8c_impl *const *impl;

	(void)unused;
	for_each_impl(impl) {
		assert_int_equal((*impl)->valid_up_to((const u8 *)"", 0), 0);
		assert_true(u8c_validate(*impl, &u8c_rfc3629, (const u8 *)"", 0, NULL));
	}
}

static void find_impl(void **unused)
{
	const struct u8c_impl *const *impl;

	(void)unused;
	for_each_impl(impl)
		assert_ptr_equal(u8c_impl_find((*impl)->name), *impl);
	/* The preferred one that this CPU can run. */
	for (impl = u8c_impls; !u8c_impl_usable(*impl); impl++)
		assert_null(u8c_impl_find((*impl)->name));
	assert_ptr_equal(u8c_impl_find(NULL), *impl);
	assert_ptr_equal(u8c_impl_find(""), *impl);
	assert_ptr_equal(u8c_impl_find("auto"), *impl);
	assert_null(u8c_impl_find("scala"));
	assert_null(u8c_impl_find("scalars"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_before_guard),
		cmocka_unit_test(random_after_guard),
		cmocka_unit_test(every_alignment),
		cmocka_unit_test(error_at_every_place),
		cmocka_unit_test(no_bytes),
		cmocka_unit_test(find_impl),
	};

	return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
