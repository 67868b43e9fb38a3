/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a text consists of.
 */
#ifndef DETECT_TEXT_STATS_H
#define DETECT_TEXT_STATS_H

#include "detect/utf8_iter.h"
#include "detect/script.h"

/**
 * struct tally_script - code points of one script
 *
 * In UTF-32 they take four bytes each.
 *
 * @points: how many.
 * @utf8: bytes that they take in UTF-8.
 * @utf16: bytes that they take in UTF-16.
 */
struct tally_script {
	u64 points;
	u64 utf8;
	u64 utf16;
};

/**
 * struct tally_span - some of a text
 *
 * @offset: byte offset of its start.
 * @bytes: how long it is.
 * @points: well-formed code points in it.
 * @number: of a line: from 1; of a run: its script.
 */
struct tally_span {
	u64 offset;
	u64 bytes;
	u64 points;
	u64 number;
};

/**
 * struct tally - counts over a text
 *
 * @parts: takes the text apart.
 * @bytes: bytes.
 * @points: well-formed code points.
 * @by_length: the same by the length of their sequence, 1 to 4 bytes.
 * @errors: ill-formed maximal subparts.
 * @error_bytes: bytes of them.
 * @by_class: code points by policy reason; TAB, LF and CR are no controls.
 * @scripts: the same by script.
 * @lf: lines that end with LF alone.
 * @crlf: with CR LF.
 * @cr: with CR alone.
 * @line: the line at hand, without its end.
 * @longest_line: the longest by bytes, the first of them.
 * @run: code points of one script, one after the other; marks that are
 *	Inherited belong to what is before them.
 * @longest_run: the longest by code points, the first of them.
 * @after_cr: the code point before was CR.
 * @inherited: the number of the script Inherited.
 * @ascii_scripts: the scripts of ASCII.
 */
struct tally {
	struct points parts;
	u64 bytes;
	u64 points;
	u64 by_length[4];
	u64 errors;
	u64 error_bytes;
	u64 by_class[U8C_REASONS];
	struct tally_script scripts[SCRIPTS_MAX];
	u64 lf;
	u64 crlf;
	u64 cr;
	struct tally_span line;
	struct tally_span longest_line;
	struct tally_span run;
	struct tally_span longest_run;
	bool after_cr;
	unsigned int inherited;
	u8 ascii_scripts[128];
};

void tally_start(struct tally *t);

/* The next bytes; none at all says that the text is at its end. */
void tally_push(struct tally *t, const u8 *p, size_t n);

/* Lines, the last one counted also without an end. */
static inline u64 tally_lines(const struct tally *t)
{
	return t->lf + t->crlf + t->cr + (t->line.bytes != 0);
}

#endif /* DETECT_TEXT_STATS_H */
