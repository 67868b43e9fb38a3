// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: a whole text through a stream, in one go.
 *
 * The text is there in full and the room for what comes of it too, so there is
 * nothing of splits, of waiting bytes and of full buffers here: that none of it
 * shows is what the stream is tested for.
 */
#include "reference_action.h"

#define MARK 0xfeff
#define REPLACEMENT 0xfffd

struct walk {
	const struct u8c_config *config;
	struct u8c_coding source;
	struct u8c_coding target;
	const u8 *p;
	size_t n;
	size_t at;
	u8 *out;
	struct u8c_ref_result *r;
};

static void put(struct walk *w, const u8 *p, size_t n)
{
	size_t i;

	if (w->config->flags & U8C_NO_OUTPUT)
		return;
	for (i = 0; i < n; i++)
		w->out[w->r->bytes_out++] = p[i];
}

/* Return: false when the target cannot hold it. */
static bool put_point(struct walk *w, u64 cp)
{
	u8 bytes[8];
	size_t n = u8c_ref_write(&w->target, cp, bytes);

	put(w, bytes, n);
	return n || w->config->flags & U8C_NO_OUTPUT;
}

static void put_escaped(struct walk *w, const u8 *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < n; i++) {
		put_point(w, '\\');
		put_point(w, 'x');
		put_point(w, digits[p[i] / 16]);
		put_point(w, digits[p[i] % 16]);
	}
}

/* Past @n bytes of the text that are one step to the reader. */
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

static void count(struct walk *w, struct u8c_error *e)
{
	e->offset = w->at;
	e->line = w->r->position.line;
	e->column = w->r->position.column;
	if (!w->r->errors)
		w->r->first = *e;
	w->r->errors++;
	w->r->by_reason[e->reason]++;
}

/* What stands for @n bytes that are an error. */
static void put_error(struct walk *w, size_t n)
{
	switch (w->config->action) {
	case U8C_REPLACE:
		put_point(w, REPLACEMENT);
		break;
	case U8C_ESCAPE:
		put_escaped(w, w->p + w->at, n);
		break;
	case U8C_PASS:
		put(w, w->p + w->at, n);
		break;
	default:
		return;
	}
}

/* What follows an error is read as if nothing were before it. */
static void error(struct walk *w, struct u8c_error *e)
{
	count(w, e);
	/* Shortest comes here where there is nothing shorter. */
	w->r->rejected = w->config->action == U8C_REJECT ||
			 w->config->action == U8C_SHORTEST;
	if (w->r->rejected || !e->length)
		return;
	w->source.after_high = false;
	if (w->config->action != U8C_DROP)
		w->target.after_high = false;
	put_error(w, e->length);
	step(w, e->length, false);
}

/* Well-formed bytes that may not be here, @span of them or no form at all. */
static void refuse(struct walk *w, u8 reason, size_t length, size_t span,
		   u64 cp)
{
	struct u8c_error e = {
		.reason = reason, .length = length, .count = length,
		.span = span, .value = cp,
	};
	size_t i;

	for (i = 0; i < length; i++)
		e.bytes[i] = w->p[w->at + i];
	error(w, &e);
}

/* A code point that was read from @length bytes. */
static void good(struct walk *w, u64 cp, size_t length)
{
	w->r->code_points++;
	w->r->by_length[length - 1]++;
	w->source.after_high = cp >= 0xd800 && cp <= 0xdbff;
	w->target.after_high = w->source.after_high;
	step(w, length, cp == '\n');
}

/* A code point that is allowed here. */
static void write(struct walk *w, u64 cp, size_t length)
{
	bool lone = cp >= 0xd800 && cp <= 0xdfff;

	if (!put_point(w, cp)) {
		refuse(w, lone ? U8C_SURROGATE : U8C_OUT_OF_RANGE, length,
		       length, cp);
		return;
	}
	if (cp == '\\' && w->config->action == U8C_ESCAPE)
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

/* At a backslash, where escapes are undone. */
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
		refuse(w, is_cut_escape(p, left) ? U8C_INCOMPLETE :
						   U8C_TRUNCATED, 1, 0, 0);
		return;
	}
	put(w, &byte, 1);
	while (length--)
		good(w, '\\', 1);
}

/* A high surrogate of three bytes and a low one. */
static bool is_pair(const struct walk *w, u64 *cp)
{
	const struct u8c_coding pairs = { .profile = U8C_CESU8 };
	struct u8c_error ignored;

	return w->source.encoding == U8C_UTF8 &&
	       u8c_ref_sequence(&pairs, w->p + w->at, w->n - w->at, true, cp,
				&ignored) == 6;
}

/*
 * What the error names, as the action shortest would write it.  Return: the
 * bytes that name it, 0 where nothing is named.
 */
static size_t named(const struct walk *w, const struct u8c_error *e, u64 *cp)
{
	if (e->reason == U8C_SURROGATE && is_pair(w, cp))
		return 6;
	if (e->reason != U8C_OVERLONG)
		return 0;
	*cp = e->value;
	return *cp >= 0xd800 && *cp <= 0xdfff ? 0 : e->span;
}

static void ill_formed(struct walk *w, struct u8c_error *e)
{
	size_t length = 0;
	u64 cp = 0;

	if (w->config->action == U8C_SHORTEST)
		length = named(w, e, &cp);
	if (!length || u8c_forbidden(cp, w->config->forbid) ||
	    !put_point(w, cp)) {
		error(w, e);
		return;
	}
	count(w, e);
	w->source.after_high = false;
	w->target.after_high = false;
	step(w, length, cp == '\n');
}

static void next(struct walk *w)
{
	struct u8c_error e;
	u64 cp;
	int length = u8c_ref_sequence(&w->source, w->p + w->at, w->n - w->at,
				      true, &cp, &e);

	if (!length)
		ill_formed(w, &e);
	else if (cp == '\\' && w->config->flags & U8C_UNESCAPE)
		unescape(w);
	else
		point(w, cp, length);
}

/* Does the text begin so? */
static bool starts(const struct walk *w, const char *bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (i == w->n || w->p[i] != (u8)bytes[i])
			return false;
	return true;
}

/* Unicode section 2.13: the longer mark first. */
static u8 encoding_of(const struct walk *w)
{
	if (starts(w, "\xff\xfe\0\0", 4))
		return U8C_UTF32LE;
	if (starts(w, "\0\0\xfe\xff", 4))
		return U8C_UTF32BE;
	if (starts(w, "\xff\xfe", 2))
		return U8C_UTF16LE;
	if (starts(w, "\xfe\xff", 2))
		return U8C_UTF16BE;
	return U8C_UTF8;
}

static void without_mark(struct walk *w)
{
	if (w->config->bom == U8C_BOM_ADD)
		put_point(w, MARK);
	if (w->config->bom == U8C_BOM_REQUIRE)
		refuse(w, U8C_BOM, 0, 0, 0);
}

/* A mark at the very start is no text: no policy is asked about it. */
static void start(struct walk *w)
{
	struct u8c_error ignored;
	u64 cp = 0;
	int length = 0;

	if (w->n)
		length = u8c_ref_sequence(&w->source, w->p, w->n, true, &cp,
					  &ignored);
	if (!length || cp != MARK)
		without_mark(w);
	else if (w->config->bom == U8C_BOM_STRIP)
		good(w, MARK, length);
	else if (w->config->bom == U8C_BOM_FORBID)
		refuse(w, U8C_BOM, length, length, MARK);
	else
		write(w, MARK, length);
}

void u8c_ref_stream(const struct u8c_config *config, const u8 *p, size_t n,
		    u8 *out, struct u8c_ref_result *r)
{
	static const struct u8c_ref_result nothing = {
		.position = { .line = 1, .column = 1 },
	};
	struct walk w = {
		.config = config, .p = p, .n = n, .out = out, .r = r,
		.source = { .encoding = config->from,
			    .profile = config->profile },
		.target = { .encoding = config->to,
			    .profile = config->to_profile },
	};

	*r = nothing;
	if (config->from == U8C_AUTO)
		w.source.encoding = encoding_of(&w);
	start(&w);
	while (w.at < n && !r->rejected)
		next(&w);
	r->bytes_in = w.at;
}

static bool same_numbers(const u64 *a, const u64 *b, size_t n)
{
	while (n--)
		if (a[n] != b[n])
			return false;
	return true;
}

static bool same_record(const struct u8c_error *a, const struct u8c_error *b,
			bool position)
{
	size_t i;

	for (i = 0; i < sizeof(a->bytes); i++)
		if (a->bytes[i] != b->bytes[i])
			return false;
	if (a->line != (position ? b->line : 0) ||
	    a->column != (position ? b->column : 0))
		return false;
	return a->offset == b->offset && a->value == b->value &&
	       a->length == b->length && a->reason == b->reason &&
	       a->span == b->span && a->count == b->count;
}

const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want)
{
	bool position = s->config.flags & U8C_POSITION;

	if (s->rejected != want->rejected)
		return "rejected";
	if (s->bytes_in != want->bytes_in)
		return "bytes_in";
	if (s->bytes_out != want->bytes_out)
		return "bytes_out";
	if (s->code_points != want->code_points)
		return "code_points";
	if (s->errors != want->errors)
		return "errors";
	if (!same_numbers(s->by_length, want->by_length, U8C_SEQUENCE_MAX))
		return "by_length";
	if (!same_numbers(s->by_reason, want->by_reason, U8C_REASONS))
		return "by_reason";
	if (want->errors && !same_record(&s->first, &want->first, position))
		return "first error";
	if (position && (s->position.line != want->position.line ||
			 s->position.column != want->position.column))
		return "position";
	return NULL;
}
