# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The files of x86/ and arm64/, and what each is compiled with beyond all others.  For kbuild, make and scripts.
in-x86 := ssse3 avx2 avx512
in-arm64 := neon

U8C_ssse3 := -mssse3
U8C_avx2 := -mavx2 -mbmi2 -mpopcnt
U8C_avx512 := -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2 -mbmi2 -mpopcnt
