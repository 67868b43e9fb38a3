/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the files of the loader share.
 */
#ifndef LOADER_PRIVATE_H
#define LOADER_PRIVATE_H

#include <stddef.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "cli/base/file/late_library.h"
#include "loader.h"

/* libbpf, which loader_prepare() loads. */
#define LIBBPF_FUNCTIONS(FUNCTION) \
	FUNCTION(bpf_link__fd) \
	FUNCTION(bpf_map__fd) \
	FUNCTION(bpf_map__set_inner_map_fd) \
	FUNCTION(bpf_map_create) \
	FUNCTION(bpf_map_delete_elem) \
	FUNCTION(bpf_map_get_fd_by_id) \
	FUNCTION(bpf_map_lookup_elem) \
	FUNCTION(bpf_map_update_elem) \
	FUNCTION(bpf_obj_get) \
	FUNCTION(bpf_obj_get_info_by_fd) \
	FUNCTION(bpf_obj_pin) \
	FUNCTION(bpf_object__attach_skeleton) \
	FUNCTION(bpf_object__destroy_skeleton) \
	FUNCTION(bpf_object__detach_skeleton) \
	FUNCTION(bpf_object__load_skeleton) \
	FUNCTION(bpf_object__open_skeleton) \
	FUNCTION(bpf_prog_get_fd_by_id) \
	FUNCTION(bpf_prog_get_next_id) \
	FUNCTION(bpf_program__set_attach_target) \
	FUNCTION(libbpf_find_vmlinux_btf_id) \
	FUNCTION(libbpf_set_print) \
	FUNCTION(ring_buffer__consume) \
	FUNCTION(ring_buffer__epoll_fd) \
	FUNCTION(ring_buffer__free) \
	FUNCTION(ring_buffer__new)

struct libbpf {
	LIBBPF_FUNCTIONS(LATE_POINTER)
};

extern struct libbpf libbpf;

/* What the skeleton of the guard's program calls. */
#define bpf_object__attach_skeleton libbpf.bpf_object__attach_skeleton
#define bpf_object__destroy_skeleton libbpf.bpf_object__destroy_skeleton
#define bpf_object__detach_skeleton libbpf.bpf_object__detach_skeleton
#define bpf_object__load_skeleton libbpf.bpf_object__load_skeleton
#define bpf_object__open_skeleton libbpf.bpf_object__open_skeleton

/* A loader with no program yet. */
void loader_init(struct loader *l);

/* Bring the program into the kernel and to its hooks, switched off; a negative errno. */
int loader_attach(struct loader *l, const struct loader_plan *plan, bool verbose);

/* Read the events of the guard; a negative errno. */
int loader_read(struct loader *l);

/*
 * Map the settings that a map of a guard holds.  Return: 0; -EPROTO: it is a guard of another
 * version; -ENOENT: it is none; another negative errno, also @map where that is one.
 */
int loader_map_settings(int map, struct guard_settings **s);

/* home.c: the guard's folder in bpffs, where other users may write beside it */

/* The folder's name in bpffs. */
#define HOME "utf8check"

/*
 * Open and lock the folder; with @make, make it, and mount bpffs, where they are not
 * there.  Return: 0, -ENOENT, -EUCLEAN or another negative errno; home_close() in any case.
 */
int home_open(struct loader_home *h, bool make);

/* Close the folder, and remove it where it is empty. */
void home_close(struct loader_home *h);

/*
 * Open a folder that must be root's alone, by its name in @parent.  -EUCLEAN: something
 * else has the name, and loader_stranger() gives its path: @path in the guard's folder.
 */
int home_open_own(int parent, const char *name, const char *path);

/*
 * Remember for loader_stranger() what is in the guard's folder, or in a folder there;
 * empty names are left out.  Return: -EUCLEAN.
 */
int home_is_strange(const char *folder, const char *name);

#endif /* LOADER_PRIVATE_H */
