# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about ignorable code points that do something where they stand, and that do not.

The rules are the regular expressions of UTS #51 and UAX #31, over the files of Unicode;
every sequence of the emoji files, every standardized variant, and random texts.
"""
import random
import re

import ucd

OVER = 32
ZWNJ, ZWJ, FE0F = "\u200c", "\u200d", "\ufe0f"


def having(name, *values):
    return set(map(chr, ucd.having(name, *values)))


def texts(name):
    """The sequences of a file; a range of single ones is left out."""
    return [ucd.string(f[0]) for f in ucd.rows(name) if ".." not in f[0]]


def some(points):
    """A set of characters as regular expressions have it."""
    return "[%s]" % "".join(re.escape(c) for c in sorted(points))


def by_category():
    found, marked, virama = {}, set(), set()
    for points, _, category, order, *_ in ucd.unicode_data():
        found.setdefault(category, set()).update(map(chr, points))
        if order != "0":
            marked.add(chr(points[0]))
        if order == "9":
            virama.add(chr(points[0]))
    return found, marked, virama


class Rules:
    def __init__(self):
        category, marked, virama = by_category()
        self.ignorable = (having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
                          | set("\ufff9\ufffa\ufffb"))
        emoji = having("emoji-data.txt", "Emoji") & having("emoji-data.txt",
                                                           "Extended_Pictographic")
        self.variants = set(texts("StandardizedVariants.txt")
                            + texts("emoji-variation-sequences.txt"))
        joining = {t: having("DerivedJoiningType.txt", *t) for t in ("LD", "RD", "T")}
        letter = some(set().union(*(s for c, s in category.items() if c[0] == "L")))
        mark, marks = some(category["Mn"]), some(category["Mn"] & marked)
        self.joins_next, self.after = (
            re.compile("%s%s{0,%d}" % (some(joining["LD"]), some(joining["T"]), OVER)),
            re.compile("%s{0,%d}%s" % (some(joining["T"]), OVER, some(joining["RD"]))))
        self.conjunct = re.compile(f"{letter}{mark}*{some(virama)}{marks}*")
        self.letter = re.compile("%s{0,%d}%s" % (marks, OVER, letter))
        self.vowel = having("IndicSyllabicCategory.txt", "Vowel_Dependent")
        self.emoji = emoji
        self.base = having("emoji-data.txt", "Emoji_Modifier_Base")
        self.modifier = having("emoji-data.txt", "Emoji_Modifier")
        self.flag = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,7}"
                               "\U000e007f")

    def is_element(self, text):
        """Does an element of an emoji ZWJ sequence end here (ED-15a)?"""
        pair = text[-2:]
        return (text[-1:] in self.emoji
                or (pair[1:] == FE0F and pair[0] in self.emoji and pair in self.variants)
                or (pair[1:] in self.modifier and pair[0] in self.base and pair[0] in self.emoji))

    def is_conjunct(self, text):
        return any(self.conjunct.fullmatch(text[-n:]) for n in range(2, min(len(text), OVER + 2) + 1))

    def is_cursive(self, text):
        return any(self.joins_next.fullmatch(text[-n:]) for n in range(1, min(len(text), OVER + 1) + 1))

    def is_placed(self, text, i):
        before, after = text[:i], text[i + 1:]
        if text[i] == ZWNJ:
            return bool((self.is_cursive(before) and self.after.match(after))
                        or (self.is_conjunct(before) and self.letter.match(after)))
        if text[i] == ZWJ:
            if before and self.is_element(before):
                return after[:1] in self.emoji and after != ""
            return self.is_conjunct(before) and not (after and after[0] in self.vowel)
        if "\U000e0020" <= text[i] <= "\U000e007f":
            return any(m.start() < i < m.end() for m in self.flag.finditer(text))
        return text[i - 1:i + 1] in self.variants and i > 0

    def first(self, text):
        """Where the first misplaced one is; None if there is none."""
        return next((i for i, c in enumerate(text)
                     if c in self.ignorable and not self.is_placed(text, i)), None)


def limits():
    """At most so many are looked over, on each side."""
    for n in OVER - 1, OVER, OVER + 1:
        marks = "\u064b" * n
        yield "\u0628" + marks + ZWNJ + "\u0628"
        yield "\u0628" + ZWNJ + marks + "\u0627"
        yield "\u0628" + marks + ZWNJ + marks + "\u0627"
        yield "\u0915" + "\u0902" * n + "\u094d" + ZWNJ + "\u0915"
        yield "\u0915\u094d" + "\u093c" * n + ZWNJ + "\u0915"
        yield "\u0915\u094d" + ZWNJ + "\u093c" * n + "\u0915"
        yield "\u0915" + "\u093c" * n + "\u094d" + ZWJ
    for n in range(9):
        tags = "".join(chr(0xe0061 + i) for i in range(n))
        yield "\U0001f3f4" + tags + "\U000e007f"
        yield "\U0001f600" + tags + "\U000e007f"


# Of each kind, and of what is like it, some.
ALPHABET = ("\u0628\u0627\ua872\u064b\u00ada1\u0915\u0902\u093c\u094d\u1b44\u0d4d\u093e\u0dcf"
            "\u2764\U0001f469\U0001f3fb\ufe0f\ufe0e\ufe00\U0001f3f4\U000e0067\U000e0062\U000e007f"
            "\u20e3\u1820\u180b\u2139\u200b\u034f\U000e0100\u845b\ufeff\u0633\u1807\u0840\U00010a3f"
            "\U00010a00\u03f0\U0001f1e6\u0b15\u0b4d\u0b3e") + (ZWNJ + ZWJ) * 8


def before_joiners():
    """What stands before one is looked at only as far as it matters."""
    yield "\u0915\u1b44\u0941\u094d" + ZWNJ + "\u0915"
    yield "\u0915 \u094d" + ZWNJ + "\u0915"
    yield "a" * 40 + "\u0915\u094d" + "\u093c" * OVER + ZWNJ + "\u0915"


def random_texts(count, seed=18):
    chance = random.Random(seed)
    for _ in range(count):
        yield "".join(chance.choice(ALPHABET) for _ in range(chance.randrange(1, 9)))


def joined(sequences, each=64):
    for i in range(0, len(sequences), each):
        yield "\n".join(sequences[i:i + each]) + "\n"


def stream_rows(r):
    rules = Rules()
    good = [text for name in ("emoji-sequences.txt", "emoji-zwj-sequences.txt",
                              "emoji-variation-sequences.txt", "StandardizedVariants.txt")
            for text in texts(name)]
    for i, text in enumerate(joined(good)):
        assert rules.first(text) is None, text
        r.add(f"placed-{i}", text.encode(), text.encode(), forbid=["misplaced-ignorable"])
    lone = sorted(rules.ignorable - {"\ufeff"})
    for i, text in enumerate(joined(["a" + c + "b" for c in lone])):
        r.add(f"misplaced-all-{i}", text.encode(),
              "".join(c for c in text if c not in rules.ignorable).encode(), 1,
              action="drop", forbid=["misplaced-ignorable"])
    for i, text in enumerate([*limits(), *random_texts(600)]):
        if text[0] == "\ufeff":
            text = "a" + text
        at = rules.first(text)
        source = ("utf-8", "utf-16-le", "utf-32-be")[i % 3]
        known = {} if source == "utf-8" else {"from": source.replace("-le", "le").replace("-be", "be")}
        r.add(f"placement-{i}", text.encode(source), text[:at].encode(),
              None if at is None else len(text[:at].encode(source)),
              forbid=["misplaced-ignorable"], **known)
    for i, text in enumerate(before_joiners(), i + 1):
        at = rules.first(text)
        r.add(f"placement-{i}", text.encode(), text[:at].encode(),
              None if at is None else len(text[:at].encode()), forbid=["misplaced-ignorable"])


def name_rows():
    """Each is asked, whether it has one or not: its name, its text, what is found."""
    rules = Rules()
    for i, text in enumerate([*limits(), *random_texts(250, 31), *"\ufff9\ufffa\ufffb"]):
        if len(text.encode()) > 255:
            continue
        found = ["misplaced-ignorable"] * (rules.first(text) is not None)
        yield f"placement-{i}", text, found
