/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What encoding a text is in.
 */
#ifndef DETECT_ENCODING_H
#define DETECT_ENCODING_H

#include "detect/uchardet.h"
#include "io/input.h"
#include "detect/mojibake.h"
#include "utf8check.h"

/**
 * enum found_by - how an encoding was found
 *
 * @BY_NOTHING: it was not.
 * @BY_SIGNATURE: the text begins with its signature.
 * @BY_FORM: all of the text is well-formed.
 * @BY_MOST: nearly all of the text is well-formed.
 * @BY_GUESS: uchardet says so.
 */
enum found_by { BY_NOTHING, BY_SIGNATURE, BY_FORM, BY_MOST, BY_GUESS };

/**
 * struct encoding_found - what is known of a text
 *
 * @encoding: its name; NULL when it is not known.  May be @signature.
 * @signature: the encoding that its signature names.
 * @by: how it was found.
 * @checked: all of the text was read as @encoding, see @report.
 * @bom: it begins with a signature.
 * @bytes: how long it is.
 * @nuls: bytes that are NUL.
 * @report: of the stream that read it.
 * @mojibake: of UTF-8: what happened to it before.
 * @guess: where the guess was made.
 */
struct encoding_found {
	const char *encoding;
	char signature[U8C_SIGNATURE_NAME];
	enum found_by by;
	bool checked;
	bool bom;
	u64 bytes;
	u64 nuls;
	struct utf8check_report report;
	struct mojibake_answer mojibake;
	struct guess guess;
};

/**
 * encoding_find() - read a text to its end
 * @f: filled
 * @engine: who judges whether it is well-formed
 * @m: to look for mojibake with
 * @in: the text
 *
 * Return: 0; a negative errno.
 */
int encoding_find(struct encoding_found *f, struct utf8check *engine,
		 struct mojibake *m, struct input *in);

#endif /* DETECT_ENCODING_H */
