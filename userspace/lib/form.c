// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts under a normalization form.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "abi_form.h"

/* Found once, as asking the CPU may take microseconds.  A wrong name is ignored. */
const struct u8c_impl *library_impl(void)
{
	static const struct u8c_impl *impl;
	const struct u8c_impl *i = __atomic_load_n(&impl, __ATOMIC_RELAXED);

	if (i)
		return i;
	i = u8c_impl_find(getenv("UTF8CHECK_IMPL"));
	if (!i)
		i = u8c_impl_find(NULL);
	__atomic_store_n(&impl, i, __ATOMIC_RELAXED);
	return i;
}

API int utf8check_normalize(enum utf8check_form form, const void *src,
			    size_t len, void *dst, size_t *dst_len,
			    struct utf8check_error *error)
{
	struct u8c_sink to = u8c_sink(dst, dst ? *dst_len : 0);
	int result = utf8check_form_make(library_impl(), form, u8c_text(src, len), &to, error);

	utf8check_made_put(dst_len, &to, result);
	return result;
}

API int utf8check_is_normalized(enum utf8check_form form, const void *text,
				size_t len, size_t *offset,
				struct utf8check_error *error)
{
	return utf8check_form_ask(library_impl(), form, u8c_text(text, len), offset, error);
}

static_assert((int)UTF8CHECK_QUICK_NO == (int)U8C_QUICK_NO, "quick check");
static_assert((int)UTF8CHECK_QUICK_MAYBE == (int)U8C_QUICK_MAYBE, "quick check");

API int utf8check_quick_check(enum utf8check_form form, const void *text,
			      size_t len, size_t *offset,
			      struct utf8check_error *error)
{
	return utf8check_form_ask_quickly(library_impl(), form, u8c_text(text, len), offset, error);
}

API int utf8check_compare_form(enum utf8check_form form, const void *a,
			       size_t a_len, const void *b, size_t b_len,
			       int *order)
{
	return utf8check_form_compare(library_impl(), form, u8c_text(a, a_len), u8c_text(b, b_len),
				      order);
}

API int utf8check_hash_form(enum utf8check_form form, const void *text,
			    size_t len, uint64_t seed, uint64_t *hash)
{
	return utf8check_form_hash(library_impl(), form, u8c_text(text, len), seed, hash);
}
