// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a user does to get past a guard: in a user namespace of his own, or by what he
 * had before he became this user.
 *
 *   lodger overlay FOLDER LEAVE
 *   lodger ids USER FIRST COUNT NAMES FOLDER
 *   lodger ring USER FOLDER
 *   lodger in COMMAND...
 *
 * overlay: below an overlay of his own is a filesystem of his own (FUSE), in which
 * each name that begins with b is a file; FOLDER, on the guarded filesystem, has the
 * upper layer.  Each way to change such a file makes its name, or a whiteout of that
 * name, in the upper layer.  LEAVE, on an overlay of root's, has files of these names too:
 * each is changed first.  Status 0: the kernel refused all of them with EILSEQ.
 *
 * ids, as root: the user makes a namespace with COUNT subordinate ids from FIRST on.
 * As each of these, he tries to make NAMES bad names in FOLDER.  Prints how many were
 * refused with EILSEQ, and how many were made.
 *
 * ring, as root: a worker of io_uring is made; then the process becomes the user, and
 * makes a bad name in FOLDER by that worker.  Status 0: refused with EILSEQ.
 *
 * in, as root: runs the command in a namespace of root's in which all ids are the same
 * as outside.
 *
 * A process in a chroot may make no user namespace: leave it first.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "ring.h"

static void die(const char *what)
{
	fprintf(stderr, "lodger: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void put(const char *path, const char *format, ...)
{
	char text[128];
	va_list args;
	int fd = open(path, O_WRONLY | O_CLOEXEC), n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (fd < 0 || write(fd, text, n) != n)
		die(path);
	close(fd);
}

/* --- his filesystem ----------------------------------------------------------- */

union answer {
	struct fuse_init_out init;
	struct fuse_entry_out entry;
	struct fuse_attr_out attr;
	struct fuse_open_out open;
	struct fuse_statfs_out statfs;
};

static void describe(__u64 node, struct fuse_attr *attr)
{
	attr->ino = node;
	attr->mode = node == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0644;
	attr->nlink = 1;
}

/* The bytes of the answer, or a negative errno. */
static int answer(const struct fuse_in_header *in, union answer *a)
{
	static __u64 nodes = FUSE_ROOT_ID;

	switch (in->opcode) {
	case FUSE_INIT:
		a->init.major = FUSE_KERNEL_VERSION;
		a->init.minor = FUSE_KERNEL_MINOR_VERSION;
		a->init.max_write = 4096;
		return sizeof(a->init);
	case FUSE_LOOKUP:
		if (*(const char *)(in + 1) != 'b')
			return -ENOENT;
		a->entry.nodeid = ++nodes;
		a->entry.entry_valid = a->entry.attr_valid = 1000;
		describe(nodes, &a->entry.attr);
		return sizeof(a->entry);
	case FUSE_GETATTR:
		describe(in->nodeid, &a->attr.attr);
		return sizeof(a->attr);
	case FUSE_OPEN:
	case FUSE_OPENDIR:
		return sizeof(a->open);
	case FUSE_STATFS:
		a->statfs.st.namelen = 255;
		return sizeof(a->statfs);
	case FUSE_READ:
	case FUSE_READDIR:
	case FUSE_FLUSH:
	case FUSE_RELEASE:
	case FUSE_RELEASEDIR:
		return 0;
	default:
		return -ENOSYS;
	}
}

static void serve(int fd)
{
	static char request[64 * 1024];
	const struct fuse_in_header *in = (const void *)request;
	struct {
		struct fuse_out_header header;
		union answer body;
	} out;
	int n;

	while (read(fd, request, sizeof(request)) > 0) {
		if (in->opcode == FUSE_FORGET || in->opcode == FUSE_BATCH_FORGET)
			continue;
		memset(&out, 0, sizeof(out));
		n = answer(in, &out.body);
		out.header.unique = in->unique;
		out.header.error = n < 0 ? n : 0;
		out.header.len = sizeof(out.header) + (n < 0 ? 0 : n);
		if (write(fd, &out, out.header.len) < 0 && errno != ENOENT)
			die("/dev/fuse");
	}
}

static pid_t mount_own(const char *at)
{
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	char options[128];
	pid_t server;

	if (fd < 0)
		die("/dev/fuse");
	snprintf(options, sizeof(options),
		 "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (mount("lodger", at, "fuse", MS_NOSUID | MS_NODEV, options))
		die("fuse");
	server = fork();
	if (!server) {
		serve(fd);
		_exit(0);
	}
	close(fd);
	return server;
}

/* --- his overlay -------------------------------------------------------------- */

static int change_by_open(const char *name)
{
	int fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC);

	return fd < 0 ? -1 : close(fd);
}

static int change_by_chmod(const char *name)
{
	return chmod(name, 0600);
}

static int change_by_rename(const char *name)
{
	return rename(name, "better");
}

static const struct {
	const char *name;
	int (*change)(const char *name);
} ways[] = {
	{ "b\xff open", change_by_open },
	{ "b\xff chmod", change_by_chmod },
	{ "b\xff rename", change_by_rename },
	{ "b\xff unlink", unlink },
};

/* @leave: an open folder of an overlay of root's. */
static int try_ways(int leave)
{
	unsigned int i, made = 0;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (fchmodat(leave, ways[i].name, 0600, 0))
			die("a file of root's overlay");
		if (ways[i].change(ways[i].name) && errno == EILSEQ)
			continue;
		printf("not refused: %s: %s\n", ways[i].name + 3, strerror(errno));
		made++;
	}
	return made;
}

static void enter_namespace(void)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS))
		die("unshare");
	put("/proc/self/setgroups", "deny");
	put("/proc/self/uid_map", "0 %u 1", uid);
	put("/proc/self/gid_map", "0 %u 1", gid);
}

static int try_overlay(const char *folder, const char *of_root)
{
	int leave = open(of_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC), made;
	pid_t server;

	if (leave < 0)
		die(of_root);
	if (chdir(folder))
		die(folder);
	enter_namespace();
	if (mkdir("below", 0700) || mkdir("upper", 0700) ||
	    mkdir("work", 0700) || mkdir("over", 0700))
		die("mkdir");
	server = mount_own("below");
	if (mount("overlay", "over", "overlay", 0,
		  "lowerdir=below,upperdir=upper,workdir=work,userxattr"))
		die("overlay");
	if (chdir("over"))
		die("over");
	made = try_ways(leave);
	if (chdir("..") || umount2("over", MNT_DETACH) || umount2("below", MNT_DETACH))
		die("umount");
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	return made ? 1 : 0;
}

/* --- ids in a namespace ------------------------------------------------------- */

/* In the namespace: tries the names as one of its ids; how many were refused. */
static void try_names(unsigned int id, unsigned int names, const char *folder)
{
	unsigned int i, refused = 0, made = 0;
	char name[512];
	int fd;

	if (setresgid(id, id, id) || setresuid(id, id, id))
		die("setresuid");
	for (i = 0; i < names; i++) {
		snprintf(name, sizeof(name), "%s/id%u-%u\xff", folder, id, i);
		fd = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
		refused += fd < 0 && errno == EILSEQ;
		made += fd >= 0;
		if (fd >= 0) {
			close(fd);
			unlink(name);
		}
	}
	printf("%u refused, %u made\n", refused, made);
}

static void try_ids(char **arg)
{
	unsigned int count = atoi(arg[0]), names = atoi(arg[1]), id;
	pid_t child;

	for (id = 0; id < count; id++) {
		child = fork();
		if (!child) {
			try_names(id, names, arg[2]);
			fflush(stdout);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
}

static void run_command(char **arg)
{
	execvp(arg[0], arg);
	die(arg[0]);
}

/* Unless the ids are those outside, one of another user, who does nothing, comes first. */
static void give_ids(pid_t child, const char *file, unsigned int first, unsigned int count)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", child, file);
	if (first)
		put(path, "%u 1 1\n0 %u %u", count, first, count);
	else
		put(path, "0 0 %u", count);
}

/* In a namespace of the user's with @count ids from @first on. */
static int act_inside(unsigned int user, unsigned int first, unsigned int count,
		      void (*act)(char **arg), char **arg)
{
	int ready[2], go[2], status;
	pid_t child;
	char byte;

	if (pipe(ready) || pipe(go))
		die("pipe");
	child = fork();
	if (!child) {
		if (setresgid(user, user, user) || setresuid(user, user, user) ||
		    unshare(CLONE_NEWUSER))
			die("unshare");
		close(ready[1]);
		if (read(go[0], &byte, 1) != 1)
			die("pipe");
		act(arg);
		_exit(0);
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) < 0)
		die("pipe");
	give_ids(child, "uid_map", first, count);
	give_ids(child, "gid_map", first, count);
	if (write(go[1], "", 1) != 1 || waitpid(child, &status, 0) != child)
		die("pipe");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static int make_folder(struct io_uring_params *p, int ring, const char *name)
{
	struct io_uring_sqe sqe = {
		.opcode = IORING_OP_MKDIRAT, .flags = IOSQE_ASYNC,
		.fd = AT_FDCWD, .addr = (uintptr_t)name, .len = 0700,
	};

	return ring_do(p, ring, &sqe);
}

static int be_late(unsigned int user, const char *folder)
{
	struct io_uring_params p = { };
	int ring = syscall(__NR_io_uring_setup, RING_ENTRIES, &p), result;

	if (ring < 0 || chdir(folder))
		die("io_uring");
	result = make_folder(&p, ring, "made");
	if (result || rmdir("made"))
		die("mkdirat");
	if (setresgid(user, user, user) || setresuid(user, user, user))
		die("setresuid");
	result = make_folder(&p, ring, "ring\xff");
	printf("%s\n", strerror(-result));
	return result != -EILSEQ;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "overlay"))
		return try_overlay(argv[2], argv[3]);
	if (argc == 7 && !strcmp(argv[1], "ids"))
		return act_inside(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), try_ids,
				  argv + 4);
	if (argc == 4 && !strcmp(argv[1], "ring"))
		return be_late(atoi(argv[2]), argv[3]);
	if (argc > 2 && !strcmp(argv[1], "in"))
		return act_inside(0, 0, UINT32_MAX, run_command, argv + 2);
	fprintf(stderr, "usage: lodger overlay FOLDER LEAVE | ids USER FIRST COUNT NAMES FOLDER | "
			"ring USER FOLDER | in COMMAND...\n");
	return 2;
}
