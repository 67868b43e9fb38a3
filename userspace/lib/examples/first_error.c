// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Is standard input UTF-8?  If not, where is the first error?
 *
 *	cc first_error.c $(pkg-config --cflags --libs libutf8check)
 *	printf 'caf\xe9\n' | ./a.out
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <utf8check.h>

/* Put all of @fd into a stream that only checks. */
static int check(struct utf8check_stream *stream, int fd)
{
	char buf[65536];
	ssize_t n;
	int err = 0;

	while (!err && (n = read(fd, buf, sizeof(buf))) > 0) {
		size_t taken = n;

		err = utf8check_stream_push(stream, buf, &taken, NULL, NULL);
	}
	if (!err && n < 0)
		return -errno;
	return err ? err : utf8check_stream_finish(stream, NULL, NULL);
}

static int print_verdict(struct utf8check_stream *stream, int err)
{
	struct utf8check_report report;

	if (err && err != -EILSEQ) {
		fprintf(stderr, "%s\n", strerror(-err));
		return 2;
	}
	utf8check_stream_report(stream, &report);
	if (err)
		printf("byte %llu: %s\n", report.first.offset,
		       utf8check_reason_name(report.first.reason));
	else
		printf("well-formed, %llu code points\n", report.code_points);
	return err ? 1 : 0;
}

int main(void)
{
	struct utf8check_stream *stream;
	struct utf8check *engine;
	int err = utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine), status;

	if (!err)
		err = utf8check_stream_open(engine, NULL, UTF8CHECK_CHECK_ONLY, &stream);
	if (err) {
		fprintf(stderr, "%s\n", strerror(-err));
		return 2;
	}
	status = print_verdict(stream, check(stream, STDIN_FILENO));
	utf8check_stream_close(stream);
	utf8check_close(engine);
	return status;
}
