// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which version of Unicode knows a code point.
 */
#include <linux/kernel.h>

#include "utf8n.h"
#include "utf8-age.h"

int utf8version_is_supported(const struct unicode_map *um, unsigned int version)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(utf8_versions); i++)
		if (utf8_versions[i] == version)
			return 1;
	return 0;
}

/* Where the row @i of the ages ends. */
static u32 end_of_row(size_t i)
{
	return i + 1 < ARRAY_SIZE(utf8_ages) ? utf8_ages[i + 1].first : 0x110000;
}

void utf8_set_newer(struct unicode_map *um)
{
	size_t i;
	u32 block;

	um->newer = U32_MAX;
	for (i = 0; i < ARRAY_SIZE(utf8_ages); i++) {
		if (utf8_ages[i].version <= um->version)
			continue;
		if (um->newer == U32_MAX)
			um->newer = utf8_ages[i].first;
		for (block = utf8_ages[i].first >> 8;
		     block <= (end_of_row(i) - 1) >> 8 && block < 256; block++)
			um->newer_blocks[block / 32] |= 1u << block % 32;
	}
}

bool utf8_known_by_age(const struct unicode_map *um, u32 cp)
{
	size_t low = 0, high = ARRAY_SIZE(utf8_ages), middle;

	while (high - low > 1) {
		middle = (low + high) / 2;
		if (utf8_ages[middle].first <= cp)
			low = middle;
		else
			high = middle;
	}
	return utf8_ages[low].version <= um->version;
}
