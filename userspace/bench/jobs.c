// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names of jobs and sizes.
 */
#include <stdio.h>
#include <string.h>
#include "bench.h"

const char *job_name(unsigned int job)
{
	static const char *const names[] = {
		[VALIDATE] = "validate",
		[LATE_ERROR] = "error",
		[REPAIR_VALID] = "repair-valid",
		[REPAIR_RARE] = "repair-0.01%",
		[REPAIR_SOME] = "repair-1%",
		[REPAIR_MANY] = "repair-10%",
		[UTF16_TO_UTF8] = "utf16-utf8",
		[UTF8_TO_UTF16] = "utf8-utf16",
		[IS_NFC] = "is-nfc",
		[NFC_TO_NFC] = "nfc-nfc",
		[NFD_TO_NFC] = "nfd-nfc",
		[NFC_TO_NFD] = "nfc-nfd",
		[NFD_TO_NFD] = "nfd-nfd",
		[DEVICE] = "device",
		[SESSION] = "session",
	};

	return job < U8C_ARRAY_SIZE(names) ? names[job] : NULL;
}

const char *family_name(enum family family)
{
	static const char *const names[] = {
		[ASCII] = "ASCII", [SCRIPT] = "script", [MIXED] = "mixed",
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
