/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Calls that are made to fail at every point where the kernel can fail.
 */
#ifndef FAILNTH_H
#define FAILNTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/utf8check.h>

#define TEXT_SIZE 40000	/* more than the module judges at once */

/**
 * struct trial - one call under test, and what it works on
 *
 * @fd: the session; -1 before it is opened.
 * @ends: a pipe for splice.
 * @result: what the call returned.
 * @error: its errno, where @result is -1.
 * @text: good text.
 * @out: room for the output.
 * @got: bytes of it.
 * @s: the struct of an ioctl.
 * @findings: where the call puts findings.
 */
struct trial {
	int fd;
	int ends[2];
	long result;
	int error;
	unsigned char text[TEXT_SIZE];
	unsigned char out[TEXT_SIZE];
	size_t got;
	union {
		struct utf8check_config config;
		struct utf8check_report report;
		struct utf8check_check check;
		struct utf8check_check_name name;
		struct utf8check_version version;
	} s;
	struct utf8check_finding findings[64];
};

/**
 * struct sweep - a call that is made to fail
 *
 * @name: what the output calls it.
 * @prepare: makes all that the call needs; nothing fails here.
 * @call: the call; its return value goes to @result of the trial.
 * @complete: after the call, when nothing fails any more: does what the call
 *	left undone, looks at what came of it all, and says what is wrong.
 */
struct sweep {
	const char *name;
	void (*prepare)(struct trial *t);
	long (*call)(struct trial *t);
	const char *(*complete)(struct trial *t);
};

/* Each list ends with an entry without a name. */
extern const struct sweep sweeps[];
extern const struct sweep judge_sweeps[];

/* A session that only checks, and text of three-byte sequences. */
void prepare_check(struct trial *t);

/*
 * Makes the call again, without a fault: its errno must be @want now, and its
 * result is checked.
 */
const char *again(struct trial *t, long (*call)(struct trial *), int want);

/**
 * sweep_load() - make the loading of the module fail at its points
 * @path: utf8check.ko, which is unloaded before and loaded again afterwards
 * @most: points at most
 * @wrong: set to what is wrong
 *
 * Return: the number of points.
 */
unsigned int sweep_load(const char *path, unsigned int most,
			const char **wrong);

/*
 * Lets the @nth point from here on fail; with 0, no point.  False if that is
 * impossible.
 */
bool arm_fault(unsigned int nth);

/* From here on no allocation from this cache of the kernel's fails; with NULL all
 * may.
 */
void spare_cache(const char *spared);

/*
 * How many points are left before the one that fails; 0 if the fault was met, or
 * no fault was set.  From here on nothing fails.
 */
unsigned int faults_left(void);

/* Was the fault met?  From here on nothing fails. */
bool fault_was_met(void);

/* Did the call fail with an errno that a fault gives and that is documented? */
bool failed_cleanly(const struct trial *t);

#endif /* FAILNTH_H */
