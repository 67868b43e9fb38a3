// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * For each call of the module and each of its pointers: the kernel loads a program
 * whose pointer is sound, and refuses one whose pointer may be NULL or leads to memory
 * that may be gone.  On Linux 6.1 the call refuses NULL.  The last line is "N passed,
 * N failed, N skipped".
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "bpf_calls.h"
#include "bpf_pointers.h"
#include "pointers.skel.h"

enum outcome { LOADED, REFUSED_AT_LOAD, REFUSED_BY_CALL };

static const char *const outcomes[] = { "loaded", "refused at load", "refused by the call" };

/* The calls and their pointers, in the order of enum which. */
static const struct {
	const char *name;
	const char *text;
	bool has_policy;
} calls[] = {
	{ "utf8check_bpf_validate", "data", false },
	{ "utf8check_bpf_name", "name", true },
	{ "utf8check_bpf_path", "path", true },
	{ "utf8check_bpf_is_normalized", "data", false },
};

static const char *const sources[SOURCES] = {
	"of the stack", "of a map", "of a ring buffer", "NULL",
	"of a map, unchecked", "of a ring buffer, unchecked",
	"of the kernel", "of a cast number",
};

static unsigned int passed, failed, skipped;

/* The verifier of Linux 6.1 does not know of memory that may be NULL; the calls do. */
static bool is_checked_by_call(void)
{
	struct utsname u;

	return !uname(&u) && !strncmp(u.release, "6.1.", 4);
}

static enum outcome call(struct pointers_bpf *program)
{
	LIBBPF_OPTS(bpf_test_run_opts, options);

	bpf_prog_test_run_opts(bpf_program__fd(program->progs.make_call), &options);
	return program->bss->result == -EINVAL ? REFUSED_BY_CALL : LOADED;
}

static enum outcome try(enum which which, bool is_policy, enum source source)
{
	struct pointers_bpf *program = pointers_bpf__open();
	enum outcome outcome = REFUSED_AT_LOAD;

	if (!program) {
		perror("bpf_pointers");
		exit(2);
	}
	program->rodata->which = which;
	program->rodata->text_from = is_policy ? FROM_STACK : source;
	program->rodata->policy_from = is_policy ? source : FROM_STACK;
	program->rodata->size = source < FROM_KERNEL ? sizeof(struct utf8check_policy) : 1;
	if (!pointers_bpf__load(program))
		outcome = source < FROM_NOTHING ? LOADED : call(program);
	pointers_bpf__destroy(program);
	return outcome;
}

static bool is_good(enum source source, enum outcome outcome)
{
	if (source < FROM_NOTHING)
		return outcome == LOADED;
	return outcome == REFUSED_AT_LOAD ||
	       (outcome == REFUSED_BY_CALL && is_checked_by_call());
}

static void judge(enum which which, bool is_policy, enum source source)
{
	const char *pointer = is_policy ? "policy" : calls[which].text;
	enum outcome outcome = try(which, is_policy, source);
	bool good = is_good(source, outcome);

	if (source == FROM_RING && outcome == REFUSED_AT_LOAD) {
		skipped++;
		printf("ok - %s, %s %s # SKIP refused at load, as on Linux 6.1\n",
		       calls[which].name, pointer, sources[source]);
		return;
	}
	passed += good;
	failed += !good;
	printf("%s - %s, %s %s: %s\n", good ? "ok" : "not ok", calls[which].name, pointer,
	       sources[source], outcomes[outcome]);
}

/* What libbpf says of each refusal is the verifier's log. */
static int say_nothing(enum libbpf_print_level level, const char *format, va_list arguments)
{
	return 0;
}

int main(void)
{
	unsigned int which, source;

	libbpf_set_print(say_nothing);
	for (which = VALIDATE; which <= IS_NORMALIZED; which++)
		for (source = 0; source < SOURCES; source++) {
			judge(which, false, source);
			if (calls[which].has_policy)
				judge(which, true, source);
		}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return !!failed;
}
