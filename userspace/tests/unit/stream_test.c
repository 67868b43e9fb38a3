// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream against the reference: every action, any split, any room.
 */
#include "shared/common.h"

#define LENGTH_MAX 400
#define OUT_MAX (3 * LENGTH_MAX)

static const u8 actions[] = { UTF8CHECK_REJECT, UTF8CHECK_REPLACE, UTF8CHECK_DROP, UTF8CHECK_PASS };

/* How a text is put through: a size of 0 means a random size each time. */
struct way {
	size_t piece;
	size_t room;
	bool check_only;
	u32 patience;
};

struct result {
	u8 out[OUT_MAX];
	size_t made;
	enum u8c_status status;
};

static size_t size_or_random(size_t size, size_t least)
{
	return size ? size : least + random_below(20);
}

/* One call; the output goes to memory of exactly the room that it is told. */
static enum u8c_status call(struct u8c_stream *s, const u8 *in, size_t n,
			    size_t *used, bool finish, const struct way *way,
			    struct result *r)
{
	size_t room = size_or_random(way->room, 4), made;
	u8 *out = way->check_only ? NULL : malloc(room);
	enum u8c_status status;

	if (way->check_only)
		room = 0;
	made = room;
	*used = n;
	if (finish)
		status = u8c_stream_finish(s, out, &made);
	else
		status = u8c_stream_push(s, in, used, out, &made);
	assert_true(made <= room && r->made + made <= OUT_MAX);
	if (made)
		memcpy(r->out + r->made, out, made);
	r->made += made;
	free(out);
	return status;
}

static void put_through(struct u8c_stream *s, const u8 *p, size_t n,
			const struct way *way, struct result *r)
{
	size_t piece, used;

	r->made = 0;
	r->status = U8C_DONE;
	s->patience = way->patience;
	while (n && r->status != U8C_REJECTED) {
		piece = size_or_random(way->piece, 0);
		piece = piece < n ? piece : n;
		r->status = call(s, p, piece, &used, false, way, r);
		if (r->status == U8C_REJECTED)
			break;
		assert_true(used <= piece);
		if (r->status == U8C_PAUSED)
			assert_true(way->patience && used && used < piece);
		else
			assert_true(r->status == U8C_FULL || used == piece);
		p += used;
		n -= used;
	}
	while (r->status != U8C_REJECTED) {
		r->status = call(s, NULL, 0, &used, true, way, r);
		if (r->status == U8C_DONE)
			break;
	}
}

/* What differs, or NULL. */
static const char *differs(const struct u8c_stream *s, const struct result *r,
			   const struct u8c_ref_result *want, const u8 *out,
			   const struct way *way)
{
	bool rejected = r->status == U8C_REJECTED;

	if (rejected != want->rejected || s->rejected != want->rejected)
		return "status";
	if (!way->check_only &&
	    (r->made != want->bytes_out || memcmp(r->out, out, r->made)))
		return "output";
	if (s->bytes_out != r->made || s->bytes_in != want->bytes_in ||
	    s->code_points != want->code_points || s->errors != want->errors)
		return "counts";
	if (memcmp(s->by_length, want->by_length, sizeof(s->by_length)))
		return "by_length";
	if (memcmp(s->by_reason, want->by_reason, sizeof(s->by_reason)))
		return "by_reason";
	if (s->errors && !u8c_same_error(&s->first, &want->first))
		return "first";
	return s->position.line == want->position.line &&
	       s->position.column == want->position.column ? NULL : "position";
}

static void try_way(const u8 *p, size_t n, u8 action, const struct way *way)
{
	const struct utf8check_config config = {
		.action = action, .flags = UTF8CHECK_POSITION,
	};
	struct u8c_ref_result want;
	struct u8c_stream s;
	u8 out[OUT_MAX];
	struct result r;

	assert_true(u8c_config_makes_sense(&config));
	memset(&s, 0xa5, sizeof(s));
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	put_through(&s, p, n, way, &r);
	u8c_ref_filter(p, n, action, out, &want);
	assert_same(differs(&s, &r, &want, out, way), p, n);

	/* A stream that was used and reset is like a new one. */
	u8c_stream_reset(&s);
	put_through(&s, p, n, way, &r);
	assert_same(differs(&s, &r, &want, out, way), p, n);
}

static void try_ways(const u8 *p, size_t n)
{
	static const struct way ways[] = {
		{ LENGTH_MAX, OUT_MAX, false, 0 },
		{ 1, OUT_MAX, false, 0 },
		{ 1, 4, false, 0 },
		{ LENGTH_MAX, 4, false, 0 },
		{ 0, 0, false, 0 },
		{ 0, 0, true, 0 },
		{ LENGTH_MAX, OUT_MAX, false, 1 },
		{ 0, 0, false, 3 },
		{ LENGTH_MAX, 0, true, 2 },
	};
	unsigned int i, a;

	for (a = 0; a < U8C_ARRAY_SIZE(actions); a++)
		for (i = 0; i < U8C_ARRAY_SIZE(ways); i++)
			try_way(p, n, actions[a], &ways[i]);
}

static void random_splits(void **unused)
{
	u8 buf[LENGTH_MAX];
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 3000; i += share()) {
		size_t n = random_below(i % 3 ? 30 : LENGTH_MAX);

		random_text(buf, n);
		try_ways(buf, n);
	}
}

/* Longer forms, complete and cut off: held back, and given out later. */
static void long_forms(void **unused)
{
	static const char *const texts[] = {
		"\xc0", "\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf",
		"\xf8\x80\x80\x80\xaf", "\xfc\x80\x80\x80\x80\xaf",
		"\xfc\x80\x80\x80\x80", "\xfc\x80\x80\x80\x80/",
		"\xfe\x80\x80\x80\x80\x80\xaf", "\xff\x80\x80\x80\x80\x80\x80\xaf",
		"\xed\xa0\x80\xed\xb0\xaf", "\xf4\x90\x80\x80", "\xf4\x90\x80",
		"\xf0\x9f\x98", "\xe4\xba", "a\xf0\x9f\x98z", "\xe4\xba\xe4\xba\x8c",
	};
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < U8C_ARRAY_SIZE(texts); i++)
		try_ways((const u8 *)texts[i], strlen(texts[i]));
}

/* A rejected stream stays rejected, and takes nothing. */
static void rejected_stays(void **unused)
{
	const struct utf8check_config config = { 0 };
	struct u8c_stream s;
	size_t used, made;
	u8 out[16];

	(void)unused;
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	used = 5;
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"ab\xff!!", &used, out, &made), U8C_REJECTED);
	assert_int_equal(made, 2);
	used = 2;
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"ok", &used, out, &made), U8C_REJECTED);
	assert_int_equal(made, 0);
	made = sizeof(out);
	assert_int_equal(u8c_stream_finish(&s, out, &made),
			 U8C_REJECTED);
	assert_int_equal(s.bytes_in, 2);
	assert_int_equal(s.errors, 1);
}

/* How many of @n bytes a new stream takes at once. */
static size_t taken_at_once(const struct utf8check_config *config, u32 patience,
			    const u8 *p, size_t n)
{
	static struct u8c_verifier work;
	struct u8c_stream s;
	size_t used = n;
	enum u8c_status status;

	u8c_stream_init(&s, u8c_impl_find(NULL), config);
	if (u8c_config_needs_work(config))
		u8c_stream_lend(&s, &work);
	s.patience = patience;
	status = u8c_stream_push(&s, p, &used, NULL, NULL);
	assert_int_equal(status, used < n ? U8C_PAUSED : U8C_DONE);
	return used;
}

/* Slow work is done in parts, quick work at once. */
static void patience(void **unused)
{
	const struct utf8check_config pass = { .action = UTF8CHECK_PASS };
	const struct utf8check_config nfd = { .form = UTF8CHECK_NFD };
	const struct utf8check_config utf16 = { .to = UTF8CHECK_UTF16LE };
	const struct utf8check_config ask = {
		.form = UTF8CHECK_NFC, .flags = UTF8CHECK_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_NOT_NORMALIZED,
	};
	static u8 bad[1000], hangul[3 * 5000];
	size_t i, used;

	(void)unused;
	memset(bad, 0xff, sizeof(bad));
	for (i = 0; i < sizeof(hangul); i += 3)
		memcpy(hangul + i, "\xea\xb0\x81", 3);
	assert_int_equal(taken_at_once(&pass, 0, bad, 1000), 1000);
	assert_int_equal(taken_at_once(&pass, 1, bad, 1000), 1);
	assert_int_equal(taken_at_once(&pass, 100, bad, 1000), 100);
	assert_int_equal(taken_at_once(&pass, 1, hangul, sizeof(hangul)),
			 sizeof(hangul));
	assert_int_equal(taken_at_once(&utf16, 1, hangul, sizeof(hangul)),
			 sizeof(hangul));
	/* The start of the text takes a step of its own. */
	assert_int_equal(taken_at_once(&ask, 2, hangul, sizeof(hangul)),
			 sizeof(hangul));
	/* A form rewrites up to 4 KiB at once: about a thousand steps. */
	used = taken_at_once(&nfd, 500, hangul, sizeof(hangul));
	assert_true(used > 4000 && used <= 4096);
	used = taken_at_once(&nfd, 1500, hangul, sizeof(hangul));
	assert_true(used > 8000 && used <= 8192);
	assert_int_equal(taken_at_once(&nfd, 0, hangul, sizeof(hangul)),
			 sizeof(hangul));
}

/* A byte that begins no byte order mark is judged when it comes. */
static void auto_at_once(void **unused)
{
	const struct utf8check_config config = { .from = UTF8CHECK_AUTO };
	struct u8c_stream s;
	size_t used, made;
	u8 out[8];

	(void)unused;
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	used = 1;
	made = sizeof(out);
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"a", &used, out, &made), U8C_DONE);
	assert_int_equal(made, 1);
	assert_int_equal(s.bytes_in, 1);
	assert_int_equal(s.carried, 0);
}

/* Is the stream undecided after @n bytes? */
static bool undecided(struct utf8check_config config, const char *bytes, size_t n)
{
	size_t used = n, room = 16;
	struct u8c_stream s;
	u8 out[16];

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_push(&s, (const u8 *)bytes, &used, out, &room);
	assert_int_equal(used, n);
	return u8c_stream_is_undecided(&s);
}

/* Only a whole sequence that lacks nothing but room is not. */
static void what_is_undecided(void **unused)
{
	const struct utf8check_config plain = { .action = UTF8CHECK_REPLACE };
	const struct utf8check_config unescape = { .flags = UTF8CHECK_UNESCAPE };
	size_t used, room = 0;
	struct u8c_stream s;
	u8 out[16];

	(void)unused;
	assert_false(undecided(plain, "", 0));
	assert_false(undecided(plain, "a", 1));
	assert_true(undecided(plain, "\342\202", 2));
	assert_true(undecided((struct utf8check_config){ .from = UTF8CHECK_AUTO }, "", 1));
	assert_true(undecided(unescape, "\\", 1));

	u8c_stream_init(&s, u8c_impl_find(NULL), &plain);
	used = 2;
	u8c_stream_push(&s, (const u8 *)"\342\202", &used, out, &room);
	used = 1;
	room = 2;
	assert_int_equal(u8c_stream_push(&s, (const u8 *)"\254", &used, out, &room), U8C_FULL);
	assert_int_equal(s.carried, 3);
	assert_false(u8c_stream_is_undecided(&s));
}

static void configurations(void **unused)
{
	(void)unused;
#define answer(...) u8c_config_makes_sense(&(struct utf8check_config){ __VA_ARGS__ })
	assert_false(answer(.profile = U8C_PROFILES));
	assert_false(answer(.to_profile = U8C_PROFILES));
	assert_false(answer(.from = U8C_ENCODINGS));
	assert_false(answer(.to = UTF8CHECK_AUTO));
	assert_false(answer(.action = U8C_ACTIONS));
	assert_false(answer(.form = U8C_FORMS));
	assert_false(answer(.bom = U8C_BOMS));
	assert_false(answer(.flags = 1u << 31));
	assert_false(answer(.forbid = 1u << UTF8CHECK_OVERLONG));
	assert_true(answer(.records = UTF8CHECK_RECORDS_MAX));
	assert_false(answer(.records = UTF8CHECK_RECORDS_MAX + 1));
	assert_false(answer(.forbid = (u64)1 << U8C_REASONS));
	assert_true(answer(.action = UTF8CHECK_PASS));
#undef answer
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_splits),
		cmocka_unit_test(long_forms),
		cmocka_unit_test(rejected_stays),
		cmocka_unit_test(patience),
		cmocka_unit_test(auto_at_once),
		cmocka_unit_test(what_is_undecided),
		cmocka_unit_test(configurations),
	};

	return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
