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

/* A namespace is at most 33 deep: one opener and the owner of each. */
#define PAYERS_MAX 34

/**
 * struct payer - a user, or a namespace of users
 *
 * @uid: the user.
 * @ns: NULL; or a namespace that root made.
 */
struct payer {
	kuid_t uid;
	const struct user_namespace *ns;
};

/**
 * struct account - what the sessions of one payer take
 *
 * @node: in @accounts, by key_of(); under @accounts_lock.
 * @payer: whose; the files of its sessions hold the namespace.
 * @users: payers that refer to it; under @accounts_lock.
 * @bytes: the sum; under @accounts_lock.
 */
struct account {
	struct hlist_node node;
	struct payer payer;
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

static unsigned long key_of(struct payer payer)
{
	return __kuid_val(payer.uid) ^ (unsigned long)payer.ns;
}

static bool is_same_payer(struct payer a, struct payer b)
{
	return uid_eq(a.uid, b.uid) && a.ns == b.ns;
}

static struct account *find_account(struct payer payer)
{
	struct account *a;

	hash_for_each_possible(accounts, a, node, key_of(payer))
		if (is_same_payer(a->payer, payer))
			return a;
	return NULL;
}

/* Return: the account of @payer, with a reference, or NULL without memory. */
static struct account *get_account(struct payer payer)
{
	struct account *made = kzalloc(sizeof(*made), GFP_KERNEL_ACCOUNT);
	struct account *a;

	if (!made)
		return NULL;
	made->payer = payer;
	spin_lock(&accounts_lock);
	a = find_account(payer);
	if (!a) {
		a = made;
		hash_add(accounts, &a->node, key_of(payer));
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

static unsigned int add_payer(struct payer *who, unsigned int n, struct payer payer)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (is_same_payer(who[i], payer))
			return n;
	if (n < PAYERS_MAX)
		who[n++] = payer;
	return n;
}

/*
 * The payer for the ids of a user namespace: its owner.  Where that is root, the namespace
 * itself, as otherwise one of root's containers could take the share of all.
 */
static struct payer answerable(const struct user_namespace *ns)
{
	const bool of_root = uid_eq(ns->owner, GLOBAL_ROOT_UID);

	return (struct payer){ ns->owner, of_root ? ns : NULL };
}

static unsigned int find_payers(struct payer *who)
{
	const struct cred *cred = current_cred();
	const struct user_namespace *ns;
	/* Root without privilege could make any number of namespaces. */
	unsigned int n = add_payer(who, 0, (struct payer){ cred->uid });

	for (ns = cred->user_ns; ns != &init_user_ns; ns = ns->parent)
		n = add_payer(who, n, answerable(ns));
	return n;
}

struct utf8check_payers *utf8check_payers_new(void)
{
	struct utf8check_payers *payers;
	struct payer who[PAYERS_MAX];
	unsigned int n;

	if (ns_capable_noaudit(&init_user_ns, CAP_SYS_RESOURCE))
		return NULL;
	n = find_payers(who);
	payers = kzalloc(struct_size(payers, account, n), GFP_KERNEL_ACCOUNT);
	if (!payers)
		return ERR_PTR(-ENOMEM);
	while (payers->n < n) {
		struct account *a = get_account(who[payers->n]);

		if (!a) {
			utf8check_payers_free(payers);
			return ERR_PTR(-ENOMEM);
		}
		payers->n++;
		payers->account[payers->n - 1] = a;
	}
	return payers;
}

void utf8check_payers_free(struct utf8check_payers *payers)
{
	unsigned int i;

	if (!payers)
		return;
	for (i = 0; i < payers->n; i++)
		put_account(payers->account[i]);
	kfree(payers);
}

bool utf8check_charge(struct utf8check_payers *payers, size_t bytes, unsigned long limit)
{
	const unsigned int n = payers ? payers->n : 0;
	bool fits = true;
	unsigned int i;

	/* Charge all or none: a partial charge must not make another task fail meanwhile. */
	spin_lock(&accounts_lock);
	for (i = 0; limit && i < n; i++)
		fits &= payers->account[i]->bytes + bytes <= limit;
	for (i = 0; fits && i < n; i++)
		payers->account[i]->bytes += bytes;
	spin_unlock(&accounts_lock);
	return fits;
}

void utf8check_uncharge(struct utf8check_payers *payers, size_t bytes)
{
	unsigned int i;

	spin_lock(&accounts_lock);
	for (i = 0; payers && i < payers->n; i++)
		payers->account[i]->bytes -= bytes;
	spin_unlock(&accounts_lock);
}

void *utf8check_session_alloc(struct utf8check_session *s, size_t n)
{
	void *p;

	if (!utf8check_charge(s->payers, n, READ_ONCE(utf8check_user_hard)))
		return NULL;
	p = kvmalloc(n, GFP_KERNEL_ACCOUNT);
	if (!p)
		utf8check_uncharge(s->payers, n);
	return p;
}

void utf8check_session_dealloc(struct utf8check_session *s, void *p, size_t n)
{
	if (!p)
		return;
	kvfree(p);
	utf8check_uncharge(s->payers, n);
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
	if (!utf8check_charge(s->payers, ring->size, soft)) {
		ring->size = UTF8CHECK_QUEUE_MIN;
		/* A session that asks for no more gets this in any case. */
		if (!utf8check_charge(s->payers, ring->size, size > ring->size ? hard : 0))
			goto err_ring;
	}
	ring->data = kvmalloc(ring->size, GFP_KERNEL_ACCOUNT);
	if (ring->data)
		return ring;
	utf8check_uncharge(s->payers, ring->size);
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
