// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How often each code point occurs: pages that are opened.
 */
#include <string.h>
#include "base/text/point_counts.h"
#include "base/text/script.h"

/* A page is opened when a text has one of its code points: few scripts are looked up. */
unsigned int point_counts_open(struct point_counts *c, u32 cp)
{
	unsigned int slot = ++c->used, at = slot * POINT_PAGE;

	c->first[slot] = cp / POINT_PAGE * POINT_PAGE;
	memset(&c->count[at], 0, POINT_PAGE * sizeof(c->count[0]));
	script_fill(&c->script[at], c->first[slot], POINT_PAGE);
	c->slot_of[cp / POINT_PAGE] = slot;
	return slot;
}
