// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The candidates of a text, looked at.
 *
 * A candidate need not change.  Runs of nonstarters that are in order stay.  Where a code point
 * may change, the change begins at the last starter before that code point.
 */
#include "codec/boundary.h"
#include "normalize/candidates.h"

/*
 * The longest run of nonstarters that is passed.  Callers must see longer ones: more than
 * U8C_RUN_MAX are an error, and after 30 the Stream-Safe Text Process inserts a joiner.  The
 * decomposition of the starter may add a few.
 */
#define RUN_PASSED 8
/* For a caller that will probably look at few bytes. */
#define FIRST_WINDOW 256u

void u8c_candidates_init(struct u8c_candidates *c, const struct u8c_impl *impl,
			 enum utf8check_form form, struct u8c_text text, bool few)
{
	c->impl = impl;
	c->form = form;
	c->p = text.p;
	c->n = text.n;
	c->from = 0;
	c->to = 0;
	c->window = few ? FIRST_WINDOW : U8C_FIND_MAX;
	c->capitals = u8c_folds_ascii(form);
	c->some = 0;
}

/* A bit for each of 64 bytes that is a capital of ASCII. */
static u64 capitals_of(const u8 *p)
{
	u64 found[8], any = 0, bits = 0;

	for (unsigned int i = 0; i < 8; i++) {
		found[i] = u8c_capitals(u8c_load64_le(p + 8 * i));
		any |= found[i];
	}
	for (unsigned int i = 0; any && i < 8; i++)
		bits |= (found[i] >> 7) * 0x0102040810204080ull >> 56 << 8 * i;
	return bits;
}

/* Return: a bit for each word in which one was set. */
static u64 add_capitals(u64 *bits, const u8 *p, size_t n)
{
	u8 rest[64] = { 0 };
	u64 found, some = 0;

	for (size_t i = 0; n; i++, p += 64) {
		if (n < 64) {
			memcpy(rest, p, n);
			p = rest;
		}
		found = capitals_of(p);
		bits[i] |= found;
		some |= (u64)!!found << i;
		n -= n < 64 ? n : 64;
	}
	return some;
}

void u8c_candidates_make(struct u8c_candidates *c, size_t at)
{
	size_t to = c->n;

	if (to - at > c->window)
		to = u8c_previous_boundary(&u8c_rfc3629, c->p, c->n, at + c->window);
	c->some = c->impl->form->candidates(c->form, c->p + at, to - at, c->bits, c->impl->form);
	if (c->capitals)
		c->some |= add_capitals(c->bits, c->p + at, to - at);
	c->from = at;
	c->to = to;
	c->window = U8C_FIND_MAX;
}

void u8c_candidates_pass(struct u8c_candidates *c, size_t at)
{
	const size_t word = (at - c->from) / 64;

	if (at >= c->to) {
		c->some = 0;
		return;
	}
	c->bits[word] &= ~0ull << (at - c->from) % 64;
	c->some &= ~0ull << word;
	c->some &= ~((u64)!c->bits[word] << word);
}

/* As u8c_look(), for what is rare: not inline. */
static noinline const u8 *look_out_of_line(const u8 *p, const u8 *end, u32 *bits)
{
	return u8c_look(p, end, bits);
}

/*
 * Return: where the run of nonstarters after the code point at @at ends, if the
 * run stays and the text may be cut there; @at when the run may change.
 */
static size_t pass_run(const struct u8c_candidates *c, size_t at)
{
	const u8 *p = c->p + at, *end = c->p + c->n, *next;
	unsigned int count = 0;
	u32 bits, last;

	p = look_out_of_line(p, end, &bits);
	last = bits >> U8C_CCC_SHIFT;
	for (; p < end; p = next) {
		next = look_out_of_line(p, end, &bits);
		if (u8c_class_begins(c->form, bits))
			break;
		if (bits & U8C_STOP(c->form) || bits >> U8C_CCC_SHIFT < last ||
		    ++count > RUN_PASSED)
			return at;
		last = bits >> U8C_CCC_SHIFT;
	}
	return p - c->p;
}

/*
 * The code point at @candidate may compose with the one before it, at @cut.  The text stays
 * as it is there, and may be cut after both, if
 *  1. the form composes and does not fold: folded, the candidate may be something else (U+0345);
 *  2. the one before it is a starter that stays and does not decompose: else the candidate might
 *     belong before a nonstarter of its decomposition;
 *  3. nothing is between the two, and they do not compose;
 *  4. a candidate that is a starter does not decompose, as it may then compose in parts (U+16D68),
 *     and the run after it stays; one that is a nonstarter ends where the text may be cut.
 *
 * Return: where the text may be cut next; @cut if one of these is not so.
 */
static size_t pass_apart(const struct u8c_candidates *c, size_t cut, size_t candidate)
{
	const u8 *p = c->p + cut, *end = c->p + c->n;
	u32 bits, starter, other;
	size_t next;

	if (!u8c_composes(c->form) || c->form == UTF8CHECK_FORM_NFKC_CASEFOLD)
		return cut;
	starter = u8c_take(&p, end);
	bits = u8c_class_of(starter);
	if (bits & (U8C_STOP(UTF8CHECK_FORM_NFD) | U8C_STOP(c->form) | U8C_CCC_BITS))
		return cut;
	if (p != c->p + candidate)
		return cut;
	other = u8c_take(&p, end);
	bits = u8c_class_of(other);
	if (!(bits & U8C_MAYBE) || u8c_compose(starter, other))
		return cut;
	/* Two starters: vowel signs of India and Burma are often candidates. */
	if (!(bits & U8C_CCC_BITS)) {
		next = bits & U8C_STOP(UTF8CHECK_FORM_NFD) ? candidate : pass_run(c, candidate);
		return next == candidate ? cut : next;
	}
	if (p < end && !u8c_has_boundary_at(c->form, p, end))
		return cut;
	return p - c->p;
}

/**
 * struct in_order - nonstarters that follow each other
 *
 * @end: where the last one ends; 0 for none.
 * @class: the class of the last one.
 * @count: how many nonstarters of the run are candidates.
 */
struct in_order {
	size_t end;
	u32 class;
	unsigned int count;
};

/*
 * Is the nonstarter at @candidate in order after the code point before it, and the run short?
 * In a run each nonstarter but the first is a candidate, so each is tested.
 */
static bool is_in_order(const struct u8c_candidates *c, struct in_order *run, size_t at,
			size_t candidate, u32 class)
{
	const u8 *p = c->p + candidate;
	u32 before = run->class, bits;

	if (candidate == at)
		return false;
	if (candidate != run->end) {
		u8c_look(u8c_step_back(c->p + at, p), p, &bits);
		before = bits >> U8C_CCC_SHIFT;
		run->count = 0;
	}
	run->class = class;
	return before <= run->class && ++run->count < RUN_PASSED;
}

size_t u8c_candidates_span_yes_at(struct u8c_candidates *c, size_t at, size_t candidate)
{
	struct in_order run = { 0 };
	size_t cut, next;
	u32 bits;

	while (candidate < c->n) {
		next = u8c_look(c->p + candidate, c->p + c->n, &bits) - c->p;
		if (u8c_class_begins(c->form, bits))
			return candidate;
		if (!(bits & U8C_STOP(c->form)) &&
		    is_in_order(c, &run, at, candidate, bits >> U8C_CCC_SHIFT)) {
			run.end = next;
		} else {
			cut = u8c_segment_start(c->form, c->p, at, candidate);
			if (bits & U8C_STOP(c->form))
				at = pass_apart(c, cut, candidate);
			else
				at = pass_run(c, cut);
			if (at == cut)
				return cut;
			next = at;
		}
		candidate = u8c_candidates_next(c, next);
	}
	return c->n;
}

size_t u8c_candidates_span_yes(struct u8c_candidates *c, size_t at)
{
	return u8c_candidates_span_yes_at(c, at, u8c_candidates_next(c, at));
}

size_t u8c_stable_up_to(const struct u8c_impl *impl, enum utf8check_form form,
			const u8 *p, size_t n, bool final)
{
	struct u8c_candidates candidates;
	size_t end;
	u32 bits;

	/* Callers go on after such a code point, and come back: look no further each time. */
	u8c_look(p, p + n, &bits);
	if (bits & U8C_STOP(form))
		return 0;
	u8c_candidates_init(&candidates, impl, form, u8c_text(p, n), true);
	end = u8c_candidates_span_yes(&candidates, 0);
	return end < n || final ? end : u8c_segment_start(form, p, 0, n);
}
