/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The parts of gen-property: what a code point becomes in other hands, and the
 * automaton that takes plain names.
 */
#ifndef PROPERTY_DANGER_H
#define PROPERTY_DANGER_H

#include <stdbool.h>

#define CODE_POINTS 0x110000

/* Bits of a code point, as in module/core/name/ucd_property.h. */
enum {
	CONTROL = 1,
	BIDI_CONTROL = 2,
	DEFAULT_IGNORABLE = 4,
	NONCHARACTER = 8,
	UNASSIGNED = 0x10,
	PRIVATE_USE = 0x20,
	COMPAT_DANGER = 0x40,
	OTHER_DANGER = 0x80,
	WHITE_SPACE = 0x100,
	REPLACEMENT = 0x200,
	SUPPLEMENTARY = 0x400,
	IN_BYTE = 0xff,
};

enum danger { NO_DANGER, COMPAT, COMPAT_DASH, TRANSLIT };

/* Reads UnicodeData.txt of the folder @dir; does not return when it cannot. */
void read_dangers(const char *dir);

/* The danger of a code point below CODE_POINTS; best fit is none. */
enum danger danger_of(unsigned int cp);

/* Does the decomposition of a code point hold a @ : ? # or slash? */
bool parts_url(unsigned int cp);

/* Is an ASCII character special in paths, to shells, or as the start of an option? */
bool is_special_ascii(unsigned int c);

/* Reads windows-best-fit.tsv of the folder @dir; does not return when it cannot. */
void read_best_fit(const char *dir);

/* Does best fit make a special character of a code point below CODE_POINTS? */
bool has_best_fit_danger(unsigned int cp);

/* Writes the table of best fit, after the dangers are read. */
void write_best_fit(void);

/* Writes the rows of the automaton; @properties has the bits of each code point. */
void write_plain(const unsigned short *properties);

#endif /* PROPERTY_DANGER_H */
