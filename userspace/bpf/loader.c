// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's program, as it comes into the kernel and to its hooks; its maps, by libbpf, which
 * only the files of this folder know; and its events.
 *
 * A guard is found by its programs: each leads to its maps, of which one has the name and the
 * magic number of a guard's settings.  The settings have the ids of the other maps.
 *
 * A set of rules is a map of its own, and does not change.  Another set takes its place by
 * one write to the map that holds the set.  A name that is judged at that moment is
 * judged by the old set or by the new one.  When the write has returned, the old set
 * is in use no more (the kernel has waited for that), so the half of the map of
 * cgroups that the old set used is free for the next one.
 *
 * Two commands must not change the same guard at once: the folder of the pins is
 * locked for that, and any other guard belongs to one process.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "cli/base/types.h"
#include "loader_private.h"
/* Has structs of loader.h in it, so it comes after that. */
#include "guard.skel.h"

#define QUOTE(x) #x
#define QUOTE_VALUE(x) QUOTE(x)

struct libbpf libbpf;

int loader_prepare(void)
{
	int err = LATE_LIBRARY("libbpf.so." QUOTE_VALUE(LIBBPF_MAJOR_VERSION),
			       libbpf, LIBBPF_FUNCTIONS);

	if (!err)
		libbpf.libbpf_set_print(NULL);
	return err;
}

/* What the kernel says of a program or map.  @fd may be a negative errno. */
static int read_info(int fd, void *info, __u32 size)
{
	if (fd < 0)
		return fd;
	return libbpf.bpf_obj_get_info_by_fd(fd, info, &size) ? -errno : 0;
}

static __u32 map_id(int fd)
{
	struct bpf_map_info info = { };

	read_info(fd, &info, sizeof(info));
	return info.id;
}

/* The map of an id: its descriptor, or a negative errno. */
static int open_map(__u32 id)
{
	int fd = libbpf.bpf_map_get_fd_by_id(id);

	return fd < 0 ? -errno : fd;
}

/* All versions of the struct differ in the last byte of the number alone. */
int loader_map_settings(int map, struct guard_settings **s)
{
	struct bpf_map_info info = { };
	int err = read_info(map, &info, sizeof(info));
	void *at;

	if (err)
		return err;
	if (strcmp(info.name, GUARD_SETTINGS))
		return -ENOENT;
	at = mmap(NULL, sizeof(**s), PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);
	if (at == MAP_FAILED)
		return -ENOENT;
	*s = at;
	if ((*s)->magic == GUARD_MAGIC && info.value_size == sizeof(**s))
		return 0;
	err = (*s)->magic >> 8 == GUARD_MAGIC >> 8 ? -EPROTO : -ENOENT;
	munmap(at, sizeof(**s));
	*s = NULL;
	return err;
}

/* --- the guards in the kernel ------------------------------------------------------ */

/* The maps of a program; returns how many. */
static __u32 maps_of(__u32 program, __u32 *ids, __u32 room)
{
	struct bpf_prog_info info = { .nr_map_ids = room, .map_ids = (unsigned long)ids };
	AUTO_CLOSE int fd = libbpf.bpf_prog_get_fd_by_id(program);

	if (read_info(fd, &info, sizeof(info)) || info.type != BPF_PROG_TYPE_LSM)
		return 0;
	return info.nr_map_ids < room ? info.nr_map_ids : room;
}

/* Fills the settings of @g where the map @id has those of a guard, which is loaded to its end. */
static bool read_settings(__u32 id, struct loader_guard *g)
{
	AUTO_CLOSE int fd = open_map(id);
	struct guard_settings *s;

	if (loader_map_settings(fd, &s))
		return false;
	g->settings = *s;
	munmap(s, sizeof(*s));
	return g->settings.rules;
}

static bool guard_of_program(__u32 program, struct loader_guard *g)
{
	__u32 ids[16], n = maps_of(program, ids, 16), i;

	for (i = 0; i < n; i++)
		if (read_settings(ids[i], g))
			return true;
	return false;
}

/* Add @g to the @n guards, unless it is there.  Return: how many there are then: as loader_list(). */
static int add_guard(struct loader_guard *guards, int n, int room,
		     const struct loader_guard *g)
{
	for (int i = 0; i < n && i < room; i++)
		if (guards[i].settings.rules == g->settings.rules) {
			guards[i].hooks++;
			return n;
		}
	if (n >= room)
		return room + 1;
	guards[n] = *g;
	guards[n].hooks = 1;
	return n + 1;
}

int loader_list(struct loader_guard *guards, int room)
{
	struct loader_guard g;
	__u32 program = 0;
	int n = 0;

	while (!libbpf.bpf_prog_get_next_id(program, &program))
		if (guard_of_program(program, &g))
			n = add_guard(guards, n, room, &g);
	return errno == ENOENT ? n : -errno;
}

/* --- the set of rules of a guard ------------------------------------------------- */

static const __u32 first;

/*
 * As open_map(), of a map of this type with values of @size bytes.  The settings may be those of
 * a stranger's program, and the kernel copies whole values.
 */
static int open_typed(__u32 id, __u32 type, __u32 size)
{
	struct bpf_map_info info = { };
	int fd = open_map(id), err = read_info(fd, &info, sizeof(info));

	if (!err && (info.type != type || info.key_size != sizeof(first) || info.value_size != size))
		err = -EPROTO;
	if (!err)
		return fd;
	descriptor_close(&fd);
	return err;
}

static int open_outer(const struct guard_settings *s)
{
	return open_typed(s->rules, BPF_MAP_TYPE_ARRAY_OF_MAPS, sizeof(__u32));
}

/* Open the map that the map @outer holds; a negative errno, -ENOENT: it holds none yet. */
static int open_inner(int outer)
{
	__u32 id;

	if (outer < 0)
		return -EBADF;	/* not -ENOENT, which means: no set yet */
	return libbpf.bpf_map_lookup_elem(outer, &first, &id) ? -errno :
	       open_typed(id, BPF_MAP_TYPE_ARRAY, sizeof(struct guard_rules));
}

static int read_rules(int set, struct guard_rules *rules)
{
	if (set < 0)
		return set;
	return libbpf.bpf_map_lookup_elem(set, &first, rules) ? -errno : 0;
}

static void drop_cgroups(int map, __u32 half)
{
	__u32 at;

	for (__u32 i = 0; i < GUARD_RULES_MAX; i++) {
		at = half * GUARD_RULES_MAX + i;
		libbpf.bpf_map_delete_elem(map, &at);
	}
}

static int put_cgroups(int map, const struct guard_rules *rules,
		       const int *cgroups)
{
	for (__u32 i = 0; i < rules->count; i++)
		if (cgroups[i] >= 0 &&
		    libbpf.bpf_map_update_elem(map, &rules->rules[i].cgroup,
					&cgroups[i], 0))
			return -errno;
	return 0;
}

/* A new set, which no guard has yet: its descriptor, or a negative errno. */
static int new_set(const struct guard_rules *rules)
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
	AUTO_CLOSE int set = new_set(rules);

	if (set < 0)
		return set;
	return libbpf.bpf_map_update_elem(outer, &first, &set, 0) ? -errno : 0;
}

int loader_change(struct loader *l, const struct loader_plan *plan)
{
	struct guard_rules rules = plan->rules, old = { .half = 1 };
	struct guard_settings *s = l->settings;
	AUTO_CLOSE int sets = open_outer(s);
	AUTO_CLOSE int cgroups = open_map(s->cgroups);
	/* Open until the end, as a program may have read the old set. */
	AUTO_CLOSE int present = open_inner(sets);
	int err = read_rules(present, &old);

	/* It is not known which half the old set uses: neither may be touched. */
	if (err && err != -ENOENT)
		return err;
	rules.half = !old.half;
	for (__u32 i = 0; i < rules.count; i++)
		rules.rules[i].cgroup = rules.half * GUARD_RULES_MAX + i;
	/* Meanwhile only what passes by both sets passes at once. */
	s->passes &= rules.flags;
	err = put_cgroups(cgroups, &rules, plan->cgroups) ?: put_set(sets, &rules);
	drop_cgroups(cgroups, err ? rules.half : old.half);
	if (err)
		return err;
	s->passes = rules.flags;
	s->limit = plan->settings.limit;
	return 0;
}

int loader_rules(const struct guard_settings *s, struct guard_rules *rules)
{
	AUTO_CLOSE int sets = open_outer(s);
	AUTO_CLOSE int set = open_inner(sets);

	return read_rules(set, rules);
}

/* --- a guard that is started ------------------------------------------------- */

static int speak(enum libbpf_print_level level, const char *format,
		 va_list args)
{
	return level == LIBBPF_DEBUG ? 0 : vfprintf(stderr, format, args);
}

void loader_init(struct loader *l)
{
	*l = (struct loader){ .events = -1, .folder = -1, .home = { .root = -1, .fd = -1 } };
}

/* While the program is loaded, the verifier needs a set to look at. */
static int load_program(struct guard_bpf *program, const struct guard_rules *rules)
{
	AUTO_CLOSE int set = new_set(rules);

	if (set < 0)
		return set;
	return libbpf.bpf_map__set_inner_map_fd(program->maps.rules, set) ?:
	       guard_bpf__load(program);
}

/* From Linux 7.3 on, the function that opens a path has another name. */
static int follow_names(struct guard_bpf *program)
{
	if (libbpf.libbpf_find_vmlinux_btf_id("do_filp_open", BPF_TRACE_FEXIT) > 0)
		return 0;
	return libbpf.bpf_program__set_attach_target(program->progs.guard_opened, 0,
					      "do_file_open");
}

int loader_attach(struct loader *l, const struct loader_plan *plan, bool verbose)
{
	struct guard_bpf *program;
	int err;

	if (verbose)
		libbpf.libbpf_set_print(speak);
	program = guard_bpf__open();
	l->program = program;
	if (!program)
		return -errno;
	program->data_utf8check->settings = plan->settings;
	err = follow_names(program) ?: load_program(program, &plan->rules) ?:
	      loader_map_settings(libbpf.bpf_map__fd(program->maps.data_utf8check),
				  &l->settings);
	if (err)
		return err;
	l->settings->rules = map_id(libbpf.bpf_map__fd(program->maps.rules));
	l->settings->cgroups = map_id(libbpf.bpf_map__fd(program->maps.cgroups));
	l->settings->events = map_id(libbpf.bpf_map__fd(program->maps.events));
	return loader_change(l, plan) ?: guard_bpf__attach(program);
}

int loader_start(struct loader *l, const struct loader_plan *plan, bool verbose)
{
	int err;

	loader_init(l);
	err = loader_attach(l, plan, verbose) ?: loader_read(l);
	if (err)
		loader_stop(l);
	else
		l->settings->on = 1;
	return err;
}

void loader_detach(struct loader *l)
{
	l->settings->on = 0;
	guard_bpf__detach(l->program);
}

void loader_stop(struct loader *l)
{
	libbpf.ring_buffer__free(l->ring);
	guard_bpf__destroy(l->program);
	if (l->settings)
		munmap(l->settings, sizeof(*l->settings));
	descriptor_close(&l->events);
	descriptor_close(&l->folder);
	home_close(&l->home);
}

/* --- its events ---------------------------------------------------------------- */

static int take_event(void *context, void *data, size_t size)
{
	struct loader *l = context;

	if (size < sizeof(struct guard_event) || l->found(l->context, data))
		return 0;
	return -EINTR;
}

int loader_read(struct loader *l)
{
	l->events = open_map(l->settings->events);
	if (l->events < 0)
		return l->events;
	l->ring = libbpf.ring_buffer__new(l->events, take_event, l, NULL);
	if (!l->ring)
		return -errno;
	l->fd = libbpf.ring_buffer__epoll_fd(l->ring);
	return 0;
}

void loader_take(struct loader *l,
		 bool (*found)(void *context, const struct guard_event *event), void *context)
{
	l->found = found;
	l->context = context;
	libbpf.ring_buffer__consume(l->ring);
}
