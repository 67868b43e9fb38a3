// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Single sequences, and how far a buffer is well-formed.
 */
#include <string.h>
#include "fuzz.h"
#include "kunit/reference_profile.h"

static void decode(const struct fuzz_input *in, const struct u8c_coding *c,
		   const u8 *p, size_t n, bool final)
{
	struct utf8check_error e, want_e;
	u64 cp = 0, want_cp = 0;
	int want;

	memset(&e, 0, sizeof(e));
	memset(&want_e, 0, sizeof(want_e));
	want = u8c_ref_sequence(c, p, n, final, &want_cp, &want_e);
	if (u8c_decode(c, u8c_text(p, n), final, &cp, &e) != want)
		fuzz_found(in, final ? "decode" : "decode, not final");
	if (want > 0 && cp != want_cp)
		fuzz_found(in, "decode: code point");
	if (!want && memcmp(&e, &want_e, sizeof(e)))
		fuzz_found(in, "decode: record");
}

static void encode(const struct fuzz_input *in, const struct u8c_coding *c,
		   u64 cp)
{
	u8 out[U8C_SEQUENCE_MAX], want[U8C_SEQUENCE_MAX];
	size_t n = u8c_ref_write(c, cp, want);

	if (u8c_encode(c, cp, out) != n || memcmp(out, want, n))
		fuzz_found(in, "encode");
}

/* The prefix of well-formed sequences, and the record of the error after it. */
void fuzz_prefix(const struct fuzz_input *in)
{
	const struct u8c_impl *impl = in->impl;
	struct u8c_coding c, at;
	struct utf8check_error e, want;
	size_t good = 0;
	int length = 1;
	u64 cp = 0;

	if (!fuzz_coding(in, &c))
		return;
	at = c;
	memset(&e, 0, sizeof(e));
	while (good < in->n && length) {
		length = u8c_ref_sequence(&at, in->p + good, in->n - good, true,
					  &cp, &want);
		at.after_high = cp >= 0xd800 && cp <= 0xdbff;
		good += length;
	}
	if (u8c_valid_up_to(impl, &c, in->p, in->n) != good)
		fuzz_found(in, "valid_up_to");
	if (u8c_validate(impl, &c, in->p, in->n, &e) != (good == in->n))
		fuzz_found(in, "validate");
	if (good < in->n && (e.offset != good || e.reason != want.reason ||
			     e.length != want.length || e.span != want.span ||
			     e.value != want.value))
		fuzz_found(in, "validate: record");
}

void fuzz_decode(const struct fuzz_input *in)
{
	size_t n = in->n < 12 ? in->n : 12;
	struct u8c_coding c;
	u64 cp = 0;

	if (!n || !fuzz_coding(in, &c))
		return;
	c.after_high = in->forks & 1;
	decode(in, &c, in->p, n, in->forks & 2);
	if (n >= 8)
		memcpy(&cp, in->p, 8);
	encode(in, &c, cp >> (in->forks >> 2 & 63));
}
