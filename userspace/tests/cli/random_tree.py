#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Trees with names of all kinds.

    random_tree.py make SEED DIR     make the tree
    random_tree.py inodes DIR        print a line for each folder: its inode, and
                                     the inodes of what is in it, sorted
"""
import os
import random
import sys

PARTS = [
    b"caf\xe9", b"caf\xc3\xa9", b"cafe\xcc\x81", b"caf\xc3\x83\xc2\xa9", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80",
    b"\xd0\x94\xd0\xbe\xd0\xbc", b"\xd0\xb4\xd0\xbe", b"a\nb", b"a_b", b"a\x1b[31mb", b"-x", b"_x", b"x ", b"x_",
    b"back\\slash", b"\xe2\x80\xae", b"\xc2\x85", b"plain", b"Plain", b".hidden", b"..\xe9", b"\xe9.txt", b"\xc3\xa9.txt",
    b"e\xcc\x81.txt", b"\xe9_2.txt", b"\xc3\xa9_2.txt", b"\xe9" * 200, b"\xe9" * 127, b"\xef\xbf\xbd", b"%41", b"\"",
    b"\x80\x81", b"\xf0\x9f\x92\xa9", b"\xc3\xb0\xc5\xb8\xe2\x80\x99\xc2\xa9", b"a\xcc\x81\xe9", b"\xed\x95\x9c", b"\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab",
]


def make(seed, top):
    r = random.Random(int(seed))
    folders, files = [top], []
    os.mkdir(top)
    for _ in range(60):
        name = r.choice(PARTS)
        if r.random() < 0.2:
            name += r.choice(PARTS)
        path = os.path.join(r.choice(folders), name)
        if len(name) > 255 or os.path.lexists(path):
            continue
        kind = r.choice("dddfffflsp")
        if kind == "d":
            os.mkdir(path)
            folders.append(path)
        elif kind == "l" and files:
            os.link(r.choice(files), path)
        elif kind == "s":
            os.symlink(r.choice([b"/", b"..", b"nowhere\xff", r.choice(PARTS)]), path)
        elif kind == "p":
            os.mkfifo(path)
        else:
            with open(path, "wb") as f:
                f.write(path)
            files.append(path)


def inodes(top):
    return sorted(f"{os.lstat(folder).st_ino}: " + " ".join(sorted(
        str(os.lstat(os.path.join(folder, name)).st_ino) for name in folders + files))
                  for folder, folders, files in os.walk(top))


if sys.argv[1] == "make":
    make(sys.argv[2], os.fsencode(sys.argv[3]))
else:
    print("\n".join(inodes(os.fsencode(sys.argv[2]))))
