// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names that are made without a path of the caller's: in filesystems of the
 * kernel's own, by the kernel, in another namespace; and names that belong to no
 * filesystem.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include "hostile.h"

static int way_mq_open(const struct way *w, const char *name)
{
	char slashed[64];
	mqd_t queue;

	snprintf(slashed, sizeof(slashed), "/%s", name);
	queue = mq_open(slashed, O_CREAT | O_RDWR, 0600, NULL);
	if (queue == (mqd_t)-1)
		return -1;
	mq_close(queue);
	return mq_unlink(slashed);
}

static int way_shm_open(const struct way *w, const char *name)
{
	int fd = shm_open(name, O_CREAT | O_RDWR, 0600);

	if (fd < 0)
		return -1;
	close(fd);
	return shm_unlink(name);
}

/* The result of @make, which runs in a process of its own. */
static int in_child(int (*make)(const char *name), const char *name)
{
	int status;
	pid_t child = fork();

	if (!child)
		_exit(make(name) ? errno : 0);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return -1;
	if (!WIFEXITED(status))
		return 0;
	return hostile_result(-WEXITSTATUS(status));
}

/* Makes a name on a filesystem that only this process sees. */
static int make_in_namespace(const char *name)
{
	if (unshare(CLONE_NEWNS) ||
	    mount("none", "folder", "tmpfs", 0, NULL) || chdir("folder"))
		return -1;
	return mkdir(name, 0700);
}

static int way_namespace(const struct way *w, const char *name)
{
	return in_child(make_in_namespace, name);
}

static int make_pin(const char *name)
{
	union bpf_attr map = {
		.map_type = BPF_MAP_TYPE_ARRAY,
		.key_size = 4,
		.value_size = 4,
		.max_entries = 1,
	};
	union bpf_attr pin = { .pathname = (unsigned long)name };

	if (unshare(CLONE_NEWNS) ||
	    mount("none", "folder", "bpf", 0, NULL) || chdir("folder"))
		return -1;
	pin.bpf_fd = syscall(__NR_bpf, BPF_MAP_CREATE, &map, sizeof(map));
	return syscall(__NR_bpf, BPF_OBJ_PIN, &pin, sizeof(pin));
}

static int way_pin(const struct way *w, const char *name)
{
	return in_child(make_pin, name);
}

static int way_cgroup(const struct way *w, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/fs/cgroup/%s", name);
	if (mkdir(path, 0700))
		return errno == ENOENT ? HOSTILE_SKIP : -1;
	return rmdir(path);
}

#define CORE_PATTERN "/proc/sys/kernel/core_pattern"

/* Reads the present pattern into @old, unless @old is NULL; then sets the new one. */
static int set_core_pattern(const char *pattern, char *old, int size)
{
	FILE *f = fopen(CORE_PATTERN, "r+");
	int good = 1;

	if (!f)
		return -1;
	if (old)
		good = !!fgets(old, size, f);
	rewind(f);
	good = good && fputs(pattern, f) >= 0;
	return fclose(f) || !good ? -1 : 0;
}

static int make_core(const char *name)
{
	const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };

	if (prctl(PR_SET_NAME, name) || setrlimit(RLIMIT_CORE, &all) ||
	    prctl(PR_SET_DUMPABLE, 1))
		return -1;
	abort();
}

/* The kernel names the file after the name that the process gives itself. */
static int way_core(const struct way *w, const char *name)
{
	char old[256];
	struct stat s;
	int result;

	if (set_core_pattern("%e", old, sizeof(old)))
		return HOSTILE_SKIP;
	result = in_child(make_core, name);
	set_core_pattern(old, NULL, 0);
	if (result)
		return -1;
	if (!lstat(name, &s))
		return 0;
	errno = hostile_errno;
	return -1;
}

static int way_memfd(const struct way *w, const char *name)
{
	int fd = memfd_create(name, 0);

	return fd < 0 ? -1 : close(fd);
}

static int way_abstract(const struct way *w, const char *name)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), result;

	if (fd < 0)
		return HOSTILE_SKIP;
	memcpy(to.sun_path + 1, name, strlen(name));
	result = bind(fd, (struct sockaddr *)&to,
		      offsetof(struct sockaddr_un, sun_path) + 1 +
		      strlen(name));
	close(fd);
	return result;
}

const struct way hostile_corners[] = {
	{ "mq_open", .make = way_mq_open },
	{ "shm_open", .make = way_shm_open },
	{ "mkdir in a mount namespace", .make = way_namespace },
	{ "pin of a BPF map", .make = way_pin },
	{ "mkdir in cgroup2", .make = way_cgroup },
	{ "core file", .make = way_core },
	{ "memfd_create", .make = way_memfd, .out_of_reach =
	  "out of reach: the name is in no folder" },
	{ "bind of an abstract socket", .make = way_abstract, .out_of_reach =
	  "out of reach: the name is in no filesystem" },
	{ }
};
