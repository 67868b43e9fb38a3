#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print userspace/cli/base/text/ucd_scripts.c, which tables.py writes: gen/scripts.py

The code points are written where the script changes, each with the number of the script
that begins there; the names stand in the order of Scripts.txt, after Unknown, which has
number 0.
"""
import ucd

names, script = ["Unknown"], [0] * 0x110000
for points, name in ucd.rows("Scripts.txt"):
    if name not in names:
        names.append(name)
    for cp in ucd.span(points):
        script[cp] = names.index(name)
assert 1 < len(names) <= 256, "more scripts than a byte can number, or none"
changes = [cp << 8 | number for cp, number in enumerate(script)
           if not cp or number != script[cp - 1]]

ucd.head("scripts.py")
print('#include "base/text/script.h"\n\nconst char *const ucd_script_names[] = {')
for name in names:
    print(f'\t"{name}",')
print(f"}};\nconst unsigned int ucd_script_count = {len(names)};")
print("\n/* The first code point << 8 | the number of its script. */", end="")
ucd.array("u32 ucd_script_changes[]", changes, "0x%08x", 6)
print(f"const unsigned int ucd_script_change_count = {len(changes)};")
