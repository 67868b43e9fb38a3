// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check filter: pass files on, as they are, mended or converted.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include "base/charset/conversion.h"
#include "base/file/output.h"
#include "base/say/message.h"
#include "base/option/options.h"
#include "feature/detect/detect.h"
#include "feature/filter/filter.h"
#include "base/thread/work.h"
#include "command/commands.h"

static bool is_sure(const struct encoding_found *found)
{
	return found->encoding && !found->contradicted && !found->report.errors;
}

/* --from=guess: as of @guess in struct filter. */
static int guess_source(struct filter *f)
{
	static struct encoding_found found;
	int err = encoding_find_first(&found, cli_engine, &f->in);

	if (err)
		return cli_trouble(err, f->in.name);
	if (found.by == NOT_TEXT && !f->o->request.text &&
	    (f->o->request.in_place || file_choice.recursive)) {
		f->left = LEFT_BINARY;
		return CLI_WELL;
	}
	if (found.by == BY_MOST) {
		cli_complain("%s: UTF-8, with %" PRIu64 " error%s: left as it is; --on-error=CHARSET, without --from, reads what is ill-formed%s%s",
			     f->in.name, (u64)found.report.errors, found.report.errors > 1 ? "s" : "",
			     found.perhaps ? "; perhaps " : "", found.perhaps ? found.perhaps : "");
		return CLI_INVALID;
	}
	if (!is_sure(&found)) {
		cli_complain("%s: its encoding is not sure (%s): left as it is; --from=CHARSET converts it", f->in.name,
			     found.encoding ? found.encoding : "unknown");
		return CLI_INVALID;
	}
	/* ASCII and UTF-8 are read as they are. */
	if (!strcmp(found.encoding, "US-ASCII"))
		found.encoding = "UTF-8";
	if (!config_set_source(&f->config, &f->charset, found.encoding))
		return CLI_INVALID;
	if (strcmp(found.encoding, "UTF-8"))
		cli_complain("%s: read as %s", f->in.name, found.encoding);
	return CLI_WELL;
}

static const char *log_name;
static struct sink report = { .ops = &print_styles[STYLE_LINES] };

/* --on-error=CHARSET: the library reads single bytes by a table, and has records of them. */
static bool resolve_mending(struct filter_options *o)
{
	static u32 table[128];

	if (o->mending && mixed_table(o->mending, table) &&
	    !strcmp(utf8check_engine_name(cli_engine), "library"))
		o->table = table;
	if (!log_name || !o->mending || o->table)
		return true;
	return cli_complain("--log with --on-error=%s: only a charset of single bytes, and the engine 'library', say what was read",
			    o->mending);
}

/* Added to as the text goes by, in order. */
static bool open_log(struct filter_options *o)
{
	static struct stat st;
	struct stat target;
	bool has_target;

	report.to = fopen(log_name, "ae");
	if (!report.to || fstat(fileno(report.to), &st))
		return !cli_failed(-errno, log_name);
	/* Output and log in one file would overwrite each other, but not where both only append. */
	if (o->request.target)
		has_target = !stat(o->request.target, &target);
	else
		has_target = (!o->request.in_place || o->request.dry_run) &&
			     !fstat(STDOUT_FILENO, &target) && S_ISREG(target.st_mode) &&
			     !(fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND);
	if (has_target && same_file(&st, &target))
		return cli_complain("%s: is both output and --log", log_name);
	file_choice.output = &st;
	o->threads = 1;
	return true;
}

static const char *choice_name(enum line_choice choice)
{
	static const char *const names[] = {
		[LINES_GOOD] = "drop-line", [LINES_BAD] = "keep-line",
	};

	return choice < ARRAY_SIZE(names) ? names[choice] : NULL;
}

/* The words of --on-error: those of the actions, and after them those of the choices. */
static const char *on_error_name(unsigned int i)
{
	return i <= UTF8CHECK_ACTION_PASS ? utf8check_action_name(i) :
	       choice_name(i - UTF8CHECK_ACTION_PASS);
}

/* Lines are found in UTF-8 only; what is ill-formed in a charset has no record. */
static bool lines_fit(const struct filter_options *o)
{
	if (o->choice && (o->config.from || o->charset || o->guess ||
			  (o->choice == LINES_BAD && (o->config.to || o->target_charset))))
		cli_complain("--on-error=%s is for lines of UTF-8: another --from does not go with it, nor, where they are ill-formed, another --to",
			     choice_name(o->choice));
	else if (o->records && !o->choice)
		cli_complain("--records needs --on-error=drop-line or keep-line");
	else if (log_name && (o->target_charset || o->guess || o->choice))
		cli_complain("--log does not go with --from=guess, nor with --on-error=drop-line or keep-line, nor with --to=a charset");
	else
		return true;
	return false;
}

static int filter_files(struct filter_options *o, char **words)
{
	static u8 work[FILTER_ROOM];
	struct filter f = { .o = o, .work = work, .report = log_name ? &report : NULL };
	/* Options that fit a charset of single bytes fit what is found. */
	const char *source = o->guess ? "windows-1252" : o->charset;
	struct file_list names;
	int status;

	if (!lines_fit(o) ||
	    !config_makes_sense(&o->config, source, o->target_charset) ||
	    !mixed_fits(o->mending, o->guess ? "guess" : o->charset, &o->config) ||
	    cli_open_engine() ||
	    !resolve_mending(o) ||
	    (log_name && !open_log(o)) ||
	    !file_list_open(&names, words, &file_choice))
		return CLI_TROUBLE;
	encoder_adjust_bom(o->target_charset, &o->config);
	file_choice.backup = o->request.suffix;
	progress_begin(file_choice_bytes(words), !o->request.in_place && !o->request.target);
	status = filter_many(&f, &names);
	if (folder_sync_now())
		status = CLI_TROUBLE;
	if (report.to && fclose(report.to))
		f.report_error = errno;
	if (f.report_error)
		status = cli_trouble(-f.report_error, log_name);
	return file_list_close(&names) ? status : CLI_TROUBLE;
}

static struct filter_options filter = { .config.size = sizeof(filter.config) };

static const char *guess_word(unsigned int i)
{
	return i ? NULL : "guess";
}

static bool take_filter_source(void *to, const char *word)
{
	filter.guess = near_same(word, "guess") ? guess_source : NULL;
	if (!filter.guess && !charset_read(word) && near_word(word, guess_word)) {
		cli_unknown("--from", word, "guess", utf8check_encoding_name,
			    ", and what 'iconv -l' lists");
		return false;
	}
	return filter.guess || config_set_source(&filter.config, &filter.charset, word);
}

static bool take_on_error(void *to, const char *word)
{
	enum line_choice choice = LINES_GOOD;

	while (choice_name(choice) && !near_same(choice_name(choice), word))
		choice++;
	filter.choice = choice_name(choice) ? choice : LINES_ALL;
	/* Lines that are kept are not changed. */
	if (filter.choice)
		word = filter.choice == LINES_BAD ? "pass" : "reject";
	return config_set_action(&filter.config, &filter.mending, word, on_error_name);
}

static bool take_target(void *to, const char *word)
{
	static struct utf8check_config before, after;
	struct utf8check_config *config = &filter.config;
	bool good;

	/* Of an earlier --to nothing stays. */
	if (config->to_profile == after.to_profile)
		config->to_profile = before.to_profile;
	if (config->bom == after.bom)
		config->bom = before.bom;
	before = *config;
	good = config_set_target(config, &filter.target_charset, word);
	after = *config;
	return good;
}

static int filter_run(int count, char **words)
{
	struct filter_options *o = &filter;

	o->request.in_place |= o->request.dry_run;
	if (!o->threads)
		o->threads = work_cpus();
	/* One thread at a time may guess, or print. */
	if (o->guess || o->request.dry_run)
		o->threads = 1;
	if (!file_choice_fits(&o->request, count))
		return cli_try_help();
	if (!o->request.target || !file_choice_is_open(count))
		return filter_files(o, words);
	return cli_misused("--output takes one file only; of several, what comes out goes to standard output");
}

static const struct cli_option options[] = {
	{ "output", 'o', "OUT", .excludes = "in-place dry-run", .word = &filter.request.target,
	  .doc =
"write the result of one FILE to OUT; where the text is rejected, a file OUT stays as it was\n"
"A pipe or a device gets what comes before the error." },
	{ "in-place", .argument = "SUFFIX", .optional = true, .excludes = "decompress",
	  .flag = &filter.request.in_place,
	  .take = output_take_suffix, .to = &filter.request,
	  .doc =
"replace each FILE in one step, or, where something is wrong with it, not at all.  With "
"SUFFIX, the old FILE is kept as FILESUFFIX\n"
"Something is wrong where the exit status for it is not 0.  A file that needs no change is "
"not touched.  Which files are left as they are is in utf8check-files(7)." },
	{ "dry-run", .excludes = "decompress", .flag = &filter.request.dry_run,
	  .doc =
"change no FILE: print what --in-place would, as 'diff -u'\n"
"The lines are escaped; messages and exit status are those of --in-place.  Whether a new file "
"can be made is not tried." },
	{ "break-links", .needs = "in-place output dry-run", .flag = &filter.request.break_links,
	  .doc =
"replace also a file that has several hard links\n"
"Otherwise it is refused.  The given name gets the new file; the other names keep the old "
"one." },
	{ "text", 'a', .flag = &filter.request.text,
	  .doc =
"no FILE is binary.  Otherwise a binary file is left as it is by --in-place, and left out by "
"-r\n"
"A line on standard error names it." },
	{ "force", .flag = &filter.request.force,
	  .doc =
"with --in-place, convert also what is UTF-8 or escaped already, or would change again in a "
"second run" },
	{ "on-error", .argument = "WHAT",
	  .known = on_error_name, .take = take_on_error,
	  .doc =
"what becomes of an ill-formed sequence, of a code point that --forbid names, and of one that "
"the output cannot represent:\n"
"\treject: stop before it, say where, exit 1 (default)\n"
"\treplace: U+FFFD for each maximal subpart\n"
"\tdrop: leave it out\n"
"\tescape: each byte as \\xhh, and \\\\ for each backslash\n"
"\tshortest: the code point that an overlong form or a pair of surrogates stands for; reject "
"what else is wrong\n"
"\tpass: let it through as it is, exit 1\n"
"\tdrop-line: leave out each line that has an error\n"
"\tkeep-line: only the lines that have one, exit 1\n"
"\tCHARSET: read ill-formed bytes in it, any that 'iconv -l' lists\n"
"For drop and shortest see CAVEATS.  With pass the output must have the encoding of the "
"input.  The lines are those of UTF-8, see utf8check-files(7).  A charset is for UTF-8 that "
"is partly in that charset, see utf8check-text(7)." },
	{ "records", .argument = "KIND", .known = records_name, .choice = &filter.records,
	  .doc =
"with drop-line or keep-line, lines are the rows of a table:\n"
RECORDS_CSV_DOC, .lists = true },
	{ "unescape", .bits = &filter.config.flags, .bit = UTF8CHECK_FLAG_UNESCAPE,
	  .doc =
"undo --on-error=escape\n"
"The output is the original, byte for byte, if both commands have the same profiles.  A "
"backslash that begins no escape is an error." },
	{ "from", .argument = "ENCODING", .take = take_filter_source,
	  .doc =
CONFIG_FROM_DOC "; or any charset that 'iconv -l' lists, UTF-1, UTF-EBCDIC, SCSU, BOCU-1 or HZ; or guess: "
"what 'detect' finds.  FILE is left as it is where that is not sure\n"
"See utf8check-text(7).  A guess is printed on standard error; where it is not sure, the "
"status is 1, and nothing of the file is written elsewhere.  So is UTF-8 with errors, such as "
"a line in another encoding; see --on-error." },
	{ "profile", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &filter.config.profile,
	  .doc = "what is well-formed in FILE:", .lists = true },
	{ "to", .argument = "ENCODING",
	  .take = take_target,
	  .doc =
"the encoding of the output: utf-8 (default), utf-16le ..., a charset that 'iconv -l' lists, "
"or a profile.  What it does not have is an error, out-of-range\n"
"The default is UTF-8, whatever the input is.  The name of a profile is UTF-8 in that "
"profile.  See utf8check-text(7), CHARSETS." },
	{ "to-profile", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &filter.config.to_profile,
	  .doc =
"which code points the output may hold, by default rfc3629\n"
"In UTF-8 it says also how they are written." },
	{ "bom", .argument = "WHAT",
	  .known = utf8check_bom_name, .choice = &filter.config.bom,
	  .doc =
"byte order mark at the start: keep (default), strip, add, require, forbid\n"
"add writes one where there is none, require makes its absence an error, and forbid its "
"presence.  U+FEFF elsewhere is text.  --forbid does not apply to a mark at the start." },
	{ "forbid", .argument = "REASON,...",
	  .each = config_forbid, .to = &filter.config,
	  .doc = CONFIG_FORBID_DOC },
	{ "form", .argument = "FORM",
	  .known = utf8check_form_name, .choice = &filter.config.form,
	  .doc =
"bring the text into a normalization form:\n"
"See utf8check-text(7).  Nothing is composed across an error, unless drop leaves it out.  "
"More than 1,024 combining marks in a row are an error, combining-run.",
	  .lists = true },
	{ "newline", .argument = "WHAT", .known = newline_name, .choice = &filter.newline,
	  .doc =
"end each line with lf or crlf; keep is the default\n"
"A CR alone is text, and stays." },
	{ "stream-safe", .bits = &filter.config.flags, .bit = UTF8CHECK_FLAG_STREAM_SAFE,
	  .doc =
"write U+034F after 30 combining marks in a row\n"
"This is the Stream-Safe Text Process of UAX #15." },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &filter.threads,
	  .doc =
"use N threads; by default as many as there are CPUs\n"
"As utf8check-check(1) does.  With --unescape or --from=guess one thread does everything." },
	{ "log", .argument = "F", .word = &log_name,
	  .doc =
"add each error to the file F when it is met, as 'check' prints it\n"
"With --on-error=CHARSET, that is what was read in a charset of single bytes." },
	{ "report", .argument = "F", .now = "log" },
	{ "count", .flag = &filter.summary,
	  .doc =
"print on standard error how many errors there were\n"
"Each reason has a line." },
	{ "summary", .now = "count" },
	{ }
};

const struct cli_command filter_command = {
	.name = "filter",
	.summary = "mend text, convert its encoding or form",
	.options = options,
	.shared_options = { file_options },
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check filter [OPTION...] [FILE|-]...\n"
"Write each FILE (or standard input) to standard output, mended or converted.\n"
"--on-error says what becomes of an ill-formed sequence, and of a code point that\n"
"the output cannot represent.  Each FILE is a text of its own.\n"
"\n",
	.notes =
"\n"
"drop and shortest can build '..' and '/': never use them on names.\n"
"\n"
"Exit status: 0 the output is whole and well-formed, 1 a FILE is invalid, 2\n"
"trouble.\n",
	.run = filter_run,
};
