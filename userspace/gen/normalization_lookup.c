// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The tables that say what a form does with a code point: its class, and its record.
 * What the core takes for granted about the data is proved here for every code point,
 * so that a version of Unicode that breaks it makes no tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "normalization.h"
#include "../../module/core/normalize/lookup.h"

uint8_t class_of[CODE_POINTS];
uint32_t class_bits[256];
static unsigned int classes;

static uint16_t record_of[CODE_POINTS];
static uint8_t pool[65536];
static unsigned int pool_used = 2;	/* 0 is no record */
static uint32_t patterns[256];
static unsigned int pattern_count;

/* Tables of blocks: where each block of 64 code points begins in the leaves. */
uint16_t class_index[BLOCKS];
static uint16_t record_index[BLOCKS];
uint8_t class_leaf[65536];
static uint16_t record_leaf[65536];
unsigned int class_used;
static unsigned int record_used;

bool decomposed_only;
unsigned int bytes;

static bool is_self(uint32_t cp, const struct points *p)
{
	return p->n == 1 && p->at[0] == cp;
}

/* --- records: the mappings of a code point --- */

static unsigned int encode_mapping(const struct points *p, uint8_t *out)
{
	unsigned int n = 1, i;

	for (i = 0; i < p->n; i++)
		n += u8c_put(p->at[i], out + n);
	if (n - 1 > U8C_MAPPING_LENGTH)
		die("a mapping of %u bytes", n - 1);
	out[0] = n - 1;
	if (p->n && ccc[p->at[p->n - 1]])
		out[0] |= U8C_MAPPING_TAIL;
	return n;
}

static unsigned int pattern_index(uint32_t pattern)
{
	unsigned int i;

	for (i = 0; i < pattern_count; i++)
		if (patterns[i] == pattern)
			return i;
	if (pattern_count == 256)
		die("too many patterns");
	patterns[pattern_count++] = pattern;
	return i;
}

/* Does the record of a code point have what it becomes? */
static bool is_kept(unsigned int kind, const struct points *p)
{
	return !decomposed_only || kind == CANONICAL || kind == FOLD ||
	       (kind == IDENTIFIER && !p->n);
}

/* Four bits for each kind: 0 for the code point itself, n for the nth. */
static unsigned int make_record(uint32_t cp, uint8_t *out)
{
	struct points all[KINDS], different[KINDS];
	unsigned int kind, known = 0, i, n = 1;
	uint32_t pattern = 0;

	for (kind = 0; kind < KINDS; kind++) {
		all[kind] = mapping(cp, kind);
		if (is_self(cp, &all[kind]) || !is_kept(kind, &all[kind]))
			continue;
		for (i = 0; i < known; i++)
			if (same_points(&different[i], &all[kind]))
				break;
		if (i == known) {
			different[known++] = all[kind];
			n += encode_mapping(&all[kind], out + n);
		}
		pattern |= (i + 1) << 4 * kind;
	}
	if (!known)
		return 0;
	out[0] = pattern_index(pattern);
	return n;
}

static uint16_t find_record(const uint8_t *record, unsigned int n)
{
	static uint16_t known[CODE_POINTS], lengths[CODE_POINTS];
	static unsigned int count;
	unsigned int i;

	for (i = 0; i < count; i++)
		if (lengths[i] == n && !memcmp(pool + known[i], record, n))
			return known[i];
	if (pool_used + n + 16 > sizeof(pool))
		die("the pool is full");
	memcpy(pool + pool_used, record, n);
	known[count] = pool_used;
	lengths[count++] = n;
	pool_used += n;
	return known[count - 1];
}

static void make_records(void)
{
	uint8_t record[512];
	uint32_t cp;
	unsigned int n;

	for (cp = 0; cp < CODE_POINTS; cp++) {
		n = is_hangul(cp) ? 0 : make_record(cp, record);
		if (n)
			record_of[cp] = find_record(record, n);
	}
}

/* --- classes: what may happen to a code point --- */

/* Can nothing that stands before affect this mapping, nor it them? */
static bool begins_anew(const struct points *p)
{
	return p->n && !ccc[p->at[0]] && quick_check[QC_NFC][p->at[0]] != 'M';
}

static uint32_t bits_of(uint32_t cp)
{
	uint32_t bits = (uint32_t)ccc[cp] << U8C_CCC_SHIFT;
	bool maybe = quick_check[QC_NFC][cp] == 'M', changes[COMPOSED];
	struct points p;
	unsigned int kind;

	for (kind = 0; kind < COMPOSED; kind++) {
		p = mapping(cp, kind);
		changes[kind] = !is_self(cp, &p);
		if (maybe || !begins_anew(&p))
			bits |= U8C_BACKWARD;
	}
	if (maybe != (quick_check[QC_NFKC][cp] == 'M'))
		die("U+%04X: NFC_QC and NFKC_QC differ in Maybe", cp);
	if (changes[CANONICAL] != (quick_check[QC_NFD][cp] == 'N') ||
	    changes[COMPATIBILITY] != (quick_check[QC_NFKD][cp] == 'N'))
		die("U+%04X: Quick_Check of a decomposed form", cp);
	if (quick_check[QC_NFC][cp] != 'Y')
		bits |= U8C_STOP(UTF8CHECK_FORM_NFC);
	if (quick_check[QC_NFKC][cp] != 'Y')
		bits |= U8C_STOP(UTF8CHECK_FORM_NFKC);
	if (changes[CANONICAL])
		bits |= U8C_STOP(UTF8CHECK_FORM_NFD);
	if (changes[COMPATIBILITY])
		bits |= U8C_STOP(UTF8CHECK_FORM_NFKD);
	if (changes[FOLD] || cp == 0x345)
		bits |= U8C_STOP(UTF8CHECK_FORM_NFD_CASEFOLD);
	/* A mapping that is the canonical one composes to where it came from. */
	if (maybe || quick_check[QC_NFKC][cp] == 'N')
		bits |= U8C_STOP(UTF8CHECK_FORM_NFKC_CASEFOLD);
	if (changes[IDENTIFIER]) {
		struct points canonical = mapping(cp, CANONICAL);

		p = mapping(cp, IDENTIFIER);
		if (!same_points(&canonical, &p))
			bits |= U8C_STOP(UTF8CHECK_FORM_NFKC_CASEFOLD);
	}
	if (maybe)
		bits |= U8C_MAYBE;
	if (starts_pair[cp] || (cp >= 0x1100 && cp < 0x1113) ||
	    (is_hangul(cp) && (cp - 0xac00) % 28 == 0))
		bits |= U8C_FORWARD;
	return bits;
}

/*
 * Under a form that composes, a text may be cut before each starter that does
 * not stop it; nonstarters begin no composite; what composes with what precedes it
 * does not fold, but U+0345; Hangul has no record.
 */
static void prove(uint32_t cp, uint32_t bits)
{
	static const unsigned int composing[] = {
		UTF8CHECK_FORM_NFC, UTF8CHECK_FORM_NFKC, UTF8CHECK_FORM_NFKC_CASEFOLD,
	};
	struct points p = mapping(cp, CANONICAL), canonical;
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (!(bits & U8C_STOP(composing[i])) && !ccc[cp] &&
		    !begins_anew(&p))
			die("U+%04X: its start interacts", cp);
	if (ccc[cp] && bits & U8C_FORWARD)
		die("U+%04X: a nonstarter that begins a composite", cp);
	canonical = p;
	p = mapping(cp, IDENTIFIER);
	if (bits & U8C_MAYBE && cp != 0x345 && !same_points(&canonical, &p))
		die("U+%04X: composes and folds", cp);
	if (is_hangul(cp) && (p.n < 2 || p.at[0] - 0x1100 >= 19))
		die("U+%04X: Hangul that folds", cp);
}

/* The bits that the class of a code point has in the tables. */
static uint32_t kept_bits(uint32_t cp, uint32_t bits)
{
	struct points p = mapping(cp, IDENTIFIER);
	uint32_t kept = U8C_CCC_BITS | U8C_BACKWARD | U8C_STOP(UTF8CHECK_FORM_NFD) |
			U8C_STOP(UTF8CHECK_FORM_NFD_CASEFOLD);

	if (!p.n)
		kept |= U8C_STOP(UTF8CHECK_FORM_NFKC_CASEFOLD);
	return decomposed_only ? bits & kept : bits;
}

static void make_classes(void)
{
	uint32_t cp, bits;
	unsigned int i;

	classes = 1;		/* class 0: nothing happens */
	for (cp = 0; cp < CODE_POINTS; cp++) {
		bits = bits_of(cp);
		prove(cp, bits);
		bits = kept_bits(cp, bits);
		for (i = 0; i < classes; i++)
			if (class_bits[i] == bits)
				break;
		if (i == classes && classes++ == 256)
			die("too many classes");
		class_bits[i] = bits;
		class_of[cp] = i;
	}
}

/* --- the tables of blocks --- */

/* The forms under which nothing happens to any code point of a block. */
static uint16_t passes(unsigned int block)
{
	uint16_t bits = 0;
	unsigned int form, i;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		for (i = 0; i < BLOCK; i++)
			if (class_bits[class_of[block * BLOCK + i]] &
			    (U8C_STOP(form) | U8C_CCC_BITS))
				break;
		if (i == BLOCK)
			bits |= U8C_BLOCK_PASSES(form);
	}
	return bits;
}

static void make_leaves(void)
{
	unsigned int block, at;

	for (block = 0; block < BLOCKS; block++) {
		const uint8_t *c = class_of + block * BLOCK;
		const uint16_t *r = record_of + block * BLOCK;

		for (at = 0; at < class_used; at += BLOCK)
			if (!memcmp(class_leaf + at, c, BLOCK))
				break;
		if (at == class_used) {
			memcpy(class_leaf + at, c, BLOCK);
			class_used += BLOCK;
		}
		class_index[block] = at / BLOCK | passes(block);
		for (at = 0; at < record_used; at += BLOCK)
			if (!memcmp(record_leaf + at, r, 2 * BLOCK))
				break;
		if (at == record_used) {
			memcpy(record_leaf + at, r, 2 * BLOCK);
			record_used += BLOCK;
		}
		record_index[block] = at;
		if (class_used / BLOCK > U8C_BLOCK_BITS)
			die("too many blocks");
	}
}

/*
 * Above the BMP a middle table, by the 4,096 code points of a lead and the two
 * bytes that follow, says where the 64 blocks of those are in the indices.  It
 * goes on to where a lead of three bits and six bits of a second byte reach: what
 * is no code point is like the last ones that are.
 */
static void write_indices(void)
{
	static uint16_t middle[U8C_MIDDLE], classes_at[BLOCKS],
		records_at[BLOCKS];
	unsigned int used = BMP_BLOCKS, i, at = 0;

	memcpy(classes_at, class_index, BMP_BLOCKS * 2);
	memcpy(records_at, record_index, BMP_BLOCKS * 2);
	for (i = 0; i < CODE_POINTS >> 12; i++) {
		const uint16_t *c = class_index + i * 64;
		const uint16_t *r = record_index + i * 64;

		for (at = 0; at < used; at += 64)
			if (!memcmp(classes_at + at, c, 128) &&
			    !memcmp(records_at + at, r, 128))
				break;
		if (at == used) {
			memcpy(classes_at + at, c, 128);
			memcpy(records_at + at, r, 128);
			used += 64;
		}
		middle[i] = at;
	}
	for (; i < U8C_MIDDLE; i++)
		middle[i] = at;
	WRITE("u16", "norm_middle", "%u", middle, U8C_MIDDLE);
	WRITE("u16", "class_index", "%u", classes_at, used);
	WRITE("u16", "record_index", "%u", records_at, used);
}

void make_lookups(void)
{
	make_records();
	make_classes();
	make_leaves();
}

void write_lookups(void)
{
	write_indices();
	WRITE("u8", "class_leaf", "%u", class_leaf, class_used);
	WRITE("u32", "classes", "0x%08x", class_bits, classes);
	WRITE("u16", "record_leaf", "%u", record_leaf, record_used);
	/* Sixteen bytes can be read where a mapping begins. */
	WRITE("u8", "records", "%u", pool, pool_used + 16);
	WRITE("u32", "patterns", "0x%07x", patterns, pattern_count);
}
