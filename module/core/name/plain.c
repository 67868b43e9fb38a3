// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Plain names and paths: nothing can be found in them.  Most are plain.  Where this is not
 * certain, the answer is no, and the name is judged in full, which is slower.
 *
 * A name of ASCII is tested in words of eight bytes.  In other names, and in paths, words of
 * ASCII are skipped, and other code points are looked up in the table of properties.
 */
#include "codec/point.h"
#include "name/name.h"
#include "name/property.h"
#include "name/danger.h"
#include "normalize/candidates.h"

/*
 * Bit 7 of the lowest byte of @w that is @b, or differs from it in @bits alone; also where a byte
 * is not ASCII, a suspect anyhow.
 */
static __always_inline u64 find_like(u64 w, u8 b, u8 bits)
{
	return ((w | U8C_BYTES(bits)) ^ U8C_BYTES(b | bits)) - U8C_BYTES(1);
}

/*
 * Bit 7 of each byte of @w, the first byte lowest, that is a suspect: not printable ASCII, a
 * backslash, in a name a slash, what Windows reserves, or ; and =, which lie between these.
 * Only the lowest bit that is set is sure: a borrow or a carry may set others above it.
 */
static __always_inline u64 find_suspects(u64 w, bool path)
{
	/* Bit 7 of their exclusive or is set for ':' to '?'. */
	const u64 from_colon = w + U8C_BYTES(0x80 - ':');
	const u64 from_at = w + U8C_BYTES(0x80 - '@');
	u64 found = (w - U8C_BYTES(0x20)) | (w + U8C_BYTES(0x80 - 0x7f)) |
		    (from_colon ^ from_at) | find_like(w, '*', '*' ^ '"') |
		    find_like(w, '|', '|' ^ '\\');

	if (!path)
		found |= find_like(w, '/', 0);
	return found & U8C_HIGH_BITS;
}

/* The classes of a component's first byte. */
#define EDGES \
	(U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) | U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE))

/*
 * Are the first and last byte of a component plain, and is it not reserved on Windows?  "."
 * and ".." are not plain.
 */
static __always_inline bool is_plain_component(const u8 *p, size_t n, u64 refuse)
{
	if (!n)
		return true;
	if (n > U8C_NAME_MAX || p[n - 1] == '.' || p[n - 1] == ' ' ||
	    (unlikely(refuse & U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH)) && p[0] == '-') ||
	    (unlikely(refuse & U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE)) && p[0] == ' '))
		return false;
	return likely(!u8c_may_be_reserved(p, n)) || !u8c_is_reserved(p, n);
}

static noinline bool is_plain_end(const u8 *p, size_t n, u64 refuse)
{
	return is_plain_component(p, n, refuse);
}

/* As u8c_special_of(), of a byte. */
static __always_inline bool is_special(u8 b)
{
	return b == '.' || b == '/' || b == '\\' || b == 0;
}

/* Are there, side by side, two code points whose low 8 bits are a dot? */
static noinline bool has_two_dots(const u8 *p, size_t n)
{
	const u8 *const end = p + n;
	bool was_dot = false, is_dot;

	for (; p < end; was_dot = is_dot) {
		is_dot = (u8)u8c_take(&p, end) == '.';
		if (is_dot && was_dot)
			return true;
	}
	return false;
}

/*
 * Tests the code point above ASCII in the bytes of @w.  @refused: bits of ucd_property.h.
 * @is_cut: set where its low 8 bits are special.  Return: its length; 0 where it is not plain,
 * also where its low 16 bits are special.
 */
static __always_inline u32 take_point(u32 w, u8 refused, bool *is_cut)
{
	u32 cp, n = u8c_strict_point_of(w, &cp);

	if (!n || u8c_property_byte(cp) & refused || (is_special((u8)cp) && !(cp & 0xff00)) ||
	    u8c_is_annotation(cp))
		return 0;
	*is_cut |= is_special((u8)cp);
	return n;
}

/* Tests words of ASCII, and the code points between them. */
static __always_inline bool is_plain_by_points(const u8 *text, size_t n, bool path, u64 refuse)
{
	const u8 refused = (refuse >> UTF8CHECK_CLASS_CONTROL & U8C_PROPERTY_REASONS) |
			   1 << (UTF8CHECK_REASON_DEFAULT_IGNORABLE - UTF8CHECK_REASON_CONTROL) |
			   U8C_PROPERTY_COMPAT_DANGER | U8C_PROPERTY_OTHER_DANGER;
	const u8 *const end = text + n, *component = text, *p = text, *slash;
	u64 w, suspects, slashes;
	bool is_cut = false;
	u32 length;

	while (p < end) {
		w = u8c_next_8(p, end);
		suspects = find_suspects(w, path);
		if (suspects)
			suspects &= ~(u8c_bytes_that_are(w, ';') | u8c_bytes_that_are(w, '='));
		/* Those before the first suspect, which is the lowest bit. */
		slashes = path ? u8c_bytes_that_are(w, '/') & (suspects - 1) & ~suspects : 0;
		for (; slashes; slashes &= slashes - 1) {
			slash = p + __builtin_ctzll(slashes) / 8;
			if (!is_plain_component(component, slash - component, refuse))
				return false;
			component = slash + 1;
		}
		if (!suspects) {
			p += 8;
			continue;
		}
		p += __builtin_ctzll(suspects) / 8;
		do {
			length = take_point(u8c_head(p, end), refused, &is_cut);
			if (!length)
				return false;
			p = u8c_after(p, end, length);
		} while (p < end && *p >= 0x80);
	}
	return is_plain_component(component, end - component, refuse) &&
	       (!is_cut || !has_two_dots(text, n));
}

static noinline bool is_plain_path(const u8 *p, size_t n, u64 refuse)
{
	return is_plain_by_points(p, n, true, refuse);
}

static noinline bool is_plain_other(const u8 *p, size_t n, u64 refuse)
{
	return is_plain_by_points(p, n, false, refuse);
}

static __always_inline u64 eight(const u8 *p)
{
	u64 w = u8c_load64_le(p);

	U8C_ONCE(w);
	return w;
}

/*
 * The @n bytes at @p, eight at most, in a word: the first three in order, if there are
 * three; the others at any place, and some of them twice.
 */
static __always_inline u64 load_up_to_8(const u8 *p, size_t n)
{
	u64 w;

	if (n >= 4)
		w = u8c_load32_le(p) | (u64)u8c_load32_le(p + n - 4) << 32;
	else
		w = p[0] | p[n / 2] << 8 | p[n - 1] << 16 | U8C_BYTES('a') << 24;
	U8C_ONCE(w);
	return w;
}

/* Is a name of ASCII without suspects plain?  It begins as @w does. */
static __always_inline bool is_plain_ascii(u64 w, const u8 *p, size_t n, u64 refuse)
{
	if (unlikely(refuse & EDGES) || unlikely(u8c_begins_reserved(w)))
		return is_plain_end(p, n, refuse);
	return p[n - 1] != '.' && p[n - 1] != ' ';
}

/* The last eight bytes may overlap those before. */
static noinline bool is_plain_long_name(const u8 *p, size_t n, u64 refuse)
{
	u64 suspects = find_suspects(eight(p + n - 8), false);
	const u8 *const last = p + n - 8;

	for (const u8 *word = p; word < last; word += 8)
		suspects |= find_suspects(eight(word), false);
	return suspects ? is_plain_other(p, n, refuse) : is_plain_ascii(eight(p), p, n, refuse);
}

/* Rare cases are tail calls: no registers are saved for them. */
static __always_inline bool is_plain_name(const u8 *p, size_t n, u64 refuse)
{
	u64 suspects, w;

	if (n > 16)
		return is_plain_long_name(p, n, refuse);
	if (n > 8) {
		w = eight(p);
		suspects = find_suspects(w, false) | find_suspects(eight(p + n - 8), false);
	} else {
		w = load_up_to_8(p, n);
		suspects = find_suspects(w, false);
	}
	if (unlikely(suspects))
		return is_plain_other(p, n, refuse);
	return is_plain_ascii(w, p, n, refuse);
}

/* Does the policy list a byte of the name or path, at whichever place of a component? */
static noinline bool has_listed_byte(const u8 *p, size_t n, bool path,
				     const struct utf8check_policy *policy)
{
	const u8 *const end = p + n;
	u32 listed;

	for (; p < end; p++) {
		u8 b = *p;

		U8C_ONCE(b);
		listed = policy->first[b >> 3] | policy->middle[b >> 3] | policy->last[b >> 3];
		if (listed >> (b & 7) & 1 && !(path && b == '/'))
			return true;
	}
	return false;
}

/* Classes that few policies refuse; only names that are plain otherwise are tested for them. */
#define SELDOM_REFUSED (U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) | U8C_BY_RULE)

/*
 * Is a name or path plain, and without the classes of SELDOM_REFUSED?  It must be certain to
 * be in NFC without a normalization.  No ASCII has the classes of U8C_BY_RULE.
 */
static noinline bool is_plain_seldom(const u8 *p, size_t n, bool path, u64 refuse)
{
	if (!(path ? is_plain_path(p, n, refuse) : is_plain_name(p, n, refuse)))
		return false;
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) &&
	    u8c_stable_up_to(&u8c_impl_scalar, UTF8CHECK_FORM_NFC, p, n, true) < n)
		return false;
	return !(refuse & U8C_BY_RULE) || u8c_is_ascii(p, n);
}

bool u8c_is_plain(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy)
{
	u64 refuse = policy->refuse;

	U8C_ONCE(refuse);
	/* Too long, or empty: then n - 1 is the largest number. */
	if (n - 1 >= (path ? U8C_PATH_MAX : U8C_NAME_MAX))
		return false;
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE) &&
	    has_listed_byte(p, n, path, policy))
		return false;
	if (refuse & SELDOM_REFUSED)
		return is_plain_seldom(p, n, path, refuse);
	return path ? is_plain_path(p, n, refuse) : is_plain_name(p, n, refuse);
}
