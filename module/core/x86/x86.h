/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of the implementations for x86-64.
 */
#ifndef U8C_X86_X86_H
#define U8C_X86_X86_H

#include "impl/impl.h"

extern const struct u8c_validate_impl u8c_validate_bmi2;
extern const struct u8c_validate_impl u8c_validate_avx2, u8c_validate_avx512;
extern const struct u8c_form_impl u8c_form_avx2, u8c_form_avx512;
extern const struct u8c_wide_impl u8c_wide_avx2, u8c_wide_avx512;
u8c_valid_up_to_fn u8c_valid_up_to_bmi2;
u8c_count_fn u8c_count_avx2;
u8c_lines_fn u8c_lines_avx2;
u8c_candidates_fn u8c_candidates_bmi2;

#endif /* U8C_X86_X86_H */
