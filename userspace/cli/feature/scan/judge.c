// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in a directory, judged one by one, and compared with each other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/option/name_policy.h"
#include "base/say/character.h"
#include "base/say/color.h"
#include "base/say/escape.h"
#include "base/say/verdict.h"
#include "feature/scan/judge.h"

static void print_exact(const struct judging *j, const struct directory_name *name)
{
	fprintf(j->to, "%s%s%s%c", j->f->path, path_slash_after(j->f->path), name->text, '\0');
}

/**
 * struct judged_name - a name, or the target of a symbolic link
 *
 * @name: the name, or that of the link.
 * @target: the target; or NULL.
 * @v: the verdict.
 */
struct judged_name {
	const struct directory_name *name;
	const char *target;
	const struct utf8check_verdict *v;
};

static const char *judged_text(const struct judged_name *is)
{
	return is->target ? is->target : is->name->text;
}

static void print_judged_json(FILE *to, const char *path, const struct judged_name *is)
{
	const char *text = judged_text(is);

	json_print_member(to, '{', "path", path);
	if (is->target)
		json_print_member(to, ',', "target", is->target);
	fprintf(to, ",\"ok\":%s,\"primary\":\"%s\",\"classes\":[",
		is->v->ok ? "true" : "false", utf8check_class_name(is->v->primary));
	verdict_print_classes(to, is->v, true);
	putc(']', to);
	characters_print(to, (const u8 *)text, strlen(text), true);
	fputs("}\n", to);
}

static void print_judged(FILE *to, const char *path, const struct judged_name *is)
{
	const char *text = judged_text(is);

	color_print_name(to, path, strlen(path));
	if (is->target) {
		fputs(": target \"", to);
		color_print_name(to, is->target, strlen(is->target));
		putc('"', to);
	}
	fputs(": ", to);
	color_begin(to, is->v->ok ? COLOR_GOOD : COLOR_BAD);
	fputs(is->v->ok ? "ok: " : "", to);
	verdict_print_classes(to, is->v, false);
	color_end(to);
	characters_print(to, (const u8 *)text, strlen(text), false);
	putc('\n', to);
}

static void print_verdict(struct judging *j, const struct judged_name *is)
{
	char *path = path_join(j->f->path, is->name->text);

	if (!path)
		j->counts->status = folder_complain(j->f, -ENOMEM);
	else if (j->rules->json)
		print_judged_json(j->to, path, is);
	else if (!j->rules->null)
		print_judged(j->to, path, is);
	else if (!is->v->ok)
		print_exact(j, is->name);
	free(path);
}

/* Classes that are not told where they are not refused: many good names have a colon. */
#define ORDINARY BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED)
/* In a target, nor are those of a relative path. */
#define ORDINARY_IN_TARGET \
	(ORDINARY | BIT(UTF8CHECK_CLASS_DOT) | BIT(UTF8CHECK_CLASS_DOTDOT))

static void judge_text_of_name(struct judging *j, const struct directory_name *name,
			       const char *target)
{
	const char *text = target ? target : name->text;
	u64 ordinary = target ? ORDINARY_IN_TARGET : ORDINARY;
	struct utf8check_check_name n = {
		.buf = (uintptr_t)text,
		.len = strlen(text),
		.policy = target ? j->rules->of_targets : j->rules->policy,
	};
	int err = protected_names_judge(j->rules->engine, target, &n);
	const struct judged_name is = { name, target, &n.verdict };

	if (err && err != -EILSEQ) {
		j->counts->status = folder_complain(j->f, err);
		return;
	}
	if (!is.v->ok || (j->rules->all && is.v->classes & ~ordinary))
		print_verdict(j, &is);
	if (is.v->ok)
		return;
	if (j->rules->findings)
		j->rules->findings->name(j->f, is.name, is.target, is.v);
	*(is.target ? &j->counts->targets : &j->counts->refused) += 1;
	j->counts->status = cli_worse(j->counts->status, CLI_INVALID);
}

static bool has_stand_in(const char *text)
{
	int length;
	u64 cp;

	/* EF begins all of them. */
	for (; (text = strchr(text, '\xef')); text++) {
		length = utf8check_decode(NULL, text, strlen(text), true, &cp, NULL);
		if (length > 0 && character_turned_back(cp, !text[length]))
			return true;
	}
	return false;
}

void judge_name(struct judging *j, const struct directory_name *name)
{
	judge_text_of_name(j, name, NULL);
	if (!utf8check_is_normalized(UTF8CHECK_FORM_NFC, name->text, name->length, NULL, NULL))
		j->counts->denormal++;
	j->counts->stand_ins += has_stand_in(name->text);
	if (name->target)
		judge_text_of_name(j, name, name->target);
}

static void print_collision(void *context, const struct directory_name *a,
			    const struct directory_name *b, const char *same)
{
	struct judging *j = context;

	if (j->rules->findings)
		j->rules->findings->pair(j->f, a, b, same);
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
	name_print_difference(j->to, a->text, " and ", b->text);
	putc('\n', j->to);
}

/* After an error, the names that could be read are judged all the same. */
void judge_begin(struct judging *j)
{
	if (j->f->err)
		j->counts->status = folder_complain(j->f, j->f->err);
	else
		j->counts->folders++;
	j->counts->names += j->f->names.count;
}

void judge_end(struct judging *j)
{
	int err = name_collisions_find(&j->f->names, j->rules->same,
				       print_collision, j);

	if (err)
		j->counts->status = folder_complain(j->f, err);
}
