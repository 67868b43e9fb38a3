// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the unit tests share.
 */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "common.h"
#include "core/impl/impl.h"

#define SEED_DEFAULT 20180

static struct u8c_chance chance;

void random_start(void)
{
	const char *seed = getenv("SEED");

	chance.state = seed && *seed ? strtoull(seed, NULL, 0) : SEED_DEFAULT;
	printf("# SEED=%llu\n", (unsigned long long)chance.state);
}

u32 random_below(u32 limit)
{
	return u8c_chance_below(&chance, limit);
}

struct u8c_chance *random_chance(void)
{
	return &chance;
}

u32 __wrap_u8c_cpu_features(void)
{
	const char *preferred = getenv("UTF8CHECK_PREFER");
	u32 features = __real_u8c_cpu_features();
	const struct u8c_impl *const *impl;

	if (!preferred)
		return features;
	for (impl = u8c_impls; *impl; impl++)
		if (!strcmp((*impl)->name, preferred) &&
		    !((*impl)->needs & ~features))
			return (*impl)->needs;
	fprintf(stderr, "UTF8CHECK_PREFER=%s: not on this processor\n",
		preferred);
	exit(EXIT_FAILURE);
}

/* With little time, as under an emulator, it is in the environment. */
unsigned int u8c_share(void)
{
	static unsigned int known;
	const char *wanted = getenv("UTF8CHECK_SHARE");

	if (!known)
		known = wanted ? strtoul(wanted, NULL, 10) : 1;
	assert_int_not_equal(known, 0);
	return known;
}

struct guarded guarded_new(size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct guarded g = { .size = (size + page - 1) / page * page };
	u8 *map = mmap(NULL, g.size + 2 * page, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(map != MAP_FAILED);
	g.p = map + page;
	assert_int_equal(mprotect(g.p, g.size, PROT_READ | PROT_WRITE), 0);
	return g;
}

void guarded_free(struct guarded *g)
{
	size_t page = sysconf(_SC_PAGESIZE);

	munmap(g->p - page, g->size + 2 * page);
}

void try_all_of_length(size_t n, const char *(*try)(struct u8c_case *s))
{
	struct u8c_case s = { .n = n };
	unsigned int b;

	for (b = 0; b < 256; b += u8c_share()) {
		s.bytes[0] = b;
		assert_same(try(&s), s.bytes, s.n);
	}
}

void _assert_same(const char *differs, const u8 *p, size_t n, const char *file,
		  int line)
{
	size_t i;

	if (!differs)
		return;
	fprintf(stderr, "# %s differs, %zu bytes:", differs, n);
	for (i = 0; i < n && i < 400; i++)
		fprintf(stderr, " %02x", p[i]);
	fputc('\n', stderr);
	_fail(file, line);
}
