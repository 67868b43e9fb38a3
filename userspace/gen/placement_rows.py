# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about ignorable code points that do something where they stand, and that do not.

The rules are over the files of Unicode: those of UTS #51, and what may be beside a joiner, a
space of no width or a filler.  The texts are every sequence of the emoji files, every
standardized variant, and random ones.
"""
import random
import re

import ucd

BACK, AHEAD = 8, 7
SPACE, ZWNJ, ZWJ, FE0F, CGJ = "\u200b", "\u200c", "\u200d", "\ufe0f", "\u034f"
JOINERS, FILLERS = "\u180e" + SPACE + ZWNJ + ZWJ, "\u115f\u1160\u3164\uffa0"
GAPS = "[\x01-/:-@\\[-^`{-\x7f\xa0\xab\xbb\u060c\u061b\u061f\u200e-\u206f\u2190-\u2bff]"


def having(name, *values):
    return set(map(chr, ucd.having(name, *values)))


def texts(name):
    """The sequences of a file; a range of single ones is left out."""
    return [ucd.string(f[0]) for f in ucd.rows(name) if ".." not in f[0]]


def some(points):
    """A set of characters as regular expressions have it."""
    return "[%s]" % "".join(re.escape(c) for c in sorted(points))


class Rules:
    def __init__(self):
        self.ignorable = (having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
                          | set("\ufff9\ufffa\ufffb"))
        emoji = having("emoji-data.txt", "Emoji") & having("emoji-data.txt",
                                                           "Extended_Pictographic")
        self.variants = set(texts("StandardizedVariants.txt")
                            + texts("emoji-variation-sequences.txt"))
        by_script = {}
        for points, name in ucd.rows("Scripts.txt"):
            by_script.setdefault(name, set()).update(map(chr, ucd.span(points)))
        marks, virama = set(), set()
        for points, _, category, order, *_ in ucd.unicode_data():
            if order == "9":
                virama.add(chr(points[0]))
            if order != "0" or category == "Mn" and chr(points[0]) in by_script["Inherited"]:
                marks.update(map(chr, points))
        joins = having("DerivedJoiningType.txt", *"DLRC") - self.ignorable
        uses = joins | virama | having("LineBreak-SA.txt", "SA")
        joining = joins.union(*(those for name, those in by_script.items()
                                if name not in ("Common", "Inherited") and those & uses))
        self.joining = some(joining - self.ignorable)
        self.marks = some(marks - joining - self.ignorable)
        self.jamo = by_script["Hangul"] - self.ignorable - set(map(chr, range(0xAC00, 0xD7A4)))
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

    def is_beside(self, text, i):
        """Is text[i] beside what it joins, on one of its two sides?

        A side begins next to text[i]: what stands before it is read backward.
        """
        c, sides = text[i], (text[:i][::-1][:BACK], text[i + 1:][:AHEAD])
        # A filler is beside a letter of Hangul.
        if c in FILLERS:
            return any(side[:1] in self.jamo for side in sides if side)
        # A grapheme joiner is beside a letter that joins, or a mark.
        if c == CGJ:
            return any(re.match(f"{self.joining}|{self.marks}", side) for side in sides)
        # On one side comes a letter that joins, after any spaces, marks and the same again.
        near = f"(?:{c}| |\xa0|{self.marks})"
        if any(re.match(f"{near}*{self.joining}", side) for side in sides):
            return True
        # Or both sides are gaps or ends, and past gaps of this line one comes on one of them.
        return (all(re.match(f"{c}*({GAPS}|\0|$)", side) for side in sides) and
                any(re.match(f"(?:{near}|(?!\n){GAPS})*{self.joining}", side) for side in sides))

    def is_placed(self, text, i):
        if text[i] in JOINERS + FILLERS + CGJ and self.is_beside(text, i):
            return True
        if text[i] == FE0F and i > 0 and self.is_element(text[:i]):
            return True
        if text[i] == ZWJ:
            return (i > 0 and self.is_element(text[:i])
                    and text[i + 1:] != "" and text[i + 1] in self.emoji)
        if "\U000e0020" <= text[i] <= "\U000e007f":
            return any(m.start() < i < m.end() for m in self.flag.finditer(text))
        return text[i - 1:i + 1] in self.variants and i > 0

    def first(self, text):
        """Where the first misplaced one is; None if there is none."""
        return next((i for i, c in enumerate(text)
                     if c in self.ignorable and not self.is_placed(text, i)), None)


def limits():
    """At most so many are looked over."""
    for n in BACK - 2, BACK - 1, BACK:
        yield "\u0628" + "\u064b" * n + ZWNJ + "a"
        yield "\u1780" + SPACE * n + " " + SPACE + "a"
        yield SPACE + " " * (n - 1) + "\u1780"
        yield "a" + "\u064b" * n + ZWNJ + "\u0628"
        yield "\u0628" + "." * n + ZWNJ + "?"
        yield "(" + ZWNJ * n + "\u0301\"\u0628"
        yield "a" + ZWJ * n + "(\u0628"
    for c in ("\0\n\x7f/:@[`{_9Az\xa0\xab\xac\xbb\u060c\u061b\u061f\u200e\u2019\u206e\u2070"
              "\u218f\u2192\u2bff\u2c00\u0301"):
        yield "\u0628" + c + ZWNJ + c
        yield "a" + c + CGJ + "a"
        yield "a" + CGJ + c
    for n in range(9):
        tags = "".join(chr(0xe0061 + i) for i in range(n))
        yield "\U0001f3f4" + tags + "\U000e007f"
        yield "\U0001f600" + tags + "\U000e007f"


# Of each kind, and of what is like it, some.
ALPHABET = ("\u0628\u0627\ua872\u064b\u00ada1\u0915\u0902\u093c\u094d\u1b44\u0d4d\u093e\u0dcf"
            "\u2764\U0001f469\U0001f3fb\ufe0f\ufe0e\ufe00\U0001f3f4\U000e0067\U000e0062\U000e007f"
            "\u20e3\u1820\u180b\u2139\u034f\U000e0100\u845b\ufeff\u0633\u1807\u0840\U00010a3f"
            "\u180e\u0640\u0660\u0e01\u1780\u17d4\u0301\u1100\u1161\uac00\u3131\uffa1\u3200"
            " \u00a0\U0001f1e6 .(_\n\u2019\u060c") + (ZWNJ + ZWJ + SPACE) * 6 + FILLERS * 2


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


def name_rows():
    """Each is asked, whether it has one or not: its name, its text, what is found."""
    rules = Rules()
    for i, text in enumerate([*limits(), *random_texts(250, 31), *"\ufff9\ufffa\ufffb"]):
        if len(text.encode()) > 255 or set(text) & set("\0/"):
            continue
        found = ["misplaced-ignorable"] * (rules.first(text) is not None)
        yield f"placement-{i}", text, found
