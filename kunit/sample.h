/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Random text, the same for the same seed everywhere: plain C, shared by the
 * KUnit suites and the tests in userspace.
 */
#ifndef U8C_SAMPLE_H
#define U8C_SAMPLE_H

#include "../module/core/u8c.h"

/* Any seed will do; it is fixed, so that a failure can be repeated. */
#define U8C_SEED 0x75746638636865ull

/**
 * struct u8c_chance - random numbers (Steele, Lea, Flood: SplitMix64)
 *
 * @state: set it to the seed.
 */
struct u8c_chance {
	u64 state;
};

static inline u64 u8c_chance_next(struct u8c_chance *c)
{
	u64 z = c->state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* A number from 0 to @below - 1. */
static inline u32 u8c_chance_below(struct u8c_chance *c, u32 below)
{
	return (u8c_chance_next(c) >> 32) * below >> 32;
}

/* A scalar value of @length bytes, 1 to 4.  Return: @length. */
static inline size_t u8c_sample_point(struct u8c_chance *c, size_t length,
				      u8 *out)
{
	static const u32 first[] = { 0, 0, 0x80, 0x800, 0x10000, 0x110000 };
	static const u8 mark[] = { 0, 0x00, 0xc0, 0xe0, 0xf0 };
	u32 cp;

	do {
		cp = first[length] +
		     u8c_chance_below(c, first[length + 1] - first[length]);
	} while (cp >= 0xd800 && cp < 0xe000);
	for (size_t i = length - 1; i; i--, cp >>= 6)
		out[i] = 0x80 | (cp & 0x3f);
	out[0] = mark[length] | cp;
	return length;
}

/* A few bytes that are mostly ill-formed, at most 8.  Return: how many. */
static inline size_t u8c_sample_error(struct u8c_chance *c, u8 *out)
{
	static const u8 leads[] = {
		0xc0, 0xc1, 0xe0, 0xe2, 0xed, 0xf0, 0xf1, 0xf4, 0xf5, 0xf8,
		0xfc, 0xfd, 0xfe, 0xff,
	};
	size_t length = 1 + u8c_chance_below(c, 8);

	switch (u8c_chance_below(c, 3)) {
	case 0:		/* anything from 80 on */
		for (size_t i = 0; i < length; i++)
			out[i] = 0x80 | u8c_chance_next(c);
		return length;
	case 1:		/* a lead with continuations, few or many */
		out[0] = leads[u8c_chance_below(c, U8C_ARRAY_SIZE(leads))];
		for (size_t i = 1; i < length; i++)
			out[i] = 0x80 | (u8c_chance_next(c) & 0x3f);
		return length;
	default:	/* a character that lost its end */
		length = 2 + u8c_chance_below(c, 3);
		return u8c_sample_point(c, length, out) - 1;
	}
}

/**
 * u8c_sample_text() - text of runs of one script, with some errors
 * @c: the random numbers
 * @bad: how many of 256 runs are errors
 * @out: room for the text
 * @n: bytes to make; the last sequence may be cut off
 */
static inline void u8c_sample_text(struct u8c_chance *c, u32 bad, u8 *out,
				   size_t n)
{
	u8 piece[8];
	size_t made = 0;

	while (made < n) {
		bool error = u8c_chance_below(c, 256) < bad;
		size_t length = 1 + u8c_chance_below(c, 4);
		size_t repeat = error ? 1 : 1 + u8c_chance_below(c, 24);

		while (repeat-- && made < n) {
			size_t got = error ? u8c_sample_error(c, piece) :
					     u8c_sample_point(c, length, piece);

			if (got > n - made)
				got = n - made;
			memcpy(out + made, piece, got);
			made += got;
		}
	}
}

/* A configuration, which may make no sense.  About half of them have a form. */
static inline struct utf8check_config u8c_sample_any_config(struct u8c_chance *c)
{
	static const u32 records[] = { 0, 0, 0, 1, 2, 17, UTF8CHECK_RECORDS_MAX };
	struct utf8check_config config = {
		.size = sizeof(config),
		.profile = u8c_chance_below(c, U8C_PROFILES),
		.to_profile = u8c_chance_below(c, U8C_PROFILES),
		.from = u8c_chance_below(c, U8C_ENCODINGS),
		.action = u8c_chance_below(c, U8C_ACTIONS),
		.form = u8c_chance_below(c, 2) ? 0 : u8c_chance_below(c, U8C_FORMS),
		.bom = u8c_chance_below(c, U8C_BOMS),
		.flags = u8c_chance_below(c, 16),
		.records = records[u8c_chance_below(c, U8C_ARRAY_SIZE(records))],
		.forbid = u8c_chance_below(c, 4) ? 0 :
			  (u64)u8c_chance_below(c, 64) << UTF8CHECK_REASON_CONTROL,
	};

	config.to = u8c_chance_below(c, 2) ? config.from :
		    u8c_chance_below(c, UTF8CHECK_ENCODING_AUTO);
	if (u8c_chance_below(c, 2))
		config.forbid |= 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
	if (!config.form && u8c_chance_below(c, 4))
		config.flags &= ~UTF8CHECK_FLAG_STREAM_SAFE;
	return config;
}

#endif /* U8C_SAMPLE_H */
