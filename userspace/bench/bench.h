/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The harness that measures: jobs, contenders and texts. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include "core/u8c.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* What a contender can do.  Return: a number; of the first two 1; from REPAIR on, of bytes made. */
enum call {
	VALIDATE, IS_NFC, COUNT, LIST, NAME, PATH, WRITE, REPAIR, REPAIR_NFC,
	UTF16_TO_UTF8, UTF8_TO_UTF16, UTF32_TO_UTF8, UTF8_TO_UTF32,
	TO_NFC, TO_NFD, TO_NFKC_CASEFOLD, CALLS
};

/* What is made of a slice of a text. */
enum job_input {
	AS_IS, AT_EDGE,	/* the page after its end cannot be read */
	BAD_BYTES, AS_UTF16LE, AS_UTF32LE, AS_NFC, AS_NFD,
	AS_NAME,	/* all ASCII but letters and digits becomes "_" */
	AS_PATH,	/* the same, but a space becomes "/" */
};

/**
 * struct job - a row of what is measured
 *
 * @sizes: bytes of slices, where no others are asked for; 0 ends them.
 * @one_of: for BAD_BYTES: of so many bytes one is bad, on average.
 */
struct job {
	const char *name;
	enum call call;
	enum job_input input;
	const size_t *sizes;
	unsigned int one_of;
};

/* All of them; the last has no name. */
extern const struct job jobs[];

/* @impl: our implementation; NULL for a peer. */
struct work {
	enum call call;
	const struct u8c_impl *impl;
};

/* A call of the work.  A function of a library may have fewer parameters. */
typedef size_t (*job_fn)(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w);

/* How our implementations do it; NULL for what they do not. */
extern const job_fn ours[CALLS];

/**
 * struct contender - one who does calls
 *
 * @impl: our implementation; NULL for a peer.
 * @run: how; NULL for a call that the contender cannot do.
 * @absent: why it does none.
 */
struct contender {
	const char *name;
	const struct u8c_impl *impl;
	job_fn run[CALLS];
	char absent[120];
};

/* Each finds contenders, or says why they are absent.  Return: how many. */
size_t device_find(struct contender *c);
size_t peers_find(struct contender *c);

/* A text that slices are cut out of; @bytes are well-formed. */
struct text {
	char *name;
	size_t length;
	u8 *bytes;
};

#define TEXTS_MAX 128
#define TEXT_BYTES (2 << 20)

/* Return: how many there are; of a file, whose ill-formed bytes are left out, if there is any. */
size_t texts_make(struct text *texts);
bool text_read(struct text *t, char *path);

/* The time of the thread in nanoseconds; what calls took of it and what does not count. */
double bench_now(void);
extern double bench_excluded;

#endif /* BENCH_H */
