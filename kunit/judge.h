/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that the core says of a name against the slow reference: plain C, run by the KUnit
 * suites, the tests in userspace and the fuzzer.
 */
#ifndef U8C_JUDGE_H
#define U8C_JUDGE_H

#include "reference_decoder.h"
#include "reference_path.h"
#include "sample_names.h"

/**
 * struct u8c_answers - the answers for a name or path
 *
 * @v: the verdict.
 * @f: the findings, zero where there are none.
 */
struct u8c_answers {
	struct utf8check_verdict v;
	struct utf8check_finding f[128];
};

/* @q, whose answers come to @j. */
static inline struct u8c_name_query u8c_answered_by(struct u8c_name_query q, struct u8c_answers *j)
{
	memset(j, 0, sizeof(*j));
	q.v = &j->v;
	q.f = j->f;
	q.room = U8C_ARRAY_SIZE(j->f);
	return q;
}

/* The core's answers beside those of the reference. */
static inline const char *u8c_try_answers(struct u8c_name_query q, const struct u8c_answers *want,
					  bool dotdot)
{
	static struct u8c_answers got;
	struct utf8check_verdict v;

	q = u8c_answered_by(q, &got);
	u8c_name(&q);
	/* In a kernel others run between steps; the answer is the same in steps of any size. */
	if (!u8c_same_in_steps(q, &got.v, 1 + q.n % 5))
		return "in steps";
	if (got.v.classes != want->v.classes)
		return "classes";
	if (memcmp(got.f, want->f, sizeof(got.f)))
		return "a finding";
	v = want->v;
	if (!dotdot) {
		v.hidden_dotdot = got.v.hidden_dotdot;
		v.hidden_decoder = got.v.hidden_decoder;
		v.hidden_offset = got.v.hidden_offset;
	}
	return memcmp(&got.v, &v, sizeof(v)) ? "verdict" : NULL;
}

/**
 * u8c_try_name() - judge a name or path
 * @q: the query; where its answers go is not used; its implementation NULL for each; what is
 *	misplaced is left to the vectors, as the reference does not know it
 * @dotdot: the reference looks for a hidden ".." too, which takes long; not in a long text
 *
 * Not for two threads at a time.
 *
 * Return: NULL when the core says what the reference says, at once and in steps; else what
 * differs.
 */
static inline const char *u8c_try_name(struct u8c_name_query q, bool dotdot)
{
	const struct u8c_impl *const *i, *only = q.impl;
	static struct u8c_answers want;
	const char *differs = NULL;
	struct utf8check_policy policy = *q.policy;

	policy.refuse &= ~U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE);
	q.policy = &policy;
	dotdot &= u8c_ref_readable(q.n);
	q = u8c_answered_by(q, &want);
	if (dotdot)
		u8c_ref_judge(&q);
	else
		u8c_ref_judge_classes(&q);
	for (i = u8c_impls; *i && !differs; i++) {
		q.impl = *i;
		if (u8c_impl_usable(*i) && (!only || only == *i))
			differs = u8c_try_answers(q, &want, dotdot);
	}
	return differs;
}

#endif /* U8C_JUDGE_H */
