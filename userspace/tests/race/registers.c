// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Do calls of the module leave a task's vector registers alone?
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
#include <sys/syscall.h>
#include <time.h>
#include <bpf/libbpf.h>
#include "device/device.h"
#include "guard/bpf_calls.h"
#include "registers.h"
#include "registers.skel.h"

#define PROBE "/sys/module/utf8check_probe/parameters/"
#define TRACE "/sys/kernel/tracing/events/utf8check/utf8check_name/enable"
#define ROUNDS 400
#define REGISTERS 16
#define WIDTH 32
/* Calls that must have been made for a result to mean something. */
#define CALLS (ROUNDS / 8)

/**
 * struct trial - one call, made again and again
 *
 * @worker: the worker, with its name.
 * @which: enum which.
 * @length: of the text.
 * @form: for IS_NORMALIZED.
 * @expected: what it returns.
 * @traced: the tracepoint is on, so a refused name makes an event.
 */
struct trial {
	struct worker worker;
	enum which which;
	unsigned int length;
	unsigned int form;
	int expected;
	bool traced;
};

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
	while (h->rounds < ROUNDS) {
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

static int setup(struct worker *w)
{
	cpu_set_t one;

	if (!can_hold())
		skip("this processor has no AVX");
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

/* Runs two holders and adds up what they saw. */
static struct holder run_holders(void)
{
	struct holder h[2] = { { .number = 1 }, { .number = 2 } };
	int i;

	for (i = 0; i < 2; i++)
		if (pthread_create(&h[i].thread, NULL, run_holder, &h[i]))
			fail_at(__FILE__, __LINE__, "pthread_create");
	for (i = 0; i < 2; i++)
		pthread_join(h[i].thread, NULL);
	h[0].rounds += h[1].rounds;
	h[0].changed += h[1].changed;
	return h[0];
}

static void judge(const struct holder *h, unsigned int calls, unsigned int wrong)
{
	printf("# %u rounds, %u calls\n", h->rounds, calls);
	CHECK(calls >= CALLS);
	CHECK_EQ(h->changed, 0);
	CHECK_EQ(wrong, 0);
}

/* --- by BPF programs ------------------------------------------------------- */

/* Characters of two and three bytes that no form changes; some slashes in a path. */
static void fill_text(__u8 *text, size_t n, bool path)
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

static int try_program(struct worker *w, u64 random)
{
	const struct trial *t = (struct trial *)w;
	struct registers_bpf *program = registers_bpf__open_and_load();
	struct inside *inside;
	struct holder h;

	CHECK(program && !registers_bpf__attach(program));
	inside = &program->bss->inside;
	if (t->traced && put_text(TRACE, "1"))
		skip("no tracepoints here");
	fill_text(inside->text, t->length, t->which == PATH);
	inside->which = t->which;
	inside->form = t->form;
	inside->length = t->length;
	inside->expected = t->expected;
	inside->task = getpid();
	h = run_holders();
	inside->task = 0;
	if (t->traced)
		put_text(TRACE, "0");
	judge(&h, inside->calls, inside->wrong);
	return WORKER_DONE;
}

#define TRIAL(name, ...) { { "utf8check_bpf_" name, setup, try_program, NULL }, __VA_ARGS__ }
#define OF_FORM(name, form) \
	TRIAL("is_normalized, " name, IS_NORMALIZED, REGISTERS_TEXT, form, 1, false)

static struct trial trials[] = {
	TRIAL("validate", VALIDATE, REGISTERS_TEXT, 0, 0, false),
	TRIAL("name", NAME, REGISTERS_TEXT, 0, UTF8CHECK_CLASS_TOO_LONG, false),
	TRIAL("name, traced", NAME, REGISTERS_TEXT, 0, UTF8CHECK_CLASS_TOO_LONG, true),
	TRIAL("path", PATH, 4000, 0, 0, false),
	OF_FORM("NFC", UTF8CHECK_FORM_NFC),
	OF_FORM("NFD", UTF8CHECK_FORM_NFD),
	OF_FORM("NFKC", UTF8CHECK_FORM_NFKC),
	OF_FORM("NFKD", UTF8CHECK_FORM_NFKD),
	OF_FORM("NFKC_Casefold", UTF8CHECK_FORM_NFKC_CASEFOLD),
	OF_FORM("NFD, folded", UTF8CHECK_FORM_NFD_CASEFOLD),
};

/* --- by a module ----------------------------------------------------------- */

static int try_module(struct worker *w, u64 random)
{
	struct holder h;
	char task[16];

	if (access(PROBE "call", W_OK))
		skip("utf8check_probe.ko is not loaded");
	snprintf(task, sizeof(task), "%d", getpid());
	CHECK(!put_text(PROBE "call", w->name) && !put_text(PROBE "task", task));
	h = run_holders();
	put_text(PROBE "task", "0");
	judge(&h, number_in(PROBE "calls"), number_in(PROBE "wrong"));
	return WORKER_DONE;
}

int main(int argc, char **argv)
{
	static const char *const calls[] = {
		"utf8check_validate", "utf8check_verify_name", "utf8check_verify_path",
		"utf8check_stream_push", "utf8check_convert", "utf8check_normalize",
		"utf8check_is_normalized", "utf8check_quick_check",
		"utf8check_compare_form", "utf8check_match_form",
		"utf8check_hash_form", "utf8check_reader_next",
	};
	size_t i;

	worker_begin("in the midst of a task's registers:", argv);
	for (i = 0; i < U8C_ARRAY_SIZE(trials); i++)
		worker_try(&trials[i].worker, 0);
	for (i = 0; i < U8C_ARRAY_SIZE(calls); i++)
		worker_try(&(struct worker){ calls[i], setup, try_module, NULL }, 0);
	return worker_sum();
}
