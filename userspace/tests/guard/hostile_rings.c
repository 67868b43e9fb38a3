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

static int ring_open(const char *name, int how)
{
	struct io_uring_sqe sqe = {
		.opcode = IORING_OP_OPENAT,
		.fd = AT_FDCWD,
		.addr = (uintptr_t)name,
		.len = 0600,
		.open_flags = O_CREAT | O_RDWR,
	};

	return run(&sqe, how);
}

static int way_openat(const char *name)
{
	return ring_open(name, AT_ONCE);
}

static int way_openat_worker(const char *name)
{
	return ring_open(name, BY_WORKER);
}

static int way_openat_another(const char *name)
{
	return ring_open(name, AS_ANOTHER);
}

static int way_openat2(const char *name)
{
	struct open_how how = { .flags = O_CREAT | O_RDWR, .mode = 0600 };
	struct io_uring_sqe sqe = {
		.opcode = IORING_OP_OPENAT2,
		.fd = AT_FDCWD,
		.addr = (uintptr_t)name,
		.len = sizeof(how),
		.off = (uintptr_t)&how,
	};

	return run(&sqe, AT_ONCE);
}

static int way_mkdirat(const char *name)
{
	struct io_uring_sqe sqe = {
		.opcode = IORING_OP_MKDIRAT,
		.fd = AT_FDCWD,
		.addr = (uintptr_t)name,
		.len = 0700,
	};

	return run(&sqe, BY_WORKER);
}

/* Entries that take an old path and a new one. */
static int ring_two(int opcode, const char *old, const char *name, int how)
{
	struct io_uring_sqe sqe = {
		.opcode = opcode,
		.fd = AT_FDCWD,
		.addr = (uintptr_t)old,
		.off = (uintptr_t)name,
		.len = AT_FDCWD,
	};

	if (opcode == IORING_OP_SYMLINKAT)
		sqe.len = 0;
	return run(&sqe, how);
}

static int way_symlinkat(const char *name)
{
	return ring_two(IORING_OP_SYMLINKAT, "file", name, AT_ONCE);
}

static int way_linkat(const char *name)
{
	return ring_two(IORING_OP_LINKAT, "file", name, AT_ONCE);
}

static int way_linkat_another(const char *name)
{
	return ring_two(IORING_OP_LINKAT, "file", name, AS_ANOTHER);
}

static int way_renameat(const char *name)
{
	return ring_two(IORING_OP_RENAMEAT, "file", name, AT_ONCE);
}

static int way_renameat_another(const char *name)
{
	return ring_two(IORING_OP_RENAMEAT, "file", name, AS_ANOTHER);
}

const struct way hostile_rings[] = {
	{ "io_uring openat", way_openat, NULL },
	{ "io_uring openat, by a worker", way_openat_worker, NULL },
	{ "io_uring openat, other credentials", way_openat_another, NULL },
	{ "io_uring openat2", way_openat2, NULL },
	{ "io_uring mkdirat", way_mkdirat, NULL },
	{ "io_uring symlinkat", way_symlinkat, NULL },
	{ "io_uring linkat", way_linkat, NULL },
	{ "io_uring linkat, other credentials", way_linkat_another, NULL },
	{ "io_uring renameat", way_renameat, NULL },
	{ "io_uring renameat, other credentials", way_renameat_another, NULL },
	{ }
};
