// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which options refuse a class or a reason: asked of the policies, the profiles and
 * the options themselves.
 */
#include "core/u8c.h"
#include "feature/explain/explained.h"
#include "base/option/name_policy.h"
#include "base/option/stream_config.h"

/**
 * struct listener - who is told of each way to refuse
 *
 * @say: the function.
 * @to: for @say.
 */
struct listener {
	void (*say)(void *to, const struct refusal *r);
	void *to;
};

static void tell_option(const struct listener *l, const char *command, const char *option,
			const char *value)
{
	const struct refusal r = { command, option, value };

	l->say(l->to, &r);
}

static void by_policies(const struct explained *e, bool path, const struct listener *l)
{
	const char *command = path ? "path" : "name";
	struct utf8check_policy policy;
	const char *const *name;

	/* In a path a slash is no finding. */
	if (path && e->class == UTF8CHECK_SEPARATOR)
		return;
	for (name = u8c_policies; *name; name++)
		if (u8c_policy_find(*name, path, &policy) &&
		    policy.refuse & U8C_BIT(e->class))
			tell_option(l, command, "--policy", *name);
	if (policy_can_refuse(e->class))
		tell_option(l, command, "--refuse", explained_word(e));
}

/* The profiles in which the example is ill-formed for this reason. */
static void by_profiles(const struct explained *e, const struct listener *l)
{
	const struct u8c_text text = u8c_text(e->example, e->example_length);
	struct utf8check_error error;
	u64 cp;
	u8 i;

	for (i = 0; u8c_profile_name(i) && text.n; i++) {
		const struct u8c_coding coding = { .profile = i };

		if (!u8c_decode(&coding, text, true, &cp, &error) &&
		    error.reason == e->reason)
			tell_option(l, "check", "--profile", u8c_profile_name(i));
	}
}

void refused_by(const struct explained *e,
		void (*say)(void *to, const struct refusal *r), void *to)
{
	const struct listener l = { say, to };
	const struct refusal *r;

	if (e->class != EXPLAINED_NO_NUMBER) {
		by_policies(e, false, &l);
		by_policies(e, true, &l);
	}
	if (e->reason != EXPLAINED_NO_NUMBER) {
		by_profiles(e, &l);
		if (config_can_forbid(e->reason))
			tell_option(&l, "check", "--forbid", explained_word(e));
	}
	for (r = e->more; r->command; r++)
		say(to, r);
}
