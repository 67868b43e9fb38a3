// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Plain names and paths: nothing can be found in them.  Most are plain.  One that is in
 * doubt is not plain; then it is judged in full, which is slower.
 *
 * A name is looked at in up to three ways.  Each is slower than the one before it, and
 * is used only where that one left a doubt.  From the first to the last:
 *
 *  - is_plain_name(): is the name ASCII?  Eight bytes are looked at together.
 *  - is_plain_by_automaton(): it needs four instructions a byte, and no branch that
 *    depends on the bytes.
 *  - is_plain_by_points(): ASCII by words, other code points one by one, where one look
 *    at the table says whether anything is known of them.
 *
 * A path is looked at in the last way alone, which knows components: is_plain_path().
 * Where a policy lists bytes, is_portable() is used in place of all these; where it
 * refuses what is not in NFC, or code points by a rule of their own, is_plain_seldom() uses
 * them and then looks for that.
 */
#include "name/plain.h"
#include "codec/point.h"
#include "name/name.h"
#include "name/property.h"
#include "name/windows.h"
#include "normalize/candidates.h"

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

/* As find_suspects(), for the byte @b and what differs from it in @bits alone. */
static __always_inline u64 find_like(u64 w, u8 b, u8 bits)
{
	return ((w | U8C_BYTES(bits)) ^ U8C_BYTES(b | bits)) - U8C_BYTES(1);
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
	u64 found = (w - U8C_BYTES(0x20)) | (w + U8C_BYTES(0x80 - 0x7f)) |
		    (from_colon ^ from_at) | find_like(w, '*', '*' ^ '"') |
		    find_like(w, '|', '|' ^ '\\');

	if (!path)
		found |= find_like(w, '/', 0);
	return found & U8C_HIGH_BITS;
}

/* As find_suspects(), but without ; and =. */
static __always_inline u64 find_special(u64 w, bool path)
{
	return ((w - U8C_BYTES(0x20)) | (w + U8C_BYTES(0x80 - 0x7f)) |
		find_like(w, '*', '*' ^ '"') | find_like(w, '>', '>' ^ ':') |
		find_like(w, '?', path ? 0 : '?' ^ '/') |
		find_like(w, '|', ('|' ^ '\\') | ('|' ^ '<'))) & U8C_HIGH_BITS;
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

/*
 * Are the first and last byte of a component plain, and is it nothing that Windows
 * reserves?  "." and ".." are not plain either.
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

/* Ends the component at @end, a slash or the end of all.  Return: whether it is plain. */
static __always_inline bool ends_plain(struct plain *s, const u8 *end)
{
	const u8 *p = s->component;

	s->component = end + 1;
	return is_plain_component(p, end - p, s->refuse);
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

/* Do the bytes from @after up to @dot make up one code point? */
static bool is_next(const u8 *after, const u8 *dot)
{
	while (dot > after && u8c_is_continuation(*dot))
		dot--;
	return dot == after && !u8c_is_continuation(*dot);
}

/*
 * May a decoder that keeps 8 bits of each code point read a ".." that is not written?  For
 * that, two code points side by side must end in 2E or AE: dots, and what is cut to dots.
 */
static noinline bool hides_dots(const u8 *text, size_t n)
{
	const u8 *const end = text + n;
	const u8 *after = end, *dot, *p;
	u64 dots;

	for (p = text; p < end; p += 8) {
		for (dots = find_dots(u8c_next_8(p, end)); unlikely(dots); dots &= dots - 1) {
			dot = p + __builtin_ctzll(dots) / 8;
			if (*dot != '.' && (dot == text || dot[-1] & 3))
				continue;
			if (is_next(after, dot))
				return true;
			after = dot + 1;
		}
	}
	return false;
}

/* How is_plain_by_points() looks at a name, and is_plain_path() at a path. */
static __always_inline bool is_plain(const u8 *text, size_t n, bool path, u64 refuse)
{
	const u8 refused = (refuse >> UTF8CHECK_CLASS_CONTROL & U8C_PROPERTY_REASONS) |
			   1 << (UTF8CHECK_REASON_DEFAULT_IGNORABLE - UTF8CHECK_REASON_CONTROL) |
			   U8C_PROPERTY_COMPAT_DANGER | U8C_PROPERTY_OTHER_DANGER;
	struct plain s = { .component = text, .refuse = refuse, .path = path };
	const u8 *const end = text + n;
	const u8 *p = take_ascii(&s, text, end);

	if (!p || (p < end && hides_dots(text, n)))
		return false;
	while (p < end) {
		p = take_above_ascii(p, end, refused);
		if (p && p < end)
			p = take_ascii(&s, p, end);
		if (!p)
			return false;
	}
	return ends_plain(&s, end);
}

static noinline bool is_plain_by_points(const u8 *p, size_t n, u64 refuse)
{
	return is_plain(p, n, false, refuse);
}

static noinline bool is_plain_path(const u8 *p, size_t n, u64 refuse)
{
	return is_plain(p, n, true, refuse);
}

static __always_inline u64 eight(const u8 *p)
{
	u64 w = u8c_load64_le(p);

	U8C_ONCE(w);
	return w;
}

/**
 * struct walk - how far the automaton has come
 *
 * @state: in its six low bits; 0 where a code point can begin.
 * @rows: the rows that it took, all together.
 */
struct walk {
	u64 state;
	u64 rows;
};

static __always_inline bool is_at_start(const struct walk *w)
{
	return !(w->state & 63);
}

static __always_inline void take_byte(struct walk *w, u8 byte)
{
	const u64 row = u8c_plain_rows[byte];

	w->rows |= row;
	w->state = row >> (w->state & 63);
}

static __always_inline void take_8(struct walk *w, const u8 *p)
{
	take_byte(w, p[0]);
	take_byte(w, p[1]);
	take_byte(w, p[2]);
	take_byte(w, p[3]);
	take_byte(w, p[4]);
	take_byte(w, p[5]);
	take_byte(w, p[6]);
	take_byte(w, p[7]);
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
		w = eight(p);
		if (w & U8C_HIGH_BITS || !is_at_start(walk))
			take_8(walk, p);
		else
			special |= find_suspects(w, false);
	}
	for (; p < end; p++)
		take_byte(walk, *p);
	return is_at_start(walk) && !special;
}

/* What the automaton takes, and some policies refuse. */
#define UNSEEN_REASONS \
	(1u << UTF8CHECK_REASON_NONCHARACTER | 1u << UTF8CHECK_REASON_UNASSIGNED | \
	 1u << UTF8CHECK_REASON_PRIVATE_USE)

/* Is a name plain that the automaton took, but whose @rows leave a question open? */
static noinline bool is_plain_unseen(u64 rows, const u8 *p, size_t n, u64 refuse)
{
	const u64 unseen = refuse >> (UTF8CHECK_CLASS_CONTROL - UTF8CHECK_REASON_CONTROL) &
			   UNSEEN_REASONS;

	if (rows & U8C_PLAIN_UNSEEN && unseen && !u8c_is_allowed(p, n, unseen))
		return false;
	return !(rows & U8C_PLAIN_CUT) || !hides_dots(p, n);
}

static noinline bool is_plain_by_automaton(const u8 *p, size_t n, u64 refuse)
{
	struct walk walk = { 0 };

	if (!automaton_takes(&walk, p, n))
		return is_plain_by_points(p, n, refuse);
	if (walk.rows & (U8C_PLAIN_UNSEEN | U8C_PLAIN_CUT) &&
	    !is_plain_unseen(walk.rows, p, n, refuse))
		return false;
	return is_plain_component(p, n, refuse);
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

static noinline bool is_plain_end(const u8 *p, size_t n, u64 refuse)
{
	return is_plain_component(p, n, refuse);
}

/* The classes of a component's first byte. */
#define EDGES \
	(U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) | U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE))

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
		w = load_up_to_8(p, n);
		suspects = find_suspects(w, false);
	}
	if (unlikely(suspects))
		return is_plain_by_automaton(p, n, refuse);
	return is_plain_ascii(w, p, n, refuse);
}

/*
 * Under a policy that lists bytes: only portable characters are plain, and only if none of
 * them is listed.
 */
static noinline bool is_portable(const u8 *p, size_t n, bool path,
				 const struct utf8check_policy *policy, u64 refuse)
{
	if (unportable_in(p, n) & (path ? 1 : 3) || lists_portable(policy))
		return false;
	return path ? is_plain_path(p, n, refuse) : is_plain_component(p, n, refuse);
}

/* What is asked of few names, and only of those that are plain otherwise. */
#define SELDOM_REFUSED (U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) | U8C_BY_RULE)

/*
 * Is a name or path plain, and without what is seldom refused?  It must be in NFC, as far
 * as that is seen without making NFC.
 */
static noinline bool is_plain_seldom(const u8 *p, size_t n, bool path, u64 refuse)
{
	const u64 forbid = refuse >> (UTF8CHECK_CLASS_WHITE_SPACE - UTF8CHECK_REASON_WHITE_SPACE) &
			   U8C_BY_RULE >> (UTF8CHECK_CLASS_WHITE_SPACE - UTF8CHECK_REASON_WHITE_SPACE);

	if (!(path ? is_plain_path(p, n, refuse) : is_plain_name(p, n, refuse)))
		return false;
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) &&
	    u8c_stable_up_to(&u8c_impl_scalar, UTF8CHECK_FORM_NFC, p, n, true) < n)
		return false;
	return !forbid || u8c_is_allowed(p, n, forbid);
}

bool u8c_is_plain(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy)
{
	u64 refuse = policy->refuse;

	U8C_ONCE(refuse);
	if (n - 1 >= (path ? U8C_PATH_MAX : U8C_NAME_MAX))
		return false;
	if (refuse & U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE))
		return is_portable(p, n, path, policy, refuse);
	if (refuse & SELDOM_REFUSED)
		return is_plain_seldom(p, n, path, refuse);
	return path ? is_plain_path(p, n, refuse) : is_plain_name(p, n, refuse);
}
