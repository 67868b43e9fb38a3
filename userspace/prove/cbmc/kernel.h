/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * As much of the kernel as module/queue.c and module/copy_in.c need, and the header that they
 * include, for the prover: scripts/suites/prove takes the kernel's own headers out of its
 * copies of these files.
 */
#ifndef PROVE_KERNEL_H
#define PROVE_KERNEL_H

#include "core/platform.h"

#include <errno.h>
#include <sys/types.h>

typedef struct { int refs; } refcount_t;
typedef struct { int n; } wait_queue_head_t;
typedef unsigned int __poll_t;

struct mutex { int n; };
struct lockdep_map { int n; };

#define DECLARE_PER_CPU(type, name) extern type name
#define this_cpu_add(what, n) ((what) += (n))

#define READ_ONCE(x) (x)
#define WRITE_ONCE(x, value) ((x) = (value))
#define IS_ENABLED(CONFIG_ANY) 0
#define sizeof_field(type, member) sizeof(((type *)0)->member)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define min_t(type, a, b) ((type)(a) < (type)(b) ? (type)(a) : (type)(b))

/* Of a kernel for which compat.h supplies nothing that is looked at here. */
#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + (c))
#define LINUX_VERSION_CODE KERNEL_VERSION(7, 0, 0)

struct page;

/* What the kernel has of a write that it takes from one place after the other. */
struct iov_iter {
	bool is_bvec;
	size_t count;
};

#define iov_iter_is_bvec(i) ((i)->is_bvec)
#define iov_iter_count(i) ((i)->count)
#define page_address(page) ((u8 *)(page))

ssize_t iov_iter_extract_pages(struct iov_iter *i, struct page ***pages, size_t most,
			       unsigned int pages_max, unsigned int flags, size_t *offset);
void iov_iter_revert(struct iov_iter *i, size_t n);
size_t copy_from_iter(void *to, size_t n, struct iov_iter *i);

#endif /* PROVE_KERNEL_H */
