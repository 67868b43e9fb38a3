// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Pools: many buffers of one size, so that no predictor learns them by heart,
 * and together small enough for the first level cache (but for 64 KiB).
 *
 * A buffer begins at a sequence in a random place of the text, holds whole
 * sequences, and is filled up with spaces to its size.
 */
#include <string.h>
#include "bench.h"

const size_t sizes[] = { SIZE_NAMES, 8, 16, 32, 64, 128, 256, 1024, 4096,
			 SIZE_MAX_BYTES };
const size_t size_count = sizeof(sizes) / sizeof(sizes[0]);

const char *size_name(size_t size)
{
	static char name[32];

	if (size == SIZE_NAMES)
		return "1-64 B";
	if (size >= 4096)
		snprintf(name, sizeof(name), "%zu KiB", size / 1024);
	else
		snprintf(name, sizeof(name), "%zu B", size);
	return name;
}

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static bool is_continuation(uint8_t b)
{
	return (b & 0xc0) == 0x80;
}

/* Copies whole sequences.  Return: how many bytes of @n they fill. */
static size_t copy_whole(uint8_t *to, const struct text *t, size_t at, size_t n)
{
	while (at && is_continuation(t->bytes[at]))
		at--;
	memcpy(to, t->bytes + at, n);
	while (n && is_continuation(t->bytes[at + n]))
		n--;
	return n;
}

void pool_fill(struct pool *pool, const struct text *t, size_t size)
{
	size_t total = size > POOL_BYTES ? size : POOL_BYTES, at = 0;
	uint32_t random = size;

	pool->count = 0;
	pool->bytes = 0;
	while (at + (size ? size : 64) <= total &&
	       pool->count < POOL_BYTES / 8) {
		size_t n = size ? size : 1 + next(&random) % 64;
		size_t from = next(&random) % (SIZE_MAX_BYTES - n + 1);
		size_t whole = copy_whole(pool->data + at, t, from, n);

		if (size)
			memset(pool->data + at + whole, ' ', n - whole);
		else
			n = whole;
		pool->start[pool->count] = at;
		pool->length[pool->count++] = n;
		pool->bytes += n;
		at += n;
	}
}

void pool_damage(struct pool *pool)
{
	size_t i;

	for (i = 0; i < pool->count; i++)
		if (pool->length[i])
			pool->data[pool->start[i] + pool->length[i] - 1] = 0xff;
}
