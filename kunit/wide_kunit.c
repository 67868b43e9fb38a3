// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole texts of UTF-16 and UTF-32, to and from UTF-8: every implementation against
 * the decoder and the encoder of single code points; other suites compare these with
 * the slow reference.
 */
#include "errors.h"
#include "sample.h"
#include "support.h"

/*
 * So long that an implementation takes several sections of vector registers, and more than the
 * 255 vectors that one round of counters holds.
 */
#define CODE_POINTS_MAX 16383
#define LONG_BYTES (4 * CODE_POINTS_MAX)
/* Code points of other texts. */
#define CODE_POINTS 300
#define BYTES_MAX (4 * CODE_POINTS)

/* UTF-16 and UTF-32, each in both byte orders. */
#define ENCODINGS 4

/**
 * struct both - the same well-formed text in two ways
 *
 * @test: fails where a conversion is wrong.
 * @c: the random numbers.
 * @utf8: in UTF-8.
 * @wide: in UTF-16 or UTF-32.
 * @at8: where each code point begins in @utf8, and where the last one ends.
 * @at: where each code point begins in @wide, and where the last one ends.
 * @count: of code points.
 * @encoding: of @wide, from UTF8CHECK_ENCODING_UTF16LE on.
 * @in: input, before a guard page.
 * @out: output, before another guard page.
 */
struct both {
	struct kunit *test;
	struct u8c_chance c;
	u8 *utf8;
	u8 *wide;
	u16 *at8;
	u16 *at;
	unsigned int count;
	unsigned int encoding;
	u8 *in;
	u8 *out;
};

/* A text of which the first code points, or all, are well-formed. */
struct input {
	const u8 *p;
	size_t n;
	unsigned int count;
};

static struct both *both_new(struct kunit *test)
{
	struct both *b = u8c_room(test, sizeof(*b));

	b->test = test;
	b->c.state = u8c_seed(test);
	b->utf8 = u8c_room(test, LONG_BYTES);
	b->wide = u8c_room(test, LONG_BYTES);
	b->at8 = u8c_room(test, (CODE_POINTS_MAX + 1) * sizeof(*b->at8));
	b->at = u8c_room(test, (CODE_POINTS_MAX + 1) * sizeof(*b->at));
	b->in = u8c_guarded(test, LONG_BYTES);
	b->out = u8c_guarded(test, LONG_BYTES);
	return b;
}

static bool is_big(const struct both *b)
{
	return b->encoding == UTF8CHECK_ENCODING_UTF16BE ||
	       b->encoding == UTF8CHECK_ENCODING_UTF32BE;
}

static bool is_utf32(const struct both *b)
{
	return b->encoding >= UTF8CHECK_ENCODING_UTF32LE;
}

static size_t unit_of(const struct both *b)
{
	return is_utf32(b) ? 4 : 2;
}

static size_t pairs_of(const struct both *b, unsigned int count)
{
	return is_utf32(b) ? 0 : b->at[count] / 2 - count;
}

static void append(struct both *b, u32 cp)
{
	const struct u8c_coding wide = { .encoding = b->encoding };
	unsigned int i = b->count++;

	b->at8[i + 1] = b->at8[i] + u8c_encode(&u8c_rfc3629, cp, b->utf8 + b->at8[i]);
	b->at[i + 1] = b->at[i] + u8c_encode(&wide, cp, b->wide + b->at[i]);
}

static u32 code_point_of(struct u8c_chance *c, unsigned int length)
{
	static const u32 first[] = { 0, 0x80, 0x800, 0x10000, 0x110000 };
	u32 cp, span = first[length] - first[length - 1];

	do {
		/* The ends of a range are chosen often. */
		cp = u8c_chance_below(c, 8) ? u8c_chance_below(c, span) :
		     u8c_chance_below(c, 2) ? 0 : span - 1;
		cp += first[length - 1];
	} while (u8c_is_surrogate(cp));
	return cp;
}

/*
 * Makes code points of the lengths in @lengths (bit 0: one byte).  Many of a length follow
 * each other, so that there are vectors of one length and of all mixtures.
 */
static void make(struct both *b, unsigned int count, unsigned int lengths,
		 unsigned int encoding)
{
	unsigned int length = 1, spell = 0;

	b->count = 0;
	b->encoding = UTF8CHECK_ENCODING_UTF16LE + encoding % ENCODINGS;
	while (b->count < count) {
		if (!spell--) {
			do
				length = 1 + u8c_chance_below(&b->c, 4);
			while (!(lengths >> (length - 1) & 1));
			spell = u8c_chance_below(&b->c, u8c_chance_below(&b->c, 4) ? 3 : 90);
		}
		append(b, code_point_of(&b->c, length));
	}
}

/* How many code points fit into the room; the @i-th one ends at @ends[@i]. */
static unsigned int fitting(const u16 *ends, unsigned int count, size_t room)
{
	while (ends[count] > room)
		count--;
	return count;
}

/* Converts to UTF-8, into @room bytes at @out. */
static const char *try_from(const struct u8c_impl *impl, const struct both *b,
			    const struct input *in, u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at8, in->count, room);
	struct u8c_transcoding to = { .out = out, .out_end = out + room, .pairs = 5 };
	u8c_transcode_fn *from = is_utf32(b) ? impl->wide->from_utf32 : impl->wide->from_utf16;

	if (from(in->p, in->n, is_big(b), &to, impl->wide) != b->at[fit])
		return "from, taken";
	if (to.out != out + b->at8[fit] || memcmp(out, b->utf8, b->at8[fit]))
		return "from, made";
	return to.pairs == 5 + pairs_of(b, fit) ? NULL : "from, pairs";
}

/* Were the first @count code points added to @by_length, in which there was 1 of each? */
static bool are_counted(const struct both *b, unsigned int count, const u64 *by_length)
{
	u64 expected[4] = { 1, 1, 1, 1 };

	for (unsigned int i = 0; i < count; i++)
		expected[b->at8[i + 1] - b->at8[i] - 1]++;
	return !memcmp(expected, by_length, sizeof(expected));
}

static const char *try_to(const struct u8c_impl *impl, const struct both *b,
			  const struct input *in, u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at, in->count, room);
	struct u8c_transcoding to = {
		.out = out, .out_end = out + room, .by_length = { 1, 1, 1, 1 },
	};
	u8c_transcode_fn *convert = is_utf32(b) ? impl->wide->to_utf32 : impl->wide->to_utf16;

	if (convert(in->p, in->n, is_big(b), &to, impl->wide) != b->at8[fit])
		return "to, taken";
	if (to.out != out + b->at[fit] || memcmp(out, b->wide, b->at[fit]))
		return "to, made";
	return are_counted(b, fit, to.by_length) ? NULL : "to, lengths";
}

static const char *try_valid(const struct u8c_impl *impl, const struct both *b,
			     const struct input *in)
{
	size_t pairs = 7;

	if (is_utf32(b))
		return u8c_valid_utf32(in->p, in->n, is_big(b)) == b->at[in->count] ? NULL :
		       "valid";
	if (impl->wide->valid_utf16(in->p, in->n, is_big(b), &pairs, impl->wide) != b->at[in->count])
		return "valid";
	return pairs == 7 + pairs_of(b, in->count) ? NULL : "valid, pairs";
}

static void expect(const struct both *b, const struct u8c_impl *impl, const char *differs,
		   const struct input *in)
{
	if (differs)
		kunit_info(b->test, "%s, %s\n", impl->name, u8c_encoding_name(b->encoding));
	U8C_ASSERT(b->test, !differs, differs, in->p, in->n);
}

/* Converts the whole text from @in to @out, in all implementations, with @room bytes of room. */
static void expect_from(const struct both *b, u8 *in, u8 *out, size_t room)
{
	const struct input all = { in, b->at[b->count], b->count };
	const struct u8c_impl *const *i;

	memcpy(in, b->wide, all.n);
	u8c_for_each_impl(i) {
		expect(b, *i, try_from(*i, b, &all, out, room), &all);
		expect(b, *i, try_valid(*i, b, &all), &all);
	}
	cond_resched();
}

static void expect_to(const struct both *b, u8 *in, u8 *out, size_t room)
{
	const struct input all = { in, b->at8[b->count], b->count };
	const struct u8c_impl *const *i;

	memcpy(in, b->utf8, all.n);
	u8c_for_each_impl(i)
		expect(b, *i, try_to(*i, b, &all, out, room), &all);
	cond_resched();
}

/* All of the room, or less. */
static size_t some_room(struct both *b, size_t all)
{
	return u8c_chance_below(&b->c, 3) ? all : u8c_chance_below(&b->c, all + 1);
}

/* Texts and rooms that end before a page that is not mapped. */
static void expect_guarded(struct both *b)
{
	const size_t n8 = b->at8[b->count], n = b->at[b->count];
	size_t room = some_room(b, n8);

	expect_from(b, b->in - n, b->out - room, room);
	room = some_room(b, n);
	expect_to(b, b->in - n8, b->out - room, room);
}

static void before_guard(struct kunit *test)
{
	struct both *b = both_new(test);

	for (unsigned int i = 0; i < u8c_rounds(12000); i++) {
		make(b, 1 + u8c_chance_below(&b->c, i % 2 ? 40 : CODE_POINTS), 1 + i % 15, i / 2);
		expect_guarded(b);
	}
}

/* Texts and rooms that begin after a page that is not mapped; all alignments. */
static void every_alignment(struct kunit *test)
{
	struct both *b = both_new(test);
	u8 *in = b->in - LONG_BYTES, *out = b->out - LONG_BYTES, *o;

	for (unsigned int align = 0; align < 64; align++) {
		for (unsigned int i = 0; i < u8c_rounds(60); i++) {
			make(b, 1 + u8c_chance_below(&b->c, CODE_POINTS), 1 + i % 15, i / 3);
			o = out + u8c_chance_below(&b->c, 64);
			expect_from(b, in + align, o, BYTES_MAX);
			expect_to(b, in + align, o, BYTES_MAX);
		}
	}
}

/* Every room from none to all of it; nothing is written after it. */
static void every_room(struct kunit *test)
{
	struct both *b = both_new(test);

	for (unsigned int i = 0; i < u8c_rounds(60); i++) {
		make(b, 1 + u8c_chance_below(&b->c, 120), 1 + i % 15, i);
		for (size_t room = 0; room <= b->at8[b->count]; room++)
			expect_from(b, b->in - b->at[b->count], b->out - room, room);
		for (size_t room = 0; room <= b->at[b->count]; room++)
			expect_to(b, b->in - b->at8[b->count], b->out - room, room);
	}
}

/* Texts and rooms that end before a page that is not mapped, in many sections. */
static void wide_long(struct kunit *test)
{
	struct both *b = both_new(test);

	for (unsigned int round = 0; round < u8c_rounds(60); round++) {
		make(b, CODE_POINTS_MAX, 1 + round % 15, round);
		expect_guarded(b);
	}
}

/*
 * Puts a unit that is ill-formed there in place of the code point at @at of @n bytes
 * of @text.
 */
static void spoil(struct both *b, u8 *text, size_t n, unsigned int at)
{
	static const u32 units[] = {
		0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000, 0x200041, 0x80000041, 0xffffffff,
	};
	u32 unit = units[u8c_chance_below(&b->c, is_utf32(b) ? ARRAY_SIZE(units) : 4)];
	size_t size = unit_of(b), k;
	u8 *p = text + b->at[at];

	for (k = 0; k < size; k++)
		p[k] = unit >> 8 * (is_big(b) ? size - 1 - k : k);
	/* A high surrogate with a low one after it is not alone. */
	if (!is_utf32(b) && unit < 0xdc00 && b->at[at] + 4 <= n)
		memcpy(p + 2, p, 2);
}

/* Converts a text that is well-formed up to a place, in all implementations. */
static void expect_part(const struct both *b, const struct input *in)
{
	u8 *out = b->out - LONG_BYTES;
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i) {
		expect(b, *i, try_valid(*i, b, in), in);
		expect(b, *i, try_from(*i, b, in, out, LONG_BYTES), in);
	}
}

/* Puts an ill-formed unit at a place; then cuts the text there amid a code point. */
static void expect_ill_formed(struct both *b, unsigned int at)
{
	const size_t n = b->at[b->count], start = b->at[at];
	u8 *text = b->in - n;

	memcpy(text, b->wide, n);
	spoil(b, text, n, at);
	expect_part(b, &(struct input){ text, n, at });
	expect_part(b, &(struct input){ b->wide, start +
			u8c_chance_below(&b->c, b->at[at + 1] - start), at });
}

static void ill_formed_at_every_place(struct kunit *test)
{
	struct both *b = both_new(test);
	unsigned int i, at;

	for (i = 0; i < u8c_rounds(240); i++) {
		make(b, 110, 1 + i % 15, i);
		for (at = 0; at < b->count; at++)
			expect_ill_formed(b, at);
		/* Also at one of the places of several sections. */
		if (i % 16)
			continue;
		make(b, CODE_POINTS_MAX, 1 + i % 15, i / 16);
		expect_ill_formed(b, u8c_chance_below(&b->c, b->count));
		cond_resched();
	}
}

/* An ill-formed sequence at every place of UTF-8, and a cut in every code point. */
static void ill_formed_utf8_at_every_place(struct kunit *test)
{
	struct both *b = both_new(test);
	u8 *out = b->out - LONG_BYTES, *text = b->in - LONG_BYTES;
	const struct u8c_impl *const *impl;

	for (unsigned int i = 0; i < u8c_rounds(240); i++) {
		make(b, 110, 1 + i % 15, i);
		for (unsigned int at = 0; at < b->count; at++) {
			const size_t start = b->at8[at], n = b->at8[b->count];
			const unsigned int bad = u8c_chance_below(&b->c, ARRAY_SIZE(u8c_wrongs));
			const size_t more = u8c_wrongs[bad].n;
			const struct input spoilt = { text, n + more, at };
			const struct input cut = {
				b->utf8, start + u8c_chance_below(&b->c, b->at8[at + 1] - start), at,
			};

			memcpy(text, b->utf8, start);
			memcpy(text + start, u8c_wrongs[bad].bytes, more);
			memcpy(text + start + more, b->utf8 + start, n - start);
			u8c_for_each_impl(impl) {
				expect(b, *impl, try_to(*impl, b, &spoilt, out, LONG_BYTES), &spoilt);
				expect(b, *impl, try_to(*impl, b, &cut, out, LONG_BYTES), &cut);
			}
		}
		cond_resched();
	}
}

/* Every code point, in a text of its 256 neighbours, in each encoding. */
static void every_code_point(struct kunit *test)
{
	struct both *b = both_new(test);
	u32 cp;

	for (unsigned int row = 0; row < ENCODINGS * 0x1100; row += u8c_share()) {
		b->count = 0;
		b->encoding = UTF8CHECK_ENCODING_UTF16LE + row / 0x1100;
		for (unsigned int i = 0; i < 256; i++) {
			cp = row % 0x1100 * 256 + i;
			if (!u8c_is_surrogate(cp))
				append(b, cp);
		}
		expect_from(b, b->in - LONG_BYTES, b->out - LONG_BYTES, LONG_BYTES);
		expect_to(b, b->in - LONG_BYTES, b->out - LONG_BYTES, LONG_BYTES);
	}
}

/* Text whose first @good bytes, which are @units units of UTF-16, are well-formed. */
static void expect_prefix(struct kunit *test, const struct input *in, size_t good, size_t units)
{
	static u8 out[4 * 600];
	const struct u8c_impl *const *impl;

	u8c_for_each_impl(impl) {
		const struct u8c_wide_impl *wide = (*impl)->wide;
		struct u8c_transcoding to = { .out = out, .out_end = out + sizeof(out) };

		KUNIT_ASSERT_EQ(test, good, wide->to_utf16(in->p, in->n, false, &to, wide));
		KUNIT_ASSERT_EQ(test, to.out - out, 2 * units);
		to.out = out;
		KUNIT_ASSERT_EQ(test, good, wide->to_utf32(in->p, in->n, true, &to, wide));
		KUNIT_ASSERT_EQ(test, to.out - out, 4 * units);
	}
}

/* @n bytes that are not ASCII, but for a last one. */
static void put_twos(u8 *p, size_t n)
{
	memset(p, 'a', n);
	for (; n >= 2; n -= 2, p += 2)
		memcpy(p, "\u00e9", 2);
}

/* A vector that ends amid a sequence, before one of ASCII. */
static void open_before_ascii(struct kunit *test)
{
	static const char *const cuts[] = { "\xc3", "\xe2\x82", "\xf0\x90\x80" };
	static u8 text[600];

	for (unsigned int i = 0; i < ARRAY_SIZE(cuts); i++)
		for (size_t n = 0; n <= 300; n += 2) {
			memset(text, 'a', sizeof(text));
			put_twos(text, n);
			memcpy(text + n, cuts[i], strlen(cuts[i]));
			expect_prefix(test, &(struct input){ text, sizeof(text), 0 }, n, n / 2);
		}
}

/*
 * A continuation after ASCII, with text of vectors before and after that; and text without
 * one, of each length.  Both end before a guard page.
 */
static void continuation_after_ascii(struct kunit *test)
{
	u8 *end = u8c_guarded(test, 600);

	for (size_t n = 0; n <= 450; n++) {
		size_t more = 70 + n % 71;
		u8 *p = end - n - more;

		put_twos(p, n % 100);
		memset(p + n % 100, 'a', n - n % 100);
		p[n] = 0xa9;
		put_twos(p + n + 1, more - 1);
		expect_prefix(test, &(struct input){ p, n + more, 0 }, n, n - n % 100 / 2);
		put_twos(end - n, n);
		expect_prefix(test, &(struct input){ end - n, n, 0 }, n, (n + 1) / 2);
	}
}

static struct kunit_case wide_cases[] = {
	KUNIT_CASE(wide_long),
	KUNIT_CASE(before_guard),
	KUNIT_CASE(every_alignment),
	KUNIT_CASE(every_room),
	KUNIT_CASE(ill_formed_at_every_place),
	KUNIT_CASE(ill_formed_utf8_at_every_place),
	KUNIT_CASE(every_code_point),
	KUNIT_CASE(open_before_ascii),
	KUNIT_CASE(continuation_after_ascii),
	{}
};

struct kunit_suite u8c_wide_suite = {
	.name = "utf8check_wide",
	.test_cases = wide_cases,
};
