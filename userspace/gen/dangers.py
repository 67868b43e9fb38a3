#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Which code points become dangerous in a name, worked out a second time.

    gen/dangers.py > ../kunit/danger_lists.h

For the tests: no code and no table of utf8check has a part in it.  Where
gen/property.py asks of each code point whether its decomposition holds a
character, this rewrites all characters, step by step, until nothing changes,
and looks at the text.  What Python's unicodedata knows already, which is an
older version, must come out the same there: decompositions never change.

rows() makes vectors of it for gen/vectors.py.
"""
import re
import unicodedata

import classes
import decoders
import placement_rows
import ucd
import windows

# POSIX.1-2024, XCU 2.2, both lists without space, tab, newline and dash.
SHELL = set("|&;<>()$`\\\"'" + "*?[]^!#~=%{,}")
# For the shell, or because it parts names or ends them.
DANGEROUS = SHELL | set("/\\." + "\0")
# What is dangerous where a code page of Windows narrows another character to it.
NARROWED = SHELL | set("/\\.-")

SLASH = re.compile(
    "(VERY HEAVY |BIG |FRACTION |DIVISION |OCR DOUBLE |DOUBLE |TRIPLE |REVERSE )*"
    "(SOLIDUS|SLASH|BACKSLASH)( OPERATOR| BINARY RELATION)?")

# Beside the slashes: what iconv or ICU writes with a slash or backslash.
SYMBOLS = "\u00b1\u00f7\u2216\u2571\u2572\u27cb\u27cd"


def mappings():
    """Names, canonical mappings, all mappings."""
    names, canonical, compat = {}, {}, {}
    for (cp, *_), name, _, _, _, mapping, *_ in ucd.unicode_data():
        names[cp] = name
        if mapping:
            compat[cp] = ucd.string(mapping.split("> ")[-1])
            if mapping[0] != "<":
                canonical[cp] = compat[cp]
    return names, canonical, compat


def decomposed(text, mappings):
    """Without the order of marks, which moves no character of ASCII."""
    while True:
        after = text.translate(mappings)
        if after == text:
            return text
        text = after


def check(cp, name, text, form):
    """What unicodedata knows of a code point; its marks are in order."""
    c = chr(cp)
    if unicodedata.category(c) == "Cn" or 0xAC00 <= cp < 0xD7A4:
        return
    assert sorted(text) == sorted(unicodedata.normalize(form, c)), hex(cp)
    assert name[0] == "<" or name == unicodedata.name(c, name), hex(cp)


class Dangers:
    """Sets of code points, worked out from the data; shares no code with Dangers of property.py."""
    NAMES = "compat", "dash", "translit", "bestfit", "ignorable", "url"

    def __init__(self):
        names, canonical, compat = mappings()
        self.compat, self.dash, self.translit, self.url = set(), set(), set(), set()
        self.bestfit = {cp for cp, byte, _ in ucd.best_fit() if chr(byte) in NARROWED}
        self.ignorable = ucd.having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
        for cp, name in names.items():
            texts = [decomposed(chr(cp), m) for m in (canonical, compat)]
            for text, form in zip(texts, ("NFD", "NFKD")):
                check(cp, name, text, form)
            if cp < 0x80:
                continue
            if any(text[0] == "-" for text in texts):
                self.dash.add(cp)
            if set("@:?#/") & set(texts[1]):
                self.url.add(cp)
            if DANGEROUS & set("".join(texts)):
                self.compat.add(cp)
            elif any(ord(c) >= 0x80 and (c in SYMBOLS
                                         or SLASH.fullmatch(names.get(ord(c), "")))
                     for c in texts[1]):
                self.translit.add(cp)

    def begins_with_dash(self, text):
        return text != "" and ord(text[0]) in self.dash

    def hides_dot(self, text):
        left = "".join(c for c in text if ord(c) not in self.ignorable)
        return left != text and left.startswith(".")

    def classes(self, text):
        """The classes of a name, in order; but what Windows reserves is not asked."""
        points = set(map(ord, text))
        found = ["compat-danger"] * (bool(points & self.compat)
                                     or self.begins_with_dash(text))
        found += ["ignorable-danger"] * self.hides_dot(text)
        found += ["translit-danger"] * bool(points & self.translit)
        found += decoders.narrowed(text)
        alone = {ord(c) for before, c in zip("/" + text, text) if not is_on_letter(before, c)}
        return found + ["bestfit-danger"] * bool(alone & self.bestfit)


def is_on_letter(before, mark):
    """Is it a combining mark after a letter, for which all passes that is not ASCII?"""
    return "\u0300" <= mark <= "\u036f" and (before > "\x7f" or before.isalpha())


def ranges(points):
    found = []
    for cp in sorted(points):
        if found and found[-1][1] == cp - 1:
            found[-1][1] = cp
        else:
            found.append([cp, cp])
    return found


def write_header():
    ucd.head("dangers.py", begin="/* ", end=" */")
    print("""#ifndef U8C_DANGER_LISTS_H
#define U8C_DANGER_LISTS_H

#include "../module/core/u8c.h"

/* The first code point and the last of each range. */""")
    dangers = Dangers()
    for name in Dangers.NAMES:
        points = getattr(dangers, name)
        print(f"\n/* {len(points)} code points */\nstatic const u32 u8c_{name}_list[][2] = {{")
        for first, last in ranges(points):
            print(f"\t{{ 0x{first:05x}, 0x{last:05x} }},")
        print("};")
    print("\n#endif /* U8C_DANGER_LISTS_H */")


# name, a component in whose bytes nothing else is to be found
CASES = (
    ("zwj-dots", ".\u200d."), ("zwj-dot", ".\u200d"), ("dot-zwj", "\u200d."),
    ("git", ".g\u200cit"), ("git-before", "\u2060.git"),
    ("git-after", ".git\u00ad"), ("git-twice", "\u200b\ufeff.git"),
    ("variation", ".config-\u2764\ufe0f"), ("tag", ".\U000e0067it"),
    ("filler", "\u3164.ssh"), ("unassigned", ".\u2065a"),
    ("no-dot", "g\u200dit"), ("dot-inside", "a\u200d.b"), ("alone", "\u200d"),
    ("dot-file", ".git"), ("dot-file-accent", ".caf\u00e9"),
    ("dot-after-space", "\u00a0.\u200d"), ("overlay", "=\u0338"),
    ("not-equal", "\u2260"), ("leader", "\u2024\u2024"),
    ("mixed", ".\u200d\uff0f\u2044"), ("mixed-later", "\u200d.\u2044a\u2025"),
    ("spaces", "a\u00a0\u3000b"), ("kelvin", "\u212a"), ("circled-1", "\u2460"),
    ("tag-slash", "\U000e002f"), ("overlay-slash", "a\u0338"),
    ("dotted-slash", "\u2e4a"), ("danda", "\u0964"), ("yen", "\u00a5"),
)


# Begins a component with a dash, as one letter or as several; and what does not.
DASHES = (
    ("dash-wide", "\uff0drf"), ("dash-small", "\ufe63rf"), ("dash-wide-alone", "\uff0d"),
    ("dash-wide-twice", "\uff0d\uff0d"), ("dash-wide-inside", "a\uff0drf"),
    ("dash-wide-after-joiner", "\u200d\uff0drf"), ("dash-wide-after-space", " \uff0drf"),
    ("dash-small-last", "a\ufe63"), ("dash-en", "\u2013rf"), ("dash-em", "\u2014rf"),
    ("dash-hyphen", "\u2010rf"), ("dash-hyphen-kept", "\u2011rf"), ("dash-minus", "\u2212rf"),
    ("dash-soft", "\u00adrf"), ("dash-soft-inside", "a\u00adrf"),
)

# What Windows narrows to a quote, or might.
QUOTES = (
    ("quotes-curly", "\u201ca\u201d"), ("quotes-single", "\u2018a\u2019"),
    ("quotes-low", "\u201ea\u201a"), ("quotes-angle", "\u00aba\u00bb"),
    ("quotes-prime", "a\u2032b\u2035"), ("quotes-modifier", "\u02bca\u02ba"),
    ("quotes-wide", "\uff02a\uff07\uff40"), ("quotes-double-prime", "\u301da\u301e"),
    ("bestfit-letters", "\u0100\u0142\u2102"), ("bestfit-accent", "1\u0300"),
    ("bestfit-tilde-first", "\u0303a"), ("bestfit-accent-on-letter", "a\u0300\u0303"),
    ("bestfit-others", "\uff0b\uff1a\uff20\uff3f\u2002"), ("bestfit-control", "\u2302\u25cb"),
)


def point_rows(both, dangers):
    """The ends of each range, and what is next to them."""
    for kind, before in (("compat", "a"), ("translit", "a"), ("bestfit", "a"),
                         ("dash", "a"), ("dash", ""), ("ignorable", ".")):
        edges = {cp for first, last in ranges(getattr(dangers, kind))
                 for cp in (first - 1, first, last, last + 1)}
        for cp in sorted(edges):
            both({"a": "", "": "first-", ".": "dot-"}[before] + "u+%04x" % cp,
                 before + chr(cp))


def ill_formed_rows(add):
    """Sequences that are ill-formed stay where they are."""
    add("component", "ff-first", b"\xff.\xe2\x80\x8d", ["ill-formed"])
    add("component", "ff-last", b".\xe2\x80\x8d\xff",
        ["ill-formed", "ignorable-danger"])
    add("component", "cut", b".a\xe2\x80", ["ill-formed"])
    add("path", "cut-below", b"a/.x\xe2\x80/\xe2\x80\x8d.", ["ill-formed",
                                                             "ignorable-danger"])
    add("component", "overlong-dot", b"\xe2\x80\x8d\xc0\xae", ["hidden-dot"])
    add("component", "ff-dash", b"\xff\xef\xbc\x8d", ["ill-formed", "bestfit-danger"])
    add("component", "dash-ff", b"\xef\xbc\x8d\xff", ["ill-formed", "compat-danger",
                                                     "bestfit-danger"])
    add("component", "dash-cut", b"\xef\xbc", ["ill-formed"])


def windows_rows(add, dangers):
    for name, data, _ in windows.cases():
        text = data.decode(errors="ignore")
        found = ["ill-formed"] * (text.encode() != data) + dangers.classes(text)
        below = b"a/" + data + b"/b"
        add("path", "windows-%s-below" % name, below,
            found + {".": ["dot"], "..": ["dotdot"]}.get(text, []))
        for kind in "component", "path":
            add(kind, "windows-" + name, data,
                found + {".": ["dot"], "..": ["dotdot"]}.get(text, []))
    add("component", "windows-with-slash", b"con/a", ["separator"])
    add("path", "windows-above", b"con/a", [])
    add("path", "windows-root", b"/nul", [])
    add("path", "windows-backslash", b"a\\con", ["backslash"])
    add("path", "windows-of-dots", b"a/.../b", [])


def rows():
    dangers = Dangers()
    found = {}

    def add(kind, name, data, listed, hidden=False):
        row = classes.row(kind, "danger-" + name, data, listed, hidden_dotdot=hidden)
        assert found.setdefault(row["id"], row) == row, name

    def both(name, text):
        for kind in "component", "path":
            add(kind, name, text.encode(), dangers.classes(text), bool(decoders.hidden(text)))

    for name, text in CASES + DASHES + QUOTES:
        both(name, text)
        add("path", name + "-below", ("a/" + text + "/b").encode(),
            dangers.classes(text))
    point_rows(both, dangers)
    ill_formed_rows(add)
    windows_rows(add, dangers)
    for name, data, listed in (("alone", b"\n", []), ("last", b"a\n", []),
                               ("inside", b"a\nb", []), ("first", b"\na", []),
                               ("after-c2", b"\xc2\n", ["ill-formed"]),
                               ("overlong", b"\xc0\x8a", ["ill-formed"]),
                               ("return", b"a\r", []), ("next-line", b"a\xc2\x85", []),
                               ("separator", b"a\xe2\x80\xa8", [])):
        for kind in "component", "path":
            add(kind, "newline-" + name, data, listed)
        add("path", "newline-%s-below" % name, b"a/" + data + b"/b", listed)
    for name, text, listed in placement_rows.name_rows():
        for kind, data in ("component", text), ("path", "a/" + text + "/b"):
            row = classes.row(kind, name, data.encode(), dangers.classes(text) + listed,
                              refuse=["misplaced-ignorable"])
            found[row["id"]] = row
    return list(found.values())


if __name__ == "__main__":
    write_header()
