// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The bytes of a write, wherever they are: what is returned lies within one piece of
 * the caller's memory, or within the buffer, and never has more bytes than there are.
 */
#include "kernel.h"
#include "any.h"
#include "module/utf8check_private.h"

/* More than any limit in the code. */
#define MEMORY_MAX (4 * UTF8CHECK_COPY_IN_SIZE)

static size_t taken;

void iov_iter_advance(struct iov_iter *i, size_t n)
{
	__CPROVER_assert(n <= i->count, "no more than there are");
	i->count -= n;
	taken = n;
}

size_t copy_from_iter(void *to, size_t n, struct iov_iter *i)
{
	const size_t some = any_size(0, n);

	__CPROVER_assert(n <= UTF8CHECK_COPY_IN_SIZE, "room");
	__CPROVER_assert(n <= i->count, "no more than there are to copy");
	i->count -= some;
	taken = some;
	return some;
}

int main(void)
{
	const size_t length = any_size(0, MEMORY_MAX), begin = any_size(0, length);
	u8 *const memory = any_bytes(length), *const buffer = any_bytes(UTF8CHECK_COPY_IN_SIZE);
	const u32 page_offset = any_size(0, begin);
	const struct kvec kvec = { memory, length };
	const struct bio_vec bvec = { memory, length - page_offset, page_offset };
	struct iov_iter from = { .is_kvec = nondet_bool(), .is_bvec = nondet_bool(),
				 .count = nondet_size(), .kvec = &kvec, .bvec = &bvec };
	const size_t count = from.count;
	const u8 *p;
	size_t n;

	__CPROVER_assume(!from.is_kvec || !from.is_bvec);
	from.iov_offset = from.is_bvec ? begin - page_offset : begin;
	p = utf8check_copy_in(buffer, &from, nondet_bool(), &n);
	__CPROVER_assert(n <= UTF8CHECK_COPY_IN_SIZE && n <= count, "no more than there are");
	__CPROVER_assert(n == taken && from.count == count - n, "moved on past these");
	__CPROVER_assert(p == buffer || (p == memory + begin && n <= length - begin),
			 "within the memory");
	__CPROVER_assert(!n || __CPROVER_r_ok(p, n), "readable");
	return 0;
}
