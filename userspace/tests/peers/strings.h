/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The files that these tests exchange with other programs.
 *
 * A file of strings holds for each string its length (32 bits) and its bytes; numbers
 * are little-endian.
 */
#ifndef TESTS_STRINGS_H
#define TESTS_STRINGS_H

#include <stdio.h>
#include "kunit/sample_coding.h"

/* No string is longer. */
#define STRING_MAX 4096

/* The offset of the first error where there is none. */
#define NO_ERROR 0xffffffffu

/* Says what failed and why (errno), and ends the program. */
void trouble(const char *what) __attribute__((noreturn));

/* They end the program where that fails. */
FILE *open_file(const char *path, const char *mode);
void close_file(FILE *f);

void put32(FILE *f, u32 value);
void put_string(FILE *f, const u8 *p, size_t n);

/* Return: false at the end. */
bool read_string(FILE *f, u8 *p, size_t *n);

/* The C library's iconv: from one encoding to another, until the program ends. */
void iconv_start(const char *from, const char *to);

/* Return: the offset of the first error; @out gets what was made before it, *@room bytes. */
u32 iconv_convert(const u8 *p, size_t n, u8 *out, size_t *room);

#endif /* TESTS_STRINGS_H */
