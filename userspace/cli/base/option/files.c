// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that choose files, and a way through these files.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file/input.h"
#include "base/option/options.h"
#include "base/say/message.h"

struct file_choice file_choice;
bool total_is_wanted;

static bool take_glob(void *to, const char *word)
{
	struct file_globs *g = to;
	const char **globs = list_room(g->globs, g->count, sizeof(*globs));

	if (!globs)
		return !cli_failed(-ENOMEM, word);
	g->globs = globs;
	g->globs[g->count++] = word;
	return true;
}

static bool take_line_buffered(void *to, const char *word)
{
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	return true;
}

bool file_choice_is_open(int count)
{
	return count > 1 || file_choice.list || file_choice.recursive;
}

bool file_choice_refuses(const char *name)
{
	if (!file_choice.list || strcmp(file_choice.list, "-") || strcmp(name, "-"))
		return false;
	cli_complain("-: the names come from there");
	return true;
}

int file_choice_trouble(int err, const char *name)
{
	/* Deleted, or not checked out, or something else is there: no file that is tracked. */
	if (file_choice.git == GIT_TRACKED && (err == -ENOENT || err == -ELOOP || err == -ENOTDIR))
		return CLI_WELL;
	if (err != -EISDIR)
		return cli_trouble(err, name);
	return cli_give_up("%s: Is a directory; -r takes all files in it and below", name);
}

bool file_choice_fits(const struct output_request *r, int count)
{
	if (!r->in_place || count || file_choice.list)
		return true;
	return cli_complain("%s needs a file", output_option(r));
}

u64 file_choice_bytes(char **words)
{
	struct stat st;
	u64 bytes = 0;

	if (file_choice.recursive || file_choice.git || decompress_is_wanted)
		return 0;
	for (; *words; words++) {
		if (stat(*words, &st) || !S_ISREG(st.st_mode))
			return 0;
		bytes += st.st_size;
	}
	return bytes;
}

static int run_one(const struct file_name *name, int (*run)(void *, struct input *),
		   void *context)
{
	struct input in;
	int err;

	if (file_choice_refuses(name->text))
		return CLI_TROUBLE;
	err = input_open_found(&in, name->text, name->below);
	if (err)
		return file_choice_trouble(err, name->text);
	return input_finish(&in, run(context, &in));
}

int each_file(char **words, int (*run)(void *context, struct input *in),
	      void *context)
{
	struct file_list names;
	struct file_name name;
	int status = CLI_WELL;

	if (!file_list_open(&names, words, &file_choice))
		return CLI_TROUBLE;
	progress_begin(file_choice_bytes(words), false);
	while (!cli_output_failed() && file_list_next(&names, &name))
		status = cli_worse(status, run_one(&name, run, context));
	return file_list_close(&names) ? status : CLI_TROUBLE;
}

const struct cli_option file_options[] = {
	{ "recursive", 'r', .flag = &file_choice.recursive,
	  .doc =
"of a folder, take all files in it and below; without any FILE, of this folder\n"
"These are regular files, in the order of the bytes of their names.  A symbolic link is "
"followed only where an argument names it.  Links, devices, sockets, pipes and folders of "
"version control in a folder are left out, and what comes after 64 MiB of a file of size 0, as "
"in /proc; see --include-vcs.  Hidden files are taken, and so is what .gitignore names." },
	{ "include", .argument = "GLOB",
	  .needs = "recursive", .take = take_glob, .to = &file_choice.include,
	  .doc =
"with -r, only files whose name matches GLOB\n"
"That is a pattern as of the shell.  A file that an argument names is always taken." },
	{ "exclude", .argument = "GLOB",
	  .take = take_glob, .to = &file_choice.exclude,
	  .doc =
"no files and no folders whose name matches GLOB\n"
"Nothing in such a folder is taken, even if --include names it too.  A GLOB with a slash, as "
"'tests/*.bin', matches the path: from the folder on that -r was given, else the FILE as it is "
"named.  What is left out so is not counted." },
	{ "one-file-system", .needs = "recursive", .flag = &file_choice.one_file_system,
	  .doc = "with -r, not into folders of other filesystems" },
	{ "include-vcs", .needs = "recursive", .flag = &directory_include_vcs, .doc = INCLUDE_VCS_DOC },
	{ "files0-from", .argument = "F", .word = &file_choice.list,
	  .doc =
"the files that F names, each name ended by a NUL\n"
"'find -print0' writes such a list; '-' is standard input." },
	{ "decompress", 'z', .excludes = "staged", .flag = &decompress_is_wanted,
	  .doc =
"read what gzip, zstd, xz or bzip2 has compressed\n"
"What is compressed is known by its first bytes; other files are read as they are.  These "
"programs are found by PATH.  A file that is broken or cut off gives status 2, or 1 where an "
"error of the text came first; so does one that is called .gz, .zst, .xz or .bz2 and is none.  Nothing is compressed again, so --in-place is refused." },
	{ "max-bytes", .argument = "N", .needs = "decompress", .count = &decompress_most,
	  .doc =
"decompress at most N bytes of each file (default: 16G)\n"
"What has more gives status 2.  K, M and G are 1024 and its powers." },
	{ "line-buffered", .take = take_line_buffered,
	  .doc =
"print each line at once, and not some together\n"
"So another program can act on it.  Without this option, lines that go to a file or a pipe "
"wait until there are some thousand bytes, but not while standard input, or a named pipe, "
"pauses." },
	{ "progress", .argument = "WHEN",
	  .known = cli_when_name, .choice = &progress_when,
	  .doc =
"show how far the work is: always, never, or auto (default): on a terminal\n"
"This is printed on standard error, once the work has taken a second: bytes, bytes a second "
"and, where the sizes are known, the time that is left.  auto shows nothing where a text or "
"JSON goes to the terminal too." },
	{ }
};

const struct cli_option total_options[] = {
	{ "total", .excludes = "part null undo", .flag = &total_is_wanted,
	  .doc =
"end with a line of sums over all files\n"
"With --json, the object total: files, bytes, invalid (files with an error), of 'check' also "
"code_points, errors, binary, of 'stats' code_points, errors, lines, of 'detect' mojibake and "
"how many files have each encoding." },
	{ }
};
