/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for the question: does any decoder read a ".." component that
 * the bytes do not show?
 *
 * The core keeps few states for few places, and asks what each reading needs; the
 * reference has a table of every state at every place, and takes every way to read.
 */
#ifndef U8C_REFERENCE_DOTDOT_H
#define U8C_REFERENCE_DOTDOT_H

#include "reference.h"

/* The most bytes that the table has places for. */
#define U8C_REF_READABLE 64

static inline bool u8c_ref_readable(size_t n)
{
	return n <= U8C_REF_READABLE;
}

/**
 * u8c_ref_hidden_dotdot() - as u8c_hidden_dotdot(), way by way
 * @p: the bytes
 * @n: how many; the text is u8c_ref_readable()
 * @offset: set when the answer is yes
 *
 * Not for two threads at a time.
 *
 * Return: true when some reading has a ".." that the bytes do not show.
 */
bool u8c_ref_hidden_dotdot(const u8 *p, size_t n, u64 *offset);

#endif /* U8C_REFERENCE_DOTDOT_H */
