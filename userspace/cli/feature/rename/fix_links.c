// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Symbolic links whose targets have names that are renamed.
 *
 * A name in a target is changed when it is the name that is renamed: the directory that
 * the names before it lead to, as the kernel follows them, is the one in which the name
 * is renamed.  So it does not matter whether the target is absolute, goes up, or goes
 * through other links.  Where a target leads to nothing, its names up to there count.
 */
#include <fcntl.h>
#include <string.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "feature/rename/rename.h"

/**
 * struct following - a link that is looked at
 *
 * @fix: what is done.
 * @folder: its directory.
 * @name: its name and target.
 * @to: its new target, ended by a NUL.
 * @by: for each name in the target, the renaming that changes it, or NOT_RENAMED.
 * @changed: a renaming changes at least one of them.
 */
struct following {
	struct fix *fix;
	const struct folder *folder;
	const struct directory_name *name;
	struct name_text to;
	size_t by[TARGET_NAMES];
	bool changed;
};

/* A name in a target, ended by a NUL; an empty one for a name that is too long: no file has it. */
static void copy_name(char to[NAME_MAX + 1], const char *part, size_t n)
{
	if (n > NAME_MAX)
		n = 0;
	memcpy(to, part, n);
	to[n] = '\0';
}

/* Where the last name begins that may be renamed; NULL: there is none. */
static const char *last_renamed(const struct fix *fix, const char *target)
{
	const char *last = NULL;
	char name[NAME_MAX + 1];
	size_t n;

	for (; *target; target += n) {
		n = link_target_part(target);
		copy_name(name, target, n);
		if (renamed_names_has(fix, name))
			last = target;
	}
	return last;
}

/* Return: a directory, by its name in directory @from; a negative errno. */
static int open_folder(int from, const char *name)
{
	int fd = openat(from, name, O_PATH | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* Go from directory @fd, which is closed, to another one.  Return: as open_folder(). */
static int open_next_folder(int fd, const char *name)
{
	AUTO_CLOSE int from = fd;

	return open_folder(from, name);
}

/* A link that leads to nothing, or in a circle, is not an error. */
static bool leads_nowhere(int err)
{
	return err == -ENOENT || err == -ENOTDIR || err == -ELOOP || err == -ENAMETOOLONG;
}

/* The renaming of a name in directory @fd; or NULL. */
static const struct change *renaming_of(const struct fix *fix, int fd, const char *name)
{
	struct stat st;

	return fd < 0 || fstat(fd, &st) ? NULL : renamed_names_find(fix, &st, name);
}

/* Return: 0; a negative errno where the target cannot be followed. */
static int find_target(struct following *x)
{
	const char *part = x->name->target, *last = last_renamed(x->fix, part);
	const struct change *r;
	char name[NAME_MAX + 1];
	size_t n, i = 0;
	int fd = last ? open_folder(x->folder->fd, *part == '/' ? "/" : ".") : -ENOENT;

	for (; *part; part += n) {
		n = link_target_part(part);
		copy_name(name, part, n);
		r = renaming_of(x->fix, fd, name);
		/* Where a name finds no room, the target is longer than PATH_MAX already. */
		name_text_add(&x->to, r ? r->to : part, r ? strlen(r->to) : n);
		x->changed |= r != NULL;
		if (*part == '/')
			continue;
		x->by[i++] = r ? r->number : NOT_RENAMED;
		if (fd >= 0 && part < last)
			fd = open_next_folder(fd, name);
	}
	name_text_add(&x->to, "", 1);
	descriptor_close(&fd);
	return fd >= 0 || leads_nowhere(fd) ? 0 : fd;
}

/* @to: the new target; or NULL, and @why the target is left. */
static void print_link(const struct following *x, const char *target, const char *to,
		       const char *why)
{
	const struct fix_line line = {
		.name = x->name->text, .target = target, .to = to, .why = why,
	};

	fix_print(x->fix, x->folder, &line);
}

static void change_target(struct following *x)
{
	struct change c = {
		.from = (char *)x->name->text, .to = (char *)x->to.bytes,
		.target = x->name->target, .by = x->by,
	};
	int err = fix_note(x->fix, x->folder, &c);

	if (!err) {
		x->fix->links++;
		print_link(x, c.target, c.to, NULL);
	} else if (err != -ENOENT) {
		x->fix->status = folder_complain(x->folder, err);
	}
}

/* The new target may be refused too: then no better one is known. */
static void judge_new_target(struct following *x, const char *target)
{
	struct utf8check_check_name n = { };
	int err = name_judge(true, target, strlen(target), &n);

	if (err && err != -EILSEQ)
		x->fix->status = folder_complain(x->folder, err);
	if (err == -EILSEQ)
		print_link(x, target, NULL, "it is refused, and no renaming changes that");
}

static void fix_link(struct following *x)
{
	int err;

	x->to.n = 0;
	x->changed = false;
	err = find_target(x);
	if (err) {
		cli_complain_errno(err, "%s/%s: its target", x->folder->path, x->name->text);
		x->fix->status = CLI_TROUBLE;
	}
	if (x->changed && x->to.n > PATH_MAX) {
		print_link(x, x->name->target, NULL, "its new target would be too long");
		return;
	}
	if (x->changed)
		change_target(x);
	judge_new_target(x, x->changed ? (char *)x->to.bytes : x->name->target);
}

void fix_links(struct fix *fix, const struct folder *f)
{
	static struct following x;
	size_t i;

	x.fix = fix;
	x.folder = f;
	for (i = 0; f->fd >= 0 && i < f->names.count && !cli_output_failed(); i++) {
		x.name = &f->names.names[i];
		if (x.name->target)
			fix_link(&x);
	}
}
