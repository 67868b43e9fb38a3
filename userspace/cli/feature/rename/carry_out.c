// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The renamings of a plan, done or undone.
 *
 * In a plan, a directory comes before what is in it, with paths from before any
 * renaming.  The renamings are done from the last to the first, so a path is still
 * right when it is needed; and undone from the first to the last, so it is right
 * again.
 *
 * A renaming was done when the old name is gone and the new one is there.  After a
 * run that was ended, the file must also be the one that the plan saw, by its
 * inode: the old file may have been removed, and another one made.  After a plan was done
 * to its end, a file may have been replaced, as editors do; it is still renamed back.
 *
 * The targets of links are changed after all renamings, in either direction: then it
 * is known which names they should have.
 *
 * No file is ever replaced.  renameat2() with RENAME_NOREPLACE sees to that.  Where the
 * filesystem does not know it, a file gets a second name by a link, and then loses the
 * first one.  A directory cannot have two names, so there it keeps its own.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/new_file.h"
#include "base/say/message.h"
#include "feature/rename/rename.h"

/**
 * struct plan_run - a plan that is being carried out
 *
 * @plan: the plan.
 * @undo: it is undone.
 * @path: the path of the current directory; owned; NULL before the first.
 * @fd: that directory, or a negative errno.
 * @noted: this run has noted that it began with the links.
 * @c: what became of it so far.
 */
struct plan_run {
	struct rename_plan plan;
	bool undo;
	char *path;
	int fd;
	bool noted;
	struct carried_out c;
};

static const char other_file[] = "another file has this name now";
static const char name_is_taken[] = "a file has the name that it should have";
static const char would_replace[] =
	"this filesystem cannot rename it without the danger of replacing another";

/* The signal that came: the present renaming is completed, then the run ends. */
static volatile sig_atomic_t ended;

static void note_signal(int sig)
{
	ended = sig;
}

/* A second one ends the process at once.  One that is ignored (nohup) stays ignored. */
static void end_at_signals(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction now, act = {
		.sa_handler = note_signal,
		.sa_flags = SA_RESETHAND | SA_RESTART,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &now) && now.sa_handler != SIG_IGN)
			sigaction(signals[i], &act, NULL);
}

static bool same_filesystem(int a, int b)
{
	struct stat x, y;

	return a >= 0 && b >= 0 && !fstat(a, &x) && !fstat(b, &y) &&
	       x.st_dev == y.st_dev;
}

/* Change to another directory, or to none. */
static void change_folder(struct plan_run *w, char *path, int fd)
{
	/* Before anything is noted, the filesystem that is left is synced. */
	if (w->fd >= 0 && !same_filesystem(w->fd, fd) && syncfs(w->fd)) {
		cli_complain_errno(-errno, "%s", w->path);
		w->c.status = CLI_TROUBLE;
	}
	descriptor_close(&w->fd);
	free(w->path);
	w->path = path;
	w->fd = fd;
}

/* Go to a directory.  Return: NULL, or the reason why that is impossible. */
static const char *go_to(struct plan_run *w, const char *folder, u64 inode)
{
	if (!w->path || strcmp(w->path, folder))
		change_folder(w, strdup(folder), plan_open_folder(&w->plan, folder, inode));
	if (w->fd == -OTHER_FOLDER)
		return "another folder has this path now";
	return w->fd < 0 ? cli_strerror(w->fd) : NULL;
}

static bool stat_name(int fd, const char *name, struct stat *st)
{
	return !fstatat(fd, name, st, AT_SYMLINK_NOFOLLOW);
}

/*
 * Is the file the one that the plan saw, as far as that matters?  A link that got
 * another target, by this plan or another one, is a new file.
 */
static bool is_it(const struct plan_run *w, const struct change *r,
		  const struct stat *st)
{
	if (S_ISDIR(st->st_mode) != r->is_folder)
		return false;
	return st->st_ino == r->inode || S_ISLNK(st->st_mode) || (w->undo && w->plan.done);
}

/*
 * Are both names listed?  A filesystem that takes two names for one lists only one
 * of them, and the file would be lost with it.
 */
static bool are_listed(int fd, const char *a, const char *b)
{
	int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct directory d;
	bool both;

	if (!dir) {
		descriptor_close(&copy);
		return false;
	}
	both = !directory_read(&d, dir) && directory_has(&d, a) && directory_has(&d, b);
	directory_free(&d);
	closedir(dir);
	return both;
}

/*
 * Remove one of two names, if both are names of one file: a file that is renamed by a link
 * has both for a moment.
 */
static const char *remove_first_name(int fd, const char *from, const char *to)
{
	struct stat a, b;

	if (!stat_name(fd, from, &a) || !stat_name(fd, to, &b))
		return cli_strerror(-errno);
	if (!same_file(&a, &b) || S_ISDIR(a.st_mode) || !are_listed(fd, from, to))
		return name_is_taken;
	return unlinkat(fd, from, 0) ? cli_strerror(-errno) : NULL;
}

static const char *link_and_unlink(int fd, const char *from, const char *to, bool is_folder)
{
	if (is_folder)
		return would_replace;
	if (!linkat(fd, from, fd, to, 0))
		return remove_first_name(fd, from, to);
	/* EPERM: the filesystem has no hard links, or allows none to this file. */
	return errno == EEXIST ? name_is_taken : errno == EPERM ? would_replace :
	       cli_strerror(-errno);
}

static const char *rename_never_replace(int fd, const char *from, const char *to,
					bool is_folder)
{
	if (!renameat2(fd, from, fd, to, RENAME_NOREPLACE))
		return NULL;
	/* Linux before 3.15, and emulators, lack the call. */
	if (errno == EINVAL || errno == ENOSYS)
		return link_and_unlink(fd, from, to, is_folder);
	return errno == EEXIST ? name_is_taken : errno == EOPNOTSUPP ? would_replace :
	       cli_strerror(-errno);
}

/* Rename @from to @to.  Return: NULL, or the reason why not. */
static const char *rename_one(struct plan_run *w, const struct change *r,
			      const char *from, const char *to)
{
	struct stat a, b;
	bool there = stat_name(w->fd, from, &a), reached = stat_name(w->fd, to, &b);
	const char *why;

	if (!there && reached)
		return w->undo || w->plan.done || is_it(w, r, &b) ? NULL : other_file;
	if (!there)
		return "it is not there";
	if (!is_it(w, r, &a))
		return other_file;
	why = reached ? remove_first_name(w->fd, from, to) :
			rename_never_replace(w->fd, from, to, r->is_folder);
	w->c.renamed += !why;
	return why;
}

/* Where there is a reason @why, count a name as left, and print that. */
static void end_one(struct plan_run *w, const char *folder, const char *name, const char *why)
{
	if (why) {
		cli_complain("%s: \"%s\" is left: %s", folder, name, why);
		w->c.left++;
		w->c.status = CLI_TROUBLE;
	}
	progress_add(1);
}

static void do_one(struct plan_run *w, size_t i)
{
	struct change *r = &w->plan.changes[i];
	const char *from = w->undo ? r->to : r->from, *to = w->undo ? r->from : r->to;
	const char *why = go_to(w, r->folder, r->folder_inode);

	if (!why)
		why = rename_one(w, r, from, to);
	r->done = !why;
	end_one(w, r->folder, from, why);
}

/*
 * --- the target of a symbolic link, changed
 *
 * The kernel has no call for that: a new link is made under another name, and the two
 * links exchange their names at once (RENAME_EXCHANGE).  What then has the other name
 * is the old link, and is removed; or it is something that took the name of the link
 * meanwhile, and then the names are exchanged back.  So nothing is lost that another
 * process puts there.
 *
 * No link is followed: each link has a descriptor, so that no other file can take the
 * place of the new link before its owner is changed.  The new link has the owner, the times
 * and, where that is possible, the attributes of the old one.
 */

/*
 * Look at a symbolic link in directory @fd.  *target, PATH_MAX bytes, is set to its target.
 * Return: a descriptor of the link; -1, and *why it cannot be opened, or is none.
 */
static int open_link(int fd, const char *name, char *target, const char **why)
{
	int link = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	ssize_t n = link < 0 ? -1 : readlinkat(link, "", target, PATH_MAX);

	if (n >= 0 && n < PATH_MAX) {
		target[n] = '\0';
		return link;
	}
	if (n < 0 && link >= 0 && (errno == ENOENT || errno == EINVAL))
		*why = other_file;
	else
		*why = cli_strerror(n < 0 ? -errno : -ENAMETOOLONG);
	descriptor_close(&link);
	return -1;
}

/* Give link @to what link @from has.  Only a link of this user is given away. */
static const char *keep_link_metadata(int to, int from)
{
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return cli_strerror(-errno);
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    (new.st_uid != geteuid() ||
	     fchownat(to, "", old.st_uid, old.st_gid, AT_EMPTY_PATH)))
		return "a new link cannot have its owner";
	attributes_copy_link(to, from, &old);
	return NULL;
}

/* Return: the new link under its first name; -1, and @why. */
static int make_new_link(int fd, const char *other, int old, const char *target,
			 const char **why)
{
	char found[PATH_MAX];
	int link;

	if (symlinkat(target, fd, other)) {
		*why = errno == EEXIST ? "a file has the name that a new link needs first" :
		       cli_strerror(-errno);
		return -1;
	}
	link = open_link(fd, other, found, why);
	if (link >= 0 && !strcmp(found, target)) {
		*why = keep_link_metadata(link, old);
		if (!*why)
			return link;
		unlinkat(fd, other, 0);
	} else {
		*why = other_file;
	}
	descriptor_close(&link);
	return -1;
}

/*
 * Exchange the names of the old and the new link.  What is under @other at the end is
 * removed if it is the link that is not wanted.
 */
static const char *take_place(int fd, const char *name, const char *other,
			      const struct stat links[2])
{
	const char *why = NULL;

	if (renameat2(fd, other, fd, name, RENAME_EXCHANGE)) {
		why = errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP ?
		      "this filesystem cannot change its target without the danger of replacing another file" :
		      cli_strerror(-errno);
	} else if (!(file_is_at(&links[0], fd, other) && file_is_at(&links[1], fd, name))) {
		renameat2(fd, other, fd, name, RENAME_EXCHANGE);
		why = other_file;
	}
	if (file_is_at(why ? &links[1] : &links[0], fd, other))
		unlinkat(fd, other, 0);
	return why;
}

/*
 * Put a new link in the place of @link, which has @name; @inode makes the name that the new one has
 * at first: a call that was ended amid its work may have left a link there.
 */
static const char *change_link(int fd, const char *name, int link, u64 inode, const char *target)
{
	char other[TEMPORARY_NAME_MAX];
	AUTO_CLOSE int new = -1;
	struct stat links[2];
	const char *why;

	temporary_name(other, inode, 0);
	new = make_new_link(fd, other, link, target, &why);
	if (new < 0)
		return why;
	if (fstat(link, &links[0]) || fstat(new, &links[1]))
		return cli_strerror(-errno);
	return take_place(fd, name, other, links);
}

/* --- the links of the plan */

static bool is_part(const char *part, size_t n, const char *text, size_t length)
{
	return n == length && !memcmp(part, text, n);
}

/*
 * Make the target that a link should have of @now, the one that it has.  A run that was
 * ended, or a file that could not be renamed, leaves some names as they were: so each name
 * may be the one before or the one after, and stays where its renaming is not done.
 *
 * Return: false where @now is not the target of the plan, with any of these names.
 */
static bool follow_target(const struct plan_run *w, const struct change *l,
			  const char *now, struct name_text *to)
{
	const struct change *r;
	const char *before = l->target, *name;
	size_t i = 0, n, m, by;

	to->n = 0;
	for (; *before; before += n, now += m) {
		n = link_target_part(before);
		m = link_target_part(now);
		by = *before == '/' ? NOT_RENAMED : l->by[i++];
		r = by == NOT_RENAMED ? NULL : &w->plan.changes[by];
		if (!is_part(now, m, before, n) && !(r && is_part(now, m, r->to, strlen(r->to))))
			return false;
		name = r && r->done ? (w->undo ? r->from : r->to) : NULL;
		name_text_add(to, name ? name : now, name ? strlen(name) : m);
	}
	name_text_add(to, "", 1);
	return !*now;
}

/* Put another link in the place of one.  Return: NULL, or the reason why not. */
static const char *change_opened(struct plan_run *w, const struct change *l,
				 const char *name, int link, const char *now)
{
	struct name_text to;
	const char *why;

	if (!follow_target(w, l, now, &to))
		return "it points to something else now";
	if (to.n > PATH_MAX)
		return "its new target would be too long";
	if (!strcmp(now, (char *)to.bytes))
		return NULL;
	why = change_link(w->fd, name, link, l->inode, (char *)to.bytes);
	w->c.links += !why;
	return why;
}

/*
 * A run that was ended may have left one of the two links under another name.  Where no
 * run was ended, a link of that name is not ours.
 */
static void clean(struct plan_run *w, const struct change *l)
{
	char target[PATH_MAX], name[TEMPORARY_NAME_MAX];
	AUTO_CLOSE int link = -1;
	struct name_text to;
	const char *why;
	struct stat st;

	temporary_name(name, l->inode, 0);
	link = open_link(w->fd, name, target, &why);
	if (link >= 0 && follow_target(w, l, target, &to) && !fstat(link, &st) &&
	    file_is_at(&st, w->fd, name))
		unlinkat(w->fd, name, 0);
}

static void do_link(struct plan_run *w, const struct change *l)
{
	const struct change *own = plan_find(&w->plan, l->folder, l->from);
	/* The link itself may be renamed: it has its new name where that was done, or not undone. */
	const char *name = own && own->done != w->undo ? own->to : l->from;
	const char *why = go_to(w, l->folder, l->folder_inode);
	AUTO_CLOSE int link = -1;
	char now[PATH_MAX];

	if (!why && !w->noted)
		clean(w, l);
	if (!why)
		link = open_link(w->fd, name, now, &why);
	if (link >= 0)
		why = change_opened(w, l, name, link, now);
	end_one(w, l->folder, name, why);
}

static bool note_in_log(struct plan_run *w, const char *line)
{
	int err = plan_note(&w->plan, line);

	if (!err)
		return true;
	cli_complain_errno(err, "%s", w->plan.name);
	w->c.status = CLI_TROUBLE;
	return false;
}

static void do_links(struct plan_run *w)
{
	size_t i;

	w->noted = w->plan.links && !w->plan.begun && !ended;
	if (w->noted && !note_in_log(w, PLAN_BEGUN))
		return;
	for (i = 0; i < w->plan.links && !ended; i++)
		do_link(w, &w->plan.changes[w->plan.count + i]);
}

/* A run that comes to its end has left no link under another name: note that, too. */
static void note_end(struct plan_run *w)
{
	if (!w->c.status && w->plan.done == w->undo)
		note_in_log(w, w->undo ? PLAN_UNDONE : PLAN_DONE);
	else if (w->noted || (w->plan.begun && !w->c.status))
		note_in_log(w, "");
}

struct carried_out carry_out(const char *name, bool undo)
{
	struct plan_run w = { .undo = undo, .fd = -1 };
	size_t i, n;

	if (plan_read(&w.plan, name)) {
		progress_begin(PROGRESS_NAMES, false);
		end_at_signals();
		n = w.plan.count;
		for (i = 0; i < n && !ended; i++)
			do_one(&w, undo ? i : n - 1 - i);
		do_links(&w);
		change_folder(&w, NULL, -1);
		w.c.ended = ended;
		if (ended)
			w.c.status = CLI_TROUBLE;
		note_end(&w);
		progress_hide();
	} else {
		w.c.status = CLI_TROUBLE;
	}
	plan_free(&w.plan);
	return w.c;
}
