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
	FUNCTION(bpf_link_get_fd_by_id) \
	FUNCTION(bpf_link_get_next_id) \
	FUNCTION(bpf_map__fd) \
	FUNCTION(bpf_map__set_inner_map_fd) \
	FUNCTION(bpf_map__update_elem) \
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

struct guard_bpf;

/**
 * struct loader - a guard, and the reader of its events
 *
 * @program: of a guard that this process started; else NULL.
 * @ring: its events.
 * @settings: its settings, as the kernel has them.
 * @mapped: bytes of them that were mapped here by loader_open(), else 0.
 * @events: the ring buffer that loader_open() opened, else -1.
 * @home: the guard's folder in bpffs; -1 with @program.
 * @folder: the folder of the pins in it, locked by the one reader; -1 with @program.
 * @reader: takes the events.
 */
struct loader {
	struct guard_bpf *program;
	struct ring_buffer *ring;
	struct guard_settings *settings;
	size_t mapped;
	int events;
	int home;
	int folder;
	struct loader_reader reader;
};

/* A loader with no program yet; NULL where there is no memory. */
struct loader *loader_new(const struct loader_reader *reader);

/* Bring the program into the kernel and to its hooks, switched off; a negative errno. */
int loader_attach(struct loader *l, const struct loader_plan *plan,
		  bool verbose);

/**
 * struct loader_maps - the two maps of a guard that change with its rules
 *
 * @rules: the map that holds the set.
 * @cgroups: the map of the cgroups of its rules.
 */
struct loader_maps {
	int rules;
	int cgroups;
};

/* A new set, which no guard has yet: its descriptor, or a negative errno. */
int loader_new_set(const struct guard_rules *rules);

/*
 * Put the set of rules of the plan in the place of the present one, where there is
 * one.  When it fails, with a negative errno, the present one stays.
 */
int loader_put_rules(const struct loader_maps *maps,
		     const struct loader_plan *plan);

/* Gives *@to the loader, or with @err NULL: then it is stopped.  Return: @err. */
int loader_hand_over(struct loader *l, struct loader **to, int err);

/* Read what the ring buffer @fd gets; a negative errno. */
int loader_read(struct loader *l, int fd);

/* Has the map the settings of a guard, of whatever version? */
bool loader_is_settings(int map);

/*
 * Fills @g, but for its links, where the map has the settings of a guard of this
 * version; else returns -EPROTO, or another negative errno.
 */
int loader_settings_of(int map, struct loader_guard *g);

/*
 * Does a program have the map of this id?  A link loses its id before its hook is
 * free, a program after that.
 */
bool loader_has_programs(__u32 map);

void loader_keep_quiet(void);

/* home.c: the guard's folder in bpffs, where other users may write beside it */

/* The folder's name in bpffs. */
#define HOME "utf8check"

/**
 * struct home - the folder, locked: one command at a time changes what is in it
 *
 * @root: bpffs.
 * @fd: the folder.
 */
struct home {
	int root;
	int fd;
};

/*
 * Open and lock the folder; with @make, make it, and mount bpffs, where they are not
 * there.  Return: 0, -ENOENT, -EUCLEAN or another negative errno; home_close() in any case.
 */
int home_open(struct home *h, bool make);

/* Close the folder, and remove it where it is empty. */
void home_close(struct home *h);

/*
 * Open the bpffs that has the folder, also below other mounts, or else what is there; with
 * @make, mount it where it is not.  -ENOENT, or another negative errno.
 */
int home_open_bpffs(bool make);

/*
 * Open a folder that must be root's alone, by its name in @parent.  -EUCLEAN: something
 * else has the name, and loader_stranger() gives its path: @path in the guard's folder.
 */
int home_open_own(int parent, const char *name, const char *path);

/* Is the open folder still the one of this name? */
bool home_is_still(int parent, const char *name, int fd);

/*
 * Remember for loader_stranger() what is in the guard's folder, or in a folder there;
 * empty names are left out.  Return: -EUCLEAN.
 */
int home_is_strange(const char *folder, const char *name);

#endif /* LOADER_PRIVATE_H */
