# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about what a stream makes of a text: encodings, profiles, actions.

What is expected is what CPython's codecs write, or spelled out here.
"""
import unicodedata

import placement_rows
from profiles import encode

CODECS = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
          "utf-32le": "utf-32-le", "utf-32be": "utf-32-be"}
WIDE = list(CODECS)[1:]
TEXTS = (("empty", ""), ("ascii", "Hello\n"), ("nul", "a\0b"),
         ("all-lengths", "a\u00e9\u4e8c\U0001f600z"),
         ("edges", "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"),
         ("bom-inside", "a\ufeffb"),
         ("long", "a\u00e9\u4e8c\U0001f600" * 12))


class Rows:
    """Collects rows: what a stream is given, what it makes of that, and its first error."""
    KIND = "stream"

    def __init__(self):
        self.rows = []

    def add(self, name, given, want, first=None, **keys):
        row = {"id": f"{self.KIND}/{name}"}
        row.update(keys, in_hex=given.hex(), out_hex=want.hex())
        if first is not None:
            row["first_error_offset"] = first
        self.rows.append(row)


def encodings(r):
    for name, text in TEXTS:
        for source in CODECS:
            for target in CODECS:
                if source != target:
                    r.add(f"{source}-{target}-{name}",
                          text.encode(CODECS[source]),
                          text.encode(CODECS[target]), None,
                          **{"from": source, "to": target})


def wide_errors(r):
    """Lone surrogates, values that are none, units that are not whole."""
    actions = (("reject", ""), ("replace", "\ufffd"), ("drop", ""))
    for source in WIDE:
        codec = CODECS[source]
        unit = int(source[4:6]) // 8
        bad = [("high", "\ud800"), ("low", "\udc00"), ("swapped", "\udc00\ud800")]
        bad = [(n, t.encode(codec, "surrogatepass"), len(t)) for n, t in bad]
        if unit == 4:
            order = "little" if source.endswith("le") else "big"
            bad += [("%x" % n, n.to_bytes(4, order), 1)
                    for n in (0x110000, 0x7FFFFFFF, 0xFFFFFFFF)]
        for name, data, count in bad:
            whole = "a".encode(codec) + data + "b".encode(codec)
            for action, mark in actions:
                want = "a" + mark * count + ("" if action == "reject" else "b")
                r.add(f"{source}-{name}-{action}", whole, want.encode(), unit,
                      action=action, **{"from": source})
            r.add(f"{source}-{name}-escape", whole, b"a" + b"".join(
                b"\\x%02x" % b for b in data) + b"b", unit, action="escape",
                **{"from": source})
        for n in range(1, unit):
            cut = "ab".encode(codec)[:unit + n]
            r.add(f"{source}-cut-{n}", cut, b"a\xef\xbf\xbd", unit,
                  action="replace", **{"from": source})
            r.add(f"{source}-cut-{n}-pass", cut, cut, unit, action="pass",
                  **{"from": source, "to": source})
        if unit == 2:
            cut_pairs(r, source, codec)


def cut_pairs(r, source, codec):
    """A high surrogate and half of what follows it: one error."""
    for n, odd in enumerate((b"\0", b"A", b"\xdc", b"\xff")):
        cut = ("a\ud83d".encode(codec, "surrogatepass") + odd)
        r.add(f"{source}-cut-pair-{n}", cut, cut.decode(codec, "replace").encode(), 2,
              action="replace", **{"from": source})
    r.add(f"{source}-cut-pair-escape", cut, b"a" + b"".join(
        b"\\x%02x" % b for b in cut[2:]), 2, action="escape", **{"from": source})
    r.add(f"{source}-cut-pair-wtf8", cut, encode("wtf8", "a\ud83d") + b"\xef\xbf\xbd", 4,
          action="replace", profile="wtf8", to="wtf8", **{"from": source})


def profiles(r):
    """Every profile to every other, as far as CPython's strings go."""
    whole = "A\u00e9\u4e8c\U0001f600z"
    names = ("rfc3629", "wtf8", "cesu8", "mutf8", "rfc2279", "extended")
    for source in names:
        for target in names:
            r.add(f"{source}-{target}", encode(source, whole),
                  encode(target, whole), profile=source, to=target)
        given = encode(source, whole)
        r.add(f"{source}-ucs2", given, "A\u00e9\u4e8c".encode(), 6,
              profile=source, to="ucs2")
        r.add(f"{source}-ucs2-replace", given, "A\u00e9\u4e8c\ufffdz".encode(), 6,
              profile=source, to="ucs2", action="replace")
    for target in names:
        r.add(f"ucs2-{target}", "A\u4e8c".encode(), "A\u4e8c".encode(),
              profile="ucs2", to=target)
    r.add("nul-mutf8", b"a\0b", b"a\xc0\x80b", to="mutf8")
    r.add("mutf8-nul", b"a\xc0\x80b", b"a\0b", profile="mutf8")
    lone = "a\ud800b"
    for source in ("wtf8", "mutf8"):
        given = encode(source, lone)
        for target in ("wtf8", "mutf8"):
            r.add(f"{source}-{target}-lone", given, encode(target, lone),
                  profile=source, to=target)
        r.add(f"{source}-rfc3629-lone", given, b"a", 1, profile=source)
        r.add(f"{source}-cesu8-lone", given, b"a", 1, profile=source,
              to="cesu8")
    pair = encode("cesu8", "\U0001f600")
    r.add("wtf8-pair", pair, pair[:3], 3, profile="wtf8", to="wtf8")
    # WTF-8 is for what UTF-16 may hold.
    for codec in ("utf-16le", "utf-16be"):
        units = lone.encode(CODECS[codec], "surrogatepass")
        r.add(f"{codec}-wtf8-lone", units, encode("wtf8", lone), to="wtf8",
              profile="wtf8", **{"from": codec})
        r.add(f"wtf8-{codec}-lone", encode("wtf8", lone), units, to=codec,
              profile="wtf8", to_profile="wtf8")
        r.add(f"wtf8-{codec}-proper", encode("wtf8", lone), "a".encode(
            CODECS[codec]), 1, to=codec, profile="wtf8")
    big = b"\xfd\xbf\xbf\xbf\xbf\xbf"
    r.add("rfc2279-rfc3629-big", b"a" + big + b"b", b"a", 1, profile="rfc2279")
    r.add("rfc2279-utf-32be-big", big, b"\x7f\xff\xff\xff", profile="rfc2279",
          to="utf-32be", to_profile="rfc2279")
    r.add("utf-32be-rfc2279-big", b"\x7f\xff\xff\xff", big, profile="rfc2279",
          to="rfc2279", **{"from": "utf-32be"})
    huge = b"\xff\xbf" + b"\xbf" * 6
    r.add("extended-extended-huge", huge, huge, profile="extended",
          to="extended")
    r.add("extended-utf-32le-huge", huge, "\ufffd".encode("utf-32-le"), 0,
          profile="extended", to="utf-32le", to_profile="extended",
          action="replace")
    r.add("extended-utf-32le-huge-escape", huge, "".join(
        "\\x%02x" % b for b in huge).encode("utf-32-le"), 0, profile="extended",
          to="utf-32le", to_profile="extended", action="escape")


def byte_order_marks(r):
    for name, codec in CODECS.items():
        marked = ("\ufeff" + "a\ufeffb").encode(codec)
        plain = "a\ufeffb".encode(codec)
        one = {"from": name, "to": name}
        r.add(f"bom-keep-{name}", marked, marked, bom="keep", **one)
        r.add(f"bom-strip-{name}", marked, plain, bom="strip", **one)
        r.add(f"bom-strip-none-{name}", plain, plain, bom="strip", **one)
        r.add(f"bom-add-{name}", plain, marked, bom="add", **one)
        r.add(f"bom-add-there-{name}", marked, marked, bom="add", **one)
        r.add(f"bom-require-{name}", marked, marked, bom="require", **one)
        r.add(f"bom-require-none-{name}", plain, b"", 0, bom="require", **one)
        r.add(f"bom-forbid-{name}", plain, plain, bom="forbid", **one)
        r.add(f"bom-forbid-there-{name}", marked, b"", 0, bom="forbid", **one)
        r.add(f"auto-{name}", marked, "\ufeffa\ufeffb".encode(), bom="keep",
              **{"from": "auto"})
        r.add(f"auto-strip-{name}", marked, "a\ufeffb".encode(), bom="strip",
              **{"from": "auto"})
    r.add("auto-none", b"plain", b"plain", **{"from": "auto"})
    r.add("auto-empty", b"", b"", **{"from": "auto"})
    # FF FE 00 00 cut short: nothing, UTF-16 and all, UTF-16 and half a unit.
    for cut, want, first in ((b"\xff", b"\xef\xbf\xbd", 0),
                             (b"\xff\xfe", b"\xef\xbb\xbf", None),
                             (b"\xff\xfe\0", b"\xef\xbb\xbf\xef\xbf\xbd", 2)):
        r.add("auto-cut-%d" % len(cut), cut, want, first, action="replace",
              **{"from": "auto"})
    r.add("bom-add-empty", b"", b"\xef\xbb\xbf", bom="add")
    r.add("bom-require-empty", b"", b"", 0, bom="require")
    # Where nothing is, nothing is replaced.
    r.add("bom-require-none-replace", b"abc", b"abc", 0, bom="require",
          action="replace")
    r.add("bom-strip-only", b"\xef\xbb\xbf", b"", bom="strip")
    r.add("bom-strip-twice", b"\xef\xbb\xbf" * 2, b"\xef\xbb\xbf", bom="strip")
    r.add("bom-half", b"\xef\xbb", b"", 0, bom="strip")


def actions(r):
    given = b"\\a\xc0\xaf\xed\xa0\x80\xff\\"
    escaped = b"\\\\a\\xc0\\xaf\\xed\\xa0\\x80\\xff\\\\"
    r.add("escape", given, escaped, 2, action="escape")
    r.add("unescape", escaped, given, unescape=True)
    r.add("unescape-lone", b"a\\", b"a", 1, unescape=True)
    r.add("unescape-wrong", b"a\\n", b"a", 1, unescape=True)
    r.add("unescape-capitals", b"a\\xAF", b"a", 1, unescape=True)
    r.add("unescape-cut", b"a\\xa", b"a", 1, unescape=True)
    r.add("pass", given, given, 2, action="pass")
    r.add("drop", given, b"\\a\\", 2, action="drop")
    # How '..' and '/' come to be.
    r.add("drop-builds-dotdot", b".\xff.\xff/", b"../", 1, action="drop")
    for n, slash in enumerate(("c0af", "e080af", "f08080af", "f8808080af",
                               "fc80808080af", "fe8080808080af",
                               "ff808080808080af"), 2):
        # FE and FF are leads in one profile only.
        r.add("shortest-%d-bytes" % n, b"a" + bytes.fromhex(slash) + b"b",
              b"a/b", 1, action="shortest",
              profile="extended" if n > 6 else "rfc3629")
    r.add("shortest-pair", bytes.fromhex("eda0bdedb880"),
          "\U0001f600".encode(), 0, action="shortest")
    r.add("shortest-lone", b"a\xed\xa0\x80b", b"a", 1, action="shortest")
    r.add("shortest-none", b"a\xffb", b"a", 1, action="shortest")


def forbidden(r):
    for reason, ok, bad in (
            ("control", "\t\n\r\u00a0", "\x00\x1b\x7f\x80\x9f"),
            ("bidi-control", "\u200b", "\u061c\u200e\u200f\u202a\u202e\u2066\u2069"),
            ("default-ignorable", " \u00ae",
             "\u00ad\u034f\u200b\ufe0f\U000e0001"),
            ("noncharacter", "\ufffd", "\ufdd0\ufdef\ufffe\uffff\U0010ffff"),
            ("private-use", "\ud7ff", "\ue000\uf8ff\U000f0000\U0010fffd"),
            ("unassigned", "a\u4e8c", "\u0378\U0003fffd"),
            ("white-space", " \t\n\u180e\u200b\u2800", "".join(
                chr(c) for c in range(0x80, 0x110000)
                if chr(c).isspace() and not unicodedata.category(chr(c)).startswith("Cc"))
             + "\u0085"),
            ("replacement", "\ufffc\ufffe\U0001fffd", "\ufffd"),
            ("supplementary", "\uffff\u20ac", "\U00010000\U0001f600\U0010ffff")):
        r.add(f"forbid-{reason}-none", ok.encode(), ok.encode(),
              forbid=[reason])
        for c in bad:
            r.add(f"forbid-{reason}-{ord(c):04x}", ("a" + c).encode(), b"a", 1,
                  forbid=[reason])
    mark = b"\xef\xbb\xbf"
    r.add("forbid-mark", mark + b"a", mark + b"a", forbid=["default-ignorable"])
    r.add("forbid-mark-inside", mark + b"a" + mark, mark + b"a", 4,
          forbid=["default-ignorable"])
    r.add("forbid-shortest", b"a\xc0\x9bb", b"a", 1, forbid=["control"],
          action="shortest")
    r.add("forbid-two", "a\u202eb\x1bc".encode(), "a\ufffdb\ufffdc".encode(), 1,
          forbid=["control", "bidi-control"], action="replace")


def rows():
    r = Rows()
    for part in (encodings, wide_errors, profiles, byte_order_marks, actions, forbidden, placement_rows.stream_rows):
        part(r)
    return r.rows
