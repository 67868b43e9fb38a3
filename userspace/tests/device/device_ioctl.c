// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What each ioctl does and refuses, apart from names and paths.
 */
#include <signal.h>
#include <sys/time.h>

#include "device.h"

static int set_config(int fd, struct utf8check_config c)
{
	c.size = sizeof(c);
	return ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c);
}

#define CONFIG(...) ((struct utf8check_config) { __VA_ARGS__ })
#define SET(...) set_config(fd, CONFIG(__VA_ARGS__))

#define NOT_NORMALIZED (1 << UTF8CHECK_REASON_NOT_NORMALIZED)

static void config_default(void)
{
	struct utf8check_config c = { .size = sizeof(c) }, zero = {};
	int fd = session(O_RDWR);

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.size, sizeof(c));
	CHECK_EQ(c.queue, 65536);
	zero.size = c.size;
	zero.queue = c.queue;
	CHECK(!memcmp(&c, &zero, sizeof(c)));
}

static void config_and_back(void)
{
	struct utf8check_config c = { .size = sizeof(c) };
	int fd = session(O_RDWR);

	CHECK_EQ(SET(.action = UTF8CHECK_ACTION_DROP, .flags = UTF8CHECK_FLAG_POSITION,
		     .queue = 5000), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.action, UTF8CHECK_ACTION_DROP);
	CHECK_EQ(c.flags, UTF8CHECK_FLAG_POSITION);
	CHECK_EQ(c.queue, 5000);
	CHECK_EQ(c.reserved, 0);
	CHECK_EQ(c.records, 0);
}

static void config_form(void)
{
	int fd = session(O_RDWR), form;

	for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFD_CASEFOLD; form++)
		CHECK_EQ(SET(.form = form), 0);
	CHECK_EQ(SET(.flags = UTF8CHECK_FLAG_STREAM_SAFE), 0);
	CHECK_EQ(SET(.form = UTF8CHECK_FORM_NFD, .to_profile = UTF8CHECK_PROFILE_WTF8,
		     .action = UTF8CHECK_ACTION_DROP), 0);
	CHECK_EQ(SET(.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		     .forbid = NOT_NORMALIZED), 0);
	CHECK_EQ(SET(0), 0);
}

static void config_form_invalid(void)
{
	int fd = session(O_RDWR);

	CHECK_ERRNO(SET(.form = UTF8CHECK_FORM_NFC, .action = UTF8CHECK_ACTION_ESCAPE),
		    EINVAL);
	CHECK_ERRNO(SET(.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_UNESCAPE),
		    EINVAL);
	CHECK_ERRNO(SET(.form = UTF8CHECK_FORM_NFC, .to_profile = UTF8CHECK_PROFILE_UCS2),
		    EINVAL);
	CHECK_ERRNO(SET(.form = UTF8CHECK_FORM_NFC, .forbid = NOT_NORMALIZED),
		    EINVAL);
	CHECK_ERRNO(SET(.flags = UTF8CHECK_FLAG_NO_OUTPUT,
			.forbid = NOT_NORMALIZED), EINVAL);
	CHECK_ERRNO(SET(.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
			.action = UTF8CHECK_ACTION_REPLACE,
			.forbid = NOT_NORMALIZED), EINVAL);
	CHECK_ERRNO(SET(.flags = UTF8CHECK_FLAG_STREAM_SAFE | UTF8CHECK_FLAG_UNESCAPE),
		    EINVAL);
	/* None of this changed anything. */
	CHECK_EQ(PUT(fd, "good"), 4);
}

static void config_invalid(void)
{
	int fd = session(O_RDWR);

	CHECK_ERRNO(SET(.profile = 7), EINVAL);
	CHECK_ERRNO(SET(.to_profile = 255), EINVAL);
	CHECK_ERRNO(SET(.from = 6), EINVAL);
	CHECK_ERRNO(SET(.to = UTF8CHECK_ENCODING_AUTO), EINVAL);
	CHECK_ERRNO(SET(.action = 6), EINVAL);
	CHECK_ERRNO(SET(.form = 7), EINVAL);
	CHECK_ERRNO(SET(.bom = 5), EINVAL);
	CHECK_ERRNO(SET(.flags = 1U << 31), EINVAL);
	CHECK_ERRNO(SET(.forbid = 1 << UTF8CHECK_REASON_OVERLONG), EINVAL);
	CHECK_ERRNO(SET(.forbid = 1ULL << 63), EINVAL);
	CHECK_ERRNO(SET(.reserved = 1), EINVAL);
	CHECK_ERRNO(SET(.records = UTF8CHECK_RECORDS_MAX + 1), EINVAL);
	CHECK_EQ(PUT(fd, "good"), 4);
}

static void config_queue(void)
{
	int fd = session(O_RDWR);

	CHECK_ERRNO(SET(.queue = 1), EINVAL);
	CHECK_ERRNO(SET(.queue = 4095), EINVAL);
	CHECK_EQ(SET(.queue = 4096), 0);
	CHECK_EQ(SET(.queue = 12345), 0);
	CHECK_EQ(SET(.queue = 1 << 20), 0);
	CHECK_ERRNO(SET(.queue = (1 << 20) + 1), EINVAL);
	CHECK_ERRNO(SET(.queue = UINT32_MAX), EINVAL);
}

static void config_busy(void)
{
	int fd = session(O_RDWR);

	CHECK_EQ(SET(.action = UTF8CHECK_ACTION_PASS), 0);
	CHECK_EQ(SET(.action = UTF8CHECK_ACTION_REPLACE), 0);
	CHECK_EQ(PUT(fd, "\342"), 1);	/* only pending, but the text has begun */
	CHECK_ERRNO(SET(.action = UTF8CHECK_ACTION_PASS), EBUSY);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(SET(.action = UTF8CHECK_ACTION_REJECT), 0);
	CHECK_ERRNO(PUT(fd, "\377"), EILSEQ);
	CHECK_ERRNO(SET(.action = UTF8CHECK_ACTION_PASS), EBUSY);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_ERRNO(SET(.action = UTF8CHECK_ACTION_PASS), EBUSY);
}

static void report_whole(void)
{
	struct utf8check_report r;
	int fd = filter(0, UTF8CHECK_ACTION_REPLACE, 0);
	size_t i;

	CHECK_EQ(PUT(fd, "a\200\300\200\355\240\200\364\220\200\200\376"
		     "\342\202z\342"), 16);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	r = report(fd);
	CHECK_EQ(r.bytes_in, 16);
	CHECK_EQ(r.code_points, 2);
	CHECK_EQ(r.errors, 13);
	CHECK_EQ(r.bytes_out, 2 + 13 * 3);
	CHECK_EQ(r.queued, r.bytes_out);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_UNEXPECTED_CONTINUATION], 7);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_OVERLONG], 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_SURROGATE], 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_OUT_OF_RANGE], 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_INVALID_BYTE], 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_TRUNCATED], 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_INCOMPLETE], 1);
	for (i = UTF8CHECK_REASON_COMBINING_RUN; i < 32; i++)
		CHECK_EQ(r.by_reason[i], 0);
	CHECK_EQ(r.first.offset, 1);
	CHECK_EQ(r.first.line, 0);
}

static void version(void)
{
	struct utf8check_version v = { .size = sizeof(v) };
	int fd = session(O_RDONLY);

	memset(v.unicode, 0x55, sizeof(v.unicode));
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_VERSION, &v), 0);
	CHECK_EQ(v.size, sizeof(v));
	CHECK_EQ(v.reserved, 0);
	CHECK(memchr(v.release, 0, sizeof(v.release)) && v.release[0]);
	v.reserved = 1;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_VERSION, &v), EINVAL);
	CHECK(memchr(v.unicode, 0, sizeof(v.unicode)) && v.unicode[0]);
	printf("# utf8check %s, Unicode %s\n", v.release, v.unicode);
}

static void fionread(void)
{
	int fd = session(O_RDWR), n = -1;

	CHECK_EQ(ioctl(fd, FIONREAD, &n), 0);
	CHECK_EQ(n, 0);
	CHECK_EQ(PUT(fd, "caf\303\251\342"), 6);
	CHECK_EQ(ioctl(fd, FIONREAD, &n), 0);
	CHECK_EQ(n, 5);
	EXPECT(fd, "caf\303\251");
	CHECK_EQ(ioctl(fd, FIONREAD, &n), 0);
	CHECK_EQ(n, 0);
	CHECK_ERRNO(ioctl(fd, FIONREAD, NULL), EFAULT);
}

/* The value of a line of /proc/self/fdinfo; -1 where there is none. */
static long long fdinfo(int fd, const char *name)
{
	char path[64], line[128];
	long long value = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "re");
	CHECK(f);
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ':')
			value = strtoll(line + strlen(name) + 1, NULL, 0);
	fclose(f);
	return value;
}

/*
 * Each value stands at its own name: of those that are taken alike no two are the same.
 * It tells of a rejection, but not the program whose session it is: close still does.
 */
static void fdinfo_whole(void)
{
	struct utf8check_config c = {
		.profile = UTF8CHECK_PROFILE_EXTENDED,
		.to_profile = UTF8CHECK_PROFILE_RFC2279, .from = UTF8CHECK_ENCODING_UTF16BE,
		.to = UTF8CHECK_ENCODING_UTF32LE, .form = UTF8CHECK_FORM_NFC,
		.bom = UTF8CHECK_BOM_REQUIRE, .action = UTF8CHECK_ACTION_REJECT, .queue = 8192,
		.flags = UTF8CHECK_FLAG_POSITION, .records = 7,
		.forbid = 1ULL << UTF8CHECK_REASON_PRIVATE_USE,
	};
	struct utf8check_report r;
	int fd = configured(O_RDWR, c);
	size_t i;

	CHECK_EQ(PUT(fd, "\376\377\0a\0b\0"), 7);
	CHECK_EQ(fdinfo(fd, "pending"), 1);
	CHECK_EQ(PUT(fd, "c\340\0"), 1);
	r = report(fd);
	CHECK_EQ(r.state, UTF8CHECK_STATE_REJECTED);
	CHECK_EQ(r.records, 1);
	const struct { const char *name; long long value; } rows[] = {
		{ "state", r.state }, { "bytes_in", 8 }, { "bytes_out", r.bytes_out },
		{ "errors", 1 }, { "queued", r.queued }, { "records", 1 }, { "records_max", 7 },
		{ "profile", c.profile }, { "to_profile", c.to_profile }, { "from", c.from },
		{ "to", c.to }, { "action", c.action }, { "form", c.form }, { "bom", c.bom },
		{ "flags", c.flags }, { "forbid", c.forbid }, { "queue", 8192 },
	};

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fdinfo(fd, rows[i].name) != rows[i].value)
			fail_at(__FILE__, __LINE__, "%s: %lld, not %lld", rows[i].name,
				fdinfo(fd, rows[i].name), rows[i].value);
	CHECK_EQ(close(fd), 0);
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "abc\377"), 3);
	CHECK_EQ(fdinfo(fd, "state"), UTF8CHECK_STATE_REJECTED);
	CHECK_ERRNO(close(fd), EILSEQ);
}

/* RESET and FINISH take no argument, so any argument is accepted. */
static void no_argument(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH, -1L), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET, -1L), 0);
	CHECK_EQ(PUT(fd, "a"), 1);
}

/* Where each sequence is settled by itself, CHECK pauses inside a piece. */
static void check_slow(void)
{
	enum { SIZE = 1 << 20 };
	unsigned char *p = malloc(SIZE);
	struct utf8check_check c = {
		.size = sizeof(c), .profile = UTF8CHECK_PROFILE_CESU8,
		.buf = (uintptr_t)p, .len = SIZE,
	};
	int fd = session(O_WRONLY);
	size_t i;

	CHECK(p);
	for (i = 0; i < SIZE; i++)
		p[i] = "\xed\xa0\xbd\xed\xb8\x80" "ab"[i % 8];
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), 0);
	CHECK_EQ(c.code_points, SIZE / 8 * 3);
	for (i = SIZE - 1; i > 50001; i -= 50001) {
		unsigned char kept = p[i];

		p[i] = 0xff;
		CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EILSEQ);
		CHECK(c.error.offset <= i && c.error.offset + 8 > i);
		p[i] = kept;
	}
	free(p);
}

static volatile unsigned int alarms;

static void count_alarm(int number)
{
	alarms++;
}

/* Text that takes long, because each code point has a form. */
static void *write_long(void *fd)
{
	enum { SIZE = 3 << 22 };
	unsigned char *p = malloc(SIZE);
	size_t i;

	CHECK(p);
	for (i = 0; i < SIZE; i++)
		p[i] = "e\xcc\x81"[i % 3];
	while (write(*(int *)fd, p, SIZE) > 0)
		;
	return NULL;
}

/* A busy session answers at once: a signal that comes meanwhile ends no such call. */
static void answered(void)
{
	const struct itimerval often = { { 0, 3000 }, { 0, 3000 } };
	struct utf8check_config c = {
		.size = sizeof(c), .action = UTF8CHECK_ACTION_DROP,
		.form = UTF8CHECK_FORM_NFD,
	};
	struct sigaction action = { .sa_handler = count_alarm };
	int fd = session(O_WRONLY);
	pid_t writer;

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c), 0);
	CHECK_EQ(PUT(fd, "x"), 1);
	writer = start(write_long, &fd);
	wait_until_busy(writer);
	CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
	CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
	while (alarms < 20) {
		struct utf8check_report r = { .size = sizeof(r) };
		struct utf8check_config now = { .size = sizeof(now) };

		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
		CHECK(r.bytes_in);
		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &now), 0);
		CHECK_EQ(now.form, UTF8CHECK_FORM_NFD);
	}
	kill(writer, SIGKILL);
	status_of(writer);
}

const struct check ioctl_checks[] = {
	{ "GET_CONFIG: default", config_default },
	{ "SET_CONFIG and back", config_and_back },
	{ "SET_CONFIG: every form", config_form },
	{ "SET_CONFIG: a form and what it excludes", config_form_invalid },
	{ "SET_CONFIG: senseless is EINVAL", config_invalid },
	{ "SET_CONFIG: size of the queue", config_queue },
	{ "SET_CONFIG: EBUSY after the first byte", config_busy },
	{ "GET_REPORT: every reason", report_whole },
	{ "CHECK: text that takes long", check_slow },
	{ "GET_REPORT, GET_CONFIG: of a busy session, under a timer", answered },
	{ "VERSION", version },
	{ "FIONREAD", fionread },
	{ "fdinfo", fdinfo_whole },
	{ "RESET, FINISH: no argument", no_argument },
	{}
};
