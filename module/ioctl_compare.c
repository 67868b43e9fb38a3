// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares two texts in the memory of a process.
 *
 * Both are read in pieces up to the first byte that differs.  Then the bytes
 * around it are read once more, and only these are decoded.
 */
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "ioctl_compare.h"

#define PIECE_SIZE 4096u	/* bytes of each text that are compared at once */

/* How many bytes at the start are the same in both. */
static int find_same(const struct utf8check_text *a,
		     const struct utf8check_text *b, u8 *pieces, u64 *same)
{
	u64 least = min(a->n, b->n);

	for (*same = 0; *same < least;) {
		size_t n = min_t(u64, least - *same, PIECE_SIZE), found;

		if (copy_from_user(pieces, a->p + *same, n) ||
		    copy_from_user(pieces + n, b->p + *same, n))
			return -EFAULT;
		found = u8c_same_start(pieces, pieces + n, n);
		*same += found;
		if (found < n)
			return 0;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

int utf8check_around(const struct utf8check_text *t, u64 at, u8 *to)
{
	u64 begin = u8c_window_start(at);
	size_t n = min_t(u64, t->n - begin, U8C_WINDOW);

	/* No text goes beyond the last address, whatever its length says. */
	if (begin > ULONG_MAX - (unsigned long)t->p)
		return -EFAULT;
	return copy_from_user(to, t->p + begin, n) ? -EFAULT : n;
}

static int differ_at(const struct u8c_coding *c, const struct utf8check_text *a,
		     const struct utf8check_text *b, u64 same,
		     struct u8c_difference *d)
{
	u8 around_a[U8C_WINDOW], around_b[U8C_WINDOW];
	int an = utf8check_around(a, same, around_a);
	int bn = utf8check_around(b, same, around_b);

	if (an < 0 || bn < 0)
		return -EFAULT;
	u8c_differ_around(c, u8c_text(around_a, an), u8c_text(around_b, bn), same, d);
	return 0;
}

int utf8check_differ(const struct u8c_coding *c, const struct utf8check_text *a,
		     const struct utf8check_text *b, struct u8c_difference *d)
{
	u8 *pieces = kvmalloc(2 * PIECE_SIZE, GFP_KERNEL_ACCOUNT);
	u64 same;
	int err;

	if (!pieces)
		return -ENOMEM;
	err = find_same(a, b, pieces, &same);
	kvfree(pieces);
	if (err)
		return err;
	return differ_at(c, a, b, same, d);
}
