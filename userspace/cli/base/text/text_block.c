// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Well-formed text that is counted 64 bytes at a time.
 *
 * For each kind of byte there is a mask, with a bit for each byte of the block.  Lines
 * and their code points are counted by these masks.  A mask also says where sequences
 * begin, so that no sequence waits until the one before it is decoded.  ASCII is not
 * decoded: its letters are Latin and all else is Common.  The script of each byte is
 * written down; runs are counted by a mask of the bytes where the script changes.
 */
#include "base/text/text_stats.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* --- masks of 64 bytes: a bit for each byte that is of a kind */

#define BYTES_MASKED 64

/* Bytes that are compared at once, where the processor can. */
typedef u8 bytes16 __attribute__((vector_size(16)));

static __always_inline bytes16 bytes_load(const u8 *p)
{
	bytes16 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

/* A bit for each byte; each is FF or 0. */
static __always_inline u64 bytes_mask(bytes16 is)
{
#ifdef __SSE2__
	return (u32)_mm_movemask_epi8((__m128i)is);
#else
	u64 mask = 0;
	unsigned int i;

	for (i = 0; i < sizeof(is); i++)
		mask |= (u64)(is[i] & 1) << i;
	return mask;
#endif
}

static __always_inline bytes16 bytes_are_between(bytes16 v, u8 from, u8 to)
{
	return (bytes16)(v - from <= (u8)(to - from));
}

/* The bytes from @from to @to. */
static __always_inline u64 bytes_between(const u8 *p, u8 from, u8 to)
{
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16)
		mask |= bytes_mask(bytes_are_between(bytes_load(p + i), from, to)) << i;
	return mask;
}

/* The bytes that are the same at @p and @q. */
static __always_inline u64 bytes_same(const u8 *p, const u8 *q)
{
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16)
		mask |= bytes_mask((bytes16)(bytes_load(p + i) == bytes_load(q + i))) << i;
	return mask;
}

/* For each byte of ASCII at @p, write @letter or @other to @to. */
static __always_inline void bytes_name_letters(u8 *to, const u8 *p, u8 letter, u8 other)
{
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16) {
		bytes16 v = bytes_load(p + i);
		bytes16 ascii = bytes_are_between(v, 0, 0x7f);
		bytes16 is = bytes_are_between(v | (u8)' ', 'a', 'z');
		bytes16 name = (is & letter) | (~is & other);

		name = (ascii & name) | (~ascii & bytes_load(to + i));
		__builtin_memcpy(to + i, &name, sizeof(name));
	}
}

static __always_inline u64 bytes_equal(const u8 *p, u8 byte)
{
	return bytes_between(p, byte, byte);
}

/**
 * struct masks - what the bytes of a block are, a bit for each
 *
 * @leads: the first of a sequence.
 * @lf: LF.
 * @cr: CR.
 */
struct masks {
	u64 leads;
	u64 lf;
	u64 cr;
};

void text_stats_end_line(struct text_stats *t)
{
	if (t->line.number == 1)
		t->first_line = t->line;
	else if (t->line.bytes > t->longest_line.bytes)
		t->longest_line = t->line;
	t->line = (struct text_span){ .number = t->line.number + 1 };
}

void text_stats_end_run(struct text_stats *t)
{
	if (!t->first_run.code_points)
		t->first_run = t->run;
	else if (t->run.code_points > t->longest_run.code_points)
		t->longest_run = t->run;
	t->run.code_points = 0;
}

static inline u64 bits_below(unsigned int bit)
{
	return bit < 64 ? ((u64)1 << bit) - 1 : ~(u64)0;
}

/* Without an instruction for it, the function that the compiler calls is slower. */
static inline unsigned int bits_in(u64 mask)
{
	mask -= mask >> 1 & 0x5555555555555555;
	mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
	return ((mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
}

/* --- lines */

/* Count the lines in a block of @n bytes. */
static void count_lines(struct text_stats *t, const struct masks *m, unsigned int n)
{
	u64 leads = m->leads & bits_below(n), lf = m->lf & bits_below(n);
	unsigned int from = 0, end;

	for (; lf; lf &= lf - 1) {
		unsigned int at = __builtin_ctzll(lf);
		bool after_cr = at && m->cr >> (at - 1) & 1;

		end = at - after_cr;
		text_stats_add_to_line(t, t->bytes + from, end - from,
			    bits_in(leads & bits_below(end) & ~bits_below(from)));
		t->crlf += after_cr;
		t->lf += !after_cr;
		text_stats_end_line(t);
		from = at + 1;
	}
	text_stats_add_to_line(t, t->bytes + from, n - from,
		    bits_in(leads & ~bits_below(from)));
}

/* --- code points */

/*
 * Count the code points that begin at @leads, and write down the script of their bytes.
 * Return: where the last one ends.
 */
static unsigned int count_points(struct text_stats *t, const u8 *p, u64 leads, u8 *script)
{
	unsigned int at = 0, length = 0;
	u32 four;

	for (; leads; leads &= leads - 1) {
		at = __builtin_ctzll(leads);
		four = point_counts_add(&t->points, decode_well_formed(p + at, &length)) *
		       0x01010101u;
		/* Four bytes, also for a shorter sequence: the next one writes over the rest. */
		memcpy(script + at, &four, sizeof(four));
	}
	return at + length;
}

/* A mark of script Inherited has the script of the byte before it. */
static void write_inherited(u8 *script, u64 inherited)
{
	u8 *at;

	for (; inherited; inherited &= inherited - 1) {
		at = script + __builtin_ctzll(inherited);
		at[0] = at[-1];
	}
}

/* --- runs */

/* Has a mask @length bits in a row, or more? */
static bool has_run(u64 mask, u64 length)
{
	u64 have = 1;

	if (!length || length > 64)
		return !length;
	for (; have * 2 <= length; have *= 2)
		mask &= mask >> have;
	return mask & mask >> (length - have);
}

/* Does a run end in the block that has more code points than @longest? */
static bool has_longer(u64 leads, u64 changes, u64 longest)
{
	unsigned int before = 0, n;

	/* A run has at least as many bytes as code points. */
	if (!has_run(~changes, longest))
		return false;
	for (; changes; changes &= changes - 1) {
		n = bits_in(leads & ((changes & -changes) - 1));
		if (n - before > longest)
			return true;
		before = n;
	}
	return false;
}

/* A new run begins in a block. */
static void begin_script_run(struct text_stats *t, unsigned int at, unsigned int script)
{
	t->run.bytes = t->bytes + at - t->run.offset;
	text_stats_end_run(t);
	t->run = (struct text_span){ .offset = t->bytes + at, .number = script };
}

/* Follow each run; @changes has a bit where one begins. */
static void count_runs_one_by_one(struct text_stats *t, u64 leads, u64 changes,
				  const u8 *script)
{
	unsigned int from = 0, at;

	for (; changes; changes &= changes - 1) {
		at = __builtin_ctzll(changes);
		t->run.code_points += bits_in(leads & bits_below(at) & ~bits_below(from));
		begin_script_run(t, at, script[at]);
		from = at;
	}
	t->run.code_points += bits_in(leads & ~bits_below(from));
}

/* No run within the block is longer than the longest: skip them. */
static void count_runs(struct text_stats *t, u64 leads, u64 changes, const u8 *script)
{
	u64 last;

	if (!changes) {
		t->run.code_points += bits_in(leads);
		return;
	}
	if (has_longer(leads, changes, t->longest_run.code_points)) {
		count_runs_one_by_one(t, leads, changes, script);
		return;
	}
	last = (u64)1 << (63 - __builtin_clzll(changes));
	count_runs_one_by_one(t, leads & (bits_below(__builtin_ctzll(changes)) | ~(last - 1)),
			      changes & (-changes | last), script);
}

/* --- all of it */

/* ASCII without controls, but for TAB and ends of lines. */
static u64 plain_ascii(const u8 *p, const struct masks *m)
{
	return bytes_between(p, ' ', '~') | bytes_equal(p, '\t') | m->lf | m->cr;
}

static void count_ascii(struct text_stats *t, const u8 *p, u64 plain)
{
	u64 letters = bytes_between(p, 'a', 'z') | bytes_between(p, 'A', 'Z');

	t->ascii_letters += bits_in(letters);
	t->ascii_others += bits_in(plain & ~letters);
}

/* Count the first @n bytes of a block, and the sequence there.  Return: where it ends. */
static unsigned int count_block(struct text_stats *t, const u8 *p, const struct masks *m,
				unsigned int n)
{
	const u64 plain = plain_ascii(p, m);
	/* room[0] is the script of the byte before the block. */
	u8 room[1 + BYTES_MASKED + 3], *script = room + 1;
	unsigned int end = count_points(t, p, m->leads & ~plain, script);
	u64 changes;

	room[0] = t->run.number;
	bytes_name_letters(script, p, t->latin, t->common);
	write_inherited(script, bytes_equal(script, t->inherited));
	changes = ~bytes_same(script, room) & bits_below(n);
	count_ascii(t, p, plain & bits_below(n));
	count_lines(t, m, n);
	count_runs(t, m->leads & bits_below(n), changes, script);
	return end > n ? end : n;
}

static __always_inline size_t count_any(struct text_stats *t, const u8 *p)
{
	struct masks m = {
		.leads = ~bytes_between(p, 0x80, 0xbf),
		.lf = bytes_equal(p, '\n'),
		.cr = bytes_equal(p, '\r'),
	};
	/* A CR at the end of the block belongs to the next block. */
	unsigned int n = BYTES_MASKED - (m.cr >> (BYTES_MASKED - 1)), end;

	if (m.cr & bits_below(n) & ~(m.lf >> 1))
		return 0;
	end = count_block(t, p, &m, n);
	/* The rest of a sequence that begins in the block. */
	t->line.bytes += end - n;
	t->bytes += end;
	t->run.bytes = t->bytes - t->run.offset;
	return end;
}

#ifdef __x86_64__
/* All that this calls is compiled for AVX2 too: so a block takes 0.8 of the time. */
__attribute__((flatten, target("avx2,bmi")))
static size_t count_by_avx2(struct text_stats *t, const u8 *p)
{
	return count_any(t, p);
}
#endif

size_t text_block_count(struct text_stats *t, const u8 *p)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
		return count_by_avx2(t, p);
#endif
	return count_any(t, p);
}
