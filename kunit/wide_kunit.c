// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole texts of UTF-16 and UTF-32, to and from UTF-8, long enough that an implementation
 * takes several sections of vector registers: against the decoder and the
 * encoder of single code points.
 */
#include "sample.h"
#include "support.h"

#define CODE_POINTS 6000
#define BYTES_MAX (4 * CODE_POINTS)

/**
 * struct both - the same well-formed text in two ways
 *
 * @utf8: in UTF-8, in memory before a guard page.
 * @wide: in UTF-16 or UTF-32, likewise.
 * @at8: where each code point begins in @utf8, and where the last one ends.
 * @at: the same in @wide.
 * @count: of code points.
 * @encoding: of @wide, from UTF8CHECK_UTF16LE on.
 */
struct both {
	u8 *utf8;
	u8 *wide;
	u16 *at8;
	u16 *at;
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

static size_t pairs_of(const struct both *b, unsigned int count)
{
	return is_utf32(b) ? 0 : b->at[count] / 2 - count;
}

static void append(struct both *b, u32 cp, u8 *utf8, u8 *wide)
{
	const struct u8c_coding coding = { .encoding = b->encoding };
	unsigned int i = b->count++;

	b->at8[i + 1] = b->at8[i] +
			u8c_encode(&u8c_rfc3629, cp, utf8 + b->at8[i]);
	b->at[i + 1] = b->at[i] + u8c_encode(&coding, cp, wide + b->at[i]);
}

/* Code points of the lengths in @lengths (bit 0: one byte); many of a length in a row. */
static void make(struct u8c_chance *c, struct both *b, unsigned int lengths,
		 u8 *utf8_end, u8 *wide_end)
{
	static const u32 first[] = { 0, 0x80, 0x800, 0x10000, 0x110000 };
	u8 *utf8 = utf8_end - BYTES_MAX, *wide = wide_end - BYTES_MAX;
	unsigned int length = 0, spell = 0;
	u32 cp;

	b->count = 0;
	while (b->count < CODE_POINTS) {
		if (!spell--) {
			do
				length = u8c_chance_below(c, 4);
			while (!(lengths >> length & 1));
			spell = u8c_chance_below(c, 90);
		}
		do
			cp = first[length] +
			     u8c_chance_below(c, first[length + 1] -
						 first[length]);
		while (u8c_is_surrogate(cp));
		append(b, cp, utf8, wide);
	}
	b->utf8 = utf8_end - b->at8[b->count];
	memmove(b->utf8, utf8, b->at8[b->count]);
	b->wide = wide_end - b->at[b->count];
	memmove(b->wide, wide, b->at[b->count]);
}

static unsigned int fitting(const u16 *ends, unsigned int count, size_t room)
{
	while (ends[count] > room)
		count--;
	return count;
}

static const char *try_from(const struct u8c_impl *impl, const struct both *b,
			    size_t room, u8 *end)
{
	u8c_transcode_fn *from = is_utf32(b) ? impl->from_utf32 : impl->from_utf16;
	unsigned int fit = fitting(b->at8, b->count, room);
	struct u8c_transcoding to = { .out = end - room, .out_end = end, .pairs = 5 };

	if (from(b->wide, b->at[b->count], is_big(b), &to, impl) != b->at[fit])
		return "from, taken";
	if (to.out - (end - room) != b->at8[fit] ||
	    memcmp(end - room, b->utf8, b->at8[fit]))
		return "from, made";
	return to.pairs - 5 == pairs_of(b, fit) ? NULL : "from, pairs";
}

static const char *try_to(const struct u8c_impl *impl, const struct both *b,
			  size_t room, u8 *end)
{
	u8c_transcode_fn *convert = is_utf32(b) ? impl->to_utf32 : impl->to_utf16;
	unsigned int fit = fitting(b->at, b->count, room);
	struct u8c_transcoding to = { .out = end - room, .out_end = end };

	if (convert(b->utf8, b->at8[b->count], is_big(b), &to, impl) != b->at8[fit])
		return "to, taken";
	if (to.out - (end - room) != b->at[fit] ||
	    memcmp(end - room, b->wide, b->at[fit]))
		return "to, made";
	return NULL;
}

/* The text is well-formed up to its first @count code points. */
static const char *try_valid(const struct u8c_impl *impl, const struct both *b,
			     unsigned int count)
{
	const size_t n = b->at[b->count];
	size_t pairs = 0, good;

	if (is_utf32(b))
		good = u8c_valid_utf32(b->wide, n, is_big(b));
	else
		good = impl->valid_utf16(b->wide, n, is_big(b), &pairs, impl);
	if (good != b->at[count])
		return "valid";
	return pairs == pairs_of(b, count) ? NULL : "valid, pairs";
}

/* Puts a surrogate alone in place of the code point at @at. */
static const char *try_alone(const struct u8c_impl *impl, struct both *b,
			     unsigned int at, u8 *end)
{
	u8c_transcode_fn *from = is_utf32(b) ? impl->from_utf32 : impl->from_utf16;
	struct u8c_transcoding to = { .out = end - BYTES_MAX, .out_end = end };
	u8 *p = b->wide + b->at[at], was[U8C_SEQUENCE_MAX];
	static const u8 low[] = { 0, 0, 0xdc, 0x00 };
	const size_t unit = is_utf32(b) ? 4 : 2;
	const char *differs;
	size_t taken, k;

	memcpy(was, p, unit);
	for (k = 0; k < unit; k++)
		p[k] = low[is_big(b) ? 4 - unit + k : 3 - k];
	differs = try_valid(impl, b, at);
	taken = from(b->wide, b->at[b->count], is_big(b), &to, impl);
	memcpy(p, was, unit);
	if (differs)
		return differs;
	if (taken != b->at[at] || to.out - (end - BYTES_MAX) != b->at8[at])
		return "from, of an error";
	return NULL;
}

static void wide_long(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *utf8 = u8c_guarded(test, BYTES_MAX);
	u8 *wide = u8c_guarded(test, BYTES_MAX);
	u8 *out = u8c_guarded(test, BYTES_MAX);
	const struct u8c_impl *const *i;
	struct both b = {
		.at8 = u8c_room(test, (CODE_POINTS + 1) * sizeof(u16)),
		.at = u8c_room(test, (CODE_POINTS + 1) * sizeof(u16)),
	};
	unsigned int round;

	b.at8[0] = 0;
	b.at[0] = 0;
	for (round = 0; round < u8c_rounds(60); round++) {
		const char *differs = NULL;
		size_t room8, room;
		unsigned int at;

		b.encoding = UTF8CHECK_UTF16LE + round % 4;
		make(&c, &b, 1 + round % 15, utf8, wide);
		room8 = b.at8[b.count];
		room = b.at[b.count];
		at = u8c_chance_below(&c, b.count);
		if (round % 3) {
			room8 = u8c_chance_below(&c, room8 + 1);
			room = u8c_chance_below(&c, room + 1);
		}
		u8c_for_each_impl(i) {
			differs = differs ?: try_from(*i, &b, room8, out);
			differs = differs ?: try_to(*i, &b, room, out);
			differs = differs ?: try_valid(*i, &b, b.count);
			differs = differs ?: try_alone(*i, &b, at, out);
			KUNIT_ASSERT_NULL_MSG(test, differs,
					      "%s: %s, round %u, room %zu, %zu",
					      (*i)->name, differs, round, room8,
					      room);
			cond_resched();
		}
	}
}

static struct kunit_case wide_cases[] = {
	KUNIT_CASE(wide_long),
	{}
};

struct kunit_suite u8c_wide_suite = {
	.name = "utf8check_wide",
	.test_cases = wide_cases,
};
