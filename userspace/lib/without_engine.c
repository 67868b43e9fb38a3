// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls that ask no engine, as they keep no state and this process can do all that the kernel
 * could: the words of the contract, code points, forms, boundaries, order and signature.
 */
#include <errno.h>
#include <string.h>
#include "engine.h"
#include "abi_form.h"

/* Sizes of the structs in their first version. */
#define RESYNC_SIZE_V1 56
#define COMPARE_SIZE_V1 72
#define SIGNATURE_SIZE_V1 48

static_assert(UTF8CHECK_REASONS == U8C_REASONS, "reasons");
static_assert(UTF8CHECK_CLASSES == U8C_CLASSES, "classes");
static_assert(UTF8CHECK_POLICY_CLASSES == U8C_POLICY_CLASSES, "classes of policies");
static_assert(UTF8CHECK_SEQUENCE_MAX == U8C_SEQUENCE_MAX, "the longest sequence");
static_assert(UTF8CHECK_SNIFF_MAX == U8C_SIGNATURE_MAX, "byte order marks");
static_assert(UTF8CHECK_RESYNC_AROUND == U8C_AROUND, "the bytes around a place");
static_assert(sizeof(struct utf8check_resync) == RESYNC_SIZE_V1, "resync");
static_assert(sizeof(struct utf8check_compare) == COMPARE_SIZE_V1, "compare");
static_assert(sizeof(struct utf8check_signature) == SIGNATURE_SIZE_V1, "signature");
static_assert(sizeof(((struct utf8check_signature *)0)->name) == U8C_SIGNATURE_NAME,
	      "every name fits");
static_assert(UTF8CHECK_NO_POINT == U8C_NO_POINT, "no code point");
static_assert((int)UTF8CHECK_QUICK_NO == (int)U8C_QUICK_NO, "quick check");
static_assert((int)UTF8CHECK_QUICK_MAYBE == (int)U8C_QUICK_MAYBE, "quick check");

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
	return u8c_policy_name(policy);
}

API const char *utf8check_signature_name(unsigned int signature)
{
	unsigned int i = 0;

	while (i < signature && u8c_signatures[i].length)
		i++;
	return u8c_signatures[i].name;
}

/* --- code points */

/*
 * As take_coding(), but quick: u8c_decode() and u8c_encode() take any profile with any encoding.
 * Return: the coding, in @room unless it is RFC 3629; NULL for an unknown one.
 */
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
	const struct u8c_validate_impl *impl = library_impl()->validate;
	struct u8c_position at = { position->line, position->column };

	impl->advance(&at, p, len, impl);
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

/* --- whole texts under a normalization form */

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

/* --- boundaries, order and signature */

/*
 * How a text is written.  Return: false for an unknown profile or encoding,
 * for UTF8CHECK_ENCODING_AUTO, and for two that make no sense together.
 */
static bool take_coding(struct u8c_coding *to, u8 profile, u8 encoding)
{
	const struct utf8check_config config = {
		.profile = profile,
		.from = encoding,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	};

	*to = (struct u8c_coding){ .profile = profile, .encoding = encoding };
	return encoding != UTF8CHECK_ENCODING_AUTO &&
	       u8c_config_makes_sense(&config);
}

API int utf8check_resync(struct utf8check *engine, struct utf8check_resync *theirs)
{
	struct utf8check_resync r;
	struct u8c_coding coding;
	struct u8c_place place;
	int err = struct_take(&r, sizeof(r), RESYNC_SIZE_V1, theirs);
	bool both;

	if (err)
		return err;
	if (r.reserved || r.reserved2 || r.at > r.len ||
	    !take_coding(&coding, r.profile, r.encoding))
		return -EINVAL;
	both = u8c_resync(&coding, u8c_bytes_at(r.buf), r.len, r.at, &place);
	r.previous = place.has_previous ? place.previous : 0;
	r.next = place.has_next ? place.next : 0;
	r.found = (place.has_previous ? UTF8CHECK_HAS_PREVIOUS : 0) |
		  (place.has_next ? UTF8CHECK_HAS_NEXT : 0);
	struct_give(theirs, sizeof(r), &r);
	return both ? 0 : -EILSEQ;
}

API int utf8check_compare(struct utf8check *engine, struct utf8check_compare *theirs)
{
	struct utf8check_compare c;
	struct u8c_difference d;
	struct u8c_coding coding;
	int err = struct_take(&c, sizeof(c), COMPARE_SIZE_V1, theirs);

	if (err)
		return err;
	if (c.reserved || c.reserved2 ||
	    !take_coding(&coding, c.profile, c.encoding))
		return -EINVAL;
	u8c_differ(&coding, u8c_text(u8c_bytes_at(c.a), c.a_len), u8c_text(u8c_bytes_at(c.b), c.b_len), &d);
	c.offset = d.offset;
	c.a_value = d.cp[0];
	c.b_value = d.cp[1];
	c.order = d.order;
	c.a_length = d.length[0];
	c.b_length = d.length[1];
	struct_give(theirs, sizeof(c), &c);
	return 0;
}

API int utf8check_signature(struct utf8check *engine, struct utf8check_signature *theirs)
{
	struct utf8check_signature s;
	const struct u8c_signature *found;
	int err = struct_take(&s, sizeof(s), SIGNATURE_SIZE_V1, theirs);

	if (err)
		return err;
	if (s.reserved || s.reserved2)
		return -EINVAL;
	found = u8c_signature_of(u8c_bytes_at(s.buf), s.len);
	s.length = found ? found->length : 0;
	memset(s.name, 0, sizeof(s.name));
	if (found)
		memcpy(s.name, found->name, strlen(found->name));
	struct_give(theirs, sizeof(s), &s);
	return 0;
}
