// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check compare: which of two files comes first, by code points.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "base/option/engine.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/option/stream_config.h"
#include "base/option/table.h"
#include "base/say/escape.h"
#include "base/file/input.h"

/**
 * struct compare - what the command works with
 *
 * @json: --json was given.
 * @config: encoding and profile of both files.
 * @files: both.
 */
struct compare {
	bool json;
	struct utf8check_config config;
	struct file_bytes files[2];
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
		.p = c->files[i].p + found->offset,
		.cp = i ? found->b_value : found->a_value,
		.length = i ? found->b_length : found->a_length,
	};
}

static void print_name(const struct file_bytes *file)
{
	escaped_print(stdout, (const u8 *)file->name, strlen(file->name));
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

	print_name(&c->files[0]);
	fputs(words[1 + found->order], stdout);
	print_name(&c->files[1]);
	if (found->order) {
		printf(": byte %" PRIu64 ": ", (u64)found->offset);
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
	const char *file = c->files[0].name, *other = c->files[1].name;

	json_print_member(stdout, '{', "file", file);
	json_print_member(stdout, ',', "other", other);
	printf(",\"order\":%d", found->order);
	if (found->order) {
		printf(",\"offset\":%" PRIu64 ",\"found\":[",
		       (u64)found->offset);
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
	const struct file_bytes *a = &c->files[0], *b = &c->files[1];
	int first, second;

	if (c->config.from != UTF8CHECK_ENCODING_AUTO)
		return c->config.from;
	first = utf8check_sniff(a->p, a->n, true);
	second = utf8check_sniff(b->p, b->n, true);
	if (first == second)
		return first;
	cli_complain("%s is %s and %s is %s: convert one of them with 'filter'",
		     a->name, utf8check_encoding_name(first), b->name,
		     utf8check_encoding_name(second));
	return -1;
}

static int compare_read(const struct compare *c)
{
	struct utf8check_compare ask = {
		.size = sizeof(ask),
		.profile = c->config.profile,
		.a = (uintptr_t)c->files[0].p,
		.a_len = c->files[0].n,
		.b = (uintptr_t)c->files[1].p,
		.b_len = c->files[1].n,
	};
	int err, encoding = compare_encoding(c);

	if (encoding < 0)
		return CLI_TROUBLE;
	ask.encoding = encoding;
	err = utf8check_compare(cli_engine, &ask);
	if (err)
		return cli_engine_trouble(err);
	if (c->json)
		print_comparison_json(c, &ask);
	else
		print_comparison(c, &ask);
	return ask.order ? CLI_INVALID : CLI_WELL;
}

static int compare_files(struct compare *c, char **names)
{
	int status = CLI_WELL;
	unsigned int i;

	for (i = 0; i < 2 && !status; i++) {
		int err = read_all(&c->files[i], names[i]);

		if (err)
			status = cli_trouble(err, names[i]);
	}
	if (!status)
		status = compare_read(c);
	free(c->files[0].p);
	free(c->files[1].p);
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
		return compare_files(&compare, words);
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
"one JSON object: file, other, order (-1, 0, 1), offset,\n"
"found (code_point, bytes of each)" },
	{ }
};

const struct cli_command compare_command = {
	.name = "compare",
	.summary = "tell which of two files comes first, by code points",
	.options = options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check compare [OPTION...] FILE|- FILE|-\n"
"Tell which FILE comes first in the order of code points, and where the two\n"
"differ: the offset of the first sequence that differs, which is the same in\n"
"both, and what is found there.  An ill-formed sequence comes after all code\n"
"points.  When one text begins with the whole of the other, it comes after it.\n"
"\n"
"In well-formed UTF-8 the order of code points is the order of the bytes, as\n"
"'cmp', 'sort' under LC_ALL=C and databases have it.  In UTF-16, and in UTF-8\n"
"with pairs of surrogates (cesu8, mutf8), it is not: U+FFFF comes before U+10000,\n"
"but its bytes come after.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 both are equal, 1 they differ, 2 trouble.\n",
	.run = compare_run,
};
