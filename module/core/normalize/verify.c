// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text and its form, side by side, to the first difference.
 *
 * The form of a run is known at the end of the run; until then the text waits in a queue.  The
 * queue holds little more than the run: each code point of the text gives at least one of the
 * form, and few of these compose to one.  Only NFKC_Casefold leaves code points out.  The
 * first of these differs from the form in any case, so no more are taken after it than the
 * queue has room for.
 */
#include "normalize/verify.h"

void u8c_verifier_init(struct u8c_verifier *v, enum utf8check_form form,
		       bool stream_safe)
{
	u8c_incremental_init(&v->normalizer, form, stream_safe);
	v->offset = 0;
	v->length = 0;
	v->differs = false;
	v->sealed = false;
	v->skips = false;
	v->stuck = false;
	v->after = 0;
	memset(v->waiting, 0, sizeof(v->waiting));
	v->first = 0;
	v->end = 0;
}

static void differ(struct u8c_verifier *v)
{
	v->differs = true;
	v->length = v->queue[v->first] >> 24;
}

static void pop(struct u8c_verifier *v)
{
	unsigned int length = v->queue[v->first++] >> 24;

	v->offset += length;
	v->waiting[length - 1]--;
}

static void compare_ready(struct u8c_verifier *v)
{
	u64 cp;

	while (!v->differs && u8c_incremental_next(&v->normalizer, &cp)) {
		if (v->first < v->end &&
		    (v->queue[v->first] & 0xffffff) == cp)
			pop(v);
		else
			differ(v);
	}
	/* The next code point is the one that no form holds. */
	if (!v->differs && v->sealed && v->first + 1 + v->after == v->end)
		differ(v);
}

static void enqueue(struct u8c_verifier *v, u32 cp, unsigned int length)
{
	u32 points[U8C_MAPPING_MAX];

	if (v->first == v->end) {
		v->first = 0;
		v->end = 0;
	} else if (v->end == U8C_QUEUE_MAX && v->first) {
		memmove(v->queue, v->queue + v->first,
			(v->end - v->first) * sizeof(v->queue[0]));
		v->end -= v->first;
		v->first = 0;
	}
	if (v->end == U8C_QUEUE_MAX)	/* never */
		return;
	v->queue[v->end++] = cp | length << 24;
	v->waiting[length - 1]++;
	if (v->sealed)
		v->after++;
	else
		v->sealed = !u8c_decompose(v->normalizer.form, cp, points);
}

/* Compares all code points put in with all of their form. */
static void settle(struct u8c_verifier *v)
{
	v->skips = false;
	u8c_incremental_finish(&v->normalizer);
	compare_ready(v);
	if (!v->differs && v->first < v->end)
		differ(v);
}

bool u8c_verifier_push(struct u8c_verifier *v, u64 cp, unsigned int length)
{
	if (v->differs)
		return true;
	if (cp > 0x10ffff) {
		u8c_verifier_pass(v, length);
		return true;
	}
	v->skips &= !u8c_has_boundary_before(v->normalizer.form, cp);
	if (v->skips) {
		v->offset += length;
		return true;
	}
	if (!u8c_incremental_push(&v->normalizer, cp))
		return false;
	enqueue(v, cp, length);
	compare_ready(v);
	if (!v->differs && v->after == U8C_VERIFIER_MAX)
		settle(v);
	return true;
}

bool u8c_verifier_take_back(struct u8c_verifier *v)
{
	if (v->first + 1 >= v->end)
		return false;
	v->end--;
	v->waiting[(v->queue[v->end] >> 24) - 1]--;
	return true;
}

void u8c_verifier_skip(struct u8c_verifier *v)
{
	unsigned int at = v->first + 1, end = v->end;

	u8c_verifier_init(v, v->normalizer.form, v->normalizer.stream_safe);
	v->skips = true;
	/* Code points are put back into the queue that is read: reading is one ahead. */
	while (at < end && !v->differs) {
		u32 next = v->queue[at++];

		u8c_verifier_push(v, next & 0xffffff, next >> 24);
	}
	for (; at < end; at++) {
		v->queue[v->end++] = v->queue[at];
		v->waiting[(v->queue[at] >> 24) - 1]++;
	}
}

void u8c_verifier_pass(struct u8c_verifier *v, size_t n)
{
	if (!v->differs)
		settle(v);
	if (!v->differs)
		v->offset += n;
}
