// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a symbolic link points to, part by part.
 *
 * A run that was ended, or a file that could not be renamed, leaves some names as they
 * were.  So a target is made anew of the names that are there, and each of its names
 * may be the one before or the one after.
 */
#include <string.h>
#include "feature/rename/link_target.h"

void link_target_add(struct link_target *t, const char *p, size_t n)
{
	t->full |= n >= sizeof(t->text) - t->n;
	if (t->full)
		return;
	memcpy(t->text + t->n, p, n);
	t->n += n;
	t->text[t->n] = '\0';
}

size_t link_target_part(const char *rest)
{
	return *rest == '/' ? strspn(rest, "/") : strcspn(rest, "/");
}

static bool is(const char *part, size_t n, const char *text, size_t length)
{
	return n == length && !memcmp(part, text, n);
}

bool link_target_follow(const struct rename_plan *p, const struct link_change *l,
			bool undo, const char *now, struct link_target *to)
{
	const struct renaming *r;
	const char *before = l->target, *name;
	size_t i = 0, n, m;

	*to = (struct link_target){ };
	for (; *before; before += n, now += m) {
		n = link_target_part(before);
		m = link_target_part(now);
		r = *before != '/' && l->by[i++] != NOT_RENAMED ?
		    &p->renamings[l->by[i - 1]] : NULL;
		if (!is(now, m, before, n) && !(r && is(now, m, r->to, strlen(r->to))))
			return false;
		name = !r ? NULL : undo ? r->from : r->to;
		if (r && r->done)
			link_target_add(to, name, strlen(name));
		else
			link_target_add(to, now, m);
	}
	return !*now;
}
