// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of sessions.
 *
 * A call that must not block allocates without blocking.  Where that fails, it
 * fails with EAGAIN, and poll, which may block, allocates before it answers.
 * Where poll cannot allocate either, the next such call fails with ENOMEM.
 */
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "abi.h"
#include "impl.h"
#include "notice.h"
#include "pace.h"
#include "session.h"

#define GFP_IN_NOWAIT (GFP_NOWAIT | __GFP_ACCOUNT | __GFP_NOWARN)
/* A poll must not get another process killed for its memory. */
#define GFP_IN_POLL (GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL | __GFP_NOWARN)

unsigned int utf8check_queue_default __ro_after_init = 64 * 1024;
unsigned int utf8check_queue_max __ro_after_init = 1024 * 1024;

struct utf8check_session *utf8check_session_new(bool readable, bool writable)
{
	const bool filter = readable && writable;
	const struct utf8check_config config = {
		.flags = filter ? 0 : UTF8CHECK_NO_OUTPUT,
	};
	struct utf8check_session *s;

	s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);
	if (!s)
		return NULL;
	mutex_init(&s->turn.mutex);
	mutex_init(&s->lock.mutex);
	init_waitqueue_head(&s->readers);
	init_waitqueue_head(&s->writers);
	s->filter = filter;
	s->writable = writable;
	s->queue_size = utf8check_queue_default;
	u8c_stream_init(&s->stream, utf8check_impl, &config);
	utf8check_count(sessions, 1);
	return s;
}

void utf8check_session_free(struct utf8check_session *s)
{
	utf8check_queue_free(&s->queue);
	kvfree(s->stage);
	kvfree(s->work);
	kvfree(s->list);
	kfree(s);
}

static bool is_prepared(const struct utf8check_session *s)
{
	return s->stage && (!s->filter || s->queue.data);
}

/* The memory that the first write needs. */
static int prepare(struct utf8check_session *s, gfp_t gfp)
{
	int err;

	if (!s->stage)
		s->stage = kvmalloc(UTF8CHECK_STAGE_SIZE, gfp);
	if (!s->stage)
		return -ENOMEM;
	if (s->filter && !s->queue.data) {
		err = utf8check_queue_alloc(&s->queue, s->queue_size, gfp);
		if (err)
			return err;
	}
	s->starved = false;
	return 0;
}

int utf8check_session_prepare(struct utf8check_session *s, bool nowait)
{
	if (!nowait)
		return prepare(s, GFP_KERNEL_ACCOUNT);
	if (!prepare(s, GFP_IN_NOWAIT))
		return 0;
	return s->starved ? -ENOMEM : -EAGAIN;
}

void utf8check_session_prepare_in_poll(struct utf8check_session *s)
{
	if (!mutex_trylock(&s->lock.mutex))
		return;
	if (!is_prepared(s))
		s->starved = current->flags & PF_KTHREAD ||
			     prepare(s, GFP_IN_POLL);
	utf8check_session_unlock(s);
}
