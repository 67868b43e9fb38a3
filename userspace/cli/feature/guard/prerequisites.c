// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a guard needs of the system.
 *
 * A kernel that has BPF LSM but does not use it accepts a guard and never calls
 * it.  So the list of active LSMs is read first, from securityfs.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
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

/* sd_notify(3): a datagram to a socket, whose name may be abstract. */
void notify_ready(void)
{
	AUTO_CLOSE int fd = -1;
	static const char word[] = "READY=1";
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *name = getenv("NOTIFY_SOCKET");
	size_t n = name ? strlen(name) : 0;

	if (!n || n >= sizeof(to.sun_path))
		return;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	memcpy(to.sun_path, name, n);
	if (*name == '@')
		to.sun_path[0] = '\0';
	if (sendto(fd, word, strlen(word), MSG_NOSIGNAL, (struct sockaddr *)&to,
		   offsetof(struct sockaddr_un, sun_path) + n) < 0)
		cli_complain_errno(-errno, "%s", name);
}
