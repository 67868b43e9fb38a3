// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in a directory, judged one by one, and compared with each other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "option/protected_names.h"
#include "print/color.h"
#include "print/escape.h"
#include "print/verdict.h"
#include "scan/judge.h"

void folder_trouble(const struct folder *f, struct scan_counts *counts, int err)
{
	cli_complain_errno(err, "%s", f->path ? f->path : "");
	counts->status = cli_worse(counts->status, CLI_TROUBLE);
}

static void print_exact(const struct judging *j, const struct directory_name *name)
{
	fprintf(j->to, "%s%s%s%c", j->f->path, path_slash_after(j->f->path), name->text, '\0');
}

static void print_json(FILE *to, const char *path, const struct utf8check_verdict *v)
{
	json_print_member(to, '{', "path", path);
	fprintf(to, ",\"ok\":%s,\"primary\":\"%s\",\"classes\":[",
		v->ok ? "true" : "false", utf8check_class_name(v->primary));
	verdict_print_classes(to, v, true);
	fputs("]}\n", to);
}

static void print_line(FILE *to, const char *path, const struct utf8check_verdict *v)
{
	color_print_name(to, path, strlen(path));
	fputs(": ", to);
	color_begin(to, v->ok ? COLOR_GOOD : COLOR_BAD);
	fputs(v->ok ? "ok: " : "", to);
	verdict_print_classes(to, v, false);
	color_end(to);
	putc('\n', to);
}

static void print_verdict(struct judging *j, const struct directory_name *name,
			  const struct utf8check_verdict *v)
{
	char *path = path_join(j->f->path, name->text);

	if (!path)
		folder_trouble(j->f, j->counts, -ENOMEM);
	else if (j->rules->json)
		print_json(j->to, path, v);
	else if (!j->rules->null)
		print_line(j->to, path, v);
	else if (!v->ok)
		print_exact(j, name);
	free(path);
}

/* Many a good name has a colon: it is no news, where it is not refused. */
#define ORDINARY U8C_BIT(UTF8CHECK_WINDOWS_RESERVED)

void judge_name(struct judging *j, const struct directory_name *name)
{
	struct utf8check_name n = {
		.buf = (uintptr_t)name->text,
		.len = name->length,
		.policy = j->rules->policy,
	};
	const struct utf8check_verdict *v = &n.verdict;
	int err = protected_names_judge(j->rules->engine, false, &n);

	if (err && err != -EILSEQ) {
		folder_trouble(j->f, j->counts, err);
		return;
	}
	if (v->ok && !(v->classes & ~ORDINARY))
		return;
	print_verdict(j, name, v);
	if (v->ok)
		return;
	if (j->rules->report)
		scan_report_name(j->rules->report, j->f, name, v);
	j->counts->refused++;
	j->counts->status = cli_worse(j->counts->status, CLI_INVALID);
}

static void print_collision(void *context, const struct directory_name *a,
			    const struct directory_name *b, const char *same)
{
	struct judging *j = context;

	if (j->rules->report)
		scan_report_pair(j->rules->report, j->f, a, b, same);
	j->counts->same++;
	j->counts->status = cli_worse(j->counts->status, CLI_INVALID);
	if (j->rules->null) {
		print_exact(j, a);
		print_exact(j, b);
		return;
	}
	if (j->rules->json) {
		json_print_member(j->to, '{', "folder", j->f->path);
		fprintf(j->to, ",\"same\":\"%s\",\"names\":[", same);
		json_print(j->to, (const u8 *)a->text, a->length);
		putc(',', j->to);
		json_print(j->to, (const u8 *)b->text, b->length);
		fputs("]}\n", j->to);
		return;
	}
	color_print_name(j->to, j->f->path, j->f->length);
	fputs(": \"", j->to);
	color_print_name(j->to, a->text, a->length);
	fputs("\" and \"", j->to);
	color_print_name(j->to, b->text, b->length);
	fputs("\" are ", j->to);
	color_begin(j->to, COLOR_BAD);
	fprintf(j->to, "the same under %s", same);
	color_end(j->to);
	putc('\n', j->to);
}

/* The names that could be read are judged. */
void judge_begin(struct judging *j)
{
	if (j->f->err)
		folder_trouble(j->f, j->counts, j->f->err);
	else
		j->counts->folders++;
	j->counts->names += j->f->names.count;
}

void judge_end(struct judging *j)
{
	int err = name_collisions_find(&j->f->names, j->rules->same,
				       print_collision, j);

	if (err)
		folder_trouble(j->f, j->counts, err);
}
