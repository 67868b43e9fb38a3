// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guard of the first ABI on the module of today.  This file, the guard's program and
 * its loader are compiled with a header in which struct utf8check_policy ends with what it
 * had then.
 *
 *   old_guard FOLDER
 *
 * Status 0: of the names that were tried in FOLDER the guard refused the bad ones.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bpf/loader.h"

static_assert(sizeof(struct utf8check_policy) == UTF8CHECK_POLICY_SIZE_VER0, "not the first ABI");

static const struct {
	const char *name;
	int answer;
} names[] = {
	{ "good", 0 }, { "na\xc3\xafve", 0 }, { "bad\xff", EILSEQ }, { "a\xc0\xaf", EILSEQ },
	{ "~first", EPERM }, { "last~", 0 }, { "inside~it", 0 }, { "last\xf0\x9f\x98\x80.", EPERM },
};

int main(int argc, char **argv)
{
	struct loader_plan plan = {
		.settings = { .magic = GUARD_MAGIC, .limit = 1 },
		.rules = { .count = 1, .rules[0].flags = GUARD_ENFORCE },
		.cgroups = { -1 },
	};
	struct utf8check_policy *policy = &plan.rules.rules[0].name;
	unsigned int i, wrong = 0, refused = 0;
	struct loader l;
	int err;

	policy->refuse = UTF8CHECK_BIT(UTF8CHECK_CLASS_ILL_FORMED) |
			 UTF8CHECK_BIT(UTF8CHECK_CLASS_HIDDEN_SEPARATOR) |
			 UTF8CHECK_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	policy->first['~' >> 3] |= 1 << ('~' & 7);
	policy->last['.' >> 3] |= 1 << ('.' & 7);
	err = argc == 2 && !chdir(argv[1]) ? loader_prepare() : -EINVAL;
	if (!err)
		err = loader_start(&l, &plan, true);
	if (err) {
		fprintf(stderr, "old_guard: %s\n", strerror(-err));
		return 2;
	}
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		err = mkdir(names[i].name, 0700) ? errno : rmdir(names[i].name);
		wrong += err != names[i].answer;
		refused += names[i].answer != 0;
		printf("%s: %s\n", names[i].name, strerror(err));
	}
	wrong += l.settings->found != refused;
	loader_stop(&l);
	return wrong != 0;
}
