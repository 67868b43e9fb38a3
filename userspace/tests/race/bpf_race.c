// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The module's calls for BPF programs on bytes that change while they are read.
 *
 *   bpf_race [MILLISECONDS [SEED]]
 *
 * A thread rewrites a map's value of 64 KiB, and the policy in another map, through
 * shared memory (kunit/scribble.h).  At the same time another thread makes a program
 * call each function for so long.  Whatever was read, a call ends, its result is one
 * that is allowed, and the kernel goes on.  The last line is "N passed, N failed, N
 * skipped"; if one call takes minutes, the machine is stopped without this line.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "guard/bpf_calls.h"
#include "bpf_race.h"
#include "kunit/scribble.h"
#include "race.skel.h"

/* Seconds: the longest time for one call on a slow machine. */
#define PATIENCE 120

/**
 * struct trial - one call, made again and again
 *
 * @name: what it is.
 * @which: enum which.
 * @form: for IS_NORMALIZED.
 */
static const struct trial {
	const char *name;
	enum which which;
	unsigned int form;
} trials[] = {
	{ "utf8check_bpf_is_normalized, NFC", IS_NORMALIZED, UTF8CHECK_FORM_NFC },
	{ "utf8check_bpf_is_normalized, NFD", IS_NORMALIZED, UTF8CHECK_FORM_NFD },
	{ "utf8check_bpf_is_normalized, NFKC", IS_NORMALIZED, UTF8CHECK_FORM_NFKC },
	{ "utf8check_bpf_is_normalized, NFKD", IS_NORMALIZED, UTF8CHECK_FORM_NFKD },
	{ "utf8check_bpf_is_normalized, NFKC_Casefold", IS_NORMALIZED,
	  UTF8CHECK_FORM_NFKC_CASEFOLD },
	{ "utf8check_bpf_is_normalized, NFD, folded", IS_NORMALIZED,
	  UTF8CHECK_FORM_NFD_CASEFOLD },
	{ "utf8check_bpf_validate", VALIDATE, 0 },
	{ "utf8check_bpf_name", NAME, 0 },
	{ "utf8check_bpf_path", PATH, 0 },
};

static u8 *text;
static struct utf8check_policy *policy;
static unsigned int milliseconds = 500;
static u64 seed = U8C_SEED;

static volatile bool stop;
/* The call that is being made, and how many were made. */
static const struct trial *volatile calling;
static volatile unsigned long rounds;

static void stay_on(int processor)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(processor, &one);
	if (sched_setaffinity(0, sizeof(one), &one)) {
		perror("bpf_race: it takes two processors");
		exit(2);
	}
}

static void change_policy(struct u8c_chance *c)
{
	volatile u64 *refuse = (volatile u64 *)&policy->refuse;
	volatile u8 *bytes = (volatile u8 *)policy->middle;

	switch (u8c_chance_below(c, 4)) {
	case 0:
		*refuse = u8c_chance_next(c);
		break;
	case 1:
		*refuse = 0;
		break;
	default:
		*refuse = u8c_chance_next(c) & u8c_chance_next(c) &
			  ((2ull << UTF8CHECK_CLASS_PROTECTED) - 2);
		break;
	}
	bytes[u8c_chance_below(c, sizeof(policy->middle))] =
		u8c_chance_next(c) & u8c_chance_next(c);
}

static void *rewrite(void *unused)
{
	struct u8c_chance c = { .state = ~seed };
	size_t n;

	stay_on(1);
	while (!stop) {
		/* Rewrites all of the text, or the part that short texts are made of. */
		n = u8c_chance_below(&c, 2) ? RACE_TEXT : 300;
		u8c_scribble(&c, text, n);
		change_policy(&c);
	}
	return NULL;
}

/* A call that does not end cannot be stopped: the machine is restarted. */
static void *watch(void *unused)
{
	unsigned long before = 0;
	int quiet = 0;

	while (!stop) {
		sleep(1);
		quiet = rounds == before ? quiet + 1 : 0;
		before = rounds;
		if (quiet < PATIENCE)
			continue;
		printf("not ok - %s does not end (seed=%llu)\n",
		       calling ? calling->name : "?",
		       (unsigned long long)seed);
		fflush(stdout);
		sleep(5);
		reboot(RB_AUTOBOOT);
	}
	return NULL;
}

static u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ull + t.tv_nsec / 1000000;
}

static u32 any_length(struct u8c_chance *c, enum which which)
{
	/* Bytes after this length are not looked at. */
	u32 most = which == NAME ? 300 : which == PATH ? 5000 : RACE_TEXT;

	switch (u8c_chance_below(c, 4)) {
	case 0:
		return RACE_TEXT;
	case 1:
		return u8c_chance_below(c, most + 1);
	default:
		return u8c_chance_below(c, 300);
	}
}

static bool makes_sense(enum which which, int result)
{
	switch (which) {
	case VALIDATE:
		return result == 0 || result == -EILSEQ;
	case IS_NORMALIZED:
		return result == 0 || result == 1 || result == -EILSEQ;
	default:
		return result == -EINVAL ||
		       (result >= 0 &&
			result <= UTF8CHECK_CLASS_PROTECTED);
	}
}

/* Writes to the console: this may be the last line. */
static void announce(const struct trial *t)
{
	FILE *f = fopen("/dev/kmsg", "w");

	if (!f)
		return;
	fprintf(f, "<1>bpf_race: %s (seed=%llu)\n", t->name,
		(unsigned long long)seed);
	fclose(f);
}

static bool try(struct race_bpf *program, const struct trial *t)
{
	struct u8c_chance c = { .state = seed };
	struct ask *ask = &program->bss->ask;
	int fd = bpf_program__fd(program->progs.make_call);
	u64 end = now() + milliseconds;
	unsigned long before = rounds;
	bool good = true;

	announce(t);
	calling = t;
	ask->which = t->which;
	ask->form = t->form;
	do {
		LIBBPF_OPTS(bpf_test_run_opts, options);

		ask->length = any_length(&c, t->which);
		ask->result = 1000;
		if (bpf_prog_test_run_opts(fd, &options)) {
			perror("bpf_race: the program cannot be run");
			exit(2);
		}
		good = makes_sense(t->which, ask->result);
		rounds++;
	} while (good && now() < end);
	printf("%s - bytes that change: %s: %lu rounds", good ? "ok" : "not ok",
	       t->name, rounds - before);
	if (!good)
		printf(", then it returned %d for %u bytes (seed=%llu)",
		       ask->result, ask->length, (unsigned long long)seed);
	putchar('\n');
	fflush(stdout);
	return good;
}

static void *map_memory(const struct bpf_map *map, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED,
		       bpf_map__fd(map), 0);

	if (p == MAP_FAILED) {
		perror("bpf_race: a map cannot be shared");
		exit(2);
	}
	return p;
}

static void begin(struct race_bpf *program, pthread_t *writer)
{
	struct u8c_chance c = { .state = seed };
	pthread_t watcher;

	text = map_memory(program->maps.texts, RACE_TEXT);
	policy = map_memory(program->maps.policies, sizeof(*policy));
	u8c_scribble_fill(&c, text, RACE_TEXT);
	if (pthread_create(writer, NULL, rewrite, NULL) ||
	    pthread_create(&watcher, NULL, watch, NULL))
		abort();
	pthread_detach(watcher);
	stay_on(0);
}

int main(int argc, char **argv)
{
	unsigned int n = sizeof(trials) / sizeof(*trials), failed = 0, i;
	struct race_bpf *program;
	pthread_t writer;

	if (argc > 1)
		milliseconds = atoi(argv[1]);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	program = race_bpf__open_and_load();
	if (!program) {
		perror("bpf_race");
		return 2;
	}
	begin(program, &writer);
	for (i = 0; i < n; i++)
		failed += !try(program, &trials[i]);
	stop = true;
	pthread_join(writer, NULL);
	race_bpf__destroy(program);
	printf("%u passed, %u failed, 0 skipped\n", n - failed, failed);
	return !!failed;
}
