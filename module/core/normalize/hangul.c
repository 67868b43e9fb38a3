// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Hangul syllables and jamo, one after the other.
 *
 * A syllable is two jamo or three, and no program can foresee which: so the
 * third is always computed, and only how far to go on depends on it.
 */
#include "normalize/hangul.h"

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

/* The code point at @p, or what is no syllable; three bytes are read. */
static u32 take_syllable(const u8 *p)
{
	return (*p & 0xf0) == 0xe0 ? take_3(p) : 0;
}

/* Writes 9 bytes.  Return: behind those that count. */
static u8 *put_jamo(u8 *out, u32 cp)
{
	u32 l, v, t = u8c_split_hangul(cp, &l, &v);

	put_3(put_3(put_3(out, l), v), t);
	return out + (t ? 9 : 6);
}

static size_t split_last(struct u8c_sink *s, const u8 *p, const u8 *end)
{
	u8 bytes[JAMO];
	u32 cp;

	if (end - p < 3)
		return 0;
	cp = take_syllable(p);
	if (!u8c_is_hangul(cp))
		return 0;
	u8c_sink_short(s, bytes, put_jamo(bytes, cp) - bytes);
	return 3;
}

size_t u8c_hangul_split(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			const u8 *end)
{
	const u8 *start = p;
	u8 *out, *full;
	u32 cp;

	if (s->made + JAMO > s->room)
		return split_last(s, p, end);
	out = s->out + s->made;
	full = s->out + s->room - JAMO;
	while (end - p >= AHEAD && out <= full) {
		cp = take_syllable(p);
		if (u8c_is_hangul(cp)) {
			out = put_jamo(out, cp);
			p += 3;
			continue;
		}
		if (*p >= 0x80 || p == start || u8c_folds_ascii(form))
			break;
		if (p[1] < 0x80)
			*out++ = *p++;
		if (!u8c_is_hangul(take_syllable(p + 1)))
			break;
		*out++ = *p++;
	}
	s->made = out - s->out;
	return p > start ? (size_t)(p - start) : split_last(s, p, end);
}

/* U+1000..U+1FFF, where jamo are; else something else. */
static u32 take_jamo(const u8 *p)
{
	return p[0] == 0xe1 ? take_3(p) : 0;
}

/* May the text be cut before the code point at @p? */
static bool begins_at(enum utf8check_form form, const u8 *p, const u8 *end)
{
	u32 bits;

	/* ASCII and L. */
	if (*p < 0x80 || take_jamo(p) - U8C_HANGUL_L < U8C_HANGUL_L_COUNT)
		return true;
	u8c_look(p, end, &bits);
	return u8c_class_begins(form, bits);
}

/*
 * The syllable of an L and a V, and a T where there is one: AHEAD bytes can be
 * read.  Nothing composes with what an L, a V and a T make, and only a T with
 * what an L and a V make: but that may be what a code point further on becomes,
 * or stand behind one that is left out.
 *
 * Return: how many bytes it has; 0 when it is none, or not so simple.
 */
static size_t join(enum utf8check_form form, const u8 *p, u32 *cp)
{
	u32 l = take_jamo(p) - U8C_HANGUL_L;
	u32 v = take_jamo(p + 3) - U8C_HANGUL_V;
	u32 t = take_jamo(p + 6) - U8C_HANGUL_T;
	bool has_t = t - 1 < U8C_HANGUL_T_COUNT - 1;

	if (l >= U8C_HANGUL_L_COUNT || v >= U8C_HANGUL_V_COUNT)
		return 0;
	*cp = U8C_HANGUL_S + (l * U8C_HANGUL_V_COUNT + v) * U8C_HANGUL_T_COUNT +
	      (has_t ? t : 0);
	return has_t ? 9 : begins_at(form, p + 6, p + AHEAD) ? 6 : 0;
}

/* Where little is left of the text, or of the room. */
static size_t join_last(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			const u8 *end)
{
	/* What does not fit here is cut off behind a syllable. */
	size_t left = end - p < AHEAD ? end - p : AHEAD, n;
	u8 bytes[AHEAD] = { 0 };
	u32 cp = 0;

	memcpy(bytes, p, left);
	n = join(form, bytes, &cp);
	/* The zeros are no part of a jamo, unless the text has changed. */
	if (!n || n > left)
		return 0;
	u8c_sink_point(s, cp);
	return n;
}

size_t u8c_hangul_join(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
		       const u8 *end)
{
	const u8 *start = p;
	u8 *out, *full;
	u32 cp = 0;
	size_t n;

	if (s->made + 3 > s->room)
		return join_last(s, form, p, end);
	out = s->out + s->made;
	full = s->out + s->room - 3;
	while (end - p >= AHEAD && out <= full) {
		n = join(form, p, &cp);
		if (n) {
			out = put_3(out, cp);
			p += n;
			continue;
		}
		if (*p >= 0x80 || p == start || u8c_folds_ascii(form))
			break;
		if (p[1] < 0x80)
			*out++ = *p++;
		if (take_jamo(p + 1) - U8C_HANGUL_L >= U8C_HANGUL_L_COUNT)
			break;
		*out++ = *p++;
	}
	s->made = out - s->out;
	return p > start ? (size_t)(p - start) : join_last(s, form, p, end);
}
