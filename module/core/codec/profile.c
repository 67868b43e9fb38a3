// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The profiles.
 */
#include "codec/decode.h"

const struct u8c_rule u8c_rules[U8C_PROFILES] = {
	[UTF8CHECK_PROFILE_RFC3629] = {
		.last = 0x10ffff, .longest = 4,
	},
	[UTF8CHECK_PROFILE_WTF8] = {
		.last = 0x10ffff, .longest = 4,
		.surrogates = true,
	},
	[UTF8CHECK_PROFILE_CESU8] = {
		.last = 0x10ffff, .longest = 3,
		.pairs = true,
	},
	[UTF8CHECK_PROFILE_MUTF8] = {
		.last = 0x10ffff, .longest = 3,
		.surrogates = true, .pairs = true, .two_byte_nul = true,
	},
	[UTF8CHECK_PROFILE_UCS2] = {
		.last = 0xffff, .longest = 3,
	},
	[UTF8CHECK_PROFILE_RFC2279] = {
		.last = 0x7fffffff, .longest = 6,
	},
	[UTF8CHECK_PROFILE_EXTENDED] = {
		.last = 0x3ffffffffffull, .longest = 8,
	},
};
