// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The values of options: numbers, and words that are known.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/option/options.h"
#include "base/say/message.h"
#include "base/thread/work.h"

bool cli_number(const char *word, u64 most, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, 10);
	return *word >= '0' && *word <= '9' && !*end && !errno &&
	       *number <= most;
}

bool cli_count(const char *word, u64 most, u64 *count)
{
	static const char units[] = "KMG";
	char digits[32];
	size_t n = strlen(word);
	const char *unit = n ? strchr(units, word[n - 1]) : NULL;
	unsigned int shift = unit ? 10 * (unit - units + 1) : 0;

	snprintf(digits, sizeof(digits), "%.*s", (int)(n - !!unit), word);
	if (n >= sizeof(digits) || !cli_number(digits, most >> shift, count))
		return false;
	*count <<= shift;
	return true;
}

bool cli_lists_known;

void cli_list_known(const char *(*name)(unsigned int))
{
	for (unsigned int i = 0; name(i); i++)
		puts(name(i));
}

void cli_unknown(const char *option, const char *word, const char *near,
		 const char *(*name)(unsigned int), const char *more)
{
	char known[1024] = "";
	size_t n = 0;

	if (cli_lists_known) {
		cli_list_known(name);
		return;
	}
	for (unsigned int i = 0; name(i) && n < sizeof(known); i++)
		n += snprintf(known + n, sizeof(known) - n, i ? ", %s" : "%s",
			      name(i));
	if (near)
		cli_complain("%s: unknown value '%s' (did you mean '%s'?); known: %s%s", option, word,
			     near, known, more);
	else
		cli_complain("%s: unknown value '%s'; known: %s%s", option, word, known, more);
}

int cli_choose(const char *option, const char *word,
	       const char *(*name)(unsigned int))
{
	int i = near_find(word, name);

	if (i < 0)
		cli_unknown(option, word, near_word(word, name), name, "");
	return i;
}

const char *cli_when_name(unsigned int i)
{
	static const char *const names[] = {
		[CLI_AUTO] = "auto",
		[CLI_ALWAYS] = "always",
		[CLI_NEVER] = "never",
	};

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

bool option_take_jobs(void *to, const char *word)
{
	unsigned int *jobs = to;
	u64 n;

	if (cli_number(word, WORK_THREADS_MAX, &n) && n) {
		*jobs = n;
		return true;
	}
	return cli_complain("--jobs: '%s' is not a number from 1 to %d", word,
			    WORK_THREADS_MAX);
}

bool option_take_quiet(void *to, const char *word)
{
	if (freopen("/dev/null", "w", stdout))
		return true;
	return cli_complain_errno(-errno, "/dev/null");
}
