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

size_t u8c_valid_up_to_scalar(const u8 *p, size_t n,
			      const struct u8c_impl *self);
u64 u8c_count_scalar(const u8 *p, size_t n, u64 *by_length,
		     const struct u8c_impl *self);
u64 u8c_lines_scalar(const u8 *p, size_t n, const struct u8c_impl *self);
/* Validates with @self, counts with @self, then copies. */
size_t u8c_copy_valid_in_turn(const u8 *p, size_t n, u8 *out, u64 *by_length,
			      const struct u8c_impl *self);
/* Text without errors goes to @self->copy_valid(). */
void u8c_replace_scalar(struct u8c_replacement *r, const struct u8c_impl *self);

#endif /* U8C_VALIDATE_SCALAR_H */
