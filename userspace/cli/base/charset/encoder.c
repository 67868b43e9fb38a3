// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 on its way into a charset that only iconv(3) knows.
 *
 * iconv stops before a code point that the charset does not have.  What stands
 * for the code point goes through the same conversion, so that the shift state
 * fits.
 *
 * A charset has a code point if iconv writes it and reads it back: iconv(3) of glibc
 * writes some code points that a charset does not have as others, without an error: the
 * yen sign as a backslash in CP932, what EBCDIC lacks as SUB, tags as no bytes at all.
 * Each code point is tried once, alone, when it is met first.
 */
#include <errno.h>
#include <iconv.h>
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/conversion.h"
#include "base/say/escape.h"

#define TRIED_MAX 64	/* for a code point, with the shifts around it */

enum { UNTRIED, KEPT, CHANGED };

#define ENCODED_MAX 16384
#define ENCODED_MIN 16	/* bytes that are encoded at once after one that was not */

/**
 * struct encoder - text on its way into a charset
 *
 * @base: what all conversions have.
 * @cd: writes the text.
 * @to: writes a code point that is tried.
 * @from: reads it back.
 * @points: UNTRIED, KEPT or CHANGED, by code point; room for all that four bytes can say.
 * @action: what is done with a code point that the charset does not have.
 * @carry: a sequence that is not complete.
 * @carried: bytes of it.
 * @out: bytes for @give.
 */
struct encoder {
	struct conversion base;
	iconv_t cd;
	iconv_t to;
	iconv_t from;
	u8 points[0x200000];
	u8 action;
	u8 carry[UTF8CHECK_SEQUENCE_MAX];
	size_t carried;
	u8 out[ENCODED_MAX];
};

/* --- which code points come back from a charset as they went into it */

/* Convert a text, at most TRIED_MAX bytes.  Return: false where that cannot be done. */
static bool convert_whole(iconv_t cd, const char *in, size_t n, char *out, size_t *made)
{
	char *from = (char *)in, *to = out;
	size_t room = TRIED_MAX;

	iconv(cd, NULL, NULL, NULL, NULL);
	if (iconv(cd, &from, &n, &to, &room) == (size_t)-1 || n ||
	    iconv(cd, NULL, NULL, &to, &room) == (size_t)-1)
		return false;
	*made = to - out;
	return true;
}

static bool comes_back(struct encoder *e, const u8 *p, size_t n, const char *there,
		       size_t there_n)
{
	char back[TRIED_MAX];
	size_t back_n;
	int order;

	/* A letter with a mark may go there as one code point and come back as two. */
	return convert_whole(e->from, there, there_n, back, &back_n) &&
	       !utf8check_compare_form(UTF8CHECK_FORM_NFC, p, n, back, back_n, &order) && !order;
}

/* A code point that iconv cannot write counts as kept: the caller of iconv sees it. */
static u8 try_round_trip(struct encoder *e, const u8 *p, size_t n)
{
	char there[TRIED_MAX];
	size_t there_n;

	if (!convert_whole(e->to, (const char *)p, n, there, &there_n))
		return KEPT;
	/* A byte of ASCII that stays is taken for ASCII, whatever iconv reads there. */
	if (n == 1 && there_n == 1 && there[0] == (char)*p)
		return KEPT;
	return comes_back(e, p, n, there, there_n) ? KEPT : CHANGED;
}

/* Does this character of ASCII come back as itself? */
static bool has_ascii_character(struct encoder *e, char ascii)
{
	const u8 p = ascii;
	char there[TRIED_MAX];
	size_t n;

	return convert_whole(e->to, &ascii, 1, there, &n) && comes_back(e, &p, 1, there, n);
}

/* How many of @n bytes, whole sequences, come before a code point that is changed. */
static size_t round_trip_length(struct encoder *e, const u8 *p, size_t n)
{
	const u8 *at = p, *end = p + n;
	unsigned int length;

	for (; at < end; at += length) {
		u32 cp = decode_well_formed(at, &length);

		if (e->points[cp] == KEPT)
			continue;
		if (e->points[cp] == UNTRIED)
			e->points[cp] = try_round_trip(e, at, length);
		if (e->points[cp] == CHANGED)
			break;
	}
	return at - p;
}

/* --- the encoder */

bool encoder_fits(const char *name, const struct utf8check_config *c)
{
	const char *why = NULL;

	if (!name)
		return true;
	if (c->action == UTF8CHECK_ACTION_PASS)
		why = "what that charset does not have cannot be let through";
	else if (c->flags & UTF8CHECK_FLAG_UNESCAPE)
		why = "only UTF-8 is unescaped, and into UTF-8";
	else if (c->to_profile != UTF8CHECK_PROFILE_RFC3629)
		why = "--to-profile is about Unicode's own encodings";
	else if (c->bom == UTF8CHECK_BOM_REQUIRE && charset_has_own_mark(name))
		why = "the mark that is required would be a second one there";
	if (!why)
		return true;
	return cli_complain("--to=%s does not go with these options: %s", name, why);
}

void encoder_adjust_bom(const char *name, struct utf8check_config *c)
{
	if (name && (c->bom == UTF8CHECK_BOM_KEEP || c->bom == UTF8CHECK_BOM_ADD) &&
	    charset_has_own_mark(name))
		c->bom = UTF8CHECK_BOM_STRIP;
}

/* Return: false after a message. */
static bool can_write(struct encoder *e, const char *name)
{
	const iconv_t none = (iconv_t)-1;

	if (!e || e->cd == none || e->to == none || e->from == none)
		return cli_complain_errno(-errno, "--to=%s", name);
	if (e->action != UTF8CHECK_ACTION_ESCAPE || has_ascii_character(e, '\\'))
		return true;
	return cli_complain("--to=%s has no backslash: what --on-error=escape writes would not come back",
			    name);
}

/*
 * Encode whole sequences.  Return: how many bytes were encoded, less than @n
 * before a code point that the charset does not have, or when @give stops.
 */
static size_t encode_sequences(struct encoder *e, const u8 *p, size_t n)
{
	char *in = (char *)p, *out;
	size_t left = n, room;
	int err;

	do {
		out = (char *)e->out;
		room = sizeof(e->out);
		err = iconv(e->cd, &in, &left, &out, &room) == (size_t)-1 ? errno : 0;
		conversion_give(&e->base, e->out, sizeof(e->out) - room);
	} while (err == E2BIG && !e->base.stopped);
	return n - left;
}

/* Write a text, if the charset has all of it. */
static bool write_if_kept(struct encoder *e, const char *text)
{
	size_t n = strlen(text);

	return round_trip_length(e, (const u8 *)text, n) == n &&
	       encode_sequences(e, (const u8 *)text, n) == n;
}

static bool write_escaped(struct encoder *e, const u8 *p, size_t n)
{
	char text[4 * UTF8CHECK_SEQUENCE_MAX + 1];

	hex_escape(text, p, n);
	return write_if_kept(e, text);
}

/* Handle a code point that the charset lacks. */
static void settle_unencodable(struct encoder *e, const u8 *p, size_t n)
{
	bool written = false;

	conversion_record(&e->base, UTF8CHECK_REASON_OUT_OF_RANGE, p, n);
	if (e->action == UTF8CHECK_ACTION_REPLACE)
		written = write_if_kept(e, "\xef\xbf\xbd") || write_if_kept(e, "?");
	else if (e->action == UTF8CHECK_ACTION_ESCAPE)
		written = write_escaped(e, p, n);
	else if (e->action == UTF8CHECK_ACTION_DROP)
		written = true;
	if (!written && !e->base.stopped)
		e->base.stopped = -EILSEQ;
}

static void move_position(struct encoder *e, const u8 *p, size_t n)
{
	utf8check_position_advance(&e->base.place, p, n);
	e->base.offset += n;
}

static size_t sequence_length(const u8 *p)
{
	return *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
}

/* Settle the code point at @p, which the charset lacks.  Return: its bytes. */
static size_t settle_next(struct encoder *e, const u8 *p)
{
	const size_t n = sequence_length(p);

	settle_unencodable(e, p, n);
	if (!e->base.stopped)
		move_position(e, p, n);
	return n;
}

/* At least @most bytes of whole sequences, where there are as many. */
static size_t whole_sequences(const u8 *p, size_t n, size_t most)
{
	while (most < n && is_continuation(p[most]))
		most++;
	return most < n ? most : n;
}

/*
 * Encode whole sequences, and settle those that the charset does not have.
 *
 * iconv reads all that it gets, also after what it does not encode.  So after that it
 * gets little, and twice as much each time that it encodes all.
 */
static void encode_all(struct encoder *e, const u8 *p, size_t n)
{
	/* Of the bytes at @p, @kept are known to come back; of these, @part are given to iconv. */
	size_t kept = 0, most = n, part, done;

	while (n && !e->base.stopped) {
		if (!kept)
			kept = round_trip_length(e, p, n);
		part = whole_sequences(p, kept, most);
		done = encode_sequences(e, p, part);
		move_position(e, p, done);
		p += done;
		n -= done;
		kept -= done;
		if (done < part)
			most = ENCODED_MIN;
		else if (most < n)
			most *= 2;
		if (!n || e->base.stopped)
			return;
		if (done == part && kept)
			continue;
		done = settle_next(e, p);
		p += done;
		n -= done;
		kept -= kept ? done : 0;
	}
}

/* How many bytes of a sequence that is not complete are at the end. */
static size_t incomplete(const u8 *p, size_t n)
{
	for (size_t back = 1; back < 4 && back <= n; back++)
		if (!is_continuation(p[n - back]))
			return sequence_length(p + n - back) > back ? back : 0;
	return 0;
}

/* End the text, and the charset's shift state. */
static void end_encoded(struct encoder *e)
{
	char *out = (char *)e->out;
	size_t room = sizeof(e->out);

	/* As iconv(1), make nothing of an empty text: not even the header of ISO-2022-KR. */
	if (!e->base.offset)
		return;
	iconv(e->cd, NULL, NULL, &out, &room);
	conversion_give(&e->base, e->out, sizeof(e->out) - room);
}

static int encoder_push(struct conversion *base, const u8 *p, size_t n)
{
	struct encoder *e = (struct encoder *)base;
	size_t rest;

	if (!n)
		end_encoded(e);
	while (e->carried && n && !base->stopped) {
		e->carry[e->carried++] = *p++;
		n--;
		if (e->carried == sequence_length(e->carry)) {
			rest = e->carried;
			e->carried = 0;
			encode_all(e, e->carry, rest);
		}
	}
	if (base->stopped || !n)
		return base->stopped;
	rest = incomplete(p, n);
	encode_all(e, p, n - rest);
	memcpy(e->carry, p + n - rest, rest);
	e->carried = rest;
	return base->stopped;
}

/* What could not be opened is -1, which iconv_close() refuses. */
static void encoder_close(struct conversion *base)
{
	struct encoder *e = (struct encoder *)base;

	iconv_close(e->cd);
	iconv_close(e->to);
	iconv_close(e->from);
}

struct conversion *encoder_open(const char *name, u8 action, give_fn *give, void *context)
{
	struct encoder *e = conversion_new(sizeof(*e), give, context);

	if (e) {
		e->base.push = encoder_push;
		e->base.close = encoder_close;
		e->action = action;
		e->cd = iconv_open(name, "UTF-8");
		e->to = iconv_open(name, "UTF-8");
		e->from = iconv_open("UTF-8", name);
	}
	if (can_write(e, name))
		return &e->base;
	conversion_close(e ? &e->base : NULL);
	return NULL;
}
