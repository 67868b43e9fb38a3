/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * In place of the core's header of this name: the intrinsics of AVX-512 in plain C and
 * AVX2, by SIMDe, so that the logic of what uses them is tested on any x86-64 with AVX2.
 * Which instructions a compiler makes of them, and what these do, is not.
 *
 * What SIMDe 0.7.4 lacks is written here, lane by lane, from Intel's description.
 */
#ifndef U8C_X86_INTRINSICS_H
#define U8C_X86_INTRINSICS_H

/* SIMDe asks the compiler for attributes of these names, which are macros of the core's. */
#pragma push_macro("fallthrough")
#pragma push_macro("noinline")
#undef fallthrough
#undef noinline
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#pragma pop_macro("fallthrough")
#pragma pop_macro("noinline")

/* Hints to the compiler name registers of AVX-512. */
#define __asm__(...)

#define LANES(width) (64 / sizeof(uint##width##_t))

/* The lanes of a vector, and the vector of some lanes. */
#define SPREAD(width, lanes, v) \
	uint##width##_t lanes[LANES(width)]; \
	memcpy(lanes, &(v), sizeof(v))
#define GATHER(type, lanes) ({ \
	type gathered_; \
	memcpy(&gathered_, lanes, sizeof(gathered_)); \
	gathered_; \
})

static inline __m512i sim_alignr_epi32(__m512i high, __m512i low, unsigned int n)
{
	uint32_t lanes[2 * LANES(32)];

	memcpy(lanes, &low, sizeof(low));
	memcpy(lanes + LANES(32), &high, sizeof(high));
	return GATHER(__m512i, lanes + n);
}

/* Each lane of a and the same of b as one number, shifted to the left: its upper half. */
static inline __m512i sim_shldi_epi32(__m512i a, __m512i b, unsigned int n)
{
	SPREAD(32, high, a);
	SPREAD(32, low, b);
	for (size_t i = 0; i < LANES(32); i++)
		high[i] = (((uint64_t)high[i] << 32 | low[i]) << n) >> 32;
	return GATHER(__m512i, high);
}

static inline uint64_t sim_cmpge_epu8(uint64_t mask, __m512i a, __m512i b)
{
	uint64_t found = 0;

	SPREAD(8, left, a);
	SPREAD(8, right, b);
	for (size_t i = 0; i < LANES(8); i++)
		found |= (uint64_t)(left[i] >= right[i]) << i;
	return found & mask;
}

/* Lanes that become wider. */
#define SIM_CONVERT(name, from_type, from_width, to_type, to_width) \
static inline to_type sim_##name(from_type v) \
{ \
	uint##from_width##_t from[sizeof(v) / sizeof(uint##from_width##_t)]; \
	uint##to_width##_t to[sizeof(from) / sizeof(*from)]; \
	memcpy(from, &v, sizeof(v)); \
	for (size_t i = 0; i < sizeof(from) / sizeof(*from); i++) \
		to[i] = from[i]; \
	return GATHER(to_type, to); \
}
SIM_CONVERT(cvtepu16_epi32, __m256i, 16, __m512i, 32)
SIM_CONVERT(cvtepu8_epi16, __m256i, 8, __m512i, 16)
SIM_CONVERT(cvtepu8_epi32, __m128i, 8, __m512i, 32)

/* Loads nothing where the mask has 0. */
static inline __m512i sim_maskz_loadu_epi8(uint64_t mask, const void *p)
{
	uint8_t lanes[LANES(8)] = { 0 };

	for (size_t i = 0; i < LANES(8); i++)
		if (mask >> i & 1)
			lanes[i] = ((const uint8_t *)p)[i];
	return GATHER(__m512i, lanes);
}

static inline void sim_mask_storeu_epi8(void *p, uint64_t mask, __m512i v)
{
	SPREAD(8, lanes, v);
	for (size_t i = 0; i < LANES(8); i++)
		if (mask >> i & 1)
			((uint8_t *)p)[i] = lanes[i];
}

/* The lanes of the mask, one beside the other, and zeros. */
#define SIM_COMPRESS(width) \
static inline __m512i sim_maskz_compress_epi##width(uint64_t mask, __m512i v) \
{ \
	uint##width##_t to[LANES(width)] = { 0 }; \
	size_t made = 0; \
	SPREAD(width, lanes, v); \
	for (size_t i = 0; i < LANES(width); i++) \
		if (mask >> i & 1) \
			to[made++] = lanes[i]; \
	return GATHER(__m512i, to); \
}
SIM_COMPRESS(8)
SIM_COMPRESS(16)

static inline long long sim_reduce_add_epi64(__m512i v)
{
	uint64_t lanes[LANES(64)], sum = 0;

	memcpy(lanes, &v, sizeof(v));
	for (size_t i = 0; i < LANES(64); i++)
		sum += lanes[i];
	return sum;
}

#undef _mm512_mask_cmpge_epu8_mask

#define _mm512_alignr_epi32(a, b, n) sim_alignr_epi32(a, b, n)
#define _mm512_shldi_epi32(a, b, n) sim_shldi_epi32(a, b, n)
/* SIMDe's has three parameters. */
#define _mm512_mask_cmpge_epu8_mask(mask, a, b) sim_cmpge_epu8(mask, a, b)
#define _mm512_cvtepu16_epi32(v) sim_cvtepu16_epi32(v)
#define _mm512_cvtepu8_epi16(v) sim_cvtepu8_epi16(v)
#define _mm512_cvtepu8_epi32(v) sim_cvtepu8_epi32(v)
#define _mm512_maskz_loadu_epi8(mask, p) sim_maskz_loadu_epi8(mask, p)
#define _mm512_mask_storeu_epi8(p, mask, v) sim_mask_storeu_epi8(p, mask, v)
#define _mm512_maskz_compress_epi8(mask, v) sim_maskz_compress_epi8(mask, v)
#define _mm512_maskz_compress_epi16(mask, v) sim_maskz_compress_epi16(mask, v)
#define _mm512_reduce_add_epi64(v) sim_reduce_add_epi64(v)

#endif /* U8C_X86_INTRINSICS_H */
