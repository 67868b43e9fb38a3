// SPDX-License-Identifier: GPL-2.0-only
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/unicode.h>
#include <linux/vmalloc.h>

#include "sample.h"
#include "support.h"

static unsigned long long seed = U8C_SEED;
module_param(seed, ullong, 0444);
MODULE_PARM_DESC(seed, "where the random texts start");

static unsigned int share = 1;
module_param(share, uint, 0444);
MODULE_PARM_DESC(share, "one of so many cases where there are millions");

KUNIT_DEFINE_ACTION_WRAPPER(free_guarded, vfree, const void *);

u8 *u8c_guarded(struct kunit *test, size_t size)
{
	/* A page that is not mapped follows each area of vmalloc's. */
	u8 *p = vzalloc(PAGE_ALIGN(size));

	KUNIT_ASSERT_NOT_NULL(test, p);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_guarded,
							   p));
	return p + PAGE_ALIGN(size);
}

void *u8c_room(struct kunit *test, size_t size)
{
	void *p = kunit_kzalloc(test, size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p);
	return p;
}

#if IS_BUILTIN(CONFIG_UNICODE)
KUNIT_DEFINE_ACTION_WRAPPER(unload, utf8_unload, struct unicode_map *);

const struct unicode_map *u8c_unicode_map(struct kunit *test)
{
	struct unicode_map *map = utf8_load(UNICODE_AGE(12, 1, 0));

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, unload, map));
	return map;
}
#else
const struct unicode_map *u8c_unicode_map(struct kunit *test)
{
	return NULL;
}
#endif

unsigned int u8c_share(void)
{
	return share ?: 1;
}

u64 u8c_seed(struct kunit *test)
{
	kunit_info(test, "seed=%llu\n", seed);
	return seed;
}
