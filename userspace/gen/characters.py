#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Prints ucd_characters.c: the names of characters that are found in texts and names.

    gen/characters.py

These are controls, bidi controls, what is not displayed, spaces, ASCII, and what looks
like a character of ASCII or becomes one by NFKC. Variation selectors and tags are not
in it: character.c makes their names.
"""
import ucd
from dangers import SLASH, SYMBOLS

PROPERTIES = {"Bidi_Control", "White_Space", "Default_Ignorable_Code_Point"}
BY_RULE = {*range(0xFE00, 0xFE10), *range(0xE0020, 0xE007F), *range(0xE0100, 0xE01F0)}


def is_one_of_ascii(mapping):
    """Is a mapping of UnicodeData.txt one character of ASCII, and no letter or digit?"""
    words = mapping.split()
    words = words[1:] if words and words[0].startswith("<") else words
    return len(words) == 1 and int(words[0], 16) < 128 and not chr(int(words[0], 16)).isalnum()


def main():
    found = (ucd.having("PropList.txt", *PROPERTIES)
             | ucd.having("DerivedCoreProperties.txt", *PROPERTIES))
    names = {}
    for (point, *_), name, *fields in ucd.unicode_data():
        if (point in found or point < 128 or fields[0] == "Cc" or SLASH.fullmatch(name)
                or chr(point) in SYMBOLS or is_one_of_ascii(fields[3])):
            names[point] = fields[8].split(" (")[0] if name == "<control>" else name
    ucd.head("characters.py")
    print("""#include "base/say/character.h"

const struct character character_names[] = {""")
    for point in sorted(names.keys() - BY_RULE):
        if names[point]:
            print(f'\t{{ 0x{point:05x}, "{names[point]}" }},')
    print("""};

const unsigned int character_names_count = sizeof(character_names) / sizeof(character_names[0]);""")


if __name__ == "__main__":
    main()
