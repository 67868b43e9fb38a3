// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How fast we want to be, and whether a run reached it.
 *
 * A target compares one of our implementations with the best of its peers, text
 * by text: the ratio is taken from the medians of the same rounds.  A target has
 * a limit for the geometric mean of these ratios, in which each text counts the
 * same, or for the smallest ratio, or for both.
 *
 * A row is about all its texts; texts that are missing are named.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "print/escape.h"

#define A (1u << ASCII)
#define S (1u << SCRIPT)
#define M (1u << MIXED)
#define ANY (A | S | M)
#define LONG_TEXT 65536

/* Our names: of several, the first that is here, as the library would choose. */
#define AVX512 "avx512"
#define AVX2 "avx2"
#define PLAIN "bmi2 scalar"	/* without vector registers */

/* Peers: the fastest of them counts, text by text. */
#define VALIDATORS "simdutf is_utf8 simdutf8"
#define FORMS "ICU glib utf8proc unistring ICU4X StringZilla xxUTF"
#define REPAIRERS "simdutf ICU glib Rust"

/**
 * struct target - one demand
 *
 * @job: what is done.
 * @families: one bit (1 << enum family) for each family that counts.
 * @size: size of the slices.
 * @ours: names of our contenders.
 * @peers: names of the peers; NULL for ours, on text without an error.
 * @mean: how many times as fast as the best of them, on average; 0 for any.
 * @worst: the same for every single text; 0 for any.
 * @but: leaves out texts whose name begins so; NULL for none.
 */
struct target {
	enum job job;
	unsigned int families;
	size_t size;
	const char *ours;
	const char *peers;
	double mean;
	double worst;
	const char *but;
};

#define WANT(job, families, size, ours, peers, mean, worst) \
	{ job, families, size, ours, peers, mean, worst, NULL }
#define LATE(ours) \
	{ LATE_ERROR, ANY, LONG_TEXT, ours, NULL, 0.95, 0, NULL }
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
	{ IS_NFC, S | M, LONG_TEXT, AVX512, FORMS, 0, 1.5, "Russian" },
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

/* Peers that are in no shared library: nobody looks for them. */
static const char *const elsewhere[][2] = {
	{ "fs/unicode", "it is in the kernel only" },
	{ "OpenZFS", "it is in its kernel module only" },
};

/**
 * struct score - how a target was met
 *
 * @ours: name of our contender.
 * @texts: texts that were measured.
 * @missing: texts that should count and were not measured.
 * @missing_count: number of @missing.
 * @mean: geometric mean of the ratios.
 * @worst: the smallest ratio.
 * @where: the text with the smallest ratio.
 */
struct score {
	const char *ours;
	unsigned int texts;
	const struct text *missing[TEXTS_MAX];
	unsigned int missing_count;
	double mean;
	double worst;
	const char *where;
};

static bool counts(const struct target *t, const struct text *text)
{
	return t->families >> text->family & 1 &&
	       !(t->but && !strncmp(text->name, t->but, strlen(t->but)));
}

/* The first of @names that does the job here; all of them if none does. */
static const char *choose_ours(const struct target *t)
{
	const struct contender *c;
	const char *name;
	size_t n;

	for (name = t->ours; *name; name += n + (name[n] == ' ')) {
		n = strcspn(name, " ");
		for (c = contenders; c < contenders + contender_count; c++)
			if (c->run[t->job] && is_among(name, n, c->name))
				return c->name;
	}
	return t->ours;
}

/* How many times as fast ours is; 0 where that was not measured. */
static double ratio_of(const struct run *run, const struct target *t,
		       const struct text *text, const char *name)
{
	const struct result *ours, *peer;

	ours = run_best(run, t->job, t->size, text, name);
	if (ours && !t->peers)
		return ours->clean / ours->median;
	peer = t->peers ? run_best(run, t->job, t->size, text, t->peers) : NULL;
	return ours && peer ? peer->median / ours->median : 0;
}

static struct score score_of(const struct run *run, const struct target *t)
{
	struct score s = { .ours = choose_ours(t), .worst = INFINITY };
	const struct text *text;
	double ratio;

	for (text = run->texts; text < run->texts + run->text_count; text++) {
		if (!counts(t, text))
			continue;
		ratio = ratio_of(run, t, text, s.ours);
		if (!ratio) {
			s.missing[s.missing_count++] = text;
			continue;
		}
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

/* Why nothing is known of one name of a target; NULL where something is known. */
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

/* Prints those of @names that are absent, and the reasons if @why. */
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
	if (!(run->jobs >> t->job & 1))
		fputs(": the job was not asked for", stdout);
	else if (!any_here(t->ours))
		put_absent(t->ours, ": ", true);
	else if (t->peers && !any_here(t->peers))
		put_absent(t->peers, ": ", true);
	else
		fputs(": no such size or text in this run", stdout);
}

static void put_wanted(const struct target *t, const char *ours)
{
	unsigned int family;
	const char *plus = "";

	printf("%s %s %s B", ours, job_name(t->job), size_name(t->size));
	fputs(t->families == ANY ? ", any text" : ", ", stdout);
	for (family = 0; t->families != ANY && family <= MIXED; family++) {
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
	printf(" x %s", t->peers ? t->peers : "without error");
}

/*
 * A peer that was measured on another text of the target, but not on this text:
 * then the best of the other peers may not be the best of all.
 */
static bool is_lacking(const struct run *run, const struct target *t,
		       const struct text *text, const char *name)
{
	const struct text *other;

	if (run_best(run, t->job, t->size, text, name))
		return false;
	for (other = run->texts; other < run->texts + run->text_count; other++)
		if (counts(t, other) &&
		    run_best(run, t->job, t->size, other, name))
			return true;
	return false;
}

/* Calls @put with each text and each peer that the text lacks. */
static void each_lacking(const struct run *run, const struct target *t,
			 void (*put)(const char *peer, const struct text *text,
				     bool first))
{
	const struct contender *c;
	const struct text *text;
	bool first = true;

	for (c = contenders; t->peers && c < contenders + contender_count; c++) {
		if (!is_among(c->name, strlen(c->name), t->peers))
			continue;
		for (text = run->texts; text < run->texts + run->text_count;
		     text++) {
			if (!counts(t, text) ||
			    !is_lacking(run, t, text, c->name))
				continue;
			put(c->name, text, first);
			first = false;
		}
	}
}

static void put_lacking(const char *peer, const struct text *text, bool first)
{
	printf("%s%s on %s", first ? "; left out: " : ", ", peer, text->name);
}

static void put_lacking_json(const char *peer, const struct text *text,
			     bool first)
{
	printf("%s[\"%s\",", first ? "" : ",", peer);
	json_print(stdout, (const u8 *)text->name, strlen(text->name));
	putchar(']');
}

static const char *verdict(const struct target *t, const struct score *s)
{
	if (!s->texts)
		return "not measurable here";
	return s->mean >= t->mean && s->worst >= t->worst ? "reached" :
							    "NOT REACHED";
}

static void put_json(const struct run *run, const struct target *t,
		     const struct score *s)
{
	unsigned int i;

	printf("{\"target\":\"");
	put_wanted(t, s->ours);
	printf("\",\"ours\":\"%s\",\"job\":\"%s\",\"peers\":\"%s\",\"absent\":\"",
	       s->ours, job_name(t->job), t->peers ? t->peers : "");
	if (t->peers)
		put_absent(t->peers, "", false);
	printf("\",\"verdict\":\"%s\",\"missing\":[", verdict(t, s));
	for (i = 0; i < s->missing_count; i++) {
		fputs(i ? "," : "", stdout);
		json_print(stdout, (const u8 *)s->missing[i]->name,
			  strlen(s->missing[i]->name));
	}
	fputs("],\"left_out\":[", stdout);
	each_lacking(run, t, put_lacking_json);
	putchar(']');
	if (s->texts) {
		printf(",\"texts\":%u,\"geometric_mean\":%.4g,\"worst\":%.4g,\"text\":",
		       s->texts, s->mean, s->worst);
		json_print(stdout, (const u8 *)s->where, strlen(s->where));
	}
	puts("}");
}

static void put_line(const struct run *run, const struct target *t,
		     const struct score *s)
{
	unsigned int i;

	printf("%-11s ", verdict(t, s));
	if (s->texts)
		printf("%.2f, worst %.2f %s, %u texts: ", s->mean, s->worst,
		       s->where, s->texts);
	put_wanted(t, s->ours);
	if (s->texts && t->peers)
		put_absent(t->peers, "; absent: ", false);
	else if (!s->texts)
		put_why_not(run, t);
	for (i = 0; s->texts && i < s->missing_count; i++)
		printf("%s%s", i ? ", " : "; not measured: ",
		       s->missing[i]->name);
	each_lacking(run, t, put_lacking);
	putchar('\n');
}

void report_targets(const struct run *run, bool json)
{
	struct score s;
	size_t i;

	if (!json)
		puts("\nTargets: times as fast as the best peer of each text; geometric mean of the texts, and the worst");
	for (i = 0; i < U8C_ARRAY_SIZE(targets); i++) {
		s = score_of(run, &targets[i]);
		if (json)
			put_json(run, &targets[i], &s);
		else
			put_line(run, &targets[i], &s);
	}
}
