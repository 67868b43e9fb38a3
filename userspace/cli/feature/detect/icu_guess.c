// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Guesses by ICU: where what uchardet says does not fit the text.
 */
#include <stdint.h>
#include "base/file/late_library.h"
#include "feature/detect/guess.h"

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
	"ucsdet_getConfidence", NULL
};

static void *open_detector(void)
{
	static bool tried;
	static void *detector;
	int code = 0;

	if (!tried && !late_library_load_icu(functions, (void **)&icu))
		detector = icu.open(&code);
	tried = true;
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
