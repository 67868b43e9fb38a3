// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * simdutf, is_utf8 and Rust's own, where somebody made shared libraries of them:
 * bench/run makes the one of Rust where there is a compiler for it.
 *
 * simdutf is in C++; the names are those of the C++ ABI.
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

static size_t validate(const u8 *p, size_t n, const struct work *w)
{
	(void)w;
	return s.validate(p, n);
}

static size_t late_error(const u8 *p, size_t n, const struct work *w)
{
	(void)w;
	return s.find(p, n).count;
}

/* simdutf has no call for this: find an error, copy up to it, go on after it. */
static size_t repair(const u8 *p, size_t n, const struct work *w)
{
	struct utf8check_error e;
	struct result_of r;
	u8 *to = w->out;
	u64 cp;

	for (;;) {
		r = s.find(p, n);
		memcpy(to, p, r.count);
		to += r.count;
		if (!r.error)
			return to - w->out;
		p += r.count;
		n -= r.count;
		u8c_decode(&u8c_rfc3629, u8c_text(p, n), true, &cp, &e);
		memcpy(to, "\xef\xbf\xbd", 3);
		to += 3;
		p += e.length;
		n -= e.length;
	}
}

static size_t from_utf16(const u8 *p, size_t n, const struct work *w)
{
	return s.from_utf16((const u16 *)p, n / 2, w->out);
}

static size_t to_utf16(const u8 *p, size_t n, const struct work *w)
{
	return 2 * s.to_utf16(p, n, (u16 *)w->out);
}

void simdutf_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "_ZN7simdutf13validate_utf8EPKcm", &s.validate },
		{ "_ZN7simdutf25validate_utf8_with_errorsEPKcm", &s.find },
		{ "_ZN7simdutf23convert_utf16le_to_utf8EPKDsmPc", &s.from_utf16 },
		{ "_ZN7simdutf23convert_utf8_to_utf16leEPKcmPDs", &s.to_utf16 },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = validate,
		[LATE_ERROR] = late_error,
		[REPAIR_VALID ... REPAIR_ALL] = repair,
		[UTF16_TO_UTF8] = from_utf16,
		[UTF8_TO_UTF16] = to_utf16,
	};

	if (peer_open(c, "libsimdutf", 1, 60, symbols))
		memcpy(c->run, fns, sizeof(fns));
}

static bool (*is_utf8)(const u8 *p, size_t n);

static size_t run_is_utf8(const u8 *p, size_t n, const struct work *w)
{
	(void)w;
	return is_utf8(p, n);
}

void is_utf8_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "is_utf8", &is_utf8 },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = run_is_utf8,
	};

	if (peer_open(c, "libis_utf8", 1, 1, symbols))
		memcpy(c->run, fns, sizeof(fns));
}

static struct {
	bool (*validate)(const u8 *p, size_t n);
	size_t (*repair)(const u8 *p, size_t n, u8 *out);
} rust;

static size_t rust_validate(const u8 *p, size_t n, const struct work *w)
{
	(void)w;
	return rust.validate(p, n);
}

static size_t rust_repair(const u8 *p, size_t n, const struct work *w)
{
	return rust.repair(p, n, w->out);
}

void rust_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "bench_rust_validate", &rust.validate },
		{ "bench_rust_repair", &rust.repair },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = rust_validate,
		[REPAIR_VALID ... REPAIR_ALL] = rust_repair,
	};

	if (peer_open(c, "libutf8check-bench-rust", 1, 1, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
