#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""A folder that folds case by Unicode 18.0 finds every name by its other writings, as the
standard's own data have them, and takes no ill-formed name for another.

    newest.py FOLDER

Prints "ok - CASE" or "not ok - CASE WHY" for each.
"""
import os
import pathlib
import sys

from folder import Folder, expect, run

UCD = pathlib.Path(__file__).resolve().parents[2] / "data/ucd"
# Letters that came with 13.0, 14.0, 16.0 and 17.0, and one that folds to them.
NEWER = [("\ua7c8", "\ua7c7"), ("\U00010597", "\U00010570"), ("\U00010d70", "\U00010d50"),
         ("\ua7cf", "\ua7ce")]


def fields(name):
    for line in (UCD / name).read_text(encoding="utf-8").splitlines():
        words = [word.strip() for word in line.split("#")[0].split(";")]
        if len(words) > 1:
            yield words


def text(points):
    return "".join(chr(int(point, 16)) for point in points.split())


def find_each(folder, pairs):
    """Each pair has a number before it: so no name is like one of another pair."""
    for number, (name, other) in enumerate(pairs):
        name, other = "%d %s" % (number, name), "%d %s" % (number, other)
        expect("make %r" % name, folder.make(name), "")
        expect("read %r" % other, folder.read(other), name.encode())


def every_folding(folder):
    find_each(folder, [(text(point), text(to)) for point, status, to, *_ in fields("CaseFolding.txt")
                       if status in "CF"])


def every_decomposition(folder):
    find_each(folder, [(text(row[0]), text(row[5])) for row in fields("UnicodeData.txt")
                       if row[5] and "<" not in row[5]])


def letters_newer_than_12_1(folder):
    find_each(folder, NEWER + [(capital, letter) for letter, capital in NEWER])


def ill_formed_names_are_two(folder):
    for name, other in ((b"a\x80", b"A\x80"), (b"a\xcc\x81\x80", b"A\xcc\x81\x80"), (b"a\xff", b"A\xff")):
        expect("make", folder.make(name), "")
        expect("read", folder.read(other), "ENOENT")
        expect("make", folder.make(other), "")


if __name__ == "__main__":
    run(os.fsencode(sys.argv[1]), [every_folding, every_decomposition, letters_newer_than_12_1,
                                   ill_formed_names_are_two], True)
