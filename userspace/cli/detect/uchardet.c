// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guess by uchardet.  The C interface of uchardet tells no confidence, so the
 * guess has none.
 */
#include <stdio.h>
#include <strings.h>
#include <uchardet.h>
#include "detect/uchardet.h"

void uchardet_guess_push(struct guess *g, const u8 *p, size_t n)
{
	if (n > GUESS_MAX - g->seen)
		n = GUESS_MAX - g->seen;
	if (!n)
		return;
	if (!g->detector)
		g->detector = uchardet_new();
	if (!g->detector)
		return;
	/*
	 * After bytes that uchardet cannot handle it has no answer at the end.
	 */
	uchardet_handle_data(g->detector, (const char *)p, n);
	g->seen += n;
}

const char *uchardet_guess_finish(struct guess *g)
{
	if (!g->detector)
		return NULL;
	uchardet_data_end(g->detector);
	snprintf(g->name, sizeof(g->name), "%s",
		 uchardet_get_charset(g->detector));
	uchardet_delete(g->detector);
	g->detector = NULL;
	if (!*g->name || !strcasecmp(g->name, "UTF-8") ||
	    !strcasecmp(g->name, "ASCII"))
		return NULL;
	return g->name;
}
