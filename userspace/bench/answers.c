// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does each contender make what our scalar code makes?  Else it is not measured: a
 * wrong answer can be fast.
 */
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "core/u8c.h"
#include "base/say/message.h"

/**
 * struct reply - what a contender makes of the first buffer of a pool
 *
 * @number: what its call returned.
 * @length: how many bytes it made; 0 where the job makes none.
 * @bytes: the bytes.
 */
struct reply {
	size_t number;
	size_t length;
	u8 *bytes;
};

/* Several U+FFFD in one place become one.  Return: the new length. */
static size_t join_replacements(u8 *p, size_t n)
{
	size_t i, made = 0;

	for (i = 0; i < n; i++) {
		p[made++] = p[i];
		if (made >= 6 && !memcmp(p + made - 6, "\xef\xbf\xbd\xef\xbf\xbd", 6))
			made -= 3;
	}
	return made;
}

static struct reply reply_of(enum job job, const struct contender *c,
			     const struct pool *pool)
{
	struct work w = work_of(job, c, pool);
	struct reply r = { .bytes = pool->out };

	w.compared = true;
	r.number = c->run[job](pool->data, pool->length[0], &w);
	if (job_kinds[job].answer >= BYTES && r.number <= pool->room)
		r.length = r.number;
	return r;
}

/* Where our scalar code does not do the job, the right answer is the number of bytes. */
static struct reply right_reply(enum job job, const struct pool *pool)
{
	struct contender ours = { .impl = u8c_impl_find("scalar") };
	struct reply r = { .number = pool->length[0] };

	ours_find(&ours);
	if (ours.run[job])
		r = reply_of(job, &ours, pool);
	r.bytes = malloc(r.length + 1);
	if (r.bytes)
		memcpy(r.bytes, pool->out, r.length);
	return r;
}

/* It is not wrong to put more or fewer U+FFFD in one place than we do. */
static bool is_right(enum job job, const struct contender *c, struct reply *got,
		     struct reply *want)
{
	enum job_answer answer = job_kinds[job].answer;

	if (answer == TRUTH)
		return got->number;
	if ((answer != REPAIRED || c->ours) && got->number != want->number)
		return false;
	if (answer == REPAIRED) {
		got->length = join_replacements(got->bytes, got->length);
		want->length = join_replacements(want->bytes, want->length);
	}
	return got->length == want->length &&
	       !memcmp(got->bytes, want->bytes, got->length);
}

static bool answers(enum job job, const struct contender *c,
		    const struct pool *pool, struct reply *want)
{
	struct reply got;

	/* Clear what another contender made. */
	memset(pool->out, 0, want->length);
	got = reply_of(job, c, pool);
	if (is_right(job, c, &got, want))
		return true;
	if (got.number != want->number)
		cli_complain("%s: %s: answers %zu, not %zu; left out", c->name,
			     job_name(job), got.number, want->number);
	else
		cli_complain("%s: %s: makes other bytes; left out", c->name,
			     job_name(job));
	return false;
}

ssize_t answers_compare(enum job job, const struct pool *pool,
			const struct contender **who)
{
	struct reply want = right_reply(job, pool);
	ssize_t count = 0;
	unsigned int i;

	if (!want.bytes)
		return -1;
	for (i = 0; i < contender_count; i++)
		if (contenders[i].run[job] &&
		    answers(job, &contenders[i], pool, &want))
			who[count++] = &contenders[i];
	free(want.bytes);
	return count;
}
