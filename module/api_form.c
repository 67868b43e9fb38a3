// SPDX-License-Identifier: GPL-2.0-only
/*
 * The in-kernel API: whole texts under a normalization form.  The calls are
 * described in <linux/utf8check.h>.
 */
#include <linux/utf8check.h>

#include "abi_form.h"
#include "utf8check_private.h"

static_assert(sizeof(struct u8c_reader) <= sizeof(struct utf8check_reader));
static_assert(__alignof__(struct u8c_reader) <=
	      __alignof__(struct utf8check_reader));

int utf8check_normalize(enum utf8check_form form, const void *src, size_t len,
			void *dst, size_t *dst_len,
			struct utf8check_error *error)
{
	struct u8c_sink to = u8c_sink(dst, dst ? *dst_len : 0);
	struct utf8check_error found;
	int result;

	error = error ?: &found;
	result = utf8check_form_make(utf8check_impl, form, u8c_text(src, len), &to, error);
	utf8check_made_put(dst_len, &to, result);
	utf8check_notice_form(UTF8CHECK_BY_API, len, result, error);
	return result;
}

int utf8check_is_normalized(enum utf8check_form form, const void *text,
			    size_t len, size_t *offset,
			    struct utf8check_error *error)
{
	struct utf8check_error found;
	int result;

	error = error ?: &found;
	result = utf8check_form_ask(utf8check_impl, form, u8c_text(text, len), offset, error);
	utf8check_notice_form(UTF8CHECK_BY_API, len, result, error);
	return result;
}

static_assert((int)UTF8CHECK_QUICK_NO == (int)U8C_QUICK_NO, "quick check");
static_assert((int)UTF8CHECK_QUICK_MAYBE == (int)U8C_QUICK_MAYBE, "quick check");

int utf8check_quick_check(enum utf8check_form form, const void *text,
			  size_t len, size_t *offset,
			  struct utf8check_error *error)
{
	struct utf8check_error found;
	int result;

	error = error ?: &found;
	result = utf8check_form_ask_quickly(utf8check_impl, form, u8c_text(text, len), offset,
					    error);
	utf8check_notice_form(UTF8CHECK_BY_API, len, result, error);
	return result;
}

int utf8check_compare_form(enum utf8check_form form, const void *a,
			   size_t a_len, const void *b, size_t b_len,
			   int *order)
{
	return utf8check_form_compare(utf8check_impl, form, u8c_text(a, a_len),
				      u8c_text(b, b_len), order);
}

int utf8check_match_form(enum utf8check_form form, const void *text, size_t len,
			 const void *made, size_t made_len)
{
	return utf8check_form_match(utf8check_impl, form, u8c_text(text, len),
				    u8c_text(made, made_len));
}

int utf8check_hash_form(enum utf8check_form form, const void *text, size_t len,
			u64 seed, u64 *hash)
{
	return utf8check_form_hash(utf8check_impl, form, u8c_text(text, len), seed, hash);
}

int utf8check_reader_init(struct utf8check_reader *reader,
			  enum utf8check_form form, const void *text, size_t len,
			  struct utf8check_error *error)
{
	struct u8c_reader *core = (struct u8c_reader *)reader->state;
	struct utf8check_error found;
	int result;

	error = error ?: &found;
	result = utf8check_form_read(core, utf8check_impl, form, u8c_text(text, len), error);
	utf8check_notice_form(UTF8CHECK_BY_API, len, result, error);
	return result;
}

size_t utf8check_reader_next(struct utf8check_reader *reader, void *dst, size_t room)
{
	return u8c_reader_next((struct u8c_reader *)reader->state, dst, room);
}
