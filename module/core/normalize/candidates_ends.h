/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The body of a u8c_impl.candidates, for a file that has a function mark(), which
 * is told whether the form folds ASCII.
 */
#ifndef U8C_NORMALIZE_CANDIDATES_ENDS_H
#define U8C_NORMALIZE_CANDIDATES_ENDS_H

/* Each in a frame of its own. */
static noinline void mark_and_fold(enum utf8check_form form, const u8 *p, size_t n,
				   u64 *marks)
{
	mark(form, true, p, n, marks);
}

static noinline void mark_only(enum utf8check_form form, const u8 *p, size_t n,
			       u64 *marks)
{
	mark(form, false, p, n, marks);
}

static __always_inline void mark_either(enum utf8check_form form, const u8 *p,
					size_t n, u64 *marks)
{
	if (u8c_folds_ascii(form))
		mark_and_fold(form, p, n, marks);
	else
		mark_only(form, p, n, marks);
}

#endif /* U8C_NORMALIZE_CANDIDATES_ENDS_H */
