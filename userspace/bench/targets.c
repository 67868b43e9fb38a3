// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The targets: a row for a job, a kind of text, and one of our implementations.
 *
 * Each text counts the same in a mean.
 */
#include "target.h"

#define A (1u << ASCII)
#define S (1u << SCRIPT)
#define M (1u << MIXED)
#define F (1u << FOUND)
#define ANY ANY_FAMILY

#define K64 (64u << 10)
#define M2 (2u << 20)
#define M4 (4u << 20)

/* Our names: of several, the first that is here, as the library would choose. */
#define AVX512 "avx512"
#define AVX2 "avx2"
#define PLAIN "bmi2 scalar"	/* without vector registers */

/* Peers: the fastest of them counts, text by text. */
#define VALIDATORS "simdutf is_utf8 simdutf8"
#define TRANSCODERS "simdutf ICU iconv glib"
#define FORMS "ICU glib ICU4X StringZilla xxUTF simd-normalizer"
#define REPAIRERS "simdutf find-and-copy ICU glib Rust"

/* How many times as fast as the peers: in the mean, and for each text. */
#define WANT(job, families, size, ours, peers, mean, worst) \
	{ job, families, size, ours, peers, mean, worst, 0, 0 }
/* Nanoseconds of a call, for each text. */
#define CALL(job, families, size, limit) \
	{ job, families, size, PLAIN, NULL, 0, 1, limit, 0 }
/* GB/s, for each text. */
#define RATE(job, size, ours, limit) \
	{ job, ANY, size, ours, NULL, 0, 1, 0, limit }
/*
 * Strangers' texts: of a pool that the branch predictor has learnt, and of 2 MiB that it
 * has not.  A text at 0.98 counts as equal.
 */
#define STRANGERS_OF(job, size, peers, mean, worst) \
	WANT(job, F, size, AVX512, peers, mean, worst), \
	WANT(job, F, size, AVX2, peers, mean, worst)
#define STRANGERS(job, peers, learnt, unlearnt) \
	STRANGERS_OF(job, K64, peers, learnt, 0.98), \
	STRANGERS_OF(job, M2, peers, unlearnt, 0.98)

/* What an error at the end costs. */
#define LATE(ours) \
	{ LATE_ERROR, ANY, K64, ours, NULL, 0.95, 0, 0, 0 }

/* Short strings of ASCII, and others. */
#define BRIEF_ASCII(size) \
	WANT(VALIDATE, A, size, AVX512, VALIDATORS, 1, 0), \
	WANT(VALIDATE, A, size, AVX2, VALIDATORS, 1, 0)
#define BRIEF(size) \
	WANT(VALIDATE, S | M, size, AVX512, VALIDATORS, 1, 0), \
	WANT(VALIDATE, S | M, size, PLAIN, "DFA", 1, 0)

#define REPAIR(job, mean) \
	WANT(job, ANY, K64, AVX512, REPAIRERS, mean, 1), \
	WANT(job, ANY, K64, AVX2, REPAIRERS, 1, 0), \
	WANT(job, ANY, K64, PLAIN, "Rust", 1.5, 0)

#define TRANSCODE(job) \
	WANT(job, ANY, K64, AVX512, TRANSCODERS, 0, 1), \
	WANT(job, ANY, K64, AVX2, TRANSCODERS, 0, 0.9), \
	UNLEARNT(job), \
	STRANGERS_OF(job, K64, TRANSCODERS, 1.25, 0.98), \
	WANT(job, ANY, K64, PLAIN, "iconv", 3, 0)
/* Text that no branch predictor has learnt. */
#define UNLEARNT(job) \
	WANT(job, ANY, M2, AVX512, TRANSCODERS, 1.25, 0.98), \
	WANT(job, ANY, M2, AVX2, TRANSCODERS, 1.25, 0.98)

/* Text that is in the form already: of one script, mixed, ASCII. */
#define IN_FORM(job, script, mixed) \
	WANT(job, S, K64, AVX512, FORMS, script, 0), \
	WANT(job, M, K64, AVX512, FORMS, mixed, 1), \
	WANT(job, A, K64, AVX512, FORMS, 1, 0), \
	WANT(job, S, K64, AVX2, FORMS, 2, 0), \
	WANT(job, M, K64, AVX2, FORMS, 1.5, 0), \
	WANT(job, A, K64, AVX2, FORMS, 1, 0)
#define INTO_FORM(job) \
	WANT(job, S | A, K64, AVX512, FORMS, 2, 1), \
	WANT(job, M, K64, AVX512, FORMS, 2.5, 1), \
	WANT(job, ANY, K64, AVX2, FORMS, 1.5, 0)
#define PLAIN_FORM(job) \
	WANT(job, ANY, K64, PLAIN, "ICU", 1, 0), \
	WANT(job, ANY, K64, PLAIN, "OpenZFS", 8, 0), \
	WANT(job, ANY, K64, PLAIN, "fs/unicode", 35, 0)

#define STREAM(job, limit) \
	RATE(job, K64, AVX512, limit), RATE(job, K64, AVX2, limit)

const struct target targets[] = {
	WANT(VALIDATE, S, K64, AVX512, VALIDATORS, 1.6, 1.5),
	WANT(VALIDATE, S, K64, AVX2, VALIDATORS, 1.2, 1.05),
	WANT(VALIDATE, M, K64, AVX512, VALIDATORS, 1.5, 1.1),
	WANT(VALIDATE, M, K64, AVX2, VALIDATORS, 1.2, 1),
	WANT(VALIDATE, M, M2, AVX512, VALIDATORS, 1.5, 0),
	STRANGERS(VALIDATE, VALIDATORS, 1.3, 1.4),
	STRANGERS(LATE_ERROR, VALIDATORS, 1.3, 1.4),
	WANT(VALIDATE, A, K64, AVX512, VALIDATORS, 1.1, 0),
	WANT(VALIDATE, A, K64, AVX2, VALIDATORS, 1.1, 0),
	WANT(VALIDATE, S, K64, PLAIN, "DFA", 1.05, 1),
	WANT(VALIDATE, M, K64, PLAIN, "DFA", 1.05, 1),
	WANT(VALIDATE, S | M, K64, PLAIN, "Rust", 0, 1.9),
	WANT(VALIDATE, S | M, K64, PLAIN, "fs/unicode", 0, 27),
	WANT(VALIDATE, A, K64, PLAIN, "read", 0.75, 0),
	BRIEF_ASCII(8), BRIEF_ASCII(16), BRIEF_ASCII(32), BRIEF_ASCII(64),
	BRIEF_ASCII(96), BRIEF_ASCII(128), BRIEF_ASCII(256),
	WANT(VALIDATE, A, 8, PLAIN, "DFA", 1 / 1.1, 0),
	WANT(VALIDATE, A, 16, PLAIN, "DFA", 1, 0),
	WANT(VALIDATE, A, 32, PLAIN, "DFA", 1, 0),
	WANT(VALIDATE, A, 64, PLAIN, "DFA", 1, 0),
	BRIEF(8), BRIEF(16), BRIEF(32), BRIEF(64),
	LATE(AVX512), LATE(AVX2), LATE("bmi2"), LATE("scalar"),
	REPAIR(REPAIR_VALID, 1.6), REPAIR(REPAIR_RARE, 1.8),
	STRANGERS(REPAIR_VALID, REPAIRERS, 1.1, 1.1),
	STRANGERS(REPAIR_RARE, REPAIRERS, 1.1, 1.1),
	REPAIR(REPAIR_SOME, 1.6), REPAIR(REPAIR_MANY, 2.5), REPAIR(REPAIR_ALL, 1),
	/* 20 ns for each bad byte. */
	RATE(REPAIR_ALL, K64, AVX512, 0.05), RATE(REPAIR_ALL, K64, AVX2, 0.05),
	RATE(REPAIR_ALL, K64, PLAIN, 0.05),
	/* 30 ns for each bad byte. */
	STREAM(STREAM_RECORDS, 1 / 30.0), RATE(STREAM_RECORDS, K64, PLAIN, 1 / 30.0),
	WANT(UTF16_TO_UTF8, ANY, K64, AVX512, TRANSCODERS, 1.2, 1),
	WANT(UTF16_TO_UTF8, ANY, K64, AVX2, TRANSCODERS, 1, 0),
	UNLEARNT(UTF16_TO_UTF8),
	STRANGERS_OF(UTF16_TO_UTF8, K64, TRANSCODERS, 1.25, 0.98),
	WANT(UTF16_TO_UTF8, ANY, K64, PLAIN, "ICU", 1, 0),
	WANT(UTF16_TO_UTF8, ANY, K64, PLAIN, "iconv", 3, 0),
	TRANSCODE(UTF8_TO_UTF16), TRANSCODE(UTF32_TO_UTF8), TRANSCODE(UTF8_TO_UTF32),
	IN_FORM(IS_NFC, 3.5, 2.5),
	STRANGERS(IS_NFC, FORMS, 2, 2),
	WANT(IS_NFC, ANY, K64, PLAIN, "xxUTF", 1, 0),
	WANT(IS_NFC, ANY, K64, PLAIN, "ICU", 1.1, 0),
	IN_FORM(NFC_TO_NFC, 3, 2), PLAIN_FORM(NFC_TO_NFC),
	STRANGERS(NFC_TO_NFC, FORMS, 2, 2),
	INTO_FORM(NFD_TO_NFC), PLAIN_FORM(NFD_TO_NFC),
	STRANGERS_OF(NFD_TO_NFC, K64, FORMS, 2, 0.98),
	INTO_FORM(NFC_TO_NFD), PLAIN_FORM(NFC_TO_NFD),
	STRANGERS_OF(NFC_TO_NFD, K64, FORMS, 1.6, 0.98),
	INTO_FORM(NFD_TO_NFD), PLAIN_FORM(NFD_TO_NFD),
	STRANGERS_OF(NFD_TO_NFD, K64, FORMS, 1.6, 0.98),
	STRANGERS_OF(NFKC_CASEFOLD, K64, "ICU", 3, 2),
	WANT(NFKC_CASEFOLD, A, K64, AVX512, FORMS, 1, 0),
	WANT(NFKC_CASEFOLD, A, K64, AVX2, FORMS, 1, 0),
	WANT(NFKC_CASEFOLD, S | M, K64, AVX512, "ICU", 3, 0),
	WANT(NFKC_CASEFOLD, S | M, K64, AVX2, "ICU", 3, 0),
	WANT(NFKC_CASEFOLD, ANY, K64, PLAIN, "ICU", 1, 0),
	STREAM(STREAM_FORBID, 1), STREAM(STREAM_NFC, 1),
	CALL(NAME, A, 8, 8), CALL(NAME, A, 16, 10), CALL(NAME, A, 31, 14),
	CALL(NAME, A, 64, 20), CALL(NAME, S, 24, 50),
	CALL(PATH, A, 45, 40), CALL(PATH, A, 60, 50),
	/* A gigabyte of a file that is not small: in 1 s, and in 1.5 s. */
	RATE(DETECT, M4, AVX512 " " AVX2 " " PLAIN, 1),
	RATE(STATS, M4, AVX512 " " AVX2 " " PLAIN, 1 / 1.5),
	WANT(DEVICE, ANY, K64, "device", "tmpfs", 0, 1.2),
	WANT(DEVICE, ANY, K64, "device", "pipe", 0, 1.4),
	{ }
};
