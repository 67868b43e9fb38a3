// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that lists renamings, read.
 */
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"
#include "print/escape.h"
#include "row.h"
#include "scan/rename_plan.h"

/*
 * The bytes of a member, to be freed: NAME_hex where the string is not exact.  NULL
 * where they are missing or hold a NUL.
 */
static char *get_bytes(struct json_object *row, const char *name)
{
	char key[32], *bytes;
	const char *text;
	size_t n;

	snprintf(key, sizeof(key), "%s_hex", name);
	text = row_string(row, key);
	if (!text) {
		struct json_object *value = row_get(row, name);

		text = row_string(row, name);
		if (!text || strlen(text) !=
			     (size_t)json_object_get_string_len(value))
			return NULL;
		return strdup(text);
	}
	n = strlen(text);
	bytes = calloc(1, n + 1);
	if (bytes && hex_decode((u8 *)bytes, text, &n)) {
		bytes[n] = '\0';
		if (strlen(bytes) == n)
			return bytes;
	}
	free(bytes);
	return NULL;
}

static bool is_name(const char *name)
{
	return name && *name && !strchr(name, '/') && strcmp(name, ".") &&
	       strcmp(name, "..");
}

/* Absolute, and each part a name. */
static bool is_folder_path(char *path)
{
	char *part, *rest = path ? path + 1 : NULL;
	bool good = path && *path == '/';

	if (!good || !*rest)
		return good;
	while (good && (part = strsep(&rest, "/"))) {
		good = is_name(part);
		if (rest)
			rest[-1] = '/';
	}
	return good;
}

static bool get_inode(struct json_object *row, const char *name, u64 *inode)
{
	const char *text = row_string(row, name);

	return text && cli_number(text, 10, UINT64_MAX, inode);
}

static bool get_renaming(struct json_object *row, struct renaming *r)
{
	struct json_object *is_folder = row_get(row, "is_folder");

	r->folder = get_bytes(row, "folder");
	r->from = get_bytes(row, "name");
	r->to = get_bytes(row, "new");
	r->is_folder = json_object_get_boolean(is_folder);
	return is_folder_path(r->folder) && is_name(r->from) &&
	       is_name(r->to) && strcmp(r->from, r->to) &&
	       get_inode(row, "folder_inode", &r->folder_inode) &&
	       get_inode(row, "inode", &r->inode) &&
	       json_object_is_type(is_folder, json_type_boolean);
}

static void free_renaming(struct renaming *r)
{
	free(r->folder);
	free(r->from);
	free(r->to);
}

static bool make_room(struct rename_plan *p)
{
	size_t room = p->room ? 2 * p->room : 64;
	struct renaming *list;

	if (p->count < p->room)
		return true;
	list = reallocarray(p->renamings, room, sizeof(*list));
	if (!list)
		return false;
	p->renamings = list;
	p->room = room;
	return true;
}

static bool add_renaming(struct rename_plan *p, struct json_object *row)
{
	struct renaming r = { };

	if (row && get_renaming(row, &r) && make_room(p)) {
		p->renamings[p->count++] = r;
		return true;
	}
	free_renaming(&r);
	return false;
}

/* A line after the renamings. */
static bool take_note(struct rename_plan *p, struct json_object *row)
{
	struct json_object *done = row ? row_get(row, "done") : NULL;

	p->done = json_object_get_boolean(done);
	return json_object_is_type(done, json_type_boolean);
}

/* Return: NULL, or the reason why no plan has such a line there. */
static const char *take_row(struct rename_plan *p, struct json_object *row)
{
	struct json_object *count = row ? row_get(row, "renamings") : NULL;

	if (p->whole)
		return take_note(p, row) ? NULL : "a line after its end is not known";
	p->whole = json_object_is_type(count, json_type_int);
	if (!p->whole)
		return add_renaming(p, row) ? NULL : "a line of it is no renaming";
	return (u64)json_object_get_int64(count) == p->count ? NULL :
	       "it has not as many lines as its end says";
}

static const char *take_line(struct rename_plan *p, const char *line, size_t n)
{
	struct json_object *row;
	const char *why;

	if (!p->length)
		return n == strlen(PLAN_FIRST) && !memcmp(line, PLAN_FIRST, n) ? NULL :
		       "it is no plan of utf8check scan --fix";
	row = row_parse(line, n - 1);
	why = take_row(p, row);
	json_object_put(row);
	return why;
}

/* A signal or a full disk may have cut the last line short: it is left out. */
static const char *read_lines(struct rename_plan *p)
{
	const char *why = NULL;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while (!why && (n = getline(&line, &room, p->file)) > 0 && line[n - 1] == '\n') {
		why = take_line(p, line, n);
		p->length += n;
	}
	if (!why && !feof(p->file))
		why = strerror(errno);
	free(line);
	if (!why && !p->whole)
		why = "its end is missing; a scan that was ended before it had written all of its plan has renamed nothing";
	return why;
}

/*
 * Whoever can write to a plan says what is renamed by those who carry it out.
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
	return read_lines(p);
}

bool plan_read(struct rename_plan *p, const char *name)
{
	const char *why;

	*p = (struct rename_plan){ .name = name };
	why = open_plan(p, name);
	if (why)
		cli_complain("%s: %s", name, why);
	return !why;
}

void plan_free(struct rename_plan *p)
{
	if (p->file)
		fclose(p->file);
	while (p->count)
		free_renaming(&p->renamings[--p->count]);
	free(p->renamings);
}

int plan_mark(struct rename_plan *p, bool done)
{
	const char *line = done ? "{\"done\":true}\n" : "{\"done\":false}\n";
	ssize_t n = strlen(line);
	int fd = fileno(p->file);

	if (ftruncate(fd, p->length))
		return -errno;
	errno = ENOSPC;
	return write(fd, line, n) == n && !fsync(fd) ? 0 : -errno;
}
