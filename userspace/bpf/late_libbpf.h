/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * libbpf, which loader_prepare() loads.  Its functions keep their names, since the skeleton of the guard's program calls them.
 */
#ifndef LATE_LIBBPF_H
#define LATE_LIBBPF_H

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "cli/late_library.h"

#define LIBBPF_FUNCTIONS(FUNCTION) \
	FUNCTION(bpf_link__pin) \
	FUNCTION(bpf_link_get_fd_by_id) \
	FUNCTION(bpf_link_get_next_id) \
	FUNCTION(bpf_map__fd) \
	FUNCTION(bpf_map__pin) \
	FUNCTION(bpf_map__update_elem) \
	FUNCTION(bpf_map_get_fd_by_id) \
	FUNCTION(bpf_map_lookup_elem) \
	FUNCTION(bpf_obj_get) \
	FUNCTION(bpf_obj_get_info_by_fd) \
	FUNCTION(bpf_object__attach_skeleton) \
	FUNCTION(bpf_object__destroy_skeleton) \
	FUNCTION(bpf_object__detach_skeleton) \
	FUNCTION(bpf_object__load_skeleton) \
	FUNCTION(bpf_object__open_skeleton) \
	FUNCTION(bpf_prog_get_fd_by_id) \
	FUNCTION(bpf_prog_get_next_id) \
	FUNCTION(libbpf_set_print) \
	FUNCTION(ring_buffer__consume) \
	FUNCTION(ring_buffer__epoll_fd) \
	FUNCTION(ring_buffer__free) \
	FUNCTION(ring_buffer__new)

struct libbpf {
	LIBBPF_FUNCTIONS(LATE_POINTER)
};

extern struct libbpf libbpf;

#define bpf_link__pin libbpf.bpf_link__pin
#define bpf_link_get_fd_by_id libbpf.bpf_link_get_fd_by_id
#define bpf_link_get_next_id libbpf.bpf_link_get_next_id
#define bpf_map__fd libbpf.bpf_map__fd
#define bpf_map__pin libbpf.bpf_map__pin
#define bpf_map__update_elem libbpf.bpf_map__update_elem
#define bpf_map_get_fd_by_id libbpf.bpf_map_get_fd_by_id
#define bpf_map_lookup_elem libbpf.bpf_map_lookup_elem
#define bpf_obj_get libbpf.bpf_obj_get
#define bpf_obj_get_info_by_fd libbpf.bpf_obj_get_info_by_fd
#define bpf_object__attach_skeleton libbpf.bpf_object__attach_skeleton
#define bpf_object__destroy_skeleton libbpf.bpf_object__destroy_skeleton
#define bpf_object__detach_skeleton libbpf.bpf_object__detach_skeleton
#define bpf_object__load_skeleton libbpf.bpf_object__load_skeleton
#define bpf_object__open_skeleton libbpf.bpf_object__open_skeleton
#define bpf_prog_get_fd_by_id libbpf.bpf_prog_get_fd_by_id
#define bpf_prog_get_next_id libbpf.bpf_prog_get_next_id
#define libbpf_set_print libbpf.libbpf_set_print
#define ring_buffer__consume libbpf.ring_buffer__consume
#define ring_buffer__epoll_fd libbpf.ring_buffer__epoll_fd
#define ring_buffer__free libbpf.ring_buffer__free
#define ring_buffer__new libbpf.ring_buffer__new

#endif /* LATE_LIBBPF_H */
