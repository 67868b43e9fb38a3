// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths against the slow reference, by a default policy or by any other.
 */
#include "fuzz.h"
#include "kunit/judge.h"

void fuzz_names(const struct fuzz_input *in)
{
	const bool path = in->forks & 4;
	struct utf8check_policy policy;
	const struct u8c_name_query q = {
		.impl = in->impl, .path = path, .p = in->p, .n = in->n,
		.policy = in->forks & 2 ? &policy :
			  U8C_POLICY(path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME),
	};
	const char *differs;

	u8c_sample_policy(&fuzz_random, path, &policy);
	differs = u8c_try_name(q, true);
	if (differs)
		fuzz_found(in, differs);
}
