// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The scalar automaton with SHRX, which shifts a loaded row in one operation
 * where SHR takes three.  BMI2 works on general registers: no state to save, so
 * this may run in any context.
 */
#define u8c_valid_up_to_scalar u8c_valid_up_to_bmi2
#define u8c_copy_valid_scalar u8c_copy_valid_bmi2
#include "validate/dfa.c"
