/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Jobs of the implementations for x86-64 that are in files of their own.
 */
#ifndef U8C_X86_X86_H
#define U8C_X86_X86_H

#include "validate/validate.h"

size_t u8c_valid_up_to_bmi2(const u8 *p, size_t n, const struct u8c_impl *self);
size_t u8c_copy_valid_avx512(const u8 *p, size_t n, u8 *out, u64 *by_length,
			     const struct u8c_impl *self);
void u8c_replace_avx512(struct u8c_replacement *r, const struct u8c_impl *self);
size_t u8c_valid_utf16_avx2(const u8 *p, size_t n, bool big, size_t *pairs,
			    const struct u8c_impl *self);
size_t u8c_from_utf16_avx2(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to,
			   const struct u8c_impl *self);
size_t u8c_to_utf16_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to,
			 const struct u8c_impl *self);
size_t u8c_valid_utf16_avx512(const u8 *p, size_t n, bool big, size_t *pairs,
			      const struct u8c_impl *self);
size_t u8c_from_utf16_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to,
			     const struct u8c_impl *self);
size_t u8c_to_utf16_avx512(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to,
			   const struct u8c_impl *self);
void u8c_candidates_bmi2(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_impl *self);
void u8c_candidates_ssse3(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			  const struct u8c_impl *self);
void u8c_candidates_avx2(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_impl *self);
void u8c_candidates_avx512(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_impl *self);

#endif /* U8C_X86_X86_H */
