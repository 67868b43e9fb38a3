// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_probe.ko: the API in a module that traces the kernel.
 *
 * The calls are made at the tracepoint x86_fpu_regs_activated: the kernel has
 * just loaded a task's vector registers and has not yet noted that.  The answer
 * of may_use_simd() there is wrong.  userspace/tests/race/registers.c holds the
 * registers, and its parameters say which call is made in which process.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/utf8check.h>

#include "../module/compat.h"

/* Many times the length up to which vectors are not used. */
#define TEXT 8192

static u8 text[TEXT];
static struct utf8check_stream stream;
static u8 units[2 * TEXT];
static struct utf8check_reader reader;

static bool validate(void)
{
	return utf8check_validate(text, TEXT, UTF8CHECK_PROFILE_RFC3629, NULL) == 0;
}

static bool name(void)
{
	struct utf8check_verdict v;

	return utf8check_verify_name(text, TEXT, NULL, &v) == -EILSEQ &&
	       v.primary == UTF8CHECK_CLASS_TOO_LONG;
}

static bool path(void)
{
	struct utf8check_verdict v;

	return utf8check_verify_path(text, TEXT, NULL, &v) == -EILSEQ &&
	       v.primary == UTF8CHECK_CLASS_TOO_LONG;
}

static bool stream_push(void)
{
	size_t n = TEXT;

	return utf8check_stream_init(&stream, NULL) == 0 &&
	       utf8check_stream_push(&stream, text, &n, NULL, NULL) == 0;
}

static bool convert(void)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .to = UTF8CHECK_ENCODING_UTF16LE,
	};
	size_t n = sizeof(units);

	return utf8check_convert(&config, text, TEXT, units, &n, NULL) == 0;
}

static bool normalize(void)
{
	size_t n;

	return utf8check_normalize(UTF8CHECK_FORM_NFC, text, TEXT, NULL, &n,
				   NULL) == 0 && n == TEXT;
}

static bool is_normalized(void)
{
	return utf8check_is_normalized(UTF8CHECK_FORM_NFC, text, TEXT, NULL,
				       NULL) == 1;
}

static bool quick_check(void)
{
	return utf8check_quick_check(UTF8CHECK_FORM_NFC, text, TEXT, NULL,
				     NULL) == UTF8CHECK_QUICK_YES;
}

static bool compare_form(void)
{
	int order;

	return utf8check_compare_form(UTF8CHECK_FORM_NFC, text, TEXT, text, TEXT,
				      &order) == 0 && order == 0;
}

static bool hash_form(void)
{
	u64 hash;

	return utf8check_hash_form(UTF8CHECK_FORM_NFC, text, TEXT, 1, &hash) == 0;
}

static bool match_form(void)
{
	return utf8check_match_form(UTF8CHECK_FORM_NFC, text, TEXT, text, TEXT) == 1;
}

static bool reader_next(void)
{
	return utf8check_reader_init(&reader, UTF8CHECK_FORM_NFC, text, TEXT, NULL) == 0 &&
	       utf8check_reader_next(&reader, units, TEXT) == TEXT;
}

/**
 * struct call - a call that can be made
 *
 * @name: name of the function.
 * @is_good: makes it; false when the answer is wrong.
 */
struct call {
	const char *name;
	bool (*is_good)(void);
};

static const struct call all_calls[] = {
	{ "utf8check_validate", validate },
	{ "utf8check_verify_name", name },
	{ "utf8check_verify_path", path },
	{ "utf8check_stream_push", stream_push },
	{ "utf8check_convert", convert },
	{ "utf8check_normalize", normalize },
	{ "utf8check_is_normalized", is_normalized },
	{ "utf8check_quick_check", quick_check },
	{ "utf8check_compare_form", compare_form },
	{ "utf8check_match_form", match_form },
	{ "utf8check_hash_form", hash_form },
	{ "utf8check_reader_next", reader_next },
};

static const struct call *chosen = all_calls;

static int task;
module_param(task, int, 0644);
MODULE_PARM_DESC(task, "the process in which calls are made; 0 for none");

static unsigned int calls;
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "made since one was chosen");

static unsigned int wrong;
module_param(wrong, uint, 0444);
MODULE_PARM_DESC(wrong, "of these, the ones with a wrong answer");

static int choose(const char *name, const struct kernel_param *parameter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_calls); i++) {
		if (!sysfs_streq(name, all_calls[i].name))
			continue;
		chosen = &all_calls[i];
		calls = 0;
		wrong = 0;
		return 0;
	}
	return -EINVAL;
}

static const struct kernel_param_ops choose_ops = { .set = choose };
module_param_cb(call, &choose_ops, NULL, 0200);
MODULE_PARM_DESC(call, "the call to make, by its name");

static void activated(void *data, void *fpu)
{
	if (current->tgid != task)
		return;
	wrong += !chosen->is_good();
	calls++;
}

/* The tracepoint is not exported, so it is looked for. */
static struct tracepoint *found;

static void find(struct tracepoint *t, void *data)
{
	if (!strcmp(t->name, "x86_fpu_regs_activated"))
		found = t;
}

static int __init probe_init(void)
{
	static const u8 piece[] = { 0xd0, 0xb6, 0xe2, 0x82, 0xac };
	size_t i;

	for (i = 0; i < TEXT; i++)
		text[i] = i < TEXT - TEXT % 5 ? piece[i % 5] : 'a';
	for_each_kernel_tracepoint(find, NULL);
	if (!found)
		return -ENODEV;
	return tracepoint_probe_register(found, activated, NULL);
}

static void __exit probe_exit(void)
{
	tracepoint_probe_unregister(found, activated, NULL);
	tracepoint_synchronize_unregister();
}

module_init(probe_init);
module_exit(probe_exit);

U8C_IMPORT_NS(UTF8CHECK);
MODULE_DESCRIPTION("Calls of utf8check from the midst of a task's registers");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
