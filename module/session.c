// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sessions.
 *
 * A write copies the caller's bytes to the stage (stage.c leaves some where they
 * are), in parts that stay in the first level cache.  The core judges each part
 * there, and writes the output of a filter straight into the queue.  Bytes that the
 * core did not take go back to the caller's iterator, so a write that ends early has
 * taken exactly as many bytes as it returns.  Only an error of the text gives none
 * back: the write returns how many come before the error, and the session takes no
 * more.
 */
#include <linux/errno.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/uio.h>

#include "abi.h"
#include "notice.h"
#include "pace.h"
#include "session.h"
#include "stage.h"

#define READ_PIECE 65536u	/* bytes of output that are copied at once */

static bool has_room(const struct utf8check_session *s)
{
	return READ_ONCE(s->queue.room) >= U8C_PIECE_MAX;
}

static bool is_at_end(const struct utf8check_session *s)
{
	return READ_ONCE(s->finished) || READ_ONCE(s->rejected) ||
	       !s->writable;
}

/* Waits, unlocked, until output fits or the session has moved on. */
static int wait_for_room(struct utf8check_session *s, unsigned int epoch,
			 bool block)
{
	if (!block)
		return has_room(s) ? 0 : -EAGAIN;
	return wait_event_interruptible(s->writers, has_room(s) ||
					READ_ONCE(s->finished) ||
					READ_ONCE(s->rejected) ||
					READ_ONCE(s->epoch) != epoch);
}

/*
 * The core knows nothing of other processors.  What calls without the lock ask of
 * the stream is copied here, before they are woken.
 */
static void publish(struct utf8check_session *s)
{
	WRITE_ONCE(s->rejected, s->stream.rejected);
	WRITE_ONCE(s->unfinished, u8c_stream_is_undecided(&s->stream));
}

/* The stream's next output goes straight into the queue. */
static u8 *output(struct utf8check_session *s)
{
	return s->filter ? s->queue.data + s->queue.tail : NULL;
}

static void queued(struct utf8check_session *s, size_t made)
{
	if (!made)
		return;
	utf8check_queue_wrote(&s->queue, made);
	wake_up_interruptible(&s->readers);
}

/* Judges bytes; with a NULL @used, what waits, as no byte follows. */
static enum u8c_status push(struct utf8check_session *s, const u8 *in,
			    size_t n, size_t *used)
{
	struct utf8check_tally before = utf8check_tally(&s->stream);
	size_t made = s->queue.room;
	enum u8c_status status;

	s->stream.patience = UTF8CHECK_PATIENCE;
	if (used) {
		*used = n;
		status = u8c_stream_push(&s->stream, in, used, output(s), &made);
	} else {
		status = u8c_stream_finish(&s->stream, output(s), &made);
	}
	publish(s);
	utf8check_notice_stream(UTF8CHECK_BY_SESSION, &s->stream, before);
	queued(s, made);
	if (status == U8C_REJECTED) {
		wake_up_interruptible(&s->readers);
		wake_up_interruptible(&s->writers);
	}
	return status;
}

/* Why a call must stop; -ENOSPC where it waits for room. */
static int errno_of(enum u8c_status status)
{
	if (status == U8C_LISTED)
		return -ENOBUFS;
	return status == U8C_FULL ? -ENOSPC : 0;
}

/**
 * struct write_call - a write on its way
 *
 * @from: the bytes.
 * @pace: how it goes on.
 * @taken: bytes taken.
 * @end: where they end in the stream.
 * @begun: it has met the stream.
 * @epoch: which that was.
 */
struct write_call {
	struct iov_iter *from;
	struct utf8check_pace pace;
	ssize_t taken;
	u64 end;
	bool begun;
	unsigned int epoch;
};

/*
 * How many of the bytes that a write took come before the error that ended it.
 * @taken bytes were taken before the push that began at @at.
 */
static ssize_t taken_before_error(const struct utf8check_session *s, u64 at,
				  ssize_t taken)
{
	u64 error = s->stream.first.offset;

	if (error >= at)
		return taken + (error - at);
	return taken - min_t(u64, taken, at - error);
}

/*
 * One stage of a write, in the parts that the stream's patience makes.  Return: 0
 * or why the write ends; w->taken grows.
 */
static int write_stage(struct utf8check_session *s, struct write_call *w)
{
	const bool in_place = s->stream.config.flags & UTF8CHECK_NO_OUTPUT;
	size_t n, done = 0, used;
	const u8 *p = utf8check_stage(s->stage, w->from, in_place, &n);
	enum u8c_status status;
	int err;

	if (!n)
		return -EFAULT;
	do {
		u64 at = utf8check_session_position(s);

		status = push(s, p + done, n - done, &used);
		if (status == U8C_REJECTED) {
			w->taken = taken_before_error(s, at, w->taken);
			return -EILSEQ;
		}
		done += used;
		w->taken += used;
		w->end = utf8check_session_position(s);
		err = errno_of(status) ?: utf8check_pace(&w->pace);
	} while (!err && (done < n || status == U8C_PAUSED));
	iov_iter_revert(w->from, n - done);
	return err;
}

/* Why the session takes no byte any more, or 0. */
static int refusal(const struct utf8check_session *s)
{
	if (s->stream.rejected)
		return -EILSEQ;
	return s->finishing ? -EPIPE : 0;
}

/* One stage.  Return: 0, or why the write ended; -ENOSPC when it must wait for room. */
static int write_locked(struct utf8check_session *s, struct write_call *w)
{
	int err = iov_iter_count(w->from) || w->taken ? refusal(s) : 0;

	/* While it was unlocked, another call has met the error. */
	if (err == -EILSEQ)
		w->taken = taken_before_error(s, max(w->end, (u64)s->stream.first.offset),
					      w->taken);
	if (!err)
		err = utf8check_session_prepare(s, w->pace.nowait);
	if (!err && iov_iter_count(w->from))
		err = write_stage(s, w);
	/* Under the lock: after a RESET it would belong to another stream. */
	if (err == -EILSEQ && !w->taken)
		WRITE_ONCE(s->told, true);
	return err;
}

/* As write_locked(); -ECANCELED when the stream that it began with is gone. */
static int write_part(struct utf8check_session *s, struct write_call *w)
{
	int err = w->begun ? utf8check_session_lock_again(s, w->pace.nowait) :
			     utf8check_session_lock(s, w->pace.nowait);

	if (err)
		return err;
	if (!w->begun)
		w->epoch = s->epoch;
	w->begun = true;
	err = s->epoch == w->epoch ? write_locked(s, w) : -ECANCELED;
	utf8check_session_unlock(s);
	return err;
}

/* As far as there is room. */
static int write_parts(struct utf8check_session *s, struct write_call *w)
{
	int err = utf8check_session_begin(s, w->pace.nowait);

	if (err)
		return err;
	do
		err = write_part(s, w);
	while (!err && iov_iter_count(w->from));
	utf8check_session_end(s);
	return err;
}

ssize_t utf8check_session_write(struct utf8check_session *s,
				struct iov_iter *from, bool block, bool nowait)
{
	struct write_call w = { .from = from };
	int err;

	utf8check_pace_begin(&w.pace, nowait);
	do {
		err = write_parts(s, &w);
		if (err != -ENOSPC)
			break;
		/* Where a reader is fast, no wait notices a signal. */
		err = wait_for_room(s, w.epoch, block) ?: utf8check_pace(&w.pace);
	} while (!err);
	return w.taken ?: err;
}

/* Ends early when a call that must not block has done its part. */
static ssize_t read_queue(struct utf8check_session *s, struct iov_iter *to,
			  const struct utf8check_pace *pace)
{
	ssize_t total = 0;

	while (s->queue.used && iov_iter_count(to)) {
		size_t n = min3((size_t)utf8check_queue_readable(&s->queue),
				iov_iter_count(to), (size_t)READ_PIECE);
		size_t copied = copy_to_iter(s->queue.data + s->queue.head, n,
					     to);

		utf8check_queue_read(&s->queue, copied);
		total += copied;
		if (copied < n)
			return total ?: -EFAULT;
		if (utf8check_pace(pace))
			break;
	}
	return total;
}

/* Return: bytes read; 0 at the end; -ENODATA when it must wait. */
static ssize_t read_locked(struct utf8check_session *s, struct iov_iter *to,
			   const struct utf8check_pace *pace)
{
	size_t used;
	ssize_t n;

	if (s->queue.used) {
		n = read_queue(s, to, pace);
		/* What had no room: of a form, of a sequence that is carried. */
		push(s, NULL, 0, &used);
		return n;
	}
	if (s->stream.rejected) {
		WRITE_ONCE(s->told, true);
		return -EILSEQ;
	}
	return is_at_end(s) ? 0 : -ENODATA;
}

/* Waits, unlocked, until there is output or the session has moved on. */
static int wait_for_output(struct utf8check_session *s, unsigned int epoch,
			   bool block)
{
	if (!block)
		return -EAGAIN;
	return wait_event_interruptible(s->readers, READ_ONCE(s->queue.used) ||
					is_at_end(s) ||
					READ_ONCE(s->epoch) != epoch);
}

ssize_t utf8check_session_read(struct utf8check_session *s,
			       struct iov_iter *to, bool block, bool nowait)
{
	struct utf8check_pace pace;
	unsigned int epoch = 0;
	bool waited = false;
	ssize_t n;

	if (!iov_iter_count(to))
		return 0;
	utf8check_pace_begin(&pace, nowait);
	do {
		n = utf8check_session_lock(s, nowait);
		if (n)
			return n;
		if (!waited)
			epoch = s->epoch;
		n = s->epoch == epoch ? read_locked(s, to, &pace) : -ECANCELED;
		utf8check_session_unlock(s);
		if (n != -ENODATA)
			break;
		n = wait_for_output(s, epoch, block);
		waited = true;
	} while (!n);
	if (n > 0)
		wake_up_interruptible(&s->writers);
	return n;
}

/*
 * Return: 0; -EILSEQ; -ENOMEM; -ENOBUFS; -EINTR when killed; -ENOSPC when it must
 * wait for room.
 */
static int finish_locked(struct utf8check_session *s)
{
	/* Even a text of no bytes can have output: a byte order mark. */
	int err = s->filter ? utf8check_session_prepare(s, false) : 0;
	struct utf8check_pace pace;
	enum u8c_status status;

	if (err)
		return err;
	utf8check_pace_begin(&pace, false);
	s->finishing = true;
	do {
		status = push(s, NULL, 0, NULL);
		err = utf8check_pace(&pace);
	} while (status == U8C_PAUSED && !err);
	if (status == U8C_PAUSED)
		return err;
	err = errno_of(status);
	if (err)
		return err;
	WRITE_ONCE(s->finished, true);
	wake_up_interruptible(&s->readers);
	wake_up_interruptible(&s->writers);
	if (status != U8C_REJECTED)
		return 0;
	WRITE_ONCE(s->told, true);
	return -EILSEQ;
}

static int finish_turn(struct utf8check_session *s, bool waited, unsigned int *epoch)
{
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	if (!waited)
		*epoch = s->epoch;
	err = s->epoch == *epoch ? finish_locked(s) : -ECANCELED;
	utf8check_session_unlock(s);
	return err;
}

int utf8check_session_finish(struct utf8check_session *s, bool block)
{
	unsigned int epoch = 0;
	bool waited = false;
	int err;

	do {
		err = utf8check_session_begin(s, false);
		if (err)
			return err;
		err = finish_turn(s, waited, &epoch);
		utf8check_session_end(s);
		if (err != -ENOSPC)
			return err;
		err = wait_for_room(s, epoch, block);
		waited = true;
	} while (!err);
	return err;
}

int utf8check_session_reset(struct utf8check_session *s)
{
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	u8c_stream_reset(&s->stream);
	publish(s);
	if (s->queue.data)
		utf8check_queue_clear(&s->queue);
	s->finishing = false;
	WRITE_ONCE(s->finished, false);
	WRITE_ONCE(s->told, false);
	WRITE_ONCE(s->epoch, s->epoch + 1);
	utf8check_session_unlock(s);
	wake_up_interruptible(&s->readers);
	wake_up_interruptible(&s->writers);
	return 0;
}

__poll_t utf8check_session_poll(struct utf8check_session *s, __poll_t asked)
{
	bool finished = READ_ONCE(s->finished);
	bool rejected = READ_ONCE(s->rejected);
	__poll_t events = 0;

	if (READ_ONCE(s->queue.used) || is_at_end(s))
		events |= EPOLLIN | EPOLLRDNORM;
	if (rejected)
		events |= EPOLLERR;
	if (finished)
		return events | EPOLLHUP;
	if (!s->writable)
		return events;
	if (!rejected && asked & (EPOLLOUT | EPOLLWRNORM))
		utf8check_session_prepare_in_poll(s);
	/* Without a queue a write can begin: it allocates one, or fails with ENOMEM. */
	if (rejected || !utf8check_queue_is_there(&s->queue) || has_room(s))
		events |= EPOLLOUT | EPOLLWRNORM;
	return events;
}
