// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a policy for names or paths: one with a name, and what
 * is refused beside it.
 */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "print/hex.h"
#include "option/name_policy.h"

static const char *const option_names[POLICY_ITEMS] = {
	[POLICY_NAME] = "--policy",
	[POLICY_REFUSE] = "--refuse",
	[POLICY_NOT_FIRST] = "--not-first",
	[POLICY_NOT_INSIDE] = "--not-inside",
	[POLICY_NOT_LAST] = "--not-last",
};

static const char *policy_name(unsigned int i)
{
	return u8c_policies[i];
}

/* All classes but the last: the lists of bytes bring that one along. */
static const char *refusable_name(unsigned int i)
{
	return i + 1 < UTF8CHECK_CLASS_FORBIDDEN_BYTE ? u8c_class_name(i + 1) : NULL;
}

/* Classes that no engine finds yet. */
#define NOT_YET \
	(U8C_BIT(UTF8CHECK_CLASS_BOM) | U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED))

static bool add_class(struct utf8check_policy *policy, const char *word)
{
	int i = cli_choose(option_names[POLICY_REFUSE], word, refusable_name);

	if (i < 0)
		return false;
	policy->refuse |= U8C_BIT(i + 1);
	if (!(U8C_BIT(i + 1) & NOT_YET))
		return true;
	cli_complain("%s=%s is not supported yet", option_names[POLICY_REFUSE],
		     word);
	return false;
}

static bool add_classes(struct utf8check_policy *policy, const char *words)
{
	char *list = strdup(words), *rest = list, *word;
	bool good = list;

	while (good && (word = strsep(&rest, ",")))
		good = add_class(policy, word);
	free(list);
	return good;
}

/*
 * The byte at the start of @text, or that an escape there names; *used is how
 * many characters say it.  Return: -1 where it is none.
 */
static int parse_byte(const char *text, size_t *used)
{
	size_t digits = 2;
	u8 byte;

	*used = 1;
	if (*text != '\\')
		return (unsigned char)*text < 0x80 ? *text : -1;
	*used = 2;
	if (text[1] == '\\')
		return '\\';
	*used = 4;
	if (text[1] != 'x' || strnlen(text, 4) < 4 ||
	    !hex_decode(&byte, text + 2, &digits))
		return -1;
	return byte;
}

static bool add_bytes(struct utf8check_policy *policy, enum policy_item item,
		      const char *text)
{
	u8 *list = item == POLICY_NOT_FIRST ? policy->first :
		   item == POLICY_NOT_LAST ? policy->last : policy->middle;
	const char *next = text;
	size_t used;
	int b = -1;

	for (; *next; next += used) {
		b = parse_byte(next, &used);
		if (b < 0)
			break;
		list[b >> 3] |= 1 << (b & 7);
	}
	policy->refuse |= U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	if (b < 0)
		cli_complain("%s: '%s' is no list of bytes: ASCII characters, \\xHH for any byte, \\\\ for a backslash",
			     option_names[item], text);
	return b >= 0;
}

bool policy_set(struct policy *policy, enum policy_item item, const char *word)
{
	switch (item) {
	case POLICY_NAME:
		policy->name = word;
		return cli_choose(option_names[item], word, policy_name) >= 0;
	case POLICY_REFUSE:
		return add_classes(&policy->more, word);
	default:
		return add_bytes(&policy->more, item, word);
	}
}

void policy_find(const struct policy *policy, bool path,
		 struct utf8check_policy *to)
{
	size_t i;

	utf8check_policy_find(policy->name ? policy->name : "default", path, to);
	to->refuse |= policy->more.refuse;
	for (i = 0; i < sizeof(to->first); i++) {
		to->first[i] |= policy->more.first[i];
		to->middle[i] |= policy->more.middle[i];
		to->last[i] |= policy->more.last[i];
	}
}
