// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Would a second run change the file that the first one has made?
 *
 * The file has no name yet.  It is filtered once more, as by a second run, and compared
 * with the result.
 */
#include "feature/filter/filter.h"
#include "feature/filter/left_alone.h"
#include "base/say/message.h"

/*
 * Does no second run change what this configuration makes?  None does where UTF-8 stays
 * UTF-8 in one profile: what is replaced or dropped is not there any more, and a form is
 * its own form.  But a second byte order mark may be left at the start, and what is
 * written may be forbidden.
 */
static bool is_stable(const struct utf8check_config *c)
{
	if (c->flags & (UTF8CHECK_FLAG_UNESCAPE | UTF8CHECK_FLAG_STREAM_SAFE) || c->forbid ||
	    c->action == UTF8CHECK_ACTION_ESCAPE)
		return false;
	if (c->bom != UTF8CHECK_BOM_KEEP && c->bom != UTF8CHECK_BOM_ADD)
		return false;
	return c->from == UTF8CHECK_ENCODING_UTF8 && c->to == UTF8CHECK_ENCODING_UTF8 &&
	       c->profile == c->to_profile;
}

static int run_again(struct filter *again)
{
	int err = left_alone_before(again);
	int status;

	if (err)
		return cli_trouble(err, again->in.name);
	if (again->left)
		return CLI_WELL;
	status = filter_open_streams(again);
	if (!status)
		status = filter_text(again);
	filter_close_streams(again);
	return status;
}

int filter_try_again(struct filter *f, const struct utf8check_config *asked)
{
	struct filter again = *f;
	int err, status;

	if (!f->request.in_place || f->request.force ||
	    (is_stable(asked) && !f->newline && !f->charset && !f->target_charset))
		return CLI_WELL;
	err = output_changes(&f->out);
	if (err <= 0)
		return err ? CLI_TROUBLE : CLI_WELL;
	again.config = *asked;
	again.threads = 1;
	again.stream = NULL;
	again.converter = NULL;
	again.encoder = NULL;
	again.mixed = NULL;
	again.lines = (struct line_filter){ };
	again.changed = NULL;
	again.listed.to = NULL;
	if (output_reread(&f->out, &again.in))
		return CLI_TROUBLE;
	output_only_compare(&again.out, &again.in);
	status = run_again(&again);
	/* A file that the second run leaves or refuses is not changed. */
	if (status == CLI_WELL && !again.left && !output_is_unchanged(&again.out))
		f->left = LEFT_AGAIN;
	return status == CLI_TROUBLE ? CLI_TROUBLE : CLI_WELL;
}
