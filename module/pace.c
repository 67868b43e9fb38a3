// SPDX-License-Identifier: GPL-2.0-only
/*
 * How much a call does at once.
 */
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "pace.h"

void utf8check_pace_begin(struct utf8check_pace *p, bool nowait)
{
	p->nowait = nowait;
	p->begun = nowait ? ktime_get_ns() : 0;
	/* One call to io_uring can make thousands of calls without work. */
	if (nowait)
		cond_resched();
}

int utf8check_pace(const struct utf8check_pace *p)
{
	cond_resched();
	if (signal_pending(current))
		return -ERESTARTSYS;
	if (p->nowait && ktime_get_ns() - p->begun >= NSEC_PER_MSEC)
		return -EAGAIN;
	return 0;
}
