// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the policy for source code forgives of what it has found.
 *
 * UTS #55: a bidi control shows code in an order that is not the one in which it runs,
 * unless its effect ends before the line does.  So controls that are closed in their line
 * are forgiven, but not U+202D and U+202E, which show letters in another order than their
 * own: they can make a comment look as if it had ended.  What closes nothing has no effect
 * (UAX #9, X6a and X7).  Marks and private use are forgiven where a few different ones are
 * side by side: a long row of them is a hidden message.
 */
#include "feature/check/source.h"

/* Up to this many that differ, side by side, are marks or icons, not a message. */
#define ROW_MAX 3

#define BY_ROW (BIT(UTF8CHECK_REASON_BIDI_CONTROL) | BIT(UTF8CHECK_REASON_PRIVATE_USE))

enum { PDF = 0x202c, PDI = 0x2069 };

/* A mark opens nothing, so it may stand beside a control that is not closed. */
static bool is_mark(u64 point)
{
	return point == 0x200e || point == 0x200f || point == 0x61c;
}

static bool has_reason(const struct utf8check_error *e, u64 reasons)
{
	return BIT(e->reason) & reasons;
}

/*
 * White space of UAX #31 that does not end a line is forgiven anywhere; so is the bell, which
 * moves and hides nothing, and which autoconf writes into each configure.
 */
static bool is_space(const struct utf8check_error *e)
{
	if (e->reason == UTF8CHECK_REASON_CONTROL)
		return e->value == '\f' || e->value == '\v' || e->value == '\a';
	return e->reason == UTF8CHECK_REASON_WHITE_SPACE && e->value != 0x2028 && e->value != 0x2029;
}

/* Follow the bidi controls that are open. */
static void pair(struct source_errors *s, u64 point)
{
	switch (point) {
	case 0x202a ... 0x202b:
	case 0x202d ... 0x202e:
		s->broken |= point >= 0x202d;
		s->closers[s->depth++] = PDF;
		break;
	case 0x2066 ... 0x2068:
		s->closers[s->depth++] = PDI;
		break;
	case PDF:
	case PDI:
		if (s->depth && s->closers[s->depth - 1] == point)
			s->depth--;
		else
			s->broken |= s->depth;
	}
}

static bool is_beside(const struct utf8check_error *a, const struct utf8check_error *b)
{
	return a->offset + a->length == b->offset;
}

/* How many waiting errors are side by side, from number @i on.  @changes: how many differ. */
static size_t row_of(const struct source_errors *s, size_t i, size_t *changes)
{
	size_t end = i + 1;

	*changes = 1;
	for (; end < s->count && is_beside(&s->waiting[end - 1], &s->waiting[end]); end++)
		*changes += s->waiting[end].value != s->waiting[end - 1].value;
	return end - i;
}

/* Forgive or report the errors that wait.  Return: false to stop. */
static bool resolve_waiting(struct source_errors *s)
{
	const struct utf8check_error *e = s->waiting;
	bool go_on = true, forgiven;
	size_t i, changes = 0, left = 0;

	s->broken |= s->depth;
	for (i = 0; i < s->count && go_on; i++, e++, left--) {
		if (!left)
			left = row_of(s, i, &changes);
		forgiven = has_reason(e, s->forgives & BY_ROW) && changes <= ROW_MAX &&
			   (e->reason != UTF8CHECK_REASON_BIDI_CONTROL || !s->broken || is_mark(e->value));
		s->forgiven += forgiven;
		go_on = forgiven || s->found(s->context, e);
	}
	s->count = 0;
	s->depth = 0;
	s->broken = false;
	return go_on;
}

/* Does @e not belong to the errors that wait, of which there are some? */
static bool ends_waiting(const struct source_errors *s, const struct utf8check_error *e)
{
	const struct utf8check_error *last = s->waiting + s->count - 1;

	return s->count == SOURCE_WAITING || last->line != e->line ||
	       (!s->depth && !is_beside(last, e));
}

bool source_take(void *source_errors, const struct utf8check_error *e)
{
	struct source_errors *s = source_errors;

	if (has_reason(e, s->forgives) && is_space(e)) {
		s->forgiven++;
		return true;
	}
	if (s->count && ends_waiting(s, e) && !resolve_waiting(s))
		return false;
	if (!s->count && !has_reason(e, s->forgives & BY_ROW))
		return s->found(s->context, e);
	if (has_reason(e, s->forgives & BIT(UTF8CHECK_REASON_BIDI_CONTROL)))
		pair(s, e->value);
	s->waiting[s->count++] = *e;
	return true;
}

void source_end(struct source_errors *s)
{
	resolve_waiting(s);
}
