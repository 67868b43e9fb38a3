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

/* Is a character of Han rare that was read, and what was meant is not? */
static bool is_rare(const struct charset *set, const struct misread *m)
{
	unsigned int i;

	for (i = 0; i < m->n; i++)
		if (charset_is_rare(set, m->cp[i]))
			return !charset_is_rare(set, m->meant);
	return false;
}

/* What follows the last sequence is known, and whether it is such a sequence too. */
static void count_strange(struct redecoder *r, u32 after, bool chained)
{
	unsigned int points;

	if (!r->kept.n)
		return;
	r->kept.after = after;
	r->kept.chained = chained;
	points = r->charset->wide ? wide_points(&r->kept, is_rare(r->charset, &r->kept)) :
				     misread_points(&r->kept);
	r->strange += points > 0;
	evidence_add(&r->evidence, points);
	r->kept.n = 0;
}

/* Has no text what comes out?  Of two bytes, Han that is rare, and words of two scripts, count. */
static bool is_odd(const struct redecoder *r, u32 cp)
{
	if (!is_everyday(cp))
		return true;
	return r->charset->wide && (charset_is_rare(r->charset, cp) ||
				    (r->kept.chained && strange_points(r->kept.meant, cp, ' ')));
}

static void keep_sequence(struct redecoder *r, unsigned int n, u32 cp)
{
	r->good++;
	r->odd += is_odd(r, cp);
	r->kept = (struct misread){ .n = n, .before = r->last, .meant = cp };
	memcpy(r->kept.cp, r->cp, n * sizeof(*r->cp));
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
		count_strange(r, r->cp[0], length > 1);
		if (length > 1)
			keep_sequence(r, length, cp);
		else if (!length)
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
		count_strange(r, cp, false);
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
	count_strange(r, ' ', false);
}
