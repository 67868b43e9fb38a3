// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the device costs a program: whole system calls, beside the same calls on
 * a file of tmpfs, a pipe and /dev/null.
 *
 *	device_bench [FOLDER]	a folder of tmpfs, /dev/shm unless said otherwise
 *
 * Contenders take turns, call by call; each call is timed by itself, so that a
 * pipe can be drained in between; the median counts.  A line for each:
 *
 *	bench JOB|TEXT|BYTES|CONTENDER|picoseconds a call|spread in percent
 *
 * "copy and check" does in this process what the device does with a write: copies
 * pieces and judges them by a stream, without a system call.  Where there is no
 * device, this contender and /dev/null show what a device would cost.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/utf8check.h>

#include "../../../kunit/sample_words.h"

#define TEXT_MAX (1u << 20)
#define PIPE_MAX 65536u
#define PIECE 16384u
#define ROUNDS 401
#define CONTENDERS_MAX 12

static u8 *text, *back, *piece;
static size_t size;
static int device = -1, filter = -1, tmpfs = -1, null = -1, pipes[2];
static struct u8c_stream stream;

/**
 * struct contender - a call to measure
 *
 * @name: what the output calls it.
 * @run: the call.  Return: was all well?
 * @around: makes the next call possible; may be NULL; not measured.
 * @ticks: of each call.
 */
struct contender {
	const char *name;
	bool (*run)(void);
	bool (*around)(void);
	u64 ticks[ROUNDS];
};

static u64 now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* In User Mode Linux reading the clock takes microseconds. */
static u64 now(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return now_ns();
#endif
}

static double ticks_of_ns(void)
{
	static double known;
	u64 ns = now_ns(), ticks = now();

	if (!known) {
		while (now_ns() - ns < 20000000)
			;
		known = (double)(now() - ticks) / (now_ns() - ns);
	}
	return known;
}

/* --- calls --- */

static bool call_nothing(void)
{
	return syscall(SYS_getppid) >= 0;
}

static bool write_null(void)
{
	return write(null, text, size) == (ssize_t)size;
}

static bool write_tmpfs(void)
{
	return pwrite(tmpfs, text, size, 0) == (ssize_t)size;
}

static bool write_pipe(void)
{
	return write(pipes[1], text, size) == (ssize_t)size;
}

static bool drain_pipe(void)
{
	return read(pipes[0], back, size) == (ssize_t)size;
}

static bool pass_pipe(void)
{
	return write_pipe() && drain_pipe();
}

static bool write_device(void)
{
	return write(device, text, size) == (ssize_t)size;
}

static bool pass_filter(void)
{
	return write(filter, text, size) == (ssize_t)size &&
	       read(filter, back, size) == (ssize_t)size;
}

static bool splice_to(int fd)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = splice(pipes[0], NULL, fd, NULL, size - done, 0);

		if (n <= 0)
			return false;
		done += n;
	}
	return true;
}

static bool splice_null(void)
{
	return splice_to(null);
}

static bool splice_device(void)
{
	return splice_to(device);
}

static bool splice_tmpfs(void)
{
	return lseek(tmpfs, 0, SEEK_SET) == 0 && splice_to(tmpfs);
}

static bool copy_and_check(void)
{
	size_t done, n, used;

	for (done = 0; done < size; done += n) {
		n = size - done < PIECE ? size - done : PIECE;
		memcpy(piece, text + done, n);
		used = n;
		if (u8c_stream_push(&stream, piece, &used, NULL, NULL) != U8C_DONE)
			return false;
	}
	return true;
}

/* --- sessions --- */

static bool with_name(int fd)
{
	struct utf8check_check_name name = {
		.size = sizeof(name), .buf = (uintptr_t)text, .len = size,
	};

	return !ioctl(fd, UTF8CHECK_IOC_CHECK_NAME, &name);
}

static bool with_check(int fd)
{
	struct utf8check_check check = {
		.size = sizeof(check), .buf = (uintptr_t)text, .len = size,
	};

	return !ioctl(fd, UTF8CHECK_IOC_CHECK, &check);
}

static bool with_write(int fd)
{
	return write(fd, text, size) == (ssize_t)size;
}

static bool with_nothing(int fd)
{
	return fd >= 0;
}

static bool session(const char *path, bool (*what)(int fd))
{
	int fd = open(path, O_WRONLY);
	bool good = fd >= 0 && what(fd);

	return !close(fd) && good;
}

static bool open_null(void)
{
	return session("/dev/null", with_nothing);
}

static bool open_device(void)
{
	return session("/dev/utf8check", with_nothing);
}

static bool open_and_name(void)
{
	return session("/dev/utf8check", with_name);
}

static bool open_and_write(void)
{
	return session("/dev/utf8check", with_write);
}

static bool name_alone(void)
{
	return with_name(device);
}

static bool check_alone(void)
{
	return with_check(device);
}

/* --- measuring --- */

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return (x > y) - (x < y);
}

static void run_once(struct contender *c, int round)
{
	u64 begin = now();
	bool good = c->run();

	c->ticks[round] = now() - begin;
	if (good && (!c->around || c->around()))
		return;
	fprintf(stderr, "device_bench: %s, %zu bytes: %m\n", c->name, size);
	exit(1);
}

static void race(const char *job, const char *what, size_t n,
		 struct contender *all, size_t count)
{
	struct contender *c;
	int round, i;

	for (i = 0; i < 8; i++)
		for (c = all; c < all + count; c++)
			run_once(c, 0);
	for (round = 0; round < ROUNDS; round++)
		for (c = all; c < all + count; c++)
			run_once(c, round);
	for (c = all; c < all + count; c++) {
		qsort(c->ticks, ROUNDS, sizeof(*c->ticks), compare);
		printf("bench %s|%s|%zu|%s|%.0f|%.0f\n", job, what, n, c->name,
		       c->ticks[ROUNDS / 2] * 1000 / ticks_of_ns(),
		       100. * (c->ticks[ROUNDS * 3 / 4] - c->ticks[ROUNDS / 4]) /
		       c->ticks[ROUNDS / 2]);
	}
	fflush(stdout);
}

static struct contender all[CONTENDERS_MAX];
static size_t count;

static void add(bool wanted, const char *name, bool (*run)(void),
		bool (*around)(void))
{
	if (!wanted)
		return;
	all[count].name = name;
	all[count].run = run;
	all[count++].around = around;
}

static void race_text(const struct u8c_words *words, size_t n)
{
	const struct utf8check_config config = { .flags = UTF8CHECK_FLAG_NO_OUTPUT };
	bool has_device = device >= 0;

	size = n;
	u8c_write_words(words, text, n);
	u8c_stream_init(&stream, u8c_impl_find(NULL), &config);
	count = 0;
	add(has_device, "device", write_device, NULL);
	add(true, "tmpfs", write_tmpfs, NULL);
	add(n <= PIPE_MAX, "pipe", write_pipe, drain_pipe);
	add(true, "null", write_null, NULL);
	add(true, "copy and check", copy_and_check, NULL);
	add(true, "a call", call_nothing, NULL);
	race("call: write", words->name, n, all, count);
	if (n > PIPE_MAX)
		return;
	count = 0;
	add(has_device, "device", pass_filter, NULL);
	add(true, "pipe", pass_pipe, NULL);
	add(true, "a call", call_nothing, NULL);
	race("call: filter", words->name, n, all, count);
	count = 0;
	/* Each call finds the pipe full, and leaves it empty. */
	if (!write_pipe())
		exit(1);
	add(has_device, "device", splice_device, write_pipe);
	add(true, "tmpfs", splice_tmpfs, write_pipe);
	add(true, "null", splice_null, write_pipe);
	add(true, "a call", call_nothing, NULL);
	race("call: splice", words->name, n, all, count);
	if (!drain_pipe())
		exit(1);
}

static void race_sessions(void)
{
	size = 20;
	u8c_write_words(&u8c_words[2], text, size);
	count = 0;
	add(true, "a call", call_nothing, NULL);
	add(true, "open, close /dev/null", open_null, NULL);
	add(true, "open, close", open_device, NULL);
	add(true, "open, CHECK_NAME, close", open_and_name, NULL);
	add(true, "open, write, close", open_and_write, NULL);
	add(true, "CHECK_NAME", name_alone, NULL);
	add(true, "CHECK", check_alone, NULL);
	race("call: session", u8c_words[2].name, size, all, count);
}

static void *room(size_t n)
{
	void *p = aligned_alloc(4096, n);

	if (!p)
		exit(1);
	return memset(p, ' ', n);
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = { 4096, 65536, TEXT_MAX };
	const char *folder = argc > 1 ? argv[1] : "/dev/shm";
	size_t w, i;

	text = room(TEXT_MAX);
	back = room(TEXT_MAX);
	piece = room(PIECE);
	device = open("/dev/utf8check", O_WRONLY);
	filter = open("/dev/utf8check", O_RDWR);
	null = open("/dev/null", O_WRONLY);
	tmpfs = open(folder, O_TMPFILE | O_RDWR, 0600);
	if (tmpfs < 0 || null < 0 || pipe(pipes)) {
		fprintf(stderr, "device_bench: %s: %m\n", folder);
		return 1;
	}
	if (device < 0)
		fprintf(stderr, "device_bench: /dev/utf8check: %m; only what stands beside it\n");
	for (w = 0; w < U8C_ARRAY_SIZE(u8c_words); w++)
		for (i = 0; i < U8C_ARRAY_SIZE(sizes); i++)
			race_text(&u8c_words[w], sizes[i]);
	if (device >= 0)
		race_sessions();
	return 0;
}
