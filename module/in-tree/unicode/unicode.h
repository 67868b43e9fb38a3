// SPDX-License-Identifier: GPL-2.0-only
/**
 * struct unicode_map - a version of Unicode
 *
 * @version: UNICODE_AGE(); code points that it does not know stay as they are.
 * @newer: the first code point that a later version changes; U32_MAX for none.
 * @newer_blocks: of the blocks of 256 code points of the BMP, a bit for each in which a
 *	later version changes something.
 * @looks: for each form the bits of classes at which it looks closer.
 * @rcu: for utf8_unload().
 */
struct unicode_map {
	unsigned int version;
	u32 newer;
	u32 newer_blocks[8];
	u32 looks[UTF8_NMAX];
	struct rcu_head rcu;
};
