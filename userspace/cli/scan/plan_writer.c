// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that lists renamings, written.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "print/escape.h"
#include "scan/rename_plan.h"
#include "scan/trouble.h"

/* Names that are tried for a plan that was given none. */
#define NAMES_MAX 10000

static int create(const char *name)
{
	return open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0600);
}

static int create_unnamed(struct plan_writer *w)
{
	int i, fd = -1;

	for (i = 1; i <= NAMES_MAX && fd < 0; i++) {
		snprintf(w->name, sizeof(w->name), "utf8check-plan-%d.jsonl", i);
		fd = create(w->name);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

bool plan_create(struct plan_writer *w, const char *name)
{
	int fd;

	*w = (struct plan_writer){ };
	if (name && strlen(name) >= sizeof(w->name)) {
		path_complain(name, strerror(ENAMETOOLONG));
		return false;
	}
	if (name)
		snprintf(w->name, sizeof(w->name), "%s", name);
	fd = name ? create(name) : create_unnamed(w);
	w->to = fd < 0 ? NULL : fdopen(fd, "w");
	if (w->to) {
		fputs(PLAN_FIRST, w->to);
		return true;
	}
	if (errno == EEXIST)
		path_complain(w->name, "there is a file of this name; a plan goes into a new one, and --apply or --undo takes an old one");
	else
		path_complain(w->name, strerror(errno));
	if (fd >= 0)
		close(fd);
	return false;
}

void plan_add(struct plan_writer *w, const struct renaming *r)
{
	putc('{', w->to);
	json_print_member(w->to, "folder", r->folder, strlen(r->folder));
	putc(',', w->to);
	json_print_member(w->to, "name", r->from, strlen(r->from));
	putc(',', w->to);
	json_print_member(w->to, "new", r->to, strlen(r->to));
	fprintf(w->to, ",\"folder_inode\":\"%" PRIu64 "\",\"inode\":\"%" PRIu64
		"\",\"is_folder\":%s}\n", r->folder_inode, r->inode,
		r->is_folder ? "true" : "false");
	w->count++;
}

/* A new name is on the disk when its directory is. */
static int sync_folder_of(const char *name)
{
	char *copy = strdup(name);
	int fd, err = 0;

	if (!copy)
		return -ENOMEM;
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(copy);
	if (fd < 0)
		return -errno;
	/* Some file systems cannot, and need not. */
	if (fsync(fd) && errno != EINVAL)
		err = -errno;
	close(fd);
	return err;
}

static int end(struct plan_writer *w)
{
	int err = 0;

	fprintf(w->to, "{\"renamings\":%" PRIu64 "}\n", w->count);
	errno = EIO;
	if (fflush(w->to) || ferror(w->to) || fsync(fileno(w->to)))
		err = -errno;
	if (fclose(w->to) && !err)
		err = -errno;
	w->to = NULL;
	return err ? err : sync_folder_of(w->name);
}

bool plan_finish(struct plan_writer *w)
{
	int err;

	if (!w->count) {
		plan_abandon(w);
		return true;
	}
	err = end(w);
	if (!err)
		return true;
	path_complain(w->name, strerror(-err));
	plan_abandon(w);
	return false;
}

void plan_abandon(struct plan_writer *w)
{
	if (w->to)
		fclose(w->to);
	w->to = NULL;
	unlink(w->name);
}
