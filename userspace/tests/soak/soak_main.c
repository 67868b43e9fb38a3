// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Uses /dev/utf8check for a while, in ways that are chosen at random.
 *
 *   soak_worker [--seconds=N] [--seed=N] [NAME...]     all workers, each for N seconds
 *
 * Prints one line for each, and at last "N passed, N failed, N skipped".
 */
#include <pthread.h>
#include <time.h>

#include "kunit/scribble.h"
#include "soak.h"

static struct worker *const workers[] = {
	&soak_hammer, &soak_slow, &soak_kill,
};

/* Each piece is repeated, so that runs of marks and of bad bytes get long. */
void soak_text(struct u8c_chance *c, unsigned char *to, size_t n)
{
	size_t at = 0, piece, from, times;

	while (at < n) {
		piece = u8c_chance_below(c, U8C_ARRAY_SIZE(u8c_pieces));
		from = one_in(c, 2) ? 0 : u8c_chance_below(c, U8C_PIECE);
		times = 1 + u8c_chance_below(c, one_in(c, 8) ? 40 : 3);
		for (; times && at < n; times--, from = 0)
			while (from < U8C_PIECE && at < n)
				to[at++] = u8c_pieces[piece][from++];
		if (one_in(c, 6) && at < n)
			to[at++] = u8c_chance_next(c);
	}
}

void soak_wait_for_no_users(struct worker *w)
{
	double begun = worker_now();
	unsigned long long users;

	while ((users = number_in("/sys/module/utf8check/refcnt"))) {
		if (worker_now() - begun > SOAK_PATIENCE)
			fail_at(__FILE__, __LINE__, "all is closed, the module has %llu users",
				users);
		usleep(20000);
	}
}

void soak_check_report(const struct utf8check_report *r)
{
	uint64_t by_length = 0, by_reason = 0;
	int i;

	for (i = 0; i < 8; i++)
		by_length += r->by_length[i];
	for (i = 0; i < 32; i++)
		by_reason += r->by_reason[i];
	CHECK_EQ(by_length, r->code_points);
	CHECK_EQ(by_reason, r->errors);
	CHECK(r->pending <= 8 && r->queued <= r->bytes_out);
	CHECK(!r->errors == !r->first.reason);
	CHECK(r->first.count <= sizeof(r->first.bytes));
}

void soak_join(pthread_t thread, struct u8c_chance *c, void (*again)(void *arg), void *arg)
{
	double begun = worker_now();
	struct timespec until;

	for (;;) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 20000000 + u8c_chance_below(c, 80000000);
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (!pthread_timedjoin_np(thread, NULL, &until))
			return;
		if (worker_now() - begun > SOAK_PATIENCE) {
			worker_show(getpid());
			fail_at(__FILE__, __LINE__, "a thread does not end");
		}
		again(arg);
	}
}

int main(int argc, char **argv)
{
	char **words = worker_begin("soak", argv);
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(workers); i++) {
		if (!worker_is_wanted(workers[i]->name, words))
			continue;
		worker_try(workers[i], worker_seconds);
		printf("# %s: %llu operations\n", workers[i]->name,
		       (unsigned long long)worker_operations());
	}
	return worker_sum();
}
