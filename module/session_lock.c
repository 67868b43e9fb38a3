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

static int take(struct utf8check_session *s, struct mutex *m, bool nowait)
{
	if (!nowait)
		return mutex_lock_interruptible(m) ? -ERESTARTSYS : 0;
	if (mutex_trylock(m))
		return 0;
	WRITE_ONCE(s->missed, true);
	/* Pairs with that of let_go(): it sees missed, or this sees @m free. */
	smp_mb();
	return mutex_trylock(m) ? 0 : -EAGAIN;
}

static void let_go(struct utf8check_session *s, struct mutex *m)
{
	mutex_unlock(m);
	/* Pairs with that of take(). */
	smp_mb();
	if (!READ_ONCE(s->missed) || !xchg(&s->missed, false))
		return;
	wake_up_interruptible(&s->readers);
	wake_up_interruptible(&s->writers);
}

int utf8check_session_lock(struct utf8check_session *s, bool nowait)
{
	return take(s, &s->lock, nowait);
}

void utf8check_session_unlock(struct utf8check_session *s)
{
	let_go(s, &s->lock);
}

int utf8check_session_begin(struct utf8check_session *s, bool nowait)
{
	return take(s, &s->turn, nowait);
}

void utf8check_session_end(struct utf8check_session *s)
{
	let_go(s, &s->turn);
}
