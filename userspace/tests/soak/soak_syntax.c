// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whether output is well-formed: RFC 3629, section 4, one byte at a time.
 */
#include "soak.h"

static bool takes(struct soak_syntax *s, unsigned char b)
{
	if (s->more) {
		bool good = b >= s->least && b <= s->most;

		s->more--;
		s->least = 0x80;
		s->most = 0xbf;
		return good;
	}
	s->least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
	s->most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
	s->more = b < 0x80 ? 0 : b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
	return b < 0x80 || (b >= 0xc2 && b <= 0xf4);
}

void soak_syntax_look(struct soak_syntax *s, const unsigned char *p, size_t n,
		      uint64_t at)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!takes(s, p[i]))
			fail_at(__FILE__, __LINE__,
				"output is ill-formed at byte %llu: %02x",
				(unsigned long long)at + i, p[i]);
}
