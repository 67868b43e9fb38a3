/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The loads that cost the device most: a text for each class of configuration.
 */
#ifndef LATENCY_LOADS_H
#define LATENCY_LOADS_H

#include "device.h"

#define LOAD_SIZE (1u << 20)	/* bytes of a text, and of a queue */

/**
 * struct load - a session and the text that it judges slowly
 *
 * @name: what the output calls it.
 * @text: fills LOAD_SIZE bytes.
 * @filters: the session is also read.
 * @named: it is judged as a name or path, and in no other way.
 * @config: what the session does.
 */
struct load {
	const char *name;
	void (*text)(unsigned char *to);
	bool filters;
	bool named;
	struct utf8check_config config;
};

extern const struct load loads[];	/* the last entry has no name */

/* LOAD_SIZE bytes each: the text that is judged, and room for output. */
extern unsigned char *text, *back;

/* Ways to give @text to a session; each runs for ever, until it is killed. */
void by_write(int fd);
void by_writev(int fd);
void by_nowait(int fd);
void by_splice(int fd);
void by_uring(int fd);
void by_many_entries(int fd);
void by_check(int fd);
void by_name(int fd);
void by_path(int fd);

/* Opens a session, O_NONBLOCK, with the configuration of a load. */
int load_session(const struct load *l);

#endif /* LATENCY_LOADS_H */
