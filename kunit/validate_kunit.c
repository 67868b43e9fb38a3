// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole buffers: how far every implementation finds, copies and counts them well-formed,
 * against the reference.
 *
 * Implementations with vectors use them for texts of 512 bytes or more, after at
 * most 6,144 bytes of ASCII, in sections of 32 KiB (module/impl.c).  The
 * texts here have lengths at which no section begins, one, or several.
 */
#include "errors.h"
#include "exhaustive.h"
#include "reference_action.h"
#include "sample.h"
#include "support.h"

#define TEXT_MAX 1024
#define VECTORS_FROM 512
#define SECTION 32768
#define ASCII_MAX 6144
/*
 * The length from which vectors are used, a block of the widest vectors, and some
 * more.
 */
#define BLOCKS (VECTORS_FROM + 256 + 64)
#define SECTIONS_MAX (ASCII_MAX + 3 * SECTION)
#define LONG_TEXT 2048
/*
 * More than an implementation copies before it chooses its method again; where it only
 * validates, it may take 64 KiB.
 */
#define MIXED 49152

KUNIT_ARRAY_PARAM_DESC(ground, u8c_grounds, description);

/**
 * struct counts - what a call counts in well-formed text
 *
 * @by_length: sequences by their length.
 * @at: the place after it.
 */
struct counts {
	u64 by_length[4];
	struct u8c_position at;
};

/* The counters before a call, which adds to them. */
#define BEFORE { 5, 6, 7, 8 }, { 9, 10 }
#define BEFORE_SUM (5 + 6 + 7 + 8)

static void count_slowly(const u8 *p, size_t n, struct counts *c)
{
	while (n--) {
		if (!u8c_is_continuation(*p)) {
			c->by_length[(*p >= 0xc0) + (*p >= 0xe0) + (*p >= 0xf0)]++;
			c->at.column++;
		}
		if (*p++ == '\n') {
			c->at.line++;
			c->at.column = 1;
		}
	}
}

/* All that an implementation says of @n bytes, of which @want are well-formed. */
static const char *try_impl(const struct u8c_validate_impl *impl, struct u8c_text text, size_t want,
			    const struct counts *all, u8 *out)
{
	struct counts copied = { BEFORE }, judged = { BEFORE }, counted = { BEFORE };
	const u64 *by = all->by_length;

	if (impl->valid_up_to(text.p, text.n, impl) != want)
		return "valid_up_to";
	if (impl->copy_valid(text.p, text.n, out, copied.by_length, impl) != want ||
	    memcmp(out, text.p, want) || memcmp(copied.by_length, by, sizeof(all->by_length)))
		return "copy_valid";
	if (impl->copy_valid(text.p, text.n, NULL, judged.by_length, impl) != want ||
	    memcmp(judged.by_length, by, sizeof(all->by_length)))
		return "copy_valid to nowhere";
	if (impl->count(text.p, want, counted.by_length, impl) !=
		    by[0] + by[1] + by[2] + by[3] - BEFORE_SUM ||
	    memcmp(counted.by_length, by, sizeof(all->by_length)))
		return "count";
	impl->advance(&counted.at, text.p, want, impl);
	return counted.at.line == all->at.line && counted.at.column == all->at.column ? NULL :
	       "advance";
}

/* What is copied ends before a guard page, as its room does. */
static void expect_up_to(struct kunit *test, const u8 *p, size_t n, size_t want)
{
	struct counts all = { BEFORE };
	const struct u8c_impl *const *i;
	const char *differs;

	test->priv = test->priv ?: u8c_guarded(test, SECTIONS_MAX);
	count_slowly(p, want, &all);
	u8c_for_each_impl(i) {
		differs = try_impl((*i)->validate, u8c_text(p, n), want, &all, (u8 *)test->priv - n);
		KUNIT_ASSERT_NULL_MSG(test, differs, "%s: %s: %zu bytes, %zu well-formed", (*i)->name,
				      differs, n, want);
	}
}

/* The error that is @good bytes after the start, if there is one. */
static void expect_record(struct kunit *test, const u8 *p, size_t n, size_t good)
{
	struct utf8check_error e = {}, want = {};
	u64 cp;

	U8C_ASSERT(test, u8c_validate(u8c_impl_find(NULL), &u8c_rfc3629, p, n, &e) == (good == n),
		   "validate: answer", p, n);
	if (good == n)
		return;
	u8c_ref_decode(p + good, n - good, true, &cp, &want);
	want.offset = good;
	U8C_ASSERT(test, u8c_same_error(&e, &want), "validate: record", p, n);
}

/*
 * Puts @w at @at into @n bytes, and afterwards puts back what was there.  Of the
 * first i bytes, good[i] are well-formed.
 */
static void expect_wrong(struct kunit *test, const struct u8c_wrong *w, u8 *p,
			 size_t n, size_t at, const u32 *good)
{
	u8 kept[U8C_WRONG_MAX];
	size_t up_to;

	if (at + w->n > n)
		return;
	memcpy(kept, p + at, w->n);
	memcpy(p + at, w->bytes, w->n);
	up_to = good[at] + u8c_ref_valid_up_to(p + good[at], n - good[at]);
	expect_up_to(test, p, n, up_to);
	expect_record(test, p, n, up_to);
	memcpy(p + at, kept, w->n);
}

/* Each error at each place of the blocks, and as the last bytes of a text of each length. */
static void validate_every_error(struct kunit *test)
{
	u32 *good = u8c_room(test, (BLOCKS + 1) * sizeof(*good));
	u8 *end = u8c_guarded(test, BLOCKS);

	u8c_ground_fill(test->param_value, end - BLOCKS, BLOCKS);
	u8c_ground_measure(end - BLOCKS, BLOCKS, good);
	for (size_t w = 0; w < ARRAY_SIZE(u8c_wrongs); w++) {
		for (size_t at = w % u8c_share(); at < BLOCKS; at += u8c_share())
			expect_wrong(test, &u8c_wrongs[w], end - BLOCKS, BLOCKS,
				     at, good);
		cond_resched();
	}
	for (size_t n = U8C_WRONG_MAX; n <= BLOCKS; n++) {
		u8c_ground_fill(test->param_value, end - n, n);
		for (size_t w = n % u8c_share(); w < ARRAY_SIZE(u8c_wrongs); w += u8c_share())
			expect_wrong(test, &u8c_wrongs[w], end - n, n,
				     n - u8c_wrongs[w].n, good);
		cond_resched();
	}
}

/* In a long text each place has an eighth of the errors, in turns. */
static void errors_in_long_text(struct kunit *test)
{
	u32 *good = u8c_room(test, (LONG_TEXT + 1) * sizeof(*good));
	u8 *p = u8c_guarded(test, LONG_TEXT) - LONG_TEXT;
	const size_t step = 8 * u8c_share();

	u8c_ground_fill(test->param_value, p, LONG_TEXT);
	u8c_ground_measure(p, LONG_TEXT, good);
	for (size_t at = 0; at < LONG_TEXT; at++) {
		for (size_t w = at % step; w < ARRAY_SIZE(u8c_wrongs); w += step)
			expect_wrong(test, &u8c_wrongs[w], p, LONG_TEXT, at, good);
		cond_resched();
	}
}

/* A code point of 1 to 4 bytes. */
static size_t put_point_of(struct u8c_chance *c, u8 *p, size_t n)
{
	static const u32 first[] = { 'a', 0x80, 0x800, 0x10000 };

	return u8c_encode(&u8c_rfc3629, first[n - 1] + u8c_chance_below(c, 26), p);
}

/*
 * Fills @p with runs of ASCII and runs of other code points, of random lengths
 * below runs[0] and runs[1].  ASCII begins only at a multiple of runs[2]: of the bytes
 * that a vector holds, or that an implementation takes at once.
 */
static void fill_mixed(struct u8c_chance *c, u8 *p, const u32 *runs)
{
	size_t at = 0, left;

	while (at < MIXED) {
		for (u32 run = u8c_chance_below(c, runs[0]); run && at < MIXED; run--)
			p[at++] = 'a' + run % 26;
		for (u32 run = u8c_chance_below(c, runs[1]); run && MIXED - at >= 4; run--)
			at += put_point_of(c, p + at, 2 + u8c_chance_below(c, 3));
		while ((left = -at % runs[2]))
			at += put_point_of(c, p + at, left > 6 ? 3 : left > 4 ? 2 : left);
	}
}

/* Where ASCII begins; the end if nowhere after a random place. */
static size_t random_border(struct u8c_chance *c, const u8 *p, size_t step)
{
	size_t at = step * (1 + u8c_chance_below(c, MIXED / step - 1));

	while (at < MIXED && !(p[at - 1] >= 0x80 && p[at] < 0x80))
		at += step;
	return at;
}

/*
 * Errors in text of runs of ASCII and runs of other text: long runs, short runs, and long
 * runs of the one with short runs of the other.
 */
static void errors_in_mixed_text(struct kunit *test)
{
	static const u32 runs[][3] = {
		{ 600, 40, 64 }, { 4000, 40, 64 }, { 150, 1000, 64 },
		{ 40, 40, 64 }, { 20000, 9000, 64 }, { 20, 9000, 64 },
		{ 20000, 9, 64 }, { 3000, 500, 512 }, { 5000, 900, 4096 },
	};
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *p = u8c_guarded(test, MIXED) - MIXED;
	u32 *good = u8c_room(test, (MIXED + 1) * sizeof(*good));
	const struct u8c_wrong *w;
	size_t i, turn, end;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		fill_mixed(&c, p, runs[i]);
		u8c_ground_measure(p, MIXED, good);
		expect_up_to(test, p, MIXED, MIXED);
		for (turn = 0; turn < u8c_rounds(1500); turn++) {
			w = &u8c_wrongs[u8c_chance_below(&c, ARRAY_SIZE(u8c_wrongs))];
			end = turn & 1 ? random_border(&c, p, runs[i][2]) :
			      U8C_WRONG_MAX + u8c_chance_below(&c, MIXED - U8C_WRONG_MAX);
			expect_wrong(test, w, p, MIXED, end - w->n, good);
			cond_resched();
		}
	}
}

/* @n bytes of both kinds, so that no implementation has skipped ASCII by then. */
static void put_both(u8 *p, size_t n)
{
	memset(p, 'a', n);
	for (size_t at = 0; at + 1 < n; at += at == 254 ? 514 : 2)
		memcpy(p + at, "\xc3\xa9", 2);
}

/* @n bytes that are not ASCII, but for the first ones. */
static void put_dense(u8 *p, size_t n)
{
	for (; n % 3; n--)
		*p++ = 'a';
	for (; n; n -= 3, p += 3)
		memcpy(p, "\xe4\xba\x8c", 3);
}

/*
 * A sequence is open where much ASCII begins, after text of both kinds or of one, at the first
 * places where an implementation may change its method, and at others.
 */
static void open_before_ascii(struct kunit *test)
{
	static const char *const cut[] = { "\xc3", "\xe2\x82", "\xf0\x90\x80" };
	u8 *p = u8c_guarded(test, MIXED) - MIXED;
	size_t i, border, n;

	for (i = 0; i < 2 * ARRAY_SIZE(cut); i++) {
		n = strlen(cut[i / 2]);
		for (border = 256; border <= 10240; border += 32) {
			if (i % 2)
				put_dense(p, border - n);
			else
				put_both(p, border - n);
			memcpy(p + border - n, cut[i / 2], n);
			memset(p + border, 'a', MIXED - border);
			expect_up_to(test, p, MIXED, border - n);
			cond_resched();
		}
	}
}

/* There, after text that takes turns, text without ASCII begins with a continuation. */
static void continuation_after_ascii(struct kunit *test)
{
	u8 *p = u8c_guarded(test, MIXED) - MIXED;

	for (size_t border = 256; border <= 10240; border += 32) {
		memset(p, 'a', border);
		for (size_t at = 0; at < border - 128; at += 128)
			memcpy(p + at, "\xc3\xa9", 2);
		put_dense(p + border + 1, MIXED - border - 1);
		p[border] = 0xba;
		expect_up_to(test, p, MIXED, border);
		cond_resched();
	}
}

/* Bytes of text that is not ASCII that are copied at once, without looking for ASCII. */
#define DENSE (16 * 2048)

/* DENSE bytes without ASCII and some more, then other text. */
static void dense_then_not(struct kunit *test)
{
	const size_t dense = 1024 + DENSE + 512, n = dense / 3 * 3 + 4 * 2048;
	u8 *p = u8c_guarded(test, n) - n;

	memset(p, 'a', n);
	for (size_t i = 0; i + 3 <= dense; i += 3)
		memcpy(p + i, "\xe4\xba\x8c", 3);
	memcpy(p + n - 3000, "\xc3\xa9", 2);
	expect_up_to(test, p, n, n);
	p[n - 1] = 0xff;
	expect_up_to(test, p, n, n - 1);
}

/* Text without ASCII that ends, before a guard page, soon after DENSE bytes. */
static void dense_to_end(struct kunit *test)
{
	const size_t most = 3 * (DENSE / 3 + 4 * 1024);
	u8 *end = u8c_guarded(test, most);

	for (size_t i = 3; i <= most; i += 3)
		memcpy(end - i, "\xe4\xba\x8c", 3);
	for (size_t n = DENSE / 3 * 3; n <= most; n += 3 * 128) {
		expect_up_to(test, end - n, n, n);
		expect_up_to(test, end - n, n - 1, n - 3);
		cond_resched();
	}
}

/*
 * Errors around the end of each section, and texts that end there.  The text has
 * @n bytes, and begins with @ascii bytes of ASCII.
 */
static void expect_sections(struct kunit *test, size_t ascii, u8 *p, size_t n,
			    const u32 *good)
{
	/* ASCII is passed over up to a multiple of 16 bytes. */
	size_t cut = min_t(size_t, round_down(ascii, 16), ASCII_MAX);
	size_t at, w;

	for (; cut + VECTORS_FROM <= n; cut += SECTION) {
		for (at = cut < 4 ? 0 : cut - 4; at < cut + 4; at++) {
			w = (ascii + at * 5) % ARRAY_SIZE(u8c_wrongs);
			expect_wrong(test, &u8c_wrongs[w], p, n, at, good);
			expect_up_to(test, p, at, good[at]);
		}
		cond_resched();
	}
	expect_up_to(test, p, n, good[n]);
}

/* Sections end at each byte of a sequence. */
static void validate_sections(struct kunit *test)
{
	static const u16 asciis[] = { 0, VECTORS_FROM, ASCII_MAX, ASCII_MAX + 99 };
	const size_t n = 2 * SECTION + VECTORS_FROM + 16;
	u32 *good = u8c_room(test, (SECTIONS_MAX + 1) * sizeof(*good));
	u32 *rest = u8c_room(test, (n + 1) * sizeof(*rest));
	u8 *end = u8c_guarded(test, SECTIONS_MAX);
	size_t i, k, ascii;

	u8c_ground_fill(test->param_value, end - n, n);
	u8c_ground_measure(end - n, n, rest);
	for (i = 0; i < 4 * ARRAY_SIZE(asciis); i++) {
		ascii = asciis[i / 4] + i % 4;
		memset(end - n - ascii, 'a', ascii);
		for (k = 0; k <= ascii + n; k++)
			good[k] = k < ascii ? k : ascii + rest[k - ascii];
		expect_sections(test, ascii, end - n - ascii, ascii + n, good);
	}
}

/* Each alignment, with lengths over a few words and blocks, and with any length. */
static void validate_alignment(struct kunit *test)
{
	u32 *good = u8c_room(test, (TEXT_MAX + 1) * sizeof(*good));
	u8 *p = u8c_guarded(test, 2 * TEXT_MAX) - 2 * TEXT_MAX;
	const unsigned int share = u8c_share();

	for (size_t align = 0; align < 64; align++) {
		u8c_ground_fill(test->param_value, p + align, TEXT_MAX);
		u8c_ground_measure(p + align, TEXT_MAX, good);
		for (size_t n = align % share; n <= TEXT_MAX; n += share)
			expect_up_to(test, p + align, n, good[n]);
		cond_resched();
	}
	u8c_ground_fill(test->param_value, p, 2 * TEXT_MAX);
	for (size_t align = 0; align < 64; align += share) {
		/* A start within a sequence is an error at once. */
		u8c_ground_measure(p + align, 320, good);
		for (size_t n = 0; n <= 320; n++)
			expect_up_to(test, p + align, n, good[n]);
		cond_resched();
	}
}

/*
 * Nothing is read outside, for any length and any last byte: after the end, or before
 * the start, where a page of another area is, or none.
 */
static void validate_guard_page(struct kunit *test)
{
	static const u8 lasts[] = { 'a', 0x80, 0xc3, 0xe2, 0xf4, 0xff };
	u32 *good = u8c_room(test, (TEXT_MAX + 1) * sizeof(*good));
	u8 *end = u8c_guarded(test, 4096), *start = end - 4096;

	u8c_ground_fill(test->param_value, start, TEXT_MAX);
	u8c_ground_measure(start, TEXT_MAX, good);
	for (size_t n = 0; n <= TEXT_MAX; n++)
		expect_up_to(test, start, n, good[n]);
	for (size_t n = 1; n <= TEXT_MAX; n++) {
		u8c_ground_fill(test->param_value, end - n, n);
		expect_up_to(test, end - n, n, good[n]);
		for (size_t i = 0; n <= 600 && i < ARRAY_SIZE(lasts); i++) {
			end[-1] = lasts[i];
			expect_up_to(test, end - n, n,
				     u8c_ref_valid_up_to(end - n, n));
		}
		cond_resched();
	}
	expect_up_to(test, end, 0, 0);
}

/* Each pair of bytes at which a rule changes, at each place of the blocks. */
static void validate_pairs(struct kunit *test)
{
	u32 good[3 * 64 + 41];
	const size_t n = ARRAY_SIZE(good) - 1;
	u8 *p = u8c_guarded(test, n) - n;

	for (size_t at = 0; at + 2 <= n; at += u8c_share()) {
		u8c_ground_fill(test->param_value, p, n);
		u8c_ground_measure(p, n, good);
		/* The text before the pair is well-formed as far as it was. */
		for (size_t a = 0; a < U8C_EDGES; a++) {
			for (size_t b = 0; b < U8C_EDGES; b++) {
				p[at] = u8c_edges[a];
				p[at + 1] = u8c_edges[b];
				expect_up_to(test, p, n, good[at] +
					     u8c_ref_valid_up_to(p + good[at],
								 n - good[at]));
			}
		}
		cond_resched();
	}
}

/* Fills @p with any bytes at which a rule changes. */
static void sample_edges(struct u8c_chance *c, u8 *p, size_t n)
{
	while (n--)
		p[n] = u8c_edges[u8c_chance_below(c, U8C_EDGES)];
}

/* At the end of a page or at its start, with no error, a few or many. */
static void validate_random(struct kunit *test)
{
	static const u16 bad[] = { 0, 1, 2, 3, 64, 256 };
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, 4096);

	for (unsigned int round = 0; round < u8c_rounds(5000); round++) {
		size_t n = u8c_chance_below(&c, round % 3 ? 1024 : 4096);
		u8 *p = round % 2 ? end - 4096 : end - n;
		size_t want;

		if (round % 7)
			u8c_sample_text(&c, bad[round % ARRAY_SIZE(bad)], p, n);
		else
			sample_edges(&c, p, n);
		want = u8c_ref_valid_up_to(p, n);
		expect_up_to(test, p, n, want);
		expect_record(test, p, n, want);
		cond_resched();
	}
}

/* Counts text after no ASCII, or after as much as is passed over before a section begins. */
static void count_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, SECTIONS_MAX);
	const struct utf8check_config config = {
		.action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};
	const struct u8c_validate_impl *impl = u8c_impl_find(NULL)->validate;
	struct u8c_ref_result want = { .list = NULL };

	for (unsigned int round = 0; round < u8c_rounds(200); round++) {
		size_t n = u8c_chance_below(&c, round % 4 ? 2 * SECTION :
							    SECTIONS_MAX);
		struct u8c_position at = { .line = 1, .column = 1 };
		u8 *p = end - n;

		u8c_sample_text(&c, 0, p, n);
		if (round % 3 == 0)
			memset(p, 'a', u8c_chance_below(&c, n + 1));
		n = u8c_ref_valid_up_to(p, n);
		u8c_ref_stream(&config, p, n, NULL, &want, NULL);
		expect_up_to(test, p, n, n);
		impl->advance(&at, p, n, impl);
		KUNIT_ASSERT_EQ(test, at.line, want.position.line);
		KUNIT_ASSERT_EQ(test, at.column, want.position.column);
		cond_resched();
	}
}

/* Every counter of a word counts as fast and as long as possible. */
static void count_one_length(struct kunit *test)
{
	/* Longer than the 255 vectors that one round of counters holds. */
	enum { LENGTH = 255 * 64 + 300 };
	static const u32 points[] = { 'a', '\n', 0x7ff, 0xffff, 0x10ffff };
	u8 *p = u8c_guarded(test, LENGTH) - LENGTH;
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(points); i++) {
		for (n = 0; n + U8C_WRONG_MAX <= LENGTH;)
			n += u8c_encode(&u8c_rfc3629, points[i], p + n);
		expect_up_to(test, p, n, n);
	}
}

/* A line feed at each place of text without others. */
static void count_line_feeds(struct kunit *test)
{
	u8 *p = u8c_guarded(test, TEXT_MAX) - TEXT_MAX;

	for (size_t at = 0; at < TEXT_MAX; at++) {
		put_dense(p, TEXT_MAX);
		memset(p + at - at % 3, 'a', min_t(size_t, 4, TEXT_MAX - (at - at % 3)));
		p[at] = '\n';
		expect_up_to(test, p, TEXT_MAX, u8c_ref_valid_up_to(p, TEXT_MAX));
	}
}

static void impl_find(struct kunit *test)
{
	const struct u8c_impl *const *i;

	/* The preferred implementation that this CPU can run. */
	for (i = u8c_impls; *i && !u8c_impl_usable(*i); i++)
		KUNIT_EXPECT_NULL(test, u8c_impl_find((*i)->name));
	KUNIT_ASSERT_NOT_NULL(test, *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find(NULL), *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find(""), *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find("auto"), *i);
	KUNIT_EXPECT_NULL(test, u8c_impl_find("automatic"));
	KUNIT_EXPECT_NULL(test, u8c_impl_find("scala"));
	KUNIT_EXPECT_NULL(test, u8c_impl_find("scalars"));
	u8c_for_each_impl(i) {
		KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find((*i)->name), *i);
		kunit_info(test, "implementation %s\n", (*i)->name);
	}
}

static struct kunit_case validate_cases[] = {
	KUNIT_CASE_PARAM(validate_every_error, ground_gen_params),
	KUNIT_CASE_PARAM(validate_sections, ground_gen_params),
	KUNIT_CASE_PARAM(validate_alignment, ground_gen_params),
	KUNIT_CASE_PARAM(validate_guard_page, ground_gen_params),
	KUNIT_CASE_PARAM(validate_pairs, ground_gen_params),
	KUNIT_CASE_PARAM(errors_in_long_text, ground_gen_params),
	KUNIT_CASE_SLOW(errors_in_mixed_text),
	KUNIT_CASE(open_before_ascii),
	KUNIT_CASE(continuation_after_ascii),
	KUNIT_CASE(dense_then_not),
	KUNIT_CASE(dense_to_end),
	KUNIT_CASE(validate_random),
	KUNIT_CASE(count_random),
	KUNIT_CASE(count_one_length),
	KUNIT_CASE(count_line_feeds),
	KUNIT_CASE(impl_find),
	{}
};

struct kunit_suite u8c_validate_suite = {
	.name = "utf8check_validate",
	.test_cases = validate_cases,
};
