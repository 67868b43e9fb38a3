// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Any SIZE bytes, in any encoding and profile, of which the reference reads a sequence and
 * then another one, or the end: there are boundaries at the start, between the two, and
 * nowhere within the first, and all calls find these.  Of bytes that are not well-formed:
 * no call reads outside the text or answers with a place outside it.
 */
#include "kunit/reference.h"
#include "any.h"

/* The sequence at @p; 0 for none. */
static size_t sequence(const struct u8c_coding *c, const u8 *p, size_t n)
{
	struct utf8check_error e;
	u64 cp;

	return n ? u8c_ref_sequence(c, p, n, true, &cp, &e) : 0;
}

static void within_text(const struct u8c_coding *c, const u8 *p, size_t n, size_t at)
{
	const size_t next = u8c_next_boundary(c, p, n, at);
	const size_t previous = u8c_previous_boundary(c, p, n, at);
	struct u8c_place place;

	__CPROVER_assert(next >= at && next <= n, "the next one is in the text");
	__CPROVER_assert(previous <= at, "the previous one is in the text");
	if (u8c_resync(c, p, n, at, &place)) {
		__CPROVER_assert(place.next == next, "both find the next one");
		__CPROVER_assert(place.previous == previous, "both find the previous one");
	}
}

/* The place @at of a text that begins with a sequence of @first bytes. */
static void between_sequences(const struct u8c_coding *c, const u8 *p, size_t n, size_t at)
{
	const size_t first = sequence(c, p, n);
	struct u8c_place place;

	if (!first || at > first || (first < n && !sequence(c, p + first, n - first)))
		return;
	__CPROVER_assert(u8c_is_boundary(c, p, n, at) == (at == 0 || at == first), "boundary");
	__CPROVER_assert(u8c_resync(c, p, n, at, &place), "found");
	__CPROVER_assert(place.next == (at ? first : 0), "the next one");
	__CPROVER_assert(place.previous == (at == first ? first : 0), "the previous one");
}

int main(void)
{
	const struct u8c_coding c = any_coding();
	const size_t at = any_size(0, SIZE);
	u8 p[SIZE];

	if (nondet_bool())
		within_text(&c, p, SIZE, at);
	else
		between_sequences(&c, p, SIZE, at);
	return 0;
}
