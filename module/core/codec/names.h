/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The words of the contract: profiles, reasons, actions, classes.  The ABI
 * declares them; here is how many there are of each, and their names.  The names
 * are stable: they appear in reports, JSON, sysfs and trace events.
 */
#ifndef U8C_CODEC_NAMES_H
#define U8C_CODEC_NAMES_H

#include "platform.h"
#include "../../include/uapi/linux/utf8check.h"

#define U8C_PROFILES (UTF8CHECK_PROFILE_EXTENDED + 1)
#define U8C_REASONS (UTF8CHECK_REASON_MISPLACED_IGNORABLE + 1)
#define U8C_ENCODINGS (UTF8CHECK_ENCODING_AUTO + 1)
#define U8C_ACTIONS (UTF8CHECK_ACTION_PASS + 1)
#define U8C_FORMS (UTF8CHECK_FORM_NFD_CASEFOLD + 1)
#define U8C_BOMS (UTF8CHECK_BOM_FORBID + 1)
#define U8C_CLASSES (UTF8CHECK_CLASS_MISPLACED_IGNORABLE + 1)
#define U8C_DECODERS (UTF8CHECK_DECODER_ANY + 1)

/*
 * The numbers of each kind and their names.  WORD(number, name) stands for one of
 * them, LAST(number, name) for the last one, as a list may not end in a comma
 * everywhere.  Numbers that no text or name has (none, ok, auto) are not listed, nor forms
 * and byte order marks, which no trace event prints.
 */
#define U8C_PROFILE_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_PROFILE_RFC3629, "rfc3629") \
	WORD(UTF8CHECK_PROFILE_WTF8, "wtf8") \
	WORD(UTF8CHECK_PROFILE_CESU8, "cesu8") \
	WORD(UTF8CHECK_PROFILE_MUTF8, "mutf8") \
	WORD(UTF8CHECK_PROFILE_UCS2, "ucs2") \
	WORD(UTF8CHECK_PROFILE_RFC2279, "rfc2279") \
	LAST(UTF8CHECK_PROFILE_EXTENDED, "extended")

#define U8C_REASON_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_REASON_UNEXPECTED_CONTINUATION, "unexpected-continuation") \
	WORD(UTF8CHECK_REASON_OVERLONG, "overlong") \
	WORD(UTF8CHECK_REASON_SURROGATE, "surrogate") \
	WORD(UTF8CHECK_REASON_OUT_OF_RANGE, "out-of-range") \
	WORD(UTF8CHECK_REASON_INVALID_BYTE, "invalid-byte") \
	WORD(UTF8CHECK_REASON_TRUNCATED, "truncated") \
	WORD(UTF8CHECK_REASON_INCOMPLETE, "incomplete") \
	WORD(UTF8CHECK_REASON_COMBINING_RUN, "combining-run") \
	WORD(UTF8CHECK_REASON_CONTROL, "control") \
	WORD(UTF8CHECK_REASON_BIDI_CONTROL, "bidi-control") \
	WORD(UTF8CHECK_REASON_DEFAULT_IGNORABLE, "default-ignorable") \
	WORD(UTF8CHECK_REASON_NONCHARACTER, "noncharacter") \
	WORD(UTF8CHECK_REASON_UNASSIGNED, "unassigned") \
	WORD(UTF8CHECK_REASON_PRIVATE_USE, "private-use") \
	WORD(UTF8CHECK_REASON_BOM, "bom") \
	WORD(UTF8CHECK_REASON_NOT_NORMALIZED, "not-normalized") \
	WORD(UTF8CHECK_REASON_LEADING_DASH, "leading-dash") \
	WORD(UTF8CHECK_REASON_LEADING_SPACE, "leading-space") \
	WORD(UTF8CHECK_REASON_TRAILING_SPACE, "trailing-space") \
	WORD(UTF8CHECK_REASON_TRAILING_DOT, "trailing-dot") \
	WORD(UTF8CHECK_REASON_FORBIDDEN_BYTE, "forbidden-byte") \
	WORD(UTF8CHECK_REASON_WHITE_SPACE, "white-space") \
	WORD(UTF8CHECK_REASON_REPLACEMENT, "replacement") \
	WORD(UTF8CHECK_REASON_SUPPLEMENTARY, "supplementary") \
	LAST(UTF8CHECK_REASON_MISPLACED_IGNORABLE, "misplaced-ignorable")

#define U8C_ENCODING_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_ENCODING_UTF8, "utf-8") \
	WORD(UTF8CHECK_ENCODING_UTF16LE, "utf-16le") \
	WORD(UTF8CHECK_ENCODING_UTF16BE, "utf-16be") \
	WORD(UTF8CHECK_ENCODING_UTF32LE, "utf-32le") \
	LAST(UTF8CHECK_ENCODING_UTF32BE, "utf-32be")

#define U8C_ACTION_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_ACTION_REJECT, "reject") \
	WORD(UTF8CHECK_ACTION_REPLACE, "replace") \
	WORD(UTF8CHECK_ACTION_DROP, "drop") \
	WORD(UTF8CHECK_ACTION_ESCAPE, "escape") \
	WORD(UTF8CHECK_ACTION_SHORTEST, "shortest") \
	LAST(UTF8CHECK_ACTION_PASS, "pass")

#define U8C_CLASS_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_CLASS_HIDDEN_NUL, "hidden-nul") \
	WORD(UTF8CHECK_CLASS_HIDDEN_SEPARATOR, "hidden-separator") \
	WORD(UTF8CHECK_CLASS_HIDDEN_BACKSLASH, "hidden-backslash") \
	WORD(UTF8CHECK_CLASS_HIDDEN_DOT, "hidden-dot") \
	WORD(UTF8CHECK_CLASS_LAX_NUL, "lax-nul") \
	WORD(UTF8CHECK_CLASS_LAX_SEPARATOR, "lax-separator") \
	WORD(UTF8CHECK_CLASS_LAX_BACKSLASH, "lax-backslash") \
	WORD(UTF8CHECK_CLASS_LAX_DOT, "lax-dot") \
	WORD(UTF8CHECK_CLASS_ILL_FORMED, "ill-formed") \
	WORD(UTF8CHECK_CLASS_NUL, "nul") \
	WORD(UTF8CHECK_CLASS_SEPARATOR, "separator") \
	WORD(UTF8CHECK_CLASS_DOTDOT, "dotdot") \
	WORD(UTF8CHECK_CLASS_BACKSLASH, "backslash") \
	WORD(UTF8CHECK_CLASS_DOT, "dot") \
	WORD(UTF8CHECK_CLASS_EMPTY, "empty") \
	WORD(UTF8CHECK_CLASS_TOO_LONG, "too-long") \
	WORD(UTF8CHECK_CLASS_COMPAT_DANGER, "compat-danger") \
	WORD(UTF8CHECK_CLASS_IGNORABLE_DANGER, "ignorable-danger") \
	WORD(UTF8CHECK_CLASS_TRANSLIT_DANGER, "translit-danger") \
	WORD(UTF8CHECK_CLASS_CONTROL, "control") \
	WORD(UTF8CHECK_CLASS_BIDI_CONTROL, "bidi-control") \
	WORD(UTF8CHECK_CLASS_DEFAULT_IGNORABLE, "default-ignorable") \
	WORD(UTF8CHECK_CLASS_NONCHARACTER, "noncharacter") \
	WORD(UTF8CHECK_CLASS_UNASSIGNED, "unassigned") \
	WORD(UTF8CHECK_CLASS_PRIVATE_USE, "private-use") \
	WORD(UTF8CHECK_CLASS_BOM, "bom") \
	WORD(UTF8CHECK_CLASS_NOT_NORMALIZED, "not-normalized") \
	WORD(UTF8CHECK_CLASS_LEADING_DASH, "leading-dash") \
	WORD(UTF8CHECK_CLASS_LEADING_SPACE, "leading-space") \
	WORD(UTF8CHECK_CLASS_TRAILING_SPACE, "trailing-space") \
	WORD(UTF8CHECK_CLASS_TRAILING_DOT, "trailing-dot") \
	WORD(UTF8CHECK_CLASS_FORBIDDEN_BYTE, "forbidden-byte") \
	WORD(UTF8CHECK_CLASS_NARROW_DANGER, "narrow-danger") \
	WORD(UTF8CHECK_CLASS_BESTFIT_DANGER, "bestfit-danger") \
	WORD(UTF8CHECK_CLASS_WINDOWS_RESERVED, "windows-reserved") \
	WORD(UTF8CHECK_CLASS_NEWLINE, "newline") \
	WORD(UTF8CHECK_CLASS_PROTECTED, "protected") \
	WORD(UTF8CHECK_CLASS_WHITE_SPACE, "white-space") \
	WORD(UTF8CHECK_CLASS_REPLACEMENT, "replacement") \
	WORD(UTF8CHECK_CLASS_SUPPLEMENTARY, "supplementary") \
	WORD(UTF8CHECK_CLASS_URL_DANGER, "url-danger") \
	LAST(UTF8CHECK_CLASS_MISPLACED_IGNORABLE, "misplaced-ignorable")

#define U8C_DECODER_WORDS(WORD, LAST) \
	WORD(UTF8CHECK_DECODER_LONG, "longer-forms") \
	WORD(UTF8CHECK_DECODER_PERL, "perl") \
	WORD(UTF8CHECK_DECODER_MASK, "masking") \
	WORD(UTF8CHECK_DECODER_PAIR, "joined-surrogates") \
	WORD(UTF8CHECK_DECODER_16_BIT, "16-bit") \
	WORD(UTF8CHECK_DECODER_PHP, "php") \
	WORD(UTF8CHECK_DECODER_8_BIT, "8-bit") \
	WORD(UTF8CHECK_DECODER_PREFIX, "kept-prefix") \
	WORD(UTF8CHECK_DECODER_DROP, "dropping") \
	LAST(UTF8CHECK_DECODER_ANY, "combined")

bool u8c_same_name(const char *a, const char *b);

/* The stable name of each word, NULL for a number that names none. */
const char *u8c_profile_name(unsigned int profile);
const char *u8c_reason_name(unsigned int reason);
const char *u8c_encoding_name(unsigned int encoding);
const char *u8c_action_name(unsigned int action);
const char *u8c_form_name(unsigned int form);
const char *u8c_bom_name(unsigned int bom);
const char *u8c_class_name(unsigned int class);
const char *u8c_decoder_name(unsigned int decoder);

#endif /* U8C_CODEC_NAMES_H */
