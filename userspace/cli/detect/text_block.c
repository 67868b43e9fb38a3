// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Well-formed text that is counted 64 bytes at a time.
 *
 * What each byte is becomes a bit in a mask.  Ends of lines and the code points
 * of a line come of the masks.  In a block of ASCII, letters are Latin and all else
 * is Common, so runs come of a mask too.  In other blocks the mask says where
 * sequences begin: so no decoding waits for that of the sequence before.
 */
#include "detect/byte_masks.h"
#include "detect/text_block.h"

#define BLOCK BYTES_MASKED

/**
 * struct masks - what the bytes of a block are, a bit for each
 *
 * @leads: no continuation.
 * @lf: LF.
 * @cr: CR.
 */
struct masks {
	u64 leads;
	u64 lf;
	u64 cr;
};

static inline u64 below(unsigned int bit)
{
	return bit < 64 ? ((u64)1 << bit) - 1 : ~(u64)0;
}

/* --- lines */

static void add_to_line(struct text_stats *t, u64 at, u64 bytes, u64 points)
{
	if (!bytes)
		return;
	if (!t->line.bytes)
		t->line.offset = at;
	t->line.bytes += bytes;
	t->line.code_points += points;
}

/* Count the lines in a block of @n bytes. */
static void count_lines(struct text_stats *t, const struct masks *m, unsigned int n)
{
	u64 leads = m->leads & below(n), lf = m->lf & below(n);
	unsigned int from = 0, end;

	for (; lf; lf &= lf - 1) {
		unsigned int at = __builtin_ctzll(lf);
		bool after_cr = at && m->cr >> (at - 1) & 1;

		end = at - after_cr;
		add_to_line(t, t->bytes + from, end - from,
			    __builtin_popcountll(leads & below(end) & ~below(from)));
		t->crlf += after_cr;
		t->lf += !after_cr;
		text_stats_end_line(t);
		from = at + 1;
	}
	add_to_line(t, t->bytes + from, n - from,
		    __builtin_popcountll(leads & ~below(from)));
}

/* --- runs of ASCII */

/* Has a mask so many bits in a row, or more? */
static bool has_run(u64 mask, u64 length)
{
	u64 have = 1;

	if (length > 64)
		return false;
	for (; have * 2 <= length; have *= 2)
		mask &= mask >> have;
	return mask & mask >> (length - have);
}

static void end_run_at(struct text_stats *t, u64 offset)
{
	t->run.bytes = offset - t->run.offset;
	text_stats_end_run(t);
}

/* Follow each run; @changes has a bit where one begins. */
static void count_runs_one_by_one(struct text_stats *t, u64 letters, u64 changes)
{
	unsigned int from = 0, at;

	for (; changes; changes &= changes - 1) {
		at = __builtin_ctzll(changes);
		t->run.code_points += at - from;
		end_run_at(t, t->bytes + at);
		t->run = (struct text_span){
			.offset = t->bytes + at,
			.number = letters >> at & 1 ? t->latin : t->common,
		};
		from = at;
	}
	t->run.code_points += BLOCK - from;
}

/* The runs within the block are not longer than the longest: pass over them. */
static void count_runs(struct text_stats *t, u64 letters)
{
	bool same = t->run.number == (letters & 1 ? t->latin : t->common);
	u64 changes = letters ^ letters << 1;
	unsigned int last;

	changes = (changes & ~(u64)1) | !same;
	if (!changes) {
		t->run.code_points += BLOCK;
		return;
	}
	if (has_run(letters, t->longest_run.code_points + 1) ||
	    has_run(~letters, t->longest_run.code_points + 1)) {
		count_runs_one_by_one(t, letters, changes);
		return;
	}
	last = 63 - __builtin_clzll(changes);
	t->run.code_points += __builtin_ctzll(changes);
	end_run_at(t, t->bytes + __builtin_ctzll(changes));
	t->run = (struct text_span){
		.offset = t->bytes + last,
		.code_points = BLOCK - last,
		.number = letters >> last & 1 ? t->latin : t->common,
	};
}

static void count_ascii(struct text_stats *t, const u8 *p, const struct masks *m)
{
	u64 letters = bytes_between(p, 'a', 'z') | bytes_between(p, 'A', 'Z');

	t->ascii_letters += __builtin_popcountll(letters);
	t->ascii_others += BLOCK - __builtin_popcountll(letters);
	count_lines(t, m, BLOCK);
	count_runs(t, letters);
	t->bytes += BLOCK;
	t->run.bytes = t->bytes - t->run.offset;
}

/* Is a block ASCII without controls, but for TAB and ends of lines? */
static bool is_plain(const u8 *p, const struct masks *m)
{
	u64 plain = bytes_between(p, ' ', '~') | bytes_equal(p, '\t');

	return !~(plain | m->lf | m->cr);
}

/* --- other text */

/* The code point of the well-formed sequence at @p. */
static inline u32 decode(const u8 *p, unsigned int *length)
{
	if (p[0] >= 0xe0 && p[0] < 0xf0) {
		*length = 3;
		return (p[0] & 0xf) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f);
	}
	if (p[0] < 0x80) {
		*length = 1;
		return p[0];
	}
	if (p[0] < 0xe0) {
		*length = 2;
		return (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
	}
	*length = 4;
	return (u32)(p[0] & 0x7) << 18 | (p[1] & 0x3f) << 12 | (p[2] & 0x3f) << 6 | (p[3] & 0x3f);
}

/**
 * struct run - the run at hand, in registers
 *
 * @start: its offset.
 * @length: its code points.
 * @script: its script.
 */
struct run {
	u64 start;
	u64 length;
	unsigned int script;
};

/* The run is the longest, or may be the first one, and ends at @offset. */
static noinline void end_long_run(struct text_stats *t, const struct run *r, u64 offset)
{
	t->run = (struct text_span){ r->start, 0, r->length, r->script };
	end_run_at(t, offset);
}

/* Count the code points that begin in a block.  Return: where the last one ends. */
static unsigned int count_points(struct text_stats *t, const u8 *p, u64 leads)
{
	struct run r = { t->run.offset, t->run.code_points, t->run.number };
	const unsigned int inherited = t->inherited;
	const u64 base = t->bytes;
	unsigned int at = 0, n = 0;

	for (; leads; leads &= leads - 1) {
		unsigned int script, same;

		at = __builtin_ctzll(leads);
		script = point_counts_add(&t->points, decode(p + at, &n));
		same = (script == r.script) | (script == inherited);
		if (same) {
			r.length++;
			continue;
		}
		if (unlikely(r.length > t->longest_run.code_points))
			end_long_run(t, &r, base + at);
		r = (struct run){ base + at, 1, script };
	}
	t->run = (struct text_span){ r.start, base + at + n - r.start, r.length, r.script };
	return at + n;
}

static size_t count_other(struct text_stats *t, const u8 *p, const struct masks *m,
			  unsigned int n)
{
	u64 leads = m->leads & below(n);
	unsigned int end = count_points(t, p, leads);
	unsigned int more = end > n ? end - n : 0;

	count_lines(t, m, n);
	/* The rest of a sequence that begins in the block. */
	t->line.bytes += more;
	t->bytes += end;
	return end;
}

size_t text_block_count(struct text_stats *t, const u8 *p)
{
	struct masks m = {
		.leads = ~bytes_between(p, 0x80, 0xbf),
		.lf = bytes_equal(p, '\n'),
		.cr = bytes_equal(p, '\r'),
	};
	/* A CR at the end of the block belongs to the next block. */
	unsigned int n = BLOCK - (m.cr >> (BLOCK - 1));

	if (m.cr & below(n) & ~(m.lf >> 1))
		return 0;
	if (n < BLOCK || !is_plain(p, &m))
		return count_other(t, p, &m, n);
	count_ascii(t, p, &m);
	return BLOCK;
}
