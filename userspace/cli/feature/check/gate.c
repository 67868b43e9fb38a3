// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The errors of a file under the policy for source code, on their way to where they are told.
 *
 * The policy forgives some, by what is around them: source.c.  What is left may be known to the
 * baseline.  Of a file that is in another charset, one finding stands for all that is left.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/charset/conversion.h"
#include "feature/check/check.h"
#include "feature/check/source.h"

/* --- what is around an error */

ssize_t text_around_read(struct text_around *t, struct input *in, u8 *buf, size_t room)
{
	const size_t more = t->n < sizeof(t->before) ? t->n : sizeof(t->before);
	ssize_t got;

	memmove(t->before, t->before + more, sizeof(t->before) - more);
	memcpy(t->before + sizeof(t->before) - more, buf + t->n - more, more);
	got = input_read(in, buf, room);
	t->base += t->n;
	t->p = buf;
	t->n = got < 0 ? 0 : got;
	return got;
}

/* Read what is around an error, @from this offset on.  Return: how many bytes. */
static size_t read_around(const struct gate *g, u64 from, u8 text[2 * SOURCE_AROUND])
{
	const struct text_around *t = &g->around;
	const u64 start = t->base - sizeof(t->before);
	size_t n = 0;
	ssize_t got;
	int err;

	if (!input_is_read_once(g->in))
		return input_read_at(g->in, text, 2 * SOURCE_AROUND, from, &err);
	for (; from + sizeof(t->before) >= t->base && from < t->base + t->n && n < 2 * SOURCE_AROUND; from++)
		text[n++] = from < t->base ? t->before[from - start] : t->p[from - t->base];
	/* ASCII ends what a language writes. */
	if (!n || text[n - 1] < 0x80)
		return n;
	got = input_peek(g->in, text + n, 2 * SOURCE_AROUND - n);
	return got < 0 ? n : n + got;
}

/* As @writes of struct source_errors. */
static bool is_written(void *gate, const struct utf8check_error *e)
{
	const struct gate *g = gate;
	const size_t before = e->offset < SOURCE_AROUND ? e->offset : SOURCE_AROUND;
	u8 text[2 * SOURCE_AROUND];
	size_t n;

	if (e->reason != UTF8CHECK_REASON_MISPLACED_IGNORABLE || !g->is_utf8)
		return false;
	n = read_around(g, e->offset - before, text);
	return n > before && source_language_writes(e->value, text, before, n);
}

/* --- what is told */

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

	g->is_utf8 = !charset && search->config.from == UTF8CHECK_ENCODING_UTF8;
	g->source.found = take_error;
	g->source.writes = is_written;
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
