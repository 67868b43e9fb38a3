// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Single sequences, and how far a buffer is well-formed.
 */
#include "fuzz.h"
#include "kunit/sample_coding.h"

static void encode(const struct fuzz_input *in, const struct u8c_coding *c,
		   u64 cp)
{
	u8 out[U8C_SEQUENCE_MAX], want[U8C_SEQUENCE_MAX];
	size_t n = u8c_ref_write(c, cp, want);

	if (u8c_encode(c, cp, out) != n || memcmp(out, want, n))
		fuzz_found(in, "encode");
}

void fuzz_prefix(const struct fuzz_input *in)
{
	struct u8c_coding c;
	const char *differs;

	if (!fuzz_coding(in, &c))
		return;
	differs = u8c_try_prefix(in->impl, &c, in->p, in->n);
	if (differs)
		fuzz_found(in, differs);
}

void fuzz_decode(const struct fuzz_input *in)
{
	size_t n = in->n < 12 ? in->n : 12;
	struct u8c_coding c;
	const char *differs;
	u64 cp = 0;

	if (!n || !fuzz_coding(in, &c))
		return;
	c.after_high = in->forks & 1;
	differs = u8c_try_sequence(&c, in->p, n, in->forks & 2);
	if (differs)
		fuzz_found(in, differs);
	if (n >= 8)
		memcpy(&cp, in->p, 8);
	encode(in, &c, cp >> (in->forks >> 2 & 63));
}
