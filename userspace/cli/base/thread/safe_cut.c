// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where a text can be cut.
 *
 * A cut is safe before a plain character, when what comes before it is decided: an
 * ASCII character, or a whole well-formed sequence.  Printable ASCII and line feeds
 * are plain, and most letters: what can be held by every target, is not forbidden,
 * and has a boundary before it in each normalization form.  The reasons:
 *
 * - No sequence reaches across the cut.  In every profile the first byte of a
 *   well-formed sequence continues nothing.  A sequence that is broken off
 *   ("truncated" by a byte, "incomplete" at the end) is neither an ASCII character
 *   nor whole.
 * - No error record reaches across the cut: the longer form that a lax decoder
 *   would read ends before a whole sequence.  Only pairs of surrogates are longer,
 *   and a surrogate is not plain.
 * - What a stream remembers does not matter after the cut.  A high surrogate
 *   (in WTF-8, and in the pairs of CESU-8) only waits for a low surrogate.  A
 *   normalization form has a boundary there.  The character cannot be dropped,
 *   because it is not forbidden and every target can hold it.
 * - The character after the cut is not a byte order mark, which a new stream would
 *   treat as one: NFKC_Casefold leaves that mark out, and has no boundary there.
 *
 * Where misplaced ignorable code points are looked for, ASCII must be on both sides: no
 * joiner looks past it, and none remembers what was before it.
 *
 * In UTF-16 the unit before the cut must not be half of a pair; in UTF-32 every
 * unit is decided.  Units are counted from the start of the text.
 */
#include "base/thread/safe_cut.h"

int cut_rule_find(struct cut_rule *r, const struct utf8check_config *config,
		  const struct input *in, u64 start)
{
	u8 head[UTF8CHECK_SNIFF_MAX];
	int err = 0;
	size_t n;

	*r = (struct cut_rule){
		.coding = { .encoding = config->from, .profile = config->profile },
		.forbid = config->forbid,
	};
	if (config->from == UTF8CHECK_ENCODING_AUTO) {
		n = input_read_at(in, head, sizeof(head), start, &err);
		r->coding.encoding = utf8check_sniff(head, n, true);
	}
	return err;
}

unsigned int cut_unit(const struct cut_rule *r)
{
	switch (r->coding.encoding) {
	case UTF8CHECK_ENCODING_UTF16LE:
	case UTF8CHECK_ENCODING_UTF16BE:
		return 2;
	case UTF8CHECK_ENCODING_UTF32LE:
	case UTF8CHECK_ENCODING_UTF32BE:
		return 4;
	}
	return 1;
}

static bool begins_each_form(u64 cp)
{
	unsigned int form;

	for (form = UTF8CHECK_FORM_NFC; utf8check_form_name(form); form++)
		if (!utf8check_has_boundary_before(form, cp))
			return false;
	return true;
}

static bool asks_for_place(const struct cut_rule *r)
{
	return r->forbid >> UTF8CHECK_REASON_MISPLACED_IGNORABLE & 1;
}

static bool is_plain_char(const struct cut_rule *r, u64 cp)
{
	if ((cp >= 0x20 && cp < 0x7f) || cp == '\n')
		return true;
	return !asks_for_place(r) && cp <= 0xffff && !is_surrogate_point(cp) && !utf8check_forbidden(cp, r->forbid) &&
	       begins_each_form(cp);
}

/* A quick test by one byte, which excludes most places. */
static bool may_begin_plain(const struct cut_rule *r, u8 byte)
{
	return cut_unit(r) > 1 || (!is_continuation(byte) && byte < 0xf0);
}

/* Does a plain character begin at @p? */
static bool plain_begins(const struct cut_rule *r, const u8 *p, size_t n)
{
	u64 cp;

	return utf8check_decode(&r->coding, p, n, true, &cp, NULL) > 0 &&
	       is_plain_char(r, cp);
}

/* In UTF-8: is the sequence that ends at @at whole and well-formed? */
static bool ends_sequence(const struct cut_rule *r, const u8 *p, size_t at)
{
	size_t lead = at - 1, least = at > UTF8CHECK_SEQUENCE_MAX ? at - UTF8CHECK_SEQUENCE_MAX : 0;

	while (lead > least && is_continuation(p[lead]))
		lead--;
	return utf8check_decode(&r->coding, p + lead, at - lead, true, NULL, NULL) == (int)(at - lead);
}

/* In UTF-16: is the unit before @at a surrogate? */
static bool ends_in_surrogate(const struct cut_rule *r, const u8 *p, size_t at)
{
	bool big = r->coding.encoding == UTF8CHECK_ENCODING_UTF16BE;

	return is_surrogate_point(p[at - 1 - big] << 8 | p[at - 2 + big]);
}

/* Is the unit before @at an ASCII character? */
static bool ends_in_ascii(const struct cut_rule *r, const u8 *p, size_t at)
{
	const u8 *unit = p + at - cut_unit(r);
	u64 cp;

	return utf8check_decode(&r->coding, unit, cut_unit(r), true, &cp, NULL) > 0 && cp < 0x80;
}

static bool is_decided(const struct cut_rule *r, const u8 *p, size_t at)
{
	switch (cut_unit(r)) {
	case 1:
		return p[at - 1] < 0x80 || ends_sequence(r, p, at);
	case 2:
		return !ends_in_surrogate(r, p, at);
	}
	return true;
}

bool cut_is_safe(const struct cut_rule *r, const u8 *p, size_t n, size_t at)
{
	return at + cut_unit(r) <= n && may_begin_plain(r, p[at]) &&
	       plain_begins(r, p + at, n - at) &&
	       is_decided(r, p, at) && (!asks_for_place(r) || ends_in_ascii(r, p, at)) && (!r->allows || r->allows(p, n, at));
}
