// SPDX-License-Identifier: GPL-2.0-only
/*
 * Versions of Unicode: which code points each knows, and its map.
 */
#include <linux/module.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/rcupdate.h>

#include "utf8n.h"
#include "utf8-age.h"

int utf8version_is_supported(const struct unicode_map *um, unsigned int version)
{
	for (size_t i = 0; i < ARRAY_SIZE(utf8_versions); i++)
		if (utf8_versions[i] == version)
			return 1;
	return 0;
}

/* Where the row @i of the ages ends. */
static u32 end_of_row(size_t i)
{
	return i + 1 < ARRAY_SIZE(utf8_ages) ? utf8_ages[i + 1].first : 0x110000;
}

static void set_newer(struct unicode_map *um)
{
	u32 last;

	um->newer = U32_MAX;
	for (size_t i = 0; i < ARRAY_SIZE(utf8_ages); i++) {
		if (utf8_ages[i].version <= um->version)
			continue;
		if (um->newer == U32_MAX)
			um->newer = utf8_ages[i].first;
		last = min((end_of_row(i) - 1) >> 8, 255u);
		for (u32 block = utf8_ages[i].first >> 8; block <= last; block++)
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

static void set_looks(struct unicode_map *um, enum utf8_normalization n,
		      enum utf8check_form form)
{
	/* Both forms leave out default-ignorable code points, at which NFKC_Casefold stops. */
	um->looks[n] = U8C_CCC_BITS | U8C_STOP(form) |
		       U8C_STOP(UTF8CHECK_FORM_NFKC_CASEFOLD);
}

struct unicode_map *utf8_load(unsigned int version)
{
	struct unicode_map *um;

	if (!utf8version_is_supported(NULL, version))
		return ERR_PTR(-EINVAL);
	um = kzalloc(sizeof(*um), GFP_KERNEL);
	if (!um)
		return ERR_PTR(-ENOMEM);
	um->version = version;
	set_newer(um);
	set_looks(um, UTF8_NFDI, UTF8CHECK_FORM_NFD);
	set_looks(um, UTF8_NFDICF, UTF8CHECK_FORM_NFD_CASEFOLD);
	return um;
}
EXPORT_SYMBOL(utf8_load);

/*
 * A pathwalk in rcu mode may still be in ->d_hash() or ->d_compare() of a
 * filesystem that is torn down, and read its map.
 */
void utf8_unload(struct unicode_map *um)
{
	if (um)
		kfree_rcu(um, rcu);
}
EXPORT_SYMBOL(utf8_unload);
