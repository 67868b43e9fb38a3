// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Marks with SHRX, which chooses a bit of a row in one operation.
 */
#define u8c_candidates_scalar u8c_candidates_bmi2
#include "normalize/candidates_scalar.c"
