/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for the classes of single code points, of bytes of a component and of a
 * component as a whole: by the definition of each class, and by linear searches through lists
 * that were made independently of the core's tables.
 */
#ifndef U8C_REFERENCE_POLICY_H
#define U8C_REFERENCE_POLICY_H

#include "reference.h"

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

/**
 * u8c_ref_point_danger() - is a code point of a class, wherever it stands?
 * @cp: the code point
 * @class: UTF8CHECK_CLASS_COMPAT_DANGER, UTF8CHECK_CLASS_TRANSLIT_DANGER or
 *	UTF8CHECK_CLASS_URL_DANGER, UTF8CHECK_CLASS_BESTFIT_DANGER
 *
 * Return: true when it is in the class's list.
 */
bool u8c_ref_point_danger(u64 cp, unsigned int class);

/**
 * u8c_ref_is_dash() - is a code point a dash, or does its decomposition begin with one?
 * @cp: the code point
 *
 * Above ASCII such a code point is a UTF8CHECK_CLASS_COMPAT_DANGER where it begins a component.
 *
 * Return: true when it is.
 */
bool u8c_ref_is_dash(u64 cp);

/**
 * u8c_ref_ignorable_danger() - as u8c_hides_dot(), by writing out the rest
 * @p: a component
 * @n: how many bytes
 *
 * Return: true when something is left out and the rest begins with a dot.
 */
bool u8c_ref_ignorable_danger(const u8 *p, size_t n);

/**
 * u8c_ref_windows_component() - does a component as a whole mean something else?
 * @p: the component
 * @n: how many bytes
 *
 * Return: true when it names a device, with whatever extension or stream, or when it
 * is git~1.
 */
bool u8c_ref_windows_component(const u8 *p, size_t n);

/**
 * u8c_ref_windows_byte() - does Windows refuse a byte of a component, or drop it?
 * @p: the component
 * @n: how many bytes
 * @at: which byte
 *
 * Return: true for a reserved character, and for a dot or space that is last.
 */
bool u8c_ref_windows_byte(const u8 *p, size_t n, size_t at);

#endif /* U8C_REFERENCE_POLICY_H */
