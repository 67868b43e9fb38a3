// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A part of a file, judged alone: a range (base/thread/file_range.h) from the first cut of its
 * share on, up to the first cut after the share.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/binary.h"
#include "base/option/files.h"
#include "feature/part/part_of_file.h"
#include "base/say/progress.h"
#include "base/say/message.h"
#include "base/option/engine.h"
#include "base/option/table.h"
#include "base/option/stream_config.h"

/**
 * struct part_file - a part of a file
 *
 * @p: its partial result.
 * @in: the file.
 * @ranges: all parts of it.
 * @range: the part.
 */
struct part_file {
	struct partial *p;
	struct input in;
	struct file_ranges ranges;
	struct file_range range;
};

bool part_take(void *to, const char *word)
{
	struct part_choice *c = to;
	const char *slash = strchr(word, '/');
	char *number = slash ? strndup(word, slash - word) : NULL;
	bool good;

	good = number && cli_number(number, 10, UINT32_MAX, &c->number) &&
	       cli_number(slash + 1, 10, UINT32_MAX, &c->parts) &&
	       c->number && c->number <= c->parts;
	free(number);
	if (!good)
		cli_complain("--part: '%s' is not K/N, part K of N, with K from 1 to N", word);
	return good;
}

/* @err: -EPIPE: the file has become shorter, or its size was never known. */
static int trouble(const struct part_file *f, int err)
{
	if (err == -EPIPE)
		cli_complain("%s: ended before byte %" PRIu64 ", its size when it was opened",
			     f->in.name, f->p->size);
	else
		cli_trouble(err, f->in.name);
	return CLI_TROUBLE;
}

static int find_part(struct part_file *f)
{
	struct partial *p = f->p;
	struct file_ranges *all = &f->ranges;
	const u64 k = p->first - 1;
	u64 end;
	int err;

	*all = (struct file_ranges){ .in = &f->in, .length = p->size, .count = p->parts };
	err = file_ranges_find_coding(all, &p->config);
	p->encoding = all->coding.encoding;
	/* A share ends between units of the encoding. */
	end = file_ranges_share(all, k + 1);
	if (!err && k)
		err = file_ranges_cut(all, file_ranges_share(all, k), end, &p->start);
	if (!err)
		err = file_ranges_cut(all, end, p->size, &p->end);
	/* Without a place for a cut it has no text. */
	if (k && p->start == end)
		p->start = p->end = p->size;
	f->range = (struct file_range){ all, p->start, p->end, p->start, k };
	return err;
}

static int find_part_errors(struct part_file *f)
{
	struct partial *p = f->p;
	u8 head[BINARY_HEAD];
	int err = find_part(f);

	/* The start of the file may be longer than part 1. */
	if (!err && p->first == 1)
		p->look = binary_look(head, input_read_at(&f->in, head, BINARY_HEAD, 0, &err));
	if (err)
		return err;
	progress_begin(p->end - p->start, true);
	err = partial_find_errors(p, &f->range);
	progress_hide();
	/* What is shorter now may have lost the start of the part, too. */
	if (!err && (f->range.at < f->range.end || fstat(f->in.fd, &f->in.stat) ||
		     (u64)f->in.stat.st_size < p->size))
		err = -EPIPE;
	return err;
}

/* Standard input may have been read from; the size of a file in /proc is 0. */
static bool is_divisible(const struct input *in)
{
	const char *why = NULL;
	u8 byte;
	int err;

	if (!S_ISREG(in->stat.st_mode))
		why = "a regular file";
	else if (lseek(in->fd, 0, SEEK_CUR))
		why = "a file that is read from its start";
	else if (!in->stat.st_size && input_read_at(in, &byte, 1, 0, &err))
		why = "a file whose size is known";
	if (why)
		cli_complain("%s: --part needs %s", in->name, why);
	return !why;
}

static int run_opened(struct part_file *f)
{
	struct partial *p = f->p;
	int err = -ENOMEM;

	if (!is_divisible(&f->in))
		return CLI_TROUBLE;
	p->size = f->in.stat.st_size;
	p->name = strdup(f->in.name);
	if (p->name)
		err = find_part_errors(f);
	if (err)
		return trouble(f, err);
	partial_print(p, stdout);
	return CLI_WELL;
}

/* A part of a text that is converted cannot be checked alone. */
static bool is_converted(const char *charset)
{
	if (charset)
		cli_complain("--part does not go with --from=%s: the parts of a text that is converted cannot be judged each alone",
			     charset);
	return charset;
}

static bool is_converted_by_mark(struct part_file *f)
{
	struct utf8check_config config = f->p->config;
	const char *charset = NULL;

	return config_source_by_mark(&config, &charset, &f->in) || is_converted(charset);
}

static bool is_one_file(char **words)
{
	bool one = words[0] && !file_choice_is_open(words[1] ? 2 : 1);

	if (!one)
		cli_complain("--part needs one FILE");
	return one;
}

int part_run(const struct part_choice *c, const struct utf8check_config *config,
	     const char *charset, char **words)
{
	struct partial p = {
		.parts = c->parts,
		.first = c->number,
		.last = c->number,
		.reached = { .line = 1, .column = 1 },
		.config = *config,
	};
	struct part_file f = { .p = &p };
	int status, err;

	if (is_converted(charset) || !is_one_file(words))
		return cli_try_help();
	if (!config_makes_sense(&p.config, NULL, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	err = input_open(&f.in, words[0]);
	if (err)
		return trouble(&f, err);
	status = is_converted_by_mark(&f) ? CLI_TROUBLE : run_opened(&f);
	input_close(&f.in);
	partial_free(&p);
	return status;
}
