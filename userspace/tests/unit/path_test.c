// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths against the slow reference, which lists every form and every
 * reading.
 */
#include "shared/common.h"
#include "kunit/reference_danger.h"
#include "kunit/reference_dotdot.h"
#include "kunit/reference_path.h"

#define POINTS 0x110000
#define LENGTH_MAX 24
#define ROOM (2 * LENGTH_MAX + 2)

struct answer {
	struct utf8check_verdict v;
	struct utf8check_finding f[ROOM];
};

static const char *differ(const struct answer *a, const struct answer *b)
{
	if (a->v.classes != b->v.classes)
		return "classes";
	if (a->v.primary != b->v.primary || a->v.ok != b->v.ok)
		return "primary class or verdict";
	if (a->v.hidden_dotdot != b->v.hidden_dotdot)
		return "hidden '..'";
	if (a->v.hidden_dotdot && a->v.hidden_offset != b->v.hidden_offset)
		return "offset of hidden '..'";
	if (a->v.hidden_decoder != b->v.hidden_decoder)
		return "decoder of hidden '..'";
	if (a->v.findings != b->v.findings)
		return "number of findings";
	return memcmp(a->f, b->f, sizeof(a->f)) ? "findings" : NULL;
}

/* Takes what a step has found, after what earlier ones have found. */
static void take_findings(struct u8c_scan *s, struct answer *a)
{
	u32 i;

	assert_true(a->v.findings - s->taken <= s->q.room);
	for (i = s->taken; i < a->v.findings && i < ROOM; i++)
		a->f[i] = s->q.f[i - s->taken];
	u8c_scan_take(s);
}

/* Steps of any size give the same verdict, and the same findings. */
static void try_steps(const u8 *p, size_t n, bool path, const struct answer *want)
{
	u64 refuse = path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME;
	struct utf8check_finding found[U8C_STEP_FINDINGS(5)];
	struct answer got;
	struct u8c_scan s;
	unsigned int step, steps;

	for (step = 1; step <= 5; step += 2) {
		memset(&got, 0, sizeof(got));
		steps = 0;
		u8c_scan_begin(&s, &(struct u8c_name_query){
			u8c_impl_find(NULL), U8C_POLICY(refuse), path,
			p, n, &got.v, found, U8C_STEP_FINDINGS(step), NULL });
		while (!u8c_scan_step(&s, step)) {
			assert_true(++steps <= (n / step + 1) * (1 + U8C_DECODERS));
			take_findings(&s, &got);
		}
		take_findings(&s, &got);
		assert_same(differ(&got, want), p, n);
	}
}

static void try_well_formed(const u8 *p, size_t n)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct answer name = { 0 }, path = { 0 }, want = { 0 };

	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_NAME), false, p, n, &name.v, name.f, ROOM, NULL });
	u8c_ref_judge(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_NAME), false, p, n, &want.v, want.f, ROOM, NULL });
	assert_same(differ(&name, &want), p, n);
	try_steps(p, n, false, &want);

	memset(&want, 0, sizeof(want));
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, n, &path.v, path.f, ROOM, NULL });
	u8c_ref_judge(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, n, &want.v, want.f, ROOM, NULL });
	assert_same(differ(&path, &want), p, n);
	try_steps(p, n, true, &want);
}

static void try_hidden_dotdot(const u8 *p, size_t n)
{
	u64 got = 0, want = 0;
	bool hidden = u8c_hidden_dotdot(p, n, &got);

	assert_same(hidden != u8c_ref_hidden_dotdot(p, n, &want) ? "hidden '..'" :
		    got != want ? "its offset" : NULL, p, n);
}

static void try(const u8 *p, size_t n)
{
	if (u8c_ref_readable(n)) {
		try_well_formed(p, n);
		try_hidden_dotdot(p, n);
	}
}

/* All bytes that could matter: the four characters and the bytes of their forms. */
static const u8 letters[] = {
	0x00, '.', '/', '\\', 'a', 0x80, 0xae, 0xaf, 0xc0, 0xff,
};

static void try_rest(u8 *p, size_t n, size_t i)
{
	size_t l;

	if (i == n) {
		try(p, n);
		return;
	}
	for (l = 0; l < sizeof(letters); l++) {
		p[i] = letters[l];
		try_rest(p, n, i + 1);
	}
}

static void every_short_name(void **unused)
{
	u8 p[4] = { 0 };
	size_t n;

	(void)unused;
	for (n = 0; n <= sizeof(p); n++)
		try_rest(p, n, 0);
}

/* Pieces of names, joined at random. */
static void random_names(void **unused)
{
	static const char *const pieces[] = {
		".", "..", "/", "\\", "a", "\xc0\xae", "\xc0\xaf", "\xe0\x80\xae",
		"\xf0\x80\x80\xaf", "\xc1\x9c", "\xc0\x80", "\xc1\x1c", "\xc0.",
		"\xc0/", "\xff", "\xe4\xba\x8c", "\xed\xa0\x80\xed\xb0\xae",
		"\xed\xa0\x2f\xed\xb0\xae", "\xed\xa0\x80\xed\xb0.",
		"\xfc\x80\x80\x80\x80\xae", "\xe0\x80.", "\xc3",
		"\xe2\x80\x8d", "\xc2\xad", "\xef\xbc\x8f", "\xe2\x81\x84",
		"\n", " ", ":", "?", "con", "\xef\xbc\x8d",
	};
	unsigned int i, piece;
	u8 buf[LENGTH_MAX];
	size_t n, length;

	(void)unused;
	random_start();
	for (i = 0; i < 20000; i += share()) {
		for (n = 0; ; n += length) {
			piece = random_below(U8C_ARRAY_SIZE(pieces));
			length = strlen(pieces[piece]);
			if (n + length > sizeof(buf) || !random_below(6))
				break;
			memcpy(buf + n, pieces[piece], length);
		}
		try(buf, n);
	}
}

/* Well-formed names that other programs make dangerous; none has two readings. */
static void random_dangers(void **unused)
{
	static const char *const pieces[] = {
		".", ".", "/", "a", "git", "\xe2\x80\x8d", "\xe2\x80\x8c",
		"\xc2\xad", "\xef\xb8\x8f", "\xf3\xa0\x80\xa0", "\xef\xbc\x8f",
		"\xe2\x80\xa4", "\xcd\xbe", "\xe2\x81\x84", "\xc2\xbd",
		"\xf0\x9f\x99\xbd", "\xe4\xba\x8c", "\xc3\xa4",
		"\xef\xbc\x8d", "\xef\xb9\xa3", "\xe2\x80\x90", "\xc2\xa5",
		"\xe2\x94\x8c", "AUX", "com", "\xc2\xb9", "1", "git~1", " ", ":", "\n",
	};
	unsigned int i;
	u8 buf[LENGTH_MAX];
	size_t n, length;

	(void)unused;
	random_start();
	for (i = 0; i < 40000; i += share()) {
		for (n = 0; ; n += length) {
			const char *piece =
				pieces[random_below(U8C_ARRAY_SIZE(pieces))];

			length = strlen(piece);
			if (n + length > sizeof(buf) || !random_below(8))
				break;
			memcpy(buf + n, piece, length);
		}
		try_well_formed(buf, n);
	}
}

/* What Windows reserves: after each name of a device, and of what is near it. */
static void windows_names(void **unused)
{
	static const char *const begins[] = {
		"", "con", "CoM1", "lpt\xc2\xb2", "com\xc2\xb4", "git~1", "nul", "conin$",
		"CONOUT$", "prn", "aux", "com", "cons",
	};
	static const u8 rest[] = { '.', ' ', ':', '/', 'a', '1', '$' };
	u8 p[12];
	size_t b, n, l[4], i, k;

	(void)unused;
	for (b = 0; b < U8C_ARRAY_SIZE(begins); b++) {
		for (i = 0; i < 8 * 8 * 8 * 8; i += share()) {
			n = strlen(begins[b]);
			memcpy(p, begins[b], n);
			for (k = 0; k < 4; k++) {
				l[k] = i >> 3 * k & 7;
				if (l[k] < sizeof(rest))
					p[n++] = rest[l[k]];
			}
			try(p, n);
		}
	}
}

/* The classes of a name of one code point and a dot. */
static u64 classes_of(u64 cp, const u8 *p, size_t n)
{
	u64 classes = cp == '.' ? U8C_BIT(UTF8CHECK_DOTDOT) :
		      cp == '/' ? U8C_BIT(UTF8CHECK_SEPARATOR) :
		      cp == '\\' ? U8C_BIT(UTF8CHECK_BACKSLASH) :
		      cp == '\n' ? U8C_BIT(UTF8CHECK_NEWLINE) :
		      cp == 0 ? U8C_BIT(UTF8CHECK_NUL) : 0;

	if (cp != '.')
		classes |= U8C_BIT(UTF8CHECK_WINDOWS_RESERVED);
	if (u8c_ref_point_danger(cp, UTF8CHECK_COMPAT_DANGER) ||
	    (u8c_ref_is_dash(cp) && cp > 0x7f))
		classes |= U8C_BIT(UTF8CHECK_COMPAT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_TRANSLIT_DANGER))
		classes |= U8C_BIT(UTF8CHECK_TRANSLIT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_BESTFIT_DANGER))
		classes |= U8C_BIT(UTF8CHECK_BESTFIT_DANGER);
	if (u8c_ref_ignorable_danger(p, n))
		classes |= U8C_BIT(UTF8CHECK_IGNORABLE_DANGER);
	if (cp > 0xffff && (cp % 0x10000 == 0 || cp % 0x10000 == '/' ||
			    cp % 0x10000 == '\\' || cp % 0x10000 == '.'))
		classes |= U8C_BIT(UTF8CHECK_NARROW_DANGER);
	return classes;
}

static void every_code_point(void **unused)
{
	static const struct u8c_coding utf8;
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u8 buf[U8C_SEQUENCE_MAX + 1];
	struct utf8check_verdict v;
	size_t n;
	u64 cp;

	(void)unused;
	for (cp = 0; cp < POINTS; cp++) {
		n = u8c_encode(&utf8, cp, buf);
		if (!n)
			continue;
		buf[n++] = '.';
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(0), false, buf, n, &v, NULL, 0, NULL });
		assert_same(v.classes == classes_of(cp, buf, n) ? NULL :
			    "classes", buf, n);
		if (v.classes != U8C_BIT(UTF8CHECK_WINDOWS_RESERVED) || cp % 256 == '.')
			try_well_formed(buf, n);
	}
}

/* Findings without room are counted; the verdict is the same. */
static void little_room(void **unused)
{
	static const u8 name[] = "a/b\\c\xc0\xaf\xff";
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct utf8check_finding f[2], all[8];
	struct utf8check_verdict v, want;

	(void)unused;
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_NAME), false, name, 8, &want, all, 8, NULL });
	assert_int_equal(want.findings, 4);
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_NAME), false, name, 8, &v, f, 2, NULL });
	assert_memory_equal(&v, &want, sizeof(v));
	assert_memory_equal(f, all, sizeof(f));
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_NAME), false, name, 8, &v, NULL, 0, NULL });
	assert_memory_equal(&v, &want, sizeof(v));
}

/* Nothing of a name that is far too long is read. */
static void far_too_long(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct utf8check_verdict v;

	(void)unused;
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, NULL, U8C_SCAN_MAX + 1, &v, NULL, 0, NULL });
	assert_int_equal(v.primary, UTF8CHECK_TOO_LONG);
	assert_false(v.ok);
}

/* Whether it is in NFC is asked of what may be a path, and of nothing longer. */
static void longest_in_nfc(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	static u8 p[U8C_PATH_MAX + 1];
	struct utf8check_verdict v;
	size_t n;

	(void)unused;
	memset(p, 'a', sizeof(p));
	memcpy(p + 9, "e\xcc\x81", 3);
	for (n = U8C_PATH_MAX; n <= sizeof(p); n++) {
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED)), true,
			p, n, &v, NULL, 0, NULL });
		assert_int_equal(v.ok, n > U8C_PATH_MAX);
	}
}

/* The longest text that is read, and the slowest one for the question about "..". */
static void longest(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u8 *p = malloc(U8C_SCAN_MAX);
	struct utf8check_verdict v;

	(void)unused;
	memset(p, 0xff, U8C_SCAN_MAX);
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, U8C_SCAN_MAX, &v, NULL, 0, NULL });
	assert_false(v.ok);
	assert_false(v.hidden_dotdot);
	/* Whoever leaves out what FF announces still comes to the slash. */
	memcpy(p + U8C_SCAN_MAX - 17, "aaaaaaaaaaaa", 12);
	memcpy(p + U8C_SCAN_MAX - 5, "a/\xc0\xae.", 5);
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, U8C_SCAN_MAX, &v, NULL, 0, NULL });
	assert_true(v.hidden_dotdot);
	assert_int_equal(v.hidden_offset, U8C_SCAN_MAX - 3);
	free(p);
}

/* 255 bytes are allowed for a name and a component, 4095 for a path. */
static void lengths(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct utf8check_verdict v;
	u8 p[4096];
	size_t n;

	(void)unused;
	memset(p, 'a', sizeof(p));
	for (n = 254; n <= 257; n++) {
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(U8C_REFUSE_NAME), false, p, n, &v, NULL, 0, NULL });
		assert_int_equal(v.ok, n <= 255);
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, n, &v, NULL, 0, NULL });
		assert_int_equal(v.ok, n <= 255);
	}
	for (n = 1; n < sizeof(p); n += 2)
		p[n] = '/';
	for (n = 4094; n <= 4096; n++) {
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(U8C_REFUSE_PATH), true, p, n, &v, NULL, 0, NULL });
		assert_int_equal(v.ok, n <= 4095);
	}
}

static void refused_on_request(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct utf8check_verdict v;

	(void)unused;
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH), true, (const u8 *)"a/..", 4, &v, NULL, 0, NULL });
	assert_true(v.ok);
	assert_int_equal(v.primary, UTF8CHECK_DOTDOT);
	u8c_name(&(struct u8c_name_query){
		impl, U8C_POLICY(U8C_REFUSE_PATH | U8C_BIT(UTF8CHECK_DOTDOT)), true,
		(const u8 *)"a/..", 4, &v, NULL, 0, NULL });
	assert_false(v.ok);
}

/* Two surrogates with a byte that is no continuation: joined by what only masks. */
static void readings_of_pairs(void **unused)
{
	static const char *const pairs[] = {
		"\xed\xa0\x2f\xed\xb0\x80", "\xed\xa0\x80\xed\x30\x80",
		"\xed\xa0\x80\xed\xb0\x2f",
	};
	struct u8c_reading r[U8C_READINGS];
	size_t i;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(pairs); i++) {
		assert_true(u8c_readings((const u8 *)pairs[i], 6, r) > 2);
		assert_true(r[0].needs & U8C_READS_PAIR && r[0].needs & U8C_READS_MASK);
		assert_int_equal(r[0].length, 6);
	}
}

/* A low surrogate alone follows a high one. */
static void readings_of_no_pair(void **unused)
{
	static const char *const others[] = {
		"\xed\xa0\x80\xed\xa0\x80", "\xed\xa0\x80\xed\x90\x80", "\xed\xa0\x80\xee\xb0\x80",
		"\xed\xb0\x80\xed\xb0\x80",
	};
	struct u8c_reading r[U8C_READINGS];
	unsigned int n;
	size_t i;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(others); i++) {
		n = u8c_readings((const u8 *)others[i], 6, r);
		assert_true(n);
		while (n--)
			assert_false(r[n].needs & U8C_READS_PAIR);
	}
}

/* A well-formed sequence, as one may be that has changed, is read as nothing else. */
static void readings_of_good(void **unused)
{
	struct u8c_reading r[U8C_READINGS];

	(void)unused;
	assert_int_equal(u8c_readings((const u8 *)"\xc3\xa9", 2, r), 2);
	assert_int_equal(r[0].needs, U8C_READS_DROP);
	assert_int_equal(r[0].length, 2);
	assert_int_equal(r[1].needs, 0);
	assert_int_equal(r[1].length, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_short_name),
		cmocka_unit_test(random_names),
		cmocka_unit_test(random_dangers),
		cmocka_unit_test(windows_names),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(little_room),
		cmocka_unit_test(far_too_long),
		cmocka_unit_test(longest_in_nfc),
		cmocka_unit_test(longest),
		cmocka_unit_test(lengths),
		cmocka_unit_test(refused_on_request),
		cmocka_unit_test(readings_of_good),
		cmocka_unit_test(readings_of_pairs),
		cmocka_unit_test(readings_of_no_pair),
	};

	return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
