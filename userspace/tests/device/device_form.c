// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sessions with a normalization form: the output for writes and queues of any
 * size, what waits, and the answers of a session that only checks.
 */
#include <pthread.h>
#include "device.h"

#define ACUTE "\314\201"	/* U+0301, class 230 */
#define BELOW "\314\243"	/* U+0323, class 220 */
#define NOT_NORMALIZED (1u << UTF8CHECK_REASON_NOT_NORMALIZED)

/* "e", both marks in the wrong order and a letter, and their NFC. */
static const char unit[] = "e" ACUTE BELOW "x";
static const char unit_nfc[] = "\341\272\271" ACUTE "x";

/* More than a queue holds, 65,536 bytes if nothing else is set. */
enum { UNITS = 12000, IN = 6 * UNITS, OUT = 6 * UNITS };

/* Writes and reads of these sizes, in turn, and FINISH. */
static void round_trip(int fd, size_t write_size, size_t read_size)
{
	char *in = malloc(IN), *out = malloc(OUT + 1);
	size_t put = 0, got = 0, i;
	bool finished = false;
	ssize_t n;

	for (i = 0; i < UNITS; i++)
		memcpy(in + 6 * i, unit, 6);
	while (!finished || got < OUT) {
		n = IN - put < write_size ? IN - put : write_size;
		n = n ? write(fd, in + put, n) : 0;
		CHECK(n >= 0 || errno == EAGAIN);
		put += n > 0 ? n : 0;
		if (put == IN && !finished)
			finished = !ioctl(fd, UTF8CHECK_IOC_FINISH);
		n = OUT + 1 - got < read_size ? OUT + 1 - got : read_size;
		n = read(fd, out + got, n);
		CHECK(n > 0 || (n < 0 && errno == EAGAIN));
		got += n > 0 ? n : 0;
	}
	CHECK_EQ(read(fd, out, 1), 0);
	for (i = 0; i < UNITS; i++)
		if (memcmp(out + 6 * i, unit_nfc, 6))
			fail_at(__FILE__, __LINE__, "unit %zu differs", i);
	CHECK_EQ(report(fd).bytes_in, IN);
	CHECK_EQ(report(fd).bytes_out, OUT);
	CHECK_EQ(report(fd).queued, 0);
	free(in);
	free(out);
	close(fd);
}

static void any_size(void)
{
	static const size_t sizes[][2] = {
		{ IN, OUT }, { 1, 4096 }, { 7, 3 }, { 1001, 4096 }, { 65536, 1 },
		{ 5000, 997 },
	};
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		round_trip(CONFIGURED(O_RDWR | O_NONBLOCK,
				      .form = UTF8CHECK_FORM_NFC),
			   sizes[i][0], sizes[i][1]);
		round_trip(CONFIGURED(O_RDWR | O_NONBLOCK,
				      .form = UTF8CHECK_FORM_NFC, .queue = 4096),
			   sizes[i][0], sizes[i][1]);
	}
}

/* The output of a run that is longer than the queue comes while the reader makes room. */
static void waits_for_reader(void)
{
	enum { RUN = 1024, FILL = 3900 };
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFC,
			    .queue = 4096);
	char text[FILL + 1 + 2 * RUN], out[FILL + 2 * RUN + 8];
	size_t got = 0, i;
	ssize_t n;

	memset(text, 'y', FILL);
	text[FILL] = 'e';
	for (i = 0; i < RUN; i++)
		memcpy(text + FILL + 1 + 2 * i, i % 2 ? BELOW : ACUTE, 2);
	CHECK_EQ(write(fd, text, sizeof(text)), sizeof(text));
	/* The run is judged, but its output cannot be given. */
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EAGAIN);
	CHECK_EQ(report(fd).bytes_in, sizeof(text));
	CHECK(report(fd).queued >= FILL && report(fd).queued <= 4096);
	/* All that can be read without another call of FINISH. */
	while ((n = read(fd, out + got, 100)) > 0)
		got += n;
	CHECK(errno == EAGAIN);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	while ((n = read(fd, out + got, 100)) > 0)
		got += n;
	CHECK_EQ(n, 0);
	CHECK_EQ(got, FILL + 3 + 2 * (RUN - 1));
	CHECK(!memcmp(out + FILL, "\341\272\271" BELOW BELOW, 7));
	CHECK(!memcmp(out + got - 4, ACUTE ACUTE, 4));
}

/* Output that had no room follows when there is room, without another write. */
static void comes_by_reading(void)
{
	enum { RUN = 1000, FILL = 3800 };
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFD,
			    .queue = 4096);
	char text[FILL + 2 * RUN + 1], out[sizeof(text)];
	size_t put, got = 0, i;
	ssize_t n;

	memset(text, 'y', FILL);
	for (i = 0; i < RUN; i++)
		memcpy(text + FILL + 2 * i, ACUTE, 2);
	text[sizeof(text) - 1] = 'z';
	put = write(fd, text, sizeof(text));
	CHECK(put > FILL && put <= sizeof(text));
	while ((n = read(fd, out + got, 64)) > 0)
		got += n;
	CHECK(errno == EAGAIN);
	CHECK(got >= FILL);
	if (put < sizeof(text))
		CHECK_EQ(write(fd, text + put, sizeof(text) - put),
			 sizeof(text) - put);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	while ((n = read(fd, out + got, 64)) > 0)
		got += n;
	CHECK_EQ(got, sizeof(text));
	CHECK(!memcmp(text, out, sizeof(text)));
}

/* A blocking writer and a slow reader. */
static void *write_all(void *arg)
{
	int fd = *(int *)arg;
	size_t i;

	for (i = 0; i < UNITS; i++)
		CHECK_EQ(write(fd, unit, 6), 6);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	return NULL;
}

static void blocking(void)
{
	int fd = CONFIGURED(O_RDWR, .form = UTF8CHECK_FORM_NFC, .queue = 4096);
	char out[600];
	size_t got = 0, i;
	pid_t pid = start(write_all, &fd);
	ssize_t n;

	while ((n = read(fd, out + got % 6, sizeof(out) - 6)) > 0) {
		size_t end = got % 6 + n;

		for (i = 0; i + 6 <= end; i += 6)
			CHECK(!memcmp(out + i, unit_nfc, 6));
		memmove(out, out + i, end - i);
		got += n;
	}
	CHECK_EQ(n, 0);
	CHECK_EQ(got, OUT);
	CHECK_EQ(status_of(pid), 0);
}

/* RESET in the middle of a run leaves nothing of it. */
static void reset(void)
{
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFC);
	struct utf8check_config c = { .size = sizeof(c) };
	char byte;

	CHECK_EQ(PUT(fd, "abe" BELOW), 5);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(report(fd).bytes_in, 0);
	CHECK_ERRNO(read(fd, &byte, 1), EAGAIN);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.form, UTF8CHECK_FORM_NFC);
	CHECK_EQ(PUT(fd, ACUTE), 2);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	EXPECT(fd, ACUTE);
}

/* The text before the error can be read, also the part that was held back. */
static void rejected(void)
{
	int fd = CONFIGURED(O_RDWR, .form = UTF8CHECK_FORM_NFC);
	char byte;

	CHECK_EQ(PUT(fd, "e" ACUTE "\377z"), 3);
	EXPECT(fd, "\303\251");
	CHECK_ERRNO(read(fd, &byte, 1), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 3);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_INVALID_BYTE);
}

/* The record points back to the first character that differs. */
static void not_normalized(void)
{
	int fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFC,
			    .flags = UTF8CHECK_FLAG_POSITION,
			    .forbid = NOT_NORMALIZED);
	struct utf8check_report r;

	CHECK_EQ(PUT(fd, "ab\ncafe"), 7);
	CHECK_EQ(report(fd).errors, 0);
	CHECK_ERRNO(PUT(fd, ACUTE "x"), EILSEQ);
	r = report(fd);
	CHECK_EQ(r.state, UTF8CHECK_STATE_REJECTED);
	CHECK_EQ(r.first.reason, UTF8CHECK_REASON_NOT_NORMALIZED);
	CHECK_EQ(r.first.offset, 6);
	CHECK_EQ(r.first.length, 1);
	CHECK_EQ(r.first.bytes[0], 'e');
	CHECK_EQ(r.first.value, 'e');
	CHECK_EQ(r.first.line, 2);
	CHECK_EQ(r.first.column, 4);
	CHECK_EQ(r.bytes_in, 6);
	CHECK_EQ(r.code_points, 6);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_NOT_NORMALIZED], 1);
	CHECK_ERRNO(PUT(fd, "x"), EILSEQ);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "caf\303\251" BELOW), 7);
	/* U+0323 belongs before U+0301: this is known only at the end. */
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 3);
	CHECK_EQ(report(fd).first.length, 2);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "\341\272\271" ACUTE "z"), 6);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(close(fd), 0);
}

/* What only the end decides is said by close, where nobody calls FINISH; it changes nothing. */
static void not_normalized_at_close(void)
{
	int fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFC, .forbid = NOT_NORMALIZED);

	CHECK_EQ(PUT(fd, "cafe"), 4);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(PUT(fd, ACUTE), 2);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_EQ(report(fd).errors, 0);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 3);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "\341\272\271" ACUTE), 5);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(PUT(fd, BELOW), 2);
	CHECK_ERRNO(close(fd), EILSEQ);
	fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFC, .forbid = NOT_NORMALIZED,
			.action = UTF8CHECK_ACTION_PASS, .records = 1);
	CHECK_EQ(PUT(fd, "e" ACUTE), 3);
	CHECK_EQ(close(fd), 0);
}

/* What waits for its meaning is judged too: a joiner after an emoji needs another one. */
static void joiner_in_waiting(void)
{
	int fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFKC_CASEFOLD,
			    .forbid = NOT_NORMALIZED |
				      1u << UTF8CHECK_REASON_MISPLACED_IGNORABLE);

	CHECK_EQ(PUT(fd, "\360\237\221\251"), 4);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(PUT(fd, "\342\200\215"), 3);
	CHECK_EQ(report(fd).pending, 3);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_MISPLACED_IGNORABLE);
	/* After a comma only what follows tells that a non-joiner is in its place; no form has it. */
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "\330\250,\342\200\214"), 6);
	CHECK_EQ(report(fd).pending, 3);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_NOT_NORMALIZED);
}

/* A non-joiner that waits with a space after it is in its place if the text ends there. */
static void non_joiner_at_close(void)
{
	int fd = CONFIGURED(O_WRONLY, .forbid = 1u << UTF8CHECK_REASON_MISPLACED_IGNORABLE);

	CHECK_EQ(PUT(fd, "\330\250,\342\200\214 "), 7);
	CHECK_EQ(report(fd).pending, 4);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(close(fd), 0);
}

/* A text that lacks its mark, as one of no bytes does. */
static void no_mark_at_close(void)
{
	int fd = CONFIGURED(O_WRONLY, .bom = UTF8CHECK_BOM_REQUIRE);

	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_EQ(PUT(fd, "\357\273\277"), 3);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(close(fd), 0);
}

/* One write: it returns how many bytes are before the error. */
static void not_normalized_in_one_write(void)
{
	int fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFD,
			    .forbid = NOT_NORMALIZED);

	CHECK_EQ(PUT(fd, "caf\303\251 e" ACUTE), 3);
	CHECK_ERRNO(PUT(fd, "x"), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 3);
}

/* Bytes of memory that the kernel can still give. */
static long available(void)
{
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];
	long kib = -1;

	while (f && kib < 0 && fgets(line, sizeof(line), f))
		sscanf(line, "MemAvailable: %ld", &kib);
	CHECK(kib > 0);
	fclose(f);
	return kib * 1024;
}

/* Two hundred sessions full of marks take no more memory than others. */
static void floods(void)
{
	enum { SESSIONS = 200, FLOOD = 1 << 14 };
	static char text[FLOOD];
	int fds[SESSIONS];
	long before;
	size_t i;

	for (i = 0; i < FLOOD; i += 2)
		memcpy(text + i, i / 2 % 2 ? ACUTE : BELOW, 2);
	before = available();
	for (i = 0; i < SESSIONS; i++) {
		fds[i] = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFC,
				    .action = UTF8CHECK_ACTION_DROP, .queue = 4096);
		CHECK_EQ(write(fds[i], text, FLOOD), FLOOD);
		CHECK_EQ(report(fds[i]).errors, FLOOD / 2 - 1024);
		CHECK_EQ(report(fds[i]).queued, 0);
	}
	/* A buffer to copy in, a queue and the work memory of a form for each session: 40 KiB. */
	CHECK(before - available() < SESSIONS * 128 * 1024l);
	for (i = 0; i < SESSIONS; i++)
		close(fds[i]);
}

struct end {
	int fd;
	size_t got;
};

static void *read_to_end(void *arg)
{
	struct end *e = arg;
	char out[512];
	ssize_t n;

	while ((n = read(e->fd, out, sizeof(out))) > 0)
		e->got += n;
	CHECK_EQ(n, 0);
	return NULL;
}

/* FINISH fills the queue at once, and must wake the reader that makes room. */
static void finish_wakes_reader(void)
{
	enum { RUN = 1024 };
	struct end e = {
		.fd = CONFIGURED(O_RDWR, .form = UTF8CHECK_FORM_NFD,
				 .to = UTF8CHECK_ENCODING_UTF32LE, .queue = 4096),
	};
	char text[1 + 2 * RUN];
	pthread_t reader;
	size_t i;

	text[0] = 'a';
	for (i = 0; i < RUN; i++)
		memcpy(text + 1 + 2 * i, ACUTE, 2);
	CHECK_EQ(write(e.fd, text, sizeof(text)), sizeof(text));
	CHECK_EQ(pthread_create(&reader, NULL, read_to_end, &e), 0);
	usleep(100000);	/* the reader sleeps, or will soon */
	CHECK_EQ(ioctl(e.fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(pthread_join(reader, NULL), 0);
	CHECK_EQ(e.got, 4 * (1 + RUN));
	close(e.fd);
}

/* After a FINISH that found no room the text is at its end: no write may follow. */
static void no_write_after_finish(void)
{
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFC,
			    .queue = 4096);
	char text[1000];

	memset(text, 'e', sizeof(text));
	while (write(fd, text, sizeof(text)) > 0)
		;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EAGAIN);
	CHECK(read(fd, text, 1000) > 0);
	CHECK_ERRNO(PUT(fd, ACUTE), EPIPE);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "e" ACUTE), 3);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	EXPECT(fd, "\303\251");
	close(fd);
}

/* A filter that only checks gives nothing. */
static void gives_nothing(void)
{
	int fd = CONFIGURED(O_RDWR | O_NONBLOCK, .form = UTF8CHECK_FORM_NFC,
			    .flags = UTF8CHECK_FLAG_NO_OUTPUT);
	char text[300];
	size_t i;

	for (i = 0; i < sizeof(text); i++)
		text[i] = ("e" ACUTE)[i % 3];
	CHECK_EQ(write(fd, text, sizeof(text)), sizeof(text));
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(report(fd).bytes_out, 0);
	CHECK_EQ(read(fd, text, sizeof(text)), 0);
	close(fd);
}

const struct check form_checks[] = {
	{ "form: writes, reads and queues of any size", any_size },
	{ "form: a run that the queue has no room for", waits_for_reader },
	{ "form: what is ready comes by reading", comes_by_reading },
	{ "form: a blocking writer and its reader", blocking },
	{ "form: FINISH wakes a reader", finish_wakes_reader },
	{ "form: no write after a FINISH without room", no_write_after_finish },
	{ "form: a filter that only checks gives nothing", gives_nothing },
	{ "form: RESET in the middle of a run", reset },
	{ "form: rejected, and what was held comes out", rejected },
	{ "form: not-normalized points back", not_normalized },
	{ "form: not-normalized in one write", not_normalized_in_one_write },
	{ "answers: not-normalized, which only the end decides", not_normalized_at_close },
	{ "answers: a joiner, in what waits", joiner_in_waiting },
	{ "answers: a non-joiner that waits, at close", non_joiner_at_close },
	{ "answers: no byte order mark", no_mark_at_close },
	{ "form: two hundred floods of marks", floods },
	{}
};
