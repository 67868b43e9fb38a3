// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The errors of a file under the policy for source code, on their way to where they are reported.
 *
 * UTS #55: a bidi control shows code in an order that is not the one in which it runs,
 * unless its effect ends before the line does.  So controls that are closed in their line
 * are forgiven, but not U+202D and U+202E, which show letters in another order than their
 * own: they can make a comment look as if it had ended.  What closes nothing has no effect
 * (UAX #9, X6a and X7).  Marks and private use are forgiven where a few different ones are
 * side by side: a long row of them is a hidden message.
 *
 * What is not forgiven may be known to the baseline.  Of a file that is in another charset, one
 * finding stands for all errors that are left.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/charset/conversion.h"
#include "feature/check/check.h"

/* Up to this many that differ, side by side, are marks or icons, not a message. */
#define ROW_MAX 3

#define BY_ROW (BIT(UTF8CHECK_REASON_BIDI_CONTROL) | BIT(UTF8CHECK_REASON_PRIVATE_USE))

enum { PDF = 0x202c, PDI = 0x2069 };

bool gate_report(struct gate *g, const struct utf8check_error *e)
{
	if (baseline_has(g->in->name, e, 1)) {
		g->has_known = true;
		return true;
	}
	g->reported++;
	return g->found(g->context, e);
}

/* An error that is not forgiven: reported, or counted for the one finding of its file. */
static bool take_unforgiven(void *gate, const struct utf8check_error *e)
{
	struct gate *g = gate;

	if (g->look.is == LOOK_TEXT || BIT(e->reason) & g->singly)
		return gate_report(g, e);
	if (!g->as_one++)
		g->first = *e;
	return true;
}

/* --- what is forgiven */

/* A mark opens nothing, so it may stand beside a control that is not closed. */
static bool is_mark(u64 point)
{
	return point == 0x200e || point == 0x200f || point == 0x61c;
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

static void follow_bidi_control(struct gate *g, u64 point)
{
	switch (point) {
	case 0x202a ... 0x202b:
	case 0x202d ... 0x202e:
		/* Overrides are never forgiven: see the head of this file. */
		g->broken |= point >= 0x202d;
		g->closers[g->depth++] = PDF;
		break;
	case 0x2066 ... 0x2068:
		g->closers[g->depth++] = PDI;
		break;
	case PDF:
	case PDI:
		if (g->depth && g->closers[g->depth - 1] == point)
			g->depth--;
		else
			g->broken |= g->depth;
	}
}

static bool is_beside(const struct utf8check_error *a, const struct utf8check_error *b)
{
	return a->offset + a->length == b->offset;
}

/* How many waiting errors are side by side, from number @i on.  @changes: how many differ. */
static size_t row_of(const struct gate *g, size_t i, size_t *changes)
{
	size_t end = i + 1;

	*changes = 1;
	for (; end < g->count && is_beside(&g->waiting[end - 1], &g->waiting[end]); end++)
		*changes += g->waiting[end].value != g->waiting[end - 1].value;
	return end - i;
}

/* Forgive or report the errors that wait.  Return: false to stop. */
static bool resolve_waiting(struct gate *g)
{
	const struct utf8check_error *e = g->waiting;
	bool go_on = true, forgiven;
	size_t i, changes = 0, left = 0;

	g->broken |= g->depth;
	for (i = 0; i < g->count && go_on; i++, e++, left--) {
		if (!left)
			left = row_of(g, i, &changes);
		forgiven = BIT(e->reason) & g->forgives & BY_ROW && changes <= ROW_MAX &&
			   (e->reason != UTF8CHECK_REASON_BIDI_CONTROL || !g->broken || is_mark(e->value));
		g->forgiven += forgiven;
		go_on = forgiven || take_unforgiven(g, e);
	}
	g->count = 0;
	g->depth = 0;
	g->broken = false;
	return go_on;
}

/* Does @e not belong to the errors that wait, of which there are some? */
static bool ends_waiting(const struct gate *g, const struct utf8check_error *e)
{
	const struct utf8check_error *last = g->waiting + g->count - 1;

	return g->count == GATE_WAITING || last->line != e->line ||
	       (!g->depth && !is_beside(last, e));
}

/* As @found of struct error_search.  Errors have line and column. */
static bool forgive_or_take(void *gate, const struct utf8check_error *e)
{
	struct gate *g = gate;

	if (BIT(e->reason) & g->forgives && is_space(e)) {
		g->forgiven++;
		return true;
	}
	if (g->count && ends_waiting(g, e) && !resolve_waiting(g))
		return false;
	if (!g->count && !(BIT(e->reason) & g->forgives & BY_ROW))
		return take_unforgiven(g, e);
	if (e->reason == UTF8CHECK_REASON_BIDI_CONTROL && BIT(e->reason) & g->forgives)
		follow_bidi_control(g, e->value);
	g->waiting[g->count++] = *e;
	return true;
}

bool gate_refuses(u32 point)
{
	/* So what is found is counted in @as_one, and reported to nobody. */
	struct gate g = { .look.is = LOOK_OTHER, .forgives = SOURCE_FORBIDS };
	const struct utf8check_error e = {
		.reason = utf8check_forbidden(point, SOURCE_FORBIDS), .value = point,
	};

	return e.reason && forgive_or_take(&g, &e) && resolve_waiting(&g) && g.as_one;
}

/* --- a file */

/* Report the one finding, unless it is known. */
static void end_as_one(struct gate *g)
{
	const struct look *look = &g->look;

	if (baseline_has(g->in->name, NULL, g->as_one)) {
		g->has_known = true;
		g->as_one = 0;
	}
	g->reported += g->as_one;
	if (look->is == LOOK_CHARSET)
		snprintf(g->says, sizeof(g->says), "%s: name it in .gitattributes", look->charset);
	else
		snprintf(g->says, sizeof(g->says), "%s: %" PRIu64 " errors%s%s",
			 look->is == LOOK_NULS ? "a text with NULs" : "not UTF-8", g->as_one,
			 look->charset ? ", perhaps " : "", look->charset ? look->charset : "");
}

/*
 * One finding stands for the errors of the file: which of what the policy forbids are among these?
 * Controls always.  The rest may be letters of another charset, and is not looked for.  But a
 * baseline that knows the one finding must not hide the rest: that is then reported singly.
 */
static void prepare_as_one(struct gate *g, struct utf8check_config *config)
{
	const u64 control = BIT(UTF8CHECK_REASON_CONTROL);

	if (baseline_is_used())
		g->singly = config->forbid & ~control;
	else
		config->forbid &= ~g->forgives | control;
}

int gate_find_errors(struct gate *g, struct error_search *search, const char *charset, u8 *work)
{
	int err;

	if (g->look.is != LOOK_TEXT)
		prepare_as_one(g, &search->config);
	search->places = true;
	search->most = UINT64_MAX;
	search->found = forgive_or_take;
	search->context = g;
	/* What no charset has is not forgiven. */
	err = charset ? converter_find_errors(search, charset, take_unforgiven, g->in, work) :
			find_errors(search, g->in, work);
	resolve_waiting(g);
	if (g->as_one)
		end_as_one(g);
	search->errors = 0;
	search->code_points += g->forgiven;
	return err;
}
