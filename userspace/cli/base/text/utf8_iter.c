// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The code points of UTF-8 that comes in pieces.
 *
 * Bytes at the end of a piece that are not decided are carried over.  Bytes of
 * the next piece are added one by one until they are decided.
 */
#include <string.h>
#include "base/text/text_stats.h"

static size_t ascii_run(const u8 *p, size_t n)
{
	size_t run = 0;

	while (n - run >= 8 && !(load64(p + run) & HIGH_BITS))
		run += 8;
	while (run < n && p[run] < 0x80)
		run++;
	return run;
}

/* Report a run of ASCII; where only errors matter, skip a run of text. */
static size_t report_run(struct utf8_iter *s, const u8 *p, size_t n)
{
	const bool skips = s->errors_only && !s->after_bad;
	const size_t run = skips ? utf8check_valid_up_to(p, n) : ascii_run(p, n);

	if (run && *p < 0x80)
		s->ascii(s->context, p, s->errors_only ? 1 : run);
	s->offset += run;
	return run;
}

/* Decode the sequence at @p.  Return: its bytes; 0 when it is undecided. */
static size_t decode_one(struct utf8_iter *s, const u8 *p, size_t n, bool final)
{
	struct utf8check_error e;
	u64 cp;
	int length = utf8check_decode(NULL, p, n, final, &cp, &e);

	if (length < 0)
		return 0;
	s->after_bad = !length;
	if (length == 1) {
		s->ascii(s->context, p, 1);
	} else if (length) {
		s->point(s->context, cp, length);
	} else {
		e.offset = s->offset;
		s->bad(s->context, &e);
		length = e.length;
	}
	s->offset += length;
	return length;
}

void utf8_iter_push(struct utf8_iter *s, const u8 *p, size_t n, bool final)
{
	size_t done;

	while (s->carried) {
		done = decode_one(s, s->carry, s->carried, final && !n);
		s->carried -= done;
		memmove(s->carry, s->carry + done, s->carried);
		if (!done && !n)
			return;
		if (!done) {
			s->carry[s->carried++] = *p++;
			n--;
		}
	}
	while (n) {
		done = report_run(s, p, n);
		if (!done)
			done = decode_one(s, p, n, final);
		if (!done)
			break;
		p += done;
		n -= done;
	}
	if (n)
		memcpy(s->carry, p, n);
	s->carried = n;
}
