// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files of rows are read, each row is run by its kind (test_*.c), and its result is printed.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "conformance.h"
#include "base/say/message.h"
#include "base/option/options.h"
#include "utf8check.h"
#include "base/say/escape.h"
#include "print/json.h"
#include "test.h"

/* All files of userspace/data/vectors; the assembler includes them as they are. */
__asm__(".pushsection .rodata\n"
	".global builtin_vectors\n"
	".global builtin_vectors_end\n"
	"builtin_vectors:\n"
	".incbin \"" VECTORS "\"\n"
	"builtin_vectors_end:\n"
	".byte 0\n"
	".popsection\n");
extern const char builtin_vectors[], builtin_vectors_end[];

/**
 * struct vector_run - one run of the command
 *
 * @style: what is printed.
 * @test: the engines.
 * @rows: all rows.
 * @failed: how many of these failed.
 * @status: exit code so far.
 */
struct vector_run {
	enum conformance_style style;
	struct test test;
	u64 rows;
	u64 failed;
	int status;
};

/* A text from a file of vectors may hold any bytes. */
static void print_text(const char *before, const char *text)
{
	fputs(before, stdout);
	escaped_print_part(stdout, (const u8 *)text, strlen(text));
}

static void print_test_json(const struct test *t, const char *id)
{
	struct json j = json_begin(stdout);

	json_put(&j, J_WORD("id", id), J_WORD("result", t->failed ? "fail" : "pass"));
	if (t->failed)
		json_put(&j, J_BOOL("disagree", t->disagree), J_WORD("detail", t->detail));
	json_put(&j, J_END);
}

static void print_vector(const struct vector_run *r, const char *id)
{
	const struct test *t = &r->test;
	const bool tap = r->style == STYLE_TAP;

	if (r->style == STYLE_JSON) {
		print_test_json(t, id);
		return;
	}
	if (!tap && !t->failed)
		return;
	if (tap)
		printf("%sok %" PRIu64, t->failed ? "not " : "", r->rows);
	print_text(tap ? " - " : "FAIL: ", id);
	if (t->failed)
		print_text(tap ? "\n# " : ": ", t->detail);
	putchar('\n');
}

/* No row is skipped; whoever reads the last line of tests looks for how many are. */
static void print_counts(const struct vector_run *r)
{
	const u64 passed = r->rows - r->failed;
	struct json j;

	if (r->style == STYLE_JSON) {
		j = json_begin(stdout);
		json_put(&j, J_NUMBER("passed", passed), J_NUMBER("failed", r->failed),
			 J_NUMBER("skipped", 0), J_END);
		return;
	}
	if (r->style == STYLE_TAP)
		printf("1..%" PRIu64 "\n# ", r->rows);
	printf("%" PRIu64 " passed, %" PRIu64 " failed, 0 skipped\n", passed, r->failed);
}

static void worsen(struct vector_run *r, int status)
{
	r->status = cli_worse(r->status, status);
}

static void complain_of_file(struct vector_run *r, const char *file)
{
	cli_complain_errno(-errno, "%s", file);
	worsen(r, CLI_TROUBLE);
}

static int run_test(struct test *t, const struct vector *v)
{
	t->failed = false;
	t->disagree = false;
	t->detail[0] = '\0';
	switch (v->kind) {
	case VECTOR_NAME:
	case VECTOR_PATH:
		return test_name(t, v);
	case VECTOR_BOUNDARY:
		return test_boundary(t, v);
	case VECTOR_ORDER:
		return test_order(t, v);
	case VECTOR_SIGNATURE:
		return test_signature(t, v);
	default:
		return test_text(t, v);
	}
}

static void run_vector(struct vector_run *r, const struct vector *v)
{
	int err = run_test(&r->test, v);

	if (err) {
		cli_complain_errno(err, "%s", v->id);
		worsen(r, CLI_TROUBLE);
		return;
	}
	r->rows++;
	r->failed += r->test.failed;
	if (r->test.failed)
		worsen(r, r->test.disagree ? CLI_DISAGREE : CLI_INVALID);
	print_vector(r, v->id);
}

static void run_line(struct vector_run *r, const char *file, u64 number,
		     const char *line, size_t n)
{
	const char *wrong;
	struct vector v;

	while (n && strchr(" \t\r\n", line[n - 1]))
		n--;
	if (!n)
		return;
	wrong = vector_parse(&v, line, n);
	if (wrong) {
		cli_complain("%s:%" PRIu64 ": %s", file, number, wrong);
		worsen(r, CLI_TROUBLE);
	} else {
		run_vector(r, &v);
	}
	vector_free(&v);
}

static void run_stream(struct vector_run *r, const char *file, FILE *f)
{
	AUTO_FREE char *line = NULL;
	size_t size = 0;
	u64 number = 0;
	ssize_t n;

	errno = 0;
	while (!cli_output_failed() && (n = getline(&line, &size, f)) >= 0)
		run_line(r, file, ++number, line, n);
	/* Without memory getline() fails, but the stream does not. */
	if (ferror(f) || errno == ENOMEM)
		complain_of_file(r, file);
}

/* NULL: the vectors that are built in. */
static void run_file(struct vector_run *r, const char *file)
{
	const char *name = file ? file : "built-in vectors";
	FILE *f;

	if (!file)
		f = fmemopen((void *)builtin_vectors, builtin_vectors_end - builtin_vectors, "r");
	else
		f = strcmp(file, "-") ? fopen(file, "re") : stdin;
	if (!f) {
		complain_of_file(r, name);
		return;
	}
	run_stream(r, name, f);
	if (f != stdin)
		fclose(f);
}

static void contestant_close(struct contestant *contestant)
{
	for (unsigned int i = 0; i < CONTESTANT_STREAMS; i++)
		utf8check_stream_close(contestant->streams[i]);
	utf8check_close(contestant->engine);
}

static int open_contestants(struct test *t)
{
	const bool both = cli_engine_choice == CLI_ENGINE_BOTH;
	int status = cli_open(both ? UTF8CHECK_ENGINE_LIBRARY : cli_engine_choice,
			      &t->contestants[0].engine);

	if (!status && both)
		status = cli_open(UTF8CHECK_ENGINE_DEVICE, &t->contestants[1].engine);
	t->count = both ? 2 : 1;
	return status;
}

/* @files may be none: then the vectors that are built in. */
static void run_files(struct vector_run *r, char **files)
{
	do
		run_file(r, *files);
	while (*files && *++files);
	print_counts(r);
	if (!r->rows && r->status == CLI_WELL && !cli_output_failed()) {
		cli_complain("no vector there");
		worsen(r, CLI_TROUBLE);
	}
}

int conformance_run_files(bool few, enum conformance_style style, char **files)
{
	static struct vector_run run;
	struct test *t = &run.test;

	run.style = style;
	t->few = few;
	run.status = open_contestants(t);
	if (!run.status)
		run_files(&run, files);
	for (unsigned int i = 0; i < t->count; i++)
		contestant_close(&t->contestants[i]);
	return run.status;
}
