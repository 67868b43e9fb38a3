// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tests the engines with boundaries, the order of two texts, and signatures.
 *
 * No engine does this work, so only the first is asked.  Two texts are also compared in
 * the other order.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "test.h"

/* A number as text, for a message. */
struct number {
	char text[24];
};

static struct number number(long long n)
{
	struct number text = { "none" };

	if (n >= 0)
		snprintf(text.text, sizeof(text.text), "%lld", n);
	return text;
}

static void expect_number(struct test *t, const char *who, const char *what,
			  long long want, long long found)
{
	if (want != found)
		test_fail(t, "%s: %s: expected %s, found %s", who, what,
			   number(want).text, number(found).text);
}

static const char *name_of(const struct test *t)
{
	return utf8check_engine_name(t->contestants[0].engine);
}

static void expect_boundaries(struct test *t, const char *who,
			      const struct vector *v,
			      const struct utf8check_resync *r, int err)
{
	bool before = r->found & UTF8CHECK_HAS_PREVIOUS;
	bool after = r->found & UTF8CHECK_HAS_NEXT;

	expect_number(t, who, "previous", v->previous,
		      before ? (long long)r->previous : -1);
	expect_number(t, who, "next", v->next,
		      after ? (long long)r->next : -1);
	if (!err != (before && after))
		test_fail(t, "%s: %s, but %s", who,
			   err ? "found ill-formed" : "found well-formed",
			   err ? "both boundaries are there" :
				 "a boundary is missing");
}

int test_boundary(struct test *t, const struct vector *v)
{
	struct utf8check_resync ask = {
		.size = sizeof(ask),
		.profile = v->config.profile,
		.encoding = v->config.from,
		.buf = (uintptr_t)v->in.p,
		.len = v->in.n,
		.at = v->at,
	};
	int err = utf8check_resync(t->contestants[0].engine, &ask);

	if (err && err != -EILSEQ)
		return err;
	expect_boundaries(t, name_of(t), v, &ask, err);
	return 0;
}

static void expect_order(struct test *t, const char *who,
			 const struct vector *v, bool turned,
			 const struct utf8check_compare *c)
{
	int want = turned ? -v->order : v->order;

	if (c->order != want)
		test_fail(t, "%s: order%s: expected %d, found %d", who,
			   turned ? " of the other and the one" : "", want,
			   c->order);
	/* Equal texts differ at their end. */
	else if (!want)
		expect_number(t, who, "length of equal texts", v->in.n,
			      c->offset);
	else
		expect_number(t, who, "first_difference", v->first_difference,
			      c->offset);
}

static int compare_texts(struct test *t, const struct vector *v, bool turned)
{
	const struct bytes *a = turned ? &v->out : &v->in;
	const struct bytes *b = turned ? &v->in : &v->out;
	struct utf8check_compare ask = {
		.size = sizeof(ask),
		.profile = v->config.profile,
		.encoding = v->config.from,
		.a = (uintptr_t)a->p,
		.a_len = a->n,
		.b = (uintptr_t)b->p,
		.b_len = b->n,
	};
	int err = utf8check_compare(t->contestants[0].engine, &ask);

	if (err)
		return err;
	expect_order(t, name_of(t), v, turned, &ask);
	return 0;
}

int test_order(struct test *t, const struct vector *v)
{
	int err = compare_texts(t, v, false);

	return err ? err : compare_texts(t, v, true);
}

static void expect_signature(struct test *t, const char *who,
			     const struct vector *v,
			     const struct utf8check_signature *s)
{
	if (strncmp(s->name, v->signature, sizeof(s->name)))
		test_fail(t, "%s: signature: expected %s, found %.*s", who,
			   *v->signature ? v->signature : "none",
			   (int)sizeof(s->name), *s->name ? s->name : "none");
	expect_number(t, who, "signature_length", v->signature_length,
		      s->length);
}

int test_signature(struct test *t, const struct vector *v)
{
	struct utf8check_signature ask = {
		.size = sizeof(ask),
		.buf = (uintptr_t)v->in.p,
		.len = v->in.n,
	};
	int err = utf8check_signature(t->contestants[0].engine, &ask);

	if (err)
		return err;
	expect_signature(t, name_of(t), v, &ask);
	return 0;
}
