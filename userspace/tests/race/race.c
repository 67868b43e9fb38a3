// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer: every call of the core and of the library that takes bytes, with
 * every implementation that this CPU can run, on bytes that another thread
 * writes at the same time (kunit/scribble.h).  The answers need only be in their bounds;
 * but each call must end, and nothing outside of its buffers may be touched.
 *
 *   race [--seconds=N] [--seed=S] [CALL...]
 *
 * Every pair of a call and an implementation has a process of its own, with
 * the same share of the N seconds.  The seed chooses texts, lengths and ways, but not
 * when the threads run: to see a failure again takes more seconds, not only the seed.
 *
 * A text ends right before a page that nobody may read, or begins right after
 * one, or is allocated exactly, so that a sanitizer sees a wrong read.  So is
 * the output.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "race.h"

static const struct race_call *const tables[] = {
	race_calls, race_forms, race_streams, race_library, NULL
};

/* Lengths on both sides of what the core takes in one step. */
static const size_t lengths[] = {
	1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 31, 32, 33, 48, 63, 64, 65,
	66, 67, 68, 90, 127, 128, 129, 131, 195, 230, 255, 256, 257, 300, 513,
	700, 776, 1000, 1030, 2048, 2500, 4096, 4099, 5000, 8200, 20000,
};
#define LENGTHS U8C_ARRAY_SIZE(lengths)
enum { ALLOCATED, AT_END, AT_START, PLACES };

static struct u8c_text texts[LENGTHS][PLACES];

/* The text that the writing thread writes to, and whether the thread has to stop. */
static struct u8c_text *_Atomic written;
static atomic_bool stopped;
static struct race_round current;
static pthread_t writer;

static void *allocate(size_t n)
{
	void *p = malloc(n ? n : 1);

	CHECK(p);
	return p;
}

/* @n bytes that end right before, or begin right after, a page that nobody may touch. */
static u8 *guard(size_t n, bool at_end)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t size = (n + page - 1) / page * page;
	u8 *p = mmap(NULL, size + 2 * page, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(mprotect(p + page, size, PROT_READ | PROT_WRITE), 0);
	return at_end ? p + page + size - n : p + page;
}

u8 *race_room(struct race_round *r, size_t n)
{
	u8 *p = allocate(n);

	CHECK(r->taken < RACE_ROOMS);
	r->rooms[r->taken++] = p;
	return n ? p : p + 1;
}

static void texts_new(struct u8c_chance *c)
{
	size_t i, place;

	for (i = 0; i < LENGTHS; i++) {
		size_t n = lengths[i];

		texts[i][ALLOCATED] = u8c_text(allocate(n), n);
		texts[i][AT_END] = u8c_text(guard(n, true), n);
		texts[i][AT_START] = u8c_text(guard(n, false), n);
		for (place = 0; place < PLACES; place++)
			u8c_scribble_fill(c, (u8 *)texts[i][place].p, n);
	}
}

static void *write_on(void *arg)
{
	const struct race_call *call = arg;
	struct u8c_chance random = { worker_seed };
	const struct u8c_text *t;

	while (!stopped) {
		t = written;
		if (call->write)
			call->write(&random);
		else
			u8c_scribble(&random, (u8 *)t->p, t->n);
	}
	return NULL;
}

static void call_once(const struct race_call *call)
{
	current.taken = 0;
	call->run(&current);
	while (current.taken)
		free(current.rooms[--current.taken]);
	worker_did(1);
}

static int setup(struct worker *w)
{
	const struct racer *r = (struct racer *)w;

	current = (struct race_round){ .impl = r->impl, .random = { worker_seed } };
	setenv("UTF8CHECK_IMPL", r->impl->name, 1);
	texts_new(&current.random);
	written = &texts[0][0];
	return pthread_create(&writer, NULL, write_on, (void *)r->call);
}

/* Short texts as often as long ones, and some rounds for each text. */
static int step(struct worker *w, u64 random)
{
	unsigned int i;

	current.random.state = random;
	do {
		written = &texts[any(&current, LENGTHS)][any(&current, PLACES)];
		current.p = (u8 *)written->p;
		current.n = written->n;
		for (i = current.n < 1000 ? 40 : 4; i; i--)
			call_once(((struct racer *)w)->call);
	} while (worker_operations() < 100);
	return 0;
}

static void end(struct worker *w)
{
	stopped = true;
	pthread_join(writer, NULL);
	printf("# %llu rounds\n", (unsigned long long)worker_operations());
}

int main(int argc, char **argv)
{
	char **words = worker_begin("race", argv);

	race_each(tables, &(struct worker){ NULL, setup, step, end }, worker_seconds, words);
	return worker_sum();
}
