/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The order of texts, by its definition: u8c_ref_sequence() decodes both from
 * their start.
 */
#ifndef U8C_REFERENCE_ORDER_H
#define U8C_REFERENCE_ORDER_H

#include "../module/core/u8c.h"

/* As u8c_differ(). */
void u8c_ref_differ(const struct u8c_coding *c, const u8 *a, size_t an,
		    const u8 *b, size_t bn, struct u8c_difference *d);

#endif /* U8C_REFERENCE_ORDER_H */
