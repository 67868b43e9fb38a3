// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check resync: the boundaries on both sides of any byte of a file.
 *
 * Only a few bytes around the place are read.
 */
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>
#include "base/option/stream_config.h"
#include "base/option/table.h"
#include "base/option/files.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/option/engine.h"
#include "command/commands.h"

/**
 * struct resync - what the command works with
 *
 * @json: --json was given.
 * @given: --at was given.
 * @at: the offset asked for.
 * @config: encoding and profile of the file.
 */
struct resync {
	bool json;
	bool given;
	u64 at;
	struct utf8check_config config;
};

/* The encoding, by the byte order mark where that is asked for. */
static int resync_encoding(const struct resync *r, struct input *in)
{
	u8 head[UTF8CHECK_SNIFF_MAX];
	size_t got;
	int err;

	if (r->config.from != UTF8CHECK_ENCODING_AUTO)
		return r->config.from;
	got = input_read_at(in, head, sizeof(head), 0, &err);
	return err ? err : utf8check_sniff(head, got, true);
}

/* Ask for the boundaries; on success @ask has them, as offsets in the file. */
static int find_place(const struct resync *r, struct input *in,
		      struct utf8check_resync *ask)
{
	/* Units are counted from the start. */
	u64 start = r->at < UTF8CHECK_RESYNC_AROUND ? 0 :
		    (r->at - UTF8CHECK_RESYNC_AROUND) & ~(u64)3;
	int err, encoding = resync_encoding(r, in);
	u8 window[2 * UTF8CHECK_RESYNC_AROUND + 4];

	if (encoding < 0)
		return encoding;
	*ask = (struct utf8check_resync){
		.size = sizeof(*ask),
		.profile = r->config.profile,
		.encoding = encoding,
		.buf = (uintptr_t)window,
		.at = r->at - start,
	};
	ask->len = input_read_at(in, window, sizeof(window), start, &err);
	if (err)
		return err;
	/* The file became shorter while it was read. */
	if (ask->len < ask->at)
		return -ENODATA;
	err = utf8check_resync(cli_engine, ask);
	ask->previous += start;
	ask->next += start;
	return err == -EILSEQ ? 0 : err;
}

static void print_resync_json(const struct resync *r, const char *name, u64 size,
			      const struct utf8check_resync *found)
{
	file_print_json(name);
	json_print_number(stdout, "bytes", true, size);
	json_print_number(stdout, "at", true, r->at);
	json_print_number(stdout, "previous", found->found & UTF8CHECK_HAS_PREVIOUS,
			  found->previous);
	json_print_number(stdout, "next", found->found & UTF8CHECK_HAS_NEXT, found->next);
	puts("}");
}

static void print_resync(const struct resync *r, const char *name,
			 const struct utf8check_resync *found)
{
	file_print_name(name);
	printf(" byte %" PRIu64 ": ", r->at);
	if (found->found & UTF8CHECK_HAS_PREVIOUS)
		printf("previous boundary %" PRIu64, (u64)found->previous);
	else
		printf("no boundary in the %d bytes before", UTF8CHECK_SEQUENCE_MAX);
	if (found->found & UTF8CHECK_HAS_NEXT)
		printf(", next boundary %" PRIu64 "\n", (u64)found->next);
	else
		printf(", no boundary in the %d bytes after\n",
		       UTF8CHECK_SEQUENCE_MAX);
}

static int measure_input(const struct resync *r, struct input *in, u64 *size)
{
	off_t end = lseek(in->fd, 0, SEEK_END);

	if (end < 0) {
		cli_complain("%s: is a pipe or a terminal, which cannot be read at an offset",
			     in->name);
		return CLI_TROUBLE;
	}
	*size = end;
	if (r->at <= *size)
		return CLI_WELL;
	cli_complain("%s: has only %" PRIu64 " bytes, byte %" PRIu64 " is beyond its end",
		     in->name, *size, r->at);
	return CLI_TROUBLE;
}

static int resync_one(void *context, struct input *in)
{
	struct resync *r = context;
	struct utf8check_resync found;
	u64 size;
	int err, status = measure_input(r, in, &size);

	if (status)
		return status;
	err = find_place(r, in, &found);
	if (err)
		return cli_trouble(err, in->name);
	if (r->json)
		print_resync_json(r, in->name, size, &found);
	else
		print_resync(r, in->name, &found);
	return found.found == (UTF8CHECK_HAS_PREVIOUS | UTF8CHECK_HAS_NEXT) ?
	       CLI_WELL : CLI_INVALID;
}

static struct resync resync = {
	.config = {
		.size = sizeof(resync.config),
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	},
};

static bool take_offset(void *to, const char *word)
{
	bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');

	if (cli_number(word, hex ? 16 : 10, UINT64_MAX, to))
		return true;
	cli_complain("--at: '%s' is no offset", word);
	return false;
}

static int resync_run(int count, char **words)
{
	if (!resync.given)
		cli_complain("--at=OFFSET is needed");
	else if (count != 1)
		cli_complain("one file is needed");
	else if (!config_makes_sense(&resync.config, NULL, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	else
		return each_file(words, resync_one, &resync);
	return cli_try_help();
}

static const struct cli_option options[] = {
	{ "at", .argument = "OFFSET",
	  .flag = &resync.given, .take = take_offset, .to = &resync.at,
	  .help = "from 0 to the size of FILE; 0x... is hexadecimal" },
	{ "from", .argument = "ENCODING",
	  .known = utf8check_encoding_name, .choice = &resync.config.from,
	  .help = CONFIG_FROM_HELP },
	{ "profile", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &resync.config.profile,
	  .help =
"rfc3629 (default); in cesu8 and mutf8 a pair of\n"
"surrogates is one sequence" },
	{ "json", .flag = &resync.json,
	  .help = "one JSON object: file, bytes, at, previous, next" },
	{ }
};

const struct cli_command resync_command = {
	.name = "resync",
	.summary = "find where a file can be cut",
	.options = options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check resync --at=OFFSET [OPTION...] FILE\n"
"Print the last boundary at or before byte OFFSET of FILE, and the first boundary\n"
"at or after it.  A boundary is a place where a sequence can start, or the end\n"
"of FILE.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 both are found, 1 one is not: FILE is ill-formed there, 2\n"
"trouble.\n",
	.run = resync_run,
};
