// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The automaton of module/core/name/plain.c, for gen-property.
 *
 * It takes well-formed UTF-8 (Unicode table 3-7) without what is in doubt, whatever may
 * follow: ASCII that is special in names, and code points that are default ignorable, a
 * control, or become something else in other hands.  A row has room for ten states.  Six
 * are for leads after which not all second bytes are taken; other such leads, and those
 * of four bytes, are in doubt.
 *
 * A name that it takes may still have an unassigned code point, a noncharacter or one of
 * private use: rows of leads that may begin one have the bit UNSEEN.  And a decoder that
 * keeps 8 bits of a code point may read a NUL, slash, backslash or dot: rows of last
 * bytes of such code points have the bit CUT.  Both bits are above all states.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "property_danger.h"

/* TAIL1 and TAIL2 are where one and two continuations are due; nothing leads out of DOUBT. */
enum state { START, TAIL1, TAIL2, DOUBT, OWN, STATES = 10 };

/* Leads that have states of their own; those of one state take the same second bytes. */
static const char *const own[STATES - OWN] = {
	"\xe0", "\xed", "\xc3", "\xd8", "\xd9", "\xe1\xe3",
};

/* As in module/core/name/ucd_property.h. */
#define CUT (1ull << 62)
#define UNSEEN (1ull << 63)

static unsigned char next[STATES][256];
static unsigned long long flags[256];
static bool exists[256][256], in_doubt[256][256];

static void look_at(unsigned int cp, unsigned int property)
{
	unsigned int lead = cp < 0x800 ? 0xc0 | cp >> 6 : 0xe0 | cp >> 12;
	unsigned int second = 0x80 | ((cp < 0x800 ? cp : cp >> 6) & 63);

	exists[lead][second] = true;
	if (property & (NONCHARACTER | UNASSIGNED | PRIVATE_USE))
		flags[lead] |= UNSEEN;
	if (property & ~(NONCHARACTER | UNASSIGNED | PRIVATE_USE))
		in_doubt[lead][second] = true;
	if (memchr("\0/\\.", cp & 0xff, 4))
		flags[0x80 | (cp & 63)] |= CUT;
}

static bool takes(const char *leads, unsigned int second)
{
	unsigned char lead;

	while ((lead = *leads++))
		if (!exists[lead][second] || in_doubt[lead][second])
			return false;
	return true;
}

static void add_ascii(void)
{
	unsigned int c;

	for (c = 0x20; c < 0x7f; c++)
		if (!strchr("/\\<>:\"|?*", c))
			next[START][c] = START;
}

static void add_lead(unsigned int lead)
{
	const char leads[] = { lead, 0 };
	unsigned int second;

	for (second = 0x80; second < 0xc0; second++)
		if (!takes(leads, second))
			return;
	next[START][lead] = lead < 0xe0 ? TAIL1 : TAIL2;
}

static void add_own(const char *leads, enum state state)
{
	const bool is_short = (unsigned char)*leads < 0xe0;
	unsigned int second;

	for (second = 0x80; second < 0xc0; second++)
		if (takes(leads, second))
			next[state][second] = is_short ? START : TAIL1;
	for (; *leads; leads++)
		next[START][(unsigned char)*leads] = state;
}

static void make_states(void)
{
	unsigned int b, i;

	memset(next, DOUBT, sizeof(next));
	add_ascii();
	for (b = 0x80; b < 0xc0; b++) {
		next[TAIL1][b] = START;
		next[TAIL2][b] = TAIL1;
	}
	for (b = 0xc0; b < 0xf0; b++)
		add_lead(b);
	for (i = 0; i < STATES - OWN; i++)
		add_own(own[i], OWN + i);
}

void write_plain(const unsigned short *properties)
{
	unsigned long long row;
	unsigned int cp, b, i;

	for (cp = 0x80; cp < 0x10000; cp++)
		if (cp < 0xd800 || cp > 0xdfff)
			look_at(cp, properties[cp]);
	make_states();
	printf("\nconst u64 u8c_plain_rows[256] = {");
	for (b = 0; b < 256; b++) {
		row = flags[b];
		for (i = 0; i < STATES; i++)
			row |= 6ull * next[i][b] << 6 * i;
		printf("%s0x%016llx,", b % 4 ? " " : "\n\t", row);
	}
	printf("\n};\n");
}
