// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs, by an implementation of ours.
 */
#include <string.h>
#include "bench.h"

static size_t validate(const u8 *p, size_t n, const struct work *w)
{
	return w->impl->valid_up_to(p, n, w->impl);
}

static size_t late_error(const u8 *p, size_t n, const struct work *w)
{
	struct utf8check_error e = { .offset = n };

	u8c_validate(w->impl, &u8c_rfc3629, p, n, &e);
	return e.offset;
}

static size_t through_stream(const struct utf8check_config *config, const u8 *p,
			     size_t n, const struct work *w)
{
	size_t used, made, more = 0;
	struct u8c_stream s;

	u8c_stream_init(&s, w->impl, config);
	used = n;
	made = w->room;
	u8c_stream_push(&s, p, &used, w->out, &made);
	more = w->room - made;
	u8c_stream_finish(&s, w->out + made, &more);
	return made + more;
}

static size_t repair(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = { .action = UTF8CHECK_REPLACE };

	return through_stream(&config, p, n, w);
}

static size_t from_utf16(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = { .from = UTF8CHECK_UTF16LE };

	return through_stream(&config, p, n, w);
}

static size_t to_utf16(const u8 *p, size_t n, const struct work *w)
{
	static const struct utf8check_config config = { .to = UTF8CHECK_UTF16LE };

	return through_stream(&config, p, n, w);
}

static size_t is_nfc(const u8 *p, size_t n, const struct work *w)
{
	size_t offset;

	return u8c_is_normalized(w->impl, UTF8CHECK_NFC, u8c_text(p, n), &offset, NULL);
}

static size_t make(enum utf8check_form form, const u8 *p, size_t n,
		   const struct work *w)
{
	struct u8c_sink s = u8c_sink(w->out, w->room);

	u8c_normalize(w->impl, form, u8c_text(p, n), &s, NULL);
	return s.made;
}

static size_t nfc(const u8 *p, size_t n, const struct work *w)
{
	return make(UTF8CHECK_NFC, p, n, w);
}

static size_t nfd(const u8 *p, size_t n, const struct work *w)
{
	return make(UTF8CHECK_NFD, p, n, w);
}

void ours_find(struct contender *c)
{
	static const job_fn fns[JOBS] = {
		[VALIDATE] = validate,
		[LATE_ERROR] = late_error,
		[REPAIR_VALID ... REPAIR_MANY] = repair,
		[UTF16_TO_UTF8] = from_utf16,
		[UTF8_TO_UTF16] = to_utf16,
		[IS_NFC] = is_nfc,
		[NFC_TO_NFC ... NFD_TO_NFC] = nfc,
		[NFC_TO_NFD ... NFD_TO_NFD] = nfd,
	};

	memcpy(c->run, fns, sizeof(fns));
}
