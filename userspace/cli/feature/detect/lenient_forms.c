// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What decoders that are not strict read in text that is ill-formed UTF-8.
 *
 * A strict decoder finds one error for each byte of an overlong form.  So the
 * errors up to the end of the form are counted with it.
 */
#include "feature/detect/lenient_forms.h"

static bool is_separator(u64 value)
{
	return value == '/' || value == '\\';
}

static void note_lenient_form(struct lenient_forms *l, u64 offset)
{
	if (!lenient_forms_any(l))
		l->first = offset;
	l->covered++;
}

static void note_separator(struct lenient_forms *l, u64 offset)
{
	if (!l->separators++)
		l->first_separator = offset;
}

void lenient_forms_error(struct lenient_forms *l, const struct utf8check_error *e)
{
	l->lead = 0;
	if (e->offset < l->end) {
		l->covered++;
		return;
	}
	if (e->span && e->reason == UTF8CHECK_REASON_OVERLONG) {
		l->overlong++;
		if (is_separator(e->value))
			note_separator(l, e->offset);
	} else if (e->span && e->reason == UTF8CHECK_REASON_SURROGATE) {
		l->surrogates++;
	} else {
		if (e->reason == UTF8CHECK_REASON_OVERLONG && e->length == 1)
			l->lead = e->bytes[0];
		l->end = e->offset + e->length;
		return;
	}
	note_lenient_form(l, e->offset);
	l->end = e->offset + e->span;
}

/*
 * After C0 or C1 a decoder that only masks takes the low six bits of the byte.
 */
void lenient_forms_ascii(struct lenient_forms *l, u64 offset, u8 byte)
{
	if (l->lead && offset == l->end && is_separator(byte) &&
	    ((l->lead & 0x1f) << 6 | (byte & 0x3f)) == byte) {
		note_lenient_form(l, offset - 1);
		note_separator(l, offset - 1);
	}
	l->lead = 0;
}
