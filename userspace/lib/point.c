// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The words of the contract, and one code point at a time.  No engine is asked.
 */
#include <errno.h>
#include "engine.h"

static_assert(UTF8CHECK_REASONS == U8C_REASONS, "reasons");
static_assert(UTF8CHECK_CLASSES == U8C_CLASSES, "classes");
static_assert(UTF8CHECK_POLICY_CLASSES == U8C_POLICY_CLASSES, "classes of policies");
static_assert(UTF8CHECK_ABOVE_ASCII == U8C_ABOVE_ASCII, "classes above ASCII");
static_assert(UTF8CHECK_SEQUENCE_MAX == U8C_SEQUENCE_MAX, "the longest sequence");
static_assert(UTF8CHECK_SNIFF_MAX == U8C_SNIFF_MAX, "byte order marks");
static_assert(UTF8CHECK_RESYNC_AROUND == U8C_AROUND, "the bytes around a place");

/* --- words */

API const char *utf8check_profile_name(unsigned int profile)
{
	return u8c_profile_name(profile);
}

API const char *utf8check_encoding_name(unsigned int encoding)
{
	return u8c_encoding_name(encoding);
}

API const char *utf8check_action_name(unsigned int action)
{
	return u8c_action_name(action);
}

API const char *utf8check_form_name(unsigned int form)
{
	return u8c_form_name(form);
}

API const char *utf8check_bom_name(unsigned int bom)
{
	return u8c_bom_name(bom);
}

API const char *utf8check_reason_name(unsigned int reason)
{
	return u8c_reason_name(reason);
}

API const char *utf8check_class_name(unsigned int class_)
{
	return u8c_class_name(class_);
}

API const char *utf8check_decoder_name(unsigned int decoder)
{
	return u8c_decoder_name(decoder);
}

API const char *utf8check_policy_name(unsigned int policy)
{
	unsigned int i = 0;

	while (i < policy && u8c_policies[i])
		i++;
	return u8c_policies[i];
}

API const char *utf8check_signature_name(unsigned int signature)
{
	unsigned int i = 0;

	while (i < signature && u8c_signatures[i].length)
		i++;
	return u8c_signatures[i].name;
}

/* --- code points */

/* Return: the coding, in @room unless it is RFC 3629; NULL for an unknown one. */
static inline const struct u8c_coding *find_coding(struct u8c_coding *room,
						   const struct utf8check_coding *coding)
{
	if (!coding)
		return &u8c_rfc3629;
	if (coding->encoding >= UTF8CHECK_ENCODING_AUTO || coding->profile >= U8C_PROFILES)
		return NULL;
	*room = (struct u8c_coding){ .encoding = coding->encoding, .profile = coding->profile };
	return room;
}

static noinline int decode_any(const struct utf8check_coding *coding, struct u8c_text text,
			       bool final, u64 *cp, struct utf8check_error *error)
{
	struct utf8check_error unwanted;
	struct u8c_coding room;
	const struct u8c_coding *c = find_coding(&room, coding);
	u64 unread;

	if (!text.n || !c)
		return -EINVAL;
	return u8c_decode(c, text, final, cp ? cp : &unread, error ? error : &unwanted);
}

/* Called for each code point of a text, so the usual case needs no second stack frame. */
API int utf8check_decode(const struct utf8check_coding *coding, const void *p,
			 size_t len, int final, uint64_t *cp,
			 struct utf8check_error *error)
{
	if (unlikely(coding || !len || !cp || !error))
		return decode_any(coding, u8c_text(p, len), final, cp, error);
	return u8c_decode(&u8c_rfc3629, u8c_text(p, len), final, cp, error);
}

API size_t utf8check_encode(const struct utf8check_coding *coding, uint64_t cp, void *out)
{
	struct u8c_coding room;
	const struct u8c_coding *c = find_coding(&room, coding);

	return c ? u8c_encode(c, cp, out) : 0;
}

API size_t utf8check_valid_up_to(const void *p, size_t len)
{
	const struct u8c_validate_impl *impl = library_impl()->validate;

	return impl->valid_up_to(p, len, impl);
}

API void utf8check_position_advance(struct utf8check_position *position,
				    const void *p, size_t len)
{
	struct u8c_position at = { position->line, position->column };

	u8c_position_advance(library_impl()->validate, &at, p, len);
	*position = (struct utf8check_position){ at.line, at.column };
}

API int utf8check_sniff(const void *p, size_t len, int final)
{
	return u8c_sniff(p, len, final);
}

API uint64_t utf8check_properties(uint64_t cp)
{
	return u8c_properties(cp);
}

API int utf8check_forbidden(uint64_t cp, uint64_t forbid)
{
	return u8c_forbidden(cp, forbid);
}

API int utf8check_has_boundary_before(enum utf8check_form form, uint64_t cp)
{
	return (unsigned int)form < U8C_FORMS ? u8c_has_boundary_before(form, cp) : -EINVAL;
}
