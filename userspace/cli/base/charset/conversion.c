// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the conversions have in common: they give what they make, and count what they cannot
 * convert.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/charset/conversion.h"

void *conversion_new(size_t size, give_fn *give, void *context)
{
	struct conversion *c = calloc(1, size);

	if (c) {
		c->give = give;
		c->context = context;
		c->place = (struct utf8check_position){ 1, 1 };
	}
	return c;
}

int conversion_push(struct conversion *c, const u8 *p, size_t n)
{
	return c->push(c, p, n);
}

void conversion_close(struct conversion *c)
{
	if (!c)
		return;
	c->close(c);
	free(c);
}

int conversion_give(struct conversion *c, const void *p, size_t n)
{
	/* What ends the shift state of a charset is written after an error too. */
	int err = n && (!c->stopped || c->stopped == -EILSEQ) ? c->give(c->context, p, n) : 0;

	if (err)
		c->stopped = err;
	return c->stopped;
}

void conversion_record(struct conversion *c, u8 reason, const u8 *p, size_t n)
{
	struct utf8check_error e = {
		.offset = c->offset, .line = c->place.line, .column = c->place.column,
		.reason = reason,
	};

	e.length = n < sizeof(e.bytes) ? n : sizeof(e.bytes);
	e.count = e.length;
	memcpy(e.bytes, p, e.count);
	if (!c->errors++)
		c->first = e;
	c->by_reason[reason]++;
	if (c->found && !c->found(c->watcher, &e))
		c->stopped = -ECANCELED;
}

const struct utf8check_error *conversion_error(const struct conversion *c)
{
	return c->stopped == -EILSEQ ? &c->first : NULL;
}

void conversion_report(const struct conversion *c, struct utf8check_report *report)
{
	report->errors += c->errors;
	for (unsigned int i = 0; i < UTF8CHECK_REASONS; i++)
		report->by_reason[i] += c->by_reason[i];
}
