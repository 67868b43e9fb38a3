// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A part of a file, judged alone: from the first cut of its share (base/thread/file_range.h) on,
 * up to the first cut after the share.  How its partial result is written as JSON
 * and read, and how two of them are joined.
 *
 * Offsets count from the start of the file, lines and columns from the start of the
 * first part, until all that is before is known.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/file/input.h"
#include "base/option/options.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/thread/file_range.h"
#include "feature/part/part.h"
#include "print/json.h"
#include "version.h"

void partial_free(struct partial *p)
{
	free(p->list);
	free(p->name);
	*p = (struct partial){ };
}

static bool partial_keep(void *partial, const struct utf8check_error *e)
{
	struct partial *p = partial;
	void *list = list_room(p->list, p->count, sizeof(*e));

	if (!list)
		return false;
	p->list = list;
	p->list[p->count++] = *e;
	return true;
}

/* --- joined */

/* No cut was found for the part, so it is empty, and at the end of the file. */
static bool has_no_text(const struct partial *p)
{
	return p->start == p->end;
}

int partial_join(struct partial *p, struct partial *next)
{
	const struct place lines = { 0, p->reached.line, p->reached.column };
	size_t i;

	/* Where the last part has no text, its start is the end of the file. */
	if (!has_no_text(p) && (!has_no_text(next) || next->last == next->parts) &&
	    p->end != next->start)
		return -ESTALE;
	for (i = 0; i < next->count; i++) {
		place_error(&next->list[i], &lines);
		if (!partial_keep(p, &next->list[i]))
			return -ENOMEM;
	}
	p->code_points += next->code_points;
	p->reached = place_after(&lines, &next->reached);
	if (has_no_text(p))
		p->start = next->start;
	if (!has_no_text(next))
		p->end = next->end;
	p->last = next->last;
	p->look |= next->look;
	return 0;
}

/* --- as JSON: the members that are numbers, of 64 bits, and those that have names, of 8 */

static const struct {
	const char *key;
	size_t offset;
	const char *(*name)(unsigned int i);
} members[] = {
	{ "parts", offsetof(struct partial, parts), NULL },
	{ "first", offsetof(struct partial, first), NULL },
	{ "last", offsetof(struct partial, last), NULL },
	{ "size", offsetof(struct partial, size), NULL },
	{ "start", offsetof(struct partial, start), NULL },
	{ "end", offsetof(struct partial, end), NULL },
	{ "end_line", offsetof(struct partial, reached.line), NULL },
	{ "end_column", offsetof(struct partial, reached.column), NULL },
	{ "profile", offsetof(struct partial, config.profile), utf8check_profile_name },
	{ "to_profile", offsetof(struct partial, config.to_profile), utf8check_profile_name },
	{ "from", offsetof(struct partial, config.from), utf8check_encoding_name },
	{ "to", offsetof(struct partial, config.to), utf8check_encoding_name },
	{ "on_error", offsetof(struct partial, config.action), utf8check_action_name },
	{ "form", offsetof(struct partial, config.form), utf8check_form_name },
	{ "bom", offsetof(struct partial, config.bom), utf8check_bom_name },
	{ "encoding", offsetof(struct partial, encoding), utf8check_encoding_name },
};

void partial_print(const struct partial *p, FILE *to)
{
	const struct utf8check_error *e = p->list;
	struct json j = json_begin(to);
	const u8 *at;
	size_t i;

	json_put(&j, J_WORD("partial", "check"), J_WORD("release", UTF8CHECK_RELEASE),
		 J_NAME("file", p->name));
	for (i = 0; i < ARRAY_SIZE(members); i++) {
		at = (const u8 *)p + members[i].offset;
		if (members[i].name)
			json_put(&j, J_WORD(members[i].key, members[i].name(*at)));
		else
			json_put(&j, J_NUMBER(members[i].key, *(const u64 *)at));
	}
	json_put(&j, J_NUMBER("flags", p->config.flags), J_NUMBER("look", p->look));
	json_put_bits(&j, "forbid", utf8check_reason_name, p->config.forbid);
	json_put(&j, J_NUMBER("code_points", p->code_points), J_OPEN("errors", "["));
	/* Of each: the numbers, the reason, and the bytes. */
	for (; e < p->list + p->count; e++)
		json_put(&j, J_OPEN(NULL, "["), J_OPEN(NULL, "["), J_NUMBER(NULL, e->offset),
			 J_NUMBER(NULL, e->length), J_NUMBER(NULL, e->span),
			 J_NUMBER(NULL, e->value), J_NUMBER(NULL, e->line),
			 J_NUMBER(NULL, e->column), J_CLOSE("]"),
			 J_WORD(NULL, utf8check_reason_name(e->reason)),
			 J_HEX(NULL, e->bytes, e->count), J_CLOSE("]"));
	json_put(&j, J_CLOSE("]"), J_END);
}

/* --- read */

static bool parse_members(struct partial *p, struct json_object *row)
{
	u64 flags, forbid = 0;
	bool good = true;
	const char *key;
	u8 *at;

	for (size_t i = 0; i < ARRAY_SIZE(members) && good; i++) {
		key = members[i].key;
		at = (u8 *)p + members[i].offset;
		good = json_read_any(row, key) &&
		       (members[i].name ? json_read_word(row, key, members[i].name, at) :
					  json_read_number(row, key, (u64 *)at));
	}
	if (!good || !json_read_number(row, "flags", &flags) || flags > UINT32_MAX ||
	    !json_read_number(row, "look", &p->look) ||
	    !json_read_number(row, "code_points", &p->code_points) ||
	    !json_read_any(row, "forbid") ||
	    !json_read_bits(row, "forbid", utf8check_reason_name, &forbid))
		return false;
	p->config.size = sizeof(p->config);
	p->config.flags = flags;
	p->config.forbid = forbid;
	return true;
}

static bool members_make_sense(const struct partial *p)
{
	const struct utf8check_config *c = &p->config;

	return p->first && p->first <= p->last && p->last <= p->parts && p->parts <= UINT32_MAX &&
	       (p->start < p->end || p->start == p->size) && p->end <= p->size &&
	       /* The first part begins where the file does, and the last ends there. */
	       (p->first > 1 || !p->start) && (p->last < p->parts || p->end == p->size) &&
	       p->encoding != UTF8CHECK_ENCODING_AUTO && p->look <= 1 &&
	       (c->from == UTF8CHECK_ENCODING_AUTO || c->from == p->encoding) &&
	       !utf8check_config_check(c);
}

/* An error, as partial_print() writes it. */
static bool parse_error(void *partial, struct json_object *row)
{
	struct json_object *bytes;
	struct utf8check_error e;
	u64 number[6];
	size_t n;

	if (!json_object_is_type(row, json_type_array) || json_object_array_length(row) != 3 ||
	    !json_read_numbers(json_object_array_get_idx(row, 0), number, 6) ||
	    number[1] > UINT8_MAX || number[2] > UINT8_MAX)
		return false;
	e = (struct utf8check_error){
		.offset = number[0], .length = number[1], .span = number[2], .value = number[3],
		.line = number[4], .column = number[5],
		.reason = json_read_find(json_object_get_string(json_object_array_get_idx(row, 1)),
					 utf8check_reason_name),
	};
	bytes = json_object_array_get_idx(row, 2);
	n = json_object_get_string_len(bytes);
	if (e.reason >= UTF8CHECK_REASONS || !json_object_is_type(bytes, json_type_string) ||
	    n > 2 * sizeof(e.bytes) || !hex_decode(e.bytes, json_object_get_string(bytes), &n))
		return false;
	e.count = n;
	return e.reason && partial_keep(partial, &e);
}

/* Another release may judge otherwise. */
static bool is_of_this_release(struct json_object *row)
{
	const char *command = json_read_string(row, "partial"), *release = json_read_string(row, "release");

	return command && !strcmp(command, "check") && release && !strcmp(release, UTF8CHECK_RELEASE);
}

bool partial_parse(struct partial *p, struct json_object *row)
{
	*p = (struct partial){ };
	return is_of_this_release(row) && (p->name = json_read_name(row, "file")) &&
	       parse_members(p, row) && members_make_sense(p) &&
	       json_each(json_read_any(row, "errors"), parse_error, p);
}

/* --- a part of a file */

static int find_part(struct partial *p, struct input *in)
{
	struct file_ranges all = { .in = in, .length = p->size, .count = p->parts };
	const u64 k = p->first - 1;
	int err = file_ranges_find_coding(&all, &p->config);
	/* A share ends between units of the encoding. */
	const u64 end = file_ranges_share(&all, k + 1);

	p->encoding = all.coding.encoding;
	if (!err && k)
		err = file_ranges_cut(&all, file_ranges_share(&all, k), end, &p->start);
	if (!err)
		err = file_ranges_cut(&all, end, p->size, &p->end);
	/* Without a place for a cut, which is @end then, the part has no text. */
	if (k && p->start == end)
		p->start = p->end = p->size;
	return err;
}

/* Find the errors of the part, as those of a file that has no more. */
static int find_part_errors(struct partial *p, struct input *in)
{
	static u8 work[FIND_CHUNK];
	struct input part = *in;
	struct error_search search = {
		.engine = cli_engine,
		.config = p->config,
		.places = true,
		.most = UINT64_MAX,
		.found = partial_keep,
		.context = p,
	};
	int err = input_seek(&part, p->start);
	size_t i;

	if (p->first > 1) {
		search.config.from = p->encoding;
		search.config.bom = UTF8CHECK_BOM_KEEP;
	}
	part.limited = true;
	part.left = p->end - p->start;
	if (!err)
		err = find_errors(&search, &part, work);
	for (i = 0; i < p->count; i++)
		p->list[i].offset += p->start;
	p->reached = search.reached;
	p->code_points = search.code_points;
	/* There was no memory for one. */
	return !err && p->count < search.errors ? -ENOMEM : err;
}

/* Return: 0 or a negative errno; -EPIPE: the file is shorter now, or its size was never known. */
static int judge_part(struct partial *p, struct input *in)
{
	u8 head[BINARY_HEAD];
	int err = find_part(p, in);

	/* The start of the file may be longer than part 1. */
	if (!err && p->first == 1)
		p->look = binary_look(head, input_read_at(in, head, BINARY_HEAD, 0, &err));
	if (err)
		return err;
	progress_begin(p->end - p->start, true);
	err = find_part_errors(p, in);
	progress_hide();
	/* What is shorter now may have lost the start of the part, too. */
	if (!err && (fstat(in->fd, &in->stat) || (u64)in->stat.st_size < p->size))
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
	else if (in->got)
		why = "a file that is read from its start";
	else if (!in->stat.st_size && input_read_at(in, &byte, 1, 0, &err))
		why = "a file whose size is known";
	if (why)
		cli_complain("%s: --part needs %s", in->name, why);
	return !why;
}

static int run_opened(struct partial *p, struct input *in)
{
	int err = -ENOMEM;

	if (!is_divisible(in))
		return CLI_TROUBLE;
	p->size = in->stat.st_size;
	p->name = strdup(in->name);
	if (p->name)
		err = judge_part(p, in);
	if (!err)
		partial_print(p, stdout);
	else if (err == -EPIPE)
		cli_complain("%s: ended before byte %" PRIu64 ", its size when it was opened",
			     in->name, p->size);
	else
		cli_failed(err, in->name);
	return err ? CLI_TROUBLE : CLI_WELL;
}

/* A part of a text that is converted cannot be checked alone. */
static bool is_converted(const char *charset)
{
	if (charset)
		cli_complain("--part does not go with --from=%s: the parts of a text that is converted cannot be judged each alone",
			     charset);
	return charset;
}

int part_run(struct partial *p, const struct utf8check_config *config, const char *charset,
	     char **words)
{
	struct utf8check_config by_mark;
	struct input in;
	int status = CLI_TROUBLE, err;

	if (is_converted(charset))
		return cli_try_help();
	if (!words[0] || file_choice_is_open(words[1] ? 2 : 1))
		return cli_misused("--part needs one FILE");
	p->config = *config;
	if (!config_makes_sense(&p->config, NULL, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	err = input_open(&in, words[0], 0);
	if (err)
		return cli_trouble(err, in.name);
	by_mark = p->config;
	if (!config_source_by_mark(&by_mark, &charset, &in) && !is_converted(charset))
		status = run_opened(p, &in);
	input_close(&in);
	partial_free(p);
	return status;
}
