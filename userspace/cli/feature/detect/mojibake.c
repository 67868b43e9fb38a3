// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong readings, one after the other, explain a text?
 *
 * A sample decides: the first bytes of the text without the insides of words of ASCII.
 * Each wrong reading that may be is undone in it, and that counts which leaves the fewest bits
 * of information, if these are clearly fewer than before; this is repeated.  Then the steps are
 * undone in the whole text, sample included, and what they do not explain is counted.  So a text
 * of any length is read once, and needs the same memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "feature/detect/detect_private.h"

/* Bytes of the sample: all of it is measured. */
#define SAMPLE_MAX MEASURE_MAX

/**
 * struct misreading - how a text may have been read wrong
 *
 * @read_as: the charset; the most frequent one comes first: it wins where two explain a text.
 * @bits: by how many a text must be better undone.
 * @written: what it was in; NULL: UTF-8.
 * @of_controls: controls are what speaks for it.
 * @wide: the charset has characters of two bytes.
 */
static const struct misreading {
	const char *read_as;
	unsigned int bits;
	const char *written;
	bool of_controls;
	bool wide;
} misreadings[] = {
	{ .read_as = "windows-1252", .bits = 3 }, { .read_as = "windows-1251", .bits = 8 }, { .read_as = "KOI8-R", .bits = 13 },
	{ .read_as = "CP866", .bits = 13 }, { .read_as = "ISO-8859-1", .bits = 3 }, { .read_as = "MACINTOSH", .bits = 11 },
	{ .read_as = "CP437", .bits = 13 }, { .read_as = "CP850", .bits = 11 }, { .read_as = "windows-1250", .bits = 11 },
	{ .read_as = "windows-1253", .bits = 13 }, { .read_as = "windows-1254", .bits = 11 }, { .read_as = "windows-1257", .bits = 11 },
	{ .read_as = "ISO-8859-2", .bits = 13 },
	{ .read_as = "GBK", .bits = 16, .wide = true }, { .read_as = "CP932", .bits = 16, .wide = true },
	{ .read_as = "ISO-8859-1", .bits = 9, .written = "windows-1252", .of_controls = true },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1251" },
	{ .read_as = "windows-1252", .bits = 24, .written = "KOI8-R" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1253" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1255" },
	{ .read_as = "CP437", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP850", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP437", .bits = 24, .written = "CP932" },
};

/**
 * struct suspect - a text that may be mojibake
 *
 * @part: looks for mojibake in a part of the text.
 * @is_decided: the steps are known.
 * @found: the steps that explain the sample.
 * @sees_places: these are of a charset whose places are found, too, and few.
 * @whole: undoes @found.
 * @rest: looks for mojibake in what that gives.
 * @n: bytes of @sample.
 * @sample: text that @whole did not get.
 * @undone: what the steps make of it.
 * @trial: what one more step makes of that.
 */
static struct {
	struct undoing part;
	bool is_decided;
	struct mojibake found;
	bool sees_places;
	struct undoing whole;
	struct undoing rest;
	size_t n;
	u8 sample[SAMPLE_MAX + 4];
	u8 undone[3 * UNDO_PIECE + 4];
	u8 trial[3 * UNDO_PIECE + 4];
} suspect;

static const struct mojibake all_places = { .charsets = ~0u };

static void load_charsets(void)
{
	static bool loaded;
	const struct misreading *r;
	const struct charset *charset;

	for (r = misreadings; !loaded && r < misreadings + ARRAY_SIZE(misreadings); r++) {
		charset = r->wide || r->written ? NULL : charset_of(r->read_as);
		if (charset)
			places_add_charset(charset, r->bits * MEASURE_BIT);
	}
	loaded = true;
}

void mojibake_start(void)
{
	load_charsets();
	undoing_start(&suspect.part, &all_places, NULL);
	undoing_start(&suspect.rest, &all_places, NULL);
	suspect.is_decided = suspect.sees_places = false;
	suspect.found = (struct mojibake){ };
	suspect.n = 0;
}

/* From E3 on, the lead bytes of UTF-8 are those of Chinese and Japanese. */
static bool has_wide(const u8 *p, size_t n)
{
	while (n && *p < 0xe3) {
		p++;
		n--;
	}
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
 * Is a step undone, which has made so many sequences, and bad places?  Where characters have two
 * bytes, every other word of an odd length has lost its end: in a word or two, that may be chance.
 */
static bool is_undone(bool wide, u64 good, u64 bad)
{
	return good && bad <= (wide && good > 8 ? good / 2 : good / 10);
}

/* By how many bits a text must be better undone, for each sequence, or character of a legacy encoding. */
#define GAIN_OF_SEQUENCE (6 * MEASURE_BIT)
#define LEGACY_GAIN (15 * MEASURE_BIT / 2)
/* So many sequences need no place that is mojibake by itself. */
#define MANY 8

/*
 * Is it enough that a text takes @gain fewer bits?  However often a character comes again, that
 * says nothing new.
 */
static bool is_enough(const struct misreading *r, u64 gain, const struct reading *meant)
{
	if (r->written)
		return gain >= r->bits * MEASURE_BIT && (r->of_controls || gain >= LEGACY_GAIN * meant->others);
	return meant->others && gain >= GAIN_OF_SEQUENCE * meant->others &&
	       gain * meant->kinds >= r->bits * MEASURE_BIT * meant->others;
}

/*
 * May a text be misread so?  Nearly each run of what is not ASCII begins with a lead byte; of
 * legacy encodings each character is of the charset.
 */
static bool may_be_misread(const struct misreading *r, const struct charset *charset, const u8 *p, size_t n)
{
	u64 runs = 0, bad = 0;
	unsigned int length;
	bool inside = false;
	int code;
	u32 cp;

	for (; n && (bad < 4 || bad * 2 < runs); p += length, n -= length < n ? length : n) {
		cp = decode_well_formed(p, &length);
		code = charset_code(charset, cp);
		if (r->written && code < 0)
			return n < 4;
		code = code > 0xff ? code >> 8 : code;
		runs += cp > 0x7f && !inside;
		bad += cp > 0x7f && !inside && (code < 0xc2 || code > 0xf4);
		inside = cp > 0x7f;
	}
	return r->written || !n;
}

/* Undo a misreading.  Return: bytes of the trial, read as @meant; 0 when it is not this one. */
static size_t try_misreading(const struct misreading *r, const u8 *text, size_t n, struct reading *meant)
{
	const struct mojibake m = { .steps = 1, .read_as = { r->read_as }, .written = r->written };
	const struct charset *charset = r->wide && !has_wide(text, n) ? NULL : charset_of(r->read_as);
	u64 bad = 0;
	size_t made;

	if (!charset || !may_be_misread(r, charset, text, n))
		return 0;
	made = undo_steps(&m, text, n, suspect.trial, &bad);
	if (!is_undone(r->wide, count_leads(suspect.trial, made), bad) ||
	    !reading_take(meant, "UTF-8", suspect.trial, made, ALL_LANGUAGES))
		return 0;
	/* Of legacy encodings signs alone are no evidence, but what was a control is. */
	if (r->written && (bad || (meant->measure.only_signs && !r->of_controls)))
		return 0;
	meant->cost += bad * MEASURE_UNDEFINED;
	return made;
}

/* One more step of @n undone bytes.  Return: how many are left; 0 for no step. */
static size_t explain_step(size_t n)
{
	static u8 text[3 * SAMPLE_MAX + 4];
	struct mojibake *found = &suspect.found;
	const struct misreading *r, *best = NULL;
	struct reading as_is, meant;
	u64 least = UINT64_MAX;
	size_t made, left = 0;

	memcpy(text, suspect.undone, n);
	if (!reading_take(&as_is, "UTF-8", text, n, ALL_LANGUAGES))
		return 0;
	for (r = misreadings; r < misreadings + ARRAY_SIZE(misreadings); r++) {
		/* Only UTF-8 is misread again and again. */
		made = r->written && found->steps ? 0 : try_misreading(r, text, n, &meant);
		if (!made || meant.cost >= least || meant.cost > as_is.cost ||
		    !is_enough(r, as_is.cost - meant.cost, &meant))
			continue;
		best = r;
		least = meant.cost;
		left = made;
		memcpy(suspect.undone, suspect.trial, made);
	}
	if (!best)
		return 0;
	/* The last step is undone first. */
	memmove(found->read_as + 1, found->read_as, found->steps++ * sizeof(*found->read_as));
	found->read_as[0] = best->read_as;
	found->written = best->written;
	suspect.sees_places = !best->wide && !best->written && count_leads(suspect.undone, left) < MANY;
	return left;
}

static void explain_sample(void)
{
	struct mojibake *found = &suspect.found;
	size_t n = suspect.n;

	memcpy(suspect.undone, suspect.sample, n);
	while (n && found->steps < MOJIBAKE_STEPS && !found->written)
		n = explain_step(n);
	undoing_start(&suspect.whole, found, NULL);
	/* The charset of the last step, where that was found without places. */
	if (found->steps && !suspect.sees_places)
		undoing_trust(&suspect.part, found->read_as[found->steps - 1]);
}

/* Undo the next bytes, or the end, and look for what is mojibake still. */
static void undo_bytes(const u8 *p, size_t n)
{
	static u8 undone[UNDONE_MAX(SAMPLE_MAX)];
	const size_t made = undoing_push(&suspect.whole, p, n, undone);

	if (made)
		undoing_push(&suspect.rest, undone, made, NULL);
}

/* Undo the sample when it is full, or the text has ended. */
static void undo_sample(void)
{
	if (!suspect.is_decided)
		explain_sample();
	suspect.is_decided = true;
	if (suspect.found.steps && suspect.n)
		undo_bytes(suspect.sample, suspect.n);
	suspect.n = 0;
}

/* In a run of ASCII only four characters at each end matter: words with other ones. */
static void add_to_sample(const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		bool amid = suspect.n > 7 && p[i] < 0x80 && !(load64(suspect.sample + suspect.n - 8) & HIGH_BITS);

		if (amid)
			for (; i + 11 < n && !((load64(p + i + 1) | load64(p + i + 4)) & HIGH_BITS); i += 8)
				;
		if (amid)
			memmove(suspect.sample + suspect.n - 4, suspect.sample + suspect.n - 3, 3);
		else if (suspect.n == SAMPLE_MAX)
			undo_sample();
		suspect.n -= amid;
		suspect.sample[suspect.n++] = p[i];
	}
}

void mojibake_push(const u8 *p, size_t n)
{
	if (!suspect.is_decided || suspect.found.steps) {
		add_to_sample(p, n);
		if (!n) {
			undo_sample();
			undo_bytes(p, 0);
			undoing_push(&suspect.rest, p, 0, NULL);
		}
	}
	undoing_push(&suspect.part, p, n, NULL);
}

struct mojibake mojibake_conclude(void)
{
	struct mojibake part = { }, rest = { };

	undoing_answer(&suspect.part, &part);
	undoing_answer(&suspect.rest, &rest);
	if (!suspect.found.steps || rest.part.places || (suspect.sees_places && !part.part.places))
		return part;
	suspect.found.bad = suspect.whole.bad;
	return suspect.found;
}

/* @out: NULL: mojibake_push() gets the text. */
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
	return undoing.bad ? -EILSEQ : 0;
}

int mojibake_undo_leaves_some(const struct mojibake *m, struct input *in)
{
	struct mojibake still;
	int err;

	mojibake_start();
	err = mojibake_undo_write(m, in, NULL);
	mojibake_push((const u8 *)"", 0);
	still = mojibake_conclude();
	return err ? err : (still.steps && !still.bad) || still.part.places;
}

static int copy_input(struct input *in, int fd)
{
	struct output out = { .name = "temporary file", .fd = fd };
	static u8 buf[UNDO_PIECE];
	ssize_t got;

	do {
		got = input_read(in, buf, sizeof(buf));
		if (got > 0 && output_write(&out, buf, got))
			return -EIO;
	} while (got > 0);
	return got;
}

int mojibake_undo_prepare(struct input *in, off_t *start_at)
{
	const char *folder = getenv("TMPDIR");
	int fd, err;

	*start_at = lseek(in->fd, 0, SEEK_CUR);
	if (*start_at >= 0)
		return 0;
	*start_at = 0;
	fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = copy_input(in, fd);
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err) {
		close(fd);
		return err;
	}
	input_close(in);
	*in = (struct input){ .name = in->name, .fd = fd, .stat = in->stat };
	return 0;
}

bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length)
{
	struct mojibake m;
	u64 bad = 0;

	mojibake_start();
	mojibake_push(text, n);
	mojibake_push(text, 0);
	m = mojibake_conclude();
	if (!m.steps || m.bad)
		return false;
	*length = undo_steps(&m, text, n, to, &bad);
	return !bad;
}
