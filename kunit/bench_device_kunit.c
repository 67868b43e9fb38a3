// SPDX-License-Identifier: GPL-2.0-only
/*
 * A write to the device beside the same write to a file of tmpfs, to a pipe and
 * to /dev/null.  Each starts where the system call enters the operations of a
 * file: so the price of the system call, which is many times higher in User Mode
 * Linux, is left out.
 *
 * The text is in the kernel's memory, so a copy is a memcpy for all of them.
 *
 * The device judges with the implementation that the module was loaded with.
 *
 * The pipe's name is a parameter, because a module cannot make a pipe.
 */
#include <linux/fs.h>
#include <linux/moduleparam.h>
#include <linux/shmem_fs.h>
#include <linux/uio.h>

#include "bench.h"

#define TEXT_MAX (1024 * 1024)
#define DEVICE "/dev/utf8check"

static char *fifo;
module_param(fifo, charp, 0444);
MODULE_PARM_DESC(fifo, "a named pipe to measure beside the device");

static const size_t sizes[] = { 64, 4096, 65536, TEXT_MAX };

static ssize_t write_some(struct file *f, u8 *p, size_t n)
{
	struct kvec v = { .iov_base = p, .iov_len = n };
	struct iov_iter from;
	loff_t at = 0;

	iov_iter_kvec(&from, ITER_SOURCE, &v, 1, n);
	return vfs_iter_write(f, &from, &at, 0);
}

static ssize_t read_some(struct file *f, u8 *p, size_t n)
{
	struct kvec v = { .iov_base = p, .iov_len = n };
	struct iov_iter to;
	loff_t at = 0;

	iov_iter_kvec(&to, ITER_DEST, &v, 1, n);
	return vfs_iter_read(f, &to, &at, 0);
}

/* Writes at offset 0, if the file has offsets. */
static bool write(struct u8c_job *job, const void *with)
{
	return write_some((void *)with, job->p, job->n) == job->n;
}

/* Empties the pipe. */
static void drain(struct u8c_job *job, const void *with)
{
	size_t left = job->n;
	ssize_t n;

	do {
		n = read_some((void *)with, job->out, left);
		left -= max(n, 0);
	} while (n > 0 && left);
}

/*
 * Passes the text through a pipe or a filter, with as many writes and reads as it
 * takes.
 */
static bool pass(struct u8c_job *job, const void *with)
{
	struct file *f = (void *)with;
	size_t in = 0, out = 0;
	ssize_t n;

	while (out < job->n) {
		n = in < job->n ? write_some(f, job->p + in, job->n - in) : 0;
		in += max(n, 0);
		n = read_some(f, job->out + out, job->n - out);
		if (n <= 0)
			return false;
		out += n;
	}
	job->made = out;
	return true;
}

KUNIT_DEFINE_ACTION_WRAPPER(close, fput, struct file *);

static struct file *keep(struct kunit *test, struct file *f)
{
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, f);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, close, f));
	return f;
}

static struct file *open(struct kunit *test, const char *name, int flags)
{
	return keep(test, filp_open(name, flags | O_NONBLOCK, 0));
}

static struct file *open_tmpfs(struct kunit *test)
{
	return keep(test, shmem_file_setup("utf8check", TEXT_MAX, EMPTY_VMA_FLAGS));
}

static void run_all(struct u8c_bench *b, size_t first, size_t end)
{
	size_t text, size;

	for (text = 0; text < ARRAY_SIZE(u8c_words); text++)
		for (size = first; size < end; size++)
			u8c_bench_run(b, &u8c_words[text], sizes[size]);
}

static void add_pipe(struct u8c_bench *b,
		     bool (*run)(struct u8c_job *, const void *),
		     void (*undo)(struct u8c_job *, const void *))
{
	struct u8c_contender *c;

	if (!fifo) {
		kunit_info(b->test, "no pipe beside it: fifo= is not set\n");
		return;
	}
	c = u8c_bench_add(b, "pipe", run, open(b->test, fifo, O_RDWR));
	c->undo = undo;
}

static void bench_write(struct kunit *test)
{
	struct u8c_bench *b = u8c_bench_new(test, "write", TEXT_MAX, TEXT_MAX);

	u8c_bench_add(b, "device", write, open(test, DEVICE, O_WRONLY));
	u8c_bench_add(b, "tmpfs", write, open_tmpfs(test));
	u8c_bench_add(b, "null", write, open(test, "/dev/null", O_WRONLY));
	run_all(b, 3, 4);
	/* A pipe holds 64 KiB. */
	add_pipe(b, write, drain);
	run_all(b, 0, 3);
}

static void bench_filter(struct kunit *test)
{
	struct u8c_bench *b = u8c_bench_new(test, "filter", TEXT_MAX, TEXT_MAX);

	u8c_bench_add(b, "device", pass, open(test, DEVICE, O_RDWR));
	add_pipe(b, pass, NULL);
	run_all(b, 0, 4);
}

static struct kunit_case bench_device_cases[] = {
	KUNIT_CASE(bench_write),
	KUNIT_CASE(bench_filter),
	{}
};

struct kunit_suite u8c_bench_device_suite = {
	.name = "utf8check_bench_device",
	.test_cases = bench_device_cases,
};
