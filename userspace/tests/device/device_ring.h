/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * io_uring by its system calls, without a library.
 */
#ifndef DEVICE_RING_H
#define DEVICE_RING_H

#include <linux/io_uring.h>

#include "device.h"

/**
 * struct ring - an io_uring
 *
 * @fd: its file.
 * @p: the parameters that the kernel returned.
 * @sq: the memory of the submission ring; also of the completion ring.
 * @sqes: the submission entries.
 */
struct ring {
	int fd;
	struct io_uring_params p;
	char *sq;
	struct io_uring_sqe *sqes;
};

/* Opens a ring.  Ends the check as skipped if the kernel has no io_uring. */
void ring_open(struct ring *r, unsigned int entries);

/* Adds an entry; there must be room. */
void ring_put(struct ring *r, const struct io_uring_sqe *sqe);

/* Submits what was added.  Return: how many entries, or -1. */
int ring_enter(struct ring *r, unsigned int entries);

/* Waits for the next completion.  Return: its result. */
int ring_complete(struct ring *r);

#endif /* DEVICE_RING_H */
