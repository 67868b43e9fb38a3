/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What one implementation for x86-64 takes of another.
 */
#ifndef U8C_X86_X86_H
#define U8C_X86_X86_H

#include "impl/impl.h"

u8c_valid_up_to_fn u8c_valid_up_to_ssse3;
u8c_count_fn u8c_count_avx2;
u8c_lines_fn u8c_lines_avx2;

#endif /* U8C_X86_X86_H */
