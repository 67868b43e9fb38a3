// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check guard: no new name that the policy refuses, on any filesystem.
 *
 * A BPF program in the kernel (bpf/guard.bpf.c) does the work, until this
 * process ends, or until the guard is disabled.  This file takes the command
 * line.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "bpf/loader.h"
#include "cli.h"
#include "option/name_policy.h"
#include "guard/prerequisites.h"
#include "guard/watch.h"

/* How many events of a second are reported, unless --rate says otherwise. */
#define LIMIT 1000

/**
 * struct guard - what the command works with
 *
 * @watch: prints what the guard finds.
 * @verbose: libbpf may print its messages.
 * @chosen: an option of this command says what is refused, where or how.
 * @enforce: names are refused, and not only reported.
 * @settings: what is refused, where and how, as the program takes it.
 * @cgroup: the open directory of --cgroup, or -1.
 */
struct guard {
	struct watch watch;
	bool verbose;
	bool chosen;
	u8 enforce;
	struct guard_settings settings;
	int cgroup;
};

static int explain(int err)
{
	if (err == -EOPNOTSUPP)
		cli_complain("this utf8check was built without libbpf, bpftool or clang, and has no guard");
	else if (err == -ELIBACC)
		cli_complain("libbpf is not installed here, or another version of it; the guard needs it");
	else if (err == -EPERM)
		cli_complain("the kernel refuses the program: only root may load it (CAP_BPF, CAP_PERFMON, CAP_SYS_ADMIN), and lockdown must be off; --verbose says more");
	else
		cli_complain_errno(err, "the program does not fit this kernel; --verbose says more");
	return CLI_TROUBLE;
}

static void announce(const struct guard_settings *s, const char *more)
{
	fprintf(stderr, "utf8check: guard: %s, policy %.*s%s\n",
		s->flags & GUARD_ENFORCE ? "refusing" : "only noticing",
		(int)sizeof(s->policy), s->policy, more);
}

static void say_end(const char *what, const struct guard_settings *s)
{
	fprintf(stderr, "utf8check: guard: %s; %llu names, %llu of them not reported\n",
		what, (unsigned long long)s->found, (unsigned long long)s->dropped);
}

static void begin_watch(struct guard *g, const char *more)
{
	watch_expect_end();
	announce(loader_settings(g->watch.l), more);
	notify_ready();
}

/* Run a guard that lives as long as this process. */
static int run_own(struct guard *g)
{
	const struct loader_reader reader = { watch_take, &g->watch };
	struct watch *w = &g->watch;
	int err = loader_start(&w->l, &g->settings, g->cgroup, g->verbose,
			       &reader);

	if (err)
		return explain(err);
	begin_watch(g, "");
	watch(w, NULL);
	loader_detach(w->l);
	watch_drain(w);
	say_end("ended", loader_settings(w->l));
	loader_stop(w->l);
	return CLI_WELL;
}

static int explain_enabled(int err)
{
	if (err == -EBUSY)
		cli_complain("another process already prints what the enabled guard finds");
	else if (err == -EPROTO)
		cli_complain("the guard was enabled by another version of this command, and only that version can read its events: enable the guard again");
	else
		return explain(err);
	return CLI_TROUBLE;
}

/*
 * Print what the enabled guard finds.  When another guard is enabled in its
 * place, go on with that one.  Events after the end are left to the next
 * reader.
 */
static int run_enabled(struct guard *g, const struct loader_reader *reader)
{
	struct watch *w = &g->watch;
	int err;

	do {
		begin_watch(g, ", as it was enabled");
		watch(w, loader_is_enabled);
		if (watch_is_ended()) {
			say_end("no longer printed, but still enabled",
				loader_settings(w->l));
			loader_stop(w->l);
			return CLI_WELL;
		}
		watch_drain(w);
		w->draining = false;
		loader_stop(w->l);
		err = loader_open(&w->l, reader);
	} while (!err);
	if (err != -ENOENT)
		return explain_enabled(err);
	fprintf(stderr, "utf8check: guard: disabled\n");
	return CLI_WELL;
}

static int run(struct guard *g)
{
	const struct loader_reader reader = { watch_take, &g->watch };
	int err;

	if (!prerequisites_check())
		return CLI_TROUBLE;
	if (g->chosen || policy_is_given)
		return run_own(g);
	err = loader_open(&g->watch.l, &reader);
	if (!err)
		return run_enabled(g, &reader);
	return err == -ENOENT ? run_own(g) : explain_enabled(err);
}

static int enable(struct guard *g)
{
	int err;

	if (!prerequisites_check())
		return CLI_TROUBLE;
	err = loader_enable(&g->settings, g->cgroup, g->verbose);
	return err ? explain(err) : CLI_WELL;
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
	if (err)
		cli_complain_errno(err, "/sys/fs/bpf/utf8check");
	return err ? CLI_TROUBLE : CLI_WELL;
}

/*
 * Make the settings of all options.  The filesystem, not the policy, limits the
 * length of a name.
 */
static void settle(struct guard *g)
{
	struct guard_settings *s = &g->settings;

	s->magic = GUARD_MAGIC;
	s->pid = getpid();
	snprintf(s->policy, sizeof(s->policy), "%s", policy_name());
	if (g->enforce)
		s->flags |= GUARD_ENFORCE;
	policy_find(false, &s->name);
	policy_find(true, &s->path);
	s->name.refuse &= ~U8C_BIT(UTF8CHECK_TOO_LONG);
	s->path.refuse &= ~U8C_BIT(UTF8CHECK_TOO_LONG);
	/* Only such a policy refuses no ASCII name that the kernel can make. */
	if (!(s->name.refuse & ~(U8C_REFUSE_NAME | U8C_ABOVE_ASCII)))
		s->flags |= GUARD_ASCII_PASSES;
}

static struct guard guard = { .settings.limit = LIMIT, .cgroup = -1 };

static bool take_mount(void *to, const char *path)
{
	int err = device_of_path(path, to);

	if (err)
		cli_complain_errno(err, "--mount: %s", path);
	return !err;
}

static bool take_cgroup(void *to, const char *path)
{
	struct statfs about;
	int *fd = to;

	*fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0 || fstatfs(*fd, &about)) {
		cli_complain_errno(-errno, "--cgroup: %s", path);
		return false;
	}
	if (about.f_type == CGROUP2_SUPER_MAGIC)
		return true;
	cli_complain("--cgroup: %s: not a folder of cgroup2", path);
	return false;
}

static bool parse_u32(const char *word, __u32 *number)
{
	u64 n;
	bool good = cli_number(word, 10, UINT32_MAX - 1, &n);

	*number = n;
	return good;
}

static bool take_uid(void *to, const char *word)
{
	const struct passwd *user;
	__u32 *uid = to;

	if (parse_u32(word, uid))
		return true;
	user = getpwnam(word);
	if (user)
		*uid = user->pw_uid;
	else
		cli_complain("--uid: there is no user '%s'", word);
	return user;
}

static bool take_rate(void *to, const char *word)
{
	if (parse_u32(word, to))
		return true;
	cli_complain("--rate: '%s' is not a number", word);
	return false;
}

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "EILSEQ", EILSEQ }, { "EINVAL", EINVAL },
	{ "EACCES", EACCES }, { "EPERM", EPERM },
};

static const char *error_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(errors) ? errors[i].name : NULL;
}

static bool take_errno(void *to, const char *word)
{
	__s32 *answer = to;
	int i = cli_choose("--errno", word, error_name);

	if (i >= 0)
		*answer = -errors[i].number;
	return i >= 0;
}

static void print_guard(const struct loader_guard *g)
{
	const struct guard_settings *s = &g->settings;

	if (s->pinned)
		fputs("enabled", stdout);
	else
		printf("pid %u", s->pid);
	printf(": %s, policy %.*s, %u hooks",
	       s->flags & GUARD_ENFORCE ? "refusing" : "only noticing",
	       (int)sizeof(s->policy), s->policy, g->links);
	if (s->flags & GUARD_TARGETS)
		fputs(", targets too", stdout);
	if (s->flags & GUARD_BY_DEVICE)
		printf(", on device %u:%u", s->device >> 20,
		       s->device & 0xfffff);
	if (s->flags & GUARD_BY_UID)
		printf(", of uid %u", s->uid);
	if (s->flags & GUARD_BY_CGROUP)
		fputs(", of a cgroup", stdout);
	printf("; %llu names, %llu of them not reported\n",
	       (unsigned long long)s->found, (unsigned long long)s->dropped);
}

#define GUARDS 64

static int print_status(struct guard *g)
{
	struct loader_guard guards[GUARDS];
	int n = loader_list(guards, GUARDS), i;

	if (n == -EPERM) {
		cli_complain("only root may ask the kernel");
		return CLI_TROUBLE;
	}
	if (n < 0)
		return explain(n);
	if (!n)
		puts("no guard");
	for (i = 0; i < n && i < GUARDS; i++)
		print_guard(&guards[i]);
	if (n > GUARDS)
		printf("and %d more\n", n - GUARDS);
	return n ? CLI_WELL : CLI_INVALID;
}

static const struct {
	const char *word;
	int (*run)(struct guard *g);
} actions[] = {
	{ "run", run },
	{ "enable", enable },
	{ "disable", disable },
	{ "status", print_status },
};

static const char *action_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(actions) ? actions[i].word : NULL;
}

static int guard_run(int count, char **words)
{
	int i = -1, err;

	settle(&guard);
	if (count == 1)
		i = cli_choose("action", *words, action_name);
	else
		cli_complain("say 'run', 'enable', 'disable' or 'status'");
	if (i < 0)
		return cli_try_help();
	err = loader_prepare();
	return err ? explain(err) : actions[i].run(&guard);
}

static const struct cli_option options[] = {
	{ "enforce", .flag = &guard.chosen, .choice = &guard.enforce, .number = true,
	  .help = "refuse" },
	{ "audit", .flag = &guard.chosen, .choice = &guard.enforce, .number = false,
	  .help = "refuse nothing, only report (default)" },
	{ "targets", .flag = &guard.chosen,
	  .bits = &guard.settings.flags, .bit = GUARD_TARGETS,
	  .help =
"judge also what a new symbolic link points to, as a path" },
	{ "mount", .argument = "PATH", .flag = &guard.chosen,
	  .bits = &guard.settings.flags, .bit = GUARD_BY_DEVICE,
	  .take = take_mount, .to = &guard.settings.device,
	  .help = "only on the filesystem that PATH is on" },
	{ "cgroup", .argument = "PATH", .flag = &guard.chosen,
	  .bits = &guard.settings.flags, .bit = GUARD_BY_CGROUP,
	  .take = take_cgroup, .to = &guard.cgroup,
	  .help = "only processes in this folder of cgroup2, and below" },
	{ "uid", .argument = "USER", .flag = &guard.chosen,
	  .bits = &guard.settings.flags, .bit = GUARD_BY_UID,
	  .take = take_uid, .to = &guard.settings.uid,
	  .help =
"only what this user does, also by NFS: a number, or a\n"
"name" },
	{ "errno", .argument = "NAME", .flag = &guard.chosen,
	  .take = take_errno, .to = &guard.settings.answer,
	  .help =
"with which error to refuse: EILSEQ, EINVAL, EACCES or\n"
"EPERM; without this option EILSEQ, but EINVAL for the\n"
"kernel's own threads, as those of its NFS server" },
	{ "rate", .argument = "N", .flag = &guard.chosen,
	  .take = take_rate, .to = &guard.settings.limit,
	  .help =
"report at most N names a second (1000); of the others\n"
"report only how many there are" },
	{ "json", .flag = &guard.watch.json,
	  .help = "print one JSON object a line" },
	{ "verbose", .flag = &guard.verbose,
	  .help =
"print also what libbpf and the kernel's verifier say" },
	{ }
};

const struct cli_command guard_command = {
	.name = "guard",
	.summary = "refuse bad file names on every filesystem, by BPF LSM",
	.options = options,
	.shared_options = { policy_options },
	.usage =
"Usage: utf8check guard run|enable [OPTION...]\n"
"       utf8check guard disable|status\n"
"No file, folder, device, socket or link gets a name that the policy refuses, on\n"
"any filesystem: the call fails.  Names that exist already can be opened, removed\n"
"and renamed.  The guard needs root, the module, and a kernel with BPF LSM on.\n"
"\n"
"run guards while the command runs, and prints a line for each bad name.  It ends\n"
"on SIGTERM or SIGINT, and leaves nothing behind.  enable guards until disable,\n"
"or until the system ends, and needs no process; then run, without an option that\n"
"says what is refused, where or how, prints what the enabled guard finds.  status\n"
"says which guards there are.\n"
"\n"
"The filesystem, not the policy, decides how long a name may be.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 a guard ran until it was ended, was enabled or disabled, or is\n"
"there; 1 status found none; 2 trouble.\n",
	.run = guard_run,
};
