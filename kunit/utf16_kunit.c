// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole texts of UTF-16, to and from UTF-8, long enough that an implementation
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
 * @utf16: in UTF-16, likewise.
 * @at8: where each code point begins in @utf8, and where the last one ends.
 * @at16: the same in @utf16.
 * @count: of code points.
 * @big: the byte order of @utf16.
 */
struct both {
	u8 *utf8;
	u8 *utf16;
	u16 *at8;
	u16 *at16;
	unsigned int count;
	bool big;
};

static void append(struct both *b, u32 cp, u8 *utf8, u8 *utf16)
{
	const struct u8c_coding wide = {
		.encoding = b->big ? UTF8CHECK_UTF16BE : UTF8CHECK_UTF16LE,
	};
	unsigned int i = b->count++;

	b->at8[i + 1] = b->at8[i] +
			u8c_encode(&u8c_rfc3629, cp, utf8 + b->at8[i]);
	b->at16[i + 1] = b->at16[i] + u8c_encode(&wide, cp, utf16 + b->at16[i]);
}

/* Code points of the lengths in @lengths (bit 0: one byte); many of a length in a row. */
static void make(struct u8c_chance *c, struct both *b, unsigned int lengths,
		 u8 *utf8_end, u8 *utf16_end)
{
	static const u32 first[] = { 0, 0x80, 0x800, 0x10000, 0x110000 };
	u8 *utf8 = utf8_end - BYTES_MAX, *utf16 = utf16_end - BYTES_MAX;
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
		append(b, cp, utf8, utf16);
	}
	b->utf8 = utf8_end - b->at8[b->count];
	memmove(b->utf8, utf8, b->at8[b->count]);
	b->utf16 = utf16_end - b->at16[b->count];
	memmove(b->utf16, utf16, b->at16[b->count]);
}

static unsigned int fitting(const u16 *ends, unsigned int count, size_t room)
{
	while (ends[count] > room)
		count--;
	return count;
}

/* Converts the whole text both ways, into so much room before @end. */
static const char *try(const struct u8c_impl *impl, const struct both *b,
		       size_t room8, size_t room16, u8 *end)
{
	unsigned int fit = fitting(b->at8, b->count, room8);
	struct u8c_transcoding to = { end - room8, end, 5 };
	size_t pairs = 0;

	if (impl->from_utf16(b->utf16, b->at16[b->count], b->big, &to, impl) !=
	    b->at16[fit])
		return "from_utf16, taken";
	if (to.out - (end - room8) != b->at8[fit] ||
	    memcmp(end - room8, b->utf8, b->at8[fit]))
		return "from_utf16, made";
	if (to.pairs - 5 != b->at16[fit] / 2 - fit)
		return "from_utf16, pairs";
	fit = fitting(b->at16, b->count, room16);
	to.out = end - room16;
	if (impl->to_utf16(b->utf8, b->at8[b->count], b->big, &to, impl) !=
	    b->at8[fit])
		return "to_utf16, taken";
	if (to.out - (end - room16) != b->at16[fit] ||
	    memcmp(end - room16, b->utf16, b->at16[fit]))
		return "to_utf16, made";
	if (impl->valid_utf16(b->utf16, b->at16[b->count], b->big, &pairs,
			      impl) !=
	    b->at16[b->count])
		return "valid_utf16";
	return pairs == b->at16[b->count] / 2 - b->count ? NULL :
							   "valid_utf16, pairs";
}

/* Puts a surrogate alone in place of the code point at @at. */
static const char *try_alone(const struct u8c_impl *impl, struct both *b,
			     unsigned int at, u8 *end)
{
	u8 *p = b->utf16 + b->at16[at] + !b->big, was = *p;
	struct u8c_transcoding to = { .out = end - BYTES_MAX, .out_end = end };
	size_t pairs = 0, good, taken;

	*p = 0xdc;	/* a low surrogate */
	good = impl->valid_utf16(b->utf16, b->at16[b->count], b->big, &pairs,
				 impl);
	taken = impl->from_utf16(b->utf16, b->at16[b->count], b->big, &to,
				 impl);
	*p = was;
	if (good != b->at16[at] || pairs != b->at16[at] / 2 - at)
		return "valid_utf16 of an error";
	if (taken != b->at16[at] || to.out - (end - BYTES_MAX) != b->at8[at])
		return "from_utf16 of an error";
	return NULL;
}

static void utf16_long(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *utf8 = u8c_guarded(test, BYTES_MAX);
	u8 *utf16 = u8c_guarded(test, BYTES_MAX);
	u8 *out = u8c_guarded(test, BYTES_MAX);
	const struct u8c_impl *const *i;
	struct both b = {
		.at8 = u8c_room(test, (CODE_POINTS + 1) * sizeof(u16)),
		.at16 = u8c_room(test, (CODE_POINTS + 1) * sizeof(u16)),
	};
	unsigned int round;

	b.at8[0] = 0;
	b.at16[0] = 0;
	for (round = 0; round < u8c_rounds(60); round++) {
		const char *differs = NULL;
		size_t room8, room16;
		unsigned int at;

		b.big = round & 1;
		make(&c, &b, 1 + round % 15, utf8, utf16);
		room8 = b.at8[b.count];
		room16 = b.at16[b.count];
		at = u8c_chance_below(&c, b.count);
		if (round % 3) {
			room8 = u8c_chance_below(&c, room8 + 1);
			room16 = u8c_chance_below(&c, room16 + 1);
		}
		u8c_for_each_impl(i) {
			differs = differs ?: try(*i, &b, room8, room16, out);
			differs = differs ?: try_alone(*i, &b, at, out);
			KUNIT_ASSERT_NULL_MSG(test, differs,
					      "%s: %s, round %u, room %zu, %zu",
					      (*i)->name, differs, round, room8,
					      room16);
			cond_resched();
		}
	}
}

static struct kunit_case utf16_cases[] = {
	KUNIT_CASE(utf16_long),
	{}
};

struct kunit_suite u8c_utf16_suite = {
	.name = "utf8check_utf16",
	.test_cases = utf16_cases,
};
