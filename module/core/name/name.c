// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths.
 *
 * The bytes are scanned once.  Well-formed runs can hold NUL, slash and backslash as they are,
 * and code points and components that become dangerous later (danger.c).  For the latter a
 * component is read once more where it begins with a dot or with what is not ASCII.
 *
 * For each ill-formed sequence the scan finds what another decoder reads: one that takes
 * overlong forms reads a hidden character, one that only masks reads a lax one.  A hidden ".."
 * is searched for only where there is an ill-formed sequence, or a code point whose low bits
 * are special (enum u8c_special): all decoders agree on the rest (name/hidden_dotdot.c).
 *
 * Most names are not scanned: nothing can be found in them (name/plain.c).
 */
#include "codec/point.h"
#include "name/danger.h"
#include "name/name.h"
#include "name/property.h"
#include "normalize/transform.h"

#define UINT32_TOP 0xffffffffu	/* a finding's length stops here */

static void note_class(struct u8c_scan *s, size_t offset, size_t length,
		       enum utf8check_class class)
{
	struct utf8check_verdict *v = s->q.v;
	const size_t at = v->findings - s->taken;

	v->classes |= U8C_BIT(class);
	if (s->q.f && at < s->q.room)
		s->q.f[at] = (struct utf8check_finding){
			.offset = offset, .length = length, .what = class,
		};
	v->findings++;
}

/* Finds the classes of the whole component that begins at @at. */
static void find_component(struct u8c_scan *s, size_t at)
{
	const u8 *p = s->q.p + at;
	size_t n = s->q.n - at;

	if (s->q.path)
		n = u8c_length_before(p, n, '/');
	if (n == 1 && p[0] == '.')
		note_class(s, at, n, UTF8CHECK_CLASS_DOT);
	if (n == 2 && p[0] == '.' && p[1] == '.')
		note_class(s, at, n, UTF8CHECK_CLASS_DOTDOT);
	if (n > U8C_NAME_MAX)
		note_class(s, at, n, UTF8CHECK_CLASS_TOO_LONG);
	if (u8c_hides_dot(p, n))
		note_class(s, at, n, UTF8CHECK_CLASS_IGNORABLE_DANGER);
	if (u8c_may_be_reserved(p, n) && u8c_is_reserved(p, n))
		note_class(s, at, n, UTF8CHECK_CLASS_WINDOWS_RESERVED);
	if (s->q.protect && s->q.n <= U8C_PATH_MAX &&
	    u8c_is_protected(s->q.protect, s->q.impl, u8c_text(p, n)))
		note_class(s, at, n, UTF8CHECK_CLASS_PROTECTED);
	s->begin = at;
	s->next_component = at + n + 1;
	s->end = at + n;
}

/* The classes of what begins at @at: its component, and the whole. */
static void find_beginning(struct u8c_scan *s, size_t at)
{
	if (at != s->next_component)
		return;
	if (at == 0 && s->q.path && s->q.n > U8C_PATH_MAX)
		note_class(s, 0, s->q.n, UTF8CHECK_CLASS_TOO_LONG);
	find_component(s, at);
}

/**
 * struct point - what is at an offset
 *
 * @at: the offset.
 * @byte: its byte, loaded once.
 * @length: of the well-formed code point that begins there; 0 where none does.
 * @cp: that code point.
 * @begins: a component begins there.
 */
struct point {
	size_t at;
	u8 byte;
	unsigned int length;
	u64 cp;
	bool begins;
};

static __always_inline struct point point_at(const struct u8c_scan *s, size_t at, bool valid)
{
	struct point p = { .at = at, .byte = s->q.p[at] };

	U8C_ONCE(p.byte);
	p.cp = p.byte;
	p.length = valid && p.byte < 0x80;
	if (valid && p.byte >= 0xc0) {
		p.length = u8c_lax_length(p.byte);
		/* The whole code point is there, unless the text has changed. */
		if (p.length > s->q.n - at)
			p.length = s->q.n - at;
		p.cp = u8c_lax_value(s->q.p + at, p.length);
	}
	p.begins = at == 0 || (s->q.path && s->q.p[at - 1] == '/');
	return p;
}

/* Notes classes at one offset, in their order; of a byte, where that is what is found. */
static void note_classes(struct u8c_scan *s, const struct point *p, u64 classes)
{
	for (; classes; classes &= classes - 1) {
		const enum utf8check_class class = __builtin_ctzll(classes);
		const bool byte = !p->length || class == UTF8CHECK_CLASS_FORBIDDEN_BYTE;

		note_class(s, p->at, byte ? 1 : p->length, class);
	}
}

/* The class of a byte wherever it stands. */
static u64 ascii_class(const struct u8c_scan *s, u8 b)
{
	switch (b) {
	case 0:
		return U8C_BIT(UTF8CHECK_CLASS_NUL);
	case '/':
		return s->q.path ? 0 : U8C_BIT(UTF8CHECK_CLASS_SEPARATOR);
	case '\\':
		return U8C_BIT(UTF8CHECK_CLASS_BACKSLASH);
	case '\n':
		return U8C_BIT(UTF8CHECK_CLASS_NEWLINE);
	default:
		return 0;
	}
}

/*
 * Is the code point a combining mark on a letter?  Such a text is in NFD, and is composed
 * before it is narrowed to a code page.  What is not ASCII counts as a letter.
 */
static bool is_on_letter(const struct u8c_scan *s, const struct point *p)
{
	u8 before = p->at > s->begin ? s->q.p[p->at - 1] : 0;

	U8C_ONCE(before);
	return p->cp >= 0x300 && p->cp <= 0x36f &&
	       (before >= 0x80 || (u8)((before | 0x20) - 'a') < 26);
}

/* What becomes of a code point above U+007F. */
static u64 danger_classes(struct u8c_scan *s, const struct point *p)
{
	const u32 needs = p->cp >= 0x80 ? u8c_cut_needs(p->cp) : 0;
	u64 found = u8c_dangers(p->cp, p->begins);

	if (found & U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER) && is_on_letter(s, p))
		found &= ~U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER);
	s->is_cut |= needs != 0;
	return needs == U8C_READS_CUT_16 ? found | U8C_BIT(UTF8CHECK_CLASS_NARROW_DANGER) : found;
}

/* Does Windows take the byte, which is ASCII, for something else in its component? */
static bool is_reserved_here(const struct u8c_scan *s, const struct point *p)
{
	if (u8c_is_reserved_byte(p->byte))
		return true;
	if ((p->byte != '.' && p->byte != ' ') || p->at + 1 != s->end)
		return false;
	/* "." and ".." have classes of their own. */
	return p->byte == ' ' || s->end - s->begin > 2 || s->q.p[s->begin] != '.';
}

static bool is_refused(const struct u8c_scan *s, enum utf8check_class class)
{
	return s->q.policy->refuse & U8C_BIT(class);
}

static_assert(UTF8CHECK_CLASS_PRIVATE_USE - UTF8CHECK_CLASS_CONTROL ==
	      UTF8CHECK_REASON_PRIVATE_USE - UTF8CHECK_REASON_CONTROL,
	      "classes in the order of the reasons from control to private use");
static_assert(UTF8CHECK_CLASS_SUPPLEMENTARY - UTF8CHECK_CLASS_WHITE_SPACE ==
	      UTF8CHECK_REASON_SUPPLEMENTARY - UTF8CHECK_REASON_WHITE_SPACE,
	      "classes in the order of the reasons from white space to supplementary");

/* The classes of a code point that are reasons of texts too. */
static u64 reasons_as_classes(u64 cp)
{
	const u64 found = u8c_reasons_of(cp);
	const u64 by_table = found >> UTF8CHECK_REASON_CONTROL & U8C_PROPERTY_REASONS;
	const u64 by_rule = found >> UTF8CHECK_REASON_WHITE_SPACE << UTF8CHECK_CLASS_WHITE_SPACE;

	return by_table << UTF8CHECK_CLASS_CONTROL | (by_rule & U8C_BY_RULE);
}

/*
 * What a policy may refuse in a code point.  U+FEFF is a byte order mark only at the start of
 * a component.
 */
static u64 point_classes(const struct u8c_scan *s, const struct point *p)
{
	u64 found = reasons_as_classes(p->cp);

	if (p->begins && p->cp == 0xfeff)
		found |= U8C_BIT(UTF8CHECK_CLASS_BOM);
	if (p->begins && u8c_becomes_dash(p->cp))
		found |= U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH);
	if (p->at == s->denormal)
		found |= U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED);
	return found;
}

static bool is_listed(const u8 *list, u8 b)
{
	return list[b >> 3] >> (b & 7) & 1;
}

/* What a policy may refuse in a byte of a component. */
static u64 byte_classes(const struct u8c_scan *s, const struct point *p)
{
	const struct utf8check_policy *policy = s->q.policy;
	const bool ends = p->at + 1 == s->end;
	const u8 b = p->byte;
	u64 found = 0;

	if (p->begins && b == '-')
		found |= U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH);
	if (p->begins && b == ' ')
		found |= U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE);
	if (ends && b == ' ')
		found |= U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE);
	if (ends && b == '.')
		found |= U8C_BIT(UTF8CHECK_CLASS_TRAILING_DOT);
	if ((p->begins && is_listed(policy->first, b)) || (ends && is_listed(policy->last, b)) ||
	    (!p->begins && !ends && is_listed(policy->middle, b)))
		found |= U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	return found;
}

/*
 * Is the code point ignorable, and without effect at this place?  What is before ill-formed
 * bytes does not count.
 */
static bool is_misplaced(struct u8c_scan *s, const struct point *p)
{
	const size_t after = p->at + p->length;
	enum u8c_placed placed;

	if (!p->length)
		return false;
	placed = u8c_placement_judge(&s->place, p->cp, &u8c_rfc3629,
				     u8c_text(s->q.p + after, s->q.n - after), true);
	u8c_placement_pass(&s->place, p->cp);
	return placed == U8C_MISPLACED;
}

/* Finds the classes that are looked for only where the policy refuses them. */
static __always_inline void find_refused(struct u8c_scan *s, const struct point *p)
{
	const u64 refuse = s->q.policy->refuse;
	u64 found;

	if (!(refuse & U8C_POLICY_CLASSES))
		return;
	found = p->length ? point_classes(s, p) : 0;
	if (!s->q.path || p->byte != '/')
		found |= byte_classes(s, p);
	found &= refuse;
	if (is_refused(s, UTF8CHECK_CLASS_MISPLACED_IGNORABLE) && is_misplaced(s, p))
		found |= U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE);
	note_classes(s, p, found);
}

/* Finds what begins at a byte of well-formed text. */
static __always_inline void find_in_text(struct u8c_scan *s, const struct point *p)
{
	note_classes(s, p, ascii_class(s, p->byte));
	find_beginning(s, p->at);
	if (p->byte >= 0xc0)
		note_classes(s, p, danger_classes(s, p));
	else if (is_reserved_here(s, p))
		note_class(s, p->at, 1, UTF8CHECK_CLASS_WINDOWS_RESERVED);
	find_refused(s, p);
}

static void scan_run(struct u8c_scan *s, size_t at, size_t n)
{
	for (; n; n--, at++) {
		const struct point p = point_at(s, at, true);

		find_in_text(s, &p);
	}
}

static_assert(UTF8CHECK_CLASS_HIDDEN_DOT - UTF8CHECK_CLASS_HIDDEN_NUL == U8C_SPECIAL_DOT,
	      "classes of hidden characters in the order of the special ones");
static_assert(UTF8CHECK_CLASS_LAX_DOT - UTF8CHECK_CLASS_LAX_NUL == U8C_SPECIAL_DOT,
	      "classes of lax characters in the order of the special ones");

/* What one does that reads a complete form as a special character: C0 AF, ED A0 80 ED B0 AF. */
#define HIDES (U8C_READS_LONG | U8C_READS_FE_7 | U8C_READS_FF_8 | U8C_READS_PAIR)
/* What one does that only masks: C0 2F. */
#define MASKS (U8C_READS_MASK | U8C_READS_FE_7 | U8C_READS_FF_8)

/* The first special character that HIDES or MASKS reads in ill-formed bytes; NULL for none. */
static const struct u8c_reading *find_special(const struct u8c_reading *r, unsigned int count)
{
	for (; count; count--, r++)
		if (r->needs && r->special < U8C_SPECIAL_NONE &&
		    (!(r->needs & ~HIDES) || !(r->needs & ~MASKS)))
			return r;
	return NULL;
}

/*
 * Return: how many bytes of the ill-formed sequence at @at are done.  It is found to be
 * ill-formed even if it has become well-formed meanwhile.
 */
static size_t scan_ill_formed(struct u8c_scan *s, size_t at)
{
	struct u8c_reading readings[U8C_READINGS];
	const unsigned int count = u8c_readings(s->q.p + at, s->q.n - at, readings);
	const struct u8c_reading *reading = find_special(readings, count);
	/* The last reading is that of a strict decoder, which replaces the maximal subpart. */
	size_t done = readings[count - 1].length, i;

	if (!reading) {
		note_class(s, at, done, UTF8CHECK_CLASS_ILL_FORMED);
	} else if (reading->needs & U8C_READS_MASK) {
		note_class(s, at, reading->length, UTF8CHECK_CLASS_LAX_NUL + reading->special);
	} else {
		note_class(s, at, reading->length, UTF8CHECK_CLASS_HIDDEN_NUL + reading->special);
		done = reading->length;
	}
	find_beginning(s, at);
	s->place = (struct u8c_placement){ 0 };
	for (i = 0; i < done; i++) {
		const struct point p = point_at(s, at + i, false);

		find_refused(s, &p);
	}
	return done;
}

/* Begins the well-formed run at @at, which may be empty: often, after ill-formed bytes. */
static void name_begin_run(struct u8c_scan *s, size_t at)
{
	const u8 *const p = s->q.p + at, *const end = s->q.p + s->q.n;
	const u32 head = u8c_head(p, end);
	u32 cp;

	s->at = at;
	s->run_end = at;
	if ((head & 0xff) < 0x80 || u8c_strict_point_of(head, &cp))
		s->run_end += s->q.impl->validate->valid_up_to(p, end - p, s->q.impl->validate);
}

/*
 * Where the policy refuses what is not in NFC, finds the first such place of a well-formed
 * text: before the scan, as findings are in order, and only in a text no longer than a path,
 * as this takes up to 0.5 ms in one step.
 */
static void find_denormal(struct u8c_scan *s)
{
	const struct u8c_text text = u8c_text(s->q.p, s->q.n);
	size_t offset;

	if (!is_refused(s, UTF8CHECK_CLASS_NOT_NORMALIZED) || s->run_end < s->q.n ||
	    s->q.n > U8C_PATH_MAX)
		return;
	if (!u8c_is_normalized(s->q.impl, UTF8CHECK_FORM_NFC, text, &offset, NULL))
		s->denormal = offset;
}

/* Scans up to @until, or to the end of an ill-formed sequence there. */
static void scan_until(struct u8c_scan *s, size_t until)
{
	while (s->at < until) {
		size_t end = s->run_end < until ? s->run_end : until;

		if (s->at < end) {
			scan_run(s, s->at, end - s->at);
			s->at = end;
		} else {
			name_begin_run(s, s->at + scan_ill_formed(s, s->at));
		}
	}
}

static void decide(struct u8c_scan *s)
{
	struct utf8check_verdict *v = s->q.v;

	v->ok = !(v->classes & s->q.policy->refuse);
	if (v->classes)
		v->primary = __builtin_ctzll(v->classes);
}

void u8c_scan_begin(struct u8c_scan *s, const struct u8c_name_query *q)
{
	const size_t n = q->n;

	memset(s, 0, offsetof(struct u8c_scan, dotdot));
	s->q = *q;
	s->at = n;
	s->denormal = n;
	memset(q->v, 0, sizeof(*q->v));
	if (n == 0) {
		note_class(s, 0, 0, UTF8CHECK_CLASS_EMPTY);
	} else if (n > U8C_SCAN_MAX) {
		note_class(s, 0, n < UINT32_TOP ? n : UINT32_TOP, UTF8CHECK_CLASS_TOO_LONG);
	} else {
		name_begin_run(s, 0);
		find_denormal(s);
	}
}

bool u8c_scan_step(struct u8c_scan *s, size_t bytes)
{
	struct utf8check_verdict *v = s->q.v;

	if (s->at < s->q.n) {
		scan_until(s, bytes < s->q.n - s->at ? s->at + bytes : s->q.n);
		if (s->at < s->q.n)
			return false;
	}
	if (v->classes & U8C_REFUSE_ENCODING || s->is_cut) {
		if (!s->is_walking)
			u8c_dotdot_begin(&s->dotdot, s->q.p, s->q.n);
		s->is_walking = true;
		if (!u8c_dotdot_step(&s->dotdot, bytes))
			return false;
		u8c_dotdot_found(&s->dotdot, v);
	}
	decide(s);
	return true;
}

/*
 * Return: true, and the verdict is made, where nothing can be found.  A path beside protected
 * names is judged in full, which takes it apart.
 */
static __always_inline bool is_good_at_once(const struct u8c_name_query *q)
{
	if (!u8c_is_plain(q->p, q->n, q->path, q->policy) ||
	    (unlikely(q->protect) &&
	     (q->path || u8c_is_protected(q->protect, q->impl, u8c_text(q->p, q->n)))))
		return false;
	*q->v = (struct utf8check_verdict){ .ok = true };
	return true;
}

static noinline void judge_in_full(const struct u8c_name_query *q)
{
	struct u8c_scan s;

	u8c_scan_begin(&s, q);
	while (!u8c_scan_step(&s, U8C_SCAN_MAX))
		;
}

void u8c_name(const struct u8c_name_query *q)
{
	if (!is_good_at_once(q))
		judge_in_full(q);
}

void u8c_name_classes(const struct u8c_name_query *q)
{
	struct u8c_scan s;

	if (is_good_at_once(q))
		return;
	u8c_scan_begin(&s, q);
	if (s.at < q->n)
		scan_until(&s, q->n);
	decide(&s);
}
