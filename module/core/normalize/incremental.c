// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The incremental normalizer (UAX #15, Unicode section 3.11).
 *
 * What is held is a starter and the run of nonstarters behind it, decomposed.
 * When the next starter comes the run is put in canonical order (D109) and
 * composed (D117); all that remains is ready, unless the two starters compose
 * in turn, which takes that nothing stands between them.
 *
 * A short run is sorted by insertion, a long one by counting: both keep the
 * order of equal classes, and no text makes this slower than linear.
 */
#include "normalize/incremental.h"
#include "normalize/quick_check.h"
#include "normalize/reorder_run.h"

#define CODE_POINT 0x1fffffu
#define LAST 0x10ffffu
#define JOINER 0x34fu		/* COMBINING GRAPHEME JOINER */
#define SAFE_MAX 30u
#define IOTA_SUBSCRIPT 0x345u
#define IOTA 0x3b9u
/* Up to here insertion is as fast as counting. */
#define SHORT_RUN 32

static void open_run(struct u8c_incremental *n)
{
	n->run = 0;
	n->last_class = 0;
	n->ordered = true;
}

void u8c_incremental_init(struct u8c_incremental *n, enum utf8check_form form,
			 bool stream_safe)
{
	n->form = form;
	n->stream_safe = stream_safe;
	n->has_wide = false;
	n->safe_count = 0;
	n->head = 0;
	n->ready = 0;
	n->end = 0;
	open_run(n);
}

static void sort_by_counting(struct u8c_incremental *n, u32 *p,
			     unsigned int count)
{
	unsigned int i, sum = 0;

	memset(n->place, 0, sizeof(n->place));
	for (i = 0; i < count; i++)
		n->place[p[i] >> 24]++;
	for (i = 0; i < 256; i++) {
		sum += n->place[i];
		n->place[i] = sum - n->place[i];
	}
	for (i = 0; i < count; i++)
		n->sorted[n->place[p[i] >> 24]++] = p[i];
	memcpy(p, n->sorted, count * sizeof(*p));
}

/* Puts the open run in order and composes it. */
static void close_run(struct u8c_incremental *n)
{
	u32 *p = n->held + n->ready;
	bool starter = n->ready < n->end && !(*p >> 24);
	unsigned int count = n->end - n->ready - starter;

	if (!n->ordered && count > SHORT_RUN)
		sort_by_counting(n, p + starter, count);
	else if (!n->ordered)
		u8c_run_sort(p + starter, count);
	n->ordered = true;
	if (starter && count && u8c_composes(n->form))
		n->end = n->ready + u8c_run_compose(p, count);
}

static void append_starter(struct u8c_incremental *n, u32 cp)
{
	u32 composite = 0;

	close_run(n);
	if (n->end == n->ready + 1 && !(n->held[n->ready] >> 24) &&
	    u8c_composes(n->form))
		composite = u8c_compose(n->held[n->ready], cp);
	if (composite) {
		n->held[n->ready] = composite;
	} else {
		n->ready = n->end;
		n->held[n->end++] = cp;
	}
	open_run(n);
}

static void append(struct u8c_incremental *n, u32 point)
{
	u8 class = point >> 24;

	if (!class) {
		append_starter(n, point);
		return;
	}
	n->held[n->end++] = point;
	n->ordered &= n->last_class <= class;
	n->last_class = class;
	n->run++;
}

/* UAX15-D4, for one code point.  Return: is a joiner due before it? */
static bool count_safe(u8 *safe, u32 cp)
{
	u32 points[U8C_MAPPING_MAX];
	unsigned int count = u8c_decompose(UTF8CHECK_NFKD, cp, points);
	unsigned int first = 0, last = 0;
	bool joins;

	while (first < count && points[first] >> 24)
		first++;
	while (last < count && points[count - 1 - last] >> 24)
		last++;
	joins = *safe + first > SAFE_MAX;
	if (joins)
		*safe = 0;
	*safe = first == count ? *safe + count : last;
	return joins;
}

/* What is ready was taken: the open part moves to the start. */
static void move_open(struct u8c_incremental *n)
{
	unsigned int count = n->end - n->ready;

	if (!n->ready)
		return;
	memmove(n->held, n->held + n->ready, count * sizeof(n->held[0]));
	n->head = 0;
	n->ready = 0;
	n->end = count;
}

static bool push_wide(struct u8c_incremental *n, u64 cp)
{
	u8c_incremental_finish(n);
	n->wide = cp;
	n->has_wide = true;
	return true;
}

bool u8c_incremental_push(struct u8c_incremental *n, u64 cp)
{
	u32 points[U8C_MAPPING_MAX];
	unsigned int count, first = 0, i;
	u8 safe = n->safe_count;
	bool joins;

	move_open(n);
	if (cp > LAST)
		return push_wide(n, cp);
	count = u8c_decompose(n->form, cp, points);
	while (first < count && points[first] >> 24)
		first++;
	joins = n->stream_safe && count_safe(&safe, cp);
	/* Stream-safe, too: what NFKC_Casefold leaves out parts no run. */
	if (!joins && n->run + first > U8C_RUN_MAX)
		return false;
	n->safe_count = safe;
	if (joins)
		append(n, JOINER);
	for (i = 0; i < count; i++)
		append(n, points[i]);
	return true;
}

void u8c_incremental_finish(struct u8c_incremental *n)
{
	move_open(n);
	close_run(n);
	open_run(n);
	n->ready = n->end;
	n->safe_count = 0;
}

bool u8c_incremental_next(struct u8c_incremental *n, u64 *cp)
{
	if (n->head < n->ready) {
		*cp = n->held[n->head++] & CODE_POINT;
		if (n->form == UTF8CHECK_NFD_CASEFOLD && *cp == IOTA_SUBSCRIPT)
			*cp = IOTA;
		return true;
	}
	if (!n->has_wide)
		return false;
	*cp = n->wide;
	n->has_wide = false;
	return true;
}
