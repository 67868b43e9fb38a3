// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs the checks of /dev/utf8check that need more than a shell.
 *
 *   device_test [NAME...]     those whose name contains one of the words
 *
 * Prints one line for each, and at last "N passed, N failed, N skipped".
 */
#include "device.h"

static const struct check *const tables[] = {
	write_checks, filter_checks, form_checks, wait_checks, turn_checks, crowd_checks,
	slow_checks, memory_checks,
	struct_checks, ioctl_checks, verdict_checks, splice_checks, uring_checks, loop_checks,
	many_checks, trace_checks, counter_checks, errors_checks, pending_checks,
};

/**
 * struct checker - a check as a worker
 *
 * @worker: the worker.
 * @run: the check.
 */
struct checker {
	struct worker worker;
	void (*run)(void);
};

static int run_check(struct worker *w, u64 random)
{
	((struct checker *)w)->run();
	return WORKER_DONE;
}

int main(int argc, char **argv)
{
	char **words = worker_begin("device", argv);
	const struct check *check;
	struct checker c = { { .step = run_check }, NULL };
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (check = tables[i]; check->name; check++) {
			c.worker.name = check->name;
			c.run = check->run;
			if (worker_is_wanted(check->name, words))
				worker_try(&c.worker, 0);
		}
	return worker_sum();
}
