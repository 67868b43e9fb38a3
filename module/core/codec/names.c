// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stable names of the contract's words.
 */
#include "codec/names.h"

#define NAME(number, name) \
	[number] = name,

static const char *const profiles[U8C_PROFILES] = {
	U8C_PROFILE_WORDS(NAME, NAME)
};

static const char *const reasons[U8C_REASONS] = {
	[UTF8CHECK_REASON_NONE] = "none",
	U8C_REASON_WORDS(NAME, NAME)
};

static const char *const encodings[U8C_ENCODINGS] = {
	U8C_ENCODING_WORDS(NAME, NAME)
	[UTF8CHECK_ENCODING_AUTO] = "auto",
};

static const char *const actions[U8C_ACTIONS] = {
	U8C_ACTION_WORDS(NAME, NAME)
};

static const char *const forms[U8C_FORMS] = {
	[UTF8CHECK_FORM_NONE] = "none",
	[UTF8CHECK_FORM_NFC] = "nfc",
	[UTF8CHECK_FORM_NFD] = "nfd",
	[UTF8CHECK_FORM_NFKC] = "nfkc",
	[UTF8CHECK_FORM_NFKD] = "nfkd",
	[UTF8CHECK_FORM_NFKC_CASEFOLD] = "nfkc-casefold",
	[UTF8CHECK_FORM_NFD_CASEFOLD] = "nfd-casefold",
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
	U8C_CLASS_WORDS(NAME, NAME)
};

static const char *const decoders[U8C_DECODERS] = {
	[UTF8CHECK_DECODER_NONE] = "none",
	U8C_DECODER_WORDS(NAME, NAME)
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
	return NAME_OF(classes, class);
}

const char *u8c_decoder_name(unsigned int decoder)
{
	return NAME_OF(decoders, decoder);
}
