/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The calls of soak_ioctl.c: their arguments, and the answers that they must
 * have.
 */
#ifndef SOAK_IOCTL_H
#define SOAK_IOCTL_H

#include <pthread.h>

#include "soak.h"
#include "utf8check.h"

enum { PAGE = 4096, ARENA = 16 * PAGE };

/**
 * struct caller - one thread
 *
 * @fd: its session.
 * @arena: ARENA bytes for buffers; there is no memory after them.
 * @room: two pages for a struct; there is no memory after them.
 * @private: no other thread rewrites @arena.
 * @library: gives the answers to compare with.
 * @version: the device's answer to VERSION.
 * @config: what the session does; its size is 0 where that is not known.
 */
struct caller {
	int fd;
	unsigned char *arena, *room;
	bool private;
	uint64_t random;
	pthread_t thread;
	struct utf8check *library;
	struct utf8check_version version;
	struct utf8check_config config;
};

/**
 * struct soak_member - what a member of a struct takes, by dev_utf8check.txt
 *
 * @at: its offset.
 * @size: its bytes; 0 after the last member.
 * @list: the constants, NULL where it is a number.
 * @n: how many.
 * @bits: any of @list together; else one.
 * @most: the greatest number.
 * @step: it is a multiple of this.
 */
struct soak_member {
	size_t at, size;
	const uint64_t *list;
	size_t n;
	bool bits;
	uint64_t most, step;
};

/**
 * struct call - one number of the ABI
 *
 * @number: of ioctl(2).
 * @size: sizeof its struct; 0 where it takes none.
 * @fill: sets the struct's members, its size set; NULL leaves bytes at random.
 * @model: what the library answers; NULL where the session decides.
 */
struct call {
	unsigned long number;
	uint32_t size;
	void (*fill)(struct caller *c, void *to);
	int (*model)(struct caller *c, void *at);
};

extern const struct call soak_calls[];
extern const unsigned int soak_calls_count;

/* A random number below @n. */
static inline uint64_t below(struct caller *c, uint64_t n)
{
	return soak_below(&c->random, n);
}

/* Asks the device for what the models have to know of it. */
void soak_ask_device(struct caller *c);

/*
 * SET_CONFIG with the first @size bytes of @asked gave @result.  Checks that it
 * refuses what the library refuses, and nothing else; a configuration that was
 * taken is in @c from now on.
 */
void soak_configured(struct caller *c, const void *asked, uint32_t size,
		     int result);

#endif /* SOAK_IOCTL_H */
