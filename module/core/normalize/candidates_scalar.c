// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, small letters, and bytes of a set, for any processor.
 *
 * Each byte chooses a row of 64 bits, and the lowest six bits of the next byte choose a bit of
 * it.  For a code point of two bytes the bit says whether it is a candidate or a nonstarter;
 * for a longer one, whether its lead and second byte leave that open.  Rows of continuations
 * and of ASCII are empty, so that no branch depends on where code points begin: it would be
 * mispredicted in text of words and spaces.  A code point is looked up only where a bit is set.
 */
#include "normalize/candidates.h"

#define WORD 64
/* Bytes that are read of a code point, and after one that begins in a word. */
#define BYTES_READ 4
#define AFTER (BYTES_READ - 1)

/*
 * Skips ASCII after the first character, which is not the last byte: mostly there is much
 * of it, or none.
 */
static __always_inline const u8 *skip_ascii_rows(const u8 *p, const u8 *end)
{
	p++;
	if (*p >= 0x80)
		return p;
	p += u8c_ascii_up_to(p, end - p);
	while (end - p >= 8 && !(u8c_load64(p) & U8C_HIGH_BITS))
		p += 8;
	while (p < end && *p < 0x80)
		p++;
	return p;
}

/**
 * struct marker - candidates as they are found
 *
 * @start: where the text begins.
 * @run: where the last nonstarter ends.
 * @marks: a bit for each byte, set where a candidate begins.
 * @watched: bits of the classes that may be candidates: U8C_STOP() of the form, and
 *	U8C_CCC_BITS.
 * @passes: U8C_BLOCK_PASSES() of the form.
 */
struct marker {
	const u8 *start;
	const u8 *run;
	u64 *marks;
	u32 watched;
	u32 passes;
};

/* Marks the code point at @p, if its class says so. */
static __always_inline void mark_class(struct marker *m, const u8 *p, const u8 *next, u32 bits)
{
	size_t at = p - m->start;

	if (bits & m->watched & ~U8C_CCC_BITS || (bits & U8C_CCC_BITS && p == m->run))
		m->marks[at / 64] |= 1ull << at % 64;
	if (bits & U8C_CCC_BITS)
		m->run = next;
}

/* Passes over the code point of @length bytes at @p, or marks it. */
static __always_inline const u8 *mark_one(struct marker *m, const u8 *p, u32 entry, size_t length)
{
	u32 bits;

	if (entry & m->passes)
		return p + length;
	bits = u8c_class_in(entry, p[length - 1]);
	if (unlikely(bits & m->watched))
		mark_class(m, p, p + length, bits);
	return p + length;
}

/* The bit that the byte at @p and the next one choose. */
static __always_inline u64 choose(const u64 *rows, const u8 *p)
{
	return rows[u8c_candidate_row[p[0]]] >> (p[1] & 0x3f) & 1;
}

/* The bytes of a word whose rows have a bit set; one byte after it is read. */
static __always_inline u64 rows_candidates(const u64 *rows, const u8 *p)
{
	u64 found = 0;

	for (unsigned int i = 0; i < WORD; i += 8, p += 8)
		found |= (choose(rows, p) | choose(rows, p + 1) << 1 |
			  choose(rows, p + 2) << 2 | choose(rows, p + 3) << 3 |
			  choose(rows, p + 4) << 4 | choose(rows, p + 5) << 5 |
			  choose(rows, p + 6) << 6 | choose(rows, p + 7) << 7)
			 << i;
	return found;
}

static __always_inline void look_up_row(struct marker *m, const u8 *p)
{
	if (*p < 0xe0)
		mark_one(m, p, u8c_entry_2(p), 2);
	else if (likely(*p < 0xf0))
		mark_one(m, p, u8c_entry_3(p), 3);
	else
		mark_one(m, p, u8c_entry_4(p), 4);
}

/*
 * Takes words of text in which there are code points of two bytes, the first at @p.
 * Return: the code point after them.
 */
static __always_inline const u8 *mark_words(struct marker *m, enum utf8check_form form,
					    const u8 *p, const u8 *end)
{
	const u64 *rows = u8c_candidate_rows + form * U8C_CANDIDATE_ROWS;

	do {
		for (u64 bits = rows_candidates(rows, p); bits; bits &= bits - 1)
			look_up_row(m, p + __builtin_ctzll(bits));
		p += WORD;
		while (p < end && u8c_is_continuation(*p))
			p++;
	} while (end - p >= WORD + AFTER && *p < 0xe0 &&
		 u8c_ascii_up_to(p, WORD) < WORD);
	return p;
}

/*
 * Marks the last bytes of the text, fewer than are read of a code point.  Not inline, and
 * @m is a copy: so the loops before keep theirs in registers.
 */
static noinline void mark_last(struct marker m, const u8 *p, const u8 *end)
{
	const u8 *next;
	u32 bits;

	for (; p < end; p = next) {
		next = u8c_look(p, end, &bits);
		if (*p >= 0x80)
			mark_class(&m, p, next, bits);
	}
}

/*
 * Longer code points mostly come with others of their length, and so does ASCII:
 * each has a loop of its own.
 */
static __always_inline void mark(enum utf8check_form form, const u8 *p, size_t n, u64 *marks)
{
	struct marker m = {
		.start = p, .run = p, .marks = marks,
		.watched = U8C_STOP(form) | U8C_CCC_BITS, .passes = U8C_BLOCK_PASSES(form),
	};
	const u8 *end = p + n;
	/* A code point that begins before it can be read whole. */
	const u8 *last = n < BYTES_READ ? p : end - AFTER;

	while (p < last) {
		if (*p < 0x80)
			p = skip_ascii_rows(p, end);
		else if (*p < 0xe0 && end - p >= WORD + AFTER)
			p = mark_words(&m, form, p, end);
		else if (*p < 0xe0)
			p = mark_one(&m, p, u8c_entry_2(p), 2);
		else if (likely(*p < 0xf0))
			do
				p = mark_one(&m, p, u8c_entry_3(p), 3);
			while (p < last && (*p & 0xf0) == 0xe0);
		else
			do
				p = mark_one(&m, p, u8c_entry_4(p), 4);
			while (p < last && *p >= 0xf0);
	}
	mark_last(m, p, end);
}

u64 u8c_candidates_scalar(enum utf8check_form form, const u8 *p, size_t n, u64 *marks,
			  const struct u8c_form_impl *self)
{
	u64 some = 0;

	memset(marks, 0, (n + 63) / 64 * sizeof(*marks));
	mark(form, p, n, marks);
	for (size_t i = 0; i < (n + 63) / 64; i++)
		some |= (u64)!!marks[i] << i % 64;
	return some;
}

/* Eight bytes at a time. */
void u8c_lower_scalar(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	u64 word;

	for (; n >= 8; n -= 8, p += 8, out += 8) {
		word = u8c_lower_word(u8c_load64(p));
		__builtin_memcpy(out, &word, 8);
	}
	for (size_t i = 0; i < n; i++)
		out[i] = u8c_lower_word(p[i]);
}

/*
 * A bit for each of the eight bytes at @p, the first one's the lowest: is it C0 or more,
 * or a control of ASCII?
 */
static __always_inline u64 starts_of_8(const u8 *p)
{
	u64 w = u8c_load64_le(p), leads = w & w << 1, controls;

	/* In bits 0 to 6 of a byte: a control plus one is at most 0x20. */
	controls = (w & U8C_BYTES(0x7f)) + U8C_BYTES(1);
	controls = ~(((controls & U8C_BYTES(0x7f)) + U8C_BYTES(0x5f)) | w);
	w = ((leads | controls) & U8C_HIGH_BITS) >> 7;
	return w * 0x0102040810204080ull >> 56;
}

static __always_inline u32 all_of_8(const u16 *of, const u8 *p)
{
	return of[p[0]] | of[p[1]] | of[p[2]] | of[p[3]] |
	       of[p[4]] | of[p[5]] | of[p[6]] | of[p[7]];
}

bool u8c_find_bytes_scalar(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	u64 word, any = 0;

	for (; n; n -= 64, p += 64, *bits++ = word) {
		word = 0;
		for (unsigned int i = 0; i < 64; i += 8)
			if (all_of_8(set->bits_of, p + i) & set->wanted)
				word |= starts_of_8(p + i) << i;
		any |= word;
	}
	return any;
}
