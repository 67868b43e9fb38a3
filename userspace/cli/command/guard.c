// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check guard: no new name that the policy refuses, on any filesystem.
 *
 * A BPF program in the kernel (bpf/guard.bpf.c) does the work, until this
 * process ends, or until the guard is disabled.  This file takes the command
 * line.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/say/message.h"
#include "command/commands.h"
#include "base/option/options.h"
#include "feature/guard/guard.h"

/* --- what kept a guard from being started, read, changed or ended ------------------------- */

#define PINS "/sys/fs/bpf/utf8check"

/* What the command asks of the loader, a bit each. */
enum asked { START = 1, WATCH = 2, RELOAD = 4, DISABLE = 8 };

/* The first row that fits what was asked and the error; 0, in the last row of a bit, fits any. */
static const struct {
	int err;
	unsigned int asked;
	const char *text;
} troubles[] = {
	{ -EOPNOTSUPP, START | WATCH, "this utf8check was built without libbpf, bpftool or clang, and has no guard" },
	{ -ELIBACC, START | WATCH, "the guard needs libbpf.so.1, which is not installed: it is in Debian's package libbpf1" },
	{ -EPERM, START | WATCH, "the kernel refuses the program: only root may load it (CAP_BPF, CAP_PERFMON, CAP_SYS_ADMIN), and lockdown must be off; --verbose says more" },
	{ -EBUSY, WATCH, "another process already prints what the enabled guard finds" },
	{ -EPROTO, WATCH | RELOAD, "the guard was enabled by another version of this command: enable the guard again" },
	{ -ENOENT, RELOAD, "no guard is enabled" },
	{ -ESTALE, ~0u, "a guard is enabled, but its files are not in " PINS ": whoever may write in /sys/fs/bpf has moved them, or another /sys is mounted over them; 'guard status' says more" },
	{ 0, START | WATCH, "the program does not fit this kernel; --verbose says more" },
	{ 0, RELOAD, "the rules" },
	{ 0, DISABLE, PINS },
};

/* Says why what was asked cannot be done.  Return: CLI_TROUBLE. */
static int guard_trouble(int err, enum asked asked)
{
	size_t i = 0;

	while (!(troubles[i].asked & asked) || (troubles[i].err && troubles[i].err != err))
		i++;
	if (err == -EUCLEAN)
		cli_complain("%s is not of this command, and is left as it is", loader_stranger());
	else
		cli_complain_why(troubles[i].err ? NULL : cli_strerror(err), "%s", troubles[i].text);
	return CLI_TROUBLE;
}

/**
 * struct guard - what the command works with
 *
 * @watch: prints what the guard finds.
 * @verbose: libbpf may print its messages.
 * @chosen: --enforce or --audit is given.
 * @scoped: an option besides these says where, what or how.
 * @config: the configuration file, or NULL.
 * @plan: what is refused, where and how, as the loader takes it.
 */
struct guard {
	struct watch watch;
	bool verbose;
	bool chosen;
	bool scoped;
	const char *config;
	struct loader_plan plan;
};

static void announce(const struct guard_settings *s, const char *more)
{
	struct guard_rules rules = { };
	int err = loader_rules(s, &rules);

	fputs("utf8check: guard: ", stderr);
	guard_print_action(stderr, s, err ? NULL : &rules);
	fprintf(stderr, "%s\n", more);
}

static void say_end(const char *what, const struct guard_settings *s)
{
	fprintf(stderr, "utf8check: guard: %s; %llu names, %llu of them not reported\n",
		what, (unsigned long long)s->found, (unsigned long long)s->dropped);
}

static void begin_watch(struct guard *g, const char *more)
{
	const struct guard_settings *s = g->watch.l.settings;

	watch_begin(!s->pinned && *s->config);
	announce(s, more);
	notify_ready();
}

/* --- rules from a file ------------------------------------------------------ */

/* Keep the absolute path of the file, for the next reload. */
static bool find_config(struct guard *g)
{
	AUTO_FREE char *path = realpath(g->config, NULL);

	if (!path || strlen(path) >= sizeof(g->plan.settings.config))
		return cli_complain_errno(path ? -ENAMETOOLONG : -errno, "%s", g->config);
	strcpy(g->plan.settings.config, path);
	return true;
}

static bool read_config(struct guard *g)
{
	if (g->scoped || policy_is_given)
		return cli_complain("with --config, the file says what is refused, where and how: of the other options only --enforce, --audit, --json and --verbose are left");
	return find_config(g) &&
	       guard_config_read(g->plan.settings.config, &g->plan) == CLI_WELL;
}

/* Rules that cannot be read or loaded change nothing.  Return: an exit code. */
static int renew_rules(struct loader *l, struct loader_plan *plan)
{
	int err;

	plan->settings.enforce = l->settings->enforce;
	if (guard_config_read(l->settings->config, plan) != CLI_WELL)
		return cli_give_up("the rules are those before");
	err = loader_change(l, plan);
	if (!err)
		fprintf(stderr, "utf8check: guard: reloaded, %u rules\n", plan->rules.count);
	guard_config_close(plan);
	return err ? guard_trouble(err, RELOAD) : CLI_WELL;
}

/* Run a guard that lives as long as this process. */
static int run_own(struct guard *g)
{
	struct watch *w = &g->watch;
	int err = loader_start(&w->l, &g->plan, g->verbose);

	guard_config_close(&g->plan);
	if (err)
		return guard_trouble(err, START);
	begin_watch(g, "");
	while (watch(w) == WATCH_HANGUP)
		renew_rules(&w->l, &g->plan);
	loader_detach(&w->l);
	watch_drain(w);
	say_end("ended", w->l.settings);
	loader_stop(&w->l);
	return CLI_WELL;
}

/*
 * Print what the enabled guard finds.  When another guard is enabled in its place,
 * continue with that one.  Events after the end are left to the next reader.
 */
static int run_enabled(struct guard *g)
{
	struct watch *w = &g->watch;
	int err;

	do {
		begin_watch(g, ", as it was enabled");
		if (watch(w) == WATCH_SIGNAL) {
			say_end("no longer printed, but still enabled", w->l.settings);
			loader_stop(&w->l);
			return CLI_WELL;
		}
		watch_drain(w);
		loader_stop(&w->l);
		err = loader_open(&w->l, false);
	} while (!err);
	/* A signal has ended the wait for a command that changes the guard. */
	if (err == -EINTR)
		return CLI_WELL;
	if (err != -ENOENT)
		return guard_trouble(err, WATCH);
	fprintf(stderr, "utf8check: guard: disabled\n");
	return CLI_WELL;
}

static int guard_watch(struct guard *g)
{
	int err;

	if (!prerequisites_check())
		return CLI_TROUBLE;
	if (g->config && !read_config(g))
		return CLI_TROUBLE;
	if (g->config || g->chosen || g->scoped || policy_is_given)
		return run_own(g);
	err = loader_open(&g->watch.l, false);
	if (!err)
		return run_enabled(g);
	return err == -ENOENT ? run_own(g) : guard_trouble(err, WATCH);
}

static void say_what_takes_long(union sigval none)
{
	(void)none;
	fputs("utf8check: guard: the kernel's verifier proves the program, which may take a minute\n",
	      stderr);
}

/* In two seconds, unless this process has ended: who sits before a terminal is told. */
static void tell_who_waits(void)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD, .sigev_notify_function = say_what_takes_long,
	};
	const struct itimerspec soon = { .it_value.tv_sec = 2 };
	timer_t timer;

	if (isatty(STDERR_FILENO) && !timer_create(CLOCK_MONOTONIC, &event, &timer))
		timer_settime(timer, 0, &soon, NULL);
}

static int enable(struct guard *g)
{
	int err;

	if (!prerequisites_check())
		return CLI_TROUBLE;
	if (!g->config && !g->scoped && !policy_is_given &&
	    !access(GUARD_CONFIG, F_OK))
		g->config = GUARD_CONFIG;
	if (g->config && !read_config(g))
		return CLI_TROUBLE;
	tell_who_waits();
	err = loader_enable(&g->plan, g->verbose);
	return err ? guard_trouble(err, START) : CLI_WELL;
}

static int reload(struct guard *g)
{
	int status = CLI_INVALID, err;
	struct loader l;

	if (!prerequisites_is_root())
		return CLI_TROUBLE;
	err = loader_open(&l, true);
	if (err)
		return guard_trouble(err, RELOAD);
	/* The unit also reloads a guard that options enabled: that is not an error. */
	if (*l.settings->config)
		status = renew_rules(&l, &g->plan);
	else
		cli_complain("the guard was enabled without a configuration file, and has no rules to reload");
	loader_stop(&l);
	return status;
}

/* Needs no guard and no privilege.  @path: the file that is named, or NULL. */
static int check_guard_config(struct guard *g, const char *path)
{
	int status;

	if (path && g->config)
		return cli_misused("there is one file to check: '%s' or '%s'", path,
				   g->config);
	if (!path)
		path = g->config;
	if (!path && access(GUARD_CONFIG, F_OK))
		return cli_give_up("%s: %s; utf8check-guard.conf(5) has examples", GUARD_CONFIG,
				   cli_strerror(-errno));
	if (!path)
		path = GUARD_CONFIG;
	status = guard_config_read(path, &g->plan);
	if (status == CLI_WELL)
		guard_rules_print(&g->plan.rules);
	guard_config_close(&g->plan);
	return status;
}

static int disable(struct guard *g)
{
	int err;

	if (!prerequisites_is_root())
		return CLI_TROUBLE;
	err = loader_disable();
	if (err == -ENOENT) {
		fprintf(stderr, "utf8check: guard: none was enabled\n");
		return CLI_WELL;
	}
	return err ? guard_trouble(err, DISABLE) : CLI_WELL;
}

/* Make the one rule from all options. */
static void make_plan(struct loader_plan *plan)
{
	struct guard_rule *rule = plan->rules.rules;

	plan->settings.pid = getpid();
	if (plan->settings.enforce)
		rule->flags |= GUARD_ENFORCE;
	guard_rule_take_policy(rule);
	plan->rules.count = 1;
	guard_rules_complete(&plan->rules);
}

static struct guard guard = {
	.plan.settings = { .magic = GUARD_MAGIC, .limit = SCOPE_RATE },
	.plan.cgroups = { -1 },
};

static int print_guard_status(struct guard *g)
{
	struct loader_guard guards[GUARDS_LISTED];
	int n = loader_list(guards, GUARDS_LISTED), i;

	if (n == -EPERM)
		return cli_give_up("only root may ask the kernel");
	if (n < 0)
		return cli_trouble(n, "the kernel's programs");
	if (!n)
		puts("no guard");
	for (i = 0; i < n && i < GUARDS_LISTED; i++)
		guard_print(&guards[i]);
	if (n > GUARDS_LISTED)
		puts("and more");
	return n ? CLI_WELL : CLI_INVALID;
}

/* Which options an action takes; --verbose is for all. */
enum takes { NONE, CONFIG_AND_ACTION, ALL };

static const struct {
	const char *word;
	enum takes takes;
	int (*run)(struct guard *g);
} actions[] = {
	{ "run", ALL, guard_watch },
	{ "enable", ALL, enable },
	{ "reload", NONE, reload },
	{ "disable", NONE, disable },
	{ "status", NONE, print_guard_status },
	/* guard_run() does this: it needs no loader. */
	{ "check", CONFIG_AND_ACTION, NULL },
};

static bool takes_options(const struct guard *g, const char *word,
			  enum takes takes)
{
	bool more = g->scoped || policy_is_given || g->watch.json;

	if (takes == CONFIG_AND_ACTION && more)
		return cli_complain("of the options, '%s' takes only --config, --enforce, --audit and --verbose",
				    word);
	if (takes == NONE && (more || g->chosen || g->config))
		return cli_complain("of the options, '%s' takes only --verbose", word);
	return true;
}

static const char *guard_action_name(unsigned int i)
{
	return i < ARRAY_SIZE(actions) ? actions[i].word : NULL;
}

static int guard_run(int count, char **words)
{
	int i = -1, err;

	make_plan(&guard.plan);
	if (count == 1 || (count == 2 && !strcmp(*words, "check")))
		i = cli_choose("action", *words, guard_action_name);
	else
		cli_complain("say 'run', 'enable', 'reload', 'disable', 'status' or 'check [FILE]'");
	if (i < 0 || !takes_options(&guard, *words, actions[i].takes))
		return cli_try_help();
	if (!actions[i].run)
		return check_guard_config(&guard, count == 2 ? words[1] : NULL);
	err = loader_prepare();
	return err ? guard_trouble(err, START) : actions[i].run(&guard);
}

static const struct cli_option options[] = {
	{ "enforce", .flag = &guard.chosen, .choice = &guard.plan.settings.enforce, .number = true,
	  .doc =
"refuse\n"
"With a configuration file, by those rules that do not say what they do." },
	{ "audit", .flag = &guard.chosen, .choice = &guard.plan.settings.enforce, .number = false,
	  .doc = "refuse nothing, only report what would be refused (default)" },
	{ "config", .argument = "PATH", .word = &guard.config,
	  .doc =
"by the rules of this file; --enforce is for rules without an action.  enable takes the file "
GUARD_CONFIG " where it is there and no other option says what is refused, where or how\n"
"See utf8check-guard.conf(5).  Of the other options only --enforce, --audit, --json and "
"--verbose may be given." },
	{ "targets", .flag = &guard.scoped,
	  .bits = &guard.plan.rules.rules[0].flags, .bit = GUARD_TARGETS,
	  .doc = "judge also what a new symbolic link points to, as a path" },
	{ "mount", .argument = "PATH", .flag = &guard.scoped,
	  .bits = &guard.plan.rules.rules[0].flags, .bit = GUARD_BY_DEVICE,
	  .take = scope_take_mount,
	  .to = &guard.plan.rules.rules[0].device,
	  .doc =
"only on the filesystem that PATH is on\n"
"It does not matter where that is mounted." },
	{ "cgroup", .argument = "PATH", .flag = &guard.scoped,
	  .bits = &guard.plan.rules.rules[0].flags, .bit = GUARD_BY_CGROUP,
	  .take = scope_take_cgroup, .to = &guard.plan.cgroups[0],
	  .doc = "only processes in this folder of cgroup2, and below" },
	{ "uid", .argument = "USER", .flag = &guard.scoped,
	  .bits = &guard.plan.rules.rules[0].flags, .bit = GUARD_BY_UID,
	  .take = scope_take_uid, .to = &guard.plan.rules.rules[0].uid,
	  .doc =
"only what this user does, also by NFS: a number, or a name\n"
"That is also what a server does with the user's rights, as the NFS server does; see "
"utf8check-guard.conf(5).  Where more than one of --mount, --cgroup and --uid is given, all "
"must hold." },
	{ "errno", .argument = "NAME", .flag = &guard.scoped,
	  .take = scope_take_errno, .to = &guard.plan.rules.rules[0].answer,
	  .doc =
"with which error to refuse: EILSEQ, EINVAL, EACCES or EPERM; without this option EILSEQ for "
"what is not UTF-8, else EPERM; EINVAL for the kernel's own threads, as those of its NFS server" },
	{ "rate", .argument = "N", .flag = &guard.scoped,
	  .take = scope_take_rate, .to = &guard.plan.settings.limit,
	  .doc =
"report at most N names of one user a second (1000); of the others report only how many there "
"are\n"
"This holds also for names that nobody reads in time.  All are refused all the same." },
	{ "json", .flag = &guard.watch.json,
	  .doc =
"print one JSON object a line\n"
"See utf8check-guard(7)." },
	{ "verbose", .flag = &guard.verbose,
	  .doc =
"print also what libbpf and the kernel's verifier say\n"
"This goes to standard error." },
	{ }
};

const struct cli_command guard_command = {
	.name = "guard",
	.words = guard_action_name,
	.summary = "refuse new bad names on every filesystem",
	.options = options,
	.shared_options = { policy_options },
	.usage =
"Usage: utf8check guard run|enable [OPTION...]\n"
"       utf8check guard reload|disable|status\n"
"       utf8check guard check [FILE]\n"
"No file, folder, device, socket or link gets a name that the policy refuses: the\n"
"call fails.  Names that exist already can be opened, removed and renamed.  The\n"
"guard needs root, the module, and a kernel with BPF LSM on.\n"
"\n"
"run      guard while the command runs, and print a line for each bad name, or\n"
"         print what the enabled guard finds\n"
"enable   guard until disable, or until the system ends, without a process\n"
"reload   give the enabled guard the rules that are in its file now\n"
"status   say which guards there are\n"
"check    say what is wrong with a configuration file\n"
"\n",
	.notes =
"\n"
"Exit status: 0 done, or well; 1 status found no guard, check an error, or reload\n"
"a guard without a file; 2 trouble.\n",
	.run = guard_run,
};
