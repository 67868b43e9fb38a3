// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The jobs, one in each row, and the names of families and sizes.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

/* Bytes of slices; 0 ends them. */
#define SIZES(...) ((const size_t[]){ __VA_ARGS__, 0 })
#define ONE_SIZE SIZES(64 << 10)
#define TWO_SIZES SIZES(64 << 10, 2 << 20)
/* Short strings matter too; and of text of 2 MiB branch predictors learn little. */
#define ALL_SIZES \
	SIZES(8, 16, 32, 64, 96, 128, 256, 1 << 10, 4 << 10, 64 << 10, 2 << 20)
#define NAME_SIZES SIZES(8, 16, 24, 31, 64)
#define PATH_SIZES SIZES(45, 60)

const struct job_kind job_kinds[JOBS] = {
	[VALIDATE] = { "validate", AS_IS, TRUTH, ALL_SIZES },
	[LATE_ERROR] = { "error", BAD_END, NUMBER, TWO_SIZES },
	[REPAIR_VALID] = { "repair-valid", AS_IS, REPAIRED, TWO_SIZES },
	[REPAIR_RARE] = { "repair-0.01%", BAD_BYTES, REPAIRED, TWO_SIZES, .one_of = 10000 },
	[REPAIR_SOME] = { "repair-1%", BAD_BYTES, REPAIRED, ONE_SIZE, .one_of = 100 },
	[REPAIR_MANY] = { "repair-10%", BAD_BYTES, REPAIRED, ONE_SIZE, .one_of = 10 },
	[REPAIR_ALL] = { "repair-100%", BAD_BYTES, REPAIRED, ONE_SIZE, .one_of = 1 },
	[UTF16_TO_UTF8] = { "utf16-utf8", AS_UTF16LE, BYTES, TWO_SIZES },
	[UTF8_TO_UTF16] = { "utf8-utf16", AS_IS, BYTES, TWO_SIZES },
	[UTF32_TO_UTF8] = { "utf32-utf8", AS_UTF32LE, BYTES, TWO_SIZES },
	[UTF8_TO_UTF32] = { "utf8-utf32", AS_IS, BYTES, TWO_SIZES },
	[IS_NFC] = { "is-nfc", AS_NFC, TRUTH, TWO_SIZES },
	[NFC_TO_NFC] = { "nfc-nfc", AS_NFC, BYTES, TWO_SIZES, .form = UTF8CHECK_FORM_NFC },
	[NFD_TO_NFC] = { "nfd-nfc", AS_NFD, BYTES, ONE_SIZE, .form = UTF8CHECK_FORM_NFC },
	[NFC_TO_NFD] = { "nfc-nfd", AS_NFC, BYTES, ONE_SIZE, .form = UTF8CHECK_FORM_NFD },
	[NFD_TO_NFD] = { "nfd-nfd", AS_NFD, BYTES, ONE_SIZE, .form = UTF8CHECK_FORM_NFD },
	[NFKC_CASEFOLD] = { "nfkc-casefold", AS_IS, BYTES, ONE_SIZE,
			    .form = UTF8CHECK_FORM_NFKC_CASEFOLD },
	[STREAM_NFC] = { "stream-nfc", AS_NFC, TRUTH, ONE_SIZE },
	[STREAM_FORBID] = { "stream-forbid", FORBIDDEN_END, NUMBER, ONE_SIZE },
	[STREAM_RECORDS] = { "stream-records", BAD_BYTES, NUMBER, ONE_SIZE, .one_of = 1 },
	[NAME] = { "name", AS_NAME, NUMBER, NAME_SIZES, .most = NAME_MAX },
	[PATH] = { "path", AS_PATH, NUMBER, PATH_SIZES, .most = PATH_MAX - 1 },
	[DETECT] = { "detect", AS_IS, NUMBER, SIZES(4 << 20) },
	[STATS] = { "stats", AS_IS, NUMBER, SIZES(4 << 20) },
	[DEVICE] = { "device", AS_IS, NUMBER, ONE_SIZE },
	[SESSION] = { "session", AS_IS, TRUTH, ONE_SIZE },
};

const char *job_name(unsigned int job)
{
	return job < JOBS ? job_kinds[job].name : NULL;
}

const char *family_name(enum family family)
{
	static const char *const names[] = {
		[ASCII] = "ASCII", [SCRIPT] = "script", [MIXED] = "mixed",
		[FOUND] = "found",
	};

	return names[family];
}

const char *size_name(size_t size)
{
	static char name[32];

	if (size >= 1 << 20 && size % (1 << 20) == 0)
		snprintf(name, sizeof(name), "%zuM", size >> 20);
	else if (size >= 1024 && size % 1024 == 0)
		snprintf(name, sizeof(name), "%zuK", size >> 10);
	else
		snprintf(name, sizeof(name), "%zu", size);
	return name;
}

bool is_among(const char *word, size_t n, const char *words)
{
	size_t length;

	for (; *words; words += length + (words[length] == ' ')) {
		length = strcspn(words, " ");
		if (length == n && !memcmp(words, word, n))
			return true;
	}
	return false;
}
