// SPDX-License-Identifier: GPL-2.0-only
/*
 * How much a call does at once: its budget of time.
 */
#include <linux/ktime.h>
#include <linux/sched/signal.h>

#include "utf8check_private.h"

/*
 * Has a timer of processor time run out, as that of RLIMIT_CPU?  Where the kernel lets the
 * task look at its timers, that happens at the end of a call, so no signal is pending yet.
 */
static bool is_timer_due(void)
{
#ifdef CONFIG_POSIX_CPU_TIMERS_TASK_WORK
	return READ_ONCE(current->posix_cputimers_work.scheduled);
#else
	return false;
#endif
}

int utf8check_budget_check(const struct utf8check_call *call)
{
	cond_resched();
	/* As the kernel's restart_syscall() does: with no signal the call begins again. */
	if (is_timer_due())
		set_thread_flag(TIF_SIGPENDING);
	if (signal_pending(current))
		return -ERESTARTSYS;
	if (call->nowait && ktime_get_ns() - call->begun >= NSEC_PER_MSEC)
		return -EAGAIN;
	return 0;
}
