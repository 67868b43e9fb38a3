/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A session: what one open of /dev/utf8check holds.
 */
#ifndef UTF8CHECK_SESSION_H
#define UTF8CHECK_SESSION_H

#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "core/u8c.h"
#include "queue.h"

struct iov_iter;
struct utf8check_config;
struct utf8check_report;

#define UTF8CHECK_QUEUE_MIN 4096u

/* Module parameters: bytes of a queue that asks for none, and of the largest. */
extern unsigned int utf8check_queue_default;
extern unsigned int utf8check_queue_max;

/**
 * struct utf8check_hold - what one call at a time holds
 *
 * @mutex: the hold.
 * @missed: not 0 when a call that must not wait has given up.
 */
struct utf8check_hold {
	struct mutex mutex;
	unsigned int missed;
};

/**
 * struct utf8check_session - one open file
 *
 * Made by open, freed by release; every other call runs between the two.
 *
 * @turn: held by the one call that puts text in, a write or FINISH, so that no
 *	other comes amid its bytes.  Taken before @lock, and let go of while the
 *	call waits for the queue.
 * @lock: serializes all that reads or changes the members below it.  A write holds
 *	it for one stage, so that others get between.  Held over copies from and
 *	to the caller's memory, so only other users of the same open file can wait
 *	for it, and always so that a signal ends the wait: any signal before a
 *	call has begun, a fatal one amid a write.  Never held while waiting for
 *	the queue.
 * @readers: wait for output, or for the end.
 * @writers: wait for room in @queue.
 * @filter: also open for reading: output is kept.  Never changes.
 * @writable: open for writing.  Never changes.
 * @finishing: FINISH was called: no byte follows.
 * @finished: FINISH has ended: all is judged and queued.
 * @rejected: @stream is rejected.  A copy for calls that do not hold @lock.
 * @unfinished: @stream has begun a sequence.  A copy, too.
 * @told: a call has said that the stream is rejected.
 * @starved: poll could not allocate what a write needs.
 * @epoch: how often the session was reset; a waiter that sees it change has
 *	lost its stream.
 * @queue_size: bytes that @queue gets, by configuration.
 * @stream: the core's stream.
 * @queue: output waiting, allocated by the first write, or poll for one.
 * @stage: where the caller's bytes are judged, allocated with @queue.
 * @work: what a normalization form takes; allocated by SET_CONFIG, else NULL.
 * @list: records of errors, where they are asked for; allocated as @work.
 */
struct utf8check_session {
	struct utf8check_hold turn;
	struct utf8check_hold lock;
	wait_queue_head_t readers;
	wait_queue_head_t writers;
	bool filter;
	bool writable;
	bool finishing;
	bool finished;
	bool rejected;
	bool unfinished;
	bool told;
	bool starved;
	unsigned int epoch;
	u32 queue_size;
	struct u8c_stream stream;
	struct utf8check_queue queue;
	u8 *stage;
	struct u8c_verifier *work;
	struct utf8check_error *list;
};

/*
 * All but poll lock a session by these.  Return: 0; -ERESTARTSYS; with @nowait also
 * -EAGAIN, where another call holds it: then there is an event when it lets go.
 */
int utf8check_session_lock(struct utf8check_session *s, bool nowait);
void utf8check_session_unlock(struct utf8check_session *s);

/*
 * Locks it for the next part of the same call, which only a fatal signal ends.
 * Return: as utf8check_session_lock(), but -EINTR for -ERESTARTSYS.
 */
int utf8check_session_lock_again(struct utf8check_session *s, bool nowait);

/* As utf8check_session_lock() and utf8check_session_unlock(), for @turn. */
int utf8check_session_begin(struct utf8check_session *s, bool nowait);
void utf8check_session_end(struct utf8check_session *s);

/* Where the next call's first byte stands in the stream. */
static inline u64 utf8check_session_position(const struct utf8check_session *s)
{
	return s->stream.bytes_in + s->stream.carried;
}

struct utf8check_session *utf8check_session_new(bool readable, bool writable);
void utf8check_session_free(struct utf8check_session *s);

/*
 * Gets the memory that a write needs, with the session locked.  Return: 0; -ENOMEM;
 * with @nowait also -EAGAIN: then a poll gets it.
 */
int utf8check_session_prepare(struct utf8check_session *s, bool nowait);

/*
 * The same for a poll that waits for room.  Where another call holds the lock, it
 * will allocate itself or end soon.  A kernel thread that polls for another process
 * does not allocate, because that process would not be charged for the memory.
 */
void utf8check_session_prepare_in_poll(struct utf8check_session *s);

/**
 * utf8check_session_write() - judge bytes, and queue the output
 * @s: the session
 * @from: the bytes
 * @block: may wait for room in the queue (O_NONBLOCK is not set)
 * @nowait: must not wait for anything (IOCB_NOWAIT)
 *
 * Others may run after each part of the work (pace.h), also with @nowait, when
 * the call ends with the part in which its first millisecond ends.
 *
 * Return: how many bytes were taken; -EILSEQ when the first of them is bad or
 * the session was rejected before; -EAGAIN when there is no room and it may not
 * wait, when another call holds the session, or when it would have to wait for
 * memory, which utf8check_session_poll() gets; -ENOBUFS when the first of them is
 * an error whose record has no room; -EPIPE after FINISH; -EFAULT; -ENOMEM;
 * -EINTR when killed; -ERESTARTSYS; -ECANCELED when the session was reset while
 * the call waited, or between its parts.
 */
ssize_t utf8check_session_write(struct utf8check_session *s,
				struct iov_iter *from, bool block, bool nowait);

/**
 * utf8check_session_read() - take output
 * @s: the session
 * @to: where to
 * @block: may wait for output
 * @nowait: must not wait for anything; paced as a write
 *
 * Return: how many bytes; 0 at the end; -EILSEQ when the session was rejected
 * and all before the error has been read; -EAGAIN; -EFAULT; -ERESTARTSYS;
 * -ECANCELED when the session was reset while the call waited.
 */
ssize_t utf8check_session_read(struct utf8check_session *s,
			       struct iov_iter *to, bool block, bool nowait);

/**
 * utf8check_session_finish() - no byte follows
 * @s: the session
 * @block: may wait for room in the queue
 *
 * Return: 0; -EILSEQ when the session is rejected, also by this; -EAGAIN;
 * -ENOMEM; -ENOBUFS as a write; -ERESTARTSYS; -ECANCELED; -EINTR when killed.
 */
int utf8check_session_finish(struct utf8check_session *s, bool block);

/**
 * utf8check_session_reset() - back to the first byte
 * @s: the session
 *
 * Return: 0 or -ERESTARTSYS.
 */
int utf8check_session_reset(struct utf8check_session *s);

/**
 * utf8check_session_configure() - set what the session does
 * @s: the session
 * @c: the configuration, its size already checked
 *
 * Return: 0; -EINVAL; -EBUSY after the first byte; -ENOMEM; -ERESTARTSYS.
 */
int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *c);
int utf8check_session_config(struct utf8check_session *s,
			     struct utf8check_config *c);
int utf8check_session_report(struct utf8check_session *s,
			     struct utf8check_report *r);

/**
 * utf8check_session_poll() - the events of poll(2) that hold now
 * @s: the session
 * @asked: the events that the caller waits for
 *
 * A write that must not block cannot always allocate its memory.  So a poll for
 * EPOLLOUT allocates it; where it cannot, the next such write fails with -ENOMEM.
 *
 * Context: May sleep for memory; does not wait for the session.
 * Return: the events.
 */
__poll_t utf8check_session_poll(struct utf8check_session *s, __poll_t asked);

/*
 * -EILSEQ when a sequence is unfinished, or the stream is rejected and no call
 * has said so yet: a caller that did not notice a short write learns of it here.
 */
int utf8check_session_verdict(struct utf8check_session *s);

#endif /* UTF8CHECK_SESSION_H */
