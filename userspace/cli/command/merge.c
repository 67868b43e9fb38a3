// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check merge: join the partial results of the parts of a file, or add up the counts
 * of the pieces of a text.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "feature/check/check.h"
#include "feature/part/part.h"
#include "feature/stats/file_stats.h"
#include "version.h"
#include "print/json.h"
#include "base/say/message.h"
#include "base/option/options.h"
#include "command/commands.h"

/* The partial results that were read. */
static struct partial *partials;
static size_t partial_count;

/* What is counted in all pieces, and in the last one. */
static struct text_stats sum, piece;
/* The file of the first piece; NULL: there was none. */
static char *counted_file;

/* --partial: joined parts are printed as a part. */
static bool again;

static struct check_options check = { .max_errors = UINT64_MAX };

/* --- read */

static int take_piece(struct json_object *row)
{
	if (!counted_file) {
		text_stats_start(&sum);
		counted_file = json_read_name(row, "file");
	}
	if (!counted_file || !stats_read_piece(&piece, row))
		return -EINVAL;
	return stats_add_piece(&sum, &piece) ? 0 : -ESTALE;
}

static int take_partial(struct json_object *row)
{
	struct partial *list = list_room(partials, partial_count, sizeof(*list));

	if (!list)
		return -ENOMEM;
	partials = list;
	return partial_parse(&partials[partial_count++], row) ? 0 : -EINVAL;
}

/* What is no object has no member either. */
static int take_line(const char *line, size_t n)
{
	struct json_object *row = json_read_object(line, n);
	int err = json_read_any(row, "partial") ? take_partial(row) : take_piece(row);

	json_object_put(row);
	return err;
}

static void complain_of_line(int err, const char *name, u64 number)
{
	if (err == -EINVAL)
		cli_complain("%s: line %" PRIu64 " is no partial result of utf8check " UTF8CHECK_RELEASE ", and nothing that 'stats --json' has printed",
			     name, number);
	else if (err == -ESTALE)
		cli_complain("%s: line %" PRIu64 ": the piece before it does not end after a line end",
			     name, number);
	else if (err)
		cli_complain_errno(err, "%s", name);
}

static int read_file(const char *name)
{
	FILE *from = strcmp(name, "-") ? fopen(name, "re") : stdin;
	AUTO_FREE char *line = NULL;
	size_t room = 0;
	ssize_t n;
	u64 number = 0;
	int err = 0;

	if (!from)
		return cli_trouble(-errno, name);
	while (!err && (n = getline(&line, &room, from)) >= 0) {
		number++;
		n -= n && line[n - 1] == '\n';
		err = n ? take_line(line, n) : 0;
	}
	if (!err && !feof(from))
		err = -errno;
	complain_of_line(err, name, number);
	if (from != stdin)
		fclose(from);
	return err ? CLI_TROUBLE : CLI_WELL;
}

/* --- do they go together? */

static int by_place(const void *a, const void *b)
{
	const struct partial *p = a, *q = b;

	if (p->first != q->first)
		return p->first < q->first ? -1 : 1;
	return p->last < q->last ? -1 : p->last > q->last;
}

static bool are_of_one_file(const struct partial *p, const struct partial *q)
{
	const char *what = NULL;

	if (strcmp(p->name, q->name) || p->size != q->size)
		what = "of different files";
	else if (p->parts != q->parts)
		what = "of a file that was cut in two ways";
	else if (memcmp(&p->config, &q->config, sizeof(p->config)) ||
		 p->encoding != q->encoding)
		what = "made with different options";
	if (what)
		cli_complain("%s: the parts are %s", p->name, what);
	return !what;
}

/* Is the part there that comes after @last?  Otherwise say which are missing before @next. */
static bool follows(const struct partial *p, u64 last, u64 next)
{
	if (last + 2 == next)
		cli_complain("%s: part %" PRIu64 " of %" PRIu64 " is missing", p->name, last + 1,
			     p->parts);
	else if (last + 2 < next)
		cli_complain("%s: parts %" PRIu64 " to %" PRIu64 " of %" PRIu64 " are missing",
			     p->name, last + 1, next - 1, p->parts);
	return last + 1 == next;
}

static bool are_neighbours(const struct partial *p, const struct partial *next)
{
	if (next->first <= p->last)
		cli_complain("%s: part %" PRIu64 " of %" PRIu64 " is there twice", p->name,
			     next->first, p->parts);
	return follows(p, p->last, next->first);
}

static bool is_complete(const struct partial *p)
{
	const bool has_first = follows(p, 0, p->first), has_last = follows(p, p->last, p->parts + 1);

	return has_first && has_last;
}

/* --- joined */

/* Join the next one to those before it.  Return: false after a message. */
static bool join_next(struct partial *p, struct partial *next)
{
	int err;

	if (!are_of_one_file(p, next) || !are_neighbours(p, next))
		return false;
	err = partial_join(p, next);
	if (err == -ESTALE)
		cli_complain("%s: part %" PRIu64 " does not begin where the part before it ends",
			     p->name, next->first);
	else if (err)
		cli_failed(err, p->name);
	return !err;
}

static int join_all(void)
{
	struct partial *p = partials, *next = p;
	struct error_search found;

	qsort(p, partial_count, sizeof(*p), by_place);
	while (++next < p + partial_count)
		if (!join_next(p, next))
			return CLI_TROUBLE;
	if (again) {
		partial_print(p, stdout);
		return CLI_WELL;
	}
	if (!is_complete(p))
		return CLI_TROUBLE;
	/* As of a file that was read. */
	found = (struct error_search){
		.config = p->config, .reached.offset = p->size, .code_points = p->code_points,
		.errors = p->count,
	};
	return check_print(&check, p->name, p->look, &found, p->list);
}

static int print_sum(void)
{
	/* A limit that check_resolve() has set for a terminal was not asked for. */
	if (again || check.style == STYLE_LIST || check.style == STYLE_QUIET || check.text ||
	    (check.max_errors != UINT64_MAX && !check.limited))
		return cli_give_up("--partial, --list, --quiet, --max-errors and --text are for parts of 'check'");
	text_stats_end(&sum);
	return stats_print(check.style == STYLE_JSON, counted_file, &sum);
}

static int merge_all(void)
{
	if (counted_file && !partial_count)
		return print_sum();
	if (!partial_count)
		cli_complain("there is no partial result");
	else if (counted_file)
		cli_complain("%s: the parts are of different commands", counted_file);
	else
		return join_all();
	return CLI_TROUBLE;
}

static int merge_run(int count, char **words)
{
	int status = cli_open_engine();

	check_resolve(&check);
	if (!status && !count)
		status = read_file("-");
	for (; !status && *words; words++)
		status = read_file(*words);
	if (!status)
		status = merge_all();
	while (partial_count)
		partial_free(&partials[--partial_count]);
	free(partials);
	free(counted_file);
	return status;
}

static const struct cli_option options[] = {
	{ "partial", .excludes = "list quiet json max-errors text", .flag = &again,
	  .doc =
"print a partial result again: for neighbouring parts that are not all parts of the file" },
	{ "list", 'l', .choice = &check.style, .number = STYLE_LIST,
	  .doc = "as for 'check'" },
	{ "quiet", 'q', .choice = &check.style, .number = STYLE_QUIET,
	  .doc = "as for 'check'" },
	{ "json", .choice = &check.style, .number = STYLE_JSON,
	  .doc = "as for 'check' and 'stats'" },
	{ "max-errors", 'm', "N", .count = &check.max_errors,
	  .doc = "as for 'check'" },
	{ "text", 'a', .flag = &check.text,
	  .doc = "as for 'check'" },
	{ }
};

const struct cli_command merge_command = {
	.name = "merge",
	.summary = "join what was found in parts of a big file",
	.options = options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check merge [OPTION...] [PARTIAL|-]...\n"
"Join the partial results that check --part=K/N has printed for all N parts of a\n"
"file, and print what it prints of the whole file.  Or add up what stats --json\n"
"has printed of pieces of a text, in their order, each cut after a line end.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all well, 1 the file is invalid, 2 trouble (a part is missing, or\n"
"there twice).\n",
	.run = merge_run,
};
