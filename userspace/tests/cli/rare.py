#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Encodings that hardly anybody reads, straight from their documents, and slow.

    rare.py encode NAME [STEP]      write every STEP-th code point to the file text, in NAME,
                                    and to the file wanted, in UTF-8
    rare.py judge NAME COMMAND...   compare what the command makes of random ill-formed texts

UTF-1 is ISO-IR-178: a code point is a lead byte and digits of base 190, which T and U turn
into bytes and back.  UTF-EBCDIC is UTR #16: I8, and its table 3.
"""
import json
import random
import subprocess
import sys

# ISO-IR-178: T(z) for z of 0 to 255.
T = [z + 0x21 if z <= 0x5d else z + 0x42 if z <= 0xbd else z - 0xbe if z <= 0xde else z - 0x60
     for z in range(256)]
U = {byte: z for z, byte in enumerate(T)}

# UTR #16, table 3: the byte of UTF-EBCDIC for each of I8.
TABLE = bytes.fromhex("""
00 01 02 03 37 2D 2E 2F 16 05 15 0B 0C 0D 0E 0F 10 11 12 13 3C 3D 32 26 18 19 3F 27 1C 1D 1E 1F
40 5A 7F 7B 5B 6C 50 7D 4D 5D 5C 4E 6B 60 4B 61 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 7A 5E 4C 7E 6E 6F
7C C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 D4 D5 D6 D7 D8 D9 E2 E3 E4 E5 E6 E7 E8 E9 AD E0 BD 5F 6D
79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99 A2 A3 A4 A5 A6 A7 A8 A9 C0 4F D0 A1 07
20 21 22 23 24 25 06 17 28 29 2A 2B 2C 09 0A 1B 30 31 1A 33 34 35 36 08 38 39 3A 3B 04 14 3E FF
41 42 43 44 45 46 47 48 49 4A 51 52 53 54 55 56 57 58 59 62 63 64 65 66 67 68 69 6A 70 71 72 73
74 75 76 77 78 80 8A 8B 8C 8D 8E 8F 90 9A 9B 9C 9D 9E 9F A0 AA AB AC AE AF B0 B1 B2 B3 B4 B5 B6
B7 B8 B9 BA BB BC BE BF CA CB CC CD CE CF DA DB DC DD DE DF E1 EA EB EC ED EE EF FA FB FC FD FE
""")


def utf_1(cp):
    if cp < 0xa0:
        return bytes([cp])
    if cp < 0x100:
        return bytes([0xa0, cp])
    if cp < 0x4016:
        y = cp - 0x100
        return bytes([0xa1 + y // 190, T[y % 190]])
    if cp < 0x38e2e:
        y = cp - 0x4016
        return bytes([0xf6 + y // 190 ** 2, T[y // 190 % 190], T[y % 190]])
    y = cp - 0x38e2e
    return bytes([0xfc + y // 190 ** 4, T[y // 190 ** 3 % 190], T[y // 190 ** 2 % 190],
                  T[y // 190 % 190], T[y % 190]])


def i8(cp):
    if cp < 0xa0:
        return [cp]
    for trails, bits, lead in ((1, 10, 0b11000000), (2, 14, 0b11100000), (3, 18, 0b11110000),
                               (4, 22, 0b11111000)):
        if cp < 1 << bits:
            return [lead | cp >> 5 * trails] + [
                0b10100000 | cp >> 5 * k & 0b11111 for k in reversed(range(trails))]
    raise ValueError(cp)


def utf_ebcdic(cp):
    return bytes(TABLE[b] for b in i8(cp))


def scsu(text):
    """In the Unicode mode, with each change of mode and each quote that there must be."""
    out = bytearray(b"\x0f")
    units = text.encode("utf-16-be")
    for i in range(0, len(units), 2):
        out += (b"\xf0" if 0xe0 <= units[i] <= 0xf2 else b"") + units[i:i + 2]
    return out


ENCODE = {
    "UTF-1": lambda text: b"".join(map(utf_1, map(ord, text))),
    "UTF-EBCDIC": lambda text: b"".join(map(utf_ebcdic, map(ord, text))),
    "SCSU": scsu,
}


def is_scalar(cp):
    return cp <= 0x10ffff and not 0xd800 <= cp <= 0xdfff


def value_utf_1(p):
    """The code point of a whole sequence; None: no code point has it."""
    if len(p) == 1:
        return p[0]
    if p[0] == 0xa0:
        return p[1]
    first, digits = ((0xa1, 0x100), (0xf6, 0x4016), None, (0xfc, 0x38e2e))[len(p) - 2], p[1:]
    y = p[0] - first[0]
    for d in digits:
        y = y * 190 + U[d]
    return y + first[1] if is_scalar(y + first[1]) else None


def shape_utf_1(lead):
    """How many bytes follow a lead, and which."""
    if lead == 0xa0:
        return 1, range(0xa0, 0x100)
    count = 0 if lead < 0xa0 else 1 if lead < 0xf6 else 2 if lead < 0xfc else 4
    return count, [b for b in range(256) if U[b] < 190]


def value_utf_ebcdic(p):
    p = [TABLE.index(b) for b in p]
    if len(p) == 1:
        return p[0]
    bits = "".join([format(p[0], "08b")[len(p) + 1:]] + [format(b, "08b")[3:] for b in p[1:]])
    cp = int(bits, 2)
    return cp if is_scalar(cp) and i8(cp) == p else None


def shape_utf_ebcdic(lead):
    lead = TABLE.index(lead)
    trails = [TABLE[b] for b in range(0xa0, 0xc0)]
    if lead < 0xa0:
        return 0, trails
    if lead < 0xc0 or lead >= 0xfc:
        return None, trails
    return format(lead, "08b").index("0") - 1, trails


def decode(name, p):
    """The text with U+FFFD, and the offset and length of each error."""
    shape, value = {"UTF-1": (shape_utf_1, value_utf_1),
                    "UTF-EBCDIC": (shape_utf_ebcdic, value_utf_ebcdic)}[name]
    text, errors, at = "", [], 0
    while at < len(p):
        count, trails = shape(p[at])
        n = 1
        while count is not None and n <= count and at + n < len(p) and p[at + n] in trails:
            n += 1
        cp = value(p[at:at + n]) if count is not None and n == count + 1 else None
        if cp is None:
            errors.append((at, n))
        text += "\ufffd" if cp is None else chr(cp)
        at += n
    return text, errors


def random_text(name, r):
    """Whole sequences, some of them damaged."""
    out = b""
    for _ in range(4000):
        top = r.choice((0x7f, 0xff, 0x3ff, 0x4020, 0xffff, 0x40000, 0x10ffff))
        cp = r.choice((0xd800, 0xdfff, 0x10ffff, 0x38e2d, 0x38e2e, 0x4015, r.randrange(top), r.randrange(top)))
        one = bytearray({"UTF-1": utf_1, "UTF-EBCDIC": utf_ebcdic}[name](cp))
        if r.random() < 0.3:
            one[r.randrange(len(one))] = r.randrange(256)
        if r.random() < 0.1:
            del one[r.randrange(len(one))]
        out += one
    return out


def judge(name, command):
    for seed in range(5):
        p = random_text(name, random.Random(seed))
        open("damaged", "wb").write(p)
        text, errors = decode(name, p)
        out = subprocess.run(command + ["filter", "--from=" + name, "--on-error=replace", "damaged"],
                             stdout=subprocess.PIPE).stdout
        assert out == text.encode(), (name, seed, "text")
        out = subprocess.run(command + ["check", "--from=" + name, "--json", "damaged"],
                             stdout=subprocess.PIPE).stdout
        found = [(e["offset"], e["length"]) for e in json.loads(out)["errors"]]
        assert found == errors, (name, seed, [x for x in zip(found, errors) if x[0] != x[1]][:3])
        assert len(errors) > 100


def main():
    if sys.argv[1] == "judge":
        judge(sys.argv[2], sys.argv[3:])
        return
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    text = "".join(chr(cp) + "\n" for cp in range(0, 0x110000, step) if is_scalar(cp))
    open("wanted", "w", encoding="utf-8", newline="").write(text)
    open("text", "wb").write(ENCODE[sys.argv[2]](text))


main()
