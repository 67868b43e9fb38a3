// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's program, by libbpf, which only the files of this folder know.
 *
 * Guards are found in the kernel: each link leads to its program, a program to its
 * maps, and one of these has the name and the magic number of a guard's settings.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "cli/base/types.h"
#include "loader_private.h"
/* Has structs of loader.h in it, so it comes after that. */
#include "guard.skel.h"

#define QUOTE(x) #x
#define QUOTE_VALUE(x) QUOTE(x)

int loader_prepare(void)
{
	return LATE_LIBRARY("libbpf.so." QUOTE_VALUE(LIBBPF_MAJOR_VERSION),
			    libbpf, LIBBPF_FUNCTIONS);
}

static int speak(enum libbpf_print_level level, const char *format,
		 va_list args)
{
	return level == LIBBPF_DEBUG ? 0 : vfprintf(stderr, format, args);
}

static int say_nothing(enum libbpf_print_level level, const char *format,
		       va_list args)
{
	return 0;
}

void loader_keep_quiet(void)
{
	libbpf.libbpf_set_print(say_nothing);
}

static int take_event(void *context, void *data, size_t size)
{
	struct loader *l = context;

	if (size < sizeof(struct guard_event) ||
	    l->reader.found(l->reader.context, data))
		return 0;
	return -EINTR;
}

struct loader *loader_new(const struct loader_reader *reader)
{
	struct loader *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->home = -1;
	l->folder = -1;
	l->events = -1;
	if (reader)
		l->reader = *reader;
	return l;
}

int loader_read(struct loader *l, int fd)
{
	l->ring = libbpf.ring_buffer__new(fd, take_event, l, NULL);
	return l->ring ? 0 : -errno;
}

static int set_cgroup(struct loader *l, int cgroup)
{
	__u32 first = 0;

	return libbpf.bpf_map__update_elem(l->program->maps.cgroups, &first,
				    sizeof(first), &cgroup, sizeof(cgroup), 0);
}

static int put_rules(struct loader *l, const struct loader_plan *plan)
{
	const struct loader_maps maps = {
		.rules = libbpf.bpf_map__fd(l->program->maps.rules),
		.cgroups = libbpf.bpf_map__fd(l->program->maps.cgroups),
	};

	return loader_put_rules(&maps, plan);
}

int loader_change(struct loader *l, const struct loader_plan *plan)
{
	int err = put_rules(l, plan);

	if (!err)
		l->settings->limit = plan->settings.limit;
	return err;
}

static int set_scopes(struct loader *l, const struct loader_plan *plan)
{
	if (plan->settings.flags & GUARD_BY_RULES)
		return put_rules(l, plan);
	if (plan->settings.flags & GUARD_BY_CGROUP)
		return set_cgroup(l, plan->cgroups[0]);
	return 0;
}

/* While the program is loaded, the verifier needs a set to look at. */
static int load_program(struct guard_bpf *program, const struct guard_rules *rules)
{
	AUTO_CLOSE int set = loader_new_set(rules);

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

int loader_attach(struct loader *l, const struct loader_plan *plan,
		  bool verbose)
{
	int err;

	libbpf.libbpf_set_print(verbose ? speak : say_nothing);
	l->program = guard_bpf__open();
	if (!l->program)
		return -errno;
	l->program->data_utf8check->settings = plan->settings;
	l->program->rodata->guard_flags = plan->settings.flags;
	err = follow_names(l->program) ?: load_program(l->program, &plan->rules) ?:
	      set_scopes(l, plan);
	if (err)
		return err;
	l->settings = &l->program->data_utf8check->settings;
	return loader_read(l, libbpf.bpf_map__fd(l->program->maps.events)) ?:
	       guard_bpf__attach(l->program);
}

int loader_hand_over(struct loader *l, struct loader **to, int err)
{
	*to = err ? NULL : l;
	if (err)
		loader_stop(l);
	return err;
}

int loader_start(struct loader **to, const struct loader_plan *plan,
		 bool verbose, const struct loader_reader *reader)
{
	struct loader *l = loader_new(reader);
	int err = l ? loader_attach(l, plan, verbose) : -ENOMEM;

	if (!err)
		l->settings->on = 1;
	return loader_hand_over(l, to, err);
}

int loader_fd(const struct loader *l)
{
	return libbpf.ring_buffer__epoll_fd(l->ring);
}

void loader_take(struct loader *l)
{
	libbpf.ring_buffer__consume(l->ring);
}

struct guard_settings *loader_settings(const struct loader *l)
{
	return l->settings;
}

void loader_detach(struct loader *l)
{
	l->settings->on = 0;
	if (l->program)
		guard_bpf__detach(l->program);
}

void loader_stop(struct loader *l)
{
	if (!l)
		return;
	libbpf.ring_buffer__free(l->ring);
	guard_bpf__destroy(l->program);
	if (l->mapped)
		munmap(l->settings, l->mapped);
	descriptor_close(&l->events);
	descriptor_close(&l->folder);
	descriptor_close(&l->home);
	free(l);
}

/* --- the guards that are loaded -------------------------------------------- */

/* What the kernel says of a program, map or link.  @fd may be a negative errno. */
static int read_info(int fd, void *info, __u32 size)
{
	if (fd < 0)
		return fd;
	return libbpf.bpf_obj_get_info_by_fd(fd, info, &size) ? -errno : 0;
}

/* All versions of the struct differ in the last byte of the number alone. */
static bool has_magic(int map)
{
	const __u32 *at = mmap(NULL, sizeof(*at), PROT_READ, MAP_SHARED, map, 0);
	bool has;

	if (at == MAP_FAILED)
		return false;
	has = *at >> 8 == GUARD_MAGIC >> 8;
	munmap((void *)at, sizeof(*at));
	return has;
}

bool loader_is_settings(int map)
{
	struct bpf_map_info info = { };

	return !read_info(map, &info, sizeof(info)) &&
	       !strcmp(info.name, GUARD_SETTINGS) && has_magic(map);
}

int loader_settings_of(int map, struct loader_guard *g)
{
	struct bpf_map_info info = { };
	int err = read_info(map, &info, sizeof(info));
	__u32 first = 0;

	if (err)
		return err;
	g->map = info.id;
	return loader_is_settings(map) &&
	       info.value_size == sizeof(g->settings) &&
	       !libbpf.bpf_map_lookup_elem(map, &first, &g->settings) &&
	       g->settings.magic == GUARD_MAGIC ? 0 : -EPROTO;
}

/* Fills @g where the map @id has the settings of a guard. */
static bool read_settings(__u32 id, struct loader_guard *g)
{
	AUTO_CLOSE int fd = libbpf.bpf_map_get_fd_by_id(id);

	return fd >= 0 && !loader_settings_of(fd, g);
}

/* The maps of a program; returns how many. */
static __u32 maps_of(__u32 program, __u32 *ids, __u32 room)
{
	struct bpf_prog_info info = { .nr_map_ids = room, .map_ids = (unsigned long)ids };
	AUTO_CLOSE int fd = libbpf.bpf_prog_get_fd_by_id(program);

	if (read_info(fd, &info, sizeof(info)) || info.type != BPF_PROG_TYPE_LSM)
		return 0;
	return info.nr_map_ids < room ? info.nr_map_ids : room;
}

static bool holds_maps(__u32 id)
{
	AUTO_CLOSE int fd = libbpf.bpf_map_get_fd_by_id(id);
	struct bpf_map_info info = { };

	return !read_info(fd, &info, sizeof(info)) && info.type == BPF_MAP_TYPE_ARRAY_OF_MAPS;
}

static bool guard_of_program(__u32 program, struct loader_guard *g)
{
	__u32 ids[16], n = maps_of(program, ids, 16), i;
	bool found = false;

	g->rules = 0;
	for (i = 0; i < n; i++)
		if (holds_maps(ids[i]))
			g->rules = ids[i];
		else if (!found)
			found = read_settings(ids[i], g);
	return found;
}

bool loader_has_programs(__u32 map)
{
	__u32 ids[16], program = 0, n, i;

	while (!libbpf.bpf_prog_get_next_id(program, &program)) {
		n = maps_of(program, ids, 16);
		for (i = 0; i < n; i++)
			if (ids[i] == map)
				return true;
	}
	return false;
}

static __u32 program_of(__u32 link)
{
	AUTO_CLOSE int fd = libbpf.bpf_link_get_fd_by_id(link);
	struct bpf_link_info info = { };

	return read_info(fd, &info, sizeof(info)) ? 0 : info.prog_id;
}

/* Add @g to the @n guards, unless it is there.  Return: how many there are then. */
static int add_guard(struct loader_guard *guards, int n, int room,
		     const struct loader_guard *g)
{
	int i;

	for (i = 0; i < n && i < room; i++)
		if (guards[i].map == g->map) {
			guards[i].links++;
			/* Not every program of a guard uses the rules. */
			if (g->rules)
				guards[i].rules = g->rules;
			return n;
		}
	if (n < room) {
		guards[n] = *g;
		guards[n].links = 1;
	}
	return n + 1;
}

int loader_list(struct loader_guard *guards, int room)
{
	struct loader_guard g;
	__u32 link = 0, program;
	int n = 0;

	loader_keep_quiet();
	while (!libbpf.bpf_link_get_next_id(link, &link)) {
		program = program_of(link);
		if (program && guard_of_program(program, &g))
			n = add_guard(guards, n, room, &g);
	}
	return errno == ENOENT ? n : -errno;
}
