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
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include "feature/guard/guard.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "print/json.h"
#include "utf8check.h"

/* --- what the guard has found; each string is escaped, as the watched process has chosen it */

/* No other number comes: the program in the kernel is of this version. */
static const char *const act_names[] = {
	[GUARD_CREATE] = "create", [GUARD_MKDIR] = "mkdir", [GUARD_MKNOD] = "mknod",
	[GUARD_SYMLINK] = "symlink", [GUARD_TARGET] = "symlink-target", [GUARD_LINK] = "link",
	[GUARD_RENAME] = "rename",
};

static const char *const outcome_names[] = {
	[GUARD_NOTICED] = "noticed", [GUARD_REFUSED] = "refused", [GUARD_PASSED] = "passed",
};

/* The class may be of a newer module, or 0. */
static const char *class_name(__u32 class)
{
	const char *name = class ? utf8check_class_name(class) : NULL;

	return name ? name : "unknown";
}

static size_t comm_length(const struct guard_event *e)
{
	return strnlen(e->comm, sizeof(e->comm));
}

static void guard_event_print(const struct guard_event *e)
{
	printf("%s %s: ", outcome_names[e->outcome], act_names[e->act]);
	escaped_print(stdout, e->name, e->length);
	printf(": %s (in ", class_name(e->class));
	escaped_print(stdout, e->directory, e->directory_length);
	printf(", inode %" PRIu64 " of device %s; by ", (u64)e->inode, guard_device(e->device));
	escaped_print(stdout, (const u8 *)e->comm, comm_length(e));
	printf(", pid %u, uid %u", e->pid, e->uid);
	if (*e->rule)
		printf("; rule %.*s", (int)sizeof(e->rule), e->rule);
	if (e->lost)
		printf("; %u of this user's before it not reported", e->lost);
	puts(")");
}

/* An object that begins with the time. */
static struct json begin_timed_object(void)
{
	struct json j = json_begin(stdout);
	struct timespec now = { };
	char text[40];

	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(text, sizeof(text), "%lld.%06ld", (long long)now.tv_sec, now.tv_nsec / 1000);
	json_put(&j, J_LITERAL("time", text));
	return j;
}

static void guard_event_print_json(const struct guard_event *e)
{
	struct json j = begin_timed_object();

	json_put(&j, J_BOOL("refused", e->outcome == GUARD_REFUSED));
	if (e->outcome == GUARD_PASSED)
		json_put(&j, J_BOOL("passed", true));
	json_put(&j, J_WORD("act", act_names[e->act]), J_WORD("class", class_name(e->class)),
		 J_TEXT("name", e->name, e->length), J_HEX("name_hex", e->name, e->length),
		 J_TEXT("directory", e->directory, e->directory_length),
		 J_NUMBER("inode", e->inode), J_WORD("device", guard_device(e->device)),
		 J_TEXT("comm", e->comm, comm_length(e)), J_NUMBER("pid", e->pid),
		 J_NUMBER("uid", e->uid));
	if (*e->rule)
		json_put(&j, J_TEXT("rule", e->rule, strnlen(e->rule, sizeof(e->rule))));
	if (e->lost)
		json_put(&j, J_NUMBER("lost", e->lost));
	json_put(&j, J_END);
}

static void guard_event_print_dropped(__u64 n, bool json)
{
	struct json j;

	if (!json) {
		printf("dropped: %" PRIu64 " more, not reported\n", (u64)n);
		return;
	}
	j = begin_timed_object();
	json_put(&j, J_NUMBER("dropped", n), J_END);
}

/* --- the watch */

/* Milliseconds after which dropped events are reported. */
#define REPORT_AFTER_MS 1000

static volatile sig_atomic_t ended, hung_up;

static void take_signal(int signal)
{
	if (signal == SIGHUP) {
		hung_up = 1;
		return;
	}
	if (signal != SIGALRM)
		ended = 1;
	alarm(1);
}

void watch_begin(bool hangup)
{
	/* No SA_RESTART: the signal interrupts a call that waits. */
	struct sigaction action = { .sa_handler = take_signal };
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGALRM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	/* A line that is being written is completed; poll() still ends. */
	action.sa_flags = SA_RESTART;
	if (hangup)
		sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	sigprocmask(SIG_UNBLOCK, &ends, NULL);
}

/* sd_notify(3): a datagram to a socket, whose name may be abstract. */
void notify_ready(void)
{
	AUTO_CLOSE int fd = -1;
	static const char word[] = "READY=1";
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *name = getenv("NOTIFY_SOCKET");
	size_t n = name ? strlen(name) : 0;

	if (!n || n >= sizeof(to.sun_path))
		return;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	memcpy(to.sun_path, name, n);
	if (*name == '@')
		to.sun_path[0] = '\0';
	if (sendto(fd, word, strlen(word), MSG_NOSIGNAL, (struct sockaddr *)&to,
		   offsetof(struct sockaddr_un, sun_path) + n) < 0)
		cli_complain_errno(-errno, "%s", name);
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

/* For loader_take(); @context is a struct watch. */
static bool watch_take(void *context, const struct guard_event *e)
{
	struct watch *w = context;

	if (!w->stuck) {
		if (w->json)
			guard_event_print_json(e);
		else
			guard_event_print(e);
	}
	if (w->stuck || !is_out(w))
		__atomic_fetch_add(&w->l.settings->dropped, 1, __ATOMIC_RELAXED);
	return !ended || w->draining;
}

static void print_dropped(struct watch *w)
{
	struct guard_settings *s = w->l.settings;
	__u64 dropped = s->dropped;

	if (dropped == s->printed || w->stuck)
		return;
	guard_event_print_dropped(dropped - s->printed, w->json);
	if (is_out(w))
		s->printed = dropped;
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

enum watch_end watch(struct watch *w)
{
	struct pollfd ready = { .fd = w->l.fd, .events = POLLIN };

	hold_lines();
	while (!ended && !hung_up && loader_is_there(&w->l)) {
		poll(&ready, 1, REPORT_AFTER_MS);
		loader_take(&w->l, watch_take, w);
		print_dropped(w);
	}
	if (ended)
		return WATCH_SIGNAL;
	if (!hung_up)
		return WATCH_GONE;
	hung_up = 0;
	return WATCH_HANGUP;
}

void watch_drain(struct watch *w)
{
	w->draining = true;
	loader_take(&w->l, watch_take, w);
	print_dropped(w);
	w->draining = false;
}
