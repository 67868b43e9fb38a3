// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream.
 *
 * Input is taken in runs: the hot loop says how far it is well-formed, and
 * that much is counted and copied at once.  What stands there is either an
 * ill-formed sequence, which is settled by the action, or the start of one
 * that is not decided yet.  Undecided bytes (seven at most) are carried over
 * and the next call adds to them one byte at a time until they are decided:
 * so no answer depends on how the input was split.
 *
 * Output is made in pieces that are given whole or not at all, and the state
 * moves only when a piece was given: so no answer depends on the room either.
 */
#include "stream.h"

static const u8 replacement[] = { 0xef, 0xbf, 0xbd };	/* U+FFFD */

struct output {
	u8 *next;	/* NULL: the stream only checks */
	size_t room;
};

enum u8c_config_answer u8c_config_check(const struct u8c_config *c)
{
	if (c->profile >= U8C_PROFILES || c->to_profile >= U8C_PROFILES ||
	    c->from >= U8C_ENCODINGS || c->to >= U8C_AUTO ||
	    c->action >= U8C_ACTIONS || c->form >= U8C_FORMS ||
	    c->bom >= U8C_BOMS || c->flags & ~U8C_STREAM_FLAGS ||
	    c->forbid >> U8C_REASONS || c->forbid & ((1u << U8C_CONTROL) - 1))
		return U8C_CONFIG_INVALID;
	if (c->profile || c->to_profile || c->from || c->to || c->form ||
	    c->bom || c->forbid || c->flags & U8C_STREAM_SAFE ||
	    c->action == U8C_ESCAPE || c->action == U8C_SHORTEST)
		return U8C_CONFIG_UNSUPPORTED;
	return U8C_CONFIG_OK;
}

void u8c_stream_init(struct u8c_stream *s, const struct u8c_impl *impl,
		     const struct u8c_config *config)
{
	memset(s, 0, sizeof(*s));
	s->impl = impl;
	s->config = *config;
	if (config->flags & U8C_POSITION) {
		s->position.line = 1;
		s->position.column = 1;
	}
}

void u8c_stream_reset(struct u8c_stream *s)
{
	struct u8c_config config = s->config;

	u8c_stream_init(s, s->impl, &config);
}

/* Gives @n bytes, all or none. */
static bool give(struct u8c_stream *s, struct output *o, const u8 *p, size_t n)
{
	if (!o->next)
		return true;
	if (o->room < n)
		return false;
	memcpy(o->next, p, n);
	o->next += n;
	o->room -= n;
	s->bytes_out += n;
	return true;
}

/* Well-formed text of @n bytes. */
static bool settle_run(struct u8c_stream *s, struct output *o, const u8 *p,
		       size_t n)
{
	if (!give(s, o, p, n))
		return false;
	s->bytes_in += n;
	s->code_points += u8c_count(p, n, s->by_length);
	if (s->config.flags & U8C_POSITION)
		u8c_position_advance(&s->position, p, n);
	return true;
}

/* What the action makes of the ill-formed sequence @e. */
static bool give_error(struct u8c_stream *s, struct output *o,
		       const struct u8c_error *e)
{
	switch (s->config.action) {
	case U8C_REPLACE:
		return give(s, o, replacement, sizeof(replacement));
	case U8C_PASS:
		return give(s, o, e->bytes, e->length);
	default:
		return true;
	}
}

static bool settle_error(struct u8c_stream *s, struct output *o,
			 struct u8c_error *e)
{
	if (!give_error(s, o, e))
		return false;
	e->offset = s->bytes_in;
	e->line = s->position.line;
	e->column = s->position.column;
	if (!s->errors)
		s->first = *e;
	s->errors++;
	s->by_reason[e->reason]++;
	if (s->config.action == U8C_REJECT) {
		s->rejected = true;
		return true;
	}
	s->bytes_in += e->length;
	if (s->config.flags & U8C_POSITION)
		s->position.column++;
	return true;
}

/*
 * The sequence at the start of @p.  Return: the bytes settled; 0 when the
 * output is full or the stream is rejected; -1 when it is undecided.
 */
static int settle_one(struct u8c_stream *s, struct output *o, const u8 *p,
		      size_t n, bool final)
{
	struct u8c_error e;
	u32 cp;
	int len = u8c_decode(p, n, final, &cp, &e);

	if (len < 0)
		return -1;
	if (len > 0)
		return settle_run(s, o, p, len) ? len : 0;
	if (!settle_error(s, o, &e) || s->rejected)
		return 0;
	return e.length;
}

static enum u8c_status stopped(const struct u8c_stream *s)
{
	return s->rejected ? U8C_REJECTED : U8C_FULL;
}

/* Settles what is carried, with bytes of the input until it is decided. */
static enum u8c_status push_carry(struct u8c_stream *s, struct output *o,
				  const u8 *in, size_t n, size_t *used)
{
	while (s->carried) {
		int len = settle_one(s, o, s->carry, s->carried, false);

		if (!len)
			return stopped(s);
		if (len > 0) {
			s->carried -= len;
			memmove(s->carry, s->carry + len, s->carried);
		} else if (*used < n) {
			s->carry[s->carried++] = in[(*used)++];
		} else {
			return U8C_DONE;
		}
	}
	return U8C_DONE;
}

/* Settles the input behind what was carried; keeps an undecided rest. */
static enum u8c_status push_input(struct u8c_stream *s, struct output *o,
				  const u8 *in, size_t n, size_t *used)
{
	while (*used < n) {
		const u8 *p = in + *used;
		size_t left = n - *used;
		size_t fits = o->next && o->room < left ? o->room : left;
		size_t run = s->impl->valid_up_to(p, fits);
		int len;

		if (run) {
			settle_run(s, o, p, run);
			*used += run;
			continue;
		}
		len = settle_one(s, o, p, left, false);
		if (!len)
			return stopped(s);
		if (len < 0) {
			memcpy(s->carry, p, left);
			s->carried = left;
			*used = n;
			return U8C_DONE;
		}
		*used += len;
	}
	return U8C_DONE;
}

enum u8c_status u8c_stream_push(struct u8c_stream *s, const u8 *in, size_t n,
				size_t *used, u8 *out, size_t room,
				size_t *made)
{
	struct output o = { .next = out, .room = room };
	enum u8c_status status = U8C_DONE;

	*used = 0;
	if (s->rejected)
		status = U8C_REJECTED;
	if (status == U8C_DONE)
		status = push_carry(s, &o, in, n, used);
	if (status == U8C_DONE)
		status = push_input(s, &o, in, n, used);
	*made = room - o.room;
	return status;
}

enum u8c_status u8c_stream_finish(struct u8c_stream *s, u8 *out, size_t room,
				  size_t *made)
{
	struct output o = { .next = out, .room = room };
	enum u8c_status status = s->rejected ? U8C_REJECTED : U8C_DONE;

	while (status == U8C_DONE && s->carried) {
		int len = settle_one(s, &o, s->carry, s->carried, true);

		if (len) {
			s->carried -= len;
			memmove(s->carry, s->carry + len, s->carried);
		} else {
			status = stopped(s);
		}
	}
	*made = room - o.room;
	return status;
}
