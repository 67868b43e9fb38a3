/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Is a text that comes code point by code point normalized, and if not, where?
 */
#ifndef U8C_NORMALIZE_VERIFY_H
#define U8C_NORMALIZE_VERIFY_H

#include "codec/decode.h"
#include "normalize/incremental.h"

/* The most code points put in whose form is not known: a run, and those that compose. */
#define U8C_VERIFIER_MAX (U8C_RUN_MAX + 64)

/* Room for code points that wait; as many again may come after one that no form holds. */
#define U8C_QUEUE_MAX (2 * U8C_VERIFIER_MAX)

/**
 * struct u8c_verifier - a text that is compared with its form
 *
 * Owned by the caller; without pointers.
 *
 * At most U8C_QUEUE_MAX code points wait, so a difference is found within that distance.
 * NFKC_Casefold leaves code points out.  If more than U8C_VERIFIER_MAX of these follow each
 * other, the first of them is given as the difference, even where a code point before them
 * composes with one after them.
 *
 * @differs: the answer is no.
 * @skips: the rest of a run that differs is left out.
 * @first: the next of @queue to be compared.
 * @unheld: where the first code point of @queue is that no form holds: the difference is there
 *	at the latest.  0xffff for none.
 * @end: where @queue ends.
 * @normalizer: makes the form.
 * @queue: code points put in that are not known to be the same, each with the bytes that it has
 *	in the text; once @differs, those from the difference on.
 */
struct u8c_verifier {
	bool differs;
	bool skips;
	u16 first;
	u16 unheld;
	u16 end;
	struct u8c_incremental normalizer;
	struct {
		u32 cp : 24;
		u32 length : 8;
	} queue[U8C_QUEUE_MAX];
};

/* Starts a text.  @stream_safe: the form is that of the Stream-Safe Text Process. */
void u8c_verifier_init(struct u8c_verifier *v, enum utf8check_form form, bool stream_safe);

/**
 * u8c_verifier_push() - put in the next code point
 * @v: the verifier
 * @cp: any code point, of any profile
 * @length: its bytes, 1 to U8C_SEQUENCE_MAX
 *
 * Then v->differs says whether the answer is known to be no.  Nothing may be put in after that,
 * before u8c_verifier_skip().
 *
 * Return: false, and nothing is changed, when a run of nonstarters is too long.
 */
bool u8c_verifier_push(struct u8c_verifier *v, u64 cp, unsigned int length);

/**
 * u8c_verifier_take_back() - the last code point was not put in
 * @v: a verifier that differs since the last u8c_verifier_push()
 *
 * Return: false when that code point is itself the difference: it stays.
 */
bool u8c_verifier_take_back(struct u8c_verifier *v);

/**
 * u8c_verifier_skip() - continue after the difference
 * @v: a verifier that differs
 *
 * The code point that differs and all up to the next that has a boundary before it are
 * left out: each run is judged once, so that a long one is not compared again for each
 * of its code points.  All that waits is of that run: a boundary ends what is compared.
 */
void u8c_verifier_skip(struct u8c_verifier *v);

/**
 * u8c_verifier_cut() - compare all that was put in: the text ends, or may be cut here
 * @v: the verifier
 *
 * Then v->differs is the answer for the text so far.  What its form leaves as it is need not be
 * put in: u8c_stable_up_to() finds it.
 */
void u8c_verifier_cut(struct u8c_verifier *v);

#endif /* U8C_NORMALIZE_VERIFY_H */
