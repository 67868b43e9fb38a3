// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Hangul syllables and jamo, one after the other.
 *
 * A syllable is two jamo or three, and a processor cannot predict which.  So the third is
 * always computed and written; the output ends after it or before it.
 */
#include "normalize/rewrite.h"

/* Bytes of the longest syllable in jamo. */
#define JAMO 9
/* Bytes that are read of a text at once. */
#define AHEAD 12

static u8 *put_3(u8 *out, u32 cp)
{
	out[0] = 0xe0 | cp >> 12;
	out[1] = 0x80 | (cp >> 6 & 0x3f);
	out[2] = 0x80 | (cp & 0x3f);
	return out + 3;
}

static u32 take_3(const u8 *p)
{
	return (u32)(p[0] & 0xf) << 12 | (u32)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
}

/* The code point at @p if it has three bytes, which are read; else 0. */
static u32 take_syllable(const u8 *p)
{
	return (*p & 0xf0) == 0xe0 ? take_3(p) : 0;
}

/*
 * Writes the jamo of the syllable at @p to *@out, where there is room for JAMO bytes, and
 * advances *@out.
 *
 * Return: bytes of the syllable; 0 when there is none.
 */
static __always_inline size_t split_syllable(const u8 *p, u8 **out)
{
	u32 cp = take_syllable(p), l, v, t;

	if (!u8c_is_hangul(cp))
		return 0;
	t = u8c_split_hangul(cp, &l, &v);
	put_3(put_3(put_3(*out, l), v), t);
	*out += t ? 9 : 6;
	return 3;
}

/* The code point at @p if it is in U+1000..U+1FFF, where jamo are; else 0. */
static u32 take_jamo_at(const u8 *p)
{
	return p[0] == 0xe1 ? take_3(p) : 0;
}

static bool is_l(const u8 *p)
{
	return take_jamo_at(p) - U8C_HANGUL_L < U8C_HANGUL_L_COUNT;
}

/* May the text be cut before the code point at @p? */
static bool begins_at(enum utf8check_form form, const u8 *p, const u8 *end)
{
	return *p < 0x80 || is_l(p) || u8c_has_boundary_at(form, p, end);
}

/*
 * Writes the syllable of an L, a V and perhaps a T to *@out and advances *@out. AHEAD bytes
 * can be read.
 *
 * Nothing composes with a syllable that has a T.  Without one, the next code
 * point may decompose to a T, or be left out and have a T after it.
 *
 * Return: bytes of the jamo; 0 when there is no syllable, or the next code
 * point may compose with it.
 */
static __always_inline size_t join_jamo(enum utf8check_form form, const u8 *p, u8 **out)
{
	u32 l = take_jamo_at(p) - U8C_HANGUL_L;
	u32 v = take_jamo_at(p + 3) - U8C_HANGUL_V;
	u32 t = take_jamo_at(p + 6) - U8C_HANGUL_T;
	bool has_t = t - 1 < U8C_HANGUL_T_COUNT - 1;
	size_t n;

	if (l >= U8C_HANGUL_L_COUNT || v >= U8C_HANGUL_V_COUNT)
		return 0;
	put_3(*out, U8C_HANGUL_S + (l * U8C_HANGUL_V_COUNT + v) * U8C_HANGUL_T_COUNT +
	      (has_t ? t : 0));
	n = has_t ? 9 : begins_at(form, p + 6, p + AHEAD) ? 6 : 0;
	*out += n ? 3 : 0;
	return n;
}

static __always_inline size_t convert_jamo(enum utf8check_form form, bool joins,
					   const u8 *p, u8 **out)
{
	return joins ? join_jamo(form, p, out) : split_syllable(p, out);
}

/* Converts the first syllable, where little is left of the text or of the room. */
static __always_inline size_t convert_last(struct u8c_sink *s, enum utf8check_form form,
					   bool joins, const u8 *p, const u8 *end)
{
	size_t left = end - p < AHEAD ? end - p : AHEAD, n;
	u8 bytes[AHEAD] = { 0 }, made[JAMO], *out = made;

	memcpy(bytes, p, left);
	n = convert_jamo(form, joins, bytes, &out);
	/* The zeros are no part of a syllable, unless the text has changed. */
	if (!n || n > left)
		return 0;
	if (s->made + (out - made) <= s->room)
		memcpy(s->out + s->made, made, out - made);
	s->made += out - made;
	return n;
}

static __always_inline size_t convert_all(struct u8c_sink *s, enum utf8check_form form,
					  bool joins, const u8 *p, const u8 *end)
{
	const u8 *start = p;
	size_t most = joins ? 3 : JAMO, n;
	u8 *out, *full;

	if (s->made + most > s->room)
		return convert_last(s, form, joins, p, end);
	out = s->out + s->made;
	full = s->out + s->room - most;
	while (end - p >= AHEAD && out <= full) {
		n = convert_jamo(form, joins, p, &out);
		p += n;
		if (n)
			continue;
		/* One or two of ASCII: the last only before a syllable, as else it may compose. */
		if (*p >= 0x80 || p == start || u8c_folds_ascii(form))
			break;
		if (p[1] < 0x80)
			*out++ = *p++;
		if (joins ? !is_l(p + 1) : !u8c_is_hangul(take_syllable(p + 1)))
			break;
		*out++ = *p++;
	}
	s->made = out - s->out;
	return p > start ? (size_t)(p - start) : convert_last(s, form, joins, p, end);
}

size_t u8c_hangul_split(struct u8c_sink *s, enum utf8check_form form, const u8 *p, const u8 *end)
{
	return convert_all(s, form, false, p, end);
}

size_t u8c_hangul_join(struct u8c_sink *s, enum utf8check_form form, const u8 *p, const u8 *end)
{
	return convert_all(s, form, true, p, end);
}
