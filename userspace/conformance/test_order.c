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

static const char *name_of(const struct test *t)
{
	return utf8check_engine_name(t->contestants[0].engine);
}

static void expect_number(struct test *t, const char *what, long long want, long long found)
{
	if (want != found)
		test_fail(t, "%s: %s: expected %s, found %s", name_of(t), what,
			  number(want).text, number(found).text);
}

int test_boundary(struct test *t, const struct vector *v)
{
	struct utf8check_resync r = {
		.size = sizeof(r), .profile = v->config.profile, .encoding = v->config.from,
		.buf = (uintptr_t)v->in.p, .len = v->in.n, .at = v->at,
	};
	const int err = utf8check_resync(t->contestants[0].engine, &r);
	const bool before = r.found & UTF8CHECK_HAS_PREVIOUS, after = r.found & UTF8CHECK_HAS_NEXT;

	if (err && err != -EILSEQ)
		return err;
	expect_number(t, "previous", v->previous, before ? (long long)r.previous : -1);
	expect_number(t, "next", v->next, after ? (long long)r.next : -1);
	if (!err != (before && after))
		test_fail(t, "%s: %s", name_of(t),
			  err ? "found ill-formed, but both boundaries are there" :
				"found well-formed, but a boundary is missing");
	return 0;
}

static int compare_texts(struct test *t, const struct vector *v, bool turned)
{
	const struct bytes *a = turned ? &v->out : &v->in, *b = turned ? &v->in : &v->out;
	struct utf8check_compare c = {
		.size = sizeof(c), .profile = v->config.profile, .encoding = v->config.from,
		.a = (uintptr_t)a->p, .a_len = a->n, .b = (uintptr_t)b->p, .b_len = b->n,
	};
	const int err = utf8check_compare(t->contestants[0].engine, &c);
	const int want = turned ? -v->order : v->order;

	if (err)
		return err;
	if (c.order != want)
		test_fail(t, "%s: order%s: expected %d, found %d", name_of(t),
			  turned ? " of the other and the one" : "", want, c.order);
	/* Equal texts differ at their end. */
	else if (!want)
		expect_number(t, "length of equal texts", v->in.n, c.offset);
	else
		expect_number(t, "first_difference", v->first_difference, c.offset);
	return 0;
}

int test_order(struct test *t, const struct vector *v)
{
	int err = compare_texts(t, v, false);

	return err ? err : compare_texts(t, v, true);
}

int test_signature(struct test *t, const struct vector *v)
{
	struct utf8check_signature s = {
		.size = sizeof(s), .buf = (uintptr_t)v->in.p, .len = v->in.n,
	};
	int err = utf8check_signature(t->contestants[0].engine, &s);

	if (err)
		return err;
	if (strncmp(s.name, v->signature ?: "", sizeof(s.name)))
		test_fail(t, "%s: signature: expected %s, found %.*s", name_of(t),
			  v->signature ?: "none",
			  (int)sizeof(s.name), *s.name ? s.name : "none");
	expect_number(t, "signature_length", v->signature_length, s.length);
	return 0;
}
