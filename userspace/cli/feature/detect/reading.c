// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text read in an encoding, and measured.
 *
 * Libraries guess the oldest encoding that fits the text.  Software that writes texts uses
 * larger ones, which have the same characters and more.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include "base/charset/decoder.h"
#include "feature/detect/reading.h"
#include "utf8check.h"

/* Room for a text in UTF-8: no encoding of a byte or two makes more of it. */
#define DECODED_MAX (3 * READING_MAX)

/**
 * struct reader - how readers take a label
 *
 * @said: the label.
 * @larger: the encoding that continues it, which they read in its place; or NULL.
 * @windows: what a text may be that is not all in the standard's encoding: that of Windows
 *	has more; or NULL.
 */
static const struct reader {
	const char *said;
	const char *larger;
	const char *windows;
} readers[] = {
	{ "SHIFT_JIS", .larger = "CP932", .windows = "SHIFT_JISX0213" },
	{ "GB2312", .larger = "GB18030" },
	{ "GBK", .larger = "GB18030" },
	{ "EUC-KR", .larger = "UHC" },
	{ "BIG5", .larger = "BIG5-HKSCS" },
	{ "TIS-620", .larger = "windows-874" },
	{ "ISO-8859-11", .larger = "windows-874" },
	{ "ISO-8859-1", .larger = "windows-1252" },
	{ "latin1", .larger = "windows-1252" },
	{ "latin-1", .larger = "windows-1252" },
	{ "ISO-8859-9", .larger = "windows-1254" },
	{ "HZ", .larger = "HZ-GB-2312" },
	{ "IBM852", .larger = "CP852" },
	{ "ISO-8859-2", .windows = "windows-1250" },
	{ "ISO-8859-4", .windows = "windows-1257" },
	{ "ISO-8859-6", .windows = "windows-1256" },
	{ "ISO-8859-7", .windows = "windows-1253" },
	{ "ISO-8859-8", .windows = "windows-1255" },
	{ "ISO-8859-13", .windows = "windows-1257" },
	{ "ISO-8859-15", .windows = "windows-1252" },
};

static struct reader reader_of(const char *said)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(readers); i++)
		if (!strcasecmp(said, readers[i].said))
			return readers[i];
	return (struct reader){ };
}

const char *reading_larger(const char *said)
{
	const struct reader reader = reader_of(said);

	return reader.larger ? reader.larger : said;
}

static char text[DECODED_MAX];

/* Decode to UTF-8, as @text.  Return: bytes of it; sets how many bytes are not of the encoding. */
static size_t decode(struct decoder *d, const u8 *p, size_t n, u64 *bad)
{
	char *in = (char *)p, *out = text;
	size_t left = n, room = sizeof(text);

	*bad = 0;
	while (left && decoder_run(d, &in, &left, &out, &room) == (size_t)-1) {
		/* The end of a sample may cut a sequence. */
		*bad += errno == EILSEQ || n < MEASURE_MAX;
		if (errno != EILSEQ)
			break;
		in += d->bad;
		left -= d->bad;
	}
	decoder_run(d, NULL, NULL, &out, &room);
	return out - text;
}

static u64 count_others(const char *p, size_t n)
{
	u64 count = 0;

	while (n--)
		count += (u8)*p++ >= 0xc0;
	return count;
}

u64 reading_hash(const void *bytes, size_t n)
{
	const u8 *p = bytes;
	u64 hash = n;

	while (n--)
		hash = (hash ^ *p++) * 0x100000001b3;
	return hash;
}

/* ASCII in a row that is measured, in a long text. */
#define ASCII_MAX 32

/* The first code points, at most MEASURE_MAX; of a text that is long, those of ASCII in part. */
static size_t points_of(const char *p, size_t n, bool is_long, u32 *cp)
{
	size_t count = 0, ascii = 0;
	u64 value = 0;
	int length;

	for (; n && count < MEASURE_MAX; p += length, n -= length) {
		length = utf8check_decode(NULL, p, n, true, &value, NULL);
		/* iconv passes some of what is ill-formed. */
		if (length < 1) {
			length = 1;
			continue;
		}
		ascii = value < 0x80 ? ascii + 1 : 0;
		if (!is_long || ascii <= ASCII_MAX)
			cp[count++] = value;
	}
	return count;
}

bool reading_take_in(struct reading *r, const char *label, const u8 *p, size_t n,
		     const struct measure_scope *scope)
{
	static u32 cp[MEASURE_MAX];
	struct decoder decoder;
	size_t made;
	u64 bad;

	if (!label || !decoder_open(&decoder, label))
		return false;
	made = decode(&decoder, p, n, &bad);
	decoder_close(&decoder);
	*r = (struct reading){
		.label = label, .text = reading_hash(text, made), .bad = bad,
		.others = count_others(text, made),
		.measure = measure_text(cp, points_of(text, made, n > MEASURE_MAX, cp),
					scope),
	};
	r->cost = r->measure.cost + bad * MEASURE_UNDEFINED;
	return true;
}

bool reading_take(struct reading *r, const char *label, const u8 *p, size_t n)
{
	return reading_take_in(r, label, p, n, NULL);
}

void reading_limit(struct measure_scope *scope, const char *label, const char *language)
{
	struct decoder decoder;
	u8 bytes[0x80];
	u32 cp[0x80];
	size_t n;
	u64 bad;

	for (n = 0; n < sizeof(bytes); n++)
		bytes[n] = 0x80 + n;
	n = 0;
	if (!language && decoder_open(&decoder, label)) {
		n = points_of(text, decode(&decoder, bytes, sizeof(bytes), &bad), false, cp);
		decoder_close(&decoder);
	}
	measure_limit(scope, cp, n, language);
}

bool reading_is_readable(const struct reading *r)
{
	const unsigned int letters = r->measure.letters;

	return letters && r->bad * 100 <= r->others && r->measure.odd * 20 <= letters;
}

static bool reads_well(struct reading *r, const char *label, const u8 *p, size_t n)
{
	return reading_take(r, label, p, n) && reading_is_readable(r);
}

const char *reading_label(const char *said, const u8 *p, size_t n)
{
	const char *label = reading_larger(said);
	struct reading r, western;

	if (!reads_well(&r, label, p, n)) {
		label = reader_of(said).windows;
		if (!reads_well(&r, label, p, n))
			return NULL;
	}
	if (reading_take(&western, "windows-1252", p, n) && !western.bad && western.text == r.text)
		return "windows-1252";
	return label;
}

bool reading_is_utf7(const u8 *p, size_t n)
{
	struct reading r;

	/* By chance, base64 of binary data decodes to Han. */
	return memchr(p, '+', n) && reading_take(&r, "UTF-7", p, n) && !r.bad && !r.measure.odd &&
	       r.measure.letters > 1 && r.measure.wides * 2 <= r.measure.letters;
}
