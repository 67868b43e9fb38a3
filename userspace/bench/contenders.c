// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Who takes part: the builds of the core and its peers, and what this machine
 * has of the others.
 */
#include <dlfcn.h>
#include <string.h>
#include "bench.h"

const char *const kind_names[KINDS] = {
	[OURS] = "ours", [OURS_ERROR] = "ours, late error", [DFA] = "shift DFA",
	[READ] = "64-bit read", [MEMCPY] = "memcpy", [GLIB] = "glib",
	[RUST] = "Rust core",
};

struct contender contenders[CONTENDERS_MAX];
size_t contender_count;

/* bench/rust.rs, where there was a compiler for it. */
size_t bench_rust(const uint8_t *p, size_t n) __attribute__((weak));

static int (*g_utf8_validate_len)(const char *p, size_t n, const char **end);

static size_t run_glib(const uint8_t *p, size_t n)
{
	return g_utf8_validate_len((const char *)p, n, NULL);
}

static size_t run_memcpy(const uint8_t *p, size_t n)
{
	static uint8_t to[SIZE_MAX_BYTES];

	memcpy(to, p, n);
	__asm__ volatile("" : : "r"(to) : "memory");
	return n;
}

static void add(enum kind kind, const struct variant *v, valid_fn fn)
{
	if (contender_count < CONTENDERS_MAX)
		contenders[contender_count++] = (struct contender){ kind, v, fn };
}

/* By its stable name: neither headers nor a link to it are needed. */
static void add_glib(void)
{
	void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW);

	if (!glib)
		return;
	*(void **)&g_utf8_validate_len = dlsym(glib, "g_utf8_validate_len");
	if (g_utf8_validate_len)
		add(GLIB, NULL, run_glib);
}

void contenders_find(void)
{
	const struct variant *const *v;
	valid_fn ours;

	for (v = variants; *v; v++) {
		(*v)->ours(&ours);
		add(OURS, *v, ours);
		add(DFA, *v, (*v)->dfa);
		add(READ, *v, (*v)->read);
		add(OURS_ERROR, *v, (*v)->ours_error);
	}
	add(MEMCPY, NULL, run_memcpy);
	add_glib();
	if (bench_rust)
		add(RUST, NULL, bench_rust);
}

const char *contender_absent(enum kind kind)
{
	size_t i;

	for (i = 0; i < contender_count; i++)
		if (contenders[i].kind == kind)
			return NULL;
	if (kind == GLIB)
		return "no libglib-2.0.so.0 with g_utf8_validate_len here";
	if (kind == RUST)
		return "no rustc here";
	return "not built";
}
