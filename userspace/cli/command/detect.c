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

/**
 * struct detect - what the command works with
 *
 * @json: --json was given.
 * @undo: --undo was given.
 * @whole: --undo=whole was given: no place is mended alone.
 * @several: more than one file may come: no message about a file that is not mojibake.
 * @request: where the output goes.
 * @replaced: the current file was replaced.
 */
struct detect {
	bool json;
	bool undo;
	bool whole;
	bool several;
	struct output_request request;
	bool replaced;
};

/* How an encoding was found: for programs; for people, what follows its name. */
static const struct way {
	const char *word;
	const char *sentence;
} ways[] = {
	[BY_NOTHING] = { NULL, "" },
	[BY_SIGNATURE] = { "signature", " (byte order mark)" },
	[BY_FORM] = { "well-formed", "" },
	[BY_MOST] = { "mostly-well-formed", "" },
	[BY_LOOKS] = { "looks", " (guess, by how it looks)" },
	[BY_DECLARATION] = { "declaration", " (as it says itself)" },
};

/* Why none was found. */
static const char *const reasons[] = {
	[NOT_KNOWN] = "unknown", [NOT_TEXT] = "binary", [TOO_SHORT] = "too-short",
};

/* Is all of it in the encoding, and no other way to read it? */
static bool is_certain(const struct encoding_found *f)
{
	if (!f->checked || f->report.errors)
		return false;
	return f->by == BY_SIGNATURE || !(f->nuls || f->may_be_wide || f->escapes);
}

static void print_steps(const struct mojibake *m)
{
	unsigned int i;

	printf(", but mojibake: %s read as %s", m->written ? m->written : "UTF-8",
	       m->read_as[0]);
	for (i = 1; i < m->steps; i++)
		printf(", then as %s", m->read_as[i]);
	if (m->bad)
		printf(" (undo: not exact, places lost: %" PRIu64 ")", m->bad);
	else
		fputs(" (undo: exact)", stdout);
}

static void print_mojibake_places(const struct mojibake_places *m)
{
	if (!m->places)
		return;
	printf(", but partly mojibake: UTF-8 read as %s, places: %" PRIu64
	       ", the first at byte %" PRIu64, m->read_as, m->places,
	       m->first);
	if (m->places > 1)
		printf(", the last at byte %" PRIu64, m->last);
}

static void print_first_error(const struct utf8check_report *r)
{
	printf(", with %" PRIu64 " error%s, the first at byte %" PRIu64 ": %s", (u64)r->errors,
	       r->errors > 1 ? "s" : "", (u64)r->first.offset,
	       utf8check_reason_name(r->first.reason));
}

static void print_lenient(const struct lenient_forms *l)
{
	if (!l->covered)
		return;
	printf("; lenient decoders take from byte %" PRIu64 ":", l->first);
	if (l->overlong)
		printf(" overlong forms: %" PRIu64, l->overlong);
	if (l->surrogates)
		printf("%s surrogates: %" PRIu64, l->overlong ? "," : "",
		       l->surrogates);
	if (l->separators)
		printf("%s slashes or backslashes: %" PRIu64 ", the first at byte %" PRIu64,
		       l->overlong || l->surrogates ? "," : "", l->separators,
		       l->first_separator);
}

/* Why a text may be in another encoding, though it is well-formed. */
static void print_doubts(const struct encoding_found *f)
{
	if (f->why_not == NOT_TEXT && f->kind)
		printf(" (%s)", f->kind);
	else if (f->nuls && (f->by == BY_NOTHING || f->by == BY_FORM))
		fputs(" (NUL bytes: no text, or UTF-16 or UTF-32 without a mark)",
		      stdout);
	else if (f->may_be_wide)
		fputs(" (or UTF-16 without a mark)", stdout);
	if (f->escapes)
		fputs(f->escapes == ESCAPES_HZ ? " (with ~{: perhaps HZ)" :
		      " (escape sequences: perhaps ISO-2022)", stdout);
}

/* What a text that is too short, or the errors of UTF-8, may be in. */
static void print_perhaps(const struct encoding_found *f)
{
	if (f->why_not == TOO_SHORT && f->perhaps)
		printf(" (too short to say: perhaps %s%s%s)", f->perhaps, f->perhaps_too ? " or " : "",
		       f->perhaps_too ? f->perhaps_too : "");
	else if (f->perhaps)
		printf(" (perhaps %s)", f->perhaps);
}

static void print_encoding(const struct encoding_found *f, const char *name)
{
	file_print_name(name);
	printf(" %s%s", f->encoding ? f->encoding : f->why_not == NOT_TEXT ? "binary" : "unknown",
	       ways[f->by].sentence);
	if (f->contradicted)
		printf(" (says it is %s)", f->declared);
	if (!f->bytes)
		fputs(" (empty)", stdout);
	print_doubts(f);
	if (f->checked && f->report.errors)
		print_first_error(&f->report);
	print_perhaps(f);
	print_lenient(&f->lenient);
	if (f->mojibake.steps)
		print_steps(&f->mojibake);
	print_mojibake_places(&f->mojibake.part);
	putchar('\n');
}

static void json_mojibake(struct json *j, const struct mojibake *m)
{
	unsigned int i;

	if (!json_open_if(j, "mojibake", m->steps))
		return;
	json_put(j, J_OPEN("read_as", "["));
	for (i = 0; i < m->steps; i++)
		json_put(j, J_WORD(NULL, m->read_as[i]));
	json_put(j, J_CLOSE("]"));
	if (m->written)
		json_put(j, J_WORD("written", m->written));
	json_put(j, J_BOOL("exact", !m->bad), J_NUMBER("bad", m->bad),
		 J_CLOSE("}"));
}

static void json_part(struct json *j, const struct mojibake_places *m)
{
	if (!json_open_if(j, "mojibake_part", m->places))
		return;
	json_put(j, J_WORD("read_as", m->read_as), J_NUMBER("places", m->places),
		 J_NUMBER("first", m->first), J_NUMBER("last", m->last), J_CLOSE("}"));
}

static void json_lenient(struct json *j, const struct lenient_forms *l)
{
	if (!json_open_if(j, "lenient", l->covered))
		return;
	json_put(j, J_NUMBER("overlong", l->overlong), J_NUMBER("surrogates", l->surrogates),
		 J_NUMBER("first", l->first), J_NUMBER("separators", l->separators),
		 J_KNOWN("first_separator", l->separators, l->first_separator), J_CLOSE("}"));
}

static void json_perhaps(struct json *j, const struct encoding_found *f)
{
	if (!json_open_if(j, "perhaps", f->perhaps))
		return;
	json_put(j, J_WORD("one", f->perhaps), J_WORD("other", f->perhaps_too), J_CLOSE("}"));
}

static void print_encoding_json(const struct encoding_found *f, const char *name)
{
	struct json j = json_of_file(name);

	json_put(&j, J_WORD("encoding", f->encoding),
		 J_LITERAL("confidence", is_certain(f) ? "1" : "null"),
		 J_WORD("by", ways[f->by].word), J_BOOL("bom", f->bom), J_NUMBER("bytes", f->bytes),
		 J_NUMBER("nul_bytes", f->nuls), J_KNOWN("errors", f->checked, f->report.errors),
		 J_KNOWN("first_error", f->checked && f->report.errors, f->report.first.offset));
	json_mojibake(&j, &f->mojibake);
	json_lenient(&j, &f->lenient);
	json_part(&j, &f->mojibake.part);
	json_perhaps(&j, f);
	json_put(&j, J_WORD("declared", *f->declared ? f->declared : NULL),
		 J_BOOL("contradicted", f->contradicted),
		 J_WORD("why_not", f->encoding ? NULL : reasons[f->why_not]), J_END);
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
		sums[sum_count++] = (struct sum){ .name = strdup(name) };
	}
	sums[i].number += number;
}

static void sum_up(const struct encoding_found *f)
{
	add_to_sum("files", 1);
	add_to_sum("bytes", f->bytes);
	add_to_sum("invalid", f->checked && f->report.errors);
	add_to_sum("mojibake", f->mojibake.steps || f->mojibake.part.places);
	add_to_sum(f->encoding ? f->encoding : reasons[f->why_not], 1);
}

static int detect_one(void *context, struct input *in)
{
	struct detect *d = context;
	struct encoding_found f;
	int err = encoding_find(&f, cli_engine, in);

	if (err)
		return cli_trouble(err, in->name);
	if (d->json)
		print_encoding_json(&f, in->name);
	else
		print_encoding(&f, in->name);
	if (total_is_wanted)
		sum_up(&f);
	if (!f.encoding || (f.checked && f.report.errors) || f.mojibake.steps ||
	    f.mojibake.part.places)
		return CLI_INVALID;
	return CLI_WELL;
}

static int write_undone(struct detect *d, struct input *in, const struct mojibake *m)
{
	int err, status = CLI_TROUBLE;
	struct output out;

	if (output_open(&out, &d->request, in, NULL))
		return CLI_TROUBLE;
	err = mojibake_undo_write(m, in, &out);
	if (err == -EILSEQ)
		cli_complain("%s: changed while it was read", in->name);
	else if (err < 0)
		cli_trouble(err, in->name);
	else if (!err)
		status = CLI_WELL;
	if (status) {
		output_abandon(&out);
		return status;
	}
	status = output_commit(&out) || folder_sync_now() ? CLI_TROUBLE : CLI_WELL;
	d->replaced = out.replaced;
	return status;
}

static bool may_be_undone(const struct detect *d, const struct mojibake *m)
{
	if (m->steps)
		return !m->bad;
	return m->part.places && !d->whole;
}

static void complain_of_what_stays(const char *name, const struct mojibake *m)
{
	if (m->bad)
		cli_complain("%s: cannot be undone exactly, places lost: %" PRIu64 "; nothing is written",
			     name, m->bad);
	else if (m->part.places)
		cli_complain("%s: only a part is mojibake, the first at byte %" PRIu64 "; nothing is written",
			     name, m->part.first);
	else
		cli_complain("%s: no mojibake that is known; nothing is written", name);
}

/* Undo the text, which begins at @start, unless a second run would change it again. */
static int undo_safely(struct detect *d, struct input *in, off_t start,
		       const struct mojibake *m)
{
	int again = 0;

	if (!d->request.force)
		again = mojibake_undo_leaves_some(m, in);
	if (!again && !d->request.force)
		again = input_seek(in, start);
	if (!again)
		return write_undone(d, in, m);
	if (again < 0 && again != -EILSEQ)
		return cli_trouble(again, in->name);
	if (again == -EILSEQ)
		cli_complain("%s: cannot be undone exactly; nothing is written", in->name);
	else
		cli_complain("%s: would be mojibake still, and a second run would change it again: nothing is written; --force writes it",
			     in->name);
	return CLI_INVALID;
}

static int undo_text(struct detect *d, struct input *in)
{
	struct encoding_found f;
	off_t start;
	int err = mojibake_undo_prepare(in, &start);

	if (!err)
		err = encoding_find(&f, cli_engine, in);
	if (!err)
		err = input_seek(in, start);
	if (err)
		return cli_trouble(err, in->name);
	/* What is no text is not replaced. */
	if (d->request.in_place && !d->request.text && (f.nuls || f.kind)) {
		cli_complain("%s: binary: left as it is; " BINARY_HINT, in->name);
		return CLI_WELL;
	}
	if (may_be_undone(d, &f.mojibake))
		return undo_safely(d, in, start, &f.mojibake);
	if (d->several && !f.mojibake.steps && !f.mojibake.bad && !f.mojibake.part.places)
		return CLI_WELL;
	complain_of_what_stays(in->name, &f.mojibake);
	return CLI_INVALID;
}

static int undo_one(void *context, struct input *in)
{
	struct detect *d = context;
	int status;

	d->replaced = false;
	status = undo_text(d, in);
	if (d->several && d->replaced)
		cli_complain("%s: undone", in->name);
	return change_count(d->replaced, status);
}

static struct detect detect;

static bool take_whole(void *to, const char *word)
{
	struct detect *d = to;

	d->whole = word && !strcmp(word, "whole");
	if (word && !d->whole)
		cli_complain("--undo takes no value but 'whole'");
	return !word || d->whole;
}

static bool detect_options_agree(struct detect *d, int files)
{
	const struct output_request *r = &d->request;

	d->several = file_choice_is_open(files);
	if (!file_choice_fits(r, files))
		return false;
	if (d->undo && d->several && !r->in_place)
		cli_complain("--undo of several files needs --in-place");
	else if (d->undo && total_is_wanted)
		cli_complain("--undo and --total exclude each other");
	else
		return true;
	return false;
}

static int detect_run(int count, char **words)
{
	struct detect *d = &detect;
	int status;

	if (!detect_options_agree(d, count))
		return cli_try_help();
	status = cli_open_engine();
	if (status)
		return status;
	/* These come first, also where there is no file. */
	add_to_sum("files", 0);
	add_to_sum("bytes", 0);
	add_to_sum("invalid", 0);
	add_to_sum("mojibake", 0);
	file_choice.backup = d->request.suffix;
	status = each_file(words, d->undo ? undo_one : detect_one, d);
	if (d->undo && file_choice.recursive)
		changes_print(false);
	if (total_is_wanted)
		sums_print(d->json, sums, sum_count);
	return status;
}

static const struct cli_option options[] = {
	{ "json", .flag = &detect.json,
	  .doc =
"print one JSON object a line for each FILE\n"
"It has file, encoding, confidence (1 when it is proven, else null), by (signature, "
"well-formed, mostly-well-formed, looks, declaration), bom, bytes, nul_bytes, "
"errors, first_error, mojibake (null, or read_as, exact, bad, and written if that was not "
"UTF-8), lenient (null, or overlong, surrogates, first, separators, first_separator), "
"mojibake_part (null, or read_as, places, first, last), perhaps (null, or one and other: what a "
"text that is too short, or the errors of UTF-8, may be in), declared (the encoding that the file "
"says it has, or null), contradicted (true where the bytes say otherwise), why_not (null, or "
"unknown, binary or too-short where encoding is null)." },
	{ "undo", .argument = "whole", .optional = true, .excludes = "json",
	  .flag = &detect.undo,
	  .take = take_whole, .to = &detect,
	  .doc =
"write FILE as it was before it was misread.  Where only places are mojibake, these are "
"mended.  whole: only where all of it can be undone exactly\n"
"Of one file.  Each place that is mended is listed on standard error, and all else is kept.  "
"Where the whole text was misread and bytes of it were lost, nothing is written; nor where what "
"comes out would be mojibake still, without --force.  With whole, only what gives FILE again, "
"byte for byte, when it is misread again, is written; else nothing." },
	{ "output", 'o', "OUT", .needs = "undo", .excludes = "in-place", .word = &detect.request.target,
	  .doc = "with --undo: write to OUT, not to standard output" },
	{ "in-place", .argument = "SUFFIX", .optional = true, .needs = "undo",
	  .excludes = "decompress",
	  .flag = &detect.request.in_place,
	  .take = output_take_suffix, .to = &detect.request,
	  .doc =
"with --undo: replace each FILE in one step, or not at all.  With SUFFIX, the old FILE is "
"kept as FILESUFFIX" },
	{ "break-links", .needs = "in-place output", .flag = &detect.request.break_links,
	  .doc = "replace also a file that has several hard links" },
	{ "text", 'a', .needs = "in-place", .flag = &detect.request.text,
	  .doc = "with --in-place, undo binary files too" },
	{ "force", .needs = "undo", .flag = &detect.request.force,
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
