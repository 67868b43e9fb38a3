// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Vectors through one engine or both.
 */
#include <errno.h>
#include <inttypes.h>
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
 * @options: what was asked for.
 * @test: the engines.
 * @counts: how many rows passed, failed and were skipped.
 * @rows: all rows.
 * @status: exit code so far.
 */
struct vector_run {
	const struct conformance_options *options;
	struct test test;
	u64 counts[VERDICTS];
	u64 rows;
	int status;
};

/* A text from a file of vectors may hold any bytes. */
static void print_text(const char *text)
{
	escaped_print_part(stdout, (const u8 *)text, strlen(text));
}

static void print_tap(const struct vector_run *r, const char *id)
{
	const struct test *t = &r->test;

	printf("%sok %" PRIu64 " - ", t->verdict == FAILED ? "not " : "", r->rows);
	print_text(id);
	if (t->verdict == SKIPPED) {
		fputs(" # SKIP ", stdout);
		print_text(t->detail);
	}
	putchar('\n');
	if (t->verdict == FAILED) {
		fputs("# ", stdout);
		print_text(t->detail);
		putchar('\n');
	}
}

static void print_test_json(const struct test *t, const char *id)
{
	static const char *const words[] = { "pass", "fail", "skip" };
	struct json j = json_begin(stdout);

	json_put(&j, J_WORD("id", id), J_WORD("result", words[t->verdict]));
	if (t->verdict == FAILED)
		json_put(&j, J_BOOL("disagree", t->disagree));
	if (t->verdict != PASSED)
		json_put(&j, J_WORD("detail", t->detail));
	json_put(&j, J_END);
}

static void print_test(const struct test *t, const char *id)
{
	fputs(t->verdict == FAILED ? "FAIL: " : "skip: ", stdout);
	print_text(id);
	fputs(": ", stdout);
	print_text(t->detail);
	putchar('\n');
}

static void print_vector(const struct vector_run *r, const char *id)
{
	const struct test *t = &r->test;

	if (r->options->style == STYLE_TAP)
		print_tap(r, id);
	else if (r->options->style == STYLE_JSON)
		print_test_json(t, id);
	else if (t->verdict != PASSED)
		print_test(t, id);
}

static void print_counts(const struct vector_run *r)
{
	u64 passed = r->counts[PASSED], failed = r->counts[FAILED];
	u64 skipped = r->counts[SKIPPED];
	struct json j;

	if (r->options->style == STYLE_JSON) {
		j = json_begin(stdout);
		json_put(&j, J_NUMBER("passed", passed), J_NUMBER("failed", failed),
			 J_NUMBER("skipped", skipped), J_END);
		return;
	}
	if (r->options->style == STYLE_TAP)
		printf("1..%" PRIu64 "\n# ", r->rows);
	printf("%" PRIu64 " passed, %" PRIu64 " failed, %" PRIu64 " skipped\n", passed, failed, skipped);
}

static void worsen(struct vector_run *r, int status)
{
	r->status = cli_worse(r->status, status);
}

/*
 * Test all engines with a row, by its kind.  Return: 0; a negative errno when an engine is in
 * trouble.
 */
static int run_test(struct test *t, const struct vector *v)
{
	t->verdict = PASSED;
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
	r->counts[r->test.verdict]++;
	if (r->test.verdict == FAILED)
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
	char *line = NULL;
	size_t size = 0;
	u64 number = 0;
	ssize_t n;

	errno = 0;
	while (!cli_output_failed() && (n = getline(&line, &size, f)) >= 0)
		run_line(r, file, ++number, line, n);
	if (ferror(f)) {
		cli_complain_errno(-errno, "%s", file);
		worsen(r, CLI_TROUBLE);
	}
	free(line);
}

static void run_file(struct vector_run *r, const char *file)
{
	FILE *f = strcmp(file, "-") ? fopen(file, "re") : stdin;

	if (!f) {
		cli_complain_errno(-errno, "%s", file);
		worsen(r, CLI_TROUBLE);
		return;
	}
	run_stream(r, file, f);
	if (f != stdin)
		fclose(f);
}

static void run_builtin(struct vector_run *r)
{
	size_t size = builtin_vectors_end - builtin_vectors;
	FILE *f = fmemopen((void *)builtin_vectors, size, "r");

	if (!f) {
		cli_complain_errno(-errno, "built-in vectors");
		worsen(r, CLI_TROUBLE);
		return;
	}
	run_stream(r, "built-in vectors", f);
	fclose(f);
}

static void contestant_close(struct contestant *contestant)
{
	unsigned int i;

	for (i = 0; i < CONTESTANT_STREAMS; i++)
		utf8check_stream_close(contestant->streams[i]);
	utf8check_close(contestant->engine);
}

static int open_contestants(struct vector_run *r)
{
	struct test *t = &r->test;
	int choice = cli_engine_choice;
	int status;

	t->few = r->options->few;
	t->count = 1;
	if (choice != CLI_ENGINE_BOTH)
		return cli_open(choice, &t->contestants[0].engine);
	status = cli_open(UTF8CHECK_ENGINE_LIBRARY, &t->contestants[0].engine);
	if (status)
		return status;
	status = cli_open(UTF8CHECK_ENGINE_DEVICE, &t->contestants[1].engine);
	if (status)
		contestant_close(&t->contestants[0]);
	else
		t->count = 2;
	return status;
}

int conformance_run_files(const struct conformance_options *options, char **files)
{
	static struct vector_run run;
	struct vector_run *r = &run;
	unsigned int i;

	r->options = options;
	if (open_contestants(r))
		return CLI_TROUBLE;
	if (!*files)
		run_builtin(r);
	for (; *files; files++)
		run_file(r, *files);
	print_counts(r);
	if (!r->rows && r->status == CLI_WELL && !cli_output_failed()) {
		cli_complain("no vector there");
		r->status = CLI_TROUBLE;
	}
	for (i = 0; i < r->test.count; i++)
		contestant_close(&r->test.contestants[i]);
	return r->status;
}
