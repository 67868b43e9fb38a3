// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs the checks of /dev/utf8check that need more than a shell.
 *
 *   device_test [NAME...]     those whose name contains one of the words
 *
 * Prints one line for each, and at last "N passed, N failed, N skipped".
 */
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include "device.h"

#define PATIENCE 100	/* seconds until a check is given up as hanging, on a quiet machine */

static const struct check *const tables[] = {
	write_checks, filter_checks, form_checks, wait_checks, turn_checks, crowd_checks,
	slow_checks, memory_checks,
	struct_checks, ioctl_checks, verdict_checks, splice_checks, uring_checks, loop_checks,
	many_checks, trace_checks, counter_checks, errors_checks, pending_checks,
};

/* How slow this machine is, in percent: the environment says so (limits.sh). */
static unsigned int patience(void)
{
	const char *slowness = getenv("UTF8CHECK_SLOWNESS");
	unsigned long percent = slowness ? strtoul(slowness, NULL, 10) : 0;

	return PATIENCE * (percent > 100 ? percent : 100) / 100;
}

static int run_check(const struct check *check)
{
	pid_t pid = fork();

	if (pid < 0) {
		perror("fork");
		return 1;
	}
	if (pid == 0) {
		/* All processes that the check starts are ended with it. */
		setpgid(0, 0);
		alarm(patience());
		check->run();
		fflush(stdout);
		_exit(0);
	}
	setpgid(pid, pid);
	int status = status_of(pid);

	kill(-pid, SIGKILL);
	/* What they held is given back when they have been waited for. */
	while (waitpid(-pid, NULL, 0) > 0)
		;
	return status;
}

static bool is_wanted(const char *name, char **words)
{
	if (!*words)
		return true;
	for (; *words; words++)
		if (strstr(name, *words))
			return true;
	return false;
}

static int counts[3];	/* passed, failed, skipped */

static void report_check(const char *name, int status, long seconds)
{
	if (status == 0 && seconds)
		printf("ok - device %s (%ld s)\n", name, seconds);
	else if (status == 0)
		printf("ok - device %s\n", name);
	else if (status == SKIPPED)
		printf("ok - device %s # SKIP\n", name);
	else
		printf("not ok - device %s (status %d)\n", name, status);
	fflush(stdout);
	counts[status == 0 ? 0 : status == SKIPPED ? 2 : 1]++;
}

static void try_check(const struct check *check)
{
	time_t begun = time(NULL);
	int status = run_check(check);

	report_check(check->name, status, time(NULL) - begun);
}

int main(int argc, char **argv)
{
	const struct check *check;
	size_t i;

	signal(SIGPIPE, SIG_IGN);
	/* Who outlives the check that started him is waited for here. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (check = tables[i]; check->name; check++)
			if (is_wanted(check->name, argv + 1))
				try_check(check);
	printf("%d passed, %d failed, %d skipped\n", counts[0], counts[1],
	       counts[2]);
	return counts[1] != 0;
}
