// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check resync: the boundaries on both sides of any byte of a file.
 *
 * Only a few bytes around the place are read.
 */
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>
#include "abi.h"
#include "option/stream_config.h"
#include "option/table.h"
#include "io/each_file.h"

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

/**
 * struct place - the answer
 *
 * @size: bytes of the file.
 * @previous: the last boundary at or before the offset.
 * @next: the first boundary at or after it.
 * @found: UTF8CHECK_HAS_PREVIOUS, UTF8CHECK_HAS_NEXT.
 */
struct place {
	u64 size;
	u64 previous;
	u64 next;
	u32 found;
};

/* The encoding, by the byte order mark where that is asked for. */
static int find_encoding(const struct resync *r, struct input *in)
{
	u8 head[U8C_SNIFF_MAX];
	size_t got;
	int err;

	if (r->config.from != UTF8CHECK_AUTO)
		return r->config.from;
	got = input_read_at(in, head, sizeof(head), 0, &err);
	return err ? err : u8c_sniff(head, got, true);
}

static int find_place(const struct resync *r, struct input *in,
		      struct place *place)
{
	u64 start = u8c_window_start(r->at);
	int err, encoding = find_encoding(r, in);
	u8 window[U8C_WINDOW];
	struct utf8check_resync ask = {
		.size = sizeof(ask),
		.profile = r->config.profile,
		.encoding = encoding,
		.buf = (uintptr_t)window,
		.at = r->at - start,
	};

	if (encoding < 0)
		return encoding;
	ask.len = input_read_at(in, window, sizeof(window), start, &err);
	if (err)
		return err;
	/* The file became shorter while it was read. */
	if (ask.len < ask.at)
		return -ENODATA;
	err = utf8check_resync(cli_engine, &ask);
	if (err && err != -EILSEQ)
		return err;
	/* The offsets in the window become offsets in the file. */
	place->previous = start + ask.previous;
	place->next = start + ask.next;
	place->found = ask.found;
	return 0;
}

static void print_json(const struct resync *r, const struct input *in,
		       const struct place *p)
{
	file_print_json(in->name);
	printf(",\"bytes\":%" PRIu64 ",\"at\":%" PRIu64, p->size, r->at);
	if (p->found & UTF8CHECK_HAS_PREVIOUS)
		printf(",\"previous\":%" PRIu64, p->previous);
	else
		fputs(",\"previous\":null", stdout);
	if (p->found & UTF8CHECK_HAS_NEXT)
		printf(",\"next\":%" PRIu64 "}\n", p->next);
	else
		puts(",\"next\":null}");
}

static void print_line(const struct resync *r, const struct input *in,
		       const struct place *p)
{
	file_print_name(in->name);
	printf(" byte %" PRIu64 ": ", r->at);
	if (p->found & UTF8CHECK_HAS_PREVIOUS)
		printf("previous boundary %" PRIu64, p->previous);
	else
		printf("no boundary in the %d bytes before", U8C_SEQUENCE_MAX);
	if (p->found & UTF8CHECK_HAS_NEXT)
		printf(", next boundary %" PRIu64 "\n", p->next);
	else
		printf(", no boundary in the %d bytes after\n",
		       U8C_SEQUENCE_MAX);
}

static int measure(const struct resync *r, struct input *in, u64 *size)
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
	struct place place = { };
	int err, status = measure(r, in, &place.size);

	if (status)
		return status;
	err = find_place(r, in, &place);
	if (err)
		return cli_trouble(err, in->name);
	if (r->json)
		print_json(r, in, &place);
	else
		print_line(r, in, &place);
	return place.found == (UTF8CHECK_HAS_PREVIOUS | UTF8CHECK_HAS_NEXT) ?
	       CLI_WELL : CLI_INVALID;
}

static struct resync resync = {
	.config = {
		.size = sizeof(resync.config),
		.flags = UTF8CHECK_NO_OUTPUT,
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
	else if (!config_makes_sense(&resync.config) || cli_open_engine())
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
	  .known = u8c_encoding_name, .choice = &resync.config.from,
	  .help = CONFIG_FROM_HELP },
	{ "profile", .argument = "NAME",
	  .known = u8c_profile_name, .choice = &resync.config.profile,
	  .help =
"rfc3629 (default); in cesu8 and mutf8 a pair of\n"
"surrogates is one sequence" },
	{ "json", .flag = &resync.json,
	  .help = "one JSON object: file, bytes, at, previous, next" },
	{ }
};

const struct cli_command resync_command = {
	.name = "resync",
	.summary = "find the boundaries around any byte of a file",
	.options = options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check resync --at=OFFSET [OPTION...] FILE\n"
"Print the last boundary at or before byte OFFSET of FILE, and the first boundary\n"
"at or after it.  A boundary is a place where a sequence can start, or the end\n"
"of FILE.  A boundary is no farther than a sequence is long, 8 bytes at most,\n"
"unless FILE is ill-formed there.  FILE may be of any size; only a few bytes are\n"
"read.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 both are found, 1 one is not: FILE is ill-formed there, 2 bad\n"
"usage, an OFFSET beyond the end, or a file that cannot be read at any place.\n",
	.run = resync_run,
};
