// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is found by a check or a scan, as one page of HTML that needs nothing else: totals in
 * tables that sort when a heading is clicked, and the findings, which are shown by pages and
 * can be filtered.  The page is report.html, where a comment stands for each part.
 *
 * Names may hold anything: each is escaped as for a terminal, then as HTML, and
 * isolated, so that characters of direction in it do not reach beyond it.
 *
 * A finding is printed to memory when it comes.  To say in which scripts the invalid files
 * are, each of them is read again.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/option/options.h"
#include "base/say/character.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/text/text_stats.h"
#include "print/print.h"
#include "version.h"

/* Findings that are shown one by one, bytes of each that are shown, and of its line beside it. */
#define FINDINGS_MAX 10000
#define BYTES_MAX 32
#define BESIDE_MAX 40

/* Characters of each of two names that are shown. */
#define DIFFERENCE_MAX 4

/* The assembler includes the page as it is. */
__asm__(".pushsection .rodata\n"
	".global html_page\n"
	"html_page:\n"
	".incbin \"" REPORT_PAGE "\"\n"
	".byte 0\n"
	".popsection\n");
extern const char html_page[];

enum table { BY_CLASS, BY_REASON, BY_FOLDER, BY_SCRIPT, TABLES };
static struct {
	const char *by;
	const char *counted;
	void *rows;
} tables[TABLES] = {
	{ "class", "names", NULL }, { "reason", "errors", NULL }, { "folder", "findings", NULL },
	{ "script", "code points in names and files with findings", NULL },
};

/* What the page is about. */
static const char *title;

/* The first findings, as rows of a table, are printed to this; and how many there were. */
static FILE *findings;
static char *findings_text;
static size_t findings_size;
static u64 total;

/* There was no memory for something; the page would take the place of a file that is judged. */
static bool has_failed, is_input;

static struct output_request request;
static struct output out;

/* Without a script all findings are shown. */
static const char form[] =
"<form hidden><label>Find <input name=\"text\" type=\"search\"></label>"
"<label>What <select name=\"what\"><option value=\"\">all</option></select></label>"
"<button name=\"back\" type=\"button\">Back</button><span id=\"shown\"></span>"
"<button name=\"next\" type=\"button\">Next</button></form>\n";

/* Bytes of unknown content. */
static void print_bytes(FILE *to, const char *bytes)
{
	fputs("<bdi>", to);
	xml_print(to, *bytes ? bytes : "''", *bytes ? strlen(bytes) : 2);
	fputs("</bdi>", to);
}

/* --- what is counted */

/* Count @n more in the row @key of a table; NULL: there was no memory for it. */
static void count_key(enum table table, const char *key, u64 n)
{
	struct tally *row = key ? tally_of(&tables[table].rows, key, true) : NULL;

	if (row)
		row->found += n;
	else
		has_failed = true;
}

/* Count the scripts of a text, or of a file, which is read again, if that can be done to its end. */
static void count_scripts(const char *text, struct input *in)
{
	static struct text_stats t;
	static u8 piece[65536];
	ssize_t got = in ? input_seek(in, 0) : 0;
	unsigned int i;

	text_stats_start(&t);
	if (text)
		text_stats_push(&t, (const u8 *)text, strlen(text));
	while (in && !got && (got = input_fill(in, piece, sizeof(piece))) > 0) {
		text_stats_push(&t, piece, got);
		got = 0;
	}
	text_stats_end(&t);
	for (i = 0; i < SCRIPTS_MAX && !got; i++)
		if (t.scripts[i].code_points)
			count_key(BY_SCRIPT, script_name(i), t.scripts[i].code_points);
}

/* --- findings: where it is, its place or verdict, what it is, its bytes, its characters, its line */

/* The first two columns, and the start of the third; NULL: it is one too many. */
static FILE *begin_finding(const char *where, const char *place)
{
	if (total++ >= FINDINGS_MAX)
		return NULL;
	fputs("<tr><td>", findings);
	print_bytes(findings, where);
	fputs("<td>", findings);
	print_bytes(findings, place);
	fputs("<td>", findings);
	return findings;
}

/* The fourth column, and the start of the fifth. */
static void print_first_bytes(FILE *to, const void *bytes, size_t n)
{
	fputs("<td><code>", to);
	hex_print_words(to, bytes, n, BYTES_MAX);
	fputs("</code><td>", to);
}

/* The bytes of a line from @p on that are shown, where @n were read; no code point is cut in two. */
static size_t length_beside(const char *p, size_t n)
{
	size_t length = 0;

	if (n > BESIDE_MAX)
		for (n = BESIDE_MAX; n && is_continuation(p[n]); n--)
			;
	while (length < n && p[length] != '\r' && p[length] != '\n')
		length++;
	return length;
}

/* The last column: the line of an error, which is marked. */
static void print_line(FILE *to, const struct input *in, const struct utf8check_error *e)
{
	const size_t before = e->offset < BESIDE_MAX ? e->offset : BESIDE_MAX, known = before + e->count;
	char text[2 * BESIDE_MAX + sizeof(e->bytes) + 1], bytes[4 * sizeof(e->bytes) + 1];
	char *start = text, *error = text + before, *line;
	int err;
	const size_t n = input_read_at(in, text, known + BESIDE_MAX + 1, e->offset - before, &err);

	/* The file is shorter now. */
	if (n < known)
		return;
	while (e->offset > before && start < error && is_continuation(*start))
		start++;
	line = memrchr(start, '\n', error - start);
	start = line ? line + 1 : start;
	hex_escape(bytes, e->bytes, e->count);
	fputs("<td><bdi>", to);
	xml_print(to, start, error - start);
	fprintf(to, "<mark>%s</mark>", bytes);
	if (e->reason != REASON_NEWLINE)
		xml_print(to, text + known, length_beside(text + known, n - known));
	fputs("</bdi>", to);
}

static void html_error(struct sink *s, const struct utf8check_error *e, const struct checked *f)
{
	char place[80];
	FILE *to;

	count_key(BY_REASON, error_reason_name(e->reason), 1);
	snprintf(place, sizeof(place), "%" PRIu64 ":%" PRIu64 ", byte %" PRIu64,
		 (u64)e->line, (u64)e->column, (u64)e->offset);
	to = begin_finding(f->name, place);
	if (!to)
		return;
	fputs(error_reason_name(e->reason), to);
	print_first_bytes(to, e->bytes, e->count);
	if (error_point(e) >= 0)
		character_print(to, error_point(e));
	if (f->text)
		print_line(to, f->text, e);
	putc('\n', to);
}

static void html_end_file(struct sink *s, const struct checked *f)
{
	const u64 errors = f->found->errors;
	AUTO_FREE char *folder = errors ? folder_of(f->name) : NULL;

	if (!errors)
		return;
	count_key(BY_FOLDER, folder, errors);
	if (f->text)
		count_scripts(NULL, f->text);
}

/* The first characters of a text, each by its code point. */
static void print_points(FILE *to, const u8 *p, const u8 *end)
{
	unsigned int count;
	u64 point = 0;
	int n;

	if (p == end)
		fputs("nothing", to);
	for (count = 0; p < end; p += n, count++) {
		n = utf8check_decode(NULL, p, end - p, true, &point, NULL);
		if (n <= 0 || count == DIFFERENCE_MAX) {
			fputs(", ...", to);
			return;
		}
		fputs(count ? ", " : "", to);
		character_print(to, point);
	}
}

/* What two names have between the start and the end that both have. */
static void print_differing(FILE *to, const struct directory_name *a,
			     const struct directory_name *b)
{
	const u8 *p = (const u8 *)a->text, *q = (const u8 *)b->text;
	const u8 *p_end = p + a->length, *q_end = q + b->length;

	for (; p < p_end && q < q_end && *p == *q; p++, q++)
		;
	while (p > (const u8 *)a->text && (is_continuation(*p) || is_continuation(*q)))
		p--, q--;
	for (; p_end > p && q_end > q && p_end[-1] == q_end[-1]; p_end--, q_end--)
		;
	while (is_continuation(*p_end) || is_continuation(*q_end))
		p_end++, q_end++;
	print_points(to, p, p_end);
	fputs(" / ", to);
	print_points(to, q, q_end);
}

/* A name, or two: what the bytes of one are, and where it differs from the other. */
static void html_verdict(struct sink *s, const struct named *n)
{
	const struct directory_name *other = n->other;
	const char *text = n->target ? n->target : n->name->text, *place = "refused";
	char same[64];
	FILE *to;

	if (!other && n->verdict->ok)
		return;
	count_key(BY_FOLDER, n->folder, other ? 2 : 1);
	count_scripts(text, NULL);
	if (other) {
		snprintf(same, sizeof(same), "the same under %s", n->same);
		count_key(BY_CLASS, same, 2);
		count_scripts(other->text, NULL);
		place = other->text;
	} else if (n->target) {
		place = "target refused";
	}
	for (unsigned int i = 1; !other && i < UTF8CHECK_CLASSES; i++)
		if (n->verdict->classes & BIT(i))
			count_key(BY_CLASS, utf8check_class_name(i), 1);
	to = begin_finding(n->path, place);
	if (!to)
		return;
	if (other) {
		fputs(same, to);
		print_first_bytes(to, other->text, other->length);
		print_differing(to, n->name, other);
	} else {
		verdict_print_classes(to, n->verdict);
		print_first_bytes(to, text, strlen(text));
		characters_print(to, text);
	}
	putc('\n', to);
}

/* --- the parts of the page */

static void print_sums(FILE *to, const struct totals *t)
{
	if (t->folders) {
		totals_print_names(to, "Folders", t, true);
		fputs(". ", to);
	}
	if (t->files || !t->folders) {
		totals_print_files(to, "Files", t, true);
		putc('.', to);
	}
}

static void print_row(const void *node, VISIT visit, void *context)
{
	const struct tally *row = *(const struct tally *const *)node;
	FILE *to = context;

	if (visit != postorder && visit != leaf)
		return;
	fputs("<tr><td>", to);
	print_bytes(to, row->key);
	fputs("<td class=\"number\">", to);
	print_grouped(to, row->found);
	putc('\n', to);
}

static void print_table(FILE *to, enum table i)
{
	const char *by = tables[i].by;

	if (!tables[i].rows)
		return;
	fprintf(to, "<table id=\"by-%s\"><thead><tr><th>%s<th class=\"number\">%s</thead><tbody>\n",
		by, by, tables[i].counted);
	twalk_r(tables[i].rows, print_row, to);
	fputs("</tbody></table>\n", to);
}

static void print_findings(FILE *to, const struct totals *t)
{
	if (!total)
		return;
	fputs("<h2>", to);
	if (total > FINDINGS_MAX) {
		fputs("The first ", to);
		print_grouped(to, FINDINGS_MAX);
		fputs(" of ", to);
		print_grouped(to, total);
	} else {
		fputs("Findings", to);
	}
	fputs("</h2>\n", to);
	fprintf(to, "%s<table id=\"findings\"><thead><tr><th>where<th>detail<th>what<th>bytes<th>characters%s</thead><tbody>\n",
		form, t->files ? "<th>text" : "");
	fwrite(findings_text, findings_size, 1, to);
	fputs("</tbody></table>\n", to);
}

/* When and by what the page was made; SOURCE_DATE_EPOCH makes the same page again. */
static void print_origin(FILE *to)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	time_t now = epoch ? strtoll(epoch, NULL, 10) : time(NULL);
	char date[32] = "";
	struct tm tm;
	char **word;

	if (gmtime_r(&now, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", &tm);
	fprintf(to, "<p id=\"made\">%s, utf8check %s, Unicode %s:", date, UTF8CHECK_RELEASE,
		UTF8CHECK_UNICODE);
	for (word = cli_command_line; word && *word; word++) {
		putc(' ', to);
		print_bytes(to, *word);
	}
	fputs("</p>\n", to);
}

static void print_part(FILE *to, const char *mark, const struct totals *t)
{
	enum table i;

	for (i = 0; i < TABLES; i++)
		if (!strncmp(mark, tables[i].by, strlen(tables[i].by)))
			print_table(to, i);
	if (!strncmp(mark, "title", 5))
		fputs(title, to);
	else if (!strncmp(mark, "summary", 7))
		print_sums(to, t);
	else if (!strncmp(mark, "made", 4))
		print_origin(to);
	else if (!strncmp(mark, "findings", 8))
		print_findings(to, t);
}

static void print_page(FILE *to, const struct totals *t)
{
	const char *at = html_page, *mark;

	for (; (mark = strstr(at, "<!--")); at = strstr(mark, "-->") + 3) {
		fwrite(at, mark - at, 1, to);
		print_part(to, mark + 4, t);
	}
	fputs(at, to);
}

/* --- its file */

bool html_is_target(const struct input *in)
{
	const bool is = S_ISREG(out.was.st_mode) && same_file(&out.was, &in->stat);

	is_input |= is;
	return is;
}

/*
 * "--html FILE" may be meant as a report about that file: only a report is replaced.  A
 * report of any version has its title near its start.
 */
static bool is_other_file(const char *name)
{
	static const char begin[] = "<title>utf8check: ";
	char start[4096];
	AUTO_CLOSE int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, start, sizeof(start));
	bool other = n && (n < 0 || !memmem(start, n, begin, strlen(begin)));

	if (n < 0)
		cli_failed(-errno, name);
	else if (other)
		cli_complain("%s: there is a file of this name, which is no report", name);
	return other;
}

/* Return: false after a message. */
static bool open_page(const char *name)
{
	static const struct input none;

	request = (struct output_request){
		.target = name,
		/* Another name of an old report keeps the old report. */
		.break_links = true,
	};
	if (strcmp(name, "-")) {
		if (output_open(&out, &request, &none, NULL))
			return false;
		if (!S_ISREG(out.was.st_mode))
			return true;
		/* A folder may have it. */
		file_choice.output = &out.was;
		if (!is_other_file(name))
			return true;
		output_abandon(&out);
		return false;
	}
	out = OUTPUT_STANDARD;
	out.fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	return out.fd < 0 ? !cli_failed(-errno, out.name) : option_take_quiet(NULL, NULL);
}

static int html_end(struct sink *s, const struct totals *t, int status)
{
	AUTO_FREE char *text = NULL;
	size_t size;
	FILE *page = open_memstream(&text, &size);
	int err, i;

	/* From here on the text of the findings is whole. */
	has_failed |= fclose(findings) || !page;
	if (!has_failed)
		print_page(page, t);
	has_failed |= page && fclose(page);
	if (is_input)
		/* A message has said so. */
		err = -EINVAL;
	else if (has_failed)
		err = cli_failed(-ENOMEM, request.target);
	else
		err = output_write(&out, text, size) ? : output_commit(&out);
	output_abandon(&out);
	free(findings_text);
	for (i = 0; i < TABLES; i++)
		tdestroy(tables[i].rows, free);
	return err || folder_sync_now() ? CLI_TROUBLE : CLI_WELL;
}

static const struct sink_ops html_sink = {
	.wants = SINK_PLACES | SINK_ALL_ERRORS | SINK_DOCUMENT, .error = html_error,
	.end_file = html_end_file, .verdict = html_verdict, .end = html_end,
};

bool html_open(struct sink *s, const char *about, const char *name)
{
	*s = (struct sink){ .ops = &html_sink };
	title = about;
	findings = open_memstream(&findings_text, &findings_size);
	if (findings)
		return open_page(name);
	cli_trouble(-ENOMEM, name);
	return false;
}
