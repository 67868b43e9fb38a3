#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Trees with names of all kinds.

    random_tree.py make SEED DIR     make the tree
    random_tree.py inodes DIR        print a line for each folder: its inode, and
                                     the inodes of what is in it, sorted; 0 for
                                     links, which may be new ones; nothing for
                                     what a killed run leaves
    random_tree.py leads DIR         print a line for each link that leads to
                                     something: the inodes of its folder and of that
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


def target(r, top, path, others):
    """Where a link at path may point to: often to one of the others, on some way."""
    if r.random() < 0.3:
        return r.choice([b"/", b"..", b"nowhere\xff", r.choice(PARTS), r.choice(PARTS) + b"/x"])
    other = r.choice(others)
    folder = os.path.dirname(path)
    ways = [os.path.relpath(other, folder), os.path.abspath(other), b"./" + os.path.relpath(other, folder),
            os.path.relpath(top, folder) + b"/../" + os.path.relpath(other, os.path.dirname(top) or b"."),
            os.path.relpath(other, folder) + b"/../" + os.path.basename(other),
            os.path.relpath(other, folder) + b"//", os.path.join(os.path.relpath(other, folder), r.choice(PARTS))]
    return r.choice(ways)[:4000]


def make(seed, top):
    r = random.Random(int(seed))
    folders, files, links = [top], [], []
    os.mkdir(top)
    for _ in range(80):
        name = r.choice(PARTS)
        if r.random() < 0.2:
            name += r.choice(PARTS)
        path = os.path.join(r.choice(folders), name)
        if len(name) > 255 or os.path.lexists(path):
            continue
        kind = r.choice("dddfffflpssss")
        if kind == "d":
            os.mkdir(path)
            folders.append(path)
        elif kind == "l" and files:
            os.link(r.choice(files), path)
        elif kind == "s":
            os.symlink(target(r, top, path, folders + files + links), path)
            links.append(path)
        elif kind == "p":
            os.mkfifo(path)
        else:
            with open(path, "wb") as f:
                f.write(path)
            files.append(path)


def inodes(top):
    return sorted(f"{os.lstat(folder).st_ino}: " + " ".join(sorted(
        "0" if os.path.islink(os.path.join(folder, name)) else
        str(os.lstat(os.path.join(folder, name)).st_ino) for name in folders + files
        if not name.startswith(b".utf8check-")))
                  for folder, folders, files in os.walk(top))


def leads(top):
    return sorted(f"{os.lstat(folder).st_ino} {os.stat(os.path.join(folder, name)).st_ino}"
                  for folder, folders, files in os.walk(top) for name in folders + files
                  if os.path.islink(os.path.join(folder, name)) and os.path.exists(os.path.join(folder, name)))


if sys.argv[1] == "make":
    make(sys.argv[2], os.fsencode(sys.argv[3]))
else:
    print("\n".join({"inodes": inodes, "leads": leads}[sys.argv[1]](os.fsencode(sys.argv[2]))))
