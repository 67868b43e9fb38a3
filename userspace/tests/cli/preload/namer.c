// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays a guard: no file gets a new name, by EILSEQ.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int linkat(int from, const char *old, int to, const char *new, int flags)
{
	errno = EILSEQ;
	return -1;
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags)
{
	errno = EILSEQ;
	return -1;
}
