// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of sessions.
 *
 * A call that must not block allocates without blocking.  Where that fails, it fails with
 * EAGAIN, and poll, which may block, allocates before it answers.  Where poll cannot allocate
 * either, the next such call fails with ENOMEM.  Until then no poll tries again: each release
 * of the I/O lock would wake the other polls.
 */
#include <linux/cache.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "core/normalize/verify.h"
#include "utf8check_private.h"

#define GFP_IN_NOWAIT (GFP_NOWAIT | __GFP_ACCOUNT | __GFP_NOWARN)
/* A poll must not get another process killed for its memory. */
#define GFP_IN_POLL (GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

unsigned int utf8check_queue_default __ro_after_init = 64 * 1024;
unsigned int utf8check_queue_max __ro_after_init = 1024 * 1024;

static void init_io_lock(struct utf8check_session *s, enum utf8check_io_lock io,
			 const char *name)
{
	static struct lock_class_key keys[UTF8CHECK_IO_LOCKS];

	lockdep_init_map(&s->io_lock_maps[io], name, &keys[io], 0);
	init_waitqueue_head(&s->ends[io]);
	init_waitqueue_head(&s->waiting[io]);
}

struct utf8check_session *utf8check_session_new(bool readable, bool writable)
{
	const bool filter = readable && writable;
	const struct utf8check_config config = {
		.flags = filter ? 0 : UTF8CHECK_FLAG_NO_OUTPUT,
	};
	struct utf8check_payers *payers = utf8check_payers_new();
	struct utf8check_session *s;

	if (IS_ERR(payers))
		return ERR_CAST(payers);
	s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);
	if (!s) {
		utf8check_payers_free(payers);
		return ERR_PTR(-ENOMEM);
	}
	mutex_init(&s->lock);
	init_io_lock(s, UTF8CHECK_WRITING, "utf8check_writing");
	init_io_lock(s, UTF8CHECK_READING, "utf8check_reading");
	s->filter = filter;
	s->writable = writable;
	s->payers = payers;
	u8c_stream_init(&s->stream, utf8check_impl, &config);
	utf8check_count(sessions, 1);
	return s;
}

void utf8check_session_free(struct utf8check_session *s)
{
	utf8check_session_put_ring(s, s->queue.ring);
	utf8check_session_dealloc(s, s->copy_in, UTF8CHECK_COPY_IN_SIZE);
	utf8check_session_dealloc(s, s->stream.work, sizeof(*s->stream.work));
	utf8check_session_dealloc(s, s->end, sizeof(*s->end));
	utf8check_session_dealloc(s, s->stream.list,
				  array_size(s->stream.list_room, sizeof(*s->stream.list)));
	utf8check_payers_free(s->payers);
	kfree(s);
}

void *utf8check_session_alloc(struct utf8check_session *s, size_t n, gfp_t gfp)
{
	void *p;

	if (!utf8check_charge(s->payers, n, READ_ONCE(utf8check_user_hard)))
		return NULL;
	p = kvmalloc(n, gfp);
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

struct utf8check_ring *utf8check_session_new_ring(struct utf8check_session *s, u32 size,
						  gfp_t gfp)
{
	const unsigned long hard = READ_ONCE(utf8check_user_hard);
	const unsigned long soft = min_not_zero(READ_ONCE(utf8check_user_soft), hard);
	struct utf8check_ring *ring = kmalloc(sizeof(*ring), gfp);

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
	ring->data = kvmalloc(ring->size, gfp);
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

bool utf8check_session_is_prepared(const struct utf8check_session *s)
{
	return (READ_ONCE(s->copy_in) || READ_ONCE(s->brief)) &&
	       (!s->filter || utf8check_queue_is_there(&s->queue));
}

static int prepare_queue(struct utf8check_session *s, gfp_t gfp)
{
	/*
	 * SET_CONFIG waits for no I/O lock, so it may ask for another size meanwhile, again and
	 * again; then only SIGKILL ends a call that may wait.
	 */
	do {
		const u32 size = READ_ONCE(s->queue_size);
		struct utf8check_ring *ring = utf8check_session_new_ring(s, size, gfp);

		if (!ring)
			return -ENOMEM;
		mutex_lock(&s->lock);
		if (!s->queue.ring && s->queue_size == size)
			ring = utf8check_queue_set(&s->queue, ring);
		mutex_unlock(&s->lock);
		utf8check_session_put_ring(s, ring);
		if (utf8check_queue_is_there(&s->queue))
			return 0;
	} while (gfpflags_allow_blocking(gfp) && !fatal_signal_pending(current));
	return -ENOMEM;
}

/* A poll keeps no buffer that is not paid for: each write gets its own. */
static int prepare_copy_in(struct utf8check_session *s, gfp_t gfp, bool polls)
{
	if (s->copy_in)
		return 0;
	WRITE_ONCE(s->brief, !utf8check_charge(s->payers, UTF8CHECK_COPY_IN_SIZE,
					       READ_ONCE(utf8check_user_hard)));
	if (s->brief && polls)
		return 0;
	WRITE_ONCE(s->copy_in, kvmalloc(UTF8CHECK_COPY_IN_SIZE, gfp));
	if (s->copy_in)
		return 0;
	if (!s->brief)
		utf8check_uncharge(s->payers, UTF8CHECK_COPY_IN_SIZE);
	return -ENOMEM;
}

void utf8check_session_drop_copy_in(struct utf8check_session *s)
{
	if (!s->brief)
		return;
	kvfree(s->copy_in);
	WRITE_ONCE(s->copy_in, NULL);
}

/* Allocates what the first write needs. */
static int prepare(struct utf8check_session *s, gfp_t gfp, bool polls)
{
	if (prepare_copy_in(s, gfp, polls))
		return -ENOMEM;
	if (s->filter && !utf8check_queue_is_there(&s->queue) && prepare_queue(s, gfp))
		return -ENOMEM;
	return 0;
}

int utf8check_session_prepare(struct utf8check_session *s, bool nowait)
{
	const bool starved = s->starved;

	if (s->copy_in && utf8check_session_is_prepared(s))
		return 0;
	WRITE_ONCE(s->starved, false);
	if (!nowait)
		return prepare(s, GFP_KERNEL_ACCOUNT, false);
	if (!prepare(s, GFP_IN_NOWAIT, false))
		return 0;
	/* No poll gets a buffer that is brief. */
	return starved || s->brief ? -ENOMEM : -EAGAIN;
}

void utf8check_session_prepare_in_poll(struct utf8check_session *s)
{
	WRITE_ONCE(s->starved, current->flags & PF_KTHREAD || prepare(s, GFP_IN_POLL, true));
}
