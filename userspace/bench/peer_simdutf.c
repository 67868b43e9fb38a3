// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * simdutf, is_utf8 and Rust's core, where somebody made shared libraries of
 * them: bench/run makes the last one where there is a compiler for it.
 *
 * The first speaks C++; its names are those of that ABI.
 */
#include <string.h>
#include "bench.h"

/* simdutf::result */
struct result_of {
	int error;
	size_t count;
};

static struct {
	bool (*validate)(const u8 *p, size_t n);
	struct result_of (*find)(const u8 *p, size_t n);
	size_t (*from_utf16)(const u16 *p, size_t n, u8 *out);
	size_t (*to_utf16)(const u8 *p, size_t n, u16 *out);
} s;

static size_t validate(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return s.validate(p, n);
}

static size_t late_error(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return s.find(p, n).count;
}

/* It has no call for that: find an error, copy up to it, go on behind it. */
static size_t repair(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	struct u8c_error e;
	struct result_of r;
	u8 *to = out;
	u64 cp;

	(void)c, (void)room;
	for (;;) {
		r = s.find(p, n);
		memcpy(to, p, r.count);
		to += r.count;
		if (!r.error)
			return to - out;
		p += r.count;
		n -= r.count;
		u8c_decode(&u8c_rfc3629, p, n, true, &cp, &e);
		memcpy(to, "\xef\xbf\xbd", 3);
		to += 3;
		p += e.length;
		n -= e.length;
	}
}

static size_t from_utf16(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	(void)c, (void)room;
	return s.from_utf16((const u16 *)p, n / 2, out);
}

static size_t to_utf16(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)c, (void)room;
	return 2 * s.to_utf16(p, n, (u16 *)out);
}

void simdutf_find(struct contender *c)
{
	int version;
	void *l = peer_library(c, "libsimdutf", 1, 60, &version);

	if (!l ||
	    !(s.validate = peer_symbol(c, l, "_ZN7simdutf13validate_utf8EPKcm")) ||
	    !(s.find = peer_symbol(c, l, "_ZN7simdutf25validate_utf8_with_errorsEPKcm")) ||
	    !(s.from_utf16 = peer_symbol(c, l, "_ZN7simdutf23convert_utf16le_to_utf8EPKDsmPc")) ||
	    !(s.to_utf16 = peer_symbol(c, l, "_ZN7simdutf23convert_utf8_to_utf16leEPKcmPDs")))
		return;
	c->run[VALIDATE] = validate;
	c->run[LATE_ERROR] = late_error;
	c->run[REPAIR_VALID] = repair;
	c->run[REPAIR_RARE] = repair;
	c->run[REPAIR_SOME] = repair;
	c->run[REPAIR_MANY] = repair;
	c->run[UTF16_TO_UTF8] = from_utf16;
	c->run[UTF8_TO_UTF16] = to_utf16;
}

static bool (*is_utf8)(const u8 *p, size_t n);

static size_t run_is_utf8(const struct contender *c, const u8 *p, size_t n,
			  u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return is_utf8(p, n);
}

void is_utf8_find(struct contender *c)
{
	int version;
	void *l = peer_library(c, "libis_utf8", 1, 1, &version);

	if (l && (is_utf8 = peer_symbol(c, l, "is_utf8")))
		c->run[VALIDATE] = run_is_utf8;
}

static bool (*rust)(const u8 *p, size_t n);

static size_t run_rust(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return rust(p, n);
}

void rust_find(struct contender *c)
{
	int version;
	void *l = peer_library(c, "libutf8check-bench-rust", 1, 1, &version);

	if (l && (rust = peer_symbol(c, l, "bench_rust")))
		c->run[VALIDATE] = run_rust;
}
