// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * RESYNC, COMPARE and SIGNATURE: each is one call, and the session keeps nothing.
 */
#include <signal.h>
#include "device.h"

#define PAGES (1 << 20)

/* Memory of PAGES bytes; only its last half is mapped. */
static unsigned char *half_mapped(void)
{
	unsigned char *p = mmap(NULL, PAGES, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(munmap(p, PAGES / 2), 0);
	return p;
}

static int resync(int fd, struct utf8check_resync *r)
{
	r->size = sizeof(*r);
	return ioctl(fd, UTF8CHECK_RESYNC, r);
}

#define RESYNC(...) \
	(r = (struct utf8check_resync){ __VA_ARGS__ }, resync(fd, &r))
#define TEXT(literal) .buf = (uintptr_t)(literal), .len = sizeof(literal) - 1

static void resync_places(void)
{
	int fd = session(O_RDONLY);
	struct utf8check_resync r;

	CHECK_EQ(RESYNC(TEXT("a\360\237\230\200z"), .at = 3), 0);
	CHECK_EQ(r.previous, 1);
	CHECK_EQ(r.next, 5);
	CHECK_EQ(r.found, UTF8CHECK_HAS_PREVIOUS | UTF8CHECK_HAS_NEXT);
	CHECK_EQ(RESYNC(TEXT("a\0\75\330\0\336"), .at = 4,
			.encoding = UTF8CHECK_UTF16LE), 0);
	CHECK_EQ(r.previous, 2);
	CHECK_EQ(r.next, 6);
	CHECK_EQ(RESYNC(TEXT("\355\240\275\355\270\200"), .at = 3,
			.profile = UTF8CHECK_CESU8), 0);
	CHECK_EQ(r.previous, 0);
	CHECK_EQ(r.next, 6);
	CHECK_ERRNO(RESYNC(TEXT("a\200\200\200\200\200\200\200\200\200\200"),
			   .at = 1), EILSEQ);
	CHECK_EQ(r.found, UTF8CHECK_HAS_PREVIOUS);
	CHECK_EQ(r.next, 0);
}

/* Only the bytes around the place are read, wherever the place is. */
static void resync_far(void)
{
	int fd = session(O_RDONLY);
	struct utf8check_resync r;
	unsigned char *p = half_mapped();
	size_t at = PAGES - 100;

	memcpy(p + at, "\342\202\254", 3);
	CHECK_EQ(RESYNC(.buf = (uintptr_t)p, .len = PAGES, .at = at + 1), 0);
	CHECK_EQ(r.previous, at);
	CHECK_EQ(r.next, at + 3);
	CHECK_EQ(RESYNC(.buf = (uintptr_t)p, .len = UINT64_MAX,
			.at = at + 2), 0);
	CHECK_EQ(r.next, at + 3);
	CHECK_ERRNO(RESYNC(.buf = (uintptr_t)p, .len = PAGES, .at = 5), EFAULT);
	CHECK_ERRNO(RESYNC(.buf = (uintptr_t)p, .len = UINT64_MAX,
			   .at = UINT64_MAX), EFAULT);
	/* Bytes after the last address are not the bytes before the text. */
	CHECK_ERRNO(RESYNC(.buf = (uintptr_t)p + at, .len = UINT64_MAX,
			   .at = UINT64_MAX - 8), EFAULT);
	CHECK_ERRNO(RESYNC(.len = 1), EFAULT);
}

static void resync_errno(void)
{
	int fd = session(O_RDONLY);
	struct utf8check_resync r;

	CHECK_EQ(RESYNC(TEXT("a"), .at = 1), 0);
	CHECK_ERRNO(RESYNC(TEXT("a"), .at = 2), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .at = UINT64_MAX), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .profile = 7), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .encoding = UTF8CHECK_AUTO), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .encoding = 200), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .encoding = UTF8CHECK_UTF16BE,
			   .profile = UTF8CHECK_MUTF8), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .reserved = 1), EINVAL);
	CHECK_ERRNO(RESYNC(TEXT("a"), .reserved2 = 1), EINVAL);
}

static int compare(int fd, struct utf8check_compare *c)
{
	c->size = sizeof(*c);
	return ioctl(fd, UTF8CHECK_COMPARE, c);
}

#define COMPARE(...) \
	(c = (struct utf8check_compare){ __VA_ARGS__ }, compare(fd, &c))
#define A(literal) .a = (uintptr_t)(literal), .a_len = sizeof(literal) - 1
#define B(literal) .b = (uintptr_t)(literal), .b_len = sizeof(literal) - 1

static void compare_short(void)
{
	int fd = session(O_RDONLY);
	struct utf8check_compare c;

	CHECK_EQ(COMPARE(A("same"), B("same")), 0);
	CHECK_EQ(c.order, 0);
	CHECK_EQ(c.offset, 4);
	CHECK_EQ(c.a_length, 0);
	CHECK_EQ(c.a_value, UTF8CHECK_NO_POINT);
	CHECK_EQ(COMPARE(A("a\377\377"), B("a\0\330\0\334"),
			 .encoding = UTF8CHECK_UTF16LE), 0);
	CHECK_EQ(c.order, 1);
	CHECK_EQ(c.offset, 0);
	CHECK_EQ(COMPARE(A("\377\377"), B("\0\330\0\334"),
			 .encoding = UTF8CHECK_UTF16LE), 0);
	CHECK_EQ(c.order, -1);
	CHECK_EQ(c.a_value, 0xffff);
	CHECK_EQ(c.b_value, 0x10000);
	CHECK_EQ(c.b_length, 4);
	CHECK_EQ(COMPARE(A("a\342\202z"), B("a")), 0);
	CHECK_EQ(c.order, 1);
	CHECK_EQ(c.offset, 1);
	CHECK_EQ(c.a_value, UTF8CHECK_NO_POINT);
	CHECK_EQ(c.a_length, 2);
	CHECK_EQ(c.b_length, 0);
}

/* A difference at every place around the border between two pieces. */
static void compare_long(void)
{
	const size_t n = 3 << 12;
	unsigned char *a = malloc(n), *b = malloc(n);
	int fd = session(O_RDONLY);
	struct utf8check_compare c;
	size_t i;

	for (i = 0; i < n; i++)
		a[i] = "\342\202\254"[i % 3];
	memcpy(b, a, n);
	for (i = 4096 - 12; i < 4096 + 12; i++) {
		b[i] = 0x41;
		CHECK_EQ(COMPARE(.a = (uintptr_t)a, .a_len = n,
				 .b = (uintptr_t)b, .b_len = n), 0);
		CHECK_EQ(c.offset, i / 3 * 3);
		CHECK_EQ(c.order, i % 3 ? -1 : 1);
		CHECK_EQ(c.a_value, 0x20ac);
		b[i] = a[i];
		CHECK_EQ(COMPARE(.a = (uintptr_t)a, .a_len = n,
				 .b = (uintptr_t)b, .b_len = i), 0);
		CHECK_EQ(c.offset, i / 3 * 3);
		CHECK_EQ(c.b_length, i % 3);
	}
	CHECK_EQ(COMPARE(.a = (uintptr_t)a, .a_len = n, .b = (uintptr_t)b,
			 .b_len = n), 0);
	CHECK_EQ(c.order, 0);
	CHECK_EQ(c.offset, n);
}

static void compare_errno(void)
{
	unsigned char *p = mmap(NULL, PAGES, PROT_READ,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = session(O_RDONLY);
	struct utf8check_compare c;

	CHECK_EQ(COMPARE(A("a")), 0);
	CHECK_EQ(c.order, 1);
	CHECK_ERRNO(COMPARE(A("a"), .b_len = 1), EFAULT);
	CHECK_ERRNO(COMPARE(B("a"), .a_len = 1), EFAULT);
	/* All is equal up to memory that is not mapped. */
	CHECK(p != MAP_FAILED);
	CHECK_EQ(munmap(p + PAGES / 2, PAGES / 2), 0);
	CHECK_EQ(COMPARE(.a = (uintptr_t)p, .a_len = PAGES / 2,
			 .b = (uintptr_t)p, .b_len = PAGES / 2), 0);
	CHECK_ERRNO(COMPARE(.a = (uintptr_t)p, .a_len = PAGES,
			    .b = (uintptr_t)p, .b_len = PAGES), EFAULT);
	CHECK_ERRNO(COMPARE(.a = (uintptr_t)p, .a_len = UINT64_MAX,
			    .b = (uintptr_t)p, .b_len = UINT64_MAX), EFAULT);
	CHECK_ERRNO(COMPARE(A("a"), B("a"), .profile = 7), EINVAL);
	CHECK_ERRNO(COMPARE(A("a"), B("a"), .encoding = UTF8CHECK_AUTO), EINVAL);
	CHECK_ERRNO(COMPARE(A("a"), B("a"), .encoding = UTF8CHECK_UTF32LE,
			    .profile = UTF8CHECK_UCS2), EINVAL);
	CHECK_ERRNO(COMPARE(A("a"), B("a"), .reserved = 1), EINVAL);
	CHECK_ERRNO(COMPARE(A("a"), B("a"), .reserved2 = 1), EINVAL);
}

static void *compare_for_ever(void *unused)
{
	const size_t n = 1ul << 30;
	struct utf8check_compare c;
	int fd = session(O_RDONLY);
	char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
		       MAP_NORESERVE, -1, 0);

	(void)unused;
	CHECK(p != MAP_FAILED);
	for (;;)
		CHECK_EQ(COMPARE(.a = (uintptr_t)p, .a_len = n,
				 .b = (uintptr_t)p, .b_len = n), 0);
	return NULL;
}

static void compare_killed(void)
{
	pid_t pid = start(compare_for_ever, NULL);

	wait_until_busy(pid);
	CHECK_EQ(kill(pid, SIGKILL), 0);
	CHECK_EQ(status_of(pid), 256);
}

static int signature(int fd, const void *p, size_t n,
		     struct utf8check_signature *s)
{
	*s = (struct utf8check_signature) {
		.size = sizeof(*s), .buf = (uintptr_t)p, .len = n,
	};
	return ioctl(fd, UTF8CHECK_SIGNATURE, s);
}

static void signatures(void)
{
	int fd = session(O_RDONLY);
	struct utf8check_signature s;

	CHECK_EQ(signature(fd, "\377\376\0\0", 4, &s), 0);
	CHECK_EQ(s.length, 4);
	CHECK(!strcmp(s.name, "UTF-32LE"));
	CHECK_EQ(signature(fd, "\377\376\0\0", 3, &s), 0);
	CHECK_EQ(s.length, 2);
	CHECK(!strcmp(s.name, "UTF-16LE"));
	CHECK_EQ(signature(fd, "text", 4, &s), 0);
	CHECK_EQ(s.length, 0);
	CHECK_EQ(s.name[0], 0);
	CHECK_EQ(signature(fd, NULL, 0, &s), 0);
	CHECK_EQ(s.length, 0);
	/* No more than four bytes are read. */
	CHECK_EQ(signature(fd, "\357\273\277a", SIZE_MAX, &s), 0);
	CHECK(!strcmp(s.name, "UTF-8"));
	CHECK_ERRNO(signature(fd, NULL, 1, &s), EFAULT);
	s = (struct utf8check_signature){ .size = sizeof(s), .reserved = 1 };
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_SIGNATURE, &s), EINVAL);
	s = (struct utf8check_signature){ .size = sizeof(s), .reserved2 = 1 };
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_SIGNATURE, &s), EINVAL);
}

const struct check order_checks[] = {
	{ "RESYNC: places", resync_places },
	{ "RESYNC: only the bytes around are read", resync_far },
	{ "RESYNC: errnos", resync_errno },
	{ "COMPARE: order, place and what stands there", compare_short },
	{ "COMPARE: where pieces meet", compare_long },
	{ "COMPARE: errnos", compare_errno },
	{ "COMPARE: can be killed", compare_killed },
	{ "SIGNATURE", signatures },
	{}
};
