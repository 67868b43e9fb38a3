/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For whom the present task acts: whose rules hold, and whose name a report has.
 *
 * A thread of the kernel's own acts for the user whose credentials it has borrowed, as
 * one of nfsd for a client.  A process acts for itself, also while overlayfs lends it
 * the credentials of whoever mounted the overlay.
 */
#ifndef WHO_H
#define WHO_H

#include <stdbool.h>
#include "kernel.h"

/* The user ids that the kernel gives to nobody. */
#define NO_USER ((__u32)-1)
/* Namespaces of users in each other; the kernel makes no more than 33. */
#define DEEPEST 34

/**
 * struct who - for whom a task acts
 *
 * @uid: the user.
 * @fsuid: the user as whom it accesses filesystems.
 * @owner: the user who made the namespace that these ids are from, below the first
 *	one of all; NO_USER where they are of the first one.
 */
struct who {
	__u32 uid;
	__u32 fsuid;
	__u32 owner;
};

static __always_inline bool is_kernel_thread(void)
{
	return bpf_get_current_task_btf()->flags & PF_KTHREAD;
}

/* Whoever makes namespaces in a namespace of his own makes them with his own ids. */
static __always_inline __u32 owner_of(const struct user_namespace *ns)
{
	int i;

	for (i = 0; i < DEEPEST && ns; i++) {
		if (ns->level == 1)
			return ns->owner.val;
		ns = ns->parent;
	}
	return NO_USER;
}

/*
 * The type information of a kernel that clang built says that credentials are protected
 * by RCU; the verifier takes such a pointer only after a test for NULL.
 */
static __always_inline struct who present_who(void)
{
	const struct task_struct *task = bpf_get_current_task_btf();
	const struct cred *cred = is_kernel_thread() ? task->cred :
						       task->real_cred;
	struct who who = { .owner = NO_USER };

	if (!cred)
		return who;
	who.uid = cred->uid.val;
	who.fsuid = cred->fsuid.val;
	who.owner = owner_of(cred->user_ns);
	return who;
}

/* The user in a report: of nfsd's threads the client, who has only the fsuid. */
static __always_inline __u32 user_of(struct who who)
{
	return is_kernel_thread() ? who.fsuid : who.uid;
}

/*
 * Who answers for what the task does: the ids of a namespace are its owner's doing, but
 * root gives a container ids of its own.
 */
static __always_inline __u32 answerable(struct who who)
{
	return who.owner && who.owner != NO_USER ? who.owner : user_of(who);
}

#endif /* WHO_H */
