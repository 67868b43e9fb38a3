/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the files of detect share.  encoding.c begins: it asks declared.c what a text says, then
 * reading.c, which guesses by measure.c; and mojibake.c, which undoes misreadings by undo.c and
 * places.c.
 */
#ifndef DETECT_DETECT_PRIVATE_H
#define DETECT_DETECT_PRIVATE_H

#include <endian.h>
#include <string.h>
#include <wchar.h>
#include "base/charset/decoder.h"
#include "feature/detect/detect.h"

/* Bytes of a byte order mark of UTF-8 at the start of a text; 0 where it has none. */
static inline size_t mark_length(const u8 *p, size_t n)
{
	return n > 2 && !memcmp(p, "\xef\xbb\xbf", 3) ? 3 : 0;
}

/* The next byte that is not ASCII; @end where there is none. */
static inline const u8 *find_other(const u8 *p, const u8 *end)
{
	u64 high;

	for (; end - p >= 8; p += 8) {
		high = le64toh(load64(p)) & HIGH_BITS;
		if (high)
			return p + __builtin_ctzll(high) / 8;
	}
	while (p < end && *p < 0x80)
		p++;
	return p;
}

/* --- ucd_measure.c: made by userspace/gen/measure.py ------------------------
 *
 * A cost is in quarters of a bit of information, and stands in a string as the character
 * MEASURE_FIRST + cost.
 */

#define MEASURE_FIRST '$'

/**
 * struct measure_language - the letters of a language
 *
 * @name: NULL ends the table.
 * @n: how many letters; all are small.
 * @letters: these, sorted.
 * @costs: of each letter after each other: @n + 2 rows of @n + 1 costs.  The first row, and the
 *	first of a row, is what is no letter; the last row is a letter of another language.
 */
struct measure_language {
	const char *name;
	unsigned int n;
	const wchar_t *letters;
	const char *costs;
};

/* Points that kana and the punctuation beside it take. */
#define MEASURE_KANA 0x3000
#define MEASURE_KANA_END 0x3100

/**
 * struct measure_wide - the characters of a language that has thousands
 *
 * @name: NULL ends the table.
 * @first: the first code point of Han, or of Hangul.
 * @last: the last.
 * @costs: of each from MEASURE_KANA up to MEASURE_KANA_END, then of these: half a bit for each
 *	number above MEASURE_WIDE_LEAST.
 */
struct measure_wide {
	const char *name;
	u32 first;
	u32 last;
	const char *costs;
};

/* In quarters of a bit. */
#define MEASURE_WIDE_LEAST 32

/* A sign that is not ASCII: its cost, and its cost between two letters. */
struct measure_sign {
	u16 cp;
	u8 alone;
	u8 inside;
};

extern const struct measure_language measure_languages[];
extern const struct measure_wide measure_wides[];
extern const struct measure_sign measure_signs[];
extern const unsigned int measure_sign_count;
/* Capitals, each before its small letter. */
extern const wchar_t measure_capitals[];

/* --- measure.c --------------------------------------------------------------
 *
 * What people wrote takes few bits: each letter is expected after the one before it.  Read in a
 * wrong charset the same bytes take many.  So of several readings of the same bytes the one that
 * takes fewest bits is right, and by how many bits it is ahead says how sure that is.
 */

/* Costs are in quarters of a bit. */
#define MEASURE_BIT 4

/* Code points of a text that are measured. */
#define MEASURE_MAX 8192

/* What a place costs that has no meaning in a charset. */
#define MEASURE_UNDEFINED (24 * MEASURE_BIT)

/**
 * struct measure - what a text takes
 *
 * @cost: in quarters of a bit.
 * @script: of the first letter that is not ASCII, as script_of() numbers it; 0: there is none.
 * @letters: how many characters that are not ASCII are in texts.
 * @wides: how many of these are of Han, Hangul or kana.
 * @odd: how many are controls of C1, private or unassigned.
 */
struct measure {
	u32 cost;
	unsigned int script;
	unsigned int letters;
	unsigned int wides;
	unsigned int odd;
};

/* Measure @n code points, at most MEASURE_MAX, in the best language; more are left out. */
struct measure measure_text(const u32 *cp, size_t n);

/* Is it a letter of an alphabet? */
bool measure_is_letter(u32 cp);

/* --- reading.c: bytes read in an encoding, and measured -------------------- */

/* Bytes of a text that are read, at most. */
#define READING_MAX 65536

/**
 * struct reading - what bytes are in an encoding
 *
 * @label: the encoding.
 * @text: a hash of the text: readings of the same text are the same here.
 * @bad: places that are not of the encoding.
 * @others: characters that are not ASCII.
 * @kinds: how many different ones; from 64 on some are taken for the same.
 * @points: how many were measured.
 * @measure: of the first characters.
 * @cost: of these, and of @bad, in quarters of a bit: less is better.
 */
struct reading {
	const char *label;
	u64 text;
	u64 bad;
	u64 others;
	unsigned int kinds;
	size_t points;
	struct measure measure;
	u64 cost;
};

/*
 * Decode @n bytes, at most READING_MAX, to UTF-8; @text has room for 3 * READING_MAX.  To @bad is
 * added how many places are not of it: @n, if no decoder reads @label.  Return: bytes of the text.
 */
size_t reading_decode(const char *label, const u8 *p, size_t n, char *text, u64 *bad);

/* Read @n bytes, at most READING_MAX.  All are bad if no decoder reads @label. */
struct reading reading_of(const char *label, const u8 *p, size_t n);

/* Bytes at the start of a text by which UTF-16 and UTF-32 are known. */
#define HEAD_MAX 4096

/* The best reading as UTF-16 or UTF-32 that may be a text; its label is NULL for none. */
struct reading reading_wide(const u8 *p, size_t n);

/* Is it UTF-7 without a signature?  The text is ASCII. */
bool reading_is_utf7(const u8 *p, size_t n);

/*
 * How readers take the label that a text declares, as in the Encoding Standard: the larger encoding
 * that continues it, as GB18030 for GBK; or windows-1252 where that gives the same text.  NULL:
 * more than a little of what comes out is no text.  The label may be @said itself.
 */
const char *reading_label(const char *said, const u8 *p, size_t n);

/**
 * struct guesses - the two best readings of a text
 *
 * @best: takes the fewest bits; its label is NULL where none is readable.
 * @next: the best one with another text; its label is NULL for none.
 * @p: what is read.
 * @n: how many bytes.
 */
struct guesses {
	struct reading best;
	struct reading next;
	const u8 *p;
	size_t n;
};

/* Which encodings may a text be in?  @p: the text, or a sample of it. */
void guess_readings(struct guesses *g, const u8 *p, size_t n);

/* One more reading. */
void guess_consider(struct guesses *g, const struct reading *r);

/* Is the best reading so far ahead of the next that it is the answer? */
bool guess_is_clear(const struct guesses *g);

/* --- declared.c ------------------------------------------------------------- */

/*
 * The encoding that a text declares at its start, as @name, of less than DECLARED_MAX bytes: as
 * XML, HTML, CSS, LaTeX, Perl, Python (PEP 263), emacs, vim, groff, gettext, MIME, hunspell and its
 * patterns for hyphens do, after a mark and in UTF-16 too.
 */
void declared_find(const u8 *p, size_t n, char *name);

/* --- undo.c: wrong readings of a text are undone, the last one first -------- */

/* All code points of the charsets used here are below this. */
#define CHARSET_END 0x10000

/**
 * struct charset - the characters of a charset that are not ASCII
 *
 * @name: as iconv and IANA know it.
 * @code: for each code point from 80 on its byte, or its two bytes, the first as the high
 *	one; 0 where there is none.
 */
struct charset {
	const char *name;
	u16 code[CHARSET_END];
};

/*
 * A charset with one or two bytes for each character, by its name, which stays; without characters when
 * iconv does not know it.  A byte that it leaves undefined stands for the code point of the same number,
 * as lenient readers take it (as in the Encoding Standard's index windows-1252).
 */
const struct charset *charset_of(const char *name);

/* The byte or the two bytes that a code point is written as; -1 when it cannot be. */
static inline int charset_code(const struct charset *charset, u32 cp)
{
	if (cp < 0x80)
		return cp;
	return cp < CHARSET_END && charset->code[cp] ? charset->code[cp] : -1;
}

/**
 * struct misreading - how a text may have been read wrong
 *
 * @read_as: the charset; NULL ends the table.
 * @bits: by how many a text, or a word in it, must be better undone.
 * @written: what it was in; NULL: UTF-8.
 * @wide: the charset has characters of two bytes.
 */
struct misreading {
	const char *read_as;
	unsigned int bits;
	const char *written;
	bool wide;
};

/* Of the first, whose charsets have single bytes, single places are found, too. */
#define PLACE_CHARSETS 13

extern const struct misreading misreadings[];

/* Bytes of a text that are undone at a time. */
#define UNDO_PIECE READING_MAX

/* Room for what comes of @n bytes, where some are kept from before. */
#define UNDONE_MAX(n) (3 * ((n) + UNDO_PIECE))

/*
 * Undo the steps of @m in a text, or a part of it that begins and ends outside of all misread sequences;
 * @to has room for 3 * UNDO_PIECE bytes, and @n is at most UNDO_PIECE.  A byte order mark at the start
 * stays: it was written after all steps.  To @bad is added how many places cannot be undone; they are
 * left out.  Return: bytes at @to.
 */
size_t undo_steps(const struct mojibake *m, const u8 *p, size_t n, u8 *to, u64 *bad);

/* --- places.c: a text is undone in pieces, all of it or in places ----------- */

/**
 * struct undoing - a text that is undone
 *
 * @m: how it was misread.  Without steps, places are looked for, and counted here.
 * @name: of the text, when its mended places are listed on standard error; or NULL.
 * @trusted: a bit for the charset in which most of the text was read, so that its places are not
 *	measured; or 0.
 * @read_as: how many of the places were read in each charset.
 * @made: where the undone text goes; NULL: the places are counted.
 * @offset: how many bytes of the text are before the piece.
 * @misses: runs that were measured and are no mojibake.
 * @given: the piece is in @made up to here, mended or not.
 * @n: bytes of the piece.
 * @piece: a line feed, then whole lines, then zeros.
 */
struct undoing {
	struct mojibake m;
	const char *name;
	unsigned int trusted;
	u64 read_as[PLACE_CHARSETS];
	u8 *made;
	u64 offset;
	u64 misses;
	const u8 *given;
	size_t n;
	u8 piece[1 + UNDO_PIECE + 16];
};

/* Begin with a new text; without @m, or where @m has places, these are looked for. */
void undoing_start(struct undoing *u, const struct mojibake *m, const char *name);

/*
 * The next bytes of the text; 0 bytes end it.  Where @made is not NULL, it gets undone text, at most
 * UNDONE_MAX(n) bytes.  Return: how many.
 */
size_t undoing_push(struct undoing *u, const u8 *p, size_t n, u8 *made);

/* The places that were found in a text that has ended. */
struct mojibake undoing_places(const struct undoing *u);

/* --- mojibake.c: how was a text misread? ------------------------------------ */

/* Begin with a new text. */
void mojibake_start(void);

/* The next bytes of the text. */
void mojibake_push(const u8 *p, size_t n);

/* End the text.  Return: what was found in it. */
struct mojibake mojibake_conclude(void);

#endif /* DETECT_DETECT_PRIVATE_H */
