// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The targets of the scalar validator, and whether this run reached them.
 *
 * A target is reached when the geometric mean over its texts is; the worst
 * text is shown beside it.
 */
#include <math.h>
#include <string.h>
#include "bench.h"

/**
 * struct target - one demand
 *
 * @what: in words.
 * @families: one bit (1 << enum family) for each that counts.
 * @size: of the buffers.
 * @ours: what is measured.
 * @peer: what it is compared with.
 * @least: how many times as fast as the peer it must be.
 */
struct target {
	const char *what;
	unsigned int families;
	size_t size;
	enum kind ours;
	enum kind peer;
	double least;
};

#define TEXT (1u << LIPSUM)
#define MARKUP (1u << MIXED)
#define PLAIN (1u << ASCII)

#define SHORT(n) \
	{ #n " B, not ASCII", TEXT | MARKUP, n, OURS, DFA, 1.0 }, \
	{ #n " B, ASCII", PLAIN, n, OURS, DFA, 1 / 1.1 }

static const struct target targets[] = {
	{ "64 KiB, one script", TEXT, SIZE_MAX_BYTES, OURS, DFA, 1.0 },
	{ "64 KiB, one script", TEXT, SIZE_MAX_BYTES, OURS, RUST, 1.9 },
	{ "64 KiB, markup", MARKUP, SIZE_MAX_BYTES, OURS, DFA, 1.0 },
	{ "64 KiB, ASCII", PLAIN, SIZE_MAX_BYTES, OURS, READ, 0.75 },
	{ "64 KiB, exact late error", TEXT | MARKUP, SIZE_MAX_BYTES, OURS_ERROR,
	  OURS, 0.95 },
	SHORT(8), SHORT(16), SHORT(32), SHORT(64),
};

struct score {
	double mean;
	double worst;
	const char *where;
};

static size_t index_of(size_t size)
{
	size_t i = 0;

	while (sizes[i] != size)
		i++;
	return i;
}

/* Return: whether anything was there to be compared. */
static bool score(const struct run *run, const struct target *t,
		  enum builds builds, struct score *s)
{
	size_t size = index_of(t->size), text, n = 0;
	double sum = 0;

	*s = (struct score){ .worst = INFINITY, .where = "" };
	for (text = 0; text < run->text_count; text++) {
		const struct result *ours, *peer;
		double ratio;

		ours = best(text, size, t->ours, builds);
		peer = best(text, size, t->peer, builds);
		if (!(t->families >> run->texts[text].family & 1) || !ours || !peer)
			continue;
		ratio = peer->median / ours->median;
		sum += log(ratio);
		n++;
		if (ratio < s->worst) {
			s->worst = ratio;
			s->where = run->texts[text].name;
		}
	}
	s->mean = exp(sum / n);
	return n;
}

static void put_score(const struct run *run, const struct target *t,
		      enum builds builds)
{
	struct score s;

	if (!score(run, t, builds, &s)) {
		printf("  %-11s not measured here\n", "-");
		return;
	}
	printf("  %-11s %5.2f, worst %5.2f %s\n",
	       s.mean < t->least ? "NOT REACHED" : "reached", s.mean, s.worst,
	       s.where);
}

void report_targets(const struct run *run)
{
	size_t i;

	printf("\nTargets: times as fast as the peer, mean and worst text\n");
	for (i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		const struct target *t = &targets[i];

		printf("%-26s >= %4.2f x %-12s user  ", t->what, t->least,
		       t->peer == OURS ? "no error" : kind_names[t->peer]);
		put_score(run, t, USER_BUILDS);
		printf("%-26s %22s kernel", "", "");
		put_score(run, t, KERNEL_BUILDS);
	}
	printf("%-26s >= 27 x fs/unicode: not measured, it runs in the kernel "
	       "only\n", "64 KiB, one script");
}
