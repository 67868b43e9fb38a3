// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whether a run reached the targets.
 *
 * For each text, the time of our implementation is compared with that of the best
 * peer, or with what the target allows: the ratio is taken from the medians of the
 * same rounds.  A row is about all its texts; texts that are missing are named.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "target.h"
#include "base/say/escape.h"

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
 * @ratio: of each text of the run how many times as fast ours is; 0 where it should
 *	count and was not measured, or is of another family.
 * @mean: geometric mean of the ratios.
 * @worst: the smallest ratio.
 * @where: the text with the smallest ratio.
 */
struct score {
	const char *ours;
	unsigned int texts;
	double ratio[TEXTS_MAX];
	double mean;
	double worst;
	const char *where;
};

static bool target_applies(const struct target *t, const struct text *text)
{
	return t->families >> text->family & 1;
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
	if (!ours)
		return 0;
	if (t->ns)
		return t->ns / ours->median;
	if (t->rate)
		return ours->bytes / ours->median / t->rate;
	if (!t->peers)
		return ours->clean / ours->median;
	peer = run_best(run, t->job, t->size, text, t->peers);
	return peer ? peer->median / ours->median : 0;
}

static struct score score_of(const struct run *run, const struct target *t)
{
	struct score s = { .ours = choose_ours(t), .worst = INFINITY };
	const struct text *text;
	double ratio;

	for (text = run->texts; text < run->texts + run->text_count; text++) {
		if (!target_applies(t, text))
			continue;
		ratio = ratio_of(run, t, text, s.ours);
		s.ratio[text - run->texts] = ratio;
		if (!ratio)
			continue;
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

	for (i = 0; i < ARRAY_SIZE(elsewhere); i++)
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
	fputs(t->families == ANY_FAMILY ? ", any text" : ", ", stdout);
	for (family = 0; t->families != ANY_FAMILY && family < FAMILIES; family++) {
		if (!(t->families >> family & 1))
			continue;
		printf("%s%s", plus, family_name(family));
		plus = "+";
	}
	if (t->mean)
		printf(", mean >= %.2f", t->mean);
	if (t->worst)
		printf(", each >= %.2f", t->worst);
	if (t->ns)
		printf(" x a call of %g ns", t->ns);
	else if (t->rate)
		printf(" x %.3g GB/s", t->rate);
	else
		printf(" x %s", t->peers ? t->peers : "without error");
}

/*
 * Was a peer measured on another text of the target, but not on this one?  Then the
 * best of the other peers may not be the best of all.
 */
static bool is_lacking(const struct run *run, const struct target *t,
		       const struct text *text, const char *name)
{
	const struct text *other;

	if (run_best(run, t->job, t->size, text, name))
		return false;
	for (other = run->texts; other < run->texts + run->text_count; other++)
		if (target_applies(t, other) &&
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
			if (!target_applies(t, text) ||
			    !is_lacking(run, t, text, c->name))
				continue;
			put(c->name, text, first);
			first = false;
		}
	}
}

static void put_lacking_peer(const char *peer, const struct text *text, bool first)
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

/* Calls @put with each text of the target whose ratio is 0, or else below @t->worst. */
static void each_short(const struct run *run, const struct target *t,
		       const struct score *s, bool measured,
		       void (*put)(const struct text *text, double ratio, bool first))
{
	bool first = true;
	size_t i;

	for (i = 0; i < run->text_count; i++) {
		if (!target_applies(t, &run->texts[i]) || !s->ratio[i] == measured ||
		    (measured && s->ratio[i] >= t->worst))
			continue;
		put(&run->texts[i], s->ratio[i], first);
		first = false;
	}
}

static void put_missing(const struct text *text, double ratio, bool first)
{
	printf("%s%s", first ? "; not measured: " : ", ", text->name);
}

static void put_slow(const struct text *text, double ratio, bool first)
{
	printf("%s%s %.2f", first ? "; slow: " : ", ", text->name, ratio);
}

static void put_missing_json(const struct text *text, double ratio, bool first)
{
	fputs(first ? "" : ",", stdout);
	json_print(stdout, (const u8 *)text->name, strlen(text->name));
}

static void put_slow_json(const struct text *text, double ratio, bool first)
{
	fputs(first ? "[" : ",[", stdout);
	json_print(stdout, (const u8 *)text->name, strlen(text->name));
	printf(",%.4g]", ratio);
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
	printf("{\"target\":\"");
	put_wanted(t, s->ours);
	printf("\",\"ours\":\"%s\",\"job\":\"%s\",\"peers\":\"%s\",\"absent\":\"",
	       s->ours, job_name(t->job), t->peers ? t->peers : "");
	if (t->peers)
		put_absent(t->peers, "", false);
	printf("\",\"verdict\":\"%s\",\"missing\":[", verdict(t, s));
	each_short(run, t, s, false, put_missing_json);
	fputs("],\"left_out\":[", stdout);
	each_lacking(run, t, put_lacking_json);
	fputs("],\"slow\":[", stdout);
	each_short(run, t, s, true, put_slow_json);
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
	printf("%-11s ", verdict(t, s));
	if (s->texts)
		printf("%.2f, worst %.2f %s, %u texts: ", s->mean, s->worst,
		       s->where, s->texts);
	put_wanted(t, s->ours);
	if (s->texts && t->peers)
		put_absent(t->peers, "; absent: ", false);
	else if (!s->texts)
		put_why_not(run, t);
	each_short(run, t, s, true, put_slow);
	if (s->texts)
		each_short(run, t, s, false, put_missing);
	each_lacking(run, t, put_lacking_peer);
	putchar('\n');
}

void report_targets(const struct run *run, bool json)
{
	const struct target *t;
	struct score s;

	if (!json)
		puts("\nTargets: times as fast as the best peer of each text, or as the time allowed; geometric mean of the texts, and the worst");
	for (t = targets; t->ours; t++) {
		s = score_of(run, t);
		if (json)
			put_json(run, t, &s);
		else
			put_line(run, t, &s);
	}
}
