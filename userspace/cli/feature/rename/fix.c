// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Better names for what is in a directory.
 *
 * Nothing is renamed here.  A new name is free when the directory is read, and is given
 * once; where the better name is taken, a number is added.  So the renamings of a
 * directory may be done in any order, and no file is in the way of another.
 *
 * Then the names that the directory will have are compared.  If two are the same, one
 * gets a number too: the one that is renamed anyway, else the later one, where that is
 * wanted.  This is repeated while numbered names are the same as others.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/say/escape.h"
#include "feature/rename/rename.h"
#include "print/print.h"

/* How often names are compared again, at most. */
#define ROUNDS 16

/* The number of the second of the same names. */
#define FIRST_NUMBER 2

/**
 * struct fixed_name - what becomes of a name
 *
 * @line: the name, and what is printed of it; the new names of the directory own its texts.
 * @tried_at: a number is to be added: how many were tried is counted there; or NULL.
 * @tried: how many numbers were tried for names that are the same as this one.
 */
struct fixed_name {
	struct fix_line line;
	u64 *tried_at;
	u64 tried;
};

/**
 * struct fixing - a directory whose names are looked at
 *
 * @fix: what is done.
 * @folder: the directory.
 * @after: the names that there will be; owned.
 * @fixed: what becomes of each name; owned.
 * @given: the new names in this directory, a tree for tally_of(): how often each was wanted, and in
 *	@known how many numbers were tried for it; owned.
 * @longest: how many bytes a name may have.
 */
struct fixing {
	struct fix *fix;
	const struct folder *folder;
	struct directory after;
	struct fixed_name *fixed;
	void *given;
	size_t longest;
};

/* The absolute path of a directory of the current tree, to be freed. */
static char *absolute_path(const struct fix *fix, const struct folder *f)
{
	const char *rest = f->path + fix->root_length;

	rest += strspn(rest, "/");
	return *rest ? path_join(fix->root, rest) : strdup(fix->root);
}

static void print_quoted(const char *before, const char *text)
{
	fputs(before, stdout);
	fputs("\"", stdout);
	escaped_print(stdout, (const u8 *)text, strlen(text));
	fputs("\"", stdout);
}

static void print_fix_json(const struct folder *f, const struct fix_line *l)
{
	struct json j = json_begin(stdout);

	json_put(&j, J_NAME("folder", f->path), J_NAME("name", l->name));
	if (l->target)
		json_put(&j, J_NAME("target", l->target));
	if (l->to)
		json_put(&j, J_NAME(l->target ? "new_target" : "new", l->to));
	else
		json_put(&j, J_WORD("left", l->why ? l->why : "another name is the same"));
	if (l->same)
		json_put(&j, J_NAME("same", l->same), J_NAME("other", l->other));
	json_put(&j, J_END);
}

/* Which other name it is the same as, and which bytes differ. */
static void print_same(const struct fix *fix, const struct fix_line *l)
{
	print_quoted(l->to ? " (the same as " : "it is the same as ", l->other);
	printf(" under %s%s", l->same, l->to ? ")" : "");
	if (!l->wanted)
		name_print_difference(stdout, l->name, " and ", l->other);
	if (!l->to && !fix->numbers)
		fputs("; --same renames it", stdout);
}

void fix_print(struct fix *fix, const struct folder *f, const struct fix_line *l)
{
	fix->left += !l->to;
	if (fix->json) {
		print_fix_json(f, l);
		return;
	}
	escaped_print(stdout, (u8 *)f->path, strlen(f->path));
	print_quoted(": ", l->name);
	if (l->target)
		print_quoted(": target ", l->target);
	if (l->to)
		print_quoted(" -> ", l->to);
	else
		printf(" is left: %s", l->why ? l->why : "");
	if (l->same)
		print_same(fix, l);
	if (l->wanted)
		name_print_difference(stdout, l->name, " -> ", l->wanted);
	putchar('\n');
}

/*
 * --- the names that are to be changed, found by their directory
 *
 * A directory is known by its device and inode, so it does not matter by which path
 * it is reached.
 */

static int by_text(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return strcmp(x->from, y->from);
}

static int compare_renamed(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int order = by_text(a, b);

	if (order)
		return order;
	if (x->folder_inode != y->folder_inode)
		return x->folder_inode < y->folder_inode ? -1 : 1;
	return x->device == y->device ? 0 : x->device < y->device ? -1 : 1;
}

/* Add a copy of a renaming, unless it is there.  Return: 0; -ENOMEM. */
static int renamed_names_add(struct fix *f, const struct change *name)
{
	size_t from = strlen(name->from) + 1, to = strlen(name->to) + 1;
	struct change *r = malloc(sizeof(*r) + from + to), **at;

	if (!r)
		return -ENOMEM;
	*r = *name;
	r->from = memcpy(r + 1, name->from, from);
	r->to = memcpy(r->from + from, name->to, to);
	at = tsearch(r, &f->renamed, compare_renamed);
	if (!at || *at != r)
		free(r);
	return at ? 0 : -ENOMEM;
}

const struct change *renamed_names_find(const struct fix *f, const struct stat *folder,
					  const char *name)
{
	const struct change key = {
		.device = folder->st_dev, .folder_inode = folder->st_ino, .from = (char *)name,
	};
	struct change **at = tfind(&key, &f->renamed, compare_renamed);

	return at ? *at : NULL;
}

/* Entries with the same text are neighbours in the tree. */
bool renamed_names_has(const struct fix *f, const char *name)
{
	const struct change key = { .from = (char *)name };

	return tfind(&key, &f->renamed, by_text);
}

int fix_note(struct fix *fix, const struct folder *f, struct change *c)
{
	AUTO_FREE char *path = absolute_path(fix, f);
	struct stat folder, st;

	if (fstat(f->fd, &folder) || fstatat(f->fd, c->from, &st, AT_SYMLINK_NOFOLLOW))
		return -errno;
	c->device = folder.st_dev;
	c->folder_inode = folder.st_ino;
	c->inode = st.st_ino;
	c->is_folder = S_ISDIR(st.st_mode);
	if (!path || (!c->target && renamed_names_add(fix, c)))
		return -ENOMEM;
	c->folder = path;
	if (fix->plan.to)
		plan_add(&fix->plan, c);
	return 0;
}

/* --- new names: no two are the same, and none is there already */

/* @name with @number before its last dot (but not a dot at the start); to be freed. */
static char *numbered(const char *name, u64 number)
{
	const char *dot = strrchr(name, '.');
	const size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
	char *text;

	return asprintf(&text, "%.*s_%" PRIu64 "%s", (int)stem, name, number, name + stem) < 0 ?
	       NULL : text;
}

/* Give a name, unless that was done before, or it is there already. */
static bool give_once(const struct fixing *x, struct tally *name)
{
	return !name->found++ && !directory_has(&x->folder->names, name->key);
}

/* Give the first name with a number that is free.  *tried: how many numbers were tried. */
static const char *give_number(struct fixing *x, const char *name, u64 *tried)
{
	struct tally *t;

	do {
		AUTO_FREE char *text = numbered(name, FIRST_NUMBER + (*tried)++);

		t = text ? tally_of(&x->given, text, true) : NULL;
	} while (t && !give_once(x, t));
	return t ? t->key : NULL;
}

/*
 * Give a name; where it is taken, with a number.  *without is set to the name without it.
 * Return: the name; NULL without memory.
 */
static const char *give_name(struct fixing *x, const char *name, const char **without)
{
	struct tally *wanted = tally_of(&x->given, name, true);

	if (!wanted)
		return NULL;
	*without = wanted->key;
	return give_once(x, wanted) ? wanted->key : give_number(x, wanted->key, &wanted->known);
}

/* --- the names of a directory */

/* Is a name with a number as good as it was without? */
static bool stays(const struct fix *fix, const char *name)
{
	static struct name_text better;
	const char *why;

	return !new_name_find(&fix->rules, name, &better, &why) && !why;
}

static void set_after(struct fixing *x, const struct fixed_name *f)
{
	struct directory_name *after = &x->after.names[f - x->fixed];

	after->text = f->line.to ? f->line.to : f->line.name;
	after->length = strlen(after->text);
}

/* Take a free name, if it is good; NULL: there was no memory for it. */
static void take_name(struct fixing *x, struct fix_line *l, const char *name, bool has_number)
{
	l->to = NULL;
	if (!name)
		x->fix->status = folder_complain(x->folder, -ENOMEM);
	else if (strlen(name) > x->longest)
		l->why = "its new name would be too long";
	else if (has_number && !stays(x->fix, name))
		l->why = "its new name is taken, and would be refused with a number";
	else
		l->to = name;
}

static void find_better(struct fixing *x, struct fixed_name *f)
{
	static struct name_text better;
	struct fix_line *l = &f->line;
	const char *to;

	if (!new_name_find(&x->fix->rules, l->name, &better, &l->why))
		return;
	if (!directory_is_entered(l->name)) {
		l->why = "it belongs to version control; --include-vcs renames it";
		return;
	}
	to = give_name(x, (char *)better.bytes, &l->wanted);
	take_name(x, l, to, to != l->wanted);
}

/* May this one of two names that are the same get a number? */
static bool may_get_number(const struct fixing *x, const struct fixed_name *f)
{
	return f->line.to || (x->fix->numbers && !f->line.why &&
			      directory_is_entered(f->line.name));
}

/*
 * Of two names that are the same, the later gets a number; or the first, where it alone may get
 * one, or both may and it alone is renamed anyway.
 */
static void note_pair(void *context, const struct directory_name *a,
		      const struct directory_name *b, const char *same)
{
	struct fixing *x = context;
	struct fixed_name *first = &x->fixed[a - x->after.names];
	struct fixed_name *later = &x->fixed[b - x->after.names];
	const bool first_may = may_get_number(x, first), later_may = may_get_number(x, later);
	const bool swap = first_may && (!later_may || (first->line.to && !later->line.to));
	struct fixed_name *f = swap ? first : later, *other = swap ? later : first;

	/* Neither may, and a line says already why one is left. */
	if (!first_may && !later_may && (first->line.why || later->line.why))
		return;
	f->line.same = same;
	f->line.other = x->after.names[other - x->fixed].text;
	if (first_may || later_may)
		f->tried_at = &other->tried;
}

/* Give a number to each name that needs one.  Return: whether there was one. */
static bool add_numbers(struct fixing *x, bool last)
{
	struct fixed_name *f, *end = x->fixed + x->after.count;
	const char *name;
	bool any = false;

	for (f = x->fixed; f < end; f++) {
		if (!f->tried_at)
			continue;
		any = true;
		name = f->line.wanted ? f->line.wanted : f->line.name;
		take_name(x, &f->line, give_number(x, name, f->tried_at), true);
		f->tried_at = NULL;
		if (last) {
			f->line.to = NULL;
			f->line.why = "no number makes it another name";
		}
		set_after(x, f);
	}
	return any;
}

static int number_same_names(struct fixing *x)
{
	unsigned int round;
	int err = 0;

	for (round = 1; !err && round <= ROUNDS; round++) {
		err = name_collisions_find(&x->after, x->fix->same, note_pair, x);
		if (!add_numbers(x, round == ROUNDS))
			break;
	}
	return err;
}

static void end_name(struct fixing *x, struct fix_line *l)
{
	struct change c = {
		.from = (char *)l->name, .to = (char *)l->to, .number = x->fix->found,
	};
	int err = l->to ? fix_note(x->fix, x->folder, &c) : 0;

	if (err && err != -ENOENT)
		x->fix->status = folder_complain(x->folder, err);
	if (l->why)
		l->same = NULL;
	if (!l->to)
		l->wanted = NULL;
	if (err || !(l->to || l->why || l->same))
		return;
	x->fix->found += l->to != NULL;
	fix_print(x->fix, x->folder, l);
}

static bool allocate_fixed(struct fixing *x)
{
	const struct directory *names = &x->folder->names;
	size_t i;

	x->after.names = calloc(names->count + 1, sizeof(*x->after.names));
	x->fixed = calloc(names->count + 1, sizeof(*x->fixed));
	if (!x->after.names || !x->fixed)
		return false;
	x->after.count = names->count;
	memcpy(x->after.names, names->names, names->count * sizeof(*names->names));
	for (i = 0; i < names->count; i++)
		x->fixed[i].line.name = names->names[i].text;
	return true;
}

static void fix_names(struct fixing *x)
{
	struct fixed_name *f, *end = x->fixed + x->after.count;
	int err;

	for (f = x->fixed; f < end && !cli_output_failed(); f++) {
		x->fix->has_links |= x->after.names[f - x->fixed].type == DT_LNK;
		find_better(x, f);
		set_after(x, f);
	}
	err = number_same_names(x);
	if (err)
		x->fix->status = folder_complain(x->folder, err);
	for (f = x->fixed; f < end && !cli_output_failed(); f++)
		end_name(x, &f->line);
}

void fix_folder(struct fix *fix, const struct folder *f)
{
	struct fixing x = { .fix = fix, .folder = f };
	long longest = f->fd < 0 ? -1 : fpathconf(f->fd, _PC_NAME_MAX);

	if (f->err)
		fix->status = folder_complain(f, f->err);
	x.longest = longest > 0 ? longest : NAME_MAX;
	if (allocate_fixed(&x))
		fix_names(&x);
	else
		fix->status = folder_complain(f, -ENOMEM);
	free(x.after.names);
	free(x.fixed);
	tdestroy(x.given, free);
	progress_add(f->names.count);
}
