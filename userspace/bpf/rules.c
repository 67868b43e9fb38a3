// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The set of rules of a guard, in the kernel.
 *
 * A set is a map of its own, and does not change.  Another set takes its place by
 * one write to the map that holds the set.  A name that is judged at that moment is
 * judged by the old set or by the new one.  When the write has returned, the old set
 * is in use no more (the kernel has waited for that), so the half of the map of
 * cgroups that the old set used is free for the next one.
 *
 * Two commands must not change the same guard at once: the folder of the pins is
 * locked for that, and any other guard belongs to one process.
 */
#include <errno.h>
#include <string.h>
#include "cli/base/types.h"
#include "loader_private.h"

struct libbpf libbpf;

static const __u32 first;

/* Open the map that the map @outer holds; a negative errno. */
static int open_inner(int outer)
{
	__u32 id;
	int fd;

	if (libbpf.bpf_map_lookup_elem(outer, &first, &id))
		return -errno;
	fd = libbpf.bpf_map_get_fd_by_id(id);
	return fd < 0 ? -errno : fd;
}

static int read_rules(int set, struct guard_rules *rules)
{
	return libbpf.bpf_map_lookup_elem(set, &first, rules) ? -errno : 0;
}

static void drop_cgroups(int map, __u32 half)
{
	__u32 i, at;

	for (i = 0; i < GUARD_RULES_MAX; i++) {
		at = half * GUARD_RULES_MAX + i;
		libbpf.bpf_map_delete_elem(map, &at);
	}
}

static int put_cgroups(int map, const struct guard_rules *rules,
		       const int *cgroups)
{
	__u32 i;

	for (i = 0; i < rules->count; i++)
		if (cgroups[i] >= 0 &&
		    libbpf.bpf_map_update_elem(map, &rules->rules[i].cgroup,
					&cgroups[i], 0))
			return -errno;
	return 0;
}

int loader_new_set(const struct guard_rules *rules)
{
	int set = libbpf.bpf_map_create(BPF_MAP_TYPE_ARRAY, "rules", sizeof(first),
				 sizeof(*rules), 1, NULL), err;

	if (set >= 0 && !libbpf.bpf_map_update_elem(set, &first, rules, 0))
		return set;
	err = -errno;
	descriptor_close(&set);
	return err;
}

static int put_set(int outer, const struct guard_rules *rules)
{
	AUTO_CLOSE int set = loader_new_set(rules);

	if (set < 0)
		return set;
	return libbpf.bpf_map_update_elem(outer, &first, &set, 0) ? -errno : 0;
}

int loader_put_rules(const struct loader_maps *maps,
		     const struct loader_plan *plan)
{
	struct guard_rules rules = plan->rules, old = { .half = 1 };
	/* Open until the end, as a program may have read the old set. */
	AUTO_CLOSE int present = open_inner(maps->rules);
	int err = present < 0 ? present : read_rules(present, &old);
	__u32 i;

	/* It is not known which half the old set uses: neither may be touched. */
	if (err && err != -ENOENT)
		return err;
	rules.half = !old.half;
	for (i = 0; i < rules.count; i++)
		rules.rules[i].cgroup = rules.half * GUARD_RULES_MAX + i;
	err = put_cgroups(maps->cgroups, &rules, plan->cgroups) ?: put_set(maps->rules, &rules);
	drop_cgroups(maps->cgroups, err ? rules.half : old.half);
	return err;
}

int loader_rules(const struct loader_guard *g, struct guard_rules *rules)
{
	AUTO_CLOSE int outer = libbpf.bpf_map_get_fd_by_id(g->rules);
	AUTO_CLOSE int set = outer < 0 ? -errno : open_inner(outer);

	return set < 0 ? set : read_rules(set, rules);
}
