// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths under a policy, against the slow reference.
 */
#include <stdio.h>
#include "common.h"
#include "kunit/reference_path.h"
#include "policies.h"

#define ROOM 512

static struct utf8check_finding findings[ROOM], want_findings[ROOM];

void judge(const u8 *p, size_t n, bool path,
		  const struct utf8check_policy *policy, struct utf8check_verdict *v)
{
	u8c_name(&(struct u8c_name_query){
		u8c_impl_find(NULL), policy, path, p, n, v, findings, ROOM, NULL });
}

/* Says, once they differ, what is found and what was expected. */
static const char *differ(const struct utf8check_verdict *v, const struct utf8check_verdict *want)
{
	if (v->classes != want->classes)
		fprintf(stderr, "# %llx, expected %llx\n", (unsigned long long)v->classes,
			(unsigned long long)want->classes);
	if (v->classes != want->classes)
		return "classes";
	if (memcmp(v, want, sizeof(*v)))
		return "verdict";
	if (memcmp(findings, want_findings,
		   (want->findings < ROOM ? want->findings : ROOM) * sizeof(*findings)))
		return "findings";
	return NULL;
}

void try_policy(const u8 *p, size_t n, bool path,
		const struct utf8check_policy *asked)
{
	struct utf8check_policy without = *asked;
	const struct utf8check_policy *policy = &without;
	struct utf8check_verdict v, plain, want;

	/* Left to the vectors: the reference knows no emoji. */
	without.refuse &= ~U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE);
	judge(p, n, path, U8C_POLICY(0), &plain);
	judge(p, n, path, policy, &v);
	assert_int_equal(v.hidden_dotdot, plain.hidden_dotdot);
	assert_int_equal(v.hidden_decoder, plain.hidden_decoder);
	u8c_name_classes(&(struct u8c_name_query){
		u8c_impl_find(NULL), policy, path, p, n, &v, findings, ROOM, NULL });
	u8c_ref_judge_classes(&(struct u8c_name_query){
		NULL, policy, path, p, n, &want, want_findings, ROOM, NULL });
	assert_same(differ(&v, &want), p, n);
}
