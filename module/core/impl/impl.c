// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which implementations there are, and whole buffers judged with one.
 */
#include "impl/impl.h"

bool u8c_impl_usable(const struct u8c_impl *impl)
{
	return !(impl->needs & ~u8c_cpu_features());
}

const struct u8c_impl *u8c_impl_find(const char *name)
{
	bool any = !name || !*name || u8c_same_name(name, "auto");
	const struct u8c_impl *const *i;

	for (i = u8c_impls; *i; i++)
		if ((any || u8c_same_name((*i)->name, name)) &&
		    u8c_impl_usable(*i))
			break;
	return *i;
}

/* Sequence by sequence, in any encoding.  @c is updated to decode what follows. */
static size_t valid_up_to_slowly(struct u8c_coding *c, const u8 *p, size_t n)
{
	struct utf8check_error e;
	size_t good = 0;
	u64 cp;
	int len;

	while (good < n) {
		len = u8c_decode(c, u8c_text(p + good, n - good), true, &cp, &e);
		if (!len)
			break;
		good += len;
		c->after_high = u8c_is_high_surrogate(cp);
	}
	return good;
}

static bool is_rfc3629(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF8 && c->profile == UTF8CHECK_PROFILE_RFC3629;
}

/* UTF-16 that has what RFC 3629 has. */
static bool is_plain_utf16(const struct u8c_coding *c)
{
	return (c->encoding == UTF8CHECK_ENCODING_UTF16LE ||
		c->encoding == UTF8CHECK_ENCODING_UTF16BE) &&
	       u8c_rules[c->profile].last >= 0x10ffff && !u8c_rules[c->profile].surrogates;
}

/* As u8c_valid_up_to().  @c is left as u8c_decode() needs it for what follows. */
static size_t valid_in_coding(const struct u8c_impl *impl, struct u8c_coding *c,
			      const u8 *p, size_t n)
{
	size_t pairs = 0;

	if (is_rfc3629(c))
		return impl->validate->valid_up_to(p, n, impl->validate);
	if (is_plain_utf16(c))
		return impl->wide->valid_utf16(p, n, c->encoding == UTF8CHECK_ENCODING_UTF16BE,
					       &pairs, impl->wide);
	return valid_up_to_slowly(c, p, n);
}

size_t u8c_valid_up_to(const struct u8c_impl *impl, const struct u8c_coding *c,
		       const u8 *p, size_t n)
{
	struct u8c_coding moving = *c;

	return valid_in_coding(impl, &moving, p, n);
}

bool u8c_validate(const struct u8c_impl *impl, const struct u8c_coding *c,
		  const u8 *p, size_t n, struct utf8check_error *e)
{
	struct u8c_coding moving = *c;
	size_t good = valid_in_coding(impl, &moving, p, n);
	int len;
	u64 cp;

	if (!e)
		return good == n;
	/* The first round returns, unless the text changes meanwhile. */
	while (good < n) {
		len = u8c_decode(&moving, u8c_text(p + good, n - good), true, &cp, e);
		if (!len) {
			e->offset = good;
			return false;
		}
		good += len;
		moving.after_high = u8c_is_high_surrogate(cp);
		good += valid_in_coding(impl, &moving, p + good, n - good);
	}
	return true;
}
