// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that is counted 64 bytes at a time.
 *
 * For each kind of byte there is a mask, with a bit for each byte of the block.  Lines
 * and their code points are counted by these masks.  A mask also says where sequences
 * begin, so that no sequence waits until the one before it is decoded.  ASCII is not
 * decoded: its letters are Latin and all else is Common.  The script of each byte is
 * written down; runs are counted by a mask of the bytes where the script changes.  Bytes
 * that are ill-formed begin no sequence, and have no script.
 */
#include "base/text/text_stats.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* --- masks of 64 bytes: a bit for each byte that is of a kind */

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

	for (unsigned int i = 0; i < sizeof(is); i++)
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

#pragma GCC unroll 4
	for (unsigned int i = 0; i < TEXT_BLOCK; i += 16)
		mask |= bytes_mask(bytes_are_between(bytes_load(p + i), from, to)) << i;
	return mask;
}

/* The bytes that are the same at @p and @q. */
static __always_inline u64 bytes_same(const u8 *p, const u8 *q)
{
	u64 mask = 0;

#pragma GCC unroll 4
	for (unsigned int i = 0; i < TEXT_BLOCK; i += 16)
		mask |= bytes_mask((bytes16)(bytes_load(p + i) == bytes_load(q + i))) << i;
	return mask;
}

/* For each byte of ASCII at @p, write @letter or @other to @to.  Return: the letters. */
static __always_inline u64 bytes_name_letters(u8 *to, const u8 *p, u8 letter, u8 other)
{
	u64 letters = 0;

#pragma GCC unroll 4
	for (unsigned int i = 0; i < TEXT_BLOCK; i += 16) {
		bytes16 v = bytes_load(p + i);
		bytes16 ascii = bytes_are_between(v, 0, 0x7f);
		bytes16 is = bytes_are_between(v | (u8)' ', 'a', 'z');
		bytes16 name = (is & letter) | (~is & other);

		name = (ascii & name) | (~ascii & bytes_load(to + i));
		__builtin_memcpy(to + i, &name, sizeof(name));
		letters |= bytes_mask(is) << i;
	}
	return letters;
}

static __always_inline u64 bytes_equal(const u8 *p, u8 byte)
{
	return bytes_between(p, byte, byte);
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

void text_stats_end_line(struct text_stats *t)
{
	if (t->line.number == 1)
		t->first_line = t->line;
	else if (t->line.bytes > t->longest_line.bytes)
		t->longest_line = t->line;
	t->line = (struct text_span){ .number = t->line.number + 1 };
}

static void add_to_line(struct text_stats *t, unsigned int from, unsigned int end, u64 leads)
{
	if (from == end)
		return;
	if (!t->line.bytes)
		t->line.offset = t->bytes + from;
	t->line.bytes += end - from;
	t->line.code_points += bits_in(leads & bits_below(end) & ~bits_below(from));
}

/* Count the lines in a block of @n bytes; a CR ends one unless an LF is after it. */
static void count_lines(struct text_stats *t, u64 leads, u64 lf, u64 cr, unsigned int n)
{
	u64 ends = (lf | (cr & ~(lf >> 1))) & bits_below(n);
	unsigned int from = 0, at;
	bool is_lf, is_crlf;

	for (; ends; ends &= ends - 1) {
		at = __builtin_ctzll(ends);
		is_lf = lf >> at & 1;
		is_crlf = is_lf && at && cr >> (at - 1) & 1;
		add_to_line(t, from, at - is_crlf, leads);
		t->lf += is_lf && !is_crlf;
		t->crlf += is_crlf;
		t->cr += !is_lf;
		text_stats_end_line(t);
		from = at + 1;
	}
	add_to_line(t, from, n, leads);
}

/* --- code points */

/*
 * Count ill-formed maximal subparts from @at on that begin in a block of @n bytes.  *end is set to
 * the end of one that ends after it.  Return: the mask of their bytes.
 */
static __attribute__((noinline)) u64 count_ill_formed(struct text_stats *t, const u8 *p, size_t n,
						      size_t at, unsigned int *end)
{
	struct utf8check_error e;
	u64 cp, bytes = 0;
	int length;

	for (; at < n && at < TEXT_BLOCK; at += length) {
		length = p[at] < 0x80 ? 1 : utf8check_decode(NULL, p + at, n - at, true, &cp, &e);
		if (length)
			continue;
		length = e.length;
		t->errors++;
		t->error_bytes += length;
		bytes |= bits_below(length) << at;
		if (at + length > *end)
			*end = at + length;
	}
	return bytes;
}

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

/*
 * A mark of script Inherited has the script of the byte before it, where that has one; bytes that
 * are @ill_formed have none.
 */
static void write_exceptions(u8 *script, u64 ill_formed, unsigned int inherited)
{
	u8 *at;

	for (; ill_formed; ill_formed &= ill_formed - 1)
		script[__builtin_ctzll(ill_formed)] = NO_SCRIPT;
	for (u64 marks = bytes_equal(script, inherited); marks; marks &= marks - 1) {
		at = script + __builtin_ctzll(marks);
		if (at[-1] != NO_SCRIPT)
			at[0] = at[-1];
	}
}

/* --- runs */

void text_stats_end_run(struct text_stats *t)
{
	if (!t->first_run.code_points)
		t->first_run = t->run;
	else if (t->run.code_points > t->longest_run.code_points)
		t->longest_run = t->run;
	t->run.code_points = 0;
}

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

/* Count the runs of a block; @changes has a bit where one begins. */
static void count_runs(struct text_stats *t, u64 leads, u64 changes, const u8 *script)
{
	unsigned int before = 0, n, at;
	u64 last;

	/*
	 * Can a run within the block be the longest?  It would need that many bytes: else only the
	 * first and the last change count.
	 */
	if (changes && !has_run(~changes, t->longest_run.code_points)) {
		last = (u64)1 << (63 - __builtin_clzll(changes));
		leads &= bits_below(__builtin_ctzll(changes)) | ~(last - 1);
		changes &= -changes | last;
	}
	for (; changes; changes &= changes - 1) {
		at = __builtin_ctzll(changes);
		n = bits_in(leads & bits_below(at));
		t->run.code_points += n - before;
		t->run.bytes = t->bytes + at - t->run.offset;
		text_stats_end_run(t);
		t->run.offset = t->bytes + at;
		t->run.number = script[at];
		before = n;
	}
	t->run.code_points += bits_in(leads) - before;
}

/* --- all of it */

static __always_inline size_t count_any(struct text_stats *t, const u8 *p, size_t n, size_t valid)
{
	const u64 lf = bytes_equal(p, '\n'), cr = bytes_equal(p, '\r');
	const unsigned int size = n < TEXT_BLOCK ? n : TEXT_BLOCK - (cr >> (TEXT_BLOCK - 1));
	const u64 here = bits_below(size);
	/* ASCII without controls, but for TAB and ends of lines. */
	const u64 plain = (bytes_between(p, ' ', '~') | bytes_equal(p, '\t') | lf | cr) & here;
	/* room[0] is the script of the byte before the block. */
	u8 room[1 + TEXT_BLOCK + 3], *script = room + 1;
	unsigned int end = size, points_end;
	const u64 ill_formed = valid >= size ? 0 : count_ill_formed(t, p, n, valid, &end);
	const u64 leads = ~bytes_between(p, 0x80, 0xbf) & ~ill_formed & here;
	u64 letters;

	points_end = count_points(t, p, leads & ~plain, script);
	end = points_end > end ? points_end : end;
	room[0] = t->run.number;
	letters = bytes_name_letters(script, p, t->latin, t->common) & here;
	write_exceptions(script, ill_formed, t->inherited);
	t->ascii_letters += bits_in(letters);
	t->ascii_others += bits_in(plain & ~letters);
	count_lines(t, leads, lf, cr, size);
	count_runs(t, leads, ~bytes_same(script, room) & here, script);
	/* The rest of a sequence that begins in the block. */
	t->line.bytes += end - size;
	t->bytes += end;
	t->run.bytes = t->bytes - t->run.offset;
	return end;
}

#ifdef __x86_64__
/* All that this calls is compiled for AVX2 too: so a block takes 0.8 of the time. */
__attribute__((flatten, target("avx2,bmi,popcnt")))
static size_t count_by_avx2(struct text_stats *t, const u8 *p, size_t n, size_t valid)
{
	return count_any(t, p, n, valid);
}
#endif

size_t text_block_count(struct text_stats *t, const u8 *p, size_t n, size_t valid)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("popcnt"))
		return count_by_avx2(t, p, n, valid);
#endif
	return count_any(t, p, n, valid);
}
