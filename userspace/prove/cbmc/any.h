/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Values of which the prover knows nothing but what is said here.
 */
#ifndef PROVE_ANY_H
#define PROVE_ANY_H

#include <stdlib.h>
#include "module/core/u8c.h"

size_t nondet_size(void);
bool nondet_bool(void);
u64 nondet_u64(void);

static inline size_t any_size(size_t least, size_t most)
{
	size_t n = nondet_size();

	__CPROVER_assume(n >= least && n <= most);
	return n;
}

/* @n bytes, and none that may be read after them. */
static inline u8 *any_bytes(size_t n)
{
	u8 *p = malloc(n);

	__CPROVER_assume(p);
	return p;
}

/* Any encoding in any profile. */
static inline struct u8c_coding any_coding(void)
{
	return (struct u8c_coding){
		.encoding = any_size(UTF8CHECK_ENCODING_UTF8, UTF8CHECK_ENCODING_UTF32BE),
		.profile = any_size(0, U8C_PROFILES - 1),
		.after_high = nondet_bool(),
	};
}

#endif /* PROVE_ANY_H */
