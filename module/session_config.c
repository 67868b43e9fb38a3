// SPDX-License-Identifier: GPL-2.0-only
/*
 * A session's configuration, report and verdict.
 */
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "abi.h"
#include "impl.h"
#include "session.h"

static bool is_fresh(const struct utf8check_session *s)
{
	return !utf8check_session_position(s) && !s->stream.errors && !s->finishing;
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
 * struct memory - what a configuration takes
 *
 * @work: for a form, or NULL.
 * @list: for the records of errors, or NULL.
 */
struct memory {
	struct u8c_verifier *work;
	struct utf8check_error *list;
};

static int get_memory(struct memory *m, const struct utf8check_config *c)
{
	if (u8c_config_needs_work(c)) {
		m->work = kvmalloc(sizeof(*m->work), GFP_KERNEL_ACCOUNT);
		if (!m->work)
			return -ENOMEM;
	}
	if (c->records) {
		m->list = kvmalloc_array(c->records, sizeof(*m->list),
					 GFP_KERNEL_ACCOUNT);
		if (!m->list)
			return -ENOMEM;
	}
	return 0;
}

/* The session gets the memory, and @m what the session had before. */
static int configure_locked(struct utf8check_session *s,
			    const struct utf8check_config *c, struct memory *m)
{
	if (!is_fresh(s))
		return -EBUSY;
	u8c_stream_init(&s->stream, utf8check_impl, c);
	swap(s->work, m->work);
	swap(s->list, m->list);
	if (s->work)
		u8c_stream_lend(&s->stream, s->work);
	if (s->list)
		u8c_stream_lend_list(&s->stream, s->list, c->records);
	s->queue_size = c->queue ?: utf8check_queue_default;
	utf8check_queue_free(&s->queue);
	s->starved = false;
	return 0;
}

int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *asked)
{
	struct utf8check_config c = *asked;
	struct memory m = {};
	int err;

	if (!s->filter)
		c.flags |= UTF8CHECK_NO_OUTPUT;
	err = check_config(&c) ?: get_memory(&m, &c);
	if (!err)
		err = utf8check_session_lock(s, false);
	if (!err) {
		err = configure_locked(s, &c, &m);
		utf8check_session_unlock(s);
	}
	kvfree(m.work);
	kvfree(m.list);
	return err;
}

int utf8check_session_config(struct utf8check_session *s,
			     struct utf8check_config *c)
{
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	*c = s->stream.config;
	c->size = sizeof(*c);
	c->queue = s->queue_size;
	utf8check_session_unlock(s);
	return 0;
}

/* Gives records to the caller and keeps the rest.  Return: 0 or -EFAULT. */
static int take_records(struct utf8check_session *s, u64 list, u32 room)
{
	struct u8c_stream *stream = &s->stream;
	u32 n = min(room, stream->listed);

	if (!n)
		return 0;
	if (copy_to_user(u64_to_user_ptr(list), s->list, n * sizeof(*s->list)))
		return -EFAULT;
	u8c_stream_forget(stream, n);
	return 0;
}

int utf8check_session_report(struct utf8check_session *s,
			     struct utf8check_report *r)
{
	const u64 list = r->list;
	const u32 room = r->room;
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	utf8check_report_from_core(r, &s->stream);
	r->list = list;
	r->room = room;
	if (s->finished)
		r->state |= UTF8CHECK_FINISHED;
	r->queued = s->queue.used;
	err = list ? take_records(s, list, room) : 0;
	if (s->stream.rejected && !err)
		WRITE_ONCE(s->told, true);
	utf8check_session_unlock(s);
	return err;
}

int utf8check_session_verdict(struct utf8check_session *s)
{
	bool bad = READ_ONCE(s->rejected) ? !READ_ONCE(s->told) :
						   READ_ONCE(s->unfinished);

	return bad ? -EILSEQ : 0;
}
