// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: decoders, each by its rule, and all of them at once.
 */
#include "reference_decoder.h"

const struct u8c_ref_decoder u8c_ref_decoders[UTF8CHECK_DECODER_ANY + 1] = {
	[UTF8CHECK_DECODER_LONG] = { .longer = true, .leads = U8C_REF_LEADS_8 },
	[UTF8CHECK_DECODER_PERL] = { .longer = true, .leads = U8C_REF_LEADS_13 },
	[UTF8CHECK_DECODER_MASK] = { .longer = true, .masks = true },
	[UTF8CHECK_DECODER_PAIR] = { .longer = true, .pairs = U8C_REF_PAIRS_SHORT },
	[UTF8CHECK_DECODER_16_BIT] = { .longer = true, .bits = 16 },
	[UTF8CHECK_DECODER_PHP] = { .longer = true, .masks = true, .bits = 16,
				    .leads = U8C_REF_LEADS_4 },
	[UTF8CHECK_DECODER_8_BIT] = { .longer = true, .bits = 8 },
	[UTF8CHECK_DECODER_PREFIX] = { .longer = true, .keeps_prefix = true },
	[UTF8CHECK_DECODER_DROP] = { .bad = U8C_REF_DROPPED },
};

/* Stands for what is left out, and for all that was replaced. */
#define NOTHING (1ull << 40)
#define REPLACED 0xfffd

/* Values do not grow beyond this; it is no character, whatever its low bits. */
#define LARGE (1ull << 32)

/**
 * struct piece - what is read at a place
 *
 * @length: its bytes.
 * @value: what they are read as.
 */
struct piece {
	size_t length;
	u64 value;
};

static bool continues(u8 b)
{
	return b / 64 == 2;
}

/* How many bytes a lead announces; 0 if it is none. */
static size_t announced(const struct u8c_ref_decoder *d, u8 lead)
{
	if (lead < 0xc0)
		return 0;
	if (lead < 0xe0)
		return 2;
	if (lead < 0xf0)
		return 3;
	if (lead < 0xf8 || d->leads == U8C_REF_LEADS_4)
		return 4;
	if (lead < 0xfc)
		return 5;
	if (lead < 0xfe)
		return 6;
	if (d->leads == U8C_REF_LEADS_6)
		return 0;
	if (lead == 0xfe)
		return 7;
	return d->leads == U8C_REF_LEADS_8 ? 8 : 13;
}

/* The bits of a lead that announces @length bytes, and six of each byte after it. */
static u64 value_of(const u8 *p, size_t taken, size_t length)
{
	u64 value = length < 7 ? p[0] % (1 << (7 - length)) : 0;

	for (size_t i = 1; i < taken; i++) {
		value = value * 64 + p[i] % 64;
		if (value >= LARGE)
			value = LARGE + value % LARGE;
	}
	return value;
}

/* The first byte after a lead that does not continue it; @end where all do. */
static size_t broken_at(const u8 *p, size_t end)
{
	for (size_t i = 1; i < end; i++)
		if (!continues(p[i]))
			return i;
	return end;
}

/* Three bytes that are a surrogate from @first on; of masks each byte will do. */
static bool is_surrogate(const struct u8c_ref_decoder *d, const u8 *p, u64 first)
{
	u64 value = value_of(p, 3, 3);

	return p[0] / 16 == 14 && (d->masks || broken_at(p, 3) == 3) &&
	       value >= first && value < first + 0x400;
}

static bool read_pair(const struct u8c_ref_decoder *d, const u8 *p, size_t n,
		      struct piece *piece)
{
	if (d->pairs == U8C_REF_PAIRS_APART || n < 6 || !is_surrogate(d, p, 0xd800) ||
	    !is_surrogate(d, p + 3, 0xdc00))
		return false;
	piece->length = 6;
	piece->value = value_of(p, 3, 3) % 0x400 * 0x400 + value_of(p + 3, 3, 3) % 0x400;
	if (d->pairs == U8C_REF_PAIRS_JOINED)
		piece->value += 0x10000;
	return true;
}

/* Reads what the decoder takes of an ill-formed sequence.  Return: false if it takes nothing. */
static bool read_form(const struct u8c_ref_decoder *d, const u8 *p, size_t n,
		      struct piece *piece)
{
	const size_t length = announced(d, p[0]);
	const size_t end = length < n ? length : n;
	const size_t broken = broken_at(p, end);
	bool takes = d->keeps_prefix;

	if (broken == length)
		takes = d->longer;
	else if (end == length)
		takes |= d->masks;
	if (!length || !takes)
		return false;
	piece->length = d->masks ? end : broken;
	piece->value = value_of(p, piece->length, length);
	return true;
}

/* Reads what the decoder leaves out or replaces. */
static void read_bad(const struct u8c_ref_decoder *d, const u8 *p, size_t n, size_t subpart,
		     struct piece *piece)
{
	const size_t length = announced(d, p[0]);

	piece->length = subpart;
	if (d->bad == U8C_REF_SKIPPED && length)
		piece->length = length < n ? length : n;
	piece->value = d->bad == U8C_REF_REPLACED ? REPLACED : NOTHING;
}

static void read_piece(const struct u8c_ref_decoder *d, const u8 *p, size_t n,
		       struct piece *piece)
{
	struct utf8check_error e;
	int length;

	length = u8c_ref_decode(p, n, true, &piece->value, &e);
	if (length) {
		piece->length = length;
	} else if (!read_pair(d, p, n, piece) && !read_form(d, p, n, piece)) {
		read_bad(d, p, n, e.length, piece);
		return;
	}
	if (d->bits)
		piece->value %= 1u << d->bits;
}

/**
 * struct component - what was read of a component
 *
 * @begin: where it begins.
 * @dots: how many dots it has.
 * @other: it has something else.
 * @bent: it, or the separator before it, is not as written.
 */
struct component {
	size_t begin;
	size_t dots;
	bool other;
	bool bent;
};

static bool is_hidden(const struct component *c, bool bent)
{
	return c->dots == 2 && !c->other && (c->bent || bent);
}

/* A character is written as itself when it is one byte. */
static void go_on(struct component *c, const struct piece *piece)
{
	if (piece->value == NOTHING)
		c->bent = true;
	else if (piece->value == '.')
		c->dots++;
	else
		c->other = true;
	if (piece->length > 1)
		c->bent = true;
}

bool u8c_ref_reads_dotdot(const struct u8c_ref_decoder *d, const u8 *p, size_t n,
			  u64 *offset)
{
	struct component c = { .begin = 0 };
	struct piece piece;
	bool bent, found;
	size_t at;

	for (at = 0; at < n; at += piece.length) {
		read_piece(d, p + at, n - at, &piece);
		bent = piece.value != p[at];
		found = piece.value == 0 || piece.value == '/' || piece.value == '\\';
		if (found && is_hidden(&c, bent))
			break;
		if (piece.value == '/' || piece.value == '\\')
			c = (struct component){ .begin = at + piece.length, .bent = bent };
		else
			go_on(&c, &piece);
	}
	if (at >= n && !is_hidden(&c, false))
		return false;
	*offset = c.begin;
	return true;
}

enum utf8check_decoder u8c_ref_who_reads(const u8 *p, size_t n, u64 offset)
{
	enum utf8check_decoder i;
	u64 found;

	for (i = UTF8CHECK_DECODER_LONG; i < UTF8CHECK_DECODER_ANY; i++)
		if (u8c_ref_reads_dotdot(&u8c_ref_decoders[i], p, n, &found) && found == offset)
			break;
	return i;
}

/*
 * --- every way to read a text, mixed at will ---
 *
 * Only the low 8 bits of a value matter here: some decoder keeps no more.  So a lead
 * with any number of bytes after it, as few or as many as some decoder takes, is
 * read as those 8 bits say.
 */

#define PLACES (U8C_REF_READABLE + 1)

/* What is read: a character, any other than the four that matter, or nothing. */
#define OTHER 0xfffd
#define NOT_READ 0x110000

/* Of dots in a component, this means: something else too, or more than two dots. */
#define TOO_MANY 3

/**
 * struct way - one way to read what is at a place
 *
 * @length: the bytes that are read.
 * @c: as what.
 * @bent: they are not written so.
 */
struct way {
	size_t length;
	u32 c;
	bool bent;
};

struct ways {
	size_t count;
	struct way way[40];
};

/* How far a text was read, and what was found. */
struct table {
	/*
	 * By place, by where its component begins, by dots in the component, and by
	 * whether something there, or the separator before it, is not as written.
	 */
	bool reached[PLACES][PLACES][TOO_MANY + 1][2];
	size_t n;
	bool found;
	size_t begin;	/* of the first hidden ".." */
};

/**
 * struct state - where a reading stands, as in the table
 *
 * @at: the place.
 * @begin: where its component begins.
 * @dots: how many the component has, or TOO_MANY.
 * @bent: something is not as written.
 */
struct state {
	size_t at;
	size_t begin;
	unsigned int dots;
	bool bent;
};

static struct table table;

static bool is_special(u32 c)
{
	return c == 0 || c == '.' || c == '/' || c == '\\';
}

static void add(struct ways *w, size_t length, u32 c, bool bent)
{
	w->way[w->count++] = (struct way){ length, c, bent };
}

/* May some decoder take the first @taken bytes, where @length are announced? */
static bool may_take(const u8 *p, size_t n, size_t taken, size_t length)
{
	if (taken == length || taken == n)
		return true;
	for (size_t i = 1; i < taken; i++)
		if (!continues(p[i]))
			return false;
	return !continues(p[taken]);
}

static void add_announced(struct ways *w, const u8 *p, size_t n, size_t length)
{
	const size_t most = length < n ? length : n;

	for (size_t taken = 1; taken <= most; taken++)
		if (may_take(p, n, taken, length) && is_special((u8)value_of(p, taken, length)))
			add(w, taken, (u8)value_of(p, taken, length), true);
	add(w, most, NOT_READ, true);
}

/* Two surrogates of three bytes, with continuations or what a mask makes of others. */
static void add_pair(struct ways *w, const u8 *p, size_t n)
{
	if (n < 6 || p[0] != 0xed || p[3] != 0xed)
		return;
	if (p[1] / 16 % 4 == 2 && p[4] / 16 % 4 == 3 && is_special((u8)value_of(p + 3, 3, 3)))
		add(w, 6, (u8)value_of(p + 3, 3, 3), true);
}

static void find_ways(struct ways *w, const u8 *p, size_t n)
{
	static const struct {
		u8 from;
		u8 to;
		u8 length;
	} leads[] = {
		{ 0xc0, 0xdf, 2 }, { 0xe0, 0xef, 3 }, { 0xf0, 0xf7, 4 }, { 0xf8, 0xfb, 5 },
		{ 0xfc, 0xfd, 6 }, { 0xfe, 0xfe, 7 }, { 0xff, 0xff, 8 }, { 0xff, 0xff, 13 },
		{ 0xf8, 0xff, 4 },
	};
	struct utf8check_error e;
	int length;
	u64 cp;

	w->count = 0;
	length = u8c_ref_decode(p, n, true, &cp, &e);
	if (length == 1) {
		add(w, 1, p[0], false);
	} else if (length) {
		add(w, length, OTHER, false);
		if (is_special(cp % 256))
			add(w, length, cp % 256, true);
	} else {
		for (size_t i = 0; i < U8C_ARRAY_SIZE(leads); i++)
			if (p[0] >= leads[i].from && p[0] <= leads[i].to)
				add_announced(w, p, n, leads[i].length);
		add_pair(w, p, n);
		add(w, e.length, NOT_READ, true);
		add(w, e.length, OTHER, true);
	}
}

static void reach(size_t at, size_t begin, unsigned int dots, bool bent)
{
	table.reached[at][begin][dots][bent] = true;
}

/* The component ends; @bent: at bytes that are not written as a separator. */
static void end(const struct state *s, bool bent)
{
	if (s->dots != 2 || !(s->bent || bent))
		return;
	if (!table.found || s->begin < table.begin)
		table.begin = s->begin;
	table.found = true;
}

static void follow(const struct state *s, const struct way *way)
{
	const size_t next = s->at + way->length;

	if (way->c == NOT_READ) {
		reach(next, s->begin, s->dots, true);
		return;
	}
	if (way->c == '.') {
		reach(next, s->begin, s->dots < TOO_MANY ? s->dots + 1 : TOO_MANY,
		      s->bent || way->bent);
		return;
	}
	if (way->c == '/' || way->c == '\\') {
		end(s, way->bent);
		reach(next, next, 0, way->bent);
	}
	if (way->c == 0)	/* some decoders end here */
		end(s, way->bent);
	if (way->c != '/')
		reach(next, s->begin, TOO_MANY, s->bent);
}

/* Continues all readings that stand at @at by the @ways; at the end of the text there are none. */
static void continue_all(size_t at, const struct ways *ways)
{
	struct state s = { .at = at };

	for (s.begin = 0; s.begin <= at; s.begin++) {
		for (size_t bits = 0; bits < 2 * (TOO_MANY + 1); bits++) {
			s.dots = bits / 2;
			s.bent = bits % 2;
			if (!table.reached[at][s.begin][s.dots][s.bent])
				continue;
			for (size_t i = 0; i < ways->count; i++)
				follow(&s, &ways->way[i]);
			if (at == table.n)
				end(&s, false);
		}
	}
}

bool u8c_ref_hidden_dotdot(const u8 *p, size_t n, u64 *offset)
{
	struct ways ways = { .count = 0 };

	memset(&table, 0, (n + 1) * sizeof(table.reached[0]));
	table.n = n;
	table.found = false;
	reach(0, 0, 0, false);
	for (size_t at = 0; at < n; at++) {
		find_ways(&ways, p + at, n - at);
		continue_all(at, &ways);
	}
	ways.count = 0;
	continue_all(n, &ways);
	if (table.found)
		*offset = table.begin;
	return table.found;
}
