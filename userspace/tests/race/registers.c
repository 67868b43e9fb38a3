// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Do calls of the module leave a task's vector registers alone?
 *
 *   registers [ROUNDS]
 *
 * Two threads share one processor.  ROUNDS times each, a thread puts numbers into
 * all vector registers, makes a system call during which the other thread runs, and
 * looks whether the numbers are still the same.  Each time that the kernel loads
 * the registers of a thread, a BPF program makes a call (registers.bpf.c), or a
 * module does, if it is loaded (kunit/probe.c).  The last line is "N passed, N
 * failed, N skipped".
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "guard/bpf_calls.h"
#include "registers.h"
#include "registers.skel.h"

#define PROBE "/sys/module/utf8check_probe/parameters/"
#define TRACE "/sys/kernel/tracing/events/utf8check/utf8check_name/enable"
#define REGISTERS 16
#define WIDTH 32
/* Calls that must have been made for a result to mean something. */
#define CALLS (rounds / 8)

/**
 * struct trial - one call, made again and again
 *
 * @name: what it is.
 * @which: enum which.
 * @length: of the text.
 * @form: for IS_NORMALIZED.
 * @expected: what it returns.
 * @traced: the tracepoint is on, so a refused name makes an event.
 */
static const struct trial {
	const char *name;
	enum which which;
	unsigned int length;
	unsigned int form;
	int expected;
	bool traced;
} trials[] = {
	{ "utf8check_bpf_validate", VALIDATE, REGISTERS_TEXT, 0, 0, false },
	{ "utf8check_bpf_name", NAME, REGISTERS_TEXT, 0, UTF8CHECK_CLASS_TOO_LONG,
	  false },
	{ "utf8check_bpf_name, traced", NAME, REGISTERS_TEXT, 0,
	  UTF8CHECK_CLASS_TOO_LONG, true },
	{ "utf8check_bpf_path", PATH, 4000, 0, 0, false },
	{ "utf8check_bpf_is_normalized, NFC", IS_NORMALIZED, REGISTERS_TEXT,
	  UTF8CHECK_FORM_NFC, 1, false },
	{ "utf8check_bpf_is_normalized, NFD", IS_NORMALIZED, REGISTERS_TEXT,
	  UTF8CHECK_FORM_NFD, 1, false },
	{ "utf8check_bpf_is_normalized, NFKC", IS_NORMALIZED, REGISTERS_TEXT,
	  UTF8CHECK_FORM_NFKC, 1, false },
	{ "utf8check_bpf_is_normalized, NFKD", IS_NORMALIZED, REGISTERS_TEXT,
	  UTF8CHECK_FORM_NFKD, 1, false },
	{ "utf8check_bpf_is_normalized, NFKC_Casefold", IS_NORMALIZED,
	  REGISTERS_TEXT, UTF8CHECK_FORM_NFKC_CASEFOLD, 1, false },
	{ "utf8check_bpf_is_normalized, NFD, folded", IS_NORMALIZED,
	  REGISTERS_TEXT, UTF8CHECK_FORM_NFD_CASEFOLD, 1, false },
};

static unsigned int passed, failed, skipped;
static unsigned int rounds = 400;

/* --- what is held ---------------------------------------------------------- */

/**
 * struct holder - a thread that holds numbers in vector registers
 *
 * @thread: the thread.
 * @number: the numbers are made of it.
 * @rounds: how often the thread has looked.
 * @changed: how often the numbers had changed.
 */
struct holder {
	pthread_t thread;
	unsigned int number;
	unsigned int rounds;
	unsigned int changed;
};

#ifdef __x86_64__
static bool can_hold(void)
{
	return __builtin_cpu_supports("avx");
}

#define LOAD(n) "vmovdqu " #n "*32(%[in]), %%ymm" #n "\n\t"
#define STORE(n) "vmovdqu %%ymm" #n ", " #n "*32(%[out])\n\t"
#define EACH(what) \
	what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) \
	what(8) what(9) what(10) what(11) what(12) what(13) what(14) what(15)

/* One piece of assembler, because the compiler uses the registers too. */
static void hold(const __u8 *in, __u8 *out, long call,
		 const struct timespec *time)
{
	register const void *rest asm("rsi") = NULL;

	asm volatile(EACH(LOAD)
		     "syscall\n\t"
		     EACH(STORE)
		     "vzeroupper"
		     : "+a"(call), "+D"(time)
		     : [in] "r"(in), [out] "r"(out), "r"(rest)
		     : "rcx", "r11", "memory", "xmm0", "xmm1", "xmm2", "xmm3",
		       "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
		       "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}
#else
static bool can_hold(void)
{
	return false;
}

static void hold(const __u8 *in, __u8 *out, long call,
		 const struct timespec *time)
{
	memcpy(out, in, REGISTERS * WIDTH);
}
#endif

static void *run_holder(void *argument)
{
	static const struct timespec moment = { .tv_nsec = 1000 };
	struct holder *h = argument;
	__u8 in[REGISTERS * WIDTH], out[sizeof(in)];
	size_t i;

	for (i = 0; i < sizeof(in); i++)
		in[i] = i * 7 + h->number * 131 + 1;
	while (h->rounds < rounds) {
		memset(out, 0, sizeof(out));
		if (h->rounds % 8)
			hold(in, out, SYS_sched_yield, NULL);
		else
			hold(in, out, SYS_nanosleep, &moment);
		h->rounds++;
		h->changed += memcmp(in, out, sizeof(in)) != 0;
	}
	return NULL;
}

static void take_one_processor(void)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	if (sched_setaffinity(0, sizeof(one), &one)) {
		perror("registers");
		exit(2);
	}
}

/* Runs two holders and adds up what they saw. */
static struct holder run_holders(void)
{
	struct holder h[2] = { { .number = 1 }, { .number = 2 } };
	int i;

	for (i = 0; i < 2; i++)
		if (pthread_create(&h[i].thread, NULL, run_holder, &h[i]))
			abort();
	for (i = 0; i < 2; i++)
		pthread_join(h[i].thread, NULL);
	h[0].rounds += h[1].rounds;
	h[0].changed += h[1].changed;
	return h[0];
}

static void judge(const char *name, const struct holder *h, unsigned int calls,
		  unsigned int wrong)
{
	bool good = !h->changed && !wrong && calls >= CALLS;

	printf("%s - in the midst of a task's registers: %s: %u rounds, %u calls",
	       good ? "ok" : "not ok", name, h->rounds, calls);
	if (calls < CALLS)
		printf(", too few");
	if (h->changed)
		printf(", other registers after %u rounds", h->changed);
	if (wrong)
		printf(", %u wrong answers", wrong);
	putchar('\n');
	fflush(stdout);
	passed += good;
	failed += !good;
}

static void skip(const char *name, const char *why)
{
	printf("ok - in the midst of a task's registers: %s # SKIP %s\n", name,
	       why);
	skipped++;
}

static bool put(const char *path, const char *what)
{
	FILE *f = fopen(path, "w");
	bool good = f && fputs(what, f) >= 0;

	return f && fclose(f) == 0 && good;
}

static unsigned int number_in(const char *path)
{
	unsigned int n = 0;
	FILE *f = fopen(path, "r");

	if (!f || fscanf(f, "%u", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

/* --- by BPF programs ------------------------------------------------------- */

/* Characters of two and three bytes that no form changes; some slashes in a path. */
static void fill(__u8 *text, size_t n, bool path)
{
	static const char piece[] = "\xd0\xb6\xe2\x82\xac";
	size_t i;

	for (i = 0; i < n; i++)
		text[i] = piece[i % 5];
	/* No character is cut at the end. */
	for (i = n - n % 5; i < n; i++)
		text[i] = 'a';
	for (i = 200; path && i < n; i += 200)
		memcpy(text + i, "/abcd", 5);
}

static void try_program(struct inside *inside, const struct trial *t)
{
	struct holder h;

	if (t->traced && !put(TRACE, "1")) {
		skip(t->name, "no tracepoints here");
		return;
	}
	fill(inside->text, t->length, t->which == PATH);
	inside->which = t->which;
	inside->form = t->form;
	inside->length = t->length;
	inside->expected = t->expected;
	inside->calls = 0;
	inside->wrong = 0;
	inside->task = getpid();
	h = run_holders();
	inside->task = 0;
	judge(t->name, &h, inside->calls, inside->wrong);
	if (t->traced)
		put(TRACE, "0");
}

static void try_programs(void)
{
	struct registers_bpf *program = registers_bpf__open_and_load();
	size_t i;

	if (!program || registers_bpf__attach(program)) {
		perror("registers: the program cannot be attached");
		exit(2);
	}
	for (i = 0; i < sizeof(trials) / sizeof(*trials); i++)
		try_program(&program->bss->inside, &trials[i]);
	registers_bpf__destroy(program);
}

/* --- by a module ----------------------------------------------------------- */

static void try_module(void)
{
	static const char *const calls[] = {
		"utf8check_validate", "utf8check_verify_name", "utf8check_verify_path",
		"utf8check_stream_push", "utf8check_convert", "utf8check_normalize",
		"utf8check_is_normalized", "utf8check_quick_check",
		"utf8check_compare_form", "utf8check_match_form",
		"utf8check_hash_form", "utf8check_reader_next",
	};
	struct holder h;
	char task[16];
	size_t i;

	snprintf(task, sizeof(task), "%d", getpid());
	for (i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		if (access(PROBE "call", W_OK)) {
			skip(calls[i], "utf8check_probe.ko is not loaded");
			continue;
		}
		if (!put(PROBE "call", calls[i]) || !put(PROBE "task", task)) {
			perror(calls[i]);
			exit(2);
		}
		h = run_holders();
		put(PROBE "task", "0");
		judge(calls[i], &h, number_in(PROBE "calls"),
		      number_in(PROBE "wrong"));
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = atoi(argv[1]);
	if (!can_hold()) {
		skip("all", "this processor has no AVX");
	} else {
		take_one_processor();
		try_programs();
		try_module();
	}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return !!failed;
}
