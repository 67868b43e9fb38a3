# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about normalization, made from the files of the Unicode Standard.

Of NormalizationTest.txt a selection; kunit/lines_kunit.c has each line, in kernels too.
What is expected is what NormalizationTest.txt, CaseFolding.txt and
DerivedNormalizationProps.txt say; of ill-formed bytes, encodings and other
texts what CPython's unicodedata and codecs make of what is left.
"""
import unicodedata

import transcode
import ucd

# The column of each form, of a text in one of the first three columns and of
# one in the last two.
COLUMNS = {"nfc": (1, 3), "nfd": (2, 4), "nfkc": (3, 3), "nfkd": (4, 4)}
# Of each part of the file, one line in so many.
SELECTED = {"Part0": 2, "Part1": 400, "Part2": 80, "Part3": 14, "Part4": 60,
            "Part5": 6}


def data_lines(name):
    for number, line in enumerate((ucd.FOLDER / name).read_text("utf-8").splitlines(), 1):
        line = line.split("#")[0].strip()
        if line:
            yield number, line


def test_lines():
    """Each test: its part, its line, its five columns."""
    part = None
    for number, line in data_lines("NormalizationTest.txt"):
        if line.startswith("@"):
            part = line[1:].strip()
        else:
            yield part, number, [ucd.string(c) for c in line.split(";")[:5]]


class Rows(transcode.Rows):
    KIND = "form"

    def add(self, name, form, given, want, first=None, **keys):
        super().add(name, given, want, first, form=form, **keys)


def kind(columns):
    """Which columns are the same, and how long they are."""
    return tuple((columns.index(c), min(len(c), 3), len(c[0].encode()))
                 for c in columns)


def selection(r):
    """Lines of every part, and one of each kind."""
    seen = set()
    for i, (part, number, columns) in enumerate(test_lines()):
        if kind(columns) in seen and i % SELECTED[part]:
            continue
        seen.add(kind(columns))
        for form, column in COLUMNS.items():
            r.add(f"{form}-line-{number}", form, columns[0].encode(),
                  columns[column[0]].encode())


def foldings(r):
    """Code points of CaseFolding.txt (C and F) that stand in NFD already."""
    chosen = [row for row in ucd.rows("CaseFolding.txt") if row[1] in "CF"]
    for i, (code, status, folded, *_) in enumerate(chosen):
        text, want = ucd.string(code), ucd.string(folded)
        if (unicodedata.normalize("NFD", text + want) == text + want
                and (i % 20 == 0 or status == "F")):
            r.add("nfd-casefold-" + code, "nfd-casefold", text.encode(),
                  want.encode())


def casefolds(r):
    """One in so many code points that NFKC_Casefold changes."""
    chosen = [row for row in ucd.rows("DerivedNormalizationProps.txt") if row[1] == "NFKC_CF"]
    for code, _, folded, *_ in chosen[::150]:
        r.add("nfkc-casefold-" + code, "nfkc-casefold", chr(ucd.span(code)[0]).encode(),
              ucd.string(folded).encode())


def strings(r):
    """Texts that are no single code point; what is expected is written out."""
    grave, below, iota = "\u0300", "\u0323", "\u0345"
    texts = (
        ("empty", "nfc", "", ""),
        ("nul", "nfc", "a\0e\u0301", "a\0\u00e9"),
        ("line", "nfd", "caf\u00e9\nna\u00efve\n", "cafe\u0301\nnai\u0308ve\n"),
        ("hangul", "nfc", "\u1112\u1161\u11ab\u1100\u1173\u11af", "\ud55c\uae00"),
        ("hangul", "nfd", "\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
        ("hangul-lv-t", "nfc", "\ud558\u11ab", "\ud55c"),
        ("order", "nfc", "a" + grave + below, "\u1ea1" + grave),
        ("blocked", "nfc", "a\u05ae" + grave + below, "\u1ea1\u05ae" + grave),
        ("lone-mark", "nfc", grave + below, below + grave),
        ("singleton", "nfc", "\u212b\u2126\u1fef", "\u00c5\u03a9`"),
        ("excluded", "nfc", "\u0958\ufb1d", "\u0915\u093c\u05d9\u05b4"),
        ("supplementary", "nfc", "\U00011099\U000110ba", "\U0001109a"),
        ("ligature", "nfkc", "\ufb03\u2460\uff21", "ffi1A"),
        ("longest", "nfkd", "\ufdfa", "\u0635\u0644\u0649 \u0627\u0644\u0644"
         "\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645"),
        ("sharp-s", "nfkc-casefold", "STRA\u00dfE\u1e9e", "strassess"),
        ("ignorable", "nfkc-casefold", "a\u00ad\u200db\u034f\ufe0f", "ab"),
        ("ignorables-part", "nfkc-casefold", "e\u00ad\u0301", "\u00e9"),
        ("sigma", "nfd-casefold", "\u03a3\u03c2", "\u03c3\u03c3"),
        ("iota", "nfd-casefold", "\u1fb3" + iota, "\u03b1\u03b9\u03b9"),
        ("dotted-i", "nfd-casefold", "\u0130", "i\u0307"),
        ("kept-ignorable", "nfd-casefold", "A\u00adB", "a\u00adb"),
    )
    for name, form, given, want in texts:
        r.add(f"{form}-{name}", form, given.encode(), want.encode())


def runs(r):
    """1,024 nonstarters are put in order, one more is an error."""
    marks = "\u0301\u0323" * 512
    want = "\u1eb9" + "\u0323" * 511 + "\u0301" * 512
    r.add("nfc-run-1024", "nfc", ("e" + marks).encode(), want.encode())
    for extra, action in (("", "reject"), ("z", "drop")):
        r.add("nfc-run-1025-" + action, "nfc",
              ("e" + marks + "\u0327" + extra).encode(),
              (want + extra).encode(), 2049, action=action)
    given = "e" + "\u0301" * 31
    r.add("stream-safe", "none", given.encode(),
          (given[:31] + "\u034f\u0301").encode(), stream_safe=True)
    r.add("stream-safe-nfd", "nfd", ("\u00e9" + "\u0301" * 30).encode(),
          (given[:31] + "\u034f\u0301").encode(), stream_safe=True)


def ill_formed(r):
    """Each action, between what would compose and in a run."""
    given = b"e\xff\xcc\x81 a\xcc\x81\xc3\xcc\xa3\xed\xa0\x80"
    results = (("reject", "e"),
               ("replace", "e\ufffd\u0301 \u00e1\ufffd\u0323\ufffd\ufffd\ufffd"),
               ("drop", "\u00e9 \u1ea1\u0301"))
    for action, want in results:
        for form in ("nfc", "nfd", "nfkc", "nfkd"):
            r.add(f"{form}-ill-formed-{action}", form, given,
                  unicodedata.normalize(form.upper(), want).encode(), 1,
                  action=action)
    r.add("nfc-shortest", "nfc", b"\xc1\xa5\xcc\x81", b"\xc3\xa9", 0,
          action="shortest")
    r.add("nfc-unfinished", "nfc", b"e\xcc\x81\xcc", b"\xc3\xa9", 3)


def encodings(r):
    text = "e\u0301\u1112\u1161\u11ab\U00011099\U000110ba"
    want = unicodedata.normalize("NFC", text)
    codecs = {"utf-16le": "utf-16-le", "utf-32be": "utf-32-be"}
    for source, codec in codecs.items():
        r.add("nfc-from-" + source, "nfc", text.encode(codec), want.encode(),
              **{"from": source})
        r.add("nfc-to-" + source, "nfc", text.encode(), want.encode(codec),
              to=source)
    r.add("nfc-to-cesu8", "nfc", text.encode(), b"\xc3\xa9\xed\x95\x9c"
          b"\xed\xa0\x84\xed\xb2\x9a", to="cesu8")
    r.add("nfc-wtf8", "nfc", b"\xed\xa0\x80e\xcc\x81", b"\xed\xa0\x80\xc3\xa9",
          profile="wtf8", to_profile="wtf8")
    r.add("nfc-bom", "nfc", b"\xef\xbb\xbfe\xcc\x81", b"\xc3\xa9", bom="strip")


def rows():
    r = Rows()
    for part in (selection, foldings, casefolds, strings, runs, ill_formed,
                 encodings):
        part(r)
    return r.rows
