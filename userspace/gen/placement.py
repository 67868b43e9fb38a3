#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print module/core/name/ucd_placement.c, which tables.py writes: gen/placement.py

What gives an ignorable code point its meaning: what stands beside a joiner, a space without
width or a filler, and the bases of variation selectors.
"""
import ucd
from ucd import having

# As in module/core/name/ucd_placement.h.
SET_BITS = 11
EMOJI, BASE, MODIFIER, MARK, JOINING, JAMO = (1 << i for i in range(6))


def by_script():
    """Three sets: what is of a script with joiners, marks of other scripts, jamo."""
    ignorable = having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    script = {cp: name for points, name in ucd.rows("Scripts.txt") for cp in ucd.span(points)
              if cp not in ignorable}
    joined = having("DerivedJoiningType.txt", "D", "L", "R", "C") - ignorable
    marks, uses = set(), joined | having("LineBreak-SA.txt", "SA")
    for points, _, category, order, *_ in ucd.unicode_data():
        if order == "9":    # a virama
            uses.update(points)
        if order != "0" or (category == "Mn" and script.get(points[0]) == "Inherited"):
            marks.update(points)
    names = {script.get(cp) for cp in uses} - {"Common", "Inherited", None}
    joining = joined | {cp for cp, name in script.items() if name in names}
    return joining, marks - joining - ignorable, {
        cp for cp, name in script.items() if name == "Hangul" and not 0xac00 <= cp <= 0xd7a3}


def kinds():
    """The bits of each code point that has any."""
    found = {}
    joining, marks, jamo = by_script()
    for bit, those in (
            (EMOJI, having("emoji-data.txt", "Emoji")
             & having("emoji-data.txt", "Extended_Pictographic")),
            (BASE, having("emoji-data.txt", "Emoji_Modifier_Base")),
            (MODIFIER, having("emoji-data.txt", "Emoji_Modifier")),
            (MARK, marks),
            (JOINING, joining),
            (JAMO, jamo)):
        for cp in those:
            found[cp] = found.get(cp, 0) | bit
    return found


def selector_bit(cp):
    return 1 << (cp - 0xfe00 if cp >= 0xfe00 else cp - 0x180b + 16)


def variants():
    """The selectors of each base, a bit for each."""
    found = {}
    for name in "StandardizedVariants.txt", "emoji-variation-sequences.txt":
        for sequence, *_ in ucd.rows(name):
            base, selector = map(ord, ucd.string(sequence))
            found[base] = found.get(base, 0) | selector_bit(selector)
    return found


def runs(found):
    """Where the bits change, and to what."""
    before = 0
    for cp in sorted(found.keys() | {cp + 1 for cp in found}):
        if found.get(cp, 0) != before:
            before = found.get(cp, 0)
            yield cp, before


def array(name, numbers):
    ucd.array(f"u32 u8c_{name}[]", numbers, "0x%08x", 7)


def rows(name, pairs):
    array(f"{name}_rows", [cp << SET_BITS | bits for cp, bits in pairs])
    print(f"const u16 u8c_{name}_count = U8C_ARRAY_SIZE(u8c_{name}_rows);")


def main():
    ucd.head("placement.py")
    print('#include "name/ucd_placement.h"')
    rows("kind", runs(kinds()))
    of = variants()
    sets = sorted(set(of.values()))
    rows("variant", [(base, sets.index(of[base])) for base in sorted(of)])
    array("variant_sets", sets)


if __name__ == "__main__":
    main()
