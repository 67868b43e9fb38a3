// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs a suite of kunit/ as tests of cmocka, and gives its cases what kunit/support.h
 * promises.
 */
#include "common.h"

/* The Makefile says which of them are linked. */
#define SUITE(name) extern struct kunit_suite name __attribute__((weak));
U8C_SUITES
#undef SUITE

#define SUITE(name) &name,
static const struct kunit_suite *const suites[] = { U8C_SUITES };
#undef SUITE

/* A case, or one of its rows. */
struct row {
	char name[KUNIT_PARAM_DESC_SIZE + 64];
	const struct kunit_case *of;
	struct kunit test;
};

/* What a case was lent: memory of malloc, or with guards. */
static struct lent {
	struct lent *before;
	void *room;
	struct guarded guarded;
} *lent;

static struct lent *lend(void)
{
	struct lent *l = calloc(1, sizeof(*l));

	assert_non_null(l);
	l->before = lent;
	lent = l;
	return l;
}

static int take_back(void **unused)
{
	struct lent *l;

	while ((l = lent)) {
		lent = l->before;
		if (l->guarded.p)
			guarded_free(&l->guarded);
		free(l->room);
		free(l);
	}
	return 0;
}

u8 *u8c_guarded(struct kunit *test, size_t size)
{
	struct lent *l = lend();

	l->guarded = guarded_new(size);
	return l->guarded.p + l->guarded.size;
}

void *u8c_room(struct kunit *test, size_t size)
{
	struct lent *l = lend();

	l->room = calloc(1, size);
	assert_non_null(l->room);
	return l->room;
}

u64 u8c_seed(struct kunit *test)
{
	const char *wanted = getenv("SEED");
	u64 seed = wanted && *wanted ? strtoull(wanted, NULL, 0) : U8C_SEED;

	printf("# SEED=%llu\n", (unsigned long long)seed);
	return seed;
}

static void run(void **state)
{
	struct row *row = *state;

	row->of->run_case(&row->test);
}

/* Each case, and each of its rows; they are only counted if @rows is NULL. */
static size_t list(const struct kunit_suite *suite, struct row *rows)
{
	char description[KUNIT_PARAM_DESC_SIZE] = "";
	const struct kunit_case *c;
	const void *param;
	size_t n = 0;

	for (c = suite->test_cases; c->run_case; c++) {
		param = c->generate_params ? c->generate_params(NULL, description) : NULL;
		do {
			if (rows) {
				rows[n].of = c;
				rows[n].test.param_value = param;
				snprintf(rows[n].name, sizeof(rows[n].name), param ? "%s: %s" :
					 "%s", c->name, description);
			}
			n++;
			param = param ? c->generate_params(param, description) : NULL;
		} while (param);
	}
	return n;
}

const struct kunit_suite *suite_next(const struct kunit_suite *before)
{
	size_t i = 0;

	while (before && suites[i++] != before)
		;
	for (; i < ARRAY_SIZE(suites); i++)
		if (suites[i])
			return suites[i];
	return NULL;
}

const char *suite_name(const struct kunit_suite *suite)
{
	return suite->name + strlen("utf8check_");
}

int suite_run(const struct kunit_suite *suite)
{
	const size_t n = list(suite, NULL);
	struct row *rows = calloc(n, sizeof(*rows));
	struct CMUnitTest *tests = calloc(n, sizeof(*tests));
	size_t i;
	int failed;

	list(suite, rows);
	for (i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){
			.name = rows[i].name, .test_func = run, .teardown_func = take_back,
			.initial_state = &rows[i],
		};
	failed = _cmocka_run_group_tests(suite->name, tests, n, NULL, NULL);
	free(tests);
	free(rows);
	return failed;
}
