// SPDX-License-Identifier: GPL-2.0-only
/*
 * The in-kernel API: the core in the ABI's words, with an errno.  The calls
 * are described in <linux/utf8check.h>.
 */
#include <linux/utf8check.h>

#include "abi_form.h"
#include "core/u8c.h"
#include "utf8check_private.h"

/* The caller's memory holds what the core has there. */
#define HOLDS(outer, inner) \
	static_assert(sizeof(struct inner) <= sizeof(struct outer) && \
		      __alignof__(struct inner) <= __alignof__(struct outer))

HOLDS(utf8check_stream, u8c_stream);
HOLDS(utf8check_protect, u8c_protect);
HOLDS(utf8check_work, u8c_verifier);
HOLDS(utf8check_reader, u8c_reader);
static_assert((int)UTF8CHECK_QUICK_NO == (int)U8C_QUICK_NO, "quick check");
static_assert((int)UTF8CHECK_QUICK_MAYBE == (int)U8C_QUICK_MAYBE, "quick check");

int utf8check_validate(const void *buf, size_t len,
		       enum utf8check_profile profile,
		       struct utf8check_error *error)
{
	const struct u8c_coding coding = { .profile = profile };
	struct utf8check_error e;
	int result;

	if ((unsigned int)profile >= U8C_PROFILES)
		return -EINVAL;
	result = u8c_validate(utf8check_impl, &coding, buf, len, &e) ? 0 : -EILSEQ;
	utf8check_error_put(error, result ? &e : NULL);
	utf8check_notice_text(UTF8CHECK_BY_API, profile, len, result, &e);
	return result;
}

/* @protect and @verdict may be NULL. */
static int judge_call(bool path, struct u8c_text text, const struct utf8check_policy *policy,
		      const struct utf8check_protect *protect,
		      struct utf8check_verdict *verdict)
{
	struct utf8check_policy core;
	struct utf8check_verdict v;
	const struct u8c_name_query q = {
		.impl = utf8check_impl, .policy = &core, .path = path,
		.p = text.p, .n = text.n, .v = &v,
		.protect = protect ? (const void *)protect->names : NULL,
	};

	if (!utf8check_policy_to_core(&core, path, policy))
		return -EINVAL;
	if (protect)
		core.refuse |= U8C_BIT(UTF8CHECK_CLASS_PROTECTED);
	if (verdict)
		u8c_name(&q);
	else
		u8c_name_classes(&q);
	utf8check_notice_name(UTF8CHECK_BY_API, &q);
	if (verdict)
		*verdict = v;
	return v.ok ? 0 : -EILSEQ;
}

int utf8check_verify_name(const void *name, size_t len,
			  const struct utf8check_policy *policy,
			  struct utf8check_verdict *verdict)
{
	return judge_call(false, u8c_text(name, len), policy, NULL, verdict);
}

int utf8check_verify_path(const void *path, size_t len,
			  const struct utf8check_policy *policy,
			  struct utf8check_verdict *verdict)
{
	return judge_call(true, u8c_text(path, len), policy, NULL, verdict);
}

int utf8check_protect_init(struct utf8check_protect *protect, const void *names,
			   size_t len)
{
	return u8c_protect_init((struct u8c_protect *)protect->names,
				utf8check_impl, u8c_text(names, len)) ? 0 : -EINVAL;
}

int utf8check_verify_name_protected(const void *name, size_t len,
				    const struct utf8check_policy *policy,
				    const struct utf8check_protect *protect,
				    struct utf8check_verdict *verdict)
{
	return judge_call(false, u8c_text(name, len), policy, protect, verdict);
}

int utf8check_verify_path_protected(const void *path, size_t len,
				    const struct utf8check_policy *policy,
				    const struct utf8check_protect *protect,
				    struct utf8check_verdict *verdict)
{
	return judge_call(true, u8c_text(path, len), policy, protect, verdict);
}

int utf8check_policy_find(const char *name, bool path,
			  struct utf8check_policy *policy)
{
	return u8c_policy_find(name, path, policy) ? 0 : -EINVAL;
}

static struct u8c_stream *core_of(struct utf8check_stream *stream)
{
	return (struct u8c_stream *)stream->state;
}

int utf8check_stream_init_form(struct utf8check_stream *stream,
			       const struct utf8check_config *config,
			       struct utf8check_work *work)
{
	struct utf8check_config c = {};

	if (config) {
		if (config->size != sizeof(*config) || config->reserved ||
		    config->records)
			return -EINVAL;
		c = *config;
	}
	if (!u8c_config_makes_sense(&c) || (u8c_config_needs_work(&c) && !work))
		return -EINVAL;
	u8c_stream_init(core_of(stream), utf8check_impl, &c);
	if (u8c_config_needs_work(&c))
		u8c_stream_lend(core_of(stream), (struct u8c_verifier *)work, NULL, 0);
	return 0;
}

int utf8check_stream_init(struct utf8check_stream *stream,
			  const struct utf8check_config *config)
{
	return utf8check_stream_init_form(stream, config, NULL);
}

int utf8check_stream_push(struct utf8check_stream *stream, const void *in,
			  size_t *in_len, void *out, size_t *out_len)
{
	struct u8c_stream *s = core_of(stream);
	const u64 bytes = s->bytes_in, errors = s->errors;
	enum u8c_result result = u8c_stream_push(s, in, in_len, out, out ? out_len : NULL);

	utf8check_notice_stream(UTF8CHECK_BY_API, s, bytes, errors);
	return u8c_result_errno(result);
}

int utf8check_stream_finish(struct utf8check_stream *stream, void *out,
			    size_t *out_len)
{
	struct u8c_stream *s = core_of(stream);
	const u64 bytes = s->bytes_in, errors = s->errors;
	enum u8c_result result = u8c_stream_finish(s, out, out ? out_len : NULL);

	utf8check_notice_stream(UTF8CHECK_BY_API, s, bytes, errors);
	return u8c_result_errno(result);
}

void utf8check_stream_report(const struct utf8check_stream *stream,
			     struct utf8check_report *report)
{
	utf8check_report_from_core(report,
				   (const struct u8c_stream *)stream->state);
}

int utf8check_convert(const struct utf8check_config *config, const void *src,
		      size_t len, void *dst, size_t *dst_len,
		      struct utf8check_error *error)
{
	struct u8c_sink to = u8c_sink(dst, dst ? *dst_len : 0);
	struct utf8check_stream stream;
	struct u8c_stream *s = core_of(&stream);
	int result = utf8check_stream_init(&stream, config);

	if (result)
		return result;
	if (!u8c_convert(s, u8c_text(src, len), &to))
		result = -EILSEQ;
	else if (dst && to.made > to.room)
		result = -ENAMETOOLONG;
	utf8check_made_put(dst_len, &to, result);
	utf8check_error_put(error, s->errors ? &s->first : NULL);
	utf8check_notice_stream(UTF8CHECK_BY_API, s, 0, 0);
	return result;
}

/* --- whole texts under a normalization form --- */

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
	utf8check_notice_text(UTF8CHECK_BY_API, UTF8CHECK_PROFILE_RFC3629, len, result, error);
	return result;
}

/* Asks whether a text is in its form, by one of the two calls of abi_form.h. */
static __always_inline int ask(typeof(utf8check_form_ask) *call, enum utf8check_form form,
			       struct u8c_text text, size_t *offset, struct utf8check_error *error)
{
	struct utf8check_error found;
	int result;

	error = error ?: &found;
	result = call(utf8check_impl, form, text, offset, error);
	utf8check_notice_text(UTF8CHECK_BY_API, UTF8CHECK_PROFILE_RFC3629, text.n, result, error);
	return result;
}

int utf8check_is_normalized(enum utf8check_form form, const void *text,
			    size_t len, size_t *offset,
			    struct utf8check_error *error)
{
	return ask(utf8check_form_ask, form, u8c_text(text, len), offset, error);
}

int utf8check_quick_check(enum utf8check_form form, const void *text,
			  size_t len, size_t *offset,
			  struct utf8check_error *error)
{
	return ask(utf8check_form_ask_quickly, form, u8c_text(text, len), offset, error);
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
	int answer;

	if (!utf8check_form_known(form))
		return -EINVAL;
	answer = u8c_match_form(utf8check_impl, form, u8c_text(text, len),
				u8c_text(made, made_len));
	return answer < 0 ? -EILSEQ : answer;
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
	int result;

	if (!utf8check_form_known(form))
		return -EINVAL;
	result = utf8check_validate(text, len, UTF8CHECK_PROFILE_RFC3629, error);
	u8c_reader_init((struct u8c_reader *)reader->state, utf8check_impl, form,
			u8c_text(text, len));
	return result;
}

size_t utf8check_reader_next(struct utf8check_reader *reader, void *dst, size_t room)
{
	return u8c_reader_next((struct u8c_reader *)reader->state, dst, room);
}
