// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The thread that reads bytes adds them, and draws the line when it is time: no thread
 * runs only for this.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "base/say/message.h"

/* In nanoseconds: when the first line is drawn, and how long it stays. */
#define FIRST 1000000000ull
#define STEP 200000000ull

u8 progress_when;

static bool is_on, of_names;
static u64 total, begun;
static atomic_uint_fast64_t done, next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_shown;

static u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

void progress_begin(u64 all, bool output_is_text)
{
	of_names = all == PROGRESS_NAMES;
	is_on = progress_when == CLI_ALWAYS ||
		(progress_when == CLI_AUTO && isatty(STDERR_FILENO) &&
		 !(output_is_text && isatty(STDOUT_FILENO)));
	total = all;
	begun = now();
	next = begun + FIRST;
}

/* As "1.5 GB"; at most 7 characters. */
static void print_byte_count(double bytes)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB", "PB" };
	unsigned int i = 0;

	for (; bytes >= 1000 && i + 1 < ARRAY_SIZE(units); i++)
		bytes /= 1000;
	fprintf(stderr, "%.*f %s", bytes < 10 && i ? 1 : 0, bytes, units[i]);
}

static void draw_bytes(u64 so_far, double rate)
{
	print_byte_count(so_far);
	if (total) {
		fputs(" of ", stderr);
		print_byte_count(total);
		fprintf(stderr, ", %.0f %%", 100.0 * so_far / total);
	}
	fputs(", ", stderr);
	print_byte_count(rate);
	fputs("/s", stderr);
	if (total > so_far && rate)
		fprintf(stderr, ", %.0f s left", (total - so_far) / rate);
}

static void draw(u64 at)
{
	/* Other threads add to @done meanwhile. */
	const u64 so_far = done;
	double seconds = (at - begun) / 1e9, rate = so_far / seconds;

	fputs("\r\033[K", stderr);
	if (of_names)
		fprintf(stderr, "%" PRIu64 " names, %.0f/s", so_far, rate);
	else
		draw_bytes(so_far, rate);
	fflush(stderr);
	is_shown = true;
}

void progress_add(u64 count)
{
	u64 at;

	if (!is_on)
		return;
	done += count;
	at = now();
	/* Another thread draws it, if it holds the lock. */
	if (at < next || pthread_mutex_trylock(&lock))
		return;
	next = at + STEP;
	draw(at);
	pthread_mutex_unlock(&lock);
}

void progress_hide(void)
{
	if (!is_on)
		return;
	pthread_mutex_lock(&lock);
	if (is_shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	is_shown = false;
	pthread_mutex_unlock(&lock);
}
