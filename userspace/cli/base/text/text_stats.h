/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a text consists of.
 */
#ifndef TEXT_TEXT_STATS_H
#define TEXT_TEXT_STATS_H

#include "base/text/script.h"
#include "utf8check.h"

#define POINT_PAGE 256
#define POINTS 0x110000

/**
 * struct point_counts - how often each code point occurs
 *
 * A page is code points that differ only in their last 8 bits.  What is here of a page is zero
 * until a text has one of them: few scripts are looked up, and little memory is touched.
 *
 * @pages: those of which a text had a code point.
 * @used: how many.
 * @points: for each code point its script, POINT_OPEN, and POINT_ONE for each time it occurs.
 */
struct point_counts {
	u16 pages[POINTS / POINT_PAGE];
	unsigned int used;
	u64 points[POINTS];
};

#define POINT_OPEN SCRIPTS_MAX
#define POINT_ONE (2 * POINT_OPEN)

/* Open the page of a code point.  Return: what @points has of it. */
u64 point_counts_open(struct point_counts *c, u32 cp);

/* Count a code point, at most U+10FFFF.  Return: its script. */
static inline u8 point_counts_add(struct point_counts *c, u32 cp)
{
	u64 point = c->points[cp];

	if (__builtin_expect(!point, 0))
		point = point_counts_open(c, cp);
	c->points[cp] = point + POINT_ONE;
	return (u8)point;	/* the bits below POINT_OPEN */
}

/**
 * struct script_stats - code points of one script
 *
 * In UTF-32 each takes four bytes.
 *
 * @code_points: how many.
 * @utf8: how many bytes they take in UTF-8.
 * @utf16: how many bytes they take in UTF-16.
 */
struct script_stats {
	u64 code_points;
	u64 utf8;
	u64 utf16;
};

/* In place of the number of a script: ill-formed bytes, or no text. */
#define NO_SCRIPT (SCRIPTS_MAX - 1)

/**
 * struct text_span - a part of a text: a line, or a run of one script
 *
 * @offset: byte offset of its start.
 * @bytes: how long it is.
 * @code_points: well-formed code points in it.
 * @number: the number of the line, from 1; or the script of the run.
 */
struct text_span {
	u64 offset;
	u64 bytes;
	u64 code_points;
	u64 number;
};

/* Sequences are counted that begin in so many bytes. */
#define TEXT_BLOCK 64
/* Bytes that can be read where a block begins: its last sequence may end after it. */
#define TEXT_BLOCK_NEEDS 72

/**
 * struct text_stats - counts over a text
 *
 * The members before @line are numbers that add up where two texts are joined.
 *
 * @bytes: bytes.
 * @code_points: well-formed code points.
 * @by_length: code points by the length of their sequence, 1 to 4 bytes.
 * @errors: ill-formed maximal subparts.
 * @error_bytes: how many bytes these have.
 * @by_class: code points by the reason to forbid them; TAB, LF and CR are no controls.
 * @scripts: code points by script.
 * @lf: lines that end with LF alone.
 * @crlf: lines that end with CR LF.
 * @cr: lines that end with CR alone.
 * @line: the current line, without its end.
 * @first_line: the first line, once it has ended.
 * @longest_line: the first line with the most bytes of those after @first_line that
 *	have ended; of all, after text_stats_end().
 * @run: the current run: code points of one script, one after the other; marks
 *	of script Inherited belong to the run before them.
 * @first_run: the first run, once it has ended.
 * @longest_run: as @longest_line: the first run with the most code points.
 * @waiting: how many bytes were pushed that are not yet counted.
 * @wait: these bytes.
 * @inherited: the number of the script Inherited.
 * @latin: the number of the script Latin.
 * @common: the number of the script Common.
 * @signature: of the text; without a name where it has none.
 * @ascii_letters: letters of ASCII that are not counted in @points.
 * @ascii_others: other ASCII, but controls, that is not counted in @points.
 * @points: how often each code point has occurred since it was last added to the
 *	members above.  Its pages stay open for the next text.
 */
struct text_stats {
	u64 bytes;
	u64 code_points;
	u64 by_length[4];
	u64 errors;
	u64 error_bytes;
	u64 by_class[UTF8CHECK_REASONS];
	struct script_stats scripts[SCRIPTS_MAX];
	u64 lf;
	u64 crlf;
	u64 cr;
	struct text_span line;
	struct text_span first_line;
	struct text_span longest_line;
	struct text_span run;
	struct text_span first_run;
	struct text_span longest_run;
	size_t waiting;
	u8 wait[2 * TEXT_BLOCK_NEEDS];
	unsigned int inherited;
	unsigned int latin;
	unsigned int common;
	struct utf8check_signature signature;
	u64 ascii_letters;
	u64 ascii_others;
	struct point_counts points;
};

/* Begin with a text.  @t is all zero, or text_stats_cut() was called for the text before. */
void text_stats_start(struct text_stats *t);

/* The next @n bytes. */
void text_stats_push(struct text_stats *t, const u8 *p, size_t n);

/* Cut the text here: no sequence, and no CR LF, continues in what is pushed next. */
void text_stats_cut(struct text_stats *t);

/*
 * Add the text that follows; text_stats_cut() was called for both.  It does not begin
 * with a code point of script Inherited.
 */
void text_stats_join(struct text_stats *t, const struct text_stats *next);

/* The text is at its end. */
void text_stats_end(struct text_stats *t);

/* The current line, or run, has ended. */
void text_stats_end_line(struct text_stats *t);
void text_stats_end_run(struct text_stats *t);

/**
 * text_block_count() - count the sequences and ill-formed maximal subparts that begin in a block
 * @t: the counts
 * @p: the text from there on, where TEXT_BLOCK_NEEDS bytes can be read; after the text they are 0
 * @n: bytes of the text, which has its end in the block if they are fewer than TEXT_BLOCK
 * @valid: how many bytes are well-formed up to the first that are not
 *
 * Return: how many bytes were counted.  A CR at the end of a whole block is left for the next one.
 */
size_t text_block_count(struct text_stats *t, const u8 *p, size_t n, size_t valid);

/* How many lines; the last line counts also without an end. */
static inline u64 text_stats_lines(const struct text_stats *t)
{
	return t->lf + t->crlf + t->cr + (t->line.bytes != 0);
}

#endif /* TEXT_TEXT_STATS_H */
