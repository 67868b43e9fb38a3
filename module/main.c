// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check: a UTF-8 gatekeeper.  Begin at utf8check_private.h: a heading for each file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "bpf.h"
#include "utf8check_private.h"
#include "version.h"

static char *impl = "auto";
module_param(impl, charp, 0444);
MODULE_PARM_DESC(impl, "implementation to use: auto, avx512, avx2, ssse3, neon, scalar");

module_param_named(queue, utf8check_queue_default, uint, 0444);
MODULE_PARM_DESC(queue, "bytes of output that may wait in a session that sets no size (65536)");

module_param_named(queue_max, utf8check_queue_max, uint, 0444);
MODULE_PARM_DESC(queue_max, "bytes that a session may set at most (1048576)");

module_param_named(user_soft, utf8check_user_soft, ulong, 0644);
MODULE_PARM_DESC(user_soft, "bytes of a user's sessions beyond which a new queue has 4096 (67108864); 0: no limit");

module_param_named(user_hard, utf8check_user_hard, ulong, 0644);
MODULE_PARM_DESC(user_hard, "bytes of a user's sessions beyond which each has a queue of 4096 and nothing else (268435456); 0: no limit");

static int __init check_queue(void)
{
	if (utf8check_queue_default >= UTF8CHECK_QUEUE_MIN &&
	    utf8check_queue_default <= utf8check_queue_max &&
	    utf8check_queue_max <= INT_MAX)
		return 0;
	pr_err("queue=%u queue_max=%u: must be %u <= queue <= queue_max <= %d\n",
	       utf8check_queue_default, utf8check_queue_max,
	       UTF8CHECK_QUEUE_MIN, INT_MAX);
	return -EINVAL;
}

static int __init utf8check_init(void)
{
	int err;

	err = check_queue();
	if (err)
		return err;

	err = utf8check_impl_choose(impl);
	if (err)
		return err;

	err = utf8check_chardev_init();
	if (err)
		return err;

	utf8check_bpf_init();
	pr_info("version %s, Unicode %s, implementation %s\n",
		UTF8CHECK_RELEASE, UTF8CHECK_UNICODE, utf8check_impl->name);
	return 0;
}

static void __exit utf8check_exit(void)
{
	utf8check_chardev_exit();
}

module_init(utf8check_init);
module_exit(utf8check_exit);

MODULE_DESCRIPTION("UTF-8 gatekeeper: /dev/utf8check and an in-kernel API");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(UTF8CHECK_RELEASE);
