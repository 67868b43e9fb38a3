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
extern struct worker soak_hammer, soak_wander, soak_slow, soak_kill, soak_load, soak_names;

/* A file or folder from the command line, for the worker that needs one. */
extern const char *soak_operand;

/* No call may take longer than this, in seconds, on however slow a machine. */
#define SOAK_PATIENCE 180

/* A configuration at random: mostly values that dev_utf8check.txt gives, no records. */
void soak_config(struct u8c_chance *c, struct utf8check_config *to);

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

/* --- calls that fail (soak_faults.c) --------------------------------------------------- */

/* Memory is short; calls fail at random. */
extern bool soak_hungry, soak_with_faults;

/* From here on calls within FAULTY() can fail. */
void soak_turn_faults_on(void);

/* May a call fail with this errno because memory is short, or by a fault? */
bool soak_excused(int error);

/* Says how many did; with faults there must be some. */
void soak_say_excused(void);

/* Lets one point of the next calls of this thread fail, if faults are on. */
void soak_fail(struct u8c_chance *c);

/* From here on nothing fails; errno stays. */
void soak_spare(void);

#define FAULTY(chance, call) ({ \
	soak_fail(chance); \
	typeof(call) result_ = (call); \
	soak_spare(); \
	result_; \
})

/* Begins a thread that can have faults. */
void soak_thread(pthread_t *thread, thread_fn begun, void *arg);

/* Opens the device; tries again while memory is short. */
int soak_session(int flags);

/* --- calls of ioctl(2) at random (soak_ioctl.c) ------------------------------------------ */

enum { SOAK_PAGE = 4096, SOAK_ARENA = 16 * SOAK_PAGE };

/**
 * struct soak_caller - one thread
 *
 * @random: its random numbers.
 * @arena: SOAK_ARENA bytes for buffers; there is no memory after them.
 * @room: a page for a struct; there is no memory after it.
 * @private: no other thread rewrites @arena.
 * @library: gives the answers to compare with.
 */
struct soak_caller {
	struct u8c_chance random;
	unsigned char *arena, *room;
	bool private;
	struct utf8check *library;
};

/* Bytes after which there is no memory. */
unsigned char *soak_memory(size_t n);

/* Makes one call.  Return: as ioctl(2); @errors is set to what may be its errno. */
long soak_ioctl(struct soak_caller *c, int fd, const int **errors);

#endif /* SOAK_H */
