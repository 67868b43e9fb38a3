// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * CHECK, CHECK_NAME and CHECK_PATH: one buffer, one call, and the session keeps
 * nothing.  Which text and which name has which verdict is asked by
 * `utf8check conformance --engine=both`.
 */
#include "core/u8c.h"
#include "device.h"

static int check(int fd, const void *p, size_t n, struct utf8check_check *c)
{
	memset(c, 0, sizeof(*c));
	c->size = sizeof(*c);
	c->buf = (uintptr_t)p;
	c->len = n;
	return ioctl(fd, UTF8CHECK_IOC_CHECK, c);
}

static void check_keeps_nothing(void)
{
	int fd = session(O_RDWR);
	struct utf8check_check c;

	CHECK_EQ(PUT(fd, "a\342"), 2);
	CHECK_ERRNO(check(fd, "\202\254", 2, &c), EILSEQ);
	CHECK_EQ(check(fd, "good", 4, &c), 0);
	CHECK_EQ(c.code_points, 4);
	CHECK_EQ(PUT(fd, "\202\254"), 2);
	CHECK_EQ(report(fd).code_points, 2);
	CHECK_EQ(report(fd).errors, 0);
}

/* A buffer of many pieces; a sequence is on every border between two pieces. */
static void check_big(void)
{
	const size_t n = 3 << 20;
	unsigned char *p = malloc(n);
	int fd = session(O_RDONLY);
	struct utf8check_check c;
	size_t i;

	for (i = 0; i < n; i += 3)
		memcpy(p + i, "\342\202\254", 3);
	CHECK_EQ(check(fd, p, n, &c), 0);
	CHECK_EQ(c.code_points, n / 3);
	CHECK_ERRNO(check(fd, p, n - 1, &c), EILSEQ);
	CHECK_EQ(c.error.offset, n - 3);
	CHECK_EQ(c.error.reason, UTF8CHECK_REASON_INCOMPLETE);
	CHECK_EQ(c.code_points, n / 3 - 1);
	p[n - 2] = 0xff;
	CHECK_ERRNO(check(fd, p, n, &c), EILSEQ);
	CHECK_EQ(c.error.reason, UTF8CHECK_REASON_TRUNCATED);
}

static int check_profile(int fd, unsigned int profile)
{
	struct utf8check_check c = { .size = sizeof(c), .profile = profile };

	return ioctl(fd, UTF8CHECK_IOC_CHECK, &c);
}

static void check_errno(void)
{
	int fd = session(O_RDONLY);
	char *good = mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE |
			  MAP_ANONYMOUS, -1, 0);
	struct utf8check_check c;
	unsigned int i;

	CHECK(good != MAP_FAILED);
	CHECK_EQ(munmap(good + (1 << 19), 1 << 19), 0);
	CHECK_EQ(check(fd, NULL, 0, &c), 0);
	CHECK_ERRNO(check(fd, NULL, 1, &c), EFAULT);
	CHECK_ERRNO(check(fd, good, SIZE_MAX, &c), EFAULT);
	for (i = 1; i < 7; i++)
		CHECK_EQ(check_profile(fd, i), 0);
	CHECK_ERRNO(check_profile(fd, 7), EINVAL);
	CHECK_ERRNO(check_profile(fd, 255), EINVAL);
	for (i = 0; i < 3; i++) {
		struct utf8check_check r = { .size = sizeof(r) };

		r.reserved[i] = 1;
		CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &r), EINVAL);
	}
}

static int judge(int fd, bool path, const void *p, size_t n, uint64_t refuse,
		 struct utf8check_check_name *c)
{
	struct utf8check_finding *f = (void *)(uintptr_t)c->findings;

	*c = (struct utf8check_check_name) {
		.size = sizeof(*c), .room = c->room, .buf = (uintptr_t)p,
		.len = n, .findings = (uintptr_t)f,
		.policy.refuse = refuse,
	};
	return ioctl(fd, path ? UTF8CHECK_IOC_CHECK_PATH : UTF8CHECK_IOC_CHECK_NAME, c);
}

static void findings(void)
{
	struct utf8check_finding f[4];
	struct utf8check_check_name c = { .findings = (uintptr_t)f };
	int fd = session(O_RDONLY);

	for (c.room = 0; c.room <= 3; c.room++) {
		memset(f, 0x55, sizeof(f));
		CHECK_ERRNO(judge(fd, true, "a\\b\377/..", 7, 0, &c), EILSEQ);
		CHECK_EQ(c.verdict.findings, 3);
		CHECK_EQ(f[c.room].offset, 0x55555555);
	}
	c.room = UINT32_MAX;
	CHECK_ERRNO(judge(fd, true, "a\\b\377/..", 7, 0, &c), EILSEQ);
	CHECK_EQ(f[0].what, UTF8CHECK_CLASS_BACKSLASH);
	CHECK_EQ(f[1].what, UTF8CHECK_CLASS_ILL_FORMED);
	CHECK_EQ(f[2].what, UTF8CHECK_CLASS_DOTDOT);
	CHECK_EQ(f[2].offset, 5);
	CHECK_EQ(f[2].length, 2);
	CHECK(!f[0].reserved && !f[1].reserved && !f[2].reserved);
	CHECK_EQ(f[3].offset, 0x55555555);
	c.findings = 0;
	CHECK_ERRNO(judge(fd, true, "a\\b\377/..", 7, 0, &c), EILSEQ);
	CHECK_EQ(c.verdict.findings, 3);
}

/* A long path is judged in parts: of what the second one finds some has no room. */
static void findings_of_parts(void)
{
	enum { LONG = 700, SECOND = 600, ROOM = 3 };
	struct utf8check_finding f[6];
	struct utf8check_check_name c = { .findings = (uintptr_t)f, .room = ROOM };
	int fd = session(O_RDONLY), i;
	char path[LONG];

	for (i = 0; i < LONG; i++)
		path[i] = i % 100 ? 'a' : '/';
	memset(path + 1, '\\', 2);
	memset(path + SECOND + 1, '\\', 3);
	memset(f, 0x55, sizeof(f));
	CHECK_EQ(judge(fd, true, path, LONG, 0, &c), 0);
	CHECK_EQ(c.verdict.findings, 5);
	CHECK_EQ(f[ROOM - 1].offset, SECOND + 1);
	for (i = ROOM; i < 6; i++)
		CHECK_EQ(f[i].offset, 0x55555555);
}

#define LONGEST 65536	/* bytes of a path that is looked into */
#define PER_BYTE 3	/* a newline, a control character, a forbidden byte */

/* The path and its component are too long, which is found at the first newline. */
#define ALL (PER_BYTE * LONGEST + 2)

static struct utf8check_finding *megabytes;

/* A user's call, in a group that has little memory. */
static void *find_many(void *unused)
{
	static char text[LONGEST];
	struct utf8check_check_name c = {
		.size = sizeof(c), .room = UINT32_MAX, .findings = (uintptr_t)megabytes,
		.buf = (uintptr_t)text, .len = sizeof(text),
		.policy.refuse = 1ull << UTF8CHECK_CLASS_CONTROL |
				 1ull << UTF8CHECK_CLASS_FORBIDDEN_BYTE,
	};
	int fd = session(O_RDONLY);

	memset(text, '\n', sizeof(text));
	memset(c.policy.middle, 0xff, sizeof(c.policy.middle));
	memset(c.policy.first, 0xff, sizeof(c.policy.first));
	memset(c.policy.last, 0xff, sizeof(c.policy.last));
	join_group();
	CHECK_EQ(setuid(65534), 0);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK_PATH, &c), EILSEQ);
	CHECK_EQ(c.verdict.findings, ALL);
	return NULL;
}

/* All findings of a long path, which are megabytes, in a group that has four. */
static void findings_in_little_memory(void)
{
	const size_t room = 16 * LONGEST + 1;
	size_t i;

	make_memory_group();
	CHECK_EQ(put_text(GROUP "/memory.max", "4194304"), 0);
	put_text(GROUP "/memory.swap.max", "0");
	megabytes = shared_memory(room * sizeof(*megabytes));
	CHECK_EQ(status_of(start(find_many, NULL)), 0);
	for (i = 2; i < ALL; i++)
		CHECK_EQ(megabytes[i].offset, (i - 2) / PER_BYTE);
	CHECK_EQ(megabytes[ALL].length, 0);
	rmdir(GROUP);
}

static void long_names(void)
{
	struct utf8check_check_name c = {};
	int fd = session(O_RDONLY);
	char *p = malloc(100000);

	memset(p, 'a', 100000);
	CHECK_EQ(judge(fd, false, p, 255, 0, &c), 0);
	CHECK_ERRNO(judge(fd, false, p, 256, 0, &c), EILSEQ);
	CHECK_EQ(c.verdict.primary, UTF8CHECK_CLASS_TOO_LONG);
	CHECK_ERRNO(judge(fd, true, p, 256, 0, &c), EILSEQ);
	p[200] = '/';
	CHECK_EQ(judge(fd, true, p, 256, 0, &c), 0);
	CHECK_ERRNO(judge(fd, true, p, 100000, 0, &c), EILSEQ);
	CHECK_EQ(c.verdict.findings, 1);
	memset(p, '/', 4096);
	CHECK_EQ(judge(fd, true, p, 4095, 0, &c), 0);
	CHECK_ERRNO(judge(fd, true, p, 4096, 0, &c), EILSEQ);
	CHECK_EQ(c.verdict.classes, 1 << UTF8CHECK_CLASS_TOO_LONG);
}

static void judge_errno(void)
{
	struct utf8check_check_name c = {}, room = { .room = 2, .findings = 8 };
	int fd = session(O_RDONLY);

	CHECK_ERRNO(judge(fd, false, NULL, 1, 0, &c), EFAULT);
	CHECK_ERRNO(judge(fd, true, NULL, 60000, 0, &c), EFAULT);
	CHECK_ERRNO(judge(fd, false, "a", 1, 1, &c), EINVAL);
	CHECK_ERRNO(judge(fd, false, "a", 1, 1ULL << U8C_CLASSES, &c),
		    EINVAL);
	CHECK_ERRNO(judge(fd, false, "a", 1, 1ULL << 63, &c), EINVAL);
	/* If nothing is found, the room is not touched. */
	CHECK_EQ(judge(fd, false, "a", 1, 0, &room), 0);
	CHECK_ERRNO(judge(fd, false, "a\\", 2, 0, &room), EFAULT);
}

static int judge_protected(int fd, const char *name, const void *names, size_t n)
{
	struct utf8check_check_name c = {
		.size = sizeof(c), .buf = (uintptr_t)name, .len = strlen(name),
		.protect = (uintptr_t)names, .protect_len = n,
	};
	int ret = ioctl(fd, strchr(name, '/') ? UTF8CHECK_IOC_CHECK_PATH : UTF8CHECK_IOC_CHECK_NAME,
			&c);
	int err = ret ? errno : 0;

	CHECK_EQ(c.verdict.classes >> UTF8CHECK_CLASS_PROTECTED & 1, err == EILSEQ);
	CHECK_EQ(c.policy.refuse, 0);
	errno = err;
	return ret;
}

static void protected_names(void)
{
	int fd = session(O_RDONLY);
	char many[8192];
	size_t i;

	CHECK_EQ(judge_protected(fd, ".git", ".git\0.ssh", 9), 0);
	CHECK_ERRNO(judge_protected(fd, ".Git", ".git\0.ssh", 9), EILSEQ);
	CHECK_ERRNO(judge_protected(fd, "SSH~1", ".git\0.ssh", 10), EILSEQ);
	CHECK_ERRNO(judge_protected(fd, "a/.SSH/b", ".git\0.ssh", 9), EILSEQ);
	CHECK_EQ(judge_protected(fd, ".SSH", ".git\0.ssh", 4), 0);
	CHECK_EQ(judge_protected(fd, ".GIT", ".git", 0), 0);
	CHECK_ERRNO(judge_protected(fd, ".GIT", NULL, 4), EINVAL);
	CHECK_ERRNO(judge_protected(fd, ".git", (void *)8, 4), EFAULT);
	CHECK_ERRNO(judge_protected(fd, ".git", "a/b", 3), EINVAL);
	CHECK_ERRNO(judge_protected(fd, ".git", "a\0", 3), EINVAL);
	memset(many, 0, sizeof(many));
	for (i = 0; i < sizeof(many); i += 2)
		many[i] = 'a';
	CHECK_EQ(judge_protected(fd, "a", many, 128), 0);
	CHECK_ERRNO(judge_protected(fd, "A", many, 128), EILSEQ);
	CHECK_ERRNO(judge_protected(fd, "a", many, 130), EINVAL);
	CHECK_ERRNO(judge_protected(fd, "a", many, 4097), EINVAL);
	CHECK_ERRNO(judge_protected(fd, "a", many, UINT32_MAX), EINVAL);
}

const struct check verdict_checks[] = {
	{ "CHECK keeps nothing", check_keeps_nothing },
	{ "CHECK: 3 MiB", check_big },
	{ "CHECK: errnos", check_errno },
	{ "CHECK_PATH: findings and room for them", findings },
	{ "CHECK_PATH: findings of a path in parts", findings_of_parts },
	{ "CHECK_PATH: a user's findings take little memory", findings_in_little_memory },
	{ "CHECK_NAME, CHECK_PATH: lengths", long_names },
	{ "CHECK_NAME, CHECK_PATH: errnos", judge_errno },
	{ "CHECK_NAME, CHECK_PATH: protected names", protected_names },
	{}
};
