// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer: every call of the core and of the library that takes bytes, with
 * every implementation that this CPU can run, on bytes that another thread
 * writes at the same time.  The answers need only be in their bounds; but each
 * call must end, and nothing outside of its buffers may be touched.
 *
 *   race [--seconds=N] [--seed=S] [--call=NAME] [--impl=NAME] [--rounds]
 *
 * Every pair of a call and an implementation has a process of its own, with
 * the same share of the N seconds (30): if the process dies, the failure has a
 * name.  --rounds says how often each call was made.  The seed chooses texts,
 * lengths and ways, but not when the threads run: to see a failure again takes more
 * seconds, not only the seed.
 *
 * A text ends right before a page that nobody may read, or begins right after
 * one, or is allocated exactly, so that a sanitizer sees a wrong read.  So is
 * the output.
 */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "race.h"

/* The longest time for a call, on a machine that does other things too. */
#define HUNG_SECONDS 20
/* How a process says that a call hung, or that its answer was out of bounds. */
#define HUNG 3
#define WRONG 4

static struct {
	double seconds;
	u64 seed;
	const char *call;
	const char *impl;
	bool rounds;
} options = { .seconds = 30, .seed = 20180 };

static const struct race_call *const tables[] = {
	race_calls, race_forms, race_streams, race_library,
};

/* Lengths on both sides of what the core takes in one step. */
static const size_t lengths[] = {
	1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 31, 32, 33, 48, 63, 64, 65,
	66, 67, 68, 90, 127, 128, 129, 131, 195, 230, 255, 256, 257, 300, 513,
	700, 776, 1000, 1030, 2048, 2500, 4096, 4099, 5000, 8200, RACE_MAX,
};
#define LENGTHS U8C_ARRAY_SIZE(lengths)
enum { ALLOCATED, AT_END, AT_START, PLACES };

static struct race_text texts[LENGTHS][PLACES];

/* The text that the writing thread writes to, and whether the thread has to stop. */
static struct race_text *_Atomic written;
static atomic_bool stopped;

/* How often the process made the call; its parent shares this memory. */
static _Atomic u64 *rounds;
static struct race_round current;

u32 race_below(u64 *random, u32 limit)
{
	u64 z = *random += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (u32)((z ^ z >> 31) >> 32) % limit;
}

static void *allocate(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p) {
		perror("race");
		exit(EXIT_FAILURE);
	}
	return p;
}

/* @n bytes that end right before, or begin right after, a page that nobody may touch. */
static u8 *guard(size_t n, bool at_end)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t size = (n + page - 1) / page * page;
	u8 *p = mmap(NULL, size + 2 * page, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + page, size, PROT_READ | PROT_WRITE)) {
		perror("race: mmap");
		exit(EXIT_FAILURE);
	}
	return at_end ? p + page + size - n : p + page;
}

u8 *race_room(struct race_round *r, size_t n)
{
	u8 *p = allocate(n);

	race_expect(r, r->taken < RACE_ROOMS);
	r->rooms[r->taken++] = p;
	return n ? p : p + 1;
}

void race_fail(const struct race_round *r, const char *what)
{
	fprintf(stderr, "race: %s, %s: not so: %s\n", r->call, r->impl->name,
		what);
	_exit(WRONG);
}

void race_expect_error(const struct race_round *r, const struct utf8check_error *e,
		       size_t n)
{
	race_expect(r, e->reason && e->reason < U8C_REASONS);
	race_expect(r, e->length <= U8C_SEQUENCE_MAX);
	race_expect(r, e->span <= U8C_SEQUENCE_MAX);
	race_expect(r, e->count <= U8C_SEQUENCE_MAX);
	race_expect(r, e->offset <= n && e->length <= n - e->offset);
}

struct u8c_coding race_coding(struct race_round *r)
{
	return (struct u8c_coding){
		.encoding = race_below(&r->random, 3) ? UTF8CHECK_ENCODING_UTF8 :
			    race_below(&r->random, UTF8CHECK_ENCODING_AUTO),
		.profile = race_below(&r->random, U8C_PROFILES),
	};
}

enum utf8check_form race_form(struct race_round *r)
{
	return 1 + race_below(&r->random, U8C_FORMS - 1);
}

static void texts_new(void)
{
	size_t i;

	for (i = 0; i < LENGTHS; i++) {
		size_t n = lengths[i];

		texts[i][ALLOCATED] = (struct race_text){ allocate(n), n };
		texts[i][AT_END] = (struct race_text){ guard(n, true), n };
		texts[i][AT_START] = (struct race_text){ guard(n, false), n };
	}
}

static void *write_on(void *arg)
{
	const struct race_call *call = arg;
	u64 random = options.seed;

	while (!stopped) {
		if (call->write)
			call->write(&random);
		else
			race_texts_write(written, &random);
	}
	return NULL;
}

/* Once a second: has a call returned since? */
static void look(int signal)
{
	static unsigned int same;
	static u64 before;

	same = *rounds == before ? same + 1 : 0;
	before = *rounds;
	if (same == HUNG_SECONDS)
		_exit(HUNG);
}

static void watch(void)
{
	const struct itimerval second = { { 1, 0 }, { 1, 0 } };

	signal(SIGALRM, look);
	setitimer(ITIMER_REAL, &second, NULL);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void call_once(const struct race_call *call)
{
	current.taken = 0;
	current.p = written->p;
	current.n = written->n;
	call->run(&current);
	while (current.taken)
		free(current.rooms[--current.taken]);
	++*rounds;
}

/* The process for one call and one implementation. */
static _Noreturn void race(const struct race_call *call,
			   const struct u8c_impl *impl, double seconds)
{
	double end = now() + seconds;
	unsigned int i;
	pthread_t writer;

	current = (struct race_round){
		.call = call->name, .impl = impl, .random = options.seed,
	};
	setenv("UTF8CHECK_IMPL", impl->name, 1);
	written = &texts[0][0];
	watch();
	if (pthread_create(&writer, NULL, write_on, (void *)call))
		race_fail(&current, "pthread_create");
	do {
		/* Short texts as often as long ones, and some rounds for each text. */
		written = &texts[race_below(&current.random, LENGTHS)]
				[race_below(&current.random, PLACES)];
		for (i = written->n < 1000 ? 40 : 4; i; i--)
			call_once(call);
	} while (now() < end || *rounds < 100);
	stopped = true;
	pthread_join(writer, NULL);
	_exit(0);
}

/* A process that died is a failure, with the name; its own message is above. */
static bool wait_for(pid_t child, const struct race_call *call,
		     const struct u8c_impl *impl)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	if (!status)
		return true;
	fprintf(stderr, "FAIL: race: --call='%s' --impl=%s --seed=%llu: ",
		call->name, impl->name, (unsigned long long)options.seed);
	if (WIFSIGNALED(status))
		fprintf(stderr, "signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == HUNG)
		fprintf(stderr, "a call did not end in %d s", HUNG_SECONDS);
	else
		fprintf(stderr, "status %d", WEXITSTATUS(status));
	fprintf(stderr, " after %llu rounds\n", (unsigned long long)*rounds);
	return false;
}

static bool try(const struct race_call *call, const struct u8c_impl *impl,
		double seconds)
{
	pid_t child;
	bool good;

	*rounds = 0;
	fflush(NULL);
	child = fork();
	if (child < 0) {
		perror("race: fork");
		exit(EXIT_FAILURE);
	}
	if (!child)
		race(call, impl, seconds);
	good = wait_for(child, call, impl);
	if (options.rounds)
		printf("%-26s %-8s %10llu rounds\n", call->name, impl->name,
		       (unsigned long long)*rounds);
	return good;
}

static bool is_wanted(const struct race_call *call, const struct u8c_impl *impl)
{
	return (!options.call || !strcmp(options.call, call->name)) &&
	       (!options.impl || !strcmp(options.impl, impl->name));
}

/* How the pairs of a call and an implementation ended. */
struct tally {
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
	u64 rounds;
};

typedef void visit_fn(struct tally *t, const struct race_call *call,
		      const struct u8c_impl *impl, double seconds);

static void count_pair(struct tally *t, const struct race_call *call,
		       const struct u8c_impl *impl, double seconds)
{
	t->passed += u8c_impl_usable(impl);
}

static void try_pair(struct tally *t, const struct race_call *call,
		     const struct u8c_impl *impl, double seconds)
{
	if (!u8c_impl_usable(impl)) {
		t->skipped++;
		return;
	}
	if (try(call, impl, seconds))
		t->passed++;
	else
		t->failed++;
	t->rounds += *rounds;
}

static void visit(visit_fn *visit_pair, struct tally *t, double seconds)
{
	const struct u8c_impl *const *impl;
	const struct race_call *call;
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(tables); i++)
		for (call = tables[i]; call->name; call++)
			for (impl = u8c_impls; *impl; impl++) {
				/* The last implementation is for every CPU. */
				if (call->general && impl[1])
					continue;
				if (is_wanted(call, *impl))
					visit_pair(t, call, *impl, seconds);
			}
}

static void read_options(int argc, char **argv)
{
	static const struct option known[] = {
		{ "seconds", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'e' },
		{ "call", required_argument, NULL, 'c' },
		{ "impl", required_argument, NULL, 'i' },
		{ "rounds", no_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", known, NULL)) >= 0) {
		if (option == 's')
			options.seconds = strtod(optarg, NULL);
		else if (option == 'e')
			options.seed = strtoull(optarg, NULL, 0);
		else if (option == 'c')
			options.call = optarg;
		else if (option == 'i')
			options.impl = optarg;
		else if (option == 'r')
			options.rounds = true;
		else
			exit(2);
	}
}

int main(int argc, char **argv)
{
	struct tally pairs = { 0 }, t = { 0 };

	read_options(argc, argv);
	rounds = mmap(NULL, sizeof(*rounds), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (rounds == MAP_FAILED) {
		perror("race: mmap");
		return EXIT_FAILURE;
	}
	race_texts_make(options.seed);
	texts_new();
	visit(count_pair, &pairs, 0);
	if (!pairs.passed) {
		fprintf(stderr, "race: there is no such call\n");
		return 2;
	}
	visit(try_pair, &t, options.seconds / pairs.passed);
	printf("seed %llu, %.0f seconds, %llu rounds\n",
	       (unsigned long long)options.seed, options.seconds,
	       (unsigned long long)t.rounds);
	printf("%u passed, %u failed, %u skipped\n", t.passed, t.failed,
	       t.skipped);
	return t.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
