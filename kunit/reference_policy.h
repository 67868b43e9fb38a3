/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for what is found in names and paths only where a policy
 * refuses it: by the definition of each class.
 */
#ifndef U8C_REFERENCE_POLICY_H
#define U8C_REFERENCE_POLICY_H

#include "../module/core/u8c.h"

/**
 * struct u8c_ref_place - a byte of a name or path, and its component
 *
 * @q: the name or path, and the policy.
 * @at: offset of the byte.
 * @begin: where its component begins.
 * @end: where its component ends; a slash of a path is there.
 * @changed: where the first code point is that NFC changes, or the text's length.
 */
struct u8c_ref_place {
	const struct u8c_name_query *q;
	size_t at;
	size_t begin;
	size_t end;
	size_t changed;
};

/**
 * u8c_ref_by_policy() - is a class of U8C_POLICY_CLASSES found at a place?
 * @place: the place
 * @class: the class
 *
 * Properties of code points are taken from the core: other tests check them.
 *
 * Return: the length of what is found there, or 0.
 */
size_t u8c_ref_by_policy(const struct u8c_ref_place *place, unsigned int class);

/* The most code points from one of ASCII to the next for u8c_ref_changed(). */
#define U8C_REF_PIECE 256

/**
 * u8c_ref_changed() - what does NFC change in a text?
 * @p: the bytes
 * @n: how many
 *
 * Return: the offset of the first code point that is not the same in NFC; @n where
 * all are, and where the text is ill-formed.
 */
size_t u8c_ref_changed(const u8 *p, size_t n);

#endif /* U8C_REFERENCE_POLICY_H */
