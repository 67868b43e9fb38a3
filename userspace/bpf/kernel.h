/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The members of the kernel's structs that the guard reads; libbpf finds
 * each by its name in the kernel that runs.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <linux/types.h>

#define KERNEL __attribute__((preserve_access_index))

#define SMALL_NAME 32
#define OVERLAYFS_SUPER_MAGIC 0x794c7630
#define PF_IO_WORKER 0x00000010
#define PF_KTHREAD 0x00200000
#define FMODE_CREATED 0x100000
#define MAX_ERRNO 4095

typedef unsigned short umode_t;

typedef struct {
	__u32 val;
} kuid_t;

/* @level: how many namespaces are around this one; 0 for the first of all. */
struct user_namespace {
	struct user_namespace *parent;
	int level;
	kuid_t owner;
} KERNEL;

struct super_block {
	__u32 s_dev;
	unsigned long s_magic;
	struct user_namespace *s_user_ns;
} KERNEL;

struct inode {
	struct super_block *i_sb;
	unsigned long i_ino;
} KERNEL;

struct qstr {
	__u32 len;
	const unsigned char *name;
} KERNEL;

struct dentry {
	unsigned int d_flags;
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
	unsigned char d_iname[SMALL_NAME];
	struct super_block *d_sb;
} KERNEL;

/* From Linux 6.14 on, where a dentry has room for a short name. */
union shortname_store {
	unsigned char string[SMALL_NAME];
} KERNEL;

struct dentry___newer {
	union shortname_store d_shortname;
} KERNEL;

/*
 * DCACHE_PAR_LOOKUP was a macro of this value, before these flags became an
 * enumeration with other values, in which it is found by its name.
 */
#define PAR_LOOKUP_MACRO (1U << 28)

enum dentry_flags {
	DCACHE_PAR_LOOKUP = PAR_LOOKUP_MACRO,
};

struct cred {
	kuid_t uid;
	kuid_t fsuid;
	struct user_namespace *user_ns;
} KERNEL;

/* One walk along a path; @saved is the walk of the same task around it. */
struct nameidata {
	struct nameidata *saved;
} KERNEL;

struct task_struct {
	unsigned int flags;
	struct nameidata *nameidata;
	struct task_struct *group_leader;
	const struct cred *real_cred;
	const struct cred *cred;
} KERNEL;

struct file {
	unsigned int f_mode;
} KERNEL;

#endif /* KERNEL_H */
