/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Generated tables of the properties of code points.  Private to the core.
 *
 *	bit	byte of a code point	u8c_property_by_lead	u8c_property_reasons
 *	0..5	UTF8CHECK_REASON_CONTROL + bit, up to private-use: in all three
 *	6	compat-danger: what normalization makes of it	white space
 *	7	danger by transliteration or best fit		replacement
 *	8..10	-			UTF8CHECK_REASON_WHITE_SPACE + bit - 8, up to supplementary
 *
 * The byte of a code point is found in three steps: by bits 9 and up, then 4 to 8, then 0 to 3.
 *
 * u8c_property_by_lead has for each byte the bits of all code points that begin with it in
 * UTF-8; but none for TAB, LF and CR, which a text may hold.  A set of what is refused has these
 * bits and bit 11, UTF8CHECK_REASON_MISPLACED_IGNORABLE, then always with that of
 * default-ignorable: a code point that is misplaced has the latter's bit in the tables.
 *
 * u8c_property_blocks has for each 64 code points below U+10000 where their word in
 * u8c_property_points is, a bit for each code point that has any of the bits; and their byte
 * in u8c_property_reasons, the bits that any of them has.  TAB, LF and CR have none.
 * u8c_property_pages has for each 4096 code points above where their word in
 * u8c_property_page_blocks is, a bit for each 64 code points one of which has any of the bits, but
 * UTF8CHECK_REASON_SUPPLEMENTARY.
 */
#ifndef U8C_NAME_UCD_PROPERTY_H
#define U8C_NAME_UCD_PROPERTY_H

#include "codec/names.h"

#define U8C_PROPERTY_REASONS 0x3f
#define U8C_PROPERTY_COMPAT_DANGER 0x40
#define U8C_PROPERTY_OTHER_DANGER 0x80
#define U8C_PROPERTY_RULE_SHIFT 8
#define U8C_PROPERTY_RULES 0xf00
#define U8C_PROPERTY_SUPPLEMENTARY 0x400
#define U8C_PROPERTY_PAGES 0x110

extern const u8 u8c_property_top[0x880];
extern const u16 u8c_property_branches[][32];
extern const u8 u8c_property_leaves[][16];
extern const u16 u8c_property_by_lead[256];
extern const u8 u8c_property_blocks[0x400];
extern const u64 u8c_property_points[];
extern const u8 u8c_property_reasons[];
extern const u8 u8c_property_pages[U8C_PROPERTY_PAGES];
extern const u64 u8c_property_page_blocks[];

/**
 * struct u8c_best_fit_row - what Windows makes of a code point
 *
 * @cp: the code point, above U+007F.
 * @pages: a bit for each code page of Windows in which this is so.
 * @ascii: the character that these have for it, by best fit.
 * @is_danger: what a code page has for it, this one or another, is special in paths,
 *	to shells, or as the start of an option.
 * @is_translit: the code point has translit-danger too.
 */
struct u8c_best_fit_row {
	u16 cp;
	u16 pages;
	u8 ascii;
	bool is_danger : 1;
	bool is_translit : 1;
};

/* In the order of code points; a code point may have several rows. */
extern const struct u8c_best_fit_row u8c_best_fit_rows[];
extern const u16 u8c_best_fit_count;

#endif /* U8C_NAME_UCD_PROPERTY_H */
