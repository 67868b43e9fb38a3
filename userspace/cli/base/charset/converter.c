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
 * @decoder: reads the charset.
 * @base64: the charset is UTF-7 or like it.
 * @action: what is done with a sequence that is not of the charset.
 * @give: takes the UTF-8.
 * @context: for @give.
 * @found: called with each sequence that is not of the charset; or NULL.
 * @watcher: for @found.
 * @stopped: when not 0: what converter_push() returns from now on.
 * @offset: the offset of the next byte that is converted.
 * @place: line and column of the next code point.
 * @errors: how many sequences were not of the charset.
 * @incomplete: how many of these the end of the text broke off: 0 or 1.
 * @first: the first sequence that was not of the charset.
 * @buf: the beginning of a sequence, carried over; room for what follows it.
 * @n: how many bytes of it.
 * @out: UTF-8 for @give.
 */
struct converter {
	struct decoder decoder;
	bool base64;
	u8 action;
	int (*give)(void *context, const u8 *p, size_t n);
	void *context;
	bool (*found)(void *context, const struct utf8check_error *e);
	void *watcher;
	int stopped;
	u64 offset;
	struct utf8check_position place;
	u64 errors;
	u64 incomplete;
	struct utf8check_error first;
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
	icu_complain(what);
	return false;
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
	cli_complain("--from=%s does not go with these options: %s", name, why);
	return false;
}

struct converter *converter_open(const char *name, struct utf8check_config *config,
			   int (*give)(void *context, const u8 *p, size_t n),
			   void *context)
{
	struct converter *c = calloc(1, sizeof(*c));

	if (!c || !decoder_open(&c->decoder, name)) {
		cli_complain_errno(-errno, "--from=%s", name);
		free(c);
		return NULL;
	}
	/* RFC 2152; RFC 3501 for the names of mailboxes. */
	c->base64 = !c->decoder.shifts && (decoder_reads(name, "+AOk-", "\xc3\xa9") ||
					   decoder_reads(name, "&AOk-", "\xc3\xa9"));
	explore(c, name);
	c->action = config->action;
	c->give = give;
	c->context = context;
	c->place.line = 1;
	c->place.column = 1;
	if (config->action == UTF8CHECK_ACTION_ESCAPE)
		config->action = UTF8CHECK_ACTION_REJECT;
	return c;
}

void converter_close(struct converter *c)
{
	if (!c)
		return;
	decoder_close(&c->decoder);
	free(c);
}

static int give_converted(struct converter *c, const u8 *p, size_t n)
{
	if (n && !c->stopped)
		c->stopped = c->give(c->context, p, n);
	return c->stopped;
}

/* Give text that iconv made; the action escape doubles each backslash. */
static int give_text(struct converter *c, const u8 *p, size_t n)
{
	const u8 *slash;

	utf8check_position_advance(&c->place, p, n);
	while (c->action == UTF8CHECK_ACTION_ESCAPE && (slash = memchr(p, '\\', n))) {
		size_t done = slash + 1 - p;

		if (give_converted(c, p, done) || give_converted(c, slash, 1))
			return c->stopped;
		p += done;
		n -= done;
	}
	return give_converted(c, p, n);
}

/* Give the bytes, at most CARRY, as \xHH. */
static int give_as_escapes(struct converter *c, const u8 *p, size_t n)
{
	char text[4 * CARRY + 1];

	hex_escape(text, p, n);
	return give_converted(c, (const u8 *)text, 4 * n);
}

static void converter_record(struct converter *c, const u8 *p, size_t n, bool incomplete)
{
	struct utf8check_error e = {
		.offset = c->offset,
		.line = c->place.line,
		.column = c->place.column,
		.reason = incomplete ? UTF8CHECK_REASON_INCOMPLETE :
				       UTF8CHECK_REASON_INVALID_BYTE,
	};

	e.length = n < sizeof(e.bytes) ? n : sizeof(e.bytes);
	e.count = e.length;
	memcpy(e.bytes, p, e.count);
	if (!c->errors++)
		c->first = e;
	c->incomplete += incomplete;
	if (c->found && !c->found(c->watcher, &e))
		c->stopped = -ECANCELED;
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
		return c->stopped;
	converter_record(c, p, n, incomplete);
	c->place.column++;
	if (c->stopped)
		return c->stopped;
	if (c->action == UTF8CHECK_ACTION_REPLACE)
		return give_converted(c, replacement, sizeof(replacement));
	if (c->action == UTF8CHECK_ACTION_ESCAPE)
		return give_as_escapes(c, p, n);
	if (c->action == UTF8CHECK_ACTION_REJECT)
		c->stopped = -EILSEQ;
	return c->stopped;
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
	} while (err == E2BIG && !c->stopped);
	*p = (u8 *)in;
	return err;
}

/* Convert @n bytes at @p; an incomplete sequence at the end is carried over. */
static void convert_piece(struct converter *c, u8 *p, size_t n, bool final)
{
	size_t bad, before;
	int err;

	while (n && !c->stopped) {
		before = n;
		err = run_decoder(c, &p, &n);
		c->offset += before - n;
		if (!err || c->stopped)
			break;
		if (err == EINVAL && !final && n <= CARRY)
			break;
		bad = err == EINVAL && final && n <= CARRY ? n : c->decoder.bad;
		if (bad > n)
			bad = n;
		settle_unconvertible(c, p, bad, err == EINVAL);
		c->offset += bad;
		p += bad;
		n -= bad;
	}
	c->n = n;
	memmove(c->buf, p, n);
}

int converter_push(struct converter *c, const u8 *p, size_t n)
{
	size_t part;

	if (!n && !c->stopped) {
		convert_piece(c, c->buf, c->n, true);
		if (!c->stopped)
			give_held(c);
	}
	for (; n && !c->stopped; p += part, n -= part) {
		part = n < CONVERT_MAX ? n : CONVERT_MAX;
		if (c->n) {
			memcpy(c->buf + c->n, p, part);
			convert_piece(c, c->buf, c->n + part, false);
		} else {
			convert_piece(c, (u8 *)p, part, false);
		}
	}
	return c->stopped;
}

void converter_watch(struct converter *c,
		  bool (*found)(void *context, const struct utf8check_error *e),
		  void *context)
{
	c->found = found;
	c->watcher = context;
}

const struct utf8check_error *converter_error(const struct converter *c)
{
	return c->stopped == -EILSEQ ? &c->first : NULL;
}

void converter_report(const struct converter *c, struct utf8check_report *report)
{
	report->errors += c->errors;
	report->by_reason[UTF8CHECK_REASON_INCOMPLETE] += c->incomplete;
	report->by_reason[UTF8CHECK_REASON_INVALID_BYTE] += c->errors - c->incomplete;
}

/* --- the errors of a file */

static int judge_converted(void *error_stream, const u8 *p, size_t n)
{
	int err = error_stream_push(error_stream, p, &n);

	return err == ERROR_STOP ? -ECANCELED : err;
}

/* Convert the file to its end, or until no more errors are wanted. */
static int convert_file(struct converter *c, struct error_stream *s, struct input *in, u8 *work)
{
	ssize_t got;
	int err;

	do {
		got = input_read(in, work, CONVERT_MAX);
		err = got < 0 ? got : converter_push(c, work, got);
	} while (got && !err);
	if (!err)
		err = error_stream_finish(s);
	return err == ERROR_STOP || err == -ECANCELED ? 0 : err;
}

int converter_find_errors(struct error_search *search, const char *charset,
			  bool (*found)(void *context, const struct utf8check_error *e),
			  struct input *in, u8 *work)
{
	struct utf8check_config config = search->config;
	struct error_stream s;
	struct converter *c;
	int err, end_err;

	config.action = UTF8CHECK_ACTION_REPLACE;
	c = converter_open(charset, &config, judge_converted, &s);
	if (!c)
		return -ENOMEM;
	converter_watch(c, found, search->context);
	err = error_stream_open(&s, search, &search->config, 0);
	if (!err)
		err = convert_file(c, &s, in, work);
	end_err = error_stream_close(&s);
	search->reached.offset = c->offset + c->n;
	search->code_points -= c->errors;
	search->errors += c->errors;
	converter_close(c);
	return err ? err : end_err;
}
