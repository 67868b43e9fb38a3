// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of the core that the module does not export, so that no suite of kunit/ can
 * make them; and which processor this is, which is asked otherwise in a kernel.
 */
#include <sys/mman.h>
#include <unistd.h>
#include "core/impl/impl.h"
#include "kunit/reference_path.h"
#include "kunit/sample_coding.h"
#include "shared/common.h"

static void same_names(void **unused)
{
	assert_true(u8c_same_name("", ""));
	assert_true(u8c_same_name("avx2", "avx2"));
	assert_false(u8c_same_name("avx2", "avx512"));
	assert_false(u8c_same_name("avx", "avx2"));
	assert_false(u8c_same_name("avx2", "avx"));
	assert_false(u8c_same_name("", "a"));
	assert_false(u8c_same_name("bvx", "avx"));
}

/* Compares with the answer of the compiler's own library. */
static void cpu_features(void **unused)
{
	u32 found = __real_u8c_cpu_features(), want = 0;

#ifdef __x86_64__
	bool both = __builtin_cpu_supports("bmi2") &&
		    __builtin_cpu_supports("popcnt");

	if (__builtin_cpu_supports("ssse3"))
		want |= U8C_CPU_SSSE3;
	if (both && __builtin_cpu_supports("avx2"))
		want |= U8C_CPU_AVX2;
	if (both && __builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512vbmi") &&
	    __builtin_cpu_supports("avx512vbmi2"))
		want |= U8C_CPU_AVX512;
#elif defined(__AARCH64EL__)
	want = U8C_CPU_NEON;
#endif
	assert_int_equal(found, want);
	assert_int_equal(__real_u8c_cpu_features(), want);
}

/* Two surrogates with a byte that is no continuation: joined by what only masks. */
static void readings_of_pairs(void **unused)
{
	static const char *const pairs[] = {
		"\xed\xa0\x2f\xed\xb0\x80", "\xed\xa0\x80\xed\x30\x80",
		"\xed\xa0\x80\xed\xb0\x2f",
	};
	struct u8c_reading r[U8C_READINGS];
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(pairs); i++) {
		assert_true(u8c_readings((const u8 *)pairs[i], 6, r) > 2);
		assert_true(r[0].needs & U8C_READS_PAIR && r[0].needs & U8C_READS_MASK);
		assert_int_equal(r[0].length, 6);
	}
}

/* A low surrogate alone follows a high one. */
static void readings_of_no_pair(void **unused)
{
	static const char *const others[] = {
		"\xed\xa0\x80\xed\xa0\x80", "\xed\xa0\x80\xed\x90\x80", "\xed\xa0\x80\xee\xb0\x80",
		"\xed\xb0\x80\xed\xb0\x80",
	};
	struct u8c_reading r[U8C_READINGS];
	unsigned int n;
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(others); i++) {
		n = u8c_readings((const u8 *)others[i], 6, r);
		assert_true(n);
		while (n--)
			assert_false(r[n].needs & U8C_READS_PAIR);
	}
}

/* The well-formed prefix of a buffer, and the error after it. */
static void buffers(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	unsigned int i;
	u8 p[200];

	random_start();
	for (i = 0; i < 20000; i += u8c_share()) {
		const struct u8c_coding c = {
			.profile = random_below(U8C_PROFILES),
			.encoding = random_below(UTF8CHECK_ENCODING_AUTO),
		};
		const size_t n = u8c_sample_coded_text(random_chance(), &c, p, sizeof(p));

		assert_same(u8c_try_prefix(impl, &c, p, n), p, n);
	}
}

/* More units of UTF-16 than the counters of line feeds can count at once. */
static void many_line_feeds(void **unused)
{
	enum { UNITS = 4 * 0x10000 + 5 };
	struct u8c_position at = { 1, 1 };
	u8 *p = calloc(UNITS, 2);
	size_t i;

	for (i = 0; i < UNITS; i++)
		p[2 * i + 1] = '\n';
	p[2 * UNITS - 1] = 'a';
	u8c_position_advance_utf16(&at, p, 2 * UNITS, 0, true);
	assert_int_equal(at.line, UNITS);
	assert_int_equal(at.column, 2);
	free(p);
}

/* A name of no bytes has no short one. */
static void no_short_name(void **unused)
{
	struct u8c_short_name s;

	u8c_short_name_make(&s, NULL, 0);
	assert_int_equal(s.stem, 0);
}

/*
 * What is read for an error grows with where it is, not with the text: else many errors,
 * each asked for from the one before, would each cost all of what follows.  Bytes are
 * counted, not time: so many after the start there is a page that nobody may read.  The end
 * of the text is in the page after, as the last bytes of a text may always be read.
 */
static void errors_are_seen_soon(void **unused)
{
	/* The last two take turns. */
	static const char *const units[] = {
		"a", "\xd0\xb6", "\xf0\x9f\x98\x80", "a", "\xe4\xb8\xad",
	};
	const size_t page = sysconf(_SC_PAGESIZE);
	struct guarded g = guarded_new(3 * page);
	const struct u8c_impl *const *i;
	size_t kind, at, n, end, length;

	assert_int_equal(mprotect(g.p + page, page, PROT_NONE), 0);
	for (kind = 0; kind < 4; kind++) {
		for (at = 0; at < 1600; at += 1 + at / 40) {
			u8 *p = g.p + page - (2 * at + 700);

			for (n = 0; n < at; n += length) {
				const char *unit = units[kind + (kind == 3 && n / 90 % 2)];

				length = strlen(unit);
				memcpy(p + n, unit, length);
			}
			for (end = n; n < 2 * at + 700; n++)
				p[n] = n == end ? 0xff : 'a';
			u8c_for_each_impl(i)
				assert_int_equal((*i)->validate->valid_up_to(p, page + 4000,
						 (*i)->validate), end);
		}
	}
	guarded_free(&g);
}

/* A lead at the end of a step, and ASCII after it. */
static void cut_off_before_ascii(void **unused)
{
	const struct u8c_impl *const *i;
	size_t step, at;
	u8 p[2048];

	for (step = 256; step <= 1024; step *= 2) {
		memset(p, 'a', sizeof(p));
		for (at = 0; at + 2 < step; at += 2)
			memcpy(p + at, "\xc3\xa9", 2);
		p[step - 1] = 0xc3;
		u8c_for_each_impl(i)
			assert_int_equal((*i)->validate->valid_up_to(p, sizeof(p),
					 (*i)->validate), step - 1);
	}
}

/* What the module asks of a name before it looks for a hidden "..". */
static void classes_of_names(void **unused)
{
	static const char *const names[] = {
		"", "a", "a/b", ".", "con", "\u0441\u043e\u043d", "\u200b.", "a\xff", "\xc0\xae\xc0\xae",
	};
	struct utf8check_verdict want, got;
	struct utf8check_policy policy;
	size_t i;

	assert_true(u8c_policy_find("default", false, &policy));
	for (i = 0; i < U8C_ARRAY_SIZE(names); i++) {
		struct u8c_name_query q = {
			.impl = u8c_impl_find(NULL), .policy = &policy,
			.p = (const u8 *)names[i], .n = strlen(names[i]), .v = &got,
		};

		u8c_name_classes(&q);
		memset(&want, 0, sizeof(want));
		q.v = &want;
		u8c_ref_judge_classes(&q);
		assert_memory_equal(&got, &want, sizeof(got));
	}
}

static int inner_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_names),
		cmocka_unit_test(cpu_features),
		cmocka_unit_test(buffers),
		cmocka_unit_test(readings_of_pairs),
		cmocka_unit_test(readings_of_no_pair),
		cmocka_unit_test(no_short_name),
		cmocka_unit_test(many_line_feeds),
		cmocka_unit_test(errors_are_seen_soon),
		cmocka_unit_test(cut_off_before_ascii),
		cmocka_unit_test(classes_of_names),
	};

	return cmocka_run_group_tests_name("inner", tests, NULL, NULL);
}

UNIT_GROUP("inner", inner_tests);
