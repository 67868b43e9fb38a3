// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The fast path of normalization: what is normalized already is passed over,
 * straight from its bytes.
 *
 * A mask says what to stop at under a form: code points that it changes or may
 * change, and nonstarters, which must be seen to be in order.  All else is a
 * starter that stays, before which the text may be cut; the last of them is
 * where what stops begins to matter.
 */
#include "quick.h"

#define HIGH_BITS 0x8080808080808080ull
/*
 * Longer runs of nonstarters are left to those who count them: more than
 * U8C_RUN_MAX are an error, and behind 30 the Stream-Safe Text Process inserts
 * a joiner; a few more may be in the decomposition of the starter.
 */
#define RUN_PASSED 8

/**
 * struct place - where a scan stopped
 *
 * @stop: at the code point that it could not pass, or at the end.
 * @cut: the last place up to there where the text may be cut.
 * @bits: the class of the code point there.
 */
struct place {
	const u8 *stop;
	const u8 *cut;
	u32 bits;
};

/* The class of the code point at @p, and the next one. */
static __always_inline const u8 *look(const u8 *p, u32 *bits)
{
	u32 entry;

	if (*p < 0x80) {
		entry = u8c_class_index[*p >> 6];
		p += 1;
	} else if (*p < 0xe0) {
		entry = u8c_entry_2(p);
		p += 2;
	} else if (likely(*p < 0xf0)) {
		entry = u8c_entry_3(p);
		p += 3;
	} else {
		entry = u8c_entry_4(p);
		p += 4;
	}
	*bits = u8c_class_in(entry, p[-1]);
	return p;
}

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

/* Where the code point before @p begins; @start where there is none. */
static __always_inline const u8 *step_back(const u8 *start, const u8 *p)
{
	if (p == start)
		return p;
	do
		p--;
	while (u8c_is_continuation(*p));
	return p;
}

/* Is the entry's block passed over, or if not, this code point of it? */
#define PASSES(entry, last) \
	((entry) & pass || \
	 !((bits = u8c_class_in(entry, last)) & (stop | U8C_CCC_BITS)))

/*
 * Code points that stay mostly come with others of their length, so each length
 * has a loop of its own.  Nonstarters are looked at where they come between:
 * those from @first to @run are a run in order, the last of which has the class
 * @last; what stands before it need not be known until the scan stops.
 */
static __always_inline void scan(enum u8c_form form, bool ascii_stays,
				 const u8 *p, const u8 *end,
				 struct place *place)
{
	const u32 stop = U8C_STOP(form), pass = U8C_BLOCK_PASSES(form);
	const u8 *start = p, *run = NULL, *first = NULL;
	u32 entry, bits = 0, last = 0;
	unsigned int count = 0;

	while (p < end) {
		if (*p < 0x80) {
			if (ascii_stays) {
				p = skip_ascii(p, end);
				continue;
			}
			entry = u8c_class_index[*p >> 6];
			if (!PASSES(entry, *p))
				break;
			p++;
			continue;
		}
		if (*p < 0xe0) {
			do {
				entry = u8c_entry_2(p);
				if (!PASSES(entry, p[1]))
					goto nonstarter;
				p += 2;
			} while (p < end && (*p & 0xe0) == 0xc0);
			continue;
		}
		if (likely(*p < 0xf0)) {
			do {
				entry = u8c_entry_3(p);
				if (!PASSES(entry, p[2]))
					goto nonstarter;
				p += 3;
			} while (p < end && (*p & 0xf0) == 0xe0);
			continue;
		}
		entry = u8c_entry_4(p);
		if (PASSES(entry, p[3])) {
			p += 4;
			continue;
		}
nonstarter:
		if (bits & stop)
			break;
		if (p != run) {
			first = p;
			last = 0;
			count = 0;
		}
		if (bits >> U8C_CCC_SHIFT < last || ++count > RUN_PASSED)
			break;
		last = bits >> U8C_CCC_SHIFT;
		p += *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
		run = p;
	}
	place->stop = p;
	place->cut = step_back(start, p == run ? first : p);
	place->bits = bits;
}

/* The forms that fold case change ASCII. */
static void scan_form(enum u8c_form form, const u8 *p, const u8 *end,
		      struct place *place)
{
	if (form == U8C_NFC)
		scan(U8C_NFC, true, p, end, place);
	else if (form == U8C_NFD)
		scan(U8C_NFD, true, p, end, place);
	else if (form == U8C_NFKC_CASEFOLD || form == U8C_NFD_CASEFOLD)
		scan(form, false, p, end, place);
	else
		scan(form, true, p, end, place);
}

size_t u8c_stable_up_to(enum u8c_form form, const u8 *p, size_t n, bool final)
{
	struct place place;

	if (form == U8C_FORM_NONE)
		return n;
	scan_form(form, p, p + n, &place);
	if (place.stop == p + n)
		return final ? n : (size_t)(place.cut - p);
	if (u8c_class_begins(form, place.bits))
		return place.stop - p;
	return place.cut - p;
}

size_t u8c_segment_end(enum u8c_form form, const u8 *p, size_t n)
{
	const u8 *at, *end = p + n, *next;
	u32 bits;

	for (at = look(p, &bits); at < end; at = next) {
		next = look(at, &bits);
		if (u8c_class_begins(form, bits))
			break;
	}
	return at - p;
}

/*
 * From @at on, where the text may be cut: the exact answer.  A doubt that is
 * met first says where; only a certain no ends the search.
 */
static enum u8c_quick judge(enum u8c_form form, const u8 *at, const u8 *end,
			    const u8 **doubt)
{
	const u8 *next;
	u32 bits, last = 0;
	bool late, stops;

	*doubt = NULL;
	for (; at < end; at = next) {
		next = look(at, &bits);
		stops = bits & U8C_STOP(form);
		late = bits & U8C_CCC_BITS && bits >> U8C_CCC_SHIFT < last;
		last = bits >> U8C_CCC_SHIFT;
		if (!late && !stops)
			continue;
		if (!*doubt)
			*doubt = at;
		if (late || !u8c_composes(form) || !(bits & U8C_MAYBE))
			return U8C_QUICK_NO;
	}
	return *doubt ? U8C_QUICK_MAYBE : U8C_QUICK_YES;
}

bool u8c_quick_check(const struct u8c_impl *impl, enum u8c_form form,
		     const u8 *p, size_t n, enum u8c_quick *answer,
		     size_t *offset, struct u8c_error *e)
{
	const u8 *doubt;
	struct place place;

	if (!u8c_validate(impl, &u8c_rfc3629, p, n, e))
		return false;
	*answer = U8C_QUICK_YES;
	*offset = n;
	if (form == U8C_FORM_NONE)
		return true;
	scan_form(form, p, p + n, &place);
	if (place.stop == p + n)
		return true;
	*answer = judge(form, place.cut, p + n, &doubt);
	if (*answer)
		*offset = doubt - p;
	return true;
}
