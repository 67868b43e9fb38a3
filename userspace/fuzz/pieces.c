// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Pieces of text for which a rule of some profile, encoding or action matters.
 */
#include <string.h>
#include "fuzz.h"

#define PIECE(literal) { literal, sizeof(literal) - 1 }

static const struct {
	const char *bytes;
	size_t n;
} pieces[] = {
	/* characters that are escaped, parts of an escape; lines; names */
	PIECE("\\"), PIECE("\\\\"), PIECE("\\x"), PIECE("\\xff"), PIECE("\\x4"),
	PIECE("x"), PIECE("a"), PIECE("0"), PIECE("F"), PIECE("\n"),
	PIECE("."), PIECE(".."), PIECE("/"), PIECE("-"), PIECE(" "),
	PIECE("\0"), PIECE("\x1b"), PIECE("\x7f"), PIECE("\t"),
	/* continuations and broken leads */
	PIECE("\x80"), PIECE("\x8f"), PIECE("\x90"), PIECE("\x9f"),
	PIECE("\xa0"), PIECE("\xbf"), PIECE("\xc0"), PIECE("\xc1"),
	PIECE("\xc2"), PIECE("\xe0"), PIECE("\xed"), PIECE("\xef"),
	PIECE("\xf0"), PIECE("\xf4"), PIECE("\xf5"), PIECE("\xf8"),
	PIECE("\xfb"), PIECE("\xfc"), PIECE("\xfd"), PIECE("\xfe"),
	PIECE("\xff"), PIECE("\xe2\x82"), PIECE("\xf0\x9f\x98"),
	PIECE("\xed\xa0"), PIECE("\xed\xb0"),
	/* overlong: NUL, LF, ESC, slash, dot, backslash, surrogates */
	PIECE("\xc0\x80"), PIECE("\xc0\x8a"), PIECE("\xc0\x9b"),
	PIECE("\xc0\xaf"), PIECE("\xe0\x80\xae"), PIECE("\xc1\x9c"),
	PIECE("\xf0\x80\x80\xaf"), PIECE("\xf0\x8d\xa0\x80"),
	PIECE("\xf8\x80\x80\x80\xaf"), PIECE("\xfc\x80\x80\x80\x80\xaf"),
	PIECE("\xf8\x84\x90\x80\x80"), PIECE("\xf0\x8f\xbb\xbf"),
	PIECE("\xfe\x80\x80\x80\x80\x80\xaf"),
	PIECE("\xff\x80\x80\x80\x80\x80\x80\xaf"),
	/* surrogates, alone and in pairs that name a slash or U+1F600 */
	PIECE("\xed\xa0\x80"), PIECE("\xed\xaf\xbf"), PIECE("\xed\xb0\x80"),
	PIECE("\xed\xbf\xbf"), PIECE("\xed\xa0\xbd\xed\xb8\x80"),
	PIECE("\xed\xa0\x80\xed\xb0\xaf"),
	/* well-formed somewhere, of each length */
	PIECE("\xc3\xa4"), PIECE("\xe4\xba\x8c"), PIECE("\xed\x9f\xbf"),
	PIECE("\xee\x80\x80"), PIECE("\xef\xbf\xbe"), PIECE("\xf0\x9f\x98\x80"),
	PIECE("\xf4\x8f\xbf\xbf"), PIECE("\xf4\x90\x80\x80"),
	PIECE("\xf7\xbf\xbf\xbf"), PIECE("\xf8\x88\x80\x80\x80"),
	PIECE("\xfb\xbf\xbf\xbf\xbf"), PIECE("\xfc\x84\x80\x80\x80\x80"),
	PIECE("\xfd\xbf\xbf\xbf\xbf\xbf"),
	PIECE("\xfe\x82\x80\x80\x80\x80\x80"),
	PIECE("\xfe\x83\xbf\xbf\xbf\xbf\xbf"),
	PIECE("\xfe\x84\x80\x80\x80\x80\x80"),
	PIECE("\xff\x81\x80\x80\x80\x80\x80\x80"),
	PIECE("\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf"),
	/* what policies refuse */
	PIECE("\xc2\x85"), PIECE("\xc2\xad"), PIECE("\xe2\x80\x8b"),
	PIECE("\xe2\x80\xae"), PIECE("\xef\xb7\x90"), PIECE("\xef\xbf\xbf"),
	PIECE("\xcd\xb8"), PIECE("\xf3\xb0\x80\x80"),
	/* what other programs make a slash, a dot, a semicolon or nothing of */
	PIECE("\xef\xbc\x8f"), PIECE("\xe2\x80\xa4"), PIECE("\xcd\xbe"),
	PIECE("\xe2\x81\x84"), PIECE("\xc2\xbd"), PIECE("\xe2\x80\x8d"),
	PIECE("\xf3\xa0\x80\xa0"), PIECE("\xef\xb8\x8f"),
	/* byte order marks, UTF-16 and UTF-32 */
	PIECE("\xef\xbb\xbf"), PIECE("\xff\xfe"), PIECE("\xfe\xff"),
	PIECE("\xff\xfe\0\0"), PIECE("\0\0\xfe\xff"), PIECE("\0\xd8"),
	PIECE("\xd8\0"), PIECE("\0\xdc"), PIECE("\xdc\0"), PIECE("a\0"),
	PIECE("\0a"), PIECE("a\0\0\0"), PIECE("\0\0\0a"), PIECE("\\\0"),
	PIECE("\0\\"), PIECE("\0\xd8\0\0"), PIECE("\0\xdc\0\0"),
	PIECE("\0\0\xd8\0"), PIECE("\0\0\xdc\0"), PIECE("\0\0\x11\0"),
	PIECE("\0\x11\0\0"), PIECE("\xff\xff\xff\x7f"),
	PIECE("\x7f\xff\xff\xff"), PIECE("\0\0\0\x80"), PIECE("\0\0"),
	/* names: dashes, quotes, what Windows reserves, U+FEFF is above; forms */
	PIECE("\xef\xbc\x8d"), PIECE("\xef\xb9\xa3"), PIECE("\xe2\x80\x90"),
	PIECE("\xca\xbc"), PIECE("\xc2\xa5"), PIECE("\xe2\x94\x8c"), PIECE("\xcc\x82"),
	PIECE("con"), PIECE("AUX"), PIECE("nul."), PIECE("com"), PIECE("LPT"), PIECE("1"),
	PIECE("\xc2\xb9"), PIECE("\xc2\xb2"), PIECE("$"), PIECE("conin"), PIECE("CONOUT"),
	PIECE("prn"), PIECE("git~1"), PIECE("~1"), PIECE(":"), PIECE("?"), PIECE("\""), PIECE("<"),
	PIECE("e"), PIECE("\xcc\x81"), PIECE("\xcc\x96"), PIECE("\xe2\x84\xab"),
	PIECE("\xe1\x84\x80"), PIECE("\xe1\x85\xa1"), PIECE("\xe1\x86\xa8"),
	PIECE("\xea\xb0\x80"), PIECE("\xe0\xa5\x98"),
};

#define PIECES U8C_ARRAY_SIZE(pieces)

size_t fuzz_spell(const u8 *p, size_t n, u8 *out, size_t room)
{
	size_t made = 0, i, length;

	for (i = 0; i < n; i++) {
		length = pieces[p[i] % PIECES].n;
		if (made + length > room)
			break;
		memcpy(out + made, pieces[p[i] % PIECES].bytes, length);
		made += length;
	}
	return made;
}
