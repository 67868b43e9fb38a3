// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stable names of the contract's words.
 */
#include "codec/names.h"

static const char *const profiles[U8C_PROFILES] = {
	[U8C_RFC3629] = "rfc3629",
	[U8C_WTF8] = "wtf8",
	[U8C_CESU8] = "cesu8",
	[U8C_MUTF8] = "mutf8",
	[U8C_UCS2] = "ucs2",
	[U8C_RFC2279] = "rfc2279",
	[U8C_EXTENDED] = "extended",
};

static const char *const reasons[U8C_REASONS] = {
	[U8C_NO_REASON] = "none",
	[U8C_UNEXPECTED_CONTINUATION] = "unexpected-continuation",
	[U8C_OVERLONG] = "overlong",
	[U8C_SURROGATE] = "surrogate",
	[U8C_OUT_OF_RANGE] = "out-of-range",
	[U8C_INVALID_BYTE] = "invalid-byte",
	[U8C_TRUNCATED] = "truncated",
	[U8C_INCOMPLETE] = "incomplete",
	[U8C_COMBINING_RUN] = "combining-run",
	[U8C_CONTROL] = "control",
	[U8C_BIDI_CONTROL] = "bidi-control",
	[U8C_DEFAULT_IGNORABLE] = "default-ignorable",
	[U8C_NONCHARACTER] = "noncharacter",
	[U8C_UNASSIGNED] = "unassigned",
	[U8C_PRIVATE_USE] = "private-use",
	[U8C_BOM] = "bom",
	[U8C_NOT_NORMALIZED] = "not-normalized",
	[U8C_LEADING_DASH] = "leading-dash",
	[U8C_LEADING_SPACE] = "leading-space",
	[U8C_TRAILING_SPACE] = "trailing-space",
	[U8C_TRAILING_DOT] = "trailing-dot",
	[U8C_FORBIDDEN_BYTE] = "forbidden-byte",
};

static const char *const encodings[U8C_ENCODINGS] = {
	[U8C_UTF8] = "utf-8",
	[U8C_UTF16LE] = "utf-16le",
	[U8C_UTF16BE] = "utf-16be",
	[U8C_UTF32LE] = "utf-32le",
	[U8C_UTF32BE] = "utf-32be",
	[U8C_AUTO] = "auto",
};

static const char *const actions[U8C_ACTIONS] = {
	[U8C_REJECT] = "reject",
	[U8C_REPLACE] = "replace",
	[U8C_DROP] = "drop",
	[U8C_ESCAPE] = "escape",
	[U8C_SHORTEST] = "shortest",
	[U8C_PASS] = "pass",
};

static const char *const forms[U8C_FORMS] = {
	[U8C_FORM_NONE] = "none",
	[U8C_NFC] = "nfc",
	[U8C_NFD] = "nfd",
	[U8C_NFKC] = "nfkc",
	[U8C_NFKD] = "nfkd",
	[U8C_NFKC_CASEFOLD] = "nfkc-casefold",
	[U8C_NFD_CASEFOLD] = "nfd-casefold",
};

static const char *const boms[U8C_BOMS] = {
	[U8C_BOM_KEEP] = "keep",
	[U8C_BOM_STRIP] = "strip",
	[U8C_BOM_ADD] = "add",
	[U8C_BOM_REQUIRE] = "require",
	[U8C_BOM_FORBID] = "forbid",
};

static const char *const classes[U8C_CLASSES] = {
	[U8C_CLASS_OK] = "ok",
	[U8C_HIDDEN_NUL] = "hidden-nul",
	[U8C_HIDDEN_SEPARATOR] = "hidden-separator",
	[U8C_HIDDEN_BACKSLASH] = "hidden-backslash",
	[U8C_HIDDEN_DOT] = "hidden-dot",
	[U8C_LAX_NUL] = "lax-nul",
	[U8C_LAX_SEPARATOR] = "lax-separator",
	[U8C_LAX_BACKSLASH] = "lax-backslash",
	[U8C_LAX_DOT] = "lax-dot",
	[U8C_ILL_FORMED] = "ill-formed",
	[U8C_NUL] = "nul",
	[U8C_SEPARATOR] = "separator",
	[U8C_DOTDOT] = "dotdot",
	[U8C_BACKSLASH] = "backslash",
	[U8C_DOT] = "dot",
	[U8C_EMPTY] = "empty",
	[U8C_TOO_LONG] = "too-long",
	[U8C_COMPAT_DANGER] = "compat-danger",
	[U8C_IGNORABLE_DANGER] = "ignorable-danger",
	[U8C_TRANSLIT_DANGER] = "translit-danger",
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
	if (class >= U8C_CLASS_CONTROL && class < U8C_CLASSES)
		return u8c_reason_name(class - U8C_CLASS_CONTROL + U8C_CONTROL);
	return NAME_OF(classes, class);
}
