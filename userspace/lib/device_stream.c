// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A stream through /dev/utf8check.
 *
 * The output of what is written waits in the session's queue.  So a push writes
 * until the queue is full or the input is taken, then reads until the queue is
 * empty or the room is full, and repeats both.  The descriptor is non-blocking,
 * because the writer is also the reader: a write that waited for a reader would
 * wait for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "device.h"

static struct device_stream *stream_of(struct utf8check_stream *s)
{
	return (struct device_stream *)s;
}

int device_stream_open(struct utf8check_stream *s,
		       const struct utf8check_config *config)
{
	struct device_stream *d = stream_of(s);
	struct utf8check_config c = *config;
	int mode = s->check_only ? O_WRONLY : O_RDWR;
	int err;

	d->fd = open(device_path(), mode | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (d->fd < 0)
		return -errno;
	err = device_ioctl(d->fd, UTF8CHECK_SET_CONFIG, &c);
	if (err)
		close(d->fd);
	return err;
}

/* EILSEQ of an unfinished sequence is ignored: finish() is there to tell. */
void device_stream_close(struct utf8check_stream *s)
{
	close(stream_of(s)->fd);
}

/*
 * Write until all is taken (0), the queue is full (-EAGAIN) or there is an
 * error; *used grows.
 */
static int put(struct device_stream *d, const u8 *in, size_t n, size_t *used)
{
	ssize_t wrote;

	if (d->rejected)
		return -EILSEQ;
	while (*used < n) {
		wrote = write(d->fd, in + *used, n - *used);
		if (wrote >= 0) {
			*used += wrote;
		} else if (errno == EILSEQ) {
			d->rejected = true;
			return -EILSEQ;
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

static bool queue_is_empty(struct device_stream *d)
{
	struct utf8check_report r = { .size = sizeof(r) };

	return !device_ioctl(d->fd, UTF8CHECK_GET_REPORT, &r) && !r.queued;
}

/*
 * Read until the queue is empty (0), the room is full (-ENOSPC) or there is an
 * error; *made grows.
 */
static int take(struct device_stream *d, u8 *out, size_t room, size_t *made)
{
	ssize_t got;

	while (*made < room) {
		got = read(d->fd, out + *made, room - *made);
		if (got > 0)
			*made += got;
		else if (got == 0 || errno == EAGAIN || errno == EILSEQ)
			return 0;
		else if (errno != EINTR)
			return -errno;
	}
	return queue_is_empty(d) ? 0 : -ENOSPC;
}

/* Nothing could be written or read: another process uses the descriptor. */
static void wait_for_device(struct device_stream *d)
{
	struct pollfd p = { .fd = d->fd, .events = POLLIN | POLLOUT };

	poll(&p, 1, 1000);
}

int device_push(struct utf8check_stream *s, const u8 *in, size_t *in_len,
		u8 *out, size_t *out_len)
{
	struct device_stream *d = stream_of(s);
	size_t n = *in_len, room = out ? *out_len : 0;
	size_t used = 0, made = 0, before;
	int put_err, take_err = 0;

	do {
		before = used + made;
		put_err = put(d, in, n, &used);
		if (out)
			take_err = take(d, out, room, &made);
		if (put_err == -EAGAIN && !take_err && used + made == before)
			wait_for_device(d);
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
int device_finish(struct utf8check_stream *s, u8 *out, size_t *out_len)
{
	struct device_stream *d = stream_of(s);
	size_t room = out ? *out_len : 0, made = 0;
	int err, take_err = 0;

	do {
		err = s->finished ? 0 : device_ioctl(d->fd, UTF8CHECK_FINISH, NULL);
		if (err == -EILSEQ)
			d->rejected = true;
		if (!err || err == -EILSEQ)
			s->finished = true;
		if (out)
			take_err = take(d, out, room, &made);
	} while (err == -EAGAIN && !take_err);

	if (out)
		*out_len = made;
	if (take_err)
		return take_err;
	return d->rejected ? -EILSEQ : err;
}

int device_report(struct utf8check_stream *s, struct utf8check_report *report)
{
	return device_ioctl(stream_of(s)->fd, UTF8CHECK_GET_REPORT, report);
}

int device_reset(struct utf8check_stream *s)
{
	stream_of(s)->rejected = false;
	return device_ioctl(stream_of(s)->fd, UTF8CHECK_RESET, NULL);
}
