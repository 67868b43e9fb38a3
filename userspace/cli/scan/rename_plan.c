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
#include "print/hex.h"
#include "row.h"
#include "scan/rename_plan.h"

/* Each line has its end: see drop_unfinished(). */
static size_t next_line(const struct rename_plan *p, size_t at)
{
	const u8 *end = memchr(p->file.p + at, '\n', p->file.n - at);

	return end + 1 - p->file.p;
}

static struct json_object *parse_line(const struct rename_plan *p, size_t at)
{
	return row_parse((const char *)p->file.p + at, next_line(p, at) - 1 - at);
}

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

bool plan_get(const struct rename_plan *p, size_t i, struct renaming *r)
{
	struct json_object *row = parse_line(p, p->lines[i]);
	bool good;

	*r = (struct renaming){ };
	good = row && get_renaming(row, r);
	json_object_put(row);
	if (!good)
		renaming_free(r);
	return good;
}

void renaming_free(struct renaming *r)
{
	free(r->folder);
	free(r->from);
	free(r->to);
	*r = (struct renaming){ };
}

/* A line after the renamings. */
static bool take_note(struct rename_plan *p, size_t at)
{
	struct json_object *row = parse_line(p, at);
	struct json_object *done = row ? row_get(row, "done") : NULL;
	bool known = json_object_is_type(done, json_type_boolean);

	p->done = json_object_get_boolean(done);
	json_object_put(row);
	return known;
}

static bool is_first(const struct rename_plan *p)
{
	static const char first[] = PLAN_FIRST;

	return p->file.n >= sizeof(first) - 1 &&
	       !memcmp(p->file.p, first, sizeof(first) - 1);
}

/* Is this the line that says how many renamings there are? */
static bool is_last(const struct rename_plan *p, size_t at, u64 *count)
{
	struct json_object *row = parse_line(p, at);
	struct json_object *value = row ? row_get(row, "renamings") : NULL;
	bool found = json_object_is_type(value, json_type_int);

	*count = found ? json_object_get_int64(value) : 0;
	json_object_put(row);
	return found;
}

/* A signal or a full disk may have cut the last line short: leave it out. */
static void drop_unfinished(struct rename_plan *p)
{
	const u8 *end = memrchr(p->file.p, '\n', p->file.n);

	p->file.n = end + 1 - p->file.p;
}

static bool index_lines(struct rename_plan *p)
{
	size_t at, lines = 0;

	for (at = 0; at < p->file.n; at = next_line(p, at))
		lines++;
	p->lines = calloc(lines + 1, sizeof(*p->lines));
	if (!p->lines)
		return false;
	for (at = 0; at < p->file.n; at = next_line(p, at))
		p->lines[p->count++] = at;
	return true;
}

/* Are all lines what they should be?  Then only the renamings stay in @p->lines. */
static const char *check_lines(struct rename_plan *p)
{
	size_t lines = p->count, i;
	struct renaming r;
	u64 count = 0;

	for (i = 1; i < lines; i++) {
		if (is_last(p, p->lines[i], &count))
			break;
		if (!plan_get(p, i, &r))
			return "a line of it is no renaming";
		renaming_free(&r);
	}
	if (i >= lines)
		return "its end is missing; a scan that was ended before it had written all of its plan has renamed nothing";
	p->count = i - 1;
	if (count != p->count)
		return "it has not as many lines as its end says";
	for (i++; i < lines; i++)
		if (!take_note(p, p->lines[i]))
			return "a line after its end is not known";
	memmove(p->lines, p->lines + 1, p->count * sizeof(*p->lines));
	return NULL;
}

static const char *check(struct rename_plan *p)
{
	if (!is_first(p))
		return "it is no plan of utf8check scan --fix";
	drop_unfinished(p);
	if (!index_lines(p))
		return strerror(ENOMEM);
	return check_lines(p);
}

/* What is read is what was opened and looked at, whatever has the name now. */
static int read_bytes(struct rename_plan *p, off_t size)
{
	ssize_t got = 1;

	p->file.p = malloc(size + 1);
	if (!p->file.p)
		return -ENOMEM;
	while (got > 0 && p->file.n < (size_t)size) {
		got = pread(p->fd, p->file.p + p->file.n, size - p->file.n,
			    p->file.n);
		if (got > 0)
			p->file.n += got;
	}
	return got < 0 ? -errno : 0;
}

/*
 * Whoever can write to a plan says what is renamed by those who carry it out.
 * Return: NULL, or the reason why it is not read.
 */
static const char *open_plan(struct rename_plan *p, const char *name)
{
	struct stat st;
	int err;

	p->fd = open(name, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
	if (p->fd < 0 || fstat(p->fd, &st))
		return strerror(errno);
	if (!S_ISREG(st.st_mode))
		return "it is no regular file";
	if (st.st_uid != geteuid() || st.st_mode & 022)
		return "a plan must belong to who carries it out, and nobody else may write to it";
	if (flock(p->fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ?
		       "another process works by this plan" : strerror(errno);
	err = read_bytes(p, st.st_size);
	return err ? strerror(-err) : NULL;
}

bool plan_read(struct rename_plan *p, const char *name)
{
	const char *why;

	*p = (struct rename_plan){ .fd = -1, .file.name = name };
	why = open_plan(p, name);
	if (!why)
		why = check(p);
	if (why)
		cli_complain("%s: %s", name, why);
	return !why;
}

void plan_free(struct rename_plan *p)
{
	if (p->fd >= 0)
		close(p->fd);
	file_bytes_free(&p->file);
	free(p->lines);
}

int plan_mark(struct rename_plan *p, bool done)
{
	const char *line = done ? "{\"done\":true}\n" : "{\"done\":false}\n";
	ssize_t n = strlen(line);

	if (ftruncate(p->fd, p->file.n))
		return -errno;
	errno = ENOSPC;
	return write(p->fd, line, n) == n && !fsync(p->fd) ? 0 : -errno;
}
