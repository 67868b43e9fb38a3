# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What each file of x86/ and arm64/ is compiled with beyond all others, for
# kbuild, make and scripts: a line for each.
U8C_bmi2 := -mbmi2
U8C_candidates_bmi2 := $(U8C_bmi2)
U8C_ssse3 := -mssse3
U8C_avx2 := -mavx2 -mbmi2 -mpopcnt
U8C_avx512 := -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2 -mbmi2 -mpopcnt
U8C_replace_avx512 := $(U8C_avx512)
U8C_from_utf16_avx2 := $(U8C_avx2)
U8C_to_utf16_avx2 := $(U8C_avx2)
U8C_from_utf16_avx512 := $(U8C_avx512)
U8C_to_utf16_avx512 := $(U8C_avx512)
U8C_candidates_avx512 := $(U8C_avx512)
U8C_candidates_avx2 := $(U8C_avx2)
U8C_candidates_ssse3 := $(U8C_ssse3)
