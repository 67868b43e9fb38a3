/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Texts with the answers that are expected.  Plain data: the values are from the
 * Unicode Standard and RFC 3629, not from a run.
 *
 * No escape is followed by a letter from a to f: the letter would be a digit of
 * the escape.
 */
#ifndef U8C_VECTORS_H
#define U8C_VECTORS_H

#include "../module/core/u8c.h"

/**
 * struct u8c_text_vector - a text
 *
 * @description: what it shows.
 * @bytes: the text.
 * @n: its length.
 * @errors: ill-formed maximal subparts in all; 0 for a well-formed text, and
 *	the members from @offset to @value are 0 then.
 * @code_points: well-formed code points in all.
 * @offset: of the first error.
 * @reason: of the first error.
 * @length: bytes of its maximal subpart.
 * @span: bytes of the complete longer form.
 * @value: what a lax decoder reads there.
 * @replaced: an ill-formed text with "?" in place of each error.
 * @replaced_n: its length.
 */
struct u8c_text_vector {
	const char *description;
	const u8 *bytes;
	size_t n;
	u32 errors;
	u32 code_points;
	u32 offset;
	u8 reason;
	u8 length;
	u8 span;
	u64 value;
	const u8 *replaced;
	size_t replaced_n;
};

#define GOOD(what, literal, points) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .code_points = (points) }
#define BAD(what, literal, number, points, at, why, part, form, reads, fixed) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .errors = (number), \
	  .code_points = (points), .offset = (at), .reason = UTF8CHECK_REASON_##why, \
	  .length = (part), .span = (form), .value = (reads), \
	  .replaced = (const u8 *)(fixed), .replaced_n = sizeof(fixed) - 1 }

static const struct u8c_text_vector u8c_text_vectors[] = {
	/* Well-formed; each row of Table 3-7 is in userspace/data/vectors/validity.jsonl. */
	GOOD("empty", "", 0),
	GOOD("NUL is a character", "\0", 1),
	GOOD("NUL inside", "a\0b", 3),
	GOOD("ASCII", "The quick brown fox", 19),
	GOOD("U+007F", "\x7f", 1),
	GOOD("U+D7FF, before the surrogates", "\xed\x9f\xbf", 1),
	GOOD("U+E000, after the surrogates", "\xee\x80\x80", 1),
	GOOD("RFC 3629: A, not identical to, Alpha, full stop",
	     "A\xe2\x89\xa2\xce\x91.", 4),
	GOOD("RFC 3629: Korean", "\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4", 3),
	GOOD("RFC 3629: Japanese", "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 3),
	GOOD("RFC 3629: BOM and a tree stump", "\xef\xbb\xbf\xf0\xa3\x8e\xb4",
	     2),
	GOOD("Greek, longer than 16 bytes",
	     "\xce\x9a\xce\xb1\xce\xbb\xce\xb7\xce\xbc\xce\xad\xcf\x81\xce\xb1 ...",
	     12),

	/* Unicode chapter 3, the practice of U+FFFD substitution. */
	BAD("Table 3-8: non-shortest forms",
	    "\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", 8, 1,
	    0, OVERLONG, 1, 2, '/', "????????A"),
	BAD("Table 3-9: surrogates", "\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41",
	    8, 1, 0, SURROGATE, 1, 3, 0xd800, "????????A"),
	BAD("Table 3-10: other ill-formed", "\xf4\x91\x92\x93\xff\x41\x80\xbf\x42",
	    7, 2, 0, OUT_OF_RANGE, 1, 4, 0x111493, "?????A??B"),
	BAD("Table 3-11: truncated", "\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41",
	    4, 1, 0, TRUNCATED, 2, 0, 0, "????A"),
	BAD("D93b: 41 C0 AF 41 F4 80 80 41", "\x41\xc0\xaf\x41\xf4\x80\x80\x41",
	    3, 3, 1, OVERLONG, 1, 2, '/', "A??A?A"),
	BAD("D93: 61 F1 80 80 E1 80 C2 62 80 63 80 BF 64",
	    "\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64", 6, 4,
	    1, TRUNCATED, 3, 0, 0, "a???b?c??d"),

	/* Each reason at its edges. */
	BAD("80 alone", "\x80", 1, 0, 0, UNEXPECTED_CONTINUATION, 1, 0, 0, "?"),
	BAD("BF alone", "\xbf", 1, 0, 0, UNEXPECTED_CONTINUATION, 1, 0, 0, "?"),
	BAD("one continuation too many", "\xc3\xa9\xa9", 1, 1,
	    2, UNEXPECTED_CONTINUATION, 1, 0, 0, "\xc3\xa9?"),
	BAD("five continuations", "\x80\x81\x82\x83\x84", 5, 0,
	    0, UNEXPECTED_CONTINUATION, 1, 0, 0, "?????"),
	BAD("C0 80: NUL in two bytes", "\xc0\x80", 2, 0, 0, OVERLONG, 1, 2, 0,
	    "??"),
	BAD("C1 BF: U+007F in two bytes", "\xc1\xbf", 2, 0,
	    0, OVERLONG, 1, 2, 0x7f, "??"),
	BAD("C0 and no continuation", "\xc0\x2f", 1, 1, 0, OVERLONG, 1, 0, 0,
	    "?/"),
	BAD("C1 at the end", "a\xc1", 1, 1, 1, OVERLONG, 1, 0, 0, "a?"),
	BAD("E0 80 80: NUL in three", "\xe0\x80\x80", 3, 0,
	    0, OVERLONG, 1, 3, 0, "???"),
	BAD("E0 9F BF: U+07FF in three", "\xe0\x9f\xbf", 3, 0,
	    0, OVERLONG, 1, 3, 0x7ff, "???"),
	BAD("E0 9F, cut off", "\xe0\x9f\x41", 2, 1, 0, OVERLONG, 1, 0, 0,
	    "?\?A"),
	BAD("F0 80 80 AF: a slash in four", "\xf0\x80\x80\xaf", 4, 0,
	    0, OVERLONG, 1, 4, '/', "????"),
	BAD("F0 8F BF BF: U+FFFF in four", "\xf0\x8f\xbf\xbf", 4, 0,
	    0, OVERLONG, 1, 4, 0xffff, "????"),
	BAD("F8 80 80 80 AF: a slash in five", "\xf8\x80\x80\x80\xaf", 5, 0,
	    0, OVERLONG, 1, 5, '/', "?????"),
	BAD("F8 87 BF BF BF: 1FFFFF in five", "\xf8\x87\xbf\xbf\xbf", 5, 0,
	    0, OVERLONG, 1, 5, 0x1fffff, "?????"),
	BAD("FC 80 80 80 80 AF: a slash in six", "\xfc\x80\x80\x80\x80\xaf",
	    6, 0, 0, OVERLONG, 1, 6, '/', "??????"),
	BAD("FC 83 BF BF BF BF: 3FFFFFF in six", "\xfc\x83\xbf\xbf\xbf\xbf",
	    6, 0, 0, OVERLONG, 1, 6, 0x3ffffff, "??????"),
	BAD("U+D800", "\xed\xa0\x80", 3, 0, 0, SURROGATE, 1, 3, 0xd800, "???"),
	BAD("U+DFFF", "\xed\xbf\xbf", 3, 0, 0, SURROGATE, 1, 3, 0xdfff, "???"),
	BAD("ED A0, cut off", "\xed\xa0\x41", 2, 1, 0, SURROGATE, 1, 0, 0,
	    "?\?A"),
	BAD("CESU-8: U+10400 as two surrogates", "\xed\xa0\x81\xed\xb0\x80",
	    6, 0, 0, SURROGATE, 1, 3, 0xd801, "??????"),
	BAD("U+110000", "\xf4\x90\x80\x80", 4, 0,
	    0, OUT_OF_RANGE, 1, 4, 0x110000, "????"),
	BAD("F4 BF BF BF", "\xf4\xbf\xbf\xbf", 4, 0,
	    0, OUT_OF_RANGE, 1, 4, 0x13ffff, "????"),
	BAD("F5 80 80 80", "\xf5\x80\x80\x80", 4, 0,
	    0, OUT_OF_RANGE, 1, 4, 0x140000, "????"),
	BAD("F7 BF BF BF", "\xf7\xbf\xbf\xbf", 4, 0,
	    0, OUT_OF_RANGE, 1, 4, 0x1fffff, "????"),
	BAD("F8 88 80 80 80: 200000", "\xf8\x88\x80\x80\x80", 5, 0,
	    0, OUT_OF_RANGE, 1, 5, 0x200000, "?????"),
	BAD("FB BF BF BF BF", "\xfb\xbf\xbf\xbf\xbf", 5, 0,
	    0, OUT_OF_RANGE, 1, 5, 0x3ffffff, "?????"),
	BAD("FC 84 80 80 80 80: 4000000", "\xfc\x84\x80\x80\x80\x80", 6, 0,
	    0, OUT_OF_RANGE, 1, 6, 0x4000000, "??????"),
	BAD("FD BF BF BF BF BF: 7FFFFFFF", "\xfd\xbf\xbf\xbf\xbf\xbf", 6, 0,
	    0, OUT_OF_RANGE, 1, 6, 0x7fffffff, "??????"),
	BAD("F5 and no continuation", "\xf5\x41", 1, 1,
	    0, OUT_OF_RANGE, 1, 0, 0, "?A"),
	BAD("FD at the end", "\xfd", 1, 0, 0, OUT_OF_RANGE, 1, 0, 0, "?"),
	BAD("FE", "\xfe", 1, 0, 0, INVALID_BYTE, 1, 0, 0, "?"),
	BAD("FF", "\xff", 1, 0, 0, INVALID_BYTE, 1, 0, 0, "?"),
	BAD("FE and six continuations have no form in RFC 2279",
	    "\xfe\x80\x80\x80\x80\x80\xaf", 7, 0, 0, INVALID_BYTE, 1, 0, 0,
	    "???????"),
	BAD("a UTF-16 BOM", "\xff\xfeH\0", 2, 2, 0, INVALID_BYTE, 1, 0, 0,
	    "?\?H\0"),
	BAD("C2 41", "\xc2\x41", 1, 1, 0, TRUNCATED, 1, 0, 0, "?A"),
	BAD("E1 80 41", "\xe1\x80\x41", 1, 1, 0, TRUNCATED, 2, 0, 0, "?A"),
	BAD("F1 80 80 41", "\xf1\x80\x80\x41", 1, 1, 0, TRUNCATED, 3, 0, 0,
	    "?A"),
	BAD("E2 82 and a whole character", "\xe2\x82\xc3\xa9", 1, 1,
	    0, TRUNCATED, 2, 0, 0, "?\xc3\xa9"),
	BAD("F0 90 80 and F0", "\xf0\x90\x80\xf0\x90\x80\x80", 1, 1,
	    0, TRUNCATED, 3, 0, 0, "?\xf0\x90\x80\x80"),
	BAD("C2 at the end", "\xc2", 1, 0, 0, INCOMPLETE, 1, 0, 0, "?"),
	BAD("E0 at the end", "a\xe0", 1, 1, 1, INCOMPLETE, 1, 0, 0, "a?"),
	BAD("ED 9F at the end", "\xed\x9f", 1, 0, 0, INCOMPLETE, 2, 0, 0, "?"),
	BAD("F0 at the end", "\xf0", 1, 0, 0, INCOMPLETE, 1, 0, 0, "?"),
	BAD("F4 8F BF at the end", "\xf4\x8f\xbf", 1, 0,
	    0, INCOMPLETE, 3, 0, 0, "?"),
	BAD("E1 80 at the end", "\xe1\x80", 1, 0, 0, INCOMPLETE, 2, 0, 0, "?"),
	BAD("U+00E9 in Latin-1", "caf\xe9", 1, 3, 3, INCOMPLETE, 1, 0, 0,
	    "caf?"),
	BAD("an error after three lines", "a\nb\xc3\xa9\n\xe2\x82\xac\xff.", 1, 7,
	    9, INVALID_BYTE, 1, 0, 0, "a\nb\xc3\xa9\n\xe2\x82\xac?."),
	BAD("two errors of two reasons", "\xc3\xa9\xff\xc3\n", 2, 2,
	    2, INVALID_BYTE, 1, 0, 0, "\xc3\xa9?\?\n"),
	BAD("NUL after an error", "\xf1\x80\0b", 1, 2, 0, TRUNCATED, 2, 0, 0,
	    "?\0b"),
};

#define U8C_TEXT_VECTORS U8C_ARRAY_SIZE(u8c_text_vectors)

#undef GOOD
#undef BAD

#endif /* U8C_VECTORS_H */
