// SPDX-License-Identifier: GPL-2.0-only
/*
 * A session's configuration, report and verdict.  Open and SET_CONFIG allocate its memory, so
 * no write has to.
 */
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/overflow.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "core/normalize/verify.h"
#include "utf8check_private.h"

static bool is_fresh(const struct utf8check_session *s)
{
	return !utf8check_session_position(s) && !s->stream.errors && !s->finishing;
}

/* What indexes a table stays in it, even if a processor speculates that the check passes. */
static void bound_config(struct utf8check_config *c)
{
	c->profile = array_index_nospec(c->profile, U8C_PROFILES);
	c->to_profile = array_index_nospec(c->to_profile, U8C_PROFILES);
	c->form = array_index_nospec(c->form, U8C_FORMS);
}

static int check_config(const struct utf8check_config *c)
{
	if (c->reserved)
		return -EINVAL;
	if (c->queue && (c->queue < UTF8CHECK_QUEUE_MIN ||
			 c->queue > utf8check_queue_max))
		return -EINVAL;
	return u8c_config_makes_sense(c) ? 0 : -EINVAL;
}

/**
 * struct memory - the memory for a configuration
 *
 * @work: for a form, or NULL.
 * @end_work: for a copy of @work, or NULL.
 * @list: for the records of errors, or NULL.
 * @records: how many @list holds.
 * @ring: for the output of a filter, or NULL.
 */
struct memory {
	struct u8c_verifier *work;
	struct u8c_verifier *end_work;
	struct utf8check_error *list;
	u32 records;
	struct utf8check_ring *ring;
};

static struct memory memory_of(const struct utf8check_session *s)
{
	return (struct memory){
		.work = s->stream.work, .end_work = s->end_work,
		.list = s->stream.list, .records = s->stream.list_room,
		.ring = s->queue.ring,
	};
}

static void put_memory(struct utf8check_session *s, const struct memory *m)
{
	utf8check_session_dealloc(s, m->work, sizeof(*m->work));
	utf8check_session_dealloc(s, m->end_work, sizeof(*m->end_work));
	utf8check_session_dealloc(s, m->list, array_size(m->records, sizeof(*m->list)));
	utf8check_session_put_ring(s, m->ring);
}

static int get_memory(struct utf8check_session *s, struct memory *m,
		      const struct utf8check_config *c)
{
	const bool work = u8c_config_needs_work(c);
	const bool end = c->action == UTF8CHECK_ACTION_REJECT &&
			 c->forbid & 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;

	m->records = c->records;
	if (work)
		m->work = utf8check_session_alloc(s, sizeof(*m->work));
	if (end)
		m->end_work = utf8check_session_alloc(s, sizeof(*m->end_work));
	if (m->records)
		m->list = utf8check_session_alloc(s, array_size(m->records, sizeof(*m->list)));
	if (s->filter)
		m->ring = utf8check_session_new_ring(s, c->queue);
	return (work && !m->work) || (end && !m->end_work) || (m->records && !m->list) ||
	       (s->filter && !m->ring) ? -ENOMEM : 0;
}

/* Swaps the memory of the session and @m.  Return: 0; -EBUSY. */
static int configure_locked(struct utf8check_session *s,
			    const struct utf8check_config *c, struct memory *m)
{
	const struct memory old = memory_of(s);

	if (!is_fresh(s))
		return -EBUSY;
	u8c_stream_init(&s->stream, utf8check_impl, c);
	u8c_stream_lend(&s->stream, m->work, m->list, m->records);
	s->end_work = m->end_work;
	if (m->ring) {
		s->queue.ring = m->ring;
		utf8check_queue_clear(&s->queue);
	}
	*m = old;
	/* A call without a byte so far was made for the old configuration. */
	utf8check_session_cancel(s);
	return 0;
}

int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *asked)
{
	struct utf8check_config c = *asked;
	struct memory m = {};
	int err;

	if (!s->filter)
		c.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	err = check_config(&c);
	if (err)
		return err;
	bound_config(&c);
	err = get_memory(s, &m, &c);
	if (!err) {
		mutex_lock(&s->lock);
		err = configure_locked(s, &c, &m);
		mutex_unlock(&s->lock);
	}
	put_memory(s, &m);
	return err;
}

static void init_io_lock(struct utf8check_session *s, enum utf8check_io_lock io,
			 const char *name)
{
	static struct lock_class_key keys[UTF8CHECK_IO_LOCKS];

	lockdep_init_map(&s->io_lock_maps[io], name, &keys[io], 0);
	init_waitqueue_head(&s->released[io]);
	init_waitqueue_head(&s->waiting[io]);
}

struct utf8check_session *utf8check_session_new(bool readable, bool writable)
{
	const struct utf8check_config config = {};
	struct utf8check_payers *payers = utf8check_payers_new();
	struct utf8check_session *s;
	int err;

	if (IS_ERR(payers))
		return ERR_CAST(payers);
	s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);
	if (!s) {
		utf8check_payers_free(payers);
		return ERR_PTR(-ENOMEM);
	}
	mutex_init(&s->lock);
	init_io_lock(s, UTF8CHECK_WRITING, "utf8check_writing");
	init_io_lock(s, UTF8CHECK_READING, "utf8check_reading");
	s->filter = readable && writable;
	s->writable = writable;
	s->payers = payers;
	/* A write does without it. */
	if (writable)
		s->copy_in = utf8check_session_alloc(s, UTF8CHECK_COPY_IN_SIZE);
	err = utf8check_session_configure(s, &config);
	if (err) {
		utf8check_session_free(s);
		return ERR_PTR(err);
	}
	utf8check_count(sessions, 1);
	return s;
}

void utf8check_session_free(struct utf8check_session *s)
{
	const struct memory m = memory_of(s);

	put_memory(s, &m);
	utf8check_session_dealloc(s, s->copy_in, UTF8CHECK_COPY_IN_SIZE);
	utf8check_payers_free(s->payers);
	kfree(s);
}

void utf8check_session_config(struct utf8check_session *s, struct utf8check_config *c)
{
	mutex_lock(&s->lock);
	*c = s->stream.config;
	c->size = sizeof(*c);
	if (s->filter)
		c->queue = s->queue.ring->size;
	else if (!c->queue)
		c->queue = utf8check_queue_default;
	mutex_unlock(&s->lock);
}

int utf8check_session_report(struct utf8check_session *s, struct utf8check_report *r,
			     u64 *epoch)
{
	const u64 list = r->list;
	const u32 room = r->room;
	struct utf8check_error *records = NULL;
	u32 most, n;
	int err;

	/* No more than the session pays for, as the copy to the caller may take long. */
	mutex_lock(&s->lock);
	most = list ? min(room, s->stream.list_room) : 0;
	mutex_unlock(&s->lock);
	if (most) {
		records = kvmalloc_array(most, sizeof(*records), GFP_KERNEL_ACCOUNT);
		if (!records)
			return -ENOMEM;
	}
	mutex_lock(&s->lock);
	utf8check_report_from_core(r, &s->stream);
	if (s->finished)
		r->state |= UTF8CHECK_STATE_FINISHED;
	r->queued = s->queue.used;
	r->list = list;
	r->room = room;
	*epoch = s->epoch;
	n = min(most, s->stream.listed);
	/* More records wait where SET_CONFIG has made room for them meanwhile. */
	if (list && most < room)
		r->records = n;
	if (n) {
		memcpy(records, s->stream.list, n * sizeof(*records));
		u8c_stream_forget(&s->stream, n);
	}
	mutex_unlock(&s->lock);
	err = n && copy_to_user(u64_to_user_ptr(list), records, n * sizeof(*records)) ?
	      -EFAULT : 0;
	kvfree(records);
	return err;
}

void utf8check_session_reported(struct utf8check_session *s, u64 epoch)
{
	mutex_lock(&s->lock);
	if (s->epoch == epoch && !fatal_signal_pending(current))
		s->reported = true;
	mutex_unlock(&s->lock);
}

/* Would FINISH reject the stream?  A copy is finished, as others may still write. */
static bool ends_badly(const struct utf8check_session *s)
{
	struct u8c_stream end = s->stream;

	end.list = NULL;
	/* No other form rejects a text for how it ends. */
	end.work = s->end_work;
	if (s->end_work)
		*s->end_work = *s->stream.work;
	return u8c_stream_finish(&end, NULL, NULL) == U8C_REJECTED;
}

int utf8check_session_verdict(struct utf8check_session *s)
{
	bool bad;

	mutex_lock(&s->lock);
	if (s->stream.rejected)
		bad = !s->reported;
	else if (u8c_stream_is_undecided(&s->stream))
		bad = s->undecided;
	else
		bad = ends_badly(s);
	mutex_unlock(&s->lock);
	return bad ? -EILSEQ : 0;
}
