// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths that are judged in steps, against the slow reference; the module
 * exports only what judges them at once, which kunit/path_kunit.c tests.
 */
#include "shared/common.h"
#include "kunit/reference_dotdot.h"
#include "kunit/reference_path.h"

#define LENGTH_MAX 24
#define ROOM (2 * LENGTH_MAX + 2)

struct answer {
	struct utf8check_verdict v;
	struct utf8check_finding f[ROOM];
};

/* The protected names, or NULL. */
static const struct u8c_protect *protect;

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
			p, n, &got.v, found, U8C_STEP_FINDINGS(step), protect });
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
	struct answer want = { 0 };
	unsigned int path;

	for (path = 0; path <= 1; path++) {
		memset(&want, 0, sizeof(want));
		u8c_ref_judge(&(struct u8c_name_query){
			NULL, U8C_POLICY(path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME), path, p, n,
			&want.v, want.f, ROOM, protect });
		try_steps(p, n, path, &want);
	}
}

static void try(const u8 *p, size_t n)
{
	if (u8c_ref_readable(n))
		try_well_formed(p, n);
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
	static struct u8c_protect git;
	unsigned int i;
	u8 buf[LENGTH_MAX];
	size_t n, length;

	random_start();
	assert_true(u8c_protect_init(&git, u8c_impl_find(NULL), u8c_text(".git", 4)));
	for (i = 0; i < 40000; i += share()) {
		protect = i % 2 ? &git : NULL;
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
	protect = NULL;
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

/* Every code point that is found, and some others; after it a dot. */
static void every_code_point(void **unused)
{
	u8 p[U8C_SEQUENCE_MAX + 1];
	struct utf8check_verdict v;
	size_t n;
	u32 cp;

	for (cp = 0; cp < 0x110000; cp += share()) {
		n = u8c_encode(&u8c_rfc3629, cp, p);
		if (!n)
			continue;
		p[n++] = '.';
		u8c_name(&(struct u8c_name_query){
			u8c_impl_find(NULL), U8C_POLICY(0), false, p, n, &v, NULL, 0, NULL });
		if (v.classes != U8C_BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED) || cp % 256 == '.')
			try_well_formed(p, n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_short_name),
		cmocka_unit_test(random_names),
		cmocka_unit_test(random_dangers),
		cmocka_unit_test(windows_names),
		cmocka_unit_test(every_code_point),
	};

	return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
