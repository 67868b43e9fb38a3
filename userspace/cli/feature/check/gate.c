// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The errors of a file under the policy for source code, on their way to where they are told.
 *
 * The policy forgives some: source.c.  What is left may be known to the baseline.  Of a file that
 * is in another charset, one finding stands for all that is left.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/charset/conversion.h"
#include "feature/check/check.h"
#include "feature/check/source.h"

bool gate_tell(struct gate *g, const struct utf8check_error *e)
{
	if (baseline_has(g->in->name, e, 1)) {
		g->known = true;
		return true;
	}
	g->told++;
	return g->found(g->context, e);
}

/* As @found of struct source_errors. */
static bool take_error(void *gate, const struct utf8check_error *e)
{
	struct gate *g = gate;

	if (!g->look.is || BIT(e->reason) & g->apart)
		return gate_tell(g, e);
	if (!g->in_one++)
		g->first = *e;
	return true;
}

/* What no charset has is not forgiven. */
static bool take_ill_formed(void *source_errors, const struct utf8check_error *e)
{
	const struct source_errors *s = source_errors;

	return s->found(s->context, e);
}

static void end_in_one(struct gate *g)
{
	const struct look *look = &g->look;

	if (baseline_has(g->in->name, NULL, g->in_one)) {
		g->known = true;
		g->in_one = 0;
	}
	g->told += g->in_one;
	if (!*look->is)
		snprintf(g->says, sizeof(g->says), "%s: name it in .gitattributes", look->charset);
	else
		snprintf(g->says, sizeof(g->says), "%s: %" PRIu64 " errors%s%s", look->is, g->in_one,
			 look->charset ? ", perhaps " : "", look->charset ? look->charset : "");
}

/*
 * One finding hides what the policy finds in well-formed text, which may be letters of another
 * charset.  But a baseline that knows the file must not hide it.
 */
static void choose_apart(struct gate *g, struct utf8check_config *config)
{
	const u64 control = BIT(UTF8CHECK_REASON_CONTROL);

	if (baseline_is_used())
		g->apart = config->forbid & ~control;
	else
		config->forbid &= ~g->source.forgives | control;
}

int gate_find_errors(struct gate *g, struct error_search *search, const char *charset, u8 *work)
{
	int err;

	g->source.found = take_error;
	g->source.context = g;
	if (g->look.is)
		choose_apart(g, &search->config);
	search->places = true;
	search->most = UINT64_MAX;
	search->found = source_take;
	search->context = &g->source;
	err = charset ? converter_find_errors(search, charset, take_ill_formed, g->in, work) :
			find_errors(search, g->in, work);
	source_end(&g->source);
	if (g->in_one)
		end_in_one(g);
	search->errors = 0;
	search->code_points += g->source.forgiven;
	return err;
}
