/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * u8c_impl.mark out of a function mark() that is told whether the form folds
 * ASCII: the body, for a file that has one.  MARK is the function's name.
 */

/* Each in a frame of its own. */
static noinline void mark_and_fold(enum u8c_form form, const u8 *p, size_t n,
				   u64 *marks)
{
	mark(form, true, p, n, marks);
}

static noinline void mark_only(enum u8c_form form, const u8 *p, size_t n,
			       u64 *marks)
{
	mark(form, false, p, n, marks);
}

void MARK(enum u8c_form form, const u8 *p, size_t n, u64 *marks)
{
	if (u8c_folds_ascii(form))
		mark_and_fold(form, p, n, marks);
	else
		mark_only(form, p, n, marks);
}
