/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Byte order marks and other encoding signatures.
 */
#ifndef U8C_CODEC_BOM_H
#define U8C_CODEC_BOM_H

#include "codec/names.h"

/**
 * u8c_sniff() - the encoding of a text by its byte order mark
 * @p: the text's first bytes
 * @n: how many
 * @final: no byte can follow
 *
 * Return: enum utf8check_encoding, UTF8CHECK_ENCODING_UTF8 where there is no mark; -1 when that
 * depends on bytes that follow.  FF FE 00 00 is UTF-32 before it is UTF-16.
 */
int u8c_sniff(const u8 *p, size_t n, bool final);

/**
 * struct u8c_signature - how texts of an encoding begin
 *
 * @name: the encoding, as IANA or its standard names it.
 * @length: bytes of the signature.
 * @bytes: the signature.
 * @encoding: enum utf8check_encoding where a stream can read it and it is not UTF-8;
 *	else 0.
 */
struct u8c_signature {
	const char *name;
	u8 length;
	u8 bytes[4];
	u8 encoding;
};

/* Bytes of the longest signature: UTF8CHECK_ENCODING_AUTO needs no more to decide. */
#define U8C_SIGNATURE_MAX 4
/* Room for the longest name with its NUL. */
#define U8C_SIGNATURE_NAME 16

/* Ends in a signature of no bytes.  A longer signature is before its own prefix. */
extern const struct u8c_signature u8c_signatures[];

/**
 * u8c_signature_of() - how a text begins
 * @p: its first bytes
 * @n: how many; at least U8C_SIGNATURE_MAX, or all there are
 *
 * Return: the signature; NULL when there is none.
 */
const struct u8c_signature *u8c_signature_of(const u8 *p, size_t n);

#endif /* U8C_CODEC_BOM_H */
