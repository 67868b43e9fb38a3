/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel's own code answers where it answers otherwise than the core.
 *
 * Both are asked about the same texts.  Where they differ the text must be of a
 * class that is known, by what the standard says of it; each class must occur,
 * and what the peer makes of the text must be what its class says.
 */
#ifndef U8C_PEERS_H
#define U8C_PEERS_H

#include "support.h"

/* Bytes of the longest text. */
#define U8C_PEER_TEXT 2100

/**
 * struct u8c_peer_class - texts of which a peer says something else
 *
 * @name: what they are.
 * @why: what the peer makes of them, and why that is wrong or not ours.
 */
struct u8c_peer_class {
	const char *name;
	const char *why;
};

/**
 * struct u8c_peer - a call that is asked, and what it is known for
 *
 * @test: the test.
 * @name: of the call.
 * @classes: the list; a class is a bit, as its place in it.
 * @many: how many.
 * @texts: asked about so far.
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
 * @same: it is the core's
 * @expected: it is what the list says of the text
 * @is: one bit for each class that the text is of
 * @p: the text
 * @n: its bytes
 *
 * Return: false when the test has failed.
 */
bool u8c_peer_judge(struct u8c_peer *peer, bool same, bool expected, u32 is,
		    const u8 *p, size_t n);

/* At the end: each class must have been found.  Says how often. */
void u8c_peer_end(struct u8c_peer *peer);

/**
 * u8c_peer_texts() - all texts that peers are asked about
 * @test: the test
 * @ask: asks about one; false ends it
 * @with: for @ask
 *
 * Every string of one and two bytes; longer ones of the bytes where a rule
 * changes; code points alone, all of planes 0, 1 and 14; the vectors; text by
 * chance that the forms have to do with, with errors in it; a run that is too
 * long.
 */
void u8c_peer_texts(struct kunit *test,
		    bool (*ask)(void *with, const u8 *p, size_t n), void *with);

#endif /* U8C_PEERS_H */
