// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check detect: the encoding of files, and whether they are mojibake.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/option/options.h"
#include "feature/detect/detect.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "print/print.h"
#include "command/commands.h"

/* --json, --undo and --undo=whole were given: with that, no place is mended alone. */
static bool json, undo, whole;
/* More than one file may come: no message about a file that is not mojibake. */
static bool several;
/* Where the undone text goes, and whether it has replaced the current file. */
static struct output_request request;
static bool replaced;

/*
 * How an encoding was found, or why not: for programs; for people, what is printed after its name, or
 * in place of the name.
 */
static const struct way {
	const char *word;
	const char *sentence;
} ways[] = {
	[NOT_KNOWN] = { "unknown", "unknown" },
	[NOT_TEXT] = { "binary", "binary" },
	[TOO_SHORT] = { "too-short", "unknown" },
	[BY_SIGNATURE] = { "signature", " (byte order mark)" },
	[BY_FORM] = { "well-formed", "" },
	[BY_MOST] = { "mostly-well-formed", "" },
	[BY_LOOKS] = { "looks", " (guess, by how it looks)" },
	[BY_DECLARATION] = { "declaration", " (as it says itself)" },
};

/* Is all of it in the encoding, and no other way to read it? */
static bool is_certain(const struct encoding_found *f)
{
	if (!f->checked || f->report.errors)
		return false;
	return f->by == BY_SIGNATURE || !(f->nuls || f->escapes);
}

static void print_mojibake(const struct mojibake *m)
{
	unsigned int i;

	if (m->steps)
		printf(", but %smojibake: %s read as %s", m->places ? "partly " : "",
		       m->written ? m->written : "UTF-8", m->read_as[0]);
	for (i = 1; i < m->steps; i++)
		printf(", then as %s", m->read_as[i]);
	if (m->bad)
		printf(" (undo: not exact, places lost: %" PRIu64 ")", m->bad);
	else if (m->places)
		printf(", places: %" PRIu64 ", the first at byte %" PRIu64, m->places, m->first);
	else if (m->steps)
		fputs(" (undo: exact)", stdout);
	if (m->places > 1)
		printf(", the last at byte %" PRIu64, m->last);
}

static void print_first_error(const struct utf8check_report *r)
{
	printf(", with %" PRIu64 " error%s, the first at byte %" PRIu64 ": %s", (u64)r->errors,
	       r->errors > 1 ? "s" : "", (u64)r->first.offset,
	       utf8check_reason_name(r->first.reason));
}

/* Why a text may be in another encoding, though it is well-formed. */
static void print_doubts(const struct encoding_found *f)
{
	if (f->by == NOT_TEXT && f->kind)
		printf(" (%s)", f->kind);
	else if (f->nuls && (!f->encoding || f->by == BY_FORM))
		fputs(" (NUL bytes: no text, or UTF-16 or UTF-32 without a mark)", stdout);
	if (f->escapes)
		printf(" (%s)", f->escapes);
}

static void print_encoding(const struct encoding_found *f, const char *name)
{
	file_print_name(name);
	printf(" %s%s", f->encoding ? f->encoding : "", ways[f->by].sentence);
	if (f->contradicted)
		printf(" (says it is %s)", f->declared);
	if (!f->bytes)
		fputs(" (empty)", stdout);
	print_doubts(f);
	if (f->report.errors)
		print_first_error(&f->report);
	if (f->perhaps)
		printf(" (%sperhaps %s%s%s)", f->by == TOO_SHORT ? "too short to say: " : "", f->perhaps,
		       f->perhaps_too ? " or " : "", f->perhaps_too ? f->perhaps_too : "");
	print_mojibake(&f->mojibake);
	putchar('\n');
}

static void json_mojibake(struct json *j, const struct mojibake *m)
{
	unsigned int i;

	if (!json_open_if(j, "mojibake", m->steps && !m->places))
		return;
	json_put(j, J_OPEN("read_as", "["));
	for (i = 0; i < m->steps; i++)
		json_put(j, J_WORD(NULL, m->read_as[i]));
	json_put(j, J_CLOSE("]"));
	if (m->written)
		json_put(j, J_WORD("written", m->written));
	json_put(j, J_BOOL("exact", !m->bad), J_NUMBER("bad", m->bad), J_CLOSE("}"));
}

static void print_encoding_json(const struct encoding_found *f, const char *name)
{
	const struct mojibake *m = &f->mojibake;
	struct json j = json_of_file(name);

	json_put(&j, J_WORD("encoding", f->encoding),
		 J_LITERAL("confidence", is_certain(f) ? "1" : "null"),
		 J_WORD("by", f->encoding ? ways[f->by].word : NULL), J_BOOL("bom", f->by == BY_SIGNATURE),
		 J_NUMBER("bytes", f->bytes), J_NUMBER("nul_bytes", f->nuls),
		 J_KNOWN("errors", f->checked, f->report.errors),
		 J_KNOWN("first_error", f->report.errors, f->report.first.offset));
	json_mojibake(&j, m);
	if (json_open_if(&j, "mojibake_part", m->places))
		json_put(&j, J_WORD("read_as", m->read_as[0]), J_NUMBER("places", m->places),
			 J_NUMBER("first", m->first), J_NUMBER("last", m->last), J_CLOSE("}"));
	if (json_open_if(&j, "perhaps", f->perhaps))
		json_put(&j, J_WORD("one", f->perhaps), J_WORD("other", f->perhaps_too), J_CLOSE("}"));
	json_put(&j, J_WORD("declared", *f->declared ? f->declared : NULL),
		 J_BOOL("contradicted", f->contradicted),
		 J_WORD("why_not", f->encoding ? NULL : ways[f->by].word), J_END);
}

/* The sums of all files; then how many files have each encoding. */
static struct sum *sums;
static size_t sum_count;

static void add_to_sum(const char *name, u64 number)
{
	struct sum *all;
	size_t i;

	for (i = 0; i < sum_count && strcmp(sums[i].name, name); i++)
		;
	if (i == sum_count) {
		all = list_room(sums, sum_count, sizeof(*sums));
		if (!all)
			return;
		sums = all;
		sums[i] = (struct sum){ .name = strdup(name) };
		sum_count += sums[i].name != NULL;
	}
	sums[i].number += number;
}

static void sum_up(const struct encoding_found *f)
{
	add_to_sum("files", 1);
	add_to_sum("bytes", f->bytes);
	add_to_sum("invalid", f->report.errors > 0);
	add_to_sum("mojibake", f->mojibake.steps > 0);
	add_to_sum(f->encoding ? f->encoding : ways[f->by].word, 1);
}

static int detect_one(void *context, struct input *in)
{
	struct encoding_found f;
	int err = encoding_find(&f, cli_engine, in);

	if (err)
		return cli_trouble(err, in->name);
	if (json)
		print_encoding_json(&f, in->name);
	else
		print_encoding(&f, in->name);
	if (total_is_wanted)
		sum_up(&f);
	return f.encoding && !f.report.errors && !f.mojibake.steps ? CLI_WELL : CLI_INVALID;
}

static int write_undone(struct input *in, const struct mojibake *m)
{
	struct output out;
	int err;

	if (output_open(&out, &request, in, NULL))
		return CLI_TROUBLE;
	err = mojibake_undo_write(m, in, &out);
	if (!err) {
		err = output_commit(&out) || folder_sync_now();
		replaced = out.replaced;
		return err ? CLI_TROUBLE : CLI_WELL;
	}
	if (err == -EILSEQ)
		cli_complain("%s: changed while it was read", in->name);
	else if (err < 0)
		cli_trouble(err, in->name);
	output_abandon(&out);
	return CLI_TROUBLE;
}

/* Undo the text, unless a second run would change it again. */
static int undo_safely(struct input *in, const struct mojibake *m)
{
	const int again = request.force ? 0 : mojibake_undo_leaves_some(m, in);

	if (!again)
		return write_undone(in, m);
	if (again < 0 && again != -EILSEQ)
		return cli_trouble(again, in->name);
	if (again == -EILSEQ)
		cli_complain("%s: cannot be undone exactly; nothing is written", in->name);
	else
		cli_complain("%s: would be mojibake still, and a second run would change it again: nothing is written; --force writes it",
			     in->name);
	return CLI_INVALID;
}

static int undo_text(struct input *in)
{
	struct encoding_found f;
	const struct mojibake *m = &f.mojibake;
	int err = encoding_find_first(&f, cli_engine, in);

	if (err)
		return cli_trouble(err, in->name);
	/* What is no text is not replaced. */
	if (request.in_place && !request.text && (f.nuls || f.kind)) {
		cli_complain("%s: binary: left as it is; " BINARY_HINT, in->name);
		return CLI_WELL;
	}
	if (m->bad)
		cli_complain("%s: cannot be undone exactly, places lost: %" PRIu64 "; nothing is written",
			     in->name, m->bad);
	else if (m->places && whole)
		cli_complain("%s: only a part is mojibake, the first at byte %" PRIu64 "; nothing is written",
			     in->name, m->first);
	else if (m->steps)
		return undo_safely(in, m);
	else if (several)
		return CLI_WELL;
	else
		cli_complain("%s: no mojibake that is known; nothing is written", in->name);
	return CLI_INVALID;
}

static int undo_one(void *context, struct input *in)
{
	int status;

	replaced = false;
	status = undo_text(in);
	if (several && replaced)
		cli_complain("%s: undone", in->name);
	return change_count(replaced, status);
}

static bool take_whole(void *to, const char *word)
{
	whole = word && !strcmp(word, "whole");
	if (word && !whole)
		cli_complain("--undo takes no value but 'whole'");
	return !word || whole;
}

static bool options_agree(int files)
{
	several = file_choice_is_open(files);
	if (!file_choice_fits(&request, files))
		return false;
	if (undo && several && !request.in_place)
		cli_complain("--undo of several files needs --in-place");
	else if (undo && total_is_wanted)
		cli_complain("--undo and --total exclude each other");
	else
		return true;
	return false;
}

static int detect_run(int count, char **words)
{
	int status;

	if (!options_agree(count))
		return cli_try_help();
	status = cli_open_engine();
	if (status)
		return status;
	/* These come first, also where there is no file. */
	add_to_sum("files", 0);
	add_to_sum("bytes", 0);
	add_to_sum("invalid", 0);
	add_to_sum("mojibake", 0);
	file_choice.backup = request.suffix;
	status = each_file(words, undo ? undo_one : detect_one, NULL);
	if (undo && file_choice.recursive)
		changes_print(false);
	if (total_is_wanted)
		sums_print(json, sums, sum_count);
	return status;
}

static const struct cli_option options[] = {
	{ "json", .flag = &json,
	  .doc =
"print one JSON object a line for each FILE\n"
"It has file, encoding, confidence (1 when it is proven, else null), by (signature, "
"well-formed, mostly-well-formed, looks, declaration), bom, bytes, nul_bytes, "
"errors, first_error, mojibake (null, or read_as, exact, bad, and written if that was not "
"UTF-8), mojibake_part (null, or read_as, places, first, last), perhaps (null, or one and other: what a "
"text that is too short, or the errors of UTF-8, may be in), declared (the encoding that the file "
"says it has, or null), contradicted (true where the bytes say otherwise), why_not (null, or "
"unknown, binary or too-short where encoding is null)." },
	{ "undo", .argument = "whole", .optional = true, .excludes = "json",
	  .flag = &undo,
	  .take = take_whole,
	  .doc =
"write FILE as it was before it was misread.  Where only places are mojibake, these are "
"mended.  whole: only where all of it can be undone exactly\n"
"Of one file.  Each place that is mended is listed on standard error, and all else is kept.  "
"Where the whole text was misread and bytes of it were lost, nothing is written; nor where what "
"comes out would be mojibake still, without --force.  With whole, only what gives FILE again, "
"byte for byte, when it is misread again, is written; else nothing." },
	{ "output", 'o', "OUT", .needs = "undo", .excludes = "in-place", .word = &request.target,
	  .doc = "with --undo: write to OUT, not to standard output" },
	{ "in-place", .argument = "SUFFIX", .optional = true, .needs = "undo",
	  .excludes = "decompress",
	  .flag = &request.in_place,
	  .take = output_take_suffix, .to = &request,
	  .doc =
"with --undo: replace each FILE in one step, or not at all.  With SUFFIX, the old FILE is "
"kept as FILESUFFIX" },
	{ "break-links", .needs = "in-place output", .flag = &request.break_links,
	  .doc = "replace also a file that has several hard links" },
	{ "text", 'a', .needs = "in-place", .flag = &request.text,
	  .doc = "with --in-place, undo binary files too" },
	{ "force", .needs = "undo", .flag = &request.force,
	  .doc = "with --undo, also what is mojibake still after it" },
	{ }
};

const struct cli_command detect_command = {
	.name = "detect",
	.summary = "tell the encoding of text, undo mojibake",
	.options = options,
	.shared_options = { file_options, total_options },
	.engine = "who judges: auto, device or library",
	.usage =
"Usage: utf8check detect [OPTION...] [FILE|-]...\n"
"Tell the encoding of each FILE (or standard input), as FILE: ENCODING: by its\n"
"signature, by its bytes, by what it says of itself, or by a guess.  Tell also\n"
"whether it is mojibake, UTF-8 that was read as another encoding, or has some.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all encodings are told (a guess is enough) and nothing is wrong;\n"
"1 an encoding is unknown, a text is ill-formed in its own encoding, a text is\n"
"mojibake or a part of it is, or --undo wrote nothing; 2 a file could not be read\n"
"or written.\n",
	.run = detect_run,
};
