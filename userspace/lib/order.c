// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries, order and signature of texts.  No engine is asked: these calls keep no
 * state, and this process can do all that the kernel could.
 */
#include <errno.h>
#include <string.h>
#include "engine.h"
#include "abi.h"

/* Sizes of the structs in their first version. */
#define RESYNC_SIZE_V1 56
#define COMPARE_SIZE_V1 72
#define SIGNATURE_SIZE_V1 48

static_assert(sizeof(struct utf8check_resync) == RESYNC_SIZE_V1, "resync");
static_assert(sizeof(struct utf8check_compare) == COMPARE_SIZE_V1, "compare");
static_assert(sizeof(struct utf8check_signature) == SIGNATURE_SIZE_V1, "signature");
static_assert(sizeof(((struct utf8check_signature *)0)->name) == U8C_SIGNATURE_NAME,
	      "every name fits");
static_assert(UTF8CHECK_NO_POINT == U8C_NO_POINT, "no code point");

static struct u8c_text text(uint64_t address, uint64_t n)
{
	return u8c_text((const u8 *)(uintptr_t)address, n);
}

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
	both = u8c_resync(&coding, text(r.buf, r.len).p, r.len, r.at, &place);
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
	u8c_differ(&coding, text(c.a, c.a_len), text(c.b, c.b_len), &d);
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
	found = u8c_signature_of(text(s.buf, s.len).p, s.len);
	s.length = found ? found->length : 0;
	memset(s.name, 0, sizeof(s.name));
	if (found)
		memcpy(s.name, found->name, strlen(found->name));
	struct_give(theirs, sizeof(s), &s);
	return 0;
}
