#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Makes names in a folder that folds case, and looks for them in other writings.

    names.py make FOLDER COUNT KIND     makes files; each one's size is its number
    names.py look FOLDER COUNT KIND     looks for them
    names.py change FOLDER COUNT KIND   renames some and removes some, by other writings

The names are in folders of 5,000: where one is not there ext4 looks at all names of the
folder, since its hash may be that of another kernel. KIND is any, or tame: names that are
well-formed, not empty when folded, and at most 80 bytes long, of whose hashes the kernel
and those who check disks think alike. Prints what each call answered. Two kernels that
treat names alike print the same.
"""
import errno
import os
import random
import sys
import unicodedata

IN_A_FOLDER = 5000
MARKS = [0x300, 0x301, 0x323, 0x334, 0x345, 0x5b0, 0x64b, 0x93c, 0x94d, 0xe38, 0x3099]
KINDS = MARKS + [0xdf, 0x130, 0x3a3, 0x1e9e, 0x1f80, 0x1fb7, 0xad, 0x34f, 0x200d, 0x2065,
                 0xfeff, 0xac01, 0x1100, 0x1161, 0x11a8, 0xf951, 0xfb01, 0x212b, 0x10400,
                 0x1c89, 0x10d50, 0x5c8, 0x898]
# Letters that folding leaves out.
FILLERS = "\u115f\u1160\u3164\uffa0"
# Where letters of all scripts are.
BLOCKS = [(0x61, 0x7b), (0x41, 0x5b), (0xc0, 0x250), (0x370, 0x400), (0x400, 0x530),
          (0x531, 0x588), (0x5d0, 0x5eb), (0x620, 0x650), (0x900, 0xe00), (0xe01, 0xe5c),
          (0x10a0, 0x1100), (0x13a0, 0x1400), (0x1e00, 0x2000), (0x2c00, 0x2e00),
          (0x3041, 0x3100), (0x4e00, 0x9fff), (0xa640, 0xa830), (0xac00, 0xd7a4),
          (0x10400, 0x10500), (0x1e900, 0x1e960), (0x1f300, 0x1f700), (0x80, 0xd800),
          (0xe000, 0x110000)]


def a_name(rng, tame):
    """A name of any script; sometimes it is not well-formed, unless it is tame."""
    block = rng.choice(BLOCKS)
    text = ""
    for _ in range(rng.randint(1, rng.choice((4, 12, 60)))):
        what = rng.random()
        if what < 0.15:
            text += chr(rng.choice(KINDS))
        elif what < 0.2:
            text += rng.choice("aZ .-_0")
        else:
            text += chr(rng.randrange(*block))
    if tame:
        text = text[:20].replace("/", "_")
        # Of what folds to nothing fsck.f2fs takes another hash than the kernel.
        return (text if any(c.isalnum() and c not in FILLERS for c in text) else text + "x").encode()
    name = text.encode()[:255]
    if rng.random() < 0.02:
        at = rng.randrange(len(name) + 1)
        name = name[:at] + bytes([rng.randrange(0x80, 0x100)]) + name[at:]
    return name[:255].replace(b"/", b"_").replace(b"\0", b"_")


def writings(name, rng, tame):
    """The same name written otherwise, or almost."""
    yield name
    try:
        text = name.decode()
    except UnicodeDecodeError:
        yield name.swapcase()
        return
    yield text.upper().encode()
    yield unicodedata.normalize(rng.choice(("NFC", "NFD")), text).encode()
    yield (text + "\u200d").encode()
    yield text.swapcase().encode() + rng.choice((b"", b"" if tame else b"\x80", b"x"))


def answer(call, *given):
    """What a call says: its result, or its error."""
    try:
        return call(*given)
    except OSError as error:
        return errno.errorcode[error.errno]


def make(path, number):
    with open(path, "xb") as file:
        file.truncate(number)
    return "made"


def main():
    what, top, count, kind = sys.argv[1], os.fsencode(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    rng = random.Random(7)
    for number in range(count):
        folder = os.path.join(top, b"%d" % (number // IN_A_FOLDER))
        if what == "make" and number % IN_A_FOLDER == 0:
            os.mkdir(folder)
        name = a_name(rng, kind == "tame")
        if name in (b".", b".."):
            continue
        path = os.path.join(folder, name)
        others = [os.path.join(folder, w) for w in writings(name, rng, kind == "tame") if 0 < len(w) < 256]
        if what == "make":
            print(number, answer(make, path, number))
        elif what == "look":
            print(number, *(answer(lambda p: os.stat(p).st_size, p) for p in others))
        elif number % 5 == 0:
            print(number, answer(os.rename, path, others[-1]))
        elif number % 5 == 1:
            print(number, answer(os.unlink, others[number % len(others)]))


if __name__ == "__main__":
    main()
