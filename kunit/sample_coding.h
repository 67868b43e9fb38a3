/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Random texts in every profile and encoding, what is done with them, and what the slow
 * reference says of them: plain C, shared by the KUnit suites, the tests in userspace and the
 * fuzzer.
 */
#ifndef U8C_SAMPLE_CODING_H
#define U8C_SAMPLE_CODING_H

#include "exhaustive.h"
#include "reference.h"
#include "sample.h"

/* A code point up to @last; all lengths are about equally frequent. */
static inline u64 u8c_sample_any_point(struct u8c_chance *c, u64 last)
{
	static const u8 bits[] = { 7, 7, 11, 16, 17, 21, 26, 31, 32, 36, 42 };
	u64 cp;

	do {
		unsigned int i = u8c_chance_below(c, U8C_ARRAY_SIZE(bits));

		cp = (u64)u8c_chance_below(c, 1u << 21) << 21;
		cp |= u8c_chance_below(c, 1u << 21);
		cp &= (1ull << bits[i]) - 1;
	} while (cp > last);
	switch (u8c_chance_below(c, 24)) {
	case 0:
		return '\n';
	case 1:
		return '\\';
	case 2:
		return 0xd800 + u8c_chance_below(c, 0x800);
	case 3:
		return 0xfeff;
	default:
		return cp;
	}
}

/**
 * u8c_sample_coded() - makes a well-formed text
 * @c: the random numbers
 * @coding: how the text is written
 * @only: only code points that this coding can hold; NULL for all
 * @p: the text
 * @room: bytes at most
 *
 * Return: the length.
 */
static inline size_t u8c_sample_coded(struct u8c_chance *c,
				      const struct u8c_coding *coding,
				      const struct u8c_coding *only, u8 *p, size_t room)
{
	struct u8c_coding now = *coding, other = only ? *only : *coding;
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t n = 0;

	for (;;) {
		u64 cp = u8c_sample_any_point(c, (1ull << 42) - 1);
		size_t length = u8c_ref_write(&now, cp, bytes);

		if (!length || !u8c_ref_write(&other, cp, p + n))
			continue;
		if (n + 2 * U8C_SEQUENCE_MAX > room)
			return n;
		memcpy(p + n, bytes, length);
		n += length;
		now.after_high = cp >= 0xd800 && cp <= 0xdbff;
		other.after_high = now.after_high;
	}
}

/* A few bytes that are ill-formed in most profiles; at most 8. */
static inline size_t u8c_sample_wrong(struct u8c_chance *c, u8 *p)
{
	static const u8 seconds[] = {
		0x80, 0x81, 0x82, 0x83, 0x84, 0x87, 0x88, 0x8f, 0x90, 0x9f,
		0xa0, 0xaf, 0xb0, 0xbf, 0x41,
	};
	size_t n = 1 + u8c_chance_below(c, U8C_SEQUENCE_MAX), i;

	p[0] = u8c_edges[u8c_chance_below(c, U8C_EDGES)];
	for (i = 1; i < n; i++)
		p[i] = 0x80 + u8c_chance_below(c, 64);
	if (n > 1)
		p[1] = seconds[u8c_chance_below(c, sizeof(seconds))];
	return n;
}

/* Makes a surrogate of three bytes. */
static inline size_t u8c_sample_surrogate(struct u8c_chance *c, u8 *p)
{
	p[0] = 0xed;
	p[1] = 0xa0 + u8c_chance_below(c, 32);
	p[2] = 0x80 + u8c_chance_below(c, 64);
	return 3;
}

/* A text with errors of all kinds, of at most @room bytes.  Return: the length. */
static inline size_t u8c_sample_coded_text(struct u8c_chance *c,
					   const struct u8c_coding *coding, u8 *p, size_t room)
{
	u32 bad = u8c_chance_below(c, 3) * 4;
	size_t n = 0, part;

	while (n + 3 * U8C_SEQUENCE_MAX <= room) {
		part = 2 * U8C_SEQUENCE_MAX + u8c_chance_below(c, 20);
		if (part > room - n)
			part = room - n;
		if (u8c_chance_below(c, 12) < bad)
			n += u8c_chance_below(c, 2) ? u8c_sample_wrong(c, p + n) :
						      u8c_sample_surrogate(c, p + n);
		else
			n += u8c_sample_coded(c, coding, NULL, p + n, part);
	}
	for (part = u8c_chance_below(c, 1 + bad); n && part; part--)
		p[u8c_chance_below(c, n)] = u8c_chance_below(c, 256);
	/* The text may be cut off at any place. */
	return n - u8c_chance_below(c, n < 8 ? n + 1 : 8);
}

/* A text that is well-formed for long, with an error or two. */
static inline size_t u8c_sample_long_text(struct u8c_chance *c, const struct u8c_coding *from,
					  const struct u8c_coding *to, u8 *p, size_t room)
{
	size_t n = 0, at;

	while (n + 128 < room) {
		if (u8c_chance_below(c, 2)) {
			n += u8c_sample_coded(c, from, to, p + n, 16 + u8c_chance_below(c, 110));
			continue;
		}
		for (at = u8c_chance_below(c, 30); at; at--)
			n += u8c_encode(from, u8c_chance_below(c, 9) ? 'a' : '\n', p + n);
	}
	if (u8c_chance_below(c, 2))
		n += u8c_sample_coded_text(c, from, p + n, 20);
	for (at = u8c_chance_below(c, 3); n && at; at--)
		p[u8c_chance_below(c, n)] = u8c_chance_below(c, 2) ? 0xd8 + u8c_chance_below(c, 8) :
								     u8c_chance_below(c, 256);
	return n - (n && u8c_chance_below(c, 2));
}

/* A configuration that can be used. */
static inline void u8c_sample_config(struct u8c_chance *c, struct utf8check_config *config)
{
	do
		*config = u8c_sample_any_config(c);
	while (!u8c_config_makes_sense(config));
}

/*
 * The well-formed prefix of a text, and the record of the error after it.  Return: NULL, or what
 * differs.
 */
static inline const char *u8c_try_prefix(const struct u8c_impl *impl, const struct u8c_coding *c,
					 const u8 *p, size_t n)
{
	struct u8c_coding at = *c;
	struct utf8check_error e = {}, want;
	size_t good = 0;
	int length = 1;
	u64 cp = 0;

	while (good < n && length) {
		length = u8c_ref_sequence(&at, p + good, n - good, true, &cp, &want);
		at.after_high = u8c_is_high_surrogate(cp);
		good += length;
	}
	if (u8c_valid_up_to(impl, c, p, n) != good)
		return "valid_up_to";
	if (u8c_validate(impl, c, p, n, &e) != (good == n))
		return "validate";
	want.offset = good;
	return good == n || u8c_same_error(&e, &want) ? NULL : "validate: record";
}

#endif /* U8C_SAMPLE_CODING_H */
