// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is wanted of the speed, and whether a run reached it.
 *
 * A target compares ours with the best of its peers, text by text, and wants
 * something of the geometric mean of the ratios, of the worst one, or of both.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "text.h"

#define A (1u << ASCII)
#define S (1u << SCRIPT)
#define M (1u << MARKUP)
#define ANY (A | S | M)
#define LONG_TEXT 65536

/* Names of contenders; several where the fastest counts. */
#define AVX512 "avx512"
#define AVX2 "avx2"
#define PLAIN "bmi2 scalar"	/* without vector registers */
#define VALIDATORS "simdutf is_utf8 simdutf8"
#define FORMS "ICU glib utf8proc unistring ICU4X StringZilla xxUTF"
#define REPAIRERS "simdutf ICU glib Rust"

/**
 * struct target - one demand
 *
 * @job: what is done.
 * @families: one bit (1 << enum family) for each that counts.
 * @size: of the slices.
 * @ours: who of ours.
 * @base: the job that the peers do; @job but for an error's cost.
 * @peers: with whom it is compared.
 * @mean: how many times as fast as the best of them, on average; 0 for any.
 * @worst: the same of every text; 0 for any.
 * @but: of no text whose name begins so; NULL for of all.
 */
struct target {
	enum job job;
	unsigned int families;
	size_t size;
	const char *ours;
	enum job base;
	const char *peers;
	double mean;
	double worst;
	const char *but;
};

#define WANT(job, families, size, ours, peers, mean, worst) \
	{ job, families, size, ours, job, peers, mean, worst, NULL }
#define LATE(ours) \
	{ LATE_ERROR, ANY, LONG_TEXT, ours, VALIDATE, ours, 0.95, 0, NULL }
#define BRIEF(size) \
	WANT(VALIDATE, S | M, size, AVX512, "simdutf", 1, 0), \
	WANT(VALIDATE, A, size, AVX512, "simdutf", 1, 0), \
	WANT(VALIDATE, S | M, size, PLAIN, "DFA", 1, 0), \
	WANT(VALIDATE, A, size, PLAIN, "DFA", 1 / 1.1, 0)
#define FORM(job) \
	WANT(job, ANY, LONG_TEXT, AVX512, FORMS, 2, 1.2), \
	WANT(job, ANY, LONG_TEXT, AVX2, FORMS, 1.5, 0), \
	WANT(job, ANY, LONG_TEXT, PLAIN, "ICU", 1, 0), \
	WANT(job, ANY, LONG_TEXT, PLAIN, "OpenZFS", 8, 0), \
	WANT(job, ANY, LONG_TEXT, PLAIN, "fs/unicode", 35, 0)
#define REPAIR(job, ratio) \
	WANT(job, ANY, LONG_TEXT, AVX512, REPAIRERS, ratio, 0), \
	WANT(job, ANY, LONG_TEXT, AVX2, REPAIRERS, 1, 0), \
	WANT(job, ANY, LONG_TEXT, PLAIN, "Rust", 1.5, 0)

static const struct target targets[] = {
	WANT(VALIDATE, S, LONG_TEXT, AVX512, VALIDATORS, 0, 1.55),
	WANT(VALIDATE, S, LONG_TEXT, AVX2, VALIDATORS, 0, 1.06),
	WANT(VALIDATE, S, LONG_TEXT, PLAIN, "DFA", 1, 0),
	WANT(VALIDATE, S, LONG_TEXT, PLAIN, "Rust", 1.9, 0),
	WANT(VALIDATE, S, LONG_TEXT, PLAIN, "fs/unicode", 27, 0),
	WANT(VALIDATE, M, LONG_TEXT, AVX512, VALIDATORS, 1.9, 1.55),
	WANT(VALIDATE, M, LONG_TEXT, AVX2, VALIDATORS, 1.2, 0),
	WANT(VALIDATE, M, LONG_TEXT, PLAIN, "DFA", 1, 0),
	WANT(VALIDATE, A, LONG_TEXT, AVX512, VALIDATORS, 0.97, 0),
	WANT(VALIDATE, A, LONG_TEXT, AVX2, VALIDATORS, 0.97, 0),
	WANT(VALIDATE, A, LONG_TEXT, PLAIN, "read", 0.75, 0),
	LATE(AVX512), LATE(AVX2), LATE("bmi2"), LATE("scalar"),
	BRIEF(8), BRIEF(16), BRIEF(32), BRIEF(64),
	WANT(IS_NFC, ANY, LONG_TEXT, AVX512, FORMS, 3.5, 0),
	{ IS_NFC, S | M, LONG_TEXT, AVX512, IS_NFC, FORMS, 0, 1.5, "Russian" },
	WANT(IS_NFC, S | M, LONG_TEXT, AVX512, FORMS, 0, 1),
	WANT(IS_NFC, ANY, LONG_TEXT, AVX2, FORMS, 2, 0),
	WANT(IS_NFC, ANY, LONG_TEXT, PLAIN, "xxUTF", 1, 0),
	WANT(IS_NFC, ANY, LONG_TEXT, PLAIN, "ICU", 1.1, 0),
	FORM(NFC_TO_NFC), FORM(NFD_TO_NFC), FORM(NFC_TO_NFD), FORM(NFD_TO_NFD),
	REPAIR(REPAIR_VALID, 1.8), REPAIR(REPAIR_RARE, 2.8),
	REPAIR(REPAIR_SOME, 1.9), REPAIR(REPAIR_MANY, 1.2),
	WANT(UTF16_TO_UTF8, ANY, LONG_TEXT, AVX512, "simdutf", 1, 0),
	WANT(UTF16_TO_UTF8, ANY, LONG_TEXT, AVX2, "simdutf", 1, 0),
	WANT(UTF16_TO_UTF8, ANY, LONG_TEXT, PLAIN, "ICU", 1, 0),
	WANT(DEVICE, ANY, LONG_TEXT, "device", "tmpfs", 1.2, 0),
	WANT(DEVICE, ANY, LONG_TEXT, "device", "pipe", 1.4, 0),
};

/* Peers that no shared library has, so that none is looked for. */
static const char *const elsewhere[][2] = {
	{ "fs/unicode", "it is in the kernel only" },
	{ "OpenZFS", "it is in its kernel module only" },
	{ "simdutf8", "a Rust library, linked in only" },
	{ "ICU4X", "a Rust library, linked in only" },
	{ "StringZilla", "no package has it" },
	{ "xxUTF", "no package has it" },
};

struct score {
	unsigned int texts;
	double mean;
	double worst;
	const char *where;
};

static bool counts(const struct target *t, const struct text *text)
{
	return t->families >> text->family & 1 &&
	       !(t->but && !strncmp(text->name, t->but, strlen(t->but)));
}

static struct score score_of(const struct run *run, const struct target *t)
{
	struct score s = { .worst = INFINITY };
	const struct result *ours, *peer;
	const struct text *text;
	double ratio;

	for (text = run->texts; text < run->texts + run->text_count; text++) {
		if (!counts(t, text))
			continue;
		ours = run_best(run, t->job, t->size, text, t->ours);
		peer = run_best(run, t->base, t->size, text, t->peers);
		if (!ours || !peer)
			continue;
		ratio = peer->median / ours->median;
		s.mean += log(ratio);
		s.texts++;
		if (ratio < s.worst) {
			s.worst = ratio;
			s.where = text->name;
		}
	}
	s.mean = exp(s.mean / s.texts);
	return s;
}

/* Why nothing is known of one of a target's names; NULL where something is. */
static const char *why_absent(const char *name, size_t n)
{
	const struct contender *c;
	unsigned int i;

	for (i = 0; i < U8C_ARRAY_SIZE(elsewhere); i++)
		if (is_among(name, n, elsewhere[i][0]))
			return elsewhere[i][1];
	for (c = contenders; c < contenders + contender_count; c++)
		if (is_among(name, n, c->name))
			return c->absent[0] ? c->absent : NULL;
	return "not asked for, or not for this CPU";
}

/* Those of @names who are not here; the reasons where @why. */
static void put_absent(const char *names, const char *before, bool why)
{
	const char *reason;
	bool any = false;
	size_t n;

	for (; *names; names += n + (names[n] == ' ')) {
		n = strcspn(names, " ");
		reason = why_absent(names, n);
		if (!reason)
			continue;
		printf("%s%.*s", any ? ", " : before, (int)n, names);
		if (why)
			printf(" (%s)", reason);
		any = true;
	}
}

static bool any_here(const char *names)
{
	size_t n;

	for (; *names; names += n + (names[n] == ' ')) {
		n = strcspn(names, " ");
		if (!why_absent(names, n))
			return true;
	}
	return false;
}

static void put_why_not(const struct run *run, const struct target *t)
{
	if (!(run->jobs >> t->job & run->jobs >> t->base & 1))
		fputs(": the job was not asked for", stdout);
	else if (!any_here(t->ours))
		put_absent(t->ours, ": ", true);
	else if (!any_here(t->peers))
		put_absent(t->peers, ": ", true);
	else
		fputs(": no such size or text in this run", stdout);
}

static void put_wanted(const struct target *t)
{
	unsigned int family;
	const char *plus = "";

	printf("%s %s %s B", t->ours, job_name(t->job), size_name(t->size));
	fputs(t->families == ANY ? ", any text" : ", ", stdout);
	for (family = 0; t->families != ANY && family <= MARKUP; family++) {
		if (!(t->families >> family & 1))
			continue;
		printf("%s%s", plus, family_name(family));
		plus = "+";
	}
	if (t->mean)
		printf(", mean >= %.2f", t->mean);
	if (t->worst)
		printf(", %s >= %.2f", t->but ? "but Russian each" : "each",
		       t->worst);
	if (t->base == t->job)
		printf(" x %s", t->peers);
	else
		printf(" x without error");
}

static const char *verdict(const struct target *t, const struct score *s)
{
	if (!s->texts)
		return "not measurable here";
	return s->mean >= t->mean && s->worst >= t->worst ? "reached" :
							    "NOT REACHED";
}

static void put_json(const struct target *t, const struct score *s)
{
	printf("{\"target\":\"");
	put_wanted(t);
	printf("\",\"ours\":\"%s\",\"job\":\"%s\",\"peers\":\"%s\",\"absent\":\"",
	       t->ours, job_name(t->job), t->peers);
	put_absent(t->peers, "", false);
	printf("\",\"verdict\":\"%s\"", verdict(t, s));
	if (s->texts) {
		printf(",\"texts\":%zu,\"mean\":%.4g,\"worst\":%.4g,\"text\":",
		       (size_t)s->texts, s->mean, s->worst);
		text_json(stdout, (const u8 *)s->where, strlen(s->where));
	}
	puts("}");
}

static void put_line(const struct run *run, const struct target *t,
		     const struct score *s)
{
	printf("%-11s ", verdict(t, s));
	if (s->texts)
		printf("%.2f, worst %.2f %s, %zu texts: ", s->mean, s->worst,
		       s->where, (size_t)s->texts);
	put_wanted(t);
	if (s->texts)
		put_absent(t->peers, "; absent: ", false);
	else
		put_why_not(run, t);
	putchar('\n');
}

void report_targets(const struct run *run, bool json)
{
	struct score s;
	size_t i;

	if (!json)
		puts("\nTargets: times as fast as the best peer there is, mean and worst text");
	for (i = 0; i < U8C_ARRAY_SIZE(targets); i++) {
		s = score_of(run, &targets[i]);
		if (json)
			put_json(&targets[i], &s);
		else
			put_line(run, &targets[i], &s);
	}
}
