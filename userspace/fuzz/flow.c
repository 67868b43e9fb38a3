// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Puts a text through a stream in pieces, and compares with the slow reference.
 *
 * Every piece and every room is memory of exactly its size, so that a sanitizer
 * sees every byte that is read or written outside.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flow.h"

static size_t room_of_call(const struct flow_way *way)
{
	return way->chance ? way->chance(way->room + 1) : way->room;
}

/* The length of the piece that begins at byte @at. */
static size_t piece_at(const struct flow_way *way, size_t at, size_t n)
{
	size_t length;

	if (!way->chance)
		return n - at;
	length = way->chance(way->chance(4) ? 8 : 300);
	return length < n - at ? length : n - at;
}

/* One call: push where there is input, finish where @in is NULL. */
static enum u8c_result call(struct flow *f, const u8 *in, size_t n,
			    size_t *used, size_t room, size_t *made)
{
	u8 *out = f->wanted ? malloc(room) : NULL;
	enum u8c_result status;

	if (!out)
		room = 0;
	*used = in ? n : 0;
	*made = room;
	if (in)
		status = u8c_stream_push(&f->s, in, used, out, made);
	else
		status = u8c_stream_finish(&f->s, out, made);
	if (*made <= room && f->made + *made <= sizeof(f->out)) {
		if (*made)
			memcpy(f->out + f->made, out, *made);
		f->made += *made;
	}
	free(out);
	return status;
}

/* Calls until all of a piece is taken, or until finish is done. */
static const char *put_piece(struct flow *f, const struct flow_way *way,
			     const u8 *in, size_t n, enum u8c_result *status)
{
	size_t room = room_of_call(way);
	size_t used, made;

	for (;;) {
		*status = call(f, in, n, &used, room, &made);
		if (made > room)
			return "more output than room";
		if (f->s.carried > U8C_SEQUENCE_MAX - (*status == U8C_DONE))
			return "too much is carried";
		if (*status == U8C_REJECTED)
			return NULL;
		if (used > n)
			return "more input taken than given";
		in = in ? in + used : NULL;
		n -= used;
		if (*status == U8C_DONE)
			return n ? "done before the end of the input" : NULL;
		if (used || made)
			room = room_of_call(way);
		else if (room++ >= U8C_PIECE_MAX)
			return "full with room for a piece";
	}
}

static const char *put_copy(struct flow *f, const struct flow_way *way,
			    const u8 *in, size_t n, enum u8c_result *status)
{
	u8 *copy = malloc(n + !n);
	const char *broken;

	memcpy(copy, in, n);
	broken = put_piece(f, way, copy, n, status);
	free(copy);
	return broken;
}

/* The CPU is asked once: inside a virtual machine it answers slowly. */
static const struct u8c_impl *preferred(void)
{
	static const struct u8c_impl *found;

	if (!found)
		found = u8c_impl_find(NULL);
	return found;
}

const char *flow_run(struct flow *f, const struct utf8check_config *config,
		     const u8 *p, size_t n, const struct flow_way *way)
{
	enum u8c_result status = U8C_DONE;
	const char *broken = NULL;
	size_t at = 0, piece;

	f->made = 0;
	f->wanted = !way->unwanted && !(config->flags & UTF8CHECK_FLAG_NO_OUTPUT);
	memset(&f->s, 0xa5, sizeof(f->s));
	u8c_stream_init(&f->s, way->impl ? way->impl : preferred(), config);
	if (u8c_config_needs_work(config)) {
		memset(&f->work, 0xa5, sizeof(f->work));
		u8c_stream_lend(&f->s, &f->work);
	}
	while (at < n && status == U8C_DONE && !broken) {
		piece = piece_at(way, at, n);
		broken = put_copy(f, way, p + at, piece, &status);
		at += piece;
		if (!broken && status == U8C_DONE &&
		    f->s.bytes_in + f->s.carried != at)
			broken = "bytes judged and carried";
	}
	if (!broken && status == U8C_DONE)
		broken = put_piece(f, way, NULL, 0, &status);
	if (!broken && (status == U8C_REJECTED) != f->s.rejected)
		broken = "status at the end";
	return broken;
}

/* The whole text at once, into a room that may be too small. */
static const char *try_whole(const struct flow *f, const struct utf8check_config *config,
			     struct u8c_text text, size_t room)
{
	u8 *out = malloc(room + !room);
	struct u8c_sink to = u8c_sink(out, room);
	const char *differs = NULL;
	struct u8c_stream s;

	u8c_stream_init(&s, f->s.impl, config);
	if (u8c_convert(&s, text, &to) == f->s.rejected)
		differs = "status of a conversion";
	else if (to.made != f->made || (f->made <= room && memcmp(out, f->out, f->made)))
		differs = "output of a conversion";
	else if (s.errors != f->s.errors || memcmp(&s.first, &f->s.first, sizeof(s.first)))
		differs = "errors of a conversion";
	free(out);
	return differs;
}

const char *flow_try(struct flow *f, const struct utf8check_config *config,
		     const u8 *p, size_t n, const struct flow_way *way)
{
	static u8 want_out[U8C_REF_OUT(FLOW_MAX)];
	static u64 work[U8C_REF_WORK(FLOW_MAX)];
	const char *differs = flow_run(f, config, p, n, way);
	struct u8c_ref_result want = { .list = NULL };

	if (differs)
		return differs;
	u8c_ref_stream(config, p, n, want_out, &want, work);
	if (way->unwanted)
		want.bytes_out = 0;
	differs = u8c_ref_stream_differs(&f->s, &want);
	if (differs)
		return differs;
	if (f->made != want.bytes_out || memcmp(f->out, want_out, f->made))
		return "output";
	if (way->unwanted || u8c_config_needs_work(config))
		return NULL;
	differs = try_whole(f, config, u8c_text(p, n), f->made);
	if (!differs && f->made)
		differs = try_whole(f, config, u8c_text(p, n), way->room % f->made);
	return differs;
}

void flow_print(const struct utf8check_config *c)
{
	fprintf(stderr, "# %s %s to %s %s, %s, %s, bom %s, flags %x, forbid %llx\n",
		u8c_profile_name(c->profile), u8c_encoding_name(c->from),
		u8c_profile_name(c->to_profile), u8c_encoding_name(c->to),
		u8c_action_name(c->action), u8c_form_name(c->form),
		u8c_bom_name(c->bom), c->flags, (unsigned long long)c->forbid);
}
