# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about ".." that a decoder reads and the bytes do not show.

Each row is made from the rule of its decoder, by hand.  Of well-formed text, which
only those misread that keep 16 or 8 bits of a code point, hidden() works it out.
"""
import re

import classes

# The four characters that matter.
SPECIAL = {0: "\0", 0x2E: ".", 0x2F: "/", 0x5C: "\\"}


def narrowed(text):
    """The class of a well-formed name for readers with 16 bits."""
    return ["narrow-danger"] * any(ord(c) > 0xFFFF and ord(c) % 0x10000 in SPECIAL for c in text)


def kept(text, bits):
    return "".join(SPECIAL.get(ord(c) % (1 << bits), "x") for c in text)


def shown(text, first, last):
    """Is the component of these characters, with what ends it, as it is written?"""
    return all(c in "./\\\0" for c in text[max(first - 1, 0):last + 1])


def hidden(text):
    """The decoder that reads ".." in a well-formed text, or None."""
    for bits in 16, 8:
        for dots in re.finditer(r"(?<![^/\\])\.\.(?![^/\\\0])", kept(text, bits)):
            if not shown(text, *dots.span()):
                return "%d-bit" % bits
    return None


DOT = {length: bytes(lead) for length, lead in {
    2: (0xC0, 0xAE), 3: (0xE0, 0x80, 0xAE), 4: (0xF0, 0x80, 0x80, 0xAE),
    5: (0xF8, 0x80, 0x80, 0x80, 0xAE), 6: (0xFC, 0x80, 0x80, 0x80, 0x80, 0xAE),
    7: (0xFE, 0x80, 0x80, 0x80, 0x80, 0x80, 0xAE),
    8: (0xFF, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xAE),
    13: (0xFF,) + 11 * (0x80,) + (0xAE,)}.items()}

# name, two dots, the classes, the decoder
DOTS = [("%d-bytes" % length, 2 * DOT[length], ["hidden-dot"], "longer-forms")
        for length in range(2, 9)] + [
    ("13-bytes", 2 * DOT[13], ["hidden-nul", "ill-formed"], "perl"),
    ("13-bytes-and-dot", DOT[13] + b".", ["hidden-nul", "ill-formed"], "perl"),
    ("masked", b"\xc0.\xc0n", ["lax-dot"], "masking"),
    ("masked-6-bytes", b"\xfc\0\0\0\0." * 2, ["lax-dot", "nul"], "masking"),
    ("surrogates", b"\xed\xa0\x80\xed\xb0\xae" * 2, ["hidden-dot"], "joined-surrogates"),
    ("u+2002e", "\U0002002e".encode() * 2, ["narrow-danger"], "16-bit"),
    ("u+10002e", ".\U0010002e".encode(), ["narrow-danger"], "16-bit"),
    ("u+20002e", b"\xf8\x88\x80\x80\xae" * 2, ["ill-formed"], "16-bit"),
    ("u+11002e", b"\xf4\x90\x80\xae" * 2, ["ill-formed"], "16-bit"),
    ("u+042e", "\u042e\u042e".encode(), [], "8-bit"),
    ("u+4e2e", ".\u4e2e".encode(), [], "8-bit"),
    ("f8-as-4", b"\xf8\x80\x80\xae" * 2, ["ill-formed"], "php"),
    ("fb-as-4", b"\xfb\x80\x80\xae.", ["ill-formed"], "php"),
    ("ff-as-4", b"\xff\x80\x80\xae" * 2, ["ill-formed"], "php"),
    ("masked-u+2002e", b"\xf0\x20\x40\x6e" * 2, ["ill-formed"], "php"),
    ("e0-ae", b"\xe0\xae" * 2, ["ill-formed"], "kept-prefix"),
    ("f0-80-ae", b"\xf0\x80\xae.", ["ill-formed"], "kept-prefix"),
    ("dropped-ff", b".\xff.", ["ill-formed"], "dropping"),
    ("dropped-cut", b".\xe2\x82.", ["ill-formed"], "dropping"),
    # A prefix that is kept, a byte that is dropped, and a mask; 13 bytes, and 16 bits kept.
    ("prefix-drop-mask", b"\xe0\xae\xff\xc0.", ["lax-dot", "ill-formed"], "combined"),
    ("13-bytes-cut", b"\xff\x81" + DOT[13][2:] + b".", ["ill-formed"], "combined"),
]

# The same of what parts components, or ends them: name, bytes, classes, decoder.
ENDS = [
    ("u+2002f", b"..\xf0\xa0\x80\xaf", ["narrow-danger"], "16-bit"),
    ("u+2005c", b"..\xf0\xa0\x81\x9c", ["narrow-danger"], "16-bit"),
    ("u+10000", b"..\xf0\x90\x80\x80", ["narrow-danger"], "16-bit"),
    ("u+042f", "..\u042f".encode(), [], "8-bit"),
    ("u+4e00", "..\u4e00".encode(), [], "8-bit"),
    ("u+015c", "..\u015c".encode(), [], "8-bit"),
    ("prefix-nul", b"..\xf0", ["ill-formed"], "kept-prefix"),
    ("prefix-slash", b"..\xe0\xaf", ["ill-formed"], "kept-prefix"),
    # Its first 8 bytes are a NUL for others.
    ("13-bytes-slash", b".." + DOT[13][:-1] + b"\xaf", ["hidden-nul", "ill-formed"],
     "longer-forms"),
]

# Nobody reads ".." here.
NONE = (
    ("small-yu", "\u044e\u044e".encode(), []),
    ("three", "..\u042e".encode(), []),
    ("three-narrow", "..\U0002002e".encode(), ["narrow-danger"]),
    ("beside", "a\u042e.".encode(), []),
    ("narrow-alone", "\U0002002e".encode(), ["narrow-danger"]),
    ("narrow-nul", "a\U00010000".encode(), ["narrow-danger"]),
    ("narrow-backslash", "\U0010005cb".encode(), ["narrow-danger"]),
    ("next-plane-row", "\U0002012e\U0002012f".encode(), []),
    ("low-e", "\u00ee.\u00ee".encode(), []),
)


def rows():
    found = []

    def add(kind, name, data, listed, decoder):
        found.append(classes.row(kind, "decoder-" + name, data, listed,
                                 hidden_dotdot=decoder != "none", hidden_decoder=decoder))

    for name, data, listed, decoder in DOTS + ENDS:
        for kind in "component", "path":
            add(kind, name, data, listed, decoder)
        add("path", name + "-below", b"/srv/" + data + b"/etc", listed, decoder)
    for name, data, listed in NONE:
        for kind in "component", "path":
            add(kind, name, data, listed, "none")
    for row in found:
        try:
            text = bytes.fromhex(row["hex"]).decode()
        except UnicodeDecodeError:
            continue
        assert row["hidden_decoder"] == (hidden(text) or "none"), row
        assert ("narrow-danger" in row["classes"]) == bool(narrowed(text)), row
    return found
