// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts of UTF-16 and UTF-32, to and from UTF-8: every implementation against
 * the decoder and the encoder of single code points; other tests compare these with
 * the slow reference.
 */
#include <stdio.h>
#include "shared/common.h"

#define CODE_POINTS 300
#define BYTES_MAX (4 * CODE_POINTS)

/* UTF-16 and UTF-32, each in both byte orders. */
#define ENCODINGS 4

/**
 * struct both - the same well-formed text in two ways
 *
 * @utf8: in UTF-8.
 * @wide: in UTF-16 or UTF-32.
 * @at8: where each code point begins in @utf8, and where the last one ends.
 * @at: the same in @wide.
 * @count: of code points.
 * @encoding: of @wide, from UTF8CHECK_UTF16LE on.
 */
struct both {
	u8 utf8[BYTES_MAX];
	u8 wide[BYTES_MAX];
	size_t at8[CODE_POINTS + 1];
	size_t at[CODE_POINTS + 1];
	unsigned int count;
	unsigned int encoding;
};

static bool is_big(const struct both *b)
{
	return b->encoding == UTF8CHECK_UTF16BE || b->encoding == UTF8CHECK_UTF32BE;
}

static bool is_utf32(const struct both *b)
{
	return b->encoding >= UTF8CHECK_UTF32LE;
}

static size_t unit_of(const struct both *b)
{
	return is_utf32(b) ? 4 : 2;
}

static void append(struct both *b, u32 cp)
{
	const struct u8c_coding wide = { .encoding = b->encoding };
	unsigned int i = b->count++;

	b->at8[i + 1] = b->at8[i] +
		u8c_encode(&u8c_rfc3629, cp, b->utf8 + b->at8[i]);
	b->at[i + 1] = b->at[i] + u8c_encode(&wide, cp, b->wide + b->at[i]);
}

static u32 code_point_of(unsigned int length)
{
	static const u32 first[] = { 0, 0x80, 0x800, 0x10000, 0x110000 };
	u32 cp, span = first[length] - first[length - 1];

	do {
		/* The ends of a range are chosen often. */
		cp = random_below(8) ? random_below(span) :
		     random_below(2) ? 0 : span - 1;
		cp += first[length - 1];
	} while (u8c_is_surrogate(cp));
	return cp;
}

/*
 * Code points of the lengths in @lengths (bit 0: one byte).  Many of a length
 * follow each other, so that there are vectors of one length and of all mixtures.
 */
static void make(struct both *b, unsigned int count, unsigned int lengths,
		 unsigned int encoding)
{
	unsigned int length = 1, spell = 0;

	b->count = 0;
	b->encoding = UTF8CHECK_UTF16LE + encoding % ENCODINGS;
	while (b->count < count) {
		if (!spell--) {
			do
				length = 1 + random_below(4);
			while (!(lengths >> (length - 1) & 1));
			spell = random_below(random_below(4) ? 3 : 90);
		}
		append(b, code_point_of(length));
	}
}

/* How many code points fit into the room; the @i-th one ends at @ends[@i]. */
static unsigned int fitting(const size_t *ends, unsigned int count, size_t room)
{
	while (ends[count] > room)
		count--;
	return count;
}

static size_t pairs_of(const struct both *b, unsigned int count)
{
	return is_utf32(b) ? 0 : b->at[count] / 2 - count;
}

/* Converts the first @count code points and some more bytes, with so much room. */
static const char *try_from(const struct u8c_impl *impl, const struct both *b,
			    const u8 *in, size_t n, unsigned int count,
			    u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at8, count, room);
	struct u8c_transcoding to = { .out = out, .out_end = out + room, .pairs = 5 };
	u8c_transcode_fn *from = is_utf32(b) ? impl->from_utf32 : impl->from_utf16;

	if (from(in, n, is_big(b), &to, impl) != b->at[fit])
		return "from, taken";
	if (to.out != out + b->at8[fit] || memcmp(out, b->utf8, b->at8[fit]))
		return "from, made";
	if (to.pairs != 5 + pairs_of(b, fit))
		return "from, pairs";
	return NULL;
}

/* Were the first @count code points added to @by_length, in which there was 1 of each? */
static bool are_counted(const struct both *b, unsigned int count, const u64 *by_length)
{
	u64 expected[4] = { 1, 1, 1, 1 };
	unsigned int i;

	for (i = 0; i < count; i++)
		expected[b->at8[i + 1] - b->at8[i] - 1]++;
	return !memcmp(expected, by_length, sizeof(expected));
}

/* A text of UTF-8, which is well-formed up to its first @count code points. */
struct to_convert {
	const u8 *p;
	size_t n;
	unsigned int count;
};

static const char *try_to_part(const struct u8c_impl *impl, const struct both *b,
			       const struct to_convert *in, u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at, in->count, room);
	struct u8c_transcoding to = {
		.out = out, .out_end = out + room, .by_length = { 1, 1, 1, 1 },
	};
	u8c_transcode_fn *convert = is_utf32(b) ? impl->to_utf32 : impl->to_utf16;

	if (convert(in->p, in->n, is_big(b), &to, impl) != b->at8[fit])
		return "to, taken";
	if (to.out != out + b->at[fit] || memcmp(out, b->wide, b->at[fit]))
		return "to, made";
	return are_counted(b, fit, to.by_length) ? NULL : "to, lengths";
}

static const char *try_to(const struct u8c_impl *impl, const struct both *b,
			  const u8 *in, unsigned int count, u8 *out, size_t room)
{
	const struct to_convert all = { in, b->at8[count], count };

	return try_to_part(impl, b, &all, out, room);
}

static const char *try_valid(const struct u8c_impl *impl, const struct both *b,
			     const u8 *in, size_t n, unsigned int count)
{
	size_t pairs = 7;

	if (is_utf32(b))
		return u8c_valid_utf32(in, n, is_big(b)) == b->at[count] ? NULL : "valid";
	if (impl->valid_utf16(in, n, is_big(b), &pairs, impl) != b->at[count])
		return "valid";
	return pairs == 7 + pairs_of(b, count) ? NULL : "valid, pairs";
}

static void expect(const char *differs, const struct u8c_impl *impl,
		   const u8 *p, size_t n)
{
	if (differs)
		fprintf(stderr, "# %s\n", impl->name);
	assert_same(differs, p, n);
}

/* Texts and rooms that end before a page that is not mapped. */
static void before_guard(void **unused)
{
	struct guarded in = guarded_new(BYTES_MAX), out = guarded_new(BYTES_MAX);
	const struct u8c_impl *const *impl;
	static struct both b;
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 12000; i++) {
		size_t room, n;
		u8 *p;

		make(&b, 1 + random_below(i % 2 ? 40 : CODE_POINTS),
		     1 + i % 15, random_below(ENCODINGS));
		n = b.at[b.count];
		room = random_below(3) ? b.at8[b.count] :
		       random_below(b.at8[b.count] + 1);
		p = in.p + in.size - n;
		memcpy(p, b.wide, n);
		for_each_impl(impl) {
			expect(try_from(*impl, &b, p, n, b.count,
					out.p + out.size - room, room),
			       *impl, p, n);
			expect(try_valid(*impl, &b, p, n, b.count), *impl, p, n);
		}
		n = b.at8[b.count];
		room = random_below(3) ? b.at[b.count] :
		       random_below(b.at[b.count] + 1);
		p = in.p + in.size - n;
		memcpy(p, b.utf8, n);
		for_each_impl(impl)
			expect(try_to(*impl, &b, p, b.count,
				      out.p + out.size - room, room),
			       *impl, p, n);
	}
	guarded_free(&in);
	guarded_free(&out);
}

/* Texts and rooms that begin after a page that is not mapped; all alignments. */
static void every_alignment(void **unused)
{
	struct guarded in = guarded_new(BYTES_MAX + 64);
	struct guarded out = guarded_new(BYTES_MAX + 64);
	const struct u8c_impl *const *impl;
	static struct both b;
	unsigned int align, i;

	(void)unused;
	random_start();
	for (align = 0; align < 64; align++) {
		for (i = 0; i < 60; i++) {
			u8 *p = in.p + align, *o = out.p + random_below(64);

			make(&b, 1 + random_below(CODE_POINTS), 1 + i % 15,
			     random_below(ENCODINGS));
			memcpy(p, b.wide, b.at[b.count]);
			for_each_impl(impl)
				expect(try_from(*impl, &b, p, b.at[b.count],
						b.count, o, BYTES_MAX), *impl,
				       p, b.at[b.count]);
			memcpy(p, b.utf8, b.at8[b.count]);
			for_each_impl(impl)
				expect(try_to(*impl, &b, p, b.count, o,
					      BYTES_MAX), *impl,
				       p, b.at8[b.count]);
		}
	}
	guarded_free(&in);
	guarded_free(&out);
}

/* Every room from none to all of it; nothing is written after it. */
static void every_room(void **unused)
{
	struct guarded out = guarded_new(BYTES_MAX);
	const struct u8c_impl *const *impl;
	static struct both b;
	unsigned int i;
	size_t room;

	(void)unused;
	random_start();
	for (i = 0; i < 60; i++) {
		make(&b, 1 + random_below(120), 1 + i % 15, i);
		for_each_impl(impl) {
			for (room = 0; room <= b.at8[b.count]; room++)
				expect(try_from(*impl, &b, b.wide,
						b.at[b.count], b.count,
						out.p + out.size - room, room),
				       *impl, b.wide, b.at[b.count]);
			for (room = 0; room <= b.at[b.count]; room++)
				expect(try_to(*impl, &b, b.utf8, b.count,
					      out.p + out.size - room, room),
				       *impl, b.utf8, b.at8[b.count]);
		}
	}
	guarded_free(&out);
}

/*
 * Puts a unit that is ill-formed there in place of the code point at @at of @n bytes
 * of @text.
 */
static void spoil(const struct both *b, u8 *text, size_t n, unsigned int at)
{
	static const u32 units[] = {
		0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000, 0x200041, 0x80000041, 0xffffffff,
	};
	u32 unit = units[random_below(is_utf32(b) ? U8C_ARRAY_SIZE(units) : 4)];
	size_t size = unit_of(b), k;
	u8 *p = text + b->at[at];

	for (k = 0; k < size; k++)
		p[k] = unit >> 8 * (is_big(b) ? size - 1 - k : k);
	/* A high surrogate with a low one after it is not alone. */
	if (!is_utf32(b) && unit < 0xdc00 && b->at[at] + 4 <= n)
		memcpy(p + 2, p, 2);
}

/* An ill-formed unit at every place, and a part of a code point at every end. */
static void ill_formed_at_every_place(void **unused)
{
	const struct u8c_impl *const *impl;
	static u8 out[BYTES_MAX];
	static struct both b;
	unsigned int i, at;
	u8 text[BYTES_MAX];

	(void)unused;
	random_start();
	for (i = 0; i < 240; i++) {
		make(&b, 110, 1 + i % 15, i);
		for (at = 0; at < b.count; at++) {
			size_t n = b.at[b.count] - unit_of(&b), start = b.at[at];
			size_t cut = start + random_below(b.at[at + 1] - start);

			memcpy(text, b.wide, b.at[b.count]);
			spoil(&b, text, n, at);
			for_each_impl(impl) {
				expect(try_valid(*impl, &b, text, n, at), *impl,
				       text, n);
				expect(try_from(*impl, &b, text, n, at, out,
						sizeof(out)), *impl, text, n);
				expect(try_valid(*impl, &b, b.wide, cut, at),
				       *impl, b.wide, cut);
				expect(try_from(*impl, &b, b.wide, cut, at,
						out, sizeof(out)), *impl,
				       b.wide, cut);
			}
		}
	}
}

/* What no well-formed text has before a code point (Table 3-7). */
static const struct {
	u8 n;
	u8 bytes[4];
} ill_formed[] = {
	{ 1, { 0x80 } }, { 1, { 0xbf } }, { 1, { 0xff } }, { 1, { 0xc3 } }, { 1, { 0xe4 } },
	{ 1, { 0xf0 } }, { 2, { 0xc0, 0x80 } }, { 2, { 0xc1, 0xbf } }, { 2, { 0xe4, 0xb8 } },
	{ 2, { 0xf0, 0x9f } }, { 3, { 0xe0, 0x9f, 0xbf } }, { 3, { 0xed, 0xa0, 0x80 } },
	{ 3, { 0xf0, 0x9f, 0x98 } }, { 4, { 0xf0, 0x8f, 0xbf, 0xbf } },
	{ 4, { 0xf4, 0x90, 0x80, 0x80 } }, { 4, { 0xf5, 0x80, 0x80, 0x80 } },
};

/* An ill-formed sequence at every place of UTF-8, and a cut in every code point. */
static void ill_formed_utf8_at_every_place(void **unused)
{
	const struct u8c_impl *const *impl;
	static u8 out[BYTES_MAX], text[BYTES_MAX + 4];
	static struct both b;
	unsigned int i, at;

	(void)unused;
	random_start();
	for (i = 0; i < 240; i++) {
		make(&b, 110, 1 + i % 15, i);
		for (at = 0; at < b.count; at++) {
			const size_t start = b.at8[at], n = b.at8[b.count];
			const unsigned int bad = random_below(U8C_ARRAY_SIZE(ill_formed));
			const struct to_convert spoilt = { text, n + ill_formed[bad].n, at };
			const struct to_convert cut = {
				b.utf8, start + random_below(b.at8[at + 1] - start), at,
			};

			memcpy(text, b.utf8, start);
			memcpy(text + start, ill_formed[bad].bytes, ill_formed[bad].n);
			memcpy(text + start + ill_formed[bad].n, b.utf8 + start, n - start);
			for_each_impl(impl) {
				expect(try_to_part(*impl, &b, &spoilt, out, sizeof(out)),
				       *impl, text, spoilt.n);
				expect(try_to_part(*impl, &b, &cut, out, sizeof(out)),
				       *impl, b.utf8, cut.n);
			}
		}
	}
}

/* Every code point by itself in a vector of others. */
static void every_code_point(void **unused)
{
	const struct u8c_impl *const *impl;
	static u8 out[BYTES_MAX];
	static struct both b;
	u32 cp, end;

	(void)unused;
	/* In each encoding. */
	for (cp = 0, end = 0x110000; cp < ENCODINGS * end;) {
		b.count = 0;
		b.encoding = UTF8CHECK_UTF16LE + cp / end;
		do {
			if (!u8c_is_surrogate(cp % end))
				append(&b, cp % end);
		} while (++cp % 256);
		for_each_impl(impl) {
			expect(try_from(*impl, &b, b.wide, b.at[b.count],
					b.count, out, sizeof(out)), *impl,
			       b.wide, b.at[b.count]);
			expect(try_to(*impl, &b, b.utf8, b.count, out,
				      sizeof(out)), *impl,
			       b.utf8, b.at8[b.count]);
		}
	}
}

static void move(const struct both *b, struct u8c_position *position)
{
	if (is_utf32(b))
		u8c_position_advance_utf32(position, b->wide, b->at[b->count], is_big(b));
	else
		u8c_position_advance_utf16(position, b->wide, b->at[b->count],
					   pairs_of(b, b->count), is_big(b));
}

static void swap(const struct both *b, u8 *out)
{
	if (is_utf32(b))
		u8c_swap_utf32(b->wide, b->at[b->count], out);
	else
		u8c_swap_utf16(b->wide, b->at[b->count], out);
}

static void swap_and_position(void **unused)
{
	static struct both a, b;
	unsigned int i, k;
	u8 swapped[BYTES_MAX];

	(void)unused;
	random_start();
	for (i = 0; i < 2000; i++) {
		struct u8c_position want = { 1, 1 }, got = { 1, 1 };

		make(&a, 1 + random_below(60), 1 + i % 15, i);
		b.count = 0;
		b.encoding = a.encoding;
		for (k = 0; k < a.count; k++) {
			struct utf8check_error e;
			u64 cp;

			u8c_decode(&u8c_rfc3629,
				   u8c_text(a.utf8 + a.at8[k], BYTES_MAX - a.at8[k]), true, &cp,
				   &e);
			if (cp < 0x80 && random_below(4) == 0)
				cp = '\n';
			append(&b, cp);
			want.column++;
			if (cp == '\n') {
				want.line++;
				want.column = 1;
			}
		}
		move(&b, &got);
		assert_int_equal(got.line, want.line);
		assert_int_equal(got.column, want.column);
		swap(&b, swapped);
		for (k = 0; k < b.at[b.count]; k++)
			assert_int_equal(swapped[k], b.wide[k ^ (unit_of(&b) - 1)]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_guard),
		cmocka_unit_test(every_alignment),
		cmocka_unit_test(every_room),
		cmocka_unit_test(ill_formed_at_every_place),
		cmocka_unit_test(ill_formed_utf8_at_every_place),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(swap_and_position),
	};

	return cmocka_run_group_tests_name("wide", tests, NULL, NULL);
}
