// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One wrong reading, undone.
 *
 * In a charset no two bytes have the same code point, and UTF-8 writes a code
 * point in one way only.  So, as long as nothing was bad, whoever misreads the
 * output again gets the input, byte for byte.
 */
#include <string.h>
#include "feature/detect/redecode.h"

/* So many failures are no accident, unless there are more successes. */
#define HOPELESS 100

void redecoder_start(struct redecoder *r, const struct charset *charset,
		     void (*emit)(void *context, u32 cp), void *context)
{
	*r = (struct redecoder){
		.charset = charset,
		.emit = emit,
		.context = context,
		.last = ' ',
	};
}

static void count_undecodable(struct redecoder *r)
{
	r->bad++;
	r->hopeless |= r->bad > HOPELESS && r->bad > r->good;
}

/* Remove the first @n bytes of the sequence at hand. */
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

/* Has no text what comes out?  Of two bytes, Han that is rare, and words of two scripts, count. */
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

/* Decode the bytes at hand, as far as they are decided. */
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
		if (length && r->emit && !r->hopeless)
			r->emit(r->context, cp);
		shift(r, length ? (unsigned int)length : e.length);
	}
}

void redecoder_feed(struct redecoder *r, u32 cp)
{
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

void redecoder_finish(struct redecoder *r)
{
	decode_kept(r, true);
}
