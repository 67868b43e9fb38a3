/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The benchmark of normalization: who runs, and what it does.
 */
#ifndef BENCH_FORMS_H
#define BENCH_FORMS_H

#include <stddef.h>
#include <stdint.h>

/* What is asked; the last four make a text out of a text in another form. */
enum job { CHECK_NFC, NFC_TO_NFC, NFD_TO_NFC, NFC_TO_NFD, NFD_TO_NFD, JOBS };

/* A text becomes at most so many times as long under NFD. */
#define FORMS_GROWTH 4
#define FORMS_TEXT_MAX 65536

/*
 * Return: the bytes of the result, which are written to @out where there is
 * room for FORMS_GROWTH times @n; of a check a truth value.
 */
typedef size_t (*job_fn)(const uint8_t *p, size_t n, uint8_t *out);

/**
 * struct normalizer - one who does these jobs
 *
 * @name: whose.
 * @check: is it NFC?  NULL for one that has no such call.
 * @nfc: makes NFC.
 * @nfd: makes NFD.
 * @absent: why it is not here; NULL where it is.
 */
struct normalizer {
	const char *name;
	job_fn check;
	job_fn nfc;
	job_fn nfd;
	const char *absent;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct normalizer bench_icu, bench_utf8proc, bench_glib,
	bench_unistring;

#ifdef __cplusplus
}
#endif

#endif /* BENCH_FORMS_H */
