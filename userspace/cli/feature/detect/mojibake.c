// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong readings, one after the other, explain a text?
 *
 * A sample decides: the first words of the text that are not all of ASCII.
 * Each wrong reading that may be is undone in it.  The one that leaves the fewest bits wins, if
 * these are clearly fewer than before; then the search is repeated.  At the end the steps are
 * undone in all such words of the text, sample included, and what they do not explain is counted.
 * So a text of any length is read once, and needs the same memory.
 */
#include <errno.h>
#include <unistd.h>
#include "base/file/output.h"
#include "feature/detect/detect_private.h"

/* Bytes of the sample: all of it is measured. */
#define SAMPLE_MAX MEASURE_MAX

/**
 * struct suspect - a text that may be mojibake
 *
 * @part: looks for places in the text.
 * @is_decided: the steps are known.
 * @found: the steps that explain the sample.
 * @needs_place: @found counts only where @part has a place: it explains few sequences, in a
 *	charset whose places are found, too.
 * @whole: undoes @found.
 * @rest: looks for places in what that gives.
 * @n: bytes of @sample.
 * @sample: words that @whole did not get.
 * @undone: what the steps make of them.
 * @trial: what one more step makes of that.
 */
static struct {
	struct undoing part;
	bool is_decided;
	struct mojibake found;
	bool needs_place;
	struct undoing whole;
	struct undoing rest;
	size_t n;
	u8 sample[SAMPLE_MAX];
	u8 undone[3 * UNDO_PIECE];
	u8 trial[3 * UNDO_PIECE];
} suspect;

void mojibake_start(void)
{
	undoing_start(&suspect.part, NULL, NULL);
	undoing_start(&suspect.rest, NULL, NULL);
	suspect.is_decided = suspect.needs_place = false;
	suspect.found = (struct mojibake){ };
	suspect.n = 0;
}

/* From E3 on, the lead bytes of UTF-8 are those of Chinese and Japanese. */
static bool has_wide(const u8 *p, size_t n)
{
	for (; n && *p < 0xe3; p++)
		n--;
	return n;
}

static u64 count_leads(const u8 *p, size_t n)
{
	u64 leads = 0;

	while (n--)
		leads += *p++ >= 0xc2;
	return leads;
}

/*
 * Is a step undone, when @good sequences were made, and @bad places?  In a charset with two bytes
 * a character, a word of an odd length loses its last byte: so up to half may be bad, but not in a
 * word or two, where that may be chance.
 */
static bool is_undone(bool wide, u64 good, u64 bad)
{
	return good && bad <= (wide && good > 8 ? good / 2 : good / 10);
}

/* By how many bits a text must be better undone. */
#define GAIN_OF_SEQUENCE (6 * MEASURE_BIT)	/* for each sequence */
#define LEGACY_GAIN (15 * MEASURE_BIT / 2)	/* for each character of a legacy encoding */
/* So many sequences need no place that is mojibake by itself. */
#define MANY 8

/* Is it enough that a text takes @gain fewer bits? */
static bool is_enough(const struct misreading *r, u64 gain, const struct reading *meant)
{
	if (r->written)
		return gain >= r->bits * MEASURE_BIT && gain >= LEGACY_GAIN * meant->others;
	return meant->others && gain >= GAIN_OF_SEQUENCE * meant->others;
}

/*
 * Undo one more misreading of @n undone bytes.  Return: bytes of the trial, whose reading is @meant; 0
 * when it is not this misreading.
 */
static size_t try_misreading(const struct misreading *r, size_t n, struct reading *meant)
{
	const struct mojibake m = { .steps = 1, .read_as = { r->read_as }, .written = r->written };
	u64 bad = 0;
	size_t made;

	if (r->wide && !has_wide(suspect.undone, n))
		return 0;
	made = undo_steps(&m, suspect.undone, n, suspect.trial, &bad);
	if ((r->written && bad) || !is_undone(r->wide, count_leads(suspect.trial, made), bad))
		return 0;
	*meant = reading_of("UTF-8", suspect.trial, made);
	meant->cost += bad * MEASURE_UNDEFINED;
	return made;
}

/* One more step of @n undone bytes.  Return: how many are left; 0 for no step. */
static size_t explain_step(size_t n)
{
	const struct reading as_is = reading_of("UTF-8", suspect.undone, n);
	struct mojibake *found = &suspect.found;
	const struct misreading *r, *best = NULL;
	u64 least = as_is.cost;
	struct reading meant;

	for (r = misreadings; r->read_as; r++) {
		/* Only UTF-8 is misread again and again. */
		if (r->written && found->steps)
			continue;
		if (!try_misreading(r, n, &meant) || meant.cost >= least ||
		    !is_enough(r, as_is.cost - meant.cost, &meant))
			continue;
		best = r;
		least = meant.cost;
	}
	if (!best)
		return 0;
	n = try_misreading(best, n, &meant);
	memcpy(suspect.undone, suspect.trial, n);
	/* The last step is undone first. */
	memmove(found->read_as + 1, found->read_as, found->steps++ * sizeof(*found->read_as));
	found->read_as[0] = best->read_as;
	found->written = best->written;
	suspect.needs_place = !best->wide && !best->written && count_leads(suspect.undone, n) < MANY;
	return n;
}

static void explain_sample(void)
{
	struct mojibake *found = &suspect.found;
	/* A full sample may end amid a sequence. */
	size_t n = utf8check_valid_up_to(suspect.sample, suspect.n);
	unsigned int i;

	memcpy(suspect.undone, suspect.sample, n);
	while (n && found->steps < MOJIBAKE_STEPS && !found->written)
		n = explain_step(n);
	undoing_start(&suspect.whole, found, NULL);
	for (i = 0; i < PLACE_CHARSETS && found->steps && !suspect.needs_place; i++)
		if (!strcmp(misreadings[i].read_as, found->read_as[found->steps - 1]))
			suspect.part.trusted = BIT(i);
}

/*
 * Undo the sample, which is full, or is what is left of the text; an empty one ends the text.  In what
 * comes out, look for what is mojibake still.
 */
static void undo_sample(void)
{
	static u8 undone[UNDONE_MAX(SAMPLE_MAX)];
	size_t made;

	if (!suspect.is_decided)
		explain_sample();
	suspect.is_decided = true;
	if (suspect.found.steps) {
		made = undoing_push(&suspect.whole, suspect.sample, suspect.n, undone);
		if (made)
			undoing_push(&suspect.rest, undone, made, NULL);
		if (!suspect.n)
			undoing_push(&suspect.rest, undone, 0, NULL);
	}
	suspect.n = 0;
}

/* Add the words that are not all of ASCII. */
static void add_to_sample(const u8 *p, size_t n)
{
	const u8 *start = p, *end = p + n;

	while ((p = find_other(p, end)) < end) {
		while (p > start && p[-1] > ' ')
			p--;
		do {
			if (suspect.n == SAMPLE_MAX)
				undo_sample();
			suspect.sample[suspect.n++] = *p;
		} while (*p++ > ' ' && p < end);
		start = p;
	}
}

void mojibake_push(const u8 *p, size_t n)
{
	if (!suspect.is_decided || suspect.found.steps)
		add_to_sample(p, n);
	undoing_push(&suspect.part, p, n, NULL);
}

struct mojibake mojibake_conclude(void)
{
	struct mojibake part;

	if (suspect.n)
		undo_sample();
	undo_sample();
	undoing_push(&suspect.part, suspect.sample, 0, NULL);
	part = undoing_places(&suspect.part);
	if (!suspect.found.steps || undoing_places(&suspect.rest).steps ||
	    (suspect.needs_place && !part.steps))
		return part;
	return suspect.whole.m;
}

/* Undo @m.  @out gets the text; where that is NULL, mojibake_push(). */
int mojibake_undo_write(const struct mojibake *m, struct input *in, struct output *out)
{
	static u8 buf[UNDO_PIECE], made[UNDONE_MAX(UNDO_PIECE)];
	static struct undoing undoing;
	ssize_t got;
	size_t n;

	undoing_start(&undoing, m, out ? in->name : NULL);
	do {
		got = input_fill(in, buf, sizeof(buf));
		if (got < 0)
			return got;
		n = undoing_push(&undoing, buf, got, made);
		if (n && !out)
			mojibake_push(made, n);
		if (n && out && output_write(out, made, n))
			return 1;
	} while (got);
	return undoing.m.bad ? -EILSEQ : 0;
}

int mojibake_undo_leaves_some(const struct mojibake *m, struct input *in)
{
	const off_t start = lseek(in->fd, 0, SEEK_CUR);
	struct mojibake still;
	int err;

	mojibake_start();
	err = mojibake_undo_write(m, in, NULL);
	still = mojibake_conclude();
	if (!err)
		err = input_seek(in, start);
	return err ? err : still.steps && !still.bad;
}

bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length)
{
	struct mojibake m;
	u64 bad = 0;

	mojibake_start();
	mojibake_push(text, n);
	m = mojibake_conclude();
	if (!m.steps || m.places || m.bad)
		return false;
	*length = undo_steps(&m, text, n, to, &bad);
	return !bad;
}
