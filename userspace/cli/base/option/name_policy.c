// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a policy for names or paths: --policy names one, the
 * other options refuse more than that one does; and --protect.
 */
#include <string.h>
#include "base/say/escape.h"
#include "base/option/options.h"
#include "base/say/message.h"

bool policy_is_given;

/* The policy chosen: number 0 is "default". */
static u8 policy;

/* What is refused beside what the policy chosen refuses. */
static struct utf8check_policy more;

const char *policy_name(void)
{
	return utf8check_policy_name(policy);
}

void policy_forget(void)
{
	policy_is_given = false;
	policy = 0;
	more = (struct utf8check_policy){ };
}

/* The lists of bytes and --protect bring two classes along. */
bool policy_can_refuse(unsigned int class)
{
	return class && class != UTF8CHECK_CLASS_FORBIDDEN_BYTE && class != UTF8CHECK_CLASS_PROTECTED;
}

/* The one after @i others that policy_can_refuse(). */
static enum utf8check_class refusable_class(unsigned int i)
{
	unsigned int class = 0;

	for (unsigned int found = 0; found <= i; found += policy_can_refuse(class))
		class++;
	return class;
}

static const char *refusable_name(unsigned int i)
{
	return utf8check_class_name(refusable_class(i));
}

static bool refuse_class(void *to, const char *word)
{
	int i = cli_choose("--refuse", word + strspn(word, " "), refusable_name);

	if (i < 0)
		return false;
	more.refuse |= BIT(refusable_class(i));
	return true;
}

/*
 * The byte at the start of @text, or that an escape there names; *used is set
 * to the number of characters that say it.  Return: -1 where there is no byte.
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

/* @to is a set of bytes in @more. */
static bool take_bytes(void *to, const char *text)
{
	u8 *set = to;
	const char *option = set == more.first ? "--not-first" :
			     set == more.last ? "--not-last" : "--not-inside";
	const char *next = text;
	size_t used;
	int b = -1;

	for (; *next; next += used) {
		b = parse_byte(next, &used);
		if (b < 0)
			break;
		set[b >> 3] |= 1 << (b & 7);
	}
	more.refuse |= BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	if (b < 0)
		cli_complain_why("ASCII characters, \\xHH for any byte, \\\\ for a backslash",
				 "%s: '%s' is no list of bytes", option, text);
	return b >= 0;
}

const struct cli_option policy_options[] = {
	{ "policy", .argument = "NAME", .flag = &policy_is_given,
	  .known = utf8check_policy_name, .choice = &policy,
	  .doc =
"what is refused:\n"
"\tdefault: what deceives a decoder, and what the kernel refuses (of names '.' and '..' too)\n"
"\tlinux: only what the kernel refuses\n"
"\tposix: default, and all but A-Z a-z 0-9 . _ -, and a leading dash\n"
"\tsafe: default, and control, bidi-control, misplaced-ignorable, leading-dash, trailing-space\n"
"\tstrict: safe, and unassigned, noncharacter, private-use\n"
"\tno-dotdot: default, and '..' in a path\n"
"\twindows: default, and windows-reserved, backslash, control\n"
"\tnfc: default, and not-normalized (to NFC)\n"
"\tno-newline: default, and newline\n"
"See utf8check-policy(7)." },
	{ "refuse", .argument = "CLASS,...", .flag = &policy_is_given,
	  .each = refuse_class,
	  .doc = "refuse these classes too, see utf8check-policy(7)" },
	{ "not-first", .argument = "BYTES", .flag = &policy_is_given,
	  .take = take_bytes, .to = more.first,
	  .doc =
"refuse a component that begins with one of BYTES: ASCII characters, \\xHH, \\\\ for a "
"backslash" },
	{ "not-inside", .argument = "BYTES", .flag = &policy_is_given,
	  .take = take_bytes, .to = more.middle,
	  .doc = "refuse a component that holds one of BYTES between its first and its last byte" },
	{ "not-last", .argument = "BYTES", .flag = &policy_is_given,
	  .take = take_bytes, .to = more.last,
	  .doc = "refuse a component that ends with one of BYTES" },
	{ }
};

void policy_find(bool path, struct utf8check_policy *to)
{
	utf8check_policy_find(policy_name(), path, to);
	to->refuse |= more.refuse;
	for (size_t i = 0; i < sizeof(to->first); i++) {
		to->first[i] |= more.first[i];
		to->middle[i] |= more.middle[i];
		to->last[i] |= more.last[i];
	}
}

/* --- names that no other name may be taken for */

/* The names, each ended by a NUL. */
static struct {
	size_t n;
	char text[UTF8CHECK_PROTECT_LEN_MAX];
} protected;

static bool protect_name(void *to, const char *word)
{
	const size_t size = strlen(word) + 1;

	if (utf8check_protect_check(word, size - 1))
		return cli_complain("--protect: '%s' is no name of a file that can be protected", word);
	if (size <= sizeof(protected.text) - protected.n) {
		memcpy(protected.text + protected.n, word, size);
		protected.n += size;
		if (!utf8check_protect_check(protected.text, protected.n))
			return true;
	}
	return cli_complain("--protect: more than %u names, or than %u bytes",
			    UTF8CHECK_PROTECT_MAX, UTF8CHECK_PROTECT_LEN_MAX);
}

const struct cli_option protect_options[] = {
	{ "protect", .argument = "NAME,...", .each = protect_name,
	  .doc =
"refuse a component that some systems take for one of these names, and that is written "
"otherwise\n"
"With the class protected, see utf8check-policy(7), PROTECTED NAMES.  At most 64 names, of at "
"most 4096 bytes together; none has a comma." },
	{ }
};

/* --- a name, judged */

/* For names, and for paths. */
static struct utf8check_policy decided[2];

void policy_decide(void)
{
	policy_find(false, &decided[false]);
	policy_find(true, &decided[true]);
}

int name_judge(bool path, const void *p, size_t len, struct utf8check_check_name *n)
{
	n->size = sizeof(*n);
	n->buf = (uintptr_t)p;
	n->len = len;
	n->policy = decided[path];
	n->protect = (uintptr_t)protected.text;
	n->protect_len = protected.n;
	return (path ? utf8check_judge_path : utf8check_judge_name)(cli_engine, n);
}
