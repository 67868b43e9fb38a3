#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Names of other systems that are no UTF-16, as a mounted folder shows them.

    surrogates.py make FOLDER          makes files, in each name one U+2620
    surrogates.py spoil IMAGE be|le    puts something else in place of each U+2620
    surrogates.py list FOLDER          prints the names, in hex, and what stat() says
"""
import os
import pathlib
import sys

SKULL = "\u2620"
# One for each file, in the order in which they are in the image. No slash: the whole
# folder could not be listed, for the kernel refuses such an entry of any filesystem.
HOSTILE = [0xD83D, 0xDC00, 0xDFFF, 0xD800, 0xFFFF, 0xFEFF, 0x3A, 0x2215, 0x202E, 0xDBFF]


def make(folder):
    for number in range(3 * len(HOSTILE)):
        name = ("a%d" % number, "", "x.txt")[number % 3] + SKULL + ("b%d" % number, "%d" % number, "")[number % 3]
        (pathlib.Path(folder) / (name + "%02d" % number)).write_text(name, encoding="utf-8")


def spoil(image, order):
    data = bytearray(pathlib.Path(image).read_bytes())
    skull = SKULL.encode("utf-16-" + order)
    at, number = data.find(skull), 0
    while at >= 0:
        unit = HOSTILE[number % len(HOSTILE)]
        data[at:at + 2] = unit.to_bytes(2, "big" if order == "be" else "little")
        number += 1
        at = data.find(skull, at + 1)
    pathlib.Path(image).write_bytes(data)
    print("spoilt", number, file=sys.stderr)


def show(folder):
    for name in sorted(os.listdir(os.fsencode(folder))):
        try:
            print(name.hex(), os.stat(os.path.join(os.fsencode(folder), name)).st_size)
        except OSError as error:
            print(name.hex(), os.strerror(error.errno))


if __name__ == "__main__":
    {"make": make, "spoil": spoil, "list": show}[sys.argv[1]](*sys.argv[2:])
