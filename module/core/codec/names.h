/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The words of the contract: profiles, reasons, actions, classes.  The ABI
 * declares them; here is how many there are of each, and their names.  The names
 * are stable: they appear in reports, JSON and sysfs.
 */
#ifndef U8C_CODEC_NAMES_H
#define U8C_CODEC_NAMES_H

#include "platform.h"
#include "../../include/uapi/linux/utf8check.h"

#define U8C_PROFILES (UTF8CHECK_EXTENDED + 1)
#define U8C_REASONS (UTF8CHECK_FORBIDDEN_BYTE + 1)
#define U8C_ENCODINGS (UTF8CHECK_AUTO + 1)
#define U8C_ACTIONS (UTF8CHECK_PASS + 1)
#define U8C_FORMS (UTF8CHECK_NFD_CASEFOLD + 1)
#define U8C_BOMS (UTF8CHECK_BOM_FORBID + 1)
#define U8C_CLASSES (UTF8CHECK_CLASS_FORBIDDEN_BYTE + 1)

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
