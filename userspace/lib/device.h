/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the two halves of the engine "device" share.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "engine.h"

/**
 * struct device_stream - a session of /dev/utf8check
 *
 * @base: the stream.
 * @fd: the session, O_NONBLOCK; owned.
 * @rejected: the device has said EILSEQ.
 */
struct device_stream {
	struct utf8check_stream base;
	int fd;
	bool rejected;
};

const char *device_path(void);

/* ioctl(2) that returns 0 or a negative errno, and is repeated when a signal
 * interrupts it.
 */
int device_ioctl(int fd, unsigned long request, void *arg);

int device_stream_open(struct utf8check_stream *s,
		       const struct utf8check_config *config);
void device_stream_close(struct utf8check_stream *s);
int device_push(struct utf8check_stream *s, const u8 *in, size_t *in_len,
		u8 *out, size_t *out_len);
int device_finish(struct utf8check_stream *s, u8 *out, size_t *out_len);
int device_report(struct utf8check_stream *s, struct utf8check_report *report);
int device_reset(struct utf8check_stream *s);

#endif /* DEVICE_H */
