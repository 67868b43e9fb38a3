// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text in a charset that the core does not know, as UTF-8.
 *
 * iconv says where a sequence begins that is not of the charset, but not where it
 * ends; other decoders say both.  With iconv, one unit of the charset, nearly always a byte,
 * is taken for the sequence, and the conversion continues after it: so no ASCII is lost.
 *
 * A sequence that is not complete at the end of a piece is carried over.  iconv
 * may hold back characters, because it may compose two of them into one.  These
 * are asked for before an error is handled.  They are not asked for in a
 * charset with shift states (ISO-2022-JP, UTF-7): asking would also end the
 * shift state.  An error does not do that, but in UTF-7: there what follows a damaged
 * shift is read as ASCII again, as iconv -c does, since base64 makes characters
 * of any letters.
 */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/conversion.h"
#include "base/charset/decoder.h"
#include "base/file/late_library.h"
#include "base/say/escape.h"

/* More bytes than the longest sequence of any charset, with its shifts. */
#define CARRY 64

/* Bytes that are converted at once, and room for what becomes of them. */
#define CONVERT_MAX 65536
#define CONVERTED_MAX (4 * CONVERT_MAX)

/**
 * struct converter - text on its way into a stream
 *
 * @base: what all conversions have.
 * @decoder: reads the charset.
 * @base64: the charset is UTF-7 or like it.
 * @action: what is done with a sequence that is not of the charset.
 * @buf: the beginning of a sequence, carried over; room for what follows it.
 * @n: how many bytes of it.
 * @out: UTF-8 for @give.
 */
struct converter {
	struct conversion base;
	struct decoder decoder;
	bool base64;
	u8 action;
	u8 buf[CARRY + CONVERT_MAX];
	size_t n;
	u8 out[CONVERTED_MAX];
};

/* Has a charset shift states, and is one of them left open after a character? */
static bool is_shifted(const char *name)
{
	iconv_t cd = iconv_open(name, "UTF-8");
	/* Hiragana A, which most of these charsets have. */
	char from[] = "\xe3\x81\x82", to[64], *in = from, *out = to, *end;
	size_t left = strlen(from), room = sizeof(to);

	iconv(cd, &in, &left, &out, &room);
	end = out;
	iconv(cd, NULL, NULL, &out, &room);
	iconv_close(cd);
	return out > end;
}

/* Learn about a charset of iconv by writing some text in it; some can only be read. */
static void explore(struct converter *c, const char *name)
{
	size_t first, letter = charset_letter(name, &first);

	if (!letter)
		return;
	if (letter <= 4)
		c->decoder.bad = letter;
	c->decoder.shifts = is_shifted(name);
}

/* Is the library that reads the charset installed? */
static bool is_there(const char *name)
{
	char what[64];
	struct decoder d;

	if (decoder_open(&d, name)) {
		decoder_close(&d);
		return true;
	}
	snprintf(what, sizeof(what), "--from=%s", name);
	return icu_complain(what);
}

bool converter_fits(const char *name, const struct utf8check_config *c)
{
	const char *why = NULL;

	if (!name)
		return true;
	if (c->action == UTF8CHECK_ACTION_PASS || c->action == UTF8CHECK_ACTION_SHORTEST)
		why = "what is not of that charset has no form in UTF-8";
	else if (c->action == UTF8CHECK_ACTION_ESCAPE && c->forbid)
		why = "--forbid cannot be escaped apart from it";
	else if (c->flags & UTF8CHECK_FLAG_UNESCAPE)
		why = "only UTF-8 is unescaped";
	else if (c->profile != UTF8CHECK_PROFILE_RFC3629)
		why = "--profile is about UTF-8";
	else if ((c->bom == UTF8CHECK_BOM_REQUIRE || c->bom == UTF8CHECK_BOM_FORBID) &&
		 charset_has_own_mark(name))
		why = "the byte order mark of that charset is no part of the text";
	if (!why)
		return is_there(name);
	return cli_complain("--from=%s does not go with these options: %s", name, why);
}

/* Give text that iconv made; the action escape doubles each backslash. */
static int give_text(struct converter *c, const u8 *p, size_t n)
{
	const u8 *slash;

	utf8check_position_advance(&c->base.place, p, n);
	while (c->action == UTF8CHECK_ACTION_ESCAPE && (slash = memchr(p, '\\', n))) {
		size_t done = slash + 1 - p;

		if (conversion_give(&c->base, p, done) || conversion_give(&c->base, slash, 1))
			return c->base.stopped;
		p += done;
		n -= done;
	}
	return conversion_give(&c->base, p, n);
}

/* Give the bytes, at most CARRY, as \xHH. */
static int give_as_escapes(struct converter *c, const u8 *p, size_t n)
{
	char text[4 * CARRY + 1];

	hex_escape(text, p, n);
	return conversion_give(&c->base, text, 4 * n);
}

/* Give what iconv holds back. */
static int give_held(struct converter *c)
{
	char *out = (char *)c->out;
	size_t room = sizeof(c->out);

	decoder_run(&c->decoder, NULL, NULL, &out, &room);
	return give_text(c, c->out, sizeof(c->out) - room);
}

/* Handle @n bytes at @p that are not of the charset. */
static int settle_unconvertible(struct converter *c, const u8 *p, size_t n,
				bool incomplete)
{
	static const u8 replacement[] = { 0xef, 0xbf, 0xbd };

	if (c->base64)
		decoder_run(&c->decoder, NULL, NULL, NULL, NULL);
	else if (!c->decoder.shifts && give_held(c))
		return c->base.stopped;
	conversion_record(&c->base, incomplete ? UTF8CHECK_REASON_INCOMPLETE :
			  UTF8CHECK_REASON_INVALID_BYTE, p, n);
	c->base.place.column++;
	if (c->base.stopped)
		return c->base.stopped;
	if (c->action == UTF8CHECK_ACTION_REPLACE)
		return conversion_give(&c->base, replacement, sizeof(replacement));
	if (c->action == UTF8CHECK_ACTION_ESCAPE)
		return give_as_escapes(c, p, n);
	if (c->action == UTF8CHECK_ACTION_REJECT)
		c->base.stopped = -EILSEQ;
	return c->base.stopped;
}

/*
 * Convert some of the bytes at *p.  Return: 0, or the errno that the decoder stopped
 * with.  E2BIG is returned only after @give has stopped the text.
 */
static int run_decoder(struct converter *c, u8 **p, size_t *n)
{
	char *in = (char *)*p, *out;
	size_t room, done;
	int err;

	do {
		out = (char *)c->out;
		room = sizeof(c->out);
		done = decoder_run(&c->decoder, &in, n, &out, &room);
		err = done == (size_t)-1 ? errno : 0;
		give_text(c, c->out, sizeof(c->out) - room);
	} while (err == E2BIG && !c->base.stopped);
	*p = (u8 *)in;
	return err;
}

/* Convert @n bytes at @p; an incomplete sequence at the end is carried over. */
static void convert_piece(struct converter *c, u8 *p, size_t n, bool final)
{
	size_t bad, before;
	bool is_cut;
	int err;

	while (n && !c->base.stopped) {
		before = n;
		err = run_decoder(c, &p, &n);
		c->base.offset += before - n;
		if (!err || c->base.stopped)
			break;
		/* A sequence may go on after the piece. */
		is_cut = err == EINVAL && n <= CARRY;
		if (is_cut && !final)
			break;
		bad = is_cut || c->decoder.bad > n ? n : c->decoder.bad;
		settle_unconvertible(c, p, bad, err == EINVAL);
		c->base.offset += bad;
		p += bad;
		n -= bad;
	}
	c->n = n;
	memmove(c->buf, p, n);
}

static int converter_push(struct conversion *base, const u8 *p, size_t n)
{
	struct converter *c = (struct converter *)base;
	size_t part;

	if (!n && !base->stopped) {
		convert_piece(c, c->buf, c->n, true);
		if (!base->stopped)
			give_held(c);
	}
	for (; n && !base->stopped; p += part, n -= part) {
		part = n < CONVERT_MAX ? n : CONVERT_MAX;
		if (c->n) {
			memcpy(c->buf + c->n, p, part);
			convert_piece(c, c->buf, c->n + part, false);
		} else {
			convert_piece(c, (u8 *)p, part, false);
		}
	}
	return base->stopped;
}

static void converter_close(struct conversion *base)
{
	decoder_close(&((struct converter *)base)->decoder);
}

struct conversion *converter_open(const char *name, struct utf8check_config *config,
				  give_fn *give, void *context)
{
	struct converter *c = conversion_new(sizeof(*c), give, context);

	if (!c || !decoder_open(&c->decoder, name)) {
		cli_complain_errno(-errno, "--from=%s", name);
		free(c);
		return NULL;
	}
	c->base.push = converter_push;
	c->base.close = converter_close;
	/* RFC 2152; RFC 3501 for the names of mailboxes. */
	c->base64 = !c->decoder.shifts && (decoder_reads(name, "+AOk-", "\xc3\xa9") ||
					   decoder_reads(name, "&AOk-", "\xc3\xa9"));
	explore(c, name);
	c->action = config->action;
	if (config->action == UTF8CHECK_ACTION_ESCAPE)
		config->action = UTF8CHECK_ACTION_REJECT;
	return &c->base;
}

/* --- the errors of a file */

static int judge_converted(void *error_stream, const u8 *p, size_t n)
{
	int err = error_stream_push(error_stream, p, &n);

	return err == ERROR_STOP ? -ECANCELED : err;
}

/* Convert the file to its end, or until no more errors are wanted. */
static int convert_file(struct conversion *c, struct error_stream *s, struct input *in, u8 *work)
{
	size_t none = 0;
	ssize_t got;
	int err;

	do {
		got = error_search_read(s->search, in, work, CONVERT_MAX);
		err = got < 0 ? got : conversion_push(c, work, got);
	} while (got && !err);
	if (!err)
		err = error_stream_push(s, NULL, &none);
	return err == ERROR_STOP || err == -ECANCELED ? 0 : err;
}

int converter_find_errors(struct error_search *search, const char *charset, found_fn *found,
			  struct input *in, u8 *work)
{
	struct utf8check_config config = search->config;
	struct error_stream s;
	struct conversion *c;
	int err, end_err;

	config.action = UTF8CHECK_ACTION_REPLACE;
	c = converter_open(charset, &config, judge_converted, &s);
	if (!c)
		return -ENOMEM;
	c->found = found;
	c->watcher = search->context;
	err = error_stream_open(&s, search, &search->config, 0) ?: convert_file(c, &s, in, work);
	end_err = error_stream_close(&s);
	search->reached.offset = c->offset + ((struct converter *)c)->n;
	search->code_points -= c->errors;
	search->errors += c->errors;
	conversion_close(c);
	return err ? err : end_err;
}
