// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Programs that call the module from inside its own events and functions.
 *
 * A program does not run inside itself, but it runs inside others: where each of N
 * programs causes the event that it runs on, N programs nest N deep and run more than
 * N! times, until the stack is full.  So here one bad name and one bad text run each of
 * N programs once, and functions of the module run none.  A few programs are tried
 * first, so that a module that fails the test does not end the guest.  The last line is
 * "N passed, N failed, N skipped".
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/utf8check.h>
#include "nest.h"
/* Has structs of nest.h in it, so it comes after that. */
#include "nest.skel.h"

#define FUNCTIONS "/sys/kernel/tracing/available_filter_functions"

/* TAIL_CALLS: as many as the kernel lets a program make. */
enum { FEW = 3, MANY = 24, ROUNDS = 200, TAIL_CALLS = 33 };

enum outcome { RUNS, REFUSED, EITHER };

/**
 * struct trial - programs that are attached, and what comes of it
 *
 * @name: what it is.
 * @program: of nest.bpf.c.
 * @other: of nest.bpf.c; every second one, if not NULL.
 * @function: what @program is attached to, if that is a function.
 * @outcome: RUNS: each program runs once; REFUSED: the kernel does not load it, or does
 *	not attach it; EITHER: the kernel decides.
 */
static const struct trial {
	const char *name;
	const char *program;
	const char *other;
	const char *function;
	enum outcome outcome;
} trials[] = {
	{ "on the event of names", "on_name", NULL, NULL, RUNS },
	{ "on the event of errors", "on_error", NULL, NULL, RUNS },
	{ "on both events", "on_name", "on_error", NULL, RUNS },
	{ "on the event of names, as perf attaches them", "on_name_by_number", NULL, NULL, EITHER },
	{ "before a call", "on_entry", NULL, "utf8check_bpf_name", REFUSED },
	{ "before a call", "on_entry", NULL, "utf8check_bpf_validate", REFUSED },
	{ "before a call", "on_entry", NULL, "utf8check_bpf_path", REFUSED },
	{ "before a call", "on_entry", NULL, "utf8check_bpf_is_normalized", REFUSED },
	{ "before a function below it", "on_entry", NULL, "u8c_is_plain", REFUSED },
	{ "before a function below it", "on_entry", NULL, "u8c_name_classes", REFUSED },
	{ "before a function below it", "on_entry", NULL, "u8c_validate", REFUSED },
	{ "before a function below it", "on_entry", NULL, "utf8check_notice_refusal", REFUSED },
	{ "after a call", "on_exit", NULL, "utf8check_bpf_name", REFUSED },
	{ "after a function below it", "on_exit", NULL, "u8c_name_classes", REFUSED },
	{ "by a probe in a function below it", "on_probe", NULL, NULL, REFUSED },
};

static unsigned int passed, failed, skipped;
static int device;

static void tell(bool good, const char *name, const char *function, const char *what)
{
	passed += good;
	failed += !good;
	printf("%s - %d programs %s%s%s: %s\n", good ? "ok" : "not ok", MANY, name,
	       function ? ", " : "", function ?: "", what);
}

static void check_name(void)
{
	struct utf8check_check_name name = {
		.size = sizeof(name), .buf = (uintptr_t)"a\xff", .len = 2,
	};

	ioctl(device, UTF8CHECK_IOC_CHECK_NAME, &name);
}

static void check_text(void)
{
	struct utf8check_check text = {
		.size = sizeof(text), .buf = (uintptr_t)"a\xff", .len = 2,
	};

	ioctl(device, UTF8CHECK_IOC_CHECK, &text);
}

/* Causes each event once, or runs each function at least once. */
static void call(const struct trial *t, struct nest_bpf *object)
{
	LIBBPF_OPTS(bpf_test_run_opts, options);

	if (t->function) {
		bpf_prog_test_run_opts(bpf_program__fd(object->progs.on_request), &options);
		return;
	}
	check_name();
	check_text();
}

/* Return: NULL when the kernel refuses the program. */
static struct nest_bpf *attach(const char *name, const char *function)
{
	struct nest_bpf *object = nest_bpf__open();
	struct bpf_program *program;

	if (!object)
		return NULL;
	program = bpf_object__find_program_by_name(object->obj, name);
	bpf_program__set_autoload(program, true);
	if (function && bpf_program__set_attach_target(program, 0, function)) {
		printf("not ok - %s: no such function\n", function);
		exit(1);
	}
	if (!nest_bpf__load(object) && !nest_bpf__attach(object))
		return object;
	nest_bpf__destroy(object);
	return NULL;
}

static unsigned int attach_all(const struct trial *t, struct nest_bpf **objects, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		objects[i] = attach(i % 2 && t->other ? t->other : t->program, t->function);
		if (!objects[i])
			break;
	}
	return i;
}

static unsigned long long sum_and_detach(struct nest_bpf **objects, unsigned int n)
{
	unsigned long long runs = 0;
	unsigned int i;

	for (i = 0; i < n; i++) {
		runs += objects[i]->bss->runs;
		nest_bpf__destroy(objects[i]);
	}
	return runs;
}

static void try(const struct trial *t)
{
	static const unsigned int steps[] = { FEW, MANY };
	struct nest_bpf *objects[MANY];
	unsigned long long runs = 0;
	unsigned int i, n = 0;
	bool good = true;
	char what[80];

	for (i = 0; i < 2 && good; i++) {
		n = attach_all(t, objects, steps[i]);
		if (!n)
			break;
		call(t, objects[0]);
		runs = sum_and_detach(objects, n);
		good = n == steps[i] && runs == n && t->outcome != REFUSED;
	}
	if (n)
		snprintf(what, sizeof(what), "%u were attached and ran %llu times", n, runs);
	else
		snprintf(what, sizeof(what), "refused");
	tell(n ? good : t->outcome != RUNS, t->name, t->function, what);
}

/* Does a function have a name as those that a call for BPF programs runs? */
static bool is_run_by_calls(const char *name)
{
	static const char *const starts[] = { "u8c_", "bpf_", "utf8check_bpf_", "utf8check_notice_",
					      "tell", "find_class", "policy_error", "has_tail" };
	unsigned int i;

	/* Runs when the module is loaded. */
	if (!strncmp(name, "u8c_cpu_features ", 17))
		return false;
	for (i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(name, starts[i], strlen(starts[i])))
			return true;
	return false;
}

/* A tracer sees the functions of the device, and none that a call runs. */
static void try_functions(void)
{
	unsigned int n = 0, of_calls = 0;
	char line[512], what[80];
	FILE *list = fopen(FUNCTIONS, "r");

	if (!list) {
		skipped++;
		printf("ok - what tracers see # SKIP %s: %s\n", FUNCTIONS, strerror(errno));
		return;
	}
	while (fgets(line, sizeof(line), list))
		if (strstr(line, "[utf8check]")) {
			n++;
			of_calls += is_run_by_calls(line);
		}
	fclose(list);
	snprintf(what, sizeof(what), "%u functions, of calls %u", n, of_calls);
	tell(n && !of_calls, "before any function", NULL, what);
}

static void stay_on(int processor)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(processor, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

static void make_events(int processor)
{
	unsigned int i;

	stay_on(processor);
	for (i = 0; i < ROUNDS; i++)
		check_name();
}

/* Each event of each task runs all programs, whatever runs for the other task. */
static void try_tasks(void)
{
	const struct trial t = { .program = "on_name" };
	struct nest_bpf *objects[MANY];
	unsigned long long runs, of_first = 0;
	unsigned int i, n = attach_all(&t, objects, MANY);
	char what[80];
	pid_t child;

	for (i = 0; i < n; i++)
		objects[i]->bss->first = getpid();
	child = fork();
	if (!child) {
		make_events(1);
		_exit(0);
	}
	make_events(0);
	waitpid(child, NULL, 0);
	for (i = 0; i < n; i++)
		of_first += objects[i]->bss->runs_of_first;
	runs = sum_and_detach(objects, n);
	snprintf(what, sizeof(what), "%llu and %llu runs for %u and %u events", of_first,
		 runs - of_first, ROUNDS, ROUNDS);
	tell(n == MANY && of_first == MANY * ROUNDS && runs == 2 * MANY * ROUNDS,
	     "on the events of two tasks", NULL, what);
}

/* The kernel asks each other processor by an NMI where it is. */
static bool send_nmi(void)
{
	int fd = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);
	bool sent = fd >= 0 && write(fd, "l", 1) == 1;

	if (fd >= 0)
		close(fd);
	return sent;
}

/* The program runs after the handler for which the other processor waits. */
static bool had_nmi(const volatile struct nest_bpf__bss *b)
{
	unsigned int i;

	for (i = 0; i < 300 && !b->interrupts; i++)
		usleep(100000);
	return b->interrupts;
}

static void tell_answers(bool good, const char *name, const struct answers *a)
{
	passed += good;
	failed += !good;
	printf("%s - calls %s, which answered %d %d %d %d %d\n", good ? "ok" : "not ok", name,
	       a->validate, a->plain, a->name, a->path, a->form);
}

/*
 * Texts are validated and plain names taken everywhere.  Return: how many of the three
 * others are refused; -1 where an answer is wrong.
 */
static int count_refusals(const struct answers *a)
{
	const int name = a->name == -EOPNOTSUPP, path = a->path == -EOPNOTSUPP;
	const int form = a->form == -EOPNOTSUPP;

	if (a->validate != -EILSEQ || a->plain ||
	    !(name || a->name == UTF8CHECK_CLASS_ILL_FORMED) ||
	    !(path || a->path == UTF8CHECK_CLASS_ILL_FORMED) || !(form || a->form == -EILSEQ))
		return -1;
	return name + path + form;
}

/* In an NMI the stack is small, and no event is made. */
static void try_nmi(void)
{
	struct nest_bpf *object = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? attach("on_nmi", NULL) : NULL;

	if (object && send_nmi() && had_nmi(object->bss)) {
		tell_answers(count_refusals(&object->bss->of_nmi) == 3, "in an NMI",
			     &object->bss->of_nmi);
	} else {
		skipped++;
		printf("ok - calls in an NMI # SKIP one processor, or no NMI came\n");
	}
	nest_bpf__destroy(object);
}

/* Return: false where the program did not come as deep as @wanted. */
static bool call_after(struct nest_bpf *object, unsigned int wanted)
{
	object->bss->of_deep = (struct answers){ };
	object->bss->depth = 0;
	object->bss->wanted = wanted;
	check_text();
	return object->bss->depth == wanted + 1;
}

/*
 * On a task's stack: what is little is answered after as many tail calls as there can be, all
 * else after few.  Between these the kernel chooses, as it begins each call of a process at
 * another place of the stack.
 */
static void try_deep(void)
{
	struct nest_bpf *object = attach("on_error_deep", NULL);
	unsigned int depth = 0, first = TAIL_CALLS + 1;
	int zero = 0, fd, refused = 0;
	char what[80];

	if (!object)
		return tell(false, "after tail calls", NULL, "not attached");
	fd = bpf_program__fd(object->progs.on_error_deep);
	if (bpf_map_update_elem(bpf_map__fd(object->maps.deeper), &zero, &fd, 0))
		refused = -1;
	while (refused >= 0 && depth <= TAIL_CALLS) {
		refused = call_after(object, depth) ? count_refusals(&object->bss->of_deep) : -1;
		if (refused && depth < first)
			first = depth;
		depth++;
	}
	snprintf(what, sizeof(what), "after %u tail calls, refused after %u", depth - 1, first);
	tell_answers(refused == 3 && first > FEW, what, &object->bss->of_deep);
	nest_bpf__destroy(object);
}

/* What libbpf says of each refusal is the verifier's log. */
static int say_nothing(enum libbpf_print_level level, const char *format, va_list arguments)
{
	return 0;
}

int main(void)
{
	unsigned int i;

	libbpf_set_print(say_nothing);
	device = open("/dev/utf8check", O_RDWR | O_CLOEXEC);
	if (device < 0) {
		perror("bpf_nest: /dev/utf8check");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = 0; i < sizeof(trials) / sizeof(*trials); i++)
		try(&trials[i]);
	try_functions();
	if (!failed)
		try_tasks();
	try_nmi();
	try_deep();
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return !!failed;
}
