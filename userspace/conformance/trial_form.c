// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * More tests of a text and its form.
 *
 * These are for rows that ask a stream for nothing but the form, and expect no
 * error.  A stream that only checks must find the text normalized exactly if the
 * text is its own form, and must find the form normalized.  The calls of the library
 * for a whole text must give the result of the row, with every engine.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "abi.h"
#include "trial.h"

/* Is the form all that is asked for? */
static bool is_plain(const struct vector *v)
{
	const struct utf8check_config plain = { .form = v->config.form };

	return v->valid && plain.form &&
	       !memcmp(&plain, &v->config, sizeof(plain));
}

/* Where two texts differ first, back to the start of a code point. */
static size_t difference(const struct bytes *a,
			 const struct bytes *b)
{
	size_t i = 0;

	while (i < a->n && i < b->n && a->p[i] == b->p[i])
		i++;
	while (i && i < a->n && (a->p[i] & 0xc0) == 0x80)
		i--;
	return i;
}

/* Is @text said to be in the form exactly when it is the form of the row? */
static int ask(struct trial *t, const struct vector *v,
	       const struct bytes *text,
	       const struct utf8check_config *config)
{
	struct vector asked = { .kind = VECTOR_STREAM, .in = *text };
	struct utf8check_config asking = *config;
	static u8 nothing;

	asking.flags |= UTF8CHECK_NO_OUTPUT;
	asking.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED;
	asked.out = (struct bytes){ &nothing, 0 };
	asked.valid = text->n == v->out.n &&
		      !memcmp(text->p, v->out.p, text->n);
	asked.first_error = asked.valid ? -1 : (long long)difference(text,
								     &v->out);
	return trial_filter(t, &asked, &asking);
}

static void expect_made(struct trial *t, const struct vector *v, u8 *room)
{
	size_t made = 0;
	int err = utf8check_normalize(v->config.form, v->in.p, v->in.n, NULL,
				      &made, NULL);

	if (err || made != v->out.n) {
		trial_fail(t, "normalize: expected %zu bytes, found %zu, %d",
			   v->out.n, made, err);
		return;
	}
	err = utf8check_normalize(v->config.form, v->in.p, v->in.n, room,
				  &made, NULL);
	if (err || made != v->out.n || memcmp(room, v->out.p, made))
		trial_fail(t, "normalize: another form than that of the stream");
}

static void expect_answers(struct trial *t, const struct vector *v)
{
	bool same = v->in.n == v->out.n && !memcmp(v->in.p, v->out.p, v->in.n);
	enum utf8check_form form = v->config.form;
	uint64_t hash = 0, other = 1;
	size_t offset = 0;
	int order = 1;

	if (utf8check_is_normalized(form, v->in.p, v->in.n, &offset,
				    NULL) != same)
		trial_fail(t, "is_normalized: expected %d", same);
	else if (offset != (same ? v->in.n : difference(&v->in, &v->out)))
		trial_fail(t, "is_normalized: found offset %zu", offset);
	if (utf8check_quick_check(form, v->in.p, v->in.n, NULL, NULL) ==
	    (same ? UTF8CHECK_QUICK_NO : UTF8CHECK_QUICK_YES))
		trial_fail(t, "quick_check: expected the other answer");
	if (utf8check_compare_form(form, v->in.p, v->in.n, v->out.p, v->out.n,
				   &order) || order)
		trial_fail(t, "compare_form: expected 0, found %d", order);
	if (utf8check_hash_form(form, v->in.p, v->in.n, 1, &hash) ||
	    utf8check_hash_form(form, v->out.p, v->out.n, 1, &other) ||
	    hash != other)
		trial_fail(t, "hash_form: two hashes of one form");
}

int trial_form(struct trial *t, const struct vector *v,
	       const struct utf8check_config *config)
{
	u8 *room;
	int err;

	if (!is_plain(v))
		return 0;
	err = ask(t, v, &v->in, config);
	if (!err)
		err = ask(t, v, &v->out, config);
	if (err)
		return err;
	room = malloc(v->out.n + 1);
	if (!room)
		return -ENOMEM;
	expect_made(t, v, room);
	expect_answers(t, v);
	free(room);
	return 0;
}
