// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What was found in a repository before, and is no finding now.
 *
 * A baseline is a text with a line for each kind of error of each file, sorted: path, reason,
 * bytes and how often, parted by tabs.  It has no numbers of lines, so it stays true when a file
 * is edited elsewhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/option/options.h"
#include "base/say/escape.h"
#include "feature/check/check.h"

struct baseline baseline;

/*
 * The lines up to their numbers; of a file that was judged, a path and a tab, which come before
 * its lines.
 */
static void *lines;

/* What a line begins with, of an error; NULL: of a file in another charset. */
static char *make_key(const char *name, const struct utf8check_error *e)
{
	AUTO_FREE char *path = git_path_from_root(name);
	char *key = NULL, hex[2 * sizeof(e->bytes) + 1] = "";
	size_t size;
	FILE *to = path ? open_memstream(&key, &size) : NULL;

	if (e)
		hex_put(hex, e->bytes, e->count);
	if (to) {
		escaped_print(to, (const u8 *)path, strlen(path));
		fprintf(to, "\t%s\t%s", e ? error_reason_name(e->reason) : "other-charset", hex);
		fclose(to);
	}
	return key;
}

/* Return: false where that is no line of a baseline, or not after the one before it. */
static bool take_line(char *line)
{
	/* The line that was read last. */
	static const char *before = "";
	char *reason = strchr(line, '\t'), *bytes = reason ? strchr(reason + 1, '\t') : NULL;
	char *number = bytes ? strchr(++bytes, '\t') : NULL, *end = strchr(line, '\n');
	struct tally *t = NULL;
	u64 n;

	if (!number || !end || bytes + strspn(bytes, "0123456789abcdef") != number)
		return false;
	*number = *end = '\0';
	if (cli_number(number + 1, UINT64_MAX, &n) && n && strcmp(before, line) < 0)
		t = tally_of(&lines, line, true);
	if (!t)
		return false;
	t->known = n;
	before = t->key;
	return true;
}

/* Lines of git about a file of a commit: none is there, or where it begins and ends. */
static bool take_line_of_git(const char *line, unsigned int number)
{
	const bool missing = number == 1 && strstr(line, " missing\n");

	if (missing)
		notice_count(NOTICE_NO_BASELINE, baseline.name);
	return missing || !strcmp(line, "\n");
}

static bool read_lines(FILE *from, const char *name, bool of_git)
{
	AUTO_FREE char *line = NULL;
	unsigned int number = 0;
	bool good = true;
	size_t room = 0;

	while (good && getline(&line, &room, from) > 0) {
		number++;
		good = (of_git && take_line_of_git(line, number)) || take_line(line);
	}
	if (!good)
		cli_complain("%s: line %u is not one of a baseline", name, number - of_git);
	else if (!feof(from))
		good = !cli_failed(-errno, name);
	fclose(from);
	return good;
}

/* Nothing else is waited for, or read without end.  Return: NULL after a message. */
static FILE *open_regular(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	FILE *from = NULL;
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		cli_complain("%s: not a regular file", name);
	} else {
		from = fd < 0 ? NULL : fdopen(fd, "r");
		if (!from)
			cli_failed(-errno, name);
	}
	if (!from)
		descriptor_close(&fd);
	return from;
}

bool baseline_open(const char *commit)
{
	const char *name = baseline.written ? baseline.written : baseline.name;
	const bool of_git = commit && !baseline.written;
	struct tool git;
	FILE *from;
	bool good;

	if (baseline.written && access(name, F_OK))
		return true;
	from = of_git ? git_open_file(&git, commit, name) : open_regular(name);
	if (!from)
		return false;
	good = read_lines(from, name, of_git);
	if (of_git)
		good &= !tool_end(&git);
	return good;
}

bool baseline_has(const char *name, const struct utf8check_error *e, u64 errors)
{
	AUTO_FREE char *key = baseline_is_used() ? make_key(name, e) : NULL;
	struct tally *t = key ? tally_of(&lines, key, baseline.written) : NULL;

	return t && ((t->found += errors) <= t->known || baseline.written);
}

void baseline_judged(const char *name)
{
	AUTO_FREE char *key = make_key(name, NULL);

	if (!key)
		return;
	strchr(key, '\t')[1] = '\0';
	tally_of(&lines, key, true);
}

/* How the lines of the last judged file begin; "" (any line): all were; "\n" (no line): none yet. */
static const char *judged = "\n";

static void print_line(const void *node, VISIT visit, void *to)
{
	const struct tally *t = *(const struct tally *const *)node;
	u64 n = t->found;

	if (visit != postorder && visit != leaf)
		return;
	if (!strchr(t->key, '\t')[1])
		judged = *judged ? t->key : judged;
	if (strncmp(t->key, judged, strlen(judged)))
		n += t->known;
	if (n)
		fprintf(to, "%s\t%" PRIu64 "\n", t->key, n);
}

static bool write_lines(void)
{
	const struct output_request request = { .target = baseline.written };
	const struct input none = { };
	struct output out;
	AUTO_FREE char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	int err;

	if (to)
		twalk_r(lines, print_line, to);
	if (!to || fclose(to))
		return !cli_failed(-ENOMEM, baseline.written);
	err = output_open(&out, &request, &none, NULL) ?: output_write(&out, text, size) ?:
	      output_commit(&out);
	output_abandon(&out);
	return !err;
}

/* Undo escaped_print() in place: a message escapes the path again. */
static void unescape(char *text)
{
	char *to = text;
	size_t digits;

	for (; *text; to++) {
		digits = 2;
		if (!strncmp(text, "\\x", 2) && text[2] && hex_decode((u8 *)to, text + 2, &digits)) {
			text += 4;
		} else {
			text += text[0] == '\\' && text[1];
			*to = *text++;
		}
	}
	*to = '\0';
}

static void tell_missing(const void *node, VISIT visit, void *unused)
{
	const struct tally *t = *(const struct tally *const *)node;
	char *bytes = t->key, *path, *reason;

	if ((visit != postorder && visit != leaf) || t->found >= t->known)
		return;
	path = strsep(&bytes, "\t");
	reason = strsep(&bytes, "\t");
	unescape(path);
	cli_complain("%s: in the baseline %" PRIu64 ", found %" PRIu64 ": %s %s", path, t->known, t->found,
		     reason, bytes);
}

bool baseline_close(bool all)
{
	if (all && baseline.written)
		judged = "";
	else if (all)
		twalk_r(lines, tell_missing, NULL);
	return !baseline.written || write_lines();
}
