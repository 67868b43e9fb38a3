// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text and its form, side by side, to the first difference.
 *
 * The form comes later than the text: it waits for the end of a run.  The text
 * waits for the form in a queue.  The queue holds little more than the run:
 * each code point of the text gives at least one of the form, and few of these
 * compose to one.  Only NFKC_Casefold leaves code points out.  The first of
 * these differs from the form in any case, so no more are taken after it than
 * the queue has room for.
 */
#include "normalize/verify.h"

void u8c_verifier_init(struct u8c_verifier *c, enum utf8check_form form,
		       bool stream_safe)
{
	u8c_incremental_init(&c->normalizer, form, stream_safe);
	c->offset = 0;
	c->length = 0;
	c->differs = false;
	c->sealed = false;
	c->stuck = false;
	c->after = 0;
	memset(c->waiting, 0, sizeof(c->waiting));
	c->first = 0;
	c->end = 0;
}

static void differ(struct u8c_verifier *c)
{
	c->differs = true;
	c->length = c->queue[c->first] >> 24;
}

static void pop(struct u8c_verifier *c)
{
	unsigned int length = c->queue[c->first++] >> 24;

	c->offset += length;
	c->waiting[length - 1]--;
}

static void compare(struct u8c_verifier *c)
{
	u64 cp;

	while (!c->differs && u8c_incremental_next(&c->normalizer, &cp)) {
		if (c->first < c->end &&
		    (c->queue[c->first] & 0xffffff) == cp)
			pop(c);
		else
			differ(c);
	}
	/* The code point that no form holds is next. */
	if (!c->differs && c->sealed && c->first + 1 + c->after == c->end)
		differ(c);
}

static void enqueue(struct u8c_verifier *c, u32 cp, unsigned int length)
{
	u32 points[U8C_MAPPING_MAX];

	if (c->first == c->end) {
		c->first = 0;
		c->end = 0;
	} else if (c->end == U8C_QUEUE_MAX && c->first) {
		memmove(c->queue, c->queue + c->first,
			(c->end - c->first) * sizeof(c->queue[0]));
		c->end -= c->first;
		c->first = 0;
	}
	if (c->end == U8C_QUEUE_MAX)	/* never */
		return;
	c->queue[c->end++] = cp | length << 24;
	c->waiting[length - 1]++;
	if (c->sealed)
		c->after++;
	else
		c->sealed = !u8c_decompose(c->normalizer.form, cp, points);
}

/* All that came is compared with all of its form. */
static void settle(struct u8c_verifier *c)
{
	u8c_incremental_finish(&c->normalizer);
	compare(c);
	if (!c->differs && c->first < c->end)
		differ(c);
}

bool u8c_verifier_push(struct u8c_verifier *c, u64 cp, unsigned int length)
{
	if (c->differs)
		return true;
	if (cp > 0x10ffff) {
		u8c_verifier_pass(c, length);
		return true;
	}
	if (!u8c_incremental_push(&c->normalizer, cp))
		return false;
	enqueue(c, cp, length);
	compare(c);
	if (!c->differs && c->after == U8C_CHECKER_MAX)
		settle(c);
	return true;
}

bool u8c_verifier_take_back(struct u8c_verifier *c)
{
	if (c->first + 1 >= c->end)
		return false;
	c->end--;
	c->waiting[(c->queue[c->end] >> 24) - 1]--;
	return true;
}

void u8c_verifier_skip(struct u8c_verifier *c)
{
	unsigned int at = c->first + 1, end = c->end;

	u8c_verifier_init(c, c->normalizer.form, c->normalizer.stream_safe);
	/* What is put in never passes what is read: that is one ahead. */
	while (at < end && !c->differs) {
		u32 next = c->queue[at++];

		u8c_verifier_push(c, next & 0xffffff, next >> 24);
	}
	for (; at < end; at++) {
		c->queue[c->end++] = c->queue[at];
		c->waiting[(c->queue[at] >> 24) - 1]++;
	}
}

void u8c_verifier_pass(struct u8c_verifier *c, size_t n)
{
	if (!c->differs)
		settle(c);
	if (!c->differs)
		c->offset += n;
}

void u8c_verifier_finish(struct u8c_verifier *c)
{
	if (!c->differs)
		settle(c);
}
