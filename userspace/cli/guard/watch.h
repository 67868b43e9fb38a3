/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Printing what a guard finds, until a signal ends it.
 */
#ifndef GUARD_WATCH_H
#define GUARD_WATCH_H

#include <stdbool.h>
#include "bpf/loader.h"

/**
 * struct watch - who prints
 *
 * @json: print JSON.
 * @l: the guard.
 * @draining: it is over, and what is left is printed.
 * @stuck: nobody takes what is printed, and it is over: print no more.
 */
struct watch {
	bool json;
	struct loader *l;
	bool draining;
	bool stuck;
};

/* SIGINT and SIGTERM end the watch from now on, whatever it waits for. */
void watch_expect_end(void);

/* Has a signal ended it? */
bool watch_is_ended(void);

/* For loader_start() and loader_open(); @context is a struct watch. */
bool watch_take(void *context, const struct guard_event *event);

/**
 * watch() - print what the guard finds
 * @w: with the guard
 * @go_on: asked each second; NULL for always
 *
 * It ends when a signal says so, or @go_on says no.
 */
void watch(struct watch *w, bool (*go_on)(const struct loader *l));

/* Print what came before the end of the guard. */
void watch_drain(struct watch *w);

#endif /* GUARD_WATCH_H */
