// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The profiles.
 */
#include "codec/profile.h"

const struct u8c_rule u8c_rules[U8C_PROFILES] = {
	[U8C_RFC3629] = {
		.last = 0x10ffff, .longest = 4,
	},
	[U8C_WTF8] = {
		.last = 0x10ffff, .longest = 4,
		.surrogates = true, .no_pairs = true,
	},
	[U8C_CESU8] = {
		.last = 0x10ffff, .longest = 3,
		.pairs = true,
	},
	[U8C_MUTF8] = {
		.last = 0x10ffff, .longest = 3,
		.surrogates = true, .pairs = true, .two_byte_nul = true,
	},
	[U8C_UCS2] = {
		.last = 0xffff, .longest = 3,
	},
	[U8C_RFC2279] = {
		.last = 0x7fffffff, .longest = 6,
	},
	[U8C_EXTENDED] = {
		.last = 0x3ffffffffffull, .longest = 8,
	},
};
