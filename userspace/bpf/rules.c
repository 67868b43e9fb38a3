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
#include <unistd.h>
#include "loader_private.h"

struct libbpf libbpf;

static const __u32 first;

/* Open the map that the map @outer holds; a negative errno. */
static int open_inner(int outer)
{
	__u32 id;
	int fd;

	if (bpf_map_lookup_elem(outer, &first, &id))
		return -errno;
	fd = bpf_map_get_fd_by_id(id);
	return fd < 0 ? -errno : fd;
}

static int read_rules(int set, struct guard_rules *rules)
{
	return bpf_map_lookup_elem(set, &first, rules) ? -errno : 0;
}

static void drop_cgroups(int map, __u32 half)
{
	__u32 i, at;

	for (i = 0; i < GUARD_RULES_MAX; i++) {
		at = half * GUARD_RULES_MAX + i;
		bpf_map_delete_elem(map, &at);
	}
}

static int put_cgroups(int map, const struct guard_rules *rules,
		       const int *cgroups)
{
	__u32 i;

	for (i = 0; i < rules->count; i++)
		if (cgroups[i] >= 0 &&
		    bpf_map_update_elem(map, &rules->rules[i].cgroup,
					&cgroups[i], 0))
			return -errno;
	return 0;
}

int loader_new_set(const struct guard_rules *rules)
{
	int set = bpf_map_create(BPF_MAP_TYPE_ARRAY, "rules", sizeof(first),
				 sizeof(*rules), 1, NULL), err;

	if (set < 0)
		return -errno;
	if (!bpf_map_update_elem(set, &first, rules, 0))
		return set;
	err = -errno;
	close(set);
	return err;
}

static int put_set(int outer, const struct guard_rules *rules)
{
	int set = loader_new_set(rules), err = 0;

	if (set < 0)
		return set;
	if (bpf_map_update_elem(outer, &first, &set, 0))
		err = -errno;
	close(set);
	return err;
}

/* The rules that the map @outer has now; -ENOENT: it has none yet. */
static int read_present(int outer, int *present, struct guard_rules *rules)
{
	int err;

	*present = open_inner(outer);
	if (*present < 0)
		return *present;
	err = read_rules(*present, rules);
	if (err)
		close(*present);
	return err;
}

int loader_put_rules(const struct loader_maps *maps,
		     const struct loader_plan *plan)
{
	struct guard_rules rules = plan->rules, old = { .half = 1 };
	int present, err = read_present(maps->rules, &present, &old);
	__u32 i;

	/* It is not known which half the old set uses: neither may be touched. */
	if (err && err != -ENOENT)
		return err;
	rules.half = !old.half;
	for (i = 0; i < rules.count; i++)
		rules.rules[i].cgroup = rules.half * GUARD_RULES_MAX + i;
	err = put_cgroups(maps->cgroups, &rules, plan->cgroups);
	if (!err)
		err = put_set(maps->rules, &rules);
	drop_cgroups(maps->cgroups, err ? rules.half : old.half);
	/* Kept open until here, as a program may have read the old set. */
	if (present >= 0)
		close(present);
	return err;
}

int loader_rules(const struct loader_guard *g, struct guard_rules *rules)
{
	int outer = bpf_map_get_fd_by_id(g->rules), set, err;

	if (outer < 0)
		return -errno;
	set = open_inner(outer);
	close(outer);
	if (set < 0)
		return set;
	err = read_rules(set, rules);
	close(set);
	return err;
}
