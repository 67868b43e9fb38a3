// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the regular files of a directory hold, judged as check does.
 */
#include <errno.h>
#include <stdlib.h>
#include "parallel/file_batch.h"
#include "scan/judge.h"

/* Something else has taken the name since the directory was read. */
static bool is_gone(int err)
{
	return err == -ENOENT || err == -ELOOP;
}

static int judge_opened(struct check *c, struct input *in, const char *path,
			bool is_worker)
{
	const struct check_totals before = c->totals;
	int status;

	if (is_worker && check_is_for_later(c, in->stat.st_size)) {
		input_close(in);
		return BATCH_LATER;
	}
	status = check_opened(c, in, path, 0);
	if (!is_worker || !check_is_full(c))
		return status;
	c->totals = before;
	return BATCH_FULL;
}

int judge_content(struct check *c, const struct folder *f,
		  const struct directory_name *name, bool is_worker)
{
	char *path = path_join(f->path, name->text);
	int err = -ENOMEM, status = CLI_WELL;
	struct input in;

	if (path)
		err = input_open_in(&in, f->fd, name->text, path);
	if (!err)
		status = judge_opened(c, &in, path, is_worker);
	else if (!is_gone(err))
		status = CLI_TROUBLE;
	if (status == CLI_TROUBLE && err)
		cli_complain_errno(err, "%s", path ? path : name->text);
	free(path);
	return status;
}
