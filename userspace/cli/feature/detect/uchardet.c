// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guess by uchardet, without a confidence: its C interface has none.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <uchardet.h>
#include "base/say/message.h"
#include "feature/detect/guess.h"
#include "base/file/late_library.h"

#define LIBUCHARDET(FUNCTION) \
	FUNCTION(uchardet_new) \
	FUNCTION(uchardet_delete) \
	FUNCTION(uchardet_handle_data) \
	FUNCTION(uchardet_data_end) \
	FUNCTION(uchardet_get_charset)

static struct {
	LIBUCHARDET(LATE_POINTER)
} lib;

static bool load_uchardet(void)
{
	static bool said;

	if (!LATE_LIBRARY("libuchardet.so.0", lib, LIBUCHARDET))
		return true;
	if (!said)
		cli_complain("libuchardet.so.0 is not installed (Debian's package libuchardet0): guesses at what is not UTF-8 lack its vote, and ISO-2022 is not known");
	said = true;
	return false;
}

void uchardet_guess_push(struct guess *g, const u8 *p, size_t n)
{
	if (n > GUESS_MAX - g->seen)
		n = GUESS_MAX - g->seen;
	if (!n || !load_uchardet())
		return;
	if (!g->detector)
		g->detector = lib.uchardet_new();
	if (!g->detector)
		return;
	/*
	 * After bytes that uchardet cannot handle it has no answer at the end.
	 */
	lib.uchardet_handle_data(g->detector, (const char *)p, n);
	g->seen += n;
}

const char *uchardet_guess_finish(struct guess *g)
{
	if (!g->detector)
		return NULL;
	lib.uchardet_data_end(g->detector);
	snprintf(g->name, sizeof(g->name), "%s",
		 lib.uchardet_get_charset(g->detector));
	lib.uchardet_delete(g->detector);
	g->detector = NULL;
	/* The spelling that the rest of the command uses. */
	if (!strncmp(g->name, "WINDOWS-", strlen("WINDOWS-")))
		memcpy(g->name, "windows-", strlen("windows-"));
	if (!*g->name || !strcasecmp(g->name, "UTF-8") ||
	    !strcasecmp(g->name, "ASCII"))
		return NULL;
	return g->name;
}
