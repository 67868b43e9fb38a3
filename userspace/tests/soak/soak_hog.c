// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Takes memory piece by piece, and gives a piece back now and then, until the kernel
 * kills the process for it.
 */
#include "soak.h"

enum { PIECES = 1 << 16, MOST = 1 << 20 };

void soak_hog(char **operands)
{
	static unsigned char *pieces[PIECES];
	static size_t sizes[PIECES];
	uint64_t random = soak_random_from(7);
	size_t n, i = 0;

	for (; soak_goes_on(); i = (i + 1) % PIECES) {
		if (soak_chance(&random, 4) || pieces[i]) {
			n = soak_below(&random, i + 1);
			if (pieces[n])
				munmap(pieces[n], sizes[n]);
			pieces[n] = NULL;
			if (pieces[i])
				continue;
		}
		sizes[i] = 1 + soak_below(&random, MOST);
		pieces[i] = mmap(NULL, sizes[i], PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (pieces[i] == MAP_FAILED)
			pieces[i] = NULL;
		else
			memset(pieces[i], 1, sizes[i]);
		soak_did(1);
	}
}
