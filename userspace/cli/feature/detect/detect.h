/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The encoding of a text, and mojibake: text that was read in another charset than it was
 * written in, and written as UTF-8 again; once, or several times.
 *
 * All of it but encoding_of_sample() has one text at a time: only one thread may call it.
 */
#ifndef DETECT_DETECT_H
#define DETECT_DETECT_H

#include "base/file/input.h"
#include "base/file/output.h"
#include "utf8check.h"

#define MOJIBAKE_STEPS 16
#define DECLARED_MAX 64

/**
 * enum found_by - how an encoding was found, or why it was not
 *
 * @NOT_KNOWN: no encoding explains the text.
 * @NOT_TEXT: it is binary.
 * @TOO_SHORT: several encodings explain it.
 * @BY_SIGNATURE: the text begins with its signature.
 * @BY_FORM: all of the text is well-formed.
 * @BY_MOST: it is UTF-8 with errors, as most of it, or some lines.
 * @BY_LOOKS: the text looks as if people had written it in that.
 * @BY_DECLARATION: the text declares it, and can be read in it.
 */
enum found_by {
	NOT_KNOWN, NOT_TEXT, TOO_SHORT,
	BY_SIGNATURE, BY_FORM, BY_MOST, BY_LOOKS, BY_DECLARATION,
};

/**
 * struct mojibake - how a text was misread
 *
 * @steps: how many wrong readings, one after the other; 0 when none can be seen.
 * @read_as: the charset of each, in the order in which they were taken.
 * @written: the encoding of the bytes that were read wrong first; NULL: UTF-8.
 * @bad: places that cannot be undone.  The undoing is exact when there are none.
 * @places: 0: all of the text was misread.  Else only so many sequences of UTF-8 were, most of them
 *	in the one charset of @read_as.
 * @first: the offset of the first of these sequences.
 * @last: the offset of the last.
 */
struct mojibake {
	unsigned int steps;
	const char *read_as[MOJIBAKE_STEPS];
	const char *written;
	u64 bad;
	u64 places;
	u64 first;
	u64 last;
};

/**
 * struct encoding_found - what is known of a text
 *
 * @encoding: the name of the encoding, which stays until the next text; NULL when it is not known.
 * @by: how the encoding was found, or why not.
 * @checked: all of the text was read as @encoding.
 * @bytes: how long the text is.
 * @nuls: how many bytes are NUL.
 * @report: of the stream that read the text, where it is @checked.
 * @escapes: the escape sequences of a text that is ASCII, by which it may mean other characters:
 *	those of ISO/IEC 2022, or "~{" of RFC 1843; or NULL.
 * @mojibake: for UTF-8: how the text was misread before.
 * @declared: the encoding that the text declares; "" if none.
 * @contradicted: the bytes are not in @declared.
 * @perhaps: what the errors of UTF-8, or a text that is too short, may be in; NULL if that is
 *	not known.
 * @perhaps_too: what such a text may be in, too; or NULL.
 * @kind: the binary format that the text begins as; NULL for none.
 */
struct encoding_found {
	const char *encoding;
	enum found_by by;
	bool checked;
	u64 bytes;
	u64 nuls;
	struct utf8check_report report;
	const char *escapes;
	struct mojibake mojibake;
	char declared[DECLARED_MAX];
	bool contradicted;
	const char *perhaps;
	const char *perhaps_too;
	const char *kind;
};

/* Read a text to its end.  @engine judges whether it is well-formed.  Return: 0; a negative errno. */
int encoding_find(struct encoding_found *f, struct utf8check *engine, struct input *in);

/*
 * As encoding_find(), of a text that is read once more: then it is at its start again.  A file that
 * cannot be read twice, as a pipe, is replaced by a temporary copy.
 */
int encoding_find_first(struct encoding_found *f, struct utf8check *engine, struct input *in);

/*
 * Which encoding may the start of a text be in, that is not UTF-8?  At most 64 KiB; with a NUL,
 * UTF-16 or UTF-32.  NULL: that is not known.  Any thread may call this.
 */
const char *encoding_of_sample(const u8 *p, size_t n);

/**
 * mojibake_undo_write() - write a text as it was before it was misread
 * @m: how the text was misread; nothing is bad.  Places that are mended are listed on standard
 *	error
 * @in: the text, at its start
 * @out: where the text goes
 *
 * Return: 0; -EILSEQ when the text is not the one that was examined; another
 * negative errno; 1 when the output has printed a message already.
 */
int mojibake_undo_write(const struct mojibake *m, struct input *in, struct output *out);

/*
 * Would the text be mojibake still after that?  It is at its start again.  Return: 1 or 0; a negative
 * errno.
 */
int mojibake_undo_leaves_some(const struct mojibake *m, struct input *in);

/*
 * Undo the mojibake of a text of well-formed UTF-8; @to has room for 4 * @n bytes.  Return:
 * false where there is none, or where undoing it is not exact.
 */
bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length);

#endif /* DETECT_DETECT_H */
