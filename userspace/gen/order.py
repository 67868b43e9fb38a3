# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about boundaries and the order of two texts.

A text is a list of code points, and of bytes for each ill-formed sequence.
CPython's codecs write it, so the boundaries are known before there is a text to
find them in; its sorted() puts texts in order.  What is beyond its strings is
spelled, and held against RFC 2279 by arithmetic.  Where sequences end that are
ill-formed is held against the tables of profiles.py.  No code of utf8check has
a part.
"""
import profiles
from transcode import CODECS

UTF8 = ("rfc3629", "wtf8", "cesu8", "mutf8", "ucs2", "rfc2279", "extended")
WIDE = (("utf-16le", "rfc3629"), ("utf-16be", "rfc3629"), ("utf-16le", "wtf8"),
        ("utf-16be", "ucs2"), ("utf-32le", "rfc3629"), ("utf-32be", "rfc3629"),
        ("utf-32le", "rfc2279"), ("utf-32be", "extended"))
CODINGS = [("utf-8", profile) for profile in UTF8] + list(WIDE)
# A sequence's length: where a boundary is looked for.
NEAR = 8

# RFC 2279, section 2, and its continuation under FE and FF.
BEYOND = {
    0x110000: "f4908080", 0x1FFFFF: "f7bfbfbf", 0x200000: "f888808080",
    0x4000000: "fc8480808080", 0x7FFFFFFF: "fdbfbfbfbfbf",
    0x80000000: "fe828080808080", (1 << 42) - 1: "ffbfbfbfbfbfbfbf",
}


def last(encoding, profile):
    """The last code point that can be written."""
    if profile == "ucs2":
        return 0xFFFF
    if encoding.startswith("utf-16") or profile not in ("rfc2279", "extended"):
        return 0x10FFFF
    if encoding == "utf-8" and profile == "extended":
        return (1 << 42) - 1
    return 0x7FFFFFFF


def item(encoding, profile, what):
    """The bytes of a code point, or of what is ill-formed."""
    if isinstance(what, bytes):
        return what
    if encoding != "utf-8" and what > 0x10FFFF:
        return what.to_bytes(4, "little" if encoding.endswith("le") else "big")
    if encoding != "utf-8":
        return chr(what).encode(CODECS[encoding], "surrogatepass")
    if what > 0x10FFFF:
        data = bytes.fromhex(BEYOND[what])
        assert profiles.code_points(data, (1 << 42) - 1) == [what]
        return data
    return profiles.encode(profile, chr(what))


def write(encoding, profile, text):
    """A text's bytes, and where each of its items starts and the last ends."""
    data, starts = b"", [0]
    for what in text:
        data += item(encoding, profile, what)
        starts.append(len(data))
    if encoding == "utf-8":
        at, before = 0, None
        for what, end in zip(text, starts[1:]):
            n, whole = profiles.step(profile, data, at, before)
            assert (at + n, whole) == (end, isinstance(what, int)), (profile, text)
            before = profiles.half(data, at) if whole and n == 3 else None
            at = end
    return data, starts


def boundary(name, coding, data, at, previous, following):
    encoding, profile = coding
    return {"id": f"boundary/{profile}-{encoding}-{name}-at-{at}",
            "profile": profile, "encoding": encoding, "hex": data.hex(),
            "at": at, "previous": previous, "next": following}


def whole_text(coding, name, text, places):
    data, starts = write(*coding, text)
    for at in places(starts):
        yield boundary(name, coding, data, at,
                       max(s for s in starts if s <= at),
                       min(s for s in starts if s >= at))


def in_longest(starts):
    """In the middle of the longest sequence, the third of four."""
    return [(starts[2] + starts[3]) // 2]


# name, profile, bytes, then at, previous, next.
ILL_FORMED = (
    ("continuations", "rfc3629", "80" * 20,
     (1, 0, None), (8, 0, None), (9, None, None), (11, None, None),
     (12, None, 20), (20, 20, 20)),
    ("continuations-few", "rfc3629", "80" * 8, (0, 0, 0), (4, 0, 8)),
    ("long-tail", "extended", "61ff" + "80" * 8 + "62",
     (9, 1, 10), (2, 1, 10), (10, 10, 10)),
    ("torn", "rfc3629", "61e28262", (2, 1, 3), (3, 3, 3)),
    ("leads", "rfc3629", "c3c3c3a9", (1, 1, 1), (3, 2, 4)),
    ("cut", "rfc3629", "61f09f98", (3, 1, 4), (4, 4, 4)),
    ("ff", "rfc3629", "61ff62", (1, 1, 1), (2, 2, 2)),
    # Halves are sequences of their own where no pair is known, or none is.
    ("pair", "rfc3629", "eda080edb080", (3, 3, 3), (4, 3, 6)),
    ("pair", "wtf8", "eda080edb080", (3, 3, 3)),
    ("low", "cesu8", "61edb080", (1, 1, 1), (2, 1, 4)),
    ("low-high", "cesu8", "edb080eda080", (3, 3, 3)),
    ("high-low-low", "cesu8", "eda080edb080edb080", (3, 0, 6), (6, 6, 6)),
    ("high-high-low", "cesu8", "eda080eda080edb080", (3, 3, 3), (6, 3, 9)),
    # What cannot be a low half starts something; what may become one does not.
    ("torn-low", "mutf8", "eda080edb041", (3, 3, 3), (4, 3, 5)),
    ("unfinished-low", "mutf8", "eda080edb0", (3, 0, 5)),
    ("torn-high-low", "mutf8", "eda0edb080", (2, 2, 2)),
)
ILL_FORMED_WIDE = (
    ("low", "utf-16le", "610000dc6200", (2, 2, 2), (3, 2, 4)),
    ("low-high", "utf-16be", "dc00d800", (2, 2, 2)),
    ("high-low-low", "utf-16be", "d800dc00dc00", (2, 0, 4), (4, 4, 4)),
    ("half-a-unit", "utf-16le", "610062", (2, 2, 2), (3, 3, 3)),
    ("range", "utf-32be", "0011000000000061", (3, 0, 4), (4, 4, 4)),
    ("cut", "utf-32le", "610000006200", (5, 4, 6)),
)


def boundaries():
    rows = []
    for coding in CODINGS:
        top = last(*coding)
        rows += whole_text(coding, "text", [0x61, 0xE9, top, 0x7A],
                           in_longest)
    for encoding in CODECS:
        coding = (encoding, "rfc3629")
        rows += whole_text(coding, "empty", [], lambda starts: [0])
        rows += whole_text(coding, "bmp", [0x4E8C, 0xFEFF],
                           lambda starts: [0, starts[2]])
    # A pair of surrogates cut in halves, after another.
    for coding in (("utf-8", "cesu8"), ("utf-8", "mutf8"),
                   ("utf-16le", "rfc3629"), ("utf-16be", "rfc3629")):
        rows += whole_text(coding, "pairs", [0x1F600, 0x10000],
                           lambda starts: [starts[1], 3 * starts[1] // 2])
    rows += whole_text(("utf-8", "wtf8"), "high-alone", [0xD800, 0x61],
                       lambda starts: [1, 3])
    rows += whole_text(("utf-8", "mutf8"), "nul", [0x61, 0, 0x62],
                       lambda starts: [1, 2])
    for name, profile, text, *places in ILL_FORMED:
        rows += [boundary(name, ("utf-8", profile), bytes.fromhex(text), *place)
                 for place in places]
    for name, encoding, text, *places in ILL_FORMED_WIDE:
        rows += [boundary(name, (encoding, "rfc3629"), bytes.fromhex(text), *place)
                 for place in places]
    for row in rows:
        at, n = row["at"], len(row["hex"]) // 2
        assert at <= n
        assert row["previous"] is None or at - NEAR <= row["previous"] <= at
        assert row["next"] is None or at <= row["next"] <= min(at + NEAR, n)
    return rows


def key(text):
    """What is ill-formed stands after all code points, by its bytes."""
    return [(isinstance(what, bytes), what) for what in text]


def order(name, coding, one, other):
    encoding, profile = coding
    data, starts = write(encoding, profile, one)
    first = sorted([one, other], key=key)[0]
    same = 0
    while one[:same + 1] == other[:same + 1] and same < len(one):
        same += 1
    return {"id": f"order/{profile}-{encoding}-{name}",
            "profile": profile, "encoding": encoding, "hex": data.hex(),
            "other_hex": write(encoding, profile, other)[0].hex(),
            "order": 0 if one == other else -1 if one is first else 1,
            "first_difference": None if one == other else starts[same]}


def plain_orders(coding):
    """The ends of the BMP and what is after it, in turn before and after."""
    top = last(*coding)
    if coding[1] == "rfc3629":
        yield "equal", [0x61, top], [0x61, top]
        yield "prefix", [0x61], [0x61, top]
    if top > 0xFFFF:
        yield "e000-top", [top], [0xE000]
        yield "ffff-10000", [0x61, 0xFFFF, 0x7A], [0x61, 0x10000]
    if coding[0].endswith("le"):
        yield "0141-0230", [0x61, 0x0141], [0x61, 0x0230]


# Of UTF-8 in a profile.
SPECIAL = (
    ("empty", "rfc3629", [], []),
    ("empty-nul", "rfc3629", [], [0]),
    ("prefix-of-three", "rfc3629", [0x61, 0x62, 0x63], [0x61, 0x62]),
    ("long", "rfc3629", [0x4E8C] * 30 + [0x4E8D], [0x4E8C] * 30 + [0x4E8C, 0x61]),
    ("ill-formed-last", "rfc3629", [0x61, b"\x80"], [0x61, 0x10FFFF]),
    ("ill-formed-after", "rfc3629", [0x62], [0x61, b"\x80"]),
    ("ill-formed-end", "rfc3629", [0x61], [0x61, b"\xe2\x82"]),
    ("ill-formed-bytes", "rfc3629", [b"\xe2\x83", 0x61], [b"\xe2\x82", 0x62]),
    ("ill-formed-prefix", "rfc3629", [b"\xe2", 0x7A], [b"\xe2\x82"]),
    ("ill-formed-equal", "rfc3629", [0x61, b"\xff"], [0x61, b"\xff"]),
    ("surrogate", "rfc3629", [b"\xed", b"\xa0", b"\x80"], [0x10FFFF]),
    ("surrogate", "wtf8", [0xD800], [0xE000]),
    ("high-low", "wtf8", [0xD800, b"\xed\xb0\x80"], [0xD800, 0x10000]),
    ("high-e000", "mutf8", [0xD800, 0xE000], [0x10000]),
    ("pair-low", "mutf8", [0x10000], [0xDC00]),
    ("pairs-low", "cesu8", [0x61, 0x10000], [0x61, 0x10001]),
    ("pairs-high", "cesu8", [0x10FFFF], [0x103FF]),
    ("high", "cesu8", [b"\xed\xa0\x80", 0x61], [0x10000]),
    ("nul", "mutf8", [0x61, 0], [0x61, 1]),
    ("supplementary", "ucs2", [b"\xf0", b"\x90", b"\x80", b"\x80"], [0xFFFF]),
    ("beyond", "rfc2279", [0x10FFFF], [0x110000]),
    ("lengths", "rfc2279", [0x200000], [0x1FFFFF]),
    ("fe", "rfc2279", [b"\xfe"], [0x7FFFFFFF]),
    ("lengths", "extended", [0x7FFFFFFF], [0x80000000]),
)
SPECIAL_WIDE = (
    ("high", "utf-16be", "rfc3629", [b"\xd8\0", 0x61], [0x10000]),
    ("high", "utf-16be", "wtf8", [0xD800, 0x61], [0x10000]),
    ("half-a-unit", "utf-16le", "rfc3629", [0x61, b"\x62"], [0x61, 0xFFFF]),
    ("supplementary", "utf-16be", "ucs2", [0x61], [b"\xd8\0", b"\xdc\0"]),
    ("surrogate", "utf-32le", "rfc3629", [b"\0\xd8\0\0"], [0x10FFFF]),
    ("range", "utf-32be", "rfc3629", [0x61, b"\0\x11\0\0"], [0x61, 0x10FFFF]),
    ("range", "utf-32le", "rfc2279", [0x110000], [0x10FFFF]),
    ("cut", "utf-32le", "rfc3629", [0x61], [0x61, b"\0\0"]),
)


def orders():
    rows = []
    for coding in CODINGS:
        rows += [order(name, coding, one, other)
                 for name, one, other in plain_orders(coding)]
    for name, profile, one, other in SPECIAL:
        rows.append(order(name, ("utf-8", profile), one, other))
    for name, encoding, profile, one, other in SPECIAL_WIDE:
        rows.append(order(name, (encoding, profile), one, other))
    return rows
