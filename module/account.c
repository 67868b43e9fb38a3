// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of sessions, and the accounts that pay for it.
 *
 * The kernel's own accounts do not serve: nothing of ucounts is exported, and a user_struct
 * counts only pipes and sockets, and charges no owner of a namespace.
 */
#include <linux/cache.h>
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "compat.h"
#include "utf8check_private.h"

/**
 * struct account - what the sessions of a user, or of a namespace of users, take
 *
 * @node: in @accounts, by key_of(); under @accounts_lock.
 * @uid: the user.  Never changes.
 * @ns: NULL; or a namespace that root, who is @uid, made.  The files of the sessions hold it.
 * @users: payers that refer to it; under @accounts_lock.
 * @bytes: the sum; under @accounts_lock.
 */
struct account {
	struct hlist_node node;
	kuid_t uid;
	const struct user_namespace *ns;
	unsigned int users;
	unsigned long bytes;
};

/**
 * struct utf8check_payers - the accounts that pay for a session
 *
 * @n: how many, each one once.
 * @account: theirs.
 */
struct utf8check_payers {
	unsigned int n;
	struct account *account[] __counted_by(n);
};

unsigned int utf8check_queue_default __ro_after_init = 64 * 1024;
unsigned int utf8check_queue_max __ro_after_init = 1024 * 1024;
unsigned long utf8check_user_soft = 64 << 20;
unsigned long utf8check_user_hard = 256 << 20;

static DEFINE_HASHTABLE(accounts, 8);
static DEFINE_SPINLOCK(accounts_lock);	/* covers a look into the table, or a charge */

static unsigned long key_of(kuid_t uid, const struct user_namespace *ns)
{
	return __kuid_val(uid) ^ (unsigned long)ns;
}

static bool is_account_of(const struct account *a, kuid_t uid, const struct user_namespace *ns)
{
	return uid_eq(a->uid, uid) && a->ns == ns;
}

static struct account *find_account(kuid_t uid, const struct user_namespace *ns)
{
	struct account *a;

	hash_for_each_possible(accounts, a, node, key_of(uid, ns))
		if (is_account_of(a, uid, ns))
			return a;
	return NULL;
}

/* Return: the account, with a reference, or NULL without memory. */
static struct account *get_account(kuid_t uid, const struct user_namespace *ns)
{
	struct account *made = kzalloc(sizeof(*made), GFP_KERNEL_ACCOUNT);
	struct account *a;

	if (!made)
		return NULL;
	made->uid = uid;
	made->ns = ns;
	spin_lock(&accounts_lock);
	a = find_account(uid, ns);
	if (!a) {
		a = made;
		hash_add(accounts, &a->node, key_of(uid, ns));
	}
	a->users++;
	spin_unlock(&accounts_lock);
	if (a != made)
		kfree(made);
	return a;
}

static void put_account(struct account *a)
{
	bool last;

	spin_lock(&accounts_lock);
	last = !--a->users;
	if (last)
		hash_del(&a->node);
	spin_unlock(&accounts_lock);
	if (last)
		kfree(a);
}

/* Return: false without memory. */
static bool add_payer(struct utf8check_payers *payers, kuid_t uid, const struct user_namespace *ns)
{
	struct account *a;

	for (unsigned int i = 0; i < payers->n; i++)
		if (is_account_of(payers->account[i], uid, ns))
			return true;
	a = get_account(uid, ns);
	if (!a)
		return false;
	payers->n++;
	payers->account[payers->n - 1] = a;
	return true;
}

struct utf8check_payers *utf8check_payers_new(void)
{
	const struct cred *cred = current_cred();
	const struct user_namespace *ns = cred->user_ns;
	struct utf8check_payers *payers;
	bool good;

	if (ns_capable_noaudit(&init_user_ns, CAP_SYS_RESOURCE))
		return NULL;
	/* The user, and the owner of each namespace that is not the first. */
	payers = kzalloc(struct_size(payers, account, ns->level + 1), GFP_KERNEL_ACCOUNT);
	if (!payers)
		return ERR_PTR(-ENOMEM);
	/* Root without privilege could make any number of namespaces. */
	good = add_payer(payers, cred->uid, NULL);
	/*
	 * Where root is the owner, the namespace pays itself: otherwise one of root's containers
	 * could take the share of all.
	 */
	for (; good && ns != &init_user_ns; ns = ns->parent)
		good = add_payer(payers, ns->owner,
				 uid_eq(ns->owner, GLOBAL_ROOT_UID) ? ns : NULL);
	if (good)
		return payers;
	utf8check_payers_free(payers);
	return ERR_PTR(-ENOMEM);
}

void utf8check_payers_free(struct utf8check_payers *payers)
{
	if (!payers)
		return;
	for (unsigned int i = 0; i < payers->n; i++)
		put_account(payers->account[i]);
	kfree(payers);
}

/*
 * Charges @bytes to each of the @payers, or NULL.  Return: false, and nothing is charged, where
 * one of them would have more than @limit, if that is not 0.
 */
static bool charge(struct utf8check_payers *payers, size_t bytes, unsigned long limit)
{
	const unsigned int n = payers ? payers->n : 0;
	bool fits = true;

	/* Charge all or none: a partial charge must not make another task fail meanwhile. */
	spin_lock(&accounts_lock);
	for (unsigned int i = 0; limit && i < n; i++)
		fits &= payers->account[i]->bytes + bytes <= limit;
	for (unsigned int i = 0; fits && i < n; i++)
		payers->account[i]->bytes += bytes;
	spin_unlock(&accounts_lock);
	return fits;
}

static void uncharge(struct utf8check_payers *payers, size_t bytes)
{
	spin_lock(&accounts_lock);
	for (unsigned int i = 0; payers && i < payers->n; i++)
		payers->account[i]->bytes -= bytes;
	spin_unlock(&accounts_lock);
}

void *utf8check_session_alloc(struct utf8check_session *s, size_t n)
{
	void *p;

	if (!charge(s->payers, n, READ_ONCE(utf8check_user_hard)))
		return NULL;
	p = kvmalloc(n, GFP_KERNEL_ACCOUNT);
	if (!p)
		uncharge(s->payers, n);
	return p;
}

void utf8check_session_dealloc(struct utf8check_session *s, void *p, size_t n)
{
	if (!p)
		return;
	kvfree(p);
	uncharge(s->payers, n);
}

struct utf8check_ring *utf8check_session_new_ring(struct utf8check_session *s, u32 size)
{
	const unsigned long hard = READ_ONCE(utf8check_user_hard);
	const unsigned long soft = min_not_zero(READ_ONCE(utf8check_user_soft), hard);
	struct utf8check_ring *ring = kmalloc(sizeof(*ring), GFP_KERNEL_ACCOUNT);

	if (!ring)
		return NULL;
	refcount_set(&ring->users, 1);
	ring->size = size ?: utf8check_queue_default;
	if (!charge(s->payers, ring->size, soft)) {
		ring->size = UTF8CHECK_QUEUE_MIN;
		/* A session that asks for no more gets this in any case. */
		if (!charge(s->payers, ring->size, size > ring->size ? hard : 0))
			goto err_ring;
	}
	ring->data = kvmalloc(ring->size, GFP_KERNEL_ACCOUNT);
	if (ring->data)
		return ring;
	uncharge(s->payers, ring->size);
err_ring:
	kfree(ring);
	return NULL;
}

void utf8check_session_put_ring(struct utf8check_session *s, struct utf8check_ring *ring)
{
	if (!ring || !refcount_dec_and_test(&ring->users))
		return;
	utf8check_session_dealloc(s, ring->data, ring->size);
	kfree(ring);
}
