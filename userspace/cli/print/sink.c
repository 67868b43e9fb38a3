// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All ways to print a finding, but for the page of HTML.
 *
 * What is printed of an error is ASCII; only names have other bytes, and each format
 * escapes these in its own way.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/character.h"
#include "base/say/escape.h"
#include "base/file/git.h"
#include "base/say/message.h"
#include "base/text/name_collisions.h"
#include "print/print.h"
#include "version.h"

/* --- for people, and names alone */

static void print_name(struct sink *s, const char *name)
{
	escaped_print(s->to, (const u8 *)name, strlen(name));
}

static void print_line_and_column(struct sink *s, const struct utf8check_error *e,
				  const struct checked *f)
{
	print_name(s, f->name);
	fprintf(s->to, ":%" PRIu64 ":%" PRIu64 ": ", (u64)e->line, (u64)e->column);
}

static void print_reason(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	if (f->summary)
		fputs(f->summary, s->to);
	else
		error_print_what(s->to, e);
}

/* What it is, which ends a line. */
static void end_with_what(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	print_reason(s, e, f);
	putc('\n', s->to);
}

static void text_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	if (!s->own && !f->summary) {
		error_print(s->to, f->name, e);
		return;
	}
	print_line_and_column(s, e, f);
	if (s->own)
		records_print(s->to, s->own, e->offset);
	fprintf(s->to, s->own ? ": byte %" PRIu64 ": " : "byte %" PRIu64 ": ", (u64)e->offset);
	end_with_what(s, e, f);
}

/* A name in its colour, after this, and before that. */
static void print_named(struct sink *s, const char *before, const char *name, const char *after)
{
	fputs(before, s->to);
	color_print_name(s->to, name, strlen(name));
	fputs(after, s->to);
}

static void text_pair(struct sink *s, const struct named *n)
{
	print_named(s, "", n->folder, ": \"");
	print_named(s, "", n->name->text, "\" and \"");
	print_named(s, "", n->other->text, "\" are ");
	fprintf(s->to, "%sthe same under %s%s", color_code(COLOR_BAD), n->same,
		color_code(COLOR_NONE));
	name_print_difference(s->to, n->name->text, " and ", n->other->text);
	putc('\n', s->to);
}

static void text_verdict(struct sink *s, const struct named *n)
{
	const char *text = n->target ? n->target : n->name->text;

	if (n->other) {
		text_pair(s, n);
		return;
	}
	print_named(s, "", n->path, ": ");
	if (n->target)
		print_named(s, "target \"", text, "\": ");
	fputs(n->verdict->ok ? color_code(COLOR_GOOD) : color_code(COLOR_BAD), s->to);
	fputs(n->verdict->ok ? "ok: " : "", s->to);
	verdict_print_classes(s->to, n->verdict);
	fputs(color_code(COLOR_NONE), s->to);
	characters_print(s->to, text);
	putc('\n', s->to);
}

static void gcc_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	print_line_and_column(s, e, f);
	fputs("error: ", s->to);
	end_with_what(s, e, f);
}

/*
 * A part of a command, in which some characters are special: those of a property, or of a
 * message.  The runner finds the file by a property, so a backslash stays single.
 */
#define IN_PROPERTY "%\r\n:,\\"
#define IN_MESSAGE "%\\"

static void print_property(FILE *to, const char *name, const char *special)
{
	size_t n;

	for (; *name; name += n) {
		n = strcspn(name, special);
		escaped_print_part(to, (const u8 *)name, n);
		for (; name[n] && strchr(special, name[n]); n++)
			fprintf(to, name[n] == '\\' ? "\\" : "%%%02X", name[n]);
	}
}

static void github_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	AUTO_FREE char *path = git_path_from_root(f->name);

	fputs("::error file=", s->to);
	print_property(s->to, path ? path : f->name, IN_PROPERTY);
	fprintf(s->to, ",line=%" PRIu64 ",col=%" PRIu64 ",title=utf8check::",
		(u64)e->line, (u64)e->column);
	end_with_what(s, e, f);
}

static void github_notice(void *to, const char *text)
{
	fputs("::notice title=utf8check::", to);
	print_property(to, text, IN_MESSAGE);
	putc('\n', to);
}

static int github_end(struct sink *s, const struct totals *t, int status)
{
	notices_print(github_notice, s->to);
	return status;
}

static void list_end_file(struct sink *s, const struct checked *f)
{
	if (!f->found->invalid)
		return;
	print_name(s, f->name);
	putc('\n', s->to);
}

/* Where names end with NUL, a program reads them: they are exact. */
static void exact_end_file(struct sink *s, const struct checked *f)
{
	if (f->found->invalid)
		fwrite(f->name, strlen(f->name) + 1, 1, s->to);
}

static void exact_verdict(struct sink *s, const struct named *n)
{
	if (n->other || !n->verdict->ok)
		fprintf(s->to, "%s%c", n->path, '\0');
	if (n->other)
		fprintf(s->to, "%s%s%s%c", n->folder, path_slash_after(n->folder), n->other->text, '\0');
}

static void count_end_file(struct sink *s, const struct checked *f)
{
	if (f->found->binary)
		return;
	print_name(s, f->name);
	fprintf(s->to, ":%" PRIu64 "\n", f->found->errors);
}

/* --- JSON: an object a line for each file; its errors are printed as they are found */

/* The array of errors, in which the next one is printed. */
static struct json json_errors(struct sink *s, const struct checked *f)
{
	struct json j = { s->to, true };

	if (f->shown)
		return j;
	j = json_begin(s->to);
	json_put(&j, J_NAME("file", f->name), J_OPEN("errors", "["));
	return j;
}

static void json_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	struct json j = json_errors(s, f);
	char text[256], *to;

	/* There may be millions of errors: so most of each is put together here. */
	to = number_put(stpcpy(text, "{\"offset\":"), e->offset);
	to = number_put(stpcpy(to, ",\"length\":"), e->length);
	to = stpcpy(stpcpy(to, ",\"reason\":\""), error_reason_name(e->reason));
	stpcpy(hex_put(stpcpy(to, "\",\"bytes\":\""), e->bytes, e->count), "\"");
	json_put(&j, J_LITERAL(NULL, text));
	character_put_json(&j, error_point(e));
	if (e->span)
		json_put(&j, J_NUMBER("span", e->span), J_NUMBER("value", e->value));
	to = number_put(stpcpy(text, "\"line\":"), e->line);
	number_put(stpcpy(to, ",\"column\":"), e->column);
	json_put(&j, J_LITERAL(NULL, text));
	if (s->own)
		records_put_json(&j, s->own, e->offset);
	json_put(&j, J_CLOSE("}"));
}

static void json_end_file(struct sink *s, const struct checked *f)
{
	struct json j = json_errors(s, f);
	const struct totals *t = f->found;
	const char *valid = t->errors ? "false" : f->err || t->binary ? "null" : "true";

	json_put(&j, J_CLOSE("]"), J_LITERAL("valid", valid), J_NUMBER("bytes", t->bytes),
		 J_NUMBER("code_points", t->code_points), J_NUMBER("error_count", t->errors));
	if (t->binary)
		json_put(&j, J_BOOL("binary", true));
	if (f->summary)
		json_put(&j, J_WORD("summary", f->summary));
	/* The file was read up to here only. */
	if (f->err)
		json_put(&j, J_WORD("trouble", cli_strerror(f->err)));
	json_put(&j, J_END);
}

/* Put what characters_print() prints as the member "characters", where there is one. */
static void characters_put_json(struct json *j, const char *name)
{
	u32 listed[CHARACTERS_MAX];
	unsigned int count = characters_listed((const u8 *)name, strlen(name), listed), i;

	if (!count)
		return;
	json_put(j, J_OPEN("characters", "["));
	for (i = 0; i < count; i++) {
		json_put(j, J_OPEN(NULL, "{"));
		character_put_json(j, listed[i]);
		json_put(j, J_CLOSE("}"));
	}
	json_put(j, J_CLOSE("]"));
}

static void json_verdict(struct sink *s, const struct named *n)
{
	struct json j = json_begin(s->to);

	if (n->other) {
		json_put(&j, J_NAME("folder", n->folder), J_WORD("same", n->same),
			 J_OPEN("names", "["), J_WORD(NULL, n->name->text),
			 J_WORD(NULL, n->other->text), J_CLOSE("]"), J_END);
		return;
	}
	json_put(&j, J_NAME("path", n->path));
	if (n->target)
		json_put(&j, J_NAME("target", n->target));
	json_put(&j, J_BOOL("ok", n->verdict->ok),
		 J_WORD("primary", utf8check_class_name(n->verdict->primary)));
	json_put_bits(&j, "classes", utf8check_class_name, n->verdict->classes);
	characters_put_json(&j, n->target ? n->target : n->name->text);
	json_put(&j, J_END);
}

/* --- SARIF 2.1.0 */

const char *(*sink_brief)(unsigned int reason);

/* GitHub takes no more of a run. */
#define RESULTS_MAX 25000

/* How many there were so far. */
static u64 results;

static void sarif_begin(struct sink *s)
{
	struct json j = json_begin(s->to);

	json_put(&j, J_WORD("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"),
		 J_WORD("version", "2.1.0"), J_OPEN("runs", "[{"), J_OPEN("tool", "{"),
		 J_OPEN("driver", "{"), J_WORD("name", "utf8check"));
#ifdef UTF8CHECK_HOMEPAGE
	json_put(&j, J_WORD("informationUri", UTF8CHECK_HOMEPAGE));
#endif
	json_put(&j, J_WORD("version", UTF8CHECK_RELEASE), J_OPEN("rules", "["));
	for (unsigned int i = 1; error_reason_name(i); i++)
		json_put(&j, J_OPEN(NULL, "\n{"), J_WORD("id", error_reason_name(i)),
			 J_OPEN("shortDescription", "{"), J_WORD("text", sink_brief(i)), J_CLOSE("}}"));
	json_put(&j, J_CLOSE("\n]}}"), J_WORD("columnKind", "unicodeCodePoints"),
		 J_OPEN("results", "["));
}

/* A reference of RFC 3986, of the bytes of the name. */
static void print_uri(FILE *to, const char *file)
{
	AUTO_FREE char *path = git_path_from_root(file);
	const char *name = path ? path : file;

	fputs(*name == '/' ? "file://" : "", to);
	for (; *name; name++)
		if ((*name >= '0' && *name <= '9') || ((*name | 32) >= 'a' && (*name | 32) <= 'z') ||
		    strchr("/-._~", *name))
			putc(*name, to);
		else
			fprintf(to, "%%%02X", (u8)*name);
}

/* Two of the strings are printed piece by piece: each is put as what is between two brackets. */
static void sarif_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	struct json j = { .to = s->to, .more = results };

	if (results++ >= RESULTS_MAX)
		return;
	json_put(&j, J_OPEN(NULL, "\n{"), J_WORD("ruleId", error_reason_name(e->reason)),
		 J_WORD("level", "error"), J_OPEN("message", "{"), J_OPEN("text", "\""));
	print_reason(s, e, f);
	json_put(&j, J_CLOSE("\"}"), J_OPEN("locations", "[{"), J_OPEN("physicalLocation", "{"),
		 J_OPEN("artifactLocation", "{"), J_OPEN("uri", "\""));
	print_uri(s->to, f->name);
	json_put(&j, J_CLOSE("\"}"), J_OPEN("region", "{"), J_NUMBER("startLine", e->line),
		 J_NUMBER("startColumn", e->column), J_NUMBER("endColumn", e->column + 1),
		 J_NUMBER("byteOffset", e->offset), J_NUMBER("byteLength", e->length),
		 J_CLOSE("}}}]"));
	if (error_point(e) >= 0) {
		json_put(&j, J_OPEN("properties", "{"));
		character_put_json(&j, error_point(e));
		json_put(&j, J_CLOSE("}"));
	}
	json_put(&j, J_CLOSE("}"));
}

static void put_notification(struct json *j, const char *level, const char *text)
{
	json_put(j, J_OPEN(NULL, "{"), J_WORD("level", level), J_OPEN("message", "{"),
		 J_WORD("text", text), J_CLOSE("}"), J_CLOSE("}"));
}

static void sarif_notice(void *j, const char *text)
{
	put_notification(j, "note", text);
}

static int sarif_end(struct sink *s, const struct totals *t, int status)
{
	struct json j = { .to = s->to };
	char left_out[80];

	json_put(&j, J_CLOSE("\n]"), J_OPEN("invocations", "[{"),
		 J_BOOL("executionSuccessful", status != CLI_TROUBLE),
		 J_OPEN("toolExecutionNotifications", "["));
	notices_print(sarif_notice, &j);
	if (results > RESULTS_MAX) {
		snprintf(left_out, sizeof(left_out), "%" PRIu64 " results, of which SARIF has the first %d",
			 results, RESULTS_MAX);
		put_notification(&j, "warning", left_out);
		cli_complain("%s", left_out);
	}
	json_put(&j, J_CLOSE("]}]}]}\n"));
	return status;
}

/*
 * --- JUnit: a suite of one case for each file, as its numbers come first; and another one where
 * reading fails after an error
 */

static void junit_begin(struct sink *s)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"utf8check\">\n", s->to);
}

static void begin_case(struct sink *s, const struct checked *f, bool failed)
{
	const bool skipped = f->found->binary;

	fputs("<testsuite name=\"", s->to);
	xml_print(s->to, f->name, strlen(f->name));
	fprintf(s->to, "\" tests=\"1\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">"
		"<testcase classname=\"utf8check\" time=\"0\" name=\"", failed, f->err != 0, skipped);
	xml_print(s->to, f->name, strlen(f->name));
	fputs(failed ? "\"><failure message=\"" : "\">", s->to);
}

static void junit_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	if (!f->shown) {
		begin_case(s, f, true);
		print_reason(s, e, f);
		fputs("\">", s->to);
	}
	fprintf(s->to, "\n%" PRIu64 ":%" PRIu64 ": byte %" PRIu64 ": ", (u64)e->line,
		(u64)e->column, (u64)e->offset);
	print_reason(s, e, f);
}

static void junit_end_file(struct sink *s, const struct checked *f)
{
	const bool failed = f->found->invalid;

	if (!f->shown)
		begin_case(s, f, failed);
	if (failed && !f->shown)
		fprintf(s->to, "%" PRIu64 " errors\">", f->found->errors);
	if (failed)
		fputs("</failure>", s->to);
	if (f->found->binary)
		fputs("<skipped message=\"binary\"/>", s->to);
	if (f->err && f->shown) {
		fputs("</testcase></testsuite>\n", s->to);
		begin_case(s, f, false);
	}
	if (f->err)
		fprintf(s->to, "<error message=\"%s\"/>", cli_strerror(f->err));
	fputs("</testcase></testsuite>\n", s->to);
}

static int junit_end(struct sink *s, const struct totals *t, int status)
{
	fputs("</testsuites>\n", s->to);
	return status;
}

/* --- the table */

#define HELD_PLACES (SINK_PLACES | SINK_HOLDS)

const struct sink_ops print_styles[] = {
	[STYLE_LINES] = { "text", HELD_PLACES, .error = text_error, .verdict = text_verdict },
	[STYLE_GCC] = { "gcc", HELD_PLACES, .error = gcc_error },
	[STYLE_GITHUB] = { "github", HELD_PLACES, .error = github_error,
			   .end = github_end },
	[STYLE_SARIF] = { "sarif", HELD_PLACES | SINK_DOCUMENT, .begin = sarif_begin,
			  .error = sarif_error, .end = sarif_end },
	[STYLE_JUNIT] = { "junit", HELD_PLACES | SINK_LOST, .begin = junit_begin,
			  .error = junit_error, .end_file = junit_end_file, .end = junit_end },
	[STYLE_JSON] = { "json", SINK_PLACES, .error = json_error, .end_file = json_end_file,
			 .verdict = json_verdict },
	[STYLE_LIST] = { .end_file = list_end_file },
	[STYLE_COUNT] = { .wants = SINK_NUMBER, .end_file = count_end_file },
	[STYLE_QUIET] = { },
	[STYLE_EXACT] = { .end_file = exact_end_file, .verdict = exact_verdict },
};

int sinks_end(struct sink *s, const struct totals *t, int status)
{
	for (; s->ops; s++)
		if (s->ops->end)
			status = cli_worse(status, s->ops->end(s, t, status));
	return status;
}
