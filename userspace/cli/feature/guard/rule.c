// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A rule of the guard: its policy; rules and guards printed.
 */
#include <string.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "base/say/escape.h"
#include "feature/guard/guard.h"

/* Is each portable character taken at each place, but '-' at the start? */
static bool passes_portable(const struct utf8check_policy *policy)
{
	static const char portable[] = GUARD_PORTABLE;
	/* Some words that Windows reserves consist of these characters. */
	bool passes = !(policy->refuse & BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED));
	struct utf8check *library;

	if (utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &library))
		return false;
	for (size_t i = 0; i < sizeof(portable) - 1; i++)
		for (size_t at = portable[i] == '-'; at < 3; at++) {
			char name[] = "xxx";

			name[at] = portable[i];
			passes &= !utf8check_name(library, name, 3, policy, NULL, NULL, 0);
		}
	utf8check_close(library);
	return passes;
}

/* The filesystem, not the policy, limits the length of a name. */
void guard_rule_take_policy(struct guard_rule *rule)
{
	struct utf8check_policy ordinary;

	snprintf(rule->policy, sizeof(rule->policy), "%s", policy_name());
	policy_find(false, &rule->name);
	policy_find(true, &rule->path);
	rule->name.refuse &= ~BIT(UTF8CHECK_CLASS_TOO_LONG);
	rule->path.refuse &= ~BIT(UTF8CHECK_CLASS_TOO_LONG);
	/* A policy without other classes refuses no ASCII name that the kernel can make. */
	utf8check_policy_find("default", false, &ordinary);
	if (!(rule->name.refuse & ~(ordinary.refuse | UTF8CHECK_ABOVE_ASCII)))
		rule->flags |= GUARD_ASCII_PASSES;
	if (passes_portable(&rule->name))
		rule->flags |= GUARD_PORTABLE_PASSES;
}

void guard_rules_complete(struct guard_rules *rules)
{
	__u32 all = GUARD_ASCII_PASSES | GUARD_PORTABLE_PASSES, any = 0;

	for (__u32 i = 0; i < rules->count; i++) {
		all &= rules->rules[i].flags;
		any |= rules->rules[i].flags & GUARD_BY_UID;
	}
	rules->flags = all | any;
}

const char *guard_device(__u32 device)
{
	static char text[24];

	snprintf(text, sizeof(text), "%u:%u", device >> 20, device & 0xfffff);
	return text;
}

static void print_rule_action(FILE *to, const struct guard_rule *rule)
{
	fprintf(to, "%s, policy %.*s",
		rule->flags & GUARD_ENFORCE ? "refusing" : "audit",
		(int)sizeof(rule->policy), rule->policy);
}

static void print_scope(const struct guard_rule *rule)
{
	if (rule->flags & GUARD_TARGETS)
		fputs(", targets too", stdout);
	if (rule->flags & GUARD_BY_DEVICE && !(rule->flags & GUARD_WAITS))
		printf(", on device %s", guard_device(rule->device));
	if (rule->flags & GUARD_BY_UID)
		printf(", of uid %u", rule->uid);
	if (rule->flags & GUARD_BY_CGROUP)
		fputs(", of a cgroup", stdout);
}

static void print_rule(const struct guard_rule *rule)
{
	printf("rule %.*s: ", (int)sizeof(rule->title), rule->title);
	if (rule->flags & GUARD_WAITS)
		fputs("waiting, ", stdout);
	if (rule->flags & GUARD_EXEMPT)
		fputs("passing all", stdout);
	else
		print_rule_action(stdout, rule);
	print_scope(rule);
	putchar('\n');
}

void guard_rules_print(const struct guard_rules *rules)
{
	for (__u32 i = 0; i < rules->count && i < GUARD_RULES_MAX; i++)
		print_rule(&rules->rules[i]);
}

/* --- a guard ----------------------------------------------------------------- */

void guard_print_action(FILE *to, const struct guard_settings *s, const struct guard_rules *rules)
{
	if (!*s->config) {
		if (rules)
			print_rule_action(to, rules->rules);
		else
			fputs("rules unknown", to);
		return;
	}
	fputs("by the rules of ", to);
	escaped_print_part(to, (const u8 *)s->config,
			   strnlen(s->config, sizeof(s->config)));
}

void guard_print(const struct loader_guard *g)
{
	const struct guard_settings *s = &g->settings;
	struct guard_rules rules = { };
	int err = loader_rules(s, &rules);

	if (s->pinned)
		fputs("enabled: ", stdout);
	else
		printf("pid %u: ", s->pid);
	guard_print_action(stdout, s, err ? NULL : &rules);
	printf(", %u hooks", g->hooks);
	if (!err && !*s->config)
		print_scope(rules.rules);
	printf("; %llu names, %llu of them not reported\n",
	       (unsigned long long)s->found, (unsigned long long)s->dropped);
	if (err)
		cli_complain_errno(err, "the rules");
	else if (*s->config)
		guard_rules_print(&rules);
}
