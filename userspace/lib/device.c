// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The engine "device": /dev/utf8check.
 *
 * The engine itself holds one descriptor, opened for writing only, for the
 * calls that judge one buffer and keep nothing.  Each stream is a descriptor,
 * hence a session, of its own.
 *
 * The output of what is written to a session waits in its queue.  So a push writes
 * until the queue is full or the input is taken, then reads until the queue is
 * empty or the room is full, and repeats both.  The descriptor is non-blocking,
 * because the writer is also the reader: a write that waited for a reader would
 * wait for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "engine.h"

static const char *device_path(void)
{
	const char *path = secure_getenv("UTF8CHECK_DEVICE");

	return path && *path ? path : UTF8CHECK_DEVICE_PATH;
}

/* ioctl(2), repeated when a signal interrupts it.  Return: 0 or a negative errno. */
static int device_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do
		ret = ioctl(fd, request, arg);
	while (ret < 0 && errno == EINTR);
	return ret < 0 ? -errno : 0;
}

static int device_call(struct utf8check *engine, unsigned long request, void *arg)
{
	return device_ioctl(engine->fd, request, arg);
}

/*
 * The path may lead to another device, such as a tty.  Only ours answers with a
 * version.  Others fail with ENOTTY, or old drivers with EINVAL; an emulator fails
 * with ENOSYS for a call that it does not know.  Any other error (such as EPERM by
 * a security module) does not show whose device it is.
 */
static int explain_refusal(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -ENOSYS ? -ENODEV : err;
}

static int device_open(struct utf8check *engine)
{
	struct utf8check_version v = { .size = sizeof(v) };
	int err;

	engine->fd = open(device_path(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (engine->fd < 0)
		return -errno;
	err = device_call(engine, UTF8CHECK_IOC_VERSION, &v);
	if (!err)
		return 0;
	close(engine->fd);
	return explain_refusal(err);
}

static void device_close(struct utf8check *engine)
{
	close(engine->fd);
}

/* --- streams ---------------------------------------------------------------- */

static int device_stream_open(struct utf8check_stream *s,
			      const struct utf8check_config *config)
{
	struct utf8check_config c = *config;
	int mode = s->check_only ? O_WRONLY : O_RDWR;
	int err;

	s->fd = open(device_path(), mode | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (s->fd < 0)
		return -errno;
	err = device_ioctl(s->fd, UTF8CHECK_IOC_SET_CONFIG, &c);
	if (err)
		close(s->fd);
	return err;
}

/* close(2) may fail with EILSEQ, which is ignored: finish() reports it. */
static void device_stream_close(struct utf8check_stream *s)
{
	close(s->fd);
}

/*
 * Write until all is taken (0), the queue is full (-EAGAIN) or there is an
 * error; *used grows.
 */
static int write_queue(struct utf8check_stream *s, const u8 *in, size_t n, size_t *used)
{
	ssize_t wrote;

	if (s->rejected)
		return -EILSEQ;
	while (*used < n) {
		wrote = write(s->fd, in + *used, n - *used);
		if (wrote >= 0) {
			*used += wrote;
		} else if (errno == EILSEQ) {
			s->rejected = true;
			return -EILSEQ;
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

static bool queue_is_empty(struct utf8check_stream *s)
{
	struct utf8check_report r = { .size = sizeof(r) };

	return !device_ioctl(s->fd, UTF8CHECK_IOC_GET_REPORT, &r) && !r.queued;
}

/*
 * Read until the queue is empty (0), the room is full (-ENOSPC) or there is an
 * error; *made grows.
 */
static int read_queue(struct utf8check_stream *s, u8 *out, size_t room, size_t *made)
{
	ssize_t got;

	while (*made < room) {
		got = read(s->fd, out + *made, room - *made);
		if (got > 0)
			*made += got;
		else if (got == 0 || errno == EAGAIN || errno == EILSEQ)
			return 0;
		else if (errno != EINTR)
			return -errno;
	}
	return queue_is_empty(s) ? 0 : -ENOSPC;
}

/* Called when nothing could be written or read because another process uses the descriptor. */
static void wait_for_device(struct utf8check_stream *s)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN | POLLOUT };

	poll(&p, 1, 1000);
}

static int device_push(struct utf8check_stream *s, const u8 *in, size_t *in_len,
		       u8 *out, size_t *out_len)
{
	size_t n = *in_len, room = out ? *out_len : 0;
	size_t used = 0, made = 0, before;
	int put_err, take_err = 0;

	do {
		before = used + made;
		put_err = write_queue(s, in, n, &used);
		if (out)
			take_err = read_queue(s, out, room, &made);
		if (put_err == -EAGAIN && !take_err && used + made == before)
			wait_for_device(s);
	} while (put_err == -EAGAIN && !take_err);

	*in_len = used;
	if (out)
		*out_len = made;
	return take_err ? take_err : put_err;
}

/*
 * FINISH may need room in the queue for its output, so it is called again after
 * each read.
 */
static int device_finish(struct utf8check_stream *s, u8 *out, size_t *out_len)
{
	size_t room = out ? *out_len : 0, made = 0, before;
	int err, take_err = 0;

	do {
		before = made;
		err = s->finished ? 0 : device_ioctl(s->fd, UTF8CHECK_IOC_FINISH, NULL);
		if (err == -EILSEQ)
			s->rejected = true;
		if (!err || err == -EILSEQ)
			s->finished = true;
		if (out)
			take_err = read_queue(s, out, room, &made);
		if (err == -EAGAIN && !take_err && made == before)
			wait_for_device(s);
	} while (err == -EAGAIN && !take_err);

	if (out)
		*out_len = made;
	if (take_err)
		return take_err;
	return s->rejected ? -EILSEQ : err;
}

static int device_report(struct utf8check_stream *s, struct utf8check_report *report)
{
	return device_ioctl(s->fd, UTF8CHECK_IOC_GET_REPORT, report);
}

static int device_reset(struct utf8check_stream *s)
{
	s->rejected = false;
	return device_ioctl(s->fd, UTF8CHECK_IOC_RESET, NULL);
}

const struct engine_ops device_ops = {
	.name = "device",
	.open = device_open,
	.close = device_close,
	.call = device_call,
	.stream_open = device_stream_open,
	.stream_close = device_stream_close,
	.push = device_push,
	.finish = device_finish,
	.report = device_report,
	.reset = device_reset,
};
