// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * --protect: names that no other name may be taken for.
 */
#include <string.h>
#include "base/option/protected_names.h"
#include "base/say/message.h"
#include "base/option/table.h"

/* The names, each ended by a NUL. */
static struct {
	size_t n;
	char text[UTF8CHECK_PROTECT_LEN_MAX];
} names;

static bool take_name(void *to, const char *word)
{
	const size_t size = strlen(word) + 1;

	if (utf8check_protect_check(word, size - 1)) {
		cli_complain("--protect: '%s' is no name of a file that can be protected", word);
		return false;
	}
	if (size <= sizeof(names.text) - names.n) {
		memcpy(names.text + names.n, word, size);
		names.n += size;
		if (!utf8check_protect_check(names.text, names.n))
			return true;
	}
	cli_complain("--protect: more than %u names, or than %u bytes",
		     UTF8CHECK_PROTECT_MAX, UTF8CHECK_PROTECT_LEN_MAX);
	return false;
}

static bool take_names(void *to, const char *words)
{
	return option_each_word(words, take_name, to);
}

const struct cli_option protect_options[] = {
	{ "protect", .argument = "NAME,...", .take = take_names,
	  .help =
"refuse a component that some systems take for one of\n"
"these names, and that is not written so: by case, by\n"
"characters that are not displayed, by best fit, by what\n"
"NTFS leaves out, or as a short name (8.3)" },
	{ }
};

int protected_names_judge(struct utf8check *engine, bool path, struct utf8check_check_name *n)
{
	n->size = sizeof(*n);
	n->protect = (uintptr_t)names.text;
	n->protect_len = names.n;
	return path ? utf8check_judge_path(engine, n) : utf8check_judge_name(engine, n);
}
