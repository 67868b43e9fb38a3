/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of struct u8c_impl with general registers only.  Implementations with
 * vectors leave short texts and the ends of texts to these functions.
 *
 * All but the last two ignore @self: NULL will do.
 */
#ifndef U8C_VALIDATE_SCALAR_H
#define U8C_VALIDATE_SCALAR_H

#include "validate/validate.h"

u8c_valid_up_to_fn u8c_valid_up_to_scalar;
u8c_count_fn u8c_count_scalar;
u8c_lines_fn u8c_lines_scalar;
/* Validates with @self, counts with @self, then copies. */
u8c_copy_valid_fn u8c_copy_valid_in_turn;
/* Text without errors goes to @self->copy_valid(). */
u8c_replace_fn u8c_replace_scalar;

#endif /* U8C_VALIDATE_SCALAR_H */
