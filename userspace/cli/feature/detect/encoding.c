// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The encoding of a text.  The first of these that is so decides:
 *
 * 1. A signature is at the start.
 * 2. The text is UTF-8 without errors: text in another encoding, with more than a few characters
 *    outside ASCII, is practically never that.
 * 3. NULs or controls, and how the start looks, show UTF-16 or UTF-32.
 * 4. All is ASCII; escape sequences may show an encoding that is written in ASCII.
 * 5. NULs show that the file is binary.
 * 6. The text is UTF-8 with few errors.
 * 7. The text declares its encoding, and can be read in it.
 * 8. A guess: the reading that takes the fewest bits, if it is clearly ahead.
 *
 * The text is read once, in pieces, and not kept.  Guesses see the text from the piece with the
 * first error on: the text before is the same in any encoding that continues ASCII.  A short text
 * is seen whole.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include "base/charset/conversion.h"
#include "base/file/output.h"
#include "feature/detect/detect_private.h"

#define DETECT_SIZE 65536

/* Sequences of two bytes or more for each error, at least, in UTF-8 with a few errors. */
#define SEQUENCES_PER_ERROR 10

/*
 * Lines of UTF-8 with errors.  By chance a text in another encoding has well-formed sequences, but
 * what these say takes more.
 */
#define ERRORS_PER_SEQUENCE 3			/* for each longer sequence of a line, at most */
#define ERROR_COST (11 * MEASURE_BIT)		/* what each takes */
#define BROKEN_HANDICAP (12 * MEASURE_BIT)	/* how much better such lines must be */

/* How much better UTF-16 without NULs must be: it is rare without a mark. */
#define WIDE_HANDICAP (8 * MEASURE_BIT)

/**
 * struct search - a text being read
 *
 * @f: what is found.
 * @stream: reads the text in the encoding of its signature, or as UTF-8; or NULL.
 * @is_utf8: @stream reads UTF-8.
 * @piece: the bytes that were read last.
 * @piece_length: how many.
 * @head: the first bytes of the text: all of a short one.  Of a longer one the sample is read: in
 *	tables of letters most of the rest is ASCII of no language.
 * @head_length: how many.
 * @sample: the text from the piece with the first error, or from the first escape sequence, on.
 * @sample_length: how many bytes.
 * @seen: of each byte that is not ASCII, how often it is in the sample of a legacy text.
 */
struct search {
	struct encoding_found *f;
	struct utf8check_stream *stream;
	bool is_utf8;
	u8 piece[DETECT_SIZE];
	size_t piece_length;
	u8 head[HEAD_MAX];
	size_t head_length;
	u8 sample[READING_MAX];
	size_t sample_length;
	u8 seen[256];
};

static void found(struct encoding_found *f, const char *encoding, enum found_by by)
{
	f->encoding = encoding;
	f->by = by;
}

#define ESC 0x1b

/*
 * The first escape sequence; NULL where there is none.  By ISO/IEC 2022 ESC and a byte from 20 to 2F
 * designate a charset; in HZ the second of two tildes does not begin "~{".
 */
static const u8 *find_escape(const u8 *p, const u8 *end)
{
	const u8 *start = p;

	if (!memchr(p, ESC, end - p) && !memchr(p, '~', end - p))
		return NULL;
	for (; end - p > 1; p++)
		if ((*p == ESC && p[1] >= 0x20 && p[1] <= 0x2f) ||
		    (*p == '~' && p[1] == '{' && (p == start || p[-1] != '~')))
			return p;
	return NULL;
}

/* The core's number of an encoding; -1 when the core cannot read it. */
static int core_encoding(const char *name)
{
	return charset_core_number(name, UTF8CHECK_ENCODING_AUTO);
}

/* Look for a signature in the first piece, and open the stream if the core can read the text. */
static int begin_search(struct search *s, struct utf8check *engine)
{
	static struct utf8check_signature signature;
	struct utf8check_config config = { .size = sizeof(config), .action = UTF8CHECK_ACTION_PASS };
	int err;

	s->head_length = s->piece_length < sizeof(s->head) ? s->piece_length : sizeof(s->head);
	memcpy(s->head, s->piece, s->head_length);
	signature = (struct utf8check_signature){
		.size = sizeof(signature), .buf = (uintptr_t)s->piece, .len = s->piece_length,
	};
	err = utf8check_signature(engine, &signature);
	if (!err && signature.length)
		found(s->f, signature.name, BY_SIGNATURE);
	if (err || (s->f->encoding && core_encoding(s->f->encoding) < 0))
		return err;
	s->f->checked = true;
	config.from = s->f->encoding ? core_encoding(s->f->encoding) : UTF8CHECK_ENCODING_UTF8;
	s->is_utf8 = config.from == UTF8CHECK_ENCODING_UTF8;
	return utf8check_stream_open(engine, &config, UTF8CHECK_CHECK_ONLY, &s->stream);
}

static u64 count_nuls(const u8 *p, size_t n)
{
	const u8 *end = p + n;
	u64 count = 0;

	for (; (p = memchr(p, 0, end - p)); p++)
		count++;
	return count;
}

static u64 longer_sequences(const struct utf8check_report *r)
{
	return r->by_length[1] + r->by_length[2] + r->by_length[3];
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
		if (s->f->report.errors && !says_more(s, p, next - p))
			continue;
		for (; p < next && s->sample_length < READING_MAX; p++) {
			s->sample[s->sample_length++] = *p;
			s->seen[*p] += s->seen[*p] < SEEN_ENOUGH;
		}
	}
}

/* Keep a sample of this piece, once there was an error or an escape sequence. */
static void sample_piece(struct search *s)
{
	struct encoding_found *f = s->f;
	const u8 *p = s->piece, *end = p + s->piece_length;

	if (f->by == BY_SIGNATURE)
		return;
	if (!f->report.errors && !s->sample_length)
		p = longer_sequences(&f->report) ? NULL : find_escape(p, end);
	if (p)
		sample_words(s, p, end - p);
}

static int search_piece(struct search *s)
{
	struct encoding_found *f = s->f;
	size_t used = s->piece_length;
	int err;

	f->bytes += s->piece_length;
	f->nuls += count_nuls(s->piece, s->piece_length);
	if (!f->checked)
		return 0;
	/* Ill-formed text is not mojibake. */
	if (s->is_utf8 && !f->report.errors && used)
		mojibake_push(s->piece, s->piece_length);
	err = used ? utf8check_stream_push(s->stream, s->piece, &used, NULL, NULL) :
		     utf8check_stream_finish(s->stream, NULL, NULL);
	if (!err)
		err = utf8check_stream_report(s->stream, &f->report);
	if (!err)
		sample_piece(s);
	return err;
}

static int read_text(struct search *s, struct utf8check *engine, struct input *in)
{
	ssize_t got;
	int err = 0;

	do {
		got = input_fill(in, s->piece, sizeof(s->piece));
		if (got < 0)
			return got;
		s->piece_length = got;
		if (!s->f->bytes && !s->head_length)
			err = begin_search(s, engine);
		if (!err)
			err = search_piece(s);
	} while (!err && got);
	return err;
}

/* Are more than one of eight bytes controls that no text has, apart from NULs? */
static bool has_other_controls(const u8 *p, size_t n)
{
	size_t i, controls = 0;

	for (i = 0; i < n; i++)
		controls += p[i] && p[i] < ' ' && !memchr("\t\n\f\r\b\33", p[i], 6);
	return controls * 8 > n;
}

/* The text as UTF-8, with what its errors take. */
static struct reading read_utf8(const u8 *p, size_t n)
{
	struct reading r = reading_of("UTF-8", p, n);

	r.cost = r.measure.cost + r.bad * ERROR_COST;
	return r;
}

/* The encoding whose escape sequences these are; NULL for none. */
static const char *read_escapes(const struct search *s)
{
	static const char *const labels[] = { "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN", "HZ-GB-2312" };
	struct reading r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(labels) && s->sample_length; i++) {
		r = reading_of(labels[i], s->sample, s->sample_length);
		if (!r.bad && r.others)
			return labels[i];
	}
	return NULL;
}

static void conclude_ascii(struct search *s)
{
	struct encoding_found *f = s->f;
	const char *escaped = read_escapes(s);

	if (escaped)
		found(f, escaped, BY_LOOKS);
	else if (reading_is_utf7(s->head, s->head_length))
		found(f, "UTF-7", BY_LOOKS);
	else if (f->nuls && has_other_controls(s->head, s->head_length))
		found(f, NULL, NOT_TEXT);
	else
		found(f, "US-ASCII", BY_FORM);
	if (f->by == BY_FORM && s->sample_length)
		f->escapes = *s->sample == ESC ? "escape sequences: perhaps ISO-2022" : "with ~{: perhaps HZ";
}

/*
 * Is the file binary, by its format or by its controls?  A text that declares its encoding may have
 * controls, as key maps do.
 */
static bool begins_binary(const struct search *s)
{
	return s->f->kind || (!*s->f->declared && binary_has_controls(s->head, s->head_length));
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
	f->perhaps = declared_label(s);
	if (!f->perhaps) {
		guess_readings(&g, s->sample, s->sample_length);
		f->perhaps = g.best.label;
	}
}

/*
 * Are lines better as UTF-8 than in the best reading, by BROKEN_HANDICAP?  Lines with more than
 * ERRORS_PER_SEQUENCE errors for each longer sequence do not count.  Where the best reading has
 * characters of two bytes, one line must be so much better: gains of several may be chance.
 */
static bool has_utf8_lines(const struct guesses *g)
{
	const u8 *p = g->p, *next, *end = p + g->n;
	struct reading utf8, other;
	u64 gain = 0;

	for (; p < end && gain < BROKEN_HANDICAP; p = next) {
		next = memchr(p, '\n', end - p);
		next = next ? next + 1 : end;
		utf8 = read_utf8(p, next - p);
		if (!utf8.others || utf8.bad > utf8.others * ERRORS_PER_SEQUENCE)
			continue;
		other = reading_of(g->best.label, p, next - p);
		if (utf8.cost < other.cost)
			gain = (g->best.measure.wides ? 0 : gain) + other.cost - utf8.cost;
	}
	return gain >= BROKEN_HANDICAP;
}

/* Is it UTF-8 with errors?  Lines are better so; or it is nothing else, and has enough sequences. */
static bool is_broken_utf8(const struct encoding_found *f, const struct guesses *g)
{
	if (g->best.label)
		return has_utf8_lines(g);
	return longer_sequences(&f->report) * ERRORS_PER_SEQUENCE >= f->report.errors;
}

/* No declaration says the encoding: which reading takes the fewest bits?  @wide: as UTF-16. */
static void conclude_by_bits(struct search *s, struct reading *wide)
{
	struct encoding_found *f = s->f;
	/* Of a short text all is looked at: its ASCII says which language it is in. */
	const bool whole = f->bytes <= sizeof(s->head) || wide->label;
	struct guesses g;
	bool is_wide;

	guess_readings(&g, whole ? s->head : s->sample, whole ? s->head_length : s->sample_length);
	if (wide->label) {
		wide->cost += WIDE_HANDICAP;
		guess_consider(&g, wide);
	}
	is_wide = wide->label && g.best.label == wide->label;
	if (begins_binary(s) && !is_wide) {
		found(f, NULL, NOT_TEXT);
	} else if (is_broken_utf8(f, &g)) {
		conclude_by_most(s);
	} else if (guess_is_clear(&g)) {
		found(f, g.best.label, BY_LOOKS);
	} else {
		found(f, NULL, g.best.label ? TOO_SHORT : NOT_KNOWN);
		f->perhaps = g.best.label;
		f->perhaps_too = g.next.label;
	}
}

/* Is the text in another encoding than it declares?  ASCII contradicts none: nearly all have it. */
static bool is_contradicted(const struct encoding_found *f)
{
	const size_t n = strlen(f->declared);

	if (!n || !f->encoding || !strcmp(f->encoding, "US-ASCII") || f->by == BY_DECLARATION)
		return false;
	/* "UTF-16LE" may be declared as "UTF-16", but "ISO-8859-15" not as "ISO-8859-1". */
	if (!strncasecmp(f->declared, f->encoding, n) && !isdigit((u8)f->encoding[n]))
		return false;
	return core_encoding(f->declared) != core_encoding(f->encoding) || core_encoding(f->encoding) < 0;
}

/* The encoding of a text without a signature, after all of it was read. */
static void conclude(struct search *s)
{
	struct encoding_found *f = s->f;
	const u64 longer = longer_sequences(&f->report);
	const char *declared;
	struct reading wide = { };

	if (!f->report.errors && longer) {
		found(f, "UTF-8", BY_FORM);
		return;
	}
	/* UTF-16 and UTF-32 have an even number of bytes. */
	if (f->bytes % 2 == 0 && !f->kind)
		wide = reading_wide(s->head, s->head_length);
	/* Their bytes are NULs where the text is of ASCII, and controls in many other alphabets. */
	if (wide.label && (f->nuls || binary_has_controls(s->head, s->head_length)))
		found(f, wide.label, BY_LOOKS);
	else if (!f->report.errors)
		conclude_ascii(s);
	else if (f->nuls)
		found(f, NULL, NOT_TEXT);
	else if (longer / SEQUENCES_PER_ERROR >= f->report.errors)
		conclude_by_most(s);
	else if ((declared = declared_label(s)))
		found(f, declared, BY_DECLARATION);
	else
		conclude_by_bits(s, &wide);
}

int encoding_find(struct encoding_found *f, struct utf8check *engine, struct input *in)
{
	static struct search s;
	int err;

	*f = (struct encoding_found){ };
	s = (struct search){ .f = f };
	mojibake_start();
	err = read_text(&s, engine, in);
	utf8check_stream_close(s.stream);
	declared_find(s.head, s.head_length, f->declared);
	f->kind = binary_kind(s.head, s.head_length);
	if (f->by != BY_SIGNATURE) {
		conclude(&s);
		/* The text was not read in an encoding that is guessed. */
		f->checked = f->by == BY_FORM || f->by == BY_MOST;
	}
	f->contradicted = is_contradicted(f);
	if (f->checked && !f->report.errors)
		f->mojibake = mojibake_conclude();
	if (!f->checked)
		f->report = (struct utf8check_report){ };
	return err;
}

/* Replace a file by a copy, which can be read twice. */
static int copy_input(struct input *in)
{
	const char *folder = getenv("TMPDIR");
	struct output copy = { .name = "temporary file" };
	static u8 buf[DETECT_SIZE];
	ssize_t got;

	copy.fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (copy.fd < 0)
		return -errno;
	do {
		got = input_read(in, buf, sizeof(buf));
		if (got > 0 && output_write(&copy, buf, got))
			got = -EIO;
	} while (got > 0);
	if (got) {
		close(copy.fd);
		return got;
	}
	input_close(in);
	*in = (struct input){ .name = in->name, .fd = copy.fd, .stat = in->stat };
	return input_seek(in, 0);
}

int encoding_find_first(struct encoding_found *f, struct utf8check *engine, struct input *in)
{
	const off_t here = lseek(in->fd, 0, SEEK_CUR);
	int err = here < 0 ? copy_input(in) : 0;

	if (!err)
		err = encoding_find(f, engine, in);
	return err ? err : input_seek(in, here < 0 ? 0 : here);
}
