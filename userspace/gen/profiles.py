# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The profiles beside RFC 3629, as tables of byte ranges in the manner of Table 3-7, from
which errors and maximal subparts follow.

tests/peers/decoders asks decoders that others wrote.  No code of utf8check has a part.
"""

REST = (0x80, 0xBF)


def row(first, last, *following):
    return ((first, last),) + following


# Sequences of up to three bytes; surrogates are apart.
ASCII = [row(0x00, 0x7F)]
TWO = [row(0xC2, 0xDF, REST)]
THREE = [row(0xE0, 0xE0, (0xA0, 0xBF), REST), row(0xE1, 0xEC, REST, REST),
         row(0xED, 0xED, (0x80, 0x9F), REST), row(0xEE, 0xEF, REST, REST)]
SURROGATE = [row(0xED, 0xED, (0xA0, 0xBF), REST)]
FOUR = [row(0xF0, 0xF0, (0x90, 0xBF), REST, REST),
        row(0xF1, 0xF3, REST, REST, REST),
        row(0xF4, 0xF4, (0x80, 0x8F), REST, REST)]
# RFC 2279, section 2, less what has a shorter form.
UCS4 = [row(0xF0, 0xF0, (0x90, 0xBF), REST, REST),
        row(0xF1, 0xF7, REST, REST, REST),
        row(0xF8, 0xF8, (0x88, 0xBF), REST, REST, REST),
        row(0xF9, 0xFB, REST, REST, REST, REST),
        row(0xFC, 0xFC, (0x84, 0xBF), REST, REST, REST, REST),
        row(0xFD, 0xFD, REST, REST, REST, REST, REST)]
# FE: 36 bits; FF: 42 bits.
LONGER = [row(0xFE, 0xFE, (0x82, 0xBF), *[REST] * 5),
          row(0xFF, 0xFF, (0x81, 0xBF), *[REST] * 6)]

TABLES = {
    "rfc3629": ASCII + TWO + THREE + FOUR,
    "wtf8": ASCII + TWO + THREE + SURROGATE + FOUR,
    "cesu8": ASCII + TWO + THREE + SURROGATE,
    "mutf8": [row(0x01, 0x7F), row(0xC0, 0xC0, (0x80, 0x80))] + TWO + THREE +
             SURROGATE,
    "ucs2": ASCII + TWO + THREE,
    "rfc2279": ASCII + TWO + THREE + UCS4,
    "extended": ASCII + TWO + THREE + UCS4 + LONGER,
}


def match(table, data, at):
    """Bytes of a sequence of the table that are at an offset; is it whole?"""
    best = 0
    for ranges in table:
        n = 0
        while (n < len(ranges) and at + n < len(data)
               and ranges[n][0] <= data[at + n] <= ranges[n][1]):
            n += 1
        if n == len(ranges):
            return n, True
        best = max(best, n)
    return best, False


def half(data, at):
    """The surrogate of three bytes at an offset: high, low, or none."""
    if match(SURROGATE, data, at) != (3, True):
        return None
    return "low" if data[at + 1] >= 0xB0 else "high"


def step(profile, data, at, before):
    """As match(), and what surrogates may stand next to each other."""
    n, whole = match(TABLES[profile], data, at)
    if not whole:
        return max(n, 1), False
    kind = half(data, at)
    if profile in ("cesu8", "mutf8") and kind == "high" and \
       half(data, at + 3) == "low":
        return 6, True
    if profile == "cesu8" and kind:
        return 3, False
    if profile == "wtf8" and kind == "low" and before == "high":
        return 3, False
    return n, True


def replaced(profile, data):
    """U+FFFD for each maximal subpart, and the offset of the first."""
    out, at, first, before = b"", 0, None, None
    while at < len(data):
        n, whole = step(profile, data, at, before)
        if not whole and first is None:
            first = at
        before = half(data, at) if whole and n == 3 else None
        out += data[at:at + n] if whole else b"\xef\xbf\xbd"
        at += n
    return out, first


def join(text):
    """A string of Python's with its pairs of surrogates joined."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16",
                                                         "surrogatepass")


def encode(profile, text):
    """What a profile writes for a text that it has."""
    if profile in ("cesu8", "mutf8"):
        units = text.encode("utf-16-be", "surrogatepass")
        out = b"".join(chr(units[i] << 8 | units[i + 1]).encode(
            "utf-8", "surrogatepass") for i in range(0, len(units), 2))
        return out.replace(b"\0", b"\xc0\x80") if profile == "mutf8" else out
    return join(text).encode("utf-8", "surrogatepass")


def check_by_cpython(name, data, out, first):
    """CPython's decoder is one of RFC 3629."""
    assert out == data.decode(errors="replace").encode(), name
    try:
        data.decode()
        assert first is None, name
    except UnicodeDecodeError as error:
        assert first == error.start, name


class Validity:
    """Collects rows of a profile, each text once; of others than RFC 3629 those that differ."""

    def __init__(self, profile):
        self.profile = profile
        self.rows = []
        self.seen = set()

    def add(self, name, data, always=False):
        out, first = replaced(self.profile, data)
        standard = replaced("rfc3629", data)
        if self.profile == "rfc3629":
            check_by_cpython(name, data, out, first)
        elif not always and (out, first) == standard:
            return
        if data in self.seen:
            return
        self.seen.add(data)
        kind = "validity" if self.profile == "rfc3629" else self.profile
        self.rows.append({
            "id": f"{kind}/{name}", "profile": self.profile,
            "hex": data.hex(), "valid": first is None,
            "first_error_offset": first, "replaced_hex": out.hex()})


def high(cp):
    return chr(0xD7C0 + (cp >> 10)).encode("utf-8", "surrogatepass")


def low(cp):
    return chr(0xDC00 | cp & 0x3FF).encode("utf-8", "surrogatepass")


def pairs(v):
    """Surrogates of three bytes next to each other, whole and broken off."""
    for cp in (0x10000, 0x1F600, 0x10FFFF):
        whole = high(cp) + low(cp)
        v.add("pair-%x" % cp, whole, True)
        v.add("pair-%x-in-text" % cp, b"a" + whole + b"b")
        v.add("pair-%x-twice" % cp, whole + whole)
        v.add("pair-%x-as-four-bytes" % cp, chr(cp).encode(), True)
        for n in range(1, 6):
            v.add("pair-%x-cut-at-%d" % (cp, n), whole[:n])
            v.add("pair-%x-cut-at-%d-ascii" % (cp, n), whole[:n] + b"A")
            v.add("pair-%x-cut-at-%d-again" % (cp, n), whole[:n] + whole)
            v.add("pair-%x-cut-at-%d-lead" % (cp, n), whole[:n] + b"\xc3\xa9")
    one, two = high(0x10000), low(0x10000)
    for name, data in (
            ("high-high-low", one + one + two), ("low-high", two + one),
            ("high-low-low", one + two + two), ("low", two), ("high", one),
            ("high-a-low", one + b"a" + two), ("low-low", two + two),
            ("high-error-low", one + b"\xff" + two),
            ("high-at-end", b"abc" + one), ("high-bmp", one + b"\xe4\xba\x8c")):
        v.add("surrogates-" + name, data, True)
    v.add("nul", b"a\0b", True)
    v.add("nul-two-bytes", b"a\xc0\x80b", True)
    v.add("c0-ascii", b"\xc0A", True)
    v.add("c0-end", b"\xc0", True)
    v.add("c0-81", b"\xc0\x81", True)
    v.add("c1-80", b"\xc1\x80", True)
    # In long text, where implementations change their ways.
    for n in (61, 62, 63, 64, 127):
        v.add("long-pair-at-%d" % n, b"x" * n + one + two + b"y" * 70)
        v.add("long-high-at-%d" % n, b"x" * n + one + b"y" * 70)
