// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream where many errors are replaced at once, and where output is taken
 * with no bytes put in: with every implementation, against the slow reference.
 *
 * Most tests do not ask for lines and columns, because with these each error is
 * settled by itself.
 */
#include <stdio.h>
#include "shared/common.h"
#include "shared/flow.h"
#include "kunit/sample_form.h"

static struct flow flow;

static const struct utf8check_config replace = { .action = UTF8CHECK_REPLACE };
static const struct utf8check_config counting = {
	.action = UTF8CHECK_REPLACE, .flags = UTF8CHECK_POSITION,
};

static void try(const struct utf8check_config *config, const u8 *p, size_t n,
		const struct flow_way *way)
{
	const char *differs = flow_try(&flow, config, p, n, way);

	if (differs)
		fprintf(stderr, "# %s, room %zu\n", way->impl->name, way->room);
	assert_same(differs, p, n);
}

/* Rooms around the size that replacing many errors at once needs, and room for all. */
static void try_rooms(const u8 *p, size_t n)
{
	static const size_t rooms[] = {
		3, U8C_REPAIR_ROOM - 1, U8C_REPAIR_ROOM, U8C_REPAIR_ROOM + 1,
		2 * U8C_REPAIR_ROOM, U8C_REF_OUT(FLOW_MAX),
	};
	const struct u8c_impl *const *impl;
	unsigned int i;

	for_each_impl(impl) {
		struct flow_way way = { .impl = *impl };

		for (i = 0; i < U8C_ARRAY_SIZE(rooms); i++) {
			way.room = rooms[i];
			way.chance = NULL;
			try(&replace, p, n, &way);
			way.chance = random_below;
			try(&replace, p, n, &way);
			try(&counting, p, n, &way);
		}
	}
}

static void many_errors(void **unused)
{
	u8 p[FLOW_MAX];
	unsigned int i;

	random_start();
	for (i = 0; i < 400; i += share()) {
		size_t n = 100 + random_below(FLOW_MAX - 100);

		random_text(p, n);
		try_rooms(p, n);
	}
}

/* Texts from one byte too short for replacing many at once: one error, or only errors. */
static void short_texts(void **unused)
{
	u8 p[2 * U8C_REPAIR_TEXT];
	size_t n;

	random_start();
	for (n = U8C_REPAIR_TEXT - 2; n < U8C_REPAIR_TEXT + 10; n++) {
		memset(p, 'a', n);
		p[0] = 0xff;
		try_rooms(p, n);
		p[n - 1] = 0xe2;
		try_rooms(p, n);
		memset(p, 0x80, n);
		try_rooms(p, n);
	}
}

/*
 * Every error is counted once, and has its reason: FF, C0 AF and a cut-off
 * E2 82, ten times, are forty maximal subparts.
 */
static void spelled(void **unused)
{
	static const char piece[] = "\xff" "0123456789\xc0\xaf" "abc\xe2\x82/";
	static const char want[] = "\xef\xbf\xbd" "0123456789"
		"\xef\xbf\xbd\xef\xbf\xbd" "abc\xef\xbf\xbd/";
	const size_t n = sizeof(piece) - 1, m = sizeof(want) - 1;
	const struct u8c_impl *const *impl;
	struct flow_way way = flow_whole;
	unsigned int i;
	u8 p[200];

	for (i = 0; i < 10; i++)
		memcpy(p + i * n, piece, n);
	for_each_impl(impl) {
		const struct u8c_stream *s = &flow.s;

		way.impl = *impl;
		assert_null(flow_run(&flow, &replace, p, 10 * n, &way));
		assert_int_equal(flow.made, 10 * m);
		for (i = 0; i < 10; i++)
			assert_memory_equal(flow.out + i * m, want, m);
		assert_int_equal(s->errors, 40);
		assert_int_equal(s->by_reason[UTF8CHECK_INVALID_BYTE], 10);
		assert_int_equal(s->by_reason[UTF8CHECK_OVERLONG], 10);
		assert_int_equal(s->by_reason[UTF8CHECK_UNEXPECTED_CONTINUATION], 10);
		assert_int_equal(s->by_reason[UTF8CHECK_TRUNCATED], 10);
		assert_int_equal(s->code_points, 140);
		assert_int_equal(s->by_length[0], 140);
		assert_int_equal(s->bytes_in, 10 * n);
		assert_int_equal(s->bytes_out, 10 * m);
		assert_int_equal(s->first.offset, 0);
		assert_int_equal(s->first.reason, UTF8CHECK_INVALID_BYTE);
	}
}

/* --- output taken with no bytes put in ------------------------------------------ */

/* No bytes are put in: only output of earlier bytes comes out. */
static enum u8c_status push_none(struct flow *f, u8 *out, size_t room, size_t *made)
{
	enum u8c_status status;
	size_t used = 0;

	*made = room;
	status = u8c_stream_push(&f->s, NULL, &used, out, made);
	assert_int_equal(used, 0);
	assert_true(*made <= room);
	return status;
}

/* Bytes that were put in, judged or not. */
static u64 bytes_taken(const struct u8c_stream *s)
{
	return s->bytes_in + s->carried;
}

/* Takes the rest of the output of a well-formed text, by calls without bytes. */
static void drain(struct flow *f, size_t room)
{
	const struct u8c_stream before = f->s;
	enum u8c_status status;
	size_t made;

	do {
		u8 *out = malloc(room);

		status = push_none(f, out, room, &made);
		assert_true(status == U8C_DONE || status == U8C_FULL);
		assert_true(made || status == U8C_DONE || room < U8C_SEQUENCE_MAX);
		memcpy(f->out + f->made, out, made);
		f->made += made;
		free(out);
	} while (status == U8C_FULL && made);
	assert_int_equal(bytes_taken(&f->s), bytes_taken(&before));
	assert_int_equal(f->s.errors, before.errors);
	/* Complete sequences are settled; an incomplete one waits. */
	assert_true(f->s.carried <= before.carried);
	assert_true(status == U8C_FULL || f->s.carried < 4);
	assert_int_equal(f->s.bytes_out, f->made);
}

/* Puts a text through; after each call another one takes what is ready. */
static void put_and_drain(struct flow *f, const struct utf8check_config *config,
			  const u8 *p, size_t n, size_t room)
{
	enum u8c_status status = U8C_FULL;
	size_t at = 0, used, made;
	u8 out[64];

	f->made = 0;
	u8c_stream_init(&f->s, random_impl(), config);
	u8c_stream_lend(&f->s, &f->work);
	while (at < n || status == U8C_FULL) {
		size_t some = random_below(n - at + 1);

		used = some;
		made = room;
		status = u8c_stream_push(&f->s, p + at, &used, out, &made);
		assert_int_not_equal(status, U8C_REJECTED);
		at += used;
		memcpy(f->out + f->made, out, made);
		f->made += made;
		drain(f, 1 + random_below(60));
	}
	do {
		made = sizeof(out);
		status = u8c_stream_finish(&f->s, out, &made);
		memcpy(f->out + f->made, out, made);
		f->made += made;
	} while (status == U8C_FULL);
	assert_int_equal(status, U8C_DONE);
}

static void drained(void **unused)
{
	static u8 want_out[U8C_REF_OUT(FLOW_MAX)];
	static u64 work[U8C_REF_WORK(FLOW_MAX)];
	struct u8c_chance chance = { .state = 0 };
	struct u8c_ref_result want;
	unsigned int i;

	random_start();
	for (i = 0; i < 1000; i += share()) {
		const struct utf8check_config config = {
			.form = 1 + random_below(U8C_FORMS - 1),
		};
		u32 points[U8C_SAMPLE_FORM_MAX], many, k;
		u8 p[FLOW_MAX];
		size_t n = 0;

		while (n < 300) {
			chance.state = random_below(~0u);
			many = u8c_sample_form_points(&chance, points);
			for (k = 0; k < many && n < 500; k++)
				n += u8c_encode(&u8c_rfc3629, points[k], p + n);
		}
		put_and_drain(&flow, &config, p, n, random_below(40));
		u8c_ref_stream(&config, p, n, want_out, &want, work);
		assert_same(flow.made != want.bytes_out ||
			    memcmp(flow.out, want_out, flow.made) ?
			    "drained output" : NULL, p, n);
		assert_same(u8c_ref_stream_differs(&flow.s, &want), p, n);
	}
}

/*
 * NFD of U+1E69 is five bytes in three code points.  Each code point is given
 * when there is room for a whole sequence; the call says that the others wait.
 */
static void drain_spelled(void **unused)
{
	const struct utf8check_config config = { .form = UTF8CHECK_NFD };
	static const u8 text[] = "\xe1\xb9\xa9" "b";
	size_t used, made, total;
	u8 out[16];

	u8c_stream_init(&flow.s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&flow.s, &flow.work);
	used = 4;
	made = 0;
	assert_int_equal(u8c_stream_push(&flow.s, text, &used, out, &made), U8C_FULL);
	assert_int_equal(made, 0);
	assert_int_equal(push_none(&flow, out, 7, &made), U8C_FULL);
	assert_int_equal(made, 0);
	assert_int_equal(push_none(&flow, out, 8, &made), U8C_FULL);
	assert_int_equal(made, 1);
	assert_int_equal(push_none(&flow, out + 1, 15, &total), U8C_DONE);
	assert_int_equal(total, 4);
	assert_memory_equal(out, "s\xcc\xa3\xcc\x87", 5);
	assert_int_equal(flow.s.bytes_out, 5);
}

/* A complete sequence waits for room; an incomplete one waits for its bytes. */
static void carried_spelled(void **unused)
{
	const struct utf8check_config config = { 0 };
	size_t used, made;
	u8 out[16];

	u8c_stream_init(&flow.s, u8c_impl_find(NULL), &config);
	used = 2;
	made = 0;
	assert_int_equal(u8c_stream_push(&flow.s, (const u8 *)"\xe2\x82", &used, out, &made), U8C_DONE);
	assert_int_equal(push_none(&flow, out, 16, &made), U8C_DONE);
	assert_int_equal(made, 0);
	used = 1;
	made = 0;
	assert_int_equal(u8c_stream_push(&flow.s, (const u8 *)"\xac", &used, out, &made), U8C_FULL);
	assert_int_equal(used, 1);
	assert_int_equal(push_none(&flow, out, 2, &made), U8C_FULL);
	assert_int_equal(made, 0);
	assert_int_equal(push_none(&flow, out, 3, &made), U8C_DONE);
	assert_int_equal(made, 3);
	assert_memory_equal(out, "\xe2\x82\xac", 3);
	assert_int_equal(flow.s.carried, 0);
	assert_int_equal(flow.s.code_points, 1);
}

/* A stream without a form, or one that has rejected, has no output to take. */
static void drain_nothing(void **unused)
{
	const struct utf8check_config plain = { 0 }, form = { .form = UTF8CHECK_NFC };
	size_t used, made = 1;
	u8 out[16];

	u8c_stream_init(&flow.s, u8c_impl_find(NULL), &plain);
	used = 2;
	made = 16;
	assert_int_equal(u8c_stream_push(&flow.s, (const u8 *)"a\xe2", &used, out, &made), U8C_DONE);
	assert_int_equal(push_none(&flow, out, sizeof(out), &made), U8C_DONE);
	assert_int_equal(made, 0);
	assert_int_equal(flow.s.carried, 1);
	u8c_stream_init(&flow.s, u8c_impl_find(NULL), &form);
	u8c_stream_lend(&flow.s, &flow.work);
	used = 2;
	made = 16;
	assert_int_equal(u8c_stream_push(&flow.s, (const u8 *)"e\xff", &used, out, &made), U8C_REJECTED);
	assert_int_equal(push_none(&flow, out, sizeof(out), &made), U8C_REJECTED);
	assert_int_equal(made, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_errors),
		cmocka_unit_test(short_texts),
		cmocka_unit_test(spelled),
		cmocka_unit_test(drained),
		cmocka_unit_test(drain_spelled),
		cmocka_unit_test(carried_spelled),
		cmocka_unit_test(drain_nothing),
	};

	return cmocka_run_group_tests_name("mend", tests, NULL, NULL);
}
