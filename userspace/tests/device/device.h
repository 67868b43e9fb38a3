/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Checks of /dev/utf8check, call by call.
 *
 * A check is a function that returns when all is well.  Each is a worker of one step
 * in a process of its own (tests/worker.h).  Nothing waits for a clock.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/utf8check.h>

#include "worker.h"

/**
 * struct check - one row of a table of checks
 *
 * @name: what the output calls it.
 * @run: the check; returns, or ends the process by a macro of worker.h.
 */
struct check {
	const char *name;
	void (*run)(void);
};

extern const struct check write_checks[];
extern const struct check filter_checks[];
extern const struct check form_checks[];
extern const struct check wait_checks[];
extern const struct check turn_checks[];
extern const struct check crowd_checks[];
extern const struct check slow_checks[];
extern const struct check memory_checks[];
extern const struct check ioctl_checks[];
extern const struct check struct_checks[];
extern const struct check verdict_checks[];
extern const struct check splice_checks[];
extern const struct check uring_checks[];
extern const struct check loop_checks[];
extern const struct check many_checks[];
extern const struct check trace_checks[];
extern const struct check counter_checks[];
extern const struct check errors_checks[];
extern const struct check pending_checks[];

/* Opens a session. */
int session(int flags);

/* Opens a session with a configuration. */
int configured(int flags, struct utf8check_config c);
#define CONFIGURED(flags, ...) configured(flags, (struct utf8check_config){ __VA_ARGS__ })

/* Opens a session for reading and writing with an action and a queue size. */
int filter(int flags, enum utf8check_action action, uint32_t queue);

/* Writes a literal in one call, with its NUL bytes. */
#define PUT(fd, literal) write(fd, literal, sizeof(literal) - 1)

/* One call that must not wait (RWF_NOWAIT). */
ssize_t put_nowait(int fd, const void *p, size_t n);
ssize_t get_nowait(int fd, void *p, size_t n);

/* Writes a thousand NULs until there is no room, without waiting.  Return: how many. */
size_t fill(int fd);

/* A session that rejects, with a queue of 4096 bytes that is full. */
int full_session(void);

/* Reads all output that is ready, in one call, and compares it. */
void expect_output(int fd, const void *want, size_t n);
#define EXPECT(fd, literal) expect_output(fd, literal, sizeof(literal) - 1)

/* GET_REPORT, which must work. */
struct utf8check_report report(int fd);

/* The events that poll finds at once, out of all events. */
short events(int fd);

/* Text of @n bytes that is well-formed, of all lengths of sequence. */
void good_text(unsigned char *to, size_t n, unsigned int variant);

/* Does the guest's kernel look at each access to memory?  Then it is slow. */
bool kernel_checks_itself(void);

/* What a thread or a process runs. */
typedef void *(*thread_fn)(void *);

/* Waits until thread @tid of process @pid sleeps in the kernel. */
void wait_until_asleep(pid_t pid, pid_t tid);

/* The caller, and what it begins, run on one processor; a thread there runs first. */
void stay_on_one(void);
void run_first(pid_t tid);

/* Memory of zeros that is shared with children. */
void *shared_memory(size_t n);

/* Memory whose pages wait until they are served at @uffd (userfaultfd, with @flags), or skips. */
void *slow_memory(size_t n, int flags, int *uffd);

/* The letter of a process's state in /proc, and its ticks in the kernel. */
char state_of(pid_t pid);
unsigned long kernel_time(pid_t pid);

/* Waits until a process, from now on, has worked in the kernel for a while. */
void wait_until_busy(pid_t pid);

/* The number that a file holds, or 0. */
unsigned long long number_in(const char *path);

/* Writes a text to a file.  Return: 0 or an errno. */
int put_text(const char *path, const char *text);

/* A cgroup v2, for one check at a time; makes it, or skips the check. */
#define GROUP "/sys/fs/cgroup/utf8check"
void make_group(void);
void make_memory_group(void);

/* The caller joins it. */
void join_group(void);

pid_t start(thread_fn run, void *arg);	/* a process with shared files */
int status_of(pid_t pid);		/* its exit status, 256 if killed */

#endif /* DEVICE_H */
