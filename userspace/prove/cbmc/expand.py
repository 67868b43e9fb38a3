#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""expand.py FILE...: in place, write out designators of ranges, [0x00 ... 0x7f] = X,

CBMC reads them wrong.  Only ranges of numbers, on a line of their own, are known.
"""
import re
import sys

RANGE = re.compile(r"^\s*\[(0x[0-9a-f]+|\d+) \.\.\. (0x[0-9a-f]+|\d+)\] = (.*),$", re.M)


def expanded(match):
    first, last = (int(match[i], 0) for i in (1, 2))
    return "\n".join(f"\t[{i:#x}] = {match[3]}," for i in range(first, last + 1))


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(RANGE.sub(expanded, text))
