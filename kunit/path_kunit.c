// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names and paths: the core against the reference, which finds the same by listing every
 * form and every reading.
 */
#include "judge.h"
#include "reference_policy.h"
#include "support.h"

static void expect_same(struct kunit *test, const u8 *p, size_t n, bool path)
{
	const struct u8c_name_query q = {
		.impl = u8c_impl_find(NULL), .path = path, .p = p, .n = n,
		.policy = U8C_POLICY(path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME),
	};
	const char *differs = u8c_try_name(q, true);

	U8C_ASSERT(test, !differs, differs, p, n);
}

static void expect_both(struct kunit *test, const u8 *p, size_t n)
{
	expect_same(test, p, n, false);
	expect_same(test, p, n, true);
}

/* All strings of @n bytes that are made of the @many bytes at @set. */
static void expect_strings(struct kunit *test, const void *set, size_t many, size_t n)
{
	size_t digits[8] = {};
	u8 s[8];
	size_t i, number = 0;

	do {
		for (i = 0; i < n; i++)
			s[i] = ((const u8 *)set)[digits[i]];
		if (number++ % u8c_share() == 0)
			expect_both(test, s, n);
		for (i = 0; i < n && ++digits[i] == many; i++)
			digits[i] = 0;
		if (!digits[0])
			cond_resched();
	} while (i < n);
}

/* What strings of a row are made of, and how many bytes they have at most. */
static const struct letters {
	const char *what;
	const char *bytes;
	size_t many;
	size_t n;
} letters[] = {
#define LETTERS(what, bytes, n) { what, bytes, sizeof(bytes) - 1, n }
	LETTERS("bytes of the four characters: plain, hidden and lax",
		"\0/\\.a\x6e\x1c\x80\x81\x9c\xae\xaf\xc0\xc1\xe0\xed\xa0\xb0\xf0\xfe\xff", 3),
	LETTERS("what makes a hidden \"..\"", "./\xc0\xae", 6),
	LETTERS("the four characters, and bytes of their forms", "\0./\\a\x80\xae\xaf\xc0\xff", 4),
	LETTERS("a device of Windows, and every end that matters after it", "cOnm1.: /", 5),
#undef LETTERS
};

KUNIT_ARRAY_PARAM_DESC(letters, letters, what);

static void every_string(struct kunit *test)
{
	const struct letters *l = test->param_value;

	for (size_t n = 0; n <= l->n; n++)
		expect_strings(test, l->bytes, l->many, n);
}

static void every_byte(struct kunit *test)
{
	u8 all[256];

	for (int i = 0; i < 256; i++)
		all[i] = i;
	expect_strings(test, all, 256, 1);
}

/* What Windows reserves: after each name of a device, and of what is near it. */
static void windows_names(struct kunit *test)
{
	u8 p[U8C_WINDOWS_NAME_MAX];

	for (size_t i = 0; i < U8C_WINDOWS_NAMES; i += u8c_share()) {
		expect_both(test, p, u8c_windows_name(i, p));
		cond_resched();
	}
}

/* Random tokens before a guard page. */
static void path_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, U8C_SAMPLE_NAME_MAX);
	u8 s[U8C_SAMPLE_NAME_MAX];

	for (unsigned int round = 0; round < u8c_rounds(40000); round++) {
		size_t n = u8c_sample_name(&c, round & 1, s);

		memcpy(end - n, s, n);
		expect_both(test, end - n, n);
		cond_resched();
	}
}

/* Under any policy. */
static void path_policies(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct utf8check_policy policy;
	u8 *end = u8c_guarded(test, U8C_SAMPLE_NAME_MAX);
	const char *differs;
	u8 s[U8C_SAMPLE_NAME_MAX];

	for (unsigned int round = 0; round < u8c_rounds(24000); round++) {
		size_t n = u8c_sample_name(&c, false, s);
		const struct u8c_name_query q = {
			.impl = u8c_impl_find(NULL), .policy = &policy, .path = round & 1,
			.p = memcpy(end - n, s, n), .n = n,
		};

		u8c_sample_policy(&c, q.path, &policy);
		differs = u8c_try_name(q, true);
		U8C_ASSERT(test, !differs, differs, s, n);
		cond_resched();
	}
}

/* The classes of a name of one code point and a dot. */
static u64 classes_of(u32 cp, const u8 *p, size_t n)
{
	u64 classes = cp == '.' ? U8C_BIT(UTF8CHECK_CLASS_DOTDOT) :
		      cp == '/' ? U8C_BIT(UTF8CHECK_CLASS_SEPARATOR) :
		      cp == '\\' ? U8C_BIT(UTF8CHECK_CLASS_BACKSLASH) :
		      cp == '\n' ? U8C_BIT(UTF8CHECK_CLASS_NEWLINE) :
		      cp == 0 ? U8C_BIT(UTF8CHECK_CLASS_NUL) : 0;

	if (cp != '.')
		classes |= U8C_BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_COMPAT_DANGER) ||
	    (u8c_ref_is_dash(cp) && cp > 0x7f))
		classes |= U8C_BIT(UTF8CHECK_CLASS_COMPAT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_TRANSLIT_DANGER))
		classes |= U8C_BIT(UTF8CHECK_CLASS_TRANSLIT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_BESTFIT_DANGER))
		classes |= U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_URL_DANGER))
		classes |= U8C_BIT(UTF8CHECK_CLASS_URL_DANGER);
	if (u8c_ref_ignorable_danger(p, n))
		classes |= U8C_BIT(UTF8CHECK_CLASS_IGNORABLE_DANGER);
	if (cp > 0xffff && (cp % 0x10000 == 0 || cp % 0x10000 == '/' ||
			    cp % 0x10000 == '\\' || cp % 0x10000 == '.'))
		classes |= U8C_BIT(UTF8CHECK_CLASS_NARROW_DANGER);
	return classes;
}

static void judge(u64 refuse, bool path, const u8 *p, size_t n, struct utf8check_verdict *v)
{
	u8c_name(&(struct u8c_name_query){
		.impl = u8c_impl_find(NULL), .policy = U8C_POLICY(refuse), .path = path, .p = p,
		.n = n, .v = v,
	});
}

/* Every code point by itself, and after it a dot. */
static void path_dangers(struct kunit *test)
{
	u8 s[U8C_SEQUENCE_MAX + 1];
	struct utf8check_verdict v;

	for (u32 cp = 0; cp <= 0x10ffff; cp += u8c_share()) {
		size_t n = u8c_encode(&u8c_rfc3629, cp, s);

		if (!n)
			continue;
		s[n++] = '.';
		judge(0, false, s, n, &v);
		U8C_ASSERT(test, v.classes == classes_of(cp, s, n), "classes of a code point", s,
			   n);
		if (cp < 0x3400 || v.classes != U8C_BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED) ||
		    cp % 256 == '.')
			expect_same(test, s, n, false);
		cond_resched();
	}
}

/* At the limits of a component, of a path, and of what is scanned. */
static void path_lengths(struct kunit *test)
{
	static const size_t lengths[] = {
		254, 255, 256, 257, 4094, 4095, 4096, 65535, 65536, 65537, 70000
	};
	u8 *end = u8c_guarded(test, 70000);

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i += u8c_share()) {
		size_t n = lengths[i];
		u8 *p = end - n;

		memset(p, 'a', n);
		expect_both(test, p, n);
		p[1] = '/';		/* a long component that is not first */
		expect_both(test, p, n);
		p[n / 2] = '/';
		p[n - 1] = '/';
		p[3] = 0xc0;
		expect_both(test, p, n);
		cond_resched();
	}
}

/* Each list of bytes applies to its own place only; one byte is the first and the last. */
static void byte_lists(struct kunit *test)
{
	static const struct utf8check_policy policy = {
		.refuse = U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE),
		.first = { ['a' >> 3] = 1 << ('a' & 7) },
		.middle = { ['b' >> 3] = 1 << ('b' & 7) },
		.last = { ['c' >> 3] = 1 << ('c' & 7) },
	};
	static const char *const names[] = { "b", "xa", "cx", "bax", "xcx", "a", "c", "ax", "bac", "xbx" };
	struct utf8check_verdict v;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		u8c_name(&(struct u8c_name_query){
			.impl = u8c_impl_find(NULL), .policy = &policy, .p = names[i],
			.n = strlen(names[i]), .v = &v,
		});
		KUNIT_EXPECT_EQ(test, v.ok, i < 5);
		KUNIT_EXPECT_EQ(test, v.primary, i < 5 ? 0 : UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	}
}

static void no_such_policy(struct kunit *test)
{
	static const char *const none[] = { "", "saf", "safer", "Safe" };
	struct utf8check_policy policy;

	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		KUNIT_EXPECT_FALSE(test, u8c_policy_find(none[i], i & 1, &policy));
}

/* Nothing of a name that is far too long is read. */
static void far_too_long(struct kunit *test)
{
	struct utf8check_verdict v;

	judge(U8C_REFUSE_PATH, true, NULL, U8C_SCAN_MAX + 1, &v);
	KUNIT_EXPECT_EQ(test, v.primary, UTF8CHECK_CLASS_TOO_LONG);
	KUNIT_EXPECT_FALSE(test, v.ok);
}

/* The class not-normalized is found in what may be a path, and in nothing longer. */
static void longest_in_nfc(struct kunit *test)
{
	u8 *p = u8c_room(test, U8C_PATH_MAX + 1);
	struct utf8check_verdict v;

	memset(p, 'a', U8C_PATH_MAX + 1);
	memcpy(p + 9, "e\xcc\x81", 3);
	for (size_t n = U8C_PATH_MAX; n <= U8C_PATH_MAX + 1; n++) {
		judge(U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED), true, p, n, &v);
		KUNIT_EXPECT_EQ(test, v.ok, n > U8C_PATH_MAX);
	}
}

/* Judges a long path in steps, as the device does: other tasks run between them. */
static void judge_longest(const u8 *p, struct utf8check_verdict *v)
{
	struct u8c_name_query q = {
		.impl = u8c_impl_find(NULL), .policy = U8C_POLICY(0), .path = true, .p = p,
		.n = U8C_SCAN_MAX, .v = v,
	};
	struct u8c_scan s;

	u8c_scan_begin(&s, &q);
	while (!u8c_scan_step(&s, 4096))
		cond_resched();
}

static bool has_hidden_dotdot(const u8 *p, u64 *offset)
{
	struct utf8check_verdict v;

	judge_longest(p, &v);
	*offset = v.hidden_offset;
	return v.hidden_dotdot;
}

/* A long string costs no more per byte than a short one, whatever its bytes are. */
static void path_worst(struct kunit *test)
{
	u8 *p = u8c_guarded(test, U8C_SCAN_MAX) - U8C_SCAN_MAX;
	struct utf8check_verdict v;
	u64 at = 0;

	memset(p, 0xff, U8C_SCAN_MAX);
	judge_longest(p, &v);
	KUNIT_EXPECT_EQ(test, v.findings, U8C_SCAN_MAX + 2);
	/* A decoder that leaves out the bytes that FF announces still reads the slash. */
	memcpy(p + U8C_SCAN_MAX - 16, "aaaaaaaaaaaaa/..", 16);
	KUNIT_EXPECT_FALSE(test, has_hidden_dotdot(p, &at));
	memset(p + U8C_SCAN_MAX - 16, 0xff, 16);
	p[U8C_SCAN_MAX - 4] = '.';
	p[U8C_SCAN_MAX - 3] = '.';
	KUNIT_EXPECT_TRUE(test, has_hidden_dotdot(p, &at));
	KUNIT_EXPECT_EQ(test, at, 0);
	memset(p, 0xff, U8C_SCAN_MAX);
	memcpy(p + U8C_SCAN_MAX - 17, "aaaaaaaaaaaaa/\xc0\xae.", 17);
	KUNIT_EXPECT_TRUE(test, has_hidden_dotdot(p, &at));
	KUNIT_EXPECT_EQ(test, at, U8C_SCAN_MAX - 3);
}

/* Findings without room are counted; the room holds the first ones. */
static void path_room(struct kunit *test)
{
	static const u8 p[] = "a\\b\xff/..";
	struct utf8check_finding f[4];
	struct utf8check_verdict v, want;

	judge(0, true, p, sizeof(p) - 1, &want);
	for (u32 room = 0; room <= 3; room++) {
		memset(f, 0x55, sizeof(f));
		u8c_name(&(struct u8c_name_query){
			.impl = u8c_impl_find(NULL), .policy = U8C_POLICY(0), .path = true, .p = p,
			.n = sizeof(p) - 1, .v = &v, .f = f, .room = room,
		});
		KUNIT_EXPECT_EQ(test, v.findings, 3);
		KUNIT_EXPECT_MEMEQ(test, &v, &want, sizeof(v));
		KUNIT_EXPECT_EQ(test, f[room].offset, 0x55555555);
		if (room)
			KUNIT_EXPECT_EQ(test, f[0].what, UTF8CHECK_CLASS_BACKSLASH);
	}
	KUNIT_EXPECT_EQ(test, f[1].what, UTF8CHECK_CLASS_ILL_FORMED);
	KUNIT_EXPECT_EQ(test, f[2].what, UTF8CHECK_CLASS_DOTDOT);
	KUNIT_EXPECT_EQ(test, f[2].offset, 5);
}

static struct kunit_case path_cases[] = {
	KUNIT_CASE(every_byte),
	KUNIT_CASE_PARAM(every_string, letters_gen_params),
	KUNIT_CASE(windows_names),
	KUNIT_CASE(path_random),
	KUNIT_CASE(path_policies),
	KUNIT_CASE(byte_lists),
	KUNIT_CASE(no_such_policy),
	KUNIT_CASE_SLOW(path_dangers),
	KUNIT_CASE(path_lengths),
	KUNIT_CASE(far_too_long),
	KUNIT_CASE(longest_in_nfc),
	KUNIT_CASE(path_worst),
	KUNIT_CASE(path_room),
	{}
};

struct kunit_suite u8c_path_suite = {
	.name = "utf8check_path",
	.test_cases = path_cases,
};
