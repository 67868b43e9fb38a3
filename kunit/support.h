/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suites share, in a kernel (support.c) and in userspace
 * (userspace/tests/unit/shared/suite.c).
 */
#ifndef U8C_SUPPORT_H
#define U8C_SUPPORT_H

#include "both.h"

/* The suites, in the order in which they run: the only list of them. */
#define U8C_SUITES \
	SUITE(u8c_rows_suite) \
	SUITE(u8c_decode_suite) \
	SUITE(u8c_validate_suite) \
	SUITE(u8c_stream_suite) \
	SUITE(u8c_path_suite) \
	SUITE(u8c_protect_suite) \
	SUITE(u8c_trace_suite) \
	SUITE(u8c_action_suite) \
	SUITE(u8c_mend_suite) \
	SUITE(u8c_order_suite) \
	SUITE(u8c_normalize_suite) \
	SUITE(u8c_lines_suite) \
	SUITE(u8c_wide_suite) \
	SUITE(u8c_peers_suite) \
	SUITE(u8c_bench_suite)

#define SUITE(name) extern struct kunit_suite name;
U8C_SUITES
#undef SUITE

/* The text of a file, which the assembler puts here. */
#define U8C_EMBED(begin, end, file) \
	extern const u8 begin[], end[]; \
	asm(".pushsection .rodata, \"a\"\n" \
	    #begin ":\n" \
	    ".incbin \"" __stringify(file) "\"\n" \
	    #end ":\n" \
	    ".byte 0\n" \
	    ".popsection")

/* Each implementation that this CPU can run. */
#define u8c_for_each_impl(i) \
	for ((i) = u8c_impls; *(i); (i)++) \
		if (u8c_impl_usable(*(i)))

/**
 * u8c_guarded() - memory that ends before a page that is not mapped
 * @test: the test; frees the memory at its end
 * @size: bytes; less than a whole page only moves the start
 *
 * Return: the end of the memory; @size bytes before it can be used, none after.
 */
u8 *u8c_guarded(struct kunit *test, size_t size);

/* Memory for a test, freed at its end. */
void *u8c_room(struct kunit *test, size_t size);

/* fs/unicode's tables; NULL where it is not built in.  In a kernel only. */
const struct unicode_map *u8c_unicode_map(struct kunit *test);

/*
 * One case in this number is enough, if the kernel is slow and the cases do not depend on the
 * kernel.
 */
unsigned int u8c_share(void);

/* How many random cases, where all of them are @all: one in u8c_share(), at least 20. */
static inline unsigned int u8c_rounds(unsigned int all)
{
	return max(all / u8c_share(), 20u);
}

/* The seed of a test; it is written to the log. */
u64 u8c_seed(struct kunit *test);

#endif /* U8C_SUPPORT_H */
