// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows of userspace/data/vectors: single sequences, whole texts with every
 * implementation, streams in many splits, names, boundaries, order and signatures.
 */
#include "feed.h"
#include "rows.h"
#include "support.h"
#include "ways.h"

#define FINDINGS 64

/**
 * struct trial - a row, and what tries it
 *
 * @test: fails where the core does not say what the row says.
 * @row: the row.
 * @in: its text.
 * @n: bytes of @in.
 * @want: the other text: what comes out, or what @in is compared with.
 * @want_n: bytes of @want.
 * @made: what a whole text becomes.
 * @protect: the names that are protected.
 * @findings: of a name.
 * @feed: puts the text through streams.
 * @ways: makes the calls for a form.
 * @impl: the implementation whose turn it is.
 * @turn: counts the splits.
 */
struct trial {
	struct kunit *test;
	struct u8c_row row;
	u8 in[U8C_ROW_MAX];
	size_t n;
	u8 want[U8C_ROW_MAX];
	size_t want_n;
	u8 made[U8C_ROW_MAX];
	struct u8c_protect protect;
	struct utf8check_finding findings[FINDINGS];
	struct u8c_feed *feed;
	struct u8c_ways *ways;
	const struct u8c_impl *const *impl;
	unsigned int turn;
};

/* Tries a row.  Return: what differs, or NULL. */
typedef const char *(*try_fn)(struct trial *t);

/* Each row that has a member of that name. */
static void each_row(struct kunit *test, const char *key, try_fn try)
{
	struct trial *t = u8c_room(test, sizeof(*t));
	unsigned int rows = 0;
	const char *differs;

	t->test = test;
	t->feed = u8c_feed_new(test);
	t->ways = u8c_ways_new(test, U8C_ROW_MAX);
	t->impl = u8c_impls;
	while (u8c_row_next(&t->row)) {
		if (!u8c_row_has(&t->row, key))
			continue;
		t->n = u8c_row_bytes(&t->row, u8c_row_has(&t->row, "hex") ? "hex" : "in_hex", t->in);
		differs = try(t);
		KUNIT_ASSERT_NULL_MSG(test, differs, "%.*s: %s", (int)min_t(size_t, t->row.n, 120),
				      t->row.p, differs);
		rows++;
		cond_resched();
	}
	kunit_info(test, "%u rows\n", rows);
	KUNIT_EXPECT_GT(test, rows, 30);
}

/* The row has no such member, or it is this number. */
static bool agrees(const struct trial *t, const char *key, u64 number)
{
	return !u8c_row_has(&t->row, key) || (u64)u8c_row_number(&t->row, key) == number;
}

/* Is that the first error of the row, as far as the row says what it is? */
static bool is_first(const struct trial *t, const struct utf8check_error *e)
{
	return (u64)u8c_row_number(&t->row, "first_error_offset") == e->offset &&
	       (!u8c_row_has(&t->row, "reason") ||
		u8c_row_word(&t->row, "reason", u8c_reason_name) == e->reason) &&
	       agrees(t, "length", e->length) && agrees(t, "span", e->span) &&
	       agrees(t, "value", e->value);
}

/* Does the text have an error? */
static bool is_wrong(const struct trial *t)
{
	return u8c_row_number(&t->row, "first_error_offset") >= 0;
}

/* From each byte of a sequence both boundaries are found; of ill-formed text nothing is said. */
static const char *try_boundaries(const struct trial *t, const struct u8c_coding *c, size_t start,
				  size_t end)
{
	for (size_t at = start; at < end && !is_wrong(t); at++)
		if (u8c_previous_boundary(c, t->in, t->n, at) != start ||
		    u8c_next_boundary(c, t->in, t->n, at) != (at > start ? end : start))
			return "a boundary";
	return NULL;
}

/* A sequence that is well-formed is what the encoder writes. */
static const char *try_sequence(const struct trial *t, const struct u8c_coding *c, u64 cp,
				size_t start, size_t end)
{
	u8 bytes[U8C_SEQUENCE_MAX];

	if (!start && !is_wrong(t) && !agrees(t, "value", cp))
		return "the first code point";
	if (u8c_encode(c, cp, bytes) != end - start || memcmp(bytes, t->in + start, end - start))
		return "encode";
	return try_boundaries(t, c, start, end);
}

/* Decodes sequence by sequence, and writes U+FFFD for each error. */
static const char *try_decode(struct trial *t, struct u8c_coding c)
{
	const struct u8c_coding plain = c;
	const char *differs = NULL;
	size_t at = 0, made = 0;
	bool wrong = false;

	while (at < t->n && !differs) {
		struct utf8check_error e;
		u64 cp = 0;
		int length = u8c_decode(&c, u8c_text(t->in + at, t->n - at), true, &cp, &e);
		const u8 *out = length ? t->in + at : (const u8 *)"\xef\xbf\xbd";

		e.offset = at;
		if (!length && !wrong && (!is_first(t, &e) || memcmp(e.bytes, t->in + at, e.count) ||
					  e.count != max(e.length, e.span)))
			return "decode: the first error";
		wrong |= !length;
		c.after_high = length && cp - 0xd800 < 0x400;
		if (length)
			differs = try_sequence(t, &plain, cp, at, at + length);
		memcpy(t->made + made, out, length ?: 3);
		made += length ?: 3;
		at += length ?: e.length;
	}
	if (differs)
		return differs;
	if (wrong != is_wrong(t))
		return "decode: an error";
	return u8c_row_has(&t->row, "replaced_hex") &&
	       (made != t->want_n || memcmp(t->made, t->want, made)) ? "decode: text with U+FFFD" : NULL;
}

static const char *try_validate(const struct trial *t, const struct u8c_coding *c)
{
	const size_t good = is_wrong(t) ? u8c_row_number(&t->row, "first_error_offset") : t->n;
	const struct u8c_impl *const *i;
	struct utf8check_error e;

	u8c_for_each_impl(i) {
		if (c->profile == UTF8CHECK_PROFILE_RFC3629 &&
		    (*i)->validate->valid_up_to(t->in, t->n, (*i)->validate) != good)
			return "valid_up_to";
		if (u8c_validate(*i, c, t->in, t->n, &e) == is_wrong(t) ||
		    u8c_validate(*i, c, t->in, t->n, NULL) == is_wrong(t))
			return (*i)->name;
		if (is_wrong(t) && !is_first(t, &e))
			return "validate: the first error";
	}
	return NULL;
}

/* The implementations in turn. */
static const struct u8c_impl *next_impl(struct trial *t)
{
	do
		t->impl = *t->impl && t->impl[1] ? t->impl + 1 : u8c_impls;
	while (!u8c_impl_usable(*t->impl));
	return *t->impl;
}

/* Some splits by one implementation: rooms, patience and a second time, all in turns. */
static void feed_split(struct trial *t, u64 cuts, size_t room)
{
	struct u8c_feed *f = t->feed;

	if (t->turn++ % u8c_share())
		return;
	f->impl = next_impl(t);
	f->cuts = cuts;
	f->room = room;
	f->patience = t->turn / 2 % 3;
	f->again = t->turn % 2;
	u8c_feed_run(f);
}

/* With all implementations, whole or byte by byte. */
static void feed_whole(struct trial *t, u64 cuts, size_t room)
{
	struct u8c_feed *f = t->feed;

	f->impl = NULL;
	f->patience = 0;
	f->again = false;
	f->room = room;
	f->cuts = cuts;
	u8c_feed_expect(f);
	u8c_feed_run(f);
}

/*
 * Many errors are replaced at once where lines are not counted.  A short text is cut at any
 * two places, another at each of the first 64; each room is tried.
 */
static void feed_splits(struct trial *t)
{
	static const u64 cuts[] = { 0, ~0ull, 0x5249a5249a5249a5ull };
	const size_t n = min_t(size_t, t->n, 64), room = min_t(size_t, U8C_REF_OUT(t->n), U8C_FEED_MAX);

	feed_whole(t, 0, room);
	t->feed->config.flags |= UTF8CHECK_FLAG_POSITION;
	feed_whole(t, 0, room);
	feed_whole(t, ~0ull, room);
	for (size_t a = 0; a < n; a++)
		for (size_t b = a; b < (n <= 16 ? n : a + 1); b++)
			feed_split(t, 1ull << a | 1ull << b, (a + b) % 5 ? room : 0);
	for (size_t a = 0; a <= 40; a++)
		feed_split(t, cuts[a % 3], a);
}

/* Puts the text through streams.  Return: what the reference does not say as the row does. */
static const char *try_stream(struct trial *t, const struct utf8check_config *config)
{
	struct u8c_feed *f = t->feed;

	f->config = *config;
	f->in = t->in;
	f->n = t->n;
	feed_splits(t);
	return is_wrong(t) != !!f->want.errors || (is_wrong(t) && !is_first(t, &f->want.first)) ?
	       "the first error of a stream" : NULL;
}

/* What the reference writes is the other text of the row. */
static const char *try_output(struct trial *t, const struct utf8check_config *config)
{
	const char *differs = try_stream(t, config);

	if (differs)
		return differs;
	if (!agrees(t, "errors", t->feed->want.errors))
		return "how many errors there are";
	return t->feed->want.bytes_out == t->want_n &&
	       !memcmp(t->feed->want_out, t->want, t->want_n) ? NULL : "output";
}

static const char *try_validity(struct trial *t)
{
	static const u8 others[] = {
		UTF8CHECK_ACTION_REJECT, UTF8CHECK_ACTION_DROP, UTF8CHECK_ACTION_PASS,
	};
	struct utf8check_config config = {
		.profile = u8c_row_word(&t->row, "profile", u8c_profile_name),
		.action = UTF8CHECK_ACTION_REPLACE,
	};
	const struct u8c_coding c = { .profile = config.profile };
	const char *differs;

	config.to_profile = config.profile;
	t->want_n = u8c_row_bytes(&t->row, "replaced_hex", t->want);
	differs = try_decode(t, c) ?: try_validate(t, &c);
	if (!differs && u8c_row_has(&t->row, "replaced_hex"))
		differs = try_output(t, &config);
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++) {
		config.action = others[i];
		differs = differs ?: try_stream(t, &config);
	}
	return differs;
}

static void rows_validity(struct kunit *test)
{
	each_row(test, "valid", try_validity);
}

static struct utf8check_config config_of(const struct u8c_row *row)
{
	return (struct utf8check_config){
		.profile = u8c_row_word(row, "profile", u8c_profile_name),
		/* What "to" names is a profile or an encoding. */
		.to_profile = u8c_row_word(row, u8c_row_has(row, "to_profile") ? "to_profile" : "to",
					   u8c_profile_name),
		.from = u8c_row_word(row, "from", u8c_encoding_name),
		.to = u8c_row_word(row, "to", u8c_encoding_name),
		.action = u8c_row_word(row, "action", u8c_action_name),
		.form = u8c_row_word(row, "form", u8c_form_name),
		.bom = u8c_row_word(row, "bom", u8c_bom_name),
		.forbid = u8c_row_bits(row, "forbid", u8c_reason_name),
		.flags = (u8c_row_is(row, "unescape", "true") ? UTF8CHECK_FLAG_UNESCAPE : 0) |
			 (u8c_row_is(row, "stream_safe", "true") ? UTF8CHECK_FLAG_STREAM_SAFE : 0),
	};
}

/* Converts the whole text at once, with each room up to a few bytes more than it needs. */
static const char *try_convert(struct trial *t, const struct utf8check_config *config, bool ends)
{
	struct u8c_stream s;

	for (size_t room = t->want_n > 64 ? t->want_n : 0; room < t->want_n + 3; room++) {
		struct u8c_sink to = u8c_sink(t->feed->window - room, room);

		u8c_stream_init(&s, next_impl(t), config);
		if (u8c_convert(&s, u8c_text(t->in, t->n), &to) == ends)
			return "convert";
		if (is_wrong(t) ? !is_first(t, &s.first) : s.first.reason)
			return "convert: the first error";
		if (!ends && (to.made != t->want_n || (room >= t->want_n &&
						      memcmp(to.out, t->want, t->want_n))))
			return "convert: output";
	}
	return NULL;
}

/* Does the row ask for the form of well-formed text, and nothing else? */
static bool asks_for_form(const struct trial *t, const struct utf8check_config *config)
{
	const struct utf8check_config plain = { .form = config->form };

	return plain.form && !is_wrong(t) && !memcmp(&plain, config, sizeof(plain));
}

/* The reference knows no emoji: where they matter, streams are tried by `utf8check conformance`. */
static const char *try_text(struct trial *t)
{
	const struct utf8check_config config = config_of(&t->row);
	bool ends = is_wrong(t) && config.action == UTF8CHECK_ACTION_REJECT;
	const char *differs = NULL;

	t->want_n = u8c_row_bytes(&t->row, "out_hex", t->want);
	if (!(config.forbid & 1ull << UTF8CHECK_REASON_MISPLACED_IGNORABLE)) {
		differs = try_output(t, &config);
		ends = t->feed->want.rejected;
	}
	if (!u8c_config_needs_work(&config))
		differs = differs ?: try_convert(t, &config, ends);
	if (!differs && asks_for_form(t, &config))
		u8c_ways_try(t->ways, NULL, config.form, u8c_text(t->in, t->n),
			     u8c_text(t->want, t->want_n));
	return differs;
}

static void rows_streams(struct kunit *test)
{
	each_row(test, "in_hex", try_text);
}

static void take_policy(const struct trial *t, bool path, struct utf8check_policy *policy)
{
	u8 name[64] = "default";

	if (u8c_row_has(&t->row, "policy"))
		u8c_row_words(&t->row, "policy", name);
	KUNIT_ASSERT_TRUE(t->test, u8c_policy_find((const char *)name, path, policy));
	if (u8c_row_has(&t->row, "policy"))
		return;
	policy->refuse |= u8c_row_bits(&t->row, "classes", u8c_class_name) & U8C_POLICY_CLASSES;
	policy->refuse |= u8c_row_bits(&t->row, "refuse", u8c_class_name);
}

static const char *verdict_differs(const struct trial *t, const struct utf8check_verdict *v)
{
	const struct u8c_row *row = &t->row;

	if (v->classes != (u8c_row_bits(row, "classes", u8c_class_name) &
			   ~U8C_BIT(UTF8CHECK_CLASS_OK)))
		return "classes";
	if (v->primary != u8c_row_word(row, "primary", u8c_class_name))
		return "primary";
	if (v->ok == u8c_row_is(row, "refused", "true"))
		return "refused";
	if (v->hidden_dotdot != u8c_row_is(row, "hidden_dotdot", "true") ||
	    !agrees(t, "hidden_offset", v->hidden_offset))
		return "hidden_dotdot";
	if (u8c_row_has(row, "hidden_decoder") &&
	    v->hidden_decoder != u8c_row_word(row, "hidden_decoder", u8c_decoder_name))
		return "hidden_decoder";
	return agrees(t, "offset", t->findings[0].offset) &&
	       agrees(t, "length", t->findings[0].length) ? NULL : "the first finding";
}

static const char *try_name(struct trial *t)
{
	struct utf8check_policy policy;
	struct utf8check_verdict v;
	struct u8c_name_query q = {
		.policy = &policy, .path = u8c_row_is(&t->row, "kind", "path"), .p = t->in,
		.n = t->n, .v = &v, .f = t->findings, .room = FINDINGS,
	};
	const struct u8c_impl *const *i;
	const char *differs = NULL;
	size_t n;

	take_policy(t, q.path, &policy);
	n = u8c_row_words(&t->row, "protect", t->want);
	policy.refuse |= n ? U8C_BIT(UTF8CHECK_CLASS_PROTECTED) : 0;
	u8c_for_each_impl(i) {
		q.impl = *i;
		if (n)
			KUNIT_ASSERT_TRUE(t->test, u8c_protect_init(&t->protect, *i,
								    u8c_text(t->want, n)));
		q.protect = n ? &t->protect : NULL;
		memset(t->findings, 0, sizeof(t->findings));
		u8c_name(&q);
		differs = differs ?: verdict_differs(t, &v);
	}
	return differs;
}

static void rows_names(struct kunit *test)
{
	each_row(test, "kind", try_name);
}

static struct u8c_coding coding_of(const struct u8c_row *row)
{
	return (struct u8c_coding){
		.profile = u8c_row_word(row, "profile", u8c_profile_name),
		.encoding = u8c_row_word(row, "encoding", u8c_encoding_name),
	};
}

static const char *try_resync(struct trial *t)
{
	const struct u8c_coding c = coding_of(&t->row);
	struct u8c_place place;

	u8c_resync(&c, t->in, t->n, u8c_row_number(&t->row, "at"), &place);
	if (u8c_row_number(&t->row, "previous") != (place.has_previous ? (long long)place.previous : -1))
		return "previous";
	return u8c_row_number(&t->row, "next") == (place.has_next ? (long long)place.next : -1) ?
	       NULL : "next";
}

static void rows_boundaries(struct kunit *test)
{
	each_row(test, "at", try_resync);
}

/* Equal texts differ at their end. */
static const char *try_order(struct trial *t)
{
	const struct u8c_coding c = coding_of(&t->row);
	const int order = u8c_row_number(&t->row, "order");
	const size_t first = order ? u8c_row_number(&t->row, "first_difference") : t->n;
	struct u8c_difference there, back;

	t->want_n = u8c_row_bytes(&t->row, "other_hex", t->want);
	u8c_differ(&c, u8c_text(t->in, t->n), u8c_text(t->want, t->want_n), &there);
	u8c_differ(&c, u8c_text(t->want, t->want_n), u8c_text(t->in, t->n), &back);
	if (there.order != order || back.order != -order)
		return "order";
	return there.offset == first && back.offset == first ? NULL : "first_difference";
}

static void rows_order(struct kunit *test)
{
	each_row(test, "other_hex", try_order);
}

static const char *try_signature(struct trial *t)
{
	const struct u8c_signature *s = u8c_signature_of(t->in, t->n);

	if (!u8c_row_number(&t->row, "signature_length"))
		return s ? "a signature" : NULL;
	return s && u8c_row_is(&t->row, "signature", s->name) &&
	       s->length == u8c_row_number(&t->row, "signature_length") ? NULL : "no such signature";
}

static void rows_signatures(struct kunit *test)
{
	each_row(test, "signature_length", try_signature);
}

static struct kunit_case rows_cases[] = {
	KUNIT_CASE_SLOW(rows_validity),
	KUNIT_CASE_SLOW(rows_streams),
	KUNIT_CASE(rows_names),
	KUNIT_CASE(rows_boundaries),
	KUNIT_CASE(rows_order),
	KUNIT_CASE(rows_signatures),
	{}
};

struct kunit_suite u8c_rows_suite = {
	.name = "utf8check_rows",
	.test_cases = rows_cases,
};
