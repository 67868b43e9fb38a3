// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls with implementations, as rows.
 */
#include <stdio.h>

#include "race.h"

/* Runs the rows, each for @each seconds; only counts them where @like is NULL. */
static unsigned int run_each(const struct race_call *const *tables, const struct worker *like,
			     double each, char **words)
{
	const struct u8c_impl *const *impl;
	const struct race_call *call;
	unsigned int count = 0;
	char name[80];

	for (; *tables; tables++)
		for (call = *tables; call->name; call++)
			for (impl = u8c_impls; *impl; impl++) {
				struct racer r = { .call = call, .impl = *impl };

				/* The last implementation is for every CPU. */
				if (!u8c_impl_usable(*impl) || (call->kind == RACE_ONCE && impl[1]))
					continue;
				snprintf(name, sizeof(name), "%s, %s", call->name, (*impl)->name);
				if (!worker_is_wanted(name, words))
					continue;
				count++;
				if (!like)
					continue;
				r.worker = *like;
				r.worker.name = name;
				worker_try(&r.worker, each);
			}
	return count;
}

void race_each(const struct race_call *const *tables, const struct worker *like, double seconds,
	       char **words)
{
	run_each(tables, like, seconds / (run_each(tables, NULL, 0, words) ?: 1), words);
}

void race_expect_error(const struct utf8check_error *e, size_t n)
{
	CHECK(e->reason && e->reason < U8C_REASONS);
	CHECK(e->length <= U8C_SEQUENCE_MAX);
	CHECK(e->span <= U8C_SEQUENCE_MAX);
	CHECK(e->count <= U8C_SEQUENCE_MAX);
	CHECK(e->offset <= n && e->length <= n - e->offset);
}

struct u8c_coding race_coding(struct race_round *r)
{
	return (struct u8c_coding){
		.encoding = any(r, 3) ? UTF8CHECK_ENCODING_UTF8 : any(r, UTF8CHECK_ENCODING_AUTO),
		.profile = any(r, U8C_PROFILES),
	};
}

enum utf8check_form race_form(struct race_round *r)
{
	return 1 + any(r, U8C_FORMS - 1);
}
