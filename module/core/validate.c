// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole buffers, with the implementation that the caller has chosen.
 */
#include "validate.h"

static const struct u8c_impl scalar = {
	.name = "scalar",
	.valid_up_to = u8c_valid_up_to_scalar,
};

const struct u8c_impl *const u8c_impls[] = { &scalar, NULL };

static bool same_name(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

const struct u8c_impl *u8c_impl_find(const char *name)
{
	const struct u8c_impl *const *i = u8c_impls;

	if (!name || !*name || same_name(name, "auto"))
		return *i;
	while (*i && !same_name((*i)->name, name))
		i++;
	return *i;
}

bool u8c_validate(const struct u8c_impl *impl, const u8 *p, size_t n,
		  struct u8c_error *e)
{
	size_t good = impl->valid_up_to(p, n);
	u32 cp;

	if (good == n)
		return true;
	if (e) {
		u8c_decode(p + good, n - good, true, &cp, e);
		e->offset = good;
	}
	return false;
}
