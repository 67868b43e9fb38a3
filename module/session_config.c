// SPDX-License-Identifier: GPL-2.0-only
/*
 * A session's configuration and report.
 */
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "abi.h"
#include "impl.h"
#include "session.h"

static bool is_fresh(const struct utf8check_session *s)
{
	return !utf8check_session_position(s) && !s->stream.errors && !s->finishing;
}

static int check_config(const struct utf8check_config *c,
			const struct u8c_config *core)
{
	if (c->reserved || c->reserved2)
		return -EINVAL;
	if (c->queue && (c->queue < UTF8CHECK_QUEUE_MIN ||
			 c->queue > utf8check_queue_max))
		return -EINVAL;
	return utf8check_errno_of_config(core);
}

/* The session gets @work, and @work what the session had before. */
static int configure_locked(struct utf8check_session *s, u32 queue,
			    const struct u8c_config *core,
			    struct u8c_verifier **work)
{
	if (!is_fresh(s))
		return -EBUSY;
	u8c_stream_init(&s->stream, utf8check_impl, core);
	swap(s->work, *work);
	if (s->work)
		u8c_stream_lend(&s->stream, s->work);
	s->queue_size = queue ?: utf8check_queue_default;
	utf8check_queue_free(&s->queue);
	s->starved = false;
	return 0;
}

int utf8check_session_configure(struct utf8check_session *s,
				const struct utf8check_config *c)
{
	struct u8c_verifier *work = NULL;
	struct u8c_config core;
	int err;

	utf8check_config_to_core(&core, c);
	if (!s->filter)
		core.flags |= UTF8CHECK_NO_OUTPUT;
	err = check_config(c, &core);
	if (err)
		return err;
	if (u8c_config_needs_work(&core)) {
		work = kvmalloc(sizeof(*work), GFP_KERNEL_ACCOUNT);
		if (!work)
			return -ENOMEM;
	}
	err = utf8check_session_lock(s, false);
	if (!err) {
		err = configure_locked(s, c->queue, &core, &work);
		mutex_unlock(&s->lock);
	}
	kvfree(work);
	return err;
}

int utf8check_session_config(struct utf8check_session *s,
			     struct utf8check_config *c)
{
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	utf8check_config_from_core(c, &s->stream.config);
	c->queue = s->queue_size;
	mutex_unlock(&s->lock);
	return 0;
}

int utf8check_session_report(struct utf8check_session *s,
			     struct utf8check_report *r)
{
	int err = utf8check_session_lock(s, false);

	if (err)
		return err;
	utf8check_report_from_core(r, &s->stream);
	if (s->finished)
		r->state |= UTF8CHECK_FINISHED;
	r->queued = s->queue.used;
	if (s->stream.rejected)
		WRITE_ONCE(s->told, true);
	mutex_unlock(&s->lock);
	return 0;
}
