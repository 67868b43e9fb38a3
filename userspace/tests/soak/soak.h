/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Workers that use /dev/utf8check for as long as they are told, at random from
 * a seed.  Each file says what its worker asserts, besides that the
 * kernel survives.  A worker ends the process by fail_at() or returns.
 */
#ifndef SOAK_H
#define SOAK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"

/**
 * struct worker - one row of the table of workers
 *
 * @name: how it is asked for.
 * @operands: how many, and which, for the usage.
 * @run: returns when soak_goes_on() is false.
 */
struct worker {
	const char *name;
	const char *operands;
	void (*run)(char **operands);
};

void soak_hammer(char **operands);
void soak_wander(char **operands);
void soak_loop(char **operands);
void soak_slow(char **operands);
void soak_ioctl(char **operands);
void soak_kill(char **operands);
void soak_load(char **operands);
void soak_names(char **operands);
void soak_hog(char **operands);

/* No call may take longer than this, in seconds, on however slow a machine. */
#define SOAK_PATIENCE 180

/* Time is left. */
bool soak_goes_on(void);

/* Time in seconds, from any start. */
double soak_now(void);

/* Adds to the count of operations; for any thread and child. */
void soak_did(uint64_t n);

/* The seed from the command line. */
extern uint64_t soak_seed;

/* A random number; @state is the caller's, see soak_random_from(). */
uint64_t soak_random(uint64_t *state);

/* A random number below @n, which is not 0. */
uint64_t soak_below(uint64_t *state, uint64_t n);

/* True with a chance of one in @n. */
bool soak_chance(uint64_t *state, unsigned int n);

/* A new state from the seed, different for each @which. */
uint64_t soak_random_from(uint64_t which);

/* A configuration at random: mostly values that dev_utf8check.txt gives, no records. */
void soak_config(uint64_t *state, struct utf8check_config *to);

/* @n bytes of good text, of bad bytes, of marks and of Hangul, mixed. */
void soak_text(uint64_t *state, unsigned char *to, size_t n);

/**
 * struct soak_syntax - text that comes in pieces
 *
 * @more: bytes that must follow.
 * @least: the next byte is not less than this one, if any must follow.
 * @most: nor more than this one.
 */
struct soak_syntax {
	unsigned int more;
	unsigned char least, most;
};

/* The next @n bytes of text, at offset @at, are well-formed. */
void soak_syntax_look(struct soak_syntax *s, const unsigned char *p, size_t n,
		      uint64_t at);

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

/**
 * struct soak_model - a session that has one writer and one reader
 *
 * @put: the bytes that write took; only the writer changes them.
 * @got: the bytes that read gave; only the reader changes them.
 */
struct soak_model {
	struct soak_bytes put, got;
};

void soak_model_put(struct soak_model *m, const void *p, size_t n);
void soak_model_got(struct soak_model *m, const void *p, size_t n);

/*
 * The library makes the same output of the same bytes, and the same report as @r,
 * the report at the end; @config is one that does not reject.
 */
void soak_model_check(struct soak_model *m,
		      const struct utf8check_config *config,
		      const struct utf8check_report *r);
void soak_model_free(struct soak_model *m);

/* The number of users of the module, as the kernel counts them. */
int soak_module_users(void);

/* Waits until no descriptor of the device is open. */
void soak_wait_for_no_users(void);

/* The options --hungry and --faults, see soak_faults.c. */
extern bool soak_hungry, soak_with_faults;

/* From here on calls between soak_fail() and soak_spare() can fail. */
void soak_turn_faults_on(void);

/* May a call fail with this errno because memory is short, or by a fault? */
bool soak_excused(int error);

/* Says how many did; with faults there must be some. */
void soak_say_excused(void);

/* Lets one point of the next calls of this thread fail, if faults are on. */
void soak_fail(uint64_t *random);

/* From here on nothing fails; errno stays. */
void soak_spare(void);

/* Begins a thread that can have faults. */
void soak_thread(pthread_t *thread, void *(*begun)(void *arg), void *arg);

/* Opens the device; tries again while memory is short. */
int soak_session(int flags);

/* Prints what each thread of this process waits for. */
void soak_tell_threads(void);

#endif /* SOAK_H */
