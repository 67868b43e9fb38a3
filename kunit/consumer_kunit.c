// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_consumer.ko: the in-kernel API as another module uses it.
 *
 * A separate module, which knows only <linux/utf8check.h> and imports the
 * namespace UTF8CHECK: the rows are plain data.  It makes every call in every
 * context that the header allows, compares the answers with the rows that the
 * other suites use, and records the context, so that no context can be claimed
 * that was not reached.  In every context with interrupts disabled but the last the
 * module holds a lock of its own, always the same one: if a call enabled interrupts,
 * lockdep would report it.
 */
#include <linux/cpumask.h>
#include <linux/debug_locks.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/utf8check.h>
#include <kunit/test.h>

#ifdef CONFIG_X86_64
#include <asm/simd.h>
#endif
#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/apic.h>
#include <asm/nmi.h>
#endif

#include "../module/compat.h"
#include "rows.h"

/* One row in STEP is judged, as interrupts may be off meanwhile. */
#define STEP 7

/* Two sections of a call that only reads: SECTION of module/impl.c. */
#define LONG_TEXT (2 * 32768)

/* What the kernel says about a context. */
#define TASK	(1 << 0)
#define SOFTIRQ	(1 << 1)
#define HARDIRQ	(1 << 2)
#define NMI	(1 << 3)
#define IRQS_OFF (1 << 4)

/**
 * struct visit - all calls from one context
 *
 * @tasklet: makes the calls in a softirq.
 * @work: makes the calls in a hard interrupt.
 * @stream: too large for the stack of an interrupt; so are the next six.
 * @other: shares nothing with @stream.
 * @report: report of @stream.
 * @lent: memory of @stream.
 * @protect: protected names.
 * @reader: of a form.
 * @text: a long one.
 * @here: the context, 0 until the calls are made.
 * @depth: preempt_count() before the calls.
 * @changed: @here or @depth was not the same after the calls.
 * @vectors: the kernel says that vector registers may be used; false where it
 *	must not be asked.
 * @answers: number of answers as expected.
 * @wrong: the first wrong answer; NULL when there is none.
 * @row: the row of the list that @wrong is from.
 * @cpu: the processor of an NMI.
 */
struct visit {
	struct tasklet_struct tasklet;
	struct irq_work work;
	struct utf8check_stream stream;
	struct utf8check_stream other;
	struct utf8check_report report;
	struct utf8check_work lent;
	struct utf8check_protect protect;
	struct utf8check_reader reader;
	u8 text[LONG_TEXT];
	unsigned int here;
	int depth;
	bool changed;
	bool vectors;
	unsigned int answers;
	const char *wrong;
	size_t row;
	int cpu;
};

static DEFINE_RAW_SPINLOCK(lock);

static void expect(struct visit *v, bool good, const char *what, size_t row)
{
	if (good) {
		v->answers++;
	} else if (!v->wrong) {
		v->wrong = what;
		v->row = row;
	}
}

#define EXPECT(v, row, condition) expect(v, condition, #condition, row)

#define WORD(number, name) \
	[number] = name,
static const char *const classes[] = { "ok", U8C_CLASS_WORDS(WORD, WORD) NULL };
static const char *const reasons[] = { "none", U8C_REASON_WORDS(WORD, WORD) NULL };
#undef WORD

static const char *class_of(unsigned int number)
{
	return classes[number];
}

static const char *reason_of(unsigned int number)
{
	return reasons[number];
}

/* A name or path that is judged by the default policy, with what the row refuses too. */
static void ask_name(struct visit *v, const struct u8c_row *row, size_t i)
{
	const bool path = u8c_row_is(row, "kind", "path");
	const u64 refuse = u8c_row_bits(row, "refuse", class_of);
	const struct utf8check_policy policy = {
		.refuse = (path ? U8C_REFUSE_PATH : U8C_REFUSE_NAME) | refuse,
	};
	const u64 want = u8c_row_bits(row, "classes", class_of) & ~U8C_BIT(UTF8CHECK_CLASS_OK);
	const int err = u8c_row_is(row, "refused", "true") ? -EILSEQ : 0;
	const size_t n = u8c_row_bytes(row, "hex", v->text);
	struct utf8check_verdict got;

	if (want & U8C_POLICY_CLASSES & ~refuse || u8c_row_has(row, "policy") ||
	    u8c_row_has(row, "protect"))
		return;
	memset(&got, 0x55, sizeof(got));
	EXPECT(v, i, (path ? utf8check_verify_path : utf8check_verify_name)
		     (v->text, n, refuse ? &policy : NULL, &got) == err);
	EXPECT(v, i, got.classes == want);
	EXPECT(v, i, got.primary == u8c_row_word(row, "primary", class_of));
	EXPECT(v, i, got.ok == !err);
	EXPECT(v, i, got.hidden_dotdot == u8c_row_is(row, "hidden_dotdot", "true"));
	EXPECT(v, i, !u8c_row_has(row, "hidden_offset") ||
		     got.hidden_offset == u8c_row_number(row, "hidden_offset"));
	EXPECT(v, i, got.hidden_decoder || !got.hidden_dotdot);
}

static void ask_text(struct visit *v, const struct u8c_row *row, size_t i)
{
	const int err = u8c_row_is(row, "valid", "true") ? 0 : -EILSEQ;
	const size_t n = u8c_row_bytes(row, "hex", v->text);
	struct utf8check_error e;

	if (!u8c_row_is(row, "profile", "rfc3629"))
		return;
	EXPECT(v, i, utf8check_validate(v->text, n, UTF8CHECK_PROFILE_RFC3629, &e) == err);
	EXPECT(v, i, !e.reason == !err);
	EXPECT(v, i, !err || e.offset == u8c_row_number(row, "first_error_offset"));
	EXPECT(v, i, !u8c_row_has(row, "reason") ||
		     (e.reason == u8c_row_word(row, "reason", reason_of) &&
		      e.length == u8c_row_number(row, "length") &&
		      e.span == u8c_row_number(row, "span") &&
		      e.value == u8c_row_number(row, "value")));
}

static void ask_rows(struct visit *v)
{
	struct u8c_row row = {};
	size_t i;

	for (i = 0; u8c_row_next(&row); i++) {
		if (i % STEP)
			continue;
		if (u8c_row_has(&row, "kind"))
			ask_name(v, &row, i);
		else if (u8c_row_has(&row, "valid"))
			ask_text(v, &row, i);
	}
}

/* Euro signs, with an error at the start, in a section, across its end, and at the end. */
static void ask_long_text(struct visit *v)
{
	static const size_t places[] = { 0, 4095, LONG_TEXT / 2, LONG_TEXT - 4 };
	const size_t n = LONG_TEXT - LONG_TEXT % 3;
	struct utf8check_error e;
	size_t i, at;

	for (i = 0; i < n; i += 3)
		memcpy(v->text + i, "\xe2\x82\xac", 3);
	EXPECT(v, n, utf8check_validate(v->text, n, UTF8CHECK_PROFILE_RFC3629, &e) == 0);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		at = places[i] - places[i] % 3;
		v->text[at + 1] = 0x7f;
		EXPECT(v, at,
		       utf8check_validate(v->text, n, UTF8CHECK_PROFILE_RFC3629, &e) == -EILSEQ);
		EXPECT(v, at, e.offset == at);
		EXPECT(v, at, e.reason == UTF8CHECK_REASON_TRUNCATED);
		v->text[at + 1] = 0x82;
	}
	EXPECT(v, 0, utf8check_is_normalized(UTF8CHECK_FORM_NFC, v->text, n, NULL, &e) == 1);
}

#define REFUSE(mask) (&(const struct utf8check_policy){ .refuse = (mask) })

/* What a policy refuses, and bits of no class. */
static void ask_policy(struct visit *v)
{
	static const u64 senseless[] = {
		U8C_BIT(UTF8CHECK_CLASS_OK), U8C_BIT(U8C_CLASSES), 1ull << 63,
	};
	static const u8 zero[sizeof(((struct utf8check_verdict *)0)->reserved)];
	struct utf8check_policy policy;
	struct utf8check_verdict got;
	size_t i;

	EXPECT(v, 0, utf8check_policy_find("safe", false, &policy) == 0);
	EXPECT(v, 0, utf8check_verify_name("-rf", 3, &policy, NULL) == -EILSEQ);
	EXPECT(v, 0, utf8check_policy_find("unsafe", false, &policy) == -EINVAL);
	memset(&got, 0x55, sizeof(got));
	EXPECT(v, 0, utf8check_verify_name("a\\b", 3, NULL, &got) == 0 && got.ok);
	EXPECT(v, 0, got.classes == U8C_BIT(UTF8CHECK_CLASS_BACKSLASH));
	EXPECT(v, 0, !memcmp(got.reserved, zero, sizeof(zero)));
	EXPECT(v, 0, utf8check_verify_name("a\\b", 3, REFUSE(got.classes), NULL) == -EILSEQ);
	for (i = 0; i < ARRAY_SIZE(senseless); i++) {
		EXPECT(v, i, utf8check_verify_name("a", 1, REFUSE(senseless[i]), NULL) == -EINVAL);
		EXPECT(v, i, utf8check_verify_path("a", 1, REFUSE(senseless[i]), NULL) == -EINVAL);
	}
	/* A ".." in a path is refused on request only. */
	policy = *REFUSE(U8C_REFUSE_PATH | U8C_BIT(UTF8CHECK_CLASS_DOTDOT));
	EXPECT(v, 0, utf8check_verify_path("a/..", 4, NULL, NULL) == 0);
	EXPECT(v, 0, utf8check_verify_path("a/..", 4, &policy, NULL) == -EILSEQ);
	EXPECT(v, 0, utf8check_verify_name("..", 2, NULL, NULL) == -EILSEQ);
}

/* Protected names are refused whatever the policy is. */
static void ask_protect(struct visit *v)
{
	struct utf8check_protect *t = &v->protect;
	struct utf8check_policy linux_names;
	struct utf8check_verdict got;

	EXPECT(v, 0, utf8check_protect_init(t, "a/b", 3) == -EINVAL);
	EXPECT(v, 0, utf8check_protect_init(t, ".git\0.ssh", 9) == 0);
	EXPECT(v, 0, utf8check_verify_name_protected(".git", 4, NULL, t, &got) == 0 && !got.classes);
	EXPECT(v, 0, utf8check_verify_name_protected(".SSH", 4, NULL, t, &got) == -EILSEQ);
	EXPECT(v, 0, got.primary == UTF8CHECK_CLASS_PROTECTED);
	EXPECT(v, 0, utf8check_verify_name_protected(".SSH", 4, NULL, t, NULL) == -EILSEQ);
	EXPECT(v, 0, utf8check_verify_name(".SSH", 4, NULL, NULL) == 0);
	EXPECT(v, 0, utf8check_verify_path_protected("a/.git/.ssh", 11, NULL, t, NULL) == 0);
	EXPECT(v, 0, utf8check_verify_path_protected("a/.Git/b", 8, NULL, t, &got) == -EILSEQ);
	utf8check_policy_find("linux", false, &linux_names);
	EXPECT(v, 0, utf8check_verify_name_protected(".SSH", 4, &linux_names, t, &got) == -EILSEQ);
	linux_names.refuse = 1;
	EXPECT(v, 0, utf8check_verify_name_protected(".git", 4, &linux_names, t, &got) == -EINVAL);
}

/* Return: the error; without room, less the bytes that were not taken; 1 where some were left. */
static int push(struct utf8check_stream *s, const char *in, size_t n, void *out, size_t *made)
{
	size_t used = n;
	int err = utf8check_stream_push(s, in, &used, out, made);

	return err == -ENOSPC ? -(int)(n - used) : err ?: used == n ? 0 : 1;
}

/* A stream that only checks, beside another one. */
static void ask_stream(struct visit *v)
{
	struct utf8check_report *r = &v->report;

	memset(&v->stream, 0x55, sizeof(v->stream));
	EXPECT(v, 0, utf8check_stream_init(&v->stream, NULL) == 0);
	EXPECT(v, 0, utf8check_stream_init(&v->other, NULL) == 0);
	EXPECT(v, 0, push(&v->other, "\xc3", 1, NULL, NULL) == 0);
	EXPECT(v, 0, push(&v->stream, "a\xe2\x82", 3, NULL, NULL) == 0);
	utf8check_stream_report(&v->stream, r);
	EXPECT(v, 0, r->size == sizeof(*r) && r->bytes_in == 1 && r->pending == 2 && !r->first.reason);
	EXPECT(v, 0, push(&v->stream, "b", 1, NULL, NULL) == -EILSEQ);
	EXPECT(v, 0, push(&v->stream, "c", 1, NULL, NULL) == -EILSEQ);
	EXPECT(v, 0, utf8check_stream_finish(&v->stream, NULL, NULL) == -EILSEQ);
	utf8check_stream_report(&v->stream, r);
	EXPECT(v, 0, r->state == UTF8CHECK_STATE_REJECTED && !r->pending && !r->queued);
	EXPECT(v, 0, r->bytes_in == 1 && r->errors == 1);
	EXPECT(v, 0, r->by_reason[UTF8CHECK_REASON_TRUNCATED] == 1);
	EXPECT(v, 0, r->first.offset == 1 && r->first.length == 2);
	EXPECT(v, 0, push(&v->other, "\xa9", 1, NULL, NULL) == 0);
	EXPECT(v, 0, utf8check_stream_finish(&v->other, NULL, NULL) == 0);
	utf8check_stream_report(&v->other, r);
	EXPECT(v, 0, !r->errors && r->by_length[1] == 1);
}

/* Streams with output: where there is no room, and with a form. */
static void ask_filter(struct visit *v)
{
	const struct utf8check_config replace = {
		.size = sizeof(replace), .action = UTF8CHECK_ACTION_REPLACE,
	};
	const struct utf8check_config nfc = { .size = sizeof(nfc), .form = UTF8CHECK_FORM_NFC };
	size_t made = 4, more;
	u8 out[16];

	EXPECT(v, 0, utf8check_stream_init(&v->stream, &replace) == 0);
	EXPECT(v, 0, push(&v->stream, "ab\xff" "c", 4, out, &made) == -2);
	EXPECT(v, 0, made == 2 && !memcmp(out, "ab", 2));
	made = 4;
	EXPECT(v, 0, push(&v->stream, "\xff" "c", 2, out, &made) == 0);
	EXPECT(v, 0, made == 4 && !memcmp(out, "\xef\xbf\xbd" "c", 4));
	EXPECT(v, 0, push(&v->stream, "\xf4\x8f", 2, out, &made) == 0 && !made);
	made = 2;
	EXPECT(v, 0, utf8check_stream_finish(&v->stream, out, &made) == -ENOSPC && !made);
	made = 8;
	EXPECT(v, 0, utf8check_stream_finish(&v->stream, out, &made) == 0 && made == 3);
	EXPECT(v, 0, utf8check_stream_init_form(&v->stream, NULL, NULL) == 0);
	EXPECT(v, 0, utf8check_stream_init_form(&v->stream, &nfc, NULL) == -EINVAL);
	EXPECT(v, 0, utf8check_stream_init_form(&v->stream, &nfc, &v->lent) == 0);
	made = sizeof(out);
	EXPECT(v, 0, push(&v->stream, "e\xcc\x81", 3, out, &made) == 0);
	more = sizeof(out) - made;
	EXPECT(v, 0, utf8check_stream_finish(&v->stream, out + made, &more) == 0);
	EXPECT(v, 0, made + more == 2 && !memcmp(out, "\xc3\xa9", 2));
}

/* Is a configuration refused by both calls, and nothing written?  Not where it is fine. */
static bool is_refused(struct visit *v, struct utf8check_config config)
{
	struct utf8check_error e = { .offset = 5 };
	u8 out[4] = "....";
	size_t n = 4;
	int err = utf8check_convert(&config, "a", 1, out, &n, &e);

	return utf8check_stream_init(&v->stream, &config) == -EINVAL && err == -EINVAL && n == 4 &&
	       e.offset == 5 && !memcmp(out, "....", 4);
}

#define REFUSED(v, ...) is_refused(v, (struct utf8check_config) \
	{ .size = sizeof(struct utf8check_config), __VA_ARGS__ })

/* Which configurations make sense stream_kunit.c knows. */
static void ask_configs(struct visit *v)
{
	EXPECT(v, 0, is_refused(v, (struct utf8check_config){ .size = 31 }));
	EXPECT(v, 0, REFUSED(v, .reserved = 1));
	EXPECT(v, 0, REFUSED(v, .records = 1));
	EXPECT(v, 0, REFUSED(v, .flags = 1u << 31));
	EXPECT(v, 0, REFUSED(v, .to = UTF8CHECK_ENCODING_AUTO));
	EXPECT(v, 0, REFUSED(v, .form = UTF8CHECK_FORM_NFC));
	EXPECT(v, 0, REFUSED(v, .flags = UTF8CHECK_FLAG_STREAM_SAFE));
	EXPECT(v, 0, !REFUSED(v, .action = UTF8CHECK_ACTION_PASS));
	EXPECT(v, 0, !REFUSED(v, .flags = UTF8CHECK_FLAG_NO_OUTPUT));
	EXPECT(v, 0, !REFUSED(v, .queue = 1));	/* is ignored */
}

static void ask_forms(struct visit *v)
{
	const char *upper = "\xc3\x89", *lower = "e\xcc\x81";
	size_t n = 8, at;
	int order = 1;
	u64 a, b;
	u8 out[8];

	EXPECT(v, 0,
	       utf8check_normalize(UTF8CHECK_FORM_NFD_CASEFOLD, upper, 2, out, &n, NULL) == 0);
	EXPECT(v, 0, n == 3 && !memcmp(out, lower, 3));
	EXPECT(v, 0,
	       utf8check_is_normalized(UTF8CHECK_FORM_NFC, lower, 3, &at, NULL) == 0 && at == 0);
	EXPECT(v, 0, utf8check_quick_check(UTF8CHECK_FORM_NFC, lower, 3, &at, NULL) ==
	       UTF8CHECK_QUICK_MAYBE && at == 1);
	EXPECT(v, 0, utf8check_compare_form(UTF8CHECK_FORM_NFD_CASEFOLD, upper, 2, lower, 3,
					    &order) == 0 && order == 0);
	EXPECT(v, 0, utf8check_hash_form(UTF8CHECK_FORM_NFD_CASEFOLD, upper, 2, 7, &a) == 0 &&
	       utf8check_hash_form(UTF8CHECK_FORM_NFD_CASEFOLD, lower, 3, 7, &b) == 0 && a == b);
}

static void ask_convert(struct visit *v)
{
	const struct utf8check_config wide = {
		.size = sizeof(wide), .to = UTF8CHECK_ENCODING_UTF16LE,
	};
	size_t n = 4, m = LONG_TEXT / 2;
	struct utf8check_error e;
	u8 out[4];

	EXPECT(v, 0, utf8check_convert(&wide, "\xf0\x9f\x98\x80", 4, out, &n, &e) == 0);
	EXPECT(v, 0, n == 4 && !memcmp(out, "\x3d\xd8\0\xde", 4) && !e.reason);
	EXPECT(v, 0, utf8check_convert(&wide, "a\xf0", 2, out, &n, &e) == -EILSEQ);
	EXPECT(v, 0, n == 0 && e.reason == UTF8CHECK_REASON_INCOMPLETE && e.offset == 1);
	n = 2;
	EXPECT(v, 0, utf8check_convert(&wide, "ab", 2, out, &n, NULL) == -ENAMETOOLONG);
	EXPECT(v, 0, n == 4);
	EXPECT(v, 0, utf8check_convert(NULL, "ab", 2, NULL, &n, NULL) == 0 && n == 2);
	EXPECT(v, 0, utf8check_convert(NULL, NULL, 0, NULL, &n, NULL) == 0 && n == 0);
	/* The second half holds the first one in UTF-16. */
	n = LONG_TEXT / 2;
	memset(v->text, 'a', n / 2);
	EXPECT(v, 0, utf8check_convert(&wide, v->text, n / 2, v->text + n, &m, NULL) == 0);
	EXPECT(v, 0, m == n && v->text[m - 2 + n] == 'a' && !v->text[m - 1 + n]);
}

static void ask_reader(struct visit *v)
{
	const char *upper = "\xc3\x89", *lower = "e\xcc\x81";
	const enum utf8check_form form = UTF8CHECK_FORM_NFD_CASEFOLD;
	struct utf8check_reader *r = &v->reader;
	u8 out[2];

	EXPECT(v, 0, utf8check_reader_init(r, form, upper, 2, NULL) == 0);
	EXPECT(v, 0, utf8check_reader_next(r, out, 2) == 2 && !memcmp(out, lower, 2));
	EXPECT(v, 0, utf8check_reader_next(r, out, 2) == 1 && out[0] == 0x81);
	EXPECT(v, 0, utf8check_reader_next(r, out, 2) == 0);
	EXPECT(v, 0, utf8check_reader_init(r, form, "\xff", 1, NULL) == -EILSEQ);
	EXPECT(v, 0, utf8check_match_form(form, upper, 2, lower, 3) == 1);
	EXPECT(v, 0, utf8check_match_form(form, upper, 2, "e", 1) == 0);
	/* What is ill-formed is seen unless the texts differ before. */
	EXPECT(v, 0, utf8check_match_form(form, "e\xff", 2, lower, 3) == -EILSEQ);
	EXPECT(v, 0, utf8check_match_form(UTF8CHECK_FORM_NFC, "b\xff", 2, "a", 1) == -EILSEQ);
	EXPECT(v, 0, utf8check_match_form(UTF8CHECK_FORM_NFC, "bc\xff", 3, "a", 1) == 0);
	EXPECT(v, 0, utf8check_match_form(UTF8CHECK_FORM_NFC, "a", 1, "a\xff", 2) == 0);
}

/* An unknown form or profile gives -EINVAL, and nothing is written. */
static void ask_unknown_form(struct visit *v)
{
	enum utf8check_form form = UTF8CHECK_FORM_NFD_CASEFOLD + 1;
	struct utf8check_error e = { .line = 5 };
	size_t n = 5, at = 5;
	int order = 5, profile;
	u64 hash = 5;
	u8 out[2] = { 5, 5 };

	EXPECT(v, 0, utf8check_normalize(form, "a", 1, out, &n, &e) == -EINVAL);
	EXPECT(v, 0, utf8check_is_normalized(form, "a", 1, &at, &e) == -EINVAL);
	EXPECT(v, 0, utf8check_quick_check(form, "a", 1, &at, &e) == -EINVAL);
	EXPECT(v, 0, utf8check_compare_form(form, "a", 1, "b", 1, &order) == -EINVAL);
	EXPECT(v, 0, utf8check_hash_form(form, "a", 1, 7, &hash) == -EINVAL);
	EXPECT(v, 0, utf8check_match_form(form, "a", 1, "a", 1) == -EINVAL);
	EXPECT(v, 0, utf8check_reader_init(&v->reader, form, "a", 1, &e) == -EINVAL);
	for (profile = 0; profile <= UTF8CHECK_PROFILE_EXTENDED; profile++)
		EXPECT(v, profile, utf8check_validate("a", 1, profile, NULL) == 0);
	for (; profile < 1024; profile++)
		EXPECT(v, profile, utf8check_validate("a", 1, profile, &e) == -EINVAL);
	EXPECT(v, 0, utf8check_validate("a", 1, -1, &e) == -EINVAL);
	EXPECT(v, 0, utf8check_validate(NULL, 0, UTF8CHECK_PROFILE_RFC3629, NULL) == 0);
	EXPECT(v, 0, n == 5 && at == 5 && hash == 5 && order == 5);
	EXPECT(v, 0, out[0] == 5 && out[1] == 5 && e.line == 5);
}

/* The other errnos of the forms, and what is written in each case. */
static void ask_form_errnos(struct visit *v)
{
	const enum utf8check_form form = UTF8CHECK_FORM_NFD;
	struct utf8check_error e;
	int order = 5;
	u64 hash = 5;
	size_t n = 2, at;
	u8 out[2];

	EXPECT(v, 0, utf8check_normalize(form, "\xc3\xa9", 2, out, &n, &e) == -ENAMETOOLONG);
	EXPECT(v, 0, n == 3 && e.reason == 0);
	EXPECT(v, 0, utf8check_normalize(form, "\xc3\xa9", 2, NULL, &n, NULL) == 0 && n == 3);
	EXPECT(v, 0, utf8check_normalize(form, "a\xff", 2, out, &n, &e) == -EILSEQ);
	EXPECT(v, 0, n == 0 && e.offset == 1 && e.line == 0);
	EXPECT(v, 0, utf8check_is_normalized(form, "a\xff", 2, &at, &e) == -EILSEQ && at == 1);
	EXPECT(v, 0, utf8check_quick_check(form, "a\xff", 2, &at, &e) == -EILSEQ && at == 1);
	EXPECT(v, 0, utf8check_quick_check(form, "ab", 2, &at, &e) == 0 && at == 2);
	EXPECT(v, 0, utf8check_compare_form(form, "a", 1, "\xff", 1, &order) == -EILSEQ);
	EXPECT(v, 0, utf8check_hash_form(form, "\xff", 1, 7, &hash) == -EILSEQ);
	EXPECT(v, 0, order == 5 && hash == 5);
}

/* The innermost context: an interrupt may come while a softirq is served. */
static unsigned int where(void)
{
	bool softirq = in_serving_softirq() && !in_hardirq();

	return (in_task() ? TASK : 0) | (softirq ? SOFTIRQ : 0) |
	       (in_hardirq() ? HARDIRQ : 0) | (in_nmi() ? NMI : 0) |
	       (irqs_disabled() ? IRQS_OFF : 0);
}

static void ask(struct visit *v)
{
	v->here = where();
	v->depth = preempt_count();
#ifdef CONFIG_X86_64
	v->vectors = !in_nmi() && may_use_simd();
#endif
	ask_rows(v);
	ask_long_text(v);
	ask_policy(v);
	ask_protect(v);
	ask_stream(v);
	ask_filter(v);
	ask_configs(v);
	ask_convert(v);
	ask_forms(v);
	ask_reader(v);
	ask_unknown_form(v);
	ask_form_errnos(v);
	v->changed = v->here != where() || v->depth != preempt_count();
}

static void ask_locked(struct visit *v)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	ask(v);
	raw_spin_unlock_irqrestore(&lock, flags);
}

static void from_process(struct kunit *test, struct visit *v)
{
	ask(v);
}

static void from_preempt_disabled(struct kunit *test, struct visit *v)
{
	preempt_disable();
	ask(v);
	preempt_enable();
}

static void from_softirqs_disabled(struct kunit *test, struct visit *v)
{
	local_bh_disable();
	ask(v);
	local_bh_enable();
}

static void from_locked(struct kunit *test, struct visit *v)
{
	ask_locked(v);
}

static void tasklet(struct tasklet_struct *t)
{
	ask_locked(container_of(t, struct visit, tasklet));
}

static void from_softirq(struct kunit *test, struct visit *v)
{
	tasklet_setup(&v->tasklet, tasklet);
	tasklet_schedule(&v->tasklet);
	/* Waits until the tasklet has run. */
	tasklet_kill(&v->tasklet);
}

static void work(struct irq_work *w)
{
	ask_locked(container_of(w, struct visit, work));
}

static void from_hardirq(struct kunit *test, struct visit *v)
{
	v->work = IRQ_WORK_INIT_HARD(work);
	irq_work_queue(&v->work);
	irq_work_sync(&v->work);
}

/*
 * It may have interrupted a section that saves registers: vectors must not be used there.
 */
static void from_hardirq_amid_section(struct kunit *test, struct visit *v)
{
	v->work = IRQ_WORK_INIT_HARD(work);
	local_bh_disable();
	irq_work_queue(&v->work);
	while (irq_work_is_busy(&v->work))
		cpu_relax();
	local_bh_enable();
	irq_work_sync(&v->work);
}

static void call(void *v)
{
	ask_locked(v);
}

static void from_other_cpu(struct kunit *test, struct visit *v)
{
	unsigned int cpu = cpumask_any_but(cpu_online_mask, get_cpu());

	if (cpu < nr_cpu_ids)
		smp_call_function_single(cpu, call, v, true);
	put_cpu();
	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "there is one processor only");
}

#ifdef CONFIG_X86_LOCAL_APIC
static struct visit *visited;	/* the next NMI makes these calls */

static int nmi(unsigned int type, struct pt_regs *regs)
{
	struct visit *v = READ_ONCE(visited);

	if (!v || v->cpu != raw_smp_processor_id())
		return NMI_DONE;
	ask(v);
	/* The answers come first: from_nmi() reads them when this is NULL. */
	smp_store_release(&visited, NULL);
	return NMI_HANDLED;
}

static void from_nmi(struct kunit *test, struct visit *v)
{
	unsigned int ms;

	KUNIT_ASSERT_EQ(test, 0, register_nmi_handler(NMI_LOCAL, nmi, 0,
						      "utf8check_consumer"));
	v->cpu = get_cpu();
	WRITE_ONCE(visited, v);
	apic->send_IPI_mask(cpumask_of(v->cpu), NMI_VECTOR);
	put_cpu();
	/* First wait for this, then read the answers: see nmi(). */
	for (ms = 0; smp_load_acquire(&visited) && ms < 10000; ms += 20)
		msleep(20);
	unregister_nmi_handler(NMI_LOCAL, "utf8check_consumer");
}
#else
static void from_nmi(struct kunit *test, struct visit *v)
{
	kunit_skip(test, "this kernel's way to send one is not known here");
}
#endif

/**
 * struct context - where calls are made
 *
 * @name: what it is.
 * @go: makes them there, and returns when they are made.
 * @is: what must have been recorded.
 * @or: or this, if it is not 0.
 */
struct context {
	const char *name;
	void (*go)(struct kunit *test, struct visit *v);
	unsigned int is;
	unsigned int or;
};

static const struct context contexts[] = {
	{ "process", from_process, TASK },
	{ "process, preemption disabled", from_preempt_disabled, TASK },
	{ "process, softirqs disabled", from_softirqs_disabled, TASK },
	{ "process, a raw spinlock held, interrupts off", from_locked,
	  TASK | IRQS_OFF },
	{ "softirq: a tasklet", from_softirq, SOFTIRQ | IRQS_OFF },
	{ "hard interrupt: irq_work", from_hardirq, HARDIRQ | IRQS_OFF },
	{ "hard interrupt where softirqs are disabled", from_hardirq_amid_section,
	  HARDIRQ | IRQS_OFF },
	/* A processor that polls while it is idle makes the call in its own task. */
	{ "hard interrupt: called by another processor", from_other_cpu,
	  HARDIRQ | IRQS_OFF, TASK | IRQS_OFF },
	/* The kernel counts it as a hard interrupt too. */
	{ "NMI", from_nmi, NMI | HARDIRQ | IRQS_OFF },
};

static void describe_context(const struct context *c, char *to)
{
	strscpy(to, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(context, contexts, describe_context);

static void consumer_context(struct kunit *test)
{
	const struct context *c = test->param_value;
	struct visit *v = kunit_kzalloc(test, sizeof(*v), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, v);
	c->go(test, v);
	if (!c->or || v->here != c->or)
		KUNIT_EXPECT_EQ(test, v->here, c->is);
	KUNIT_EXPECT_FALSE(test, v->changed);
	KUNIT_EXPECT_TRUE_MSG(test, !v->wrong, "row %zu: %s", v->row, v->wrong);
	KUNIT_EXPECT_GT(test, v->answers, 3000);
	kunit_info(test, "%u answers, vector registers by the kernel: %s\n", v->answers,
		   v->vectors ? "yes" : "no");
}

#ifdef CONFIG_PROVE_LOCKING
/* Lockdep turns itself off with its first complaint. */
static void consumer_lockdep(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, debug_locks);
}
#endif

static struct kunit_case consumer_cases[] = {
	KUNIT_CASE_PARAM(consumer_context, context_gen_params),
#ifdef CONFIG_PROVE_LOCKING
	KUNIT_CASE(consumer_lockdep),
#endif
	{}
};

static struct kunit_suite consumer_suite = {
	.name = "utf8check_consumer",
	.test_cases = consumer_cases,
};

kunit_test_suites(&consumer_suite);

U8C_IMPORT_NS(UTF8CHECK);
MODULE_DESCRIPTION("KUnit suite of utf8check: its API from another module");
MODULE_AUTHOR("The utf8check developers");
MODULE_LICENSE("GPL");
