/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Validation with vectors that can look up 16 entries: the method of all of vec/.
 *
 * Each machine has a header that says what its vectors are (x86/avx2.h), and a .c file that
 * includes that header, then the bodies of vec/, one a job.  Without HAS_ROWS this body also needs
 * VALID_SHORT, a u8c_validate_impl.valid_up_to for texts of less than SHORT bytes.
 *
 * Classification.  This is lookup4 of simdjson and simdutf (Keiser and Lemire, "Validating UTF-8
 * in less than one instruction per byte", 2021).  All errors but one are seen in two bytes in a
 * row.  Each of these errors is one bit of a class.  A class is looked up three times: by the
 * first byte's high half, by its low half, and by the second byte's high half.  The errors are
 * the bits that all three have.  The error that is left is a third or fourth byte that is absent
 * or too many.  Bit 7 says that two continuations follow each other, and that is right exactly
 * where the byte two places before is E0 or more, or the byte three places before is F0 or more:
 * there bit 7 is inverted.
 *
 *	E4 B8 AD 41	E4 B8: none.  B8 AD: bit 7, inverted by E4: none.  AD 41: none.
 *	E4 B8 41	B8 41: none, but no bit 7 where E4 inverts it: an error.
 *
 * Bytes before.  lookup4 shifts them out of the vector before; here they are loaded again, as
 * loads are cheaper.  So nothing is carried from vector to vector, and any place of a text can be
 * judged alone if three bytes are before it.  At the start of a text these are NUL.
 *
 * Errors are joined, and asked for after a step or a chunk.  Where one has any, locate() goes
 * over it again and finds the sequence.
 *
 * What a text is taken by depends on its length, and on whether the machine has rows (AVX-512):
 *
 *	bytes			without rows		with rows
 *	less than VECTOR	VALID_SHORT		valid_in_part()
 *	VECTOR			pass_few()		valid_in_part()
 *	less than SHORT		VALID_SHORT		valid_in_row()
 *	up to 2 * FIRST_STEP	pass_few(), after is_ascii_text() if more than a PIECE
 *	less than LIST_FROM	valid_in_pieces()	valid_in_row()
 *	longer			its start as the line before says, then valid_in_chunks()
 *
 * Chunks.  What binds in mixed text is the misprediction where ASCII begins or ends.  So a chunk
 * of up to 64 pieces of 64 bytes gets a word with a bit for each piece that is not ASCII, made
 * without branches, and only these pieces are judged: wrong_in_list().  Where most pieces have
 * their bit, the next chunks are dense, and are judged without looking: wrong_in_turn(), or
 * pass_row(), the hook of a machine that is faster there by other tables (x86/avx512_row.h).
 */
#ifndef U8C_VEC_VALIDATE_VECTOR_H
#define U8C_VEC_VALIDATE_VECTOR_H

#include "vec/count_vector.h"

/* The second byte is a continuation after ASCII or after a full sequence. */
#define TOO_LONG 0x01
#define TOO_SHORT 0x02		/* no continuation after a lead */
#define OVERLONG_3 0x04		/* E0 80..9F */
#define TOO_LARGE 0x08		/* F4 90..BF, F5..FF 90..BF */
#define SURROGATE 0x10		/* ED A0..BF */
#define OVERLONG_2 0x20		/* C0, C1 */
#define OVERLONG_4 0x40		/* F0 80..8F; and F5..FF 80..8F */
#define TWO_CONTINUATIONS 0x80
#define CARRY (TOO_LONG | TOO_SHORT | TWO_CONTINUATIONS)

static const u8 first_high[16] = {
	[0 ... 7] = TOO_LONG,
	[8 ... 0xb] = TWO_CONTINUATIONS,
	[0xc] = TOO_SHORT | OVERLONG_2,
	[0xd] = TOO_SHORT,
	[0xe] = TOO_SHORT | OVERLONG_3 | SURROGATE,
	[0xf] = TOO_SHORT | TOO_LARGE | OVERLONG_4,
};

static const u8 first_low[16] = {
	[0] = CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
	[1] = CARRY | OVERLONG_2,
	[2 ... 3] = CARRY,
	[4] = CARRY | TOO_LARGE,
	[5 ... 0xc] = CARRY | TOO_LARGE | OVERLONG_4,
	[0xd] = CARRY | TOO_LARGE | OVERLONG_4 | SURROGATE,
	[0xe ... 0xf] = CARRY | TOO_LARGE | OVERLONG_4,
};

static const u8 second_high[16] = {
	[0 ... 7] = TOO_SHORT,
	[8] = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | OVERLONG_4,
	[9] = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
	[0xa ... 0xb] = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
	[0xc ... 0xf] = TOO_SHORT,
};

#define FOUR_VECTORS (4 * VECTOR)
/*
 * Text is taken in chunks of up to 64 pieces, or COUNTED_PIECES where it is counted too: there
 * errors are replaced, and the bytes copied after an error are copied again.  The first chunks
 * are shorter.  If more than DENSE of 64 pieces are not ASCII, ASCII is looked for only at the
 * start of each of the next chunks, up to DENSE_CHUNKS; fewer after a short chunk.
 */
#define PIECES 64
#define COUNTED_PIECES 32
#define DENSE (VECTOR > 32 ? 36 : 51)
#define DENSE_CHUNKS 16
/* Bytes of the pieces whose tests for ASCII are joined. */
#define EIGHT_PIECES (8 * PIECE)
/*
 * The fewest bytes of which the last vector has three bytes before it.  AVX2 leaves shorter texts
 * to SSSE3: new ones of 20 to 34 bytes take 0.6 of the time that the automaton takes.
 */
#define SHORT (VECTOR + 3)
/*
 * A text of fewer bytes, and the start of a longer one, has a branch on each piece, or goes in a
 * row, in place of a list: that is faster while branches can be predicted, and an error may be
 * near.
 */
#define LIST_FROM 8192
/*
 * Without a list, errors are tested for after this many bytes, then after twice as many, and
 * so on.  So the bytes read after an error are at most those before it and FIRST_STEP.
 *
 * A text of at most two such steps is validated whole: 1.2 times as fast as by pieces where 512
 * bytes are new to the branches (AVX2), 1.1 times as fast as in a row of 1024 (AVX-512).
 */
#define FIRST_STEP (VECTOR > 32 ? 512 : 256)

/**
 * struct tables - the tables and constants, in registers
 *
 * @first_high: classes by the high half of the first byte.
 * @first_low: by its low half.
 * @second_high: by the high half of the second byte.
 * @low_half: 0F.
 * @third_due: what to subtract for bit 7 to say that a byte is E0 or more.
 * @fourth_due: F0 or more.
 * @bit7: 80.
 * @lead: C0.
 * @last: the greatest bytes after which no sequence is open, at the end of a vector.
 */
struct tables {
	vector first_high;
	vector first_low;
	vector second_high;
	vector low_half;
	vector third_due;
	vector fourth_due;
	vector bit7;
	vector lead;
	vector last;
};

static const u8 last_bytes[VECTOR] = {
	[0 ... VECTOR - 4] = 0xff, [VECTOR - 3] = 0xef, [VECTOR - 2] = 0xdf, [VECTOR - 1] = 0xbf,
};

static __always_inline struct tables tables(void)
{
	return (struct tables){
		.first_high = in_register(sixteen(first_high)),
		.first_low = in_register(sixteen(first_low)),
		.second_high = in_register(sixteen(second_high)),
		.low_half = in_register(each(0x0f)),
		.third_due = in_register(each(0xe0 - 0x80)),
		.fourth_due = in_register(each(0xf0 - 0x80)),
		.bit7 = in_register(each(0x80)),
		.lead = in_register(each(0xc0)),
		.last = load(last_bytes),
	};
}

/* The errors of each byte of @first with the byte of @second after it. */
static __always_inline vector look_up(const struct tables *t, vector first, vector second)
{
	return look_up_16(t->first_high, high_half(first, t->low_half)) &
	       look_up_16(t->first_low, first & t->low_half) &
	       look_up_16(t->second_high, high_half(second, t->low_half));
}

/* A continuation that is the third or the fourth byte is not wrong, but due. */
static __always_inline vector without_due(const struct tables *t, vector common,
					  vector two_before, vector three_before)
{
	vector due = subtract_to_zero(two_before, t->third_due) |
		     subtract_to_zero(three_before, t->fourth_due);

	return common ^ (due & t->bit7);
}

/* Return: not 0 where a byte at @p is wrong.  Reads the three bytes before @p. */
static __always_inline vector wrong(const struct tables *t, const u8 *p)
{
	/* In a register, or it would be loaded twice. */
	return without_due(t, look_up(t, in_register(load(p - 1)), load(p)),
			   load(p - 2), load(p - 3));
}

/* The first byte that is not 0; there is one. */
static __always_inline unsigned int first_of(vector v)
{
	return __builtin_ctzll(where_not_zero(v));
}

static __always_inline bool are_four_ascii(const u8 *p)
{
	return !any_bit_7(load(p) | load(p + VECTOR) | load(p + 2 * VECTOR) |
			  load(p + 3 * VECTOR));
}

/* Is a text of a vector or more ASCII? */
static __always_inline bool is_ascii_text(const u8 *p, size_t n)
{
	vector all = load(p + n - VECTOR);

	/* General registers find most text that is not ASCII. */
	if ((u8c_load64(p) | u8c_load64(p + n - sizeof(u64))) & U8C_HIGH_BITS)
		return false;
	for (size_t i = 0; i + VECTOR < n; i += VECTOR)
		all |= load(p + i);
	return !any_bit_7(all);
}

/* Not zero where a sequence is open before @p, after a vector of text. */
static __always_inline vector open_before(const struct tables *t, const u8 *p)
{
	return subtract_to_zero(load(p - VECTOR), t->last);
}

/* Not zero where a continuation follows ASCII, in the vector at @p. */
static __always_inline vector lone_continuation(const struct tables *t, const u8 *p)
{
	return (vector)((numbers)load(p) < (numbers)t->lead) & ~load(p - 1) & t->bit7;
}

/* Skips ASCII, four vectors at a time. */
static __always_inline const u8 *skip_ascii(const u8 *p, const u8 *end)
{
	while (end - p >= 2 * FOUR_VECTORS && are_four_ascii(p) && are_four_ascii(p + FOUR_VECTORS))
		p += 2 * FOUR_VECTORS;
	return end - p >= FOUR_VECTORS && are_four_ascii(p) ? p + FOUR_VECTORS : p;
}

/* Is a sequence open after three bytes that end at @p? */
static __always_inline bool is_open(const u8 *p)
{
	return p[-1] >= 0xc0 || p[-2] >= 0xe0 || p[-3] >= 0xf0;
}

/* Return: not 0 if anything is wrong in the vector at @p, where a text begins: after NUL. */
#if HAS_ROWS
static __always_inline vector wrong_at_start(const struct tables *t, const u8 *p)
{
	struct row r = row_begin();

	row_take(&r, load(p));
	return row_wrong(&r);
}
#elif __has_builtin(__builtin_shufflevector)
#if VECTOR == 16
#define PLACES(i) SIXTEEN(i)
#else
#define PLACES(i) SIXTEEN(i), SIXTEEN((i) + 16)
#endif
/* @v moved up by @n bytes. */
#define MOVED(v, n) __builtin_shufflevector((vector){ 0 }, v, PLACES(VECTOR - (n)))

static __always_inline vector wrong_at_start(const struct tables *t, const u8 *p)
{
	vector v = load(p);

	return without_due(t, look_up(t, MOVED(v, 1), v), MOVED(v, 2), MOVED(v, 3));
}
#else
static inline vector wrong_at_start(const struct tables *t, const u8 *p)
{
	u8 copy[2 * VECTOR] = { 0 };

	store(copy + VECTOR, load(p));
	return wrong(t, copy + VECTOR);
}
#endif

/*
 * Finds the first error from @p on, or in the sequence that is open there, or one that is
 * open at the end of the text.  @p is the start, and a vector of text is there; or three bytes
 * of the text are before it.
 */
static noinline size_t locate(const u8 *start, const u8 *p, const u8 *end)
{
	const struct tables t = tables();

	for (; end - p >= VECTOR; p += VECTOR) {
		vector bad = p == start ? wrong_at_start(&t, p) : wrong(&t, p);

		if (any(bad))
			return u8c_sequence_of(start, p + first_of(bad)) - start;
	}
	p = u8c_sequence_of(start, p);
	return p - start + u8c_valid_up_to_scalar(p, end - p, NULL);
}

/**
 * struct pass - a text that is validated, and how far
 *
 * @p: the next byte; all before it is well-formed, but a sequence may be open there.  This
 *	byte was judged too, unless it is a continuation that follows ASCII.
 * @end: after the text.
 * @out: where the text from @p on is copied, if it is.
 * @leads: how many leads are before @p, from C0, E0 and F0 on, but for those in @counting.
 * @counting: leads that vectors still count.
 * @vectors: how many vectors of text are in @counting.
 * @others: in the chunk at @p, the pieces that are not ASCII.
 */
struct pass {
	const u8 *p;
	const u8 *end;
	u8 *out;
	u64 leads[3];
	struct leads counting;
	unsigned int vectors;
	u64 others;
};

/* Adds to @all what is wrong in the piece at @p. */
static __always_inline vector wrong_in_piece(const struct tables *t, const u8 *p, vector all)
{
#pragma GCC unroll 4
	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		all |= wrong(t, p + i);
		/* One by one: two at once need more registers than there are. */
		all = in_register(all);
	}
	return all;
}

static __always_inline void count_piece(struct leads *leads, const u8 *p)
{
#pragma GCC unroll 4
	for (unsigned int i = 0; i < PIECE; i += VECTOR)
		count_leads(leads, load(p + i));
}

/* By whole vectors; gcc makes moves of half a vector of one __builtin_memcpy(). */
static __always_inline void copy_piece(const u8 *p, u8 *out)
{
#pragma GCC unroll 4
	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		vector v = load(p + i);

		store(out + i, v);
	}
}

/*
 * The vectors of the piece that is @at bytes after @pass->p, in one.  The piece is copied if
 * @copy says so.
 */
static __always_inline vector one_of_piece(const struct pass *pass, size_t at, bool copy)
{
	vector v, all = { 0 };

#pragma GCC unroll 4
	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		v = load(pass->p + at + i);
		all |= v;
		if (copy)
			store(pass->out + at + i, v);
	}
	return all;
}

static __always_inline bool is_ascii_piece(const u8 *p)
{
	return !any_bit_7(one_of_piece(&(struct pass){ .p = p }, 0, false));
}

#if HAS_PACK
/*
 * Four pieces in one vector: in each 16 bytes, four of each piece, which are 0 if the piece
 * is ASCII.
 */
static __always_inline vector join_pieces(const struct pass *pass, const struct tables *t,
					  size_t at, bool copy)
{
	const vector a = one_of_piece(pass, at, copy) & t->bit7;
	const vector b = one_of_piece(pass, at + PIECE, copy) & t->bit7;
	const vector ab = pack_dwords(a, b);
	const vector c = one_of_piece(pass, at + 2 * PIECE, copy) & t->bit7;
	const vector d = one_of_piece(pass, at + 3 * PIECE, copy) & t->bit7;

	return pack_words(ab, pack_dwords(c, d));
}

/*
 * A bit for each of eight pieces that is not ASCII.  Each piece ends up as one byte: to move
 * bits to a general register is slow, and is done once.
 */
static __always_inline u64 other_of_eight(const struct pass *pass, const struct tables *t,
					  size_t at, bool copy)
{
	const vector first = join_pieces(pass, t, at, copy);
	const vector v = pack_dwords(first, join_pieces(pass, t, at + EIGHT_PIECES / 2, copy));
	u32 asciis = bits_7(pack_words(v, v) == 0);

	if (VECTOR > 16)
		asciis &= asciis >> 16;
	return ~asciis & 0xff;
}
#endif

/*
 * A bit for each of the @n pieces of a chunk that is not ASCII, the lowest for the first.
 * The chunk is copied if @copy says so.
 */
static __always_inline u64 other_pieces(const struct pass *pass, const struct tables *t,
					unsigned int n, bool copy)
{
	u64 others = 0;
	size_t i = 0;

#if HAS_PACK
	for (; i + EIGHT_PIECES <= n * PIECE; i += EIGHT_PIECES)
		others = others >> 8 | other_of_eight(pass, t, i, copy) << 56;
#endif
#pragma GCC unroll 2
	for (; i < n * PIECE; i += PIECE) {
		/* Added and rotated: two instructions. */
		others += !!any_bit_7(one_of_piece(pass, i, copy));
		others = others >> 1 | others << 63;
	}
	return others >> (64 - n);
}

/*
 * Validates the pieces of *@list, which other_pieces() made, in the chunk at @p.  Only the end
 * of the loop is mispredicted, once in a chunk.
 *
 * A piece of ASCII is in no list, but the next byte after a piece is judged with it, so a
 * sequence that is open where ASCII begins is seen.  The first byte of a piece after ASCII
 * was not judged: it may be no continuation.
 *
 * Where leads are counted, the loop ends at the first piece that is wrong, then the first of
 * *@list: pieces before it are not taken again.
 *
 * Return: not 0 if anything is wrong.
 */
static __always_inline vector wrong_in_list(const struct tables *t, const u8 *p, u64 *list,
					    struct leads *leads)
{
	vector all = { 0 };

	for (; *list; *list &= *list - 1) {
		const u8 *piece = p + __builtin_ctzll(*list) * PIECE;

		/* Part of the next chunk, which may be after the text. */
		__builtin_prefetch(piece + PIECES * PIECE);
		all |= lone_continuation(t, piece);
		all = in_register(all);
		all = wrong_in_piece(t, piece + 1, all);
		if (!leads)
			continue;
		if (unlikely(any(all)))
			break;
		count_piece(leads, piece);
	}
	return all;
}

/*
 * Validates @n pieces without looking for ASCII.  If they are copied, *@done becomes how
 * many bytes are before the first piece that is wrong.  Return: not 0 if anything is wrong.
 */
static __always_inline vector wrong_in_turn(const struct tables *t, const struct pass *pass,
					     unsigned int n, bool copy, size_t *done)
{
	vector all = lone_continuation(t, pass->p);
	size_t i;

	for (i = 0; i < n * PIECE; i += PIECE) {
		all = wrong_in_piece(t, pass->p + i + 1, all);
		if (!copy)
			continue;
		copy_piece(pass->p + i, pass->out + i);
		if (unlikely(any(all)))
			break;
	}
	*done = i;
	return all;
}

#if HAS_ROWS
static __always_inline void row_take_four(struct row *r, const u8 *p)
{
#pragma GCC unroll 4
	for (unsigned int i = 0; i < FOUR_VECTORS; i += 2 * VECTOR)
		row_take_two(r, load(p + i), load(p + i + VECTOR));
}

/*
 * Takes @n pieces without looking for ASCII, and the byte after them.  Return: false if anything
 * is wrong; then it is unknown where.
 */
static __always_inline bool pass_row(const struct tables *t, const struct pass *pass,
				     unsigned int n, bool copy, struct leads *leads)
{
	struct row r = row_after(load(pass->p - VECTOR));
	size_t i = 0;

	for (; !copy && i + FOUR_VECTORS <= n * PIECE; i += FOUR_VECTORS)
		row_take_four(&r, pass->p + i);
	for (; i < n * PIECE; i += VECTOR) {
		vector v = load(pass->p + i);

		row_take(&r, v);
		if (!copy)
			continue;
		count_leads(leads, v);
		store(pass->out + i, v);
	}
	return !any(row_wrong(&r) | wrong(t, pass->p + i + 1 - VECTOR));
}
#else
static __always_inline bool pass_row(const struct tables *t, const struct pass *pass,
				     unsigned int n, bool copy, struct leads *leads)
{
	return false;
}
#endif

/* Slow, so it is done once for some chunks. */
static __always_inline void sum_counting(struct pass *pass)
{
	sum_leads(&pass->counting, pass->leads);
	pass->counting = (struct leads){ .two = { 0 } };
	pass->vectors = 0;
}

/*
 * Takes the chunk of @n pieces at @pass->p, and counts its leads if it is copied.
 *
 *	dense		pass_row(); where that is none or finds an error, wrong_in_turn()
 *	else		wrong_in_list(), whose list is @pass->others
 *
 * If all is right, @pass->p is the next chunk then.  If not, it is still this one, or with
 * @copy the first piece that is wrong.  Return: not 0 if anything is wrong.
 */
static __always_inline vector pass_chunk(struct pass *pass, const struct tables *t,
					 unsigned int n, bool dense, bool copy)
{
	struct leads leads = pass->counting;
	/* Bytes before the first piece that is wrong, if they are copied. */
	size_t done = n * PIECE, i;
	u64 list = pass->others;
	vector all;

	if (dense && likely(pass_row(t, pass, n, copy, &leads))) {
		all = each(0);
	} else if (dense) {
		leads = pass->counting;
		all = wrong_in_turn(t, pass, n, copy, &done);
		/* Not in that loop, which has too few registers. */
		for (i = 0; copy && i < done; i += PIECE)
			count_piece(&leads, pass->p + i);
	} else {
		all = wrong_in_list(t, pass->p, &list, copy ? &leads : NULL);
		if (unlikely(list))
			done = __builtin_ctzll(list) * PIECE;
	}
	if (!copy && unlikely(any(all)))
		return all;
	if (copy && pass->others) {
		pass->counting = leads;
		pass->vectors += done / VECTOR;
		/* There may be no room for what the next chunk has. */
		if (pass->vectors > 255 - COUNTED_PIECES * PIECE / VECTOR)
			sum_counting(pass);
	}
	pass->p += done;
	if (copy)
		pass->out += done;
	return all;
}

/*
 * Takes all whole pieces that a byte follows.  A vector of text is before the first one.
 * Return: false if something is wrong in a chunk at @pass->p, or in the byte after it.
 */
static __always_inline bool pass_chunks(struct pass *pass, bool copy)
{
	const struct tables t = tables();
	const unsigned int most = copy ? COUNTED_PIECES : PIECES;
	unsigned int n = copy ? most / 2 : most / 8, dense = 0;
	bool ascii = !copy;

	for (;;) {
		/* Never where a sequence is open. */
		if (ascii)
			pass->p = skip_ascii(pass->p, pass->end);
		if (pass->end - pass->p <= PIECE)
			return true;
		if (pass->end - pass->p <= n * PIECE)
			n = (pass->end - pass->p - 1) / PIECE;
		/* The text may be ASCII from here on. */
		if (dense && pass->end - pass->p >= FOUR_VECTORS && are_four_ascii(pass->p))
			dense = 0;
		if (!dense) {
			pass->others = other_pieces(pass, &t, n, copy);
			if (count_bits(pass->others) * 64 > DENSE * n)
				dense = DENSE_CHUNKS * n / most;
		} else {
			pass->others = ~0ull >> (64 - n);
		}
		if (unlikely(any(pass_chunk(pass, &t, n, dense, copy))))
			return false;
		if (n < (dense ? most / 2 : most))
			n *= 2;
		ascii = !copy && !dense && !pass->others;
		if (dense)
			dense--;
	}
}

/* Takes the last bytes of a text.  Return: how much of the text is well-formed. */
static __always_inline size_t pass_few(const u8 *start, const u8 *p, const u8 *end)
{
	const struct tables t = tables();

	/* Texts of two whole vectors and of a byte less take the same branches. */
	for (; end - p > VECTOR; p += VECTOR)
		if (unlikely(any(wrong(&t, p))))
			return locate(start, p, end);
	if (likely((p == end || !any(wrong(&t, end - VECTOR))) && !is_open(end)))
		return end - start;
	return locate(start, p, end);
}

static noinline size_t pass_rest(const u8 *start, const u8 *p, const u8 *end)
{
	return pass_few(start, p, end);
}

/* Takes a text from @p on.  Return: where a piece or less is left, or before an error. */
static noinline const u8 *valid_in_chunks(const u8 *p, const u8 *end)
{
	struct pass pass = { .p = p, .end = end };
	const struct tables t = tables();

	if (likely(!any(wrong(&t, p))))
		pass_chunks(&pass, false);
	return pass.p;
}

#if !HAS_ROWS
/*
 * Takes a text with a branch on each piece; from LIST_FROM bytes on, only its start, as an error
 * may be near.  It has its own function, so that short texts do not pay for its registers.
 * Return: how much of the text is well-formed.
 */
static noinline size_t valid_in_pieces(const u8 *start, size_t n)
{
	const u8 *end = start + n, *few = n < LIST_FROM ? end : start + FIRST_STEP + PIECE;
	const u8 *p = start;
	vector all = { 0 };
	struct tables t;
	ptrdiff_t step;

	while (few - p >= FOUR_VECTORS && are_four_ascii(p))
		p += FOUR_VECTORS;
	t = tables();
	if (p == start) {
		if (unlikely(any(wrong_at_start(&t, p))))
			return locate(p, p, end);
		p += VECTOR;
	}
	for (step = FIRST_STEP; few - p >= PIECE; step *= 2) {
		const u8 *begun = p, *stop = few - p > step ? p + step : few;

		for (; stop - p >= PIECE; p += PIECE) {
			if (is_ascii_piece(p))
				all |= open_before(&t, p);
			else
				all = wrong_in_piece(&t, p, all);
		}
		if (unlikely(any(all)))
			return locate(start, begun, end);
	}
	return pass_rest(start, n < LIST_FROM ? p : valid_in_chunks(p, end), end);
}
#else
/* A text of a vector or less. */
static __always_inline size_t valid_in_part(const u8 *p, size_t n)
{
	/*
	 * What is loaded is the aligned vector that the text is in, or it begins with the text:
	 * no line of the cache, and no page, but those of the text.
	 */
	size_t at = (size_t)p & (VECTOR - 1), is_over = at + n > VECTOR;
	struct row r = row_begin();

	if (!n)
		return 0;
	/* A branch would be mispredicted where lengths have no order. */
	U8C_ONCE(is_over);
	at &= is_over - 1;
	row_take(&r, load_part(p, n, at));
	if (likely(!any(row_wrong(&r) | row_open(&r))))
		return n;
	return u8c_valid_up_to_scalar(p, n, NULL);
}

/*
 * Takes a text in a row; from LIST_FROM bytes on, only its start, as an error may be near.  It has
 * its own function, so that short texts do not pay for its registers.  Return: how much of the
 * text is well-formed.
 */
static noinline size_t valid_in_row(const u8 *start, size_t n)
{
	const u8 *end = start + n, *few = n < LIST_FROM ? end : start + FIRST_STEP + PIECE;
	const u8 *p = start, *begun;
	struct row r = row_begin();
	ptrdiff_t step;

	for (step = FIRST_STEP; few - p >= VECTOR; step *= 2) {
		const u8 *stop;

		while (few - p >= FOUR_VECTORS && are_four_ascii(p) && !any(row_open(&r)))
			p += FOUR_VECTORS;
		stop = few - p > step ? p + step : few;
		begun = p;
		for (; stop - p >= FOUR_VECTORS; p += FOUR_VECTORS)
			row_take_four(&r, p);
		for (; stop - p >= VECTOR; p += VECTOR)
			row_take(&r, load(p));
		if (unlikely(any(row_wrong(&r))))
			return locate(start, begun, end);
	}
	if (n >= LIST_FROM) {
		p = valid_in_chunks(p, end);
		/* That was an error, where more than a piece is left. */
		if (unlikely(end - p > PIECE))
			return locate(start, p, end);
		r = row_after(load(p - VECTOR));
	}
	begun = p;
	for (; end - p >= VECTOR; p += VECTOR)
		row_take(&r, load(p));
	row_take(&r, load_end(end, end - p));
	if (likely(!any(row_wrong(&r) | row_open(&r))))
		return n;
	return locate(start, begun, end);
}
#endif

/* u8c_validate_impl.valid_up_to; @self is ignored. */
static size_t valid_up_to_vector(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	struct tables t;

	/* Likely, so that a short text takes no jump. */
#if HAS_ROWS
	if (likely(n <= VECTOR))
		return valid_in_part(p, n);
#else
	if (likely(n < SHORT && n != VECTOR))
		return VALID_SHORT(p, n, NULL);
#endif
	if (n > PIECE && n <= 2 * FIRST_STEP && is_ascii_text(p, n))
		return n;
#if HAS_ROWS
	if (n > 2 * FIRST_STEP || n < SHORT)
		return valid_in_row(p, n);
#else
	if (n > 2 * FIRST_STEP)
		return valid_in_pieces(p, n);
#endif
	t = tables();
	if (unlikely(any(wrong_at_start(&t, p))))
		return locate(p, p, p + n);
	return pass_few(p, p + VECTOR, p + n);
}

#endif /* U8C_VEC_VALIDATE_VECTOR_H */
