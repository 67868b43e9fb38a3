// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What was found in a repository before, and is no finding now.
 *
 * A baseline is a text with a line for each kind of error of each file, sorted: path, reason,
 * bytes and how often, parted by tabs.  It has no numbers of lines, so it stays true when a file
 * is edited elsewhere.
 */
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/option/options.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "feature/check/check.h"

/**
 * struct known - a line; or, without a tab in its key, a file
 *
 * @key: the line up to the number.
 * @count: the number.
 * @found: how often that was found now; of a file, that it was judged.  Any thread may count.
 */
struct known {
	char *key;
	u64 count;
	u64 found;
};

struct baseline baseline;

/* A tree of struct known.  It grows only while one thread is there. */
static void *tree;

static int compare_keys(const void *a, const void *b)
{
	return strcmp(((const struct known *)a)->key, ((const struct known *)b)->key);
}

/* The one with the key; it is made where there is none.  NULL: no memory. */
static struct known *add_known(const char *key)
{
	struct known *k = calloc(1, sizeof(*k)), **at = NULL;

	if (k)
		k->key = strdup(key);
	if (k && k->key)
		at = tsearch(k, &tree, compare_keys);
	if (!at || *at != k) {
		free(k ? k->key : NULL);
		free(k);
	}
	return at ? *at : NULL;
}

/* What a line begins with; of @reason NULL, the file.  To be freed. */
static char *make_key(const char *name, const char *reason, const struct utf8check_error *e)
{
	char *key = NULL, hex[2 * sizeof(e->bytes) + 1] = "";
	size_t size;
	FILE *to = open_memstream(&key, &size);
	char *path = git_path_from_root(name);

	if (to && path)
		escaped_print(to, (const u8 *)path, strlen(path));
	free(path);
	if (!to)
		return NULL;
	if (e)
		hex_put(hex, e->bytes, e->count);
	if (reason)
		fprintf(to, "\t%s\t%s", reason, hex);
	fclose(to);
	return key;
}

/* Return: false where that is no line of a baseline. */
static bool take_line(char *line)
{
	char *reason = strchr(line, '\t'), *bytes = reason ? strchr(++reason, '\t') : NULL;
	char *number = bytes ? strchr(++bytes, '\t') : NULL, *end = strchr(line, '\n');
	struct known *k;
	u64 count;

	if (!number || !end || end[1] || bytes + strspn(bytes, "0123456789abcdef") != number)
		return false;
	*number = *end = '\0';
	if (!cli_number(number + 1, 10, UINT64_MAX, &count) || !count)
		return false;
	k = add_known(line);
	if (!k || k->count)
		return false;
	k->count = count;
	reason[-1] = '\0';
	return add_known(line);
}

/* The baseline of the commit that attributes are taken from, if there is one. */
static FILE *open_baseline(const char *name, const char *commit, struct tool *git)
{
	if (!commit)
		return fopen(name, "re");
	return git_open_file(git, commit, name) ? NULL : fdopen(dup(git->fd), "r");
}

bool baseline_open(const char *commit)
{
	const char *name = baseline.written ? baseline.written : baseline.name;
	struct tool git = { };
	FILE *from = open_baseline(name, baseline.written ? NULL : commit, &git);
	unsigned int number = 0;
	bool good = true;
	char *line = NULL;
	size_t room = 0;

	if (!from && errno == ENOENT && baseline.written)
		return true;
	if (!from)
		return cli_failed(-errno, name) && false;
	while (good && getline(&line, &room, from) > 0) {
		number++;
		good = take_line(line);
	}
	if (!good)
		cli_complain("%s: line %u is none of a baseline", name, number);
	good &= !ferror(from);
	fclose(from);
	free(line);
	return git.pid ? !tool_end(&git) && good : good;
}

/* Count them.  Return: are they in the baseline? */
static bool take_known(char *key, u64 count)
{
	const struct known asked = { .key = key };
	struct known **at = key ? tfind(&asked, &tree, compare_keys) : NULL, *k = at ? *at : NULL;

	if (!k && key && baseline.written)
		k = add_known(key);
	free(key);
	return k && (__atomic_add_fetch(&k->found, count, __ATOMIC_RELAXED) <= k->count ||
		     baseline.written);
}

bool baseline_has(const char *name, const struct utf8check_error *e)
{
	return take_known(make_key(name, utf8check_reason_name(e->reason), e), 1);
}

bool baseline_has_in_one(const char *name, u64 errors)
{
	return take_known(make_key(name, "other-charset", NULL), errors);
}

void baseline_judge(const char *name)
{
	if (!baseline.written)
		take_known(make_key(name, NULL, NULL), 1);
}

/* Say what is no longer found, of a file that was judged. */
static void tell_missing(const struct known *k)
{
	char *words = strdup(k->key), *tab = words ? strchr(words, '\t') : NULL;
	const struct known file = { .key = words };
	struct known **at;

	if (!tab)
		return;
	*tab = '\0';
	at = tfind(&file, &tree, compare_keys);
	if (at && (*at)->found) {
		*strchr(tab + 1, '\t') = ' ';
		cli_complain("%s: in the baseline %" PRIu64 ", found %" PRIu64 ": %s", words, k->count,
			     k->found, tab + 1);
	}
	free(words);
}

static void see_known(const void *node, VISIT visit, void *text)
{
	const struct known *k = *(struct known *const *)node;

	if (visit != postorder && visit != leaf)
		return;
	if (text && k->found)
		fprintf(text, "%s\t%" PRIu64 "\n", k->key, k->found);
	else if (!text && k->found < k->count)
		tell_missing(k);
}

bool baseline_close(void)
{
	const struct output_request request = { .target = baseline.written };
	const struct input none = { };
	struct output out;
	char *text = NULL;
	size_t size;
	FILE *to = baseline.written ? open_memstream(&text, &size) : NULL;
	int err;

	twalk_r(tree, see_known, to);
	if (!baseline.written)
		return true;
	if (!to || fclose(to))
		return cli_failed(-ENOMEM, baseline.written) && false;
	err = output_open(&out, &request, &none);
	if (!err)
		err = output_write(&out, text, size) ? : output_commit(&out);
	free(text);
	return !err;
}
