// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every function of <linux/utf8check.h> that reads bytes.  The other arguments
 * are random.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "race.h"

static u32 below(struct u8c_race *r, u32 n)
{
	return u8c_chance_below(&r->chance, n);
}

static enum utf8check_form any_form(struct u8c_race *r)
{
	return UTF8CHECK_FORM_NFC + below(r, UTF8CHECK_FORM_NFD_CASEFOLD);
}

static u8 *any_room(struct u8c_race *r, size_t *size)
{
	unsigned int i = below(r, ARRAY_SIZE(r->rooms));

	*size = 1u << i;
	return r->rooms[i];
}

static bool is_sound(const struct u8c_race *r, int result,
		     const struct utf8check_error *e)
{
	return e->count <= sizeof(e->bytes) &&
	       (result == -EILSEQ ? e->reason && e->offset <= r->n :
				    !e->reason);
}

static bool validate(struct u8c_race *r)
{
	struct utf8check_error e;
	int result = utf8check_validate(r->p, r->n,
					below(r, UTF8CHECK_PROFILE_EXTENDED + 1), &e);

	return (result == 0 || result == -EILSEQ) && is_sound(r, result, &e);
}

/* The default policy, one that has a name, or random classes and bytes. */
static struct utf8check_policy *any_policy(struct u8c_race *r, bool path)
{
	static const char *const names[] = { "safe", "strict", "posix" };
	struct utf8check_policy *p = &r->policy;

	switch (below(r, 4)) {
	case 0:
		return NULL;
	case 1:
		utf8check_policy_find(names[below(r, ARRAY_SIZE(names))], path,
				      p);
		return p;
	default:
		memset(p, 0, sizeof(*p));
		p->refuse = u8c_chance_next(&r->chance) &
			    u8c_chance_next(&r->chance) &
			    (U8C_BIT(U8C_CLASSES) - 2);
		for (unsigned int i = 0; i < sizeof(p->middle); i++)
			((u8 *)p->middle)[i] = u8c_chance_next(&r->chance) &
					       u8c_chance_next(&r->chance) &
					       u8c_chance_next(&r->chance);
		return p;
	}
}

static bool verdict_is_sound(const struct u8c_race *r, int result,
			     const struct utf8check_verdict *v)
{
	return (result == 0 || result == -EILSEQ) && v->ok == !result &&
	       (!v->hidden_dotdot || v->hidden_offset <= r->n) &&
	       v->hidden_dotdot == !!v->hidden_decoder &&
	       v->hidden_decoder <= UTF8CHECK_DECODER_ANY;
}

static bool name(struct u8c_race *r)
{
	struct utf8check_verdict v;
	int result;

	r->n = min_t(size_t, r->n, below(r, 8) ? 300 : 65536);
	result = utf8check_verify_name(r->p, r->n, any_policy(r, false), &v);
	return verdict_is_sound(r, result, &v);
}

static bool path(struct u8c_race *r)
{
	struct utf8check_verdict v;
	int result;

	r->n = min_t(size_t, r->n, below(r, 8) ? 5000 : 65536);
	result = utf8check_verify_path(r->p, r->n, any_policy(r, true), &v);
	return verdict_is_sound(r, result, &v);
}

/* The API keeps no records. */
static struct utf8check_config any_config(struct u8c_race *r)
{
	struct utf8check_config c = u8c_sample_any_config(&r->chance);

	c.records = 0;
	return c;
}

/* Pushes in parts of any size, into rooms of any size, as long as that succeeds. */
static bool push_all(struct u8c_race *r)
{
	size_t done = 0, in, room, made;
	int result = 0;
	u8 *out;

	while (done < r->n && (result == 0 || result == -ENOSPC)) {
		in = 1 + below(r, below(r, 4) ? r->n - done : 8);
		in = min(in, r->n - done);
		out = any_room(r, &room);
		made = room;
		result = utf8check_stream_push(&r->stream, r->p + done, &in,
					       out, &made);
		if (made > room || in > r->n - done)
			return false;
		done += in;
	}
	return result == 0 || result == -ENOSPC || result == -EILSEQ;
}

static bool stream(struct u8c_race *r)
{
	struct utf8check_config config;
	struct utf8check_report report;
	unsigned int tries = 0;
	size_t room, made;
	int result;
	u8 *out;

	do {
		config = any_config(r);
		if (++tries > 1000)
			return false;
	} while (utf8check_stream_init_form(&r->stream, &config, &r->work));
	if (!push_all(r))
		return false;
	tries = 0;
	do {
		out = any_room(r, &room);
		made = room;
		result = utf8check_stream_finish(&r->stream, out, &made);
		if (made > room)
			return false;
	} while (result == -ENOSPC && ++tries < 10000);
	utf8check_stream_report(&r->stream, &report);
	return (result == 0 || result == -EILSEQ) &&
	       report.bytes_in <= r->n;
}

static bool normalize(struct u8c_race *r)
{
	struct utf8check_error e;
	size_t room, made;
	u8 *out = any_room(r, &room);
	int result;

	made = room;
	if (!below(r, 8))
		out = NULL;
	result = utf8check_normalize(any_form(r), r->p, r->n, out, &made, &e);
	switch (result) {
	case 0:
		return (!out || made <= room) && is_sound(r, result, &e);
	case -ENAMETOOLONG:
		return out && made > room && is_sound(r, result, &e);
	default:
		return result == -EILSEQ && !made && is_sound(r, result, &e);
	}
}

static bool is_normalized(struct u8c_race *r)
{
	struct utf8check_error e;
	size_t at;
	int result = utf8check_is_normalized(any_form(r), r->p, r->n, &at, &e);

	return (result == 0 || result == 1 || result == -EILSEQ) &&
	       at <= r->n && is_sound(r, result, &e);
}

static bool quick_check(struct u8c_race *r)
{
	struct utf8check_error e;
	size_t at;
	int result = utf8check_quick_check(any_form(r), r->p, r->n, &at, &e);

	return ((result >= 0 && result <= UTF8CHECK_QUICK_MAYBE) ||
		result == -EILSEQ) && at <= r->n && is_sound(r, result, &e);
}

static bool convert(struct u8c_race *r)
{
	struct utf8check_config config;
	struct utf8check_error e;
	unsigned int tries = 0;
	size_t room, made;
	u8 *out = any_room(r, &room);
	int result;

	if (!below(r, 8))
		out = NULL;
	do {
		config = any_config(r);
		config.form = UTF8CHECK_FORM_NONE;
		config.flags &= ~UTF8CHECK_FLAG_STREAM_SAFE;
		made = room;
		result = utf8check_convert(&config, r->p, r->n, out, &made, &e);
	} while (result == -EINVAL && made == room && ++tries < 1000);
	switch (result) {
	case 0:
		return !out || made <= room;
	case -ENAMETOOLONG:
		return out && made > room;
	case -EILSEQ:
		return !made && e.reason && e.offset <= r->n;
	default:
		return false;
	}
}

/* Reads the form of the text into rooms of any size. */
static bool reader(struct u8c_race *r)
{
	struct utf8check_reader reader;
	struct utf8check_error e;
	size_t room, n;
	int result = utf8check_reader_init(&reader, any_form(r), r->p, r->n, &e);
	u8 *out;

	if (result)
		return result == -EILSEQ && is_sound(r, result, &e);
	do {
		out = any_room(r, &room);
		n = utf8check_reader_next(&reader, out, room);
	} while (n == room);
	return n < room;
}

/* The form is another part of the text, or was made just now. */
static bool match_form(struct u8c_race *r)
{
	enum utf8check_form form = any_form(r);
	size_t half = below(r, r->n), room, made;
	u8 *out = any_room(r, &room);
	int result;

	made = room;
	if (below(r, 2) && !utf8check_normalize(form, r->p, r->n, out, &made, NULL))
		result = utf8check_match_form(form, r->p, r->n, out, made);
	else
		result = utf8check_match_form(form, r->p, half, r->p + half, r->n - half);
	return result == 0 || result == 1 || result == -EILSEQ;
}

/* Compares the text with itself, or with another part of itself. */
static bool compare_form(struct u8c_race *r)
{
	size_t skip = below(r, 2) ? 0 : below(r, r->n + 1);
	size_t n = below(r, r->n - skip + 1);
	int order, result;

	result = utf8check_compare_form(any_form(r), r->p, r->n - skip,
					r->p + skip, below(r, 2) ? n :
					r->n - skip, &order);
	return result == 0 || result == -EILSEQ;
}

static bool hash_form(struct u8c_race *r)
{
	u64 hash;
	int result = utf8check_hash_form(any_form(r), r->p, r->n, 1, &hash);

	return result == 0 || result == -EILSEQ;
}

const struct u8c_race_call u8c_race_calls[] = {
	{ "utf8check_is_normalized", is_normalized },
	{ "utf8check_validate", validate },
	{ "utf8check_verify_name", name },
	{ "utf8check_verify_path", path },
	{ "utf8check_stream_push", stream },
	{ "utf8check_convert", convert },
	{ "utf8check_normalize", normalize },
	{ "utf8check_quick_check", quick_check },
	{ "utf8check_compare_form", compare_form },
	{ "utf8check_match_form", match_form },
	{ "utf8check_hash_form", hash_form },
	{ "utf8check_reader_next", reader },
};

const unsigned int u8c_race_calls_count = ARRAY_SIZE(u8c_race_calls);
