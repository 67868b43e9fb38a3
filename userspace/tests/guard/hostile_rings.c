// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The entries of io_uring that take a new name: done at once, by a worker of
 * the kernel, and with credentials that were registered before.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "hostile.h"
#include "ring.h"

enum { AT_ONCE, BY_WORKER, AS_ANOTHER };

static int run(struct io_uring_sqe *sqe, int how)
{
	struct io_uring_params p = { };
	int ring = syscall(__NR_io_uring_setup, RING_ENTRIES, &p), result;

	if (ring < 0)
		return HOSTILE_SKIP;
	if (how == BY_WORKER)
		sqe->flags |= IOSQE_ASYNC;
	if (how == AS_ANOTHER)
		sqe->personality = syscall(__NR_io_uring_register, ring,
					   IORING_REGISTER_PERSONALITY, NULL,
					   0);
	result = ring_do(&p, ring, sqe);
	close(ring);
	if (result == -EINVAL)
		return HOSTILE_SKIP;
	if (result > 0 && sqe->opcode != IORING_OP_LINKAT)
		close(result);
	return hostile_result(result);
}

static int make(const struct way *w, const char *name)
{
	struct open_how how = { .flags = O_CREAT | O_RDWR, .mode = 0600 };
	struct io_uring_sqe sqe = {
		.opcode = w->call,
		.fd = AT_FDCWD,
		.addr = (uintptr_t)name,
	};

	switch (w->call) {
	case IORING_OP_OPENAT:
		sqe.len = 0600;
		sqe.open_flags = O_CREAT | O_RDWR;
		break;
	case IORING_OP_OPENAT2:
		sqe.len = sizeof(how);
		sqe.off = (uintptr_t)&how;
		break;
	case IORING_OP_MKDIRAT:
		sqe.len = 0700;
		break;
	default:	/* they take an old path and a new one */
		sqe.addr = (uintptr_t)"file";
		sqe.off = (uintptr_t)name;
		sqe.len = w->call == IORING_OP_SYMLINKAT ? 0 : AT_FDCWD;
	}
	return run(&sqe, w->how);
}

const struct way hostile_rings[] = {
	{ "io_uring openat", make, IORING_OP_OPENAT, .how = AT_ONCE },
	{ "io_uring openat, by a worker", make, IORING_OP_OPENAT, .how = BY_WORKER },
	{ "io_uring openat, other credentials", make, IORING_OP_OPENAT, .how = AS_ANOTHER },
	{ "io_uring openat2", make, IORING_OP_OPENAT2, .how = AT_ONCE },
	{ "io_uring mkdirat", make, IORING_OP_MKDIRAT, .how = BY_WORKER },
	{ "io_uring symlinkat", make, IORING_OP_SYMLINKAT, .how = AT_ONCE },
	{ "io_uring linkat", make, IORING_OP_LINKAT, .how = AT_ONCE },
	{ "io_uring linkat, other credentials", make, IORING_OP_LINKAT, .how = AS_ANOTHER },
	{ "io_uring renameat", make, IORING_OP_RENAMEAT, .how = AT_ONCE },
	{ "io_uring renameat, other credentials", make, IORING_OP_RENAMEAT, .how = AS_ANOTHER },
	{ }
};
