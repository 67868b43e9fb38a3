// SPDX-License-Identifier: GPL-2.0-only
/*
 * fs/unicode beside the in-kernel API: where they differ, and only there.
 *
 * The answer of fs/unicode is predicted with the slow reference: the text up to a NUL; each
 * code point is folded and decomposed by itself; then the text is set in order; then code
 * points that are to be left out are left out.  A code point that version 12.1 does not know
 * is a starter that nothing changes.  So the list below is complete.
 *
 * utf8check(9) has the list too.
 */
#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/stringify.h>
#include <linux/unicode.h>
#include <linux/utf8check.h>

#include "peers.h"
#include "reference.h"
#include "reference_form.h"

enum { NUL, STRAY, LONG_RUN, APART, IGNORABLE, NEWER, IOTA, CLASSES };

static const struct u8c_peer_class classes[] __maybe_unused = {
	[NUL] = { "a NUL in it",
		"the text ends there, whatever its length, and nothing looks after it" },
	[STRAY] = { "a continuation byte that follows a whole sequence",
		"it passes, only the first byte of a text is looked at: ill-formed by D92" },
	[LONG_RUN] = { "a run of more than 1,024 nonstarters",
		"it is put in order, in quadratic time; here it is an error" },
	[APART] = { "a default-ignorable code point between nonstarters out of order",
		"it is left out, but they are not put in order: the result is in no form" },
	[IGNORABLE] = { "a default-ignorable code point",
		"it is left out, which no form but NFKC_Casefold does" },
	[NEWER] = { "a code point that Unicode 12.1 does not know",
		"it stays as it is and parts the marks around it: old data" },
	[IOTA] = { "U+0345 before another nonstarter",
		"it is folded before the order is made: not the match of D145" },
};

/* utf8_validate() makes no form, so the other classes are not for it. */
static const struct u8c_peer_class validate_classes[] __maybe_unused = {
	{ "a NUL in it, and something ill-formed after it",
	  "it is well-formed, nothing looks after the NUL" },
};

#if IS_BUILTIN(CONFIG_UNICODE)

#define POINTS_MAX U8C_PEER_TEXT
#define OUT_MAX (12 * U8C_PEER_TEXT)
#define OPAQUE 0x200000	/* added to a code point that nothing changes */
#define LEFT_OUT 0x400000	/* for a code point that is left out; separates marks */

/**
 * struct unicode - what a test of fs/unicode has
 *
 * @validate: differences of utf8_validate().
 * @normalize: differences of utf8_normalize().
 * @casefold: differences of utf8_casefold().
 * @map: the table of fs/unicode.
 * @known: the code points of version 12.1.
 * @assigned: the code points of all versions.
 * @errors: of a text.
 * @points: the code points of a text.
 * @between: @points, each folded and decomposed.
 * @form: the form of @points.
 * @work: for the reference.
 * @ours: the API's result.
 * @theirs: fs/unicode's.
 * @want: what is predicted.
 */
struct unicode {
	struct u8c_peer validate;
	struct u8c_peer normalize;
	struct u8c_peer casefold;
	struct unicode_map *map;
	unsigned long *known;
	unsigned long *assigned;
	struct utf8check_error errors[U8C_PEER_TEXT / 64];
	u64 points[POINTS_MAX];
	u64 between[U8C_REF_FORM(POINTS_MAX)];
	u64 form[U8C_REF_FORM(POINTS_MAX)];
	u64 work[U8C_REF_FORM_WORK(POINTS_MAX)];
	u8 ours[OUT_MAX];
	u8 theirs[OUT_MAX];
	u8 want[OUT_MAX];
};

static size_t up_to_nul(const u8 *p, size_t n)
{
	const u8 *nul = memchr(p, 0, n);

	return nul ? nul - p : n;
}

/* Are continuation bytes after the first sequence the only errors? */
static bool strays_only(struct unicode *u, const u8 *p, size_t n)
{
	struct utf8check_error *e = u->errors;
	size_t i, many = u8c_ref_errors(p, n, e, ARRAY_SIZE(u->errors));

	if (!many || many > ARRAY_SIZE(u->errors))
		return false;
	for (i = 0; i < many; i++)
		if (!e[i].offset || e[i].reason != UTF8CHECK_REASON_UNEXPECTED_CONTINUATION)
			return false;
	return true;
}

static size_t read_points(const u8 *p, size_t n, u64 *points)
{
	size_t i, many = 0;
	struct utf8check_error e;

	for (i = 0; i < n; many++)
		i += u8c_ref_decode(p + i, n - i, true, &points[many], &e);
	return many;
}

/*
 * A code point can be default-ignorable before it is assigned.  One that was
 * assigned after version 12.1 became default-ignorable only then.
 */
static bool is_left_out(const struct unicode *u, u64 cp)
{
	return u8c_ref_leaves_out(UTF8CHECK_FORM_NFKC_CASEFOLD, cp) &&
	       (test_bit(cp, u->known) || !test_bit(cp, u->assigned));
}

/**
 * struct marks - the nonstarters before a place of a text
 *
 * @run: for the reference.
 * @highest: highest class before a code point that is left out; 0 for none.
 * @before: highest class of all; 0 after a starter.
 * @iota: U+0345 is among them.
 */
struct marks {
	struct u8c_ref_run run;
	u8 highest;
	u8 before;
	bool iota;
};

/* The classes that a text belongs to because of one code point of a decomposition. */
static u32 classify_part(struct marks *m, u64 part)
{
	u8 class = u8c_ref_class(part);
	u32 is = 0;

	if (!class) {
		m->highest = 0;
		m->before = 0;
		m->iota = false;
		return 0;
	}
	if (m->iota)
		is |= BIT(IOTA);
	if (class < m->highest)
		is |= BIT(APART);
	m->before = max(m->before, class);
	m->iota |= part == 0x345;
	return is;
}

/* The classes that a well-formed text belongs to, for a form. */
static u32 classify(struct unicode *u, enum utf8check_form form, size_t many)
{
	u64 parts[U8C_REF_FORM(1)], work[U8C_REF_FORM_WORK(1)];
	struct marks m = {};
	size_t i, k, n;
	u32 is = 0;

	for (i = 0; i < many; i++) {
		if (!u8c_ref_run_add(&m.run, form, false, u->points[i]))
			is |= BIT(LONG_RUN);
		if (!test_bit(u->points[i], u->known))
			is |= BIT(NEWER);
		if (is_left_out(u, u->points[i])) {
			is |= BIT(IGNORABLE);
			m.highest = m.before;
			continue;
		}
		n = u8c_ref_form(UTF8CHECK_FORM_NFD, false, &u->points[i], 1, parts, work);
		for (k = 0; k < n; k++)
			is |= classify_part(&m, parts[k]);
	}
	return form == UTF8CHECK_FORM_NFD_CASEFOLD ? is : is & ~BIT(IOTA);
}

/* Predicts what fs/unicode makes of the points.  Return: bytes in @want. */
static size_t foretell(struct unicode *u, enum utf8check_form form, size_t many)
{
	size_t i, n = 0, bytes = 0;
	u64 cp;

	for (i = 0; i < many; i++) {
		cp = u->points[i];
		if (is_left_out(u, cp))
			u->between[n++] = LEFT_OUT;
		else if (!test_bit(cp, u->known))
			u->between[n++] = cp + OPAQUE;
		else
			n += u8c_ref_form(form, false, &cp, 1, u->between + n,
					  u->work);
	}
	n = u8c_ref_form(UTF8CHECK_FORM_NFD, false, u->between, n, u->form, u->work);
	for (i = 0; i < n; i++) {
		cp = u->form[i];
		if (cp == LEFT_OUT)
			continue;
		bytes += u8c_encode(&u8c_rfc3629, cp >= OPAQUE ? cp - OPAQUE : cp,
				    u->want + bytes);
	}
	return bytes;
}

static bool ask_form(struct unicode *u, struct u8c_peer *peer,
		     enum utf8check_form form, const u8 *p, size_t n)
{
	const struct qstr text = QSTR_INIT(p, n);
	size_t made = OUT_MAX, many, want;
	size_t cut = up_to_nul(p, n);
	bool good = u8c_ref_valid_up_to(p, cut) == cut, same, expected;
	u32 is = cut < n ? BIT(NUL) : 0;
	int err, theirs;

	err = utf8check_normalize((enum utf8check_form)form, p, n, u->ours,
				  &made, NULL);
	theirs = form == UTF8CHECK_FORM_NFD ?
		utf8_normalize(u->map, &text, u->theirs, OUT_MAX) :
		utf8_casefold(u->map, &text, u->theirs, OUT_MAX);
	same = theirs < 0 ? err == -EILSEQ :
	       !err && made == theirs && !memcmp(u->ours, u->theirs, made);
	if (!good) {
		if (strays_only(u, p, cut))
			is |= BIT(STRAY);
		expected = (theirs >= 0) == !!(is & BIT(STRAY));
		/* A text that both refuse is no difference, with a NUL or without. */
		return u8c_peer_judge(peer, same, expected, is, p, n);
	}
	many = read_points(p, cut, u->points);
	is |= classify(u, form, many);
	want = foretell(u, form, many);
	expected = theirs == want && !memcmp(u->theirs, u->want, want);
	return u8c_peer_judge(peer, same, expected, is, p, n);
}

static bool ask(void *with, const u8 *p, size_t n)
{
	const struct qstr text = QSTR_INIT(p, n);
	struct unicode *u = with;
	size_t cut = up_to_nul(p, n);
	bool well = u8c_ref_valid_up_to(p, cut) == cut;
	bool theirs = !utf8_validate(u->map, &text);
	bool ours = !utf8check_validate(p, n, UTF8CHECK_PROFILE_RFC3629, NULL);

	return u8c_peer_judge(&u->validate, ours == theirs, theirs == well,
			      cut < n && well && !ours ? BIT(0) : 0, p, n) &&
	       (!HAS_UTF8_NORMALIZE ||
		ask_form(u, &u->normalize, UTF8CHECK_FORM_NFD, p, n)) &&
	       ask_form(u, &u->casefold, UTF8CHECK_FORM_NFD_CASEFOLD, p, n);
}

KUNIT_DEFINE_ACTION_WRAPPER(unload, utf8_unload, struct unicode_map *);
KUNIT_DEFINE_ACTION_WRAPPER(free_memory, kvfree, const void *);

#define POINTS 0x110000

/* DerivedAge.txt: a code point or a range, a semicolon, the version. */
U8C_EMBED(age_begin, age_end, U8C_AGE_FILE);

/* The code points that a version of Unicode has, as a bitmap that the test frees. */
static unsigned long *assigned_by(struct kunit *test, unsigned int major, unsigned int minor)
{
	unsigned long *set = u8c_room(test, POINTS / BITS_PER_BYTE);
	unsigned int first, last, in, point;
	const char *line;

	for (line = (const char *)age_begin; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (sscanf(line, "%x..%x ; %u.%u", &first, &last, &in,
			   &point) != 4) {
			if (sscanf(line, "%x ; %u.%u", &first, &in, &point) != 3)
				continue;
			last = first;
		}
		if (last >= POINTS || first > last) {
			KUNIT_FAIL(test, "DerivedAge.txt: %.40s", line);
			break;
		}
		if (in < major || (in == major && point <= minor))
			bitmap_set(set, first, last - first + 1);
	}
	KUNIT_ASSERT_TRUE(test, test_bit('A', set));
	return set;
}

static struct unicode *new(struct kunit *test)
{
	struct unicode *u = kvzalloc(sizeof(*u), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, u);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_memory,
							   u));
	u->map = utf8_load(UNICODE_AGE(12, 1, 0));
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, u->map);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, unload,
							   u->map));
	u->known = assigned_by(test, 12, 1);
	u->assigned = assigned_by(test, UINT_MAX, 0);
	return u;
}

static void peers_unicode(struct kunit *test)
{
	struct unicode *u = new(test);

	u->validate = (struct u8c_peer){ test, "utf8_validate",
		validate_classes, ARRAY_SIZE(validate_classes) };
	/* utf8_normalize() folds nothing: the last class is for casefold only. */
	u->normalize = (struct u8c_peer){ test, "utf8_normalize", classes,
		CLASSES - 1 };
	u->casefold = (struct u8c_peer){ test, "utf8_casefold", classes,
		CLASSES };
	u8c_peer_texts(test, ask, u);
	u8c_peer_end(&u->validate);
	if (HAS_UTF8_NORMALIZE)
		u8c_peer_end(&u->normalize);
	else
		kunit_info(test, "utf8_normalize: not asked, not in this kernel\n");
	u8c_peer_end(&u->casefold);
}

/**
 * struct pair - two names, and whether they are equal when case is ignored
 *
 * @what: what they show.
 * @a: the first name, with a NUL after it.
 * @b: the second name.
 * @an: bytes of @a.
 * @bn: bytes of @b.
 * @theirs: fs/unicode says that they are equal.
 * @ours: the API says that they are equal, or -EILSEQ.
 */
struct pair {
	const char *what;
	const u8 *a;
	const u8 *b;
	size_t an;
	size_t bn;
	bool theirs;
	int ours;
};

#define PAIR(what, x, y, theirs, ours) \
	{ what, (const u8 *)(x), (const u8 *)(y), sizeof(x) - 1, sizeof(y) - 1, \
	  theirs, ours }

static const struct pair pairs[] = {
	PAIR("case", "\xc3\x89", "e\xcc\x81", true, true),
	PAIR("two letters", "a", "b", false, false),
	PAIR("soft hyphen", "a", "a\xc2\xad", true, false),
	PAIR("after a NUL", "a\0b", "a\0c", true, false),
	PAIR("stray", "a\x80", "a\x80", true, -EILSEQ),
	PAIR("U+0345", "\xce\xb1\xcd\x85\xcc\x81", "\xce\xb1\xcc\x81\xcd\x85",
	     false, true),
	PAIR("marks", "a\xcc\x81\xc2\xad\xcc\x96", "a\xcc\x81\xcc\x96", false,
	     false),
};

/* Comparing and hashing use the same forms. */
static void peers_unicode_pairs(struct kunit *test)
{
	struct unicode *u = new(test);
	const struct pair *p;
	int made, err, order;

	for (p = pairs; p < pairs + ARRAY_SIZE(pairs); p++) {
		struct qstr a = QSTR_INIT(p->a, p->an);
		struct qstr b = QSTR_INIT(p->b, p->bn);
		const struct qstr folded = QSTR_INIT(u->theirs, 0);

		KUNIT_EXPECT_EQ_MSG(test, !utf8_strncasecmp(u->map, &a, &b),
				    p->theirs, "%s", p->what);
		made = utf8_casefold(u->map, &a, u->theirs, OUT_MAX);
		KUNIT_ASSERT_GE_MSG(test, made, 0, "%s", p->what);
		KUNIT_EXPECT_EQ_MSG(test, p->theirs,
				    !utf8_strncasecmp_folded(u->map, &folded, &b),
				    "%s", p->what);
		KUNIT_EXPECT_EQ(test, 0, utf8_casefold_hash(u->map, NULL, &a));
		KUNIT_EXPECT_EQ(test, 0, utf8_casefold_hash(u->map, NULL, &b));
		KUNIT_EXPECT_EQ_MSG(test, p->theirs, a.hash == b.hash, "%s",
				    p->what);
		err = utf8check_compare_form(UTF8CHECK_FORM_NFD_CASEFOLD, p->a, p->an,
					     p->b, p->bn, &order);
		KUNIT_EXPECT_EQ_MSG(test, p->ours, err ?: !order, "%s", p->what);
	}
}

#else
static void peers_unicode_pairs(struct kunit *test)
{
	kunit_skip(test, "fs/unicode is not built into this kernel");
}

static void peers_unicode(struct kunit *test)
{
	kunit_skip(test, "fs/unicode is not built into this kernel: %zu classes",
		   ARRAY_SIZE(classes) + ARRAY_SIZE(validate_classes));
}
#endif

static struct kunit_case peers_cases[] = {
	KUNIT_CASE(peers_unicode),
	KUNIT_CASE(peers_unicode_pairs),
	{}
};

struct kunit_suite u8c_peers_unicode_suite = {
	.name = "utf8check_peers_unicode",
	.test_cases = peers_cases,
};
