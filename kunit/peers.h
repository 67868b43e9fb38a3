/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the kernel's own code gives other answers than the core.
 *
 * Both get the same texts.  Where their answers differ, the text must belong to a
 * known class of texts, and the peer's result must be the one that the class says.
 * Each class must occur.
 */
#ifndef U8C_PEERS_H
#define U8C_PEERS_H

#include "support.h"

/* Bytes of the longest text. */
#define U8C_PEER_TEXT 2100

/**
 * struct u8c_peer_class - texts for which a peer has another answer
 *
 * @name: what they are.
 * @why: what the peer makes of them, and why that is wrong or not ours.
 */
struct u8c_peer_class {
	const char *name;
	const char *why;
};

/**
 * struct u8c_peer - a call of the kernel, and its known differences
 *
 * @test: the test.
 * @name: name of the call.
 * @classes: the list; the class at place i has bit i.
 * @many: number of classes.
 * @texts: number of texts so far.
 * @found: differences so far, by the first class of the text.
 */
struct u8c_peer {
	struct kunit *test;
	const char *name;
	const struct u8c_peer_class *classes;
	unsigned int many;
	u64 texts;
	u64 found[8];
};

/**
 * u8c_peer_judge() - an answer of the peer
 * @peer: the peer
 * @same: the answer is the core's
 * @expected: the answer is the one that the list says for the text
 * @is: one bit for each class that the text belongs to
 * @p: the text
 * @n: its bytes
 *
 * Return: false when the test has failed.
 */
bool u8c_peer_judge(struct u8c_peer *peer, bool same, bool expected, u32 is,
		    const u8 *p, size_t n);

/* At the end: each class must have been found.  Logs how often. */
void u8c_peer_end(struct u8c_peer *peer);

/**
 * u8c_peer_texts() - all texts that are given to peers
 * @test: the test
 * @ask: asks about one text; false ends the test
 * @with: passed to @ask
 *
 * Every string of one and two bytes; longer ones of the bytes where a rule
 * changes; code points alone, all of planes 0, 1 and 14; the vectors; random
 * text that normalization is about, with errors in it; a run that is too long.
 */
void u8c_peer_texts(struct kunit *test,
		    bool (*ask)(void *with, const u8 *p, size_t n), void *with);

#endif /* U8C_PEERS_H */
