// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths against the slow reference: by the default policies with the question
 * about "..", by any other without it.
 */
#include <string.h>
#include "fuzz.h"
#include "kunit/reference_decoder.h"
#include "kunit/reference_path.h"

#define ROOM 400

struct answer {
	struct utf8check_verdict v;
	struct utf8check_finding f[ROOM];
};

static struct answer found, want;

static void judge(const struct fuzz_input *in, bool path,
		  const struct utf8check_policy *policy, struct answer *a)
{
	memset(a, 0, sizeof(*a));
	u8c_name(&(struct u8c_name_query){
		in->impl, policy, path, in->p, in->n, &a->v, a->f, ROOM, NULL });
}

/* All answers; but not the one about "..", where there are too many readings. */
void fuzz_names_reference(const struct fuzz_input *in)
{
	bool path = in->forks & 4;
	const struct utf8check_policy *policy =
		U8C_POLICY(path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME);
	bool recited = u8c_ref_readable(in->n);

	judge(in, path, policy, &found);
	memset(&want, 0, sizeof(want));
	u8c_ref_judge(&(struct u8c_name_query){
		NULL, policy, path, in->p, in->n, &want.v, want.f, ROOM, NULL });
	if (!recited) {
		want.v.hidden_dotdot = found.v.hidden_dotdot;
		want.v.hidden_offset = found.v.hidden_offset;
		want.v.hidden_decoder = found.v.hidden_decoder;
	}
	if (memcmp(&found.v, &want.v, sizeof(found.v)))
		fuzz_found(in, path ? "path: verdict" : "name: verdict");
	if (memcmp(found.f, want.f, sizeof(found.f)))
		fuzz_found(in, path ? "path: findings" : "name: findings");
}

/* Findings are within the bytes and in order, and they agree with the verdict. */
static void check_findings(const struct fuzz_input *in, const struct answer *a)
{
	u64 classes = 0;
	u32 i, last = 0;

	for (i = 0; i < a->v.findings && i < ROOM; i++) {
		const struct utf8check_finding *f = &a->f[i];

		if (f->offset < last || f->offset + f->length > in->n)
			fuzz_found(in, "finding out of place");
		last = f->offset;
		classes |= U8C_BIT(f->what);
	}
	if (i == a->v.findings && classes != a->v.classes)
		fuzz_found(in, "findings and classes");
}

/* A random policy; in half of all cases one that has a name. */
static void make_policy(const struct fuzz_input *in, bool path,
			struct utf8check_policy *policy)
{
	size_t names = 0, i;

	while (u8c_policies[names])
		names++;
	if (in->forks & 2) {
		i = fuzz_chance(names);
		if (!u8c_policy_find(u8c_policies[i], path, policy))
			fuzz_found(in, u8c_policies[i]);
		return;
	}
	policy->refuse = (u64)fuzz_chance(~0u) << 32 | fuzz_chance(~0u);
	policy->refuse &= U8C_BIT(U8C_CLASSES) - 1;
	for (i = 0; i < sizeof(policy->first); i++) {
		policy->first[i] = fuzz_chance(256) & fuzz_chance(256);
		policy->middle[i] = fuzz_chance(256) & fuzz_chance(256);
		policy->last[i] = fuzz_chance(256) & fuzz_chance(256);
	}
}

/* All answers but the one about "..", which a policy does not change. */
void fuzz_names_policy(const struct fuzz_input *in)
{
	struct utf8check_policy policy = { 0 };
	bool path = in->forks & 4;

	make_policy(in, path, &policy);
	judge(in, path, &policy, &found);
	check_findings(in, &found);
	/* What is misplaced is left to the vectors: the reference knows no emoji. */
	policy.refuse &= ~U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE);
	judge(in, path, &policy, &found);
	judge(in, path, U8C_POLICY(0), &want);
	if (found.v.hidden_dotdot != want.v.hidden_dotdot ||
	    found.v.hidden_decoder != want.v.hidden_decoder)
		fuzz_found(in, "a policy hides a hidden '..'");
	found.v.hidden_dotdot = 0;
	found.v.hidden_decoder = 0;
	found.v.hidden_offset = 0;
	memset(&want, 0, sizeof(want));
	u8c_ref_judge_classes(&(struct u8c_name_query){
		NULL, &policy, path, in->p, in->n, &want.v, want.f, ROOM, NULL });
	if (memcmp(&found.v, &want.v, sizeof(found.v)))
		fuzz_found(in, path ? "path: verdict by a policy" : "name: verdict by a policy");
	if (memcmp(found.f, want.f, sizeof(found.f)))
		fuzz_found(in, path ? "path: findings by a policy" : "name: findings by a policy");
}
