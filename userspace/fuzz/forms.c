// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts under a form: every call, against the slow reference.
 */
#include "fuzz.h"
#include "kunit/reference.h"
#include "kunit/sample_form.h"
#include "kunit/ways.h"

size_t fuzz_spell_forms(const struct u8c_coding *c, const u8 *p, size_t n,
			u8 *out, size_t room)
{
	u32 points[U8C_SAMPLE_FORM_MAX], many, k;
	struct u8c_chance chance;
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t made = 0, i, length;

	for (i = 0; i + 1 < n; i += 2) {
		chance.state = p[i] << 8 | p[i + 1];
		many = u8c_sample_form_points(&chance, points);
		for (k = 0; k < many; k++) {
			length = u8c_encode(c, points[k], bytes);
			if (length > room - made)
				return made;
			memcpy(out + made, bytes, length);
			made += length;
		}
	}
	return made;
}

/* The form of well-formed text.  Return: its length. */
static size_t make_slowly(enum utf8check_form form, const u64 *points, size_t n, u8 *out)
{
	static u64 made[U8C_REF_FORM(FUZZ_TEXT)], work[U8C_REF_FORM_WORK(FUZZ_TEXT)];
	size_t length = 0, i;

	n = u8c_ref_form(form, false, points, n, made, work);
	for (i = 0; i < n; i++)
		length += u8c_ref_write(&u8c_rfc3629, made[i], out + length);
	return length;
}

void fuzz_forms(const struct fuzz_input *in)
{
	static u8 made[4 * U8C_REF_FORM(FUZZ_TEXT)];
	const enum utf8check_form form = in->config.form % U8C_FORMS;
	const struct u8c_text text = u8c_text(in->p, in->n);
	struct u8c_sink s = u8c_sink(NULL, 0);
	static struct u8c_ways *ways;
	struct utf8check_error e;
	u64 points[FUZZ_TEXT];
	size_t at, n = 0;
	int length;

	for (at = 0; at < in->n; at += length) {
		length = u8c_ref_sequence(&u8c_rfc3629, in->p + at, in->n - at, true,
					  &points[n++], &e);
		if (length)
			continue;
		if (u8c_normalize(in->impl, form, text, &s, NULL) != U8C_MADE_ILL_FORMED)
			fuzz_found(in, "normalize what is ill-formed");
		return;
	}
	ways = ways ?: u8c_ways_new(&fuzz_test, sizeof(made));
	ways->chance = fuzz_random;
	u8c_ways_try(ways, in->impl, form, text, u8c_text(made, make_slowly(form, points, n, made)));
}
