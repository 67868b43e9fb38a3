// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * For each call of the module and each of its pointers: the kernel loads a program
 * whose pointer is sound, and refuses one whose pointer may be NULL or leads to memory
 * that may be gone.  No program is run.  The last line is "N passed, N failed, N skipped".
 */
#include <stdbool.h>
#include <stdio.h>
#include <bpf/libbpf.h>
#include "bpf_calls.h"
#include "bpf_pointers.h"
#include "pointers.skel.h"

/* The pointers of each call, in the order of enum which. */
static const struct {
	const char *call;
	const char *text;
	const char *policy;
} calls[] = {
	{ "utf8check_bpf_validate", "data", NULL },
	{ "utf8check_bpf_name", "name", "policy" },
	{ "utf8check_bpf_path", "path", "policy" },
	{ "utf8check_bpf_is_normalized", "data", NULL },
};

static const char *const sources[SOURCES] = {
	"of the stack", "of a map", "of a ring buffer", "NULL",
	"of a map, unchecked", "of a ring buffer, unchecked",
	"of the kernel", "of a cast number",
};

static unsigned int passed, failed, skipped;

static unsigned int bytes_of(enum source source)
{
	return source < FROM_KERNEL ? sizeof(struct utf8check_policy) : 1;
}

static bool loads(enum which which, enum source text, enum source policy)
{
	struct pointers_bpf *program = pointers_bpf__open();
	bool loaded;

	if (!program) {
		perror("bpf_pointers");
		return false;
	}
	program->rodata->which = which;
	program->rodata->text_from = text;
	program->rodata->policy_from = policy;
	program->rodata->size = text < policy ? bytes_of(policy) : bytes_of(text);
	loaded = !pointers_bpf__load(program);
	pointers_bpf__destroy(program);
	return loaded;
}

static void judge(enum which which, const char *pointer, enum source source,
		  bool loaded)
{
	bool good = loaded == (source < FROM_NOTHING);

	if (source == FROM_RING && !loaded) {
		skipped++;
		printf("ok - %s, %s %s # SKIP refused at load, as on Linux 6.1\n",
		       calls[which].call, pointer, sources[source]);
		return;
	}
	passed += good;
	failed += !good;
	printf("%s - %s, %s %s: %s\n", good ? "ok" : "not ok", calls[which].call, pointer,
	       sources[source], loaded ? "loaded" : "refused at load");
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
			judge(which, calls[which].text, source,
			      loads(which, source, FROM_MAP));
			if (calls[which].policy)
				judge(which, calls[which].policy, source,
				      loads(which, FROM_MAP, source));
		}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return !!failed;
}
