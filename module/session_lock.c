// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who holds a session.
 *
 * A call that must not wait gives up where another holds what it needs.  A caller
 * that polls for edges then waits for the next event, so there has to be one: who
 * lets go wakes those who wait.
 */
#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/sched.h>

#include "session.h"

static int give_up(struct utf8check_hold *h)
{
	WRITE_ONCE(h->missed, 1);
	/* Pairs with that of let_go(): it sees missed, or this sees the mutex free. */
	smp_mb();
	return mutex_trylock(&h->mutex) ? 0 : -EAGAIN;
}

static int take(struct utf8check_hold *h, bool nowait)
{
	if (!nowait)
		return mutex_lock_interruptible(&h->mutex) ? -ERESTARTSYS : 0;
	return mutex_trylock(&h->mutex) ? 0 : give_up(h);
}

static void let_go(struct utf8check_session *s, struct utf8check_hold *h)
{
	mutex_unlock(&h->mutex);
	/* Pairs with that of give_up(). */
	smp_mb();
	if (!READ_ONCE(h->missed) || !xchg(&h->missed, 0))
		return;
	wake_up_interruptible(&s->readers);
	wake_up_interruptible(&s->writers);
}

int utf8check_session_lock(struct utf8check_session *s, bool nowait)
{
	return take(&s->lock, nowait);
}

int utf8check_session_lock_again(struct utf8check_session *s, bool nowait)
{
	if (nowait)
		return take(&s->lock, true);
	return mutex_lock_killable(&s->lock.mutex);
}

void utf8check_session_unlock(struct utf8check_session *s)
{
	let_go(s, &s->lock);
}

int utf8check_session_begin(struct utf8check_session *s, bool nowait)
{
	return take(&s->turn, nowait);
}

void utf8check_session_end(struct utf8check_session *s)
{
	let_go(s, &s->turn);
}
