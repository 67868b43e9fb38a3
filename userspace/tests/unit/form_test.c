// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream with a normalization form against the slow reference: random texts,
 * all splits and rooms, the longest runs, and the errors in text that is not
 * normalized.
 */
#include <stdio.h>
#include "shared/common.h"
#include "shared/flow.h"
#include "kunit/sample_form.h"

static struct flow flow;
static struct u8c_chance chance;

static u32 below(u32 limit)
{
	return u8c_chance_below(&chance, limit);
}

static void try(const struct utf8check_config *config, const u8 *p, size_t n,
		const struct flow_way *way)
{
	const char *differs = flow_try(&flow, config, p, n, way);

	if (differs)
		flow_print(config);
	assert_same(differs, p, n);
}

/* Whole, byte by byte, cut at each single place, and in random pieces. */
static void try_splits(const struct utf8check_config *config, const u8 *p, size_t n)
{
	static const struct flow_way unwanted = { .unwanted = true };
	struct flow_way way = { .room = 64 };
	size_t at;

	try(config, p, n, &flow_whole);
	try(config, p, n, &unwanted);
	for (at = 0; at < n && at < 64; at++) {
		way.cuts = 1ull << at;
		try(config, p, n, &way);
	}
	way.cuts = ~0ull;
	for (way.room = 0; way.room < 24; way.room++)
		try(config, p, n, &way);
	way.chance = below;
	try(config, p, n, &way);
}

#define TEXT(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

/* U+00C1 is C3 81, U+0301 CC 81, U+0316 CC 96; U+1100 U+1161 U+11A8. */
static const struct {
	const u8 *p;
	size_t n;
} texts[] = {
	TEXT(""), TEXT("a"), TEXT("\xcc\x81"), TEXT("a\xcc\x81\xcc\x96"),
	TEXT("\xc3\x81"), TEXT("a\xcc\x81" "b"), TEXT("a\xcc\x96\xcc\x81\n"),
	TEXT("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8"),
	TEXT("\xea\xb0\x80\xe1\x86\xa8"), TEXT("\xea\xb0\x81"),
	TEXT("\xe2\x84\xa6"), TEXT("\xcd\x84"), TEXT("\xef\xb7\xba"),
	TEXT("\xef\xac\x83\xcc\x81"), TEXT("\xe1\xbe\x80\xcc\x96"),
	TEXT("\xce\xb1\xcd\x85\xcc\x94"), TEXT("STRASSE \xc3\x9f\xcc\x81"),
	/* errors between code points that would compose or be reordered */
	TEXT("a\xff\xcc\x81"), TEXT("a\xcc\xcc\x81"), TEXT("a\xcc\x81\xff\xcc\x96"),
	TEXT("\xe1\x84\x80\xff\xe1\x85\xa1"), TEXT("a\xcc\x81x\xff"),
	TEXT("a\xcc\x81\xe2\x82"), TEXT("a\xc1\xa1\xcc\x81"),
	/* left out by NFKC_Casefold, between lines and surrogates */
	TEXT("\xc2\xad\nb"), TEXT("a\xc2\xad\n\nb"), TEXT("\n\xc2\xad\xcc\x81\n\n"),
	TEXT("\xed\xa0\x80\xc2\xad\xed\xb0\x80"), TEXT("\xef\xbb\xbf" "A"),
	TEXT("\xed\xa0\x80\xff\xed\xb0\x80"),
	/* beyond U+10FFFF */
	TEXT("a\xf4\x90\x80\x80\xcc\x81"),
	TEXT("A\xfc\x84\x80\x80\x80\x81\xcc\x81"),
};

typedef void (*try_fn)(const struct utf8check_config *config, const u8 *p, size_t n);

/* With and without stream-safe; with and without output; as a question and not. */
static void try_flags(struct utf8check_config *config, try_fn fn, const u8 *p,
		      size_t n)
{
	unsigned int i;

	for (i = 0; i < 8; i++) {
		config->flags = UTF8CHECK_POSITION | (i & 1 ? UTF8CHECK_STREAM_SAFE : 0) |
				(i & 2 ? UTF8CHECK_NO_OUTPUT : 0);
		config->forbid = i & 4 ? 1ull << UTF8CHECK_NOT_NORMALIZED : 0;
		if (u8c_config_makes_sense(config))
			fn(config, p, n);
	}
}

/* With each form and action. */
static void try_forms(struct utf8check_config *config, try_fn fn, const u8 *p,
		      size_t n)
{
	for (config->form = 0; config->form < U8C_FORMS; config->form++)
		for (config->action = 0; config->action < U8C_ACTIONS;
		     config->action++)
			try_flags(config, fn, p, n);
}

static void every_split(void **unused)
{
	static const u8 profiles[] = { UTF8CHECK_RFC3629, UTF8CHECK_WTF8, UTF8CHECK_EXTENDED };
	struct utf8check_config config = { 0 };
	unsigned int i, k;

	(void)unused;
	for (k = 0; k < U8C_ARRAY_SIZE(profiles); k++) {
		config.profile = profiles[k];
		config.to_profile = profiles[k];
		for (i = 0; i < U8C_ARRAY_SIZE(texts); i++)
			try_forms(&config, try_splits, texts[i].p, texts[i].n);
	}
}

/* A random form; half of the time a stream that only checks. */
static void random_config(struct utf8check_config *c)
{
	memset(c, 0, sizeof(*c));
	do {
		c->profile = below(U8C_PROFILES);
		c->to_profile = below(U8C_PROFILES);
		c->from = below(2) ? 0 : below(U8C_ENCODINGS);
		c->to = below(2) ? c->from : below(UTF8CHECK_AUTO);
		c->action = below(2) ? 0 : below(U8C_ACTIONS);
		c->form = below(U8C_FORMS);
		c->bom = below(2) ? 0 : below(U8C_BOMS);
		c->flags = below(16);
		c->forbid = below(4) ? 0 : (u64)below(64) << UTF8CHECK_CONTROL;
		if (below(2))
			c->forbid |= 1ull << UTF8CHECK_NOT_NORMALIZED;
	} while (!u8c_config_makes_sense(c) ||
		 !u8c_config_needs_work(c));
}

static size_t random_text_of(const struct utf8check_config *config, u8 *p)
{
	struct u8c_coding c = {
		.profile = config->profile, .encoding = config->from % UTF8CHECK_AUTO,
	};
	size_t n = below(below(4) ? 60 : 600);

	u8c_sample_form_text(&chance, &c, 1u << below(7), p, n);
	return n;
}

static void random_texts(void **unused)
{
	struct flow_way way = { .chance = below };
	struct utf8check_config config;
	u8 p[FLOW_MAX];
	unsigned int i;
	size_t n;

	(void)unused;
	for (i = 0; i < 12000; i += share()) {
		random_config(&config);
		n = random_text_of(&config, p);
		way.room = 1 + below(60);
		try(&config, p, n, &flow_whole);
		try(&config, p, n, &way);
		way.room = 0;
		try(&config, p, n, &way);
	}
}

/* Most text is in its form, so take such text and insert one bad code point. */
static void random_normalized(void **unused)
{
	struct flow_way way = { .chance = below, .room = 40 };
	struct utf8check_config config = { .flags = UTF8CHECK_POSITION };
	u8 p[FLOW_MAX], spoiled[FLOW_MAX], bytes[4];
	unsigned int i;
	size_t n, at;

	(void)unused;
	for (i = 0; i < 4000; i += share()) {
		config.forbid = 0;
		config.flags = UTF8CHECK_POSITION;
		config.form = UTF8CHECK_NFC + below(U8C_FORMS - 1);
		u8c_sample_form_text(&chance, &u8c_rfc3629, 0, p, 60);
		config.action = UTF8CHECK_DROP;
		assert_null(flow_run(&flow, &config, p, 60, &flow_whole));
		n = flow.made;
		memcpy(p, flow.out, n);
		config.action = UTF8CHECK_REJECT;
		config.flags |= UTF8CHECK_NO_OUTPUT;
		config.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED;
		try(&config, p, n, &way);
		assert_int_equal(flow.s.errors, 0);
		at = u8c_previous_boundary(&u8c_rfc3629, p, n, below(n + 1));
		memcpy(spoiled, p, at);
		u8c_encode(&u8c_rfc3629, 0x344, bytes);
		memcpy(spoiled + at, bytes, 2);
		memcpy(spoiled + at + 2, p + at, n - at);
		try(&config, spoiled, n + 2, &way);
		assert_int_equal(flow.s.by_reason[UTF8CHECK_NOT_NORMALIZED], 1);
		assert_true(flow.s.first.offset <= at);
	}
}

static const struct {
	enum utf8check_form form;
	const char *text;
	u32 offset, line, column, length, value;
} answers[] = {
	{ .form = UTF8CHECK_NFC, .text = "\n" "ab\xcc\x81q" },
	{ UTF8CHECK_NFC, "\n" "ae\xcc\x81", 2, 2, 2, 1, 'e' },
	{ UTF8CHECK_NFD, "ab\n\xc3\xa9", 3, 2, 1, 2, 0xe9 },
	{ .form = UTF8CHECK_NFD, .text = "a\xcc\x96\xcc\x81" },
	{ UTF8CHECK_NFD, "a\xcc\x81\xcc\x96", 1, 1, 2, 2, 0x301 },
	{ UTF8CHECK_NFKC, "x\xef\xac\x83", 1, 1, 2, 3, 0xfb03 },
	{ UTF8CHECK_NFKC_CASEFOLD, "a\xc2\xad\n", 1, 1, 2, 2, 0xad },
	{ UTF8CHECK_NFKC_CASEFOLD, "\xc2\xad\nb", 0, 1, 1, 2, 0xad },
	{ UTF8CHECK_NFD_CASEFOLD, "ab\nC", 3, 2, 1, 1, 'C' },
	/* the text before an ill-formed byte is a text of its own */
	{ UTF8CHECK_NFD, "\xc3\xa9\xff", 0, 1, 1, 2, 0xe9 },
	{ UTF8CHECK_NFC, "e\xcc\x81\xff", 0, 1, 1, 1, 'e' },
};

/* Compares with rows, not with the reference. */
static void spelled(void **unused)
{
	struct utf8check_config config = {
		.flags = UTF8CHECK_NO_OUTPUT | UTF8CHECK_POSITION,
		.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED,
	};
	unsigned int i;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(answers); i++) {
		const char *text = answers[i].text;
		const struct utf8check_error *e = &flow.s.first;

		config.form = answers[i].form;
		try_splits(&config, (const u8 *)text, strlen(text));
		assert_int_equal(flow.s.errors, !!answers[i].length);
		if (!answers[i].length)
			continue;
		assert_int_equal(e->reason, UTF8CHECK_NOT_NORMALIZED);
		assert_int_equal(e->offset, answers[i].offset);
		assert_int_equal(e->line, answers[i].line);
		assert_int_equal(e->column, answers[i].column);
		assert_int_equal(e->length, answers[i].length);
		assert_int_equal(e->value, answers[i].value);
		assert_int_equal(flow.s.bytes_in, e->offset);
		assert_memory_equal(e->bytes, text + e->offset, e->length);
	}
}

static const u8 forms_that_make[] = {
	UTF8CHECK_NFC, UTF8CHECK_NFD, UTF8CHECK_NFKC, UTF8CHECK_NFKD, UTF8CHECK_NFKC_CASEFOLD,
	UTF8CHECK_NFD_CASEFOLD,
};

/* A letter and a run of @many nonstarters of alternating classes; then a letter. */
static size_t make_run(u8 *p, size_t many)
{
	size_t n = 0, i;

	p[n++] = 'a';
	for (i = 0; i < many; i++) {
		p[n++] = 0xcc;
		p[n++] = i % 2 ? 0x96 : 0x81;
	}
	p[n++] = 'b';
	return n;
}

#define RUN_TEXT 2200
static u8 run_out[U8C_REF_OUT(RUN_TEXT)], run_want[U8C_REF_OUT(RUN_TEXT)];
static u64 run_work[U8C_REF_WORK(RUN_TEXT)];

/* Through a stream in pieces; pieces and rooms have at most the same size. */
static void try_run(const struct utf8check_config *config, const u8 *p, size_t n,
		    size_t piece)
{
	static struct u8c_verifier work;
	size_t at = 0, part, used, made, length = 0;
	enum u8c_status status = U8C_DONE;
	struct u8c_ref_result want;
	struct u8c_stream s;

	u8c_stream_init(&s, random_impl(), config);
	u8c_stream_lend(&s, &work);
	while (at < n && status != U8C_REJECTED) {
		part = n - at < piece ? n - at : piece;
		used = part;
		made = U8C_PIECE_MAX + below(piece);
		status = u8c_stream_push(&s, p + at, &used, run_out + length, &made);
		length += made;
		at += used;
	}
	do {
		made = U8C_PIECE_MAX + below(piece);
		status = u8c_stream_finish(&s, run_out + length, &made);
		length += made;
	} while (status == U8C_FULL);
	u8c_ref_stream(config, p, n, run_want, &want, run_work);
	assert_same(u8c_ref_stream_differs(&s, &want), p, n);
	assert_int_equal(length, want.bytes_out);
	assert_memory_equal(run_out, run_want, length);
	flow.s = s;
}

static void runs(void **unused)
{
	struct utf8check_config config = { .flags = UTF8CHECK_POSITION };
	u8 p[RUN_TEXT];
	unsigned int i, many;
	size_t n;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(forms_that_make); i++) {
		config.form = forms_that_make[i];
		for (many = 1022; many <= 1027; many++) {
			n = make_run(p, many);
			for (config.action = 0; config.action < U8C_ACTIONS;
			     config.action++) {
				if (config.action == UTF8CHECK_ESCAPE)
					continue;
				try_run(&config, p, n, n);
				try_run(&config, p, n, 7);
				assert_int_equal(flow.s.errors,
						 config.action == UTF8CHECK_DROP &&
						 many > 1024 ? many - 1024 :
						 many > 1024);
				if (many <= 1024)
					continue;
				assert_int_equal(flow.s.first.reason,
						 UTF8CHECK_COMBINING_RUN);
				assert_int_equal(flow.s.first.offset,
						 1 + 2 * 1024);
			}
			config.action = UTF8CHECK_REJECT;
			config.flags |= UTF8CHECK_STREAM_SAFE;
			try_run(&config, p, n, 100);
			assert_int_equal(flow.s.errors, 0);
			config.flags &= ~UTF8CHECK_STREAM_SAFE;
		}
	}
}

/*
 * U+00AD (C2 AD) is a starter in NFKD, so no joiner is needed after it, and
 * NFKC_Casefold leaves it out.  Regression: 30 marks and one U+00AD, 35 times,
 * were more than a normalizer holds.
 */
static void runs_with_holes(void **unused)
{
	struct utf8check_config config = {
		.form = UTF8CHECK_NFKC_CASEFOLD,
		.flags = UTF8CHECK_POSITION | UTF8CHECK_STREAM_SAFE,
	};
	u8 text[35 * 62];
	size_t n = 0, i, k;

	(void)unused;
	for (i = 0; i < 35; i++) {
		for (k = 0; k < 30; k++) {
			text[n++] = 0xcc;
			text[n++] = k % 2 ? 0x96 : 0x81;
		}
		text[n++] = 0xc2;
		text[n++] = 0xad;
	}
	for (config.action = 0; config.action < U8C_ACTIONS; config.action++) {
		if (config.action == UTF8CHECK_ESCAPE)
			continue;
		try_run(&config, text, n, n);
		assert_int_equal(flow.s.first.reason, UTF8CHECK_COMBINING_RUN);
	}
}

/* 70,000 times U+00AD wait for the letter before them: 16 bits cannot count them. */
static void many_left_out(void **unused)
{
	const struct utf8check_config config = {
		.form = UTF8CHECK_NFKC_CASEFOLD,
		.flags = UTF8CHECK_NO_OUTPUT | UTF8CHECK_POSITION,
		.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED,
	};
	static struct u8c_verifier work;
	const u8 *const shy = (const u8 *)"\xc2\xad";
	size_t used = 2, i;
	struct u8c_stream s;

	(void)unused;
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	u8c_stream_push(&s, (const u8 *)"ba", &used, NULL, NULL);
	for (i = 0; i < 70000; i++) {
		used = 2;
		u8c_stream_push(&s, shy, &used, NULL, NULL);
	}
	assert_int_equal(u8c_stream_finish(&s, NULL, NULL), U8C_REJECTED);
	assert_int_equal(s.first.offset, 2);
	assert_int_equal(s.bytes_in, 2);
	assert_int_equal(s.code_points, 2);
	assert_int_equal(s.position.column, 3);
}

#define answer(...) u8c_config_makes_sense(&(struct utf8check_config){ __VA_ARGS__ })

static void configurations(void **unused)
{
	const u64 ask = 1ull << UTF8CHECK_NOT_NORMALIZED;
	unsigned int form;

	(void)unused;
	for (form = UTF8CHECK_NFC; form < U8C_FORMS; form++) {
		assert_true(answer(.form = form));
		assert_true(answer(.form = form, .flags = UTF8CHECK_STREAM_SAFE));
		assert_true(answer(.form = form, .flags = UTF8CHECK_NO_OUTPUT,
					.forbid = ask));
		assert_false(answer(.form = form, .action = UTF8CHECK_ESCAPE));
		assert_false(answer(.form = form, .flags = UTF8CHECK_UNESCAPE));
		assert_false(answer(.form = form, .to_profile = UTF8CHECK_UCS2));
		assert_false(answer(.form = form, .forbid = ask));
		assert_false(answer(.form = form, .flags = UTF8CHECK_NO_OUTPUT,
					.forbid = ask, .action = UTF8CHECK_DROP));
	}
	assert_false(answer(.forbid = ask, .flags = UTF8CHECK_NO_OUTPUT));
	assert_true(answer(.flags = UTF8CHECK_STREAM_SAFE));
	assert_false(answer(.flags = UTF8CHECK_STREAM_SAFE | UTF8CHECK_UNESCAPE));
}

/* From UTF-16LE to UTF-32BE: U+00E9, U+1F600, U+AC00 U+11A8 as NFC. */
static void transcoded(void **unused)
{
	struct utf8check_config config = {
		.from = UTF8CHECK_UTF16LE, .to = UTF8CHECK_UTF32BE, .form = UTF8CHECK_NFC,
		.flags = UTF8CHECK_POSITION,
	};
	static const u8 in[] = "e\0\x01\x03\x3d\xd8\0\xde\0\xac\xa8\x11";
	static const u8 out[] = "\0\0\0\xe9\0\1\xf6\0\0\0\xac\x01";

	(void)unused;
	try_splits(&config, in, sizeof(in) - 1);
	assert_int_equal(flow.made, sizeof(out) - 1);
	assert_memory_equal(flow.out, out, flow.made);
}

/* A reset begins a new text: nothing that was held back comes out. */
static void reset(void **unused)
{
	const struct utf8check_config config = { .form = UTF8CHECK_NFC };
	static struct u8c_verifier work;
	struct u8c_stream s;
	size_t used, made;
	u8 out[16];

	(void)unused;
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, &work);
	used = 1;
	made = 16;
	u8c_stream_push(&s, (const u8 *)"e", &used, out, &made);
	u8c_stream_reset(&s);
	used = 2;
	made = 16;
	u8c_stream_push(&s, (const u8 *)"\xcc\x81", &used, out, &made);
	assert_int_equal(made, 0);
	made = 16;
	assert_int_equal(u8c_stream_finish(&s, out, &made), U8C_DONE);
	assert_int_equal(made, 2);
	assert_memory_equal(out, "\xcc\x81", 2);
}

static int start(void **unused)
{
	(void)unused;
	random_start();
	chance.state = random_below(~0u);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_split),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(random_normalized),
		cmocka_unit_test(spelled),
		cmocka_unit_test(runs),
		cmocka_unit_test(runs_with_holes),
		cmocka_unit_test(many_left_out),
		cmocka_unit_test(configurations),
		cmocka_unit_test(transcoded),
		cmocka_unit_test(reset),
	};

	return cmocka_run_group_tests_name("form", tests, start, NULL);
}
