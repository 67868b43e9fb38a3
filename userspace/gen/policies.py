# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names and paths under the policies that have a name.

And about what is found only where it is refused, by the default policy with that class.
"""
import unicodedata

import classes

# name, text, what is found by any policy, what only where it is refused
CASES = (
    ("plain", b"report_2.txt", "", ""),
    ("dash", b"-rf", "", "leading-dash"),
    ("dash-inside", b"a-b", "", ""),
    ("dash-wide", "\uff0drf".encode(), "compat-danger bestfit-danger",
     "leading-dash forbidden-byte"),
    ("dash-small", "\ufe63rf".encode(), "compat-danger", "leading-dash forbidden-byte"),
    ("dash-wide-inside", "a\uff0drf".encode(), "bestfit-danger", "forbidden-byte"),
    ("dash-wide-second", "-\uff0drf".encode(), "bestfit-danger",
     "leading-dash forbidden-byte"),
    ("dash-en", "\u2013rf".encode(), "", "forbidden-byte"),
    ("dash-hyphen", "\u2010rf".encode(), "bestfit-danger", "forbidden-byte"),
    ("space-last", b"a ", "", "trailing-space forbidden-byte"),
    ("space-first", b" a", "", "leading-space forbidden-byte"),
    ("space-inside", b"a b", "", "forbidden-byte"),
    ("dot-last", b"a.", "", "trailing-dot"),
    ("dotdot", b"..", "dotdot", ""),
    ("dot", b".", "dot", ""),
    ("overlong", b"a\xc0\xafb", "hidden-separator", "forbidden-byte"),
    ("nul", b"a\0b", "nul", "control forbidden-byte"),
    ("newline", b"a\nb", "", "control forbidden-byte"),
    ("newline-alone", b"\n", "", "control forbidden-byte"),
    ("return", b"a\rb", "", "control forbidden-byte"),
    ("escape", b"\x1b[2J", "", "control forbidden-byte"),
    ("c1", "a\u009bb".encode(), "", "control forbidden-byte"),
    ("override", "a\u202etxt.exe".encode(), "",
     "bidi-control default-ignorable misplaced-ignorable forbidden-byte"),
    ("zero-width", "a\u200bb".encode(), "",
     "default-ignorable misplaced-ignorable forbidden-byte"),
    ("noncharacter", "a\ufffe".encode(), "", "noncharacter forbidden-byte"),
    ("private", "\ue000".encode(), "", "private-use forbidden-byte"),
    ("unassigned", "\u0378".encode(), "", "unassigned forbidden-byte"),
    ("accent", "caf\u00e9".encode(), "", "forbidden-byte"),
    ("backslash", b"a\\b", "backslash", "forbidden-byte"),
    ("device", b"aux.h", "", ""),
    ("colon", b"12:30", "", "forbidden-byte"),
    ("quote", b'a"b', "", "forbidden-byte"),
    ("device-and-control", b"nul\x7f", "", "control forbidden-byte"),
    # A form of a path is that of its components: a slash composes with nothing.
    ("nfd", "cafe\u0301".encode(), "", "not-normalized forbidden-byte"),
    ("nfd-first", "A\u030angstrom".encode(), "", "not-normalized forbidden-byte"),
    ("nfd-hangul", "\u1100\u1161\u11a8".encode(), "", "not-normalized forbidden-byte"),
    ("nfc-hangul", "\uac01".encode(), "", "forbidden-byte"),
    ("nfd-order", "a\u0301\u0316".encode(), "", "not-normalized forbidden-byte"),
    ("nfc-order", "x\u0316\u0301".encode(), "", "forbidden-byte"),
    ("nfd-two-marks", "\u1ea1\u0302".encode(), "", "not-normalized forbidden-byte"),
    ("nfd-later", "\u00e9e\u0301".encode(), "", "not-normalized forbidden-byte"),
    ("singleton", "\u212b".encode(), "", "not-normalized forbidden-byte"),
    ("singleton-ohm", "a\u2126".encode(), "", "not-normalized forbidden-byte"),
    ("excluded", "\u0958".encode(), "", "not-normalized forbidden-byte"),
    ("excluded-nfc", "\u0915\u093c".encode(), "", "forbidden-byte"),
    ("mark-alone", "\u0301".encode(), "", "forbidden-byte"),
    ("mark-first", "\u0301e".encode(), "", "forbidden-byte"),
    ("mark-not-composed", "q\u0301".encode(), "", "forbidden-byte"),
    ("compatibility-only", "\ufb01\u2460".encode(), "", "forbidden-byte"),
    ("not-equal-nfd", "=\u0338".encode(), "", "not-normalized forbidden-byte"),
    ("nfd-and-ff", "e\u0301\u00e9".encode() + b"\xff", "ill-formed", "forbidden-byte"),
    ("ff-and-nfd", b"\xff" + "e\u0301".encode(), "ill-formed", "forbidden-byte"),
    ("nfd-and-cut", "e\u0301".encode() + b"\xc3", "ill-formed", "forbidden-byte"),
)

# Names as languages write them; and emoji.
WRITTEN = (
    # Persian: "I want", "books", and an abbreviation by the form that joins
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt",
    "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627", "\u0647\u200d.\u0634", "\u0647\u0627\u060c\u200c 2",
    # Sinhala: "Sri Lanka"
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf",
    # Malayalam: n without a vowel, as it was written before Unicode 5.1; "software"
    "\u0d28\u0d4d\u200d.pdf",
    "\u0d38\u0d4b\u0d2b\u0d4d\u200c\u0d31\u0d4d\u0d31\u0d4d\u200c\u0d35\u0d46\u0d2f\u0d7c",
    # Bengali and Kannada, a joiner before the virama; Devanagari, after it
    "\u09b0\u200d\u09cd\u09af\u09be\u09ac", "\u0cb0\u200d\u0ccd\u0c95", "\u0915\u094d\u200d\u0937",
    # The names of their languages in Khmer and Thai; Burmese
    "\u1797\u17b6\u179f\u17b6\u200b\u1781\u17d2\u1798\u17c2\u179a.txt",
    "\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22",
    "\u1019\u103c\u1014\u103a\u1019\u102c\u200b\u1018\u102c\u101e\u102c",
    # Mongolian; jamo with fillers
    "\u182d\u1820\u180e\u1820", "\u1100\u1160", "\u115f\u1161", "\u3131\u3164",
    "\U0001f469\u200d\U0001f4bb.png", "\u2764\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)
# Names that show less than they hold.
HIDING = (
    "invoice\u200b.pdf", "pay\u200dpal", "pay\u200cpal", "a\u2060b", "a\u17b4b",
    "a\ufeffb", "a\u180eb", "\u3164", "a\ufff9b\ufffac\ufffb", "a\U000e0061\U000e007f",
    "a\ufe0f", "a\u034fb", "\u0627\u200c\u200d\u200c.", "pay\u200d(\u0628)", "\u2764\u200da",
)

# Paths whose components are in no form, or only seem to be: name, text, classes.
PATHS = (
    ("nfd-in-one", "a/e\u0301/b".encode(), "not-normalized"),
    ("nfd-in-two", "e\u0301/e\u0301".encode(), "not-normalized"),
    ("mark-below", "e/\u0301".encode(), ""),
    ("mark-below-dot", "=/\u0338".encode(), ""),
    ("hangul-below", "\u1100/\u1161".encode(), ""),
    ("nfd-below-ff", b"\xff/" + "e\u0301".encode(), "ill-formed"),
)

# Classes that a row has to list, and what does not have them: text, classes.
RULED = (
    ("space", "a\u00a0b", "white-space"), ("space-wide", "\u3000", "white-space"),
    ("line", "a\u2028", "white-space"), ("paragraph", "\u2029a", "white-space"),
    ("next-line", "a\u0085", "control white-space"), ("ogham", "\u1680", "white-space"),
    ("lost", "caf\ufffd", "replacement"), ("emoji", "a\U0001f600", "supplementary"),
    ("last", "\U0010fffd", "private-use supplementary"),
    ("all", "\u2003\ufffd\U00020041", "white-space replacement supplementary"),
)

# Found only where it is refused, and no policy with a name does.
BOMS = (
    ("bom", "\ufeffa", "bom"),
    ("bom-alone", "\ufeff", "bom"),
    ("bom-twice", "\ufeff\ufeff", "bom"),
    ("bom-before-dot", "\ufeff.a", "ignorable-danger bom"),
    ("bom-before-dash", "\ufeff-rf", "bom"),
    ("bom-and-nfd", "\ufeffe\u0301", "bom not-normalized"),
    ("bom-and-control", "\ufeff\x1b", "control bom"),
)


def under(policy, only_refused):
    return [name for name in only_refused.split() if name in classes.ADDS[policy]]


def is_nfc(data):
    """As Python has it, where all is assigned there; None if it is not text."""
    try:
        return unicodedata.is_normalized("NFC", data.decode())
    except UnicodeDecodeError:
        return None


def path_rows():
    found = []
    for name, data, listed in PATHS:
        assert is_nfc(data) in (None, "not-normalized" not in listed), name
        found.append(classes.row("path", "nfc-" + name, data, listed.split(),
                                 policy="nfc"))
    for name, text, listed in BOMS + RULED:
        for kind in "component", "path":
            found.append(classes.row(kind, "refused-" + name, text.encode(),
                                     listed.split()))
        found.append(classes.row("path", "refused-%s-below" % name,
                                 b"a/" + text.encode() + b"/b", listed.split()))
    return found


def rows():
    found = []

    def add(kind, policy, name, data, listed):
        found.append(classes.row(kind, "%s-%s" % (policy, name), data, listed,
                                 policy=policy))

    for name, data, always, only_refused in CASES:
        assert is_nfc(data) in (None, "not-normalized" not in only_refused), name
        for policy in classes.ADDS:
            listed = always.split() + under(policy, only_refused)
            for kind in "component", "path":
                add(kind, policy, name, data, listed)
            if name != "space-inside":
                add("path", policy, name + "-below", b"a/" + data + b"/b", listed)
    for name, texts, listed in ("written", WRITTEN, []), ("hiding", HIDING, ["misplaced-ignorable"]):
        for i, text in enumerate(texts):
            for policy in "safe", "strict":
                add("component", policy, f"{name}-{i}", text.encode(), listed)
            add("path", "safe", f"{name}-{i}", b"a/" + text.encode() + b"/b", listed)
    return found + path_rows()
