// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines of DerivedAge.txt are read as the text that they are: a code point
 * or a range, a semicolon, the version.
 */
#include <linux/bitmap.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/stringify.h>

#include "age.h"

#define POINTS 0x110000

asm(".pushsection .rodata, \"a\"\n"
	"u8c_age_text:\n"
	".incbin \"" __stringify(U8C_AGE_FILE) "\"\n"
	".byte 0\n"
	".popsection");

unsigned long *u8c_age_up_to(struct kunit *test, unsigned int major,
			     unsigned int minor)
{
	unsigned long *set = u8c_room(test, POINTS / BITS_PER_BYTE);
	unsigned int first, last, in, point;
	const char *line;

	for (line = u8c_age_text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (sscanf(line, "%x..%x ; %u.%u", &first, &last, &in,
			   &point) != 4) {
			if (sscanf(line, "%x ; %u.%u", &first, &in, &point) != 3)
				continue;
			last = first;
		}
		if (last >= POINTS || first > last) {
			KUNIT_FAIL(test, "DerivedAge.txt: %.40s", line);
			break;
		}
		if (in < major || (in == major && point <= minor))
			bitmap_set(set, first, last - first + 1);
	}
	KUNIT_ASSERT_TRUE(test, test_bit('A', set));
	return set;
}
