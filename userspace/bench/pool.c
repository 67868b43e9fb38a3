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

/* A slice becomes at most so many times as long: NFD, or U+FFFD for a byte. */
#define GROWTH 4

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

static void damage(u8 *p, size_t n, u32 one_of, u32 *random)
{
	size_t i;

	for (i = next(random) % one_of; i < n;
	     i += 1 + next(random) % (2 * one_of - 1))
		p[i] = 0xff;
}

static size_t widen(const u8 *p, size_t n, u8 *to, size_t room)
{
	static const struct utf8check_config config = { .to = UTF8CHECK_UTF16LE };
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

/* Makes the input of a job from a slice.  Return: its length. */
static size_t prepare(enum job job, const u8 *p, size_t n, u8 *to, size_t room,
		      u32 *random)
{
	switch (job) {
	case UTF16_TO_UTF8:
		return widen(p, n, to, room);
	case IS_NFC:
	case NFC_TO_NFC:
	case NFC_TO_NFD:
		return form(UTF8CHECK_NFC, p, n, to, room);
	case NFD_TO_NFC:
	case NFD_TO_NFD:
		return form(UTF8CHECK_NFD, p, n, to, room);
	default:
		break;
	}
	memcpy(to, p, n);
	if (job == LATE_ERROR)
		to[n - 1] = 0xff;
	if (job >= REPAIR_RARE && job <= REPAIR_MANY)
		damage(to, n, job == REPAIR_RARE ? 10000 :
			      job == REPAIR_SOME ? 100 : 10, random);
	return n;
}

static size_t count_of(size_t size)
{
	size_t all = size > POOL_BYTES / 2 ? LONG_POOL_BYTES : POOL_BYTES;
	size_t count = all / size;

	if (count > POOL_COUNT)
		return POOL_COUNT;
	return count ? count : 1;
}

bool pool_fill(struct pool *pool, enum job job, const struct text *t,
	       size_t size)
{
	size_t count = count_of(size), step = size > LINE ? LINE : 2, at = 0, i;
	u32 random = size;

	pool->count = count;
	pool->bytes = 0;
	pool->room = (GROWTH * size + 256 + LINE - 1) / LINE * LINE;
	pool->data = aligned_alloc(LINE, count * pool->room);
	pool->out = aligned_alloc(LINE, pool->room);
	if (!pool->data || !pool->out)
		return false;
	for (i = 0; i < count; i++) {
		cut(t, next(&random) % t->length, pool->out, size);
		pool->start[i] = at;
		pool->length[i] = prepare(job, pool->out, size, pool->data + at,
					  pool->room, &random);
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
