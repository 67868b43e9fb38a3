/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Protected names, such as .git and .htaccess: no other name may be read as one. */
#ifndef U8C_NAME_PROTECT_H
#define U8C_NAME_PROTECT_H

#include "codec/point.h"
#include "impl/impl.h"

/* short_name.c: the short names ("8.3") that Windows gives to files with long names */

/**
 * struct u8c_short_name - all short names that one long name may get
 *
 * Small letters, in words of which the lowest byte is the first one.
 *
 * @stem: the characters before the tilde in the first four of them, up to 6; 0 where the long
 *	name gets no short one.
 * @checksum: four digits, which are in all others before the tilde, after up to two characters
 *	of @stem.
 * @extension: what follows the last dot, up to 3 characters.
 */
struct u8c_short_name {
	u64 stem;
	u32 checksum;
	u32 extension;
};

/**
 * struct u8c_shortened - a name that looks like a short one
 *
 * @stem: the characters before the tilde.
 * @extension: the characters after the dot.
 * @room: how many characters the number leaves before the tilde.
 * @is_first: the number is 1 to 4.
 */
struct u8c_shortened {
	u64 stem;
	u32 extension;
	u8 room;
	bool is_first;
};

/*
 * The short names of a file whose long name is the @n bytes, at least 1, at @p.  There are none
 * where that is short enough itself, is not ASCII, or has a character that no name of Windows has.
 */
void u8c_short_name_make(struct u8c_short_name *s, const u8 *p, size_t n);

/* Takes apart a name in small letters.  Return: false where no long name has it for a short one. */
bool u8c_shortened_read(struct u8c_shortened *s, const u8 *p, size_t n);

/*
 * Is the name one of these short names?  Of .gitmodules, for example: GITMOD~1 to ~4, the stem;
 * and GI7EBA~1 to ~9, two characters of the stem and the checksum 7EBA.  A longer number takes
 * the place of the last characters: GI7EB~10.
 */
static __always_inline bool u8c_short_name_is(const struct u8c_short_name *s,
					      const struct u8c_shortened *name)
{
	const u64 hash = (s->stem & 0xffff) | (u64)s->checksum << (s->stem >> 8 ? 16 : 8);
	const u64 kept = ((u64)1 << 8 * name->room) - 1;

	return s->stem && name->extension == s->extension &&
	       ((name->is_first && name->stem == s->stem) || name->stem == (hash & kept));
}

/* protect.c */

/* The most patterns, and the most bytes of all of them with their separators. */
#define U8C_PROTECT_MAX 64
#define U8C_PROTECT_TEXT 4096

/**
 * struct u8c_pattern - a protected name
 *
 * @hash: of its NFKC_Casefold, decomposed and in canonical order.
 * @at: where it begins in the text of all patterns.
 * @n: its bytes, 1 to 255.
 * @short_name: how Windows may shorten it.
 */
struct u8c_pattern {
	u64 hash;
	u16 at;
	u8 n;
	struct u8c_short_name short_name;
};

/**
 * struct u8c_protect - protected names, prepared
 *
 * Owned by the caller; without pointers.
 *
 * @count: how many there are.
 * @beyond_ascii: the NFKC_Casefold of at least one protected name is not ASCII.
 * @first: bit (b & 7) of first[b >> 3] is set where the decomposed NFKC_Casefold of a protected
 *	name, or one of its short names, begins with the ASCII byte b.
 * @patterns: the names.
 * @text: their bytes.
 */
struct u8c_protect {
	u32 count;
	bool beyond_ascii;
	u8 first[16];
	struct u8c_pattern patterns[U8C_PROTECT_MAX];
	u8 text[U8C_PROTECT_TEXT];
};

/**
 * u8c_protect_init() - prepare protected names
 * @t: filled
 * @impl: the implementation to use
 * @patterns: the names; a NUL stands between them, and may stand after the last one;
 *	they may be in the text of @t already
 *
 * Return: false where there is none or there are more than U8C_PROTECT_MAX, in more
 * than U8C_PROTECT_TEXT bytes, or where one is empty, longer than 255 bytes, ".",
 * "..", ill-formed, has a slash, or holds nothing but default-ignorables.
 */
bool u8c_protect_init(struct u8c_protect *t, const struct u8c_impl *impl, struct u8c_text patterns);

/**
 * u8c_is_protected() - may a component be taken for a protected name?
 * @t: the protected names
 * @impl: the implementation to use
 * @name: the component
 *
 * A component has several readings: its NFKC_Casefold, and that of what each code
 * page of Windows makes of it by best fit; and what NTFS makes of either: no stream,
 * which begins with the first colon, and no dots and spaces at the end.  A reading with
 * a slash or backslash is a path, and each component of it is a reading too.  Each is
 * compared with the NFKC_Casefold of the protected name, and with its short names.
 *
 * Where a component is ill-formed, it is read in each of three ways: the bytes that are
 * part of no code point are replaced, are left out, or end the component; and in these
 * ways once more, by a decoder that takes forms longer than the shortest.
 *
 * A component of more than 255 bytes is not compared, and callers do not pass a path of more
 * than U8C_PATH_MAX bytes: the class too-long covers both.
 *
 * Return: true when one reading is the same, and the component is not that protected
 * name as it is written.
 */
bool u8c_is_protected(const struct u8c_protect *t, const struct u8c_impl *impl,
		      struct u8c_text name);

#endif /* U8C_NAME_PROTECT_H */
