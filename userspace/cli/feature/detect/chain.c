// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Undo wrong readings of a text: the first step undoes the last of them.
 *
 * In a charset no two bytes have the same code point, and UTF-8 writes a code
 * point in one way only.  So, as long as nothing was bad, misreading the output
 * again gives the input, byte for byte.
 *
 * A charset is known by asking iconv for each character.
 */
#include <errno.h>
#include <iconv.h>
#include "base/say/message.h"
#include "feature/detect/detect_private.h"

/* The code point of bytes; 0 when they have none, 1 when another byte must follow. */
static u32 decode_bytes(iconv_t cd, const char *bytes, size_t n)
{
	char utf8[8], *from = (char *)bytes, *to = utf8;
	size_t room = sizeof(utf8);
	u64 cp;

	if (iconv(cd, &from, &n, &to, &room) == (size_t)-1) {
		cp = errno == EINVAL;
		iconv(cd, NULL, NULL, NULL, NULL);
		return cp;
	}
	if (to == utf8 || utf8check_decode(NULL, utf8, to - utf8, true, &cp, NULL) != to - utf8)
		return 0;
	return cp;
}

static void set_code(struct charset *set, u32 cp, u16 code)
{
	if (cp >= 0x80 && cp < CHARSET_END && !set->code[cp])
		set->code[cp] = code;
}

static void load_charset(struct charset *set, iconv_t cd)
{
	unsigned int lead, trail;
	u32 cp;

	for (lead = 0x80; lead <= 0xff; lead++) {
		cp = decode_bytes(cd, (char[]){ (char)lead }, 1);
		set_code(set, cp ? cp : lead, lead);
		for (trail = 0x40; cp == 1 && trail <= 0xff; trail++)
			set_code(set, decode_bytes(cd, (char[]){ (char)lead, (char)trail }, 2),
				 lead << 8 | trail);
	}
	/* glibc alone has DELTA and a point of private use for INCREMENT and the apple. */
	if (!strcmp(set->name, "MACINTOSH")) {
		set->code[0x394] = set->code[0xe01e] = 0;
		set->code[0x2206] = 0xc6;
		set->code[0xf8ff] = 0xf0;
	}
}

#define CHARSETS_MAX 16

const struct charset *charset_of(const char *name)
{
	static struct charset sets[CHARSETS_MAX];
	static bool is_known[CHARSETS_MAX];
	struct charset *set = sets;
	iconv_t cd;

	while (set->name && strcmp(set->name, name))
		set++;
	if (!set->name) {
		assert(set < sets + CHARSETS_MAX - 1);
		set->name = name;
		cd = iconv_open("UTF-8", name);
		is_known[set - sets] = cd != (iconv_t)-1;
		if (is_known[set - sets]) {
			load_charset(set, cd);
			iconv_close(cd);
		} else {
			cli_complain("iconv does not know %s: mojibake by it is not recognized", name);
		}
	}
	return is_known[set - sets] ? set : NULL;
}

/* No byte of UTF-8. */
#define NOT_IN_CHARSET 0xff

/* A sequence that is broken off by what is not in the charset counts once. */
static void count_bad(struct chain_step *s)
{
	s->bad += !s->after_bad;
	s->after_bad = !s->after_bad;
}

static size_t put_point(struct chain_step *s, u32 cp, u8 *to)
{
	/* A byte order mark was written after all wrong steps: it stays as it is. */
	const bool stays = !s->read_as || (!s->begun && cp == 0xfeff);
	const int code = stays ? 0 : charset_code(s->read_as, cp);

	s->begun = true;
	s->after_bad = false;
	if (stays)
		return utf8check_encode(NULL, cp, to);
	if (code < 0 && s->decodes)
		count_bad(s);
	if (code > 0xff)
		*to++ = code >> 8;
	*to = code < 0 ? NOT_IN_CHARSET : code;
	return code > 0xff ? 2 : 1;
}

/* Return: bytes at @to. */
static size_t undo_piece(struct chain_step *s, bool final, u8 *to)
{
	struct utf8check_error e;
	size_t at = 0, made = 0;
	int length;
	u64 cp;

	for (; at < s->n; at += length) {
		length = utf8check_decode(NULL, s->text + at, s->n - at, final, &cp, &e);
		if (length < 0)
			break;
		if (length)
			made += put_point(s, cp, to + made);
		else
			count_bad(s);
		length = length ? length : (int)e.length;
	}
	s->n -= at;
	memmove(s->text, s->text + at, s->n);
	return made;
}

static size_t decode_piece(struct chain *c, struct chain_step *s, bool final, u8 *to)
{
	char *in = (char *)s->text, *out = (char *)to;
	size_t left = s->n, room = 4 * CHAIN_ROOM;

	while (left && decoder_run(&c->written, &in, &left, &out, &room) == (size_t)-1 && errno == EILSEQ) {
		s->bad++;
		in += c->written.bad;
		left -= c->written.bad;
	}
	if (final)
		decoder_run(&c->written, NULL, NULL, &out, &room);
	s->bad += final && left;
	s->n = left;
	memmove(s->text, in, left);
	return (u8 *)out - to;
}

static size_t push_piece(struct chain *c, const u8 *p, size_t n, bool final, u8 *to)
{
	struct chain_step *s = c->steps;

	memcpy(s->text + s->n, p, n);
	s->n += n;
	for (; s->read_as; s++)
		s[1].n += undo_piece(s, final, s[1].text + s[1].n);
	return c->decodes ? decode_piece(c, s, final, to) : undo_piece(s, final, to);
}

void chain_start(struct chain *c, const struct mojibake *m)
{
	unsigned int i;

	/* A text that was not pushed to its end has left it open. */
	if (c->decodes)
		decoder_close(&c->written);
	c->decodes = m->written && decoder_open(&c->written, m->written);
	for (i = 0; i <= m->steps; i++) {
		c->steps[i].read_as = i < m->steps ? charset_of(m->read_as[m->steps - 1 - i]) : NULL;
		c->steps[i].begun = c->steps[i].after_bad = false;
		c->steps[i].decodes = c->decodes && !i;
		c->steps[i].bad = c->steps[i].n = 0;
	}
}

size_t chain_push(struct chain *c, const u8 *p, size_t n, u8 *to)
{
	size_t piece, made = 0;

	if (!n) {
		made = push_piece(c, p, 0, true, to);
		if (c->decodes)
			decoder_close(&c->written);
		c->decodes = false;
	}
	for (; n; p += piece, n -= piece) {
		piece = n < CHAIN_PIECE ? n : CHAIN_PIECE;
		made += push_piece(c, p, piece, false, to + made);
	}
	return made;
}

size_t chain_undo(struct chain *c, const struct mojibake *m, const u8 *p, size_t n, u8 *to)
{
	size_t made;

	chain_start(c, m);
	made = n ? chain_push(c, p, n, to) : 0;
	return made + chain_push(c, (const u8 *)"", 0, to + made);
}

u64 chain_bad(const struct chain *c)
{
	const struct chain_step *s = c->steps;
	u64 bad = s->bad;

	while (s->read_as)
		bad += (++s)->bad;
	return bad;
}
