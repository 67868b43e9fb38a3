# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Random texts that are hard to cut: what parts.py judges whole and in parts."""

LETTERS = "abc XYZ 09.,;\\"
WIDE = ("\u00e9\u00df\u0416\u05d0\u0627\u0915\u0e01\u3042\u4e2d\uac00\ud7a3\u1100\u1161\u11a8"
        "\ufeff\u200d\u00ad\u2028\u202e\ufffe\ue000\u0378\U0001f600\U00020000\U0010ffff\ufb01\ufdfa"
        "\u212b\u01c6\u0345\u03c2\u1e9e\u0130\x00\x7f\x85\t")
MARKS = "\u20dd\u0301\u0327\u0323\u0308\u1dce\u3099\uff9e\u0f71\u0f72\u1161\u11a8\u09be\U0001d165"
ENDS = ("\n", "\r\n", "\r", "\n\n", "\r\r\n")
ILL = (b"\x80", b"\xbf\xbf\xbf", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xed\xb0\x80",
       b"\xed\xa0\x80\xed\xb0\x80", b"\xf0\x80\x80\xaf", b"\xf4\x90\x80\x80", b"\xe4\xb8", b"\xff",
       b"\xfe\x83\x80\x80\x80\x80\x80", b"\xfc\x80\x80\x80\x80\x80", b"\xf0\x9f\x98", b"\xc0\x80",
       b"\xff\x80\x80\x80\x80\x80\x80\x80")
UNITS = (b"\xd8\x3d", b"\xde\x00", b"\xd8\x3d\xde\x00", b"\xff\xfe", b"\xfe\xff", b"\x00\x00")


def piece(random, style):
    kind = random.random()
    if kind < .35:
        return "".join(random.choice(LETTERS) for _ in range(random.randrange(1, 9)))
    if kind < .65 or style == "wide":
        return "".join(random.choice(WIDE) for _ in range(random.randrange(1, 5)))
    if kind < .8:
        return random.choice(ENDS)
    if style == "marks" and kind < .84:
        return random.choice(MARKS) * random.choice((29, 31, 100, 1023, 1024, 1025, 2000))
    return "".join(random.choice(MARKS) for _ in range(random.randrange(1, 4)))


def garbage(random, encoding):
    if encoding == "utf-8":
        return random.choice(ILL)
    return random.choice(UNITS) if random.random() < .9 else bytes([random.randrange(256)])


def text(random, encoding):
    """Bytes in an encoding, most of them well-formed."""
    style = random.choice(("mixed", "mixed", "wide", "marks", "bytes", "ill", "one"))
    size = random.choice((0, 1, 2, 3, 5, 17, 60, 300, 2000))
    if style == "bytes":
        return bytes(random.randrange(256) for _ in range(size))
    if style == "ill":
        return b"".join(garbage(random, encoding) for _ in range(size // 4))
    if style == "one":
        return random.choice(("a", "\n", "\0", "\u4e2d", "\u0301", "\ue000")).encode(encoding) * size
    out = random.choice((b"", b"", "\ufeff".encode(encoding)))
    bad = random.choice((0, 0, .02, .2))
    while len(out) < size:
        if random.random() < bad:
            out += garbage(random, encoding)
        out += piece(random, style).encode(encoding, "surrogatepass")
    return out
