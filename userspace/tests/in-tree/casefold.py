# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""What fs/unicode decides in a folder that folds case: flags, lookups, the name that is kept,
renaming, removal.  What a filesystem does besides, xfstests has in generic/556.
"""
import os

from folder import Folder, RENAME_NOREPLACE, expect, rename2

# A name, and another writing of it.
PAIRS = [
    ("file.txt", "FILE.TXT"),
    ("cora\u00e7\u00e3o", "CORAC\u0327\u00c3O"),
    ("french_cafe\u0301.txt", "FRENCH_caf\u00e9.txt"),
    ("arabic_\u06d2\u0654.txt", "ARABIC_\u06d3.TXT"),
    ("japanese_\u30b2.txt", "Japanese_\u30b1\u3099.txt"),
    ("stra\u00dfe", "STRASSE"),
    ("\u1f48\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c2", "\u1f40\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u0301\u03a3"),
    ("\u0416\u0443\u0440\u043d\u0430\u043b", "\u0436\u0423\u0420\u041d\u0410\u041b"),
    ("\u13a0\u13a1", "\uab70\uab71"),               # Cherokee folds to its capitals
    ("\u10d0\u10d1", "\u1c90\u1c91"),               # Georgian
    ("\U00010400", "\U00010428"),                   # Deseret, four bytes
    ("\U0001e900", "\U0001e922"),                   # Adlam
    ("\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
    ("\u0561\u0582", "\u0531\u0552"),               # Armenian
    ("zero\u200dwidth", "ZeroWidth"),
]

# Names that are two: canonical writings and case are not all that is alike.
NOT_PAIRS = [
    ("corac\u0327".encode() + b"\xc3", "cora\u00e7".encode() + b"\xc3"),
    (b"A\xc3", b"a\xc3"), (b"A\xed\xa0\x80", b"a\xed\xa0\x80"), (b"A\xff", b"a\xff"),
    (b"A\xc0\xaf", b"a\xc0\xaf"), (b"A\xf4\x90\x80\x80", b"a\xf4\x90\x80\x80"),
    ("\u2460", "1"), ("\uff41", "a"), ("\u0131", "I"), ("\u0430", "A"), ("e\u0301", "e"),
    ("a\u0301\u0300", "a\u0300\u0301"), ("\ua7c7", "\ua7c8"), ("\U00010570", "\U00010597"),
]


def each_pair(folder, ask):
    """A folder for each pair, in which nothing is but what is asked for."""
    for number, (name, other) in enumerate(PAIRS):
        ask(folder.sub("%d" % number), name, other)


# --- flags ---

def flag_is_for_folders(folder):
    expect("make", folder.make("file"), "")
    expect("lsattr", folder.folds("file"), False)
    expect("refused", folder.set_folds(True, "file") in ("ENOTDIR", "ENOTSUP"), True)
    expect("lsattr", folder.folds("file"), False)
    expect("read", folder.read("FILE"), b"file")


def flag_is_inherited(folder):
    folder.sub("d1").sub("d2").sub("d3")
    expect("lsattr", folder.folds("d1/d2/d3"), True)
    expect("make", folder.make("D1/D2/D3/file"), "")
    expect("read", folder.read("d1/D2/d3/FILE"), b"D1/D2/D3/file")
    folder.expect_names("d1")
    Folder(folder.at("D1/D2")).expect_names("d3")


# --- lookups ---

def pairs_are_one(folder):
    def ask(sub, name, other):
        expect("make", sub.make(name), "")
        for found in (name, other, other.swapcase()):
            expect("%r read" % found, sub.read(found), name.encode())
        expect("make again", sub.make(other), "EEXIST")
        expect("mkdir", sub.do(os.mkdir, other), "EEXIST")
        expect("symlink", sub.do(lambda path: os.symlink("x", path), other), "EEXIST")
        expect("mknod", sub.do(os.mkfifo, other), "EEXIST")
        sub.expect_names(name)
    each_pair(folder, ask)


def others_are_two(folder):
    for number, (name, other) in enumerate(NOT_PAIRS):
        sub = folder.sub("%d" % number)
        expect("make %r" % name, sub.make(name), "")
        expect("no %r" % other, sub.has(other), "ENOENT")
        expect("make %r" % other, sub.make(other), "")
        expect("read", (sub.read(name), sub.read(other)), (sub.bytes_of(name), sub.bytes_of(other)))
        sub.expect_names(name, other)


def long_names(folder):
    """254 bytes: f2fs has no room for the folded form of more."""
    longest = "\u0436" * 127
    expect("make", folder.make(longest, b""), "")
    expect("by another", folder.has("\u0416" * 127), True)
    expect("make again", folder.make("\u0416" * 127), "EEXIST")
    expect("too long", folder.make(longest + "xy"), "ENAMETOOLONG")
    folder.expect_names(longest)


def longest_names(folder):
    """255 bytes, of which the folded form may have more."""
    for name, other in (("x" * 255, "X" * 255), ("\u00e9" * 127 + "x", "\u00c9" * 127 + "X")):
        expect("make", folder.make(name), "")
        expect("by another", folder.read(other), name.encode())
        expect("make again", folder.make(other), "EEXIST")
    expect("names", len(folder.names()), 2)


def many_names(folder):
    for number in range(2000):
        expect("make", folder.make("file\u00e4%d" % number, b"%d" % number), "")
    for number in range(2000):
        expect("read", folder.read("FILEA\u0308%d" % number), b"%d" % number)
        expect("make again", folder.make("File\u00c4%d" % number), "EEXIST")
    expect("names", len(folder.names()), 2000)
    for number in range(0, 2000, 2):
        expect("unlink", folder.do(os.unlink, "fILEa\u0308%d" % number), "")
    for number in range(2000):
        expect("left", folder.has("FILE\u00c4%d" % number), number % 2 == 1 or "ENOENT")


# --- what was looked for before, and what is remembered of it ---

def name_after_one_that_was_absent(folder):
    def ask(sub, name, other):
        expect("absent", (sub.has(name), sub.has(other)), ("ENOENT", "ENOENT"))
        expect("make", sub.make(other), "")
        sub.expect_names(other)
        expect("read", sub.read(name), other.encode())
    each_pair(folder, ask)


def name_after_one_that_was_removed(folder):
    def ask(sub, name, other):
        for make, remove in ((sub.make, os.unlink), (lambda n: sub.do(os.mkdir, n), os.rmdir)):
            for first, second in ((name, other), (other, name)):
                expect("make", make(first), "")
                sub.expect_names(first)
                expect("is there", sub.has(second), True)
                expect("remove", sub.do(remove, second), "")
                expect("absent", (sub.has(first), sub.has(second)), ("ENOENT", "ENOENT"))
                sub.expect_names()
    each_pair(folder, ask)


def same_name_in_each_other(folder):
    folder.sub("same1").sub("same1")
    expect("make", folder.make("SAME1/sAME1/sAMe1", b"x"), "")
    expect("make again", folder.make("same1/same1/same1"), "EEXIST")
    Folder(folder.at("same1/same1")).expect_names("sAMe1")


# --- renaming ---

def rename_to_itself(folder):
    """Both names are of one entry: rename(2) does nothing, and says success."""
    def ask(sub, name, other):
        expect("make", sub.make(name), "")
        for new in (other, name):
            expect("rename", sub.do(os.rename, name, new), "")
            sub.expect_names(name)
    each_pair(folder, ask)


def rename_by_another_name(folder):
    def ask(sub, name, other):
        expect("make", sub.make(name), "")
        expect("rename", sub.do(os.rename, other, "new"), "")
        expect("absent", (sub.has(name), sub.has(other)), ("ENOENT", "ENOENT"))
        sub.expect_names("new")
        expect("rename", sub.do(os.rename, "NEW", other), "")
        expect("read", sub.read(name), name.encode())
        sub.expect_names(other)
    each_pair(folder, ask)


def rename_over_another(folder):
    """The entry that is replaced keeps its name."""
    def ask(sub, name, other):
        expect("make", (sub.make(name), sub.make("new")), ("", ""))
        expect("rename", sub.do(os.rename, "NEW", other), "")
        expect("read", (sub.read(name), sub.read("new")), (b"new", "ENOENT"))
        sub.expect_names(name)
    each_pair(folder, ask)


def rename_without_replacing(folder):
    def ask(sub, name, other):
        expect("make", (sub.make(name), sub.make("x")), ("", ""))
        move = lambda old, new: rename2(old, new, RENAME_NOREPLACE)
        expect("over another", sub.do(move, "x", other), "EEXIST")
        expect("over itself", sub.do(move, name, other), "EEXIST")
        sub.expect_names(name, "x")
    each_pair(folder, ask)


# --- removal ---

def remove_by_another_name(folder):
    def ask(sub, name, other):
        expect("make", sub.make(name), "")
        expect("rmdir", sub.do(os.rmdir, other), "ENOTDIR")
        expect("unlink", sub.do(os.unlink, other), "")
        expect("unlink again", sub.do(os.unlink, other), "ENOENT")
        inner = sub.sub(other)
        inner.make(other)
        expect("unlink", sub.do(os.unlink, name), "EISDIR")
        expect("rmdir", sub.do(os.rmdir, name), "ENOTEMPTY")
        expect("unlink", inner.do(os.unlink, name), "")
        expect("rmdir", sub.do(os.rmdir, name), "")
        sub.expect_names()
    each_pair(folder, ask)


# --- names that are not well-formed, where the filesystem is strict ---

ILL_FORMED = [b"\xff", b"a\xc3", b"cora\xc3\xa7\xc3", b"\xed\xa0\x80", b"a\xc0\xaf", b"\xf4\x90\x80\x80",
              b"\xf8\x88\x80\x80\x80", b"x\xe2\x82", b"\xfe"]


def ill_formed_names_are_refused(folder):
    expect("make", folder.make("x"), "")
    folder.sub("d")
    for name in ILL_FORMED:
        expect("stat", folder.has(name), "EINVAL")
        expect("make", folder.make(name), "EINVAL")
        expect("mkdir", folder.do(os.mkdir, name), "EINVAL")
        expect("symlink", folder.do(lambda path: os.symlink("x", path), name), "EINVAL")
        expect("link", folder.do(os.link, "x", name), "EINVAL")
        expect("rename", folder.do(os.rename, "X", name), "EINVAL")
        expect("rename a folder", folder.do(os.rename, "D", name), "EINVAL")
        expect("unlink", folder.do(os.unlink, name), "EINVAL")
    folder.expect_names("x", "d")


def ill_formed_names_where_nothing_folds(folder):
    out = folder.sub("out", False)
    for name in ILL_FORMED:
        expect("make", out.make(name), "")
        expect("read", out.read(name), name)
        expect("in", folder.do(os.rename, out.at(name), name), "EINVAL")
    out.expect_names(*ILL_FORMED)


FLAGS = [flag_is_for_folders, flag_is_inherited]
LAX = [others_are_two]
NOT_F2FS = [longest_names]
STRICT = [ill_formed_names_are_refused, ill_formed_names_where_nothing_folds]
BOTH = FLAGS + [
    pairs_are_one, long_names, many_names,
    name_after_one_that_was_absent, name_after_one_that_was_removed, same_name_in_each_other,
    rename_to_itself, rename_by_another_name, rename_over_another, rename_without_replacing,
    remove_by_another_name]
