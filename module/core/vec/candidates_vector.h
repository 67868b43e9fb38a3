/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Candidates with vectors that can look up 16 entries.  Read from the end: mark_text(),
 * mark_pieces(); mark_sparse(), mark_dense(); mark_piece(), find_in_vector().
 *
 * A block is 64 code points that differ in their last byte only: DB 80..BF, or E4 B8 80..BF.
 * A table says which blocks have a code point that the form does not pass over; the other
 * blocks are done.  A block that has one needs two words, with a bit for each of its 64 code
 * points.  A text has few such blocks at a time, so the last ones are kept, and all leads of a
 * vector are compared with them.
 *
 * The bits of the blocks of two leads, E0 and E1 and so on, are 16 bytes: the lead's lowest
 * bit and bits 5..3 of the second byte choose one of them, bits 2..0 the bit.  That of E4 B8
 * is bit 0 of byte 7.  A pair of leads is not looked up where the form passes over all of its
 * code points.  After F0 the tables would be too large, but most texts have one second byte
 * there, whose table is kept; after F1 to F4, which are rare, code points are looked up one
 * by one.  First of all, pieces without a lead that the form may stop at are skipped.
 *
 * In text with few letters that are not ASCII, branches cannot predict which pieces have them.
 * So a list of these pieces is made, and their few leads are looked up one by one, without
 * vectors.  Any other piece is dense, and so are probably those after it.
 */
#ifndef U8C_VEC_CANDIDATES_VECTOR_H
#define U8C_VEC_CANDIDATES_VECTOR_H

#include "normalize/candidates.h"

/* Bytes of a code point after its lead, at most. */
#define AFTER 3
#define KEPT 8	/* blocks */
/* The most leads in a piece that are looked at without vectors. */
#define FEW_LEADS 6

#define EACH_BYTE 0x01010101u

/* Pairs of leads, E0 to EF; a machine with look_up_128() needs none. */
#define PAIRS (HAS_LOOK_UP_128 ? 1 : 8)
/* Bytes with the bits of a pair of leads. */
#define PAIR 16
/* Of pieces in a row that are not inert, 8 to 15, 24 to 31 and so on are not tested for it. */
#define SURE 8
/* Pieces in one list. */
#define PART 8
/* Copies of a pair's lower lead: AVX2 has an instruction that repeats them. */
#define TIMES (VECTOR == 16 ? 16 : 4)

/*
 * Masks, and what is compared with: in memory, as there are too few registers, and not on the
 * stack, which is small.
 */
enum { LOW, HIGH, EIGHTH, ODD, EVEN, C0, D0, E0, CONSTANTS };

#define ALL(x) { [0 ... VECTOR - 1] = (x) }

static const u8 constants[CONSTANTS][VECTOR] __aligned(VECTOR) = {
	[LOW] = ALL(0x0f), [HIGH] = ALL(0xf0), [EIGHTH] = ALL(7),
	[ODD] = ALL(8), [EVEN] = ALL(0xfe), [C0] = ALL(0xc0),
	[D0] = ALL(0xd0), [E0] = ALL(0xe0),
};

/* In byte i the bit i & 7. */
static const u8 bit_by_low[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
#if HAS_LOOK_UP_128
/* By the lower six bits of a lead, the bit of its high half. */
static const u8 quarters[VECTOR] = {
	[0 ... 15] = 1, [16 ... 31] = 2, [32 ... 47] = 4, [48 ... 63] = 8,
};
#else
/* By the high half of a lead, C to F, a bit. */
static const u8 quarter_by_high[16] = { [12] = 1, [13] = 2, [14] = 4, [15] = 8 };
#endif

/* By the high half of a byte, its bit in the rows of struct u8c_byte_set. */
static const u8 set_by_high[16] = {
	[12] = 1, [13] = 2, [14] = 4, [15] = 8, [0] = 16, [1] = 32, [7] = 64,
};

/**
 * struct block - the words of a block that a text needed
 *
 * @lead: in each byte of four.
 * @second: in each byte of four; 0 after a lead of two bytes.
 * @stops: a bit for each code point that stops the form.
 * @nonstarters: a bit for each code point that is a nonstarter.
 */
struct block {
	u32 lead;
	u32 second;
	u64 stops;
	u64 nonstarters;
};

/**
 * struct finding - what was found of a piece's code points, a bit for each lead
 *
 * @stops: leads of code points that stop the form.
 * @nonstarters: leads of nonstarters.
 */
struct finding {
	u64 stops;
	u64 nonstarters;
};

/* Looks at the code points of four bytes that begin at the bits of @at. */
static __always_inline void look_at_4(enum utf8check_form form, const u8 *p, u64 at,
				      struct finding *f)
{
	for (; at; at &= at - 1) {
		const u8 *q = p + __builtin_ctzll(at);
		u32 bits = u8c_class_in(u8c_entry_4(q), q[3]);

		if (bits & U8C_STOP(form))
			f->stops |= at & -at;
		if (bits & U8C_CCC_BITS)
			f->nonstarters |= at & -at;
	}
}

/**
 * struct state - what is known of the text so far
 *
 * @second, @thirds, and from @open on what follows, change with the text; the form sets the others.
 *
 * @constants: the table of that name, at an address that the compiler does not know: else it
 *	would make the values anew at each use.
 * @active: by the low half of a lead, a bit for each high half, C to F: set unless the form
 *	passes over all that begins with that lead.
 * @least: the least lead that the form does not pass over, in each byte.
 * @others: the bits of @active, without that of leads of four bytes if the form passes
 *	over all that begins with F0 9F.
 * @two: by the low half of C2..CF, then of D0..DF: not 0 where the form may stop at what
 *	begins with that lead.
 * @second: the second byte after F0 of which @thirds tells.
 * @thirds: a bit for each third byte after F0 and @second whose block the form does not
 *	pass over.
 * @pairs: how many pairs of leads are looked up.
 * @leads: the lower lead of each pair, again and again.
 * @block_bits: the bits of the blocks of each pair.
 * @form: the form.
 * @open: 1 where a nonstarter reaches up to the end of the piece that was done last.
 * @kept: how many blocks @blocks has.
 * @next: the block of @blocks that is replaced next.
 * @blocks: the blocks that were needed last; they are kept from piece to piece.
 */
struct state {
	const u8 (*constants)[VECTOR];
	u8 active[VECTOR] __aligned(VECTOR);
	u8 least[VECTOR] __aligned(VECTOR);
	u8 others;
	const u8 *two;
	u8 second;
	u64 thirds;
	unsigned int pairs;
	u8 leads[PAIRS][TIMES];
	u8 block_bits[PAIRS][PAIR];
	enum utf8check_form form;
	u64 open;
	unsigned int kept;
	unsigned int next;
	struct block blocks[KEPT];
};

/* A vector of the text, and what stands one and two bytes further. */
struct window {
	const u8 *p;
	vector v;
	vector second;
	vector third;
};

/* Inline, so that no registers are saved around a call in the loop. */
static __always_inline const struct block *keep_block(struct state *s, const u8 *p)
{
	struct block *b = &s->blocks[s->next];
	u32 lead = p[0], second = p[1], entry;
	const u64 *points;
	bool two;

	/* What is kept must be of the block whose bytes name it. */
	U8C_ONCE(lead);
	U8C_ONCE(second);
	two = lead < 0xe0;
	entry = u8c_class_index[two ? lead & 0x1f :
				(lead & 0xf) << 6 | (second & 0x3f)];
	points = u8c_block_points + (entry & U8C_BLOCK_BITS) * U8C_FORMS;
	s->next = (s->next + 1) % KEPT;
	if (s->kept < KEPT)
		s->kept++;
	b->lead = lead * EACH_BYTE;
	b->second = two ? 0 : second * EACH_BYTE;
	b->stops = points[s->form];
	b->nonstarters = points[0];
	return b;
}

static inline vector lead_of(const struct state *s, unsigned int i)
{
	return VECTOR == 16 ? load(s->leads[i]) :
			      (vector)each_dword(u8c_load32_le(s->leads[i]));
}

static __always_inline vector constant(const struct state *s, unsigned int which)
{
	return *(const vector *)s->constants[which];
}

/* Bits 5..3 of each byte. */
static __always_inline vector eighth_of(const struct state *s, vector v)
{
	return (vector)((words)v >> 3) & constant(s, EIGHTH);
}

/* The bit of each byte's lowest three bits. */
static __always_inline vector bit_of(const struct state *s, vector v)
{
	return look_up_16(sixteen(bit_by_low), v & constant(s, LOW));
}

/* A bit for each byte where all of @bits are in @found; they are not zero. */
static __always_inline u64 meets(vector found, vector bits)
{
	return where(equal(found & bits, bits));
}

/**
 * struct block_words - the words of the blocks of a vector's leads
 *
 * @eighth: for each lead which byte of a word its code point has.
 * @second: the second byte of its code point, where that has a third.
 * @stops: byte @eighth of the stops of its block.
 * @nonstarters: byte @eighth of the nonstarters of its block.
 * @known: the leads whose words were found.
 */
struct block_words {
	vector eighth;
	vector second;
	vector stops;
	vector nonstarters;
	truth known;
};

static __always_inline void add_block(struct block_words *r, const struct window *w,
				      const struct block *b)
{
	truth same = equal(w->v, (vector)each_dword(b->lead)) &
		     equal(r->second, (vector)each_dword(b->second));

	r->stops |= only(same, look_up_16((vector)each_qword(b->stops), r->eighth));
	r->nonstarters |= only(same, look_up_16((vector)each_qword(b->nonstarters), r->eighth));
	r->known |= same;
}

/* Which byte of a pair of leads has the block of each lead. */
static __always_inline vector index_of(const struct state *s, const struct window *w)
{
	return eighth_of(s, w->second) | ((vector)((words)w->v << 3) & constant(s, ODD));
}

/* Where EA and EB have their bytes in a table by pairs of leads, of which E0 and E1 are first. */
#define PAIR_EA ((0xea - 0xe0) / 2 * PAIR)

/*
 * Those leads of @at whose blocks have only code points that stop the form: Hangul, of which
 * a text has more blocks than are kept.  Its leads are in two pairs, EA and EB, EC and ED.
 */
static __always_inline u64 full_of(const struct state *s, const struct window *w, u64 at)
{
	const u8 *ea = u8c_block_stops + s->form * U8C_BLOCK_DOUBTS + PAIR_EA;
	const vector even = w->v & constant(s, EVEN), index = index_of(s, w);

	return at & meets(only(equal(even, each(0xea)), look_up_16(sixteen(ea), index)) |
			  only(equal(even, each(0xec)), look_up_16(sixteen(ea + PAIR), index)),
			  bit_of(s, w->second));
}

/* Looks at the code points of two and three bytes that begin at the bits of @at. */
static __always_inline void look_at(struct state *s, const struct window *w, truth three,
				    u64 at, struct finding *f)
{
	vector last = only(~three, w->second) | only(three, w->third);
	struct block_words r = {
		.eighth = eighth_of(s, last),
		.second = only(three, w->second),
	};
	u64 left, full;

	/* All kept blocks, even if no lead is left: a branch on that would be mispredicted. */
	for (unsigned int i = 0; i < s->kept; i++)
		add_block(&r, w, &s->blocks[i]);
	left = at & ~where(r.known);
	if (unlikely(left)) {
		full = full_of(s, w, left);
		f->stops |= full;
		left &= ~full;
	}
	/* Each round takes at least one lead, even in a text that changes meanwhile. */
	for (; left; left &= (left - 1) & ~where(r.known))
		add_block(&r, w, keep_block(s, w->p + __builtin_ctzll(left)));
	f->stops |= at & meets(r.stops, bit_of(s, last));
	f->nonstarters |= at & meets(r.nonstarters, bit_of(s, last));
}

/*
 * Of the code points that begin with an F0 at the bits of @f0, those with the second byte
 * that is known.  *@left gets those that the form does not pass over.
 */
static __always_inline u64 pick_known(const struct state *s, const struct window *w,
				      u64 f0, u64 *left)
{
	u64 known = f0 & where(equal(w->second, each(s->second)));

	if (s->thirds && known)
		*left |= known & meets(look_up_16((vector)each_qword(s->thirds),
					       eighth_of(s, w->third)),
				       bit_of(s, w->third));
	return known;
}

/* Makes the second byte after the F0 at @p the known one. */
static __always_inline void pick(struct state *s, const u8 *p)
{
	u32 second = p[1];

	U8C_ONCE(second);
	s->second = second;
	s->thirds = u8c_third_doubts[u8c_second_doubts[s->form * 64 +
						       (second & 0x3f)]];
}

/* Looks at the code points of four bytes that begin at the bits of @four. */
static __always_inline void look_at_four(struct state *s, const struct window *w, u64 four,
					 struct finding *f)
{
	u64 f0 = four & where(equal(w->v, each(0xf0))), left = four ^ f0;

	f0 &= ~pick_known(s, w, f0, &left);
	/* Each round takes at least one lead, even in a text that changes meanwhile. */
	while (f0) {
		pick(s, w->p + __builtin_ctzll(f0));
		f0 &= (f0 - 1) & ~pick_known(s, w, f0, &left);
	}
	if (left)
		look_at_4(s->form, w->p, left, f);
}

#if HAS_LOOK_UP_128
/* Leads of two bytes at whose code points the form may stop. */
static __always_inline u64 doubts_of_two(const struct state *s, const struct window *w)
{
	return where_not_zero(only(equal(w->v & constant(s, E0), constant(s, C0)),
				   look_up_64(s->two, w->v)));
}

/* Leads of three bytes at whose blocks the form may stop. */
static __always_inline u64 doubts_of_three(const struct state *s, const struct window *w,
					   truth three)
{
	const u8 *doubts = u8c_block_doubts + s->form * U8C_BLOCK_DOUBTS;
	const vector index = eighth_of(s, w->second) | ((vector)((words)w->v << 3) & 0x78);

	return meets(only(three, look_up_128(doubts, index)), bit_of(s, w->second));
}
#else
static __always_inline u64 doubts_of_two(const struct state *s, const struct window *w)
{
	const vector high = w->v & constant(s, HIGH), low = w->v & constant(s, LOW);

	return bits_7(only(equal(high, constant(s, C0)), look_up_16(sixteen(s->two), low)) |
		      only(equal(high, constant(s, D0)), look_up_16(sixteen(s->two + 16), low)));
}

static __always_inline u64 doubts_of_three(const struct state *s, const struct window *w,
					   truth three)
{
	const vector index = index_of(s, w), even = w->v & constant(s, EVEN);
	vector found = { 0 };

	for (unsigned int i = 0; i < s->pairs; i++)
		found |= only(equal(even, lead_of(s, i)),
			      look_up_16(sixteen(s->block_bits[i]), index));
	return meets(found, bit_of(s, w->second));
}
#endif

/* Finds what begins in a vector. */
static __always_inline struct finding find_in_vector(struct state *s, const struct window *w)
{
	const vector high = w->v & constant(s, HIGH);
	const truth three = equal(high, constant(s, E0));
	struct finding f = { 0 };
	u64 doubts, four;

	doubts = doubts_of_two(s, w) | doubts_of_three(s, w, three);
	if (doubts)
		look_at(s, w, three, doubts, &f);
	four = where(equal(high, constant(s, HIGH)));
	if (four)
		look_at_four(s, w, four, &f);
	return f;
}

/* A bit for each byte of a piece from the least lead on that the form does not pass over. */
static __always_inline u64 high_of(const struct state *s, const u8 *p)
{
	const vector least = load(s->least);
	u64 high = 0;
	vector v;

	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		v = load(p + i);
		high |= where(not_below(v, least)) << i;
	}
	return high;
}

/* Has none of PART pieces such a byte, which high_of() would find? */
static __always_inline bool are_low(const struct state *s, const u8 *p)
{
	const vector least = load(s->least);
	vector all = { 0 };

	for (size_t i = 0; i < PART * PIECE; i += 2 * VECTOR)
		all = greater_of(all, greater_of(load(p + i), load(p + i + VECTOR)));
	return !where(not_below(all, least));
}

/* Not 0 for each lead that the form does not pass over by the lead alone; 0 for all others. */
static __always_inline vector active_in(const struct state *s, vector v)
{
#if HAS_LOOK_UP_128
	return only(not_below(v, each(0xc0)), look_up_64(s->active, v));
#else
	return look_up_16(load(s->active), v & constant(s, LOW)) &
	       look_up_16(sixteen(quarter_by_high), high_half(v, constant(s, LOW)));
#endif
}

/* A bit for each lead of a piece that active_in() finds. */
static __always_inline u64 active_of(const struct state *s, const u8 *p)
{
	u64 leads = 0;

	for (unsigned int i = 0; i < PIECE; i += VECTOR)
		leads |= where_not_zero(active_in(s, load(p + i))) << i;
	return leads;
}

/* Is each lead of four bytes in @n bytes an F0 with 9F after it, as of emoji? */
static noinline bool has_only_f0_9f(const u8 *p, size_t n)
{
	vector v, bad = { 0 };

	for (size_t i = 0; i < n; i += VECTOR) {
		v = load(p + i);
		bad |= (vector)(greater_of(v, each(0xf0)) == v) &
		       ~((vector)(v == 0xf0) & (vector)(load(p + i + 1) == 0x9f));
	}
	return !bits_7(bad);
}

/*
 * Does the form pass over all leads of @n bytes by the lead alone, or by F0 9F?  One byte
 * after them is read.
 */
static __always_inline bool is_inert(const struct state *s, const u8 *p, size_t n)
{
	vector all = { 0 };

	for (size_t i = 0; i < n; i += VECTOR)
		all |= active_in(s, load(p + i));
	if (any(all & each(s->others)))
		return false;
	return !any(all) || has_only_f0_9f(p, n);
}

static __always_inline u64 continuations_of(const u8 *p)
{
	u64 continuations = 0;
	vector v;

	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		v = load(p + i);
		/* Bit 7 is set and bit 6 is not. */
		continuations |= bits_7(v & ~(v << 1)) << i;
	}
	return continuations;
}

/*
 * The candidates in the piece at @p: what stops the form, and nonstarters that follow another one,
 * which may be in the piece before.
 */
static __always_inline u64 candidates_of(struct state *s, const u8 *p, const struct finding *f)
{
	u64 continuations, after;

	if (!(f->nonstarters | s->open))
		return f->stops;
	continuations = continuations_of(p);
	after = f->nonstarters << 1 | s->open;
	/* From a sequence's second byte a carry runs to the next lead. */
	s->open = __builtin_add_overflow(after, continuations, &after) | f->nonstarters >> 63;
	return f->stops | (f->nonstarters & after & ~continuations);
}

/* The candidates among a few @leads of a piece, which are looked at one after the other. */
static __always_inline u64 mark_few(struct state *s, const u8 *p, u64 leads)
{
	struct finding f = { 0 };
	unsigned int at;
	u32 bits;

	for (; leads; leads &= leads - 1) {
		at = __builtin_ctzll(leads);
		u8c_look(p + at, p + at + 1 + AFTER, &bits);
		f.stops |= (u64)!!(bits & U8C_STOP(s->form)) << at;
		if (bits & U8C_CCC_BITS)
			f.nonstarters |= leads & -leads;
	}
	return candidates_of(s, p, &f);
}

/* The candidates in a piece of text; AFTER bytes after it are read. */
static __always_inline u64 mark_piece(struct state *s, const u8 *p)
{
	struct finding all = { 0 }, f;

	for (unsigned int i = 0; i < PIECE; i += VECTOR) {
		struct window w = { p + i, load(p + i), load(p + i + 1), load(p + i + 2) };

		f = find_in_vector(s, &w);
		all.stops |= f.stops << i;
		all.nonstarters |= f.nonstarters << i;
	}
	return candidates_of(s, p, &all);
}

/* The table, which has 255 for yes, as struct state wants it. */
static __always_inline vector active_of_form(enum utf8check_form form)
{
	const u8 *active = u8c_active_leads + form * 64;

#if HAS_LOOK_UP_128
	return load(active) & load(quarters);
#else
	return (sixteen(active) & 1) | (sixteen(active + 16) & 2) |
	       (sixteen(active + 32) & 4) | (sixteen(active + 48) & 8);
#endif
}

static inline void begin(struct state *s, enum utf8check_form form)
{
	const u8 *doubts = u8c_block_doubts + form * U8C_BLOCK_DOUBTS;
	const vector active = active_of_form(form);
	unsigned int i;

	for (i = 0; !u8c_active_leads[form * 64 + i]; i++)
		;
	memset(s->least, 0xc0 + i, VECTOR);
	/* 8 is the bit of F0..FF, left out where the form passes over all that F0 9F begins. */
	s->others = u8c_second_doubts[form * 64 + (0x9f & 0x3f)] ? 15 : 7;
	s->constants = constants;
	U8C_ONCE(s->constants);
	__builtin_memcpy(s->active, &active, VECTOR);
	s->two = u8c_lead_doubts + form * 64;
	s->second = 0;
	s->thirds = 0;
	/* A nonstarter that begins the text is a candidate. */
	s->open = 1;
	s->form = form;
	s->kept = 0;
	s->next = 0;
	s->pairs = 0;
	for (i = 0; !HAS_LOOK_UP_128 && i < PAIRS; i++, doubts += PAIR) {
		if (!(u8c_load64(doubts) | u8c_load64(doubts + 8)))
			continue;
		__builtin_memcpy(s->block_bits[s->pairs], doubts, PAIR);
		memset(s->leads[s->pairs++], 0xe0 + 2 * i, TIMES);
	}
}

/* Marks the pieces from @at up to @to, whatever is in them.  Return: as mark_pieces(). */
static noinline u64 mark_dense(struct state *s, const u8 *p, size_t at, size_t to, u64 *marks)
{
	unsigned int in_row = 0;
	u64 some = 0;

	while (at < to) {
		if (in_row & SURE || !is_inert(s, p + at * PIECE, PIECE)) {
			marks[at] = mark_piece(s, p + at * PIECE);
			some |= (u64)!!marks[at] << at % 64;
			at++;
			in_row++;
			continue;
		}
		in_row = 0;
		s->open = 0;
		marks[at++] = 0;
		for (; to - at >= 4 && is_inert(s, p + at * PIECE, 4 * PIECE); at += 4)
			memset(marks + at, 0, 4 * sizeof(*marks));
	}
	return some;
}

/*
 * Marks @n pieces, at most PART, up to one that is dense.  *@some gets a bit for each piece
 * that has marks.  Return: how many pieces are marked.
 */
static __always_inline size_t mark_sparse(struct state *s, const u8 *p, size_t n, u64 *marks,
					  unsigned int *some)
{
	unsigned int left = 0, next = 0, i;

	*some = 0;
	for (i = 0; i < n; i++) {
		marks[i] = high_of(s, p + i * PIECE);
		/* Nothing is gained where the first piece is dense already. */
		if (!i && count_bits(marks[i]) > FEW_LEADS)
			return 0;
		left |= !!marks[i] << i;
	}
	for (; left; left &= left - 1) {
		i = __builtin_ctz(left);
		/* A piece that is not in the list parts runs. */
		s->open &= i == next;
		if (count_bits(marks[i]) > FEW_LEADS / 2)
			marks[i] = active_of(s, p + i * PIECE);
		if (count_bits(marks[i]) > FEW_LEADS)
			return i;
		marks[i] = mark_few(s, p + i * PIECE, marks[i]);
		next = i + 1;
		*some |= !!marks[i] << i;
	}
	s->open &= n == next;
	return n;
}

/*
 * Marks whole pieces of text, after which AFTER bytes are read.
 * Return: a bit for each piece that has marks, see u8c_form_impl.
 */
static __always_inline u64 mark_pieces(struct state *s, const u8 *p, size_t count, u64 *marks)
{
	/* How many pieces are marked at once after the next one that is dense. */
	size_t dense = PART;
	/* A bit for each piece of the part before that has marks; all bits after dense ones. */
	unsigned int found = 0;
	size_t at = 0, part, done;
	u64 some = 0;

	for (; at < count; at += part) {
		part = count - at < PART ? count - at : PART;
		/* After pieces without marks there are probably more: one test for all. */
		if (!found && part == PART && are_low(s, p + at * PIECE)) {
			s->open = 0;
			memset(marks + at, 0, PART * sizeof(*marks));
			continue;
		}
		done = mark_sparse(s, p + at * PIECE, part, marks + at, &found);
		some |= (u64)found << at % 64;
		if (done == part)
			continue;
		/* The first piece that is not done is dense.  After dense ones, more are taken. */
		dense = done ? PART : 8 * dense;
		at += done;
		part = count - at < dense ? count - at : dense;
		some |= mark_dense(s, p, at, at + part, marks);
		found = ~0u;
	}
	return some;
}

/* Marks a text; its last bytes, a piece or almost two, with NUL after them. */
static __always_inline u64 mark_text(struct state *s, const u8 *p, size_t n, u64 *marks)
{
	size_t count = n < AFTER ? 0 : (n - AFTER) / PIECE, done = 0;
	u8 rest[2 * PIECE + AFTER] = { 0 };
	u64 some = 0;

	memcpy(rest, p + count * PIECE, n - count * PIECE);
	/* One call in a loop, as mark_pieces() is much code and inline. */
	for (;;) {
		some |= mark_pieces(s, p, count, marks + done) << done % 64;
		done += count;
		if (done * PIECE >= n)
			return some;
		p = rest;
		count = (n - done * PIECE + PIECE - 1) / PIECE;
	}
}

/* u8c_form_impl.candidates; @self is ignored. */
static u64 candidates_vector(enum utf8check_form form, const u8 *p, size_t n, u64 *marks,
		      const struct u8c_form_impl *self)
{
	struct state s;

	begin(&s, form);
	return mark_text(&s, p, n, marks);
}

/* u8c_form_impl.lower; @self is ignored. */
static void lower_vector(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	vector v, capitals;

	for (; n >= VECTOR; n -= VECTOR, p += VECTOR, out += VECTOR) {
		v = load(p);
		capitals = (vector)(v - 'A' < (vector){ 0 } + 26);
		v |= capitals & 0x20;
		store(out, v);
	}
	u8c_lower_scalar(p, n, out, self);
}

/* u8c_form_impl.find_bytes; @self is ignored. */
static bool find_bytes_vector(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
		       const struct u8c_form_impl *self)
{
	const vector rows = sixteen(set->rows), low = each(0x0f);
	const vector by_high = sixteen(set_by_high);
	u64 word, any = 0;
	vector v;

	for (; n; n -= PIECE, *bits++ = word) {
		word = 0;
		for (unsigned int i = 0; i < PIECE; i += VECTOR, p += VECTOR) {
			v = load(p);
			v = look_up_16(rows, v & low) & look_up_16(by_high, high_half(v, low));
			word |= where_not_zero(v) << i;
		}
		any |= word;
	}
	return any;
}

static const struct u8c_form_impl form_vector = {
	.candidates = candidates_vector,
	.lower = lower_vector,
	.find_bytes = find_bytes_vector,
};

#endif /* U8C_VEC_CANDIDATES_VECTOR_H */
