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
#include "base/say/progress.h"
#include "feature/scan/judge.h"

/* Give the name to the sinks, with its path. */
static void give(struct judging *j, struct named *n)
{
	char *path = path_join(j->f->path, n->name->text);
	struct sink *const *s = j->sinks;

	n->folder = j->f->path;
	n->path = path;
	if (!path)
		j->counts->status = folder_complain(j->f, -ENOMEM);
	progress_hide();
	for (; path && *s; s++)
		if ((*s)->ops->verdict)
			(*s)->ops->verdict(*s, n);
	free(path);
}

/* Classes that are reported only where they are refused: many good names have a colon. */
#define ORDINARY BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED)
/* In a target, those of a relative path too. */
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
	struct named is = { .name = name, .target = target, .verdict = &n.verdict };

	if (err && err != -EILSEQ) {
		j->counts->status = folder_complain(j->f, err);
		return;
	}
	if (!n.verdict.ok || (j->rules->all && n.verdict.classes & ~ordinary))
		give(j, &is);
	if (n.verdict.ok)
		return;
	*(target ? &j->counts->sums.targets : &j->counts->sums.refused) += 1;
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
		j->counts->sums.denormal++;
	j->counts->sums.stand_ins += has_stand_in(name->text);
	if (name->target)
		judge_text_of_name(j, name, name->target);
}

static void give_pair(void *judging, const struct directory_name *a,
		      const struct directory_name *b, const char *same)
{
	struct judging *j = judging;

	give(j, &(struct named){ .name = a, .other = b, .same = same });
	j->counts->sums.same++;
	j->counts->status = cli_worse(j->counts->status, CLI_INVALID);
}

/* After an error, the names that were read are still judged. */
void judge_begin(struct judging *j)
{
	if (j->f->err)
		j->counts->status = folder_complain(j->f, j->f->err);
	else
		j->counts->sums.folders++;
	j->counts->sums.names += j->f->names.count;
}

void judge_end(struct judging *j)
{
	int err = name_collisions_find(&j->f->names, j->rules->same,
				       give_pair, j);

	if (err)
		j->counts->status = folder_complain(j->f, err);
}
