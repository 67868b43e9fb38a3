// SPDX-License-Identifier: GPL-2.0-only
/*
 * The caller's bytes, where the core can judge them.
 *
 * A process can write to its memory while the kernel reads it, so a filter copies
 * first: what it judges is what it queues.  Where nothing is queued, bytes that the
 * kernel can address without a fault are judged where they are: those of a pipe
 * (splice, sendfile), of a buffer that io_uring has registered, of the kernel.  The
 * core reads no byte outside them and comes to an end whatever they become, and its
 * verdict is that of a text which they were.
 */
#include <linux/bvec.h>
#include <linux/kconfig.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/uio.h>

#include "pace.h"
#include "stage.h"

/* Fewer bytes than this in a piece are copied together with those that follow. */
#define PIECE 1024u

/* The piece that @from has next, where the kernel can address it; else of no bytes. */
static size_t piece(const struct iov_iter *from, const u8 **p)
{
	size_t n = 0;

	if (iov_iter_is_kvec(from)) {
		*p = from->kvec->iov_base + from->iov_offset;
		n = from->kvec->iov_len - from->iov_offset;
	} else if (iov_iter_is_bvec(from) && !IS_ENABLED(CONFIG_HIGHMEM)) {
		*p = page_address(from->bvec->bv_page) + from->bvec->bv_offset +
		     from->iov_offset;
		n = from->bvec->bv_len - from->iov_offset;
	}
	return min3(n, iov_iter_count(from), (size_t)UTF8CHECK_STAGE_SIZE);
}

const u8 *utf8check_stage(u8 *stage, struct iov_iter *from, bool in_place, size_t *n)
{
	const u8 *p;

	*n = in_place ? piece(from, &p) : 0;
	if (*n >= PIECE) {
		iov_iter_advance(from, *n);
		return p;
	}
	*n = copy_from_iter(stage, min_t(size_t, UTF8CHECK_STAGE_SIZE, iov_iter_count(from)),
			    from);
	return stage;
}
