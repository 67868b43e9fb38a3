// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What vectors look up: a bit for each block of code points, and for each code point.
 */
#include <stdio.h>
#include <stdlib.h>
#include "normalization.h"
#include "../../module/core/normalize/data.h"

static uint8_t block_doubts[U8C_FORMS * U8C_BLOCK_DOUBTS];
static uint8_t block_stops[U8C_FORMS * U8C_BLOCK_DOUBTS];
static uint8_t lead_doubts[U8C_FORMS * 64], second_doubts[U8C_FORMS * 64];
static uint8_t active_leads[U8C_FORMS * 64];
static uint64_t third_doubts[256];
static unsigned int third_count = 1;	/* 0 is no doubt */
static uint64_t points_of[U8C_BLOCK_BITS * U8C_FORMS];

static bool is_doubtful(unsigned int form, uint32_t cp, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i += BLOCK)
		if (!(class_index[(cp + i) / BLOCK] & U8C_BLOCK_PASSES(form)))
			return true;
	return false;
}

/* Is each code point of a block a starter that stops the form? */
static bool stops_all(unsigned int form, uint32_t cp)
{
	unsigned int i;
	uint32_t bits;

	for (i = 0; i < BLOCK; i++) {
		bits = class_bits[class_of[cp + i]];
		if (bits & U8C_CCC_BITS || !(bits & U8C_STOP(form)))
			return false;
	}
	return true;
}

/* Which word has the doubts of the third bytes after F0 and a second byte. */
static uint8_t third_word(unsigned int form, uint32_t cp)
{
	unsigned int i;
	uint64_t bits = 0;

	for (i = 0; i < 64; i++)
		if (is_doubtful(form, cp + i * BLOCK, BLOCK))
			bits |= 1ull << i;
	for (i = 0; i < third_count; i++)
		if (third_doubts[i] == bits)
			return i;
	if (third_count == 256)
		die("too many kinds of third bytes");
	third_doubts[third_count++] = bits;
	return i;
}

/* What ends a form's way over a text by looking at a lead and a second byte. */
static void make_doubts(void)
{
	unsigned int form, i;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		uint8_t *blocks = block_doubts + form * U8C_BLOCK_DOUBTS;
		uint8_t *stops = block_stops + form * U8C_BLOCK_DOUBTS;
		uint8_t *leads = lead_doubts + form * 64;
		uint8_t *seconds = second_doubts + form * 64;

		if (is_doubtful(form, 0, BLOCK))
			die("form %u: a doubt below U+0040", form);
		for (i = 0; i < BMP_BLOCKS; i++)
			if (is_doubtful(form, i * BLOCK, BLOCK))
				blocks[i / 8] |= 1 << i % 8;
		for (i = 0; i < BMP_BLOCKS; i++)
			if (stops_all(form, i * BLOCK))
				stops[i / 8] |= 1 << i % 8;
		for (i = 2; i < 32; i++)
			leads[i] = is_doubtful(form, i * BLOCK, BLOCK) ? 255 : 0;
		for (i = 1; i <= 4; i++)
			leads[0x30 + i] = is_doubtful(form, i << 18,
				i < 4 ? 1 << 18 : 1 << 16) ? 255 : 0;
		for (i = 16; i < 64; i++)
			seconds[i] = third_word(form, i << 12);
	}
}

/* For each block of the leaf: nonstarters, and what stops each form. */
static void make_points(void)
{
	unsigned int at, form;

	for (at = 0; at < class_used; at++) {
		uint32_t bits = class_bits[class_leaf[at]];
		uint64_t *points = points_of + at / BLOCK * U8C_FORMS;

		if (bits & U8C_CCC_BITS)
			points[0] |= 1ull << at % BLOCK;
		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
			if (bits & U8C_STOP(form))
				points[form] |= 1ull << at % BLOCK;
	}
}

static uint8_t candidate_row[256];
static uint64_t candidate_rows[U8C_FORMS * U8C_CANDIDATE_ROWS];

/* The bits of a lead's row. */
static uint64_t candidate_bits(unsigned int form, unsigned int lead)
{
	unsigned int at, i;
	uint64_t bits = 0;

	if (lead < 0xc2 || lead > 0xf4)
		return 0;
	if (lead < 0xe0) {
		at = class_index[lead & 0x1f] & U8C_BLOCK_BITS;
		return points_of[at * U8C_FORMS] |
		       points_of[at * U8C_FORMS + form];
	}
	for (i = 0; i < 64; i++) {
		unsigned int first = lead < 0xf0 ? (lead & 0xf) << 12 | i << 6 :
			(lead & 7) << 18 | i << 12;
		unsigned int count = lead < 0xf0 ? BLOCK : BLOCK * 64;

		if (first < CODE_POINTS && is_doubtful(form, first, count))
			bits |= 1ull << i;
	}
	return bits;
}

static void make_rows(void)
{
	unsigned int form, byte;

	for (byte = 0; byte < 256; byte++)
		candidate_row[byte] = byte >= 0xc0 ? byte - 0xc0 + 1 : 0;
	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		uint64_t *rows = candidate_rows + form * U8C_CANDIDATE_ROWS;

		for (byte = 0xc0; byte < 256; byte++) {
			rows[candidate_row[byte]] = candidate_bits(form, byte);
			if (rows[candidate_row[byte]])
				active_leads[form * 64 + byte - 0xc0] = 255;
		}
	}
}

void write_vectors(void)
{
	make_doubts();
	make_points();
	make_rows();
	WRITE("u8", "block_doubts", "%u", block_doubts, sizeof(block_doubts));
	WRITE("u8", "block_stops", "%u", block_stops, sizeof(block_stops));
	WRITE("u8", "lead_doubts", "%u", lead_doubts, sizeof(lead_doubts));
	WRITE("u8", "second_doubts", "%u", second_doubts, sizeof(second_doubts));
	WRITE("u8", "active_leads", "%u", active_leads, sizeof(active_leads));
	WRITE("u64", "third_doubts", "0x%llxull", (unsigned long long *)third_doubts, third_count);
	WRITE("u64", "block_points", "0x%llxull",
	      (unsigned long long *)points_of,
	      class_used / BLOCK * U8C_FORMS);
	WRITE("u8", "candidate_row", "%u", candidate_row, sizeof(candidate_row));
	WRITE("u64", "candidate_rows", "0x%llxull", (unsigned long long *)candidate_rows,
	      sizeof(candidate_rows) / 8);
}
