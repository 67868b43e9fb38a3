// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's program, as it comes into the kernel and to its hooks, and its events.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include "cli/base/types.h"
#include "loader_private.h"
/* Has structs of loader.h in it, so it comes after that. */
#include "guard.skel.h"

static int speak(enum libbpf_print_level level, const char *format,
		 va_list args)
{
	return level == LIBBPF_DEBUG ? 0 : vfprintf(stderr, format, args);
}

/* --- a guard that is started ------------------------------------------------- */

void loader_init(struct loader *l)
{
	*l = (struct loader){ .events = -1, .folder = -1, .home = { .root = -1, .fd = -1 } };
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
	l->settings->rules = loader_map_id(libbpf.bpf_map__fd(program->maps.rules));
	l->settings->cgroups = loader_map_id(libbpf.bpf_map__fd(program->maps.cgroups));
	l->settings->events = loader_map_id(libbpf.bpf_map__fd(program->maps.events));
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
	l->events = loader_map(l->settings->events);
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
