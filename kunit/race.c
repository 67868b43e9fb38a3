// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_race.ko: the in-kernel API on bytes that change while they are read.
 *
 * When the module is loaded, one processor rewrites a text (scribble.h), and another makes
 * every call with the text (race_calls.c), for a number of milliseconds each.  Whatever bytes
 * were read, a call ends, its answer makes sense, and nothing outside of the text and of the
 * room for output is touched: KASAN has red zones around memory from kmalloc(), and memory
 * from vmalloc() has no page before or after it.  The implementation is the one that
 * utf8check.ko uses.
 *
 * A line of the log for each call says "ok" or "not ok", the name of the call and
 * how often it was made.  Before that the console has the name, which is its last line
 * where the kernel dies in the call, or the call does not end.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "../module/compat.h"
#include "race.h"

static unsigned int ms = 500;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "milliseconds for each call");

static unsigned long long seed = U8C_SEED;
module_param(seed, ullong, 0444);
MODULE_PARM_DESC(seed, "of all chances");

static char *only = "";
module_param(only, charp, 0444);
MODULE_PARM_DESC(only, "make the call of that name, no other");

/**
 * struct text - bytes with nothing right before or after them
 *
 * @p: the bytes.
 * @n: how many.
 * @free: gives them back.
 */
struct text {
	u8 *p;
	size_t n;
	void (*free)(const void *p);
};

/* Texts of whole pages are from vmalloc(). */
static const size_t sizes[] = {
	12, 60, 251, 516, 1000, 4093, 4096, 4800, 9 * 1024, 65536,
};

static struct text texts[ARRAY_SIZE(sizes)];
/* The text that is rewritten now. */
static struct text *current_text = texts;

static struct u8c_race race;

static int take_texts(void)
{
	struct u8c_chance c = { .state = seed };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct text *t = &texts[i];
		bool pages = sizes[i] % PAGE_SIZE == 0;

		t->n = sizes[i];
		t->free = pages ? vfree : kfree;
		t->p = pages ? vmalloc(t->n) : kmalloc(t->n, GFP_KERNEL);
		if (!t->p)
			return -ENOMEM;
		u8c_scribble_fill(&c, t->p, t->n);
	}
	for (i = 0; i < ARRAY_SIZE(race.rooms); i++) {
		race.rooms[i] = kmalloc(1u << i, GFP_KERNEL);
		if (!race.rooms[i])
			return -ENOMEM;
	}
	return 0;
}

static void give_back(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (texts[i].p)
			texts[i].free(texts[i].p);
	for (i = 0; i < ARRAY_SIZE(race.rooms); i++)
		kfree(race.rooms[i]);
}

static int rewrite(void *unused)
{
	struct u8c_chance c = { .state = ~seed };
	struct text *t;

	while (!kthread_should_stop()) {
		t = READ_ONCE(current_text);
		u8c_scribble(&c, t->p, t->n);
		cond_resched();
	}
	return 0;
}

/* A random part of a text, up to its end; short texts more often than long ones. */
static void choose_text(void)
{
	unsigned int which = u8c_chance_below(&race.chance, ARRAY_SIZE(texts));
	struct text *t;
	size_t skip = 0;

	which = u8c_chance_below(&race.chance, which + 1);
	t = &texts[which];
	if (u8c_chance_below(&race.chance, 4) == 0)
		skip = u8c_chance_below(&race.chance, t->n);
	race.p = t->p + skip;
	race.n = t->n - skip;
	WRITE_ONCE(current_text, t);
}

static bool make_calls(const struct u8c_race_call *call)
{
	unsigned long end = jiffies + msecs_to_jiffies(ms);
	unsigned int rounds = 0;
	bool good = true;

	/* This may be the last line on the console. */
	pr_alert("%s (seed=%llu)\n", call->name, seed);
	do {
		choose_text();
		good = call->ask(&race);
		rounds++;
		cond_resched();
	} while (good && time_before(jiffies, end) && !fatal_signal_pending(current));
	pr_notice("%s - %s: %u rounds%s\n", good ? "ok" : "not ok", call->name,
		  rounds, good ? "" : ", the last answer makes no sense");
	return good;
}

static int run_all(void)
{
	unsigned int bad = 0, i;

	for (i = 0; i < u8c_race_calls_count; i++)
		if (!*only || !strcmp(only, u8c_race_calls[i].name))
			bad += !make_calls(&u8c_race_calls[i]);
	return bad ? -EIO : 0;
}

/* The caller's thread goes to one processor, the writer to another. */
static struct task_struct *begin_writer(void)
{
	unsigned int here = cpumask_first(cpu_online_mask);
	unsigned int there = cpumask_next(here, cpu_online_mask);
	struct task_struct *writer;

	if (there >= nr_cpu_ids)
		return ERR_PTR(-ENODEV);
	set_cpus_allowed_ptr(current, cpumask_of(here));
	writer = kthread_create(rewrite, NULL, "utf8check_race");
	if (IS_ERR(writer))
		return writer;
	kthread_bind(writer, there);
	wake_up_process(writer);
	return writer;
}

static int __init race_init(void)
{
	struct task_struct *writer;
	int err;

	race.chance.state = seed;
	err = take_texts();
	if (err)
		goto err_texts;
	writer = begin_writer();
	if (IS_ERR(writer)) {
		err = PTR_ERR(writer);
		goto err_texts;
	}
	err = run_all();
	kthread_stop(writer);
err_texts:
	give_back();
	return err;
}

static void __exit race_exit(void)
{
}

module_init(race_init);
module_exit(race_exit);

U8C_IMPORT_NS(UTF8CHECK);
MODULE_DESCRIPTION("utf8check on bytes that change while they are read");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
