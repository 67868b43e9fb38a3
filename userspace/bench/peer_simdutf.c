// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * simdutf, where there is a shared library of it.  It is in C++; the names are those
 * of the C++ ABI.
 */
#include <string.h>
#include "bench.h"

/* simdutf::result */
struct result_of {
	int error;
	size_t count;
};

static struct {
	size_t (*convert[JOBS])(const void *p, size_t n, void *out);
	bool (*validate)(const u8 *p, size_t n);
	struct result_of (*find)(const u8 *p, size_t n);
} s;

static size_t simdutf_validate(const u8 *p, size_t n, const struct work *w)
{
	return s.validate(p, n);
}

static size_t simdutf_late_error(const u8 *p, size_t n, const struct work *w)
{
	return s.find(p, n).count;
}

/*
 * As much of a text as is validated at once, or all of it.  A sequence is not cut;
 * after four continuations nothing can be.
 */
static __always_inline size_t window_of(const u8 *p, size_t n, size_t most)
{
	size_t back;

	if (n <= most)
		return n;
	for (back = 0; back < 4; back++)
		if (!is_continuation(p[most - back]))
			return most - back;
	return most;
}

/*
 * simdutf has no call for this: find an error, copy up to it, go on after it.  An
 * error is found sooner where @most bytes are validated at once.
 */
static __always_inline size_t repair_by(size_t most, const u8 *p, size_t n, const struct work *w)
{
	const u8 *end = p + n;
	struct utf8check_error e;
	struct result_of r;
	u8 *to = w->out;

	while (p < end) {
		r = s.find(p, window_of(p, end - p, most));
		memcpy(to, p, r.count);
		to += r.count;
		p += r.count;
		if (!r.error)
			continue;
		utf8check_decode(NULL, p, end - p, true, NULL, &e);
		memcpy(to, "\xef\xbf\xbd", 3);
		to += 3;
		p += e.length;
	}
	return to - w->out;
}

static size_t simdutf_repair(const u8 *p, size_t n, const struct work *w)
{
	return repair_by(n, p, n, w);
}

static size_t repair_windows(const u8 *p, size_t n, const struct work *w)
{
	return repair_by(512, p, n, w);
}

/* Lengths are in units. */
static size_t simdutf_convert(const u8 *p, size_t n, const struct work *w)
{
	return unit_to(w->job) * s.convert[w->job](p, n / unit_from(w->job), w->out);
}

void simdutf_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "_ZN7simdutf13validate_utf8EPKcm", &s.validate },
		{ "_ZN7simdutf25validate_utf8_with_errorsEPKcm", &s.find },
		{ "_ZN7simdutf23convert_utf16le_to_utf8EPKDsmPc", &s.convert[UTF16_TO_UTF8] },
		{ "_ZN7simdutf23convert_utf8_to_utf16leEPKcmPDs", &s.convert[UTF8_TO_UTF16] },
		{ "_ZN7simdutf21convert_utf32_to_utf8EPKDimPc", &s.convert[UTF32_TO_UTF8] },
		{ "_ZN7simdutf21convert_utf8_to_utf32EPKcmPDi", &s.convert[UTF8_TO_UTF32] },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = simdutf_validate,
		[LATE_ERROR] = simdutf_late_error,
		[REPAIR_VALID ... REPAIR_ALL] = simdutf_repair,
		[UTF16_TO_UTF8 ... UTF8_TO_UTF32] = simdutf_convert,
	};

	if (peer_open(c, "libsimdutf", 1, 60, symbols))
		memcpy(c->run, fns, sizeof(fns));
}

void find_and_copy_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "_ZN7simdutf25validate_utf8_with_errorsEPKcm", &s.find },
		{ }
	};
	unsigned int job;

	if (!peer_open(c, "libsimdutf", 1, 60, symbols))
		return;
	for (job = REPAIR_VALID; job <= REPAIR_ALL; job++)
		c->run[job] = repair_windows;
}
