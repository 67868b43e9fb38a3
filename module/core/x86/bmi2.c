// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The scalar automaton with SHRX, which shifts a loaded row in one operation
 * where SHR takes three.  BMI2 works on general registers: no state to save, so
 * this may run in any context.
 */
#ifdef __x86_64__

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("bmi2"))), apply_to = function)
#else
#pragma GCC target("bmi2")
#endif

#define u8c_valid_up_to_scalar u8c_valid_up_to_bmi2
#include "../scalar.c"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
