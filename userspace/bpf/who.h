/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The user for whom the present task acts: rules apply by this user, and reports name it.
 *
 * A kernel thread acts for the user whose credentials it has borrowed, as nfsd for a
 * client.  A process acts for itself, also while overlayfs lends it the credentials of the
 * user who mounted the overlay.  A worker of io_uring acts for its process, with the
 * present credentials of that.
 */
#ifndef WHO_H
#define WHO_H

#include <stdbool.h>
#include "kernel.h"

/* A user id that no user has. */
#define NO_USER ((__u32)-1)
/* Namespaces of users in each other; the kernel makes no more than 33. */
#define DEEPEST 34

/**
 * struct who - the user for whom a task acts
 *
 * @uid: the user.
 * @fsuid: the user for accesses to filesystems.
 * @owner: the user who made the namespace of these ids, the outermost one that is not
 *	root's; NO_USER where there is none.  Root makes namespaces for others.
 * @answers: the user responsible for the task.  In a namespace that is its owner, who
 *	chooses the ids; but root makes one for each container, and there the address of
 *	the namespace takes the place of the id, as no user has it.
 */
struct who {
	__u32 uid;
	__u32 fsuid;
	__u32 owner;
	__u64 answers;
};

static __always_inline bool is_kernel_thread(void)
{
	return bpf_get_current_task_btf()->flags & PF_KTHREAD;
}

/* The outermost owner counts: inside his namespace he can make others with any of its ids. */
static __always_inline void find_owner(struct who *who, const struct user_namespace *ns)
{
	int i;

	for (i = 0; i < DEEPEST && ns; i++) {
		if (ns->level && ns->owner.val)
			who->owner = ns->owner.val;
		if (ns->level == 1) {
			who->answers = ns->owner.val ?: (__u64)ns;
			return;
		}
		ns = ns->parent;
	}
}

/*
 * Fills @who, which has NO_USER as owner.  Return: 0.  Not static: the verifier looks at it
 * once, and not once for each caller and each result.
 *
 * The type information of a kernel that clang built says that credentials are protected
 * by RCU; the verifier takes such a pointer only after a test for NULL.
 */
__noinline int find_who(struct who *who)
{
	const struct task_struct *task = bpf_get_current_task_btf();
	const struct task_struct *first = task->flags & PF_IO_WORKER ? task->group_leader :
								       task;
	const struct cred *borrowed = task->cred, *cred;

	if (!who || !first || !borrowed)
		return 0;
	cred = is_kernel_thread() ? borrowed : first->real_cred;
	if (!cred)
		return 0;
	who->uid = cred->uid.val;
	/* For a request of io_uring: the fsuid of the thread that made it. */
	who->fsuid = first == task ? cred->fsuid.val : borrowed->fsuid.val;
	who->answers = is_kernel_thread() ? who->fsuid : who->uid;
	find_owner(who, cred->user_ns);
	return 0;
}

static __always_inline struct who present_who(void)
{
	struct who who = { .owner = NO_USER };

	find_who(&who);
	return who;
}

/* The user in a report: of nfsd's threads the client, who has only the fsuid. */
static __always_inline __u32 user_of(struct who who)
{
	return is_kernel_thread() ? who.fsuid : who.uid;
}

#endif /* WHO_H */
