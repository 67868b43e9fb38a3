// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole buffers: every implementation against the reference, in every length,
 * at every alignment and at both edges of a page, with every error at every
 * place.
 */
#include "shared/common.h"
#include "core/validate/cpu.h"
#include "kunit/errors.h"

#define LENGTH_MAX 1024
/* More than a block of the widest vectors. */
#define BLOCK_AND_MORE (256 + 64)
#define LONG 2048
/* More than all that an implementation does before it decides anew how to go on. */
#define MIXED 49152

#define for_each_ground(i) \
	for ((i) = 0; (i) < U8C_ARRAY_SIZE(u8c_grounds); (i)++)

static void try_each_impl(const u8 *p, size_t n)
{
	const struct u8c_impl *const *impl;

	for_each_impl(impl)
		assert_same(u8c_try_validate(*impl, p, n), p, n);
}

/* The same for all implementations, if the length of the well-formed prefix is known. */
static void try_up_to(const u8 *p, size_t n, size_t good)
{
	const struct u8c_impl *const *impl;

	for_each_impl(impl)
		if ((*impl)->valid_up_to(p, n, *impl) != good)
			assert_same((*impl)->name, p, n);
}

/* The error that is @good bytes after the start, if there is one. */
static void try_record(const u8 *p, size_t n, size_t good)
{
	struct utf8check_error e = { 0 }, want = { 0 };
	u64 cp;

	assert_int_equal(u8c_validate(u8c_impl_find(NULL), &u8c_rfc3629, p, n,
				      &e), good == n);
	if (good == n)
		return;
	u8c_ref_decode(p + good, n - good, true, &cp, &want);
	want.offset = good;
	if (!u8c_same_error(&e, &want))
		assert_same("validate: record", p, n);
}

/* Puts @w at @at into @n bytes; of the first i bytes before, good[i] are well-formed. */
static void try_wrong(const struct u8c_wrong *w, u8 *p, size_t n, size_t at,
		      const u16 *good)
{
	u8 kept[U8C_WRONG_MAX];
	size_t up_to;

	if (w->n > n - at)
		return;
	memcpy(kept, p + at, w->n);
	memcpy(p + at, w->bytes, w->n);
	up_to = good[at] + u8c_ref_valid_up_to(p + good[at], n - good[at]);
	try_up_to(p, n, up_to);
	try_record(p, n, up_to);
	memcpy(p + at, kept, w->n);
}

/* Texts that end before a page that is not mapped. */
static void random_before_guard(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 5000; i += share()) {
		size_t n = random_below(LENGTH_MAX);
		u8 *p = g.p + g.size - n;

		random_text(p, n);
		try_each_impl(p, n);
	}
	guarded_free(&g);
}

/* Texts that begin after a page that is not mapped. */
static void random_after_guard(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 5000; i += share()) {
		size_t n = random_below(LENGTH_MAX);

		random_text(g.p, n);
		try_each_impl(g.p, n);
	}
	guarded_free(&g);
}

/* Each length from 0 on, so that any sequence is cut off, at each alignment. */
static void every_length_and_alignment(void **unused)
{
	u8 *buf = aligned_alloc(64, LENGTH_MAX + 64);
	u16 good[LENGTH_MAX + 1];
	size_t i, align, n;

	(void)unused;
	assert_non_null(buf);
	for_each_ground(i) {
		for (align = 0; align < 64; align++) {
			u8 *p = buf + align;

			u8c_ground_fill(&u8c_grounds[i], p, LENGTH_MAX);
			if (!align)
				u8c_ground_measure(p, LENGTH_MAX, good);
			for (n = align % share(); n <= LENGTH_MAX; n += share())
				try_up_to(p, n, good[n]);
		}
	}
	free(buf);
}

/* The same next to the guards: before the one at the end, after the one at the start. */
static void every_length_at_guards(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	u16 good[LENGTH_MAX + 1];
	size_t i, n;

	(void)unused;
	for_each_ground(i) {
		u8c_ground_fill(&u8c_grounds[i], g.p, LENGTH_MAX);
		u8c_ground_measure(g.p, LENGTH_MAX, good);
		for (n = 0; n <= LENGTH_MAX; n++)
			try_up_to(g.p, n, good[n]);
		for (n = i % share(); n <= LENGTH_MAX; n += share()) {
			u8 *p = g.p + g.size - n;

			u8c_ground_fill(&u8c_grounds[i], p, n);
			try_up_to(p, n, good[n]);
		}
	}
	guarded_free(&g);
}

/*
 * Each error at each place of a block and more, in each kind of text, between
 * the guards.
 */
static void every_error_at_every_place(void **unused)
{
	struct guarded g = guarded_new(BLOCK_AND_MORE);
	u8 *const edges[] = { g.p, g.p + g.size - BLOCK_AND_MORE };
	u16 good[BLOCK_AND_MORE + 1];
	size_t i, edge, w, at;

	(void)unused;
	for_each_ground(i) {
		for (edge = 0; edge < U8C_ARRAY_SIZE(edges); edge++) {
			u8 *p = edges[edge];

			u8c_ground_fill(&u8c_grounds[i], p, BLOCK_AND_MORE);
			u8c_ground_measure(p, BLOCK_AND_MORE, good);
			for (w = 0; w < U8C_ARRAY_SIZE(u8c_wrongs); w++)
				for (at = w % share(); at < BLOCK_AND_MORE;
				     at += share())
					try_wrong(&u8c_wrongs[w], p,
						  BLOCK_AND_MORE, at, good);
		}
	}
	guarded_free(&g);
}

/* Each error as the last bytes of a text of each length, before the guard. */
static void every_error_at_every_end(void **unused)
{
	struct guarded g = guarded_new(BLOCK_AND_MORE);
	u16 good[BLOCK_AND_MORE + 1];
	size_t i, n, w;

	(void)unused;
	for_each_ground(i) {
		u8c_ground_fill(&u8c_grounds[i], g.p, BLOCK_AND_MORE);
		u8c_ground_measure(g.p, BLOCK_AND_MORE, good);
		for (n = U8C_WRONG_MAX; n <= BLOCK_AND_MORE; n++) {
			u8 *p = g.p + g.size - n;

			u8c_ground_fill(&u8c_grounds[i], p, n);
			for (w = n % share(); w < U8C_ARRAY_SIZE(u8c_wrongs);
			     w += share())
				try_wrong(&u8c_wrongs[w], p, n,
					  n - u8c_wrongs[w].n, good);
		}
	}
	guarded_free(&g);
}

/* In a long text each place has an eighth of the errors, in turns. */
static void errors_in_long_text(void **unused)
{
	const size_t step = 8 * share();
	struct guarded g = guarded_new(LONG);
	u8 *p = g.p + g.size - LONG;
	u16 good[LONG + 1];
	size_t i, at, w;

	(void)unused;
	for_each_ground(i) {
		u8c_ground_fill(&u8c_grounds[i], p, LONG);
		u8c_ground_measure(p, LONG, good);
		for (at = 0; at < LONG; at++)
			for (w = at % step; w < U8C_ARRAY_SIZE(u8c_wrongs);
			     w += step)
				try_wrong(&u8c_wrongs[w], p, LONG, at, good);
	}
	guarded_free(&g);
}

/* A code point of 1 to 4 bytes. */
static size_t put_point_of(u8 *p, size_t n)
{
	static const u32 first[] = { 'a', 0x80, 0x800, 0x10000 };

	return u8c_encode(&u8c_rfc3629, first[n - 1] + random_below(26), p);
}

/*
 * Fills @n bytes with runs of ASCII and runs of other code points, of random lengths.
 * ASCII begins only at a multiple of @step: of the bytes that a vector holds, or that
 * an implementation takes at once.
 */
static void fill_mixed(u8 *p, size_t n, u32 ascii, u32 others, size_t step)
{
	size_t at = 0, left;
	u32 run;

	while (at < n) {
		for (run = random_below(ascii); run && at < n; run--)
			p[at++] = 'a' + run % 26;
		for (run = random_below(others); run && n - at >= 4; run--)
			at += put_point_of(p + at, 2 + random_below(3));
		while ((left = -at % step))
			at += put_point_of(p + at, left > 6 ? 3 : left > 4 ? 2 :
					   left);
	}
}

/* Where ASCII begins; the end if nowhere after a random place. */
static size_t random_border(const u8 *p, size_t n, size_t step)
{
	size_t at = step * (1 + random_below(n / step - 1));

	while (at < n && !(p[at - 1] >= 0x80 && p[at] < 0x80))
		at += step;
	return at;
}

/*
 * Errors in text that takes turns between ASCII and other text: seldom, often, hardly
 * ever the one and hardly ever the other.
 */
static void errors_in_mixed_text(void **unused)
{
	static const u32 runs[][3] = {
		{ 600, 40, 64 }, { 4000, 40, 64 }, { 150, 1000, 64 },
		{ 40, 40, 64 }, { 20000, 9000, 64 }, { 20, 9000, 64 },
		{ 20000, 9, 64 }, { 3000, 500, 512 }, { 5000, 900, 4096 },
	};
	struct guarded g = guarded_new(MIXED);
	const struct u8c_wrong *w;
	u16 good[MIXED + 1];
	size_t i, turn, end;

	(void)unused;
	random_start();
	for (i = 0; i < U8C_ARRAY_SIZE(runs); i++) {
		fill_mixed(g.p, MIXED, runs[i][0], runs[i][1], runs[i][2]);
		u8c_ground_measure(g.p, MIXED, good);
		try_up_to(g.p, MIXED, MIXED);
		for (turn = 0; turn < 1500; turn += share()) {
			w = &u8c_wrongs[random_below(U8C_ARRAY_SIZE(u8c_wrongs))];
			end = turn & 1 ? random_border(g.p, MIXED, runs[i][2]) :
			      U8C_WRONG_MAX + random_below(MIXED - U8C_WRONG_MAX);
			try_wrong(w, g.p, MIXED, end - w->n, good);
		}
	}
	guarded_free(&g);
}

/*
 * What is open where much ASCII begins, at each place of two chunks of 4 KiB; before
 * it both, so that no implementation has skipped ASCII by then.
 */
static void open_before_ascii(void **unused)
{
	static const char *const cut[] = { "\xc3", "\xe2\x82", "\xf0\x90\x80" };
	struct guarded g = guarded_new(MIXED);
	size_t i, border, at, n;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(cut); i++) {
		n = strlen(cut[i]);
		for (border = 1024; border <= 10240; border += 64) {
			memset(g.p, 'a', MIXED);
			for (at = 0; at < border - n - 1; at += at == 254 ? 514 : 2)
				memcpy(g.p + at, "\u00e9", 2);
			memcpy(g.p + border - n, cut[i], n);
			try_up_to(g.p, MIXED, border - n);
		}
	}
	guarded_free(&g);
}

static void no_bytes(void **unused)
{
	const struct u8c_impl *const *impl;

	(void)unused;
	for_each_impl(impl) {
		assert_int_equal((*impl)->valid_up_to((const u8 *)"", 0,
						      *impl), 0);
		assert_true(u8c_validate(*impl, &u8c_rfc3629, (const u8 *)"", 0, NULL));
	}
}

static void find_impl(void **unused)
{
	const struct u8c_impl *const *impl;

	(void)unused;
	for_each_impl(impl)
		assert_ptr_equal(u8c_impl_find((*impl)->name), *impl);
	/* The preferred implementation that this CPU can run. */
	for (impl = u8c_impls; !u8c_impl_usable(*impl); impl++)
		assert_null(u8c_impl_find((*impl)->name));
	assert_ptr_equal(u8c_impl_find(NULL), *impl);
	assert_ptr_equal(u8c_impl_find(""), *impl);
	assert_ptr_equal(u8c_impl_find("auto"), *impl);
	assert_null(u8c_impl_find("scala"));
	assert_null(u8c_impl_find("scalars"));
}

/* Compares with the answer of the compiler's own library. */
static void cpu_features(void **unused)
{
	u32 found = __real_u8c_cpu_features(), want = 0;

	(void)unused;
#ifdef __x86_64__
	bool both = __builtin_cpu_supports("bmi2") &&
		    __builtin_cpu_supports("popcnt");

	if (__builtin_cpu_supports("bmi2"))
		want |= U8C_CPU_BMI2;
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

/* Chunks of text that is not ASCII, as many as are taken as such at once, then others. */
static void dense_then_not(void **unused)
{
	enum { DENSE = 1024 + 16 * 2048 + 512, SIZE = 3 * (DENSE / 3) + 4 * 2048 };
	const struct u8c_impl *const *impl;
	u8 *p = malloc(SIZE);
	size_t i;

	(void)unused;
	memset(p, 'a', SIZE);
	for (i = 0; i + 3 <= DENSE; i += 3)
		memcpy(p + i, "\xe4\xba\x8c", 3);
	memcpy(p + SIZE - 3000, "\xc3\xa9", 2);
	for_each_impl(impl) {
		p[SIZE - 1] = 'a';
		assert_int_equal((*impl)->valid_up_to(p, SIZE, *impl), SIZE);
		p[SIZE - 1] = 0xff;
		assert_int_equal((*impl)->valid_up_to(p, SIZE, *impl), SIZE - 1);
	}
	free(p);
}

/*
 * Text without ASCII that ends, before a page that is not mapped, soon after the chunks
 * that are taken as such at once.
 */
static void dense_to_end(void **unused)
{
	enum { CHUNKS = 16 * 2048, SIZE = 3 * (CHUNKS / 3 + 4 * 1024) };
	struct guarded g = guarded_new(SIZE);
	const struct u8c_impl *const *impl;
	const u8 *end = g.p + g.size;
	size_t i, n;

	(void)unused;
	for (i = 3; i <= SIZE; i += 3)
		memcpy(g.p + g.size - i, "\xe4\xba\x8c", 3);
	for_each_impl(impl)
		for (n = CHUNKS / 3 * 3; n <= SIZE; n += 3 * 128) {
			assert_int_equal((*impl)->valid_up_to(end - n, n, *impl), n);
			assert_int_equal((*impl)->valid_up_to(end - n, n - 1, *impl), n - 3);
		}
	guarded_free(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_before_guard),
		cmocka_unit_test(random_after_guard),
		cmocka_unit_test(every_length_and_alignment),
		cmocka_unit_test(every_length_at_guards),
		cmocka_unit_test(every_error_at_every_place),
		cmocka_unit_test(every_error_at_every_end),
		cmocka_unit_test(errors_in_long_text),
		cmocka_unit_test(errors_in_mixed_text),
		cmocka_unit_test(open_before_ascii),
		cmocka_unit_test(no_bytes),
		cmocka_unit_test(find_impl),
		cmocka_unit_test(cpu_features),
		cmocka_unit_test(dense_then_not),
		cmocka_unit_test(dense_to_end),
	};

	return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
