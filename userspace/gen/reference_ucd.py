#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print kunit/reference_ucd.c, which tables.py writes: gen/reference_ucd.py

The data of the slow reference.  Nothing is worked out: what a file says of a code point is
a row, sorted so that it can be searched.  Only pairs that compose are picked: canonical
mappings to two code points, those of Full_Composition_Exclusion left out.
"""
import ucd

pool, place = [], {}


def at(string):
    """Where the pool has a string; each is there once."""
    if string not in place:
        place[string] = len(pool)
        pool.extend(string)
    return place[string]


def table(kind, name, rows):
    print(f"\nconst struct u8c_ref_{kind} u8c_ref_{name}[{len(rows)}] = {{")
    line = "\t"
    for row in rows:
        item = "{ " + ", ".join(str(n) for n in row) + " }, "
        if len(line.expandtabs(8)) + len(item) > 80:
            print(line.rstrip())
            line = "\t"
        line += item
    print(f"{line.rstrip()}\n}};\n\nconst unsigned int u8c_ref_{name}_count = "
          f"{len(rows)};")


def mapping(points, text):
    string = tuple(map(ord, ucd.string(text)))
    return hex(points[0]), hex(points[-1]), at(string), len(string)


classes, canonical, compatible, steps = [], [], [], {}
for points, _, _, order, _, step, *_ in ucd.unicode_data():
    if order != "0":
        classes.append((hex(points[0]), order))
    if step.startswith("<"):
        compatible.append(mapping(points, step.split(">")[1]))
    elif step:
        steps[points[0]] = tuple(map(ord, ucd.string(step)))
        canonical.append(mapping(points, step))

excluded = ucd.having("DerivedNormalizationProps.txt", "Full_Composition_Exclusion")
casefold = [mapping(ucd.span(row[0]), row[2])
            for row in ucd.rows("DerivedNormalizationProps.txt") if row[1] == "NFKC_CF"]
folds = [mapping(ucd.span(row[0]), row[2])
         for row in ucd.rows("CaseFolding.txt") if row[1] in "CF"]

pairs = sorted((*string, cp) for cp, string in steps.items()
               if len(string) == 2 and cp not in excluded)

ucd.head("reference_ucd.py")
print('#include "reference_ucd.h"')
table("class", "classes", classes)
table("mapping", "canonical", canonical)
table("mapping", "compatible", compatible)
table("mapping", "folds", sorted(folds, key=lambda row: int(row[0], 16)))
table("mapping", "casefold", sorted(casefold, key=lambda row: int(row[0], 16)))
table("pair", "pairs", [tuple(hex(cp) for cp in pair) for pair in pairs])
ucd.array(f"u32 u8c_ref_points[{len(pool)}]", pool, "%#x")
