// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Escape sequences by which ASCII bytes come to mean other characters.
 *
 * Most texts have no ESC and no tilde: so these are searched for first.
 */
#include <string.h>
#include "feature/detect/escapes.h"

#define ESC 0x1b

/* What follows the next ESC; NULL where there is none. */
static const u8 *after_esc(const u8 *p, const u8 *end)
{
	const u8 *esc = memchr(p, ESC, end - p);

	return esc ? esc + 1 : NULL;
}

/* ISO/IEC 2022: ESC, and bytes from 20 to 2F; with 24 for several bytes. */
static void look_for_designations(struct escapes *e, const u8 *p, size_t n)
{
	const u8 *end = p + n, *next = e->esc ? p : after_esc(p, end);

	for (; next && next < end; next = after_esc(next, end)) {
		e->designates |= *next >= 0x20 && *next <= 0x2f;
		e->multibyte |= *next == '$';
	}
}

/*
 * In HZ a character is a byte from 21 to 77 and a byte from 21 to 7E.  So "~}"
 * is none.
 */
static void step_inside(struct escapes *e, u8 byte)
{
	if (!e->odd) {
		e->tilde = byte == '~';
		e->not_hz |= byte < 0x21 || (byte > 0x77 && !e->tilde);
	} else if (e->tilde) {
		e->inside = false;
		e->tilde = false;
		e->not_hz |= byte != '}';
	} else {
		e->not_hz |= byte < 0x21 || byte > 0x7e;
	}
	e->odd = !e->odd;
}

/* Of two tildes one after the other, neither begins anything. */
static void step_outside(struct escapes *e, u8 byte)
{
	e->inside = e->tilde && byte == '{';
	e->hz |= e->inside;
	e->tilde = !e->tilde && byte == '~';
}

static void look_for_hz(struct escapes *e, const u8 *p, size_t n)
{
	const u8 *end = p + n;

	while (p < end && !e->not_hz) {
		if (e->inside) {
			step_inside(e, *p++);
			continue;
		}
		if (!e->tilde) {
			p = memchr(p, '~', end - p);
			if (!p)
				return;
		}
		step_outside(e, *p++);
	}
}

void escapes_look(struct escapes *e, const u8 *p, size_t n)
{
	if (!n)
		return;
	look_for_designations(e, p, n);
	look_for_hz(e, p, n);
	e->esc = p[n - 1] == ESC;
}
