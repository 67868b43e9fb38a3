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
 * changing meanwhile.  The stack has room for 256 bytes; most filesystems allow 255.
 * vfat and others allow 255 characters; a longer name is copied to
 * memory that belongs to the task.
 *
 * Overlayfs repeats in its layers what is done to the overlay.  To remove a file of
 * a lower layer it makes a whiteout of that name in the upper one, and to write to
 * that file it makes a copy.  These names are new in the layer, although they are not
 * new in the overlay.  So when a bad name is removed from an overlay, or copied up,
 * the task remembers it.  Overlayfs acts on its layers with borrowed credentials:
 * while the task has these, that one name passes on other filesystems, and is reported.
 * This is not so for overlays that a user mounted in a namespace of his own: he can put
 * any name below them.
 */
#include <linux/bpf.h>
#include <linux/errno.h>
#include <stdbool.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "ascii.h"
#include "guard.h"
#include "kernel.h"
#include "report.h"
#include "rules.h"
#include "utf8check_bpf.h"

char LICENSE[] SEC("license") = "GPL";

#define STACK_NAME (ASCII_WORDS * 8)
#define TARGET_MAX 4096
/* A policy without its reserved members, which the module would look at each time. */
#define POLICY_SIZE UTF8CHECK_POLICY_SIZE_VER0

struct guard_settings settings SEC(GUARD_SETTINGS);

/* Room for names that are too long for the stack. */
struct room {
	__u8 bytes[TARGET_MAX];
};

struct {
	EACH_TASK(struct room);
} rooms SEC(".maps");

/* A name that an overlay may have in its layers. */
struct known {
	__u64 sb;
	__u32 length;
	__u32 reserved;
	__u8 bytes[STACK_NAME];
};

/*
 * Of a task: the name that it was last to remove, and the one that was last copied up (to remove a
 * file copies up its folder first, so there are two); @other: a name that is compared with them.
 */
struct overlaid {
	struct known removed;
	struct known copied;
	__u8 other[STACK_NAME];
};

struct {
	EACH_TASK(struct overlaid);
} overlaid SEC(".maps");

/* Is 0 < *@n <= @most?  In two steps, as the verifier needs it. */
static __always_inline bool is_within(__u32 *n, __u32 most)
{
	if (!*n)
		return false;
	barrier_var(*n);
	return *n <= most;
}

/* Where a dentry itself has room for a short name; NULL if that is unknown. */
static __always_inline const __u64 *small_in(const struct dentry *dentry)
{
	const struct dentry___newer *newer = (const void *)dentry;
	const unsigned char *at = NULL;

	if (bpf_core_field_exists(dentry->d_iname) &&
	    bpf_core_field_size(dentry->d_iname) >= SMALL_NAME)
		at = dentry->d_iname;
	else if (bpf_core_field_exists(newer->d_shortname) &&
		 bpf_core_field_size(newer->d_shortname) >= SMALL_NAME)
		at = newer->d_shortname.string;
	/* Read in words, because libbpf relocates only single bytes. */
	barrier_var(at);
	return (const __u64 *)at;
}

/*
 * A short name is in the dentry itself.  Its bytes, and those after it there, are
 * read at once, in less time than a call to copy them needs.
 */
static __always_inline bool is_small(const struct dentry *dentry,
				     const __u64 *small)
{
	return dentry->d_name.len - 1 < SMALL_NAME &&
	       dentry->d_name.name == (const unsigned char *)small;
}

static __always_inline int judge_small(const struct guard_rule *rule,
				       const __u64 *small, __u32 n)
{
	__u64 words[SMALL_NAME / 8];

	if (!is_within(&n, sizeof(words)))
		return -EINVAL;
	words[0] = small[0];
	words[1] = small[1];
	words[2] = small[2];
	words[3] = small[3];
	return utf8check_bpf_name(words, n, &rule->name, POLICY_SIZE);
}

/*
 * The class that is refused; 0 if none is; less than 0 if the name cannot be
 * judged: it is refused too.
 */
static __noinline int judge_short(const struct guard_rule *rule,
				  const unsigned char *at, __u32 n)
{
	__u64 words[STACK_NAME / 8];

	if (!is_within(&n, sizeof(words)))
		return -EINVAL;
	if (bpf_probe_read_kernel(words, n, at))
		return -EFAULT;
	if (rule->flags & GUARD_ASCII_PASSES && ascii_is_copy(words, n))
		return 0;
	return utf8check_bpf_name(words, n, &rule->name, POLICY_SIZE);
}

static __noinline int judge_whole_name(const struct guard_rule *rule,
				       const unsigned char *at, __u32 n)
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
	return utf8check_bpf_name(room->bytes, n, &rule->name, POLICY_SIZE);
}

/* As judge_short(), of a path. */
static __always_inline int judge_path(const struct guard_rule *rule, struct room *room, __u32 n)
{
	if (!is_within(&n, sizeof(room->bytes)))
		return -EINVAL;
	return utf8check_bpf_path(room->bytes, n, &rule->path, POLICY_SIZE);
}

/* Remember a bad name of an overlay, which is about to be made in one of its layers. */
static __noinline int remember(struct super_block *sb, const unsigned char *at,
			       __u32 n, bool copied)
{
	struct overlaid *names;
	struct known *known;

	names = bpf_task_storage_get(&overlaid, bpf_get_current_task_btf(),
				     NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!names || !is_within(&n, sizeof(known->bytes)))
		return 0;
	known = copied ? &names->copied : &names->removed;
	known->sb = (__u64)sb;
	known->length = n;
	if (bpf_probe_read_kernel(known->bytes, n, at))
		known->length = 0;
	return 0;
}

static __noinline int is_known(const struct overlaid *names, const struct known *known,
			       struct super_block *sb, __u32 n)
{
	__u32 i;

	/* On the overlay itself no name passes, only in its layers. */
	if (known->length != n || known->sb == (__u64)sb)
		return 0;
	for (i = 0; i < sizeof(names->other) && i < n; i++)
		if (names->other[i] != known->bytes[i])
			return 0;
	return 1;
}

/*
 * Is a name that is refused in a layer one that was remembered for its overlay?  The overlay
 * makes it with the credentials of who mounted it, not with the task's own; these count only
 * where they are of the first user namespace, as any user may mount an overlay in one of his.
 */
static __noinline int is_remembered_name(struct super_block *sb, const unsigned char *at,
					 __u32 n)
{
	struct task_struct *task = bpf_get_current_task_btf();
	const struct cred *cred = task->cred;
	struct overlaid *names;

	if (!cred || cred == task->real_cred || cred->user_ns->level)
		return 0;
	names = bpf_task_storage_get(&overlaid, task, NULL, 0);
	if (!names || !is_within(&n, sizeof(names->other)) ||
	    bpf_probe_read_kernel(names->other, n, at))
		return 0;
	return is_known(names, &names->removed, sb, n) || is_known(names, &names->copied, sb, n);
}

/*
 * The errno of a refusal.  Unless another one is configured, a name that is UTF-8 is
 * EPERM (of EINVAL mv says that a folder would be moved into itself), and one that is
 * not is EILSEQ.  The kernel's own threads get EINVAL: nfsd has no code for EILSEQ, so
 * it would warn and answer EIO, and EINVAL is what RFC 7530 asks for a name that is not
 * UTF-8.  A lack of memory is ENOMEM.
 */
static __always_inline int refusal_errno(const struct guard_rule *rule, int class)
{
	int err = rule->answer;

	if (class == -ENOMEM)
		return -ENOMEM;
	if (!err)
		err = is_kernel_thread() ? -EINVAL :
		      class > UTF8CHECK_CLASS_ILL_FORMED ? -EPERM : -EILSEQ;
	/* To be compared as a number, not by its bits: so the verifier sees its bounds. */
	barrier_var(err);
	return err < -MAX_ERRNO || err > -1 ? -EILSEQ : err;
}

/* The answer to a bad text: to a name, or to the target of a link, that is refused. */
static __always_inline int answer_text(struct name *name, struct inode *dir,
				       struct dentry *dentry, int class)
{
	int err = 0;

	if (!settings.on)
		return 0;
	if (is_remembered_name(dentry->d_sb, name->at, name->length)) {
		name->outcome = GUARD_PASSED;
	} else if (name->rule->flags & GUARD_ENFORCE) {
		name->outcome = GUARD_REFUSED;
		err = refusal_errno(name->rule, class);
	}
	if (name->act == GUARD_CREATE && is_in_lookup(dentry))
		hold(name, dir, dentry, class, err);
	else
		report(name, dir, dentry, class);
	return err;
}

static __noinline int answer_name(const struct guard_rule *rule, struct inode *dir,
				  struct dentry *dentry, enum guard_act act,
				  int class)
{
	struct name name = {
		.rule = rule,
		.at = dentry->d_name.name,
		.length = dentry->d_name.len,
		.act = act,
	};

	return answer_text(&name, dir, dentry, class);
}

/* Does a short name pass under a set of rules with these flags? */
static __always_inline bool is_passed(__u32 flags, const __u64 *small, __u32 n)
{
	return (flags & GUARD_ASCII_PASSES && ascii_is_small(small)) ||
	       (flags & GUARD_PORTABLE_PASSES && ascii_is_portable(small, n));
}

/* Judges a name that does not pass at once. */
static __noinline int judge_small_name(struct inode *dir, struct dentry *dentry,
				       enum guard_act act)
{
	const struct guard_rule *rule = rule_for(dentry);
	int class;

	if (!rule)
		return 0;
	class = judge_small(rule, small_in(dentry), dentry->d_name.len);
	return class ? answer_name(rule, dir, dentry, act, class) : 0;
}

static __noinline int judge_other_name(struct inode *dir, struct dentry *dentry,
				       enum guard_act act)
{
	const struct guard_rule *rule = rule_for(dentry);
	__u32 n = dentry->d_name.len;
	int class;

	if (!rule)
		return 0;
	class = n <= STACK_NAME ?
			judge_short(rule, dentry->d_name.name, n) :
			judge_whole_name(rule, dentry->d_name.name, n);
	return class ? answer_name(rule, dir, dentry, act, class) : 0;
}

static __always_inline int judge_new_name(struct inode *dir, struct dentry *dentry,
					  enum guard_act act)
{
	const __u64 *small = small_in(dentry);

	if (!is_small(dentry, small))
		return judge_other_name(dir, dentry, act);
	if (is_passed(settings.passes, small, dentry->d_name.len))
		return 0;
	return judge_small_name(dir, dentry, act);
}

static __always_inline int judge_link_target(struct inode *dir,
					     struct dentry *dentry,
					     const char *target)
{
	struct name name = {
		.rule = rule_for(dentry),
		.at = (const unsigned char *)target,
		.act = GUARD_TARGET,
	};
	struct room *room;
	int class = -ENOMEM;
	long n;

	if (!name.rule || !(name.rule->flags & GUARD_TARGETS))
		return 0;
	room = bpf_task_storage_get(&rooms, bpf_get_current_task_btf(), NULL,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (room) {
		n = bpf_probe_read_kernel_str(room->bytes, sizeof(room->bytes),
					      target);
		if (n == 1)
			return 0;
		name.length = n < 1 ? 0 : n - 1;
		class = judge_path(name.rule, room, name.length);
	}
	return class ? answer_text(&name, dir, dentry, class) : 0;
}

/*
 * Called before something is done to @dentry, which an overlay would then repeat in its
 * layers.  Each layer may have a rule of its own, so any name may be a bad one there.
 */
static __always_inline void note_overlay(struct dentry *dentry, bool copied)
{
	if (settings.on && dentry->d_sb->s_magic == OVERLAYFS_SUPER_MAGIC &&
	    !dentry->d_sb->s_user_ns->level)
		remember(dentry->d_sb, dentry->d_name.name, dentry->d_name.len, copied);
}

static __always_inline int end_of_open(unsigned long long *ctx)
{
	__u64 result;

	if (settings.held && !bpf_get_func_ret(ctx, &result))
		finish_held(result);
	return 0;
}

SEC("fexit/do_filp_open")
int guard_opened(unsigned long long *ctx)
{
	return end_of_open(ctx);
}

/* The end of an open below a folder that is not a process's root, as of a core file. */
SEC("fexit/do_file_open_root")
int guard_opened_root(unsigned long long *ctx)
{
	return end_of_open(ctx);
}

SEC("lsm/inode_create")
int BPF_PROG(guard_create, struct inode *dir, struct dentry *dentry,
	     umode_t mode, int ret)
{
	return ret ? ret : judge_new_name(dir, dentry, GUARD_CREATE);
}

SEC("lsm/inode_mkdir")
int BPF_PROG(guard_mkdir, struct inode *dir, struct dentry *dentry,
	     umode_t mode, int ret)
{
	return ret ? ret : judge_new_name(dir, dentry, GUARD_MKDIR);
}

SEC("lsm/inode_mknod")
int BPF_PROG(guard_mknod, struct inode *dir, struct dentry *dentry,
	     umode_t mode, unsigned int dev, int ret)
{
	return ret ? ret : judge_new_name(dir, dentry, GUARD_MKNOD);
}

SEC("lsm/inode_symlink")
int BPF_PROG(guard_symlink, struct inode *dir, struct dentry *dentry,
	     const char *old_name, int ret)
{
	if (!ret)
		ret = judge_new_name(dir, dentry, GUARD_SYMLINK);
	return ret ? ret : judge_link_target(dir, dentry, old_name);
}

SEC("lsm/inode_link")
int BPF_PROG(guard_link, struct dentry *old_dentry, struct inode *dir,
	     struct dentry *new_dentry, int ret)
{
	return ret ? ret : judge_new_name(dir, new_dentry, GUARD_LINK);
}

/* Called for both ways of an exchange. */
SEC("lsm/inode_rename")
int BPF_PROG(guard_rename, struct inode *old_dir, struct dentry *old_dentry,
	     struct inode *new_dir, struct dentry *new_dentry, int ret)
{
	return ret ? ret : judge_new_name(new_dir, new_dentry, GUARD_RENAME);
}

SEC("lsm/inode_unlink")
int BPF_PROG(guard_unlink, struct inode *dir, struct dentry *dentry, int ret)
{
	note_overlay(dentry, false);
	return ret;
}

SEC("lsm/inode_rmdir")
int BPF_PROG(guard_rmdir, struct inode *dir, struct dentry *dentry, int ret)
{
	note_overlay(dentry, false);
	return ret;
}

SEC("lsm/inode_copy_up")
int BPF_PROG(guard_copy_up, struct dentry *src, void *new_cred, int ret)
{
	note_overlay(src, true);
	return ret;
}
