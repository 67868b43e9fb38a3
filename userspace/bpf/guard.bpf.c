// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guard in the kernel: a BPF LSM program on each hook that gives a name to
 * something.  What the policy refuses fails, or is only reported (report.h).
 *
 * Only new names are judged.  What is there already can be opened, removed and
 * renamed to a good name; so the hooks that need an old name alone (unlink,
 * rmdir, the old side of rename) refuse nothing.
 *
 * A name is copied to the stack, and the module judges it there; the module's call
 * knows nothing of dentries.  The lock of the directory keeps the name from
 * changing meanwhile.  The stack has room for 255 bytes, which is the limit of most
 * filesystems.  vfat and others allow 255 characters; a longer name is copied to
 * memory that belongs to the task.
 *
 * Overlayfs repeats in its layers what is done to the overlay.  To remove a file of
 * a lower layer it makes a whiteout of that name in the upper one, and to write to
 * such a file it makes a copy.  These names are new in the layer, although nobody
 * made a new name.  So when a bad name is removed from an overlay, or copied up,
 * the task remembers it.  Overlayfs acts on its layers with borrowed credentials:
 * while the task has these, that one name passes on other filesystems.
 */
#include <linux/bpf.h>
#include <linux/errno.h>
#include <stdbool.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "guard.h"
#include "kernel.h"
#include "report.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

#define STACK_NAME 256
#define TARGET_MAX 4096

struct guard_settings settings SEC(GUARD_SETTINGS);

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} cgroups SEC(".maps");

/* Room for what is too long for the stack. */
struct room {
	__u8 bytes[TARGET_MAX];
};

struct {
	EACH_TASK(struct room);
} rooms SEC(".maps");

/* A bad name that an overlay may have in its layers. */
struct known {
	__u64 sb;
	__u32 length;
	__u32 reserved;
	__u8 bytes[STACK_NAME];
};

struct {
	EACH_TASK(struct known);
} overlaid SEC(".maps");

/*
 * Does the user do this, or a server with the user's rights to files?  A thread of
 * a server, nfsd for example, takes over these rights only.
 */
static __always_inline bool is_by_user(void)
{
	const struct task_struct *task = bpf_get_current_task_btf();

	return (__u32)bpf_get_current_uid_gid() == settings.uid ||
	       task->cred->fsuid.val == settings.uid;
}

static __always_inline bool is_guarded(const struct dentry *dentry)
{
	__u32 flags = settings.flags;

	if (!(flags & (GUARD_BY_DEVICE | GUARD_BY_UID | GUARD_BY_CGROUP)))
		return true;
	if (flags & GUARD_BY_DEVICE &&
	    dentry->d_sb->s_dev != settings.device)
		return false;
	if (flags & GUARD_BY_UID && !is_by_user())
		return false;
	if (flags & GUARD_BY_CGROUP &&
	    bpf_current_task_under_cgroup(&cgroups, 0) != 1)
		return false;
	return true;
}

/* Is 0 < *@n <= @most?  In two steps, as the verifier needs it. */
static __always_inline bool is_within(__u32 *n, __u32 most)
{
	if (!*n)
		return false;
	barrier_var(*n);
	return *n <= most;
}

/*
 * The class that is refused; 0 if none is; less than 0 if the name cannot be
 * judged: such a name is refused too.
 */
static __always_inline int judge_short(const struct name *name)
{
	__u8 bytes[STACK_NAME];
	__u32 n = name->length;

	if (!is_within(&n, sizeof(bytes)))
		return -EINVAL;
	if (bpf_probe_read_kernel(bytes, n, name->at))
		return -EFAULT;
	return utf8check_bpf_name(bytes, n, &settings.name,
				  sizeof(settings.name));
}

/* Where a dentry itself has room for a short name; NULL if that is unknown. */
static __always_inline const unsigned char *small_in(const struct dentry *dentry)
{
	const struct dentry___newer *newer = (const void *)dentry;

	if (bpf_core_field_exists(dentry->d_iname) &&
	    bpf_core_field_size(dentry->d_iname) >= SMALL_NAME)
		return dentry->d_iname;
	if (bpf_core_field_exists(newer->d_shortname) &&
	    bpf_core_field_size(newer->d_shortname) >= SMALL_NAME)
		return newer->d_shortname.string;
	return NULL;
}

/*
 * A short name is in the dentry itself.  Its bytes, and those after it there, are
 * read at once, in less time than a call to copy them needs.
 */
static __always_inline bool is_small(const struct dentry *dentry,
				     const unsigned char *name)
{
	return name == small_in(dentry);
}

/*
 * Is it ASCII?  The bytes after the name may make the answer no, but never yes.
 */
static __always_inline bool is_ascii(const __u64 *words)
{
	return !((words[0] | words[1] | words[2] | words[3]) &
		 0x8080808080808080);
}

static __always_inline int judge_small(const struct dentry *dentry, __u32 n)
{
	const __u64 *from = (const __u64 *)small_in(dentry);
	__u64 words[SMALL_NAME / 8];

	/* Read in words, because libbpf relocates only single bytes. */
	barrier_var(from);
	words[0] = from[0];
	words[1] = from[1];
	words[2] = from[2];
	words[3] = from[3];
	if (settings.flags & GUARD_ASCII_PASSES && is_ascii(words))
		return 0;
	return utf8check_bpf_name(words, n, &settings.name,
				  sizeof(settings.name));
}

static __noinline int judge_long(const unsigned char *at, __u32 n, bool path)
{
	struct room *room;

	room = bpf_task_storage_get(&rooms, bpf_get_current_task_btf(), NULL,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!room)
		return -ENOMEM;
	if (!is_within(&n, sizeof(room->bytes)))
		return -EINVAL;
	if (bpf_probe_read_kernel(room->bytes, n, at))
		return -EFAULT;
	if (path)
		return utf8check_bpf_path(room->bytes, n, &settings.path,
					  sizeof(settings.path));
	return utf8check_bpf_name(room->bytes, n, &settings.name,
				  sizeof(settings.name));
}

/* A bad name of an overlay that is about to be made in one of its layers. */
static __noinline int remember(struct super_block *sb, const unsigned char *at,
			       __u32 n)
{
	struct known *known;

	known = bpf_task_storage_get(&overlaid, bpf_get_current_task_btf(),
				     NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!known || !is_within(&n, sizeof(known->bytes)))
		return 0;
	known->sb = (__u64)sb;
	known->length = n;
	if (bpf_probe_read_kernel(known->bytes, n, at))
		known->length = 0;
	return 0;
}

/* Two names that are compared. */
struct comparison {
	const unsigned char *at;
	const struct known *known;
	bool differ;
};

/* The stack is the name's already, so byte by byte; 1 ends the loop. */
static long compare_byte(__u32 i, void *context)
{
	struct comparison *c = context;
	__u8 byte;

	if (i >= sizeof(c->known->bytes))
		return 1;
	c->differ = bpf_probe_read_kernel(&byte, 1, c->at + i) ||
		    byte != c->known->bytes[i];
	return c->differ;
}

static __noinline int is_known(struct super_block *sb, const unsigned char *at,
			       __u32 n)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct comparison c = { .at = at };

	if (task->cred == task->real_cred)
		return 0;
	c.known = bpf_task_storage_get(&overlaid, task, NULL, 0);
	if (!c.known || !n || c.known->length != n ||
	    c.known->sb == (__u64)sb)
		return 0;
	bpf_loop(n, compare_byte, &c, 0);
	return !c.differ;
}

/*
 * The errno of a refusal.  Unless another one is configured, the kernel's own
 * threads get EINVAL: nfsd has no code for EILSEQ, so it would warn and answer EIO,
 * and EINVAL is what RFC 7530 asks for a name that is not UTF-8.  A lack of memory
 * is ENOMEM.
 */
static __always_inline int refusal(int class)
{
	const struct task_struct *task = bpf_get_current_task_btf();
	int err = settings.answer;

	if (class == -ENOMEM)
		return -ENOMEM;
	if (!err)
		err = task->flags & PF_KTHREAD ? -EINVAL : -EILSEQ;
	/* A number, not the bits of a flag: the verifier sees its bounds. */
	barrier_var(err);
	return err < -MAX_ERRNO || err > -1 ? -EILSEQ : err;
}

/* The answer to a name that is refused. */
static __always_inline int answer(const struct name *name, struct inode *dir,
				  struct dentry *dentry, int class)
{
	int err = 0;

	if (is_known(dentry->d_sb, name->at, name->length))
		return 0;
	if (settings.flags & GUARD_ENFORCE)
		err = refusal(class);
	if (name->act == GUARD_CREATE && is_in_lookup(dentry))
		hold(name, dir, dentry, class, err);
	else
		report(name, dir, dentry, class);
	return err;
}

static __always_inline int judge(struct inode *dir, struct dentry *dentry,
				 enum guard_act act)
{
	struct name name = { .act = act };
	int class;
	__u32 n;

	if (!is_guarded(dentry))
		return 0;
	name.at = dentry->d_name.name;
	name.length = dentry->d_name.len;
	n = name.length;
	if (is_within(&n, SMALL_NAME) && is_small(dentry, name.at))
		class = judge_small(dentry, n);
	else if (name.length <= STACK_NAME)
		class = judge_short(&name);
	else
		class = judge_long(name.at, name.length, false);
	return class ? answer(&name, dir, dentry, class) : 0;
}

static __always_inline int judge_target(struct inode *dir,
					struct dentry *dentry,
					const char *target)
{
	struct name name = { .act = GUARD_TARGET };
	struct room *room;
	int class = -ENOMEM;
	long n;

	if (!(settings.flags & GUARD_TARGETS) || !is_guarded(dentry))
		return 0;
	name.at = (const unsigned char *)target;
	room = bpf_task_storage_get(&rooms, bpf_get_current_task_btf(), NULL,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (room) {
		n = bpf_probe_read_kernel_str(room->bytes, sizeof(room->bytes),
					      target);
		if (n == 1)
			return 0;
		name.length = n < 1 ? 0 : n - 1;
		class = judge_long(name.at, name.length, true);
	}
	return class ? answer(&name, dir, dentry, class) : 0;
}

/* Before an overlay does in its layers what is done to @dentry. */
static __always_inline void note_overlay(struct dentry *dentry)
{
	struct name name = { };
	int class;

	if (dentry->d_sb->s_magic != OVERLAYFS_SUPER_MAGIC)
		return;
	name.at = dentry->d_name.name;
	name.length = dentry->d_name.len;
	class = judge_short(&name);
	if (class)
		remember(dentry->d_sb, name.at, name.length);
}

static __always_inline int end_of_open(unsigned long long *ctx)
{
	__u64 result;

	if (settings.held && !bpf_get_func_ret(ctx, &result))
		release(result);
	return 0;
}

/* First of all, for programs are attached in this order. */
SEC("fexit/do_filp_open")
int guard_opened(unsigned long long *ctx)
{
	return end_of_open(ctx);
}

/* The same below a folder that is no process's root: core files. */
SEC("fexit/do_file_open_root")
int guard_opened_root(unsigned long long *ctx)
{
	return end_of_open(ctx);
}

SEC("lsm/inode_create")
int BPF_PROG(guard_create, struct inode *dir, struct dentry *dentry,
	     umode_t mode, int ret)
{
	return ret ? ret : judge(dir, dentry, GUARD_CREATE);
}

SEC("lsm/inode_mkdir")
int BPF_PROG(guard_mkdir, struct inode *dir, struct dentry *dentry,
	     umode_t mode, int ret)
{
	return ret ? ret : judge(dir, dentry, GUARD_MKDIR);
}

SEC("lsm/inode_mknod")
int BPF_PROG(guard_mknod, struct inode *dir, struct dentry *dentry,
	     umode_t mode, unsigned int dev, int ret)
{
	return ret ? ret : judge(dir, dentry, GUARD_MKNOD);
}

SEC("lsm/inode_symlink")
int BPF_PROG(guard_symlink, struct inode *dir, struct dentry *dentry,
	     const char *old_name, int ret)
{
	if (!ret)
		ret = judge(dir, dentry, GUARD_SYMLINK);
	return ret ? ret : judge_target(dir, dentry, old_name);
}

SEC("lsm/inode_link")
int BPF_PROG(guard_link, struct dentry *old_dentry, struct inode *dir,
	     struct dentry *new_dentry, int ret)
{
	return ret ? ret : judge(dir, new_dentry, GUARD_LINK);
}

/* Called for both ways of an exchange. */
SEC("lsm/inode_rename")
int BPF_PROG(guard_rename, struct inode *old_dir, struct dentry *old_dentry,
	     struct inode *new_dir, struct dentry *new_dentry, int ret)
{
	return ret ? ret : judge(new_dir, new_dentry, GUARD_RENAME);
}

SEC("lsm/inode_unlink")
int BPF_PROG(guard_unlink, struct inode *dir, struct dentry *dentry, int ret)
{
	note_overlay(dentry);
	return ret;
}

SEC("lsm/inode_rmdir")
int BPF_PROG(guard_rmdir, struct inode *dir, struct dentry *dentry, int ret)
{
	note_overlay(dentry);
	return ret;
}

SEC("lsm/inode_copy_up")
int BPF_PROG(guard_copy_up, struct dentry *src, void *new_cred, int ret)
{
	note_overlay(src);
	return ret;
}
