// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that lists renamings, written.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/temporary.h"
#include "base/say/escape.h"
#include "feature/rename/link_target.h"

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
		cli_complain_errno(-ENAMETOOLONG, "%s", name);
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
		cli_complain("%s: there is a file of this name; a plan goes into a new one, and --apply or --undo takes an old one",
			     w->name);
	else
		cli_complain_errno(-errno, "%s", w->name);
	if (fd >= 0)
		close(fd);
	return false;
}

void plan_add(struct plan_writer *w, const struct renaming *r)
{
	json_print_member(w->to, '{', "folder", r->folder);
	json_print_member(w->to, ',', "name", r->from);
	json_print_member(w->to, ',', "new", r->to);
	fprintf(w->to, ",\"folder_inode\":\"%" PRIu64 "\",\"inode\":\"%" PRIu64
		"\",\"is_folder\":%s}\n", r->folder_inode, r->inode,
		r->is_folder ? "true" : "false");
	w->count++;
}

/* For each name in the target the number of its renaming, or null. */
static void print_by(FILE *to, const struct link_change *l)
{
	const char *rest = l->target;
	char before = '[';
	size_t n = 0;

	fputs(",\"by\":", to);
	for (; *rest; rest += link_target_part(rest)) {
		if (*rest == '/')
			continue;
		putc(before, to);
		before = ',';
		if (l->by[n++] == NOT_RENAMED)
			fputs("null", to);
		else
			fprintf(to, "%zu", l->by[n - 1]);
	}
	fputs(n ? "]" : "[]", to);
}

void plan_add_link(struct plan_writer *w, const struct link_change *l,
		   const char *new_target)
{
	json_print_member(w->to, '{', "folder", l->folder);
	json_print_member(w->to, ',', "name", l->name);
	json_print_member(w->to, ',', "target", l->target);
	json_print_member(w->to, ',', "new_target", new_target);
	fprintf(w->to, ",\"folder_inode\":\"%" PRIu64 "\",\"inode\":\"%" PRIu64 "\"",
		l->folder_inode, l->inode);
	json_print_number(w->to, "own", l->own != NOT_RENAMED, l->own);
	print_by(w->to, l);
	fputs("}\n", w->to);
	w->links++;
}

static int end_plan(struct plan_writer *w)
{
	int err = 0;

	fprintf(w->to, "{\"renamings\":%" PRIu64 ",\"links\":%" PRIu64 "}\n",
		w->count, w->links);
	errno = EIO;
	if (fflush(w->to) || ferror(w->to) || fsync(fileno(w->to)))
		err = -errno;
	if (fclose(w->to) && !err)
		err = -errno;
	w->to = NULL;
	return err;
}

bool plan_finish(struct plan_writer *w)
{
	int err;

	if (!w->count) {
		plan_abandon(w);
		return true;
	}
	err = end_plan(w);
	if (err)
		cli_complain_errno(err, "%s", w->name);
	else if (!folder_sync_later(w->name) && !folder_sync_now())
		return true;
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
