// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Protected names: some patterns, and a name that is made of one by what other systems
 * do to names; against the slow reference.
 */
#include "fuzz.h"
#include "kunit/judge.h"

#define LONGEST 600
#define SAMPLE 8

static const char *const patterns[] = {
	".git", ".gitmodules", ".htaccess", "web.config", "a.config", "stra\u00dfe", "caf\u00e9.txt",
	"a-b", "a+b c.d", "K", "\u03c3\u03bf\u03c2", "...", "x.", "\uff27it", "a:b", "a\\b", "\u0344",
	"A.B.C.D", " x", "README", "\ufb01le", "..two.parts",
};

/* What is put into names: left out, the same under a form, best fit, and near misses. */
static const char *const pieces[] = {
	"\u200b", "\u00ad", "\ufeff", "\u034f", ".", " ", ":", "\\", "/", "~", "~1", "~4", "~10",
	"1", "\uff0e", "\u2024", "\u2026", "\u2044", "\u2216", "\uff1a", "\uff5e", "\u02dc", "\u00a0",
	"\u2010", "\u0301", "\u0307", "\u212a", "\u017f", "\u0131", "\u1e9e", "\xff", "\xe2\x80", "\xc1\xa9", "a",
	"G", "\uff27", "7eba", "bc84", "2837", "\u33c2", "\u2167", "\u00a8", "\ufdfa", "",
};

static size_t put(u8 *to, size_t n, const void *p, size_t more)
{
	if (n + more > LONGEST)
		return n;
	memcpy(to + n, p, more);
	return n + more;
}

static size_t put_piece(u8 *to, size_t n)
{
	const char *piece = pieces[fuzz_chance(U8C_ARRAY_SIZE(pieces))];

	return put(to, n, piece, strlen(piece));
}

/* A character of ASCII as other systems may have written it. */
static size_t put_character(u8 *to, size_t n, u8 c)
{
	u8 wide[4];

	switch (fuzz_chance(12)) {
	case 0:
		c ^= c >= 'A' ? 0x20 : 0;
		break;
	case 1:
		if (c > ' ')
			return put(to, n, wide, u8c_encode(&u8c_rfc3629, 0xff00 + c - 0x20, wide));
		break;
	case 2:
		return n;
	}
	return put(to, n, &c, 1);
}

/* The characters of a word of struct u8c_short_name, but for up to @less at the end. */
static size_t put_word(u8 *to, size_t n, u64 word, unsigned int less)
{
	u8 bytes[8];
	size_t length;

	for (length = 0; word; word >>= 8)
		bytes[length++] = word;
	less = less ? fuzz_chance(less + 1) : 0;
	return put(to, n, bytes, length > less ? length - less : 0);
}

/* The pattern as it is, or its short name, with more here and there. */
static size_t spoil(u8 *to, const char *pattern)
{
	struct u8c_short_name s;
	size_t n = 0;

	u8c_short_name_make(&s, (const u8 *)pattern, strlen(pattern));
	if (fuzz_chance(3) == 0 && s.stem) {
		if (fuzz_chance(2))
			n = put_word(to, n, s.stem, 1);
		else
			n = put_word(to, put_word(to, n, s.stem & 0xffff, 0), s.checksum, 2);
		n = put(to, n, "~123456789", 1 + fuzz_chance(5));
		if (s.extension && fuzz_chance(4))
			n = put_word(to, put(to, n, ".", 1), s.extension, 0);
	} else {
		for (; *pattern; pattern++) {
			n = put_character(to, n, *pattern);
			if (fuzz_chance(8) == 0)
				n = put_piece(to, n);
		}
	}
	while (fuzz_chance(3) == 0)
		n = put_piece(to, n);
	return n;
}

void fuzz_protected(const struct fuzz_input *in)
{
	static struct u8c_protect protect;
	static u8 text[64], name[LONGEST];
	const char *pattern = "", *differs;
	struct utf8check_verdict v;
	struct u8c_name_query q = {
		.impl = in->impl, .policy = U8C_POLICY(U8C_BIT(UTF8CHECK_CLASS_PROTECTED)),
		.path = in->forks & 4, .p = name, .v = &v, .protect = &protect,
	};
	size_t n = 0, count;

	for (count = 1 + fuzz_chance(3); count; count--) {
		pattern = patterns[fuzz_chance(U8C_ARRAY_SIZE(patterns))];
		memcpy(text + n, pattern, strlen(pattern) + 1);
		n += strlen(pattern) + 1;
	}
	if (!u8c_protect_init(&protect, in->impl, u8c_text(text, n)))
		fuzz_found(in, "a pattern is refused");
	/* The input itself is a name too. */
	q.n = in->forks & 8 ? put(name, 0, in->p, in->n < LONGEST ? in->n : LONGEST) :
			      spoil(name, pattern);
	/* The reference takes a hundred times as long. */
	if (fuzz_chance(SAMPLE)) {
		u8c_name_classes(&q);
		return;
	}
	differs = u8c_try_name(q, false);
	if (differs)
		fuzz_found(in, differs);
}
