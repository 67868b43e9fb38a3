/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Workers that use /dev/utf8check for a while, at random from a seed.  Each file says
 * what its worker asserts, besides that the kernel survives.
 */
#ifndef SOAK_H
#define SOAK_H

#include <pthread.h>

#include "device/device.h"
#include "utf8check.h"

/* What asks for them is their name. */
extern struct worker soak_hammer, soak_slow, soak_kill;

/* No call may take longer than this, in seconds, on however slow a machine. */
#define SOAK_PATIENCE 180

/* @n bytes of good text, of bad bytes, of marks and of Hangul, mixed. */
void soak_text(struct u8c_chance *c, unsigned char *to, size_t n);

/* Waits until no descriptor of the device is open: the end of a worker. */
void soak_wait_for_no_users(struct worker *w);

/* The sums of a report agree, at any time. */
void soak_check_report(const struct utf8check_report *r);

/* Calls @again until the thread has ended, with a pause at random in between. */
void soak_join(pthread_t thread, struct u8c_chance *c, void (*again)(void *arg), void *arg);

/* --- what one writer put and one reader got (soak_model.c) --------------------------- */

/**
 * struct soak_bytes - bytes that grow
 *
 * @p: the bytes, NULL as long as there was none.
 * @n: how many.
 * @room: the number of bytes for which there is room.
 */
struct soak_bytes {
	unsigned char *p;
	size_t n, room;
};

void soak_append(struct soak_bytes *to, const void *p, size_t n);

/**
 * struct soak_model - a session that has one writer or one reader
 *
 * @put: the bytes that write took; only the one writer changes them.
 * @got: the bytes that read gave; only the one reader changes them.
 */
struct soak_model {
	struct soak_bytes put, got;
};

/*
 * The library makes the same output of the same bytes, and the same report as @r,
 * the report at the end; @config is one that does not reject.
 */
void soak_model_check(struct soak_model *m, const struct utf8check_config *config,
		      const struct utf8check_report *r);

/* What was got is well-formed (RFC 3629). */
void soak_model_check_syntax(const struct soak_model *m);
void soak_model_free(struct soak_model *m);

#endif /* SOAK_H */
