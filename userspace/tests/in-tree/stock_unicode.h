/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * fs/unicode of the kernel's source, with a prefix.
 */
#ifndef STOCK_UNICODE_H
#define STOCK_UNICODE_H

#include <linux/unicode.h>

typedef int make_fn(const struct unicode_map *um, const struct qstr *str,
		    unsigned char *dest, size_t dlen);
typedef int compare_fn(const struct unicode_map *um, const struct qstr *s1,
		       const struct qstr *s2);
typedef int hash_fn(const struct unicode_map *um, const void *salt, struct qstr *str);

make_fn stock_utf8_normalize, stock_utf8_casefold;
compare_fn stock_utf8_strncmp, stock_utf8_strncasecmp, stock_utf8_strncasecmp_folded;
hash_fn stock_utf8_casefold_hash;

/* Room for a struct utf8cursor of either. */
union cursor {
	unsigned long words[64];
};

typedef int begin_fn(union cursor *c, const struct unicode_map *um,
		     enum utf8_normalization n, const char *s, size_t len);
typedef int byte_fn(union cursor *c);
typedef ssize_t length_fn(const struct unicode_map *um, enum utf8_normalization n,
			  const char *s, size_t len);

begin_fn utf8ncursor, stock_utf8ncursor;
byte_fn utf8byte, stock_utf8byte;
length_fn utf8nlen, stock_utf8nlen;

int stock_utf8_validate(const struct unicode_map *um, const struct qstr *str);
struct unicode_map *stock_utf8_load(unsigned int version);
void stock_utf8_unload(struct unicode_map *um);

#endif /* STOCK_UNICODE_H */
