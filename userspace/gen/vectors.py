#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Write the built-in test vectors: gen/vectors.py DIRECTORY

The inputs are made from the definitions: Table 3-7 and the examples of U+FFFD
substitution in chapter 3 of the Unicode Standard, the forms of RFC 2279, and
the stress cases that Markus Kuhn's UTF-8 test made well known.  What is
expected of them is what CPython's decoder does, which is held here against
Table 3-7 by a literal reading of it (profiles.py); of names, what the table of
classes in utf8check's documentation says.  No code of utf8check has a part.
The other profiles are in profiles.py, the work of streams in transcode.py, the
policies for names in policies.py, what becomes dangerous in dangers.py, what Windows
reserves in windows.py, what is invisible and does nothing in placement_rows.py, who reads
".." in decoders.py, normalization in normalization.py.  Boundaries, the order of two texts
and signatures, of which each row is a case of its own, are written by hand (spelled.jsonl).
"""
import json
import sys

import classes
import dangers
import decoders
import normalization
import policies
import profiles
import protect
import transcode

TABLE_3_7 = profiles.TABLES["rfc3629"]
FFFD = "\ufffd".encode()


def form(value, length):
    """A value in a form of a given length, shortest or not (2 to 8 bytes)."""
    tail = [0x80 | value >> 6 * i & 0x3F for i in range(length - 2, -1, -1)]
    ones = 0xFF00 >> length & 0xFF
    lead = ones | (value >> 6 * (length - 1) if length < 8 else 0)
    return bytes([lead] + tail)


def chapter_3(v):
    """The examples of section 3.9, with the number of U+FFFD it prints."""
    for table, text, want in [
            ("3-8", "C0 AF E0 80 BF F0 81 82 41", "R R R R R R R R 41"),
            ("3-9", "ED A0 80 ED BF BF ED AF 41", "R R R R R R R R 41"),
            ("3-10", "F4 91 92 93 FF 41 80 BF 42", "R R R R R 41 R R 42"),
            ("3-11", "E1 80 E2 F0 91 92 F1 BF 41", "R R R R 41")]:
        data = bytes.fromhex(text)
        assert profiles.replaced("rfc3629", data)[0].hex() == (
            want.lower().replace(" ", "").replace("r", FFFD.hex())), table
        v.add("unicode-3.9-table-" + table, data)
    v.add("unicode-d92-example", bytes.fromhex("4D D0 B0 E4 BA 8C F0 90 8C 82"))


def well_formed(v):
    v.add("empty", b"")
    for row in TABLE_3_7:
        for side, name in (0, "first"), (1, "last"):
            data = bytes(r[side] for r in row)
            v.add("row-%02x-%s" % (row[0][0], name), data)
    for cp in (0, 0xA, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000,
               0xFDD0, 0xFDEF, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFF,
               0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFE, 0x10FFFF):
        v.add("code-point-%04x" % cp, chr(cp).encode())
    v.add("kosme", "\u03ba\u1f79\u03c3\u03bc\u03b5".encode())
    v.add("all-lengths", "a\u00e9\u4e8c\U0001f600z".encode())


def edges(v):
    """Each row of the table with each byte just out of its range."""
    for row in TABLE_3_7[1:]:
        good = bytes(r[0] for r in row)
        for i in range(1, len(row)):
            for b in (row[i][0] - 1, row[i][1] + 1, 0x00, 0x7F, 0xC2, 0xFF):
                data = good[:i] + bytes([b]) + good[i + 1:]
                v.add("row-%02x-byte-%d-is-%02x" % (row[0][0], i, b),
                      b"[" + data + b"]")


def lone_bytes(v):
    for b in range(0x80, 0x100):
        kind = "continuation" if b < 0xC0 else "lead"
        v.add("lone-%s-%02x" % (kind, b), bytes([b]))
        v.add("lone-%s-%02x-space" % (kind, b), bytes([b]) + b" ")
    v.add("all-continuations", bytes(range(0x80, 0xC0)))
    for lo, hi in (0xC0, 0xE0), (0xE0, 0xF0), (0xF0, 0xF8), (0xF8, 0xFC), \
                  (0xFC, 0xFE), (0xFE, 0x100):
        v.add("leads-%02x-%02x-spaced" % (lo, hi - 1),
              b"".join(bytes([b]) + b" " for b in range(lo, hi)))
    for n in range(2, 9):
        v.add("%d-continuations" % n, b"\x80\xbf\xaf\x90\x9f\xa0\x81\xbe"[:n])


def longer_forms(v):
    """Not shortest, and more than there is."""
    shortest = [0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000, 1 << 31, 1 << 36]
    for length in range(2, 9):
        for value in (0, 0x2E, 0x2F, 0x5C, 0x7F):
            v.add("overlong-%d-bytes-of-%02x" % (length, value),
                  b"a" + form(value, length) + b"b")
        # The largest value that has a form one byte shorter.
        v.add("overlong-%d-bytes-largest" % length,
              form(shortest[length - 1] - 1, length))
        v.add("%d-bytes-smallest" % length, form(shortest[length - 1], length))
    for cp in (0x110000, 0x13FFFF, 0x140000, 0x1FFFFF):
        v.add("out-of-range-%x" % cp, b"a" + form(cp, 4) + b"b")
    for length, value in (5, 0x200000), (5, 0x3FFFFFF), (6, 0x4000000), \
                         (6, 0x7FFFFFFF), (7, (1 << 36) - 1), (8, (1 << 42) - 1):
        v.add("out-of-range-%x" % value, b"a" + form(value, length) + b"b")


def surrogates(v):
    singles = (0xD800, 0xDB7F, 0xDB80, 0xDBFF, 0xDC00, 0xDF80, 0xDFFF)
    for cp in singles:
        v.add("surrogate-%04x" % cp, b"a" + form(cp, 3) + b"b")
    for high in (0xD800, 0xDB7F, 0xDB80, 0xDBFF):
        for low in (0xDC00, 0xDFFF):
            v.add("surrogates-%04x-%04x" % (high, low),
                  form(high, 3) + form(low, 3))
    v.add("surrogates-swapped", form(0xDC00, 3) + form(0xD800, 3))


def truncated(v):
    """Sequences of each length, cut at each place."""
    cut = []
    for name, data in (("c2", "c280"), ("df", "dfbf"), ("e0", "e0a080"),
                       ("e1", "e18080"), ("ed", "ed9fbf"), ("ef", "efbfbf"),
                       ("f0", "f0908080"), ("f1", "f1808080"),
                       ("f4", "f48fbfbf"), ("f8", "f888808080"),
                       ("fc", "fc8480808080")):
        data = bytes.fromhex(data)
        for n in range(1, len(data)):
            cut.append(data[:n])
            v.add("cut-%s-at-%d-end" % (name, n), b"a" + data[:n])
            v.add("cut-%s-at-%d-ascii" % (name, n), data[:n] + b"A")
            v.add("cut-%s-at-%d-same" % (name, n), data[:n] + data)
            v.add("cut-%s-at-%d-ff" % (name, n), data[:n] + b"\xff")
    v.add("cut-all-in-a-row", b"".join(cut))


def in_long_text(v):
    """Where implementations that read many bytes at once change their ways."""
    texts = (("ascii", b"The quick brown fox. "),
             ("cjk", "\u4e00\u4e8c\u4e09".encode()),
             ("mixed", "a\u00e9\u4e8c\U0001f600".encode()))
    bad = (("overlong", b"\xc0\xaf"), ("surrogate", b"\xed\xa0\x80"),
           ("lone", b"\x80"), ("cut", b"\xf0\x9f\x98"), ("range", b"\xf4\x90"))
    for text_name, text in texts:
        whole = text * (300 // len(text))
        v.add("long-%s" % text_name, whole)
        for n in (15, 31, 61, 62, 63, 64, 65, 127, 128, 191, 192):
            start = whole[:n].decode(errors="ignore").encode()
            for bad_name, bytes_ in bad:
                v.add("long-%s-%s-at-%d" % (text_name, bad_name, len(start)),
                      start + bytes_ + whole[:70])
                v.add("long-%s-%s-ends-at-%d" % (text_name, bad_name,
                                                 len(start)), start + bytes_)


class Names:
    """Collects rows of names: of a component, of a path, or of both."""

    def __init__(self):
        self.rows = []

    def add(self, kind, name, data, listed, dotdot=False):
        self.rows.append(classes.row(kind, name, data, listed, hidden_dotdot=dotdot))

    def both(self, *row):
        self.add("component", *row)
        self.add("path", *row)


def hidden_names(r):
    """What matters in a name, in longer forms and in surrogates."""
    for word, value in ("nul", 0x00), ("separator", 0x2F), ("backslash", 0x5C), ("dot", 0x2E):
        for length in range(2, 9):
            name = "hidden-%s-%d-bytes" % (word, length)
            r.both(name, form(value, length), ["hidden-" + word])
            r.both(name + "-inside", b"a" + form(value, length) + b"b", ["hidden-" + word])
        pair = form(0xD800, 3) + form(0xDC00 | value, 3)
        r.both("hidden-%s-surrogates" % word, b"a" + pair, ["hidden-" + word])
    for length in range(2, 9):
        slash, dot = form(0x2F, length), form(0x2E, length)
        r.both("dotdot-slash-%d-bytes" % length, b".." + slash + b"..",
               ["hidden-separator"], True)
        r.both("dots-%d-bytes" % length, dot + dot, ["hidden-dot"], True)
        r.both("dot-and-%d-bytes" % length, b"." + dot, ["hidden-dot"], True)
    r.both("dotdot-nul", b"..\xc0\x80", ["hidden-nul"], True)
    r.both("dotdot-backslash", b"..\xc1\x9c..", ["hidden-backslash"], True)
    r.add("path", "dotdot-below", b"a/" + form(0x2E, 2) * 2 + b"/b", ["hidden-dot"], True)


def lax_names(r):
    """A lead before a byte of ASCII: what those read who look at no continuation byte."""
    r.add("component", "lax-nul", b"a\xc0\x00", ["lax-nul", "nul"])
    r.add("component", "lax-separator", b"\xc0\x2f", ["lax-separator", "separator"])
    r.add("path", "lax-separator", b"\xc0\x2f", ["lax-separator"])
    r.both("lax-backslash", b"\xc1\x1c", ["lax-backslash"])
    r.both("lax-dot", b"\xc0\x2e", ["lax-dot"])
    r.both("lax-dotdot", b"\xc0\x2e\xc0\x2e", ["lax-dot"], True)
    r.both("lax-backslash-dotdot", b"..\xc1\x1c..", ["lax-backslash"], True)


def other_names(r):
    """What is ill-formed, and what is as it is written."""
    for name, text in (("continuation", "80"), ("lead", "c3"), ("ff", "ff"),
                       ("surrogate", "eda080"), ("out-of-range", "f4908080"),
                       ("overlong-letter", "c1a1"), ("c3-28", "c328"), ("cut", "e282")):
        r.both("ill-formed-" + name, b"a" + bytes.fromhex(text), ["ill-formed"])
    r.both("hidden-and-ill-formed", b"\xc0\xaf\xff", ["hidden-separator", "ill-formed"])
    for name, text, listed in (
            ("letter", "a", []), ("latin-1", "caf\u00e9", []),
            ("cjk", "\u65e5\u672c\u8a9e", []), ("emoji", "\U0001f600.txt", []),
            ("dots-three", "...", []), ("dot-file", ".profile", []),
            ("nul", "a\0b", ["nul"]), ("backslash", "a\\b", ["backslash"]), ("dot", ".", ["dot"]),
            ("dotdot", "..", ["dotdot"]), ("empty", "", ["empty"]),
            ("255-bytes", "a" * 255, []), ("256-bytes", "a" * 256, ["too-long"]),
            ("256-bytes-of-cjk", "\u65e5" * 85 + "a", ["too-long"])):
        r.both(name, text.encode(), listed)
    r.add("component", "separator", b"a/b", ["separator"])
    for name, path, listed in (
            ("slash", b"a/b", []), ("root", b"/", []), ("double", b"a//b", []),
            ("dot", b"a/./b", ["dot"]), ("dotdot", b"a/../b", ["dotdot"]),
            ("dotdot-last", b"a/..", ["dotdot"]), ("dotdot-first", b"../a", ["dotdot"]),
            ("dotdot-and-dot", b".././a", ["dotdot", "dot"]),
            ("4095-bytes", b"a/" * 2047 + b"b", []),
            ("4096-bytes", b"a/" * 2047 + b"bb", ["too-long"]),
            ("long-component", b"a/" + b"b" * 256, ["too-long"])):
        r.add("path", "of-" + name, path, listed)


def write(path, rows):
    ids = [row["id"] for row in rows]
    assert len(ids) == len(set(ids)), "an id twice"
    with open(path, "w", encoding="ascii") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: gen/vectors.py DIRECTORY")
    parts = (chapter_3, well_formed, edges, lone_bytes, longer_forms,
             surrogates, truncated, in_long_text)
    standard, *others = map(profiles.Validity, profiles.TABLES)
    for part in parts:
        for v in standard, *others:
            part(v)
    for v in others:
        profiles.pairs(v)
    write(sys.argv[1] + "/validity.jsonl", standard.rows)
    write(sys.argv[1] + "/profiles.jsonl", [row for v in others for row in v.rows])
    write(sys.argv[1] + "/streams.jsonl", transcode.rows())
    write(sys.argv[1] + "/normalization.jsonl", normalization.rows())
    names = Names()
    for part in hidden_names, lax_names, other_names:
        part(names)
    write(sys.argv[1] + "/names.jsonl", names.rows + policies.rows()
          + dangers.rows() + decoders.rows())
    write(sys.argv[1] + "/protect.jsonl", protect.rows())


if __name__ == "__main__":
    main()
