// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The marks of a text, made code point by code point, and read.
 *
 * A mark is not yet a change.  Runs of nonstarters that are in order stay;
 * where something may change, that begins at the last starter before it.
 */
#include "marks.h"

#define HIGH_BITS 0x8080808080808080ull
/*
 * Longer runs of nonstarters are left to those who count them: more than
 * U8C_RUN_MAX are an error, and behind 30 the Stream-Safe Text Process inserts
 * a joiner; a few more may be in the decomposition of the starter.
 */
#define RUN_PASSED 8
/* Of a text of which few bytes are looked at. */
#define FIRST_WINDOW 256u

/* More ASCII behind the first one: mostly there is much of it, or none. */
static __always_inline const u8 *skip_ascii(const u8 *p, const u8 *end)
{
	p++;
	if (p == end || *p >= 0x80)
		return p;
	while (end - p >= 16 &&
	       !((u8c_load64(p) | u8c_load64(p + 8)) & HIGH_BITS))
		p += 16;
	while (p < end && *p < 0x80)
		p++;
	return p;
}

/**
 * struct marker - marks as they are made
 *
 * @start: where the text begins.
 * @run: where the last nonstarter ends.
 * @marks: a bit for each byte.
 */
struct marker {
	const u8 *start;
	const u8 *run;
	u64 *marks;
};

/* The code point of @length bytes at @p: is it passed over, or marked? */
static __always_inline const u8 *mark_one(struct marker *m, enum u8c_form form,
					  const u8 *p, u32 entry, size_t length)
{
	size_t at = p - m->start;
	u32 bits;

	if (entry & U8C_BLOCK_PASSES(form))
		return p + length;
	bits = u8c_class_in(entry, p[length - 1]);
	if (likely(!(bits & (U8C_STOP(form) | U8C_CCC_BITS))))
		return p + length;
	if (bits & U8C_STOP(form) || p == m->run)
		m->marks[at / 64] |= 1ull << at % 64;
	if (bits & U8C_CCC_BITS)
		m->run = p + length;
	return p + length;
}

/*
 * Code points that stay mostly come with others of their length, so each length
 * has a loop of its own.
 */
static __always_inline void mark(enum u8c_form form, bool ascii_stays,
				 const u8 *p, size_t n, u64 *marks)
{
	struct marker m = { .start = p, .run = p, .marks = marks };
	const u8 *end = p + n;

	while (p < end) {
		if (*p < 0x80 && ascii_stays)
			p = skip_ascii(p, end);
		else if (*p < 0x80)
			p = mark_one(&m, form, p, u8c_class_index[*p >> 6], 1);
		else if (*p < 0xe0)
			do
				p = mark_one(&m, form, p, u8c_entry_2(p), 2);
			while (p < end && (*p & 0xe0) == 0xc0);
		else if (likely(*p < 0xf0))
			do
				p = mark_one(&m, form, p, u8c_entry_3(p), 3);
			while (p < end && (*p & 0xf0) == 0xe0);
		else
			p = mark_one(&m, form, p, u8c_entry_4(p), 4);
	}
}

void u8c_mark_scalar(enum u8c_form form, const u8 *p, size_t n, u64 *marks)
{
	memset(marks, 0, (n + 63) / 64 * sizeof(*marks));
	/* The forms that fold case change ASCII. */
	if (form == U8C_NFC)
		mark(U8C_NFC, true, p, n, marks);
	else if (form == U8C_NFD)
		mark(U8C_NFD, true, p, n, marks);
	else if (form == U8C_NFKC_CASEFOLD || form == U8C_NFD_CASEFOLD)
		mark(form, false, p, n, marks);
	else
		mark(form, true, p, n, marks);
}

void u8c_marks_init(struct u8c_marks *m, const struct u8c_impl *impl,
		    enum u8c_form form, const u8 *p, size_t n, bool few)
{
	m->impl = impl;
	m->form = form;
	m->p = p;
	m->n = n;
	m->from = 0;
	m->to = 0;
	m->window = few ? FIRST_WINDOW : U8C_MARKS_MAX;
}

void u8c_marks_make(struct u8c_marks *m, size_t at)
{
	size_t to = m->n, i;

	if (to - at > m->window) {
		to = at + m->window;
		while (u8c_is_continuation(m->p[to]))
			to--;
	}
	m->impl->mark(m->form, m->p + at, to - at, m->bits);
	m->some = 0;
	for (i = 0; i < (to - at + 63) / 64; i++)
		m->some |= (u64)!!m->bits[i] << i;
	m->from = at;
	m->to = to;
	m->window = U8C_MARKS_MAX;
}

static __always_inline u32 class_at(const u8 *p)
{
	u32 bits;

	u8c_look(p, &bits);
	return bits;
}

size_t u8c_cut_before(enum u8c_form form, const u8 *p, size_t at, size_t to)
{
	while (to > at) {
		do
			to--;
		while (to > at && u8c_is_continuation(p[to]));
		if (u8c_class_begins(form, class_at(p + to)))
			break;
	}
	return to;
}

/*
 * The run of nonstarters behind @at, if it stays: where it ends and the text
 * may be cut, or at the text's end; @at when it does not.
 */
static size_t pass_run(const struct u8c_marks *m, size_t at)
{
	const u8 *p = m->p + at, *end = m->p + m->n, *next;
	unsigned int count = 0;
	u32 bits, last;

	p = u8c_look(p, &bits);
	last = bits >> U8C_CCC_SHIFT;
	for (; p < end; p = next) {
		next = u8c_look(p, &bits);
		if (u8c_class_begins(m->form, bits))
			break;
		if (bits & U8C_STOP(m->form) || bits >> U8C_CCC_SHIFT < last ||
		    ++count > RUN_PASSED)
			return at;
		last = bits >> U8C_CCC_SHIFT;
	}
	return p - m->p;
}

/*
 * The code point at @mark may compose with the one before it, at @cut: where
 * the text may be cut next if it does not.  The starter must not decompose:
 * else the nonstarter might come before one that is part of it.  Otherwise
 * @cut.
 */
static size_t pass_apart(const struct u8c_marks *m, size_t cut, size_t mark)
{
	const u8 *p = m->p + cut, *end = m->p + m->n;
	u32 bits, starter, other;

	/* Folded, what may compose may be something else: U+0345. */
	if (!u8c_composes(m->form) || m->form == U8C_NFKC_CASEFOLD)
		return cut;
	bits = class_at(p);
	if (bits & (U8C_STOP(U8C_NFD) | U8C_STOP(m->form) | U8C_CCC_BITS))
		return cut;
	starter = u8c_take(&p);
	if (p != m->p + mark)
		return cut;
	bits = class_at(p);
	other = u8c_take(&p);
	if (!(bits & U8C_MAYBE) || !(bits & U8C_CCC_BITS) ||
	    u8c_compose(starter, other))
		return cut;
	if (p < end && !u8c_class_begins(m->form, class_at(p)))
		return cut;
	return p - m->p;
}

size_t u8c_marks_doubt_at(struct u8c_marks *m, size_t at, size_t mark)
{
	size_t cut;
	u32 bits;

	for (; mark < m->n; mark = u8c_marks_next(m, at)) {
		bits = class_at(m->p + mark);
		if (u8c_class_begins(m->form, bits))
			return mark;
		cut = u8c_cut_before(m->form, m->p, at, mark);
		if (bits & U8C_STOP(m->form))
			at = pass_apart(m, cut, mark);
		else
			at = pass_run(m, cut);
		if (at == cut)
			return cut;
	}
	return m->n;
}

size_t u8c_marks_doubt(struct u8c_marks *m, size_t at)
{
	return u8c_marks_doubt_at(m, at, u8c_marks_next(m, at));
}
