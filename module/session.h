/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A session: what one open of /dev/utf8check holds.
 *
 * Two turns and a lock.  Who puts text in has the turn to write, and who takes output
 * has the turn to read: a turn lasts as long as a page fault in the caller's memory,
 * and only calls of its own kind wait for it.  The lock covers one step of the core,
 * or a change of some members.  No copy from or to a user, no allocation and no wait
 * happens under it, so every call takes it without a way to give up.
 */
#ifndef UTF8CHECK_SESSION_H
#define UTF8CHECK_SESSION_H

#include <linux/errno.h>
#include <linux/lockdep_types.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "core/stream/stream.h"
#include "pace.h"
#include "queue.h"

struct iov_iter;
struct utf8check_config;
struct utf8check_payers;
struct utf8check_report;

#define UTF8CHECK_QUEUE_MIN 4096u

/* Module parameters: bytes of a queue that asks for none, and of the largest. */
extern unsigned int utf8check_queue_default;
extern unsigned int utf8check_queue_max;

/**
 * enum utf8check_turn - bits of @turns of a session; one call at a time has each
 *
 * @UTF8CHECK_WRITING: a write or FINISH; poll, while it allocates memory.
 * @UTF8CHECK_READING: a read.
 * @UTF8CHECK_TURNS: how many.
 */
enum utf8check_turn {
	UTF8CHECK_WRITING,
	UTF8CHECK_READING,
	UTF8CHECK_TURNS
};

/**
 * struct utf8check_session - one open file
 *
 * Made by open, freed by release; every other call runs between the two.
 *
 * @turns: enum utf8check_turn; taken and ended by atomic operations.  No mutex: who waits
 *	for one spins as long as its holder runs, and a write can run for hours, while no
 *	signal ends that; and its end must be an event for poll.
 * @turn_maps: tell lockdep what a mutex would tell it.
 * @missed: bits as @turns: somebody who does not wait for that turn must be told of its
 *	end: a poll, a call that failed with EAGAIN, or who waits as the holder did before.
 * @ends: wait for the end of a turn, one for each.
 * @waiting: wait for room in @queue, to write; for output or the end, to read.  A call
 *	waits exclusively: each event wakes one, which hands on what it leaves.
 * @lock: serializes all that reads or changes the members below it but @stage.  Who
 *	waits for it waits for one step of the core: some tens of microseconds, or the
 *	time that 16 KiB of fast text take.
 * @filter: also open for reading: output is kept.  Never changes.
 * @writable: open for writing.  Never changes.
 * @payers: are charged for its memory; NULL for nobody.  Never changes.
 * @stage: where the caller's bytes are judged; belongs to the turn to write.
 * @brief: the payers had no room for @stage, so it is there for the length of a call;
 *	changed in the turn to write.
 * @starved: poll could not allocate what a write needs, and no write has tried since;
 *	changed in the turn to write.
 * @finishing: FINISH was called: no byte follows.
 * @finished: FINISH has ended: all is judged and queued.
 * @rejected: @stream is rejected.  A copy for calls that do not hold @lock.
 * @told: the caller of a call has learnt that the stream is rejected.
 * @epoch: how often the session was reset or configured; a call that sees it change has lost its
 *	stream.  64 bits: a user can reset 2^32 times while a call of his stands in a
 *	page fault.
 * @queue_size: bytes that @queue gets from the first write; 0 where none were asked for.
 * @stream: the core's stream.
 * @queue: output waiting; its ring comes with the first write, or poll for one, and
 *	SET_CONFIG changes it.
 * @work: what a normalization form takes; allocated by SET_CONFIG, else NULL.
 * @list: records of errors, where they are asked for; allocated as @work.
 */
struct utf8check_session {
	unsigned long turns;
	struct lockdep_map turn_maps[UTF8CHECK_TURNS];
	unsigned long missed;
	wait_queue_head_t ends[UTF8CHECK_TURNS];
	wait_queue_head_t waiting[UTF8CHECK_TURNS];
	struct mutex lock;
	bool filter;
	bool writable;
	struct utf8check_payers *payers;
	u8 *stage;
	bool brief;
	bool starved;
	bool finishing;
	bool finished;
	bool rejected;
	bool told;
	u64 epoch;
	u32 queue_size;
	struct u8c_stream stream;
	struct utf8check_queue queue;
	struct u8c_verifier *work;
	struct utf8check_error *list;
};

/* Where the next call's first byte stands in the stream. */
static inline u64 utf8check_session_position(const struct utf8check_session *s)
{
	return s->stream.bytes_in + s->stream.carried;
}

/* Return: the session, or ERR_PTR(-ENOMEM). */
struct utf8check_session *utf8check_session_new(bool readable, bool writable);
void utf8check_session_free(struct utf8check_session *s);

/*
 * Allocates memory and charges it to the payers.  Return: NULL without memory, or where one
 * of them would have more than utf8check_user_hard.
 */
void *utf8check_session_alloc(struct utf8check_session *s, size_t n, gfp_t gfp);
void utf8check_session_dealloc(struct utf8check_session *s, void *p, size_t n);

/*
 * Makes a ring of @size bytes, 0 for the default, with a reference; of UTF8CHECK_QUEUE_MIN
 * bytes where one of the payers would have more than utf8check_user_soft.  Return: NULL
 * without memory, and where more was asked for and one would have more than
 * utf8check_user_hard.
 */
struct utf8check_ring *utf8check_session_new_ring(struct utf8check_session *s, u32 size,
						  gfp_t gfp);
void utf8check_session_put_ring(struct utf8check_session *s, struct utf8check_ring *ring);

/*
 * Gets the memory that a write needs, by a call that has the turn to write.  Return: 0;
 * -ENOMEM; with @nowait also -EAGAIN: then a poll gets it.
 */
int utf8check_session_prepare(struct utf8check_session *s, bool nowait);

/* Frees the stage at the end of the turn to write, where it is brief. */
void utf8check_session_drop_stage(struct utf8check_session *s);

/* Is the memory there that a write needs? */
bool utf8check_session_is_prepared(const struct utf8check_session *s);

/*
 * Gets the memory that a write needs, for a poll that waits for room and has the turn to
 * write.  A kernel thread that polls for another process does not allocate, because that
 * process would not be charged for the memory.
 */
void utf8check_session_prepare_in_poll(struct utf8check_session *s);

/**
 * struct utf8check_call - how a read, a write or FINISH goes on
 *
 * @pace: how it goes on part by part.
 * @block: may wait for its turn, for room and for output.
 * @unheard: who called it may keep its error from the caller of the kernel.
 * @epoch: of the stream that it began with.
 */
struct utf8check_call {
	struct utf8check_pace pace;
	bool block;
	bool unheard;
	u64 epoch;
};

/*
 * Begins a call.  @block: O_NONBLOCK is not set.  @nowait: it must not wait for
 * anything (IOCB_NOWAIT); then it also ends after a millisecond.
 */
struct utf8check_call utf8check_session_call(struct utf8check_session *s, bool block,
					     bool nowait);

/**
 * utf8check_session_write() - judge bytes, and queue the output
 * @s: the session
 * @from: the bytes
 * @call: how it goes on
 *
 * Others may run after each part of the work (pace.h).  The caller's memory is read
 * without the lock.
 *
 * Return: how many bytes were taken; -EILSEQ when the first of them is bad or
 * the session was rejected before; -EAGAIN when there is no room, or another call
 * has the turn, and it may not wait, or when it would have to wait for memory, which
 * utf8check_session_poll() gets; -ENOBUFS when the first of them is an error whose
 * record has no room; -EPIPE after FINISH; -EFAULT; -ENOMEM; -ERESTARTSYS;
 * -ECANCELED when the session was reset or configured meanwhile.
 */
ssize_t utf8check_session_write(struct utf8check_session *s, struct iov_iter *from,
				const struct utf8check_call *call);

/**
 * utf8check_session_wait_for_room() - wait until a write could take bytes
 * @s: the session
 * @call: the call that will write
 *
 * It takes no event from others, as the call can have to wait for its pipe then.
 *
 * Return: 0; -ERESTARTSYS; -EAGAIN when it may not wait.
 */
int utf8check_session_wait_for_room(struct utf8check_session *s,
				    const struct utf8check_call *call);

/**
 * utf8check_session_read() - take output
 * @s: the session
 * @to: where to
 * @call: how it goes on
 *
 * Return: how many bytes; 0 at the end; -EILSEQ when the session was rejected
 * and all before the error has been read; -EAGAIN; -EFAULT; -ERESTARTSYS;
 * -ECANCELED when the session was reset or configured meanwhile.
 */
ssize_t utf8check_session_read(struct utf8check_session *s, struct iov_iter *to,
			       const struct utf8check_call *call);

/*
 * Waits until there is output, or the end, and takes none of it: a read must follow, as
 * nobody else was woken.  Return: 0; -EAGAIN when it may not wait; -ERESTARTSYS.
 */
int utf8check_session_wait_for_output(struct utf8check_session *s,
				      const struct utf8check_call *call);

/**
 * utf8check_session_finish() - no byte follows
 * @s: the session
 * @call: how it goes on
 *
 * Return: 0; -EILSEQ when the session is rejected, also by this; -EAGAIN;
 * -ENOMEM; -ENOBUFS as a write; -ERESTARTSYS; -ECANCELED.
 */
int utf8check_session_finish(struct utf8check_session *s,
			     const struct utf8check_call *call);

/* Ends calls under way with ECANCELED, under the lock. */
void utf8check_session_cancel(struct utf8check_session *s);

/* Back to the first byte.  Waits for no turn; calls under way end with ECANCELED. */
void utf8check_session_reset(struct utf8check_session *s);

/**
 * utf8check_session_configure() - set what the session does
 * @s: the session
 * @c: the configuration, its size already checked
 *
 * Return: 0; -EINVAL; -EBUSY after the first byte; -ENOMEM.
 */
int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *c);
void utf8check_session_config(struct utf8check_session *s, struct utf8check_config *c);

/* Bytes of output that wait to be read, at most utf8check_queue_max. */
static inline u32 utf8check_session_queued(const struct utf8check_session *s)
{
	return READ_ONCE(s->queue.used);
}

/* The report without the records. */
void utf8check_session_peek(struct utf8check_session *s, struct utf8check_report *r);

/*
 * Sets *@epoch to that of the stream in the report.  Return: 0; -ENOMEM; -EFAULT where the
 * records could not be given to the caller: they are gone then.
 */
int utf8check_session_report(struct utf8check_session *s, struct utf8check_report *r,
			     u64 *epoch);

/* The caller has a report of a rejection of the stream of @epoch. */
void utf8check_session_told(struct utf8check_session *s, u64 epoch);

/**
 * utf8check_session_poll() - the events of poll(2) that hold now
 * @s: the session
 * @asked: the events that the caller waits for
 *
 * There is no room while another call has the turn to write, and no output while
 * one has the turn to read: the end of a turn is an event.
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
