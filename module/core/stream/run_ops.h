/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How a stream settles text at once, many bytes of it.  Private to the core.
 */
#ifndef U8C_STREAM_RUN_OPS_H
#define U8C_STREAM_RUN_OPS_H

#include "stream/output.h"

/**
 * struct u8c_progress - how far a call has come
 *
 * @valid: bytes known to be well-formed, of those to be judged next.
 * @allowed: the first of these, known to be before what is forbidden.
 * @ends: what is ill-formed, and not only unfinished, follows these bytes.
 * @steps: of slow work that were done.  A sequence that is settled singly is one step, with
 *	the run before it.
 */
struct u8c_progress {
	size_t valid;
	size_t allowed;
	bool ends;
	size_t steps;
};

/* @n bytes were settled. */
static inline void u8c_progress_past(struct u8c_progress *g, size_t n)
{
	g->valid = g->valid > n ? g->valid - n : 0;
	g->allowed = g->allowed > n ? g->allowed - n : 0;
}

/* Return: how many bytes of @p were settled; 0 when the sequence must be settled singly. */
typedef size_t u8c_run_fn(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
			  size_t n, struct u8c_progress *g);

/**
 * struct u8c_run_ops - how runs of text are settled
 *
 * @run: settles a run.
 * @run_after_error: settles a run right after an error, where more are likely.
 */
struct u8c_run_ops {
	u8c_run_fn *run;
	u8c_run_fn *run_after_error;
};

/*
 * Chooses the stream's @run_ops.  To be called when what it depends on is set: the
 * configuration, the source's encoding, that the text has begun, the memory of a form, the list.
 */
void u8c_choose_run_ops(struct u8c_stream *s);

#endif /* U8C_STREAM_RUN_OPS_H */
