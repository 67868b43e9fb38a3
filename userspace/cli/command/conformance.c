// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check conformance: vectors through one engine or both.
 */
#include "command/commands.h"
#include "conformance/conformance.h"

static struct conformance_options asked;

static const char *splits_name(unsigned int i)
{
	static const char *const names[] = { "many", "few" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

static int conformance_run(int count, char **words)
{
	return conformance_run_files(&asked, words);
}

static const struct cli_option options[] = {
	{ "splits", .argument = "MANY", .known = splits_name, .choice = &asked.few,
	  .help = "many (default), or few: for very large files" },
	{ "tap", .choice = &asked.style, .number = STYLE_TAP,
	  .help = "print in the Test Anything Protocol" },
	{ "json", .choice = &asked.style, .number = STYLE_JSON,
	  .help = "print one JSON object a row, then one with the counts" },
	{ }
};

const struct cli_command conformance_command = {
	.name = "conformance",
	.summary = "run test vectors, and compare the engines",
	.options = options,
	.engine =
"auto, device, library; or both: put each row to both,\n"
"and compare every output, count and record",
	.usage =
"Usage: utf8check conformance [OPTION...] [VECTORS|-]...\n"
"Put each row of the files VECTORS (JSON lines; without any, the vectors that\n"
"are built in) to the engine, in many splits.  Name each row that fails, with\n"
"what was expected and found, and each that is skipped, with the reason.  The\n"
"last line is 'N passed, N failed, N skipped'.\n"
"\n",
	.notes =
"\n"
"A row has \"id\" and, for validity, \"profile\", \"hex\", \"valid\",\n"
"\"first_error_offset\", \"replaced_hex\"; for normalization, \"form\", \"in_hex\",\n"
"\"out_hex\"; for other work of a stream, \"in_hex\", \"out_hex\" and any of\n"
"\"form\", \"stream_safe\" (true), \"from\", \"profile\", \"to\", \"to_profile\",\n"
"\"action\", \"unescape\" (true), \"bom\", \"forbid\" (a list), and\n"
"\"first_error_offset\" where an error is expected; for names, \"kind\" (component\n"
"or path), \"hex\", \"primary\", \"classes\", and any of \"policy\", \"protect\"\n"
"(a list), \"refused\", \"hidden_dotdot\", \"hidden_decoder\"; for boundaries,\n"
"\"profile\", \"encoding\", \"hex\", \"at\", \"previous\", \"next\" (null for none);\n"
"for the order of two texts, \"profile\", \"encoding\", \"hex\", \"other_hex\",\n"
"\"order\" (-1, 0 or 1), \"first_difference\" (null when equal); for\n"
"signatures, \"hex\", \"signature\" (null for none), \"signature_length\".  Other\n"
"keys are ignored.\n"
"\n"
"Exit status: 0 all passed or skipped, 1 a row failed, 2 trouble (a row that is\n"
"no row), 3 engines disagree.\n",
	.run = conformance_run,
};
