/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The search for a ".." that some decoder reads and the bytes do not show, part
 * by part.  Private to the core, but for the size of its state.
 */
#ifndef U8C_NAME_HIDDEN_DOTDOT_H
#define U8C_NAME_HIDDEN_DOTDOT_H

#include "name/readings.h"

/* A step takes 1 to 13 bytes, so all readings stand at 14 offsets; 16 are faster to number. */
#define U8C_DOTDOT_RING 16

/**
 * struct u8c_dotdot_place - the states in which readings stand at one offset
 *
 * @origin: by how many dots were read (0 to 2) and whether something was not
 *	plain (1) or all was (0): where the component began, the first if it
 *	differs between readings.
 * @other: some reading is in a component that cannot become "..".
 */
struct u8c_dotdot_place {
	u32 origin[3][2];
	bool other;
};

/**
 * struct u8c_dotdot - a search and how far it has come
 *
 * @p: the bytes of a name or path.
 * @n: how many, at most U8C_SCAN_MAX.
 * @at: the offset of the readings that are advanced next.
 * @each: each decoder reads alone; before that all of them together.
 * @decoder: the first that reads the component as ".."; UTF8CHECK_DECODER_ANY for none alone.
 * @first: what all decoders together have found.
 * @found: where the first component begins that some reading takes for "..".
 * @next: where each decoder stands.
 * @ring: the readings by their offset, modulo the size of the ring; then by decoder.
 */
struct u8c_dotdot {
	const u8 *p;
	u32 n;
	u32 at;
	bool each;
	u8 decoder;
	u32 first;
	u32 found;
	u32 next[UTF8CHECK_DECODER_ANY];
	struct u8c_dotdot_place ring[U8C_DOTDOT_RING];
};

void u8c_dotdot_begin(struct u8c_dotdot *w, const u8 *p, size_t n);

/* Searches @bytes more.  Return: true at the end of the search. */
bool u8c_dotdot_step(struct u8c_dotdot *w, size_t bytes);

/*
 * The result of a search at its end.  Return: the decoder, and @offset is set;
 * UTF8CHECK_DECODER_NONE.
 */
enum utf8check_decoder u8c_dotdot_found(const struct u8c_dotdot *w, u64 *offset);

#endif /* U8C_NAME_HIDDEN_DOTDOT_H */
