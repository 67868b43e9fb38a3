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

static u8 *memory;
static size_t begin, taken;

ssize_t iov_iter_extract_pages(struct iov_iter *i, struct page ***pages, size_t most,
			       unsigned int pages_max, unsigned int flags, size_t *offset)
{
	const size_t n = any_size(0, min_t(size_t, most, i->count));

	__CPROVER_assert(i->is_bvec && most <= UTF8CHECK_COPY_IN_SIZE, "pages in place");
	__CPROVER_assert(pages_max == 1, "room for one page");
	if (nondet_bool())
		return -EFAULT;
	**pages = (struct page *)memory;
	*offset = begin;
	i->count -= n;
	taken = n;
	return n;
}

void iov_iter_revert(struct iov_iter *i, size_t n)
{
	__CPROVER_assert(n <= taken, "no more than were taken");
	i->count += n;
	taken -= n;
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
	const size_t length = any_size(0, MEMORY_MAX);
	const size_t room = any_size(0, UTF8CHECK_COPY_IN_SIZE);
	u8 *const buffer = any_bytes(room);
	struct iov_iter from = { .is_bvec = nondet_bool() };
	size_t count, n = room;
	const u8 *p;

	begin = any_size(0, length);
	memory = any_bytes(length);
	from.count = count = length - begin;
	p = utf8check_copy_in(buffer, &from, nondet_bool(), &n);
	__CPROVER_assert(n <= UTF8CHECK_COPY_IN_SIZE && n <= count, "no more than there are");
	__CPROVER_assert(n == taken && from.count == count - n, "moved on past these");
	__CPROVER_assert(p == buffer || (p == memory + begin && n <= length - begin),
			 "within the memory");
	__CPROVER_assert(!n || __CPROVER_r_ok(p, n), "readable");
	return 0;
}
