// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The public calls of libutf8check, with the engine "library".  The engine
 * "device" is tested where there is a device (utf8check conformance
 * --engine=both).
 *
 * It is one file, long as it is, because the library is one header: each test is of one
 * of its calls, and all share an engine.
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
	assert_true(*version.release && *version.unicode);
	utf8check_close(other);
	unsetenv("UTF8CHECK_IMPL");
}

static void validate(void **unused)
{
	struct utf8check_error error;
	u64 code_points;

	assert_int_equal(utf8check_validate(engine, "h\xc3\xa9\0", 4,
					    UTF8CHECK_PROFILE_RFC3629, &code_points,
					    &error), 0);
	assert_int_equal(code_points, 3);
	assert_int_equal(error.reason, UTF8CHECK_REASON_NONE);
	assert_int_equal(utf8check_validate(engine, "\xc3\xa9\xed\xa0\x80", 5,
					    UTF8CHECK_PROFILE_RFC3629, &code_points,
					    &error), -EILSEQ);
	assert_int_equal(code_points, 1);
	assert_int_equal(error.offset, 2);
	assert_int_equal(error.value, 0xd800);
	assert_string_equal(utf8check_reason_name(error.reason), "surrogate");
	assert_int_equal(utf8check_validate(engine, "\xff", 1, UTF8CHECK_PROFILE_RFC3629,
					    NULL, NULL), -EILSEQ);
	assert_int_equal(utf8check_validate(engine, NULL, 0, UTF8CHECK_PROFILE_RFC3629,
					    NULL, NULL), 0);
	assert_int_equal(utf8check_validate(engine, "", 0, 77, NULL, NULL),
			 -EINVAL);
	assert_int_equal(utf8check_validate(engine, "\355\240\200", 3,
					    UTF8CHECK_PROFILE_WTF8, NULL, NULL), 0);
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
	assert_int_equal(f[0].what, UTF8CHECK_CLASS_HIDDEN_SEPARATOR);
	assert_int_equal(utf8check_name(engine, "a/b", 3, NULL, NULL, NULL, 0),
			 -EILSEQ);
	assert_int_equal(utf8check_path(engine, "a/b", 3, NULL, NULL, NULL, 0), 0);
	assert_int_equal(utf8check_path(engine, "a/..", 4, NULL, NULL, NULL, 0), 0);
	assert_int_equal(utf8check_path(engine, "a/..", 4,
					REFUSE(1u << UTF8CHECK_CLASS_DOTDOT), NULL,
					NULL, 0),
			 -EILSEQ);
	assert_int_equal(utf8check_name(engine, "a", 1, REFUSE(1), &v, NULL, 0),
			 -EINVAL);
	assert_int_equal(utf8check_name(engine, "a", 1, REFUSE(1ull << UTF8CHECK_CLASSES), &v,
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
		.size = sizeof(config), .action = UTF8CHECK_ACTION_REPLACE,
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
	assert_int_equal(r.state, UTF8CHECK_STATE_FINISHED);
	assert_int_equal(utf8check_stream_reset(s), 0);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.bytes_in, 0);
	assert_int_equal(r.state, 0);
	utf8check_stream_close(s);
}

/* As Windows-1252 and, for DE, as Windows-1258 has it: a combining tilde. */
static const uint32_t *some_table(void)
{
	static uint32_t table[128];
	unsigned int i;

	for (i = 0; i < 128; i++)
		table[i] = i < 0x20 ? 0 : 0x80 + i;
	table[0x00] = 0x20ac;
	table[0x05] = 0x85;
	table[0x12] = 0x2019;
	table[0x5e] = 0x303;
	return table;
}

/* Filters by the table, @piece bytes of input and @room bytes of output at a time. */
static size_t filter_decoded(const struct utf8check_config *config, const uint32_t *table,
			     const char *in, size_t n, size_t piece, size_t room, char *out)
{
	struct utf8check_stream *s;
	size_t used, made, total = 0;
	int err;

	assert_int_equal(utf8check_stream_open(engine, config, 0, &s), 0);
	if (table)
		assert_int_equal(utf8check_stream_decode(s, table), 0);
	do {
		used = n < piece ? n : piece;
		made = room;
		err = used ? utf8check_stream_push(s, in, &used, out + total, &made) :
			     utf8check_stream_finish(s, out + total, &made);
		assert_true(!err || err == -ENOSPC);
		in += used;
		n -= used;
		total += made;
	} while (err || used);
	utf8check_stream_close(s);
	return total;
}

/* What Python makes of these bytes with a handler of errors that decodes them. */
static void decoded_bytes(void **unused)
{
	static const struct {
		struct utf8check_config config;
		const char *in, *out;
	} rows[] = {
		{ { 0 }, "caf\xe9 \xc3\xa9 \x80", "caf\xc3\xa9 \xc3\xa9 \xe2\x82\xac" },
		/* Maximal subparts, overlong forms and surrogates go byte by byte. */
		{ { 0 }, "\xe2\xa2|\xc0\xaf|\xed\xa0\xa0", "\xc3\xa2\xc2\xa2|\xc3\x80\xc2\xaf|"
		  "\xc3\xad\xc2\xa0\xc2\xa0" },
		{ { 0 }, "a\xff\x81\x9f.", "a\xc3\xbf\xef\xbf\xbd\xef\xbf\xbd." },
		{ { .forbid = UTF8CHECK_BIT(UTF8CHECK_REASON_CONTROL) }, "a\x85\1", "a\xef\xbf\xbd\xef\xbf\xbd" },
		{ { .form = UTF8CHECK_FORM_NFC }, "a\xde\xe2\xcc\x81", "\xc3\xa3\xe1\xba\xa5" },
		{ { .form = UTF8CHECK_FORM_NFD }, "\xe9\x81\xe9", "e\xcc\x81\xef\xbf\xbd" "e\xcc\x81" },
		{ { .profile = UTF8CHECK_PROFILE_CESU8, .bom = UTF8CHECK_BOM_ADD },
		  "\xf0\xa4", "\xef\xbb\xbf\xc3\xb0\xc2\xa4" },
		{ { .flags = UTF8CHECK_FLAG_UNESCAPE }, "\\q\xe9", "\xef\xbf\xbdq\xc3\xa9" },
	};
	char out[64];
	unsigned int i, piece, room;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (piece = 1; piece < 9; piece++)
			for (room = 8; room < 32; room += 3) {
				struct utf8check_config c = rows[i].config;
				size_t n;

				c.size = sizeof(c);
				c.action = UTF8CHECK_ACTION_REPLACE;
				n = filter_decoded(&c, some_table(), rows[i].in, strlen(rows[i].in), piece, room, out);
				assert_int_equal(n, strlen(rows[i].out));
				assert_memory_equal(out, rows[i].out, n);
			}
}

/* A run of marks that a form does not take gets U+FFFD, whatever the room. */
static void decoded_marks(void **unused)
{
	const struct utf8check_config c = { .size = sizeof(c), .form = UTF8CHECK_FORM_NFD,
					    .action = UTF8CHECK_ACTION_REPLACE };
	static char in[1030], out[2][4096];
	size_t n;

	memset(in, 0xde, sizeof(in));
	n = filter_decoded(&c, some_table(), in, sizeof(in), sizeof(in), sizeof(out[0]), out[0]);
	assert_int_equal(n, 2 * 1029 + 3);
	assert_memory_equal(out[0] + 2048, "\xef\xbf\xbd\xcc\x83", 5);
	assert_int_equal(filter_decoded(&c, some_table(), in, sizeof(in), 7, 9, out[1]), n);
	assert_memory_equal(out[0], out[1], n);
}

/* Much text whose form has no room, up to an error: does that end the text, or go on with it? */
static void forms_before_errors(void **unused)
{
	enum { MANY = 100 };
	const struct utf8check_config c = { .size = sizeof(c), .form = UTF8CHECK_FORM_NFD,
					    .action = UTF8CHECK_ACTION_REPLACE };
	char in[2 * MANY + 10] = "", out[8 * MANY];
	const size_t room = sizeof(in) + 10, n = sizeof(in) - 1;
	size_t i;

	for (i = 0; i < MANY; i++)
		memcpy(in + 2 * i, "\xc3\xa9", 2);
	memcpy(in + 2 * MANY, "\xe9 letters", 9);
	assert_int_equal(filter_decoded(&c, some_table(), in, n, n, room, out), 3 * MANY + 11);
	assert_memory_equal(out + 3 * MANY, "e\xcc\x81 letters", 11);
	assert_int_equal(filter_decoded(&c, NULL, in, n, n, room, out), 3 * MANY + 11);
	assert_memory_equal(out + 3 * MANY, "\xef\xbf\xbd letters", 11);
	for (i = 0; i < MANY; i++)
		assert_memory_equal(out + 3 * i, "e\xcc\x81", 3);
}

static void decoded_errors(void **unused)
{
	struct utf8check_config c = { .size = sizeof(c), .action = UTF8CHECK_ACTION_REPLACE };
	static const uint32_t bad[] = { 0xd800, 0xdfff, 0x110000 };
	struct utf8check_stream *s;
	struct utf8check_report r;
	uint32_t table[128];
	size_t in = 4, out = 16, i;
	char buf[16];

	c.records = 2;
	assert_int_equal(utf8check_stream_open(engine, &c, 0, &s), 0);
	for (i = 0; i < 3; i++) {
		memcpy(table, some_table(), sizeof(table));
		table[i] = bad[i];
		assert_int_equal(utf8check_stream_decode(s, table), -EINVAL);
	}
	assert_int_equal(utf8check_stream_decode(s, some_table()), 0);
	assert_int_equal(utf8check_stream_push(s, "\xe2\xa2\xe9z", &in, buf, &out), 0);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.errors, 2);
	assert_int_equal(r.first.length, 2);
	assert_int_equal(r.first.reason, UTF8CHECK_REASON_TRUNCATED);
	assert_int_equal(utf8check_stream_decode(s, some_table()), -EINVAL);
	assert_int_equal(utf8check_stream_reset(s), 0);
	in = 3;
	out = 16;
	/* There is room for two records. */
	assert_int_equal(utf8check_stream_push(s, "\xff\xff\xff", &in, buf, &out), -ENOBUFS);
	assert_int_equal(in, 2);
	assert_int_equal(out, 4);
	assert_memory_equal(buf, "\xc3\xbf\xc3\xbf", 4);
	utf8check_stream_close(s);
	c.from = UTF8CHECK_ENCODING_AUTO;
	assert_int_equal(utf8check_stream_open(engine, &c, 0, &s), 0);
	assert_int_equal(utf8check_stream_decode(s, some_table()), -EINVAL);
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
	assert_int_equal(r.state, UTF8CHECK_STATE_REJECTED);
	assert_int_equal(r.first.offset, 2);
	assert_int_equal(r.first.reason, UTF8CHECK_REASON_TRUNCATED);
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
	r.encoding = UTF8CHECK_ENCODING_AUTO;
	assert_int_equal(utf8check_resync(engine, &r), -EINVAL);
	r.encoding = UTF8CHECK_ENCODING_UTF32LE;
	r.profile = UTF8CHECK_PROFILE_UCS2;
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
	struct utf8check_finding f[2] = { { .reserved = 1 }, { .reserved = 1 } };
	struct utf8check_check_name n = {
		.size = sizeof(n), .buf = (uintptr_t)".GIT", .len = 4, .findings = (uintptr_t)f,
		.room = 2, .protect = (uintptr_t)".git\0.ssh", .protect_len = 9,
	};

	assert_int_equal(utf8check_judge_name(engine, &n), -EILSEQ);
	assert_int_equal(n.verdict.primary, UTF8CHECK_CLASS_PROTECTED);
	assert_int_equal(n.verdict.findings, 1);
	assert_int_equal(f[0].length, 4);
	assert_int_equal(f[0].reserved, 0);
	n.buf = (uintptr_t)"a/.Ssh";
	n.len = 6;
	assert_int_equal(utf8check_judge_path(engine, &n), -EILSEQ);
	assert_int_equal(f[0].offset, 2);
	n.reserved = 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.reserved = 0;
	n.protect = 0;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.protect = (uintptr_t)"a/b";
	n.protect_len = 3;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.protect_len = 0;
	n.size = UTF8CHECK_CHECK_NAME_SIZE_VER0 - 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.size = sizeof(n);
	assert_int_equal(utf8check_judge_path(engine, &n), 0);
	n.policy.reserved[2] = 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
	n.policy.reserved[2] = 0;
	n.policy.refuse = 1;
	assert_int_equal(utf8check_judge_path(engine, &n), -EINVAL);
}

static void compare(void **unused)
{
	struct utf8check_compare c = {
		.size = sizeof(c), .profile = UTF8CHECK_PROFILE_CESU8,
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
		u8 tail[UTF8CHECK_SIZE_MAX];
	} longer = {
		.s = { .size = UTF8CHECK_SIZE_MAX, .buf = (uintptr_t)"\377\376", .len = 2 },
	};

	assert_int_equal(utf8check_signature(engine, &longer.s), 0);
	assert_int_equal(longer.s.size, UTF8CHECK_SIZE_MAX);
	assert_int_equal(longer.s.length, 2);
	assert_string_equal(longer.s.name, "UTF-16LE");
	longer.s.len = 1;
	assert_int_equal(utf8check_signature(NULL, &longer.s), 0);
	assert_int_equal(longer.s.length, 0);
	assert_string_equal(longer.s.name, "");
	longer.s.size = UTF8CHECK_SIZE_MAX + 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), -E2BIG);
	longer.s.size = UTF8CHECK_SIZE_MAX;
	longer.tail[0] = 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), -E2BIG);
	longer.s.size = sizeof(longer.s) - 1;
	assert_int_equal(utf8check_signature(engine, &longer.s), -EINVAL);
}

typedef const char *name_fn(unsigned int number);

/* Number of names from 0 on; each number after them names nothing. */
static unsigned int count_names(name_fn *name)
{
	unsigned int n = 0;

	while (name(n))
		n++;
	assert_null(name(n + 1));
	assert_null(name(UINT32_MAX));
	return n;
}

static void words(void **unused)
{
	struct utf8check_policy policy;
	unsigned int i;

	assert_string_equal(utf8check_policy_name(0), "default");
	assert_string_equal(utf8check_signature_name(0), "UTF-8");
	assert_int_equal(count_names(utf8check_reason_name), UTF8CHECK_REASONS);
	assert_int_equal(count_names(utf8check_class_name), UTF8CHECK_CLASSES);
	assert_int_equal(count_names(utf8check_profile_name), UTF8CHECK_PROFILE_EXTENDED + 1);
	assert_int_equal(count_names(utf8check_encoding_name), UTF8CHECK_ENCODING_AUTO + 1);
	assert_int_equal(count_names(utf8check_action_name), UTF8CHECK_ACTION_PASS + 1);
	assert_int_equal(count_names(utf8check_form_name), UTF8CHECK_FORM_NFD_CASEFOLD + 1);
	assert_int_equal(count_names(utf8check_bom_name), UTF8CHECK_BOM_FORBID + 1);
	assert_int_equal(count_names(utf8check_decoder_name), UTF8CHECK_DECODER_ANY + 1);
	for (i = 0; i < count_names(utf8check_policy_name); i++)
		assert_int_equal(utf8check_policy_find(utf8check_policy_name(i), i & 1, &policy), 0);
	/* Unicode Table 2-4 has five; UTF-7 alone has four. */
	assert_true(count_names(utf8check_signature_name) >= 9);
}

/* What the core decodes and encodes is in data/vectors. */
static void decode(void **unused)
{
	static const struct utf8check_coding cesu8 = { UTF8CHECK_ENCODING_UTF8,
						       UTF8CHECK_PROFILE_CESU8 };
	struct utf8check_error error;
	u8 out[UTF8CHECK_SEQUENCE_MAX];
	uint64_t cp;

	assert_int_equal(utf8check_decode(NULL, "\xe2\x82\xac\xac", 4, 1, &cp, &error), 3);
	assert_int_equal(cp, 0x20ac);
	assert_int_equal(utf8check_decode(NULL, "\xf0\x9f\x98", 3, 1, &cp, &error), 0);
	assert_int_equal(error.reason, UTF8CHECK_REASON_INCOMPLETE);
	assert_int_equal(error.length, 3);
	assert_int_equal(utf8check_decode(NULL, "\xf0\x9f\x98", 3, 1, NULL, NULL), 0);
	assert_int_equal(utf8check_encode(&cesu8, 0x1f600, out), 6);
	assert_int_equal(utf8check_decode(&cesu8, out, 6, 1, &cp, NULL), 6);
	assert_int_equal(cp, 0x1f600);
}

static void decode_errors(void **unused)
{
	struct utf8check_coding coding = { .encoding = UTF8CHECK_ENCODING_AUTO };
	u8 out[UTF8CHECK_SEQUENCE_MAX];

	assert_int_equal(utf8check_decode(NULL, "\xe2\x82", 2, 0, NULL, NULL), -1);
	assert_int_equal(utf8check_decode(NULL, "", 0, 0, NULL, NULL), -EINVAL);
	assert_int_equal(utf8check_encode(NULL, 0xd800, out), 0);
	assert_int_equal(utf8check_encode(NULL, 0x110000, out), 0);
	assert_int_equal(utf8check_decode(&coding, "a", 1, 1, NULL, NULL), -EINVAL);
	assert_int_equal(utf8check_encode(&coding, 'a', out), 0);
	coding = (struct utf8check_coding){ .profile = UTF8CHECK_PROFILE_EXTENDED + 1 };
	assert_int_equal(utf8check_decode(&coding, "a", 1, 1, NULL, NULL), -EINVAL);
	assert_int_equal(utf8check_encode(&coding, 'a', out), 0);
	coding.profile = UTF8CHECK_PROFILE_WTF8;
	assert_int_equal(utf8check_encode(&coding, 0xd800, out), 3);
	assert_memory_equal(out, "\xed\xa0\x80", 3);
}

static void valid_up_to(void **unused)
{
	struct utf8check_position at = { 1, 1 };

	assert_int_equal(utf8check_valid_up_to("", 0), 0);
	assert_int_equal(utf8check_valid_up_to("a\xc3\xa9\xe2\x82", 5), 3);
	assert_int_equal(utf8check_valid_up_to("a\xc3\xa9\xe2\x82\xac", 6), 6);
	utf8check_position_advance(&at, "a\n\xc3\xa9" "b", 5);
	assert_int_equal(at.line, 2);
	assert_int_equal(at.column, 3);
	utf8check_position_advance(&at, "\xe2\x82\xac", 3);
	assert_int_equal(at.line, 2);
	assert_int_equal(at.column, 4);
}

/* Unicode Table 2-4. */
static void sniff(void **unused)
{
	assert_int_equal(utf8check_sniff("\xef\xbb\xbf", 3, 1), UTF8CHECK_ENCODING_UTF8);
	assert_int_equal(utf8check_sniff("text", 4, 0), UTF8CHECK_ENCODING_UTF8);
	assert_int_equal(utf8check_sniff("\xff\xfe", 2, 0), -1);
	assert_int_equal(utf8check_sniff("\xff\xfe\0\0", 4, 0), UTF8CHECK_ENCODING_UTF32LE);
}

/* property_test.c has those of all code points. */
static void properties(void **unused)
{
	const uint64_t control = 1 << UTF8CHECK_REASON_CONTROL,
		       bidi = 1 << UTF8CHECK_REASON_BIDI_CONTROL;

	assert_int_equal(utf8check_properties('a'), 0);
	assert_int_equal(utf8check_properties(0x85), control);
	assert_int_equal(utf8check_forbidden(0x85, control), UTF8CHECK_REASON_CONTROL);
	assert_int_equal(utf8check_forbidden(0x85, bidi), UTF8CHECK_REASON_NONE);
	assert_int_equal(utf8check_forbidden(0x202e, ~0ull), UTF8CHECK_REASON_BIDI_CONTROL);
}

/* U+0301 has a combining class; a Hangul vowel composes only (Unicode section 3.12). */
static void boundaries_of_forms(void **unused)
{
	assert_int_equal(utf8check_has_boundary_before(UTF8CHECK_FORM_NFC, 'a'), 1);
	assert_int_equal(utf8check_has_boundary_before(UTF8CHECK_FORM_NFC, 0x301), 0);
	assert_int_equal(utf8check_has_boundary_before(UTF8CHECK_FORM_NFC, 0x1161), 0);
	assert_int_equal(utf8check_has_boundary_before(UTF8CHECK_FORM_NFD, 0x1161), 1);
	assert_int_equal(utf8check_has_boundary_before(99, 'a'), -EINVAL);
}

static void checks(void **unused)
{
	struct utf8check_config c = { .size = sizeof(c) };

	assert_int_equal(utf8check_config_check(&c), 0);
	c.action = UTF8CHECK_ACTION_PASS;
	assert_int_equal(utf8check_config_check(&c), 0);
	c.to = UTF8CHECK_ENCODING_UTF16LE;
	assert_int_equal(utf8check_config_check(&c), -EINVAL);
	c = (struct utf8check_config){ .size = 1 };
	assert_int_equal(utf8check_config_check(&c), -EINVAL);

	assert_int_equal(utf8check_protect_check(".git", 4), 0);
	assert_int_equal(utf8check_protect_check(".git\0.htaccess", 14), 0);
	assert_int_equal(utf8check_protect_check("a/b", 3), -EINVAL);
	assert_int_equal(utf8check_protect_check("..", 2), -EINVAL);
	assert_int_equal(utf8check_protect_check("", 0), -EINVAL);
}

static int library_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(open_errors),
		cmocka_unit_test(forced_impl),
		cmocka_unit_test(validate),
		cmocka_unit_test(names),
		cmocka_unit_test(stream_errors),
		cmocka_unit_test(stream_filters),
		cmocka_unit_test(decoded_bytes),
		cmocka_unit_test(decoded_marks),
		cmocka_unit_test(forms_before_errors),
		cmocka_unit_test(decoded_errors),
		cmocka_unit_test(stream_checks),
		cmocka_unit_test(resync),
		cmocka_unit_test(protected_names),
		cmocka_unit_test(compare),
		cmocka_unit_test(signature),
		cmocka_unit_test(words),
		cmocka_unit_test(decode),
		cmocka_unit_test(decode_errors),
		cmocka_unit_test(valid_up_to),
		cmocka_unit_test(sniff),
		cmocka_unit_test(properties),
		cmocka_unit_test(boundaries_of_forms),
		cmocka_unit_test(checks),
	};

	return cmocka_run_group_tests_name("library", tests, open_library,
					   close_library);
}

UNIT_GROUP("library", library_tests);
