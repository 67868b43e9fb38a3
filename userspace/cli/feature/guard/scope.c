// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where a rule of the guard holds, and how it answers, as a user writes it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <mntent.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include "base/say/message.h"
#include "base/option/table.h"
#include "feature/guard/guard.h"

/* The device of the mount @id, as /proc/self/mountinfo says it. */
static int device_of(__u64 id, __u32 *device)
{
	unsigned int major, minor, mount;
	int err = -ENOENT;
	FILE *f = fopen("/proc/self/mountinfo", "re");

	if (!f)
		return -errno;
	while (err && fscanf(f, "%u %*d %u:%u%*[^\n]", &mount, &major, &minor) == 3)
		if (mount == id) {
			*device = major << 20 | minor;
			err = 0;
		}
	fclose(f);
	return err;
}

/* The kernel's number of the device is that of the mount; stat() may say another. */
bool scope_take_mount(void *to, const char *path)
{
	struct statx about;
	int err = statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &about) ? -errno :
		  device_of(about.stx_mnt_id, to);

	return !err || cli_complain_errno(err, "--mount: %s", path);
}

bool scope_take_cgroup(void *to, const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct statfs about;

	if (fd < 0 || fstatfs(fd, &about))
		return cli_complain_errno(-errno, "--cgroup: %s", path);
	if (about.f_type != CGROUP2_SUPER_MAGIC)
		return cli_complain("--cgroup: %s: not a folder of cgroup2", path);
	*(int *)to = fd;
	fd = -1;
	return true;
}

static bool parse_u32(const char *word, __u32 *number)
{
	u64 n;
	bool good = cli_number(word, UINT32_MAX - 1, &n);

	*number = n;
	return good;
}

bool scope_take_uid(void *to, const char *word)
{
	const struct passwd *user;
	__u32 *uid = to;

	if (parse_u32(word, uid))
		return true;
	user = getpwnam(word);
	if (!user)
		return cli_complain("--uid: there is no user '%s'", word);
	*uid = user->pw_uid;
	return true;
}

bool scope_take_rate(void *to, const char *word)
{
	if (parse_u32(word, to))
		return true;
	return cli_complain("--rate: '%s' is not a number", word);
}

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "EILSEQ", EILSEQ }, { "EINVAL", EINVAL },
	{ "EACCES", EACCES }, { "EPERM", EPERM },
};

static const char *error_name(unsigned int i)
{
	return i < ARRAY_SIZE(errors) ? errors[i].name : NULL;
}

bool scope_take_errno(void *to, const char *word)
{
	__s32 *answer = to;
	int i = cli_choose("--errno", word, error_name);

	if (i >= 0)
		*answer = -errors[i].number;
	return i >= 0;
}

static bool is_mount_point(const char *path)
{
	struct statx about;

	return !statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, 0, &about) &&
	       about.stx_attributes & STATX_ATTR_MOUNT_ROOT;
}

/*
 * Is a filesystem mounted on @path only when the path is entered?  O_PATH without
 * O_DIRECTORY does not go there.
 */
static bool is_autofs(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_PATH | O_CLOEXEC);
	struct statfs about;

	return fd >= 0 && !fstatfs(fd, &about) && about.f_type == AUTOFS_SUPER_MAGIC;
}

/* Is @path the folder, or below it?  Both begin with a slash.  Of "/", only "/" itself. */
static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	while (n > 1 && folder[n - 1] == '/')
		n--;
	return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

bool scope_is_mounted(const char *path)
{
	AUTO_FREE char *real = realpath(path, NULL);
	FILE *table = real ? setmntent("/etc/fstab", "re") : NULL;
	const struct mntent *entry;
	bool mounted = real && !is_autofs(real);

	while (table && mounted && (entry = getmntent(table)))
		mounted = !is_below(real, entry->mnt_dir) ||
			  is_mount_point(entry->mnt_dir);
	if (table)
		endmntent(table);
	return mounted;
}
