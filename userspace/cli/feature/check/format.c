// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How a check prints what it has found, for people and for programs.
 *
 * What is printed of an error is ASCII; only names have other bytes, and each format
 * escapes these in its own way.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/character.h"
#include "base/say/error.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "feature/check/format.h"
#include "version.h"

/* --- for people, and JSON ---------------------------------------------------- */

static void lines_error(struct check *c, const struct utf8check_error *e)
{
	if (!c->rows.kind) {
		error_print(c->out, c->name, e);
		return;
	}
	escaped_print(c->out, (const u8 *)c->name, strlen(c->name));
	fprintf(c->out, ":%" PRIu64 ":%" PRIu64 ": ", (u64)e->line, (u64)e->column);
	records_print(c->out, &c->rows, e->offset, false);
	fprintf(c->out, ": byte %" PRIu64 ": ", (u64)e->offset);
	error_print_what(c->out, e);
	putc('\n', c->out);
}

/* Where names end with NUL, a program reads them: they are exact. */
static void list_name(struct check *c, const struct error_search *search, int err)
{
	(void)err;
	if (!search->errors || c->binary)
		return;
	if (c->null) {
		fwrite(c->name, strlen(c->name) + 1, 1, c->out);
		return;
	}
	escaped_print(c->out, (const u8 *)c->name, strlen(c->name));
	putc('\n', c->out);
}

static void count_errors(struct check *c, const struct error_search *search, int err)
{
	(void)err;
	if (c->binary)
		return;
	escaped_print(c->out, (const u8 *)c->name, strlen(c->name));
	fprintf(c->out, ":%" PRIu64 "\n", search->errors);
}

/*
 * The errors come first: they are written as they are found, so that a file
 * of any size needs no memory.
 */
static void begin_json(struct check *c)
{
	json_print_member(c->out, '{', "file", c->name);
	fputs(",\"errors\":[", c->out);
	c->begun = true;
}

static void json_error(struct check *c, const struct utf8check_error *e)
{
	if (!c->begun)
		begin_json(c);
	error_print_json(c->out, e, c->shown == 0);
	if (c->rows.kind)
		records_print(c->out, &c->rows, e->offset, true);
	putc('}', c->out);
}

static void end_json(struct check *c, const struct error_search *search, int err)
{
	const char *valid = search->errors ? "false" : err || c->binary ? "null" : "true";

	if (c->only_invalid && !search->errors && !err)
		return;
	if (!c->begun)
		begin_json(c);
	fprintf(c->out, "],\"valid\":%s,\"bytes\":%" PRIu64 ",\"code_points\":%" PRIu64
	       ",\"error_count\":%" PRIu64, valid, search->bytes, search->code_points,
	       search->errors);
	if (c->binary)
		fputs(",\"binary\":true", c->out);
	/* The file was read up to here only. */
	if (err)
		fprintf(c->out, ",\"trouble\":\"%s\"", cli_strerror(err));
	fputs("}\n", c->out);
}

/* --- gcc ------------------------------------------------------------------- */

static void gcc_error(struct check *c, const struct utf8check_error *e)
{
	escaped_print(c->out, (const u8 *)c->name, strlen(c->name));
	fprintf(c->out, ":%" PRIu64 ":%" PRIu64 ": error: ", (u64)e->line, (u64)e->column);
	error_print_what(c->out, e);
	putc('\n', c->out);
}

/* --- GitHub: workflow commands ---------------------------------------------- */

/* A property of a command.  The runner finds the file by it, so a backslash stays single. */
static void print_property(FILE *to, const char *name)
{
	static const char special[] = "%\r\n:,\\";
	size_t n;

	for (; *name; name += n) {
		n = strcspn(name, special);
		escaped_print_part(to, (const u8 *)name, n);
		for (; name[n] && strchr(special, name[n]); n++)
			fprintf(to, name[n] == '\\' ? "\\" : "%%%02X", name[n]);
	}
}

static void github_error(struct check *c, const struct utf8check_error *e)
{
	fputs("::error file=", c->out);
	print_property(c->out, c->name);
	fprintf(c->out, ",line=%" PRIu64 ",col=%" PRIu64 ",title=utf8check::",
		(u64)e->line, (u64)e->column);
	error_print_what(c->out, e);
	putc('\n', c->out);
}

/* --- SARIF 2.1.0 ------------------------------------------------------------- */

/* The results of the document so far. */
static u64 results;

static void sarif_begin(struct check *c)
{
	unsigned int i;

	fputs("{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\","
	      "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"utf8check\","
	      "\"version\":\"" UTF8CHECK_RELEASE "\",\"rules\":[", c->out);
	for (i = 1; utf8check_reason_name(i); i++) {
		fprintf(c->out, "%s\n{\"id\":\"%s\",\"shortDescription\":", i > 1 ? "," : "",
			utf8check_reason_name(i));
		json_print_member(c->out, '{', "text", c->brief(i));
		fputs("}}", c->out);
	}
	fputs("\n]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[", c->out);
	results = 0;
}

/* A reference of RFC 3986, of the bytes of the name. */
static void print_uri(FILE *to, const char *name)
{
	fputs(*name == '/' ? "file://" : "", to);
	for (; *name; name++)
		if ((*name >= '0' && *name <= '9') || ((*name | 32) >= 'a' && (*name | 32) <= 'z') ||
		    strchr("/-._~", *name))
			putc(*name, to);
		else
			fprintf(to, "%%%02X", (u8)*name);
}

static void sarif_error(struct check *c, const struct utf8check_error *e)
{
	long point = error_point(e);

	fprintf(c->out, "%s\n{\"ruleId\":\"%s\",\"level\":\"error\",\"message\":{\"text\":\"",
		results++ ? "," : "", utf8check_reason_name(e->reason));
	error_print_what(c->out, e);
	fputs("\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"", c->out);
	print_uri(c->out, c->name);
	fprintf(c->out, "\"},\"region\":{\"startLine\":%" PRIu64 ",\"startColumn\":%" PRIu64
		",\"endColumn\":%" PRIu64 ",\"byteOffset\":%" PRIu64 ",\"byteLength\":%u}}}]",
		(u64)e->line, (u64)e->column, (u64)e->column + 1, (u64)e->offset, e->length);
	if (point >= 0) {
		fputs(",\"properties\":{", c->out);
		character_print_json(c->out, point);
		putc('}', c->out);
	}
	putc('}', c->out);
}

static void sarif_end(struct check *c, int status)
{
	fprintf(c->out, "\n],\"invocations\":[{\"executionSuccessful\":%s}]}]}\n",
		status == CLI_TROUBLE ? "false" : "true");
}

/* --- JUnit: a suite of one case for each file, as its numbers come first --------- */

static void junit_begin(struct check *c)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"utf8check\">\n", c->out);
}

static void begin_case(struct check *c, bool failed, bool lost)
{
	fputs("<testsuite name=\"", c->out);
	xml_print(c->out, c->name);
	fprintf(c->out, "\" tests=\"1\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">"
		"<testcase classname=\"utf8check\" time=\"0\" name=\"", failed, lost, c->binary);
	xml_print(c->out, c->name);
	fputs(failed ? "\"><failure message=\"" : "\">", c->out);
}

static void junit_error(struct check *c, const struct utf8check_error *e)
{
	if (!c->shown) {
		begin_case(c, true, false);
		error_print_what(c->out, e);
		fputs("\">", c->out);
	}
	fprintf(c->out, "\n%" PRIu64 ":%" PRIu64 ": byte %" PRIu64 ": ", (u64)e->line,
		(u64)e->column, (u64)e->offset);
	error_print_what(c->out, e);
}

static void junit_file(struct check *c, const struct error_search *search, int err)
{
	bool failed = search->errors && !c->binary;

	if (!c->shown)
		begin_case(c, failed, err);
	if (failed && !c->shown)
		fprintf(c->out, "%" PRIu64 " errors\">", search->errors);
	if (failed)
		fputs("</failure>", c->out);
	if (c->binary)
		fputs("<skipped message=\"binary\"/>", c->out);
	if (err)
		fprintf(c->out, "<error message=\"%s\"/>", cli_strerror(err));
	fputs("</testcase></testsuite>\n", c->out);
}

static void junit_end(struct check *c, int status)
{
	(void)status;
	fputs("</testsuites>\n", c->out);
}

/* --- the table ---------------------------------------------------------------- */

const struct check_format check_formats[] = {
	[STYLE_LINES] = { "text", .lines = true, .error = lines_error },
	[STYLE_GCC] = { "gcc", .lines = true, .error = gcc_error },
	[STYLE_GITHUB] = { "github", .lines = true, .error = github_error },
	[STYLE_SARIF] = { "sarif", .lines = true, .document = true, .begin = sarif_begin,
			  .error = sarif_error, .end = sarif_end },
	[STYLE_JUNIT] = { "junit", .lines = true, .lost = true, .begin = junit_begin,
			  .error = junit_error, .file = junit_file, .end = junit_end },
	[STYLE_JSON] = { "json", .error = json_error, .file = end_json },
	[STYLE_LIST] = { .file = list_name },
	[STYLE_COUNT] = { .counts = true, .file = count_errors },
	[STYLE_QUIET] = { },
};

const char *check_format_name(unsigned int i)
{
	return check_formats[i].name;
}
