// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Better names for what is in whole trees.
 *
 * Nothing is renamed here.  The new name is one that nothing in the directory has
 * when it is read, and that nothing else there gets; where the better name is
 * taken, a number is added.  So the renamings of a directory may be done in any
 * order, and no file is in the way of another.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/say/escape.h"
#include "base/say/progress.h"
#include "feature/rename/given_names.h"
#include "feature/rename/mend.h"
#include "feature/rename/rename.h"

/**
 * struct fixing - a name that is looked at
 *
 * @fix: what is done.
 * @folder: its directory.
 * @name: the name.
 * @given: the new names in this directory.
 * @longest: how many bytes a name may have.
 */
struct fixing {
	struct fix *fix;
	const struct folder *folder;
	const struct directory_name *name;
	struct given_names given;
	size_t longest;
};

static void leave(struct fixing *x, const char *why)
{
	fix_print_start(x->fix, x->folder, x->name->text);
	fix_print_left(x->fix, why);
}

/* What differs between two names that look the same, whole characters. */
static void print_difference(const char *from, const char *to)
{
	size_t n = strlen(from), to_n = strlen(to), begin = 0;
	int order;

	if (utf8check_compare_form(UTF8CHECK_FORM_NFC, from, n, to, to_n, &order) || order)
		return;
	while (from[begin] && from[begin] == to[begin])
		begin++;
	while (begin && ((from[begin] & 0xc0) == 0x80 || (to[begin] & 0xc0) == 0x80))
		begin--;
	while (n > begin && to_n > begin && from[n - 1] == to[to_n - 1] &&
	       (from[n - 1] & 0xc0) != 0x80)
		n--, to_n--;
	fputs(" (", stdout);
	hex_print_words(stdout, (const u8 *)from + begin, n - begin, n);
	fputs(" -> ", stdout);
	hex_print_words(stdout, (const u8 *)to + begin, to_n - begin, to_n);
	putchar(')');
}

static void print_renaming(struct fixing *x, const char *to)
{
	fix_print_start(x->fix, x->folder, x->name->text);
	if (x->fix->json) {
		json_print_member(stdout, ',', "new", to);
		puts("}");
		return;
	}
	fputs(" -> \"", stdout);
	escaped_print(stdout, (const u8 *)to, strlen(to));
	putchar('"');
	print_difference(x->name->text, to);
	putchar('\n');
}

/* Add a renaming to the plan, where there is one. */
static int write_plan(struct fixing *x, const char *to, const struct stat *folder,
		      const struct stat *st)
{
	struct renaming r = {
		.from = (char *)x->name->text,
		.to = (char *)to,
		.folder_inode = folder->st_ino,
		.inode = st->st_ino,
		.is_folder = S_ISDIR(st->st_mode),
	};

	if (!x->fix->plan)
		return 0;
	r.folder = fix_absolute_path(x->fix, x->folder);
	if (!r.folder)
		return -ENOMEM;
	plan_add(x->fix->plan, &r);
	free(r.folder);
	return 0;
}

/* Return: 0; -ENOENT when the file is gone; another negative errno. */
static int plan_rename(struct fixing *x, const char *to)
{
	struct renamed_name name = {
		.number = x->fix->found,
		.from = x->name->text,
		.to = to,
	};
	struct stat folder, st;
	int err;

	if (fstat(x->folder->fd, &folder) ||
	    fstatat(x->folder->fd, name.from, &st, AT_SYMLINK_NOFOLLOW))
		return -errno;
	name.device = folder.st_dev;
	name.folder = folder.st_ino;
	err = renamed_names_add(&x->fix->renamed, &name);
	return err ? err : write_plan(x, to, &folder, &st);
}

/* Is a name with a number as good as it was without? */
static bool stays(const struct fix *fix, const char *name)
{
	static struct name_text text, better;
	const char *why;

	text.n = 0;
	return name_text_add(&text, name, strlen(name)) &&
	       new_name_find(&fix->rules, &text, &better, &why) == NEW_NAME_SAME;
}

/* A name that nobody has, made of @text; NULL after a line that says why not. */
static const char *free_name(struct fixing *x, const struct name_text *text)
{
	const char *name = given_names_add(&x->given, &x->folder->names, text);

	if (!name) {
		x->fix->status = folder_complain(x->folder, -ENOMEM);
		return NULL;
	}
	if (strlen(name) > x->longest)
		leave(x, "its new name would be too long");
	else if (strlen(name) != text->n && !stays(x->fix, name))
		leave(x, "its new name is taken, and would be refused with a number");
	else
		return name;
	return NULL;
}

static void fix_name(struct fixing *x)
{
	static struct name_text name, better;
	enum new_name found;
	const char *to, *why;
	int err;

	name.n = 0;
	if (!name_text_add(&name, x->name->text, x->name->length)) {
		leave(x, "it is too long");
		return;
	}
	found = new_name_find(&x->fix->rules, &name, &better, &why);
	if (found == NEW_NAME_FOUND && !directory_is_entered(x->name->text)) {
		found = NEW_NAME_NONE;
		why = "it belongs to version control; --include-vcs renames it";
	}
	if (found == NEW_NAME_NONE)
		leave(x, why);
	if (found != NEW_NAME_FOUND)
		return;
	to = free_name(x, &better);
	if (!to)
		return;
	err = plan_rename(x, to);
	if (!err) {
		x->fix->found++;
		print_renaming(x, to);
	} else if (err != -ENOENT) {
		x->fix->status = folder_complain(x->folder, err);
	}
}

static void fix_folder(struct fix *fix, const struct folder *f)
{
	struct fixing x = { .fix = fix, .folder = f };
	long longest = f->fd < 0 ? -1 : fpathconf(f->fd, _PC_NAME_MAX);
	size_t i;

	if (f->err)
		fix->status = folder_complain(f, f->err);
	x.longest = longest > 0 ? longest : NAME_MAX;
	for (i = 0; i < f->names.count && !cli_output_failed(); i++) {
		x.name = &f->names.names[i];
		fix->has_links |= x.name->is_link;
		fix_name(&x);
	}
	given_names_free(&x.given);
	progress_add(f->names.count);
}

/* Is the directory the one that the absolute path of the tree leads to? */
static bool is_root(const struct fix *fix, const struct folder *f)
{
	int fd = open_folder(fix->root, NULL);
	struct stat a, b;
	bool same = fd >= 0 && !fstat(fd, &a) && !fstat(f->fd, &b) &&
		    a.st_dev == b.st_dev && a.st_ino == b.st_ino;

	if (fd >= 0)
		close(fd);
	return same;
}

static bool begin_folder(struct fix *fix, const struct folder *f)
{
	fix->root_length = f->length;
	fix->root = realpath(f->path, NULL);
	if (f->fd < 0 || (fix->root && is_root(fix, f)))
		return true;
	fix->status = folder_complain(f, fix->root ? -ESTALE : -errno);
	return false;
}

/* Do @visit with each directory of a tree. */
static void fix_tree(struct fix *fix, char *tree,
		     void (*visit)(struct fix *fix, const struct folder *f))
{
	char *trees[] = { tree, NULL };
	struct tree_walk walk;
	struct folder f;
	bool good = true;

	fix->root = NULL;
	tree_walk_start(&walk, trees, true);
	while (good && !cli_output_failed() && tree_walk_next(&walk, &f)) {
		if (!fix->root)
			good = begin_folder(fix, &f);
		if (good)
			visit(fix, &f);
		folder_free(&f);
	}
	tree_walk_end(&walk);
	free(fix->root);
}

void fix_trees(struct fix *fix, char **trees)
{
	size_t i;

	progress_begin_names(false);
	for (i = 0; trees[i] && !cli_output_failed(); i++)
		fix_tree(fix, trees[i], fix_folder);
	/* Any tree may have a link to what is renamed in any other one. */
	for (i = 0; fix->has_links && trees[i] && !cli_output_failed(); i++)
		fix_tree(fix, trees[i], fix_links);
	renamed_names_free(&fix->renamed);
	progress_hide();
}
