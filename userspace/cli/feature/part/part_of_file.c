// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A part of a file, judged alone.
 *
 * The first and the last place where a cut is safe are looked for from both ends of
 * the part.  What is between them is read once, from end to end.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/option/each_file.h"
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

static_assert(CUT_WINDOW + 2 * CUT_SIGHT <= PART_CHUNK, "a window has room");

/**
 * struct part_file - a part of a file
 *
 * @p: its partial result.
 * @in: the file.
 * @work: PART_CHUNK bytes.
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

static int trouble(const struct part_file *f, int err)
{
	if (err == PART_SHORT)
		cli_complain("%s: ended before byte %" PRIu64 ", its size when it was opened",
			     f->in.name, f->p->size);
	else
		cli_trouble(err, f->in.name);
	return CLI_TROUBLE;
}

/* --- where it begins and ends */

static int find_rule(struct part_file *f)
{
	struct partial *p = f->p;
	int err = cut_rule_find(&f->rule, &p->config, &f->in, 0);

	if (err)
		return trouble(f, err);
	f->rule.allows = p->kind->allows;
	p->encoding = f->rule.coding.encoding;
	return CLI_WELL;
}

/* The offset at which part @k begins, from 0; a unit of the text begins there, too. */
static u64 part_start(const struct part_file *f, u64 k)
{
	u64 parts = f->p->parts, size = f->p->size;
	/* size * k / parts: k and parts have 32 bits, so no product overflows. */
	u64 start = size / parts * k + size % parts * k / parts;

	return k == parts ? start : start - start % cut_unit(&f->rule);
}

static void find_range(struct part_file *f, const struct part_choice *choice)
{
	f->p->parts = choice->parts;
	f->p->first = choice->number;
	f->p->last = choice->number;
	f->p->start = part_start(f, choice->number - 1);
	f->p->end = part_start(f, choice->number);
}

/* --- where it can be cut */

/*
 * Look at the places from @from on, the last of them first where @backward.
 * Return: 1 when *cut is set; 0 when there is none; a negative errno.
 */
static int look_for_cut(struct part_file *f, u64 from, bool backward, u64 *cut)
{
	u64 begin = from > f->p->start ? from - CUT_SIGHT : from;
	u64 left = f->p->end - from;
	size_t places = left < CUT_WINDOW ? left : CUT_WINDOW, unit = cut_unit(&f->rule), i, at;
	size_t n = left < CUT_WINDOW + CUT_SIGHT ? left : CUT_WINDOW + CUT_SIGHT;
	int err;

	n += from - begin;
	err = part_read_exactly(&f->in, f->work, begin, n);
	places -= places % unit;
	for (i = 0; !err && i < places; i += unit) {
		at = from - begin + (backward ? places - unit - i : i);
		if (at && cut_is_safe(&f->rule, f->work, n, at)) {
			*cut = begin + at;
			return 1;
		}
	}
	return err;
}

/* The first place for a cut, or the last; as look_for_cut() returns. */
static int find_cut(struct part_file *f, bool last, u64 *cut)
{
	u64 length = f->p->end - f->p->start;
	u64 windows = (length + CUT_WINDOW - 1) / CUT_WINDOW, i;
	int found = 0;

	for (i = 0; !found && i < windows; i++)
		found = look_for_cut(f, f->p->start + (last ? windows - 1 - i : i) * CUT_WINDOW,
				     last, cut);
	return found;
}

static int read_edge(struct part_file *f, struct bytes *e, u64 from, u64 to)
{
	if (from == to)
		return 0;
	e->n = to - from;
	e->p = malloc(e->n);
	return e->p ? part_read_exactly(&f->in, e->p, from, e->n) : -ENOMEM;
}

/* Read the edges, which are around the middle: that is from *from to *to. */
static int read_edges(struct part_file *f, u64 *from, u64 *to)
{
	struct partial *p = f->p;
	int found = 1, err;

	*from = p->start;
	if (*from)
		found = find_cut(f, false, from);
	if (found < 0)
		return found;
	p->has_middle = found;
	if (!found)
		return read_edge(f, &p->head, p->start, p->end);
	*to = *from;
	found = find_cut(f, true, to);
	err = found < 0 ? found : read_edge(f, &p->head, p->start, *from);
	return err ? err : read_edge(f, &p->tail, *to, p->end);
}

/* --- the part */

/* The start of the file, which may be longer than part 1. */
static int look_at_start(struct part_file *f)
{
	u64 end = f->p->size < BINARY_HEAD ? f->p->size : BINARY_HEAD;
	int err;

	if (f->p->first != 1)
		return 0;
	err = part_read_exactly(&f->in, f->work, 0, end);
	f->p->look = err ? LOOKS_TEXT : binary_look(f->work, end);
	return err;
}

static int judge_part_of_file(struct part_file *f)
{
	u64 from, to;
	int err = look_at_start(f);
	struct part_source text = { .in = &f->in, .work = f->work };

	if (!err)
		err = read_edges(f, &from, &to);
	if (err || !f->p->has_middle || from == to)
		return err;
	text.offset = from;
	text.left = to - from;
	return f->p->kind->judge(f->p, &text);
}

static int judge_with_kind(struct part_file *f)
{
	const struct partial_kind *kind = f->p->kind;
	int status = kind->begin ? kind->begin(f->p, &f->in) : CLI_WELL, err;

	if (status)
		return status;
	err = judge_part_of_file(f);
	if (err)
		status = err < 0 ? trouble(f, err) : CLI_TROUBLE;
	return kind->end ? kind->end(f->p, status) : status;
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

static int run_opened(struct part_file *f, const struct part_request *r)
{
	struct partial *p = f->p;
	int status;

	if (!is_divisible(&f->in))
		return CLI_TROUBLE;
	p->size = f->in.stat.st_size;
	p->name = strdup(f->in.name);
	f->work = malloc(PART_CHUNK);
	if (!p->name || !partial_open(p) || !f->work)
		return trouble(f, -ENOMEM);
	status = find_rule(f);
	if (status)
		return status;
	find_range(f, &r->choice);
	progress_begin(p->end - p->start, true);
	status = judge_with_kind(f);
	progress_hide();
	if (!status)
		partial_print(p, stdout);
	return status;
}

/* Of a text that is converted no part can be judged alone. */
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

static bool makes_sense(const struct part_request *r, char **words)
{
	if (is_converted(r->charset))
		return false;
	if (r->config.flags & UTF8CHECK_FLAG_UNESCAPE)
		cli_complain("--part does not go with --unescape: a backslash belongs to what is after it");
	else if (!words[0] || file_choice_is_open(words[1] ? 2 : 1))
		cli_complain("--part needs one FILE");
	else
		return true;
	return false;
}

int part_run(const struct part_request *r, char **words)
{
	struct partial p = { .kind = r->kind, .config = r->config, .output = r->output };
	struct part_file f = { .p = &p };
	int status, err;

	if (!makes_sense(r, words))
		return cli_try_help();
	if (!config_makes_sense(&p.config, NULL, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	p.engine = cli_engine;
	err = input_open(&f.in, words[0]);
	if (err)
		return trouble(&f, err);
	status = is_converted_by_mark(&f) ? CLI_TROUBLE : run_opened(&f, r);
	input_close(&f.in);
	free(f.work);
	partial_free(&p);
	return status;
}
