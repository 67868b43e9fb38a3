// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The calls on /dev/utf8check that failnth.c makes fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "failnth.h"

static void must(bool condition, const char *what)
{
	if (condition)
		return;
	printf("not ok - fail-nth: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* A session, and text of three-byte sequences. */
static void prepare_session(struct trial *t, int flags, unsigned int action)
{
	static const unsigned char euro[] = { 0xe2, 0x82, 0xac };
	size_t i;

	t->fd = open("/dev/utf8check", flags | O_NONBLOCK);
	must(t->fd >= 0, "open");
	for (i = 0; i < TEXT_SIZE; i++)
		t->text[i] = euro[i % 3];
	t->text[TEXT_SIZE - 1] = 'a';	/* TEXT_SIZE is not a multiple of three */
	t->s.config = (struct utf8check_config) {
		.size = sizeof(t->s.config), .action = action,
	};
	must(!ioctl(t->fd, UTF8CHECK_IOC_SET_CONFIG, &t->s.config), "SET_CONFIG");
	memset(&t->s, 0, sizeof(t->s));
}

void prepare_check(struct trial *t)
{
	prepare_session(t, O_WRONLY, UTF8CHECK_ACTION_REJECT);
}

static void prepare_filter(struct trial *t)
{
	prepare_session(t, O_RDWR, UTF8CHECK_ACTION_REPLACE);
}

static void prepare_output(struct trial *t)
{
	prepare_filter(t);
	must(write(t->fd, t->text, TEXT_SIZE) == TEXT_SIZE, "write");
}

static void prepare_nothing(struct trial *t)
{
}

/* --- open and close -------------------------------------------------------- */

static long call_open(struct trial *t)
{
	t->fd = open("/dev/utf8check", O_RDWR);
	return t->fd;
}

static const char *complete_open(struct trial *t)
{
	if (t->fd < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	if (t->fd >= 0 && write(t->fd, "a", 1) != 1)
		return "the session does not work";
	return NULL;
}

static long call_close(struct trial *t)
{
	int fd = t->fd;

	t->fd = -1;
	return close(fd);
}

static const char *complete_close(struct trial *t)
{
	return t->result ? "close failed" : NULL;
}

/* --- write and read -------------------------------------------------------- */

static long call_write(struct trial *t)
{
	return write(t->fd, t->text, TEXT_SIZE);
}

static long call_writev(struct trial *t)
{
	struct iovec v[10];
	size_t i;

	for (i = 0; i < 10; i++)
		v[i] = (struct iovec) { t->text + i * TEXT_SIZE / 10,
					TEXT_SIZE / 10 };
	return writev(t->fd, v, 10);
}

static const char *check_report(struct trial *t)
{
	t->s.report.size = sizeof(t->s.report);
	if (ioctl(t->fd, UTF8CHECK_IOC_GET_REPORT, &t->s.report))
		return "GET_REPORT";
	if (t->s.report.bytes_in != TEXT_SIZE || t->s.report.errors ||
	    t->s.report.pending)
		return "the session saw other bytes";
	return NULL;
}

static const char *complete_write(struct trial *t)
{
	size_t put = t->result > 0 ? t->result : 0;

	if (t->result < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	if (put < TEXT_SIZE &&
	    write(t->fd, t->text + put, TEXT_SIZE - put) !=
	    (ssize_t)(TEXT_SIZE - put))
		return "the rest cannot be written";
	return check_report(t);
}

/* All bytes that were written come out, also those that the call has read. */
static const char *check_output(struct trial *t)
{
	ssize_t n;

	while ((n = read(t->fd, t->out + t->got, TEXT_SIZE - t->got)) > 0)
		t->got += n;
	if (t->got != TEXT_SIZE)
		return "output is lost";
	return memcmp(t->out, t->text, TEXT_SIZE) ? "the output differs" : NULL;
}

static const char *complete_filter(struct trial *t)
{
	const char *wrong = complete_write(t);

	return wrong ? wrong : check_output(t);
}

static long call_read(struct trial *t)
{
	return read(t->fd, t->out, TEXT_SIZE);
}

static long call_readv(struct trial *t)
{
	struct iovec v[10];
	size_t i;

	for (i = 0; i < 10; i++)
		v[i] = (struct iovec) { t->out + i * TEXT_SIZE / 10,
					TEXT_SIZE / 10 };
	return readv(t->fd, v, 10);
}

static const char *complete_read(struct trial *t)
{
	if (t->result < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	t->got = t->result > 0 ? t->result : 0;
	return check_output(t);
}

static long call_poll(struct trial *t)
{
	struct pollfd p = { .fd = t->fd, .events = POLLIN | POLLOUT };

	return poll(&p, 1, 0);
}

static const char *complete_poll(struct trial *t)
{
	if (t->result < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	if (t->result >= 0 && t->result != 1)
		return "poll found nothing";
	return check_output(t);
}

/* --- splice ---------------------------------------------------------------- */

static void prepare_splice_in(struct trial *t)
{
	prepare_filter(t);
	must(!pipe2(t->ends, O_NONBLOCK), "pipe");
	must(write(t->ends[1], t->text, TEXT_SIZE) == TEXT_SIZE, "write");
}

static long call_splice_in(struct trial *t)
{
	return splice(t->ends[0], NULL, t->fd, NULL, TEXT_SIZE, 0);
}

static const char *complete_splice_in(struct trial *t)
{
	if (t->result < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	while (splice(t->ends[0], NULL, t->fd, NULL, TEXT_SIZE, 0) > 0)
		;
	return check_output(t);
}

static void prepare_splice_out(struct trial *t)
{
	prepare_output(t);
	must(!pipe2(t->ends, O_NONBLOCK), "pipe");
}

static long call_splice_out(struct trial *t)
{
	return splice(t->fd, NULL, t->ends[1], NULL, TEXT_SIZE, 0);
}

static const char *complete_splice_out(struct trial *t)
{
	ssize_t n;

	if (t->result < 0 && !failed_cleanly(t))
		return "an errno that is not documented";
	while ((n = read(t->ends[0], t->out + t->got, TEXT_SIZE)) > 0)
		t->got += n;
	if (t->result > 0 && t->got != (size_t)t->result)
		return "the pipe holds another number of bytes";
	return check_output(t);
}

/* --- ioctls ---------------------------------------------------------------- */

static long call_set_config(struct trial *t)
{
	t->s.config = (struct utf8check_config) {
		.size = sizeof(t->s.config), .action = UTF8CHECK_ACTION_DROP,
		.queue = 8192,
	};
	return ioctl(t->fd, UTF8CHECK_IOC_SET_CONFIG, &t->s.config);
}

static long call_get_config(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.config.size = sizeof(t->s.config);
	return ioctl(t->fd, UTF8CHECK_IOC_GET_CONFIG, &t->s.config);
}

const char *again(struct trial *t, long (*call)(struct trial *), int want)
{
	int error = t->result ? t->error : 0;

	if (error != want && !failed_cleanly(t))
		return "an errno that is not documented";
	errno = 0;
	call(t);
	return errno == want ? NULL : "made again, it fails";
}

static const char *complete_set_config(struct trial *t)
{
	const char *wrong = again(t, call_set_config, 0);

	if (wrong)
		return wrong;
	if (call_get_config(t) || t->s.config.action != UTF8CHECK_ACTION_DROP ||
	    t->s.config.queue != 8192)
		return "another configuration";
	return NULL;
}

static long call_set_form(struct trial *t)
{
	t->s.config = (struct utf8check_config) {
		.size = sizeof(t->s.config), .form = UTF8CHECK_FORM_NFC,
	};
	return ioctl(t->fd, UTF8CHECK_IOC_SET_CONFIG, &t->s.config);
}

/* A form needs memory; the text is in NFC, so the form does not change it. */
static const char *complete_set_form(struct trial *t)
{
	const char *wrong = again(t, call_set_form, 0);

	if (!wrong && (write(t->fd, t->text, TEXT_SIZE) != TEXT_SIZE ||
		       ioctl(t->fd, UTF8CHECK_IOC_FINISH)))
		wrong = "the session does not work";
	return wrong ? wrong : check_output(t);
}

static const char *complete_get_config(struct trial *t)
{
	const char *wrong = again(t, call_get_config, 0);

	if (wrong)
		return wrong;
	return t->s.config.action == UTF8CHECK_ACTION_REPLACE ? NULL :
	       "another configuration";
}

static long call_get_report(struct trial *t)
{
	memset(&t->s, 0, sizeof(t->s));
	t->s.report.size = sizeof(t->s.report);
	return ioctl(t->fd, UTF8CHECK_IOC_GET_REPORT, &t->s.report);
}

static const char *complete_get_report(struct trial *t)
{
	const char *wrong = again(t, call_get_report, 0);

	if (wrong)
		return wrong;
	return t->s.report.queued == TEXT_SIZE ? NULL : "another report";
}

static long call_reset(struct trial *t)
{
	return ioctl(t->fd, UTF8CHECK_IOC_RESET);
}

static const char *complete_reset(struct trial *t)
{
	const char *wrong = again(t, call_reset, 0);

	if (wrong)
		return wrong;
	if (call_get_report(t) || t->s.report.bytes_in || t->s.report.queued)
		return "bytes are left";
	return NULL;
}

static void prepare_finish(struct trial *t)
{
	prepare_filter(t);
	must(write(t->fd, "\342\202", 2) == 2, "write");
}

static long call_finish(struct trial *t)
{
	return ioctl(t->fd, UTF8CHECK_IOC_FINISH);
}

static const char *complete_finish(struct trial *t)
{
	const char *wrong = again(t, call_finish, 0);

	if (wrong)
		return wrong;
	return read(t->fd, t->out, 10) == 3 ? NULL : "another output";
}

const struct sweep sweeps[] = {
	{ "open", prepare_nothing, call_open, complete_open },
	{ "write", prepare_check, call_write, complete_write },
	{ "writev", prepare_check, call_writev, complete_write },
	{ "write of a filter", prepare_filter, call_write, complete_filter },
	{ "read", prepare_output, call_read, complete_read },
	{ "readv", prepare_output, call_readv, complete_read },
	{ "poll", prepare_output, call_poll, complete_poll },
	{ "splice in", prepare_splice_in, call_splice_in, complete_splice_in },
	{ "splice out", prepare_splice_out, call_splice_out,
	  complete_splice_out },
	{ "SET_CONFIG", prepare_filter, call_set_config, complete_set_config },
	{ "SET_CONFIG with a form", prepare_filter, call_set_form,
	  complete_set_form },
	{ "GET_CONFIG", prepare_filter, call_get_config, complete_get_config },
	{ "GET_REPORT", prepare_output, call_get_report, complete_get_report },
	{ "RESET", prepare_output, call_reset, complete_reset },
	{ "FINISH", prepare_finish, call_finish, complete_finish },
	{ "close", prepare_output, call_close, complete_close },
	{}
};
