/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The guard, as a user sees it: what it needs, its rules, and what it finds.  Read rule.c, scope.c,
 * config.c, watch.c; the kernel's side is bpf/.
 */
#ifndef GUARD_GUARD_H
#define GUARD_GUARD_H

#include <stdbool.h>
#include <stdio.h>
#include "bpf/loader.h"

/* --- what it needs of the system: prerequisites.c */

/* Can a guard be started here?  If not, a message says why. */
bool prerequisites_check(void);

/* Is this process root?  If not, a message says so. */
bool prerequisites_is_root(void);

/*
 * --- where a rule holds, and how it answers, as a user writes it: values of options, and of
 *     the configuration file: scope.c
 *
 * Each scope_take_*() is an option's take(): false after a message.
 */

/* A path: the device of its filesystem into the __u32 at @to. */
bool scope_take_mount(void *to, const char *path);

/* A folder of cgroup2, opened: the descriptor into the int at @to. */
bool scope_take_cgroup(void *to, const char *path);

/* A user, by name or number, into the __u32 at @to. */
bool scope_take_uid(void *to, const char *word);

/* Events of a user that are reported each second, unless something else is asked for. */
#define SCOPE_RATE 1000

/* Events a second, into the __u32 at @to. */
bool scope_take_rate(void *to, const char *word);

/* The name of an error: the negative errno into the __s32 at @to. */
bool scope_take_errno(void *to, const char *word);

/*
 * Does the path lead to a filesystem that is mounted?  No, where the path is not
 * there, or /etc/fstab has a filesystem for it that is not mounted yet, or autofs
 * mounts one when it is used.
 */
bool scope_is_mounted(const char *path);

/* --- a rule: its policy; rules and guards printed: rule.c */

/* ASCII letters and digits, and . _ -: portable in names, and a rule's own name has no others. */
#define GUARD_PORTABLE "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* The policy that its options make becomes that of the rule. */
void guard_rule_take_policy(struct guard_rule *rule);

/* Set the flags of the set, after those of its rules. */
void guard_rules_complete(struct guard_rules *rules);

/*
 * "MAJOR:MINOR", until the next call; the kernel has the major number above the 20 bits of the
 * minor number.
 */
const char *guard_device(__u32 device);

/* A line for each rule. */
void guard_rules_print(const struct guard_rules *rules);

/*
 * Print "refusing, policy safe", the one rule's, or of which file the rules are.  @rules: NULL
 * where they cannot be read.
 */
void guard_print_action(FILE *to, const struct guard_settings *s, const struct guard_rules *rules);

/* A line of 'guard status', and the rules. */
void guard_print(const struct loader_guard *g);

/* --- the configuration file, which has several rules: config.c */

#define GUARD_CONFIG "/etc/utf8check/guard.conf"

/**
 * guard_config_read() - make the rules that a file says
 * @path: the file
 * @plan: its rules, the folders of their cgroups and the limit are set; its settings say what
 *	rules without an action do
 *
 * Messages say what is wrong, and in which line, and which rules must wait for their
 * filesystem or cgroup.
 *
 * Return: CLI_WELL; CLI_INVALID: an error is in the file; CLI_TROUBLE: it cannot be
 * read.  Only after CLI_WELL the plan has open folders.
 */
int guard_config_read(const char *path, struct loader_plan *plan);

/* Close the folders of the cgroups. */
void guard_config_close(struct loader_plan *plan);

/* --- what a guard finds, printed until a signal ends the command: watch.c */

/**
 * struct watch - a guard whose events are printed
 *
 * @json: print JSON.
 * @l: the guard.
 * @draining: the guard has ended, and the events that are left are printed.
 * @stuck: the command ends, and its output is not read: print no more.
 */
struct watch {
	bool json;
	struct loader l;
	bool draining;
	bool stuck;
};

/* Why watch() has ended: SIGINT or SIGTERM; SIGHUP; the guard is not there any more. */
enum watch_end { WATCH_SIGNAL, WATCH_HANGUP, WATCH_GONE };

/*
 * From now on SIGINT and SIGTERM end the watch, whatever call waits; with @hangup SIGHUP does,
 * and not the process.
 */
void watch_begin(bool hangup);

/* Notify the service manager, where there is one, that the guard works. */
void notify_ready(void);

/* Print what the guard finds. */
enum watch_end watch(struct watch *w);

/* Print what came before the end of the guard. */
void watch_drain(struct watch *w);

#endif /* GUARD_GUARD_H */
