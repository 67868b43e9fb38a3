// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The encoding of a text.
 *
 * A signature at the start decides.  Without a signature the text is read as
 * UTF-8: text in another encoding, with more than a few characters outside
 * ASCII, is practically never well-formed UTF-8.  When the text is not
 * well-formed, the answer is a guess.  The guess sees the text from the first
 * error on: the text before it is the same in any encoding that continues
 * ASCII.
 *
 * An encoding that the text declares comes before guesses, if the text can be read in it.
 *
 * UTF-16 and UTF-32 without a signature are known by how the start of the text
 * looks.  Encodings that are ASCII but for escape sequences are guessed where
 * there are such sequences.
 *
 * The text is read once, in pieces, and not kept.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include "feature/detect/encoding.h"
#include "base/charset/conversion.h"
#include "base/file/binary.h"
#include "base/text/text_stats.h"
#include "base/file/input.h"

#define DETECT_SIZE 65536

/* Sequences of two bytes or more for each error, at least, in UTF-8 with a few errors. */
#define SEQUENCES_PER_ERROR 10

/*
 * In UTF-8 with some lines in another encoding, errors for each longer sequence, at most, and what
 * each takes.  By chance a text in EUC-JP, GB 18030 or windows-874 has as many such sequences, but
 * what these say takes more bits.
 */
#define ERRORS_PER_SEQUENCE 8
#define ERROR_COST (11 * MEASURE_BIT)
#define BROKEN_HANDICAP (8 * MEASURE_BIT)

/* How much better UTF-16 without NULs must be: it is rare without a mark. */
#define WIDE_HANDICAP (8 * MEASURE_BIT)

/**
 * struct search - a text being read
 *
 * @f: what is found.
 * @stream: reads the text in the encoding that it has, or may have.
 * @iter: finds what is ill-formed, when the text may be UTF-8.
 * @mojibake: looks for mojibake.
 * @head: the first bytes of the text.
 * @head_length: how many.
 * @legacy: the text is no UTF-8, or has escape sequences.
 * @sample: the text from where it is that, or not ASCII, as far as there is room.
 * @sample_length: how many bytes.
 * @seen: of each byte that is not ASCII, how often it is in the sample of a legacy text.
 */
struct search {
	struct encoding_found *f;
	struct utf8check_stream *stream;
	struct utf8_iter iter;
	struct mojibake *mojibake;
	u8 head[WIDE_GUESS_MAX];
	size_t head_length;
	bool legacy;
	u8 *sample;
	size_t sample_length;
	u8 seen[256];
};

static void see_ascii(void *context, const u8 *p, size_t n)
{
	struct search *s = context;

	lenient_forms_ascii(&s->f->lenient, s->iter.offset, p[0]);
}

static void see_code_point(void *context, u32 cp, unsigned int length)
{
}

static void see_ill_formed(void *context, const struct utf8check_error *e)
{
	struct search *s = context;

	lenient_forms_error(&s->f->lenient, e);
}

/* The core's number of an encoding; -1 when the core cannot read it. */
static int core_encoding(const char *name)
{
	return charset_core_number(name, UTF8CHECK_ENCODING_AUTO);
}

/*
 * Look for a signature.  Return: the core's number of the encoding to read; -1
 * when the core cannot read it.
 */
static int find_signature_encoding(struct search *s, struct utf8check *engine,
				   const u8 *p, size_t n, int *err)
{
	struct utf8check_signature *signature = &s->f->signature;

	*signature = (struct utf8check_signature){
		.size = sizeof(*signature),
		.buf = (uintptr_t)p,
		.len = n,
	};
	*err = utf8check_signature(engine, signature);
	if (*err || !signature->length)
		return UTF8CHECK_ENCODING_UTF8;
	s->f->encoding = signature->name;
	s->f->by = BY_SIGNATURE;
	s->f->bom = true;
	return core_encoding(signature->name);
}

/* Look at the first bytes, and open the stream. */
static int begin_search(struct search *s, struct utf8check *engine, const u8 *p,
			size_t n)
{
	struct utf8check_config config = {
		.size = sizeof(config),
		.action = UTF8CHECK_ACTION_PASS,
	};
	int err, encoding = find_signature_encoding(s, engine, p, n, &err);

	s->head_length = n < sizeof(s->head) ? n : sizeof(s->head);
	memcpy(s->head, p, s->head_length);
	if (err || encoding < 0)
		return err;
	s->f->checked = true;
	config.from = encoding;
	return utf8check_stream_open(engine, &config, UTF8CHECK_CHECK_ONLY,
				     &s->stream);
}

static u64 count_nuls(const u8 *p, size_t n)
{
	const u8 *end = p + n;
	u64 count = 0;

	while ((p = memchr(p, 0, end - p))) {
		count++;
		p++;
	}
	return count;
}

static bool may_be_utf8(const struct search *s)
{
	return s->f->checked &&
	       (!s->f->bom || core_encoding(s->f->encoding) == UTF8CHECK_ENCODING_UTF8);
}

static u64 longer_sequences(const struct utf8check_report *r)
{
	return r->by_length[1] + r->by_length[2] + r->by_length[3];
}

static void add_to_sample(struct search *s, const u8 *p, size_t n)
{
	size_t room = READING_MAX - s->sample_length;

	n = n < room ? n : room;
	memcpy(s->sample + s->sample_length, p, n);
	s->sample_length += n;
}

/* Places of a byte that the sample needs, at most. */
#define SEEN_ENOUGH 16

static bool says_more(const struct search *s, const u8 *p, size_t n)
{
	for (; n; n--, p++)
		if (*p > 0x7f && s->seen[*p] < SEEN_ENOUGH)
			return true;
	return false;
}

static const u8 *word_end(const u8 *p, const u8 *end)
{
	while (p < end && *p++ > ' ')
		;
	return p;
}

/* Keep words with bytes of which the sample has few: these distinguish encodings. */
static void sample_words(struct search *s, const u8 *p, size_t n)
{
	const u8 *next, *end = p + n;

	for (; p < end && s->sample_length < READING_MAX; p = next) {
		next = word_end(p, end);
		if (!says_more(s, p, next - p))
			continue;
		add_to_sample(s, p, next - p);
		for (; p < next; p++)
			s->seen[*p] += s->seen[*p] < SEEN_ENOUGH;
	}
}

/* Give uchardet the text from where it may not be UTF-8, and keep a sample of that. */
static void guess(struct search *s, const u8 *p, size_t n)
{
	struct encoding_found *f = s->f;
	bool legacy;

	if (f->bom)
		return;
	if (!f->report.errors && !longer_sequences(&f->report))
		escapes_look(&f->escapes, p, n);
	legacy = f->report.errors || escapes_any(&f->escapes);
	if (!legacy && !longer_sequences(&f->report))
		return;
	if (legacy && !s->legacy)
		s->sample_length = 0;
	s->legacy = legacy;
	if (legacy)
		uchardet_guess_push(&f->guess, p, n);
	if (f->report.errors)
		sample_words(s, p, n);
	else
		add_to_sample(s, p, n);
}

static int search_bytes(struct search *s, const u8 *p, size_t n)
{
	struct encoding_found *f = s->f;
	size_t used = n;
	int err = 0;

	f->bytes += n;
	f->nuls += count_nuls(p, n);
	if (!f->checked)
		return 0;
	if (may_be_utf8(s)) {
		utf8_iter_push(&s->iter, p, n, !n);
		/* Ill-formed text is not mojibake. */
		if (!f->report.errors)
			mojibake_push(s->mojibake, p, n);
	}
	if (n)
		err = utf8check_stream_push(s->stream, p, &used, NULL, NULL);
	else
		err = utf8check_stream_finish(s->stream, NULL, NULL);
	if (!err)
		err = utf8check_stream_report(s->stream, &f->report);
	if (!err)
		guess(s, p, n);
	return err;
}

static int read_text(struct search *s, struct utf8check *engine,
		    struct input *in)
{
	static u8 buf[DETECT_SIZE];
	bool first = true;
	ssize_t got;
	int err;

	do {
		got = input_fill(in, buf, sizeof(buf));
		if (got < 0)
			return got;
		err = first ? begin_search(s, engine, buf, got) : 0;
		if (!err)
			err = search_bytes(s, buf, got);
		first = false;
	} while (!err && got);
	return err;
}

static void found(struct encoding_found *f, const char *encoding, enum found_by by)
{
	f->encoding = encoding;
	f->by = by;
	/* The text was not read in an encoding that is guessed. */
	f->checked = by == BY_FORM || by == BY_MOST;
	if (!f->checked)
		f->lenient = (struct lenient_forms){ };
}

/* Lenient forms count for UTF-8: no other encoding explains them. */
static bool is_nearly_utf8(const struct encoding_found *f)
{
	u64 others = f->report.errors - f->lenient.covered;

	return !others ||
	       longer_sequences(&f->report) / SEQUENCES_PER_ERROR >= others;
}

static void not_found(struct encoding_found *f, enum not_found why)
{
	f->why_not = why;
	found(f, NULL, BY_NOTHING);
}

/* Is one of eight bytes a control that no text has, apart from NUL? */
static bool has_other_controls(const u8 *p, size_t n)
{
	size_t i, controls = 0;

	for (i = 0; i < n; i++)
		controls += p[i] && p[i] < ' ' && !memchr("\t\n\f\r\b\33", p[i], 6);
	return controls * 8 > n;
}

/* Does a text of ASCII take fewer bits as UTF-16? */
static bool may_be_wide(struct search *s, const struct reading *wide)
{
	struct reading ascii;

	return wide->label && reading_take(&ascii, "UTF-8", s->head, s->head_length) && wide->cost < ascii.cost;
}

static void conclude_ascii(struct search *s, const struct reading *wide, const char *guess)
{
	struct encoding_found *f = s->f;

	f->may_be_wide = may_be_wide(s, wide);
	if (guess)
		guess = reading_label(guess, s->sample, s->sample_length);
	if (guess)
		found(f, guess, BY_GUESS);
	else if (reading_is_utf7(s->head, s->head_length))
		found(f, "UTF-7", BY_LOOKS);
	else if (f->nuls && has_other_controls(s->head, s->head_length))
		not_found(f, NOT_TEXT);
	else
		found(f, "US-ASCII", BY_FORM);
}

/*
 * No text has what is in it, apart from bytes that are not UTF-8.  Controls may be in one that
 * says its encoding, as key maps do.
 */
static bool is_no_text(const struct search *s)
{
	return s->f->nuls || s->f->kind ||
	       (!*s->f->declared && binary_has_controls(s->head, s->head_length));
}

/* Of a short text all is looked at: its ASCII says which language it is in. */
static struct guesses guess_encoding(const struct search *s, struct reading wide, const char *vote)
{
	const bool whole = s->f->bytes <= sizeof(s->head);
	const size_t n = whole ? s->head_length : s->sample_length;
	struct guesses g;

	guess_readings(&g, whole ? s->head : s->sample, n, vote);
	if (wide.label) {
		wide.cost = wide.cost * g.n / s->head_length + WIDE_HANDICAP;
		guess_consider(&g, &wide);
		g.voted &= g.best.label != wide.label;
	}
	return g;
}

static void keep_ill_formed_words(struct search *s)
{
	const u8 *p = s->sample, *next, *end = p + s->sample_length;

	for (s->sample_length = 0; p < end; p = next) {
		next = word_end(p, end);
		if (utf8check_valid_up_to(p, next - p) == (size_t)(next - p))
			continue;
		memmove(s->sample + s->sample_length, p, next - p);
		s->sample_length += next - p;
	}
}

static const char *declared_label(const struct search *s)
{
	const char *label = *s->f->declared ? charset_read(s->f->declared) : NULL;

	return label ? reading_label(label, s->sample, s->sample_length) : NULL;
}

/* The text is UTF-8 with errors: what may these be in? */
static void conclude_by_most(struct search *s)
{
	struct encoding_found *f = s->f;
	struct guesses g;

	found(f, "UTF-8", BY_MOST);
	keep_ill_formed_words(s);
	if (f->report.errors <= f->lenient.covered)
		return;
	f->perhaps = declared_label(s);
	if (f->perhaps)
		return;
	guess_readings(&g, s->sample, s->sample_length, NULL);
	f->perhaps = g.best.label;
}

static bool is_utf8_in_part(const struct search *s, const struct guesses *g)
{
	const struct encoding_found *f = s->f;
	struct reading utf8;

	return longer_sequences(&f->report) * ERRORS_PER_SEQUENCE >=
		       f->report.errors - f->lenient.covered &&
	       reading_take(&utf8, "UTF-8", g->p, g->n) &&
	       utf8.measure.cost + utf8.bad * ERROR_COST + BROKEN_HANDICAP <=
		       (g->best.label ? g->best.cost : g->most);
}

static void conclude_by_bits(struct search *s, const struct reading *wide, const char *vote)
{
	const char *declared = declared_label(s);
	struct guesses g = { };

	if (!declared)
		g = guess_encoding(s, *wide, vote);
	if (declared)
		found(s->f, declared, BY_DECLARATION);
	else if (is_no_text(s) && (!wide->label || g.best.label != wide->label))
		not_found(s->f, NOT_TEXT);
	else if (is_utf8_in_part(s, &g))
		conclude_by_most(s);
	else if (guess_is_clear(&g))
		found(s->f, g.best.label, g.voted ? BY_GUESS : BY_LOOKS);
	else
		not_found(s->f, g.best.label ? TOO_SHORT : NOT_KNOWN);
	if (s->f->why_not == TOO_SHORT) {
		s->f->perhaps = g.best.label;
		s->f->perhaps_too = g.next.label;
	}
}

/* Is the text in another encoding than it declares?  Most contain ASCII. */
static bool is_contradicted(const struct encoding_found *f)
{
	if (!*f->declared || !f->encoding || !strcmp(f->encoding, "US-ASCII"))
		return false;
	/* UTF-16 says nothing of the order of its bytes. */
	if (f->by == BY_DECLARATION || !strncasecmp(f->declared, f->encoding, strlen(f->declared)))
		return false;
	return core_encoding(f->declared) != core_encoding(f->encoding) || core_encoding(f->encoding) < 0;
}

/* The encoding of a text without a signature, after all of it was read. */
static void conclude(struct search *s)
{
	struct encoding_found *f = s->f;
	const char *vote = uchardet_guess_finish(&f->guess);
	struct reading wide = { };

	if (!f->report.errors && longer_sequences(&f->report)) {
		found(f, "UTF-8", BY_FORM);
		return;
	}
	if (f->bytes % 2 == 0 && !f->kind)
		wide_guess(&wide, s->head, s->head_length);
	if (wide.label && f->nuls)
		found(f, wide.label, BY_LOOKS);
	else if (!f->report.errors)
		conclude_ascii(s, &wide, vote);
	else if (f->nuls)
		not_found(f, NOT_TEXT);
	else if (is_nearly_utf8(f))
		conclude_by_most(s);
	else
		conclude_by_bits(s, &wide, vote);
}

int encoding_find(struct encoding_found *f, struct utf8check *engine,
		  struct mojibake *m, struct input *in)
{
	static u8 sample[READING_MAX];
	struct search s = {
		.f = f,
		.sample = sample,
		.mojibake = m,
		.iter = {
			.ascii = see_ascii,
			.errors_only = true,
			.point = see_code_point,
			.bad = see_ill_formed,
			.context = &s,
		},
	};
	int err;

	memset(f, 0, sizeof(*f));
	mojibake_start(m);
	err = read_text(&s, engine, in);
	utf8check_stream_close(s.stream);
	mojibake_conclude(m, &f->mojibake);
	declared_find(s.head, s.head_length, f->declared);
	f->kind = binary_kind(s.head, s.head_length);
	if (!f->bom)
		conclude(&s);
	f->contradicted = is_contradicted(f);
	if (f->report.errors || !f->checked)
		memset(&f->mojibake, 0, sizeof(f->mojibake));
	return err;
}
