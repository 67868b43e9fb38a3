// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that lists renamings, written and read.
 */
#include <fcntl.h>
#include <json-c/json.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/say/message.h"
#include "base/option/table.h"
#include "feature/rename/rename.h"

size_t link_target_part(const char *rest)
{
	return *rest == '/' ? strspn(rest, "/") : strcspn(rest, "/");
}

#define FOLDER_FLAGS (O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Names that are tried for a plan that was given none. */
#define NAMES_MAX 10000

bool plan_create(struct plan_writer *w, const char *name)
{
	int fd, i = 0;

	*w = (struct plan_writer){ .name = name ? name : w->made };
	do {
		if (!name)
			snprintf(w->made, sizeof(w->made), "utf8check-plan-%d.jsonl", ++i);
		fd = open(w->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	} while (!name && fd < 0 && errno == EEXIST && i < NAMES_MAX);
	w->to = fd < 0 ? NULL : fdopen(fd, "w");
	if (w->to) {
		fputs(PLAN_FIRST, w->to);
		return true;
	}
	if (errno == EEXIST)
		cli_complain("%s: there is a file of this name; a plan goes into a new one, and --apply or --undo takes an old one",
			     w->name);
	else
		cli_complain_errno(-errno, "%s", w->name);
	if (fd >= 0)
		close(fd);
	return false;
}

/* For each name in the target of a link the number of its renaming, or null. */
static void put_by(struct json *j, const struct change *c)
{
	const size_t *by = c->by;
	const char *rest;

	json_put(j, J_OPEN("by", "["));
	for (rest = c->target; *rest; rest += link_target_part(rest))
		if (*rest != '/') {
			json_put(j, J_KNOWN(NULL, *by != NOT_RENAMED, *by));
			by++;
		}
	json_put(j, J_CLOSE("]"), J_END);
}

void plan_add(struct plan_writer *w, const struct change *c)
{
	struct json j = json_begin(w->to);

	json_put(&j, J_NAME("folder", c->folder), J_NAME("name", c->from));
	if (c->target)
		json_put(&j, J_NAME("target", c->target));
	json_put(&j, J_NAME(c->target ? "new_target" : "new", c->to),
		 J_DIGITS("folder_inode", c->folder_inode), J_DIGITS("inode", c->inode));
	if (c->target)
		put_by(&j, c);
	else
		json_put(&j, J_BOOL("is_folder", c->is_folder), J_END);
}

bool plan_finish(struct plan_writer *w, u64 renamings, u64 links)
{
	bool good = true;
	struct json j;

	if (renamings) {
		j = json_begin(w->to);
		json_put(&j, J_NUMBER("renamings", renamings), J_NUMBER("links", links), J_END);
		errno = EIO;
		if (fflush(w->to) || ferror(w->to) || fsync(fileno(w->to)))
			good = !cli_failed(-errno, w->name);
		else
			good = !folder_sync_later(w->name) && !folder_sync_now();
	}
	if (!renamings || !good)
		unlink(w->name);
	fclose(w->to);
	return good;
}

/* --- read */

static bool is_file_name(const char *name)
{
	return name && *name && !strchr(name, '/') && strcmp(name, ".") &&
	       strcmp(name, "..");
}

/* Is a path absolute, and each part of it a name? */
static bool is_folder_path(char *path)
{
	char *part, *rest = path ? path + 1 : NULL;
	bool good = path && *path == '/';

	if (!good || !*rest)
		return good;
	while (good && (part = strsep(&rest, "/"))) {
		good = is_file_name(part);
		if (rest)
			rest[-1] = '/';
	}
	return good;
}

static bool get_inode(struct json_object *row, const char *name, u64 *inode)
{
	const char *text = json_read_string(row, name);

	return text && cli_number(text, UINT64_MAX, inode);
}

static bool get_renaming(struct json_object *row, struct change *c)
{
	struct json_object *is_folder = json_read_any(row, "is_folder");

	c->to = json_read_name(row, "new");
	c->is_folder = json_object_get_boolean(is_folder);
	return is_file_name(c->to) && strcmp(c->from, c->to) &&
	       json_object_is_type(is_folder, json_type_boolean);
}

/* Which renaming before this line changes a name of a target?  It is a number, or null for none. */
static bool get_renaming_of(const struct rename_plan *p, struct json_object *number,
			    const char *name, size_t n, size_t *by)
{
	const char *from;
	u64 i;

	*by = NOT_RENAMED;
	if (!number)
		return true;
	if (!json_number(number, &i) || i >= p->count)
		return false;
	*by = i;
	from = p->changes[i].from;
	return strlen(from) == n && !memcmp(from, name, n);
}

static bool get_by(const struct rename_plan *p, struct json_object *list, struct change *l)
{
	const char *rest = l->target;
	size_t i = 0, n, count;

	if (!json_object_is_type(list, json_type_array))
		return false;
	count = json_object_array_length(list);
	l->by = calloc(count + 1, sizeof(*l->by));
	if (!l->by)
		return false;
	for (; *rest; rest += n) {
		n = link_target_part(rest);
		if (*rest == '/')
			continue;
		if (i == count ||
		    !get_renaming_of(p, json_object_array_get_idx(list, i), rest, n, &l->by[i]))
			return false;
		i++;
	}
	return i == count;
}

static bool get_link(const struct rename_plan *p, struct json_object *row, struct change *c)
{
	c->target = json_read_name(row, "target");
	return c->target && strlen(c->target) < PATH_MAX && get_by(p, json_read_any(row, "by"), c);
}

/* Return: false where the line is no change, or is a renaming after a link. */
static bool add_change(struct rename_plan *p, struct json_object *row)
{
	const bool is_link = json_read_any(row, "target");
	struct change *c = list_room(p->changes, p->count + p->links, sizeof(*c));

	if (!c)
		return false;
	p->changes = c;
	if (p->links && !is_link)
		return false;
	c += p->count + p->links;
	*c = (struct change){
		.folder = json_read_name(row, "folder"), .from = json_read_name(row, "name"),
	};
	p->links += is_link;
	p->count += !is_link;
	return is_folder_path(c->folder) && is_file_name(c->from) &&
	       get_inode(row, "folder_inode", &c->folder_inode) &&
	       get_inode(row, "inode", &c->inode) &&
	       (is_link ? get_link(p, row, c) : get_renaming(row, c));
}

/* A line after the renamings. */
static bool take_note(struct rename_plan *p, struct json_object *row)
{
	struct json_object *begun = json_read_any(row, "begun"), *done = json_read_any(row, "done");

	if (p->begun)
		return false;
	p->begun = json_object_get_boolean(begun);
	if (p->begun)
		return true;
	p->done = json_object_get_boolean(done);
	return json_object_is_type(done, json_type_boolean);
}

/* Return: NULL, or the reason why a plan cannot have this line here. */
static const char *take_row(struct rename_plan *p, struct json_object *row)
{
	struct json_object *count = json_read_any(row, "renamings");

	if (p->whole)
		return take_note(p, row) ? NULL : "a line after its end is not known";
	if (!json_object_is_type(count, json_type_int))
		return add_change(p, row) ? NULL :
		       json_read_any(row, "target") ? "a line of it is no change of a link" :
		       "a line of it is no renaming";
	p->whole = true;
	/* Plans of utf8check 1.0 have no links, and no number of them. */
	return (u64)json_object_get_int64(count) == p->count &&
	       (u64)json_object_get_int64(json_read_any(row, "links")) == p->links ? NULL :
	       "it has not as many lines as its end says";
}

static const char *take_plan_line(struct rename_plan *p, const char *line, size_t n)
{
	struct json_object *row;
	const char *why;

	if (!p->length)
		return n == strlen(PLAN_FIRST) && !memcmp(line, PLAN_FIRST, n) ? NULL :
		       "it is no plan of utf8check scan --fix";
	row = json_read_object(line, n - 1);
	why = take_row(p, row);
	json_object_put(row);
	return why;
}

/* A signal or a full disk may have cut the last line short: it is left out. */
static const char *read_plan(struct rename_plan *p)
{
	AUTO_FREE char *line = NULL;
	const char *why = NULL;
	size_t room = 0;
	ssize_t n;

	while (!why && (n = getline(&line, &room, p->file)) > 0 && line[n - 1] == '\n') {
		why = take_plan_line(p, line, n);
		p->length += p->begun ? 0 : n;
	}
	if (!why && !feof(p->file))
		why = strerror(errno);
	if (!why && !p->whole)
		why = "its end is missing; a scan that was ended before it had written all of its plan has renamed nothing";
	return why;
}

/*
 * A plan that other users can write to is refused: they would choose what is renamed.
 * Return: NULL, or the reason why it is not read.
 */
static const char *open_plan(struct rename_plan *p, const char *name)
{
	int fd = open(name, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	p->file = fd < 0 ? NULL : fdopen(fd, "r");
	if (!p->file && fd >= 0)
		close(fd);
	if (!p->file || fstat(fd, &st))
		return strerror(errno);
	if (!S_ISREG(st.st_mode))
		return "it is no regular file";
	if (st.st_uid != geteuid() || st.st_mode & 022)
		return "a plan must belong to who carries it out, and nobody else may write to it";
	if (flock(fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ?
		       "another process works by this plan" : strerror(errno);
	return read_plan(p);
}

static int compare_folder_and_name(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int order = strcmp(x->folder, y->folder);

	return order ? order : strcmp(x->from, y->from);
}

const struct change *plan_find(const struct rename_plan *p, const char *folder, const char *name)
{
	const struct change key = { .folder = (char *)folder, .from = (char *)name };
	struct change **at = tfind(&key, &p->by_name, compare_folder_and_name);

	return at ? *at : NULL;
}

static const char *sort_names(struct rename_plan *p)
{
	size_t i;

	for (i = 0; i < p->count; i++)
		if (!tsearch(&p->changes[i], &p->by_name, compare_folder_and_name))
			return strerror(ENOMEM);
	return NULL;
}

bool plan_read(struct rename_plan *p, const char *name)
{
	const char *why;

	*p = (struct rename_plan){ .name = name };
	why = open_plan(p, name);
	if (!why)
		why = sort_names(p);
	if (why)
		cli_complain("%s: %s", name, why);
	return !why;
}

/* Open a directory that the plan has renamed, if it is still the same one. */
static int open_moved(int fd, const struct change *r)
{
	int found = r ? openat(fd, r->to, O_PATH | FOLDER_FLAGS) : -1;
	struct stat st;

	if (found >= 0 && !fstat(found, &st) && st.st_ino == r->inode)
		return found;
	descriptor_close(&found);
	return -ENOENT;
}

/* Open a directory by its absolute path, in which the plan may have renamed some names. */
static int open_planned(const char *path, const struct rename_plan *p)
{
	int fd = open_beneath(AT_FDCWD, path, O_PATH | FOLDER_FLAGS);
	const char *last = strrchr(path, '/') + 1;
	AUTO_FREE char *folder = NULL;
	AUTO_CLOSE int above = -1;

	if (fd >= 0 || errno != ENOENT || !*last)
		return fd < 0 ? -errno : fd;
	folder = folder_of(path);
	above = folder ? open_planned(folder, p) : -ENOMEM;
	if (above < 0)
		return above;
	fd = open_beneath(above, last, O_PATH | FOLDER_FLAGS);
	if (fd < 0)
		fd = errno == ENOENT ? open_moved(above, plan_find(p, folder, last)) : -errno;
	return fd;
}

int plan_open_folder(const struct rename_plan *p, const char *path, u64 inode)
{
	AUTO_CLOSE int fd = open_planned(path, p);
	struct stat st;
	int found;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) || st.st_ino != inode)
		return -OTHER_FOLDER;
	found = openat(fd, ".", O_RDONLY | FOLDER_FLAGS);
	return found < 0 ? -errno : found;
}

static void leave_in_plan(void *change)
{
}

void plan_free(struct rename_plan *p)
{
	struct change *c;

	tdestroy(p->by_name, leave_in_plan);
	if (p->file)
		fclose(p->file);
	for (c = p->changes; c < p->changes + p->count + p->links; c++) {
		free(c->folder);
		free(c->from);
		free(c->to);
		free(c->target);
		free(c->by);
	}
	free(p->changes);
}

int plan_note(struct rename_plan *p, const char *line)
{
	ssize_t n = strlen(line);
	int fd = fileno(p->file);

	if (ftruncate(fd, p->length))
		return -errno;
	errno = ENOSPC;
	return write(fd, line, n) == n && !fsync(fd) ? 0 : -errno;
}
