// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs, by an implementation of ours.
 */
#include "bench.h"

static size_t validate(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)out, (void)room;
	return c->impl->valid_up_to(p, n);
}

static size_t late_error(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	struct u8c_error e = { .offset = n };

	(void)out, (void)room;
	u8c_validate(c->impl, &u8c_rfc3629, p, n, &e);
	return e.offset;
}

static size_t through_stream(const struct contender *c,
			     const struct u8c_config *config, const u8 *p,
			     size_t n, u8 *out, size_t room)
{
	size_t used, made, more = 0;
	struct u8c_stream s;

	u8c_stream_init(&s, c->impl, config);
	u8c_stream_push(&s, p, n, &used, out, room, &made);
	u8c_stream_finish(&s, out + made, room - made, &more);
	return made + more;
}

static size_t repair(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	static const struct u8c_config config = { .action = U8C_REPLACE };

	return through_stream(c, &config, p, n, out, room);
}

static size_t from_utf16(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	static const struct u8c_config config = { .from = U8C_UTF16LE };

	return through_stream(c, &config, p, n, out, room);
}

static size_t to_utf16(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	static const struct u8c_config config = { .to = U8C_UTF16LE };

	return through_stream(c, &config, p, n, out, room);
}

static size_t is_nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	size_t offset;

	(void)out, (void)room;
	return u8c_is_normalized(c->impl, U8C_NFC, p, n, &offset, NULL);
}

static size_t make(const struct contender *c, enum u8c_form form, const u8 *p,
		   size_t n, u8 *out, size_t room)
{
	size_t made;

	u8c_normalize(c->impl, form, p, n, out, room, &made, NULL);
	return made;
}

static size_t nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	return make(c, U8C_NFC, p, n, out, room);
}

static size_t nfd(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	return make(c, U8C_NFD, p, n, out, room);
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
		[NFC_TO_NFC] = nfc,
		[NFD_TO_NFC] = nfc,
		[NFC_TO_NFD] = nfd,
		[NFD_TO_NFD] = nfd,
	};
	int i;

	for (i = 0; i < JOBS; i++)
		c->run[i] = fns[i];
}
