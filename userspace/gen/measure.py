#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Prints ucd_measure.c: how many bits each letter takes after another one, by language.

    measure.py FOLDER

The texts are the translations (.mo) of PACKAGES, files NAME_*.deb in FOLDER: the messages of a
language, each once.  A word counts once, and a bit more where it is frequent, so that names are
measured like words of programs.  userspace/tests/truth has no part of them.

Costs are in quarters of a bit, from 0 to MOST, each a character from FIRST on, of string literals.
Of Han and Hangul, whose characters are counted alone, they are in halves of a bit above WIDE_LEAST.
"""
import collections
import glob
import hashlib
import io
import math
import re
import struct
import subprocess
import sys
import tarfile
import unicodedata

# Debian 12, with the first digits of the checksums (SHA-256).
PACKAGES = {
    "coreutils": "61038f857e346e85",
    "evolution-common": "52e3a67ba3f2815f",
    "evolution-data-server-common": "0cd32d4dec7d0b55",
    "gimp-data": "89007a69d4ef2b04",
    "gnome-control-center-data": "f76430c1f6db2be8",
    "libglib2.0-data": "d98434e097009ded",
    "libgtk-3-common": "f2642d127d85440a",
    "nautilus-data": "2b0ba8ce95bbd900",
    "util-linux-locales": "2cb091d6fdc2f38d",
    "vlc-l10n": "11e65bcd6a1d4626",
}
LANGUAGES = """af ast az br ca cs cy da de en_GB eo es et eu fi fo fr ga gd gl hr hu id is it ku lt lv nb nl oc pl pt
    ro sk sl sq sr@latin sv tr vi be bg kk mk mn ru sr tg uk el ar fa ug he hy ka th""".split()
# Of Han, the characters that are frequent: the first level of a standard, up to this lead byte.
WIDE = {"ja": ("shift_jis", 0x98), "zh_CN": ("gb2312", 0xD8), "zh_TW": ("big5", 0xC9), "ko": ("euc_kr", 0xFF)}
KANA, HAN, HANGUL = range(0x3000, 0x3100), range(0x4E00, 0xA000), range(0xAC00, 0xD7A4)

# The exit status where a package is another version.
OTHER_PACKAGE = 3

# A cost in quarters of a bit is a character, from "$" for 0 to "[" for 55, the most: "," is two bits.
FIRST, MOST = "$", 55
WIDE_LEAST = 8
# Letters that are rarer are foreign to a language.
RAREST = 2e-6
# How much a letter counts by itself, beside the pairs it is in.
ALONE = 0.1
# As if one character in so many were a sign that is not ASCII, alone or between two letters.
SIGN_ALONE, SIGN_INSIDE = 4, 8

MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
WORD = re.compile(rf"[^\W\d_](?:[{MARKS}\w]|’(?=[^\W\d_]))*")
# What programs fill in, and marks of keys.
FILLED = re.compile(r"%[-+ 0-9.]*[a-zA-Z]|&|_(?=\w)|<[^>]*>|\$\w+|\{\w+\}")


def messages(data):
    """The lines of a .mo file; none where it is not in UTF-8."""
    order = {0x950412DE: "<", 0xDE120495: ">"}.get(struct.unpack("<I", data[:4])[0] if len(data) > 28 else 0)
    if not order:
        return
    count, _, table = struct.unpack(order + "III", data[8:20])
    rows = [struct.unpack(order + "II", data[at:at + 8]) for at in range(table, table + 8 * count, 8)]
    texts = [data[at:at + length] for length, at in rows]
    if texts and re.search(rb"(?i)charset=utf-?8", texts[0]):
        for text in texts[1:]:
            yield from re.split("[\n\0]", text.decode(errors="ignore"))


def read_packages(folder):
    """The lines of each language."""
    found = collections.defaultdict(set)
    for package, digits in PACKAGES.items():
        (path,) = glob.glob(f"{folder}/{package}_*.deb")
        with open(path, "rb") as file:
            if not hashlib.sha256(file.read()).hexdigest().startswith(digits):
                print(f"{path}: not the package that the table is made from", file=sys.stderr)
                sys.exit(OTHER_PACKAGE)
        tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(tar)) as files:
            for member in files:
                if member.isfile() and member.name.endswith(".mo"):
                    language = re.search(r"/locale/([^/]+)/", member.name)
                    for line in messages(files.extractfile(member).read()) if language else ():
                        found[language[1]].add(unicodedata.normalize("NFC", line))
    # Texts in ISO-8859-2 have a cedilla in place of the comma.
    found["ro@cedilla"] = {line.translate(str.maketrans("\u0218\u0219\u021a\u021b", "\u015e\u015f\u0162\u0163"))
                           for line in found["ro"]}
    return found


def small(char):
    lower = char.lower()
    return lower if len(lower) == 1 else char


def is_letter(char):
    """Amid a word an apostrophe is one."""
    return unicodedata.category(char)[0] in "LM" or char == "’"


def cost_of(share):
    return min(max(round(-4 * math.log2(share)), 0), MOST)


def coded(costs):
    """The characters of costs; question marks are escaped, as two may begin a trigraph."""
    return "".join(chr(ord(FIRST) + cost) for cost in costs).replace("?", "\\?")


class Language:
    """The letters of a language, and what each costs after each other one.

    Letter 0 is what is no letter; the row after the last is that of what no language's letter is before.
    """

    def __init__(self, lines):
        pairs, alone = collections.Counter(), collections.Counter()
        words = collections.Counter(small_word for line in lines for word in WORD.findall(FILLED.sub("", line))
                                    if (small_word := "".join(map(small, word))))
        for word, count in words.items():
            for pair in zip(" " + word, word + " "):
                pairs[pair] += 1 + math.log2(count)
        for (_, char), count in pairs.items():
            alone[char] += count
        self.total = alone.total()
        self.letters = self.choose(alone)
        self.rows = list(self.make_rows(pairs, alone))

    def choose(self, alone):
        """Letters of the script that is most frequent, its marks, and the apostrophe."""
        scripts = collections.Counter()
        for char, count in alone.items():
            if is_letter(char):
                scripts[unicodedata.name(char, "?").split()[0]] += count
        # U+2019 is RIGHT SINGLE QUOTATION MARK.
        wanted = scripts.most_common(1)[0][0], "COMBINING", "RIGHT"
        least = max(self.total * RAREST, 2)
        return sorted(char for char, count in alone.items()
                      if count > least and is_letter(char) and char < "\u2020"
                      and unicodedata.name(char).split()[0] in wanted)

    def make_rows(self, pairs, alone):
        letters = [" ", *self.letters]
        share = {char: (alone[char] + .5) / self.total for char in letters}
        for first in letters:
            count = sum(pairs[first, char] for char in letters) or 1
            yield [cost_of((1 - ALONE) * pairs[first, char] / count + ALONE * share[char]) for char in letters]
        yield [cost_of(share[char]) for char in letters]


def wide_costs(lines, name, points):
    """What each character costs by itself."""
    codec, last = WIDE[name]

    def least(char):
        """What a character weighs that no text has, by its place in the standard."""
        try:
            code = char.encode(codec)
            # Chinese standards have kana, too.
            return 20 if code[0] < last and (char >= "\u3100" or name == "ja") else 1
        except UnicodeEncodeError:
            return 0.05
    count = collections.Counter(char for line in lines for char in line)
    share = {point: 8 * math.sqrt(count[chr(point)]) + least(chr(point)) for point in points}
    total = sum(share.values())
    return [min(max(round(2 * (-math.log2(share[point] / total) - WIDE_LEAST)), 0), MOST) for point in points]


def signs(languages):
    """(code point, cost, cost between two letters) of each sign that is not ASCII."""
    alone, inside = collections.Counter(), collections.Counter()
    for lines in languages:
        for line in lines:
            for found in re.finditer(r"[\u0080-\u2fff]", line):
                at = found.start()
                if not is_letter(line[at]):
                    between = 0 < at < len(line) - 1 and is_letter(line[at - 1]) and is_letter(line[at + 1])
                    (inside if between else alone)[line[at]] += 1
    # What is rare in programs may be frequent elsewhere.
    weight = {char: (math.sqrt(alone[char]), math.sqrt(inside[char])) for char in {*alone, *inside}}
    total = sum(map(sum, weight.values()))
    for char, (one, other) in sorted(weight.items()):
        yield ord(char), cost_of((one + 1) / total / SIGN_ALONE), cost_of((other + .5) / total / SIGN_INSIDE)


def write_string(costs, width=96):
    text = coded(costs)
    while text:
        cut = min(width, len(text))
        while cut < len(text) and text[cut - 1] in "\\":
            cut -= 1
        print(f'\t"{text[:cut]}"', end="\n" if len(text) > cut else "")
        text = text[cut:]


def main():
    texts = read_packages(sys.argv[1])
    names = [*LANGUAGES, "ro@cedilla"]
    languages = {name: Language(texts[name]) for name in names}
    print("""// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Generated by userspace/gen/measure.py from translations of Debian 12's packages; do not edit. */
#include "feature/detect/detect_private.h"

const struct measure_language measure_languages[] = {""")
    for name, language in languages.items():
        print(f'\t{{ "{name}", {len(language.letters)}, L"{"".join(language.letters)}",')
        write_string([cost for row in language.rows for cost in row])
        print(" },")
    print("\t{ }\n};\n\nconst struct measure_wide measure_wides[] = {")
    for name in WIDE:
        points = [*KANA, *(HANGUL if name == "ko" else HAN)]
        print(f'\t{{ "{name}", {points[len(KANA)]:#x}, {points[-1]:#x},')
        write_string(wide_costs(texts[name], name, points))
        print(" },")
    print("\t{ }\n};\n\nconst struct measure_sign measure_signs[] = {")
    for row in signs(texts[name] for name in LANGUAGES):
        print("\t{ 0x%04x, %d, %d }," % row)
    print("};\n\nconst unsigned int measure_sign_count = sizeof(measure_signs) / sizeof(measure_signs[0]);\n")
    print("const wchar_t measure_capitals[] =")
    both = "".join(char.upper() + char for char in sorted({c for l in languages.values() for c in l.letters})
                   if len(char.upper()) == 1 and char.upper().lower() == char != char.upper() and not "\u1000" < char < "\u1e00")
    print(f'\tL"{both}";')


if __name__ == "__main__":
    main()
