// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The rule of all structs that an ioctl takes: they carry their size and may
 * only grow.
 */
#include "device.h"

/**
 * struct call - an ioctl that takes a struct
 *
 * @name: its name.
 * @number: the ioctl.
 * @first: UTF8CHECK_..._SIZE_VER0 of its struct.
 * @size: size of its struct.
 * @want: its errno for a struct of zeros: 0, or EILSEQ for an empty name.
 */
struct call {
	const char *name;
	unsigned int number;
	uint32_t first;
	uint32_t size;
	int want;
};

#define CALL(number, TYPE, type, want) \
	{ #number, UTF8CHECK_IOC_##number, UTF8CHECK_##TYPE##_SIZE_VER0, \
	  sizeof(struct utf8check_##type), want }

static const struct call calls[] = {
	CALL(SET_CONFIG, CONFIG, config, 0),
	CALL(GET_CONFIG, CONFIG, config, 0),
	CALL(GET_REPORT, REPORT, report, 0),
	CALL(CHECK, CHECK, check, 0),
	CALL(CHECK_NAME, CHECK_NAME, check_name, EILSEQ),
	CALL(CHECK_PATH, CHECK_NAME, check_name, EILSEQ),
	CALL(VERSION, VERSION, version, 0),
};

#define CALLS (sizeof(calls) / sizeof(calls[0]))

#define ROOM 8192

/* Makes the call with a struct of @size; one byte of it is not 0. */
static int errno_of(const struct call *c, uint32_t size, size_t dirty)
{
	static _Alignas(8) unsigned char buf[ROOM];
	int fd = session(O_RDWR);
	int ret;

	memset(buf, 0, sizeof(buf));
	if (dirty)
		buf[dirty] = 1;
	memcpy(buf, &size, sizeof(size));
	errno = 0;
	ret = ioctl(fd, c->number, buf);
	close(fd);
	return ret ? errno : 0;
}

static void expect_errno(const struct call *c, uint32_t size, size_t dirty,
			 int want)
{
	int got = errno_of(c, size, dirty);

	if (got != want)
		fail_at(__FILE__, __LINE__,
			"%s, size %u, byte %zu set: %s, not %s", c->name, size,
			dirty, strerror(got), strerror(want));
}

static void exact_size(void)
{
	size_t i;

	for (i = 0; i < CALLS; i++) {
		expect_errno(&calls[i], calls[i].first, 0, calls[i].want);
		expect_errno(&calls[i], calls[i].size, 0, calls[i].want);
	}
}

static void too_small(void)
{
	uint32_t size;
	size_t i;

	for (i = 0; i < CALLS; i++)
		for (size = 0; size < calls[i].first; size++)
			expect_errno(&calls[i], size, 0, EINVAL);
}

static void longer(void)
{
	static const uint32_t more[] = { 1, 4, 8, 100, 1000 };
	size_t i, k;

	for (i = 0; i < CALLS; i++) {
		for (k = 0; k < sizeof(more) / sizeof(more[0]); k++) {
			uint32_t size = calls[i].size + more[k];

			expect_errno(&calls[i], size, 0, calls[i].want);
			expect_errno(&calls[i], size, calls[i].size, E2BIG);
			expect_errno(&calls[i], size, size - 1, E2BIG);
			/* Bytes after the struct are not looked at. */
			expect_errno(&calls[i], size, size, calls[i].want);
		}
	}
}

/* Longer than any struct will ever be. */
static void far_too_long(void)
{
	size_t i;

	for (i = 0; i < CALLS; i++) {
		expect_errno(&calls[i], UTF8CHECK_SIZE_MAX + 1, 0, E2BIG);
		expect_errno(&calls[i], UINT32_MAX, 0, E2BIG);
		expect_errno(&calls[i], UTF8CHECK_SIZE_MAX, 0, calls[i].want);
	}
}

/*
 * A struct that is written back says how much of it is filled; bytes at the end that this
 * version does not know are zero, and what is after the struct stays.
 */
static void filled(void)
{
	static const uint32_t more[] = { 0, 1, 4, 100, 500 };
	unsigned char buf[1024];
	uint32_t size, said;
	int fd = session(O_RDWR);
	size_t i, j, k;

	for (i = 0; i < CALLS; i++)
		for (j = 0; j < sizeof(more) / sizeof(more[0]); j++) {
			bool writes = calls[i].number != UTF8CHECK_IOC_SET_CONFIG;

			size = calls[i].size + more[j];
			memset(buf, 0x55, sizeof(buf));
			memset(buf, 0, size);
			memcpy(buf, &size, sizeof(size));
			ioctl(fd, calls[i].number, buf);
			memcpy(&said, buf, sizeof(said));
			if (said != (writes ? calls[i].size : size))
				fail_at(__FILE__, __LINE__, "%s of %u bytes says %u",
					calls[i].name, size, said);
			for (k = calls[i].size; k < sizeof(buf); k++)
				if (buf[k] != (k < size ? 0 : 0x55))
					fail_at(__FILE__, __LINE__, "%s, byte %zu",
						calls[i].name, k);
		}
}

/* The address of the first byte of a page that is not mapped. */
static unsigned char *nowhere(void)
{
	unsigned char *p = mmap(NULL, 2 * getpagesize(), PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(munmap(p + getpagesize(), getpagesize()), 0);
	return p + getpagesize();
}

static void bad_pointer(void)
{
	int fd = session(O_RDWR);
	unsigned char *end = nowhere();
	size_t i;

	for (i = 0; i < CALLS; i++) {
		CHECK_ERRNO(ioctl(fd, calls[i].number, NULL), EFAULT);
		CHECK_ERRNO(ioctl(fd, calls[i].number, -1L), EFAULT);
		CHECK_ERRNO(ioctl(fd, calls[i].number, end), EFAULT);
		/* Only the size can be read. */
		memcpy(end - 4, &calls[i].size, 4);
		CHECK_ERRNO(ioctl(fd, calls[i].number, end - 4), EFAULT);
		/* All but the last byte can be read. */
		memset(end - calls[i].size + 1, 0, calls[i].size - 1);
		memcpy(end - calls[i].size + 1, &calls[i].size, 4);
		CHECK_ERRNO(ioctl(fd, calls[i].number,
				  end - calls[i].size + 1), EFAULT);
	}
}

/* A struct that can be read but not written. */
static void read_only_struct(void)
{
	unsigned char *p = nowhere() - getpagesize();
	int fd = session(O_RDWR);
	size_t i;

	for (i = 0; i < CALLS; i++) {
		bool writes = calls[i].number != UTF8CHECK_IOC_SET_CONFIG;

		CHECK_EQ(mprotect(p, 4096, PROT_READ | PROT_WRITE), 0);
		memset(p, 0, 4096);
		memcpy(p, &calls[i].size, 4);
		CHECK_EQ(mprotect(p, 4096, PROT_READ), 0);
		errno = 0;
		CHECK_EQ(ioctl(fd, calls[i].number, p), writes ? -1 : 0);
		if (writes)
			CHECK(errno == EFAULT);
	}
}

static void unknown(void)
{
	static const unsigned int numbers[] = {
		_IO(UTF8CHECK_IOC_MAGIC, 0x00), _IO(UTF8CHECK_IOC_MAGIC, 0x0d),
		_IO(UTF8CHECK_IOC_MAGIC, 0xff), _IO(0xfb, 0x01),
		_IOW(UTF8CHECK_IOC_MAGIC, 0x01, int), 0, 0xffffffff,
	};
	int fd = session(O_RDWR);
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		CHECK_ERRNO(ioctl(fd, numbers[i], NULL), ENOTTY);
	CHECK_EQ(isatty(fd), 0);
}

const struct check struct_checks[] = {
	{ "structs: their exact size", exact_size },
	{ "structs: too small is EINVAL", too_small },
	{ "structs: longer with a zero tail, else E2BIG", longer },
	{ "structs: longer than a page is E2BIG", far_too_long },
	{ "structs: how much of one is filled is said", filled },
	{ "structs: bad pointers are EFAULT", bad_pointer },
	{ "structs: read-only memory is EFAULT", read_only_struct },
	{ "unknown ioctls are ENOTTY", unknown },
	{}
};
