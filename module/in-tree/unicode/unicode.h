// SPDX-License-Identifier: GPL-2.0-only
#define UTF8_STRICT		0x1	/* no byte that is not well-formed passes */
#define UTF8_KEEP_IGNORABLES	0x2	/* default-ignorable code points stay */

/**
 * struct unicode_map - a version of Unicode, and what is done with a text
 *
 * @version: UNICODE_AGE(); code points that it does not know stay as they are.
 * @newer: the first code point that a later version changes.
 * @newer_blocks: of the blocks of 256 code points of the BMP, a bit for each in which a
 *	later version changes something.
 * @looks: for each form the bits of classes at which it looks closer.
 * @ignore: default-ignorable code points are left out.
 * @strict: a text that is not well-formed is an error in every call.
 * @rcu: for utf8_unload().
 */
struct unicode_map {
	unsigned int version;
	u32 newer;
	u32 newer_blocks[8];
	u32 looks[UTF8_NMAX];
	bool ignore;
	bool strict;
	struct rcu_head rcu;
};

/**
 * utf8_load_flags() - a map for a version of Unicode
 * @version: UNICODE_AGE(), from 1.1.0 to the newest that is known
 * @flags: UTF8_STRICT, UTF8_KEEP_IGNORABLES; 0 is what disks were written with
 *
 * Return: the map, for utf8_unload(); or ERR_PTR(), -EINVAL for a version or a flag
 * that is not known, -ENOMEM.
 */
struct unicode_map *utf8_load_flags(unsigned int version, unsigned int flags);
