/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference: what the definitions say, in the simplest way.
 *
 * Written from the definitions alone: Unicode chapter 3 (Table 3-7, D76, D91, D93b),
 * RFC 3629, RFC 2279, UTR #26, WTF-8, Java's DataInput.  It shares no code and no table
 * with the core, only the types of the answers.  It allocates nothing and uses no
 * library, so that the KUnit suites, the tests in userspace and the fuzzer compare the
 * core with the same file.
 */
#ifndef U8C_REFERENCE_H
#define U8C_REFERENCE_H

#include "../module/core/u8c.h"

/**
 * u8c_ref_sequence() - as u8c_decode(), by the letter of the definitions
 * @c: how it is written
 * @p: the bytes
 * @n: how many, at least 1
 * @final: no byte can follow these
 * @cp: the code point, set when the sequence is well-formed
 * @e: the record but for its place, set when it is ill-formed
 *
 * Return: the length; 0 when it is ill-formed; -1 when that is undecided.
 */
int u8c_ref_sequence(const struct u8c_coding *c, const u8 *p, size_t n,
		     bool final, u64 *cp, struct utf8check_error *e);

/* As u8c_ref_sequence(), of UTF-8 as RFC 3629 has it. */
int u8c_ref_decode(const u8 *p, size_t n, bool final, u64 *cp, struct utf8check_error *e);

/**
 * u8c_ref_write() - as u8c_encode()
 * @c: how it is to be written
 * @cp: the code point
 * @out: room for eight bytes
 *
 * Return: the length; 0 when it cannot be written so.
 */
size_t u8c_ref_write(const struct u8c_coding *c, u64 cp, u8 *out);

/**
 * u8c_ref_errors() - every error of a whole text
 * @p: the text
 * @n: bytes
 * @e: room for records with offset, line and column
 * @room: how many records it holds
 *
 * Return: the number of errors, also of those without room.
 */
size_t u8c_ref_errors(const u8 *p, size_t n, struct utf8check_error *e, size_t room);

/**
 * u8c_ref_valid_up_to() - the well-formed prefix
 * @p: the text
 * @n: bytes
 *
 * Return: the length of the longest prefix of complete well-formed sequences.
 */
size_t u8c_ref_valid_up_to(const u8 *p, size_t n);

/* As u8c_differ(), by its definition: both texts are decoded from their start. */
void u8c_ref_differ(const struct u8c_coding *c, const u8 *a, size_t an,
		    const u8 *b, size_t bn, struct u8c_difference *d);

#endif /* U8C_REFERENCE_H */
