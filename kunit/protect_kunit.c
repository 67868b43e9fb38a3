// SPDX-License-Identifier: GPL-2.0-only
/*
 * Protected names: rows of Git's tests and others, and the API's errnos.  The vectors of
 * conformance have more of them.
 */
#include <linux/utf8check.h>

#include "reference_protect.h"
#include "support.h"

/**
 * struct row - a name, and whether it is taken for a protected one
 *
 * @name: the name.
 * @protect: the protected name.
 * @taken: whether.
 */
struct row {
	const char *name;
	const char *protect;
	bool taken;
};

static const struct row rows[] = {
	/* Git: t1014 */
	{ ".git", ".git", false },
	{ ".GIT", ".git", true },
	{ "\xe2\x80\x8c.Git", ".git", true },
	{ ".gI\xe2\x80\x8cT", ".git", true },
	{ ".GiT\xe2\x80\x8c", ".git", true },
	{ "git~1", ".git", true },
	{ ".git. ", ".git", true },
	{ ".\\.GIT\\foobar", ".git", true },
	{ ".git\\foobar", ".git", true },
	{ ".git...:alternate-stream", ".git", true },
	/* Git: t0060 */
	{ "gitmod~4 . :$DATA", ".gitmodules", true },
	{ "GI7EBA~1", ".gitmodules", true },
	{ "GI7EB~10", ".gitmodules", true },
	{ "~1000000", ".gitmodules", true },
	{ "GI7EB~1", ".gitmodules", false },
	{ "GI7EBA~0", ".gitmodules", false },
	{ ".gitmodules x", ".gitmodules", false },
	{ ".gitmodules,:$DATA", ".gitmodules", false },
	{ "MABA30~1", ".mailmap", true },
	{ "GI250A~1", ".gitignore", true },
	{ "GI7D29~1", ".gitattributes", true },
	/* Extensions, compatibility, best fit */
	{ "WEB~1.CON", "web.config", true },
	{ "WEB~1.CO", "web.config", false },
	{ "SHORT~1.TXT", "short.txt", false },
	{ "\xef\xbc\x8egit", ".git", true },
	{ ".git\xe2\x80\xa6", ".git", true },
	{ "a\xe2\x80\x90" "b", "a-b", true },
	{ "a\xc2\xad" "b", "a-b", true },
	{ "c\xe2\x88\x95.git", ".git", true },
	{ "STRASSE", "stra\xc3\x9f" "e", true },
	{ "cafe\xcc\x81", "CAF\xc3\x89", true },
	/* Ill-formed */
	{ ".GIT\xff", ".git", false },
};

static void describe(const struct row *row, char *to)
{
	snprintf(to, KUNIT_PARAM_DESC_SIZE, "%*pE is taken for %s", (int)strlen(row->name),
		 row->name, row->protect);
}

KUNIT_ARRAY_PARAM(row, rows, describe);

static void protect_row(struct kunit *test)
{
	const struct row *row = test->param_value;
	struct u8c_protect *t = u8c_room(test, sizeof(*t));
	const struct u8c_text name = u8c_text(row->name, strlen(row->name));
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i) {
		KUNIT_ASSERT_TRUE(test, u8c_protect_init(t, *i, u8c_text(row->protect,
									strlen(row->protect))));
		KUNIT_EXPECT_EQ(test, u8c_is_protected(t, *i, name), row->taken);
	}
	KUNIT_EXPECT_EQ(test, u8c_ref_is_protected(t, name.p, name.n), row->taken);
}

static void protect_api(struct kunit *test)
{
	struct utf8check_policy linux_names;
	struct utf8check_protect *t = u8c_room(test, sizeof(*t));
	struct utf8check_verdict v;

	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, ".git\0.ssh", 9), 0);
	KUNIT_EXPECT_EQ(test, utf8check_name_protected(".git", 4, NULL, t, &v), 0);
	KUNIT_EXPECT_EQ(test, v.classes, 0);
	KUNIT_EXPECT_EQ(test, utf8check_name_protected(".SSH", 4, NULL, t, &v), -EILSEQ);
	KUNIT_EXPECT_EQ(test, v.primary, UTF8CHECK_PROTECTED);
	KUNIT_EXPECT_EQ(test, utf8check_name_protected(".SSH", 4, NULL, t, NULL), -EILSEQ);
	KUNIT_EXPECT_EQ(test, utf8check_name(".SSH", 4, NULL, NULL), 0);
	KUNIT_EXPECT_EQ(test, utf8check_path_protected("a/.git/.ssh", 11, NULL, t, NULL), 0);
	KUNIT_EXPECT_EQ(test, utf8check_path_protected("a/.Git/b", 8, NULL, t, &v), -EILSEQ);
	/* Whatever the policy refuses. */
	utf8check_policy_find("linux", false, &linux_names);
	KUNIT_EXPECT_EQ(test, utf8check_name_protected(".SSH", 4, &linux_names, t, &v), -EILSEQ);
	linux_names.refuse = 1;
	KUNIT_EXPECT_EQ(test, utf8check_name_protected(".git", 4, &linux_names, t, &v), -EINVAL);
}

static void protect_errno(struct kunit *test)
{
	static const char *const wrong[] = { "", ".", "..", "a/b", "\xff", "\xe2\x80\x8b" };
	struct utf8check_protect *t = u8c_room(test, sizeof(*t));
	u8 *many = u8c_room(test, UTF8CHECK_PROTECT_LEN_MAX + 1);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, wrong[i], strlen(wrong[i])),
				-EINVAL);
	memset(many, 'a', UTF8CHECK_PROTECT_LEN_MAX + 1);
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, 255), 0);
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, 256), -EINVAL);
	for (i = 0; i < 2 * UTF8CHECK_PROTECT_MAX; i += 2)
		many[i + 1] = 0;
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, 2 * UTF8CHECK_PROTECT_MAX), 0);
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, 2 * UTF8CHECK_PROTECT_MAX + 1),
			-EINVAL);
	memset(many, 'a', UTF8CHECK_PROTECT_LEN_MAX + 1);
	for (i = 255; i < UTF8CHECK_PROTECT_LEN_MAX; i += 256)
		many[i] = 0;
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, UTF8CHECK_PROTECT_LEN_MAX), 0);
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, many, UTF8CHECK_PROTECT_LEN_MAX + 1),
			-EINVAL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(protect_row, row_gen_params),
	KUNIT_CASE(protect_api),
	KUNIT_CASE(protect_errno),
	{}
};

struct kunit_suite u8c_protect_suite = {
	.name = "utf8check_protect",
	.test_cases = cases,
};
