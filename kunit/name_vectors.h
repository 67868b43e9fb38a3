/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths with the verdicts that are expected, as vectors.h has for
 * texts.
 */
#ifndef U8C_NAME_VECTORS_H
#define U8C_NAME_VECTORS_H

#include "../module/core/u8c.h"

/**
 * struct u8c_name_vector - a name or a path
 *
 * @description: what it shows.
 * @bytes: the name or path.
 * @n: its length.
 * @path: it is judged as a path.
 * @primary: the class that wins.
 * @classes: all of them, one bit each.
 * @hidden: a decoder reads a ".." that the bytes do not show.
 * @hidden_offset: where the component with that ".." begins.
 * @decoder: enum utf8check_decoder, or 0 where the row does not say who it is.
 * @offset: offset of the first finding.
 * @length: length of the first finding.
 */
struct u8c_name_vector {
	const char *description;
	const u8 *bytes;
	size_t n;
	bool path;
	u8 primary;
	u64 classes;
	bool hidden;
	u32 hidden_offset;
	u8 decoder;
	u32 offset;
	u32 length;
};

#define B(class) U8C_BIT(UTF8CHECK_CLASS_##class)
#define CLEAN(what, literal, is_path) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .path = (is_path) }
#define ODD(what, literal, is_path, class, others, at, len) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .path = (is_path), \
	  .primary = UTF8CHECK_CLASS_##class, \
	  .classes = U8C_BIT(UTF8CHECK_CLASS_##class) | (others), \
	  .offset = (at), .length = (len) }
/* As ODD, and some decoder reads ".." in the component that begins at @dots. */
#define TRAP(what, literal, is_path, class, others, at, len, dots) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .path = (is_path), \
	  .primary = UTF8CHECK_CLASS_##class, \
	  .classes = U8C_BIT(UTF8CHECK_CLASS_##class) | (others), \
	  .offset = (at), .length = (len), .hidden = true, \
	  .hidden_offset = (dots) }
/* As TRAP; @who is the decoder that reads it. */
#define READ_BY(who, literal, is_path, class, others, at, len, dots) \
	{ .description = "decoder: " #who, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, .path = (is_path), \
	  .primary = UTF8CHECK_CLASS_##class, \
	  .classes = U8C_BIT(UTF8CHECK_CLASS_##class) | (others), \
	  .offset = (at), .length = (len), .hidden = true, \
	  .hidden_offset = (dots), .decoder = UTF8CHECK_DECODER_##who }

#define NAME false
#define PATH true

static const struct u8c_name_vector u8c_name_vectors[] = {
	CLEAN("a plain name", "README.md", NAME),
	CLEAN("a name in Greek", "\xce\xb1\xce\xb2.txt", NAME),
	CLEAN("three dots and a letter", "...a", NAME),
	CLEAN("a plain path", "/usr/share/doc", PATH),
	CLEAN("a path with empty components", "//a//b/", PATH),
	CLEAN("a joiner in an emoji", "a\xe2\x9d\xa4\xe2\x80\x8d\xf0\x9f\x94\xa5.b",
	      NAME),

	/* As written. */
	ODD("empty name", "", NAME, EMPTY, 0, 0, 0),
	ODD("empty path", "", PATH, EMPTY, 0, 0, 0),
	ODD("dot", ".", NAME, DOT, 0, 0, 1),
	ODD("dotdot", "..", NAME, DOTDOT, 0, 0, 2),
	ODD("slash in a name", "a/b", NAME, SEPARATOR, 0, 1, 1),
	ODD("../ in a name is a slash, the name is not ..", "../a", NAME,
	    SEPARATOR, 0, 2, 1),
	ODD("NUL in a name", "a\0b", NAME, NUL, 0, 1, 1),
	ODD("NUL in a path", "a/b\0", PATH, NUL, 0, 3, 1),
	ODD("backslash", "a\\b", NAME, BACKSLASH, 0, 1, 1),
	ODD("backslash in a path", "a\\b", PATH, BACKSLASH, 0, 1, 1),
	ODD("backslashes part components only elsewhere", "a\\..\\b", PATH,
	    BACKSLASH, 0, 1, 1),
	ODD("dotdot first", "../a", PATH, DOTDOT, 0, 0, 2),
	ODD("dotdot in the middle", "/a/../b", PATH, DOTDOT, 0, 3, 2),
	ODD("dotdot last", "a/..", PATH, DOTDOT, 0, 2, 2),
	ODD("dot in the middle", "a/./b", PATH, DOT, 0, 2, 1),
	ODD("dotdot goes before dot", "./../a", PATH, DOTDOT, B(DOT), 0, 1),
	ODD("NUL after dotdot", "a/..\0", PATH, NUL, 0, 4, 1),

	/* Hidden: each character in each longer form. */
	ODD("C0 80", "a\xc0\x80x", NAME, HIDDEN_NUL, 0, 1, 2),
	ODD("C0 AF", "a\xc0\xafx", NAME, HIDDEN_SEPARATOR, 0, 1, 2),
	ODD("C1 9C", "a\xc1\x9cx", NAME, HIDDEN_BACKSLASH, 0, 1, 2),
	ODD("C0 AE", "a\xc0\xaex", NAME, HIDDEN_DOT, 0, 1, 2),
	ODD("E0 80 80", "\xe0\x80\x80", NAME, HIDDEN_NUL, 0, 0, 3),
	ODD("E0 80 AF", "\xe0\x80\xaf", NAME, HIDDEN_SEPARATOR, 0, 0, 3),
	ODD("E0 81 9C", "\xe0\x81\x9c", NAME, HIDDEN_BACKSLASH, 0, 0, 3),
	ODD("F0 80 80 AE", "\xf0\x80\x80\xae", NAME, HIDDEN_DOT, 0, 0, 4),
	ODD("F8 80 80 80 AF", "\xf8\x80\x80\x80\xaf", NAME, HIDDEN_SEPARATOR,
	    0, 0, 5),
	ODD("FC 80 80 80 80 80", "\xfc\x80\x80\x80\x80\x80", NAME, HIDDEN_NUL,
	    0, 0, 6),
	ODD("FE 80 80 80 80 80 AF", "\xfe\x80\x80\x80\x80\x80\xaf", NAME,
	    HIDDEN_SEPARATOR, 0, 0, 7),
	ODD("FF 80 80 80 80 80 81 9C", "\xff\x80\x80\x80\x80\x80\x81\x9c", NAME,
	    HIDDEN_BACKSLASH, 0, 0, 8),
	ODD("a slash as two surrogates", "\xed\xa0\x80\xed\xb0\xaf", NAME,
	    HIDDEN_SEPARATOR, 0, 0, 6),
	ODD("a NUL as two surrogates", "\xed\xa0\x80\xed\xb0\x80", NAME,
	    HIDDEN_NUL, 0, 0, 6),
	ODD("a backslash as two surrogates", "\xed\xa0\x80\xed\xb1\x9c", NAME,
	    HIDDEN_BACKSLASH, 0, 0, 6),
	ODD("the hidden form is passed over whole", "\xe0\x80\xaf\x80", NAME,
	    HIDDEN_SEPARATOR, B(ILL_FORMED), 0, 3),
	ODD("NUL wins over dot", "\xc0\xaex\xc0\x80", NAME, HIDDEN_NUL,
	    B(HIDDEN_DOT), 0, 2),

	/* Lax: read only by masking. */
	ODD("C0 00", "a\xc0\0", NAME, LAX_NUL, B(NUL), 1, 2),
	ODD("C0 2F holds a real slash too", "a\xc0/", NAME, LAX_SEPARATOR,
	    B(SEPARATOR), 1, 2),
	ODD("C0 2F in a path", "a\xc0/b", PATH, LAX_SEPARATOR, 0, 1, 2),
	ODD("C0 6F", "a\xc0ox", PATH, LAX_SEPARATOR, 0, 1, 2),
	ODD("C0 EF", "a\xc0\xef", NAME, LAX_SEPARATOR, B(ILL_FORMED), 1, 2),
	ODD("C1 1C", "a\xc1\x1c", NAME, LAX_BACKSLASH, 0, 1, 2),
	ODD("C1 5C holds a real backslash too", "\xc1\\", NAME, LAX_BACKSLASH,
	    B(BACKSLASH), 0, 2),
	ODD("E0 80 2F", "\xe0\x80/", NAME, LAX_SEPARATOR,
	    B(ILL_FORMED) | B(SEPARATOR), 0, 3),
	ODD("E0 00 AE", "\xe0\0\xaex", NAME, LAX_DOT,
	    B(NUL) | B(ILL_FORMED), 0, 3),
	ODD("F0 80 80 2E", "a\xf0\x80\x80.", NAME, LAX_DOT, B(ILL_FORMED) |
	    B(WINDOWS_RESERVED), 1, 4),

	/* Well-formed, but dangerous after normalization. */
	ODD("U+FF0F", "a\xef\xbc\x8f" "b", NAME, COMPAT_DANGER,
	    B(BESTFIT_DANGER) | B(URL_DANGER), 1, 3),
	ODD("U+FF0F in a path", "a/\xef\xbc\x8f", PATH, COMPAT_DANGER,
	    B(BESTFIT_DANGER) | B(URL_DANGER), 2, 3),
	ODD("U+2100 holds a slash", "\xe2\x84\x80", NAME, COMPAT_DANGER, B(URL_DANGER), 0, 3),
	ODD("U+2024 twice", "\xe2\x80\xa4\xe2\x80\xa4", NAME, COMPAT_DANGER,
	    0, 0, 3),
	ODD("U+2025", "a/\xe2\x80\xa5/b", PATH, COMPAT_DANGER, 0, 2, 3),
	ODD("U+2026", "\xe2\x80\xa6", NAME, COMPAT_DANGER, 0, 0, 3),
	ODD("U+FF3C", "\xef\xbc\xbc", NAME, COMPAT_DANGER, B(BESTFIT_DANGER), 0, 3),
	ODD("U+037E, a semicolon by NFC", "\xcd\xbe", NAME, COMPAT_DANGER, B(BESTFIT_DANGER), 0, 2),
	ODD("U+1FEF, a backquote by NFC", "\xe1\xbf\xaf", NAME, COMPAT_DANGER,
	    0, 0, 3),
	ODD("U+2260, an equals sign by NFD", "\xe2\x89\xa0", NAME,
	    COMPAT_DANGER, 0, 0, 3),
	ODD("U+1F129, the last", "\xf0\x9f\x84\xa9", NAME, COMPAT_DANGER, 0,
	    0, 4),

	/* Well-formed, but dangerous when ignorable code points are left out. */
	ODD("a joiner between dots", ".\xe2\x80\x8d.", NAME, IGNORABLE_DANGER,
	    B(WINDOWS_RESERVED), 0, 5),
	ODD("a joiner after a dot", ".\xe2\x80\x8d", NAME, IGNORABLE_DANGER,
	    0, 0, 4),
	ODD("a joiner before a dot", "a/\xe2\x80\x8d./b", PATH, IGNORABLE_DANGER,
	    B(WINDOWS_RESERVED), 2, 4),
	ODD(".git with a non-joiner", "a/.g\xe2\x80\x8cit", PATH,
	    IGNORABLE_DANGER, 0, 2, 7),
	ODD(".git with a soft hyphen after it", ".git\xc2\xad", NAME, IGNORABLE_DANGER,
	    B(BESTFIT_DANGER), 0, 6),
	ODD("a dot after a tag", "\xf3\xa0\x80\xa0.a", NAME,
	    IGNORABLE_DANGER, 0, 0, 6),
	ODD("a variation selector in a hidden file", ".a\xef\xb8\x8f", NAME,
	    IGNORABLE_DANGER, 0, 0, 5),
	ODD("an ill-formed byte after it", ".\xe2\x80\x8d\xff", NAME, ILL_FORMED,
	    B(IGNORABLE_DANGER), 0, 5),
	ODD("an ill-formed byte before stays there", "\xff.\xe2\x80\x8d", NAME,
	    ILL_FORMED, 0, 0, 1),
	CLEAN("a joiner in another component", "\xe2\x80\x8d/.a", PATH),
	CLEAN("joiners alone", "\xe2\x80\x8d\xe2\x80\x8d", NAME),

	/* Well-formed, but dangerous after transliteration. */
	ODD("U+2044", "a\xe2\x81\x84" "b", NAME, TRANSLIT_DANGER, B(BESTFIT_DANGER), 1, 3),
	ODD("U+2215", "a\xe2\x88\x95x", PATH, TRANSLIT_DANGER, B(BESTFIT_DANGER), 1, 3),
	ODD("U+2216", "\xe2\x88\x96", NAME, TRANSLIT_DANGER, B(BESTFIT_DANGER), 0, 3),
	ODD("U+29F5", "\xe2\xa7\xb5", NAME, TRANSLIT_DANGER, 0, 0, 3),
	ODD("U+1F67D", "\xf0\x9f\x99\xbd", NAME, TRANSLIT_DANGER, 0, 0, 4),
	ODD("U+00BD holds U+2044", "3\xc2\xbd", NAME, TRANSLIT_DANGER, 0, 1, 2),
	ODD("all three", ".\xe2\x80\x8d\xef\xbc\x8f\xe2\x81\x84", NAME, COMPAT_DANGER,
	    B(IGNORABLE_DANGER) | B(TRANSLIT_DANGER) | B(BESTFIT_DANGER) | B(URL_DANGER), 0, 10),

	/* A dash at the start of a component, once it is normalized. */
	ODD("U+FF0D first", "\xef\xbc\x8drf", NAME, COMPAT_DANGER, B(BESTFIT_DANGER), 0, 3),
	ODD("U+FE63 first", "a/\xef\xb9\xa3", PATH, COMPAT_DANGER, 0, 2, 3),
	ODD("U+FF0D inside", "a\xef\xbc\x8drf", NAME, BESTFIT_DANGER, 0, 1, 3),
	ODD("U+FF5D, a brace", "\xef\xbd\x9d", NAME, COMPAT_DANGER, B(BESTFIT_DANGER), 0, 3),
	ODD("U+1F101 holds a comma", "\xf0\x9f\x84\x81", NAME, COMPAT_DANGER, 0, 0, 4),

	/* Well-formed, but dangerous in a code page of Windows. */
	ODD("U+00A5, a backslash", "a\xc2\xa5", NAME, BESTFIT_DANGER, 0, 1, 2),
	ODD("U+00AD, a dash", "a\xc2\xad", NAME, BESTFIT_DANGER, 0, 1, 2),
	ODD("U+0300, a grave accent", "1\xcc\x80", NAME, BESTFIT_DANGER, 0, 1, 2),
	ODD("U+0303 first, a tilde", "a/\xcc\x83", PATH, BESTFIT_DANGER, 0, 2, 2),
	CLEAN("U+0300 on a letter", "Voila\xcc\x80", NAME),
	CLEAN("two marks on a letter", "Z\xcc\x80\xcc\x83", NAME),
	ODD("U+02BA, a quote", "\xca\xba", NAME, BESTFIT_DANGER, 0, 0, 2),
	ODD("U+2010, a dash", "a/\xe2\x80\x90", PATH, BESTFIT_DANGER, 0, 2, 3),
	ODD("U+250C, a dash in 1250 and a plus in 1252", "\xe2\x94\x8c", NAME, BESTFIT_DANGER,
	    0, 0, 3),
	ODD("U+301E, a quote", "\xe3\x80\x9e", NAME, BESTFIT_DANGER, 0, 0, 3),
	CLEAN("U+201C, a quote everywhere", "\xe2\x80\x9c", NAME),
	CLEAN("U+FF0B, a plus", "\xef\xbc\x8b", NAME),
	CLEAN("U+25CB, a control", "\xe2\x97\x8b", NAME),

	/* What Windows does not have. */
	ODD("three dots", "...", NAME, WINDOWS_RESERVED, 0, 2, 1),
	ODD("a dot last", "a./b", PATH, WINDOWS_RESERVED, 0, 1, 1),
	ODD("a space last", "a ", NAME, WINDOWS_RESERVED, 0, 1, 1),
	ODD("a space alone", " ", NAME, WINDOWS_RESERVED, 0, 0, 1),
	ODD("dotdot and a space", ".. ", NAME, WINDOWS_RESERVED, 0, 2, 1),
	ODD("a colon", "a:b", NAME, WINDOWS_RESERVED, 0, 1, 1),
	ODD("a quote after an ill-formed byte", "\xff\"", NAME, ILL_FORMED, B(WINDOWS_RESERVED),
	    0, 1),
	ODD("a device", "con", NAME, WINDOWS_RESERVED, 0, 0, 3),
	ODD("a device with an extension", "a/Aux.tar.gz/b", PATH, WINDOWS_RESERVED, 0, 2, 10),
	ODD("a device, spaces and an extension", "NUL  .txt", NAME, WINDOWS_RESERVED, 0, 0, 9),
	ODD("a device with a stream", "prn:a", NAME, WINDOWS_RESERVED, 0, 0, 5),
	ODD("a device with a digit", "LPT9", NAME, WINDOWS_RESERVED, 0, 0, 4),
	ODD("a device with U+00B2", "com\xc2\xb2", NAME, WINDOWS_RESERVED, 0, 0, 5),
	ODD("a console", "ConOut$", NAME, WINDOWS_RESERVED, 0, 0, 7),
	ODD("a device in an ill-formed name", "aux.\xff", NAME, ILL_FORMED, B(WINDOWS_RESERVED),
	    0, 5),
	ODD("short for .git", "GIT~1", NAME, WINDOWS_RESERVED, 0, 0, 5),
	ODD("short for .git, and a stream", "a/git~1:x", PATH, WINDOWS_RESERVED, 0, 2, 7),
	CLEAN("no device: as an extension", "a.con", NAME),

	/* Two names for who reads lines. */
	ODD("a newline", "a\nb", NAME, NEWLINE, 0, 1, 1),
	ODD("a newline in a path", "a/\n", PATH, NEWLINE, 0, 2, 1),
	ODD("a newline after C2", "\xc2\n", NAME, ILL_FORMED, B(NEWLINE), 0, 1),

	/* Other ill-formed names. */
	ODD("FF", "a\xff", NAME, ILL_FORMED, 0, 1, 1),
	ODD("E2 82 at the end", "a\xe2\x82", NAME, ILL_FORMED, 0, 1, 2),
	ODD("an overlong letter", "\xc1\xa1", NAME, ILL_FORMED, 0, 0, 1),
	ODD("a lone surrogate", "\xed\xa0\x80", NAME, ILL_FORMED, 0, 0, 1),
	ODD("surrogates of U+10400", "\xed\xa0\x81\xed\xb0\x80", NAME,
	    ILL_FORMED, 0, 0, 1),
	ODD("Latin-1", "caf\xe9", NAME, ILL_FORMED, 0, 3, 1),

	/* A ".." that the bytes do not show. */
	TRAP("both dots hidden", "\xc0\xae\xc0\xae/etc", PATH, HIDDEN_DOT, 0,
	     0, 2, 0),
	TRAP("one dot hidden", "a/.\xc0\xae/b", PATH, HIDDEN_DOT, 0,
	     3, 2, 2),
	TRAP("the slash after it is hidden", "..\xc0\xafusr", PATH,
	     HIDDEN_SEPARATOR, 0, 2, 2, 0),
	TRAP("the slash before is hidden", "a\xc0\xaf..", PATH, HIDDEN_SEPARATOR,
	     B(WINDOWS_RESERVED), 1, 2, 3),
	TRAP("a hidden backslash after it", "..\xc1\x9cusr", NAME,
	     HIDDEN_BACKSLASH, 0, 2, 2, 0),
	TRAP("a hidden NUL after it", "a/..\xc0\x80.jpg", PATH, HIDDEN_NUL, 0,
	     4, 2, 2),
	TRAP("a byte to be dropped between", ".\xff./a", PATH, ILL_FORMED, B(WINDOWS_RESERVED),
	     1, 1, 0),
	TRAP("a byte to be dropped before", "a/\x80../b", PATH, ILL_FORMED,
	     B(WINDOWS_RESERVED), 2, 1, 2),
	TRAP("a byte to be dropped after it", "a/..\xe2\x82/b", PATH, ILL_FORMED,
	     0, 4, 2, 2),
	TRAP("a dot in eight bytes", ".\xff\x80\x80\x80\x80\x80\x80\xae", NAME,
	     HIDDEN_DOT, 0, 1, 8, 0),
	TRAP("a dot as two surrogates", "\xed\xa0\x80\xed\xb0\xae.", NAME, HIDDEN_DOT,
	     B(WINDOWS_RESERVED), 0, 6, 0),
	TRAP("a lax slash that ends in a real letter", "..\xc0oetc", PATH,
	     LAX_SEPARATOR, 0, 2, 2, 0),
	TRAP("a lax dot", ".\xc0n/a", PATH, LAX_DOT, 0, 1, 2, 0),
	TRAP("the first of two", "\xc0\xae./.\xc0\xae", PATH, HIDDEN_DOT, B(WINDOWS_RESERVED),
	     0, 2, 0),
	TRAP("a real one and then a hidden one", "../x/\xc0\xae.", PATH, HIDDEN_DOT, B(DOTDOT)
	     | B(WINDOWS_RESERVED), 0, 2, 5),
	ODD("a real one and an ill-formed byte elsewhere", "../a\xff", PATH,
	    ILL_FORMED, B(DOTDOT), 0, 2),
	TRAP("a hidden dot to be dropped before", "\xc0\xae..", NAME, HIDDEN_DOT,
	     B(WINDOWS_RESERVED), 0, 2, 0),
	ODD("a hidden dot beside a letter", "\xc0\xae.x", NAME, HIDDEN_DOT, 0,
	    0, 2),
	TRAP("three dots with one to be dropped", "\xc0\xae\xc0\xae\xc0\xae",
	     NAME, HIDDEN_DOT, 0, 0, 2, 0),

	/* Who reads it. */
	READ_BY(LONG, "/srv/\xc0\xae\xfc\x80\x80\x80\x80\xae/etc", PATH, HIDDEN_DOT, 0, 5, 2, 5),
	READ_BY(LONG, "\xff\x80\x80\x80\x80\x80\x80\xae.", NAME, HIDDEN_DOT, B(WINDOWS_RESERVED), 0, 8, 0),
	READ_BY(PERL, "a/\xff\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\xae./b", PATH,
		HIDDEN_NUL, B(ILL_FORMED) | B(WINDOWS_RESERVED), 2, 8, 2),
	READ_BY(MASK, "a/\xc0.\xc0n/b", PATH, LAX_DOT, 0, 2, 2, 2),
	READ_BY(PAIR, "a/\xed\xa0\x80\xed\xb0\xae./b", PATH, HIDDEN_DOT, B(WINDOWS_RESERVED),
		2, 6, 2),
	READ_BY(16_BIT, "/srv/\xf0\xa0\x80\xae\xf0\xa0\x80\xae/etc", PATH, NARROW_DANGER, 0,
		5, 4, 5),
	READ_BY(16_BIT, "..\xf4\x80\x80\x80", NAME, NARROW_DANGER, 0, 2, 4, 0),
	READ_BY(PHP, "a/\xf8\x80\x80\xae\xff\x80\x80\xae/b", PATH, ILL_FORMED, 0, 2, 1, 2),
	READ_BY(PREFIX, "a/\xe0\xae\xe0\xae/b", PATH, ILL_FORMED, 0, 2, 2, 2),
	READ_BY(DROP, "a/.\xff./b", PATH, ILL_FORMED, B(WINDOWS_RESERVED), 3, 1, 2),
	READ_BY(ANY, "a/\xe0\xae\xff\xc0./b", PATH, LAX_DOT, B(ILL_FORMED) |
		B(WINDOWS_RESERVED), 2, 2, 2),
	{ .description = "U+042E twice", .bytes = (const u8 *)"\xd0\xae\xd0\xae", .n = 4,
	  .hidden = true, .decoder = UTF8CHECK_DECODER_8_BIT },

	/* Well-formed, but dangerous where 16 bits are kept. */
	ODD("U+10000", "\xf0\x90\x80\x80", NAME, NARROW_DANGER, 0, 0, 4),
	ODD("U+2002F", "a\xf0\xa0\x80\xaf" "b", NAME, NARROW_DANGER, 0, 1, 4),
	ODD("U+10005C", "\xf4\x80\x81\x9c", PATH, NARROW_DANGER, 0, 0, 4),
	ODD("U+E002E, a tag", "a\xf3\xa0\x80\xae", NAME, NARROW_DANGER, 0, 1, 4),
	CLEAN("U+2012E", "\xf0\xa0\x84\xae", NAME),
};

#define U8C_NAME_VECTORS U8C_ARRAY_SIZE(u8c_name_vectors)

#undef B
#undef CLEAN
#undef ODD
#undef TRAP
#undef READ_BY
#undef NAME
#undef PATH

#endif /* U8C_NAME_VECTORS_H */
