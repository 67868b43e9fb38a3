// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_probe.ko: the API in a module that traces the kernel.
 *
 * The calls (race_calls.c) are made at the tracepoint x86_fpu_regs_activated: the kernel has
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
#include "race.h"

/* Many times the length up to which vectors are not used. */
#define TEXT 8192

static u8 text[TEXT], rooms[U8C_RACE_ROOM * 2];
static struct u8c_race race = { .p = text };
static const struct u8c_race_call *chosen = u8c_race_calls;

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

	for (i = 0; i < u8c_race_calls_count; i++) {
		if (!sysfs_streq(name, u8c_race_calls[i].name))
			continue;
		chosen = &u8c_race_calls[i];
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
	race.n = TEXT;
	wrong += !chosen->ask(&race);
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
	for (i = 0; i < ARRAY_SIZE(race.rooms); i++)
		race.rooms[i] = rooms + (1u << i);
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
