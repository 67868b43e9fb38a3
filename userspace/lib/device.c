// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The engine "device": /dev/utf8check.
 *
 * The engine itself holds one descriptor, opened for writing only, for the
 * calls that judge one buffer and keep nothing.  Each stream is a descriptor,
 * hence a session, of its own; see device_stream.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "device.h"

struct device {
	struct utf8check base;
	int fd;
};

const char *device_path(void)
{
	const char *path = secure_getenv("UTF8CHECK_DEVICE");

	return path && *path ? path : UTF8CHECK_DEVICE_PATH;
}

int device_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do
		ret = ioctl(fd, request, arg);
	while (ret < 0 && errno == EINTR);
	return ret < 0 ? -errno : 0;
}

static int fd_of(struct utf8check *engine)
{
	return ((struct device *)engine)->fd;
}

static int device_call(struct utf8check *engine, unsigned long request, void *arg)
{
	return device_ioctl(fd_of(engine), request, arg);
}

/*
 * The path may lead to another device, such as a tty.  Only ours answers with a
 * version.  Others fail with ENOTTY, or old drivers with EINVAL; an emulator fails
 * with ENOSYS for a call that it does not know.  Any other error (such as EPERM by
 * a security module) does not tell whose device it is.
 */
static int explain_refusal(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -ENOSYS ? -ENODEV : err;
}

static int device_open(struct utf8check *engine)
{
	struct device *d = (struct device *)engine;
	struct utf8check_version v = { .size = sizeof(v) };
	int err;

	d->fd = open(device_path(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (d->fd < 0)
		return -errno;
	err = device_call(engine, UTF8CHECK_VERSION, &v);
	if (!err && v.abi < UTF8CHECK_ABI)
		err = -EPROTONOSUPPORT;
	if (!err)
		return 0;
	close(d->fd);
	return explain_refusal(err);
}

static void device_close(struct utf8check *engine)
{
	close(fd_of(engine));
}

static int device_name(struct utf8check *engine, const struct u8c_name_query *q)
{
	unsigned long request = q->path ? UTF8CHECK_CHECK_PATH :
					  UTF8CHECK_CHECK_NAME;
	struct utf8check_name name = {
		.size = sizeof(name),
		.room = q->room > UINT32_MAX ? UINT32_MAX : q->room,
		.buf = (uintptr_t)q->p,
		.len = q->n,
		.findings = (uintptr_t)q->f,
	};
	int err;

	if (q->policy)
		name.policy = *q->policy;
	err = device_ioctl(fd_of(engine), request, &name);
	*q->v = name.verdict;
	return err;
}

const struct engine_ops device_ops = {
	.name = "device",
	.size = sizeof(struct device),
	.stream_size = sizeof(struct device_stream),
	.open = device_open,
	.close = device_close,
	.call = device_call,
	.name_check = device_name,
	.stream_open = device_stream_open,
	.stream_close = device_stream_close,
	.push = device_push,
	.finish = device_finish,
	.report = device_report,
	.reset = device_reset,
};
