// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream against the slow reference, in one piece or in random pieces; and
 * back again, where undoing promises the same bytes.
 */
#include "fuzz.h"
#include "kunit/feed.h"

/* A feed of the input; NULL where no stream has such a configuration. */
static struct u8c_feed *feed(const struct fuzz_input *in)
{
	static struct u8c_feed *f;

	if (!u8c_config_makes_sense(&in->config))
		return NULL;
	f = f ?: u8c_feed_new(&fuzz_test);
	f->in = in->p;
	f->n = in->n;
	f->config = in->config;
	f->impl = in->impl;
	f->chance = NULL;
	f->room = in->config.flags & UTF8CHECK_FLAG_NO_OUTPUT ? 0 : U8C_FEED_MAX;
	u8c_feed_expect(f);
	return f;
}

/* At once, through a stream and by the call for a whole text, also with less room. */
void fuzz_stream_whole(const struct fuzz_input *in)
{
	struct u8c_feed *f = feed(in);

	if (!f)
		return;
	u8c_feed_run(f);
	if (!f->room || u8c_config_needs_work(&f->config))
		return;
	u8c_feed_convert(f, f->want.bytes_out);
	u8c_feed_convert(f, fuzz_chance(f->want.bytes_out + 1));
}

void fuzz_stream_split(const struct fuzz_input *in)
{
	static const size_t rooms[] = { 20, 200, 2000 };
	struct u8c_feed *f = feed(in);

	if (!f)
		return;
	f->chance = &fuzz_random;
	if (f->room)
		f->room = rooms[in->forks % 3];
	u8c_feed_run(f);
}

/* Nobody wants the output. */
void fuzz_stream_unwanted(const struct fuzz_input *in)
{
	struct u8c_feed *f = feed(in);

	if (!f)
		return;
	f->chance = &fuzz_random;
	f->room = 0;
	u8c_feed_run(f);
}

/* Return: whether the whole text was converted; the result is in @to. */
static bool convert(const struct fuzz_input *in, const struct utf8check_config *config,
		    struct u8c_text text, struct u8c_sink *to)
{
	struct u8c_stream s;

	u8c_stream_init(&s, in->impl, config);
	return u8c_convert(&s, text, to);
}

/* Undoing what escape writes gives the same bytes again. */
void fuzz_stream_undo(const struct fuzz_input *in)
{
	const struct utf8check_config escape = {
		.profile = in->config.profile, .action = UTF8CHECK_ACTION_ESCAPE,
		.to_profile = in->config.to_profile,
	};
	const struct utf8check_config inverse = {
		.profile = escape.to_profile, .to_profile = escape.profile,
		.flags = UTF8CHECK_FLAG_UNESCAPE,
	};
	static u8 there[U8C_FEED_MAX], back[2 * U8C_FEED_MAX];
	struct u8c_sink out = u8c_sink(there, sizeof(there)), again = u8c_sink(back, sizeof(back));

	if (!u8c_config_makes_sense(&escape) ||
	    !convert(in, &escape, u8c_text(in->p, in->n), &out))
		return;
	if (!convert(in, &inverse, u8c_text(there, out.made), &again) ||
	    again.made != in->n || memcmp(back, in->p, in->n))
		fuzz_found(in, "escape and its inverse");
}
