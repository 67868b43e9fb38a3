// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: each class is looked for by itself, in each component.
 */
#include "reference_policy.h"
#include "reference_profile.h"

struct component {
	const u8 *p;
	size_t n;
};

static bool is_in(const u8 *list, u8 b)
{
	return list[b / 8] & 1 << b % 8;
}

static bool has_listed(const struct component *c, const struct utf8check_policy *policy)
{
	size_t i;

	if (c->n && (is_in(policy->first, c->p[0]) ||
		     is_in(policy->last, c->p[c->n - 1])))
		return true;
	for (i = 1; i + 1 < c->n; i++)
		if (is_in(policy->middle, c->p[i]))
			return true;
	return false;
}

/* A well-formed code point with the property in the component? */
static bool has_property(const struct component *c, u64 property)
{
	const struct u8c_coding rfc3629 = { 0 };
	struct utf8check_error e;
	size_t at = 0;
	int length;
	u64 cp;

	for (; at < c->n; at += length) {
		length = u8c_ref_sequence(&rfc3629, c->p + at, c->n - at, true,
					  &cp, &e);
		if (!length)
			length = e.length;
		else if (u8c_properties(cp) & property)
			return true;
	}
	return false;
}

static bool has_class(const struct component *c, unsigned int class,
		      const struct utf8check_policy *policy)
{
	const u8 *p = c->p;
	size_t n = c->n;

	switch (class) {
	case UTF8CHECK_CLASS_LEADING_DASH:
		return n && p[0] == '-';
	case UTF8CHECK_CLASS_LEADING_SPACE:
		return n && p[0] == ' ';
	case UTF8CHECK_CLASS_TRAILING_SPACE:
		return n && p[n - 1] == ' ';
	case UTF8CHECK_CLASS_TRAILING_DOT:
		return n && p[n - 1] == '.';
	case UTF8CHECK_CLASS_FORBIDDEN_BYTE:
		return has_listed(c, policy);
	case UTF8CHECK_CLASS_CONTROL:
		return has_property(c, 1ull << UTF8CHECK_CONTROL);
	case UTF8CHECK_CLASS_BIDI_CONTROL:
		return has_property(c, 1ull << UTF8CHECK_BIDI_CONTROL);
	case UTF8CHECK_CLASS_DEFAULT_IGNORABLE:
		return has_property(c, 1ull << UTF8CHECK_DEFAULT_IGNORABLE);
	case UTF8CHECK_CLASS_NONCHARACTER:
		return has_property(c, 1ull << UTF8CHECK_NONCHARACTER);
	case UTF8CHECK_CLASS_UNASSIGNED:
		return has_property(c, 1ull << UTF8CHECK_UNASSIGNED);
	case UTF8CHECK_CLASS_PRIVATE_USE:
		return has_property(c, 1ull << UTF8CHECK_PRIVATE_USE);
	}
	return false;
}

static u64 classes_of(const struct component *c, const struct utf8check_policy *policy)
{
	unsigned int class;
	u64 found = 0;

	for (class = UTF8CHECK_CLASS_CONTROL; class < U8C_CLASSES; class++)
		if (U8C_BIT(class) & policy->refuse &&
		    has_class(c, class, policy))
			found |= U8C_BIT(class);
	return found;
}

u64 u8c_ref_policy_classes(const struct utf8check_policy *policy, const u8 *p,
			   size_t n, bool path)
{
	struct component c = { .p = p };
	u64 found = 0;
	size_t at;

	for (at = 0; at < n; at++) {
		c.n++;
		if (path && p[at] == '/') {
			c.n--;
			found |= classes_of(&c, policy);
			c.p = p + at + 1;
			c.n = 0;
		}
	}
	return found | classes_of(&c, policy);
}
