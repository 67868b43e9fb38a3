// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is found by a check or a scan, as one page of HTML that needs nothing else: totals in
 * tables that sort when a heading is clicked, and the findings, which are shown by pages and
 * can be filtered.
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
#include "base/option/table.h"
#include "base/say/character.h"
#include "base/say/error.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/say/verdict.h"
#include "base/text/text_stats.h"
#include "feature/report/report.h"
#include "version.h"

/* Findings that are shown one by one, and bytes of each that are shown. */
#define FINDINGS_MAX 10000
#define BYTES_MAX 32

/* Characters of each of two names that are shown. */
#define DIFFERENCE_MAX 4

enum table { BY_CLASS, BY_REASON, BY_FOLDER, BY_SCRIPT, TABLES };

/* One row of a table. */
struct row {
	u64 count;
	char key[];
};

/* What differs between the reports: the title, the second column of findings, and what is counted. */
static const struct {
	const char *title;
	const char *place;
	const char *by_folder;
	const char *by_script;
} kinds[] = {
	[REPORT_CHECK] = { "utf8check: errors in files", "place", "errors",
			   "code points in invalid files" },
	[REPORT_SCAN] = { "utf8check: names in trees", "verdict or other name", "names",
			  "code points in these names" },
	[REPORT_SCAN_CONTENT] = { "utf8check: names and files in trees",
				  "verdict, other name, or place", "names and errors",
				  "code points in these names and files" },
};

/**
 * struct report - the report in the making
 *
 * @kind: enum report_kind.
 * @tables: the rows, by tsearch(3).
 * @findings: the first ones, as rows of a table, are printed to this, into @text, @size bytes.
 * @total: how many there were.
 * @failed: there was no memory for something.
 * @is_input: the page would take the place of a file that is judged.
 * @request: the file for the page.
 * @out: that file.
 */
static struct {
	enum report_kind kind;
	void *tables[TABLES];
	FILE *findings;
	char *text;
	size_t size;
	u64 total;
	bool failed;
	bool is_input;
	struct output_request request;
	struct output out;
} report;

/* Each report has it near its start, of any version. */
#define TITLE "<title>utf8check: "

static const char head[] =
"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
"<meta name=\"viewport\" content=\"width=device-width\">\n"
"<style>\n"
":root { color-scheme: light dark }\n"
"body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }\n"
"table { border-collapse: collapse; margin-bottom: 2rem }\n"
"th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere }\n"
"th { cursor: pointer; border-bottom-color: currentColor; white-space: nowrap }\n"
"th[aria-sort=ascending]::after { content: ' \\2191' }\n"
"th[aria-sort=descending]::after { content: ' \\2193' }\n"
"form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin-bottom: 1rem; align-items: center }\n"
"form input, form select, form button { font: inherit; max-width: 100%; min-width: 0 }\n"
"#made { opacity: .75; overflow-wrap: anywhere }\n"
"@media (max-width: 40rem) {\n"
"  body { margin: 1rem auto }\n"
"  th { white-space: normal }\n"
"  #findings thead { display: none }\n"
"  #findings td { display: block; border: 0; padding: 0 }\n"
"  #findings tr { display: block; border-bottom: 1px solid #8884; padding: .4rem 0 }\n"
"}\n"
".number { text-align: right; font-variant-numeric: tabular-nums }\n"
"code { font: .9em ui-monospace, monospace }\n"
"</style>\n";

static const char script[] =
"<script>\n"
"for (const th of document.querySelectorAll('th')) th.onclick = () => {\n"
"  const table = th.closest('table'), body = table.tBodies[0], i = th.cellIndex\n"
"  const number = th.classList.contains('number')\n"
"  const down = th.ariaSort === 'ascending' || (!th.ariaSort && number)\n"
"  const value = row => row.cells[i].textContent\n"
"  const order = (a, b) => number ? value(a) - value(b) : value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0\n"
"  const rows = [...body.rows].sort((a, b) => down ? order(b, a) : order(a, b))\n"
"  for (const other of table.tHead.rows[0].cells) other.ariaSort = null\n"
"  th.ariaSort = down ? 'descending' : 'ascending'\n"
"  body.append(...rows)\n"
"  if (table === found) show(0)\n"
"}\n"
/* The findings: those that fit the filters, a page of them at a time. */
"const filters = document.forms[0], found = document.getElementById('findings'), many = 100\n"
"const kinds = row => {\n"
"  const text = row.cells[2].textContent.trim()\n"
"  return text.startsWith('the same') ? [text] : text.split(' ')\n"
"}\n"
"let page = 0\n"
"function show(wanted) {\n"
"  const text = filters.text.value.toLowerCase(), what = filters.what.value\n"
"  const rows = [...found.tBodies[0].rows]\n"
"  const fit = rows.filter(row => (!what || kinds(row).includes(what)) && row.textContent.toLowerCase().includes(text))\n"
"  const last = Math.max(0, Math.ceil(fit.length / many) - 1)\n"
"  page = Math.min(Math.max(wanted, 0), last)\n"
"  const here = new Set(fit.slice(page * many, (page + 1) * many))\n"
"  for (const row of rows) row.hidden = !here.has(row)\n"
"  filters.back.disabled = page === 0\n"
"  filters.next.disabled = page === last\n"
"  document.getElementById('shown').textContent = here.size ? `${page * many + 1} to ${page * many + here.size} of ${fit.length}` : 'none'\n"
"}\n"
"if (found) {\n"
"  filters.hidden = false\n"
"  for (const kind of new Set([...found.tBodies[0].rows].flatMap(kinds))) filters.what.add(new Option(kind))\n"
"  filters.oninput = () => show(0)\n"
"  filters.onsubmit = event => event.preventDefault()\n"
"  filters.back.onclick = () => show(page - 1)\n"
"  filters.next.onclick = () => show(page + 1)\n"
"  show(0)\n"
"}\n"
"</script>\n";

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
	xml_print(to, *bytes ? bytes : "''");
	fputs("</bdi>", to);
}

/* --- what is counted */

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return strcmp(x->key, y->key);
}

/* Count @n more in the row @key, which has @length bytes, of a table. */
static void count_key(enum table table, const char *key, size_t length, u64 n)
{
	struct row *row = calloc(1, sizeof(*row) + length + 1), **found = NULL;

	if (row) {
		memcpy(row->key, key, length);
		found = tsearch(row, &report.tables[table], compare_rows);
	}
	if (found)
		(*found)->count += n;
	else
		report.failed = true;
	if (!found || *found != row)
		free(row);
}

static void count_word(enum table table, const char *word, u64 n)
{
	count_key(table, word, strlen(word), n);
}

/* Count @n more for the folder that holds @file. */
static void count_folder_of(const char *file, u64 n)
{
	const char *slash = strrchr(file, '/');

	if (slash)
		count_key(BY_FOLDER, file, slash == file ? 1 : slash - file, n);
	else
		count_word(BY_FOLDER, ".", n);
}

/* The text has come to its end. */
static void count_scripts(struct text_stats *t)
{
	unsigned int i;

	text_stats_end(t);
	for (i = 0; i < SCRIPTS_MAX; i++)
		if (t->scripts[i].code_points)
			count_word(BY_SCRIPT, script_name(i), t->scripts[i].code_points);
}

static void count_scripts_of(const char *text)
{
	static struct text_stats t;

	text_stats_start(&t);
	text_stats_push(&t, (const u8 *)text, strlen(text));
	count_scripts(&t);
}

/* --- findings: where it is, its place or verdict, what it is, its bytes, its characters */

/* Return: where it is printed; NULL when there are enough. */
static FILE *begin_finding(void)
{
	if (report.total++ >= FINDINGS_MAX)
		return NULL;
	fputs("<tr><td>", report.findings);
	return report.findings;
}

/* The second column, and the start of the third. */
static void print_place(FILE *to, const char *place)
{
	fputs("<td>", to);
	print_bytes(to, place);
	fputs("<td>", to);
}

/* The fourth column, and the start of the last. */
static void print_first_bytes(FILE *to, const void *bytes, size_t n)
{
	fputs("<td><code>", to);
	hex_print_words(to, bytes, n, BYTES_MAX);
	fputs("</code><td>", to);
}

/* The first column: the path of a name. */
static void print_path(FILE *to, const struct folder *f, const struct directory_name *name)
{
	fputs("<bdi>", to);
	xml_print(to, f->path);
	fputs(path_slash_after(f->path), to);
	xml_print(to, name->text);
	fputs("</bdi>", to);
}

static void add_error(const char *file, const struct utf8check_error *e)
{
	FILE *to = begin_finding();
	char place[80];

	count_word(BY_REASON, utf8check_reason_name(e->reason), 1);
	if (!to)
		return;
	print_bytes(to, file);
	snprintf(place, sizeof(place), "%" PRIu64 ":%" PRIu64 ", byte %" PRIu64,
		 (u64)e->line, (u64)e->column, (u64)e->offset);
	print_place(to, place);
	fputs(utf8check_reason_name(e->reason), to);
	print_first_bytes(to, e->bytes, e->count);
	if (error_point(e) >= 0)
		character_print(to, error_point(e));
	putc('\n', to);
}

static void add_file(struct input *in, bool utf8, u64 errors)
{
	static struct text_stats t;
	static u8 piece[65536];
	ssize_t got;

	if (!errors)
		return;
	count_folder_of(in->name, errors);
	if (!utf8 || !S_ISREG(in->stat.st_mode))
		return;
	text_stats_start(&t);
	got = input_seek(in, 0);
	while (!got && (got = input_fill(in, piece, sizeof(piece))) > 0) {
		text_stats_push(&t, piece, got);
		got = 0;
	}
	/* Only of a text that could be read to its end. */
	if (!got)
		count_scripts(&t);
}

static void add_name(const struct folder *f, const struct directory_name *name,
		     bool target, const struct utf8check_verdict *v)
{
	const char *text = target ? name->target : name->text;
	FILE *to = begin_finding();
	unsigned int i;

	for (i = 1; i < UTF8CHECK_CLASSES; i++)
		if (v->classes & BIT(i))
			count_word(BY_CLASS, utf8check_class_name(i), 1);
	count_word(BY_FOLDER, f->path, 1);
	count_scripts_of(text);
	if (!to)
		return;
	print_path(to, f, name);
	print_place(to, target ? "target refused" : "refused");
	verdict_print_classes(to, v, false);
	print_first_bytes(to, text, strlen(text));
	characters_print(to, (const u8 *)text, strlen(text), false);
	putc('\n', to);
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
static void print_difference(FILE *to, const struct directory_name *a,
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

static void add_pair(const struct folder *f, const struct directory_name *a,
		     const struct directory_name *b, const char *same)
{
	FILE *to = begin_finding();
	char kind[64];

	snprintf(kind, sizeof(kind), "the same under %s", same);
	count_word(BY_CLASS, kind, 2);
	count_word(BY_FOLDER, f->path, 2);
	count_scripts_of(a->text);
	count_scripts_of(b->text);
	if (!to)
		return;
	print_path(to, f, a);
	print_place(to, b->text);
	fputs(kind, to);
	print_first_bytes(to, b->text, b->length);
	print_difference(to, a, b);
	putc('\n', to);
}

/* --- the page */

static void print_row(const void *node, VISIT visit, void *context)
{
	const struct row *row = *(const struct row *const *)node;
	FILE *to = context;

	if (visit != postorder && visit != leaf)
		return;
	fputs("<tr><td>", to);
	print_bytes(to, row->key);
	fprintf(to, "<td class=\"number\">%" PRIu64 "\n", row->count);
}

static void print_table(FILE *to, enum table table, const char *by, const char *counted)
{
	if (!report.tables[table])
		return;
	fprintf(to, "<h2>By %s</h2>\n<table id=\"by-%s\"><thead><tr><th>%s<th class=\"number\">%s</thead><tbody>\n",
		by, by, by, counted);
	twalk_r(report.tables[table], print_row, to);
	fputs("</tbody></table>\n", to);
}

static void print_findings(FILE *to)
{
	if (!report.total)
		return;
	if (report.total > FINDINGS_MAX)
		fprintf(to, "<h2>The first %u of %" PRIu64 "</h2>\n", FINDINGS_MAX, report.total);
	else
		fputs("<h2>Findings</h2>\n", to);
	fprintf(to, "%s<table id=\"findings\"><thead><tr><th>where<th>%s<th>what<th>bytes<th>characters</thead><tbody>\n",
		form, kinds[report.kind].place);
	fwrite(report.text, report.size, 1, to);
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

static void print_page(FILE *to, const char *summary)
{
	const char *title = kinds[report.kind].title;

	fprintf(to, "%s" TITLE "%s</title>\n</head>\n<body>\n<h1>utf8check: %s</h1>\n<p id=\"summary\">%s</p>\n",
		head, title, title, summary);
	print_origin(to);
	print_table(to, BY_CLASS, "class", "names");
	print_table(to, BY_REASON, "reason", "errors");
	print_findings(to);
	print_table(to, BY_SCRIPT, "script", kinds[report.kind].by_script);
	print_table(to, BY_FOLDER, "folder", kinds[report.kind].by_folder);
	fprintf(to, "%s</body>\n</html>\n", script);
}

/* --- its file */

const struct stat *report_old(void)
{
	return S_ISREG(report.out.was.st_mode) ? &report.out.was : NULL;
}

/* Who writes "--html FILE" may mean a report of that file: only a report is replaced. */
static bool is_other_file(const char *name)
{
	char start[4096];
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, start, sizeof(start));
	bool other = n && (n < 0 || !memmem(start, n, TITLE, strlen(TITLE)));

	if (n < 0)
		cli_failed(-errno, name);
	else if (other)
		cli_complain("%s: there is a file of this name, which is no report", name);
	if (fd >= 0)
		close(fd);
	return other;
}

static int open_page(const char *name)
{
	static const struct input none;

	report.request = (struct output_request){
		.target = name,
		/* Another name of an old report keeps the old report. */
		.break_links = true,
	};
	if (strcmp(name, "-")) {
		if (output_open(&report.out, &report.request, &none))
			return CLI_TROUBLE;
		if (!report_old() || !is_other_file(name))
			return CLI_WELL;
		output_abandon(&report.out);
		return CLI_TROUBLE;
	}
	output_begin(&report.out);
	report.out.fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (report.out.fd < 0)
		return cli_trouble(-errno, report.out.name);
	return option_take_quiet(NULL, NULL) ? CLI_WELL : CLI_TROUBLE;
}

static bool is_target(const struct input *in)
{
	const struct stat *old = report_old();

	if (!old || old->st_dev != in->stat.st_dev || old->st_ino != in->stat.st_ino)
		return false;
	report.is_input = true;
	return true;
}

const struct findings *report_begin(enum report_kind kind, const char *name)
{
	static const struct findings findings = {
		.is_target = is_target,
		.error = add_error,
		.file = add_file,
		.name = add_name,
		.pair = add_pair,
	};

	report.kind = kind;
	report.findings = open_memstream(&report.text, &report.size);
	if (!report.findings) {
		cli_trouble(-ENOMEM, name);
		return NULL;
	}
	return open_page(name) == CLI_WELL ? &findings : NULL;
}

/* Return: 0 or a negative errno, after a message. */
static int write_page(const char *summary)
{
	char *page = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&page, &size);
	int err = -ENOMEM;

	if (memory && !report.failed)
		print_page(memory, summary);
	if (!memory || fclose(memory) || report.failed)
		cli_failed(err, report.request.target);
	else
		err = output_write(&report.out, page, size);
	free(page);
	return err ? err : output_commit(&report.out);
}

int report_end(const char *summary)
{
	int err, i;

	/* From here on its text is whole. */
	if (fclose(report.findings))
		report.failed = true;
	/* A message has said so. */
	err = report.is_input ? -EINVAL : write_page(summary);
	output_abandon(&report.out);
	free(report.text);
	for (i = 0; i < TABLES; i++)
		tdestroy(report.tables[i], free);
	return err || folder_sync_now() ? CLI_TROUBLE : CLI_WELL;
}
