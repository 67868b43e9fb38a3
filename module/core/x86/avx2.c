// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX2.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/x86.h"
#include "x86/avx2_wide.h"
#define GENERAL u8c_valid_up_to_bmi2
#include "vec/candidates_vector.h"
#include "vec/from_wide.h"
#include "vec/replace_vector.h"
#include "vec/to_wide.h"
