// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The tracepoints, as tracefs shows them: exactly these lines and no other.
 */
#include <sys/stat.h>

#include "core/u8c.h"
#include "device.h"

/* A trace buffer of our own, which shows only this process. */
#define INSTANCE "instances/utf8check-test"

static const char *const roots[] = {
	"/sys/kernel/tracing", "/sys/kernel/debug/tracing", NULL
};

static const char *root;	/* of tracefs */

static const char *in_root(const char *path)
{
	static char full[256];

	snprintf(full, sizeof(full), "%s/%s", root, path);
	return full;
}

static void put(const char *path, const char *text)
{
	int fd = open(in_root(path), O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		fail_at(__FILE__, __LINE__, "%s: %s", path, strerror(errno));
	close(fd);
}

/* All of a file of tracefs, ended by a NUL; the caller frees it. */
static char *text_of(const char *path)
{
	enum { MOST = 1 << 20 };
	int fd = open(in_root(path), O_RDONLY | O_CLOEXEC);
	char *text = malloc(MOST + 1);
	size_t n = 0;
	ssize_t got;

	CHECK(fd >= 0 && text);
	while ((got = read(fd, text + n, MOST - n)) > 0)
		n += got;
	CHECK_EQ(got, 0);
	CHECK(n < MOST);
	close(fd);
	text[n] = '\0';
	return text;
}

static void find_tracefs(void)
{
	const char *const *r;

	for (r = roots; *r; r++) {
		root = *r;
		if (!access(in_root("events/enable"), F_OK))
			return;
	}
	skip("no events in tracefs: this kernel cannot trace");
}

static void end_tracing(void)
{
	put(INSTANCE "/events/utf8check/enable", "0");
	CHECK_EQ(rmdir(in_root(INSTANCE)), 0);
}

static void begin_tracing(void)
{
	char self[16];

	find_tracefs();
	snprintf(self, sizeof(self), "%d", getpid());
	if (!access(in_root(INSTANCE), F_OK))	/* left by a run that failed */
		end_tracing();
	CHECK_EQ(mkdir(in_root(INSTANCE), 0700), 0);
	put(INSTANCE "/set_event_pid", self);
	put(INSTANCE "/events/utf8check/enable", "1");
}

/* The event and its fields in a line of the trace; NULL for a comment. */
static char *event_in(char *line)
{
	char *event;

	if (*line == '#')
		return NULL;
	event = strstr(line, ": utf8check_");
	return event ? event + 2 : line;
}

/* Compares what was traced since the last time. */
static void expect_events(const char *const *want)
{
	char *text = text_of(INSTANCE "/trace"), *line, *event, *rest;

	for (line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		event = event_in(line);
		if (!event)
			continue;
		if (!*want)
			fail_at(__FILE__, __LINE__, "one more: %s", event);
		if (strcmp(event, *want))
			fail_at(__FILE__, __LINE__, "%s\n# not %s", event,
				*want);
		want++;
	}
	if (*want)
		fail_at(__FILE__, __LINE__, "missing: %s", *want);
	free(text);
	put(INSTANCE "/trace", "");
}

#define EXPECT_EVENTS(...) \
	expect_events((const char *const[]){ __VA_ARGS__, NULL })

#define OVERLONG_SLASH(at) \
	"utf8check_error: by=session reason=overlong offset=" at " length=1 span=2 " \
	"value=0x2f bytes=c0af profile=rfc3629 encoding=utf-8 action=reject"

static void good(void)
{
	struct utf8check_check_name name = {
		.size = sizeof(name), .buf = (uintptr_t)"na\303\257ve",
		.len = 6,
	};
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "na\303\257ve"), 6);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK_NAME, &name), 0);
	EXPECT_EVENTS(NULL);
	end_tracing();
}

/* Only the first error of a text makes an event; a new text makes a new one. */
static void error(void)
{
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "a\300\257b"), 1);
	EXPECT_EVENTS(OVERLONG_SLASH("1"));
	CHECK_ERRNO(PUT(fd, "more"), EILSEQ);
	EXPECT_EVENTS(NULL);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "abc\300"), 4);
	EXPECT_EVENTS(NULL);
	CHECK_ERRNO(PUT(fd, "\257"), EILSEQ);
	EXPECT_EVENTS(OVERLONG_SLASH("3"));
	end_tracing();
}

static void error_at_end(void)
{
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "a\342\202"), 3);
	EXPECT_EVENTS(NULL);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	EXPECT_EVENTS("utf8check_error: by=session reason=incomplete offset=1 length=2 "
		      "span=0 value=0x0 bytes=e282 profile=rfc3629 "
		      "encoding=utf-8 action=reject");
	end_tracing();
}

/* The event says how the session was configured. */
static void error_configured(void)
{
	int fd;

	begin_tracing();
	fd = CONFIGURED(O_WRONLY, .from = UTF8CHECK_ENCODING_AUTO,
			.profile = UTF8CHECK_PROFILE_UCS2, .action = UTF8CHECK_ACTION_DROP);
	CHECK_EQ(PUT(fd, "\377\376a\0\075\330\000\336"), 8);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	EXPECT_EVENTS("utf8check_error: by=session reason=out-of-range offset=4 length=4 "
		      "span=4 value=0x1f600 bytes=3dd800de profile=ucs2 "
		      "encoding=utf-16le action=drop");
	end_tracing();
}

/* A million errors are one event. */
static void flood(void)
{
	enum { MILLION = 1000000 };
	char *bad = malloc(MILLION);
	int fd;

	begin_tracing();
	fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_REPLACE);
	CHECK(bad);
	memset(bad, 0xff, MILLION);
	CHECK_EQ(write(fd, bad, MILLION), MILLION);
	CHECK_EQ(report(fd).errors, MILLION);
	free(bad);
	EXPECT_EVENTS("utf8check_error: by=session reason=invalid-byte offset=0 length=1 "
		      "span=0 value=0x0 bytes=ff profile=rfc3629 "
		      "encoding=utf-8 action=replace");
	end_tracing();
}

static void two_sessions(void)
{
	int a, b;

	begin_tracing();
	a = session(O_WRONLY);
	b = session(O_WRONLY);
	CHECK_EQ(PUT(a, "a\300"), 2);
	CHECK_EQ(PUT(b, "bbbb\300"), 5);
	CHECK_ERRNO(PUT(b, "\257"), EILSEQ);
	CHECK_ERRNO(PUT(a, "\257"), EILSEQ);
	EXPECT_EVENTS(OVERLONG_SLASH("4"), OVERLONG_SLASH("1"));
	end_tracing();
}

static void error_ioctl(void)
{
	struct utf8check_check c = {
		.size = sizeof(c), .profile = UTF8CHECK_PROFILE_RFC2279,
		.buf = (uintptr_t)"abc\355\240\200", .len = 6,
	};
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), EILSEQ);
	EXPECT_EVENTS("utf8check_error: by=ioctl reason=surrogate offset=3 length=1 "
		      "span=3 value=0xd800 bytes=eda080 profile=rfc2279 "
		      "encoding=utf-8 action=reject");
	c.profile = UTF8CHECK_PROFILE_WTF8;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &c), 0);
	EXPECT_EVENTS(NULL);
	end_tracing();
}

/* A name or path that is refused. */
static void refuse(int fd, bool path, uint64_t classes, const char *p,
		   size_t n)
{
	struct utf8check_check_name c = {
		.size = sizeof(c), .buf = (uintptr_t)p, .len = n,
		.policy.refuse = classes,
	};

	CHECK_ERRNO(ioctl(fd, path ? UTF8CHECK_IOC_CHECK_PATH :
			  UTF8CHECK_IOC_CHECK_NAME, &c), EILSEQ);
}

#define REFUSE(path, classes, literal) \
	refuse(fd, path, classes, literal, sizeof(literal) - 1)

static void names(void)
{
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	REFUSE(false, 0, "bad\377");
	REFUSE(false, 0, "..");
	REFUSE(false, 0, "");
	REFUSE(false, 0, "nul\0");
	REFUSE(true, 0, "a/\300\256\300\256/b");
	EXPECT_EVENTS("utf8check_name: by=ioctl kind=name class=ill-formed "
		      "classes=0x200 offset=3 length=4 name=bad\\xff",
		      "utf8check_name: by=ioctl kind=name class=dotdot classes=0x1000 "
		      "offset=0 length=2 name=..",
		      "utf8check_name: by=ioctl kind=name class=empty classes=0x8000 "
		      "offset=0 length=0 name=",
		      "utf8check_name: by=ioctl kind=name class=nul classes=0x400 "
		      "offset=3 length=4 name=nul\\x00",
		      "utf8check_name: by=ioctl kind=path class=hidden-dot "
		      "classes=0x10 offset=2 length=8 "
		      "name=a/\\xc0\\xae\\xc0\\xae/b");
	end_tracing();
}

/* The event has the first class that is refused, not the first that is found. */
static void names_by_policy(void)
{
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	REFUSE(false, 1ull << UTF8CHECK_CLASS_CONTROL, "\377a\n");
	EXPECT_EVENTS("utf8check_name: by=ioctl kind=name class=control "
		      "classes=0x1000100200 offset=2 length=3 "
		      "name=\\xffa\\x0a");
	end_tracing();
}

/* Bytes of a caller never reach a terminal unescaped. */
static void names_escaped(void)
{
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	REFUSE(false, 0, "\033[2J\"\\ %s\177\303\251\n/");
	EXPECT_EVENTS("utf8check_name: by=ioctl kind=name class=separator classes=0x1800002800 "
		      "offset=13 length=14 name=\\x1b[2J\"\\x5c %s\\x7f"
		      "\\xc3\\xa9\\x0a/");
	end_tracing();
}

/* The event has the first 255 bytes of a long name, and no bytes of a huge one. */
static void names_long(void)
{
	enum { HUGE = 70000, SHOWN = 255 };
	char *bytes = malloc(HUGE), line[2048];
	int fd, n, i;

	begin_tracing();
	fd = session(O_WRONLY);
	CHECK(bytes);
	memset(bytes, 0xff, HUGE);
	refuse(fd, false, 0, bytes, 300);
	n = snprintf(line, sizeof(line),
		     "utf8check_name: by=ioctl kind=name class=ill-formed "
		     "classes=0x10200 offset=0 length=300 name=");
	for (i = 0; i < SHOWN; i++)
		n += snprintf(line + n, sizeof(line) - n, "\\xff");
	EXPECT_EVENTS(line);
	refuse(fd, false, 0, bytes, HUGE);
	EXPECT_EVENTS("utf8check_name: by=ioctl kind=name class=too-long classes=0x10000 "
		      "offset=0 length=70000 name=");
	free(bytes);
	end_tracing();
}

/* After very many findings the offset of another one is not looked for. */
static void names_offset_unknown(void)
{
	char bytes[201];
	int fd;

	begin_tracing();
	fd = session(O_WRONLY);
	memset(bytes, 0xff, 200);
	bytes[200] = '\n';
	refuse(fd, false, 1ull << UTF8CHECK_CLASS_CONTROL, bytes,
	       sizeof(bytes));
	char *text = text_of(INSTANCE "/trace");

	CHECK(strstr(text, " class=control classes=0x1000100200 offset=-1 "
		     "length=201 name=\\xff"));
	free(text);
	end_tracing();
}

/* The words that tools print are the words of the core. */
static void words_agree(const char *event, const char *(*name)(unsigned int),
			unsigned int from, unsigned int n)
{
	char path[64], pair[64];
	unsigned int i;
	char *format;

	snprintf(path, sizeof(path), "events/utf8check/%s/format", event);
	format = text_of(path);
	for (i = from; i < n; i++) {
		snprintf(pair, sizeof(pair), "{ %u, \"%s\" }", i, name(i));
		if (!strstr(format, pair))
			fail_at(__FILE__, __LINE__, "%s: no %s", path, pair);
	}
	free(format);
}

static void words(void)
{
	find_tracefs();
	words_agree("utf8check_error", u8c_reason_name, 1, U8C_REASONS);
	words_agree("utf8check_error", u8c_profile_name, 0, U8C_PROFILES);
	words_agree("utf8check_error", u8c_encoding_name, 0, UTF8CHECK_ENCODING_AUTO);
	words_agree("utf8check_error", u8c_action_name, 0, U8C_ACTIONS);
	words_agree("utf8check_name", u8c_class_name, 1, U8C_CLASSES);
}

/* Each call that allocates, once. */
static void allocate(void)
{
	static unsigned char text[1000];
	static struct utf8check_finding found[1000];
	static struct utf8check_error list[10];
	struct utf8check_report r = {
		.size = sizeof(r), .list = (uintptr_t)list, .room = 10,
	};
	struct utf8check_check check = {
		.size = sizeof(check), .buf = (uintptr_t)text, .len = sizeof(text),
	};
	struct utf8check_check_name name = {
		.size = sizeof(name), .buf = (uintptr_t)text, .len = sizeof(text),
		.findings = (uintptr_t)found, .room = 1000,
		.protect = (uintptr_t)".git", .protect_len = 4,
	};
	int fd = CONFIGURED(O_RDWR, .form = UTF8CHECK_FORM_NFC, .records = 10,
			    .action = UTF8CHECK_ACTION_DROP);

	memset(text, 0xff, sizeof(text));
	CHECK_EQ(PUT(fd, "a\377b"), 3);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &check), EILSEQ);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK_NAME, &name), EILSEQ);
	close(fd);
}

/* No memory that a caller can have is left out of what his cgroup pays for. */
static void charged(void)
{
	char *text, *line, *rest;
	unsigned int n = 0;

	begin_tracing();
	put(INSTANCE "/events/kmem/kmalloc/enable", "1");
	put(INSTANCE "/events/kmem/kmem_cache_alloc/enable", "1");
	allocate();
	put(INSTANCE "/tracing_on", "0");
	text = text_of(INSTANCE "/trace");
	if (!strstr(text, "accounted="))
		skip("this kernel charges no memory");
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (!strstr(line, "[utf8check]") && !strstr(line, "kvmalloc"))
			continue;
		if (!strstr(line, "accounted=true"))
			fail_at(__FILE__, __LINE__, "%s", line);
		n++;
	}
	/*
	 * The session, its form, list, buffer, ring and queue; the records of a report; a
	 * piece of CHECK; a long name, its findings and protected names.
	 */
	CHECK(n >= 11);
	free(text);
	end_tracing();
}

const struct check trace_checks[] = {
	{ "trace: nothing of good text and names", good },
	{ "trace: the first error of a text, and of the next", error },
	{ "trace: an error found at the end", error_at_end },
	{ "trace: an error in UTF-16, to be dropped", error_configured },
	{ "trace: a million errors are one event", flood },
	{ "trace: two sessions at once", two_sessions },
	{ "trace: an error found by CHECK", error_ioctl },
	{ "trace: refused names and paths", names },
	{ "trace: a name refused by a policy", names_by_policy },
	{ "trace: names are escaped", names_escaped },
	{ "trace: long names are cut", names_long },
	{ "trace: an offset that is not looked for", names_offset_unknown },
	{ "trace: words are the core's", words },
	{ "trace: what a call allocates is charged to the caller's cgroup", charged },
	{}
};
