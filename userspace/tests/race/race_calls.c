// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's calls of the core on whole buffers, except for the forms: each
 * answer must be in its bounds, whatever the bytes are.
 */
#include <string.h>
#include "core/name/danger.h"
#include "race.h"

static void run_valid_up_to(struct race_round *r)
{
	CHECK(r->impl->validate->valid_up_to(r->p, r->n, r->impl->validate) <= r->n);
}

static void run_count(struct race_round *r)
{
	u64 by_length[4] = { 0 };

	r->impl->validate->count(r->p, r->n, by_length, r->impl->validate);
}

static void run_pass(struct race_round *r)
{
	u8 *out = any(r, 4) ? race_room(r, r->n) : NULL;
	u64 by_length[4] = { 0 };

	CHECK(r->impl->validate->copy_valid(r->p, r->n, out, by_length,
					   r->impl->validate) <= r->n);
}

static void run_repair(struct race_round *r)
{
	size_t room = any(r, 3 * r->n + 300);
	u64 by_length[4] = { 0 }, by_reason[U8C_REASONS] = { 0 };
	struct u8c_replacement repair = {
		.in = r->p, .end = r->p + r->n, .out = race_room(r, room),
		.by_length = by_length, .by_reason = by_reason,
	};

	repair.out_end = repair.out + room;
	r->impl->validate->replace(&repair, r->impl->validate);
	CHECK((size_t)(repair.in - r->p) <= r->n);
	CHECK(repair.out <= repair.out_end);
	CHECK((size_t)(repair.out_end - repair.out) <= room);
}

static void run_mark(struct race_round *r)
{
	u64 *marks = (u64 *)race_room(r, (r->n + 63) / 64 * sizeof(*marks));
	size_t last = r->n - 1;

	r->impl->form->candidates(race_form(r), r->p, r->n, marks, r->impl->form);
	/* Nothing begins after the end. */
	CHECK(!(marks[last / 64] >> 1 >> last % 64));
}

static void run_lower(struct race_round *r)
{
	r->impl->form->lower(r->p, r->n, race_room(r, r->n), r->impl->form);
}

static void run_valid_utf16(struct race_round *r)
{
	size_t pairs = 0;

	CHECK(r->impl->wide->valid_utf16(r->p, r->n,
					    any(r, 2), &pairs,
					    r->impl->wide) <= r->n);
}

/* @most: bytes that one of the text may become. */
static void transcode(struct race_round *r, u8c_transcode_fn *convert, size_t most)
{
	size_t room = any(r, most * r->n + 300);
	u8 *out = race_room(r, room);
	struct u8c_transcoding to = { .out = out, .out_end = out + room };

	CHECK(convert(r->p, r->n, any(r, 2), &to, r->impl->wide) <= r->n);
	CHECK((size_t)(to.out - out) <= room);
}

static void run_from_utf16(struct race_round *r) { transcode(r, r->impl->wide->from_utf16, 2); }
static void run_to_utf16(struct race_round *r) { transcode(r, r->impl->wide->to_utf16, 2); }
static void run_to_utf32(struct race_round *r) { transcode(r, r->impl->wide->to_utf32, 4); }

static void run_from_utf32(struct race_round *r)
{
	CHECK(u8c_valid_utf32(r->p, r->n, any(r, 2)) <= r->n);
	transcode(r, r->impl->wide->from_utf32, 1);
}

static void run_swap_utf16(struct race_round *r)
{
	size_t n = r->n & ~(size_t)1;

	u8c_swap_utf16(r->p, n, race_room(r, n));
}

static void run_decode(struct race_round *r)
{
	struct u8c_coding c = race_coding(r);
	bool final = any(r, 2);
	size_t at = any(r, r->n);
	struct utf8check_error e;
	int length;
	u64 cp;

	memset(&e, 0xff, sizeof(e));
	length = u8c_decode(&c, u8c_text(r->p + at, r->n - at), final, &cp, &e);
	CHECK(length >= (final ? 0 : -1) && length <= 8);
	CHECK(length <= (int)(r->n - at));
	CHECK(length >= 0 || r->n - at <= 7);
	e.offset = at;
	if (!length)
		race_expect_error(&e, r->n);
}

static void run_validate(struct race_round *r)
{
	struct u8c_coding c = race_coding(r);
	struct utf8check_error e;

	if (any(r, 2))
		c = u8c_rfc3629;
	memset(&e, 0xff, sizeof(e));
	if (!u8c_validate(r->impl, &c, r->p, r->n, &e))
		race_expect_error(&e, r->n);
	u8c_validate(r->impl, &c, r->p, r->n, NULL);
	CHECK(u8c_valid_up_to(r->impl, &c, r->p, r->n) <= r->n);
}

static void run_position(struct race_round *r)
{
	struct u8c_position position = { 1, 1 };

	r->impl->validate->advance(&position, r->p, r->n, r->impl->validate);
	CHECK(position.line <= r->n + 1);
	u8c_position_advance_utf16(&position, r->p, r->n & ~(size_t)1, 0,
				   any(r, 2));
}

static void run_resync(struct race_round *r)
{
	struct u8c_coding c = race_coding(r);
	size_t at = any(r, r->n + 1);
	struct u8c_place place;

	u8c_resync(&c, r->p, r->n, at, &place);
	CHECK(place.previous <= at);
	CHECK(place.next >= at && place.next <= r->n);
}

static void run_differ(struct race_round *r)
{
	struct u8c_coding c = race_coding(r);
	size_t n = any(r, r->n + 1);
	size_t from = any(r, 2) ? 0 :
		      any(r, r->n);
	struct u8c_difference d;

	u8c_differ(&c, u8c_text(r->p, n), u8c_text(r->p + from, r->n - from), &d);
	CHECK(d.offset <= n && d.offset <= r->n - from);
	CHECK(d.length[0] <= n - d.offset);
	CHECK(d.length[1] <= r->n - from - d.offset);
}

static void run_signature(struct race_round *r)
{
	size_t at = any(r, r->n);

	u8c_signature_of(r->p + at, r->n - at);
	u8c_sniff(r->p + at, r->n - at, any(r, 2));
}

/* Names that are protected, or none. */
static const struct u8c_protect *race_protect(struct race_round *r)
{
	static const char names[] = ".git\0a-b\0\xc3\xa9.text\0web.config";
	struct u8c_protect *protect;

	if (any(r, 2))
		return NULL;
	protect = (struct u8c_protect *)race_room(r, sizeof(*protect));
	CHECK(u8c_protect_init(protect, r->impl, u8c_text(names, sizeof(names))));
	return protect;
}

static void judge(struct race_round *r, bool path)
{
	size_t room = any(r, 2) * (1 + r->n / 2), i, findings;
	struct utf8check_finding *f = room ? (struct utf8check_finding *)
				race_room(r, room * sizeof(*f)) : NULL;
	const char *name = u8c_policy_name(any(r, 9));
	struct utf8check_policy policy;
	struct utf8check_verdict v;

	CHECK(u8c_policy_find(name, path, &policy));
	if (!any(r, 3))
		policy.refuse = ~(u64)0;
	memset(&v, 0xff, sizeof(v));
	u8c_name(&(struct u8c_name_query){ r->impl, &policy, path, r->p, r->n, &v, f, room,
					   race_protect(r) });
	CHECK(v.primary < U8C_CLASSES);
	CHECK(!v.hidden_dotdot || v.hidden_offset <= r->n);
	CHECK(v.hidden_dotdot == (v.hidden_decoder != UTF8CHECK_DECODER_NONE));
	CHECK(v.hidden_decoder < U8C_DECODERS);
	findings = v.findings < room ? v.findings : room;
	for (i = 0; i < findings; i++) {
		CHECK(f[i].offset <= r->n);
		CHECK(f[i].length <= r->n - f[i].offset);
		CHECK(f[i].what < U8C_CLASSES);
	}
}

static void run_name(struct race_round *r) { judge(r, false); }
static void run_path(struct race_round *r) { judge(r, true); }

/* The names that are protected change. */
static void run_protect_init(struct race_round *r)
{
	struct u8c_protect *protect = (struct u8c_protect *)race_room(r, sizeof(*protect));
	size_t at = any(r, r->n), n = any(r, r->n - at + 1);
	u32 i;

	if (!u8c_protect_init(protect, r->impl, u8c_text(r->p + at, n)))
		return;
	CHECK(protect->count && protect->count <= U8C_PROTECT_MAX);
	for (i = 0; i < protect->count; i++)
		CHECK(protect->patterns[i].at + protect->patterns[i].n <= n);
	u8c_is_protected(protect, r->impl, u8c_text(r->p, r->n));
}

static void run_plain(struct race_round *r)
{
	struct utf8check_policy policy;

	CHECK(u8c_policy_find("posix", false, &policy));
	u8c_is_plain(r->p, r->n, false, &policy);
	CHECK(u8c_policy_find("strict", true, &policy));
	u8c_is_plain(r->p, r->n, true, &policy);
}

static void run_allowed(struct race_round *r)
{
	struct u8c_byte_set refused;

	u8c_refused_init(&refused, ~0ull);
	CHECK(u8c_allowed_up_to(&refused, r->impl, r->p, r->n) <= r->n);
}

static void run_hidden_dotdot(struct race_round *r)
{
	struct utf8check_verdict v = { 0 };
	struct u8c_dotdot walk;

	u8c_dotdot_begin(&walk, r->p, r->n);
	while (!u8c_dotdot_step(&walk, r->n))
		;
	u8c_dotdot_found(&walk, &v);
	CHECK(v.hidden_offset <= r->n);
}

static void run_hides_dot(struct race_round *r)
{
	u8c_hides_dot(r->p, r->n);
}

const struct race_call race_calls[] = {
	{ "valid-up-to", run_valid_up_to, RACE_LONG, NULL },
	{ "count", run_count, RACE_LONG, NULL },
	{ "pass", run_pass, RACE_LONG, NULL },
	{ "repair", run_repair, RACE_LONG, NULL },
	{ "mark", run_mark, RACE_LONG, NULL },
	{ "lower", run_lower, RACE_LONG, NULL },
	{ "valid-utf16", run_valid_utf16, RACE_LONG, NULL },
	{ "from-utf16", run_from_utf16, RACE_LONG, NULL },
	{ "to-utf16", run_to_utf16, RACE_LONG, NULL },
	{ "from-utf32", run_from_utf32, RACE_LONG, NULL },
	{ "to-utf32", run_to_utf32, RACE_LONG, NULL },
	{ "swap-utf16", run_swap_utf16, RACE_ONCE, NULL },
	{ "decode", run_decode, RACE_ONCE, NULL },
	{ "validate", run_validate, RACE_EACH, NULL },
	{ "position", run_position, RACE_EACH, NULL },
	{ "resync", run_resync, RACE_ONCE, NULL },
	{ "differ", run_differ, RACE_ONCE, NULL },
	{ "signature", run_signature, RACE_ONCE, NULL },
	{ "name", run_name, RACE_EACH, NULL },
	{ "path", run_path, RACE_EACH, NULL },
	{ "plain", run_plain, RACE_ONCE, NULL },
	{ "protect-init", run_protect_init, RACE_EACH, NULL },
	{ "allowed-up-to", run_allowed, RACE_LONG, NULL },
	{ "hidden-dotdot", run_hidden_dotdot, RACE_ONCE, NULL },
	{ "hides-dot", run_hides_dot, RACE_ONCE, NULL },
	{}
};
