// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stable names of the contract's words.
 */
#include "codec/names.h"

static const char *const profiles[U8C_PROFILES] = {
	[UTF8CHECK_RFC3629] = "rfc3629",
	[UTF8CHECK_WTF8] = "wtf8",
	[UTF8CHECK_CESU8] = "cesu8",
	[UTF8CHECK_MUTF8] = "mutf8",
	[UTF8CHECK_UCS2] = "ucs2",
	[UTF8CHECK_RFC2279] = "rfc2279",
	[UTF8CHECK_EXTENDED] = "extended",
};

static const char *const reasons[U8C_REASONS] = {
	[UTF8CHECK_NO_REASON] = "none",
	[UTF8CHECK_UNEXPECTED_CONTINUATION] = "unexpected-continuation",
	[UTF8CHECK_OVERLONG] = "overlong",
	[UTF8CHECK_SURROGATE] = "surrogate",
	[UTF8CHECK_OUT_OF_RANGE] = "out-of-range",
	[UTF8CHECK_INVALID_BYTE] = "invalid-byte",
	[UTF8CHECK_TRUNCATED] = "truncated",
	[UTF8CHECK_INCOMPLETE] = "incomplete",
	[UTF8CHECK_COMBINING_RUN] = "combining-run",
	[UTF8CHECK_CONTROL] = "control",
	[UTF8CHECK_BIDI_CONTROL] = "bidi-control",
	[UTF8CHECK_DEFAULT_IGNORABLE] = "default-ignorable",
	[UTF8CHECK_NONCHARACTER] = "noncharacter",
	[UTF8CHECK_UNASSIGNED] = "unassigned",
	[UTF8CHECK_PRIVATE_USE] = "private-use",
	[UTF8CHECK_BOM] = "bom",
	[UTF8CHECK_NOT_NORMALIZED] = "not-normalized",
	[UTF8CHECK_LEADING_DASH] = "leading-dash",
	[UTF8CHECK_LEADING_SPACE] = "leading-space",
	[UTF8CHECK_TRAILING_SPACE] = "trailing-space",
	[UTF8CHECK_TRAILING_DOT] = "trailing-dot",
	[UTF8CHECK_FORBIDDEN_BYTE] = "forbidden-byte",
};

static const char *const encodings[U8C_ENCODINGS] = {
	[UTF8CHECK_UTF8] = "utf-8",
	[UTF8CHECK_UTF16LE] = "utf-16le",
	[UTF8CHECK_UTF16BE] = "utf-16be",
	[UTF8CHECK_UTF32LE] = "utf-32le",
	[UTF8CHECK_UTF32BE] = "utf-32be",
	[UTF8CHECK_AUTO] = "auto",
};

static const char *const actions[U8C_ACTIONS] = {
	[UTF8CHECK_REJECT] = "reject",
	[UTF8CHECK_REPLACE] = "replace",
	[UTF8CHECK_DROP] = "drop",
	[UTF8CHECK_ESCAPE] = "escape",
	[UTF8CHECK_SHORTEST] = "shortest",
	[UTF8CHECK_PASS] = "pass",
};

static const char *const forms[U8C_FORMS] = {
	[UTF8CHECK_FORM_NONE] = "none",
	[UTF8CHECK_NFC] = "nfc",
	[UTF8CHECK_NFD] = "nfd",
	[UTF8CHECK_NFKC] = "nfkc",
	[UTF8CHECK_NFKD] = "nfkd",
	[UTF8CHECK_NFKC_CASEFOLD] = "nfkc-casefold",
	[UTF8CHECK_NFD_CASEFOLD] = "nfd-casefold",
};

static const char *const boms[U8C_BOMS] = {
	[UTF8CHECK_BOM_KEEP] = "keep",
	[UTF8CHECK_BOM_STRIP] = "strip",
	[UTF8CHECK_BOM_ADD] = "add",
	[UTF8CHECK_BOM_REQUIRE] = "require",
	[UTF8CHECK_BOM_FORBID] = "forbid",
};

static const char *const classes[U8C_CLASSES] = {
	[UTF8CHECK_CLASS_OK] = "ok",
	[UTF8CHECK_HIDDEN_NUL] = "hidden-nul",
	[UTF8CHECK_HIDDEN_SEPARATOR] = "hidden-separator",
	[UTF8CHECK_HIDDEN_BACKSLASH] = "hidden-backslash",
	[UTF8CHECK_HIDDEN_DOT] = "hidden-dot",
	[UTF8CHECK_LAX_NUL] = "lax-nul",
	[UTF8CHECK_LAX_SEPARATOR] = "lax-separator",
	[UTF8CHECK_LAX_BACKSLASH] = "lax-backslash",
	[UTF8CHECK_LAX_DOT] = "lax-dot",
	[UTF8CHECK_ILL_FORMED] = "ill-formed",
	[UTF8CHECK_NUL] = "nul",
	[UTF8CHECK_SEPARATOR] = "separator",
	[UTF8CHECK_DOTDOT] = "dotdot",
	[UTF8CHECK_BACKSLASH] = "backslash",
	[UTF8CHECK_DOT] = "dot",
	[UTF8CHECK_EMPTY] = "empty",
	[UTF8CHECK_TOO_LONG] = "too-long",
	[UTF8CHECK_COMPAT_DANGER] = "compat-danger",
	[UTF8CHECK_IGNORABLE_DANGER] = "ignorable-danger",
	[UTF8CHECK_TRANSLIT_DANGER] = "translit-danger",
};

bool u8c_same_name(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

#define NAME_OF(table, i) ((i) < U8C_ARRAY_SIZE(table) ? (table)[i] : NULL)

const char *u8c_profile_name(unsigned int profile)
{
	return NAME_OF(profiles, profile);
}

const char *u8c_reason_name(unsigned int reason)
{
	return NAME_OF(reasons, reason);
}

const char *u8c_encoding_name(unsigned int encoding)
{
	return NAME_OF(encodings, encoding);
}

const char *u8c_action_name(unsigned int action)
{
	return NAME_OF(actions, action);
}

const char *u8c_form_name(unsigned int form)
{
	return NAME_OF(forms, form);
}

const char *u8c_bom_name(unsigned int bom)
{
	return NAME_OF(boms, bom);
}

const char *u8c_class_name(unsigned int class)
{
	if (class >= UTF8CHECK_CLASS_CONTROL && class < U8C_CLASSES)
		return u8c_reason_name(class - UTF8CHECK_CLASS_CONTROL + UTF8CHECK_CONTROL);
	return NAME_OF(classes, class);
}
