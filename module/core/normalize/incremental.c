// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The incremental normalizer (UAX #15, Unicode section 3.11).
 *
 * The normalizer holds a starter and the run of nonstarters after it, decomposed.  When the
 * next starter comes, the run is in canonical order (D109) and all three are composed (D117).
 * If the next starter remains, all before it is ready.
 *
 * A short run is sorted by insertion, a long one by counting: both keep the
 * order of equal classes, and no text makes this slower than linear.
 */
#include "normalize/incremental.h"
#include "normalize/canonical.h"

#define JOINER 0x34fu		/* COMBINING GRAPHEME JOINER */
#define SAFE_MAX 30u
/* Up to here insertion is as fast as counting. */
#define SHORT_RUN 32

void u8c_incremental_init(struct u8c_incremental *n, enum utf8check_form form, bool stream_safe)
{
	memset(n, 0, offsetof(struct u8c_incremental, held));
	n->form = form;
	n->stream_safe = stream_safe;
}

/* Puts the open part in canonical order. */
static void sort_by_counting(struct u8c_incremental *n)
{
	unsigned int count = n->end - n->ready, i, sum = 0;
	u32 *p = n->held + n->ready;

	memset(n->place, 0, sizeof(n->place));
	for (i = 0; i < count; i++)
		n->place[u8c_class_part(p[i])]++;
	for (i = 0; i < 256; i++) {
		sum += n->place[i];
		n->place[i] = sum - n->place[i];
	}
	for (i = 0; i < count; i++)
		n->sorted[n->place[u8c_class_part(p[i])]++] = p[i];
	memcpy(p, n->sorted, count * sizeof(*p));
}

static void close_run(struct u8c_incremental *n)
{
	if (n->run > SHORT_RUN)
		sort_by_counting(n);
	else
		u8c_canonical_sort(n->held + n->ready, n->end - n->ready);
	n->run = 0;
}

static void compose(struct u8c_incremental *n)
{
	if (u8c_composes(n->form))
		n->end = n->ready + u8c_canonical_compose(n->held + n->ready, n->end - n->ready);
}

static void append(struct u8c_incremental *n, u32 point)
{
	if (u8c_class_part(point)) {
		n->held[n->end++] = point;
		n->run++;
		return;
	}
	close_run(n);
	n->held[n->end++] = point;
	compose(n);
	/* All before the last starter is ready. */
	n->ready = n->end - 1;
}

/* UAX15-D4, for one code point.  Return: is a joiner due before it? */
static bool count_safe(u8 *safe, u32 cp)
{
	u32 points[U8C_MAPPING_MAX];
	unsigned int count = u8c_decompose(UTF8CHECK_FORM_NFKD, cp, points);
	unsigned int first = 0, last = 0;
	bool joins;

	while (first < count && u8c_class_part(points[first]))
		first++;
	while (last < count && u8c_class_part(points[count - 1 - last]))
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
	if (cp > 0x10ffff)
		return push_wide(n, cp);
	count = u8c_decompose(n->form, cp, points);
	while (first < count && u8c_class_part(points[first]))
		first++;
	joins = n->stream_safe && count_safe(&safe, cp);
	/* Also a stream-safe run can be too long: what NFKC_Casefold leaves out does not end it. */
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
	n->safe_count = 0;
	if (!u8c_incremental_is_open(n))
		return;
	move_open(n);
	close_run(n);
	compose(n);
	n->ready = n->end;
}

bool u8c_incremental_next(struct u8c_incremental *n, u64 *cp)
{
	if (n->head < n->ready) {
		*cp = u8c_fold_last(n->form, n->held[n->head++]);
		return true;
	}
	if (!n->has_wide)
		return false;
	*cp = n->wide;
	n->has_wide = false;
	return true;
}
