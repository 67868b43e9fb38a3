/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What decoders that are not strict read in text that is ill-formed UTF-8.
 */
#ifndef DETECT_LENIENT_FORMS_H
#define DETECT_LENIENT_FORMS_H

#include "base/types.h"
#include "utf8check.h"

/**
 * struct lenient_forms - the forms of a text that only lenient decoders take
 *
 * @overlong: overlong forms, of five or six bytes too.
 * @surrogates: surrogates; a pair of them counts twice.
 * @separators: of @overlong, those read as a slash or backslash; and slashes and
 *	backslashes that a lead byte makes part of its sequence, for a decoder
 *	that takes any byte as a continuation.
 * @first: the offset of the first form; meaningless when there is none.
 * @first_separator: the offset of the first of @separators.
 * @covered: how many errors of the text, as strict decoders count them, are of
 *	these forms.
 * @end: the end of the last form.
 * @lead: 0, or the lead byte that ends at @end.
 */
struct lenient_forms {
	u64 overlong;
	u64 surrogates;
	u64 separators;
	u64 first;
	u64 first_separator;
	u64 covered;
	u64 end;
	u8 lead;
};

/* Take the next error of the text, at the start of which @l is all zero. */
void lenient_forms_error(struct lenient_forms *l, const struct utf8check_error *e);

/* Take ASCII at @offset, of which @byte is the first. */
void lenient_forms_ascii(struct lenient_forms *l, u64 offset, u8 byte);

/* Has the text any such form? */
static inline bool lenient_forms_any(const struct lenient_forms *l)
{
	return l->covered != 0;
}

#endif /* DETECT_LENIENT_FORMS_H */
