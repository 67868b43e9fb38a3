// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files that are left as they are, because a filter would destroy them.
 *
 * A binary file is left where a file would be replaced, and where a walk found it (-r).
 *
 * In place, a second run reads the output of the first one, and must not convert it
 * again.  Each of these is true of the output of a first run, so the file is left:
 *
 * - Is it UTF-8, although it is to be read in another encoding?
 * - Is it escaped, although it is to be escaped?
 * - Is it ill-formed in the encoding that it is read in, although another one is to be
 *   written?  To replace or drop what is ill-formed would leave little of it.
 *
 * Where the answers do not decide, as from one charset of single bytes to another, the
 * output goes through a second run at once (second_run.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "feature/filter/filter.h"
#include "feature/filter/left_alone.h"
#include "base/file/binary.h"
#include "base/say/message.h"
#include "base/option/engine.h"

#define REREAD_SIZE 65536

static const struct {
	const char *why;
	int status;
} left[] = {
	[LEFT_BINARY] = { "binary: left as it is; " BINARY_HINT, CLI_WELL },
	[LEFT_WIDE] = { "UTF-16 or UTF-32 by its byte order mark: left as it is; --from=auto reads it",
			CLI_INVALID },
	[LEFT_BACKUP] = { "is a backup: left as it is; --force replaces it", CLI_WELL },
	[LEFT_UTF8] = { "is UTF-8 already: left as it is; --force converts it", CLI_WELL },
	[LEFT_ESCAPED] = { "is escaped already: left as it is; --force escapes it again", CLI_WELL },
	[LEFT_ILL_FORMED] = { "is ill-formed: left as it is; --force converts it", CLI_INVALID },
	[LEFT_ERRORS] = { "has errors, which would pass: left as it is", CLI_INVALID },
	[LEFT_AGAIN] = { "a second run would change it again: left as it is; --force replaces it",
			 CLI_INVALID },
};

int left_alone_say(const struct filter *f)
{
	cli_complain("%s: %s", f->in.name, left[f->left].why);
	return left[f->left].status;
}

/* --- binary files */

/* May a file that begins so have NULs that are text? */
static bool nul_is_text(const struct filter *f, const u8 *p, size_t n)
{
	return f->wide || (f->config.from == UTF8CHECK_ENCODING_AUTO && binary_is_wide(p, n));
}

/* Do the first bytes decide that the file is left? */
static bool see(struct filter *f, const u8 *p, size_t n)
{
	if (!f->left && !f->nul_is_text && memchr(p, '\0', n))
		f->left = LEFT_BINARY;
	return f->left;
}

bool left_alone_for(const struct filter *f, const u8 *p, size_t n)
{
	return f->request.in_place && !f->request.text && !f->nul_is_text && memchr(p, '\0', n);
}

bool left_alone_by(struct filter *f, const u8 *p, size_t n)
{
	if (!f->left && left_alone_for(f, p, n))
		f->left = LEFT_BINARY;
	return f->left;
}

int left_alone_by_all(struct filter *f)
{
	off_t at = 0;
	size_t got;
	int err;

	if (f->request.text)
		return 0;
	do {
		got = input_read_at(&f->in, f->work, REREAD_SIZE, at, &err);
		if (see(f, f->work, got))
			return 0;
		at += got;
	} while (got == REREAD_SIZE);
	return err;
}

/* What the first bytes of the file say, as left_alone_by_all(). */
static int left_alone_by_start(struct filter *f)
{
	ssize_t n = input_peek(&f->in, f->work, BINARY_HEAD);

	if (n <= 0 || f->request.text)
		return n < 0 ? n : 0;
	f->nul_is_text = nul_is_text(f, f->work, n);
	if (binary_kind(f->work, n))
		f->left = LEFT_BINARY;
	else if (f->request.in_place && !f->nul_is_text && binary_is_wide(f->work, n))
		f->left = LEFT_WIDE;
	else if (f->controls && !f->nul_is_text && binary_has_controls(f->work, n))
		f->left = LEFT_BINARY;
	/* The rest of what is unpacked can be read only once. */
	if (f->in.limited)
		see(f, f->work, n);
	return 0;
}

/* --- what a first run has made */

/**
 * struct file_verdict - what was found in a file
 *
 * @well_formed: all of it was read, without an error.
 * @empty: there is nothing in it.
 * @ascii: all of it is ASCII.
 * @nul: it has a NUL.
 * @backslash: it has a backslash.
 */
struct file_verdict {
	bool well_formed;
	bool empty;
	bool ascii;
	bool nul;
	bool backslash;
};

static int push_to_first_error(struct filter *f, struct utf8check_stream *stream, struct file_verdict *j)
{
	off_t at = 0;
	size_t got, used;
	int err, read_err;

	do {
		used = got = input_read_at(&f->in, f->work, REREAD_SIZE, at, &read_err);
		if (read_err)
			return read_err;
		at += got;
		j->nul |= memchr(f->work, '\0', got) != NULL;
		j->backslash |= memchr(f->work, '\\', got) != NULL;
		err = got ? utf8check_stream_push(stream, f->work, &used, NULL, NULL) :
			    utf8check_stream_finish(stream, NULL, NULL);
	} while (got && !err);
	j->well_formed = !err;
	return err == -EILSEQ ? 0 : err;
}

/* Read the file as UTF-8, or as @config says, up to the first error. */
static int judge_first_error(struct filter *f, struct utf8check_config config, struct file_verdict *j)
{
	struct utf8check_stream *stream;
	struct utf8check_report r;
	int err;

	*j = (struct file_verdict){ };
	config.size = sizeof(config);
	config.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	err = utf8check_stream_open(cli_engine, &config, UTF8CHECK_CHECK_ONLY, &stream);
	if (err)
		return err;
	err = push_to_first_error(f, stream, j);
	if (!err)
		err = utf8check_stream_report(stream, &r);
	if (!err) {
		j->empty = !r.bytes_in;
		j->ascii = r.by_length[0] == r.bytes_in;
	}
	utf8check_stream_close(stream);
	return err;
}

static int discard_text(void *context, const u8 *p, size_t n)
{
	return 0;
}

/* As judge_first_error(), in a charset that a decoder reads. */
static int judge_charset(struct filter *f, struct file_verdict *j)
{
	struct utf8check_config config = { .size = sizeof(config) };
	struct converter *c = converter_open(f->charset, &config, discard_text, NULL);
	off_t at = 0;
	size_t got;
	int err;

	*j = (struct file_verdict){ };
	if (!c)
		return -ENOMEM;
	do {
		got = input_read_at(&f->in, f->work, REREAD_SIZE, at, &err);
		at += got;
		if (!err)
			err = converter_push(c, f->work, got);
	} while (got && !err);
	converter_close(c);
	j->well_formed = !err;
	return err == -EILSEQ ? 0 : err;
}

/* Is the file named as the backup of a file that is there? */
static bool is_backup_there(const struct filter *f)
{
	const char *name = f->in.name, *suffix = f->request.suffix;
	size_t m = suffix ? strlen(suffix) : 0, n = strlen(name);
	struct stat st;
	char *of;
	bool is;

	if (!m || n <= m || strcmp(name + n - m, suffix))
		return false;
	of = strndup(name, n - m);
	is = of && !stat(of, &st) && S_ISREG(st.st_mode);
	free(of);
	return is;
}

/* Does the profile write some code points otherwise than RFC 3629? */
static bool is_other_form(unsigned int profile)
{
	return profile == UTF8CHECK_PROFILE_CESU8 || profile == UTF8CHECK_PROFILE_MUTF8;
}

static bool reads_other(const struct filter *f)
{
	const struct utf8check_config *c = &f->config;

	if (f->charset || f->wide)
		return true;
	return c->profile != c->to_profile && is_other_form(c->profile);
}

static bool writes_other(const struct filter *f)
{
	const struct utf8check_config *c = &f->config;

	if (f->target_charset)
		return true;
	if (c->to != UTF8CHECK_ENCODING_UTF8)
		return f->charset || c->to != c->from;
	return is_other_form(c->to_profile) && c->profile != c->to_profile;
}

static int find_utf8(struct filter *f)
{
	struct file_verdict j;
	int err = judge_first_error(f, (struct utf8check_config){ }, &j);

	/* ASCII proves nothing: most charsets contain it, and a text may be all ASCII. */
	if (!err && j.well_formed && !j.nul && !j.empty && (f->wide || !j.ascii))
		f->left = LEFT_UTF8;
	return err;
}

static int find_escapes(struct filter *f)
{
	const struct utf8check_config unescape = { .flags = UTF8CHECK_FLAG_UNESCAPE };
	struct file_verdict j;
	int err = judge_first_error(f, unescape, &j);

	if (!err && j.well_formed && !j.nul && j.backslash)
		f->left = LEFT_ESCAPED;
	return err;
}

static int find_errors_of_source(struct filter *f)
{
	const struct utf8check_config source = {
		.profile = f->config.profile,
		.from = f->config.from,
	};
	struct file_verdict j;
	int err = f->charset ? judge_charset(f, &j) : judge_first_error(f, source, &j);

	if (!err && !j.well_formed)
		err = left_alone_by_all(f);
	if (!err && !j.well_formed && !f->left)
		f->left = LEFT_ILL_FORMED;
	return err;
}

int left_alone_before(struct filter *f)
{
	int err = 0;

	if (!S_ISREG(f->in.stat.st_mode) && !f->in.limited)
		return 0;
	if (f->request.in_place || f->chosen)
		err = left_alone_by_start(f);
	if (err || f->left)
		return err;
	if (!f->request.in_place)
		/* What goes to standard output cannot be taken back. */
		return f->chosen && !f->in.limited ? left_alone_by_all(f) : 0;
	if (f->request.force)
		return 0;
	if (is_backup_there(f))
		f->left = LEFT_BACKUP;
	else if (reads_other(f))
		err = find_utf8(f);
	if (!err && !f->left && f->config.action == UTF8CHECK_ACTION_ESCAPE)
		err = find_escapes(f);
	if (!err && !f->left && f->config.action != UTF8CHECK_ACTION_REJECT && writes_other(f))
		err = find_errors_of_source(f);
	return err;
}
