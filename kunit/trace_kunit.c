// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tracepoints of the in-kernel API, seen by probes of our own.
 */
#include <linux/completion.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/tracepoint.h>
#include <linux/utf8check.h>

#include "support.h"

#ifdef CONFIG_TRACEPOINTS

#define BY_API 2

/* What the probes saw since the test began. */
static struct {
	unsigned int errors;
	unsigned int names;
	unsigned int by;
	struct utf8check_config config;
	struct utf8check_error error;
	bool path;
	size_t n;
	u64 classes;
	u32 class;
	s64 offset;
} seen;

static void error_probe(void *data, unsigned int by,
			const struct utf8check_config *config,
			const struct utf8check_error *e)
{
	seen.errors++;
	seen.by = by;
	seen.config = *config;
	seen.error = *e;
}

static void name_probe(void *data, unsigned int by, bool path, const u8 *p,
		       size_t n, u64 classes, u32 class, s64 offset)
{
	seen.names++;
	seen.by = by;
	seen.path = path;
	seen.n = n;
	seen.classes = classes;
	seen.class = class;
	seen.offset = offset;
}

static struct tracepoint *error_point, *name_point;

static int look(struct notifier_block *nb, unsigned long action, void *data)
{
	const struct tp_module *tp = data;
	unsigned int i;

	if (action != MODULE_STATE_COMING || strcmp(tp->mod->name, "utf8check"))
		return 0;
	for (i = 0; i < tp->mod->num_tracepoints; i++) {
		struct tracepoint *point =
			tracepoint_ptr_deref(&tp->mod->tracepoints_ptrs[i]);

		if (!strcmp(point->name, "utf8check_error"))
			error_point = point;
		if (!strcmp(point->name, "utf8check_name"))
			name_point = point;
	}
	return 0;
}

/* Registering the notifier reports the tracepoints of modules that are already loaded. */
static int trace_init(struct kunit_suite *suite)
{
	struct notifier_block looker = { .notifier_call = look };
	int err = register_tracepoint_module_notifier(&looker);

	return err ?: unregister_tracepoint_module_notifier(&looker);
}

static int trace_begin(struct kunit *test)
{
	int err;

	memset(&seen, 0, sizeof(seen));
	KUNIT_ASSERT_NOT_NULL(test, error_point);
	KUNIT_ASSERT_NOT_NULL(test, name_point);
	err = tracepoint_probe_register(error_point, error_probe, NULL);
	return err ?: tracepoint_probe_register(name_point, name_probe, NULL);
}

static void trace_end(struct kunit *test)
{
	tracepoint_probe_unregister(error_point, error_probe, NULL);
	tracepoint_probe_unregister(name_point, name_probe, NULL);
	tracepoint_synchronize_unregister();
}

static void expect_error(struct kunit *test, unsigned int errors, u8 reason,
			 u64 offset)
{
	KUNIT_EXPECT_EQ(test, seen.errors, errors);
	KUNIT_EXPECT_EQ(test, seen.names, 0);
	KUNIT_EXPECT_EQ(test, seen.by, BY_API);
	KUNIT_EXPECT_EQ(test, seen.error.reason, reason);
	KUNIT_EXPECT_EQ(test, seen.error.offset, offset);
}

static void trace_good(struct kunit *test)
{
	size_t n = 8;
	char to[8];

	utf8check_validate("good", 4, UTF8CHECK_PROFILE_RFC3629, NULL);
	utf8check_verify_name("good", 4, NULL, NULL);
	utf8check_verify_path("/a/b", 4, NULL, NULL);
	utf8check_normalize(UTF8CHECK_FORM_NFC, "good", 4, to, &n, NULL);
	utf8check_is_normalized(UTF8CHECK_FORM_NFC, "e\xcc\x81", 3, NULL, NULL);
	utf8check_validate("a", 1, -1, NULL);
	utf8check_normalize(99, "good", 4, to, &n, NULL);
	KUNIT_EXPECT_EQ(test, seen.errors, 0);
	KUNIT_EXPECT_EQ(test, seen.names, 0);
}

static void trace_validate(struct kunit *test)
{
	utf8check_validate("ab\xed\xa0\x80", 5, UTF8CHECK_PROFILE_RFC2279, NULL);
	expect_error(test, 1, UTF8CHECK_REASON_SURROGATE, 2);
	KUNIT_EXPECT_EQ(test, seen.error.value, 0xd800);
	KUNIT_EXPECT_EQ(test, seen.config.profile, UTF8CHECK_PROFILE_RFC2279);
}

static void trace_stream(struct kunit *test)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .action = UTF8CHECK_ACTION_DROP,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};
	struct utf8check_stream stream;
	size_t n = 6;

	utf8check_stream_init(&stream, &config);
	utf8check_stream_push(&stream, "a\xff\xff" "b\xff\xe2", &n, NULL, NULL);
	expect_error(test, 1, UTF8CHECK_REASON_INVALID_BYTE, 1);
	KUNIT_EXPECT_EQ(test, seen.config.action, UTF8CHECK_ACTION_DROP);
	utf8check_stream_finish(&stream, NULL, NULL);
	expect_error(test, 1, UTF8CHECK_REASON_INVALID_BYTE, 1);
}

static void trace_forms(struct kunit *test)
{
	size_t n = 8;
	char to[8];

	utf8check_normalize(UTF8CHECK_FORM_NFC, "a\xff", 2, to, &n, NULL);
	expect_error(test, 1, UTF8CHECK_REASON_INVALID_BYTE, 1);
	utf8check_is_normalized(UTF8CHECK_FORM_NFC, "abc\xe2", 4, NULL, NULL);
	expect_error(test, 2, UTF8CHECK_REASON_INCOMPLETE, 3);
	utf8check_quick_check(UTF8CHECK_FORM_NFC, "ab\x80", 3, NULL, NULL);
	expect_error(test, 3, UTF8CHECK_REASON_UNEXPECTED_CONTINUATION, 2);
}

static void trace_names(struct kunit *test)
{
	utf8check_verify_name("ab\xff", 3, NULL, NULL);
	KUNIT_EXPECT_EQ(test, seen.names, 1);
	KUNIT_EXPECT_FALSE(test, seen.path);
	KUNIT_EXPECT_EQ(test, seen.classes, U8C_BIT(UTF8CHECK_CLASS_ILL_FORMED));
	utf8check_verify_path("/..\xc0\xaf", 5, NULL, NULL);
	KUNIT_EXPECT_EQ(test, seen.names, 2);
	KUNIT_EXPECT_EQ(test, seen.errors, 0);
	KUNIT_EXPECT_EQ(test, seen.by, BY_API);
	KUNIT_EXPECT_TRUE(test, seen.path);
	KUNIT_EXPECT_EQ(test, seen.n, 5);
	KUNIT_EXPECT_EQ(test, seen.class, UTF8CHECK_CLASS_HIDDEN_SEPARATOR);
	KUNIT_EXPECT_EQ(test, seen.offset, 3);
}

static void judge_bad(void)
{
	utf8check_validate("ab\xff", 3, UTF8CHECK_PROFILE_RFC3629, NULL);
	utf8check_verify_name("ab\xff", 3, NULL, NULL);
}

struct interrupt {
	struct irq_work work;
	struct completion done;
	bool in_hardirq;
};

static void in_interrupt_work(struct irq_work *work)
{
	struct interrupt *i = container_of(work, struct interrupt, work);

	i->in_hardirq = in_hardirq();
	judge_bad();
	complete(&i->done);
}

static void trace_in_interrupt(struct kunit *test)
{
	struct interrupt *i = u8c_room(test, sizeof(*i));

	init_completion(&i->done);
	i->work = IRQ_WORK_INIT_HARD(in_interrupt_work);
	irq_work_queue(&i->work);
	wait_for_completion(&i->done);
	irq_work_sync(&i->work);
	KUNIT_EXPECT_TRUE(test, i->in_hardirq);
	KUNIT_EXPECT_EQ(test, seen.errors, 1);
	KUNIT_EXPECT_EQ(test, seen.names, 1);
}

/* What is judged inside an event is no event; if it were, this would end soon. */
static void judge_inside(void)
{
	if (seen.errors + seen.names < 20)
		judge_bad();
}

static void judging_error_probe(void *data, unsigned int by,
				const struct utf8check_config *config,
				const struct utf8check_error *e)
{
	judge_inside();
}

static void judging_name_probe(void *data, unsigned int by, bool path, const u8 *p,
			       size_t n, u64 classes, u32 class, s64 offset)
{
	judge_inside();
}

static void trace_inside(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, 0, tracepoint_probe_register(error_point,
							   judging_error_probe, NULL));
	KUNIT_ASSERT_EQ(test, 0, tracepoint_probe_register(name_point,
							   judging_name_probe, NULL));
	judge_bad();
	KUNIT_EXPECT_EQ(test, seen.errors, 1);
	KUNIT_EXPECT_EQ(test, seen.names, 1);
	judge_bad();
	KUNIT_EXPECT_EQ(test, seen.errors, 2);
	KUNIT_EXPECT_EQ(test, seen.names, 2);
	tracepoint_probe_unregister(error_point, judging_error_probe, NULL);
	tracepoint_probe_unregister(name_point, judging_name_probe, NULL);
}

/* An interrupt that comes during an event makes its own. */
static void interrupted_probe(void *data, unsigned int by, bool path, const u8 *p,
			      size_t n, u64 classes, u32 class, s64 offset)
{
	struct interrupt *i = data;

	if (in_hardirq())
		return;
	irq_work_queue(&i->work);
	while (!completion_done(&i->done))
		cpu_relax();
}

static void trace_interrupted(struct kunit *test)
{
	struct interrupt *i = u8c_room(test, sizeof(*i));

	init_completion(&i->done);
	i->work = IRQ_WORK_INIT_HARD(in_interrupt_work);
	KUNIT_ASSERT_EQ(test, 0, tracepoint_probe_register(name_point,
							   interrupted_probe, i));
	utf8check_verify_name("ab\xff", 3, NULL, NULL);
	tracepoint_probe_unregister(name_point, interrupted_probe, i);
	irq_work_sync(&i->work);
	KUNIT_EXPECT_TRUE(test, i->in_hardirq);
	KUNIT_EXPECT_EQ(test, seen.errors, 1);
	KUNIT_EXPECT_EQ(test, seen.names, 2);
}

static struct kunit_case trace_cases[] = {
	KUNIT_CASE(trace_good),
	KUNIT_CASE(trace_validate),
	KUNIT_CASE(trace_stream),
	KUNIT_CASE(trace_forms),
	KUNIT_CASE(trace_names),
	KUNIT_CASE(trace_in_interrupt),
	KUNIT_CASE(trace_inside),
	KUNIT_CASE(trace_interrupted),
	{}
};

struct kunit_suite u8c_trace_suite = {
	.name = "utf8check_trace",
	.suite_init = trace_init,
	.init = trace_begin,
	.exit = trace_end,
	.test_cases = trace_cases,
};

#else

static void trace_none(struct kunit *test)
{
	kunit_skip(test, "this kernel has no tracepoints");
}

static struct kunit_case trace_cases[] = {
	KUNIT_CASE(trace_none),
	{}
};

struct kunit_suite u8c_trace_suite = {
	.name = "utf8check_trace",
	.test_cases = trace_cases,
};

#endif
