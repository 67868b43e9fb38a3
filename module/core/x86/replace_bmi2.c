// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Repair with BMI2, by the automaton of bmi2.c.
 */
#define u8c_copy_valid_scalar u8c_copy_valid_bmi2
#define u8c_replace_scalar u8c_replace_bmi2
#include "validate/replace.c"
