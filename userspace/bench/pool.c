// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Pools: slices of a text, as a job wants them.
 *
 * A slice begins at a sequence in a random place of the text, holds whole
 * sequences, goes on from the start where the text ends, and is filled up with
 * spaces to its size.
 */
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "core/u8c.h"

/* A slice becomes at most so many times as long as an input: UTF-32. */
#define GROWTH 4

/* A result is at most so many times as long as its slice: NFKC of U+FDFA is 11 times. */
#define RESULT_GROWTH 12

/*
 * The length of a cache line.  A longer slice begins at a cache line: otherwise
 * malloc() would put it at a random place, which can halve the speed of ASCII.
 * Shorter slices are packed, as names in a folder are, but at even addresses,
 * which UTF-16 may need.
 */
#define LINE 64

static u32 next(u32 *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void cut(const struct text *t, size_t at, u8 *to, size_t n)
{
	size_t done, piece;

	while (at && u8c_is_continuation(t->bytes[at]))
		at--;
	for (done = 0; done < n; done += piece, at = 0) {
		piece = t->length - at < n - done ? t->length - at : n - done;
		memcpy(to + done, t->bytes + at, piece);
	}
	done = u8c_valid_up_to(&u8c_impl_scalar, &u8c_rfc3629, to, n);
	memset(to + done, ' ', n - done);
}

/* Write bytes that are in no well-formed text. */
static void damage(u8 *p, size_t n, u32 one_of, u32 *random)
{
	size_t i;

	for (i = next(random) % one_of; i < n;
	     i += 1 + next(random) % (2 * one_of - 1))
		p[i] = 0xf5 + next(random) % 11;
}

static void end_with_forbidden(u8 *p, size_t n)
{
	static const u8 forbidden[] = { 0xe2, 0x80, 0xae };
	size_t rest = n - sizeof(forbidden), good;

	if (n < sizeof(forbidden))
		return;
	good = u8c_valid_up_to(&u8c_impl_scalar, &u8c_rfc3629, p, rest);
	memset(p + good, ' ', rest - good);
	memcpy(p + rest, forbidden, sizeof(forbidden));
}

static bool is_letter_or_digit(u8 b)
{
	return (u8)((b | 0x20) - 'a') < 26 || (u8)(b - '0') < 10;
}

/* Leave nothing that the default policy refuses. */
static void make_name(u8 *p, size_t n, u8 for_space)
{
	for (; n; n--, p++)
		if (*p < 0x80 && !is_letter_or_digit(*p))
			*p = *p == ' ' ? for_space : '_';
}

static size_t encode_slice(enum utf8check_encoding to_encoding, const u8 *p, size_t n,
			   u8 *to, size_t room)
{
	const struct utf8check_config config = { .to = to_encoding };
	size_t used, made, more;
	struct u8c_stream s;

	u8c_stream_init(&s, u8c_impl_find("scalar"), &config);
	used = n;
	made = room;
	u8c_stream_push(&s, p, &used, to, &made);
	more = room - made;
	u8c_stream_finish(&s, to + made, &more);
	return made + more;
}

static size_t form(enum utf8check_form form, const u8 *p, size_t n, u8 *to,
		   size_t room)
{
	struct u8c_sink s = u8c_sink(to, room);

	u8c_normalize(u8c_impl_find("scalar"), form, u8c_text(p, n), &s, NULL);
	return s.made;
}

/* Changes a slice where it is. */
static void spoil_slice(const struct job_kind *kind, u8 *p, size_t n, u32 *random)
{
	if (kind->input == BAD_END)
		p[n - 1] = 0xff;
	else if (kind->input == BAD_BYTES)
		damage(p, n, kind->one_of, random);
	else if (kind->input == FORBIDDEN_END)
		end_with_forbidden(p, n);
	else if (kind->input == AS_NAME)
		make_name(p, n, '_');
	else if (kind->input == AS_PATH)
		make_name(p, n, '/');
}

/* Makes the input of a job from a slice.  Return: its length. */
static size_t prepare_slice(const struct job_kind *kind, const u8 *p, size_t n, u8 *to,
			    size_t room, u32 *random)
{
	switch (kind->input) {
	case AS_UTF16LE:
		return encode_slice(UTF8CHECK_ENCODING_UTF16LE, p, n, to, room);
	case AS_UTF32LE:
		return encode_slice(UTF8CHECK_ENCODING_UTF32LE, p, n, to, room);
	case AS_NFC:
		return form(UTF8CHECK_FORM_NFC, p, n, to, room);
	case AS_NFD:
		return form(UTF8CHECK_FORM_NFD, p, n, to, room);
	default:
		memcpy(to, p, n);
		spoil_slice(kind, to, n, random);
		return n;
	}
}

static size_t count_of(size_t size)
{
	size_t all = size > LONG_POOL_BYTES ? UNLEARNT_POOL_BYTES :
		     size > POOL_BYTES / 2 ? LONG_POOL_BYTES : POOL_BYTES;
	size_t count = all / size;

	if (count > POOL_COUNT)
		return POOL_COUNT;
	return count ? count : 1;
}

static size_t room_of(size_t size, size_t growth)
{
	return (growth * size + 256 + LINE - 1) / LINE * LINE;
}

bool pool_fill(struct pool *pool, enum job job, const struct text *t,
	       size_t size)
{
	size_t count = count_of(size), step = size > LINE ? LINE : 2, at = 0, i;
	size_t room = room_of(size, GROWTH);
	u32 random = size;

	pool->count = count;
	pool->next = 0;
	pool->bytes = 0;
	pool->room = room_of(size, RESULT_GROWTH);
	pool->data = aligned_alloc(LINE, count * room);
	pool->out = aligned_alloc(LINE, pool->room);
	if (!pool->data || !pool->out)
		return false;
	for (i = 0; i < count; i++) {
		cut(t, next(&random) % t->length, pool->out, size);
		pool->start[i] = at;
		pool->length[i] = prepare_slice(&job_kinds[job], pool->out, size,
						pool->data + at, room, &random);
		pool->bytes += pool->length[i];
		at += (pool->length[i] + step - 1) / step * step;
	}
	return true;
}

void pool_free(struct pool *pool)
{
	free(pool->data);
	free(pool->out);
}
