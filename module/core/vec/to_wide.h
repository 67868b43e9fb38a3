/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 to UTF-16 and UTF-32, and the table of both directions.  The file that includes this
 * one includes the header of a machine first that has what vec/wide_vector.h says.
 *
 * A vector is validated and converted at a time, whatever it is.  For each byte the lowest 16
 * bits of a code point are computed as if its sequence ended there; the bytes before are loaded
 * again, by one, two and three places off.  Those of these units whose sequences do end there
 * are lined up, by a table or by an instruction.  A sequence of four bytes that becomes
 * surrogates has two such places: its third byte is the last of what the high surrogate is
 * made of.  Whether a byte is the last one is seen in the byte after it, so that one is
 * validated too.
 *
 * ASCII is converted in a loop of its own, where there is enough of it.  General registers take
 * the first sequences, so that bytes are before the first vector; the last vector begins in
 * what is converted already.  A short text is left to general registers, and so is what has
 * little room, and a text from where a vector is wrong.
 */
#ifndef U8C_VEC_TO_WIDE_H
#define U8C_VEC_TO_WIDE_H

#include "vec/from_wide.h"
#include "vec/validate_vector.h"
#include "vec/wide_vector.h"

/* Bytes before those that are converted that belong to what may end there. */
#define LOOK_BACK 3
/* Bytes after them. */
#define LOOK_AHEAD 1
/* Fewer bytes at the end are left to general registers, which take as long. */
#define FEW_LEFT 16
/* So is a shorter text without ASCII at its start: to copy it between NULs would take as long. */
#define LEAST_TEXT (LOOK_BACK + VECTOR + LOOK_AHEAD)

/**
 * struct to_wide - how far a conversion from UTF-8 has come
 *
 * @t: the tables and constants of validation.
 * @three: the first lead of three bytes.
 * @low_six: the bits of a byte after a tag.
 * @low_seven: the bits of the last byte: seven of ASCII, else six, as bit 6 is 0.
 * @weights: 64 for the byte before a byte, 1 for the byte.
 * @p: the next byte.  All before it is well-formed, but a sequence may be open there; and it
 *	is not a continuation that follows another sequence.
 * @start: where vectors begin.
 * @end: of the text.
 * @skip: so many bytes before @p begin the next vector; they are converted already.
 * @out: the next free byte.
 * @full: the end of the room.
 * @size: bytes of a unit.
 * @big: the highest byte of a unit comes first.
 * @threes: third bytes.
 * @fours: fourth bytes.
 * @ends_in_third: the byte before @p is the third of four.
 */
struct to_wide {
	struct tables t;
	vector three;
	vector low_six;
	vector low_seven;
	vector weights;
	const u8 *p;
	const u8 *start;
	const u8 *end;
	unsigned int skip;
	u8 *out;
	u8 *full;
	unsigned int size;
	bool big;
	u64 threes;
	u64 fours;
	bool ends_in_third;
};

/**
 * struct bytes - what is known of each byte of a vector
 *
 * @last: the bits of the byte, if it ends a sequence.
 * @middle: the bits of the byte before, if that belongs to the sequence.
 * @first: above them the bits of the byte two places before.
 * @top: above these those of a sequence of four bytes; for UTF-32.
 * @third: FF for the third byte of four, which is what a high surrogate is made of.
 * @fourth: FF for the fourth byte, where the low one is.
 */
struct bytes {
	vector last;
	vector middle;
	vector first;
	vector top;
	vector third;
	vector fourth;
};

/* Sets what sequences of four bytes need; @two, @three: the bytes two and three places before. */
static __always_inline void find_fours(struct to_wide *f, struct bytes *b, vector two, vector three)
{
	b->third = (vector)(two >= each(0xf0));
	b->fourth = (vector)(three >= each(0xf0));
	/* Without what was shifted out of the byte before. */
	b->first &= each(0xf0);
	if (f->size == 4) {
		b->first = (vector)choose((words)b->fourth,
			(words)(two & each(0x0f)) << 4, (words)b->first);
		b->top = (vector)((words)three << 2) & each(0x1c);
		b->top |= (vector)((words)two >> 4) & each(0x03);
		b->top &= b->fourth;
	}
	f->fours += count_bits(bits_7(b->fourth) >> f->skip);
}

/* The units that end in a half of the bytes. */
static __always_inline words join_bytes(const struct to_wide *f, const struct bytes *b, bool upper)
{
	return weighed(half_of(b->middle, b->last, upper), f->weights) |
	       (words)half_of(each(0), b->first, upper);
}

/* Makes surrogates of what third and fourth bytes of four have. */
static __always_inline words put_surrogates(words units, const struct bytes *b, bool upper)
{
	words high = (units >> 4) + 0xd7c0, low = (units & each_word(0x3ff)) | each_word(0xdc00);

	units = choose((words)half_of(b->third, b->third, upper), high, units);
	return choose((words)half_of(b->fourth, b->fourth, upper), low, units);
}

/*
 * Writes the units that end at the bits of @ends, a group of them at a time; @tops: their
 * bits from 16 on, where @four.
 */
static __always_inline void put_vector(struct to_wide *f, const words units[2],
				       const words tops[2], u64 ends, bool four)
{
#pragma GCC unroll 4
	for (unsigned int i = 0; i < VECTOR / GROUP; i++, ends >>= GROUP) {
		const u32 n = count_bits(ends & ((1ull << GROUP) - 1));
		group v = compressed(group_of(units, i), ends);

		if (f->size == 2)
			store_group(f->out, v);
		else
			store_points(f->out, v, four ? compressed(group_of(tops, i), ends) : (group){ 0 },
				     f->big, n);
		f->out += f->size * n;
	}
}

/* Writes what ends at the bits of @ends; @third: the bits of third bytes of four. */
static __always_inline void join_and_put(struct to_wide *f, struct bytes *b, u64 ends, u64 third,
					 bool four)
{
	words units[2], tops[2] = { each_word(0), each_word(0) };

	lay_out(&b->last, &b->middle, &b->first);
	units[0] = join_bytes(f, b, false);
	units[1] = join_bytes(f, b, true);
	if (four)
		lay_out(&b->third, &b->fourth, &b->top);
	if (four && f->size == 2) {
		units[0] = put_surrogates(units[0], b, false);
		units[1] = put_surrogates(units[1], b, true);
		ends |= third;
	} else if (four) {
		tops[0] = (words)half_of(b->top, each(0), false);
		tops[1] = (words)half_of(b->top, each(0), true);
	}
	if (f->size == 2 && f->big) {
		units[0] = turned_words(units[0]);
		units[1] = turned_words(units[1]);
	}
	put_vector(f, units, tops, ends, four);
}

/*
 * Converts what ends in the vector @f->skip bytes before @f->p, from @f->p on, and reads the byte
 * after it.  Return: false if that byte is wrong or one before it is.
 */
static __always_inline bool convert_vector(struct to_wide *f)
{
	const u8 *p = f->p - f->skip;
	vector v = in_register(load(p)), one = load(p - 1), two = load(p - 2), next = load(p + 1);
	vector continues = (vector)((numbers)f->t.lead > (numbers)v);
	u64 from_p = ~0ull << f->skip;
	u64 ends = from_p & ~bits_7((vector)((numbers)f->t.lead > (numbers)next));
	u64 third = bits_7(subtract_to_zero(two, f->t.fourth_due));
	struct bytes b = {
		.last = v & f->low_seven,
		.middle = one & continues & f->low_six,
		.first = (vector)((words)subtract_to_zero(two, f->three) << 4),
	};

	if (any(without_due(&f->t, look_up(&f->t, v, next), one, two)))
		return false;
	f->threes += count_bits(bits_7(subtract_to_zero(two, f->t.third_due)) & from_p);
	if (unlikely(third | f->ends_in_third)) {
		find_fours(f, &b, two, load(p - 3));
		join_and_put(f, &b, ends, third & from_p, true);
	} else {
		join_and_put(f, &b, ends, third, false);
	}
	f->ends_in_third = third >> (VECTOR - 1);
	f->p = p + VECTOR;
	return true;
}

/* How many steps of @step bytes there are, with @after bytes after them, and room for. */
static __always_inline size_t steps_ready(const struct to_wide *f, size_t after, size_t step)
{
	size_t n = f->end - f->p, room = (f->full - f->out) / f->size;

	n -= n < after ? n : after;
	return (n < room ? n : room) / step;
}

/* Is there more, which is not a continuation after a whole sequence? */
static __always_inline bool has_more(const struct to_wide *f)
{
	return f->p < f->end && !u8c_is_continuation(*f->p);
}

/* Converts ASCII, as long as there is a whole piece.  Return: false if nothing can follow it. */
static __always_inline bool convert_ascii(struct to_wide *f)
{
	const u8 *from = f->p, *end = from + steps_ready(f, 0, PIECE) * PIECE;

	for (; f->p < end && is_ascii_piece(f->p); f->p += PIECE) {
#pragma GCC unroll 8
		for (unsigned int i = 0; i < PIECE / VECTOR * f->size; i++)
			store(f->out + i * VECTOR,
			      turned(widened(f->p + i * (VECTOR / f->size), f->size), f->size, f->big));
		f->out += PIECE * f->size;
	}
	return f->p == from || has_more(f);
}

/* Converts @n vectors, or until there may be ASCII.  Return: false where one is wrong. */
static __always_inline bool convert_vectors(struct to_wide *f, size_t n)
{
	do {
		if (!convert_vector(f))
			return false;
		n--;
	} while (n && (n % (PIECE / VECTOR) || !is_ascii_piece(f->p)));
	return true;
}

/*
 * Makes the last vector begin before @f->p, as less than a vector is left.  Return: 1, or 0 if
 * general registers can do that.
 */
static __always_inline size_t step_back(struct to_wide *f)
{
	const size_t left = f->end - f->p;

	if (left < FEW_LEFT || (f->full - f->out) / f->size < VECTOR)
		return 0;
	f->skip = VECTOR + LOOK_AHEAD - left;
	return 1;
}

/* Converts vectors, and the ASCII after them. */
static __always_inline void convert_all(struct to_wide *f)
{
	bool good = has_more(f);
	size_t n;

	while (good) {
		n = steps_ready(f, LOOK_AHEAD, VECTOR);
		if (!n)
			n = step_back(f);
		if (!n)
			return;
		good = convert_vectors(f, n) && convert_ascii(f);
	}
}

/* Converts the first sequences of a text by general registers. */
static __always_inline void convert_first(struct to_wide *f, struct u8c_transcoding *to,
				      u8c_transcode_fn *scalar)
{
	size_t n = LOOK_BACK;

	while (n < LOOK_BACK + LOOK_BACK && u8c_is_continuation(f->p[n]))
		n++;
	n = scalar(f->p, n, f->big, to, NULL);
	f->p += n;
	f->start = f->p;
	f->out = to->out;
}

/*
 * Takes back what was made of a sequence that is open at @f->p: of F0 9F 98 before 80 a third
 * byte, and in UTF-16 its high surrogate.  Return: where the sequence begins.
 */
static __always_inline const u8 *take_back(struct to_wide *f, const struct u8c_transcoding *to)
{
	const u8 *begin = u8c_sequence_of(f->start, f->p);

	if (f->p - begin == 3 && f->threes) {
		f->threes--;
		/* Text that has changed meanwhile may have none. */
		if (f->size == 2 && f->out > to->out)
			f->out -= 2;
	}
	return begin;
}

/* As u8c_to_utf16_scalar(), or u8c_to_utf32_scalar(), which does the end. */
static __always_inline size_t convert_to_wide(struct to_wide *f, struct u8c_transcoding *to,
				      u8c_transcode_fn *scalar)
{
	const u8 *const in = f->p, *back;

	convert_ascii(f);
	if (f->p == in && f->end - in >= LEAST_TEXT)
		convert_first(f, to, scalar);
	if (f->p - in >= LOOK_BACK)
		convert_all(f);
	back = take_back(f, to);
	/* Where four bytes end, the third ended nothing; in UTF-16 they are two units. */
	u8c_count_converted(to, back - f->start, (f->out - to->out) / f->size -
			    (f->size == 2 ? f->fours : 0), f->threes - f->fours, f->fours);
	to->out = f->out;
	return back - in + scalar(back, f->end - back, f->big, to, NULL);
}

static __always_inline struct to_wide to_wide_begin(const u8 *in, size_t n,
						    struct u8c_transcoding *to,
						    unsigned int size, bool big)
{
	return (struct to_wide){
		.t = tables(), .three = in_register(each(0xe0)),
		.low_six = in_register(each(0x3f)), .low_seven = in_register(each(0x7f)),
		.weights = (vector)words_in_register(each_word(0x0140)),
		.p = in, .start = in, .end = in + n, .out = to->out, .full = to->out_end,
		.size = size, .big = big,
	};
}

static size_t to_utf16_vector(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
			      const struct u8c_wide_impl *self)
{
	struct to_wide f = to_wide_begin(in, n, to, 2, big);

	return convert_to_wide(&f, to, u8c_to_utf16_scalar);
}

static size_t to_utf32_vector(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
			      const struct u8c_wide_impl *self)
{
	struct to_wide f = to_wide_begin(in, n, to, 4, big);

	return convert_to_wide(&f, to, u8c_to_utf32_scalar);
}

static const struct u8c_wide_impl wide_vector = {
	.valid_utf16 = valid_utf16_vector,
	.from_utf16 = from_utf16_vector,
	.to_utf16 = to_utf16_vector,
	.from_utf32 = from_utf32_vector,
	.to_utf32 = to_utf32_vector,
};

#endif /* U8C_VEC_TO_WIDE_H */
