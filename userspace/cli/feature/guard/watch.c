// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Printing what a guard finds, until a signal ends the command.
 *
 * The guard works in the kernel; this file only prints its events.  When the output is
 * not read, a write waits, events fill the kernel's buffer, and events that have no room
 * there are only counted.  A signal that ends the command also ends a write that waits.
 * It may come just before the write begins: so from then on an alarm interrupts the
 * process each second.  A pipe without a reader does not end the command: what the guard
 * refuses must not depend on readers.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>
#include "feature/guard/guard_event.h"
#include "feature/guard/watch.h"

/* Milliseconds after which dropped events are reported. */
#define PATIENCE 1000

static volatile sig_atomic_t ended, hung_up;

static void ring_again(int signal)
{
	alarm(1);
}

static void end_watch(int signal)
{
	ended = 1;
	alarm(1);
}

static void note_hangup(int signal)
{
	hung_up = 1;
}

void watch_expect_hangup(void)
{
	/* A line that is being written is completed; poll() still ends. */
	struct sigaction action = {
		.sa_handler = note_hangup, .sa_flags = SA_RESTART,
	};

	sigaction(SIGHUP, &action, NULL);
}

bool watch_is_hung_up(void)
{
	return hung_up;
}

bool watch_take_hangup(void)
{
	if (!hung_up)
		return false;
	hung_up = 0;
	return true;
}

void watch_expect_end(void)
{
	/* No SA_RESTART: the signal interrupts a call that waits. */
	struct sigaction action = { .sa_handler = end_watch };
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGALRM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	action.sa_handler = ring_again;
	sigaction(SIGALRM, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	sigprocmask(SIG_UNBLOCK, &ends, NULL);
}

bool watch_is_ended(void)
{
	return ended;
}

/* Flush standard output.  Return: whether all of it was written. */
static bool is_out(struct watch *w)
{
	if (!fflush(stdout))
		return true;
	if (ended && errno == EINTR) {
		/* The command gives up the output, which is not an error. */
		w->stuck = true;
		clearerr(stdout);
	}
	__fpurge(stdout);
	return false;
}

bool watch_take(void *context, const struct guard_event *e)
{
	struct watch *w = context;

	if (!w->stuck) {
		if (w->json)
			guard_event_print_json(e);
		else
			guard_event_print(e);
	}
	if (w->stuck || !is_out(w))
		__atomic_fetch_add(&loader_settings(w->l)->dropped, 1,
				   __ATOMIC_RELAXED);
	return !ended || w->draining;
}

static void print_dropped(struct watch *w)
{
	struct guard_settings *s = loader_settings(w->l);
	__u64 dropped = s->dropped;

	if (dropped == s->told || w->stuck)
		return;
	guard_event_print_dropped(dropped - s->told, w->json);
	if (is_out(w))
		s->told = dropped;
}

/*
 * Let only fflush() write, also to a terminal: an error in the middle of
 * printf() would not be seen.  The buffer has room for the longest line.
 */
static void hold_lines(void)
{
	static char lines[64 * 1024];

	setvbuf(stdout, lines, _IOFBF, sizeof(lines));
}

void watch(struct watch *w, bool (*go_on)(const struct loader *l))
{
	struct pollfd ready = { .fd = loader_fd(w->l), .events = POLLIN };

	hold_lines();
	while (!ended && (!go_on || go_on(w->l))) {
		poll(&ready, 1, PATIENCE);
		loader_take(w->l);
		print_dropped(w);
	}
}

void watch_drain(struct watch *w)
{
	w->draining = true;
	loader_take(w->l);
	print_dropped(w);
}
