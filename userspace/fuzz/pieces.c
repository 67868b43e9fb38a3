// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Pieces of text for which a rule of some profile, encoding or action matters: those of names
 * (kunit/sample_names.h), and others.
 */
#include "fuzz.h"
#include "kunit/sample_names.h"

#define PIECE(literal) { literal, sizeof(literal) - 1 }

static const struct u8c_token others[] = {
	/* characters that are escaped, parts of an escape; lines; names */
	PIECE("\\\\"), PIECE("\\x"), PIECE("\\xff"), PIECE("\\x4"), PIECE("a"),
	PIECE("0"), PIECE("F"), PIECE("\x1b"), PIECE("\t"),
	/* continuations and broken leads */
	PIECE("\x8f"), PIECE("\x90"), PIECE("\x9f"), PIECE("\xa0"), PIECE("\xbf"),
	PIECE("\xc1"), PIECE("\xc2"), PIECE("\xe0"), PIECE("\xed"), PIECE("\xef"),
	PIECE("\xf4"), PIECE("\xf5"), PIECE("\xf8"), PIECE("\xfb"), PIECE("\xfc"),
	PIECE("\xfd"), PIECE("\xfe"), PIECE("\xf0\x9f\x98"), PIECE("\xed\xa0"),
	PIECE("\xed\xb0"),
	/* overlong: NUL, LF, ESC, slash, dot, backslash, surrogates */
	PIECE("\xc0\x8a"), PIECE("\xc0\x9b"), PIECE("\xf0\x8d\xa0\x80"),
	PIECE("\xf8\x80\x80\x80\xaf"), PIECE("\xf8\x84\x90\x80\x80"),
	PIECE("\xf0\x8f\xbb\xbf"), PIECE("\xfe\x80\x80\x80\x80\x80\xaf"),
	PIECE("\xff\x80\x80\x80\x80\x80\x80\xaf"),
	/* surrogates, alone and in pairs that name a slash or U+1F600 */
	PIECE("\xed\xaf\xbf"), PIECE("\xed\xb0\x80"), PIECE("\xed\xbf\xbf"),
	PIECE("\xed\xa0\xbd\xed\xb8\x80"), PIECE("\xed\xa0\x80\xed\xb0\xaf"),
	/* well-formed somewhere, of each length */
	PIECE("\xed\x9f\xbf"), PIECE("\xf4\x8f\xbf\xbf"), PIECE("\xf4\x90\x80\x80"),
	PIECE("\xf7\xbf\xbf\xbf"), PIECE("\xf8\x88\x80\x80\x80"),
	PIECE("\xfb\xbf\xbf\xbf\xbf"), PIECE("\xfc\x84\x80\x80\x80\x80"),
	PIECE("\xfd\xbf\xbf\xbf\xbf\xbf"), PIECE("\xfe\x82\x80\x80\x80\x80\x80"),
	PIECE("\xfe\x83\xbf\xbf\xbf\xbf\xbf"), PIECE("\xfe\x84\x80\x80\x80\x80\x80"),
	PIECE("\xff\x81\x80\x80\x80\x80\x80\x80"),
	PIECE("\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf"),
	/* what policies refuse */
	PIECE("\xef\xb7\x90"), PIECE("\xef\xbf\xbf"), PIECE("\xf3\xb0\x80\x80"),
	/* byte order marks, UTF-16 and UTF-32 */
	PIECE("\xff\xfe"), PIECE("\xfe\xff"), PIECE("\xff\xfe\0\0"),
	PIECE("\0\0\xfe\xff"), PIECE("\0\xd8"), PIECE("\xd8\0"), PIECE("\0\xdc"),
	PIECE("\xdc\0"), PIECE("a\0"), PIECE("\0a"), PIECE("a\0\0\0"), PIECE("\0\0\0a"),
	PIECE("\\\0"), PIECE("\0\\"), PIECE("\0\xd8\0\0"), PIECE("\0\xdc\0\0"),
	PIECE("\0\0\xd8\0"), PIECE("\0\0\xdc\0"), PIECE("\0\0\x11\0"),
	PIECE("\0\x11\0\0"), PIECE("\xff\xff\xff\x7f"), PIECE("\x7f\xff\xff\xff"),
	PIECE("\0\0\0\x80"), PIECE("\0\0"),
	/* names: dashes, quotes, what Windows reserves, U+FEFF is above; forms */
	PIECE("\xca\xbc"), PIECE("\xcc\x82"), PIECE("nul."), PIECE("LPT"), PIECE("$"),
	PIECE("conin"), PIECE("CONOUT"), PIECE("~1"), PIECE("\""), PIECE("<"),
};

static const struct u8c_token *piece(u8 which)
{
	const unsigned int good = U8C_ARRAY_SIZE(u8c_well_formed_tokens);
	const unsigned int names = good + U8C_ARRAY_SIZE(u8c_ill_formed_tokens);

	if (which < good)
		return &u8c_well_formed_tokens[which];
	if (which < names)
		return &u8c_ill_formed_tokens[which - good];
	return &others[(which - names) % U8C_ARRAY_SIZE(others)];
}

size_t fuzz_spell(const u8 *p, size_t n, u8 *out, size_t room)
{
	const struct u8c_token *t;
	size_t made = 0, i;

	for (i = 0; i < n; i++, made += t->n) {
		t = piece(p[i]);
		if (made + t->n > room)
			break;
		memcpy(out + made, t->bytes, t->n);
	}
	return made;
}
