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
 * output goes through a second run at once (filter_file.c).
 */
#include <string.h>
#include "feature/filter/filter.h"
#include "base/file/input.h"
#include "base/say/message.h"
#include "base/option/options.h"

#define REREAD_SIZE 65536

static const struct {
	const char *why;
	int status;
} words[] = {
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
	cli_complain("%s: %s", f->in.name, words[f->left].why);
	return words[f->left].status;
}

/* --- binary files */

/* In the encoding of the file a NUL is text, and the bytes of ASCII are not ASCII. */
static bool reads_wide(const struct filter *f)
{
	if (f->charset)
		return !charset_has_ascii(f->charset);
	return f->config.from != UTF8CHECK_ENCODING_UTF8 &&
	       f->config.from != UTF8CHECK_ENCODING_AUTO;
}

/* In the encoding of the file control characters are themselves. */
static bool has_controls(const struct filter *f)
{
	return f->charset ? charset_has_controls(f->charset) : !reads_wide(f);
}

/* May a file that begins so have NULs that are text? */
static bool nul_is_text(const struct filter *f, const u8 *p, size_t n)
{
	return reads_wide(f) || (f->config.from == UTF8CHECK_ENCODING_AUTO && binary_is_wide(p, n));
}

static bool shows_binary(const struct filter *f, const u8 *p, size_t n)
{
	return !f->o->request.text && !f->nul_is_text && memchr(p, '\0', n);
}

bool left_alone_shows_binary(const struct filter *f, const u8 *p, size_t n)
{
	return f->o->request.in_place && shows_binary(f, p, n);
}

static void look_for_binary(struct filter *f, size_t n)
{
	if (shows_binary(f, f->work, n))
		f->left = LEFT_BINARY;
}

int left_alone_if_binary(struct filter *f)
{
	size_t got = !f->left && !f->o->request.text;
	off_t at = 0;
	int err = 0;

	for (; got && !err && !f->left; at += got) {
		got = input_read_at(&f->in, f->work, REREAD_SIZE, at, &err);
		look_for_binary(f, got);
	}
	return err;
}

/* What the first bytes of the file say, as left_alone_if_binary(). */
static int check_start(struct filter *f)
{
	ssize_t n = input_peek(&f->in, f->work, BINARY_HEAD);

	if (n <= 0 || f->o->request.text)
		return n < 0 ? n : 0;
	f->nul_is_text = nul_is_text(f, f->work, n);
	if (binary_kind(f->work, n))
		f->left = LEFT_BINARY;
	else if (f->o->request.in_place && !f->nul_is_text && binary_is_wide(f->work, n))
		f->left = LEFT_WIDE;
	else if (!f->nul_is_text && has_controls(f) && binary_has_controls(f->work, n))
		f->left = LEFT_BINARY;
	/* The rest of what is unpacked can be read only once. */
	else if (f->in.limited)
		look_for_binary(f, n);
	return 0;
}

/* --- what a first run has made */

/**
 * struct reread - a file that is read from its start up to the first error
 *
 * @search: what is asked, and the answer.
 * @at: how far it was read.
 * @nul: a NUL was read.
 * @backslash: a backslash was read.
 */
struct reread {
	struct error_search search;
	off_t at;
	bool nul;
	bool backslash;
};

/* As @read of struct error_search; the file is read on elsewhere later, so its place stays. */
static ssize_t read_on(void *reread, struct input *in, void *buf, size_t room)
{
	struct reread *r = reread;
	int err;
	const size_t got = input_read_at(in, buf, REREAD_SIZE, r->at, &err);

	r->at += got;
	r->nul |= memchr(buf, '\0', got) != NULL;
	r->backslash |= memchr(buf, '\\', got) != NULL;
	return err ? err : (ssize_t)got;
}

static bool stop_search(void *unused, const struct utf8check_error *e)
{
	return false;
}

/* Read the file in a charset, or, where that is NULL, as @config says. */
static int find_first_error(struct filter *f, struct utf8check_config config, const char *charset,
			    struct reread *r)
{
	config.size = sizeof(config);
	config.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	*r = (struct reread){ .search = {
		.engine = cli_engine, .config = config, .read = read_on, .source = r,
		.found = stop_search, .most = 1,
	} };
	return charset ? converter_find_errors(&r->search, charset, stop_search, &f->in, f->work) :
			 find_errors(&r->search, &f->in, f->work);
}

/* Is the file named as the backup of a file that is there? */
static bool is_backup_there(const struct filter *f)
{
	const char *name = f->in.name, *suffix = f->o->request.suffix;
	size_t m = suffix ? strlen(suffix) : 0, n = strlen(name);
	AUTO_FREE char *of = m && n > m ? strndup(name, n - m) : NULL;
	struct stat st;

	return of && !strcmp(name + n - m, suffix) && !stat(of, &st) && S_ISREG(st.st_mode);
}

/* Does the profile write some code points otherwise than RFC 3629? */
static bool is_other_form(unsigned int profile)
{
	return profile == UTF8CHECK_PROFILE_CESU8 || profile == UTF8CHECK_PROFILE_MUTF8;
}

static bool reads_other(const struct filter *f)
{
	const struct utf8check_config *c = &f->config;

	if (f->charset || reads_wide(f))
		return true;
	return c->profile != c->to_profile && is_other_form(c->profile);
}

static bool writes_other(const struct filter *f)
{
	const struct utf8check_config *c = &f->config;

	if (f->o->target_charset)
		return true;
	if (c->to != UTF8CHECK_ENCODING_UTF8)
		return f->charset || c->to != c->from;
	return is_other_form(c->to_profile) && c->profile != c->to_profile;
}

static int find_utf8(struct filter *f)
{
	struct reread r;
	int err = find_first_error(f, (struct utf8check_config){ }, NULL, &r);
	const u64 bytes = r.search.reached.offset;
	const bool is_ascii = r.search.code_points == bytes;

	/* ASCII proves nothing: most charsets contain it, and a text may be all ASCII. */
	if (!err && !r.search.errors && !r.nul && bytes && (!is_ascii || reads_wide(f)))
		f->left = LEFT_UTF8;
	return err;
}

static int find_escapes(struct filter *f)
{
	const struct utf8check_config unescape = { .flags = UTF8CHECK_FLAG_UNESCAPE };
	struct reread r;
	int err = find_first_error(f, unescape, NULL, &r);

	if (!err && !r.search.errors && !r.nul && r.backslash)
		f->left = LEFT_ESCAPED;
	return err;
}

static int find_errors_of_source(struct filter *f)
{
	const struct utf8check_config source = { .profile = f->config.profile, .from = f->config.from };
	struct reread r;
	int err = find_first_error(f, source, f->charset, &r);

	if (err || !r.search.errors)
		return err;
	err = left_alone_if_binary(f);
	if (!err && !f->left)
		f->left = LEFT_ILL_FORMED;
	return err;
}

int left_alone_check(struct filter *f)
{
	const bool in_place = f->o->request.in_place;
	int err;

	if (!S_ISREG(f->in.stat.st_mode) && !f->in.limited)
		return 0;
	err = in_place || file_choice.recursive ? check_start(f) : 0;
	if (err || f->left)
		return err;
	/* What goes to standard output cannot be taken back, so all of the file is looked at. */
	if (!in_place)
		return file_choice.recursive && !f->in.limited ? left_alone_if_binary(f) : 0;
	if (f->o->request.force)
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
