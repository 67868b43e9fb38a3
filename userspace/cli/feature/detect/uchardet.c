// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guess by uchardet, without a confidence: its C interface has none.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <uchardet.h>
#include "base/say/message.h"
#include "base/file/late_library.h"
#include "feature/detect/detect_private.h"

/* uchardet sees no more bytes of a text than this. */
#define SEEN_MAX (1 << 20)

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

/* Of the current text: uchardet's state, NULL before the first byte, and how many bytes it has got. */
static struct uchardet *detector;
static size_t seen;

void uchardet_push(const u8 *p, size_t n)
{
	if (n > SEEN_MAX - seen)
		n = SEEN_MAX - seen;
	if (!n || !load_uchardet())
		return;
	if (!detector)
		detector = lib.uchardet_new();
	if (!detector)
		return;
	/*
	 * After bytes that uchardet cannot handle it has no answer at the end.
	 */
	lib.uchardet_handle_data(detector, (const char *)p, n);
	seen += n;
}

const char *uchardet_finish(void)
{
	static char name[64];

	if (!detector)
		return NULL;
	lib.uchardet_data_end(detector);
	snprintf(name, sizeof(name), "%s", lib.uchardet_get_charset(detector));
	lib.uchardet_delete(detector);
	detector = NULL;
	seen = 0;
	/* The spelling that the rest of the command uses. */
	if (!strncmp(name, "WINDOWS-", strlen("WINDOWS-")))
		memcpy(name, "windows-", strlen("windows-"));
	return *name && strcasecmp(name, "UTF-8") && strcasecmp(name, "ASCII") ? name : NULL;
}
