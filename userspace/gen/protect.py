#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names that may be taken for protected ones, with answers by hand.

The names are those of Git's tests (t1014, t7450, t0060, verify_path) and of HFS+ and NTFS,
with the answers that Git's tests give; and more for each rule.  Whether a name is taken
for another is worked out in kunit/reference_protect.c, for names at random.

    gen/protect.py > ../kunit/best_fit_list.h

makes the list of what Windows narrows, for that reference.
"""
import re

import classes
import dangers
import ucd

def checksum(name):
    """Of short names; the digits in the order in which they are written."""
    total = 0
    for c in name:
        total = (37 * total + ord(c)) % 2 ** 16
    product = total * 314159269 % 2 ** 32
    product = min(product, 2 ** 32 - product)
    return "%04x" % (product % 1000000007 % 2 ** 16)


# What Git has written down, and one of Thomas Galvin's.
for long, digits in ((".gitmodules", "7eba"), (".gitignore", "250a"), ("SomeStuff.aspx", "bc84"),
                     (".gitattributes", "7d29"), (".mailmap", "ba30")):
    assert checksum(long)[::-1] == digits, long


ZWNJ = "\u200c"
# What HFS+ leaves out of names.
HFS = [0xFEFF] + [cp for first, last in ((0x200C, 0x200F), (0x202A, 0x202E), (0x206A, 0x206F))
                  for cp in range(first, last + 1)]

SPACES_AND_DOTS = [" ", ".", "  ", ". ", " .", "..", "   ", ".  ", " . ", "  ."]

# Patterns, what is taken for one of them, and what is not.
CASES = [
    # Git: t1014, and verify_path() and what it calls.
    ([".git"],
     [".GIT", ZWNJ + ".Git", ".gI" + ZWNJ + "T", ".GiT" + ZWNJ, "git~1", ".git. ", ".\\.GIT\\foobar",
      ".git\\foobar", ".git...:alternate-stream", ".Git", ".gIt", ".giT", ".git::$INDEX_ALLOCATION",
      ".git:", ".git:x", ".git ", ".git.", ".git . .", ".GIT.:$DATA", "GIT~1", "Git~1.", "git~1 ",
      "git~1:x", "git~1\\x", "a\\.GIT", "a\\git~1"] +
     [".g" + chr(cp) + "it" for cp in HFS] + [chr(cp) + ".git" + chr(cp) for cp in HFS],
     [".git", ".gitx", ".gi", "git", ".git-", "x.git", " .git", "..git", ".git x", ".git.x", "git~",
      "git~0", "git~10", "git~1x", "gitx~1", "git~1.x", "git~5", ".git,:$DATA", ".g\u0301it",
      ".g\u2063x", "a:.git", "g.it"]),
    # Git: t0060 and t7450.
    ([".gitmodules"],
     [".git" + ZWNJ + "modules", "." + ZWNJ + "gitmodules", ".Gitmodules", ".gitmoduleS"] +
     [".gitmodules" + end for end in SPACES_AND_DOTS] +
     [".Gitmodules" + end for end in SPACES_AND_DOTS] +
     ["GITMOD~1", "gitmod~1", "GITMOD~2", "gitmod~3", "GITMOD~4", "GITMOD~1 ", "gitmod~2.", "GITMOD~3  ",
      "gitmod~4. ", "GITMOD~1 .", "gitmod~2   ", "GITMOD~3.  ", "gitmod~4 . ", "GI7EBA~1", "gi7eba~9",
      "GI7EB~10", "GI7EB~11", "GI7EB~99", "GI7E~100", "GI7E~101", "GI7E~999", "~1000000", "~9999999",
      ".gitmodules:$DATA", "gitmod~4 . :$DATA"],
     [".gitmodules", ".gitmodules x", ".gitmodules .x", " .gitmodules", "..gitmodules", "gitmodules",
      ".gitmodule", ".gitmodules x ", "GI7EBA~", "GI7EBA~0", "GI7EBA~~1", "GI7EBA~X", "Gx7EBA~1",
      "GI7EBX~1", "GI7EB~1", "GI7EB~01", "GI7EB~1X", ".gitmodules,:$DATA", "GITMOD~5", "~100000",
      "~10000000", "GI7D29~1"]),
    ([".gitattributes", ".gitignore", ".mailmap"],
     [".git" + ZWNJ + "attributes", ".Gitattributes", ".gitattributeS", "GITATT~1", "GI7D29~1",
      ".git" + ZWNJ + "ignore", ".Gitignore", ".gitignorE", "GITIGN~1", "GI250A~1",
      ".mail" + ZWNJ + "map", ".Mailmap", ".mailmaP", "MAILMA~1", "MABA30~1", ".gitattributes .",
      ".gitignore .", ".mailmap .", "." + ZWNJ + "mailmap"],
     [".gitattributes", ".gitignore", ".mailmap", "GITATT~5", "MA250A~1", "GI7EBA~1", "mailma~0"]),
    # Best fit, and compatibility forms, of what NTFS and short names need too.
    ([".git", "a-b", "x'y", ".htaccess"],
     ["\uff0egit", "\u2024git", ".\uff47it", "\uff0e\uff27\uff29\uff34", ".git\uff0e", ".git\u2024",
      ".git\u2026", ".git\uff1a\uff1ax", ".git\ufe13x", "git\uff5e1", "git\u02dc1", "git\u223c\uff11",
      ".git\u3000", ".git\u00a0", ".git\u2002.", "a\u2010b", "a\u2011b", "a\u2212b", "a\u00adb", "A\u00adB", "a\uff0db", "x\u02bcy", "X\u2032Y",
      "x\u2032Y.", "c\u2044.git\u2044d",
      ".git\u00ad", ".git.\u200b", ".git\u200b.", "c\u2216.git", "c\uff3c.GIT", "c\uff0f.git",
      "c\u2215.git", ".htacce\u00df", ".ht\u00adaccess", "\uff28TACCE~1", "HTACCE~1", "htacce~4",
      "HT" + checksum(".htaccess")[::-1] + "~1", ".\u24d6\u24d8\u24e3", ".g\u2170t", ".\u210ait",
      "\u2024git\u2025"],
     [".git", "a-b", "x'y", ".htaccess", "a\u00b7b", "a\u30fcb", "x\u00b4y", "git\u02c61", ".g\u0456t", "a\u2043c", "\u3002git", ".git\u3002", "a--b", "x''y", "htacces~1",
      "a\u2013b", "a\u2014b", "x\u2019y", "\u0301.git", ".gi\u0307t"]),
    # Best fit of letters and digits.
    ([".git", "a-b", ".gitmodules"],
     [".g\u0131t", ".\u0261it", ".\u0121it", ".G\u00ceT", ".g\u00eft", ".gi\u00fe", ".\u0121\u012b\u01ab",
      ".g\u0131t.", ".g\u0131t:x", ".g\u0131\u200bt", ".\uff47\u0131\uff54", "g\u0131t~1", "git~\u00b9",
      "gi7eba~\u221e", ".g\u0131tmodules", "\u0122ITMOD~1", "g\u00eftmod~2", "c\u2216.g\u0131t",
      # A dash in one code page, T in others.
      "a\u252cb", ".gi\u252c", ".GI\u2564", ".\u0261i\u252c"],
     # No code page narrows both.
     [".\u0261\u00edt", ".g\u0131\u00fe", ".g\u00ed\u03c4", ".g\u0131\u2564",
      ".g\u03b9t", ".\u0262it", ".gi\u0442"]),
    # Case: full case folding, and not as Turkish has it.
    (["stra\u00dfe", "K", "caf\u00e9.txt", "\u03c3\u03bf\u03c2", "file", "i"],
     ["STRASSE", "strasse", "STRA\u1e9eE", "Stra\u00dfe.", "k", "\u212a", "cafe\u0301.TXT",
      "CAF\u00c9.txt", "caf\u00e9.txt:x", "Cafe\u0301.txt ", "\u03a3\u039f\u03a3", "\u03c3\u03bf\u03c3",
      "FILE", "\ufb01le", "\ufb01LE", "I", "\u2160", "\u2148", "\uff29",
      "\u0131", "\u0130", "\u00ed"],
     ["stra\u00dfe", "K", "caf\u00e9.txt", "\u03c3\u03bf\u03c2", "file", "i", "\u0456",
      "cafe.txt", "CAFE~1.TXT", "STRASE~1", "STRAE~1", "sos", "stra\u03b2e", "\u00eet"]),
    # The protected names themselves are odd.
    (["\uff27\uff29\uff34", "a\u200bb", "a\\b", "x.", "y ", "z:s", "...", "\u0344", "a" * 255],
     ["git", "GIT", "\uff47it", "ab", "AB", "a\u2060b", "A\\B", "a\uff3cb", "X.", "Y ", "Z:S", "z\uff1as",
      "\u0308\u0301", "A" * 255, "A" + "a" * 254, "\u2026"],
     ["\uff27\uff29\uff34", "a\u200bb", "a\\b", "x.", "y ", "z:s", "...", "\u0344", "a" * 255, "x", "y", "z",
      "a" * 254, "....", "b\\a", "\u0301\u0308"]),
    # Short names: what goes and what becomes an underscore, and who has none.
    (["web.config", "a.config", "Program Files", "a+b=c.[x]", "..two.dots.tar.gz", "long.name",
      "short.txt", "README", "\u00fcber.config", "x", "a|b.text", " s", "ab.c.d"],
     ["WEB~1.CON", "web~4.con", "web~1.con.", "WE" + checksum("web.config")[::-1] + "~1.CON",
      "W~100000.con", "we~10000.con", "web~1.con::$DATA", "A~1.CON",
      "a" + checksum("a.config")[::-1] + "~1.con", "PROGRA~1", "progra~2",
      "PR" + checksum("Program Files")[::-1] + "~7", "A_B_C~1._X_", "TWODOT~1.GZ", "LONG~1.NAM",
      "S~1", "ABC~1.D", "readme", "X", "Short.TXT", "\u00dcBER.CONFIG"],
     ["WEB~1", "WEB~1.CO", "WEB~1.CONF", "WEB~5.CON", "WEB~1.X", "WEBC~1.CON", "SHORT~1.TXT", "README~1",
      "BER~1.CON", "UBER~1.CON", "_BER~1.CON", "X~1", "AB~1.TEX", "A_B~1.TEX", "a+b=c~1", "A+B=C~1.[X]",
      "TWODOT~1", "..TWO~1.GZ", "PROGRAM~1", "PROGR~1", "LONGNA~1", "~1", "~", "a~", "W~1.CON",
      "WE~1.CON", "~0.con", "ABC~1", "AB~1.D"]),
]

# Where components of paths are.
PATHS = [
    (".git/config", False), (".GIT/config", True), ("a/.Git", True), ("a/b/git~1/c", True),
    ("/.gIt", True), ("//.GIT//", True), ("a/.git/.git", False), ("a/.git/.GIT", True), ("git/.x", False),
    ("../.GIT", True), ("./.GIT.", True), (".G/IT", False), ("a/" + ".GIT/" * 3, True),
    (".git\u2044x/y", True), ("x\uff0f.GIT/y", True), (".git/a\\.git", True),
]

# Ill-formed, or too long to be a name.
OTHERS = [
    ("ff", b".GIT\xff", ["ill-formed", "protected"]),
    ("ff-first", b"\xff.git", ["ill-formed", "protected"]),
    ("ff-stream", b".git:\xff", ["ill-formed", "protected"]),
    ("ff-only", b"\xff", ["ill-formed"]), ("ff-for-i", b".g\xfft", ["ill-formed"]),
    ("overlong", b".gi\xc1\xb4", ["ill-formed", "protected"]),
    ("cut", b".GIT\xe2\x80", ["ill-formed", "protected"]),
    ("256", b".git" + b"." * 252, ["too-long"]), ("255", b".git" + b"." * 251, ["protected"]),
    ("256-ignorable", b".g" + b"\xe2\x80\x8b" * 84 + b"it", ["too-long", "ignorable-danger"]),
    ("nul", b".GIT\0", ["nul"]),
]


def named(text):
    words = re.sub("[^A-Za-z0-9.~_-]", lambda c: "{%x}" % ord(c[0]), text)
    return re.sub("(.)\\1{20,}", lambda c: "%s{x%d}" % (c[1], len(c[0])), words)


def rows():
    known = dangers.Dangers()
    found, seen = [], set()

    def add(kind, name, data, patterns, expected):
        row = classes.row(kind, "protect-" + name, data, expected, protect=patterns)
        if row["id"] not in seen:
            found.append(row)
        seen.add(row["id"])

    def expected(kind, text, taken):
        parts = text.split("/") if kind == "path" else [text]
        texts = [c for part in parts for c in known.classes(part)]
        texts += ["backslash"] * ("\\" in text) + ["protected"] * taken
        for part in parts:
            texts += {"..": ["dotdot"], ".": ["dot"]}.get(part, [])
        return set(texts)

    for number, (patterns, yes, no) in enumerate(CASES):
        for answer, names in (True, yes), (False, no):
            for text in names:
                name = "%d-%s" % (number, named(text))
                add("component", name, text.encode(), patterns, expected("component", text, answer))
                add("path", name + "-below", ("d/" + text + "/e").encode(), patterns,
                    expected("path", "d/" + text + "/e", answer))
    for text, answer in PATHS:
        add("path", named(text), text.encode(), [".git"], expected("path", text, answer))
    for name, data, expect in OTHERS:
        add("component", name, data, [".git"], expect)
    return found


def write_header():
    ucd.head("protect.py", "windows-best-fit.tsv", "/* ", " */")
    print("""#ifndef U8C_BEST_FIT_LIST_H
#define U8C_BEST_FIT_LIST_H

#include "../module/core/u8c.h"

/* A code page, a code point, and the character of ASCII that it is narrowed to. */
static const u32 u8c_best_fit_list[][3] = {""")
    for page, cp, byte in sorted((int(page), cp, byte) for cp, byte, pages in ucd.best_fit()
                                 for page in pages):
        print(f"\t{{ {page}, 0x{cp:04x}, 0x{byte:02x} }},")
    print("};\n\n#endif /* U8C_BEST_FIT_LIST_H */")


if __name__ == "__main__":
    write_header()
