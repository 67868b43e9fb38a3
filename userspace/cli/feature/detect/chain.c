// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Undo wrong readings of a text: the first step undoes the last of them.
 *
 * In a charset no two bytes have the same code point, and UTF-8 writes a code
 * point in one way only.  So, as long as nothing was bad, misreading the output
 * again gives the input, byte for byte.
 */
#include <errno.h>
#include "feature/detect/chain.h"

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

static size_t decode_piece(struct chain *c, struct chain_step *s, bool final)
{
	char *in = (char *)s->text, *out = (char *)c->decoded;
	size_t left = s->n, room = sizeof(c->decoded);

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
	return (u8 *)out - c->decoded;
}

static void push_piece(struct chain *c, const u8 *p, size_t n, bool final)
{
	struct chain_step *s = c->steps;
	bool last;

	do {
		last = !s->read_as;
		memcpy(s->text + s->n, p, n);
		s->n += n;
		p = last && c->decodes ? c->decoded : s->out;
		n = last && c->decodes ? decode_piece(c, s, final) : undo_piece(s, final, s->out);
		s++;
	} while (!last);
	if (n)
		c->give(c->context, p, n);
}

void chain_start(struct chain *c, const struct charset *const *sets, unsigned int n,
		 void (*give)(void *context, const u8 *p, size_t n), void *context)
{
	struct chain_step *s;
	unsigned int i;

	for (i = 0; i <= n; i++) {
		s = &c->steps[i];
		s->read_as = i < n ? sets[n - 1 - i] : NULL;
		s->begun = s->after_bad = false;
		s->decodes = false;
		s->bad = s->n = 0;
	}
	/* A text that was not pushed to its end has left it open. */
	if (c->decodes)
		decoder_close(&c->written);
	c->decodes = false;
	c->give = give;
	c->context = context;
}

void chain_decode(struct chain *c, const char *written)
{
	c->decodes = written && decoder_open(&c->written, written);
	c->steps[0].decodes = c->decodes;
}

void chain_push(struct chain *c, const u8 *p, size_t n)
{
	size_t piece;

	if (!n) {
		push_piece(c, p, 0, true);
		if (c->decodes)
			decoder_close(&c->written);
		c->decodes = false;
	}
	for (; n; p += piece, n -= piece) {
		piece = n < CHAIN_PIECE ? n : CHAIN_PIECE;
		push_piece(c, p, piece, false);
	}
}

static void put_into_memory(void *context, const u8 *p, size_t n)
{
	u8 **end = context;

	*end = mempcpy(*end, p, n);
}

size_t chain_undo(struct chain *c, const u8 *p, size_t n, u8 *to)
{
	u8 *end = to;

	c->give = put_into_memory;
	c->context = &end;
	if (n)
		chain_push(c, p, n);
	chain_push(c, p, 0);
	return end - to;
}

u64 chain_bad(const struct chain *c)
{
	const struct chain_step *s = c->steps;
	u64 bad = s->bad;

	while (s->read_as)
		bad += (++s)->bad;
	return bad;
}
