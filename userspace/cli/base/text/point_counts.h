/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How often each code point occurs.
 */
#ifndef TEXT_POINT_COUNTS_H
#define TEXT_POINT_COUNTS_H

#include "base/types.h"

#define POINT_PAGE 256
#define POINT_PAGES (0x110000 / POINT_PAGE)
/* Pages that are kept at a time; a text of a few languages has fewer. */
#define POINT_SLOTS 255

/**
 * struct point_counts - how often each code point occurs
 *
 * A page is code points that differ only in their last 8 bits.
 *
 * @slot_of: for each page, the number of its slot; 0 for none.
 * @used: how many slots are in use; slot 0 never is.
 * @first: the first code point of the page in each slot.
 * @count: how often each code point occurs.
 * @script: its script.
 */
struct point_counts {
	u8 slot_of[POINT_PAGES];
	unsigned int used;
	u32 first[POINT_SLOTS + 1];
	u32 count[(POINT_SLOTS + 1) * POINT_PAGE];
	u8 script[(POINT_SLOTS + 1) * POINT_PAGE];
};

static inline void point_counts_start(struct point_counts *c)
{
	__builtin_memset(c->slot_of, 0, sizeof(c->slot_of));
	c->used = 0;
}

/* Is there room for @n new pages? */
static inline bool point_counts_have_room(const struct point_counts *c, unsigned int n)
{
	return c->used + n <= POINT_SLOTS;
}

/* Take a slot for the page of a code point; there is room.  Return: the slot. */
unsigned int point_counts_open(struct point_counts *c, u32 cp);

/* Count a code point, at most U+10FFFF.  Return: its script. */
static inline unsigned int point_counts_add(struct point_counts *c, u32 cp)
{
	unsigned int slot = c->slot_of[cp / POINT_PAGE], i;

	if (__builtin_expect(!slot, 0))
		slot = point_counts_open(c, cp);
	i = slot * POINT_PAGE + cp % POINT_PAGE;
	c->count[i]++;
	return c->script[i];
}

#endif /* TEXT_POINT_COUNTS_H */
