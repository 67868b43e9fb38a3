/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole texts, mostly under a normalization form, in the ABI's words and with an errno:
 * shared by the module and by the userspace library, whose calls these are.
 */
#ifndef UTF8CHECK_ABI_FORM_H
#define UTF8CHECK_ABI_FORM_H

#include "abi.h"
#include "core/normalize/transform.h"

/* Sets *@dst_len for a caller who gets @result. */
static inline void utf8check_made_put(size_t *dst_len, const struct u8c_sink *to,
				      int result)
{
	if (result == -EILSEQ)
		*dst_len = 0;
	else if (result != -EINVAL)
		*dst_len = to->made < SIZE_MAX ? to->made : SIZE_MAX;
}

static inline bool utf8check_form_known(enum utf8check_form form)
{
	return (unsigned int)form < U8C_FORMS;
}

static inline int utf8check_form_make(const struct u8c_impl *impl,
				      enum utf8check_form form, struct u8c_text text,
				      struct u8c_sink *to, struct utf8check_error *error)
{
	struct utf8check_error e;
	enum u8c_made made;
	bool good;

	if (!utf8check_form_known(form))
		return -EINVAL;
	made = u8c_normalize(impl, form, text, to, &e);
	good = made == U8C_MADE || made == U8C_MADE_FULL;
	utf8check_error_put(error, good ? NULL : &e);
	if (!good)
		return -EILSEQ;
	return made == U8C_MADE_FULL && to->out ? -ENAMETOOLONG : 0;
}

static inline int utf8check_form_ask(const struct u8c_impl *impl,
				     enum utf8check_form form, struct u8c_text text,
				     size_t *offset, struct utf8check_error *error)
{
	struct utf8check_error e = { 0 };
	size_t at;
	bool is;

	if (!utf8check_form_known(form))
		return -EINVAL;
	is = u8c_is_normalized(impl, form, text, &at, &e);
	if (offset)
		*offset = at;
	utf8check_error_put(error, e.reason ? &e : NULL);
	return e.reason ? -EILSEQ : is;
}

static inline int utf8check_form_ask_quickly(const struct u8c_impl *impl,
					     enum utf8check_form form,
					     struct u8c_text text, size_t *offset,
					     struct utf8check_error *error)
{
	struct utf8check_error e;
	enum u8c_quick answer;
	size_t at = 0;
	bool good;

	if (!utf8check_form_known(form))
		return -EINVAL;
	answer = u8c_quick_check(impl, form, text, &at, &e);
	good = answer != U8C_QUICK_ILL_FORMED;
	if (offset)
		*offset = good ? at : e.offset;
	utf8check_error_put(error, good ? NULL : &e);
	return good ? (int)answer : -EILSEQ;
}

static inline int utf8check_form_compare(const struct u8c_impl *impl,
					 enum utf8check_form form, struct u8c_text a,
					 struct u8c_text b, int *order)
{
	if (!utf8check_form_known(form))
		return -EINVAL;
	return u8c_compare_form(impl, form, a, b, order) ? 0 : -EILSEQ;
}

static inline int utf8check_form_hash(const struct u8c_impl *impl,
				      enum utf8check_form form, struct u8c_text text,
				      u64 seed, u64 *hash)
{
	if (!utf8check_form_known(form))
		return -EINVAL;
	return u8c_hash_form(impl, form, text, seed, hash) ? 0 : -EILSEQ;
}

#endif /* UTF8CHECK_ABI_FORM_H */
