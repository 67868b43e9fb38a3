// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of sessions: open and SET_CONFIG allocate it, so no write has to.
 */
#include <linux/cache.h>
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "core/normalize/verify.h"
#include "utf8check_private.h"

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

/* Return: false where there is none for the output.  A write does without @copy_in. */
static bool get_first_memory(struct utf8check_session *s)
{
	struct utf8check_ring *ring;

	if (s->writable)
		s->copy_in = utf8check_session_alloc(s, UTF8CHECK_COPY_IN_SIZE);
	if (!s->filter)
		return true;
	ring = utf8check_session_new_ring(s, 0);
	if (ring)
		utf8check_queue_set(&s->queue, ring);
	return ring;
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
	if (!get_first_memory(s)) {
		utf8check_session_free(s);
		return ERR_PTR(-ENOMEM);
	}
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
