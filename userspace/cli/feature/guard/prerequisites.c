// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a guard needs of the system.
 *
 * A kernel that has BPF LSM but does not use it accepts a guard and never calls
 * it.  So the list of active LSMs is read first, from securityfs.
 */
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "feature/guard/guard.h"
#include "base/file/securityfs.h"

#define MODULE "/sys/module/utf8check"
#define MODULE_BTF "/sys/kernel/btf/utf8check"
#define LSM_LIST "lsm"

/* The guard's program reads kernel memory, where names are; lockdown may forbid that. */
static bool check_lockdown(void)
{
	if (!securityfs_is_locked_down("[confidentiality]"))
		return true;
	return cli_complain("the kernel is locked down (confidentiality): no program may read its memory, as the guard's does");
}

static bool check_lsm(void)
{
	char list[1024], words[sizeof(list) + 2];
	ssize_t n = securityfs_read(LSM_LIST, list, sizeof(list));

	if (n < 0)
		return cli_complain_errno(n, "/sys/kernel/security/%s", LSM_LIST);
	list[strcspn(list, "\n")] = '\0';
	snprintf(words, sizeof(words), ",%s,", list);
	if (strstr(words, ",bpf,"))
		return true;
	return cli_complain("BPF LSM is off: start the kernel with the parameter lsm=%s%sbpf (it needs CONFIG_BPF_LSM)",
			    list, *list ? "," : "");
}

bool prerequisites_is_root(void)
{
	if (!geteuid())
		return true;
	return cli_complain("only root may do this");
}

bool prerequisites_check(void)
{
	if (access(MODULE, F_OK))
		return cli_complain("the module is not loaded: load it with 'utf8check module load'");
	if (!prerequisites_is_root())
		return false;
	if (access(MODULE_BTF, F_OK))
		return cli_complain("the module was built without BTF, or for another kernel: BTF needs pahole, and kernel headers that have it, as Debian's of 6.12 and not those of 6.1: see utf8check(9)");
	return check_lsm() && check_lockdown();
}
