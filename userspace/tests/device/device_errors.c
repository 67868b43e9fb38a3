// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The records of all errors: they are kept, taken, and waited for without room.
 */
#include "device.h"

#define ROOM 8

static int recording(uint32_t records, uint32_t flags)
{
	return CONFIGURED(O_WRONLY, .flags = flags, .action = UTF8CHECK_ACTION_PASS,
			  .records = records);
}

/* Takes at most @room records to @list.  Return: how many there were. */
static unsigned int take(int fd, struct utf8check_error *list, uint32_t room)
{
	struct utf8check_report r = {
		.size = sizeof(r), .list = (uintptr_t)list, .room = room,
	};

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
	CHECK_EQ(r.list, (uintptr_t)list);
	CHECK_EQ(r.room, room);
	return r.records;
}

static void expect_error(const struct utf8check_error *e, uint64_t offset,
			 uint64_t line, uint64_t column, unsigned int reason)
{
	CHECK_EQ(e->offset, offset);
	CHECK_EQ(e->line, line);
	CHECK_EQ(e->column, column);
	CHECK_EQ(e->reason, reason);
}

static void in_order(void)
{
	struct utf8check_error list[ROOM];
	int fd = recording(2, UTF8CHECK_FLAG_POSITION);

	CHECK_EQ(PUT(fd, "a\xff" "b\n\xc0\xaf" "cd"), 5);
	CHECK_ERRNO(PUT(fd, "\xaf" "cd"), ENOBUFS);
	CHECK_EQ(events(fd) & POLLOUT, POLLOUT);
	CHECK_EQ(take(fd, list, 1), 2);
	expect_error(&list[0], 1, 1, 2, UTF8CHECK_REASON_INVALID_BYTE);
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 4, 2, 1, UTF8CHECK_REASON_OVERLONG);
	CHECK_EQ(PUT(fd, "\xaf" "cd"), 3);
	CHECK_EQ(report(fd).line, 2);
	CHECK_EQ(report(fd).column, 5);
	CHECK_EQ(report(fd).errors, 3);
	CHECK_EQ(report(fd).records, 1);
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 5, 2, 2, UTF8CHECK_REASON_UNEXPECTED_CONTINUATION);
	CHECK_EQ(take(fd, list, ROOM), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
}

static void at_the_end(void)
{
	struct utf8check_error list[ROOM];
	int fd = recording(1, UTF8CHECK_FLAG_POSITION);

	CHECK_EQ(PUT(fd, "\xff\xe2\x82"), 3);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), ENOBUFS);
	CHECK_ERRNO(PUT(fd, "a"), EPIPE);
	CHECK_EQ(report(fd).state, 0);
	CHECK_EQ(take(fd, list, ROOM), 1);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 1, 1, 2, UTF8CHECK_REASON_INCOMPLETE);
}

/* A filter that repairs needs room for its output and room for its records. */
static void beside_output(void)
{
	struct utf8check_error list[ROOM];
	int fd = CONFIGURED(O_RDWR, .action = UTF8CHECK_ACTION_REPLACE, .records = 1);

	CHECK_EQ(PUT(fd, "a\xff" "b\xff" "c"), 3);
	EXPECT(fd, "a\xef\xbf\xbd" "b");
	CHECK_ERRNO(PUT(fd, "\xff" "c"), ENOBUFS);
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 1, 0, 0, UTF8CHECK_REASON_INVALID_BYTE);
	CHECK_EQ(PUT(fd, "\xff" "c"), 2);
	EXPECT(fd, "\xef\xbf\xbd" "c");
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 3, 0, 0, UTF8CHECK_REASON_INVALID_BYTE);
}

/* A call waits for room for output, even if the list is full too. */
static void full_list_full_queue(void)
{
	static char text[8192] = "\xff";
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .action = UTF8CHECK_ACTION_REPLACE, .records = 1,
			    .queue = 4096);

	memset(text + 1, 'a', sizeof(text) - 1);
	CHECK(write(fd, text, sizeof(text)) > 0);
	CHECK_ERRNO(PUT(fd, "\xe2\x82\xac"), EAGAIN);
}

static void bad_list(void)
{
	struct utf8check_error list[ROOM];
	int fd = recording(4, 0);
	struct utf8check_report r = { .size = sizeof(r), .list = 1, .room = 2 };

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
	CHECK_EQ(PUT(fd, "\xff\xff"), 2);
	r.list = 1;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), EFAULT);
	/* What could not be given is gone. */
	CHECK_EQ(take(fd, list, ROOM), 0);
}

static void reset(void)
{
	struct utf8check_error list[ROOM];
	int fd = recording(1, 0);

	CHECK_EQ(PUT(fd, "\xff\xff"), 1);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(report(fd).records, 0);
	CHECK_EQ(PUT(fd, "ab\xff\xff"), 3);
	CHECK_EQ(take(fd, list, ROOM), 1);
	expect_error(&list[0], 2, 0, 0, UTF8CHECK_REASON_INVALID_BYTE);
}

const struct check errors_checks[] = {
	{ "errors in order", in_order },
	{ "errors at the end", at_the_end },
	{ "errors beside output", beside_output },
	{ "errors, a full list and a full queue", full_list_full_queue },
	{ "errors, bad list", bad_list },
	{ "errors, RESET", reset },
	{}
};
