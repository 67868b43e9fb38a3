// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A part of a file, judged alone.
 *
 * A part has a fair share of the file: from the first place in it where a cut is safe, to the
 * next one after it.  Where there is no such place in a share, its text goes to the part
 * before.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/binary.h"
#include "base/option/files.h"
#include "base/thread/safe_cut.h"
#include "feature/part/part_of_file.h"
#include "base/say/progress.h"
#include "base/say/message.h"
#include "base/option/engine.h"
#include "base/option/table.h"
#include "base/option/stream_config.h"

/* Places that are looked at with one read(2); a multiple of each unit. */
#define CUT_WINDOW 65536u

static_assert(CUT_WINDOW + 2 * CUT_SIGHT <= FIND_CHUNK, "a window has room");

/**
 * struct part_file - a part of a file
 *
 * @p: its partial result.
 * @in: the file.
 * @work: FIND_CHUNK bytes.
 * @rule: where a cut is safe.
 */
struct part_file {
	struct partial *p;
	struct input in;
	u8 *work;
	struct cut_rule rule;
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

/* Read @n bytes at an offset into the work memory.  Return: 0 or a negative errno. */
static int read_exactly(struct part_file *f, u64 offset, size_t n)
{
	int err;
	size_t got = input_read_at(&f->in, f->work, n, offset, &err);

	return err || got == n ? err : -EPIPE;
}

/* --- where it begins and ends */

static int find_rule(struct part_file *f)
{
	struct partial *p = f->p;
	int err = cut_rule_find(&f->rule, &p->config, &f->in, 0);

	if (err)
		return trouble(f, err);
	p->encoding = f->rule.coding.encoding;
	return CLI_WELL;
}

/* The offset at which share @k begins, from 0; a unit of the text begins there, too. */
static u64 share_start(const struct part_file *f, u64 k)
{
	u64 parts = f->p->parts, size = f->p->size;
	/* size * k / parts: k and parts have 32 bits, so no product overflows. */
	u64 start = size / parts * k + size % parts * k / parts;

	return k == parts ? start : start - start % cut_unit(&f->rule);
}

/*
 * Look for a cut from @from on, and before @to; @from is a multiple of CUT_WINDOW after the
 * start of a share.  Return: 1 when *cut is set; 0 when there is none; a negative errno.
 */
static int look_for_cut(struct part_file *f, u64 from, u64 to, u64 *cut)
{
	const u64 begin = from < CUT_SIGHT ? 0 : from - CUT_SIGHT;
	u64 end = from + CUT_WINDOW + CUT_SIGHT, at;
	int err;

	if (end > f->p->size)
		end = f->p->size;
	err = read_exactly(f, begin, end - begin);
	if (to > from + CUT_WINDOW)
		to = from + CUT_WINDOW;
	for (at = from; !err && at < to; at += cut_unit(&f->rule))
		if (at && cut_is_safe(&f->rule, f->work, end - begin, at - begin)) {
			*cut = at;
			return 1;
		}
	return err;
}

static int find_cut(struct part_file *f, u64 from, u64 to, u64 *cut)
{
	int found = 0;

	for (; !found && from < to; from += CUT_WINDOW)
		found = look_for_cut(f, from, to, cut);
	return found;
}

/* Part 1 begins with the file.  Return: 0 or a negative errno. */
static int find_range(struct part_file *f)
{
	struct partial *p = f->p;
	const u64 share = share_start(f, p->first - 1), next = share_start(f, p->first);
	int found = p->first == 1 ? 1 : find_cut(f, share, next, &p->start);

	p->end = p->size;
	if (!found)
		p->start = p->size;
	else if (found > 0)
		found = find_cut(f, next, p->size, &p->end);
	return found < 0 ? found : 0;
}

/* --- the part */

/* The start of the file, which may be longer than part 1. */
static int look_at_start(struct part_file *f)
{
	u64 end = f->p->size < BINARY_HEAD ? f->p->size : BINARY_HEAD;
	int err;

	if (f->p->first != 1)
		return 0;
	err = read_exactly(f, 0, end);
	f->p->look = err ? LOOKS_TEXT : binary_look(f->work, end);
	return err;
}

static int judge_part_of_file(struct part_file *f)
{
	struct partial *p = f->p;
	int err = look_at_start(f);

	if (!err)
		err = find_range(f);
	if (!err)
		err = input_seek(&f->in, p->start);
	if (err)
		return trouble(f, err);
	f->in.limited = true;
	f->in.left = p->end - p->start;
	progress_begin(f->in.left, true);
	err = partial_judge(p, &f->in, f->work);
	progress_hide();
	f->in.limited = false;
	return err ? trouble(f, err) : CLI_WELL;
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
	int status;

	if (!is_divisible(&f->in))
		return CLI_TROUBLE;
	p->size = f->in.stat.st_size;
	p->name = strdup(f->in.name);
	f->work = malloc(FIND_CHUNK);
	if (!p->name || !f->work)
		return trouble(f, -ENOMEM);
	status = find_rule(f);
	if (!status)
		status = judge_part_of_file(f);
	if (!status)
		partial_print(p, stdout);
	return status;
}

/* A part of a text that is converted cannot be judged alone. */
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
	free(f.work);
	partial_free(&p);
	return status;
}
