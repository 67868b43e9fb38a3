/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the module share, a heading for each of them.  bpf.h and abi.h are apart,
 * as other parts of the tree use them too.
 */
#ifndef UTF8CHECK_PRIVATE_H
#define UTF8CHECK_PRIVATE_H

#include <linux/errno.h>
#include <linux/lockdep_types.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/refcount.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "abi.h"

struct file;
struct iov_iter;
struct pipe_inode_info;
struct utf8check_payers;

/* impl.c: which implementation of the core is used */

/*
 * The implementation in use; set once, before the first caller.  One with vector registers
 * uses them only where its caller may, which not even the kernel knows of a BPF program.
 */
extern const struct u8c_impl *utf8check_impl;

/*
 * Chooses the implementation by its name, or "auto" for the best that this CPU has.
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_impl_choose(const char *name);

/* notice.c: what the module has done since it was loaded */

/**
 * struct utf8check_counters - one processor's share
 *
 * Each processor counts for itself without waiting, because names are judged in any
 * context.  A share may be negative (it wraps at 2^64): only the sum has a meaning, and it
 * is exact only after all calls have ended.
 *
 * @sessions: opens of /dev/utf8check.
 * @bytes: of text judged, up to the first error where that ends a text.
 * @errors: ill-formed sequences, and whatever else the configuration forbids.
 * @names: names and paths judged.
 * @names_refused: those of them that were refused.
 */
struct utf8check_counters {
	u64 sessions;
	u64 bytes;
	u64 errors;
	u64 names;
	u64 names_refused;
};

DECLARE_PER_CPU(struct utf8check_counters, utf8check_counters);

/*
 * Any context.  x86-64 and arm64 have an instruction for this.  On processors without one,
 * interrupts are off meanwhile, and an NMI that counts at that moment can be lost.
 */
#define utf8check_count(what, n) this_cpu_add(utf8check_counters.what, (n))

/* The sums, as files of the device in sysfs. */
extern const struct attribute_group utf8check_counters_group;

/*
 * Each caller of the core reports its result here.
 *
 * All work is counted; errors and refused names also make a trace event (trace.h).  A text
 * makes one event, for its first error.  No event is made inside another one of the same
 * context (task, softirq, interrupt, NMI).  Without a tracer a bad text costs one test more
 * than a good one.
 *
 * Context of all calls: any, NMI too, as long as RCU is watching.  RCU does not watch in the
 * entry code and deep in the idle loop, where no text is judged.
 */

/**
 * enum utf8check_by - the origin of a judgement
 *
 * @UTF8CHECK_BY_SESSION: what was written to a session of /dev/utf8check.
 * @UTF8CHECK_BY_IOCTL: an ioctl that brought the bytes.
 * @UTF8CHECK_BY_API: other kernel code, by <linux/utf8check.h>.
 * @UTF8CHECK_BY_BPF: a BPF program.
 */
enum utf8check_by {
	UTF8CHECK_BY_SESSION,
	UTF8CHECK_BY_IOCTL,
	UTF8CHECK_BY_API,
	UTF8CHECK_BY_BPF
};

/* For bad texts and names only; the inline calls below call these. */
void utf8check_notice_errors(enum utf8check_by by, const struct u8c_stream *s, u64 before);
void utf8check_notice_ill_formed(enum utf8check_by by, u8 profile,
				 const struct utf8check_error *e);
void utf8check_notice_refusal(enum utf8check_by by, const struct u8c_name_query *q);

/* A stream has judged for @by.  @bytes and @errors: its bytes_in and its errors before that. */
static inline void utf8check_notice_stream(enum utf8check_by by, const struct u8c_stream *s,
					   u64 bytes, u64 errors)
{
	utf8check_count(bytes, s->bytes_in - bytes);
	if (unlikely(s->errors != errors))
		utf8check_notice_errors(by, s, errors);
}

/*
 * A whole text of @len bytes was judged.  @result: -EILSEQ for a text with the error @e,
 * -EINVAL when it was not judged.
 */
static inline void utf8check_notice_text(enum utf8check_by by, u8 profile, size_t len,
					 int result, const struct utf8check_error *e)
{
	if (unlikely(result == -EILSEQ))
		utf8check_notice_ill_formed(by, profile, e);
	else if (likely(result != -EINVAL))
		utf8check_count(bytes, len);
}

/* A name or path was judged.  @q has no bytes where they were too many to be looked at. */
static inline void utf8check_notice_name(enum utf8check_by by, const struct u8c_name_query *q)
{
	utf8check_count(names, 1);
	if (unlikely(!q->v->ok))
		utf8check_notice_refusal(by, q);
}

/*
 * budget.c: how much a call does at once
 *
 * The time for a text depends on the configuration and on the text: a byte of the slowest text
 * takes a thousand times as long as a byte of ASCII that is only validated.  A kernel without
 * preemption lets no other task run during that time.  So the stream pauses after some slow
 * work, however few bytes that was, and the call lets other tasks run.
 */

/* Bytes that a call copies from the caller, and judges, at once. */
#define UTF8CHECK_COPY_IN_SIZE 16384u

/*
 * The patience of a stream (core/stream/stream.h).  The slowest steps, this many, take some
 * tens of microseconds, and two milliseconds in an emulator.
 */
#define UTF8CHECK_PATIENCE 256u

/**
 * struct utf8check_call - a call that is done part by part: a read, a write, FINISH, CHECK
 *
 * @nowait: it must not block (IOCB_NOWAIT), so it also ends soon.
 * @begun: when it began, in nanoseconds; set only with @nowait.
 * @block: may wait for its I/O lock, for room and for output.
 * @unheard: its error may not reach userspace.
 * @epoch: of the stream that it began with.
 */
struct utf8check_call {
	bool nowait;
	u64 begun;
	bool block;
	bool unheard;
	u64 epoch;
};

/**
 * utf8check_budget_check() - between two parts of a call: let others run
 * @call: the call; all zero for one that may block and has no session
 *
 * A call that must not block is in the context of a process nevertheless, so it lets others
 * run too.  It ends after some time, not after some number of bytes: a number that suits the
 * slowest text would be a thousandth of what other texts can do in that time, and each call
 * has a cost of its own.
 *
 * A task is stopped, traced, frozen or suspended only when its call has ended, and all of
 * these show as a pending signal.  So whatever is pending ends the call.
 *
 * Context: May sleep.
 * Return: 0; -ERESTARTSYS when a signal, a stop or a freeze is pending, or a timer of processor
 * time has run out; -EAGAIN when a call that must not block has done its millisecond.
 */
int utf8check_budget_check(const struct utf8check_call *call);

/*
 * queue.c: output that waits to be read
 *
 * A ring of bytes that always has its free room in one piece, so that the core can write
 * into it.
 */

/**
 * struct utf8check_ring - the memory of a queue
 *
 * A reader copies out of it without the session's lock, and SET_CONFIG can give the queue
 * another one meanwhile: each holds a reference.
 *
 * @users: references.
 * @size: bytes of @data, at least UTF8CHECK_QUEUE_MIN.
 * @data: the bytes.
 */
struct utf8check_ring {
	refcount_t users;
	u32 size;
	u8 *data;
};

/**
 * struct utf8check_queue - a bounded queue of bytes
 *
 * All calls are serialized by the session's lock.  @used and @room may also be read without
 * it, for poll.
 *
 * @ring: the memory, with a reference; NULL until a filter is configured.
 * @head: offset of the first byte to read.
 * @tail: offset of the first free byte.
 * @end: where the bytes before the end of the ring end, while @wrapped.
 * @used: bytes waiting.
 * @room: bytes that fit at @tail.
 * @wrapped: after @end the bytes continue at offset 0.
 */
struct utf8check_queue {
	struct utf8check_ring *ring;
	u32 head;
	u32 tail;
	u32 end;
	u32 used;
	u32 room;
	bool wrapped;
};

/* Empties the queue; its ring may be another one than before. */
void utf8check_queue_clear(struct utf8check_queue *q);

/* @n bytes, at most @q->room, were written at @q->tail. */
void utf8check_queue_wrote(struct utf8check_queue *q, u32 n);

/* Bytes that can be read at @q->head, 0 when the queue is empty. */
u32 utf8check_queue_readable(const struct utf8check_queue *q);

/* @n bytes, at most utf8check_queue_readable(), were read. */
void utf8check_queue_read(struct utf8check_queue *q, u32 n);

/*
 * account.c: the accounts of users, which bound what the sessions of one can take
 *
 * As pipes do, a session charges its memory to the user who opened it.  The owner of a user
 * namespace can be many users in it, so the owners of that namespace and of each one above it
 * are charged too; where root is the owner, the namespace is.  A process with CAP_SYS_RESOURCE
 * in the initial namespace is not charged.
 */

/*
 * Module parameters: bytes of all sessions of a user; 0 for no limit.  Beyond the soft one a
 * new queue has UTF8CHECK_QUEUE_MIN bytes.  Beyond the hard one a session works with such a
 * queue and copies little at once, and gets nothing else.
 */
extern unsigned long utf8check_user_soft;
extern unsigned long utf8check_user_hard;

/*
 * The users and namespaces to charge for what the current task opens.  Context: May sleep.
 * Return: the payers; NULL where there are none; ERR_PTR(-ENOMEM).
 */
struct utf8check_payers *utf8check_payers_new(void);

/* All that the session has allocated must have been freed. */
void utf8check_payers_free(struct utf8check_payers *payers);

/* copy_in.c: the caller's bytes, where the core can judge them */

/**
 * utf8check_copy_in() - the next bytes of a write
 * @buffer: room for *@n bytes, at most UTF8CHECK_COPY_IN_SIZE
 * @from: the write's bytes; moved on past those that are returned
 * @in_place: they may be judged where they are, though others may write there meanwhile
 * @n: set to how many there are, in place at most UTF8CHECK_COPY_IN_SIZE; 0 when the caller's
 *	memory cannot be read
 *
 * Return: the bytes, which stay there until the call of the caller returns.
 */
const u8 *utf8check_copy_in(u8 *buffer, struct iov_iter *from, bool in_place, size_t *n);

/*
 * session*.c: what one open of /dev/utf8check holds
 *
 * Two I/O locks and a lock.  A call that takes text in holds the I/O lock for writing, one
 * that gives output that for reading, also during a page fault in the caller's memory: only
 * calls of the same kind wait.  The lock covers one step of the core, or a change of some
 * members.  No copy from or to a user, no allocation and no wait happens under it, so every
 * call takes it without a way to give up.
 */

#define UTF8CHECK_QUEUE_MIN 4096u

/* Module parameters: bytes of a queue that asks for none, and of the largest. */
extern unsigned int utf8check_queue_default;
extern unsigned int utf8check_queue_max;

/**
 * enum utf8check_io_lock - bits of @io_locks of a session; one call at a time holds each
 *
 * @UTF8CHECK_WRITING: a write or FINISH.
 * @UTF8CHECK_READING: a read.
 * @UTF8CHECK_IO_LOCKS: how many.
 */
enum utf8check_io_lock {
	UTF8CHECK_WRITING,
	UTF8CHECK_READING,
	UTF8CHECK_IO_LOCKS
};

/**
 * struct utf8check_session - one open file
 *
 * Made by open, freed by release; every other call runs between the two.
 *
 *	state      begins with               @finishing @finished @rejected  write   empty read
 *	fresh      open, RESET, SET_CONFIG       0          0         0      takes   waits
 *	running    the first byte                0          0         0      takes   waits
 *	finishing  FINISH, no room for output    1          0         0      EPIPE   waits
 *	finished   FINISH                        1          1         0      EPIPE   0
 *	rejected   an error, action reject      any        any        1      EILSEQ  EILSEQ
 *
 * These three change under @lock.  SET_CONFIG works on a fresh session only, RESET on any.
 * @undecided matters only in a running session, @reported only in a rejected one.
 *
 * @io_locks: enum utf8check_io_lock; taken and released by atomic operations.  No mutex: a
 *	task that waits for a mutex spins, whatever signal it gets, as long as the holder runs,
 *	and a write can run for hours; and the release must be an event for poll.
 * @io_lock_maps: for lockdep, as a mutex has one.
 * @missed: bits as @io_locks: the release of that lock must wake those in @waiting: a poll, a
 *	call that failed with EAGAIN and polls now, or another call.
 * @released: wait for the release of an I/O lock, one for each.
 * @waiting: wait for room in @queue, to write; for output or the end, to read.  A call waits
 *	exclusively: each event wakes one call, whose release of the I/O lock wakes the next.
 * @lock: serializes all that reads or changes the members below it but @copy_in.  The wait for
 *	it is one step of the core: some tens of microseconds, or the time that 16 KiB of fast
 *	text take.
 * @payers: the users and namespaces charged for its memory, or NULL.  Never changes.
 * @copy_in: where the caller's bytes are judged; belongs to the I/O lock for writing.  NULL
 *	where it is not open for writing, and where the payers or the kernel had no memory.
 * @epoch: how often the session was reset or configured; a call that sees it change has lost
 *	its stream.  64 bits: a user can reset 2^32 times during one page fault of a call.
 * @filter: also open for reading: output is kept.  Never changes.
 * @writable: open for writing.  Never changes.
 * @finishing: FINISH was called: no byte follows.
 * @finished: FINISH has ended: all is judged and queued.
 * @rejected: @stream is rejected.  A copy for calls that do not hold @lock.
 * @reported: a call has returned, or its report has said, that the stream is rejected.
 * @undecided: a sequence was unfinished when the last write ended; not set between parts of a
 *	write.
 * @stream: the core's stream.  SET_CONFIG allocates the memory that it was lent.
 * @queue: output waiting; a filter has a ring, which SET_CONFIG changes.
 * @end_work: where the stream's work is copied to ask how the text would end; allocated as that,
 *	where a text that differs from its form is rejected.
 */
struct utf8check_session {
	unsigned long io_locks;
	struct lockdep_map io_lock_maps[UTF8CHECK_IO_LOCKS];
	unsigned long missed;
	wait_queue_head_t released[UTF8CHECK_IO_LOCKS];
	wait_queue_head_t waiting[UTF8CHECK_IO_LOCKS];
	struct mutex lock;
	struct utf8check_payers *payers;
	u8 *copy_in;
	u64 epoch;
	bool filter;
	bool writable;
	bool finishing;
	bool finished;
	bool rejected;
	bool reported;
	bool undecided;
	struct u8c_stream stream;
	struct utf8check_queue queue;
	struct u8c_verifier *end_work;
};

/* It is allocated as one KiB, where no lock has members for debugging. */
static_assert(sizeof(struct utf8check_session) -
	      sizeof_field(struct utf8check_session, io_lock_maps) -
	      sizeof(struct mutex) - 2 * UTF8CHECK_IO_LOCKS * sizeof(wait_queue_head_t) <=
	      1024 - 32 - 2 * UTF8CHECK_IO_LOCKS * 24);

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
void *utf8check_session_alloc(struct utf8check_session *s, size_t n);
void utf8check_session_dealloc(struct utf8check_session *s, void *p, size_t n);

/*
 * Makes a ring of @size bytes, 0 for the default, with a reference; of UTF8CHECK_QUEUE_MIN
 * bytes where one of the payers would have more than utf8check_user_soft.  Return: NULL without
 * memory, and where more was asked for and one would have more than utf8check_user_hard.
 */
struct utf8check_ring *utf8check_session_new_ring(struct utf8check_session *s, u32 size);
void utf8check_session_put_ring(struct utf8check_session *s, struct utf8check_ring *ring);

/*
 * Begins a call; may let others run.  @block: O_NONBLOCK is not set.  @nowait: it must not wait
 * for anything (IOCB_NOWAIT); then it also ends after a millisecond.
 *
 * What follows returns -ECANCELED to a call when the session was reset or configured
 * meanwhile, -ERESTARTSYS, and -EAGAIN where it may not wait.
 */
struct utf8check_call utf8check_session_call(struct utf8check_session *s, bool block,
					     bool nowait);

/**
 * utf8check_session_write() - judge bytes, and queue the output
 * @s: the session
 * @from: the bytes
 * @call: as utf8check_session_call() made it
 *
 * Others may run after each part of the work (budget.c).  The caller's memory is read without
 * the lock.
 *
 * Return: how many bytes were taken; -EILSEQ when the first of them is bad or the session
 * was rejected before; -ENOBUFS when the first of them is an error whose record has no room;
 * -EPIPE after FINISH; -EFAULT.
 */
ssize_t utf8check_session_write(struct utf8check_session *s, struct iov_iter *from,
				const struct utf8check_call *call);

/*
 * Waits until a write could take bytes.  It takes no other call's event, as it may have to
 * wait for its pipe next.
 */
int utf8check_session_wait_for_room(struct utf8check_session *s,
				    const struct utf8check_call *call);

/*
 * Takes output.  Return: how many bytes; 0 at the end; -EILSEQ when the session was rejected
 * and all before the error has been read; -EFAULT.
 */
ssize_t utf8check_session_read(struct utf8check_session *s, struct iov_iter *to,
			       const struct utf8check_call *call);

/*
 * Waits until there is output, or the end, and takes none of it: a read must follow, as no
 * other call was woken.
 */
int utf8check_session_wait_for_output(struct utf8check_session *s,
				      const struct utf8check_call *call);

/*
 * Says that no byte follows.  Return: 0; -EILSEQ when the session is rejected, also by this;
 * -ENOBUFS as a write.
 */
int utf8check_session_finish(struct utf8check_session *s, const struct utf8check_call *call);

/* Ends calls under way with ECANCELED, under the lock. */
void utf8check_session_cancel(struct utf8check_session *s);

/* Back to the first byte.  Waits for no I/O lock; calls under way end with ECANCELED. */
void utf8check_session_reset(struct utf8check_session *s);

/*
 * Sets what the session does, by a struct whose size is checked.  Return: 0; -EINVAL; -EBUSY
 * after the first byte; -ENOMEM.
 */
int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *c);
void utf8check_session_config(struct utf8check_session *s, struct utf8check_config *c);

/*
 * Fills the report, and gives the caller as many records as @r->list has room for.  Sets
 * *@epoch to that of the stream in the report.  Return: 0; with a list also -ENOMEM, and
 * -EFAULT where the records could not be given: they are gone then.
 */
int utf8check_session_report(struct utf8check_session *s, struct utf8check_report *r,
			     u64 *epoch);

/* The caller has received a report that the stream of @epoch is rejected. */
void utf8check_session_reported(struct utf8check_session *s, u64 epoch);

/**
 * utf8check_session_poll() - the events of poll(2) that hold now
 * @s: the session
 * @asked: the events that the caller waits for
 *
 * There is no room while another call writes, and no output while one reads: the release of
 * an I/O lock is an event.
 *
 * Return: the events.
 */
__poll_t utf8check_session_poll(struct utf8check_session *s, __poll_t asked);

/*
 * -EILSEQ when a sequence is unfinished, FINISH would reject the stream, or the stream is
 * rejected and no call has reported that yet: a caller that ignored a short write learns of it
 * here.
 */
int utf8check_session_verdict(struct utf8check_session *s);

/* splice.c: splice(2) and sendfile(2), from a pipe to a session and back */

/*
 * Judges bytes of a pipe.  While it waits for room, the pipe is unlocked.  It does not wait
 * with SPLICE_F_NONBLOCK, which O_NONBLOCK of the pipe sets too, or with O_NONBLOCK of @out.
 * Return: as utf8check_session_write(); also -EAGAIN where the pipe is empty, 0 where it has
 * no writer.
 */
ssize_t utf8check_splice_write(struct pipe_inode_info *pipe, struct file *out,
			       loff_t *ppos, size_t len, unsigned int flags);

/*
 * Puts output into a pipe, which the caller has locked.  It gives what there is, and
 * waits only where there is nothing.  Return: as utf8check_session_read().
 */
ssize_t utf8check_splice_read(struct file *in, loff_t *ppos, struct pipe_inode_info *pipe,
			      size_t len, unsigned int flags);

/* chardev.c and ioctl.c: /dev/utf8check */

int utf8check_chardev_init(void);
void utf8check_chardev_exit(void);

long utf8check_ioctl(struct file *file, unsigned int cmd, unsigned long arg);

#endif /* UTF8CHECK_PRIVATE_H */
