// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The public calls of libutf8check, with the engine "library".  The engine
 * "device" is tested where there is a device (utf8check conformance
 * --engine=both).
 */
#include <errno.h>
#include "shared/common.h"
#include "utf8check.h"

static struct utf8check *engine;

static int open_library(void **unused)
{
	unsetenv("UTF8CHECK_IMPL");
	return utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine);
}

static int close_library(void **unused)
{
	utf8check_close(engine);
	return 0;
}

static void open_errors(void **unused)
{
	struct utf8check *other = NULL;

	assert_int_equal(utf8check_open(99, &other), -EINVAL);
	setenv("UTF8CHECK_DEVICE", "/nonexistent/utf8check", 1);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_DEVICE, &other), -ENOENT);
	setenv("UTF8CHECK_DEVICE", "/dev/null", 1);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_DEVICE, &other), -ENODEV);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_AUTO, &other), 0);
	assert_string_equal(utf8check_engine_name(other), "library");
	utf8check_close(other);
	utf8check_close(NULL);
	unsetenv("UTF8CHECK_DEVICE");
}

static void forced_impl(void **unused)
{
	struct utf8check *other = NULL;
	struct utf8check_version version;

	setenv("UTF8CHECK_IMPL", "abacus", 1);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &other),
			 -ENOPROTOOPT);
	setenv("UTF8CHECK_IMPL", "scalar", 1);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &other), 0);
	assert_int_equal(utf8check_version(other, &version), 0);
	assert_string_equal(version.impl, "scalar");
	assert_int_equal(version.abi, UTF8CHECK_ABI);
	utf8check_close(other);
	unsetenv("UTF8CHECK_IMPL");
}

static void validate(void **unused)
{
	struct utf8check_error error;
	u64 code_points;

	assert_int_equal(utf8check_validate(engine, "h\xc3\xa9\0", 4,
					    UTF8CHECK_RFC3629, &code_points,
					    &error), 0);
	assert_int_equal(code_points, 3);
	assert_int_equal(error.reason, UTF8CHECK_NO_REASON);
	assert_int_equal(utf8check_validate(engine, "\xc3\xa9\xed\xa0\x80", 5,
					    UTF8CHECK_RFC3629, &code_points,
					    &error), -EILSEQ);
	assert_int_equal(code_points, 1);
	assert_int_equal(error.offset, 2);
	assert_int_equal(error.value, 0xd800);
	assert_string_equal(utf8check_reason_name(error.reason), "surrogate");
	assert_int_equal(utf8check_validate(engine, "\xff", 1, UTF8CHECK_RFC3629,
					    NULL, NULL), -EILSEQ);
	assert_int_equal(utf8check_validate(engine, NULL, 0, UTF8CHECK_RFC3629,
					    NULL, NULL), 0);
	assert_int_equal(utf8check_validate(engine, "", 0, 77, NULL, NULL),
			 -EINVAL);
	assert_int_equal(utf8check_validate(engine, "\355\240\200", 3,
					    UTF8CHECK_WTF8, NULL, NULL), 0);
}

#define REFUSE(mask) (&(const struct utf8check_policy){ .refuse = (mask) })

static void names(void **unused)
{
	struct utf8check_finding f[4];
	struct utf8check_verdict v;

	assert_int_equal(utf8check_name(engine, "..\xc0\xaf", 4, NULL, &v, f, 4),
			 -EILSEQ);
	assert_int_equal(v.ok, 0);
	assert_int_equal(v.hidden_dotdot, 1);
	assert_int_equal(f[0].offset, 2);
	assert_int_equal(f[0].length, 2);
	assert_int_equal(f[0].what, UTF8CHECK_HIDDEN_SEPARATOR);
	assert_int_equal(utf8check_name(engine, "a/b", 3, NULL, NULL, NULL, 0),
			 -EILSEQ);
	assert_int_equal(utf8check_path(engine, "a/b", 3, NULL, NULL, NULL, 0), 0);
	assert_int_equal(utf8check_path(engine, "a/..", 4, NULL, NULL, NULL, 0), 0);
	assert_int_equal(utf8check_path(engine, "a/..", 4,
					REFUSE(1u << UTF8CHECK_DOTDOT), NULL,
					NULL, 0),
			 -EILSEQ);
	assert_int_equal(utf8check_name(engine, "a", 1, REFUSE(1), &v, NULL, 0),
			 -EINVAL);
	assert_int_equal(utf8check_name(engine, "a", 1, REFUSE(1ull << 40), &v,
					NULL, 0),
			 -EINVAL);
}

static void stream_errors(void **unused)
{
	struct {
		struct utf8check_config config;
		u64 tail;
	} longer = { .config.size = sizeof(longer), .tail = 1 };
	struct utf8check_stream *s = NULL;

	assert_int_equal(utf8check_stream_open(engine, &longer.config, 0, &s),
			 -E2BIG);
	longer.tail = 0;
	assert_int_equal(utf8check_stream_open(engine, &longer.config, 0, &s), 0);
	utf8check_stream_close(s);
	longer.config.size = 31;
	assert_int_equal(utf8check_stream_open(engine, &longer.config, 0, &s),
			 -EINVAL);
	longer.config.size = 32;
	longer.config.reserved = 1;
	assert_int_equal(utf8check_stream_open(engine, &longer.config, 0, &s),
			 -EINVAL);
	longer.config.reserved = 0;
	longer.config.form = 99;
	assert_int_equal(utf8check_stream_open(engine, &longer.config, 0, &s),
			 -EINVAL);
	assert_int_equal(utf8check_stream_open(engine, NULL, 8, &s), -EINVAL);
	utf8check_stream_close(NULL);
}

static void stream_filters(void **unused)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .action = UTF8CHECK_REPLACE,
	};
	struct utf8check_report r;
	struct utf8check_stream *s;
	size_t in = 3, out = 16;
	u8 buf[16];

	assert_int_equal(utf8check_stream_open(engine, &config, 0, &s), 0);
	assert_int_equal(utf8check_stream_push(s, "a\xc0\xaf", &in, NULL, NULL),
			 -EINVAL);
	assert_int_equal(utf8check_stream_push(s, "a\xc0\xaf", &in, buf, &out), 0);
	assert_int_equal(in, 3);
	assert_int_equal(out, 7);
	assert_memory_equal(buf, "a\xef\xbf\xbd\xef\xbf\xbd", 7);
	in = 2;
	out = 1;
	assert_int_equal(utf8check_stream_push(s, "xy", &in, buf, &out), -ENOSPC);
	assert_int_equal(in, 1);
	assert_int_equal(out, 1);
	out = 16;
	assert_int_equal(utf8check_stream_finish(s, buf, &out), 0);
	assert_int_equal(utf8check_stream_push(s, "x", &in, buf, &out), -EPIPE);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.errors, 2);
	assert_int_equal(r.state, UTF8CHECK_FINISHED);
	assert_int_equal(utf8check_stream_reset(s), 0);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.bytes_in, 0);
	assert_int_equal(r.state, 0);
	utf8check_stream_close(s);
}

/* An error that is found in a later piece has an offset in an earlier piece. */
static void stream_checks(void **unused)
{
	struct utf8check_report r;
	struct utf8check_stream *s;
	size_t in = 3, out = 4;
	u8 buf[4];

	assert_int_equal(utf8check_stream_open(engine, NULL,
					       UTF8CHECK_CHECK_ONLY, &s), 0);
	assert_int_equal(utf8check_stream_push(s, "ab\xe2", &in, buf, &out),
			 -EINVAL);
	assert_int_equal(utf8check_stream_push(s, "ab\xe2", &in, NULL, NULL), 0);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.pending, 1);
	in = 1;
	assert_int_equal(utf8check_stream_push(s, "c", &in, NULL, NULL), -EILSEQ);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.state, UTF8CHECK_REJECTED);
	assert_int_equal(r.first.offset, 2);
	assert_int_equal(r.first.reason, UTF8CHECK_TRUNCATED);
	assert_int_equal(r.pending, 0);
	utf8check_stream_close(s);
}

static void resync(void **unused)
{
	struct utf8check_resync r = {
		.size = sizeof(r), .buf = (uintptr_t)"a\360\237\230\200z",
		.len = 6, .at = 3,
	};

	assert_int_equal(utf8check_resync(engine, &r), 0);
	assert_int_equal(r.previous, 1);
	assert_int_equal(r.next, 5);
	assert_int_equal(r.found, UTF8CHECK_HAS_PREVIOUS | UTF8CHECK_HAS_NEXT);
	r.at = 7;
	assert_int_equal(utf8check_resync(engine, &r), -EINVAL);
	r.at = 6;
	r.encoding = UTF8CHECK_AUTO;
	assert_int_equal(utf8check_resync(engine, &r), -EINVAL);
	r.encoding = UTF8CHECK_UTF32LE;
	r.profile = UTF8CHECK_UCS2;
	assert_int_equal(utf8check_resync(engine, &r), -EINVAL);
	r = (struct utf8check_resync){
		.size = sizeof(r), .at = 10, .len = 20,
		.buf = (uintptr_t)"\200\200\200\200\200\200\200\200\200\200"
				  "\200\200\200\200\200\200\200\200\200\200",
	};
	assert_int_equal(utf8check_resync(engine, &r), -EILSEQ);
	assert_int_equal(r.found, 0);
}

static void protected_names(void **unused)
{
	struct utf8check_finding f[2];
	struct utf8check_name n = {
		.size = sizeof(n), .buf = (uintptr_t)".GIT", .len = 4, .findings = (uintptr_t)f,
		.room = 2, .protect = (uintptr_t)".git\0.ssh", .protect_len = 9,
	};

	assert_int_equal(utf8check_judge_name(engine, &n), -EILSEQ);
	assert_int_equal(n.verdict.primary, UTF8CHECK_PROTECTED);
	assert_int_equal(n.verdict.findings, 1);
	assert_int_equal(f[0].length, 4);
	n.buf = (uintptr_t)"a/.Ssh";
	n.len = 6;
	assert_int_equal(utf8check_judge_path(engine, &n), -EILSEQ);
	assert_int_equal(f[0].offset, 2);
	n.reserved = 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.reserved = 0;
	n.protect = (uintptr_t)"a/b";
	n.protect_len = 3;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	/* A caller of the first version has no such names. */
	n.size = offsetof(struct utf8check_name, protect);
	assert_int_equal(utf8check_judge_path(engine, &n), 0);
	n.size--;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.size = sizeof(n);
	n.protect_len = 0;
	assert_int_equal(utf8check_judge_path(engine, &n), 0);
	n.policy.refuse = 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
}

static void compare(void **unused)
{
	struct utf8check_compare c = {
		.size = sizeof(c), .profile = UTF8CHECK_CESU8,
		.a = (uintptr_t)"a\357\277\277", .a_len = 4,
		.b = (uintptr_t)"a\355\240\200\355\260\200", .b_len = 7,
	};

	assert_int_equal(utf8check_compare(engine, &c), 0);
	assert_int_equal(c.order, -1);
	assert_int_equal(c.offset, 1);
	assert_int_equal(c.a_value, 0xffff);
	assert_int_equal(c.b_value, 0x10000);
	assert_int_equal(c.b_length, 6);
	c.a_len = 1;
	c.b_len = 1;
	assert_int_equal(utf8check_compare(engine, &c), 0);
	assert_int_equal(c.order, 0);
	assert_int_equal(c.a_value, UTF8CHECK_NO_POINT);
	c.reserved2 = 1;
	assert_int_equal(utf8check_compare(engine, &c), -EINVAL);
	c.reserved2 = 0;
	c.encoding = 77;
	assert_int_equal(utf8check_compare(engine, &c), -EINVAL);
}

/* Also tests that structs may grow: the caller or the library may be older. */
static void signature(void **unused)
{
	struct {
		struct utf8check_signature s;
		u64 tail;
	} longer = {
		.s = { .size = sizeof(longer), .buf = (uintptr_t)"\377\376", .len = 2 },
	};

	assert_int_equal(utf8check_signature(engine, &longer.s), 0);
	assert_int_equal(longer.s.size, sizeof(longer));
	assert_int_equal(longer.s.length, 2);
	assert_string_equal(longer.s.name, "UTF-16LE");
	longer.s.len = 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), 0);
	assert_int_equal(longer.s.length, 0);
	assert_string_equal(longer.s.name, "");
	longer.tail = 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), -E2BIG);
	longer.s.size = sizeof(longer.s) - 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), -EINVAL);
}

static void words(void **unused)
{
	assert_string_equal(utf8check_reason_name(UTF8CHECK_OVERLONG), "overlong");
	assert_string_equal(utf8check_class_name(UTF8CHECK_LAX_DOT), "lax-dot");
	assert_null(utf8check_reason_name(1000));
	assert_null(utf8check_class_name(1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(open_errors),
		cmocka_unit_test(forced_impl),
		cmocka_unit_test(validate),
		cmocka_unit_test(names),
		cmocka_unit_test(stream_errors),
		cmocka_unit_test(stream_filters),
		cmocka_unit_test(stream_checks),
		cmocka_unit_test(resync),
		cmocka_unit_test(protected_names),
		cmocka_unit_test(compare),
		cmocka_unit_test(signature),
		cmocka_unit_test(words),
	};

	return cmocka_run_group_tests_name("library", tests, open_library,
					   close_library);
}
