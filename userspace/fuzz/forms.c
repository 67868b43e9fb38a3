// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts under a form, against the slow reference: the form of the text,
 * whether the text is in the form, and which half of the text is before the
 * other.
 */
#include <string.h>
#include "fuzz.h"
#include "kunit/reference_profile.h"
#include "kunit/sample_form.h"
#include "flow.h"

/**
 * struct text - a text and what the reference says of it
 *
 * @p: the bytes.
 * @n: how many.
 * @points: the code points.
 * @count: how many.
 * @form: the form of the text.
 * @length: code points of @form.
 * @order: the form, decomposed: texts are ordered by these code points.
 * @ordered: code points of @order.
 */
struct text {
	const u8 *p;
	size_t n;
	u64 points[FLOW_MAX];
	size_t count;
	u64 form[U8C_REF_FORM(FLOW_MAX)];
	size_t length;
	u64 order[U8C_REF_FORM(FLOW_MAX)];
	size_t ordered;
};

static struct text whole, first, second;
static u64 work[U8C_REF_FORM_WORK(U8C_REF_FORM(FLOW_MAX))];

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

/* The form that decomposes the result of a form; none for FORM_NONE. */
static enum utf8check_form decomposed(enum utf8check_form form)
{
	return form == UTF8CHECK_FORM_NONE ? UTF8CHECK_FORM_NONE : UTF8CHECK_FORM_NFD;
}

/* Return: false when the text is not well-formed. */
static bool read_text(struct text *t, enum utf8check_form form, const u8 *p, size_t n)
{
	struct utf8check_error e;
	size_t at;
	int length;

	t->p = p;
	t->n = n;
	t->count = 0;
	for (at = 0; at < n; at += length) {
		length = u8c_ref_sequence(&u8c_rfc3629, p + at, n - at, true,
					  &t->points[t->count++], &e);
		if (!length)
			return false;
	}
	t->length = u8c_ref_form(form, false, t->points, t->count, t->form,
				 work);
	return true;
}

static size_t encode(const u64 *p, size_t n, u8 *out)
{
	size_t made = 0, i;

	for (i = 0; i < n; i++)
		made += u8c_ref_write(&u8c_rfc3629, p[i], out + made);
	return made;
}

/* The form of the input's text.  Return: false when it is not well-formed. */
static bool read_whole(const struct fuzz_input *in)
{
	return read_text(&whole, in->config.form % U8C_FORMS, in->p, in->n);
}

/* The form of the input is @want, also when it is read in parts. */
static void try_parts(const struct fuzz_input *in, const u8 *want, size_t n)
{
	enum utf8check_form form = in->config.form % U8C_FORMS;
	const struct u8c_text text = u8c_text(in->p, in->n);
	const size_t room = 1 + in->forks % 500;
	struct u8c_reader reader;
	size_t made = 0, part;
	u8 out[500];

	u8c_reader_init(&reader, in->impl, form, text);
	do {
		part = u8c_reader_next(&reader, out, room);
		if (part > n - made || memcmp(out, want + made, part))
			fuzz_found(in, "reader");
		made += part;
	} while (part == room);
	if (made != n || u8c_reader_next(&reader, out, 1))
		fuzz_found(in, "end of the reader");
	if (u8c_match_form(in->impl, form, text, u8c_text(want, n)) != 1 ||
	    u8c_match_form(in->impl, form, text, u8c_text(want, n + 1)))
		fuzz_found(in, "match_form");
}

void fuzz_normalize(const struct fuzz_input *in)
{
	static u8 want[4 * U8C_REF_FORM(FLOW_MAX)], out[sizeof(want)];
	enum utf8check_form form = in->config.form % U8C_FORMS;
	const struct u8c_impl *impl = in->impl;
	const struct u8c_text text = u8c_text(in->p, in->n);
	struct u8c_sink s = u8c_sink(NULL, 0);
	size_t n;

	if (!read_whole(in)) {
		if (u8c_normalize(impl, form, text, &s, NULL) != U8C_MADE_ILL_FORMED)
			fuzz_found(in, "normalize what is ill-formed");
		return;
	}
	n = encode(whole.form, whole.length, want);
	s = u8c_sink(out, n);
	if (u8c_normalize(impl, form, text, &s, NULL) != U8C_MADE || s.made != n ||
	    memcmp(out, want, n))
		fuzz_found(in, "normalize");
	try_parts(in, want, n);
	s = u8c_sink(out, n - 1);
	if (n && (u8c_normalize(impl, form, text, &s, NULL) != U8C_MADE_FULL ||
		  s.made != n))
		fuzz_found(in, "normalize, one byte short");
}

void fuzz_normalized(const struct fuzz_input *in)
{
	enum utf8check_form form = in->config.form % U8C_FORMS;
	const struct u8c_impl *impl = in->impl;
	size_t same = 0, offset, want;
	u8 bytes[4 * FLOW_MAX];
	int quick;
	bool is;

	if (!read_whole(in))
		return;
	while (same < whole.count && same < whole.length &&
	       whole.points[same] == whole.form[same])
		same++;
	want = encode(whole.points, same, bytes);
	is = same == whole.count && same == whole.length;
	if (u8c_is_normalized(impl, form, u8c_text(in->p, in->n), &offset, NULL) != is ||
	    offset != want)
		fuzz_found(in, "is_normalized");
	quick = u8c_quick_check(impl, form, u8c_text(in->p, in->n), &offset, NULL);
	if (quick < 0)
		fuzz_found(in, "quick_check");
	if (quick == (is ? U8C_QUICK_NO : U8C_QUICK_YES))
		fuzz_found(in, "quick_check's answer");
}

static void decompose(struct text *t, enum utf8check_form form)
{
	t->ordered = u8c_ref_form(decomposed(form), false, t->form, t->length,
				  t->order, work);
}

static int order_of(const struct text *a, const struct text *b)
{
	size_t i;

	for (i = 0; i < a->ordered && i < b->ordered; i++)
		if (a->order[i] != b->order[i])
			return a->order[i] < b->order[i] ? -1 : 1;
	return (a->ordered > b->ordered) - (a->ordered < b->ordered);
}

static void compare(const struct fuzz_input *in, enum utf8check_form form,
		    struct text *a, struct text *b)
{
	const struct u8c_impl *impl = in->impl;
	int want, order = 2, back = 2;
	u64 hash = 0, other = 0;

	decompose(a, form);
	decompose(b, form);
	want = order_of(a, b);
	if (!u8c_compare_form(impl, form, u8c_text(a->p, a->n), u8c_text(b->p, b->n), &order) ||
	    !u8c_compare_form(impl, form, u8c_text(b->p, b->n), u8c_text(a->p, a->n), &back) ||
	    (order > 0) - (order < 0) != want ||
	    (back > 0) - (back < 0) != -want)
		fuzz_found(in, "compare_form");
	if ((a->length == b->length &&
	     !memcmp(a->form, b->form, a->length * sizeof(a->form[0]))) !=
	    !want)
		fuzz_found(in, "the reference's order and forms");
	if (!u8c_hash_form(impl, form, u8c_text(a->p, a->n), in->forks, &hash) ||
	    !u8c_hash_form(impl, form, u8c_text(b->p, b->n), in->forks, &other) ||
	    (!want && hash != other))
		fuzz_found(in, "hash_form");
}

/* Compares the halves of a text, or a text and its form, which must be equal. */
void fuzz_compare_forms(const struct fuzz_input *in)
{
	static u8 made[4 * U8C_REF_FORM(FLOW_MAX)];
	enum utf8check_form form = in->config.form % U8C_FORMS;
	size_t half = in->n / 2, n;

	if (in->forks & 1) {
		if (!read_whole(in) || whole.length > FLOW_MAX)
			return;
		n = encode(whole.form, whole.length, made);
		if (read_text(&second, form, made, n))
			compare(in, form, &whole, &second);
		return;
	}
	while (half && (in->p[half] & 0xc0) == 0x80)
		half--;
	if (read_text(&first, form, in->p, half) &&
	    read_text(&second, form, in->p + half, in->n - half))
		compare(in, form, &first, &second);
}
