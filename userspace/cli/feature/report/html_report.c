// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A report as HTML.
 *
 * Names may hold anything: each is escaped as for a terminal, then as HTML, and
 * isolated, so that characters of direction in it do not reach beyond it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/temporary.h"
#include "base/say/escape.h"
#include "base/option/table.h"
#include "feature/report/html_report.h"
#include "version.h"

/* One row of a table. */
struct row {
	u64 count;
	char key[];
};

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

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return strcmp(x->key, y->key);
}

void html_report_count(struct html_report *r, enum html_table table,
		       const char *key, u64 n)
{
	size_t size = strlen(key) + 1;
	struct row *row = malloc(sizeof(*row) + size), **found;

	if (!row) {
		r->failed = true;
		return;
	}
	row->count = 0;
	memcpy(row->key, key, size);
	found = tsearch(row, &r->tables[table], compare_rows);
	if (found)
		(*found)->count += n;
	else
		r->failed = true;
	if (!found || *found != row)
		free(row);
}

void html_report_count_folder(struct html_report *r, const char *file, u64 n)
{
	const char *slash = strrchr(file, '/');
	char *folder = slash ? strndup(file, slash - file + (slash == file)) :
			       strdup(".");

	if (folder)
		html_report_count(r, HTML_BY_FOLDER, folder, n);
	else
		r->failed = true;
	free(folder);
}

void html_report_count_scripts(struct html_report *r, const struct text_stats *t)
{
	unsigned int i;

	for (i = 0; i < SCRIPTS_MAX; i++)
		if (t->scripts[i].code_points)
			html_report_count(r, HTML_BY_SCRIPT, script_name(i),
					  t->scripts[i].code_points);
}

struct html_finding *html_report_add(struct html_report *r, const void *bytes, size_t n)
{
	struct html_finding *f;

	r->total++;
	if (r->count == HTML_FINDINGS)
		return NULL;
	f = &r->findings[r->count++];
	memcpy(f->bytes, bytes, n < HTML_BYTES ? n : HTML_BYTES);
	f->n = n;
	return f;
}

/* --- the page --------------------------------------------------------------- */

/* Bytes of unknown content. */
static void print_html_bytes(FILE *to, const char *bytes)
{
	fputs("<bdi>", to);
	xml_print(to, *bytes ? bytes : "''");
	fputs("</bdi>", to);
}

static void print_html_row(const void *node, VISIT visit, void *context)
{
	const struct row *row = *(const struct row *const *)node;
	FILE *to = context;

	if (visit != postorder && visit != leaf)
		return;
	fputs("<tr><td>", to);
	print_html_bytes(to, row->key);
	fprintf(to, "<td class=\"number\">%" PRIu64 "\n", row->count);
}

static void print_html_table(FILE *to, struct html_report *r, unsigned int i)
{
	if (!r->tables[i])
		return;
	fprintf(to, "<h2>By %s</h2>\n<table id=\"by-%s\"><thead><tr><th>%s<th class=\"number\">%s</thead><tbody>\n",
		r->columns[i][0], r->columns[i][0], r->columns[i][0],
		r->columns[i][1]);
	twalk_r(r->tables[i], print_html_row, to);
	fputs("</tbody></table>\n", to);
}

static void print_findings(FILE *to, struct html_report *r)
{
	unsigned int i;

	if (!r->count)
		return;
	if (r->count < r->total)
		fprintf(to, "<h2>The first %u of %" PRIu64 "</h2>\n", r->count, r->total);
	else
		fputs("<h2>Findings</h2>\n", to);
	fprintf(to, "%s<table id=\"findings\"><thead><tr><th>where<th>%s<th>what<th>bytes<th>characters</thead><tbody>\n",
		form, r->place);
	for (i = 0; i < r->count; i++) {
		const struct html_finding *f = &r->findings[i];

		if (!f->where || !f->place || !f->what) {
			r->failed = true;
			return;
		}
		fputs("<tr><td>", to);
		print_html_bytes(to, f->where);
		fputs("<td>", to);
		print_html_bytes(to, f->place);
		fprintf(to, "<td>%s<td><code>", f->what);
		hex_print_words(to, f->bytes, f->n, HTML_BYTES);
		fputs("</code><td>", to);
		xml_print(to, f->characters ? f->characters : "");
		putc('\n', to);
	}
	fputs("</tbody></table>\n", to);
}

/* When and by what the page was made; SOURCE_DATE_EPOCH makes the same page again. */
static void print_origin(FILE *to, struct html_report *r)
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
		print_html_bytes(to, *word);
	}
	fputs("</p>\n", to);
}

static void print_page(FILE *to, struct html_report *r, const char *summary)
{
	fprintf(to, "%s<title>%s</title>\n</head>\n<body>\n<h1>%s</h1>\n<p id=\"summary\">%s</p>\n",
		head, r->title, r->title, summary);
	print_origin(to, r);
	print_html_table(to, r, HTML_BY_CLASS);
	print_html_table(to, r, HTML_BY_REASON);
	print_findings(to, r);
	print_html_table(to, r, HTML_BY_SCRIPT);
	print_html_table(to, r, HTML_BY_FOLDER);
	fprintf(to, "%s</body>\n</html>\n", script);
}

static void free_report(struct html_report *r)
{
	unsigned int i;

	for (i = 0; i < HTML_TABLES; i++)
		tdestroy(r->tables[i], free);
	for (i = 0; i < r->count; i++) {
		free(r->findings[i].where);
		free(r->findings[i].place);
		free(r->findings[i].what);
		free(r->findings[i].characters);
	}
}

int html_report_open(struct html_report *r, const char *name)
{
	static const struct input none;

	r->request = (struct output_request){
		.target = name,
		/* Another name of an old report keeps the old report. */
		.break_links = true,
	};
	if (strcmp(name, "-"))
		return output_open(&r->out, &r->request, &none) ? CLI_TROUBLE : CLI_WELL;
	output_begin(&r->out);
	r->out.fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (r->out.fd < 0)
		return cli_trouble(-errno, r->out.name);
	return option_take_quiet(NULL, NULL) ? CLI_WELL : CLI_TROUBLE;
}

const struct stat *html_report_old(const struct html_report *r)
{
	return S_ISREG(r->out.was.st_mode) ? &r->out.was : NULL;
}

bool html_report_replaces(struct html_report *r, const struct input *in)
{
	const struct stat *old = html_report_old(r);

	if (!old || old->st_dev != in->stat.st_dev || old->st_ino != in->stat.st_ino)
		return false;
	r->is_input = true;
	return true;
}

static int write_page(struct html_report *r, const char *page, size_t size)
{
	int err = output_write(&r->out, page, size);

	return err ? err : output_commit(&r->out);
}

int html_report_close(struct html_report *r, const char *summary)
{
	char *page = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&page, &size);
	int err = -ENOMEM;

	if (memory)
		print_page(memory, r, summary);
	if (!memory || fclose(memory) || r->failed)
		cli_complain_errno(err, "%s", r->request.target);
	else if (r->is_input)
		err = -EINVAL;
	else
		err = write_page(r, page, size);
	output_abandon(&r->out);
	free(page);
	free_report(r);
	return err || folder_sync_now() ? CLI_TROUBLE : CLI_WELL;
}
