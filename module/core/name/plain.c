// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Answers only whether nothing can be found in a name or path: so it is with most.
 * Eight bytes of ASCII are looked at together; other code points one by one, where
 * one look at the table says whether anything is known of them.
 *
 * Of a name it is asked first whether it is such ASCII, and if not, whether an automaton
 * takes it (name/plain_step.h), which needs four instructions a byte, and no branch that
 * depends on the bytes.
 *
 * In doubt a name is not plain: then it is judged in full, and slower.
 */
#include "name/plain.h"
#include "codec/point.h"
#include "name/name.h"
#include "name/plain_step.h"
#include "name/property.h"
#include "name/windows.h"
#include "normalize/quick_check.h"

/* The classes of a component's first byte. */
#define EDGES \
	(U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) | U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE))

/**
 * struct plain - a name or path that has been plain so far
 *
 * @component: where the present component begins.
 * @refuse: classes that the policy refuses.
 * @path: it is a path.
 */
struct plain {
	const u8 *component;
	u64 refuse;
	bool path;
};

/* As find_suspects(), for the bytes @a and @b, which differ in one bit. */
static __always_inline u64 find_pair(u64 w, u8 a, u8 b)
{
	return ((w | U8C_BYTES(a ^ b)) ^ U8C_BYTES(a | b)) - U8C_BYTES(1);
}

/*
 * Bit 7 of each byte of @w, the first byte lowest: set for what is not printable
 * ASCII, a backslash, what Windows reserves, in a name a slash, and ; and = which happen
 * to be beside these.  Only the lowest bit that is set is sure: a borrow or a carry may
 * set others above it.
 */
static __always_inline u64 find_suspects(u64 w, bool path)
{
	/* Bit 7 of their exclusive or is set for ':' to '?'. */
	const u64 from_colon = w + U8C_BYTES(0x80 - ':');
	const u64 from_at = w + U8C_BYTES(0x80 - '@');
	u64 found = w | (w - U8C_BYTES(0x20)) | (w + U8C_BYTES(0x80 - 0x7f)) |
		    (from_colon ^ from_at) | find_pair(w, '"', '*') | find_pair(w, '\\', '|');

	if (!path)
		found |= (w ^ U8C_BYTES('/')) - U8C_BYTES(1);
	return found & U8C_HIGH_BITS;
}

/* As find_suspects(), but without ; and =. */
static __always_inline u64 find_special(u64 w, bool path)
{
	u64 found = w | (w - U8C_BYTES(0x20)) | ((w ^ U8C_BYTES('\\')) - U8C_BYTES(1)) |
		    find_pair(w, '?', 0x7f) | find_pair(w, '<', '|') |
		    find_pair(w, ':', '>') | find_pair(w, '"', '*');

	if (!path)
		found |= (w ^ U8C_BYTES('/')) - U8C_BYTES(1);
	return found & U8C_HIGH_BITS;
}

/* Bit 7 of each byte of @w that is a slash; all bits are exact. */
static __always_inline u64 find_slashes(u64 w)
{
	const u64 differs = w ^ U8C_BYTES('/');

	return ~(((differs & ~U8C_HIGH_BITS) + ~U8C_HIGH_BITS) | differs) & U8C_HIGH_BITS;
}

/* Not in the portable filename character set (POSIX.1-2017, 3.282); a slash is 2. */
static const u8 is_unportable[256] = {
	[0 ... ','] = 1, ['/'] = 2,
	[':' ... '@'] = 1,
	['[' ... '^'] = 1,
	['`'] = 1,
	['{' ... 0xff] = 1,
};

/* The portable characters themselves, as bits of a policy's lists. */
#define PORTABLE_LOW 0x03ff600000000000ull
#define PORTABLE_HIGH 0x07fffffe87fffffeull

static __always_inline u8 unportable_in_8(const u8 *p)
{
	return is_unportable[p[0]] | is_unportable[p[1]] | is_unportable[p[2]] |
	       is_unportable[p[3]] | is_unportable[p[4]] | is_unportable[p[5]] |
	       is_unportable[p[6]] | is_unportable[p[7]];
}

/* What is_unportable has for the @n bytes, joined.  The last eight may overlap those before. */
static __always_inline u8 unportable_in(const u8 *p, size_t n)
{
	u8 others = 0;
	size_t i;

	if (n < 8) {
		for (i = 0; i < n; i++)
			others |= is_unportable[p[i]];
		return others;
	}
	for (i = 0; i + 8 < n; i += 8)
		others |= unportable_in_8(p + i);
	return others | unportable_in_8(p + n - 8);
}

/* Does the policy list a portable character, for any place? */
static bool lists_portable(const struct utf8check_policy *policy)
{
	const u64 low = u8c_load64_le(policy->first) | u8c_load64_le(policy->middle) |
			u8c_load64_le(policy->last);
	const u64 high = u8c_load64_le(policy->first + 8) | u8c_load64_le(policy->middle + 8) |
			 u8c_load64_le(policy->last + 8);

	return (low & PORTABLE_LOW) | (high & PORTABLE_HIGH);
}

static bool has_plain_edge(u8 first, u64 refuse)
{
	return !(first == '-' && refuse & U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH)) &&
	       !(first == ' ' && refuse & U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE));
}

/*
 * Is a component as a whole, and its last byte, nothing special to Windows?  "." and ".."
 * are not plain either.
 */
static __always_inline bool is_plain_on_windows(const u8 *p, size_t n)
{
	return p[n - 1] != '.' && p[n - 1] != ' ' &&
	       (likely(!u8c_may_be_reserved(p, n)) || !u8c_is_reserved(p, n));
}

/* Ends the component at @end, a slash or the end of all.  Return: whether it is plain. */
static __always_inline bool ends_plain(struct plain *s, const u8 *end)
{
	const u8 *p = s->component;
	const size_t n = end - p;

	s->component = end + 1;
	if (n > U8C_NAME_MAX)
		return false;
	if (!n)
		return true;
	return is_plain_on_windows(p, n) &&
	       (likely(!(s->refuse & EDGES)) || has_plain_edge(p[0], s->refuse));
}

/* Ends components at the @slashes of the eight bytes at @p.  Return: whether they are plain. */
static __always_inline bool end_all_plain(struct plain *s, const u8 *p, u64 slashes)
{
	for (; slashes; slashes &= slashes - 1)
		if (!ends_plain(s, p + __builtin_ctzll(slashes) / 8))
			return false;
	return true;
}

/*
 * Takes ASCII at @p, up to the first byte above it.  Return: that byte's place,
 * or @end; NULL for what is not plain.
 */
static __always_inline const u8 *take_ascii(struct plain *s, const u8 *p, const u8 *end)
{
	u64 w, special;

	do {
		w = u8c_next_8(p, end);
		special = find_suspects(w, s->path);
		if (special && !(w & special & -special))
			special = find_special(w, s->path);
		if (s->path && !end_all_plain(s, p, find_slashes(w) & (special - 1) & ~special))
			return NULL;
		if (special)
			break;
		p += 8;
	} while (p < end);
	if (!special)
		return end;
	return w & special & -special ? p + __builtin_ctzll(special) / 8 : NULL;
}

/* Do the low 16 bits of the code point make it a NUL, slash, backslash or dot? */
static __always_inline bool narrows(u32 cp)
{
	return !(cp & 0xff80) && u8c_special_of(cp & 0xffff) != U8C_SPECIAL_NONE;
}

/*
 * Takes code points above ASCII at @p.  @refused: bits of ucd_property.h.  Return: the
 * place of the next ASCII byte, or @end; NULL for what is not plain.
 */
static __always_inline const u8 *take_above_ascii(const u8 *p, const u8 *end, u8 refused)
{
	u32 w, n, cp;

	do {
		w = u8c_head(p, end);
		n = u8c_strict_point_of(w, &cp);
		if (!n || (u8c_property_by_lead[(u8)w] & refused &&
			   u8c_property_byte(cp) & refused) || narrows(cp))
			return NULL;
		p = u8c_after(p, end, n);
	} while (p < end && p[0] >= 0x80);
	return p;
}

/* Bit 7 of each byte of @w that is 2E or AE. */
static __always_inline u64 find_dots(u64 w)
{
	return (U8C_HIGH_BITS - ((w & ~U8C_HIGH_BITS) ^ U8C_BYTES('.'))) & U8C_HIGH_BITS;
}

/* Are the low 8 bits of the code point that ends at @dot, in 2E or AE, those of a dot? */
static bool is_dot_by_8_bits(const u8 *text, const u8 *dot)
{
	return *dot == '.' || (dot > text && !(dot[-1] & 3));
}

/* Do the bytes from after @last up to @dot make up one code point? */
static bool is_next(const u8 *last, const u8 *dot)
{
	if (dot - last > 4)
		return false;
	while (dot > last + 1 && u8c_is_continuation(*dot))
		dot--;
	return dot == last + 1 && !u8c_is_continuation(*dot);
}

/*
 * May a decoder that keeps 8 bits of each code point read a ".." that is not written?  For
 * that, two code points side by side must end in 2E or AE: dots, and what is cut to dots.
 */
static noinline bool hides_dots(const u8 *text, size_t n)
{
	const u8 *const end = text + n;
	const u8 *last = NULL, *dot, *p;
	u64 dots;

	for (p = text; p < end; p += 8) {
		for (dots = find_dots(u8c_next_8(p, end)); unlikely(dots); dots &= dots - 1) {
			dot = p + __builtin_ctzll(dots) / 8;
			if (!is_dot_by_8_bits(text, dot))
				continue;
			if (last && is_next(last, dot))
				return true;
			last = dot;
		}
	}
	return false;
}

/* Is all plain from @p on, where a byte above ASCII is? */
static __always_inline bool is_plain_from(struct plain *s, const u8 *p, const u8 *end)
{
	const u8 refused = (s->refuse >> UTF8CHECK_CLASS_CONTROL & U8C_PROPERTY_REASONS) |
			   1 << (UTF8CHECK_REASON_DEFAULT_IGNORABLE - UTF8CHECK_REASON_CONTROL) |
			   U8C_PROPERTY_COMPAT_DANGER | U8C_PROPERTY_OTHER_DANGER;

	for (;;) {
		p = take_above_ascii(p, end, refused);
		if (p && p < end)
			p = take_ascii(s, p, end);
		if (!p)
			return false;
		if (p == end)
			return ends_plain(s, end);
	}
}

static __always_inline bool is_plain(const u8 *p, size_t n, bool path, u64 refuse)
{
	struct plain s = { .component = p, .refuse = refuse, .path = path };
	const u8 *const end = p + n;
	const u8 *above = take_ascii(&s, p, end);

	if (!above)
		return false;
	if (above == end)
		return ends_plain(&s, end);
	return !hides_dots(p, n) && is_plain_from(&s, above, end);
}

static noinline bool is_plain_by_points(const u8 *p, size_t n, u64 refuse)
{
	return is_plain(p, n, false, refuse);
}

static noinline bool is_plain_path(const u8 *p, size_t n, u64 refuse)
{
	return is_plain(p, n, true, refuse);
}

/*
 * The @n bytes at @p, eight at most, in a word: the first three in order, if there are
 * three; the others at any place, and some of them twice.
 */
static __always_inline u64 few(const u8 *p, size_t n)
{
	u64 w;

	if (n >= 4)
		w = u8c_load32_le(p) | (u64)u8c_load32_le(p + n - 4) << 32;
	else
		w = p[0] | p[n / 2] << 8 | p[n - 1] << 16 | U8C_BYTES('a') << 24;
	U8C_ONCE(w);
	return w;
}

/*
 * Does the automaton take a name?  It skips words of ASCII between code points.  A byte
 * that is read twice may change in between: what the automaton saw counts.
 */
static __always_inline bool automaton_takes(struct walk *walk, const u8 *p, size_t n)
{
	const u8 *const end = p + n;
	u64 special = 0, w;

	for (; end - p >= 8; p += 8) {
		w = u8c_load64_le(p);
		U8C_ONCE(w);
		if (w & U8C_HIGH_BITS || !is_in(walk, START))
			take_8(walk, p);
		else
			special |= find_suspects(w, false);
	}
	for (; p < end; p++)
		take_byte(walk, *p);
	return is_in(walk, START) && !special;
}

/* Is a name plain that the automaton took, but whose @rows leave a question open? */
static noinline bool is_plain_unseen(u64 rows, const u8 *p, size_t n, u64 refuse)
{
	const u64 unseen = refuse >> (UTF8CHECK_CLASS_CONTROL - UTF8CHECK_REASON_CONTROL) &
			   UNSEEN_REASONS;

	if (rows & UNSEEN && unseen && u8c_allowed_up_to(p, n, unseen) < n)
		return false;
	return !(rows & CUT) || !hides_dots(p, n);
}

static noinline bool is_plain_by_automaton(const u8 *p, size_t n, u64 refuse)
{
	struct plain s = { .component = p, .refuse = refuse };
	struct walk walk = { .state = START };

	if (!automaton_takes(&walk, p, n))
		return is_plain_by_points(p, n, refuse);
	if (walk.rows >> 62 && !is_plain_unseen(walk.rows, p, n, refuse))
		return false;
	return ends_plain(&s, p + n);
}

static __always_inline u64 eight(const u8 *p)
{
	u64 w = u8c_load64_le(p);

	U8C_ONCE(w);
	return w;
}

static noinline bool is_plain_end(const u8 *p, size_t n, u64 refuse)
{
	struct plain s = { .component = p, .refuse = refuse };

	return ends_plain(&s, p + n);
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
	const u8 *const last = p + n - 8;
	const u8 *word;

	for (word = p; word < last; word += 8)
		if (find_suspects(eight(word), false))
			return is_plain_by_automaton(p, n, refuse);
	if (find_suspects(eight(last), false))
		return is_plain_by_automaton(p, n, refuse);
	return is_plain_ascii(eight(p), p, n, refuse);
}

/* Each way is a call at the end: the quick ones do not save registers for the others. */
static __always_inline bool is_plain_name(const u8 *p, size_t n, u64 refuse)
{
	u64 suspects, w;

	if (n > 16)
		return is_plain_long_name(p, n, refuse);
	if (n > 8) {
		w = eight(p);
		suspects = find_suspects(w, false) | find_suspects(eight(p + n - 8), false);
	} else {
		w = few(p, n);
		suspects = find_suspects(w, false);
	}
	if (unlikely(suspects))
		return is_plain_by_automaton(p, n, refuse);
	return is_plain_ascii(w, p, n, refuse);
}

/*
 * As is_plain_name(), under a policy that lists bytes: only portable characters are plain,
 * and only if none of them is listed.
 */
static noinline bool is_portable_name(const u8 *p, size_t n,
				      const struct utf8check_policy *policy, u64 refuse)
{
	struct plain s = { .component = p, .refuse = refuse };

	return !unportable_in(p, n) && !lists_portable(policy) && ends_plain(&s, p + n);
}

static noinline bool is_portable_path(const u8 *p, size_t n,
				      const struct utf8check_policy *policy, u64 refuse)
{
	return !(unportable_in(p, n) & 1) && !lists_portable(policy) &&
	       is_plain_path(p, n, refuse);
}

static __always_inline bool is_plain_but_for_form(const u8 *p, size_t n, bool path,
						  const struct utf8check_policy *policy,
						  u64 refuse)
{
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE))
		return path ? is_portable_path(p, n, policy, refuse) :
			      is_portable_name(p, n, policy, refuse);
	return path ? is_plain_path(p, n, refuse) : is_plain_name(p, n, refuse);
}

/* As is_plain_but_for_form(), and in NFC, as far as that is seen without making NFC. */
static noinline bool is_plain_in_nfc(const u8 *p, size_t n, bool path,
				     const struct utf8check_policy *policy, u64 refuse)
{
	return is_plain_but_for_form(p, n, path, policy, refuse) &&
	       u8c_stable_up_to(&u8c_impl_scalar, UTF8CHECK_FORM_NFC, p, n, true) == n;
}

bool u8c_is_plain(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy)
{
	u64 refuse = policy->refuse;

	U8C_ONCE(refuse);
	if (n - 1 >= (path ? U8C_PATH_MAX : U8C_NAME_MAX))
		return false;
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED))
		return is_plain_in_nfc(p, n, path, policy, refuse);
	return is_plain_but_for_form(p, n, path, policy, refuse);
}
