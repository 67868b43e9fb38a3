/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for the normalization forms: UAX #15 and sections 3.11 to
 * 3.13 of the Unicode Standard, step by step.
 *
 * It shares no code and no table with the core: its data are rows of the
 * Unicode Character Database (reference_ucd.h).  It allocates nothing; memory
 * for texts is the caller's.
 *
 * A code point has 64 bits here: a code point above U+10FFFF is a starter that
 * nothing changes, and so is a surrogate.
 */
#ifndef U8C_REFERENCE_FORM_H
#define U8C_REFERENCE_FORM_H

#include "../module/core/u8c.h"

/* The most code points that a code point becomes, in any form. */
#define U8C_REF_MAPPING 18

/* The most code points that a text of @n becomes, with joiners too. */
#define U8C_REF_FORM(n) ((U8C_REF_MAPPING + 1) * (n))

/* Memory, in code points, to make a form of a text of @n code points. */
#define U8C_REF_FORM_WORK(n) (U8C_REF_FORM(n) + 2 * (n))

/* The longest run of nonstarters that is normalized. */
#define U8C_REF_RUN 1024

/* Canonical_Combining_Class */
u8 u8c_ref_class(u64 cp);

/* Does the form leave the code point out? */
bool u8c_ref_leaves_out(enum utf8check_form form, u64 cp);

/**
 * u8c_ref_form() - the form of a text
 * @form: enum utf8check_form
 * @stream_safe: first run the Stream-Safe Text Process (UAX15-D4)
 * @p: the text
 * @n: code points
 * @out: room for U8C_REF_FORM(@n) code points
 * @work: memory for U8C_REF_FORM_WORK(@n) code points
 *
 * Return: how many code points.
 */
size_t u8c_ref_form(enum utf8check_form form, bool stream_safe, const u64 *p,
		    size_t n, u64 *out, u64 *work);

/**
 * struct u8c_ref_run - the run of nonstarters that a text ends in
 *
 * All zero at the start of a text.
 *
 * @length: nonstarters, decomposed.
 * @safe: nonstarters in NFKD after the last joiner.
 */
struct u8c_ref_run {
	size_t length;
	size_t safe;
};

/**
 * u8c_ref_run_add() - add a code point to a run
 * @run: the run
 * @form: enum utf8check_form
 * @stream_safe: whether joiners are put in
 * @cp: the code point
 *
 * Return: false, and nothing is changed, when the run becomes too long.
 */
bool u8c_ref_run_add(struct u8c_ref_run *run, enum utf8check_form form,
		     bool stream_safe, u64 cp);

#endif /* U8C_REFERENCE_FORM_H */
