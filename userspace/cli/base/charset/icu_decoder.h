/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Charsets that ICU reads.
 */
#ifndef CHARSET_ICU_DECODER_H
#define CHARSET_ICU_DECODER_H

#include "base/charset/decoder.h"

/* Return: the state of a text; NULL, and errno is ELIBACC where ICU is not installed. */
void *icu_decoder_open(const char *name);
void icu_decoder_close(void *text);

/* As decoder_run(). */
size_t icu_decoder_run(struct decoder *d, char **in, size_t *n, char **out, size_t *room);

#endif /* CHARSET_ICU_DECODER_H */
