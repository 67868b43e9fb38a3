// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check scan: the names of whole trees.
 *
 * The names of a directory are read and sorted, judged one by one, and compared
 * with each other.  Then they are freed, and the directory is read again to go
 * down into its directories: so memory holds only the names of one directory.
 * Changes during the scan may be seen or not, as with every walk through a
 * tree.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"
#include "io/directory.h"
#include "option/name_policy.h"
#include "print/escape.h"
#include "print/verdict.h"
#include "scan/name_collisions.h"

/**
 * struct scan - what the command works with
 *
 * @cli: holds the engine.
 * @json: print JSON.
 * @null: print exact paths only, each ended by NUL.
 * @same: enum collision_form: which names are the same.
 * @policy: what is refused.
 * @path: the path of the directory at hand.
 * @length: bytes of @path.
 * @size: bytes that @path has room for.
 * @status: exit code so far.
 */
struct scan {
	struct cli *cli;
	bool json;
	bool null;
	u8 same;
	struct utf8check_policy policy;
	char *path;
	size_t length;
	size_t size;
	int status;
};

static void worsen(struct scan *s, int status)
{
	s->status = cli_worse(s->status, status);
}

static void trouble(struct scan *s, int err)
{
	cli_flush();
	fputs("utf8check: scan: ", stderr);
	escaped_print(stderr, (u8 *)s->path, s->length);
	fprintf(stderr, ": %s\n", strerror(-err));
	worsen(s, CLI_TROUBLE);
}

/* Add a name to the path; false after a message. */
static bool enter(struct scan *s, const char *name, size_t n)
{
	bool slash = s->length && s->path[s->length - 1] != '/';
	size_t need = s->length + slash + n + 1;
	char *path = s->path;

	if (need > s->size)
		path = realloc(s->path, 2 * need);
	if (!path) {
		trouble(s, -ENOMEM);
		return false;
	}
	s->size = need > s->size ? 2 * need : s->size;
	s->path = path;
	if (slash)
		path[s->length++] = '/';
	memcpy(path + s->length, name, n);
	s->length += n;
	path[s->length] = '\0';
	return true;
}

static void leave(struct scan *s, size_t length)
{
	s->length = length;
	s->path[length] = '\0';
}

static void print_exact(struct scan *s, const struct directory_name *name)
{
	size_t length = s->length;

	if (!enter(s, name->text, name->length))
		return;
	fwrite(s->path, s->length + 1, 1, stdout);
	leave(s, length);
}

/* The name is at the end of the path. */
static void print_verdict(const struct scan *s,
			  const struct utf8check_verdict *v)
{
	if (s->json) {
		putchar('{');
		json_print_member(stdout, "path", s->path, s->length);
		printf(",\"ok\":%s,\"primary\":\"%s\",\"classes\":[",
		       v->ok ? "true" : "false",
		       utf8check_class_name(v->primary));
		verdict_print_classes(v, true);
		puts("]}");
		return;
	}
	escaped_print(stdout, (u8 *)s->path, s->length);
	fputs(v->ok ? ": ok: " : ": ", stdout);
	verdict_print_classes(v, false);
	putchar('\n');
}

static void check_name(struct scan *s, const struct directory_name *name)
{
	struct utf8check_verdict v;
	size_t length = s->length;
	int err = utf8check_name(s->cli->engine, name->text, name->length,
				 &s->policy, &v, NULL, 0);

	if (err && err != -EILSEQ) {
		trouble(s, err);
		return;
	}
	if (!v.ok)
		worsen(s, CLI_INVALID);
	if (s->null && !v.ok)
		print_exact(s, name);
	if (s->null || !v.classes || !enter(s, name->text, name->length))
		return;
	print_verdict(s, &v);
	leave(s, length);
}

static void print_collision(void *context, const struct directory_name *a,
			const struct directory_name *b, const char *same)
{
	struct scan *s = context;

	worsen(s, CLI_INVALID);
	if (s->null) {
		print_exact(s, a);
		print_exact(s, b);
		return;
	}
	if (s->json) {
		putchar('{');
		json_print_member(stdout, "folder", s->path, s->length);
		printf(",\"same\":\"%s\",\"names\":[", same);
		json_print(stdout, (const u8 *)a->text, a->length);
		putchar(',');
		json_print(stdout, (const u8 *)b->text, b->length);
		puts("]}");
		return;
	}
	escaped_print(stdout, (u8 *)s->path, s->length);
	fputs(": \"", stdout);
	escaped_print(stdout, (const u8 *)a->text, a->length);
	fputs("\" and \"", stdout);
	escaped_print(stdout, (const u8 *)b->text, b->length);
	printf("\" are the same under %s\n", same);
}

static void check_directory(struct scan *s, DIR *dir)
{
	struct directory d;
	int err = directory_read(&d, dir);
	size_t i;

	/* The names that could be read are judged. */
	if (err)
		trouble(s, err);
	for (i = 0; i < d.count && !cli_output_failed(); i++)
		check_name(s, &d.names[i]);
	err = name_collisions_find(&d, s->same, print_collision, s);
	if (err)
		trouble(s, err);
	directory_free(&d);
}

static bool is_directory(int fd, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
	       S_ISDIR(st.st_mode);
}

static void scan_directory(struct scan *s, int fd);

static void descend(struct scan *s, DIR *dir)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	size_t length = s->length;
	struct dirent *entry;

	while (!cli_output_failed() && (entry = readdir(dir))) {
		if (directory_is_dot(entry->d_name) ||
		    !is_directory(dirfd(dir), entry) ||
		    !enter(s, entry->d_name, strlen(entry->d_name)))
			continue;
		scan_directory(s, openat(dirfd(dir), entry->d_name, flags));
		leave(s, length);
	}
}

/* @fd is an open directory, which is closed; or -1, and errno says why. */
static void scan_directory(struct scan *s, int fd)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir) {
		trouble(s, -errno);
		if (fd >= 0)
			close(fd);
		return;
	}
	check_directory(s, dir);
	rewinddir(dir);
	descend(s, dir);
	closedir(dir);
}

/* Each level of a tree takes a descriptor. */
#define DEPTH_MAX 8192

static void allow_depth(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	/* A level takes some of the stack too: so there is a limit. */
	limit.rlim_cur = limit.rlim_max < DEPTH_MAX ? limit.rlim_max : DEPTH_MAX;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int scan_trees(struct scan *s, char **trees)
{
	int status = cli_open_engine(s->cli);

	if (status)
		return status;
	policy_find(false, &s->policy);
	allow_depth();
	for (; *trees && !cli_output_failed(); trees++) {
		s->length = 0;
		if (enter(s, *trees, strlen(*trees)))
			scan_directory(s, open(*trees, O_RDONLY | O_DIRECTORY |
					    O_CLOEXEC));
	}
	free(s->path);
	return s->status;
}

static struct scan scan = { .same = COLLISION_CASEFOLD };

static int scan_run(struct cli *cli, int count, char **words)
{
	scan.cli = cli;
	if (count && !(scan.null && scan.json))
		return scan_trees(&scan, words);
	cli_complain(count ? "--null and --json exclude each other" :
			     "nothing to scan: give a DIR");
	return cli_try_help();
}

static const struct cli_option options[] = {
	{ "same", .argument = "FORM",
	  .known = collision_form_name, .choice = &scan.same,
	  .help =
"which names are the same: under nfc; nfkc too; casefold\n"
"too (default): case does not count; or none.  Each pair\n"
"is named once, with the first of these forms.  Names\n"
"that are ill-formed are left out" },
	{ "null", '0', .flag = &scan.null,
	  .help =
"print only the path of each name that is refused, and\n"
"of both names that are the same: exact, ended by NUL" },
	{ "quiet", 'q', .take = option_take_quiet,
	  .help = "print nothing; the exit status is the answer" },
	{ "json", .flag = &scan.json, .help = "print one JSON object a line" },
	{ }
};

const struct cli_command scan_command = {
	.name = "scan",
	.summary = "judge the names in whole trees",
	.options = options,
	.shared_options = policy_options,
	.engine = "auto, device or library: who judges the names",
	.usage =
"Usage: utf8check scan [OPTION...] DIR...\n"
"Judge every name in each DIR and below, as 'utf8check name' does, and find\n"
"names in one folder that are the same under a normalization form.  Print\n"
"DIR/NAME: CLASSES for each name that is refused,\n"
"DIR/NAME: ok: CLASSES for a name that may pass although something was found, and\n"
"DIR: \"NAME\" and \"NAME\" are the same under FORM.\n"
"Control characters and ill-formed bytes are printed as \\xHH, a backslash as\n"
"\\\\.  Symbolic links below DIR are judged by their own names, and not followed.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all well, 1 some are refused or the same, 2 trouble (a folder\n"
"that cannot be read; the others are scanned).\n",
	.run = scan_run,
};
