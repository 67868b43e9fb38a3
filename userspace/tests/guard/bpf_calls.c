// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The module's calls for BPF programs: what each returns.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "bpf_calls.h"
#include "calls.skel.h"

#define BIT(class) (1ull << (class))
#define TEXT(s) s, sizeof(s) - 1

/* Long enough for vector registers. */
#define LONG "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define LONGER LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG

struct trial {
	const char *name;
	enum which which;
	const char *bytes;
	__u32 length;
	__u32 form;
	__u64 refuse;
	int expected;
};

static const struct trial of_ff = { "FF", NAME, TEXT("a\xff"), 0, 0, 0 };

static const struct trial trials[] = {
	{ "nothing", VALIDATE, TEXT(""), 0, 0, 0 },
	{ "ASCII", VALIDATE, TEXT("abc"), 0, 0, 0 },
	{ "two bytes", VALIDATE, TEXT("na\xc3\xafve"), 0, 0, 0 },
	{ "an overlong slash", VALIDATE, TEXT("\xc0\xaf"), 0, 0, -EILSEQ },
	{ "a surrogate", VALIDATE, TEXT("\xed\xa0\x80"), 0, 0, -EILSEQ },
	{ "unfinished", VALIDATE, TEXT("a\xe2\x82"), 0, 0, -EILSEQ },
	{ "long", VALIDATE, TEXT(LONGER "\xe2\x82\xac"), 0, 0, 0 },
	{ "long and bad", VALIDATE, TEXT(LONGER "\xe2\x82"), 0, 0, -EILSEQ },
	{ "a plain name", NAME, TEXT("plain name.txt"), 0, 0, 0 },
	{ "a name", NAME, TEXT("na\xc3\xafve"), 0, 0, 0 },
	{ "a name with FF", NAME, TEXT("a\xff"), 0, 0, UTF8CHECK_CLASS_ILL_FORMED },
	{ "a name with a hidden slash", NAME, TEXT("a\xc0\xaf"), 0, 0,
	  UTF8CHECK_CLASS_HIDDEN_SEPARATOR },
	{ "a name with a slash", NAME, TEXT("a/b"), 0, 0,
	  UTF8CHECK_CLASS_SEPARATOR },
	{ "two dots", NAME, TEXT(".."), 0, 0, UTF8CHECK_CLASS_DOTDOT },
	{ "an empty name", NAME, TEXT(""), 0, 0, UTF8CHECK_CLASS_EMPTY },
	{ "only what is refused", NAME, TEXT("a\xff\n"), 0,
	  BIT(UTF8CHECK_CLASS_CONTROL), UTF8CHECK_CLASS_CONTROL },
	{ "what is not refused", NAME, TEXT("a\xff"), 0,
	  BIT(UTF8CHECK_CLASS_CONTROL), 0 },
	{ "the first of two", NAME, TEXT("\xff\n"), 0,
	  BIT(UTF8CHECK_CLASS_CONTROL) | BIT(UTF8CHECK_CLASS_ILL_FORMED),
	  UTF8CHECK_CLASS_ILL_FORMED },
	{ "no such class", NAME, TEXT("a"), 0, 1ull << 63, -EINVAL },
	{ "a path", PATH, TEXT("/a/../b"), 0, 0, 0 },
	{ "a path that hides a slash", PATH, TEXT("..\xc0\xaf"), 0, 0,
	  UTF8CHECK_CLASS_HIDDEN_SEPARATOR },
	{ "a path with two dots", PATH, TEXT("/a/../b"), 0,
	  BIT(UTF8CHECK_CLASS_DOTDOT), UTF8CHECK_CLASS_DOTDOT },
	{ "composed", IS_NORMALIZED, TEXT("\xc3\xa9"), UTF8CHECK_FORM_NFC, 0, 1 },
	{ "decomposed", IS_NORMALIZED, TEXT("e\xcc\x81"), UTF8CHECK_FORM_NFC, 0,
	  0 },
	{ "decomposed as asked", IS_NORMALIZED, TEXT("e\xcc\x81"),
	  UTF8CHECK_FORM_NFD, 0, 1 },
	{ "ill-formed", IS_NORMALIZED, TEXT("e\xcc"), UTF8CHECK_FORM_NFC, 0,
	  -EILSEQ },
	{ "no form", IS_NORMALIZED, TEXT("e"), UTF8CHECK_FORM_NONE, 0,
	  -EINVAL },
	{ "too long", TOO_LONG_TEXT, TEXT(""), 0, 0, -E2BIG },
	{ "too long for a form", TOO_LONG_FORM, TEXT(""), UTF8CHECK_FORM_NFC, 0, -E2BIG },
	{ "no such form", IS_NORMALIZED, TEXT("e"), 99, 0, -EINVAL },
};

/**
 * A program that was compiled with another struct utf8check_policy.
 *
 * @name: which.
 * @size: its size there.
 * @dirty: a byte of it, or behind it, that is not 0; 0 for none.
 * @expected: what the call returns for a name with FF.
 */
static const struct older_or_newer {
	const char *name;
	__u32 size;
	__u32 dirty;
	int expected;
} others[] = {
	{ "a policy of the first version", UTF8CHECK_POLICY_SIZE_VER0, UTF8CHECK_POLICY_SIZE_VER0,
	  UTF8CHECK_CLASS_ILL_FORMED },
	{ "a policy that is too short", UTF8CHECK_POLICY_SIZE_VER0 - 1, 0, -EINVAL },
	{ "no policy", 0, 0, -EINVAL },
	{ "a policy with a reserved member", sizeof(struct utf8check_policy),
	  sizeof(struct utf8check_policy) - 1, -E2BIG },
	{ "a newer policy", sizeof(struct utf8check_policy) + 8, 0, UTF8CHECK_CLASS_ILL_FORMED },
	{ "a newer policy that uses a member", sizeof(struct utf8check_policy) + 8,
	  sizeof(struct utf8check_policy), -E2BIG },
	{ "the longest policy", UTF8CHECK_SIZE_MAX, 0, UTF8CHECK_CLASS_ILL_FORMED },
	{ "a policy that is too long", UTF8CHECK_SIZE_MAX + 1, 0, -E2BIG },
};

/* The result of the program; 1000 where it could not be run. */
static int run(struct calls_bpf *program, const struct trial *t, __u32 policy_size, __u32 dirty)
{
	LIBBPF_OPTS(bpf_test_run_opts, options);
	struct request *r = &program->bss->request;

	memset(r, 0, sizeof(*r));
	r->which = t->which;
	r->length = t->length;
	r->form = t->form;
	r->policy_size = policy_size;
	r->policy.refuse = t->refuse;
	if (dirty)
		r->room[dirty] = 1;
	r->result = 1000;
	memcpy(r->bytes, t->bytes, t->length);
	bpf_prog_test_run_opts(bpf_program__fd(program->progs.call), &options);
	return r->result;
}

static int judge(const char *name, int got, int expected)
{
	printf("%s - %s: %d", got == expected ? "ok" : "not ok", name, got);
	if (got != expected)
		printf(", expected %d", expected);
	putchar('\n');
	return got != expected;
}

int main(void)
{
	struct calls_bpf *program = calls_bpf__open_and_load();
	const int n = sizeof(trials) / sizeof(*trials), m = sizeof(others) / sizeof(*others);
	const __u32 size = sizeof(struct utf8check_policy);
	int failed = 0, i;

	if (!program) {
		perror("bpf_calls");
		return 2;
	}
	for (i = 0; i < n; i++)
		failed += judge(trials[i].name, run(program, &trials[i], size, 0),
				trials[i].expected);
	for (i = 0; i < m; i++)
		failed += judge(others[i].name, run(program, &of_ff, others[i].size,
						    others[i].dirty), others[i].expected);
	calls_bpf__destroy(program);
	printf("%d passed, %d failed, 0 skipped\n", n + m - failed, failed);
	return !!failed;
}
