// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Guesses by ICU: where what uchardet says does not fit the text.  The names of ICU's
 * symbols end in its version.
 */
#include <stdint.h>
#include <stdio.h>
#include "base/file/late_library.h"
#include "feature/detect/icu_guess.h"

/* The versions of ICU that are looked for, the newest first. */
#define NEWEST 99
#define OLDEST 60

/* Guesses below this, of 100, are worth nothing. */
#define CONFIDENCE 15

static struct {
	void *(*open)(int *code);
	void (*set_text)(void *detector, const char *p, int32_t n, int *code);
	const void **(*detect_all)(void *detector, int32_t *found, int *code);
	const char *(*name)(const void *match, int *code);
	int32_t (*confidence)(const void *match, int *code);
} icu;

static const char *const functions[] = {
	"ucsdet_open", "ucsdet_setText", "ucsdet_detectAll", "ucsdet_getName",
	"ucsdet_getConfidence",
};

static int load_version(int version)
{
	char file[64], names[ARRAY_SIZE(functions)][64];
	const char *list[ARRAY_SIZE(functions) + 1] = { };
	size_t i;

	snprintf(file, sizeof(file), "libicui18n.so.%d", version);
	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		snprintf(names[i], sizeof(names[i]), "%s_%d", functions[i], version);
		list[i] = names[i];
	}
	return late_library_load(file, list, (void **)&icu);
}

static void *open_detector(void)
{
	static int version = NEWEST;
	static void *detector;
	int code = 0;

	while (!detector && version >= OLDEST && load_version(version))
		version--;
	if (!detector && version >= OLDEST)
		detector = icu.open(&code);
	return detector;
}

const char *icu_guess(const u8 *p, size_t n, unsigned int i)
{
	static const void **matches;
	static int32_t count;
	void *detector = open_detector();
	int code = 0;

	if (!detector)
		return NULL;
	if (!i) {
		icu.set_text(detector, (const char *)p, n, &code);
		matches = icu.detect_all(detector, &count, &code);
	}
	if (code > 0 || !matches || i >= (unsigned int)count ||
	    icu.confidence(matches[i], &code) < CONFIDENCE)
		return NULL;
	return icu.name(matches[i], &code);
}
