// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check conformance: vectors through one engine or both.
 */
#include "command/commands.h"
#include "conformance/conformance.h"

static u8 few, style;

static const char *splits_name(unsigned int i)
{
	static const char *const names[] = { "many", "few" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

static int conformance_run(int count, char **words)
{
	return conformance_run_files(few, style, words);
}

static const struct cli_option options[] = {
	{ "splits", .argument = "MANY", .known = splits_name, .choice = &few,
	  .doc = "cut each row in many ways (default), or in few, for very large files" },
	{ "tap", .choice = &style, .number = STYLE_TAP,
	  .doc = "print in the Test Anything Protocol" },
	{ "json", .choice = &style, .number = STYLE_JSON,
	  .doc = "print one JSON object a row, then one with the counts" },
	{ }
};

const struct cli_command conformance_command = {
	.name = "conformance",
	.summary = "test the device and the library",
	.options = options,
	.engine =
"auto, device, library; or both: put each row to both,\n"
"and compare every output, count and record",
	.usage =
"Usage: utf8check conformance [OPTION...] [VECTORS|-]...\n"
"Give each row of the files VECTORS (JSON lines; without any, the vectors that\n"
"are built in) to the engine, cut in many ways.  Name each row that fails, with\n"
"what was expected and found.  The last line is 'N passed, N failed, N skipped'.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all passed or skipped, 1 a row failed, 2 trouble, 3 engines\n"
"disagree.\n",
	.run = conformance_run,
};
