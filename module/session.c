// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sessions.
 *
 * A write holds its I/O lock, copies the caller's bytes in (copy_in.c leaves some where they
 * are), in parts that stay in the first level cache, and then judges them under the lock.  The
 * core writes the output of a filter straight into the queue.  Bytes that the core did not
 * take go back to the caller's iterator, so a write that ends early has taken exactly as many
 * bytes as it returns.  After an error of the text none go back: the write returns how many
 * come before the error, and the session takes no more.
 *
 * A read holds its I/O lock, looks under the lock what the queue has, copies that to the
 * caller without the lock, and removes it from the queue under the lock.
 */
#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/uio.h>

#include "utf8check_private.h"

#define READ_PIECE 65536u	/* bytes of output that are copied at once */
#define IN (EPOLLIN | EPOLLRDNORM)
#define OUT (EPOLLOUT | EPOLLWRNORM)

/* Wakes one call that waits for room or output, and the polls for it. */
static void wake_one(struct utf8check_session *s, enum utf8check_io_lock io)
{
	if (wq_has_sleeper(&s->waiting[io]))
		wake_up_interruptible_poll(&s->waiting[io],
					   io == UTF8CHECK_WRITING ? OUT : IN);
}

/* The text is over, or lost to its calls: none of them waits any more. */
static void wake_all(struct utf8check_session *s)
{
	wake_up_interruptible_all(&s->waiting[UTF8CHECK_READING]);
	wake_up_interruptible_all(&s->waiting[UTF8CHECK_WRITING]);
}

static bool has_room(const struct utf8check_session *s)
{
	return !s->filter || READ_ONCE(s->queue.room) >= U8C_PIECE_MAX;
}

/* Is no more text taken?  Then a read that has taken all output is at the end. */
static bool is_over(const struct utf8check_session *s)
{
	return READ_ONCE(s->finished) || READ_ONCE(s->rejected);
}

/* Is there room to write or output to read, or is the text over? */
static bool is_ready(const struct utf8check_session *s, enum utf8check_io_lock io)
{
	if (is_over(s))
		return true;
	return io == UTF8CHECK_WRITING ? has_room(s) :
	       READ_ONCE(s->queue.used) || !s->writable;
}

static bool try_io_lock(struct utf8check_session *s, enum utf8check_io_lock io)
{
	return !test_and_set_bit_lock(io, &s->io_locks);
}

/* The next release of the I/O lock wakes a call, or the polls, that wait for room or output. */
static void miss_io_lock(struct utf8check_session *s, enum utf8check_io_lock io)
{
	/* A full barrier: the release is seen, or sees this. */
	test_and_set_bit(io, &s->missed);
}

/* Is the I/O lock taken?  Then notes that its release must be an event. */
static bool note_if_taken(struct utf8check_session *s, enum utf8check_io_lock io)
{
	if (!test_bit(io, &s->io_locks))
		return false;
	miss_io_lock(s, io);
	return test_bit(io, &s->io_locks);
}

/* Takes an I/O lock, or waits for it where @block.  Return: 0; -EAGAIN; -ERESTARTSYS. */
static int take_io_lock(struct utf8check_session *s, enum utf8check_io_lock io, bool block)
{
	int err = 0;

	mutex_acquire(&s->io_lock_maps[io], 0, !block, _RET_IP_);
	if (block)
		err = wait_event_interruptible_exclusive(s->released[io], try_io_lock(s, io));
	else
		while (!err && !try_io_lock(s, io))
			err = note_if_taken(s, io) ? -EAGAIN : 0;
	if (err)
		mutex_release(&s->io_lock_maps[io], _RET_IP_);
	return err;
}

static void release_io_lock(struct utf8check_session *s, enum utf8check_io_lock io)
{
	mutex_release(&s->io_lock_maps[io], _RET_IP_);
	clear_bit_unlock(io, &s->io_locks);
	if (wq_has_sleeper(&s->released[io]))
		wake_up_interruptible(&s->released[io]);
	/* Read after a full barrier, that of wq_has_sleeper(). */
	if (!test_bit(io, &s->missed) || !test_and_clear_bit(io, &s->missed))
		return;
	/* While the lock was held poll hid the end, which all must see now. */
	if (is_over(s))
		wake_all(s);
	else if (is_ready(s, io))
		wake_one(s, io);
}

static bool is_lost(const struct utf8check_session *s, const struct utf8check_call *c)
{
	return READ_ONCE(s->epoch) != c->epoch;
}

struct utf8check_call utf8check_session_call(struct utf8check_session *s, bool block,
					     bool nowait)
{
	/* One call to io_uring can make thousands of calls that do nothing. */
	if (nowait)
		cond_resched();
	return (struct utf8check_call){
		.nowait = nowait, .begun = nowait ? ktime_get_ns() : 0,
		.block = block, .epoch = READ_ONCE(s->epoch),
	};
}

static bool may_go_on(const struct utf8check_session *s, const struct utf8check_call *c,
		      enum utf8check_io_lock io)
{
	return is_ready(s, io) || is_lost(s, c);
}

/*
 * Waits for room or output.  An event wakes one call, so the next release must wake another,
 * even if this call gets no I/O lock.
 */
static int wait_to_go_on(struct utf8check_session *s, const struct utf8check_call *c,
			 enum utf8check_io_lock io)
{
	int err;

	if (may_go_on(s, c, io))
		return 0;
	if (!c->block)
		return -EAGAIN;
	err = wait_event_interruptible_exclusive(s->waiting[io], may_go_on(s, c, io));
	if (!err)
		miss_io_lock(s, io);
	return err;
}

/* Waits for the I/O lock, and for room where @full.  Return: 0; -EAGAIN; -ERESTARTSYS. */
static int begin_write(struct utf8check_session *s, const struct utf8check_call *c,
		       bool full)
{
	int err = full ? wait_to_go_on(s, c, UTF8CHECK_WRITING) : 0;

	return err ?: take_io_lock(s, UTF8CHECK_WRITING, c->block);
}

int utf8check_session_wait_for_room(struct utf8check_session *s,
				    const struct utf8check_call *c)
{
	int err;

	if (!c->block)
		return -EAGAIN;
	err = wait_event_interruptible(s->waiting[UTF8CHECK_WRITING],
				       may_go_on(s, c, UTF8CHECK_WRITING));
	return err ?: wait_event_interruptible(s->released[UTF8CHECK_WRITING],
					       !test_bit(UTF8CHECK_WRITING, &s->io_locks));
}

/*
 * Copies what calls read of the stream without the lock, before they are woken: the core does
 * not know of other processors.
 */
static void publish(struct utf8check_session *s)
{
	WRITE_ONCE(s->rejected, s->stream.rejected);
}

/* Where the stream's next output goes: straight into the queue. */
static u8 *output(struct utf8check_session *s)
{
	return s->filter ? s->queue.ring->data + s->queue.tail : NULL;
}

/* Judges *@n bytes, which becomes how many of them were taken.  @n is NULL at the end. */
static enum u8c_result push(struct utf8check_session *s, const u8 *in, size_t *n)
{
	const u64 bytes = s->stream.bytes_in, errors = s->stream.errors;
	const bool rejected = s->rejected;
	size_t made = s->queue.room;
	enum u8c_result result;

	s->stream.patience = UTF8CHECK_PATIENCE;
	if (n)
		result = u8c_stream_push(&s->stream, in, n, output(s), &made);
	else
		result = u8c_stream_finish(&s->stream, output(s), &made);
	publish(s);
	utf8check_notice_stream(UTF8CHECK_BY_SESSION, &s->stream, bytes, errors);
	if (made) {
		utf8check_queue_wrote(&s->queue, made);
		wake_one(s, UTF8CHECK_READING);
	}
	if (s->rejected && !rejected)
		wake_all(s);
	return result;
}

#define SMALL 256

/**
 * struct write_call - a write on its way
 *
 * @call: as utf8check_session_call() made it.
 * @from: the caller's bytes.
 * @next: the bytes to judge next, copied or in place.
 * @left: how many bytes are at @next.
 * @taken: bytes taken.
 * @end: where the bytes that were taken end in the stream.
 * @result: of the last push.
 * @small: where SMALL bytes are copied at a time in a session without a buffer.
 */
struct write_call {
	const struct utf8check_call *call;
	struct iov_iter *from;
	const u8 *next;
	size_t left;
	ssize_t taken;
	u64 end;
	enum u8c_result result;
	u8 *small;
};

/* Notes, under the lock, that this call reports the rejection; a killed call reports nothing. */
static int report_rejection(struct utf8check_session *s, const struct utf8check_call *c)
{
	s->reported |= !c->unheard && !fatal_signal_pending(current);
	return -EILSEQ;
}

/*
 * How many bytes that a write took come before the error that ended it.  That error is at
 * bytes_in, as earlier ones may have been replaced.  @taken bytes were taken before the push
 * that began at @at.
 */
static ssize_t taken_before_error(const struct utf8check_session *s, u64 at,
				  ssize_t taken)
{
	const u64 error = s->stream.bytes_in;

	if (error >= at)
		return taken + (error - at);
	return taken - min_t(u64, taken, at - error);
}

/* Why the session takes no byte any more, or 0. */
static int refusal(const struct utf8check_session *s)
{
	if (s->stream.rejected)
		return -EILSEQ;
	return s->finishing ? -EPIPE : 0;
}

/*
 * Judges @left bytes at @next, under the lock.  Return: 0, also where the queue is full, as
 * @result says; else why the write ends.  After -EILSEQ @taken counts only bytes before the
 * error.
 */
static int judge(struct utf8check_session *s, struct write_call *w)
{
	size_t n = 0;
	int err;
	u64 at;

	mutex_lock(&s->lock);
	at = utf8check_session_position(s);
	err = is_lost(s, w->call) ? -ECANCELED : refusal(s);
	/* Another call met the error while this one waited for room. */
	if (err == -EILSEQ)
		at = max(w->end, s->stream.bytes_in);
	if (!err) {
		n = w->left;
		w->result = push(s, w->next, &n);
		err = w->result == U8C_FULL ? 0 : u8c_result_errno(w->result);
	}
	if (err == -EILSEQ) {
		w->taken = taken_before_error(s, at, w->taken);
		/* Under the lock: after a RESET the note would be of another stream. */
		if (!w->taken)
			report_rejection(s, w->call);
	} else {
		w->taken += n;
		w->end = utf8check_session_position(s);
	}
	mutex_unlock(&s->lock);
	w->next += n;
	w->left -= n;
	return err ?: utf8check_budget_check(w->call);
}

/*
 * Gets bytes to judge, without the lock, as the caller's memory may be slow.  Return: 0;
 * why there are none.
 */
static int get_bytes(struct utf8check_session *s, struct write_call *w)
{
	u8 *const buffer = s->copy_in ?: w->small;

	/* Nothing is left to copy; or judge() will fail, and needs no bytes. */
	if (!iov_iter_count(w->from) || READ_ONCE(s->rejected) || READ_ONCE(s->finishing))
		return 0;
	w->left = s->copy_in ? UTF8CHECK_COPY_IN_SIZE : SMALL;
	w->next = utf8check_copy_in(buffer, w->from, !s->filter, &w->left);
	return w->left ? 0 : -EFAULT;
}

ssize_t utf8check_session_write(struct utf8check_session *s, struct iov_iter *from,
				const struct utf8check_call *call)
{
	u8 small[SMALL];
	struct write_call w = { .call = call, .from = from, .small = small };
	int err;

	if (!iov_iter_count(from))
		return 0;
	do {
		err = begin_write(s, call, w.result == U8C_FULL);
		if (err)
			break;
		do {
			w.result = U8C_DONE;
			err = w.left ? 0 : get_bytes(s, &w);
			err = err ?: judge(s, &w);
		} while (!err && w.result != U8C_FULL &&
			 (w.left || iov_iter_count(from) || w.result == U8C_PAUSED));
		/*
		 * Bytes that were copied and not judged go back: their buffer belongs to the
		 * I/O lock.
		 */
		iov_iter_revert(from, w.left);
		w.left = 0;
		mutex_lock(&s->lock);
		s->undecided = u8c_stream_is_undecided(&s->stream);
		mutex_unlock(&s->lock);
		release_io_lock(s, UTF8CHECK_WRITING);
	} while (!err && w.result == U8C_FULL);
	return w.taken ?: err;
}

int utf8check_session_wait_for_output(struct utf8check_session *s,
				      const struct utf8check_call *c)
{
	return wait_to_go_on(s, c, UTF8CHECK_READING);
}

/* Waits for output or the end, and for the I/O lock. */
static int begin_read(struct utf8check_session *s, const struct utf8check_call *c)
{
	int err;

	for (;;) {
		err = wait_to_go_on(s, c, UTF8CHECK_READING);
		err = err ?: take_io_lock(s, UTF8CHECK_READING, c->block);
		/* The holder of the I/O lock before this call may have taken all output. */
		if (err || may_go_on(s, c, UTF8CHECK_READING))
			return err;
		release_io_lock(s, UTF8CHECK_READING);
	}
}

/*
 * Finds what can be read at once, and sets *@ring and *@from where there is some.  *@left, the
 * bytes that the call still wants, is cut to what there is: later output is for the next call.
 * Return: how many bytes; 0 at the end; -EILSEQ; -ECANCELED.
 */
static ssize_t peek_locked(struct utf8check_session *s, const struct utf8check_call *c,
			   struct utf8check_ring **ring, const u8 **from, size_t *left)
{
	if (is_lost(s, c))
		return -ECANCELED;
	if (s->queue.used) {
		*left = min_t(size_t, *left, s->queue.used);
		*ring = s->queue.ring;
		refcount_inc(&(*ring)->users);
		*from = (*ring)->data + s->queue.head;
		return utf8check_queue_readable(&s->queue);
	}
	return s->stream.rejected ? report_rejection(s, c) : 0;
}

/* Removes the @n copied bytes, and makes the output that had no room. */
static int commit_locked(struct utf8check_session *s, const struct utf8check_call *c,
			 size_t n)
{
	const bool had_room = has_room(s);
	size_t none = 0;

	if (is_lost(s, c))
		return -ECANCELED;
	utf8check_queue_read(&s->queue, n);
	push(s, NULL, &none);
	if (!had_room && has_room(s))
		wake_one(s, UTF8CHECK_WRITING);
	return 0;
}

static ssize_t read_piece(struct utf8check_session *s, struct iov_iter *to, size_t *left,
			  const struct utf8check_call *c)
{
	struct utf8check_ring *ring;
	const u8 *from;
	ssize_t n, copied;
	int err;

	mutex_lock(&s->lock);
	n = peek_locked(s, c, &ring, &from, left);
	mutex_unlock(&s->lock);
	if (n <= 0)
		return n;

	n = min3((size_t)n, *left, (size_t)READ_PIECE);
	copied = copy_to_iter(from, n, to);
	mutex_lock(&s->lock);
	err = commit_locked(s, c, copied);
	mutex_unlock(&s->lock);
	utf8check_session_put_ring(s, ring);
	if (err) {
		iov_iter_revert(to, copied);
		return err;
	}
	*left -= copied;
	return copied ?: -EFAULT;
}

ssize_t utf8check_session_read(struct utf8check_session *s, struct iov_iter *to,
			       const struct utf8check_call *c)
{
	size_t left = iov_iter_count(to);
	ssize_t total = 0, n;

	if (!left)
		return 0;
	n = begin_read(s, c);
	if (n)
		return n;
	do {
		n = read_piece(s, to, &left, c);
		if (n <= 0)
			break;
		total += n;
	} while (left && !utf8check_budget_check(c));
	release_io_lock(s, UTF8CHECK_READING);
	return total ?: n;
}

/* One push of the end, under the lock. */
static int finish_locked(struct utf8check_session *s, const struct utf8check_call *c,
			 enum u8c_result *result)
{
	if (is_lost(s, c))
		return -ECANCELED;
	WRITE_ONCE(s->finishing, true);
	*result = push(s, NULL, NULL);
	if (*result == U8C_FULL || *result == U8C_PAUSED)
		return 0;
	if (*result != U8C_LISTED) {
		WRITE_ONCE(s->finished, true);
		wake_all(s);
	}
	return *result == U8C_REJECTED ? report_rejection(s, c) : u8c_result_errno(*result);
}

int utf8check_session_finish(struct utf8check_session *s, const struct utf8check_call *c)
{
	enum u8c_result result = U8C_DONE;
	int err, pending;

	do {
		err = begin_write(s, c, result == U8C_FULL);
		if (err)
			return err;
		mutex_lock(&s->lock);
		err = finish_locked(s, c, &result);
		mutex_unlock(&s->lock);
		release_io_lock(s, UTF8CHECK_WRITING);
		if (err || result == U8C_DONE)
			return err;
		pending = utf8check_budget_check(c);
	} while (!pending);
	return pending;
}

void utf8check_session_cancel(struct utf8check_session *s)
{
	WRITE_ONCE(s->epoch, s->epoch + 1);
	wake_all(s);
}

void utf8check_session_reset(struct utf8check_session *s)
{
	mutex_lock(&s->lock);
	u8c_stream_reset(&s->stream);
	publish(s);
	if (s->filter)
		utf8check_queue_clear(&s->queue);
	WRITE_ONCE(s->finishing, false);
	WRITE_ONCE(s->finished, false);
	s->reported = false;
	s->undecided = false;
	utf8check_session_cancel(s);
	mutex_unlock(&s->lock);
}

__poll_t utf8check_session_poll(struct utf8check_session *s, __poll_t asked)
{
	const bool finished = READ_ONCE(s->finished);
	const bool rejected = READ_ONCE(s->rejected);
	__poll_t events = 0;
	bool in, out;

	in = asked & IN && !note_if_taken(s, UTF8CHECK_READING);
	out = asked & OUT && !note_if_taken(s, UTF8CHECK_WRITING);
	/*
	 * Where other calls hold all I/O locks that the caller needs, poll does not report the
	 * end of the text either: the caller's read would only fail with EAGAIN.
	 */
	if (asked & (IN | OUT) && !in && !out)
		return 0;
	if (in && (READ_ONCE(s->queue.used) || !s->writable || finished || rejected))
		events |= IN;
	if (rejected)
		events |= EPOLLERR;
	if (finished)
		return events | EPOLLHUP;
	if (s->writable && out && (rejected || has_room(s)))
		events |= OUT;
	return events;
}
