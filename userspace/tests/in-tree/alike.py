# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Names that look alike, as files (what xfstests has as generic/453) and as extended
attributes (generic/454).

Where a folder does not fold case, a name is bytes, and each is another. Where it does,
names are the same that differ in their canonical writing, in case or in ignorables.
"""
import os

from folder import expect

# Each line: names that are one in a folder that folds case.
SAME = [
    ["caf\u00e9", "cafe\u0301", "CAFE\u0301", "CAF\u00c9", "cafe\u034f\u0301"],
    ["cafe"],
    ["\u03d3", "\u03d2\u0301"],                     # upsilon with acute and hook
    ["\u038e", "\u03a5\u0301", "\u03cd"],           # upsilon with tonos
    ["\ufdfa"],                                     # a ligature of 18 letters
    ["\u0635\u0644\u0649 \u0627\u0644\u0644\u0647"],
    ["\uff76"], ["\u30ab"],                         # halfwidth and fullwidth KA
    ["\u30ac", "\u30ab\u3099"],                     # GA
    ["\uac01", "\u1100\u1161\u11a8", "\uac00\u11a8"],
    ["\u1e69", "s\u0323\u0307", "s\u0307\u0323", "\u1e61\u0323", "\u1e68"],
    ["\u212b", "\u00c5", "a\u030a", "\u00e5"],      # Angstrom
    ["\u212a", "k", "K"],                           # Kelvin
    ["\u2126", "\u03a9", "\u03c9"],                 # Ohm
    ["a", "A", "a\u200d", "\u200ba", "a\ufe0f", "\ufeffa", "a\u00ad", "\u202ea\u202c", "a\u2060"],
    ["\u0430", "\u0410"],                           # Cyrillic
    ["\u03b1", "\u0391"],                           # Greek
    ["\u0251"], ["\uff41", "\uff21"], ["\u00aa"], ["\U0001d41a"],
    ["paypal", "PayPal"], ["p\u0430ypal"], ["\u0440\u0430yp\u0430l"],
    ["rn"], ["m"], ["l"], ["1"], ["I", "i"], ["\u0131"], ["\u0130", "i\u0307"],
    ["fi", "\ufb01", "FI"], ["\u00df", "ss", "SS", "\u1e9e", "\u017fs"],
    ["\u03c3", "\u03c2", "\u03a3"],                 # sigma
    ["a b"], ["a\u00a0b"], ["a\u2003b"], ["a\u3000b"], ["a  b"], ["a b "],
    ["x-y"], ["x\u2010y"], ["x\u2011y"], ["x\u2212y"], ["x\u2013y"],
    ["..."], ["\u2026"], ["\u2024\u2024"], ["a\u2215b"], ["a\u2044b"], ["a\uff0fb"],
    ["txt.exe", "\u202dtxt.exe"], ["exe.txt"], ["\u2066x\u2069", "x"], ["y\u061c", "y"],
    ["\U0001f600"], ["\U0001f600\ufe0e!", "\U0001f600!"],
    ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"],
    ["\U0001f44d"], ["\U0001f44d\U0001f3fd"], ["\U0001f1e9\U0001f1ea"], ["\U0001f1ea\U0001f1e9"],
    ["\u2764\ufe0f", "\u2764"], ["\ue000"], ["\U0010fffd"], ["\ufffd"], ["\uffff"],
    ["\n"], ["\r"], ["\t"], ["\x7f"], ["\x01"], ["\\"], ["\u00bc"], ["1\u20444"],
    # Letters that came after 12.1, with which names are compared: they are alone.
    ["\ua7c7"], ["\ua7c8"], ["\U00010570"], ["\U00010597"],
    # Not well-formed: each is itself. A slash in too many bytes, surrogates, what is
    # above the last code point, bytes that are missing.
    [b"urk\xc0\xafmoo"], [b"urk\xe0\x80\xafmoo"], [b"URK\xc0\xafmoo"],
    [b"\xed\xa0\x80"], [b"\xed\xa0\xbd\xed\xb8\x80"], [b"\xf4\x90\x80\x80"], [b"\xf8\x88\x80\x80\x80"],
    [b"\xc3"], [b"e\xc3"], [b"E\xc3"], [b"\xff"], [b"\xfe\xff"], [b"caf\xe9"], [b"CAF\xe9"], [b"caf\xc9"],
    [b"corac\xcc\xa7\xc3"], [b"cora\xc3\xa7\xc3"],
]
SINGLE = [name for line in SAME for name in line]


def content(number):
    return b"%d" % number


def make_each(folder):
    for number, name in enumerate(SINGLE):
        expect("%r made" % name, folder.make(name, content(number)), "")


def find_each(folder):
    for number, name in enumerate(SINGLE):
        expect("%r read" % name, folder.read(name), content(number))
    folder.expect_names(*SINGLE)
    inodes = {os.lstat(folder.at(name)).st_ino for name in SINGLE}
    expect("inodes", len(inodes), len(SINGLE))


def names_alike_are_files_of_their_own(folder):
    make_each(folder)
    find_each(folder)


def names_alike_are_removed_one_by_one(folder):
    make_each(folder)
    left = list(SINGLE)
    while left:
        expect("unlink", folder.do(os.unlink, left.pop(len(left) // 2)), "")
        if len(left) % 8 == 0:
            folder.expect_names(*left)


def names_alike_are_folders_of_their_own(folder):
    for name in SINGLE:
        folder.sub(name).make("x", folder.bytes_of(name))
    for name in SINGLE:
        expect("read", folder.read(folder.bytes_of(name) + b"/x"), folder.bytes_of(name))


def names_alike_are_moved(folder):
    """A new name that looks like an old one takes nothing of its place."""
    expect("make", folder.make("file"), "")
    before = "file"
    for name in SINGLE:
        expect("rename", folder.do(os.rename, before, name), "")
        folder.expect_names(name)
        before = name


def attribute(name):
    return b"user." + (name if isinstance(name, bytes) else name.encode())


def attributes_of(path):
    return sorted(os.fsencode(name) for name in os.listxattr(path))


def attributes_alike(folder):
    """As many for a file as ext4 has room for."""
    for first in range(0, len(SINGLE), 60):
        names = [attribute(name) for name in SINGLE[first:first + 60]]
        expect("make", folder.make("file%d" % first), "")
        path = folder.at("file%d" % first)
        for number, name in enumerate(names):
            os.setxattr(path, name, content(number), os.XATTR_CREATE)
        for number, name in enumerate(names):
            expect("%r read" % name, os.getxattr(path, name), content(number))
        expect("names", attributes_of(path), sorted(names))
        for name in names[::2]:
            os.removexattr(path, name)
        expect("names left", attributes_of(path), sorted(names[1::2]))


def one_name_of_each_line(folder, strict=False):
    """In a folder that folds case, the first of a line is there, the others are it."""
    for number, line in enumerate(SAME):
        if strict and isinstance(line[0], bytes):
            continue
        expect("%r made" % line[0], folder.make(line[0], content(number)), "")
    for number, line in enumerate(SAME):
        for name in line:
            if strict and isinstance(name, bytes):
                expect("%r made" % name, folder.make(name), "EINVAL")
                continue
            expect("%r made again" % name, folder.make(name), "EEXIST")
            expect("%r read" % name, folder.read(name), content(number))


def look_at_lines(folder, strict=False):
    """The same on the mounted disk: nothing is known of its names yet."""
    for number, line in enumerate(SAME):
        for name in reversed(line):
            if not (strict and isinstance(name, bytes)):
                expect("%r read" % name, folder.read(name), content(number))
    folder.expect_names(*(line[0] for line in SAME if not (strict and isinstance(line[0], bytes))))


PLAIN = [names_alike_are_files_of_their_own, names_alike_are_removed_one_by_one,
         names_alike_are_folders_of_their_own, names_alike_are_moved, attributes_alike]
