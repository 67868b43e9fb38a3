// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Three ways in which decoders that were shipped read more than they should:
 *
 * - They take a complete form of any length, 2 to 8 bytes, for the value that
 *   its bits give: C0 AF and FC 80 80 80 80 AF are a slash.
 * - They join two three-byte surrogates but forget to add 10000: ED A0 80 ED
 *   B0 AF is a slash, from the 20 low bits.
 * - They mask the bytes after a lead without looking at their two high bits:
 *   C0 2F is a slash, C1 1C a backslash.
 */
#include "name/lenient.h"

static bool all_continuations(const u8 *p, unsigned int n)
{
	while (n--)
		if (!u8c_is_continuation(p[n]))
			return false;
	return true;
}

/* A high surrogate and a low one, three bytes each (UTR #26). */
static bool is_surrogate_pair(const u8 *p, size_t n)
{
	return n >= 6 && p[0] == 0xed && (p[1] & 0xf0) == 0xa0 &&
	       u8c_is_continuation(p[2]) && p[3] == 0xed &&
	       (p[4] & 0xf0) == 0xb0 && u8c_is_continuation(p[5]);
}

static bool read_surrogate_pair(const u8 *p, size_t n, struct u8c_lenient *r)
{
	if (!is_surrogate_pair(p, n))
		return false;
	r->mark = u8c_special_of((u8c_lax_value(p, 3) & 0x3ff) << 10 |
			      (u8c_lax_value(p + 3, 3) & 0x3ff));
	r->kind = U8C_LENIENT_HIDDEN;
	r->length = 6;
	return r->mark != U8C_SPECIAL_NONE;
}

static bool read_lead(const u8 *p, size_t n, struct u8c_lenient *r)
{
	unsigned int lax = u8c_lax_length(p[0]);

	if (lax < 2 || lax > n)
		return false;
	r->mark = u8c_special_of(u8c_lax_value(p, lax));
	r->kind = all_continuations(p + 1, lax - 1) ? U8C_LENIENT_HIDDEN :
						      U8C_LENIENT_LAX;
	r->length = lax;
	return r->mark != U8C_SPECIAL_NONE;
}

void u8c_lenient_read(const u8 *p, size_t n, struct u8c_lenient *r)
{
	u8 copy[U8C_SEQUENCE_MAX];
	struct utf8check_error e;
	int len;
	u64 cp;

	n = u8c_snapshot(copy, p, n);
	len = u8c_decode(&u8c_rfc3629, u8c_text(copy, n), true, &cp, &e);
	r->subpart = len ? (unsigned int)len : e.length;
	if (!len && (read_surrogate_pair(copy, n, r) || read_lead(copy, n, r)))
		return;
	r->kind = U8C_LENIENT_NOTHING;
	r->mark = U8C_SPECIAL_NONE;
	r->length = r->subpart;
}
