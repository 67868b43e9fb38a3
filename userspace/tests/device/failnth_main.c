// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Makes a call on /dev/utf8check fail at every point where it can fail: at the
 * first, the second and so on, until the call succeeds without having met the
 * fault.  Needs a kernel with fault injection (/proc/thread-self/fail-nth) of
 * slab objects, pages and copies from and to the caller; run as root.
 *
 * Each failure must be a clean errno, ENOMEM or EFAULT.  Then the call is made again in the
 * same session, until it has done what it does; and its answers, all output, the report and
 * what the session makes of more text must be those of a session that met no fault.
 * Whether something leaked is seen by kmemleak afterwards.  The last line is "N passed, N
 * failed, N skipped".
 *
 *   failnth [MODULE]     with the path of utf8check.ko, loading it is tested too
 */
#include "device.h"
#include "failnth.h"

#define TEXT_SIZE 40000		/* more than the module judges at once */
#define POINTS_MAX 2000		/* no call here has so many */

/**
 * struct trial - one call under test, and what it works on
 *
 * @fd: the session; -1 before it is opened.
 * @ends: a pipe for splice.
 * @text: good text.
 * @done: bytes of it that the calls have moved.
 * @result: what the last call returned.
 * @error: its errno, where @result is -1.
 * @out: all output.
 * @got: bytes of it.
 * @report: the report at the end.
 * @s: the struct of an ioctl.
 * @findings: where the call puts findings.
 */
static struct trial {
	int fd;
	int ends[2];
	unsigned char text[TEXT_SIZE];
	size_t done;
	long result;
	int error;
	unsigned char out[3 * TEXT_SIZE];
	size_t got;
	struct utf8check_report report;
	union {
		struct utf8check_config config;
		struct utf8check_report report;
		struct utf8check_check check;
		struct utf8check_check_name name;
		struct utf8check_version version;
	} s;
	struct utf8check_finding findings[64];
} t, without_fault;

/**
 * struct sweep - a call that is made to fail
 *
 * @worker: its name, and a step for each point.
 * @prepare: makes all that the call needs; nothing fails here.
 * @call: the call; what it moves, it goes on with when it is made again.
 * @points: so many were tried.
 */
struct sweep {
	struct worker worker;
	void (*prepare)(void);
	long (*call)(void);
	unsigned int points;
};

/* --- what is prepared --------------------------------------------------------- */

static void prepare_nothing(void) { }
static void prepare_filter(void) { t.fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REPLACE, 0); }
static void prepare_check(void) { t.fd = session(O_WRONLY | O_NONBLOCK); }

static void prepare_output(void)
{
	prepare_filter();
	CHECK_EQ(write(t.fd, t.text, TEXT_SIZE), TEXT_SIZE);
}

static void prepare_splice_in(void)
{
	prepare_filter();
	CHECK_EQ(pipe2(t.ends, O_NONBLOCK), 0);
	CHECK_EQ(write(t.ends[1], t.text, TEXT_SIZE), TEXT_SIZE);
}

static void prepare_splice_out(void)
{
	prepare_output();
	CHECK_EQ(pipe2(t.ends, O_NONBLOCK), 0);
}

static void prepare_finish(void)
{
	prepare_filter();
	CHECK_EQ(PUT(t.fd, "\342\202"), 2);
}

/* --- calls ---------------------------------------------------------------------- */

static long call_open(void)
{
	if (t.fd < 0)
		t.fd = open("/dev/utf8check", O_RDWR | O_NONBLOCK);
	return t.fd < 0 ? -1 : 0;
}

static long call_close(void)
{
	if (t.fd >= 0)
		CHECK_EQ(close(t.fd), 0);
	t.fd = -1;
	return 0;
}

static long call_write(void)
{
	return write(t.fd, t.text + t.done, TEXT_SIZE - t.done);
}

/* What is left, in ten parts. */
static void cut(struct iovec *v, unsigned char *p)
{
	size_t from = t.done, i;

	for (i = 1; i <= 10; i++) {
		size_t to = t.done + (TEXT_SIZE - t.done) * i / 10;

		*v++ = (struct iovec){ p + from, to - from };
		from = to;
	}
}

static long call_writev(void)
{
	struct iovec v[10];

	cut(v, t.text);
	return writev(t.fd, v, 10);
}

static long call_read(void)
{
	return read(t.fd, t.out + t.done, TEXT_SIZE - t.done);
}

static long call_readv(void)
{
	struct iovec v[10];

	cut(v, t.out);
	return readv(t.fd, v, 10);
}

static long call_poll(void)
{
	struct pollfd p = { .fd = t.fd, .events = POLLIN | POLLOUT };

	return poll(&p, 1, 0);
}

static long call_splice_in(void)
{
	return splice(t.ends[0], NULL, t.fd, NULL, TEXT_SIZE, 0);
}

static long call_splice_out(void)
{
	return splice(t.fd, NULL, t.ends[1], NULL, TEXT_SIZE, 0);
}

static long set_config(struct utf8check_config c)
{
	c.size = sizeof(c);
	return ioctl(t.fd, UTF8CHECK_IOC_SET_CONFIG, &c);
}

static long call_set_config(void)
{
	return set_config((struct utf8check_config){
		.action = UTF8CHECK_ACTION_DROP, .queue = 8192 });
}

/* A form needs memory. */
static long call_set_form(void)
{
	return set_config((struct utf8check_config){ .form = UTF8CHECK_FORM_NFC });
}

/* A call with @t.s, of which only @size is set. */
static long ask(unsigned int number, uint32_t size)
{
	memset(&t.s, 0, sizeof(t.s));
	t.s.config.size = size;
	return ioctl(t.fd, number, &t.s);
}

static long call_get_config(void)
{
	return ask(UTF8CHECK_IOC_GET_CONFIG, sizeof(t.s.config));
}

static long call_get_report(void)
{
	return ask(UTF8CHECK_IOC_GET_REPORT, sizeof(t.s.report));
}

static long call_version(void)
{
	return ask(UTF8CHECK_IOC_VERSION, sizeof(t.s.version));
}

static long call_reset(void) { return ioctl(t.fd, UTF8CHECK_IOC_RESET); }
static long call_finish(void) { return ioctl(t.fd, UTF8CHECK_IOC_FINISH); }

static long check(size_t n)
{
	t.s.check = (struct utf8check_check){
		.size = sizeof(t.s.check), .buf = (uintptr_t)t.text, .len = n };
	return ioctl(t.fd, UTF8CHECK_IOC_CHECK, &t.s.check);
}

static long call_check(void) { return check(30); }

/* The text ends in the middle of a sequence. */
static long call_check_big(void) { return check(TEXT_SIZE - 2); }

static long judge(unsigned int number, struct utf8check_check_name name)
{
	memset(t.findings, 0, sizeof(t.findings));
	name.size = sizeof(name);
	if (!name.buf)
		name.buf = (uintptr_t)t.text;
	name.findings = name.room ? (uintptr_t)t.findings : 0;
	t.s.name = name;
	return ioctl(t.fd, number, &t.s.name);
}

#define JUDGE(number, ...) \
	judge(UTF8CHECK_IOC_##number, (struct utf8check_check_name){ __VA_ARGS__ })

static long call_name(void) { return JUDGE(CHECK_NAME, .len = 300); }
static long call_name_findings(void) { return JUDGE(CHECK_NAME, .len = 300, .room = 64); }
static long call_path_big(void) { return JUDGE(CHECK_PATH, .len = 3001, .room = 64); }

static long call_name_protected(void)
{
	return JUDGE(CHECK_NAME, .buf = (uintptr_t)".GIT", .len = 4,
		     .protect = (uintptr_t)".git\0.ssh", .protect_len = 9);
}

/* --- one point after the other ------------------------------------------------------- */

static void make(const struct sweep *s)
{
	errno = 0;
	t.result = s->call();
	t.error = t.result < 0 ? errno : 0;
	/* What it moved; no other call returns so much. */
	if (t.result > 1)
		t.done += t.result;
	if (t.result > 1 && (s->call == call_read || s->call == call_readv))
		t.got = t.done;
}

/* Until it gives the same answer twice, as one does that has nothing left to do. */
static void make_again(const struct sweep *s)
{
	long before;

	do {
		before = t.result;
		make(s);
	} while (t.result != before || t.result > 1 || t.error == ENOMEM || t.error == EFAULT);
}

static void drain(int fd)
{
	ssize_t n;

	while ((n = read(fd, t.out + t.got, sizeof(t.out) - t.got)) > 0)
		t.got += n;
}

/* All that can be seen of the session, and what it makes of more text. */
static void look(void)
{
	drain(t.ends[0]);
	drain(t.fd);
	t.report.size = sizeof(t.report);
	if (t.fd < 0)
		return;
	CHECK_EQ(ioctl(t.fd, UTF8CHECK_IOC_GET_REPORT, &t.report), 0);
	CHECK(write(t.fd, t.text, TEXT_SIZE) > 0 || errno == EPIPE);
	CHECK(!ioctl(t.fd, UTF8CHECK_IOC_FINISH) || errno == EAGAIN);
	drain(t.fd);
}

/* Return: whether the fault was met; there is none for 0. */
static bool try_point(const struct sweep *s, unsigned int nth)
{
	bool met;
	size_t i;

	memset(&t, 0, sizeof(t));
	t.fd = t.ends[0] = t.ends[1] = -1;
	for (i = 0; i < TEXT_SIZE - 1; i++)
		t.text[i] = "\342\202\254"[i % 3];
	t.text[i] = 'a';	/* TEXT_SIZE is not a multiple of three */
	s->prepare();
	if (!fault_at(nth))
		fail_at(__FILE__, __LINE__, "fail-nth cannot be set");
	make(s);
	met = !faults_left();
	if (t.error == ENOMEM || t.error == EFAULT)
		CHECK(met);
	else
		CHECK(!t.error || t.error == EILSEQ || t.error == EAGAIN);
	make_again(s);
	look();
	call_close();
	close(t.ends[0]);
	close(t.ends[1]);
	t.ends[0] = t.ends[1] = -1;
	return nth && met;
}

static int setup(struct worker *w)
{
	if (!faults_open())
		skip("/proc/thread-self/fail-nth: %s", strerror(errno));
	faults_hit_all();
	try_point((struct sweep *)w, 0);
	without_fault = t;
	return 0;
}

#define SAME(member) CHECK(!memcmp(&t.member, &without_fault.member, sizeof(t.member)))

static int try_next_point(struct worker *w, u64 random)
{
	struct sweep *s = (struct sweep *)w;
	bool met = try_point(s, s->points + 1);

	SAME(result);
	SAME(error);
	SAME(got);
	SAME(out);
	SAME(report);
	SAME(s);
	SAME(findings);
	CHECK(s->points < POINTS_MAX);
	s->points += met;
	return met ? 0 : WORKER_DONE;
}

static void say_points(struct worker *w)
{
	printf("# %u points\n", ((struct sweep *)w)->points);
}

#define SWEEP(name, prepare, call) \
	{ { name, setup, try_next_point, say_points }, prepare, call, 0 }

static struct sweep sweeps[] = {
	SWEEP("open", prepare_nothing, call_open),
	SWEEP("write", prepare_check, call_write),
	SWEEP("writev", prepare_check, call_writev),
	SWEEP("write of a filter", prepare_filter, call_write),
	SWEEP("read", prepare_output, call_read),
	SWEEP("readv", prepare_output, call_readv),
	SWEEP("poll", prepare_output, call_poll),
	SWEEP("splice in", prepare_splice_in, call_splice_in),
	SWEEP("splice out", prepare_splice_out, call_splice_out),
	SWEEP("SET_CONFIG", prepare_filter, call_set_config),
	SWEEP("SET_CONFIG with a form", prepare_filter, call_set_form),
	SWEEP("GET_CONFIG", prepare_filter, call_get_config),
	SWEEP("GET_REPORT", prepare_output, call_get_report),
	SWEEP("RESET", prepare_output, call_reset),
	SWEEP("FINISH", prepare_finish, call_finish),
	SWEEP("close", prepare_output, call_close),
	SWEEP("CHECK", prepare_check, call_check),
	SWEEP("CHECK of a big buffer", prepare_check, call_check_big),
	SWEEP("CHECK_NAME", prepare_check, call_name),
	SWEEP("CHECK_NAME with findings", prepare_check, call_name_findings),
	SWEEP("CHECK_NAME with protected names", prepare_check, call_name_protected),
	SWEEP("CHECK_PATH of a long path", prepare_check, call_path_big),
	SWEEP("VERSION", prepare_check, call_version),
};

int main(int argc, char **argv)
{
	char **words = worker_begin("fail-nth", argv);
	size_t i;

	for (i = 0; i < sizeof(sweeps) / sizeof(sweeps[0]); i++)
		worker_try(&sweeps[i].worker, 1e9);
	if (*words)
		try_loading(*words);
	return worker_sum();
}
