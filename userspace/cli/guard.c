// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check guard: on every filesystem, no new name that the policy refuses.
 *
 * The work is done in the kernel (bpf/guard.bpf.c), for as long as this process
 * lives; here what it reports is printed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "bpf/loader.h"
#include "cli.h"
#include "incident.h"
#include "policy.h"
#include "readiness.h"

/* Events of a second that are reported where nothing else is said. */
#define LIMIT 1000
/* How long what was dropped may go unsaid, ms. */
#define PATIENCE 1000

/**
 * struct guard - one run of the command
 *
 * @cli: the command line.
 * @json: print JSON.
 * @verbose: libbpf may speak.
 * @options: what is refused, as the options say it.
 * @settings: the same and all else, as the program takes it.
 * @cgroup: the folder of cgroup2, or -1.
 * @dropped: events that were said to be dropped.
 */
struct guard {
	struct cli *cli;
	bool json;
	bool verbose;
	struct policy options;
	struct guard_settings settings;
	int cgroup;
	__u64 dropped;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

/* The signals that end it come while it waits, and only then. */
static void expect_end(sigset_t *waiting)
{
	struct sigaction action = { .sa_handler = stop };
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, waiting);
	sigdelset(waiting, SIGINT);
	sigdelset(waiting, SIGTERM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static void print_event(void *context, const struct guard_event *e)
{
	const struct guard *g = context;

	if (g->json)
		incident_print_json(e);
	else
		incident_print(e);
}

static void print_dropped(struct guard *g, __u64 dropped)
{
	if (dropped == g->dropped)
		return;
	incident_print_dropped(dropped - g->dropped, g->json);
	g->dropped = dropped;
}

/*
 * Until a signal says so.  When nobody reads what is printed, names are still
 * refused; that is what a guard is for.
 */
static void watch(struct guard *g, struct loader *l, const sigset_t *waiting)
{
	struct timespec patience = { .tv_sec = PATIENCE / 1000 };
	struct pollfd ready = { .fd = loader_fd(l), .events = POLLIN };

	while (!stopped) {
		ppoll(&ready, 1, &patience, waiting);
		loader_take(l);
		print_dropped(g, loader_settings(l)->dropped);
		fflush(stdout);
	}
}

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

static void announce(const struct guard *g)
{
	fprintf(stderr, "utf8check: guard: %s, policy %s\n",
		g->settings.flags & GUARD_ENFORCE ? "refusing" : "only noticing",
		g->settings.policy);
}

static int guard_names(struct guard *g)
{
	struct loader *l;
	sigset_t waiting;
	__u64 found, dropped;
	int err;

	if (!readiness_check())
		return CLI_TROUBLE;
	expect_end(&waiting);
	err = loader_start(&l, &g->settings, g->cgroup, g->verbose,
			   print_event, g);
	if (err)
		return explain(err);
	announce(g);
	readiness_notify();
	watch(g, l, &waiting);
	found = loader_settings(l)->found;
	dropped = loader_settings(l)->dropped;
	loader_stop(l);
	print_dropped(g, dropped);
	fprintf(stderr, "utf8check: guard: ended; %llu names, %llu of them not reported\n",
		(unsigned long long)found, (unsigned long long)dropped);
	return CLI_WELL;
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
	s->name.refuse &= ~U8C_BIT(U8C_TOO_LONG);
	s->path.refuse &= ~U8C_BIT(U8C_TOO_LONG);
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

enum {
	OPT_ENFORCE = OPT_COMMAND, OPT_AUDIT, OPT_TARGETS, OPT_MOUNT,
	OPT_CGROUP, OPT_UID, OPT_RATE, OPT_JSON, OPT_VERBOSE, OPT_POLICY
};

static const struct option options[] = {
	{ "enforce", no_argument, NULL, OPT_ENFORCE },
	{ "audit", no_argument, NULL, OPT_AUDIT },
	{ "targets", no_argument, NULL, OPT_TARGETS },
	{ "mount", required_argument, NULL, OPT_MOUNT },
	{ "cgroup", required_argument, NULL, OPT_CGROUP },
	{ "uid", required_argument, NULL, OPT_UID },
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
		return g->json = true;
	case OPT_VERBOSE:
		return g->verbose = true;
	}
	return false;
}

/* Return: -1 to go on, else the exit code. */
static int take_option(struct guard *g, int opt)
{
	bool good;

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

	printf("pid %u: %s, policy %.*s, %u hooks", s->pid,
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

static int print_status(void)
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

static int guard_run(struct cli *cli, int argc, char **argv)
{
	struct guard g = { .cli = cli, .cgroup = -1 };
	int opt, status;

	g.settings.limit = LIMIT;
	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		status = take_option(&g, opt);
		if (status >= 0)
			return status;
	}
	settle(&g);
	if (optind == argc - 1 && !strcmp(argv[optind], "status"))
		return print_status();
	if (optind == argc - 1 && !strcmp(argv[optind], "run"))
		return guard_names(&g);
	cli_complain("say 'run' or 'status'");
	return cli_try_help();
}

const struct cli_command guard_command = {
	.name = "guard",
	.summary = "refuse bad file names on every filesystem, by BPF LSM",
	.help =
"Usage: utf8check guard run [OPTION...]\n"
"       utf8check guard status\n"
"While it runs, no file, folder, device, socket or link gets a name that the\n"
"policy refuses, on any filesystem: the call fails with EILSEQ.  Names that are\n"
"there already can be opened, removed and renamed.  Each bad name is reported, a\n"
"line each, on standard output.  It ends, and leaves nothing behind, on SIGTERM\n"
"or SIGINT.  It needs root, the module, and a kernel with BPF LSM on.  status\n"
"says which guards there are.\n"
"\n"
"      --enforce        refuse\n"
"      --audit          refuse nothing, only report (default)\n"
"      --targets        judge what a new symbolic link points to, too, as a path\n"
"      --mount=PATH     only on the filesystem that PATH is on\n"
"      --cgroup=PATH    only processes in this folder of cgroup2, and below\n"
"      --uid=USER       only what this user does: a number, or a name\n"
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
"Exit status: 0 a guard ran until it was ended, or is there; 1 status found none;\n"
"2 trouble.\n",
	.run = guard_run,
};
