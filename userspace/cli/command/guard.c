// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check guard: on every filesystem, no new name that the policy refuses.
 *
 * The work is done in the kernel (bpf/guard.bpf.c), for as long as this process
 * lives, or until it is disabled; here is what the command line says of it.
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

/* Events of a second that are reported where nothing else is said. */
#define LIMIT 1000

/**
 * struct guard - one run of the command
 *
 * @cli: the command line.
 * @watch: who prints.
 * @verbose: libbpf may speak.
 * @chosen: an option says what is refused, and where.
 * @options: what is refused, as the options say it.
 * @settings: the same and all else, as the program takes it.
 * @cgroup: the folder of cgroup2, or -1.
 */
struct guard {
	struct cli *cli;
	struct watch watch;
	bool verbose;
	bool chosen;
	struct policy options;
	struct guard_settings settings;
	int cgroup;
};

static int explain(int err)
{
	if (err == -EOPNOTSUPP)
		cli_complain("this utf8check was built without libbpf, bpftool or clang, and has no guard");
	else if (err == -EPERM)
		cli_complain("the kernel refuses the program: only root may bring it in (CAP_BPF, CAP_PERFMON, CAP_SYS_ADMIN), and no lockdown may be on; --verbose says more");
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

static void say_end(const char *what, __u64 found, __u64 dropped)
{
	fprintf(stderr, "utf8check: guard: %s; %llu names, %llu of them not reported\n",
		what, (unsigned long long)found, (unsigned long long)dropped);
}

static void begin_watch(struct guard *g, const char *more)
{
	watch_expect_end();
	announce(loader_settings(g->watch.l), more);
	readiness_notify();
}

/* A guard of this process's own. */
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
	say_end("ended", loader_settings(w->l)->found,
		loader_settings(w->l)->dropped);
	loader_stop(w->l);
	return CLI_WELL;
}

static int explain_enabled(int err)
{
	if (err == -EBUSY)
		cli_complain("another process prints already what the enabled guard finds");
	else if (err == -EPROTO)
		cli_complain("the guard was enabled by another version of this command, which alone can read its events: enable it again");
	else
		return explain(err);
	return CLI_TROUBLE;
}

/*
 * The enabled guard; one that is enabled in its place is taken on.  What comes
 * after the end is left to who reads next.
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
				loader_settings(w->l)->found,
				loader_settings(w->l)->dropped);
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

	if (!readiness_check())
		return CLI_TROUBLE;
	if (g->chosen)
		return run_own(g);
	err = loader_open(&g->watch.l, &reader);
	if (!err)
		return run_enabled(g, &reader);
	return err == -ENOENT || err == -EOPNOTSUPP ? run_own(g) :
						       explain_enabled(err);
}

static int enable(struct guard *g)
{
	int err;

	if (!readiness_check())
		return CLI_TROUBLE;
	err = loader_enable(&g->settings, g->cgroup, g->verbose);
	return err ? explain(err) : CLI_WELL;
}

static int disable(struct guard *g)
{
	int err;

	(void)g;
	if (!readiness_is_root())
		return CLI_TROUBLE;
	err = loader_disable();
	if (err == -ENOENT) {
		fprintf(stderr, "utf8check: guard: none was enabled\n");
		return CLI_WELL;
	}
	if (err == -EOPNOTSUPP)
		return explain(err);
	if (err)
		cli_complain_errno(err, "/sys/fs/bpf/utf8check");
	return err ? CLI_TROUBLE : CLI_WELL;
}

/* The length of a name is between the kernel and its filesystem. */
static void settle(struct guard *g)
{
	struct guard_settings *s = &g->settings;
	const char *name = g->options.name ? g->options.name : "default";

	s->magic = GUARD_MAGIC;
	s->pid = getpid();
	snprintf(s->policy, sizeof(s->policy), "%s", name);
	policy_find(&g->options, false, &s->name);
	policy_find(&g->options, true, &s->path);
	s->name.refuse &= ~U8C_BIT(UTF8CHECK_TOO_LONG);
	s->path.refuse &= ~U8C_BIT(UTF8CHECK_TOO_LONG);
	/* Else ASCII is refused for what no name has that the kernel makes. */
	if (!(s->name.refuse & ~U8C_REFUSE_NAME))
		s->flags |= GUARD_ASCII_PASSES;
}

static bool set_mount(struct guard *g, const char *path)
{
	int err = readiness_device(path, &g->settings.device);

	if (err)
		cli_complain_errno(err, "--mount: %s", path);
	g->settings.flags |= GUARD_BY_DEVICE;
	return !err;
}

static bool set_cgroup(struct guard *g, const char *path)
{
	struct statfs about;

	g->cgroup = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (g->cgroup < 0 || fstatfs(g->cgroup, &about)) {
		cli_complain_errno(-errno, "--cgroup: %s", path);
		return false;
	}
	g->settings.flags |= GUARD_BY_CGROUP;
	if (about.f_type == CGROUP2_SUPER_MAGIC)
		return true;
	cli_complain("--cgroup: %s: not a folder of cgroup2", path);
	return false;
}

static bool number(const char *text, __u32 *to)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	*to = n;
	return *text >= '0' && *text <= '9' && !*end && !errno &&
	       n < 0xffffffff;
}

static bool set_uid(struct guard *g, const char *text)
{
	const struct passwd *user;

	g->settings.flags |= GUARD_BY_UID;
	if (number(text, &g->settings.uid))
		return true;
	user = getpwnam(text);
	if (user)
		g->settings.uid = user->pw_uid;
	else
		cli_complain("--uid: there is no user '%s'", text);
	return user;
}

static bool set_rate(struct guard *g, const char *text)
{
	if (number(text, &g->settings.limit))
		return true;
	cli_complain("--rate: '%s' is not a number", text);
	return false;
}

static bool set_errno(struct guard *g, const char *word)
{
	static const struct {
		const char *name;
		int number;
	} known[] = {
		{ "EILSEQ", EILSEQ }, { "EINVAL", EINVAL },
		{ "EACCES", EACCES }, { "EPERM", EPERM },
	};
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(known); i++)
		if (!strcmp(word, known[i].name)) {
			g->settings.answer = -known[i].number;
			return true;
		}
	cli_complain("--errno: unknown value '%s'; known: EILSEQ, EINVAL, EACCES, EPERM",
		     word);
	return false;
}

enum {
	OPT_ENFORCE = OPT_COMMAND, OPT_AUDIT, OPT_TARGETS, OPT_MOUNT,
	OPT_CGROUP, OPT_UID, OPT_ERRNO, OPT_RATE, OPT_JSON, OPT_VERBOSE, OPT_POLICY
};

static const struct option options[] = {
	{ "enforce", no_argument, NULL, OPT_ENFORCE },
	{ "audit", no_argument, NULL, OPT_AUDIT },
	{ "targets", no_argument, NULL, OPT_TARGETS },
	{ "mount", required_argument, NULL, OPT_MOUNT },
	{ "cgroup", required_argument, NULL, OPT_CGROUP },
	{ "uid", required_argument, NULL, OPT_UID },
	{ "errno", required_argument, NULL, OPT_ERRNO },
	{ "rate", required_argument, NULL, OPT_RATE },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "verbose", no_argument, NULL, OPT_VERBOSE },
	{ "policy", required_argument, NULL, OPT_POLICY + POLICY_NAME },
	{ "refuse", required_argument, NULL, OPT_POLICY + POLICY_REFUSE },
	{ "not-first", required_argument, NULL, OPT_POLICY + POLICY_NOT_FIRST },
	{ "not-inside", required_argument, NULL,
	  OPT_POLICY + POLICY_NOT_INSIDE },
	{ "not-last", required_argument, NULL, OPT_POLICY + POLICY_NOT_LAST },
	CLI_OPTION_ENGINE,
	CLI_OPTION_HELP,
	{ }
};

/* Options that only say yes; false where @opt is none. */
static bool take_flag(struct guard *g, int opt)
{
	switch (opt) {
	case OPT_ENFORCE:
		g->settings.flags |= GUARD_ENFORCE;
		return true;
	case OPT_AUDIT:
		g->settings.flags &= ~GUARD_ENFORCE;
		return true;
	case OPT_TARGETS:
		g->settings.flags |= GUARD_TARGETS;
		return true;
	case OPT_JSON:
		return g->watch.json = true;
	case OPT_VERBOSE:
		return g->verbose = true;
	}
	return false;
}

/* Return: -1 to go on, else the exit code. */
static int take_option(struct guard *g, int opt)
{
	bool good;

	if (opt >= OPT_COMMAND && opt != OPT_JSON && opt != OPT_VERBOSE)
		g->chosen = true;
	if (take_flag(g, opt))
		return -1;
	switch (opt) {
	case OPT_MOUNT:
		good = set_mount(g, optarg);
		break;
	case OPT_CGROUP:
		good = set_cgroup(g, optarg);
		break;
	case OPT_UID:
		good = set_uid(g, optarg);
		break;
	case OPT_ERRNO:
		good = set_errno(g, optarg);
		break;
	case OPT_RATE:
		good = set_rate(g, optarg);
		break;
	default:
		if (opt < OPT_POLICY)
			return cli_common_option(g->cli, opt);
		good = policy_set(&g->options, opt - OPT_POLICY, optarg);
	}
	return good ? -1 : CLI_TROUBLE;
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

	(void)g;
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

static int guard_run(struct cli *cli, int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(struct guard *g);
	} actions[] = {
		{ "run", run }, { "enable", enable },
		{ "disable", disable }, { "status", print_status },
	};
	struct guard g = { .cli = cli, .cgroup = -1 };
	int opt, status;
	size_t i;

	g.settings.limit = LIMIT;
	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		status = take_option(&g, opt);
		if (status >= 0)
			return status;
	}
	settle(&g);
	for (i = 0; optind == argc - 1 && i < U8C_ARRAY_SIZE(actions); i++)
		if (!strcmp(argv[optind], actions[i].name))
			return actions[i].run(&g);
	cli_complain("say 'run', 'enable', 'disable' or 'status'");
	return cli_try_help();
}

const struct cli_command guard_command = {
	.name = "guard",
	.summary = "refuse bad file names on every filesystem, by BPF LSM",
	.help =
"Usage: utf8check guard run|enable [OPTION...]\n"
"       utf8check guard disable|status\n"
"No file, folder, device, socket or link gets a name that the policy refuses, on\n"
"any filesystem: the call fails.  Names that are there already can be opened,\n"
"removed and renamed.  It needs root, the module, and a kernel with BPF LSM on.\n"
"\n"
"run does so while it runs, and prints a line for each bad name.  It ends, and\n"
"leaves nothing behind, on SIGTERM or SIGINT.  enable does so until disable, or\n"
"the end of the system, with no process; then run without an option that says\n"
"what is refused, where or how, prints what the enabled guard finds.  status says\n"
"which guards there are.\n"
"\n"
"      --enforce        refuse\n"
"      --audit          refuse nothing, only report (default)\n"
"      --targets        judge what a new symbolic link points to, too, as a path\n"
"      --mount=PATH     only on the filesystem that PATH is on\n"
"      --cgroup=PATH    only processes in this folder of cgroup2, and below\n"
"      --uid=USER       only what this user does, also by NFS: a number, or a name\n"
"      --errno=NAME     with which error: EILSEQ, EINVAL, EACCES or EPERM; else\n"
"                       EILSEQ, but for threads of the kernel's own, as those\n"
"                       of its NFS server, EINVAL\n"
"      --rate=N         report at most N names a second (1000); of the others\n"
"                       only how many\n"
"      --json           print one JSON object a line\n"
"      --verbose        what libbpf and the kernel's verifier say, too\n"
"      --policy=NAME    what is refused: default, linux, posix, safe, strict,\n"
"                       no-dotdot; see 'utf8check name --help'.  How long a name\n"
"                       may be, the filesystem decides\n"
"      --refuse=CLASS,...  refuse these classes too\n"
"      --not-first=BYTES, --not-inside=BYTES, --not-last=BYTES\n"
"                       refuse names by bytes in them, as 'utf8check name'\n"
"      --help           this text\n"
"\n"
"Exit status: 0 a guard ran until it was ended, was enabled or disabled, or is\n"
"there; 1 status found none; 2 trouble.\n",
	.run = guard_run,
};
