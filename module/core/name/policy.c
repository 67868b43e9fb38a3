// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Policies that have a name.
 */
#include "name/name.h"

static_assert(UTF8CHECK_CLASS_ILL_FORMED - UTF8CHECK_CLASS_HIDDEN_NUL == 8,
	      "hidden, lax and ill-formed, which U8C_REFUSE_ENCODING takes for a range");

/* What the kernel itself refuses in a name or path. */
#define LINUX                                                            \
	(U8C_BIT(UTF8CHECK_CLASS_NUL) | U8C_BIT(UTF8CHECK_CLASS_EMPTY) | \
	 U8C_BIT(UTF8CHECK_CLASS_TOO_LONG))
#define LINUX_NAME                                                                   \
	(LINUX | U8C_BIT(UTF8CHECK_CLASS_SEPARATOR) | U8C_BIT(UTF8CHECK_CLASS_DOT) | \
	 U8C_BIT(UTF8CHECK_CLASS_DOTDOT))

#define SAFE \
	(U8C_BIT(UTF8CHECK_CLASS_CONTROL) | U8C_BIT(UTF8CHECK_CLASS_BIDI_CONTROL) | \
	 U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) | U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE) | \
	 U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE))
#define STRICT \
	(SAFE | U8C_BIT(UTF8CHECK_CLASS_UNASSIGNED) | \
	 U8C_BIT(UTF8CHECK_CLASS_NONCHARACTER) | U8C_BIT(UTF8CHECK_CLASS_PRIVATE_USE))
#define POSIX \
	(U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE) | U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH))

#define WINDOWS \
	(U8C_BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED) | U8C_BIT(UTF8CHECK_CLASS_BACKSLASH) | \
	 U8C_BIT(UTF8CHECK_CLASS_CONTROL))
#define NFC U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED)
#define NO_NEWLINE U8C_BIT(UTF8CHECK_CLASS_NEWLINE)

static const struct {
	const char *name;
	u64 in_name;
	u64 in_path;
} policies[] = {
	{ "default", U8C_REFUSE_NAME, U8C_REFUSE_PATH },
	{ "linux", LINUX_NAME, LINUX },
	{ "posix", U8C_REFUSE_NAME | POSIX, U8C_REFUSE_PATH | POSIX },
	{ "safe", U8C_REFUSE_NAME | SAFE, U8C_REFUSE_PATH | SAFE },
	{ "strict", U8C_REFUSE_NAME | STRICT, U8C_REFUSE_PATH | STRICT },
	{ "no-dotdot", U8C_REFUSE_NAME,
	  U8C_REFUSE_PATH | U8C_BIT(UTF8CHECK_CLASS_DOTDOT) },
	{ "windows", U8C_REFUSE_NAME | WINDOWS, U8C_REFUSE_PATH | WINDOWS },
	{ "nfc", U8C_REFUSE_NAME | NFC, U8C_REFUSE_PATH | NFC },
	{ "no-newline", U8C_REFUSE_NAME | NO_NEWLINE, U8C_REFUSE_PATH | NO_NEWLINE },
};

const char *u8c_policy_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(policies) ? policies[i].name : NULL;
}

/* A policy's list of the portable filename character set (POSIX.1-2024, XBD). */
static const u8 portable[16] = {
	0, 0, 0, 0, 0, 0x60, 0xff, 0x03, 0xfe, 0xff, 0xff, 0x87, 0xfe, 0xff, 0xff, 0x07,
};

static void list_not_portable(struct utf8check_policy *policy)
{
	for (unsigned int i = 0; i < sizeof(policy->first); i++)
		policy->first[i] = i < sizeof(portable) ? ~portable[i] : 0xff;
	memcpy(policy->middle, policy->first, sizeof(policy->middle));
	memcpy(policy->last, policy->first, sizeof(policy->last));
}

bool u8c_policy_find(const char *name, bool path, struct utf8check_policy *policy)
{
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(policies); i++)
		if (u8c_same_name(policies[i].name, name))
			break;
	if (i == U8C_ARRAY_SIZE(policies))
		return false;
	memset(policy, 0, sizeof(*policy));
	policy->refuse = path ? policies[i].in_path : policies[i].in_name;
	if (policy->refuse & U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE))
		list_not_portable(policy);
	return true;
}
