// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How libFuzzer changes an input: half of the time as it always does, else by what an
 * input means.  Then one of the first bytes changes alone, or a sequence is put into
 * the text, taken out of it, repeated or cut short.
 */
#include "fuzz.h"

/* As in fuzz.c: the bytes before the text. */
#define HEAD 14
#define LONGEST_PIECE 16

/* The bytes from @at to the next one that is no continuation. */
static size_t sequence(const u8 *p, size_t n, size_t at)
{
	size_t end = at + 1;

	while (end < n && (p[end] & 0xc0) == 0x80)
		end++;
	return end - at;
}

/* Puts @more bytes at @at.  Return: the new length; the old one if there is no room. */
static size_t insert(u8 *data, size_t n, size_t room, struct u8c_text more)
{
	size_t at = HEAD + fuzz_chance(n - HEAD + 1);

	if (more.n > room - n)
		return n;
	memmove(data + at + more.n, data + at, n - at);
	memcpy(data + at, more.p, more.n);
	return n + more.n;
}

static size_t insert_piece(u8 *data, size_t n, size_t room)
{
	u8 which = fuzz_chance(256), piece[LONGEST_PIECE];

	return insert(data, n, room, u8c_text(piece, fuzz_spell(&which, 1, piece, sizeof(piece))));
}

static size_t repeat_sequence(u8 *data, size_t n, size_t room)
{
	size_t at = HEAD + fuzz_chance(n - HEAD), length = sequence(data, n, at);
	u8 copy[LONGEST_PIECE];

	if (length > sizeof(copy))
		return n;
	memcpy(copy, data + at, length);
	return insert(data, n, room, u8c_text(copy, length));
}

/* Takes out a sequence, or its last byte. */
static size_t cut(u8 *data, size_t n)
{
	size_t at = HEAD + fuzz_chance(n - HEAD), length = sequence(data, n, at);

	if (fuzz_chance(2)) {
		at += length - 1;
		length = 1;
	}
	memmove(data + at, data + at + length, n - at - length);
	return n - length;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t n, size_t room, unsigned int seed)
{
	fuzz_random.state = seed;
	if (n < HEAD || n > room || fuzz_chance(2))
		return LLVMFuzzerMutate(data, n, room);
	switch (fuzz_chance(n > HEAD ? 4 : 2)) {
	case 0:
		data[fuzz_chance(HEAD)] = fuzz_chance(256);
		return n;
	case 1:
		return insert_piece(data, n, room);
	case 2:
		return repeat_sequence(data, n, room);
	default:
		return cut(data, n);
	}
}
