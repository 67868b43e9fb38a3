// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * ICU's normalizer of UTF-8, which only C++ has.
 */
#include "forms.h"

#ifdef WITH_ICU

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

using icu::Normalizer2;

static const Normalizer2 *instance(bool composes)
{
	UErrorCode code = U_ZERO_ERROR;

	return composes ? Normalizer2::getNFCInstance(code) :
			  Normalizer2::getNFDInstance(code);
}

static const Normalizer2 *nfc = instance(true), *nfd = instance(false);

static icu::StringPiece piece(const uint8_t *p, size_t n)
{
	return icu::StringPiece(reinterpret_cast<const char *>(p), (int32_t)n);
}

static size_t check(const uint8_t *p, size_t n, uint8_t *)
{
	UErrorCode code = U_ZERO_ERROR;

	return nfc->isNormalizedUTF8(piece(p, n), code);
}

static size_t make(const Normalizer2 *form, const uint8_t *p, size_t n,
		   uint8_t *out)
{
	UErrorCode code = U_ZERO_ERROR;
	icu::CheckedArrayByteSink sink(reinterpret_cast<char *>(out),
				       (int32_t)(n * FORMS_GROWTH));

	form->normalizeUTF8(0, piece(p, n), sink, nullptr, code);
	return sink.NumberOfBytesAppended();
}

static size_t make_nfc(const uint8_t *p, size_t n, uint8_t *out)
{
	return make(nfc, p, n, out);
}

static size_t make_nfd(const uint8_t *p, size_t n, uint8_t *out)
{
	return make(nfd, p, n, out);
}

extern "C" const struct normalizer bench_icu = {
	"ICU", check, make_nfc, make_nfd, nullptr,
};

#else

extern "C" const struct normalizer bench_icu = {
	"ICU", nullptr, nullptr, nullptr, "apt-get install libicu-dev g++",
};

#endif
