// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * ICU's opinion of CESU-8, where ICU is there (WITH_ICU).
 *
 * ICU reads the three bytes of a surrogate as a unit of UTF-16 and does not ask
 * whether the surrogate stands alone; this file asks.
 */
#include <stdlib.h>
#include "decoders.h"

#ifdef WITH_ICU
#include <unicode/ucnv.h>

static struct UConverter *converter;

static u32 bytes_of(UChar unit)
{
	return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}

static bool is_high(UChar unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(UChar unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

/* The units as code points, up to a surrogate that stands alone. */
static void join(const UChar *u, size_t n, struct answer *a)
{
	u32 at = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		u64 cp = u[i];

		if (is_low(u[i]) ||
		    (is_high(u[i]) && !(i + 1 < n && is_low(u[i + 1])))) {
			a->offset = at;
			return;
		}
		at += bytes_of(u[i]);
		if (is_high(u[i])) {
			i++;
			cp = 0x10000 + ((cp - 0xd800) << 10) + (u[i] - 0xdc00);
			at += 3;
		}
		a->points[a->many++] = cp;
	}
}

static void decode(const u8 *p, size_t n, struct answer *a)
{
	const char *in = (const char *)p;
	UErrorCode status = U_ZERO_ERROR;
	UChar units[2 * STRING_MAX], *to = units;
	char bad[32];
	int8_t length = sizeof(bad);

	ucnv_resetToUnicode(converter);
	ucnv_toUnicode(converter, &to, units + 2 * STRING_MAX, &in,
		       (const char *)p + n, NULL, true, &status);
	a->many = 0;
	a->offset = NO_ERROR;
	if (U_FAILURE(status)) {
		UErrorCode ignored = U_ZERO_ERROR;

		ucnv_getInvalidChars(converter, bad, &length, &ignored);
		a->offset = in - (const char *)p - length;
	}
	join(units, to - units, a);
}

decoder_fn decoders_icu_start(void)
{
	UErrorCode status = U_ZERO_ERROR;

	converter = ucnv_open("CESU-8", &status);
	if (U_FAILURE(status))
		trouble("ICU has no CESU-8");
	ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL,
			    NULL, &status);
	return decode;
}

#else

decoder_fn decoders_icu_start(void)
{
	fputs("decoders: built without ICU\n", stderr);
	exit(2);
}

#endif
