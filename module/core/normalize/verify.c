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

/* No place of the queue. */
#define NOWHERE 0xffff

void u8c_verifier_init(struct u8c_verifier *v, enum utf8check_form form, bool stream_safe)
{
	memset(v, 0, offsetof(struct u8c_verifier, normalizer));
	v->unheld = NOWHERE;
	u8c_incremental_init(&v->normalizer, form, stream_safe);
}

static void compare_ready(struct u8c_verifier *v)
{
	u64 cp;

	while (!v->differs && u8c_incremental_next(&v->normalizer, &cp)) {
		if (v->first < v->end && v->queue[v->first].cp == cp)
			v->first++;
		else
			v->differs = true;
	}
	/* All before the code point that no form holds is the same: that one differs. */
	v->differs |= v->first == v->unheld;
}

static void enqueue(struct u8c_verifier *v, u32 cp, unsigned int length)
{
	u32 points[U8C_MAPPING_MAX];

	if (v->first == v->end) {
		v->first = 0;
		v->end = 0;
	} else if (v->end == U8C_QUEUE_MAX && v->first) {
		memmove(v->queue, v->queue + v->first, (v->end - v->first) * sizeof(v->queue[0]));
		v->end -= v->first;
		if (v->unheld != NOWHERE)
			v->unheld -= v->first;
		v->first = 0;
	}
	if (v->end == U8C_QUEUE_MAX)	/* never */
		return;
	if (v->unheld == NOWHERE && !u8c_decompose(v->normalizer.form, cp, points))
		v->unheld = v->end;
	v->queue[v->end].cp = cp;
	v->queue[v->end++].length = length;
}

void u8c_verifier_cut(struct u8c_verifier *v)
{
	if (v->differs)
		return;
	v->skips = false;
	u8c_incremental_finish(&v->normalizer);
	compare_ready(v);
	v->differs |= v->first < v->end;
}

bool u8c_verifier_push(struct u8c_verifier *v, u64 cp, unsigned int length)
{
	if (cp > 0x10ffff) {
		u8c_verifier_cut(v);
		return true;
	}
	v->skips &= !u8c_has_boundary_before(v->normalizer.form, cp);
	if (v->skips)
		return true;
	if (!u8c_incremental_push(&v->normalizer, cp))
		return false;
	enqueue(v, cp, length);
	compare_ready(v);
	if (v->unheld != NOWHERE && v->end - v->unheld > U8C_VERIFIER_MAX)
		u8c_verifier_cut(v);
	return true;
}

bool u8c_verifier_take_back(struct u8c_verifier *v)
{
	if (v->first + 1 >= v->end)
		return false;
	v->end--;
	return true;
}

void u8c_verifier_skip(struct u8c_verifier *v)
{
	u8c_verifier_init(v, v->normalizer.form, v->normalizer.stream_safe);
	v->skips = true;
}
