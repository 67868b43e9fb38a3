// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tests the engines with a name or path.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "test.h"

#define FINDINGS_MAX 1024

struct name_answer {
	struct utf8check_verdict verdict;
	struct utf8check_finding findings[FINDINGS_MAX];
};

static void list_classes(u64 classes, char *to, size_t size)
{
	size_t n = 0;

	*to = '\0';
	for (unsigned int i = 0; i < UTF8CHECK_CLASSES; i++)
		if (classes & BIT(i) && n < size)
			n += snprintf(to + n, size - n, n ? " %s" : "%s",
				      utf8check_class_name(i));
}

static void expect_name(struct test *t, const char *who,
			const struct vector *v,
			const struct utf8check_verdict *found)
{
	char want_list[256], found_list[256];

	list_classes(v->classes, want_list, sizeof(want_list));
	list_classes(found->classes, found_list, sizeof(found_list));
	if (found->primary != v->primary || found->classes != v->classes)
		test_fail(t, "%s: expected %s [%s], found %s [%s]", who,
		     utf8check_class_name(v->primary), want_list,
		     utf8check_class_name(found->primary), found_list);
	if (v->refused >= 0 && found->ok == v->refused)
		test_fail(t, "%s: %s", who, found->ok ? "not refused" : "refused");
	if (v->hidden_dotdot >= 0 && found->hidden_dotdot != v->hidden_dotdot)
		test_fail(t, "%s: hidden_dotdot: expected %s, found %s", who,
		     v->hidden_dotdot ? "true" : "false",
		     found->hidden_dotdot ? "true" : "false");
	if (v->hidden_decoder != NOT_ASSERTED && found->hidden_decoder != v->hidden_decoder)
		test_fail(t, "%s: hidden_decoder: expected %s, found %s", who,
		     utf8check_decoder_name(v->hidden_decoder),
		     utf8check_decoder_name(found->hidden_decoder));
}

/* A row without protected names tests the calls that take none. */
static int judge_by_engine(struct utf8check *engine, const struct vector *v, struct name_answer *a)
{
	struct utf8check_check_name name = {
		.size = sizeof(name),
		.room = FINDINGS_MAX,
		.buf = (uintptr_t)v->in.p,
		.len = v->in.n,
		.findings = (uintptr_t)a->findings,
		.policy = v->policy,
		.protect = (uintptr_t)v->protect.p,
		.protect_len = v->protect.n,
	};
	int err;

	if (!v->protect.n)
		return (v->kind == VECTOR_PATH ? utf8check_path : utf8check_name)
			(engine, v->in.p, v->in.n, &v->policy, &a->verdict,
			 a->findings, FINDINGS_MAX);
	err = v->kind == VECTOR_PATH ? utf8check_judge_path(engine, &name) :
				       utf8check_judge_name(engine, &name);
	a->verdict = name.verdict;
	return err;
}

int test_name(struct test *t, const struct vector *v)
{
	static struct name_answer answers[CONTESTANTS_MAX];

	for (unsigned int contestant = 0; contestant < t->count; contestant++) {
		struct utf8check *engine = t->contestants[contestant].engine;
		struct name_answer *a = &answers[contestant];
		int err;

		memset(a, 0, sizeof(*a));
		err = judge_by_engine(engine, v, a);
		if (err && err != -EILSEQ)
			return err;
		expect_name(t, utf8check_engine_name(engine), v, &a->verdict);
		if (contestant && memcmp(a, &answers[0], sizeof(*a))) {
			t->disagree = true;
			test_fail(t, "%s: verdict or findings differ",
			     utf8check_engine_name(engine));
		}
	}
	return 0;
}
