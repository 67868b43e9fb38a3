// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Long calls, and what ends them: a signal, a stop, a tracer, a freeze, suspend.
 *
 * The caller judges a mapping that would take hours, or writes or sends a text that
 * takes a minute, again and again.  Whatever is pending must be served after a piece of
 * it.  That CHECK goes on from there is seen in its struct, which the caller shares with
 * the check; of a write it is seen in the session's report.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/time.h>

#include "device.h"

#define HUGE ((size_t)(1ull << 40))	/* bytes that take hours */
#define TICKS 300		/* of a processor; a piece takes less than one */

struct caller;

/**
 * struct kind - a call that can be long
 *
 * @name: of the call.
 * @call: makes it, again and again.
 */
struct kind {
	const char *name;
	void (*call)(struct caller *c);
};

/**
 * struct caller - a process in a long call
 *
 * @kind: the call.
 * @fd: the session.
 * @group: it joins the cgroup first.
 * @limited: it has a limit of a second of processor time, and a handler for that.
 * @check: the struct of a CHECK.
 * @flags: of the handler of SIGUSR1; -1 for no handler.
 * @caught: runs of a handler.
 * @begun: it is about to call.
 * @again: how often the call returned, and was made again.
 * @error: the errno of the call at its end.
 */
struct caller {
	const struct kind *kind;
	int fd;
	bool group;
	bool limited;
	struct utf8check_check check;
	int flags;
	unsigned int caught;
	unsigned int begun;
	unsigned int again;
	int error;
};

static struct caller *calling;

static struct caller *new_caller(const struct kind *kind)
{
	struct caller *c = shared_memory(sizeof(*c));

	c->kind = kind;
	return calling = c;
}

/* @n bytes of zero, which take no memory. */
static unsigned char *zeros(size_t n, int prot)
{
	void *p = mmap(NULL, n, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	CHECK(p != MAP_FAILED);
	/* Where it can be had, one page of zeros for many. */
	madvise(p, n, MADV_HUGEPAGE);
	return p;
}

static void count_signal(int number)
{
	calling->caught++;
}

static void catch(int number, int flags)
{
	const struct sigaction action = { .sa_handler = count_signal, .sa_flags = flags };

	CHECK_EQ(sigaction(number, &action, NULL), 0);
}

static void check_for_hours(struct caller *c)
{
	c->check = (struct utf8check_check){
		.size = sizeof(c->check), .len = HUGE,
		.buf = (uintptr_t)zeros(HUGE, PROT_READ),
	};
	c->begun = 1;
	while (ioctl(c->fd, UTF8CHECK_IOC_CHECK, &c->check) < 0 && errno == EINTR)
		c->again++;
	c->error = errno;
}

#define BLOCK (1 << 20)
#define BLOCKS 1024

/* A gigabyte at a time of bytes that are all errors, which takes a minute. */
static void write_for_a_minute(struct caller *c)
{
	struct iovec parts[BLOCKS];
	char *block = malloc(BLOCK);
	size_t i;

	memset(block, 0377, BLOCK);
	for (i = 0; i < BLOCKS; i++)
		parts[i] = (struct iovec){ block, BLOCK };
	c->begun = 1;
	while (writev(c->fd, parts, BLOCKS) > 0 || errno == EINTR)
		c->again++;
	c->error = errno;
}

#define FILE_BLOCKS 64

/* Such bytes out of a file. */
static void send_for_hours(struct caller *c)
{
	FILE *f = tmpfile();
	char *block = malloc(BLOCK);
	off_t at = 0;
	int i;

	CHECK(f);
	memset(block, 0377, BLOCK);
	for (i = 0; i < FILE_BLOCKS; i++)
		CHECK_EQ(write(fileno(f), block, BLOCK), BLOCK);
	c->begun = 1;
	while (sendfile(c->fd, fileno(f), &at, FILE_BLOCKS * BLOCK) > 0 || errno == EINTR) {
		c->again++;
		at = 0;
	}
	c->error = errno;
}

static const struct kind kinds[] = {
	{ "CHECK", check_for_hours },
	{ "write", write_for_a_minute },
	{ "sendfile", send_for_hours },
	{}
};

static void limit_time(void)
{
	const struct rlimit second = { 1, RLIM_INFINITY };

	catch(SIGXCPU, SA_RESTART);
	CHECK_EQ(setrlimit(RLIMIT_CPU, &second), 0);
}

static void *call_for_hours(void *arg)
{
	struct caller *c = calling = arg;

	if (c->group)
		join_group();
	if (c->limited)
		limit_time();
	if (c->flags >= 0)
		catch(SIGUSR1, c->flags);
	c->kind->call(c);
	return NULL;
}

/* A process of 32 bits has no room for it, nor has one in User Mode Linux. */
static void needs_a_long_text(void)
{
	void *p = MAP_FAILED;

	if (sizeof(size_t) == sizeof(uint64_t))
		p = mmap(NULL, HUGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		skip("this process has no room for a text that takes long");
	munmap(p, HUGE);
}

/* Returns when it is in its call. */
static pid_t start_caller(thread_fn run, struct caller *c)
{
	pid_t pid;

	needs_a_long_text();
	pid = start(run, c);
	while (!*(volatile unsigned int *)&c->begun) {
		CHECK_EQ(waitpid(pid, NULL, WNOHANG), 0);
		usleep(1000);
	}
	wait_until_busy(pid);
	return pid;
}

static pid_t begin(struct caller *c, int flags)
{
	c->flags = flags;
	c->fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_PASS);
	return start_caller(call_for_hours, c);
}

/* Returns when @is_so; fails when the caller has had the processor for long. */
static void wait_for(pid_t pid, bool (*is_so)(void *), void *arg, const char *what)
{
	unsigned long before = kernel_time(pid);

	while (!is_so(arg)) {
		usleep(1000);
		if (kernel_time(pid) > before + TICKS)
			fail_at(__FILE__, __LINE__, "a long %s cannot be %s", calling->kind->name, what);
	}
}

static bool is_check(const struct caller *c)
{
	return c->kind->call == check_for_hours;
}

/* How far it came. */
static uint64_t progress(const struct caller *c)
{
	return is_check(c) ? c->check.done : report(c->fd).bytes_in;
}

/* It goes on where it was; the caller of CHECK was told nothing. */
static void expect_progress(pid_t pid, const struct caller *c)
{
	const uint64_t done = progress(c);

	CHECK(done);
	wait_until_busy(pid);
	if (is_check(c))
		CHECK_EQ(c->again, 0);
	CHECK_EQ(kill(pid, SIGKILL), 0);
	CHECK_EQ(status_of(pid), 256);
	CHECK(progress(c) >= done);
	close(c->fd);
}

static bool is_stopped(void *pid)
{
	return strchr("Tt", state_of(*(pid_t *)pid));
}

static void stopped(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid = begin(c, -1);

	CHECK_EQ(kill(pid, SIGSTOP), 0);
	wait_for(pid, is_stopped, &pid, "stopped");
	CHECK_EQ(kill(pid, SIGCONT), 0);
	expect_progress(pid, c);
}

static void traced(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid = begin(c, -1);
	int status;

	CHECK_EQ(ptrace(PTRACE_SEIZE, pid, 0, 0), 0);
	CHECK_EQ(ptrace(PTRACE_INTERRUPT, pid, 0, 0), 0);
	wait_for(pid, is_stopped, &pid, "traced");
	CHECK_EQ(waitpid(pid, &status, 0), pid);
	CHECK(WIFSTOPPED(status));
	CHECK_EQ(ptrace(PTRACE_DETACH, pid, 0, 0), 0);
	expect_progress(pid, c);
}

static bool has_caught(void *caller)
{
	return *(volatile unsigned int *)&((struct caller *)caller)->caught;
}

static void handler_that_restarts(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid = begin(c, SA_RESTART);

	CHECK_EQ(kill(pid, SIGUSR1), 0);
	wait_for(pid, has_caught, c, "interrupted");
	expect_progress(pid, c);
}

static bool is_called_again(void *caller)
{
	return *(volatile unsigned int *)&((struct caller *)caller)->again;
}

/* EINTR; and the next call with this struct goes on, too. */
static void handler_that_ends(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid = begin(c, 0);

	CHECK_EQ(kill(pid, SIGUSR1), 0);
	wait_for(pid, is_called_again, c, "interrupted");
	CHECK_EQ(c->caught, 1);
	c->again = 0;
	expect_progress(pid, c);
}

static bool is_frozen(void *unused)
{
	char text[256] = "";
	int fd = open(GROUP "/cgroup.events", O_RDONLY);

	CHECK(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	return strstr(text, "frozen 1");
}

static void frozen(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid;

	make_group();
	if (put_text(GROUP "/cgroup.freeze", "0"))
		skip("this kernel freezes no cgroup");
	c->group = true;
	pid = begin(c, -1);
	CHECK_EQ(put_text(GROUP "/cgroup.freeze", "1"), 0);
	wait_for(pid, is_frozen, NULL, "frozen");
	CHECK_EQ(put_text(GROUP "/cgroup.freeze", "0"), 0);
	expect_progress(pid, c);
	CHECK_EQ(rmdir(GROUP), 0);
}

/* Suspend as far as all tasks are frozen; then they go on. */
static int suspend_tasks(void)
{
	if (put_text("/sys/power/pm_test", "freezer"))
		skip("this kernel cannot test how it suspends");
	put_text("/sys/module/suspend/parameters/pm_test_delay", "0");
	return put_text("/sys/power/state", "freeze");
}

static void suspended(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid;

	if (suspend_tasks())
		skip("this kernel does not suspend");
	pid = begin(c, -1);
	CHECK_EQ(suspend_tasks(), 0);
	expect_progress(pid, c);
}

/* A limit of processor time: the kernel sends its signal when the call ends. */
static void beyond_limit(const struct kind *kind)
{
	struct caller *c = new_caller(kind);
	pid_t pid;

	c->limited = true;
	pid = begin(c, -1);
	/* By ticks, which a busy machine sees few of: it may take long. */
	while (!has_caught(c))
		usleep(1000);
	expect_progress(pid, c);
}

/* Each kind of long call. */
static void of_each(void (*what)(const struct kind *))
{
	const struct kind *kind;

	for (kind = kinds; kind->name; kind++)
		what(kind);
}

static void all_stopped(void) { of_each(stopped); }
static void all_traced(void) { of_each(traced); }
static void all_restart(void) { of_each(handler_that_restarts); }
static void all_end(void) { of_each(handler_that_ends); }
static void all_frozen(void) { of_each(frozen); }
static void all_suspended(void) { of_each(suspended); }
static void all_beyond_limit(void) { of_each(beyond_limit); }

/* A timer of 5 ms, whose handler counts; for a child, as the check has an alarm. */
static void catch_often(int flags)
{
	const struct itimerval often = { { 0, 5000 }, { 0, 5000 } };

	catch(SIGALRM, flags);
	CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
}

static void *check_in_vain(void *arg)
{
	struct utf8check_check *check = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = session(O_RDONLY);

	CHECK(check != MAP_FAILED);
	calling = arg;
	*check = (struct utf8check_check){
		.size = sizeof(*check), .len = HUGE,
		.buf = (uintptr_t)zeros(HUGE, PROT_READ),
	};
	CHECK_EQ(mprotect(check, 4096, PROT_READ), 0);
	catch_often(SA_RESTART);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, check), EFAULT);
	return NULL;
}

/* Its own progress cannot be written: an error, and not the same again for ever. */
static void progress_is_lost(void)
{
	needs_a_long_text();
	CHECK_EQ(status_of(start(check_in_vain, new_caller(&kinds[0]))), 0);
}

/**
 * struct rhythm - text that is made of one short text again and again
 *
 * @profile: how it is judged.
 * @text: the short one.
 * @bytes: its length.
 * @points: its code points.
 */
struct rhythm {
	enum utf8check_profile profile;
	const char *text;
	unsigned int bytes;
	unsigned int points;
};

static const struct rhythm rhythms[] = {
	{ UTF8CHECK_PROFILE_RFC3629, "\342\202\254", 3, 1 },
	{ UTF8CHECK_PROFILE_RFC3629, "\360\237\231\202", 4, 1 },
	/* A high surrogate decides what may follow, and 'a' may. */
	{ UTF8CHECK_PROFILE_WTF8, "\355\240\275" "a", 4, 2 },
	{ UTF8CHECK_PROFILE_MUTF8, "\355\240\275" "a", 4, 2 },
	{ UTF8CHECK_PROFILE_CESU8, "\355\240\275\355\270\200", 6, 1 },
	{ UTF8CHECK_PROFILE_EXTENDED, "\377\201\200\200\200\200\200\200", 8, 1 },
};

#define INTERRUPTIONS 20

/* Wherever it is interrupted: what decides on the bytes that follow is judged again. */
static void interrupted_amid(const struct rhythm *r, int fd)
{
	const size_t n = 24 << 20;
	unsigned char *p = zeros(n, PROT_READ | PROT_WRITE);
	struct utf8check_check c = {
		.size = sizeof(c), .profile = r->profile, .buf = (uintptr_t)p, .len = n,
	};
	unsigned int met = 0, wrong = 0;
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = r->text[i % r->bytes];
	while (met < INTERRUPTIONS) {
		if (!ioctl(fd, UTF8CHECK_IOC_CHECK, &c)) {
			CHECK_EQ(c.code_points, n / r->bytes * r->points);
			CHECK_EQ(c.done, 0);
			continue;
		}
		CHECK(errno == EINTR);
		CHECK(c.done && c.done < n);
		CHECK_EQ(c.error.reason, 0);
		wrong += c.done % r->bytes || c.code_points != c.done / r->bytes * r->points;
		met++;
	}
	CHECK_EQ(wrong, 0);
	munmap(p, n);
}

static void *interrupt_all(void *arg)
{
	int fd = session(O_RDONLY);
	size_t i;

	calling = arg;
	catch_often(0);
	for (i = 0; i < sizeof(rhythms) / sizeof(rhythms[0]); i++)
		interrupted_amid(&rhythms[i], fd);
	return NULL;
}

static void interrupted_anywhere(void)
{
	CHECK_EQ(status_of(start(interrupt_all, new_caller(&kinds[0]))), 0);
}

/* CHECK of @arg->check.len bytes of zero and an error, under a timer that restarts. */
static void *check_under_timer(void *arg)
{
	struct caller *c = calling = arg;
	const size_t n = c->check.len;
	int fd = session(O_RDONLY);
	unsigned char *p = zeros(n, PROT_READ | PROT_WRITE);

	join_group();
	p[n - 1] = 0xff;
	c->check = (struct utf8check_check){
		.size = sizeof(c->check), .buf = (uintptr_t)p, .len = n,
	};
	catch_often(SA_RESTART);
	c->begun = 1;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c->check), EILSEQ);
	return NULL;
}

/* The right answer, under a timer and through one freeze. */
static void right_answer(void)
{
	const uint64_t n = kernel_checks_itself() ? 1 << 26 : 1ull << 32;
	struct caller *c = new_caller(&kinds[0]);
	pid_t pid;

	make_group();
	c->check.len = n;
	pid = start_caller(check_under_timer, c);
	if (!put_text(GROUP "/cgroup.freeze", "1")) {
		wait_for(pid, is_frozen, NULL, "frozen");
		CHECK(c->check.done < n);
		CHECK_EQ(put_text(GROUP "/cgroup.freeze", "0"), 0);
	}
	CHECK_EQ(status_of(pid), 0);
	CHECK(c->caught > 3);
	CHECK_EQ(c->check.error.offset, n - 1);
	CHECK_EQ(c->check.error.reason, UTF8CHECK_REASON_INVALID_BYTE);
	CHECK_EQ(c->check.code_points, n - 1);
	CHECK_EQ(c->check.done, 0);
	CHECK_EQ(rmdir(GROUP), 0);
}

/* A caller may lie about how far it came: he alone is told what is not so. */
static void lies(void)
{
	static const char text[] = "a\342\202\254z\377";
	struct utf8check_check c = {
		.size = sizeof(c), .buf = (uintptr_t)text, .len = sizeof(text) - 1,
	};
	int fd = session(O_RDONLY);

	c.done = 7;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EINVAL);
	c.done = UINT64_MAX;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EINVAL);
	c.done = 6;
	c.code_points = UINT64_MAX;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), 0);
	CHECK_EQ(c.code_points, UINT64_MAX);
	CHECK_EQ(c.done, 0);
	c.done = 4;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EILSEQ);
	CHECK_EQ(c.code_points, 0);
	CHECK_EQ(c.error.offset, 5);
	CHECK_EQ(c.done, 0);
	c.done = 2;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EILSEQ);
	CHECK_EQ(c.error.offset, 2);
	/* What is no resumed call counts from 0. */
	c.code_points = 12345;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EILSEQ);
	CHECK_EQ(c.code_points, 3);
	c.done = 6;
	c.buf = 0;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), 0);
	c.buf = UINT64_MAX - 5;
	c.len = c.done = UINT64_MAX;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), 0);
	c.done = UINT64_MAX - 1;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EFAULT);
}

const struct check pending_checks[] = {
	{ "pending: a long call is stopped, and goes on", all_stopped },
	{ "pending: a long call is traced, and goes on", all_traced },
	{ "pending: a long call and a handler that restarts it", all_restart },
	{ "pending: a long call and a handler that ends it", all_end },
	{ "pending: a long call is frozen with its cgroup, and goes on", all_frozen },
	{ "pending: suspend in a long call, which goes on", all_suspended },
	{ "pending: a long call beyond RLIMIT_CPU, which goes on", all_beyond_limit },
	{ "pending: CHECK cannot write how far it came", progress_is_lost },
	{ "pending: CHECK is interrupted anywhere in a text", interrupted_anywhere },
	{ "pending: CHECK of 4 GiB under a timer and through a freeze", right_answer },
	{ "pending: who lies about how far CHECK came", lies },
	{}
};
