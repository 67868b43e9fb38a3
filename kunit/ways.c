// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each call for a whole text and its form says, in its way, what the form is.
 */
#include "support.h"
#include "ways.h"

/* A byte that no call writes where it is. */
#define UNTOUCHED 0xee

/**
 * struct asked - what all calls are made with
 *
 * @w: the memory.
 * @impl: the implementation.
 * @form: enum utf8check_form.
 * @text: the text, before a guard page.
 * @made: its form.
 * @differs: where the text differs from the form, at the start of a code point; its length
 *	where it does not.
 */
struct asked {
	struct u8c_ways *w;
	const struct u8c_impl *impl;
	enum utf8check_form form;
	struct u8c_text text;
	struct u8c_text made;
	size_t differs;
};

struct u8c_ways *u8c_ways_new(struct kunit *test, size_t most)
{
	struct u8c_ways *w = u8c_room(test, sizeof(*w));

	w->test = test;
	w->chance.state = U8C_SEED;
	w->in = u8c_guarded(test, most);
	w->out = u8c_guarded(test, most + 1);
	return w;
}

static void check(const struct asked *a, bool good, const char *what)
{
	if (!good)
		kunit_info(a->w->test, "%s, %s\n", a->impl->name, u8c_form_name(a->form));
	U8C_ASSERT(a->w->test, good, what, a->text.p, a->text.n);
}

static bool is_form(const struct asked *a)
{
	return a->differs == a->text.n && a->text.n == a->made.n;
}

/* Nothing is written after the room, or where the form does not fit. */
static void make(const struct asked *a)
{
	const size_t n = a->made.n;
	u8 *out = a->w->out - n;
	struct u8c_sink s = { .made = 1 };

	check(a, u8c_normalize(a->impl, a->form, a->text, &s, NULL) == (n ? U8C_MADE_FULL : U8C_MADE) &&
	      s.made == n, "the length of the form");
	s = u8c_sink(out, n);
	check(a, u8c_normalize(a->impl, a->form, a->text, &s, NULL) == U8C_MADE && s.made == n &&
	      !memcmp(out, a->made.p, n), "normalize");
	if (!n)
		return;
	out[n - 1] = UNTOUCHED;
	s = u8c_sink(out, n - 1);
	check(a, u8c_normalize(a->impl, a->form, a->text, &s, NULL) == U8C_MADE_FULL && s.made == n &&
	      out[n - 1] == UNTOUCHED, "normalize without room for a byte");
}

static void question(const struct asked *a)
{
	size_t offset;
	int quick;

	check(a, u8c_is_normalized(a->impl, a->form, a->text, &offset, NULL) == is_form(a) &&
	      offset == a->differs, "is_normalized");
	check(a, u8c_is_normalized(a->impl, a->form, a->made, &offset, NULL) && offset == a->made.n,
	      "is_normalized of the form");
	quick = u8c_quick_check(a->impl, a->form, a->text, &offset, NULL);
	check(a, quick >= 0 && quick != (is_form(a) ? U8C_QUICK_NO : U8C_QUICK_YES), "quick_check");
	quick = u8c_quick_check(a->impl, a->form, a->made, &offset, NULL);
	check(a, quick >= 0 && quick != U8C_QUICK_NO, "quick_check of the form");
}

static void compare(const struct asked *a)
{
	u64 hash = 0, other = 1;
	int order = 1;

	check(a, u8c_compare_form(a->impl, a->form, a->text, a->made, &order) && !order, "compare_form");
	check(a, u8c_hash_form(a->impl, a->form, a->text, 7, &hash) &&
	      u8c_hash_form(a->impl, a->form, a->made, 7, &other) && hash == other, "hash_form");
}

/* The form in parts of random sizes. */
static void read(const struct asked *a)
{
	struct u8c_reader *r = &a->w->reader;
	size_t made = 0, room, n;

	memset(r, UNTOUCHED, sizeof(*r));
	u8c_reader_init(r, a->impl, a->form, a->text);
	do {
		room = 1 + u8c_chance_below(&a->w->chance, u8c_chance_below(&a->w->chance, 2) ?
					    8 : a->made.n + 1);
		n = u8c_reader_next(r, a->w->out - room, room);
		check(a, n <= room && made + n <= a->made.n &&
		      !memcmp(a->w->out - room, a->made.p + made, n), "a part of the form");
		made += n;
	} while (n == room);
	check(a, made == a->made.n && !u8c_reader_next(r, a->w->out - 1, 1), "the parts of the form");
}

/* What is longer, shorter or has another byte is not the form. */
static void match(const struct asked *a)
{
	const size_t n = a->made.n;
	u8 *p = a->w->out - n - 1, *other = p + u8c_chance_below(&a->w->chance, n + 1);

	memcpy(p, a->made.p, n);
	p[n] = 0;
	check(a, u8c_match_form(a->impl, a->form, a->text, u8c_text(p, n)) == 1, "match_form");
	check(a, !u8c_match_form(a->impl, a->form, a->text, u8c_text(p, n + 1)), "match_form of more");
	check(a, !n || !u8c_match_form(a->impl, a->form, a->text, u8c_text(p, n - 1)),
	      "match_form of less");
	*other ^= 1;
	check(a, other == p + n || !u8c_match_form(a->impl, a->form, a->text, u8c_text(p, n)),
	      "match_form of another byte");
}

/* A stream that asks whether the text is in the form. */
static void ask(const struct asked *a)
{
	const struct utf8check_config config = {
		.form = a->form, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	size_t used = a->text.n;
	struct u8c_stream s;

	if (!a->form)
		return;
	u8c_stream_init(&s, a->impl, &config);
	u8c_stream_lend(&s, &a->w->work, NULL, 0);
	if (u8c_stream_push(&s, a->text.p, &used, NULL, NULL) == U8C_DONE)
		u8c_stream_finish(&s, NULL, NULL);
	check(a, s.errors == !is_form(a) && s.bytes_in == a->differs, "question");
	check(a, is_form(a) || (s.first.offset == a->differs &&
				s.first.reason == UTF8CHECK_REASON_NOT_NORMALIZED), "answer");
}

static size_t difference(struct u8c_text a, struct u8c_text b)
{
	size_t i = 0;

	while (i < a.n && i < b.n && a.p[i] == b.p[i])
		i++;
	while (i && i < a.n && u8c_is_continuation(a.p[i]))
		i--;
	return i;
}

void u8c_ways_try(struct u8c_ways *w, const struct u8c_impl *impl, enum utf8check_form form,
		  struct u8c_text text, struct u8c_text made)
{
	const struct u8c_text in = { memcpy(w->in - text.n, text.p, text.n), text.n };
	struct asked a = { w, impl, form, in, made, difference(in, made) };
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i) {
		if (impl && impl != *i)
			continue;
		a.impl = *i;
		make(&a);
		question(&a);
		compare(&a);
		read(&a);
		match(&a);
		ask(&a);
	}
}
