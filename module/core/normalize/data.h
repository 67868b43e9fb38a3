/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One or two code points under the normalization forms.
 *
 * A code point above U+10FFFF, and a surrogate, is a starter that nothing changes.
 */
#ifndef U8C_NORMALIZE_DATA_H
#define U8C_NORMALIZE_DATA_H

#include "codec/names.h"
#include "normalize/lookup.h"

/* The most code points that a code point becomes: U+FDFA in NFKD. */
#define U8C_MAPPING_MAX 18

/*
 * May a text be cut before a code point, of any profile?  Then the forms of the two parts, put
 * together, are the form of the whole, whatever the first part is.
 */
bool u8c_has_boundary_before(enum utf8check_form form, u64 cp);

/**
 * u8c_segment_end() - the first boundary after a place
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @p: the bytes, well-formed (RFC 3629)
 * @n: how many, at least 1
 *
 * Return: the length of the first code point and all that follow it up to one
 * that has a boundary before it; @n when there is none.
 */
size_t u8c_segment_end(enum utf8check_form form, const u8 *p, size_t n);

/* The primary composite (D114) of a starter and what follows it; 0 when there is none. */
u32 u8c_compose(u32 first, u32 second);

/**
 * u8c_decompose() - what a code point becomes before ordering and composing
 * @form: enum utf8check_form
 * @cp: any number up to 1FFFFF; one above 10FFFF stays as it is
 * @out: room for U8C_MAPPING_MAX; the class of each is in its highest byte
 *
 * U+0345 stays under UTF8CHECK_FORM_NFD_CASEFOLD: it becomes U+03B9, a starter, when the
 * text is in canonical order.
 *
 * Return: how many; 0 where it is left out.
 */
unsigned int u8c_decompose(enum utf8check_form form, u32 cp, u32 *out);

/* Finds the mapping of a code point.  Return: false if it maps to itself, and for Hangul. */
bool u8c_find_mapping(enum utf8check_form form, u32 cp, struct u8c_mapping *m);

/* Finds the form of a code point, for forms that compose.  Return: as u8c_find_mapping(). */
bool u8c_find_composed(enum utf8check_form form, u32 cp, struct u8c_mapping *m);

static inline bool u8c_composes(enum utf8check_form form)
{
	return form == UTF8CHECK_FORM_NFC || form == UTF8CHECK_FORM_NFKC ||
	       form == UTF8CHECK_FORM_NFKC_CASEFOLD;
}

/* A number may have a code point, and in its highest byte the class of that. */
static __always_inline u32 u8c_class_part(u32 point)
{
	return point >> U8C_CCC_SHIFT;
}

static __always_inline u32 u8c_point_part(u32 point)
{
	return point & 0x1fffff;
}

/*
 * The code point that the form has for @point, which is in canonical order and
 * may have its class in the highest byte: U+0345 folds last.
 */
static inline u32 u8c_fold_last(enum utf8check_form form, u32 point)
{
	u32 cp = u8c_point_part(point);

	return form == UTF8CHECK_FORM_NFD_CASEFOLD && cp == 0x345 ? 0x3b9 : cp;
}

/* Does the form change letters of ASCII? */
static inline bool u8c_folds_ascii(enum utf8check_form form)
{
	return form == UTF8CHECK_FORM_NFKC_CASEFOLD || form == UTF8CHECK_FORM_NFD_CASEFOLD;
}

/* The code point with its class in the highest byte. */
static __always_inline u32 u8c_with_class(u32 cp)
{
	return cp | (u8c_class_of(cp) & U8C_CCC_BITS);
}

/* The entry of the index for UTF-8 of two, three or four bytes; any bytes have one. */
static __always_inline u32 u8c_entry_2(const u8 *p)
{
	return u8c_class_index[p[0] & 0x1f];
}

static __always_inline u32 u8c_entry_3(const u8 *p)
{
	return u8c_class_index[(u32)(p[0] & 0xf) << 6 | (p[1] & 0x3f)];
}

static __always_inline u32 u8c_entry_4(const u8 *p)
{
	return u8c_class_index[u8c_norm_middle[(u32)(p[0] & 7) << 6 |
					       (p[1] & 0x3f)] +
			       (p[2] & 0x3f)];
}

/* The class of the code point at @p, before @end, and the next one. */
static __always_inline const u8 *u8c_look(const u8 *p, const u8 *end, u32 *bits)
{
	*bits = u8c_class_of(u8c_take(&p, end));
	return p;
}

/* May a text be cut before a code point of this class? */
static __always_inline bool u8c_class_begins(enum utf8check_form form, u32 bits)
{
	return !(bits & U8C_CCC_BITS) &&
	       !(bits & U8C_STOP(form) && bits & U8C_BACKWARD);
}

/* May a text be cut before the code point at @p?  The text ends at @end. */
static __always_inline bool u8c_has_boundary_at(enum utf8check_form form, const u8 *p,
						const u8 *end)
{
	u32 bits;

	u8c_look(p, end, &bits);
	return u8c_class_begins(form, bits);
}

/* Where the code point before @p begins; the text begins at @start, before @p. */
static __always_inline const u8 *u8c_step_back(const u8 *start, const u8 *p)
{
	do
		p--;
	while (p > start && u8c_is_continuation(*p));
	return p;
}

/**
 * u8c_segment_start() - the last boundary before a place
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @p: the bytes, well-formed (RFC 3629)
 * @from: the offset where the search ends
 * @n: the place, where a code point ends
 *
 * Return: the offset of the last code point after @from and before @n that has
 * a boundary before it; @from when there is none.
 */
size_t u8c_segment_start(enum utf8check_form form, const u8 *p, size_t from, size_t n);

#endif /* U8C_NORMALIZE_DATA_H */
