/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What conversions from and to UTF-16 and UTF-32 need of AVX2.
 *
 * A shuffle drops the bytes that are not there, by tables with a row for each set of eight
 * bits: of 16 bytes each, 4 KiB a table, of which text of one script touches a few rows.
 */
#ifndef U8C_X86_AVX2_WIDE_H
#define U8C_X86_AVX2_WIDE_H

#include "x86/avx2.h"
#include "vec/wide_vector.h"

/*
 * The preprocessor computes the tables.  ALL_ROWS() calls what makes a row for each mask from 00
 * to FF, whose two digits are its arguments.  A row is made as a number whose hexadecimal digits
 * are the places of the bytes that are kept: EIGHT_UNITS() or FOUR_UNITS() begins with the last
 * unit, and UNIT_BEFORE() puts what is kept of each unit before the digits so far.  Each number
 * is a constant of an enum, so that its expression stands once in what the compiler reads.
 */
#define HAS_BIT(m, i) ((u64)(m) >> (i) & 1)

#define SIXTEEN_ROWS(h, x) \
	x(h, 0) x(h, 1) x(h, 2) x(h, 3) x(h, 4) x(h, 5) x(h, 6) x(h, 7) \
	x(h, 8) x(h, 9) x(h, a) x(h, b) x(h, c) x(h, d) x(h, e) x(h, f)

#define ALL_ROWS(x) \
	SIXTEEN_ROWS(0, x) SIXTEEN_ROWS(1, x) SIXTEEN_ROWS(2, x) SIXTEEN_ROWS(3, x) \
	SIXTEEN_ROWS(4, x) SIXTEEN_ROWS(5, x) SIXTEEN_ROWS(6, x) SIXTEEN_ROWS(7, x) \
	SIXTEEN_ROWS(8, x) SIXTEEN_ROWS(9, x) SIXTEEN_ROWS(a, x) SIXTEEN_ROWS(b, x) \
	SIXTEEN_ROWS(c, x) SIXTEEN_ROWS(d, x) SIXTEEN_ROWS(e, x) SIXTEEN_ROWS(f, x)

/* The digits of a row's number as bytes, the lowest first. */
#define FOUR_DIGITS(n) (n) & 15, (n) >> 4 & 15, (n) >> 8 & 15, (n) >> 12 & 15
#define ROW(n) \
	{ FOUR_DIGITS((u64)(n)), FOUR_DIGITS((u64)(n) >> 16), \
	  FOUR_DIGITS((u64)(n) >> 32), FOUR_DIGITS((u64)(n) >> 48) },

/* The last @kept bytes of unit @i, of @size bytes, before what is lined up in @r. */
#define UNIT_BEFORE(r, i, size, kept) \
	((r) << 4 * (kept) | \
	 ((0x3210ull + 0x1111 * (size) * (i)) & ((1 << 4 * (size)) - 1)) >> 4 * ((size) - (kept)))

/* One byte; two if bit @i of @m says so. */
#define TWO(r, m, i) UNIT_BEFORE(r, i, 2, 1 + HAS_BIT(m, i))
/* Two bytes if bit @i of @m says so, else none. */
#define UNIT(r, m, i) UNIT_BEFORE(r, i, 2, 2 * HAS_BIT(m, i))
/*
 * How many bytes before the last are kept, by bits 2i + 1 and 2i of @m: 00 none, 01 one, 11 two,
 * 10 three.
 */
#define MORE(m, i) (HAS_BIT(m, 2 * (i) + 1) ? 3 - HAS_BIT(m, 2 * (i)) : HAS_BIT(m, 2 * (i)))
#define FOUR(r, m, i) UNIT_BEFORE(r, i, 4, 1 + MORE(m, i))

#define FOUR_UNITS(unit, r, m, i) \
	unit(unit(unit(unit(r, m, (i) + 3), m, (i) + 2), m, (i) + 1), m, i)
#define EIGHT_UNITS(unit, m) FOUR_UNITS(unit, FOUR_UNITS(unit, 0ull, m, 4), m, 0)

#define NAME_TWO(h, l) two_##h##l = EIGHT_UNITS(TWO, 0x##h##l),
#define NAME_FOUR(h, l) four_##h##l = FOUR_UNITS(FOUR, 0ull, 0x##h##l, 0),
#define NAME_ENDS(h, l) ends_##h##l = EIGHT_UNITS(UNIT, 0x##h##l),
enum { ALL_ROWS(NAME_TWO) };
enum { ALL_ROWS(NAME_FOUR) };
enum { ALL_ROWS(NAME_ENDS) };

#define ROW_TWO(h, l) ROW(two_##h##l)
#define ROW_FOUR(h, l) ROW(four_##h##l)
#define ROW_ENDS(h, l) ROW(ends_##h##l)
static const u8 two_rows[256][16] __aligned(16) = { ALL_ROWS(ROW_TWO) };
static const u8 four_rows[256][16] __aligned(16) = { ALL_ROWS(ROW_FOUR) };
static const u8 end_rows[256][16] __aligned(16) = { ALL_ROWS(ROW_ENDS) };

static __always_inline __m128i row_of(const u8 rows[256][16], u8 m)
{
	return _mm_load_si128((const __m128i *)rows[m]);
}

/*
 * @yes where @mask has bit 7 of a byte, else @no.  gcc 12 makes the intrinsic a comparison of
 * chars with zero, which is never true where char is unsigned, as in the kernel.
 */
static __always_inline words choose(words mask, words yes, words no)
{
	words chosen;

	__asm__ ("vpblendvb %3, %2, %1, %0"
		 : "=x" (chosen) : "x" (no), "x" (yes), "x" (mask));
	return chosen;
}

/* @yes in the units of @v that have none of @bits, else @no. */
static __always_inline words choose_without(words v, words bits, words yes, words no)
{
	return choose((words)((v & bits) == 0), yes, no);
}

static __always_inline bool any_bits_set(words v, words bits)
{
	return !_mm256_testz_si256((__m256i)v, (__m256i)bits);
}

/* Two bits for each unit. */
#define UNIT_BITS 2
#define LAST_UNIT (3u << 30)

static __always_inline u32 unit_bits(words mask)
{
	return _mm256_movemask_epi8((__m256i)mask);
}

static __always_inline words narrow_dwords(dwords a, dwords b)
{
	return (words)_mm256_permute4x64_epi64(_mm256_packus_epi32((__m256i)a, (__m256i)b), 0xd8);
}

static __always_inline vector narrow_words(words a, words b)
{
	return (vector)_mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)a, (__m256i)b), 0xd8);
}

/* The low bytes of numbers below 80. */
static __always_inline vector narrow_twice(dwords a, dwords b, dwords c, dwords d)
{
	__m256i v = _mm256_packus_epi16(_mm256_packus_epi32(YMM(a), YMM(b)),
					_mm256_packus_epi32(YMM(c), YMM(d)));

	return (vector)_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* The unit before each unit. */
static __always_inline words unit_before(words v)
{
	return (words)_mm256_alignr_epi8((__m256i)v,
		_mm256_permute2x128_si256((__m256i)v, (__m256i)v, 0x08), 14);
}

/* Units that are lined up together. */
#define GROUP 8
typedef __m128i group;

static __always_inline void store_group(u8 *p, group v)
{
	_mm_storeu_si128((__m128i *)p, v);
}

/* Writes eight units, which are two bytes; @longer has a bit for each that keeps both. */
static __always_inline u8 *put_eight(__m128i two, u8 longer, u8 *out)
{
	store_group(out, _mm_shuffle_epi8(two, row_of(two_rows, longer)));
	return out + 8 + (u32)__builtin_popcount(longer);
}

/* Writes the second byte of each unit of @two, and the first one but where @one. */
static __always_inline u8 *put_two(words two, words one, u8 *out)
{
	u32 m = ~_mm256_movemask_epi8(_mm256_packs_epi16((__m256i)one, (__m256i)one));

	out = put_eight(_mm256_castsi256_si128((__m256i)two), m, out);
	return put_eight(_mm256_extracti128_si256((__m256i)two, 1), m >> 16, out);
}

static __always_inline u8 *put_quarter(__m128i bytes, u8 m, u8 *out)
{
	store_group(out, _mm_shuffle_epi8(bytes, row_of(four_rows, m)));
	return out + 4 + (u32)__builtin_popcount(m);
}

/*
 * Writes the bytes of each unit: the high byte of @first, but where @not_three, and those of
 * @two, but only the second where @one.
 */
static __always_inline u8 *put_three(words first, words two, words one, words not_three, u8 *out)
{
	__m256i a = _mm256_unpacklo_epi16((__m256i)first, (__m256i)two);
	__m256i b = _mm256_unpackhi_epi16((__m256i)first, (__m256i)two);
	/* In each unit the low byte says second, the high byte third. */
	u32 m = ~unit_bits(one | not_three << 8);

	out = put_quarter(_mm256_castsi256_si128(a), m, out);
	out = put_quarter(_mm256_castsi256_si128(b), m >> 8, out);
	out = put_quarter(_mm256_extracti128_si256(a, 1), m >> 16, out);
	return put_quarter(_mm256_extracti128_si256(b, 1), m >> 24, out);
}

/* Two where of a unit only the upper bit of @bits is set: put_quarter() did not count them. */
static __always_inline u32 uncounted(u32 bits)
{
	return 2 * (u32)__builtin_popcount(bits & ~(bits << 1) & 0xaa);
}

/*
 * Writes the last byte of each four; also the one before it where @one_more, the two before it
 * where @one_more and @two_more, the three before it where only @two_more.
 */
static __always_inline u8 *put_four(dwords bytes, dwords one_more, dwords two_more, u8 *out)
{
	__m256i m = _mm256_blend_epi16((__m256i)one_more, (__m256i)two_more, 0xaa);
	u32 bits = _mm256_movemask_epi8(_mm256_packs_epi16(m, m));

	out = put_quarter(_mm256_castsi256_si128((__m256i)bytes), bits, out);
	out += uncounted(bits);
	bits >>= 16;
	out = put_quarter(_mm256_extracti128_si256((__m256i)bytes, 1), bits, out);
	return out + uncounted(bits);
}

/* Nothing to do: group_of() takes the halves in the order in which half_of() leaves them. */
static __always_inline void lay_out(vector *a, vector *b, vector *c)
{
}

static __always_inline vector half_of(vector a, vector b, bool upper)
{
	return (vector)(upper ? _mm256_unpackhi_epi8((__m256i)a, (__m256i)b) :
			_mm256_unpacklo_epi8((__m256i)a, (__m256i)b));
}

/* Each byte times its weight; the sums of two. */
static __always_inline words weighed(vector v, vector weights)
{
	return (words)_mm256_maddubs_epi16((__m256i)v, (__m256i)weights);
}

static __always_inline group group_of(const words units[2], unsigned int i)
{
	return i < 2 ? _mm256_castsi256_si128((__m256i)units[i & 1]) :
	       _mm256_extracti128_si256((__m256i)units[i & 1], 1);
}

static __always_inline group compressed(group v, u8 kept)
{
	return _mm_shuffle_epi8(v, row_of(end_rows, kept));
}

static __always_inline void store_points(u8 *p, group units, group tops, bool big, u32 n)
{
	vector v = (vector)_mm256_or_si256(_mm256_cvtepu16_epi32(units),
		_mm256_slli_epi32(_mm256_cvtepu16_epi32(tops), 16));

	store(p, turned(v, 4, big));
}

static __always_inline vector widened(const u8 *p, unsigned int size)
{
	return (vector)(size == 2 ? _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p)) :
			_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p)));
}

#endif /* U8C_X86_AVX2_WIDE_H */
