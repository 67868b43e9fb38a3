/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Texts where memory ends: a byte that is read after one is a fault.
 */
#ifndef AT_END_H
#define AT_END_H

#include <stdio.h>
#include <sys/mman.h>

#include "shim.h"

#define AT_END_MAX 16384
#define AT_END_GUARD 4096

/* A copy of @n bytes, up to AT_END_MAX, until the next call. */
static u8 *at_end(const void *p, size_t n)
{
	static u8 *end;

	if (!end) {
		end = mmap(NULL, AT_END_MAX + AT_END_GUARD, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (end == MAP_FAILED || mprotect(end + AT_END_MAX, AT_END_GUARD, PROT_NONE)) {
			perror("memory");
			exit(2);
		}
		end += AT_END_MAX;
	}
	return memcpy(end - n, p, n);
}

#endif /* AT_END_H */
