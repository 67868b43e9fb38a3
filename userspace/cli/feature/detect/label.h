/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Labels of encodings: tried on a text, and found in its declarations.
 */
#ifndef DETECT_LABEL_H
#define DETECT_LABEL_H

#include "base/types.h"

/* Bytes of a text that are tried. */
#define LABEL_SAMPLE 65536

#define LABEL_NAME_MAX 64

/**
 * struct label_doubt - what speaks against a reading of a text
 *
 * @bits: of information in what is not ASCII, if it is of one language: less is better.
 * @strange: points of strange_points(), and for words of no language, for a thousand letters.
 */
struct label_doubt {
	u64 bits;
	u64 strange;
};

/**
 * label_try() - the label that readers of a text use
 * @said: what a library or a declaration says
 * @p: the text, or a part of it
 * @n: how many bytes, at most LABEL_SAMPLE
 * @doubt: set
 *
 * As the Encoding Standard does, a label is read as the larger encoding that continues it,
 * so SHIFT_JIS as CP932; and as windows-1252 where that gives the same text.
 *
 * Return: a label under which iconv decodes the text, and nearly all of what comes out is
 * what texts have; NULL if there is none.  It may be @said.
 */
const char *label_try(const char *said, const u8 *p, size_t n, struct label_doubt *doubt);

/* label_doubt.bits of a text that is read as UTF-8, whatever its errors are. */
u64 label_bits_of_utf8(const u8 *p, size_t n);

/*
 * Does a text of well-formed UTF-8 look as if it was read in a wrong encoding?  @points is set as
 * label_doubt.strange.  Parts of boxes count only amid words, where two are needed; words of letters
 * that Latin-1 has, and ASCII has not, must have six of them.
 */
bool label_is_strange(const u8 *p, size_t n, u64 *points);

/* Is it UTF-7 without a signature?  The text is ASCII. */
bool label_is_utf7(const u8 *p, size_t n);

/**
 * label_declared() - the encoding that a text declares
 * @p: the start of the text
 * @n: how many bytes
 * @name: set to the label, of less than LABEL_NAME_MAX bytes
 *
 * Declarations of XML, HTML, CSS, Python (PEP 263), emacs, vim, groff, gettext, MIME,
 * hunspell and its patterns for hyphens are known.
 *
 * Return: false if there is none.
 */
bool label_declared(const u8 *p, size_t n, char *name);

#endif /* DETECT_LABEL_H */
