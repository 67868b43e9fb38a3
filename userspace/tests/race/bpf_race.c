// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The module's calls for BPF programs on bytes that change while they are read.
 *
 *   bpf_race [--seconds=N] [--seed=N] [NAME...]
 *
 * A thread rewrites a map's value of 64 KiB, and the policy in another map, through
 * shared memory (kunit/scribble.h).  At the same time another thread makes a program
 * call a function, each for its share of the N seconds.  Whatever was read, a call ends,
 * its result is one that is allowed, and the kernel goes on.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "guard/bpf_calls.h"
#include "bpf_race.h"
#include "kunit/scribble.h"
#include "worker.h"
#include "race.skel.h"

/**
 * struct trial - one call, made again and again
 *
 * @worker: the worker, with its name.
 * @which: enum which.
 * @form: for IS_NORMALIZED.
 */
struct trial {
	struct worker worker;
	enum which which;
	unsigned int form;
};

static struct race_bpf *program;
static struct utf8check_policy *policy;
static u8 *text;
static bool stop;
static pthread_t writer;

static void stay_on(int processor)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(processor, &one);
	/* It takes two processors. */
	CHECK_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
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
			  (U8C_BIT(U8C_CLASSES) - 2);
		break;
	}
	bytes[u8c_chance_below(c, sizeof(policy->middle))] =
		u8c_chance_next(c) & u8c_chance_next(c);
}

static void *rewrite(void *unused)
{
	struct u8c_chance c = { ~worker_seed };

	stay_on(1);
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		/* Rewrites all of the text, or the part that short texts are made of. */
		u8c_scribble(&c, text, one_in(&c, 2) ? 300 : RACE_TEXT);
		change_policy(&c);
	}
	return NULL;
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
		       (result >= 0 && result < U8C_CLASSES);
	}
}

static void *map_memory(const struct bpf_map *map, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED,
		       bpf_map__fd(map), 0);

	CHECK(p != MAP_FAILED);
	return p;
}

static int setup(struct worker *w)
{
	struct u8c_chance c = { worker_seed };
	FILE *console = fopen("/dev/kmsg", "w");

	/* This may be the last line there. */
	if (console) {
		fprintf(console, "<1>bpf_race: %s (seed=%llu)\n", w->name,
			(unsigned long long)worker_seed);
		fclose(console);
	}
	program = race_bpf__open_and_load();
	CHECK(program);
	text = map_memory(program->maps.texts, RACE_TEXT);
	policy = map_memory(program->maps.policies, sizeof(*policy));
	u8c_scribble_fill(&c, text, RACE_TEXT);
	CHECK_EQ(pthread_create(&writer, NULL, rewrite, NULL), 0);
	stay_on(0);
	return 0;
}

static int step(struct worker *w, u64 random)
{
	LIBBPF_OPTS(bpf_test_run_opts, options);
	const struct trial *t = (struct trial *)w;
	struct u8c_chance c = { random };
	struct ask *ask = &program->bss->ask;

	ask->which = t->which;
	ask->form = t->form;
	ask->length = any_length(&c, t->which);
	ask->result = 1000;
	CHECK_EQ(bpf_prog_test_run_opts(bpf_program__fd(program->progs.make_call), &options), 0);
	if (!makes_sense(t->which, ask->result))
		fail_at(__FILE__, __LINE__, "it returned %d for %u bytes", ask->result, ask->length);
	worker_did(1);
	return 0;
}

static void end(struct worker *w)
{
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	pthread_join(writer, NULL);
	race_bpf__destroy(program);
	printf("# %llu rounds\n", (unsigned long long)worker_operations());
}

#define TRIAL(name, which, form) { { "utf8check_bpf_" name, setup, step, end }, which, form }

static struct trial trials[] = {
	TRIAL("is_normalized, NFC", IS_NORMALIZED, UTF8CHECK_FORM_NFC),
	TRIAL("is_normalized, NFD", IS_NORMALIZED, UTF8CHECK_FORM_NFD),
	TRIAL("is_normalized, NFKC", IS_NORMALIZED, UTF8CHECK_FORM_NFKC),
	TRIAL("is_normalized, NFKD", IS_NORMALIZED, UTF8CHECK_FORM_NFKD),
	TRIAL("is_normalized, NFKC_Casefold", IS_NORMALIZED, UTF8CHECK_FORM_NFKC_CASEFOLD),
	TRIAL("is_normalized, NFD, folded", IS_NORMALIZED, UTF8CHECK_FORM_NFD_CASEFOLD),
	TRIAL("validate", VALIDATE, 0),
	TRIAL("name", NAME, 0),
	TRIAL("path", PATH, 0),
};

int main(int argc, char **argv)
{
	char **words = worker_begin("bytes that change:", argv);
	const size_t n = U8C_ARRAY_SIZE(trials);
	size_t i;

	for (i = 0; i < n; i++)
		if (worker_is_wanted(trials[i].worker.name, words))
			worker_try(&trials[i].worker, worker_seconds / n);
	return worker_sum();
}
