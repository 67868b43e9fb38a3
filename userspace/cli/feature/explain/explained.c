// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The rows of both tables, by their numbers, and what refuses them.
 */
#include "base/option/name_policy.h"
#include "base/option/stream_config.h"
#include "base/types.h"
#include "utf8check.h"
#include "feature/explain/explained.h"

static const struct explained *const tables[] = { explained_names, explained_reasons };

static const struct explained *find_class(int number)
{
	const struct explained *e;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (e = tables[i]; e->brief; e++)
			if (e->class == number)
				return e;
	return NULL;
}

/* The row of a reason that is no class. */
static const struct explained *find_reason(int number)
{
	const struct explained *e;

	for (e = explained_reasons; e->brief; e++)
		if (e->reason == number && e->class == EXPLAINED_NO_NUMBER)
			return e;
	return NULL;
}

const struct explained *explained_row(unsigned int i)
{
	const struct explained *e;
	int number;

	for (number = 0; number < UTF8CHECK_CLASSES; number++) {
		e = find_class(number);
		if (e && !i--)
			return e;
	}
	for (number = 0; number < UTF8CHECK_REASONS; number++) {
		e = find_reason(number);
		if (e && !i--)
			return e;
	}
	return NULL;
}

const char *explained_word(const struct explained *e)
{
	return e->class == EXPLAINED_NO_NUMBER ? utf8check_reason_name(e->reason) :
						 utf8check_class_name(e->class);
}

/* --- which options refuse it: the policies, the profiles and the options are asked */

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
	const char *name;
	unsigned int i;

	/* In a path a slash is no finding. */
	if (path && e->class == UTF8CHECK_CLASS_SEPARATOR)
		return;
	for (i = 0; (name = utf8check_policy_name(i)); i++)
		if (!utf8check_policy_find(name, path, &policy) &&
		    policy.refuse & BIT(e->class))
			tell_option(l, command, "--policy", name);
	if (policy_can_refuse(e->class))
		tell_option(l, command, "--refuse", explained_word(e));
}

/* The profiles in which the example is ill-formed for this reason. */
static void by_profiles(const struct explained *e, const struct listener *l)
{
	struct utf8check_error error;
	u8 i;

	for (i = 0; utf8check_profile_name(i) && e->example_length; i++) {
		const struct utf8check_coding coding = { .profile = i };

		if (!utf8check_decode(&coding, e->example, e->example_length, true, NULL, &error) &&
		    error.reason == e->reason)
			tell_option(l, "check", "--profile", utf8check_profile_name(i));
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
