// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which implementation of the core's hot loops is used.
 */
#include <linux/errno.h>
#include <linux/printk.h>

#include "impl.h"

const struct u8c_impl *utf8check_impl;

int utf8check_impl_choose(const char *name)
{
	const struct u8c_impl *const *i;

	utf8check_impl = u8c_impl_find(name);
	if (utf8check_impl)
		return 0;
	pr_err("no implementation \"%s\" for this CPU; there is:", name);
	for (i = u8c_impls; *i; i++)
		if (u8c_impl_usable(*i))
			pr_cont(" %s", (*i)->name);
	pr_cont("\n");
	return -EINVAL;
}
