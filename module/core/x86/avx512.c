// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX-512; a vector is a word of 64 candidates.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/x86.h"
#include "x86/avx512_row.h"
#include "x86/avx512_wide.h"
#define GENERAL u8c_valid_up_to_bmi2
#include "vec/candidates_vector.h"
#include "vec/from_wide.h"
#include "vec/replace_vector.h"
#include "vec/to_wide.h"
