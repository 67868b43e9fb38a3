// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check compare: which of two files comes first, by code points.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/message.h"
#include "base/option/engine.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/option/stream_config.h"
#include "base/option/table.h"
#include "base/say/escape.h"
#include "base/file/input.h"

/*
 * Of both files there is a window in memory.  What they have in common leaves it, but
 * for the last SEEN bytes; a difference is judged when AHEAD bytes from it on, or the
 * ends, are in the window.  Both are more than the longest sequences that a difference
 * may concern, and SEEN is whole code units of each encoding.
 */
#define WINDOW (128 * 1024)
#define SEEN 64
#define AHEAD 64

/**
 * struct side - one of the files
 *
 * @in: it.
 * @n: bytes in its window.
 * @window: these.
 */
struct side {
	struct input in;
	size_t n;
	u8 window[WINDOW];
};

/**
 * struct compare - what the command works with
 *
 * @json: --json was given.
 * @config: encoding and profile of both files.
 * @sides: both files.
 * @base: the offset of their windows.
 */
struct compare {
	bool json;
	struct utf8check_config config;
	struct side sides[2];
	u64 base;
};

/* What one file has at the place where the two files begin to differ. */
struct part {
	const u8 *p;
	u64 cp;
	unsigned int length;
};

static struct part part_of(const struct compare *c, unsigned int i,
			   const struct utf8check_compare *found)
{
	return (struct part){
		.p = c->sides[i].window + found->offset,
		.cp = i ? found->b_value : found->a_value,
		.length = i ? found->b_length : found->a_length,
	};
}

static void print_name(const struct side *side)
{
	escaped_print(stdout, (const u8 *)side->in.name, strlen(side->in.name));
}

static void print_differing(struct part part)
{
	if (part.cp != UTF8CHECK_NO_POINT) {
		printf("U+%04" PRIX64, part.cp);
	} else if (part.length) {
		fputs("ill-formed ", stdout);
		hex_print_words(stdout, part.p, part.length, part.length);
	} else {
		fputs("end", stdout);
	}
}

static void print_comparison(const struct compare *c,
			     const struct utf8check_compare *found)
{
	static const char *const words[] = { " before ", " equals ", " after " };

	print_name(&c->sides[0]);
	fputs(words[1 + found->order], stdout);
	print_name(&c->sides[1]);
	if (found->order) {
		printf(": byte %" PRIu64 ": ", c->base + found->offset);
		print_differing(part_of(c, 0, found));
		fputs(", ", stdout);
		print_differing(part_of(c, 1, found));
	}
	putchar('\n');
}

static void print_json_part(struct part part)
{
	if (part.cp == UTF8CHECK_NO_POINT)
		fputs("{\"code_point\":null", stdout);
	else
		printf("{\"code_point\":%" PRIu64, part.cp);
	fputs(",\"bytes\":\"", stdout);
	hex_print(stdout, part.p, part.length);
	fputs("\"}", stdout);
}

static void print_comparison_json(const struct compare *c,
				  const struct utf8check_compare *found)
{
	const char *file = c->sides[0].in.name, *other = c->sides[1].in.name;

	json_print_member(stdout, '{', "file", file);
	json_print_member(stdout, ',', "other", other);
	printf(",\"order\":%d", found->order);
	if (found->order) {
		printf(",\"offset\":%" PRIu64 ",\"found\":[",
		       c->base + found->offset);
		print_json_part(part_of(c, 0, found));
		putchar(',');
		print_json_part(part_of(c, 1, found));
		puts("]}");
	} else {
		puts(",\"offset\":null,\"found\":[]}");
	}
}

/*
 * The encoding, by byte order mark where that is asked for; -1 after a message.
 */
static int compare_encoding(const struct compare *c)
{
	const struct side *a = &c->sides[0], *b = &c->sides[1];
	int first, second;

	if (c->config.from != UTF8CHECK_ENCODING_AUTO)
		return c->config.from;
	first = utf8check_sniff(a->window, a->n, true);
	second = utf8check_sniff(b->window, b->n, true);
	if (first == second)
		return first;
	cli_complain("%s is %s and %s is %s: convert one of them with 'filter'",
		     a->in.name, utf8check_encoding_name(first), b->in.name,
		     utf8check_encoding_name(second));
	return -1;
}

/* Return: 0 or a negative errno. */
static int fill(struct side *side)
{
	ssize_t got = input_fill(&side->in, side->window + side->n, WINDOW - side->n);

	if (got < 0)
		return got;
	side->n += got;
	return 0;
}

/* Return: CLI_WELL, or CLI_TROUBLE after a message. */
static int fill_both(struct compare *c)
{
	for (unsigned int i = 0; i < 2; i++) {
		int err = fill(&c->sides[i]);

		if (err)
			return cli_trouble(err, c->sides[i].in.name);
	}
	return CLI_WELL;
}

/* Is there more to read, and no difference before the last AHEAD bytes of a window? */
static bool is_same_so_far(const struct compare *c)
{
	const struct side *a = &c->sides[0], *b = &c->sides[1];
	size_t n = WINDOW - AHEAD;

	return (a->n == WINDOW || b->n == WINDOW) && a->n >= n && b->n >= n &&
	       !memcmp(a->window, b->window, n);
}

static void leave_behind(struct side *side)
{
	size_t done = WINDOW - AHEAD - SEEN;

	side->n -= done;
	memmove(side->window, side->window + done, side->n);
}

static int compare_windows(const struct compare *c, unsigned int encoding)
{
	struct utf8check_compare ask = {
		.size = sizeof(ask),
		.profile = c->config.profile,
		.encoding = encoding,
		.a = (uintptr_t)c->sides[0].window,
		.a_len = c->sides[0].n,
		.b = (uintptr_t)c->sides[1].window,
		.b_len = c->sides[1].n,
	};
	int err = utf8check_compare(cli_engine, &ask);

	if (err)
		return cli_engine_trouble(err);
	if (c->json)
		print_comparison_json(c, &ask);
	else
		print_comparison(c, &ask);
	return ask.order ? CLI_INVALID : CLI_WELL;
}

static int compare_open(struct compare *c)
{
	int status = fill_both(c), encoding;

	if (status)
		return status;
	encoding = compare_encoding(c);
	if (encoding < 0)
		return CLI_TROUBLE;
	while (is_same_so_far(c)) {
		leave_behind(&c->sides[0]);
		leave_behind(&c->sides[1]);
		c->base += WINDOW - AHEAD - SEEN;
		status = fill_both(c);
		if (status)
			return status;
	}
	return compare_windows(c, encoding);
}

/* Open the files from the @i-th on, and compare. */
static int compare_files(struct compare *c, char **names, unsigned int i)
{
	int status, err;

	if (i == 2)
		return compare_open(c);
	err = input_open(&c->sides[i].in, names[i]);
	if (err)
		return cli_trouble(err, names[i]);
	status = compare_files(c, names, i + 1);
	input_close(&c->sides[i].in);
	return status;
}

static struct compare compare = {
	.config = {
		.size = sizeof(compare.config),
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	},
};

static int compare_run(int count, char **words)
{
	if (count != 2)
		cli_complain("two files are needed");
	else if (!strcmp(words[0], "-") && !strcmp(words[1], "-"))
		cli_complain("standard input can be only one of the two");
	else if (!config_makes_sense(&compare.config, NULL, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	else
		return compare_files(&compare, words, 0);
	return cli_try_help();
}

static const struct cli_option options[] = {
	{ "from", .argument = "ENCODING",
	  .known = utf8check_encoding_name, .choice = &compare.config.from,
	  .help =
"of both: utf-8 (default), utf-16le, utf-16be, utf-32le,\n"
"utf-32be, or auto: by byte order mark, else utf-8" },
	{ "profile", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &compare.config.profile,
	  .help = "of both:", .lists = true },
	{ "json", .flag = &compare.json,
	  .help =
"print one JSON object" },
	{ }
};

const struct cli_command compare_command = {
	.name = "compare",
	.summary = "compare two texts by code points",
	.options = options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check compare [OPTION...] FILE|- FILE|-\n"
"Tell which FILE comes first in the order of code points, at which offset they\n"
"first differ, and what each has there.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 both are equal, 1 they differ, 2 trouble.\n",
	.run = compare_run,
};
