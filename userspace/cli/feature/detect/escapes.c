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

/* ISO/IEC 2022: ESC, and bytes from 20 to 2F. */
static void look_for_designations(struct escapes *e, const u8 *p, size_t n)
{
	const u8 *end = p + n, *next = e->esc ? p : after_esc(p, end);

	for (; next && next < end; next = after_esc(next, end))
		e->designates |= *next >= 0x20 && *next <= 0x2f;
}

/* Neither of two adjacent tildes begins an escape. */
static void look_for_hz(struct escapes *e, const u8 *p, size_t n)
{
	const u8 *end = p + n;

	for (; p < end && !e->hz; p++) {
		if (!e->tilde)
			p = memchr(p, '~', end - p);
		if (!p)
			return;
		e->hz = e->tilde && *p == '{';
		e->tilde = !e->tilde && *p == '~';
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
