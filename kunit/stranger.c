// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_stranger.ko: uses a call and does not import its namespace.  It must
 * not build, and when it is built all the same, must not load (scripts/suites/kunit).
 */
#include <linux/module.h>
#include <linux/utf8check.h>

static int __init stranger_init(void)
{
	return utf8check_verify_name("a", 1, NULL, NULL);
}

static void __exit stranger_exit(void)
{
}

module_init(stranger_init);
module_exit(stranger_exit);
MODULE_DESCRIPTION("What utf8check's namespace keeps out");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
