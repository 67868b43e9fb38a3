// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts of UTF-16, to and from UTF-8: every implementation against the
 * decoder and the encoder of single code points; other tests compare these with
 * the slow reference.
 */
#include <stdio.h>
#include "common.h"
#include "texts.h"

#define CODE_POINTS 300
#define BYTES_MAX (4 * CODE_POINTS)

/**
 * struct both - the same well-formed text in two ways
 *
 * @utf8: in UTF-8.
 * @utf16: in UTF-16.
 * @at8: where each code point begins in @utf8, and where the last one ends.
 * @at16: the same in @utf16.
 * @count: of code points.
 * @big: the byte order of @utf16.
 */
struct both {
	u8 utf8[BYTES_MAX];
	u8 utf16[BYTES_MAX];
	size_t at8[CODE_POINTS + 1];
	size_t at16[CODE_POINTS + 1];
	unsigned int count;
	bool big;
};

static struct u8c_coding utf16(bool big)
{
	return (struct u8c_coding) {
		.encoding = big ? UTF8CHECK_UTF16BE : UTF8CHECK_UTF16LE,
	};
}

static void append(struct both *b, u32 cp)
{
	const struct u8c_coding wide = utf16(b->big);
	unsigned int i = b->count++;

	b->at8[i + 1] = b->at8[i] +
		u8c_encode(&u8c_rfc3629, cp, b->utf8 + b->at8[i]);
	b->at16[i + 1] = b->at16[i] + u8c_encode(&wide, cp, b->utf16 + b->at16[i]);
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
		 bool big)
{
	unsigned int length = 1, spell = 0;

	b->count = 0;
	b->big = big;
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
	return b->at16[count] / 2 - count;
}

/* Converts the first @count code points and some more bytes, with so much room. */
static const char *try_from(const struct u8c_impl *impl, const struct both *b,
			    const u8 *in, size_t n, unsigned int count,
			    u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at8, count, room);
	struct u8c_transcoding to = { out, out + room, 5 };

	if (impl->from_utf16(in, n, b->big, &to, impl) != b->at16[fit])
		return "from_utf16, taken";
	if (to.out != out + b->at8[fit] || memcmp(out, b->utf8, b->at8[fit]))
		return "from_utf16, made";
	if (to.pairs != 5 + pairs_of(b, fit))
		return "from_utf16, pairs";
	return NULL;
}

static const char *try_to(const struct u8c_impl *impl, const struct both *b,
			  const u8 *in, unsigned int count, u8 *out, size_t room)
{
	unsigned int fit = fitting(b->at16, count, room);
	struct u8c_transcoding to = { .out = out, .out_end = out + room };

	if (impl->to_utf16(in, b->at8[count], b->big, &to, impl) != b->at8[fit])
		return "to_utf16, taken";
	if (to.out != out + b->at16[fit] || memcmp(out, b->utf16, b->at16[fit]))
		return "to_utf16, made";
	return NULL;
}

static const char *try_valid(const struct u8c_impl *impl, const struct both *b,
			     const u8 *in, size_t n, unsigned int count)
{
	size_t pairs = 7;

	if (impl->valid_utf16(in, n, b->big, &pairs, impl) != b->at16[count])
		return "valid_utf16";
	return pairs == 7 + pairs_of(b, count) ? NULL : "valid_utf16, pairs";
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
		     1 + i % 15, random_below(2));
		n = b.at16[b.count];
		room = random_below(3) ? b.at8[b.count] :
		       random_below(b.at8[b.count] + 1);
		p = in.p + in.size - n;
		memcpy(p, b.utf16, n);
		for_each_impl(impl) {
			expect(try_from(*impl, &b, p, n, b.count,
					out.p + out.size - room, room),
			       *impl, p, n);
			expect(try_valid(*impl, &b, p, n, b.count), *impl, p, n);
		}
		n = b.at8[b.count];
		room = random_below(3) ? b.at16[b.count] :
		       random_below(b.at16[b.count] + 1);
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
			     random_below(2));
			memcpy(p, b.utf16, b.at16[b.count]);
			for_each_impl(impl)
				expect(try_from(*impl, &b, p, b.at16[b.count],
						b.count, o, BYTES_MAX), *impl,
				       p, b.at16[b.count]);
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
		make(&b, 1 + random_below(120), 1 + i % 15, i % 2);
		for_each_impl(impl) {
			for (room = 0; room <= b.at8[b.count]; room++)
				expect(try_from(*impl, &b, b.utf16,
						b.at16[b.count], b.count,
						out.p + out.size - room, room),
				       *impl, b.utf16, b.at16[b.count]);
			for (room = 0; room <= b.at16[b.count]; room++)
				expect(try_to(*impl, &b, b.utf8, b.count,
					      out.p + out.size - room, room),
				       *impl, b.utf8, b.at8[b.count]);
		}
	}
	guarded_free(&out);
}

/* A surrogate alone at every place, half a pair and half a unit at every end. */
static void alone_at_every_place(void **unused)
{
	static const u16 surrogates[] = { 0xd800, 0xdbff, 0xdc00, 0xdfff };
	const struct u8c_impl *const *impl;
	static u8 out[BYTES_MAX];
	static struct both b;
	unsigned int i, at, k;
	u8 text[BYTES_MAX];

	(void)unused;
	random_start();
	for (i = 0; i < 120; i++) {
		make(&b, 110, 1 + i % 15, i % 2);
		for (at = 0; at < b.count; at++) {
			u16 unit = surrogates[random_below(4)];
			size_t n = b.at16[b.count] - 2, start = b.at16[at];
			size_t cut = start + random_below(b.at16[at + 1] - start);

			memcpy(text, b.utf16, n);
			for (k = 0; k < 2; k++)
				text[start + k] = (unit >> 8 * (k != b.big));
			/* A high surrogate with a low one after it is not alone. */
			if (unit < 0xdc00 && start + 4 <= n)
				memcpy(text + start + 2, text + start, 2);
			for_each_impl(impl) {
				expect(try_valid(*impl, &b, text, n, at), *impl,
				       text, n);
				expect(try_from(*impl, &b, text, n, at, out,
						sizeof(out)), *impl, text, n);
				expect(try_valid(*impl, &b, b.utf16, cut, at),
				       *impl, b.utf16, cut);
				expect(try_from(*impl, &b, b.utf16, cut, at,
						out, sizeof(out)), *impl,
				       b.utf16, cut);
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
	u32 cp;

	(void)unused;
	for (cp = 0; cp < 0x110000;) {
		b.count = 0;
		b.big = cp >> 8 & 1;
		for (; b.count < 256 && cp < 0x110000; cp++)
			if (!u8c_is_surrogate(cp))
				append(&b, cp);
		for_each_impl(impl) {
			expect(try_from(*impl, &b, b.utf16, b.at16[b.count],
					b.count, out, sizeof(out)), *impl,
			       b.utf16, b.at16[b.count]);
			expect(try_to(*impl, &b, b.utf8, b.count, out,
				      sizeof(out)), *impl,
			       b.utf8, b.at8[b.count]);
		}
	}
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

		make(&a, 1 + random_below(60), 1 + i % 15, i % 2);
		b.count = 0;
		b.big = !a.big;
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
		u8c_position_advance_utf16(&got, b.utf16, b.at16[b.count],
					   pairs_of(&b, b.count), b.big);
		assert_int_equal(got.line, want.line);
		assert_int_equal(got.column, want.column);
		u8c_swap_utf16(b.utf16, b.at16[b.count], swapped);
		for (k = 0; k < b.at16[b.count]; k++)
			assert_int_equal(swapped[k], b.utf16[k ^ 1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_guard),
		cmocka_unit_test(every_alignment),
		cmocka_unit_test(every_room),
		cmocka_unit_test(alone_at_every_place),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(swap_and_position),
	};

	return cmocka_run_group_tests_name("utf16", tests, NULL, NULL);
}
