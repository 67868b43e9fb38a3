#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The cases of alike.py and casefold.py on a mounted filesystem that can fold case.

    cases.py first FOLDER KIND    every case; KIND is FILESYSTEM.lax or FILESYSTEM.strict
    cases.py again FOLDER KIND    what is left, after it was mounted again
    cases.py table                the names that are expected to be one, by Python's Unicode

Prints "ok - CASE" or "not ok - CASE WHY" for each; two kernels print the same.
"""
import os
import sys
import unicodedata

import alike
import casefold
from folder import Folder, expect, run, tell


def first(base, kind):
    filesystem, mode = kind.split(".")
    cases = casefold.BOTH + (casefold.STRICT if mode == "strict" else casefold.LAX)
    if filesystem != "f2fs":
        cases += casefold.NOT_F2FS
    plain, folding = Folder(base).sub("plain", False), Folder(base).sub("folding", True)
    run(plain.path, alike.PLAIN, False)
    run(folding.path, cases, True)
    tell("one_name_of_each_line", alike.one_name_of_each_line, folding.sub("Lines"), mode == "strict")


def again(base, kind):
    plain = Folder(os.path.join(base, b"plain/" + alike.PLAIN[0].__name__.encode()))
    lines = Folder(os.path.join(base, b"folding/LINES"))
    tell("names_alike_mounted_again", alike.find_each, plain)
    tell("lines_mounted_again", alike.look_at_lines, lines, kind.endswith(".strict"))


# Default-ignorable code points that occur in the tables.
IGNORABLES = "\u00ad\u034f\u061c\u200b\u200d\u202a\u202c\u202d\u202e\u2060\u2066\u2069\ufe0e\ufe0f\ufeff"
# Letters that Unicode 12.1 does not have.
NEWER = "\ua7c7\ua7c8\U00010570\U00010597"


def form(name):
    """What a name is compared by."""
    if isinstance(name, bytes) or any(letter in NEWER for letter in name):
        return name
    name = "".join(letter for letter in name if letter not in IGNORABLES)
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def check_table():
    forms = {}
    for line in alike.SAME:
        for name in line:
            expect("form of %r" % name, form(name), form(line[0]))
        expect("%r" % line, forms.setdefault(form(line[0]), line), line)
    for name, other in casefold.PAIRS:
        expect("%r" % name, form(name), form(other))
    for name, other in casefold.NOT_PAIRS:
        expect("%r" % name, form(name) == form(other), False)


if __name__ == "__main__":
    if sys.argv[1] == "table":
        tell("names that are one", check_table)
    else:
        {"first": first, "again": again}[sys.argv[1]](os.fsencode(sys.argv[2]), sys.argv[3])
