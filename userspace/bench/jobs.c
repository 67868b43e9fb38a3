// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs, one in each row, and how an implementation of ours does them.
 */
#include "bench.h"

/* Bytes of slices.  Short strings matter; of 2 MiB branch predictors learn little. */
#define SIZES(...) .sizes = (const size_t[]){ __VA_ARGS__, 0 }
#define ONE_SIZE SIZES(64 << 10)
#define TWO_SIZES SIZES(64 << 10, 2 << 20)
#define ALL_SIZES SIZES(8, 16, 32, 64, 96, 128, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, \
			64 << 10, 2 << 20)

const struct job jobs[] = {
	{ "validate", VALIDATE, AS_IS, ALL_SIZES },
	{ "edge", VALIDATE, AT_EDGE, SIZES(1 << 10) },
	{ "count", COUNT, AS_IS, ONE_SIZE },
	{ "repair-valid", REPAIR, AS_IS, TWO_SIZES },
	{ "repair-0.01%", REPAIR, BAD_BYTES, TWO_SIZES, .one_of = 10000 },
	{ "repair-0.1%", REPAIR, BAD_BYTES, ONE_SIZE, .one_of = 1000 },
	{ "repair-0.5%", REPAIR, BAD_BYTES, ONE_SIZE, .one_of = 200 },
	{ "repair-1%", REPAIR, BAD_BYTES, ONE_SIZE, .one_of = 100 },
	{ "repair-10%", REPAIR, BAD_BYTES, ONE_SIZE, .one_of = 10 },
	{ "repair-100%", REPAIR, BAD_BYTES, ONE_SIZE, .one_of = 1 },
	{ "repair-nfc-1%", REPAIR_NFC, BAD_BYTES, ONE_SIZE, .one_of = 100 },
	{ "utf16-utf8", UTF16_TO_UTF8, AS_UTF16LE, TWO_SIZES },
	{ "utf8-utf16", UTF8_TO_UTF16, AS_IS, TWO_SIZES },
	{ "utf32-utf8", UTF32_TO_UTF8, AS_UTF32LE, TWO_SIZES },
	{ "utf8-utf32", UTF8_TO_UTF32, AS_IS, TWO_SIZES },
	{ "is-nfc", IS_NFC, AS_NFC, TWO_SIZES },
	{ "nfc-nfc", TO_NFC, AS_NFC, TWO_SIZES },
	{ "nfd-nfc", TO_NFC, AS_NFD, ONE_SIZE },
	{ "nfc-nfd", TO_NFD, AS_NFC, ONE_SIZE },
	{ "nfd-nfd", TO_NFD, AS_NFD, ONE_SIZE },
	{ "nfkc-casefold", TO_NFKC_CASEFOLD, AS_IS, ONE_SIZE },
	{ "records-1%", LIST, BAD_BYTES, ONE_SIZE, .one_of = 100 },
	{ "records-100%", LIST, BAD_BYTES, ONE_SIZE, .one_of = 1 },
	{ "name", NAME, AS_NAME, SIZES(8, 16, 24, 31, 64) },
	{ "path", PATH, AS_PATH, SIZES(45, 60) },
	{ "device", WRITE, AS_IS, ONE_SIZE },
	{ }
};

#define RECORDS 256

/* Of streams. */
static const struct utf8check_config configs[CALLS] = {
	[LIST] = { .action = UTF8CHECK_ACTION_PASS, .records = RECORDS,
		   .flags = UTF8CHECK_FLAG_NO_OUTPUT | UTF8CHECK_FLAG_POSITION },
	[REPAIR] = { .action = UTF8CHECK_ACTION_REPLACE },
	[REPAIR_NFC] = { .action = UTF8CHECK_ACTION_REPLACE, .form = UTF8CHECK_FORM_NFC },
	[UTF16_TO_UTF8] = { .from = UTF8CHECK_ENCODING_UTF16LE },
	[UTF8_TO_UTF16] = { .to = UTF8CHECK_ENCODING_UTF16LE },
	[UTF32_TO_UTF8] = { .from = UTF8CHECK_ENCODING_UTF32LE },
	[UTF8_TO_UTF32] = { .to = UTF8CHECK_ENCODING_UTF32LE },
};

static size_t ours_validate(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return w->impl->validate->valid_up_to(p, n, w->impl->validate) == n;
}

static size_t ours_count(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	u64 by_length[4] = { };

	return w->impl->validate->count(p, n, by_length, w->impl->validate);
}

static struct utf8check_error list[RECORDS];

static void begin_stream(struct u8c_stream *s, const struct work *w)
{
	static struct u8c_verifier verifier;

	u8c_stream_init(s, w->impl, &configs[w->call]);
	u8c_stream_lend(s, u8c_config_needs_work(&configs[w->call]) ? &verifier : NULL,
			w->call == LIST ? list : NULL, RECORDS);
}

static size_t ours_convert(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	size_t made = room, more;
	struct u8c_stream s;

	begin_stream(&s, w);
	u8c_stream_push(&s, p, &n, out, &made);
	more = room - made;
	u8c_stream_finish(&s, out + made, &more);
	return made + more;
}

/* Takes the records that are kept.  Return: the sum of their offsets. */
static size_t sum_records(struct u8c_stream *s)
{
	size_t sum = 0;
	u32 i;

	for (i = 0; i < s->listed; i++)
		sum += list[i].offset;
	u8c_stream_forget(s, s->listed);
	return sum;
}

/* As check --max-errors=0 does it, but nothing is printed. */
static size_t ours_list(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	size_t done, sum = 0, used;
	struct u8c_stream s;

	begin_stream(&s, w);
	for (done = 0; done < n; done += used) {
		used = n - done;
		u8c_stream_push(&s, p + done, &used, NULL, NULL);
		sum += sum_records(&s);
	}
	while (u8c_stream_finish(&s, NULL, NULL) == U8C_LISTED)
		sum += sum_records(&s);
	return sum + sum_records(&s);
}

/* Return: in one number the classes, and whether it is good. */
static size_t ours_judge(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	static const struct utf8check_policy name = { .refuse = U8C_REFUSE_NAME };
	static const struct utf8check_policy path = { .refuse = U8C_REFUSE_PATH };
	struct utf8check_verdict v;
	const struct u8c_name_query q = {
		.impl = w->impl, .policy = w->call == PATH ? &path : &name,
		.path = w->call == PATH, .p = p, .n = n, .v = &v,
	};

	u8c_name(&q);
	return v.classes << 1 | v.ok;
}

static size_t ours_is_nfc(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	size_t offset;

	return u8c_is_normalized(w->impl, UTF8CHECK_FORM_NFC, u8c_text(p, n), &offset, NULL);
}

static size_t ours_normalize(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	struct u8c_sink s = u8c_sink(out, room);

	u8c_normalize(w->impl, w->call == TO_NFC ? UTF8CHECK_FORM_NFC : w->call == TO_NFD ?
		      UTF8CHECK_FORM_NFD : UTF8CHECK_FORM_NFKC_CASEFOLD, u8c_text(p, n), &s, NULL);
	return s.made;
}

const job_fn ours[CALLS] = {
	[VALIDATE] = ours_validate, [IS_NFC] = ours_is_nfc, [COUNT] = ours_count, [LIST] = ours_list,
	[NAME ... PATH] = ours_judge, [REPAIR ... UTF8_TO_UTF32] = ours_convert,
	[TO_NFC ... TO_NFKC_CASEFOLD] = ours_normalize,
};
