/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What each profile allows, as data: no profile has a decoder of its own. */
#ifndef U8C_CODEC_PROFILE_H
#define U8C_CODEC_PROFILE_H

#include "codec/names.h"

/**
 * struct u8c_rule - one profile
 *
 * @last: the highest code point.
 * @longest: bytes of the longest sequence, pairs of surrogates apart.
 * @surrogates: three-byte surrogates are well-formed, alone.
 * @pairs: code points above U+FFFF are two three-byte surrogates (UTR #26).
 * @two_byte_nul: NUL is C0 80, and 00 is ill-formed.
 */
struct u8c_rule {
	u64 last;
	u8 longest;
	bool surrogates;
	bool pairs;
	bool two_byte_nul;
};

/* The rule of each profile, by enum utf8check_profile. */
extern const struct u8c_rule u8c_rules[U8C_PROFILES];

#endif /* U8C_CODEC_PROFILE_H */
