/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a program has a pointer from.
 */
#ifndef BPF_POINTERS_H
#define BPF_POINTERS_H

/*
 * From FROM_NOTHING on the pointer is NULL, or may be, or it leads to memory of the
 * kernel that may be gone.
 */
enum source {
	FROM_STACK,
	FROM_MAP,
	FROM_RING,
	FROM_NOTHING,
	FROM_MAP_UNCHECKED,
	FROM_RING_UNCHECKED,
	FROM_KERNEL,
	FROM_CAST,
	SOURCES
};

#endif /* BPF_POINTERS_H */
