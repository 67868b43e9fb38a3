// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One sequence of a stream: decoded, judged, acted on and written.
 *
 * Output is made in pieces that are given whole or not at all, and the state changes only when
 * a piece was given: so no answer depends on the room.
 */
#include "name/property.h"
#include "stream/settle.h"

#define MARK 0xfeff		/* the byte order mark */
#define REPLACEMENT 0xfffd

/**
 * struct sequence - the sequence that is settled
 *
 * @p: a copy of the input from its first byte on.
 * @n: bytes of the copy.
 * @final: no byte can follow them.
 * @length: of the sequence; 0 when it is ill-formed.
 * @cp: its code point.
 * @e: why it is an error, when it is one.
 */
struct sequence {
	u8 p[U8C_SEQUENCE_MAX];
	size_t n;
	bool final;
	int length;
	u64 cp;
	struct utf8check_error e;
};

/*
 * Return: the length of @cp in the target; 0 if the target cannot hold it.  Without output
 * all can.
 */
static size_t encode_in_target(const struct u8c_stream *s, u64 cp, u8 *bytes)
{
	if (s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT)
		return 1;
	return u8c_encode(&s->target, cp, bytes);
}

/* Gives a code point that every target can hold. */
static bool give_code_point(struct u8c_stream *s, struct u8c_output *o, u64 cp)
{
	u8 bytes[U8C_SEQUENCE_MAX];

	return u8c_give(s, o, bytes, u8c_encode(&s->target, cp, bytes));
}

/* Gives each byte as \xHH, in the target's encoding, all in one piece. */
static bool give_escaped(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	static const char digits[16] = "0123456789abcdef";
	u8 piece[U8C_PIECE_MAX];
	size_t length = 0, i, k;

	for (i = 0; i < n; i++) {
		const char text[4] = { '\\', 'x', digits[p[i] >> 4],
				       digits[p[i] & 15] };

		for (k = 0; k < sizeof(text); k++)
			length += u8c_encode(&s->target, text[k],
					     piece + length);
	}
	return u8c_give(s, o, piece, length);
}

/* An error ends the text that a form is made of, unless it is dropped. */
static bool give_error(struct u8c_stream *s, struct u8c_output *o, const struct utf8check_error *e)
{
	if (s->work && s->config.action != UTF8CHECK_ACTION_DROP && !u8c_form_flush(s, o))
		return false;
	switch (s->config.action) {
	case UTF8CHECK_ACTION_REPLACE:
		return give_code_point(s, o, REPLACEMENT);
	case UTF8CHECK_ACTION_PASS:
		return u8c_give(s, o, e->bytes, e->length);
	case UTF8CHECK_ACTION_ESCAPE:
		return give_escaped(s, o, e->bytes, e->length);
	default:
		return true;
	}
}

/*
 * Gives the code point that a byte is in another charset, or U+FFFD: as the charset has
 * none, or the policy, the target or the form refuses it.
 */
static bool give_decoded(struct u8c_stream *s, struct u8c_output *o, u8 byte)
{
	u64 cp = s->decode[byte & 0x7f];
	u8 bytes[U8C_SEQUENCE_MAX];
	enum u8c_step done;
	size_t n = 0;

	if (cp && !u8c_forbidden(cp, s->config.forbid))
		n = encode_in_target(s, cp, bytes);
	if (n && !s->work)
		return u8c_give(s, o, bytes, n);
	done = n ? u8c_form_put(s, o, cp, n) : U8C_TOO_LONG;
	if (done != U8C_TOO_LONG)
		return done == U8C_PUT;
	/* Refused, here or by the form: the form of what came before ends here. */
	if ((s->work && !u8c_form_flush(s, o)) || !give_code_point(s, o, REPLACEMENT))
		return false;
	s->stuck = false;
	return true;
}

/* Gives an ill-formed sequence, read byte by byte in another charset. */
static bool give_all_decoded(struct u8c_stream *s, struct u8c_output *o,
			     const struct utf8check_error *e)
{
	for (; s->decoded < e->length; s->decoded++)
		if (!give_decoded(s, o, e->bytes[s->decoded]))
			return false;
	s->decoded = 0;
	return true;
}

/* An error that the action cannot mend ends the stream. */
static bool ends_stream(const struct u8c_stream *s)
{
	return s->config.action == UTF8CHECK_ACTION_REJECT ||
	       s->config.action == UTF8CHECK_ACTION_SHORTEST;
}

/* Remembers a code point of the input, or that it is broken there. */
static void place_past(struct u8c_stream *s, u64 cp, bool broken)
{
	if (likely(!(s->config.forbid & U8C_FORBIDS_MISPLACED)))
		return;
	if (broken)
		s->place = (struct u8c_placement){ 0 };
	else
		u8c_placement_pass(&s->place, cp);
}

static void move(struct u8c_stream *s, unsigned int length, bool newline)
{
	s->bytes_in += length;
	if (!(s->config.flags & UTF8CHECK_FLAG_POSITION))
		return;
	s->position.column++;
	if (newline) {
		s->position.line++;
		s->position.column = 1;
	}
}

/* Settles an error whose replacement, which may be empty, was given. */
static int settle_given(struct u8c_stream *s, struct utf8check_error *e)
{
	u8c_count_error(s, e);
	s->rejected = ends_stream(s);
	if (s->rejected)
		return U8C_STOPPED;
	s->source.after_high = false;
	if (s->config.action != UTF8CHECK_ACTION_DROP)
		s->target.after_high = false;
	place_past(s, 0, true);
	move(s, e->length, false);
	return e->length;
}

static int settle_error(struct u8c_stream *s, struct u8c_output *o, struct utf8check_error *e)
{
	if (u8c_list_stops(s) || !give_error(s, o, e))
		return U8C_STOPPED;
	s->stuck = false;
	return settle_given(s, e);
}

/* Settles ill-formed bytes where they are read in a charset of single bytes. */
static int settle_decoded(struct u8c_stream *s, struct u8c_output *o, struct utf8check_error *e)
{
	if (u8c_list_stops(s) || !give_all_decoded(s, o, e))
		return U8C_STOPPED;
	return settle_given(s, e);
}

/* Notes that @cp is the last code point of the target, unless the form leaves it out. */
static void target_has(struct u8c_stream *s, u64 cp)
{
	bool high = u8c_is_high_surrogate(cp);

	if (s->target.after_high != high && !u8c_form_leaves_out(s, cp))
		s->target.after_high = high;
}

/* Counts a code point whose bytes, @length of them, are settled. */
static int count_settled_point(struct u8c_stream *s, u64 cp, unsigned int length)
{
	s->by_length[length - 1]++;
	s->source.after_high = u8c_is_high_surrogate(cp);
	target_has(s, cp);
	place_past(s, cp, false);
	move(s, length, cp == '\n');
	return length;
}

static int hex(u8 c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Settles what escape wrote at a backslash: two of them, or \xHH. */
static int settle_escape(struct u8c_stream *s, struct u8c_output *o, struct sequence *q)
{
	const u8 *p = q->p;
	/* Could the bytes up to the end begin what escape writes? */
	bool unfinished = q->n == 1 || (q->n < 4 && p[1] == 'x' &&
					(q->n == 2 || hex(p[2]) >= 0));
	int length = 0, i;
	u8 byte = '\\';

	if (q->n > 1 && p[1] == '\\')
		length = 2;
	else if (q->n > 3 && p[1] == 'x' && hex(p[2]) >= 0 && hex(p[3]) >= 0)
		length = 4;
	else if (unfinished && !q->final)
		return U8C_UNDECIDED;
	if (!length) {
		u8c_record_error(&q->e, p, 1, unfinished ? UTF8CHECK_REASON_INCOMPLETE :
							   UTF8CHECK_REASON_TRUNCATED, 0);
		q->e.span = 0;
		return settle_error(s, o, &q->e);
	}
	if (length == 4)
		byte = hex(p[2]) << 4 | hex(p[3]);
	if (!u8c_give(s, o, &byte, 1))
		return U8C_STOPPED;
	/* All its characters are code points of one byte. */
	for (i = 0; i < length; i++)
		count_settled_point(s, '\\', 1);
	return length;
}

/* Makes an error of a well-formed sequence. */
static int refuse(struct u8c_stream *s, struct u8c_output *o,
		  struct sequence *q, enum utf8check_reason reason)
{
	const struct u8c_placement before = s->place;
	int done;

	u8c_record_error(&q->e, q->p, q->length, reason, q->cp);
	done = settle_error(s, o, &q->e);
	if (done > 0) {
		s->place = before;
		place_past(s, q->cp, false);
	}
	return done;
}

/*
 * Gives a code point, for which the target has the @n bytes @bytes.  Return: as u8c_form_put().
 */
static enum u8c_step settle_put(struct u8c_stream *s, struct u8c_output *o,
				const struct sequence *q, const u8 *bytes, size_t n)
{
	if (s->work)
		return u8c_form_put(s, o, q->cp, q->length);
	return u8c_give(s, o, bytes, n) ? U8C_PUT : U8C_STOPPED;
}

/* Settles a code point that no policy forbids. */
static int write_code_point(struct u8c_stream *s, struct u8c_output *o, struct sequence *q)
{
	u8 bytes[2 * U8C_SEQUENCE_MAX];
	size_t n = encode_in_target(s, q->cp, bytes);
	enum u8c_step done;

	if (!n)
		return refuse(s, o, q, u8c_is_surrogate(q->cp) ? UTF8CHECK_REASON_SURROGATE :
								 UTF8CHECK_REASON_OUT_OF_RANGE);
	if (q->cp == '\\' && s->config.action == UTF8CHECK_ACTION_ESCAPE)	/* doubled */
		n += u8c_encode(&s->target, q->cp, bytes + n);
	done = settle_put(s, o, q, bytes, n);
	if (done == U8C_TOO_LONG)
		return refuse(s, o, q, UTF8CHECK_REASON_COMBINING_RUN);
	return done == U8C_PUT ? count_settled_point(s, q->cp, q->length) : U8C_STOPPED;
}

/*
 * The action "shortest": an overlong form, or two surrogates of three bytes, becomes the
 * code point that it names.  Return: as u8c_settle().
 */
static int settle_shortest(struct u8c_stream *s, struct u8c_output *o, struct sequence *q)
{
	const struct u8c_coding pairs = { .profile = UTF8CHECK_PROFILE_CESU8 };
	struct utf8check_error ignored;
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t n = 0;
	enum u8c_step done;

	q->cp = q->e.value;
	q->length = q->e.reason == UTF8CHECK_REASON_OVERLONG ? q->e.span : 0;
	if (s->source.encoding == UTF8CHECK_ENCODING_UTF8 &&
	    q->e.reason == UTF8CHECK_REASON_SURROGATE)
		q->length = u8c_decode(&pairs, u8c_text(q->p, q->n), q->final, &q->cp,
				       &ignored);
	if (q->length < 0)
		return U8C_UNDECIDED;
	if (q->length && !u8c_is_surrogate(q->cp) &&
	    !u8c_forbidden(q->cp, s->config.forbid))
		n = encode_in_target(s, q->cp, bytes);
	if (!n)
		return settle_error(s, o, &q->e);
	if (u8c_list_stops(s))
		return U8C_STOPPED;
	done = settle_put(s, o, q, bytes, n);
	if (done == U8C_TOO_LONG)
		return refuse(s, o, q, UTF8CHECK_REASON_COMBINING_RUN);
	if (done == U8C_STOPPED)
		return U8C_STOPPED;
	u8c_count_error(s, &q->e);
	s->source.after_high = false;
	target_has(s, q->cp);
	place_past(s, 0, true);
	move(s, q->length, q->cp == '\n');
	return q->length;
}

bool u8c_settle_start(struct u8c_stream *s, struct u8c_output *o)
{
	static const u8 nothing[1];
	struct utf8check_error e;

	if (s->config.bom == UTF8CHECK_BOM_ADD && !give_code_point(s, o, MARK))
		return false;
	s->begun = true;
	u8c_choose_run_ops(s);
	/* This is the first error, so the list has room. */
	if (s->config.bom == UTF8CHECK_BOM_REQUIRE) {
		u8c_record_error(&e, nothing, 0, UTF8CHECK_REASON_BOM, 0);
		u8c_count_error(s, &e);
		s->rejected = ends_stream(s);
	}
	return !s->rejected;
}

/* Settles a byte order mark at the very start. */
static int settle_mark(struct u8c_stream *s, struct u8c_output *o, struct sequence *q)
{
	int done;

	if (s->config.bom == UTF8CHECK_BOM_FORBID)
		done = refuse(s, o, q, UTF8CHECK_REASON_BOM);
	else if (s->config.bom == UTF8CHECK_BOM_KEEP)
		done = write_code_point(s, o, q);
	/* ADD and REQUIRE: written even if the form leaves it out. */
	else if (s->config.bom != UTF8CHECK_BOM_STRIP && !give_code_point(s, o, MARK))
		done = U8C_STOPPED;
	else
		done = count_settled_point(s, MARK, q->length);
	s->begun = done > 0;
	u8c_choose_run_ops(s);
	return done;
}

/* Return: as u8c_settle(), for a code point that nothing else forbids. */
static int settle_placed(struct u8c_stream *s, struct u8c_output *o, struct sequence *q,
			 struct u8c_text after)
{
	switch (u8c_placement_judge(&s->place, q->cp, &s->source, after, q->final)) {
	case U8C_PLACE_UNDECIDED:
		return U8C_UNDECIDED;
	case U8C_MISPLACED:
		return refuse(s, o, q, UTF8CHECK_REASON_MISPLACED_IGNORABLE);
	default:
		return write_code_point(s, o, q);
	}
}

int u8c_settle(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n, bool final)
{
	enum utf8check_reason reason;
	struct sequence q;

	/* One copy is judged, written and recorded. */
	q.n = u8c_snapshot(q.p, p, n);
	q.final = final;
	q.length = u8c_decode(&s->source, u8c_text(q.p, q.n), final, &q.cp, &q.e);
	if (q.length < 0)
		return U8C_UNDECIDED;
	if (!s->begun && q.length && q.cp == MARK)
		return settle_mark(s, o, &q);
	if (!s->begun && !u8c_settle_start(s, o))
		return U8C_STOPPED;
	if (!q.length && s->config.action == UTF8CHECK_ACTION_SHORTEST)
		return settle_shortest(s, o, &q);
	if (!q.length)
		return s->decode ? settle_decoded(s, o, &q.e) : settle_error(s, o, &q.e);
	if (q.cp == '\\' && s->config.flags & UTF8CHECK_FLAG_UNESCAPE)
		return settle_escape(s, o, &q);
	reason = u8c_forbidden(q.cp, s->config.forbid & ~U8C_FORBIDS_MISPLACED);
	if (reason)
		return refuse(s, o, &q, reason);
	if (s->config.forbid & U8C_FORBIDS_MISPLACED)
		return settle_placed(s, o, &q, u8c_text(p + q.length, n - q.length));
	return write_code_point(s, o, &q);
}
