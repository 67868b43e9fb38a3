// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths that are judged in steps, against the slow reference; the module
 * exports only what judges them at once, which kunit/path_kunit.c tests.
 */
#include "shared/common.h"
#include "kunit/reference_dotdot.h"
#include "kunit/reference_path.h"
#include "kunit/sample_names.h"

#define ROOM (2 * U8C_SAMPLE_NAME_MAX + 2)

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

static void try_name(const u8 *p, size_t n)
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

/* All bytes that could matter: the four characters and the bytes of their forms. */
static const u8 letters[] = {
	0x00, '.', '/', '\\', 'a', 0x80, 0xae, 0xaf, 0xc0, 0xff,
};

static void try_rest(u8 *p, size_t n, size_t i)
{
	size_t l;

	if (i == n) {
		try_name(p, n);
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

/* Well-formed names that other programs make dangerous have one reading, however long. */
static void random_names(void **unused)
{
	static struct u8c_protect git;
	u8 p[U8C_SAMPLE_NAME_MAX];
	unsigned int i;
	size_t n;

	random_start();
	assert_true(u8c_protect_init(&git, u8c_impl_find(NULL), u8c_text(".git", 4)));
	for (i = 0; i < 60000; i += share()) {
		protect = i & 2 ? &git : NULL;
		n = u8c_sample_name(random_chance(), i & 1, p);
		if (u8c_ref_readable(n) || u8c_ref_valid_up_to(p, n) == n)
			try_name(p, n);
	}
	protect = NULL;
}

static int steps_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_short_name),
		cmocka_unit_test(random_names),
	};

	return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}

UNIT_GROUP("steps", steps_tests);
