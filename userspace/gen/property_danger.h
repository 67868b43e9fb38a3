/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a code point becomes in other hands, for gen-property.
 */
#ifndef PROPERTY_DANGER_H
#define PROPERTY_DANGER_H

#define CODE_POINTS 0x110000

enum danger { NO_DANGER, COMPAT, TRANSLIT };

/* Reads UnicodeData.txt of the folder @dir; does not return when it cannot. */
void read_dangers(const char *dir);

/* The danger of a code point below CODE_POINTS. */
enum danger danger_of(unsigned int cp);

#endif /* PROPERTY_DANGER_H */
