/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rule judges: the first one of the set that applies.  Where none does, the name
 * passes.
 */
#ifndef RULES_H
#define RULES_H

#include "guard.h"
#include "kernel.h"
#include "who.h"

/* One half has the cgroups of the set of rules, the other half those of the next set. */
struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 2 * GUARD_RULES_MAX);
	__type(key, __u32);
	__type(value, __u32);
} cgroups SEC(".maps");

/*
 * Holds the set of rules, which is an array of one struct guard_rules.  To change the
 * rules, the command puts another set in its place: a call that has found a set here
 * uses it to the end, and the kernel frees it after that.  The command makes each
 * set, and the one that the verifier goes by: Linux 6.1 takes no set with BTF in the
 * place of one without.
 */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
} rules SEC(".maps");

/* The user for whom the task acts; found only where a rule asks, as that takes time. */
static __always_inline struct who who_if(__u32 flags)
{
	struct who who = { };

	return flags & GUARD_BY_UID ? present_who() : who;
}

static __always_inline bool is_of(struct who who, __u32 uid)
{
	return who.uid == uid || who.fsuid == uid || who.owner == uid;
}

/* Do all conditions of the rule hold?  @flags are the rule's. */
static __always_inline bool applies(const struct guard_rule *rule, __u32 flags,
				    __u32 device, struct who who)
{
	if (flags & GUARD_BY_DEVICE && device != rule->device)
		return false;
	if (flags & GUARD_BY_UID && !is_of(who, rule->uid))
		return false;
	if (flags & GUARD_BY_CGROUP &&
	    bpf_current_task_under_cgroup(&cgroups, rule->cgroup) != 1)
		return false;
	return true;
}

/*
 * The number of the first rule that applies, or GUARD_RULES_MAX.  Not static: the
 * verifier looks at it once, and not once for each result and each caller.
 */
__noinline int first_rule(const struct guard_rules *set, __u32 device)
{
	struct who who;
	__u32 i, flags;

	if (!set)
		return GUARD_RULES_MAX;
	who = who_if(set->flags);
	for (i = 0; i < GUARD_RULES_MAX && i < set->count; i++) {
		flags = set->rules[i].flags;
		if (!(flags & GUARD_WAITS) &&
		    applies(&set->rules[i], flags, device, who))
			return i;
	}
	return GUARD_RULES_MAX;
}

/* The rule that judges; NULL: none. */
static __always_inline const struct guard_rule *
rule_for(const struct dentry *dentry)
{
	__u32 first = 0, i;
	void *map = bpf_map_lookup_elem(&rules, &first);
	const struct guard_rules *set = map ? bpf_map_lookup_elem(map, &first) : NULL;

	if (!set)
		return NULL;
	i = first_rule(set, dentry->d_sb->s_dev);
	if (i >= GUARD_RULES_MAX || set->rules[i].flags & GUARD_EXEMPT)
		return NULL;
	return &set->rules[i];
}

#endif /* RULES_H */
