// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Undo wrong readings of a text: the first redecoder undoes the last of them.
 *
 * In a charset no two bytes have the same code point, and UTF-8 writes a code
 * point in one way only.  So, as long as nothing was bad, misreading the output
 * again gives the input, byte for byte.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "feature/detect/chain.h"
#include "feature/detect/plausible.h"

/* More failures than this, and than successes: the step is hopeless. */
#define HOPELESS 100

/* Bytes after which it is asked whether a step is hopeless. */
#define UNDO_PIECE 1024

static void count_undecodable(struct redecoder *r)
{
	r->bad++;
	r->hopeless |= r->bad > HOPELESS && r->bad > r->good;
}

/* Remove the first @n bytes of the current sequence. */
static void shift(struct redecoder *r, unsigned int n)
{
	r->last = r->cp[n - 1];
	r->n -= n;
	memmove(r->bytes, r->bytes + n, r->n);
	memmove(r->cp, r->cp + n, r->n * sizeof(*r->cp));
}

/*
 * Is a sequence strange, that was read in characters of two bytes?  In real Chinese and Japanese
 * hardly any are well-formed UTF-8, least of all one after the other, or of three bytes and with
 * a rare character where a frequent one was meant.
 */
static bool is_strange(const struct redecoder *r, unsigned int n, u32 cp)
{
	unsigned int i;

	if (n < 3)
		return r->previous || (r->last >= 'a' && r->last <= 'z');
	for (i = 0; i < n && !charset_is_rare(r->charset, r->cp[i]); i++)
		;
	return i < n && !charset_is_rare(r->charset, cp);
}

/* Is the result unlike any text?  From two bytes, rare Han and words of two scripts count. */
static bool is_odd(const struct redecoder *r, u32 cp)
{
	if (!is_everyday(cp))
		return true;
	return r->charset->wide && (charset_is_rare(r->charset, cp) ||
				    (r->previous && strange_points(r->previous, cp, ' ')));
}

static void count_sequence(struct redecoder *r, unsigned int n, u32 cp)
{
	r->good++;
	r->odd += is_odd(r, cp);
	r->strange += r->charset->wide && is_strange(r, n, cp);
	r->chained |= r->previous && n > 2;
	r->previous = cp;
}

/* Decode the current bytes, as far as they are decided. */
static void decode_kept(struct redecoder *r, bool final)
{
	struct utf8check_error e;
	u64 cp;
	int length;

	while (r->n) {
		length = utf8check_decode(NULL, r->bytes, r->n, final, &cp, &e);
		if (length < 0)
			return;
		if (length > 1)
			count_sequence(r, length, cp);
		else
			r->previous = 0;
		if (!length)
			count_undecodable(r);
		if (length && !r->hopeless)
			r->emit(r->context, cp);
		shift(r, length ? (unsigned int)length : e.length);
	}
}

static void redecoder_feed(void *context, u32 cp)
{
	struct redecoder *r = context;
	int shift, code = charset_code(r->charset, cp);

	if (code < 0) {
		/*
		 * The sequence that @cp breaks off is counted, so @cp is not.
		 */
		if (r->n)
			decode_kept(r, true);
		else
			count_undecodable(r);
		r->previous = 0;
		r->last = cp;
		return;
	}
	for (shift = code > 0xff ? 8 : 0; shift >= 0; shift -= 8) {
		r->bytes[r->n] = code >> shift;
		r->cp[r->n++] = cp;
		decode_kept(r, false);
	}
}

static void give_kept(struct chain *c)
{
	if (c->kept)
		c->give(c->context, c->buf, c->kept);
	c->kept = 0;
}

static void keep_point(void *context, u32 cp)
{
	struct chain *c = context;

	if (sizeof(c->buf) - c->kept < UTF8CHECK_SEQUENCE_MAX)
		give_kept(c);
	c->kept += utf8check_encode(NULL, cp, c->buf + c->kept);
}

/* Decode what is in @raw, and keep what the end of it cuts. */
static void decode_raw(struct chain *c, bool final)
{
	char *in = (char *)c->raw, utf8[4 * sizeof(c->raw)], *out = utf8;
	size_t left = c->raw_n, room = sizeof(utf8);

	while (left && decoder_run(&c->written, &in, &left, &out, &room) == (size_t)-1 &&
	       errno == EILSEQ) {
		c->bad++;
		in += c->written.bad;
		left -= c->written.bad;
	}
	if (final)
		decoder_run(&c->written, NULL, NULL, &out, &room);
	c->bad += final && left;
	memmove(c->raw, in, left);
	c->raw_n = left;
	if (out > utf8)
		c->give(c->context, (u8 *)utf8, out - utf8);
}

static void keep_raw(struct chain *c, u32 cp)
{
	int code = charset_code(c->steps[0].charset, cp);

	if (code < 0)
		c->bad++;
	if (c->raw_n + 2 > sizeof(c->raw))
		decode_raw(c, false);
	if (code > 0xff)
		c->raw[c->raw_n++] = code >> 8;
	if (code >= 0)
		c->raw[c->raw_n++] = code;
}

static void undo_point(void *context, u32 cp, unsigned int length)
{
	struct chain *c = context;

	/* A byte order mark was written after all wrong steps: it stays as it is. */
	if (!c->begun && cp == 0xfeff)
		keep_point(c, cp);
	else if (c->decodes)
		keep_raw(c, cp);
	else if (!c->steps[0].hopeless)
		redecoder_feed(&c->steps[0], cp);
	c->begun = true;
}

static void undo_ascii(void *context, const u8 *p, size_t n)
{
	while (n--)
		undo_point(context, *p++, 1);
}

static void undo_bad(void *context, const struct utf8check_error *e)
{
	struct chain *c = context;

	c->bad++;
}

void chain_start(struct chain *c, const struct charset *const *sets, unsigned int n,
		 void (*give)(void *context, const u8 *p, size_t n), void *context)
{
	unsigned int i;

	memset(c, 0, offsetof(struct chain, buf));
	c->iter = (struct utf8_iter){
		.ascii = undo_ascii, .point = undo_point, .bad = undo_bad, .context = c,
	};
	c->give = give;
	c->context = context;
	c->n = n;
	for (i = 0; i < n; i++)
		c->steps[i] = (struct redecoder){
			.charset = sets[n - 1 - i],
			.emit = i + 1 < n ? redecoder_feed : keep_point,
			.context = i + 1 < n ? (void *)&c->steps[i + 1] : c,
			.last = ' ',
		};
}

void chain_decode(struct chain *c, const char *written)
{
	c->decodes = decoder_open(&c->written, written);
}

void chain_push(struct chain *c, const u8 *p, size_t n)
{
	unsigned int i;

	utf8_iter_push(&c->iter, p, n, !n);
	for (i = 0; !n && i < c->n; i++)
		decode_kept(&c->steps[i], true);
	give_kept(c);
	if (!c->decodes)
		return;
	decode_raw(c, !n);
	if (!n)
		decoder_close(&c->written);
}

static void put_into_memory(void *context, const u8 *p, size_t n)
{
	u8 **end = context;

	*end = mempcpy(*end, p, n);
}

/* A step makes fewer bytes than it gets; a code point of @written has up to 4. */
size_t chain_undo(struct chain *c, const u8 *p, size_t n, u8 *to)
{
	u8 *end = to;
	size_t piece;

	c->give = put_into_memory;
	c->context = &end;
	for (; n && !c->steps[0].hopeless; p += piece, n -= piece) {
		piece = n < UNDO_PIECE ? n : UNDO_PIECE;
		chain_push(c, p, piece);
	}
	chain_push(c, NULL, 0);
	return end - to;
}

u64 chain_bad(const struct chain *c)
{
	u64 bad = c->bad;
	unsigned int i;

	for (i = 0; i < c->n; i++)
		bad += c->steps[i].bad;
	return bad;
}
