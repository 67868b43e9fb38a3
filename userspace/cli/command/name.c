// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check name, utf8check path: verdicts on names.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/say/character.h"
#include "base/say/escape.h"
#include "print/print.h"

enum source { SOURCE_ARGUMENTS, SOURCE_NUL, SOURCE_LINES };

/* What the command line says: paths are judged, not names; how names are written; where. */
static bool is_path, as_json, is_hex, is_percent;
static u8 source;

/* The name that was judged last, and its findings, for which the room grows. */
static struct utf8check_check_name judged;
static struct utf8check_finding *findings;

/* Judge again with more room when there were more findings than room. */
static int judge_with_room(const u8 *p, size_t len)
{
	int err = name_judge(is_path, p, len, &judged);
	const u32 count = judged.verdict.findings;

	if ((err && err != -EILSEQ) || count <= judged.room)
		return err;
	free(findings);
	findings = calloc(count, sizeof(*findings));
	judged.findings = (uintptr_t)findings;
	judged.room = findings ? count : 0;
	return findings ? name_judge(is_path, p, len, &judged) : -ENOMEM;
}

/* What to name first: the first class that is refused, or else the primary one. */
static unsigned int first_class(const struct utf8check_verdict *v)
{
	const u64 refused = v->classes & (judged.policy.refuse | BIT(UTF8CHECK_CLASS_PROTECTED));

	return refused ? (u32)__builtin_ctzll(refused) : v->primary;
}

static void print_verdict(const u8 *p, size_t len, const struct utf8check_verdict *v)
{
	const struct utf8check_finding *f = findings;

	escaped_print(stdout, p, len);
	printf(": %s%s%s", color_code(v->ok ? COLOR_GOOD : COLOR_BAD), v->ok ? "ok" : "refused",
	       color_code(COLOR_NONE));
	if (v->primary)
		printf(": %s", utf8check_class_name(first_class(v)));
	if (v->classes) {
		fputs(" [", stdout);
		verdict_print_classes(stdout, v);
		putchar(']');
	}
	putchar('\n');
	for (; f < findings + v->findings; f++) {
		printf("  byte %u: %s", f->offset, utf8check_class_name(f->what));
		fputs(f->length ? ": " : "", stdout);
		hex_print_words(stdout, p + f->offset, f->length, 8);
		character_print_unseen(stdout, character_of(p + f->offset, f->length));
		putchar('\n');
	}
	if (v->hidden_dotdot)
		printf("  byte %" PRIu64 ": some decoder (%s) reads a component '..' here that the bytes do not show\n",
		       (u64)v->hidden_offset, utf8check_decoder_name(v->hidden_decoder));
}

static void print_verdict_json(const u8 *p, size_t len, const struct utf8check_verdict *v)
{
	const char *decoder = v->hidden_dotdot ? utf8check_decoder_name(v->hidden_decoder) : NULL;
	const struct utf8check_finding *f = findings;
	struct json j = json_begin(stdout);

	json_put(&j, J_HEX("name_hex", p, len), J_BOOL("ok", v->ok),
		 J_WORD("primary", utf8check_class_name(v->primary)));
	json_put_bits(&j, "classes", utf8check_class_name, v->classes);
	json_put(&j, J_OPEN("findings", "["));
	for (; f < findings + v->findings; f++) {
		json_put(&j, J_OPEN(NULL, "{"), J_NUMBER("offset", f->offset),
			 J_NUMBER("length", f->length), J_WORD("class", utf8check_class_name(f->what)));
		character_put_json(&j, character_of(p + f->offset, f->length));
		json_put(&j, J_CLOSE("}"));
	}
	json_put(&j, J_CLOSE("]"), J_OPEN("hidden_dotdot", "{"), J_BOOL("found", decoder),
		 J_KNOWN("offset", decoder, v->hidden_offset), J_WORD("decoder", decoder),
		 J_CLOSE("}"), J_END);
}

static int print_verdict_on(const void *p, size_t len)
{
	int err = judge_with_room(p, len);

	if (err && err != -EILSEQ)
		return cli_engine_trouble(err);
	(as_json ? print_verdict_json : print_verdict)(p, len, &judged.verdict);
	return judged.verdict.ok ? CLI_WELL : CLI_INVALID;
}

/* Reads each %HH in place.  Return: were there any? */
static bool percent_decode(char *text, size_t *len)
{
	size_t at = 0, made = 0, digits;
	u8 byte;

	while (at < *len) {
		digits = 2;
		if (text[at] == '%' && *len - at > 2 && hex_decode(&byte, text + at + 1, &digits)) {
			text[made++] = byte;
			at += 3;
		} else {
			text[made++] = text[at++];
		}
	}
	at = *len;
	*len = made;
	return made < at;
}

/* Escapes are read once, and once more where that leaves some: both readings are judged. */
static int judge_escaped(char *text, size_t len)
{
	int status;

	percent_decode(text, &len);
	status = print_verdict_on(text, len);
	if (percent_decode(text, &len))
		status = cli_worse(status, print_verdict_on(text, len));
	return status;
}

/* @text is a name, or its hexadecimal digits, which are replaced by the name. */
static int judge_string(char *text, size_t len, const char *where, u64 number)
{
	if (is_hex && !hex_decode((u8 *)text, text, &len))
		return cli_give_up("%s %" PRIu64 ": not hexadecimal", where, number);
	return is_percent ? judge_escaped(text, len) : print_verdict_on(text, len);
}

static int judge_command_line(char **strings)
{
	int status = CLI_WELL;
	u64 number = 0;

	for (; *strings && !cli_output_failed(); strings++)
		status = cli_worse(status, judge_string(*strings, strlen(*strings), "argument", ++number));
	return status;
}

static int judge_input(void)
{
	int status = CLI_WELL, end = source == SOURCE_NUL ? '\0' : '\n';
	AUTO_FREE char *line = NULL;
	size_t size = 0;
	u64 number = 0;
	ssize_t len;
	int err;

	while (!cli_output_failed() && (len = getdelim(&line, &size, end, stdin)) >= 0) {
		len -= len && line[len - 1] == end;
		status = cli_worse(status, judge_string(line, len, "line", ++number));
	}
	/* Without memory for a line there is neither an end nor an error of the file. */
	err = errno ? -errno : -EIO;
	if (cli_output_failed() || feof(stdin))
		return status;
	return cli_trouble(err, "standard input");
}

static int judge_strings(char **strings)
{
	int status = cli_open_engine();

	if (status)
		return status;
	policy_decide();
	status = source == SOURCE_ARGUMENTS ? judge_command_line(strings) : judge_input();
	free(findings);
	return status;
}

static int names_run(int count, char **words)
{
	if (is_hex && source == SOURCE_ARGUMENTS && !count)
		source = SOURCE_LINES;
	if (source == SOURCE_ARGUMENTS && !count)
		cli_complain("nothing to judge: give a STRING, -0, --lines or --hex");
	else if (source != SOURCE_ARGUMENTS && count)
		cli_complain("%s: strings and standard input exclude each other", *words);
	else
		return judge_strings(words);
	return cli_try_help();
}

static int path_run(int count, char **words)
{
	is_path = true;
	return names_run(count, words);
}

static const struct cli_option options[] = {
	{ "null", '0', .choice = &source, .number = SOURCE_NUL,
	  .doc = "read the STRINGs from standard input, each ended by a NUL" },
	{ "lines", .choice = &source, .number = SOURCE_LINES,
	  .doc = "read the STRINGs from standard input, one a line" },
	{ "hex", .flag = &is_hex,
	  .doc =
"STRINGs are hexadecimal, as C0AF or 'C0 AF'; without any, read them from standard input, one "
"a line" },
	{ "percent", .excludes = "hex", .flag = &is_percent,
	  .doc =
"read %HH in STRINGs as URLs have it, and judge the result\n"
"Where there are escapes again, as in '%252e', these are read too, and that result is judged "
"too." },
	{ "quiet", 'q', .excludes = "json", .take = option_take_quiet,
	  .doc = "print nothing; the exit status is the answer" },
	{ "json", .flag = &as_json, .doc =
"print one JSON object a line\n"
"It has name_hex, ok, primary, classes, findings (a list of offset, length, class and, where "
"the character is known, code_point and character), hidden_dotdot (found, offset, decoder)." },
	{ }
};

#define USAGE(word, what) \
"Usage: utf8check " word " [OPTION...] STRING...\n" \
"       utf8check " word " [OPTION...] -0|--lines|--hex\n" \
"Judge " what ".  Print\n" \
"STRING: ok|refused: CLASS [CLASSES]\n" \
"and then what was found at which byte.\n" \
"\n"

#define NOTES \
"\n" \
"Exit status: 0 all may pass, 1 some are refused, 2 trouble.\n"

const struct cli_command name_command = {
	.name = "name",
	.summary = "judge names of files",
	.usage = USAGE("name", "names of single files"),
	.options = options,
	.shared_options = { policy_options, protect_options },
	.engine = "auto, device or library",
	.notes = NOTES,
	.run = names_run,
};

const struct cli_command path_command = {
	.name = "path",
	.summary = "judge paths",
	.usage = USAGE("path", "paths: components parted by slashes"),
	.options = options,
	.shared_options = { policy_options, protect_options },
	.engine = "auto, device or library",
	.notes = NOTES,
	.run = path_run,
};
