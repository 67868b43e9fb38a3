// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs that are the command's: detect and stats.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "bench/bench.h"
#include "command/commands.h"
#include "core/u8c.h"
#include "utf8check.h"
#include "feature/detect/encoding.h"
#include "base/text/text_stats.h"

/* The library takes the name of the implementation from the environment. */
static struct utf8check *open_bench_engine(const struct u8c_impl *impl)
{
	struct utf8check *engine;

	if (setenv("UTF8CHECK_IMPL", impl->name, 1) ||
	    utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine))
		abort();
	return engine;
}

static struct utf8check *engine_of(const struct u8c_impl *impl)
{
	static struct {
		const struct u8c_impl *impl;
		struct utf8check *engine;
	} open[CONTENDERS_MAX];
	size_t i = 0;

	while (open[i].impl && open[i].impl != impl)
		i++;
	if (!open[i].impl) {
		open[i].engine = open_bench_engine(impl);
		open[i].impl = impl;
	}
	return open[i].engine;
}

/* A file of these bytes.  Writing it is not measured. */
static struct input file_of(const u8 *p, size_t n)
{
	static struct input in = { .name = "", .fd = -1 };
	double start = bench_now();

	if (in.fd < 0)
		in.fd = memfd_create("utf8check-bench", MFD_CLOEXEC);
	if (ftruncate(in.fd, 0) || pwrite(in.fd, p, n, 0) != (ssize_t)n ||
	    fstat(in.fd, &in.stat) || lseek(in.fd, 0, SEEK_SET))
		abort();
	bench_excluded += bench_now() - start;
	return in;
}

/* Return: what was found, and of how many bytes. */
static size_t detect(const u8 *p, size_t n, const struct work *w)
{
	static struct mojibake *mojibake;
	struct input in = file_of(p, n);
	struct encoding_found f;

	if (!mojibake)
		mojibake = mojibake_new();
	if (!mojibake || encoding_find(&f, engine_of(w->impl), mojibake, &in))
		return 0;
	return f.bytes << 8 | f.by;
}

/* All in one thread, as a file that is not big. */
static size_t stats(const u8 *p, size_t n, const struct work *w)
{
	static struct text_stats t;

	text_stats_start(&t);
	text_stats_push(&t, p, n);
	text_stats_end(&t);
	return t.code_points + t.errors + text_stats_lines(&t);
}

const struct command_jobs bench_jobs = { .detect = detect, .stats = stats };
