#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print module/core/name/ucd_property.c, which tables.py writes: gen/property.py

What policies of text and names ask of a code point.  It has one byte, in leaves of 16;
equal leaves are written once, and so are equal branches of 32.

Compat-danger is a code point above U+007F whose full canonical or compatibility
decomposition holds one of TARGETS, or begins with a dash, where it begins a name.  (The
decomposition of Hangul syllables, which is arithmetic, holds none.)

Translit-danger is one that is none of the first, but is a slash by its name, or one of a
few symbols that glibc's iconv or ICU's Latin-ASCII writes with a slash or a backslash, or
whose decomposition holds such a code point: U+00BD holds U+2044.
tests/peers/transliterators.py holds this against them.
"""
import functools
import operator

import ucd
from forms import bits_where

POINTS = 0x110000
LEAF, BRANCH = 16, 32
BLOCK, PAGE = 64, 4096

# Bits of a code point, as in module/core/name/ucd_property.h.
(CONTROL, BIDI_CONTROL, DEFAULT_IGNORABLE, NONCHARACTER, UNASSIGNED, PRIVATE_USE, COMPAT_DANGER,
 OTHER_DANGER, WHITE_SPACE, REPLACEMENT, SUPPLEMENTARY) = (1 << i for i in range(11))

# What may not appear in a name: what parts and ends it, the dot, and what POSIX.1-2024,
# XCU 2.2 says must or may have to be quoted in the shell.  The blanks of that list are
# left out: a no-break space is a blank as it stands.  So is the dash, which is an option
# only where a name begins.
TARGETS = set(map(ord, "/\\.\0" "|&;<>()$`\"'" "*?[]^!#~=%{,}"))
PARTS_URL = set(map(ord, "@:?#/"))

# Words of which the name of a slash is made: what it is, its size and kind.
NOUNS = {"SOLIDUS", "SLASH", "BACKSLASH"}
QUALIFIERS = {"REVERSE", "BIG", "VERY", "HEAVY", "DOUBLE", "TRIPLE", "FRACTION", "DIVISION",
              "OPERATOR", "BINARY", "RELATION", "OCR"}
# Those that have other names.
SYMBOLS = {"PLUS-MINUS SIGN", "DIVISION SIGN", "SET MINUS", "MATHEMATICAL RISING DIAGONAL",
           "MATHEMATICAL FALLING DIAGONAL",
           "BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT",
           "BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT"}


def is_slash(name):
    words = set(name.split(" "))
    return name in SYMBOLS or bool(words & NOUNS) and words <= NOUNS | QUALIFIERS


class Dangers:
    """What code points become in other hands; dangers.py works the same out in its own way."""

    def __init__(self):
        self.canonical, self.compat, self.slashes, symbols = {}, {}, set(), set()
        for (cp, *_), name, _, _, _, mapping, *_ in ucd.unicode_data():
            if cp >= 0x80 and is_slash(name):
                self.slashes.add(cp)
            symbols |= {name} & SYMBOLS
            if mapping:
                self.compat[cp] = [*map(ord, ucd.string(mapping.split("> ")[-1]))]
                if mapping[0] != "<":
                    self.canonical[cp] = self.compat[cp]
        assert symbols == SYMBOLS, "a name has changed"

    def holds(self, cp, mappings, wanted):
        """Does the full decomposition hold one of these (D65, D68)?"""
        if cp not in mappings:
            return cp in wanted
        return any(self.holds(part, mappings, wanted) for part in mappings[cp])

    def begins_with_dash(self, cp):
        while cp in self.compat:
            cp = self.compat[cp][0]
        return cp == ord("-")

    def is_translit(self, cp):
        return self.holds(cp, self.compat, self.slashes) and not self.compat_danger(cp)

    def compat_danger(self, cp):
        return (self.holds(cp, self.canonical, TARGETS) or self.holds(cp, self.compat, TARGETS)
                or self.begins_with_dash(cp))

    def bits(self, cp, is_narrowed):
        if self.is_translit(cp):
            return OTHER_DANGER
        other = is_narrowed or self.holds(cp, self.compat, PARTS_URL)
        return COMPAT_DANGER * self.compat_danger(cp) | OTHER_DANGER * other


def by_rule(found):
    """What needs no file (Unicode sections 23.1, 23.5 and 23.7)."""
    for bit, *spans in (
            (CONTROL, (0, 0x20), (0x7F, 0xA0)),
            (PRIVATE_USE, (0xE000, 0xF900), (0xF0000, 0xFFFFE), (0x100000, 0x10FFFE)),
            (NONCHARACTER, (0xFDD0, 0xFDF0), *((end - 2, end)
                                               for end in range(0x10000, POINTS + 1, 0x10000))),
            (REPLACEMENT, (0xFFFD, 0xFFFE)), (SUPPLEMENTARY, (0x10000, POINTS))):
        for first, end in spans:
            for cp in range(first, end):
                found[cp] |= bit


def properties(dangers, narrowed):
    """The bits of each code point."""
    found = [UNASSIGNED] * POINTS
    for cp in ucd.having("DerivedAge.txt"):
        found[cp] = 0
    by_rule(found)
    for cp in {*dangers.compat, *dangers.slashes, *narrowed}:
        if cp >= 0x80 and not found[cp] & (CONTROL | NONCHARACTER | PRIVATE_USE):
            found[cp] |= dangers.bits(cp, cp in narrowed)
    for bit, name, value in (
            (DEFAULT_IGNORABLE, "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point"),
            (BIDI_CONTROL, "PropList.txt", "Bidi_Control"),
            (WHITE_SPACE, "PropList.txt", "White_Space")):
        for cp in ucd.having(name, value):
            # White space of ASCII is no reason.
            if bit != WHITE_SPACE or cp >= 0x80:
                found[cp] |= bit
    return found


def in_byte(numbers):
    assert max(numbers) < 256, "too many rows for a byte"
    return numbers


def write_bytes(found):
    """What begins with a byte: all that its code points have."""
    leads = [0] * 256
    for cp, bits in enumerate(found):
        if bits and cp not in (9, 10, 13):
            # RFC 3629 section 3
            leads[cp if cp < 0x80 else 0xC0 | cp >> 6 if cp < 0x800 else
                  0xE0 | cp >> 12 if cp < 0x10000 else 0xF0 | cp >> 18] |= bits
    ucd.array("u16 u8c_property_by_lead[256]", leads)


def reasons_of(cp, bits):
    """The bits of u8c_property_reasons: white space and U+FFFD have those of dangers.

    What annotates between lines has that of what may be misplaced.
    """
    if cp in (9, 10, 13):
        return 0
    if 0xFFF9 <= cp <= 0xFFFB:
        return DEFAULT_IGNORABLE
    return (bits & (COMPAT_DANGER - 1) | COMPAT_DANGER * bool(bits & WHITE_SPACE)
            | OTHER_DANGER * bool(bits & REPLACEMENT))


def write_reasons(found):
    """The code points of each block that have a reason; above U+FFFF, the blocks of a page."""
    reasons = [reasons_of(cp, bits) for cp, bits in enumerate(found)]
    blocks = [reasons[i:i + BLOCK] for i in range(0, POINTS, BLOCK)]
    known, places = ucd.number_rows(
        [(bits_where(block), functools.reduce(operator.or_, block))
         for block in blocks[:0x10000 // BLOCK]], 1)
    ucd.array("u8 u8c_property_blocks[]", in_byte(places))
    ucd.array("u64 u8c_property_points[]", [word for (word, _), in known], "0x%016x", 3)
    ucd.array("u8 u8c_property_reasons[]", [every for (_, every), in known])
    high = range(0x10000 // BLOCK, len(blocks), PAGE // BLOCK)
    known, places = ucd.number_rows(
        [bits_where(map(any, blocks[i:i + PAGE // BLOCK])) for i in high], 1)
    ucd.array("u8 u8c_property_pages[]", in_byte([0] * (0x10000 // PAGE) + places))
    ucd.array("u64 u8c_property_page_blocks[]", [word for word, in known], "0x%016x", 3)


def write_tables(found):
    for name, size, kind in ("leaves", LEAF, "u8"), ("branches", BRANCH, "u16"):
        known, found = ucd.number_rows(found, size)
        print(f"\nconst {kind} u8c_property_{name}[][{size}] = {{ {{"
              + "\n}, {".join(map(ucd.lines, known)) + "\n} };")
    ucd.array(f"u8 u8c_property_top[{len(found)}]", in_byte(found))


def write_best_fit(rows, narrowed, dangers):
    pages = list(dict.fromkeys(page for row in rows for page in row[2]))
    print("\nconst struct u8c_best_fit_row u8c_best_fit_rows[] = {")
    for cp, byte, of in rows:
        bits = sum(1 << pages.index(page) for page in of)
        print("\t{ 0x%04x, 0x%04x, 0x%02x, %d, %d }," % (
            cp, bits, byte, cp in narrowed, dangers.is_translit(cp)))
    print(f"}};\n\nconst u16 u8c_best_fit_count = {len(rows)};")


def main():
    ucd.head("property.py")
    print('#include "name/ucd_property.h"')
    dangers, rows = Dangers(), list(ucd.best_fit())
    narrowed = {cp for cp, byte, _ in rows if byte in TARGETS | {ord("-")}}
    found = properties(dangers, narrowed)
    write_bytes(found)
    write_reasons(found)
    found = [bits & 0xFF for bits in found]
    write_tables(found)
    write_best_fit(rows, narrowed, dangers)


if __name__ == "__main__":
    main()
