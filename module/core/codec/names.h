/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The words of the contract: profiles, reasons, actions, classes.  The
 * numbers are those of the device ABI (module/abi.h asserts it) and the
 * names are stable: they appear in reports, JSON and sysfs.
 */
#ifndef U8C_CODEC_NAMES_H
#define U8C_CODEC_NAMES_H

#include "platform.h"

/**
 * enum u8c_profile - which byte sequences are well-formed
 *
 * @U8C_RFC3629: Unicode Table 3-7: shortest form, no surrogates, to U+10FFFF.
 * @U8C_WTF8: and surrogates as three bytes, but not a high one before a low.
 * @U8C_CESU8: UTR #26: supplementary code points as two three-byte surrogates.
 * @U8C_MUTF8: as CESU-8, lone surrogates allowed, NUL as C0 80 only (Java).
 * @U8C_UCS2: at most three bytes, no surrogates.
 * @U8C_RFC2279: one to six bytes, to U+7FFFFFFF.
 * @U8C_EXTENDED: and seven bytes under FE (36 bits), eight under FF (42 bits).
 * @U8C_PROFILES: how many there are.
 */
enum u8c_profile {
	U8C_RFC3629,
	U8C_WTF8,
	U8C_CESU8,
	U8C_MUTF8,
	U8C_UCS2,
	U8C_RFC2279,
	U8C_EXTENDED,
	U8C_PROFILES
};

/*
 * enum u8c_reason - why a byte sequence is refused
 *
 * Up to @U8C_COMBINING_RUN the text itself is wrong; from @U8C_CONTROL on,
 * a policy of the caller refuses well-formed text.
 */
enum u8c_reason {
	U8C_NO_REASON,
	U8C_UNEXPECTED_CONTINUATION,
	U8C_OVERLONG,
	U8C_SURROGATE,
	U8C_OUT_OF_RANGE,
	U8C_INVALID_BYTE,
	U8C_TRUNCATED,
	U8C_INCOMPLETE,
	U8C_COMBINING_RUN,
	U8C_CONTROL,
	U8C_BIDI_CONTROL,
	U8C_DEFAULT_IGNORABLE,
	U8C_NONCHARACTER,
	U8C_UNASSIGNED,
	U8C_PRIVATE_USE,
	U8C_BOM,
	U8C_NOT_NORMALIZED,
	U8C_LEADING_DASH,
	U8C_LEADING_SPACE,
	U8C_TRAILING_SPACE,
	U8C_TRAILING_DOT,
	U8C_FORBIDDEN_BYTE,
	U8C_REASONS
};

/*
 * enum u8c_encoding - the encoding of a stream's source or target
 */
enum u8c_encoding {
	U8C_UTF8,
	U8C_UTF16LE,
	U8C_UTF16BE,
	U8C_UTF32LE,
	U8C_UTF32BE,
	U8C_AUTO,
	U8C_ENCODINGS
};

/**
 * enum u8c_action - what a stream does with an ill-formed sequence
 *
 * @U8C_REJECT: stop before it.
 * @U8C_REPLACE: U+FFFD for each maximal subpart (Unicode chapter 3, "U+FFFD
 *	Substitution of Maximal Subparts").
 * @U8C_DROP: leave it out.  This can build ".." and "/" out of harmless bytes.
 * @U8C_ESCAPE: write it in a reversible form.
 * @U8C_SHORTEST: write the code point that it names in shortest form.
 * @U8C_PASS: let it through; it is only counted.
 * @U8C_ACTIONS: how many there are.
 */
enum u8c_action {
	U8C_REJECT,
	U8C_REPLACE,
	U8C_DROP,
	U8C_ESCAPE,
	U8C_SHORTEST,
	U8C_PASS,
	U8C_ACTIONS
};

/**
 * enum u8c_form - the normalization form of a stream's output (UAX #15)
 *
 * @U8C_FORM_NONE: as it is.
 * @U8C_NFC: canonical decomposition, then composition.
 * @U8C_NFD: canonical decomposition.
 * @U8C_NFKC: compatibility decomposition, then composition.
 * @U8C_NFKD: compatibility decomposition.
 * @U8C_NFKC_CASEFOLD: toNFKC_Casefold (Unicode section 3.13): for identifiers;
 *	default ignorable code points are left out.
 * @U8C_NFD_CASEFOLD: NFD(toCasefold(NFD(X))), with full case folding: two texts
 *	are a canonical caseless match (D145) where these are equal.
 * @U8C_FORMS: how many there are.
 */
enum u8c_form {
	U8C_FORM_NONE,
	U8C_NFC,
	U8C_NFD,
	U8C_NFKC,
	U8C_NFKD,
	U8C_NFKC_CASEFOLD,
	U8C_NFD_CASEFOLD,
	U8C_FORMS
};

/*
 * enum u8c_bom - what a stream does with a byte order mark at its start
 */
enum u8c_bom {
	U8C_BOM_KEEP,
	U8C_BOM_STRIP,
	U8C_BOM_ADD,
	U8C_BOM_REQUIRE,
	U8C_BOM_FORBID,
	U8C_BOMS
};

/*
 * enum u8c_class - what a name or path was found to hold
 *
 * In order of precedence: the lowest class found is the primary one.
 */
enum u8c_class {
	U8C_CLASS_OK,
	U8C_HIDDEN_NUL,
	U8C_HIDDEN_SEPARATOR,
	U8C_HIDDEN_BACKSLASH,
	U8C_HIDDEN_DOT,
	U8C_LAX_NUL,
	U8C_LAX_SEPARATOR,
	U8C_LAX_BACKSLASH,
	U8C_LAX_DOT,
	U8C_ILL_FORMED,
	U8C_NUL,
	U8C_SEPARATOR,
	U8C_DOTDOT,
	U8C_BACKSLASH,
	U8C_DOT,
	U8C_EMPTY,
	U8C_TOO_LONG,
	/* well-formed, but see danger.h; no policy with a name refuses them */
	U8C_COMPAT_DANGER,
	U8C_IGNORABLE_DANGER,
	U8C_TRANSLIT_DANGER,
	/* only where a policy asks for them; in the order of enum u8c_reason */
	U8C_CLASS_CONTROL,
	U8C_CLASS_BIDI_CONTROL,
	U8C_CLASS_DEFAULT_IGNORABLE,
	U8C_CLASS_NONCHARACTER,
	U8C_CLASS_UNASSIGNED,
	U8C_CLASS_PRIVATE_USE,
	U8C_CLASS_BOM,
	U8C_CLASS_NOT_NORMALIZED,
	U8C_CLASS_LEADING_DASH,
	U8C_CLASS_LEADING_SPACE,
	U8C_CLASS_TRAILING_SPACE,
	U8C_CLASS_TRAILING_DOT,
	U8C_CLASS_FORBIDDEN_BYTE,
	U8C_CLASSES
};

bool u8c_same_name(const char *a, const char *b);

/* The stable name of each word, NULL for a number that names none. */
const char *u8c_profile_name(unsigned int profile);
const char *u8c_reason_name(unsigned int reason);
const char *u8c_encoding_name(unsigned int encoding);
const char *u8c_action_name(unsigned int action);
const char *u8c_form_name(unsigned int form);
const char *u8c_bom_name(unsigned int bom);
const char *u8c_class_name(unsigned int class);

#endif /* U8C_CODEC_NAMES_H */
