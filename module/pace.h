/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much a call does at once.
 *
 * The time for a text depends on the configuration and on the text: a byte of the
 * slowest text takes a thousand times as long as a byte of ASCII that is only
 * validated.  A kernel without preemption lets no other task run during that time.
 * So the stream pauses after some slow work, however few bytes that was, and the
 * call lets other tasks run before it goes on.
 */
#ifndef UTF8CHECK_PACE_H
#define UTF8CHECK_PACE_H

#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/types.h>


/* Bytes that a call copies from the caller, and judges, at once. */
#define UTF8CHECK_STAGE_SIZE 16384u

/*
 * The patience of a stream (core/stream/stream.h).  So many of the slowest steps
 * take some tens of microseconds, and two milliseconds in an emulator.
 */
#define UTF8CHECK_PATIENCE 256u

/* Bytes of a name or path that are judged at once, for the same reason. */
#define UTF8CHECK_NAME_PATIENCE 256u

/**
 * struct utf8check_pace - a call that goes on part by part
 *
 * @nowait: it must not block (IOCB_NOWAIT), so it also ends soon.
 * @begun: when it began, in nanoseconds; set only with @nowait.
 */
struct utf8check_pace {
	bool nowait;
	u64 begun;
};

/* Begins a call; may let others run. */
void utf8check_pace_begin(struct utf8check_pace *p, bool nowait);

/**
 * utf8check_pace() - between two parts of a call: let others run
 * @p: the call
 *
 * A call that must not block is in the context of a process nevertheless, so it
 * lets others run too.  It ends after some time, not after some number of bytes: a
 * number that suits the slowest text would be a thousandth of what other texts can
 * do in that time, and each call has a cost of its own.
 *
 * A task is stopped, traced, frozen or suspended only when its call has ended, and
 * all of these show as a pending signal.  So whatever is pending ends the call.
 *
 * Context: May sleep.
 * Return: 0; -ERESTARTSYS when a signal, a stop or a freeze is pending, or a timer of
 * processor time has run out; -EAGAIN when a call that must not block has done its
 * millisecond.
 */
int utf8check_pace(const struct utf8check_pace *p);

/**
 * utf8check_pace_killable() - as utf8check_pace(), for a call whose work is bounded
 *
 * Such a call begins anew when it is restarted, so under a timer that is quicker than
 * its work it would never end.  Whatever else is pending waits for its end.
 *
 * Context: May sleep.
 * Return: 0; -EINTR when killed.
 */
static inline int utf8check_pace_killable(void)
{
	cond_resched();
	return fatal_signal_pending(current) ? -EINTR : 0;
}

#endif /* UTF8CHECK_PACE_H */
