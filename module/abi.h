/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The core's records in the ABI's: shared by the module and by the userspace
 * library, which both stand between the core and a caller.
 *
 * The compiler checks here that no ABI struct has a hole.
 */
#ifndef UTF8CHECK_ABI_H
#define UTF8CHECK_ABI_H

#include "core/name/name.h"
#include "core/name/protect.h"
#include "core/normalize/transform.h"
#include "core/stream/stream.h"
#include "include/uapi/linux/utf8check.h"

static_assert(sizeof(struct utf8check_error) == 64, "error");
static_assert(sizeof(struct utf8check_config) == 32, "config");
static_assert(sizeof(struct utf8check_report) == 464, "report");
static_assert(sizeof(struct utf8check_check) == 104, "check");
static_assert(sizeof(struct utf8check_finding) == 16, "finding");
static_assert(sizeof(struct utf8check_policy) == 128, "policy");
static_assert(sizeof(struct utf8check_verdict) == 48, "verdict");
static_assert(sizeof(struct utf8check_check_name) == 224, "name");
static_assert(sizeof(struct utf8check_version) == 40, "version");
static_assert(offsetof(struct utf8check_policy, reserved) == UTF8CHECK_POLICY_SIZE_VER0, "policy");
static_assert(UTF8CHECK_PROTECT_MAX == U8C_PROTECT_MAX, "protected names");
static_assert(UTF8CHECK_PROTECT_LEN_MAX == U8C_PROTECT_TEXT, "protected names: bytes");
static_assert(U8C_REASONS <= 32, "the report has room for every reason");
static_assert(sizeof(((struct u8c_stream *)0)->carry) <= 255, "pending");

/* The errno of a result; there is no other map.  0 also after U8C_PAUSED, which is no error. */
static inline int u8c_result_errno(enum u8c_result result)
{
	switch (result) {
	case U8C_FULL:
		return -ENOSPC;
	case U8C_REJECTED:
		return -EILSEQ;
	case U8C_LISTED:
		return -ENOBUFS;
	default:
		return 0;
	}
}

/* @to may be NULL; @e is NULL where there is no error. */
static inline void utf8check_error_put(struct utf8check_error *to,
				       const struct utf8check_error *e)
{
	if (to && e)
		*to = *e;
	else if (to)
		memset(to, 0, sizeof(*to));
}

/*
 * @from may be NULL: the default policy, of paths or of names.  Return: false
 * when it refuses what is no class, or is not zero where it must be.
 */
static inline bool utf8check_policy_to_core(struct utf8check_policy *to, bool path,
					    const struct utf8check_policy *from)
{
	if (from && (from->reserved[0] || from->reserved[1] || from->reserved[2]))
		return false;
	if (!from || !from->refuse)
		return u8c_policy_find("default", path, to);
	*to = *from;
	return !(to->refuse >> U8C_CLASSES || to->refuse & U8C_BIT(UTF8CHECK_CLASS_OK));
}

/* Leaves @queued, @list, @room and UTF8CHECK_STATE_FINISHED 0: the core knows none of them. */
static inline void utf8check_report_from_core(struct utf8check_report *to,
					      const struct u8c_stream *s)
{
	unsigned int i;

	memset(to, 0, sizeof(*to));
	to->size = sizeof(*to);
	to->state = s->rejected ? UTF8CHECK_STATE_REJECTED : 0;
	to->bytes_in = s->bytes_in;
	to->bytes_out = s->bytes_out;
	to->code_points = u8c_stream_code_points(s);
	to->errors = s->errors;
	to->pending = s->rejected ? 0 : s->carried;
	memcpy(to->by_length, s->by_length, sizeof(to->by_length));
	for (i = 0; i < U8C_REASONS; i++)
		to->by_reason[i] = u8c_stream_by_reason(s, i);
	to->first = s->first;
	to->line = s->position.line;
	to->column = s->position.column;
	to->records = s->listed;
}

/* --- whole texts, mostly under a normalization form, in the ABI's words and with an errno */

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

#endif /* UTF8CHECK_ABI_H */
