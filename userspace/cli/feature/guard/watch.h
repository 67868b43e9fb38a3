/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Printing what a guard finds, until a signal ends the command.
 */
#ifndef GUARD_WATCH_H
#define GUARD_WATCH_H

#include <stdbool.h>
#include "bpf/loader.h"

/**
 * struct watch - a guard whose events are printed
 *
 * @json: print JSON.
 * @l: the guard.
 * @draining: the guard has ended, and the events that are left are printed.
 * @stuck: the command ends, and its output is not read: print no more.
 */
struct watch {
	bool json;
	struct loader *l;
	bool draining;
	bool stuck;
};

/* From now on SIGINT and SIGTERM end the watch, whatever call waits. */
void watch_expect_end(void);

/* Has a signal ended the watch? */
bool watch_is_ended(void);

/* From now on SIGHUP is noted: it ends the watch, and not the process. */
void watch_expect_hangup(void);

/* Is a SIGHUP noted?  Afterwards it is not. */
bool watch_take_hangup(void);

/* For loader_start() and loader_open(); @context is a struct watch. */
bool watch_take(void *context, const struct guard_event *event);

/**
 * watch() - print what the guard finds
 * @w: the guard, and how to print
 * @go_on: called each second; NULL: only a signal ends the watch
 *
 * Ends on a signal, SIGHUP too where it is noted, or when @go_on returns false.
 */
void watch(struct watch *w, bool (*go_on)(const struct loader *l));

/* Print what came before the end of the guard. */
void watch_drain(struct watch *w);

#endif /* GUARD_WATCH_H */
