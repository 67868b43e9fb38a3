/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The encoding of a text.
 */
#ifndef DETECT_ENCODING_H
#define DETECT_ENCODING_H

#include "feature/detect/escapes.h"
#include "feature/detect/declared.h"
#include "feature/detect/lenient_forms.h"
#include "feature/detect/mojibake.h"
#include "feature/detect/guess.h"
#include "base/file/input.h"
#include "utf8check.h"

/**
 * enum found_by - how an encoding was found
 *
 * @BY_NOTHING: it was not found.
 * @BY_SIGNATURE: the text begins with its signature.
 * @BY_FORM: all of the text is well-formed.
 * @BY_MOST: it is UTF-8 with errors, as most of it, all but lenient forms, or some lines.
 * @BY_GUESS: uchardet guessed it.
 * @BY_LOOKS: the text looks as if people had written it, see wide_guess(),
 *	reading_is_utf7() and guess_readings().
 * @BY_DECLARATION: the text declares it, and can be read in it.
 */
enum found_by {
	BY_NOTHING, BY_SIGNATURE, BY_FORM, BY_MOST, BY_GUESS, BY_LOOKS, BY_DECLARATION,
};

/* Why no encoding was found. */
enum not_found { NOT_KNOWN, NOT_TEXT, TOO_SHORT };

/**
 * struct encoding_found - what is known of a text
 *
 * @encoding: the name of the encoding; NULL when it is not known.  May point to
 *	@signature.
 * @signature: of the text.
 * @by: how the encoding was found.
 * @checked: all of the text was read as @encoding, see @report.
 * @bom: the text begins with a signature.
 * @bytes: how long the text is.
 * @nuls: how many bytes are NUL.
 * @report: the report of the stream that read the text.
 * @escapes: escape sequences, in a text that is ASCII so far.
 * @lenient: what lenient decoders read in ill-formed UTF-8.
 * @may_be_wide: the text is ASCII, but looks good as UTF-16 too.
 * @mojibake: for UTF-8: how the text was misread before.
 * @guess: the guess of uchardet.
 * @declared: the encoding that the text declares; "" if none.
 * @contradicted: the bytes are not in @declared.
 * @perhaps: what the errors of UTF-8, or a text that is too short, may be in; NULL if that is
 *	not known.
 * @perhaps_too: what such a text may be in, too; or NULL.
 * @why_not: why @encoding is NULL.
 * @kind: the binary format that the text begins as; NULL for none.
 */
struct encoding_found {
	const char *encoding;
	struct utf8check_signature signature;
	enum found_by by;
	bool checked;
	bool bom;
	u64 bytes;
	u64 nuls;
	struct utf8check_report report;
	struct escapes escapes;
	struct lenient_forms lenient;
	bool may_be_wide;
	struct mojibake_answer mojibake;
	struct guess guess;
	char declared[DECLARED_MAX];
	bool contradicted;
	const char *perhaps;
	const char *perhaps_too;
	enum not_found why_not;
	const char *kind;
};

/*
 * Does the text only look like ASCII, because it has escape sequences of another
 * encoding?
 */
static inline bool encoding_may_escape(const struct encoding_found *f)
{
	return f->by == BY_FORM && escapes_any(&f->escapes) &&
	       !f->report.by_length[1] && !f->report.by_length[2] &&
	       !f->report.by_length[3];
}

/*
 * Is the encoding proven?  A text that has NULs, or that may be in another
 * encoding, may be well-formed by chance.
 */
static inline bool encoding_is_certain(const struct encoding_found *f)
{
	if (!f->checked || f->report.errors)
		return false;
	return f->by == BY_SIGNATURE ||
	       !(f->nuls || f->may_be_wide || encoding_may_escape(f));
}

/**
 * encoding_find() - read a text to its end
 * @f: filled
 * @engine: the engine that judges whether it is well-formed
 * @m: looks for mojibake
 * @in: the text
 *
 * Return: 0; a negative errno.
 */
int encoding_find(struct encoding_found *f, struct utf8check *engine,
		  struct mojibake *m, struct input *in);

#endif /* DETECT_ENCODING_H */
