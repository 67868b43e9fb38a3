// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: what a stream makes of a whole text.
 *
 * The whole text and room for all of the output are there, so no bytes wait and no
 * buffer is full.  The tests show that splits and small buffers do not change what
 * the stream makes.
 *
 * Where there is a form, code points are gathered and written in it at the end
 * of the text.  An error ends a text, unless it is dropped.
 */
#include "exhaustive.h"
#include "reference_action.h"

#define MARK 0xfeff
#define REPLACEMENT 0xfffd

/**
 * struct walk - a text that is read and written
 *
 * @config: the configuration.
 * @source: how the text is written.
 * @target: how the output is written.
 * @p: the text.
 * @n: its bytes.
 * @at: how far the text was read.
 * @out: the output.
 * @r: the counts.
 * @points: code points that wait for the end of their text, with a form; NULL
 *	without.
 * @starts: the offset of each of @points.
 * @count: number of @points.
 * @run: the run of nonstarters that @points end in.
 * @form: room for the form of @points.
 * @work: memory to make @form.
 */
struct walk {
	const struct utf8check_config *config;
	struct u8c_coding source;
	struct u8c_coding target;
	const u8 *p;
	size_t n;
	size_t at;
	u8 *out;
	struct u8c_ref_result *r;
	u64 *points;
	u64 *starts;
	size_t count;
	struct u8c_ref_run run;
	u64 *form;
	u64 *work;
};

static void put(struct walk *w, const u8 *p, size_t n)
{
	if (w->config->flags & UTF8CHECK_FLAG_NO_OUTPUT)
		return;
	for (size_t i = 0; i < n; i++)
		w->out[w->r->bytes_out++] = p[i];
}

/* Writes a code point.  Return: false when the target cannot hold it. */
static bool put_point(struct walk *w, u64 cp)
{
	u8 bytes[8];
	size_t n = u8c_ref_write(&w->target, cp, bytes);

	put(w, bytes, n);
	return n || w->config->flags & UTF8CHECK_FLAG_NO_OUTPUT;
}

/* Can the target hold the code point? */
static bool can_put(const struct walk *w, u64 cp)
{
	u8 bytes[8];

	return w->config->flags & UTF8CHECK_FLAG_NO_OUTPUT ||
	       u8c_ref_write(&w->target, cp, bytes);
}

static bool is_safe(const struct walk *w)
{
	return w->config->flags & UTF8CHECK_FLAG_STREAM_SAFE;
}

/* Which gathered code point, from @from on, is the first that differs from the form; or @count. */
static size_t first_difference(const struct walk *w, size_t from)
{
	const size_t n = u8c_ref_form(w->config->form, is_safe(w), w->points + from,
				      w->count - from, w->form, w->work);
	size_t i;

	for (i = 0; i < n && from + i < w->count; i++)
		if (w->form[i] != w->points[from + i])
			break;
	return from + i;
}

/* The next code point, from @i on, before which the text can be cut for its form. */
static size_t next_cut(const struct walk *w, size_t i)
{
	while (i < w->count && !u8c_has_boundary_before(w->config->form, w->points[i]))
		i++;
	return i;
}

/* Is every difference from the form an error, the first one of each run? */
static bool asks_for_all(const struct walk *w)
{
	return w->config->action == UTF8CHECK_ACTION_PASS &&
	       w->config->forbid >> UTF8CHECK_REASON_NOT_NORMALIZED & 1;
}

/* Is the run that the code points end in after a difference, where nobody looks at it? */
static bool is_passed_over(const struct walk *w)
{
	size_t start = w->count;

	while (start && !u8c_has_boundary_before(w->config->form, w->points[start - 1]))
		start--;
	return asks_for_all(w) && first_difference(w, start ? start - 1 : 0) < w->count;
}

/* Adds a code point of the text.  Return: false when its run is too long. */
static bool put_text(struct walk *w, u64 cp)
{
	if (!w->points) {
		put_point(w, cp);
		return true;
	}
	if (!u8c_ref_run_add(&w->run, w->config->form, is_safe(w), cp) && !is_passed_over(w))
		return false;
	w->points[w->count] = cp;
	w->starts[w->count++] = w->at;
	return true;
}

static void put_escaped(struct walk *w, const u8 *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		put_point(w, '\\');
		put_point(w, 'x');
		put_point(w, digits[p[i] / 16]);
		put_point(w, digits[p[i] % 16]);
	}
}

/* Moves past @n bytes, which are one column, or the end of a line. */
static void step(struct walk *w, size_t n, bool newline)
{
	w->at += n;
	if (!n)
		return;
	w->r->position.column++;
	if (!newline)
		return;
	w->r->position.line++;
	w->r->position.column = 1;
}

/* An error at @at, the place of which @r has. */
static void count(struct walk *w, struct utf8check_error *e, size_t at,
		  const struct u8c_ref_result *r)
{
	e->offset = at;
	e->line = r->position.line;
	e->column = r->position.column;
	if (!w->r->errors)
		w->r->first = *e;
	if (w->r->list)
		w->r->list[w->r->errors] = *e;
	w->r->errors++;
	w->r->by_reason[e->reason]++;
}

/* What the text before @start has counted, without what a form says of it. */
static void look_before(const struct walk *w, size_t start, u8 *out, struct u8c_ref_result *r)
{
	struct utf8check_config config = *w->config;

	config.from = w->source.encoding;
	config.form = UTF8CHECK_FORM_NONE;
	config.flags &= ~UTF8CHECK_FLAG_STREAM_SAFE;
	config.forbid &= ~(1ull << UTF8CHECK_REASON_NOT_NORMALIZED);
	config.bom = UTF8CHECK_BOM_KEEP;
	u8c_ref_stream(&config, w->p, start, out, r, NULL);
}

/*
 * From its code point @i on, the text differs from its form.  Where that ends the text, the
 * result is as if only the text before @i had come, and then this error.
 */
static void not_normalized(struct walk *w, size_t i)
{
	const struct u8c_coding source = {
		.encoding = w->source.encoding, .profile = w->source.profile,
	};
	struct utf8check_error e = { .reason = UTF8CHECK_REASON_NOT_NORMALIZED }, ignored;
	struct u8c_ref_result before = { .list = NULL };
	size_t start = w->starts[i], k;

	look_before(w, start, w->out, asks_for_all(w) ? &before : w->r);
	e.length = u8c_ref_sequence(&source, w->p + start, w->n - start, true,
				    &w->points[i], &ignored);
	e.value = w->points[i];
	e.span = e.length;
	e.count = e.length;
	for (k = 0; k < e.length; k++)
		e.bytes[k] = w->p[start + k];
	count(w, &e, start, asks_for_all(w) ? &before : w->r);
	if (asks_for_all(w)) {
		w->r->code_points--;
		w->r->by_length[e.length - 1]--;
		return;
	}
	w->at = start;
	w->r->rejected = true;
}

/* Return: whether the text is in its form, or differences from it do not end the text. */
static bool is_form(struct walk *w)
{
	size_t i = first_difference(w, 0);

	for (; i < w->count; i = first_difference(w, next_cut(w, i + 1))) {
		not_normalized(w, i);
		if (w->r->rejected)
			return false;
	}
	return true;
}

/* Ends the text.  Return: false when the text is refused: it is not in the form. */
static bool end_text(struct walk *w)
{
	static const struct u8c_ref_run none;
	struct u8c_coding target = w->target;
	size_t n = 0, i;

	if (w->points && w->config->forbid >> UTF8CHECK_REASON_NOT_NORMALIZED & 1) {
		if (!is_form(w))
			return false;
	} else if (w->points) {
		n = u8c_ref_form(w->config->form, is_safe(w), w->points,
				 w->count, w->form, w->work);
	}
	w->target.after_high = false;
	for (i = 0; i < n; i++) {
		put_point(w, w->form[i]);
		w->target.after_high = w->form[i] >= 0xd800 &&
				       w->form[i] <= 0xdbff;
	}
	w->target = target;
	w->count = 0;
	w->run = none;
	return true;
}

/* Writes what stands for @n bytes that are an error. */
static void put_error(struct walk *w, size_t n)
{
	switch (w->config->action) {
	case UTF8CHECK_ACTION_REPLACE:
		put_point(w, REPLACEMENT);
		break;
	case UTF8CHECK_ACTION_ESCAPE:
		put_escaped(w, w->p + w->at, n);
		break;
	case UTF8CHECK_ACTION_PASS:
		put(w, w->p + w->at, n);
		break;
	default:
		return;
	}
}

/* An error ends what the next sequence can depend on. */
static void error(struct walk *w, struct utf8check_error *e)
{
	if (w->config->action != UTF8CHECK_ACTION_DROP && !end_text(w))
		return;
	count(w, e, w->at, w->r);
	/* The action shortest rejects what has no shortest form. */
	w->r->rejected = w->config->action == UTF8CHECK_ACTION_REJECT ||
			 w->config->action == UTF8CHECK_ACTION_SHORTEST;
	if (w->r->rejected || !e->length)
		return;
	w->source.after_high = false;
	if (w->config->action != UTF8CHECK_ACTION_DROP)
		w->target.after_high = false;
	put_error(w, e->length);
	step(w, e->length, false);
}

/* Refuses well-formed bytes; @span is for the error record. */
static void refuse(struct walk *w, u8 reason, size_t length, size_t span,
		   u64 cp)
{
	struct utf8check_error e = {
		.reason = reason, .length = length, .count = length,
		.span = span, .value = cp,
	};

	for (size_t i = 0; i < length; i++)
		e.bytes[i] = w->p[w->at + i];
	error(w, &e);
}

/* Counts a code point that was read from @length bytes. */
static void good(struct walk *w, u64 cp, size_t length)
{
	w->r->code_points++;
	w->r->by_length[length - 1]++;
	w->source.after_high = cp >= 0xd800 && cp <= 0xdbff;
	/* A code point that the form leaves out does not part a surrogate pair. */
	if (!w->points || !u8c_ref_leaves_out(w->config->form, cp))
		w->target.after_high = w->source.after_high;
	step(w, length, cp == '\n');
}

/* Settles a code point that is allowed here. */
static void write(struct walk *w, u64 cp, size_t length)
{
	bool lone = cp >= 0xd800 && cp <= 0xdfff;

	if (!can_put(w, cp)) {
		refuse(w, lone ? UTF8CHECK_REASON_SURROGATE : UTF8CHECK_REASON_OUT_OF_RANGE, length,
		       length, cp);
		return;
	}
	if (!put_text(w, cp)) {
		refuse(w, UTF8CHECK_REASON_COMBINING_RUN, length, length, cp);
		return;
	}
	if (cp == '\\' && w->config->action == UTF8CHECK_ACTION_ESCAPE)
		put_point(w, cp);
	good(w, cp, length);
}

static void point(struct walk *w, u64 cp, size_t length)
{
	u8 reason = u8c_forbidden(cp, w->config->forbid);

	if (reason)
		refuse(w, reason, length, length, cp);
	else
		write(w, cp, length);
}

static bool is_digit(u8 b)
{
	return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f');
}

static u8 value_of_digit(u8 b)
{
	return b <= '9' ? b - '0' : b - 'a' + 10;
}

/* Do the bytes up to the end begin an escape? */
static bool is_cut_escape(const u8 *p, size_t left)
{
	return left == 1 || (left == 2 && p[1] == 'x') ||
	       (left == 3 && p[1] == 'x' && is_digit(p[2]));
}

/* Undoes the escape at a backslash. */
static void unescape(struct walk *w)
{
	const u8 *p = w->p + w->at;
	size_t left = w->n - w->at;
	size_t length = 0;
	u8 byte = '\\';

	if (left >= 2 && p[1] == '\\') {
		length = 2;
	} else if (left >= 4 && p[1] == 'x' && is_digit(p[2]) &&
		   is_digit(p[3])) {
		byte = value_of_digit(p[2]) * 16 + value_of_digit(p[3]);
		length = 4;
	}
	if (!length) {
		refuse(w, is_cut_escape(p, left) ? UTF8CHECK_REASON_INCOMPLETE :
						   UTF8CHECK_REASON_TRUNCATED, 1, 0, 0);
		return;
	}
	put(w, &byte, 1);
	while (length--)
		good(w, '\\', 1);
}

/* Are here a high and a low surrogate, of three bytes each? */
static bool is_pair(const struct walk *w, u64 *cp)
{
	const struct u8c_coding pairs = { .profile = UTF8CHECK_PROFILE_CESU8 };
	struct utf8check_error ignored;

	return w->source.encoding == UTF8CHECK_ENCODING_UTF8 &&
	       u8c_ref_sequence(&pairs, w->p + w->at, w->n - w->at, true, cp,
				&ignored) == 6;
}

/*
 * The code point for which the bytes of an error stand, when the action is
 * shortest.  Return: how many bytes these are; 0 when they stand for none.
 */
static size_t named(const struct walk *w, const struct utf8check_error *e, u64 *cp)
{
	if (e->reason == UTF8CHECK_REASON_SURROGATE && is_pair(w, cp))
		return 6;
	if (e->reason != UTF8CHECK_REASON_OVERLONG)
		return 0;
	*cp = e->value;
	return *cp >= 0xd800 && *cp <= 0xdfff ? 0 : e->span;
}

static void ill_formed(struct walk *w, struct utf8check_error *e)
{
	size_t length = 0;
	u64 cp = 0;

	if (w->config->action == UTF8CHECK_ACTION_SHORTEST)
		length = named(w, e, &cp);
	if (!length || u8c_forbidden(cp, w->config->forbid) ||
	    !can_put(w, cp)) {
		error(w, e);
		return;
	}
	if (!put_text(w, cp)) {
		refuse(w, UTF8CHECK_REASON_COMBINING_RUN, length, length, cp);
		return;
	}
	count(w, e, w->at, w->r);
	w->source.after_high = false;
	if (!w->points || !u8c_ref_leaves_out(w->config->form, cp))
		w->target.after_high = false;
	step(w, length, cp == '\n');
}

static void next(struct walk *w)
{
	struct utf8check_error e;
	u64 cp;
	int length = u8c_ref_sequence(&w->source, w->p + w->at, w->n - w->at,
				      true, &cp, &e);

	if (!length)
		ill_formed(w, &e);
	else if (cp == '\\' && w->config->flags & UTF8CHECK_FLAG_UNESCAPE)
		unescape(w);
	else
		point(w, cp, length);
}

/* Does the text begin with these bytes? */
static bool starts(const struct walk *w, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (i == w->n || w->p[i] != (u8)bytes[i])
			return false;
	return true;
}

/* Unicode section 2.13: the longer mark first. */
static u8 encoding_of(const struct walk *w)
{
	if (starts(w, "\xff\xfe\0\0", 4))
		return UTF8CHECK_ENCODING_UTF32LE;
	if (starts(w, "\0\0\xfe\xff", 4))
		return UTF8CHECK_ENCODING_UTF32BE;
	if (starts(w, "\xff\xfe", 2))
		return UTF8CHECK_ENCODING_UTF16LE;
	if (starts(w, "\xfe\xff", 2))
		return UTF8CHECK_ENCODING_UTF16BE;
	return UTF8CHECK_ENCODING_UTF8;
}

static void without_mark(struct walk *w)
{
	if (w->config->bom == UTF8CHECK_BOM_ADD)
		put_point(w, MARK);
	if (w->config->bom == UTF8CHECK_BOM_REQUIRE)
		refuse(w, UTF8CHECK_REASON_BOM, 0, 0, 0);
}

/* A byte order mark at the start is no text: it is never a forbidden code point. */
static void start(struct walk *w)
{
	struct utf8check_error ignored;
	u64 cp = 0;
	int length = 0;

	if (w->n)
		length = u8c_ref_sequence(&w->source, w->p, w->n, true, &cp,
					  &ignored);
	if (!length || cp != MARK)
		without_mark(w);
	else if (w->config->bom == UTF8CHECK_BOM_STRIP)
		good(w, MARK, length);
	else if (w->config->bom == UTF8CHECK_BOM_FORBID)
		refuse(w, UTF8CHECK_REASON_BOM, length, length, MARK);
	else if (w->config->bom == UTF8CHECK_BOM_KEEP)
		write(w, MARK, length);
	else if (put_point(w, MARK))
		good(w, MARK, length);
}

void u8c_ref_stream(const struct utf8check_config *config, const u8 *p, size_t n,
		    u8 *out, struct u8c_ref_result *r, u64 *work)
{
	static const struct u8c_ref_result nothing = {
		.position = { .line = 1, .column = 1 },
	};
	struct utf8check_error *const list = r->list;
	struct walk w = {
		.config = config, .p = p, .n = n, .out = out, .r = r,
		.source = { .encoding = config->from,
			    .profile = config->profile },
		.target = { .encoding = config->to,
			    .profile = config->to_profile },
	};

	*r = nothing;
	r->list = list;
	if (u8c_config_needs_work(config)) {
		w.points = work;
		w.starts = w.points + n;
		w.form = w.starts + n;
		w.work = w.form + U8C_REF_FORM(n);
	}
	if (config->from == UTF8CHECK_ENCODING_AUTO)
		w.source.encoding = encoding_of(&w);
	start(&w);
	while (w.at < n && !r->rejected)
		next(&w);
	if (!r->rejected)
		end_text(&w);
	r->bytes_in = w.at;
}

const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want)
{
	bool position = s->config.flags & UTF8CHECK_FLAG_POSITION;
	struct utf8check_error first = want->first;

	if (!position) {
		first.line = 0;
		first.column = 0;
	}
	if (s->rejected != want->rejected)
		return "rejected";
	if (s->bytes_in != want->bytes_in)
		return "bytes_in";
	if (s->bytes_out != want->bytes_out)
		return "bytes_out";
	if (u8c_stream_code_points(s) != want->code_points)
		return "code_points";
	if (s->errors != want->errors)
		return "errors";
	if (memcmp(s->by_length, want->by_length, sizeof(s->by_length)))
		return "by_length";
	for (unsigned int reason = 0; reason < U8C_REASONS; reason++)
		if (want->by_reason[reason] != s->by_reason[reason])
			return "by_reason";
	if (want->errors && !u8c_same_error(&s->first, &first))
		return "first error";
	if (position && (s->position.line != want->position.line ||
			 s->position.column != want->position.column))
		return "position";
	return NULL;
}
