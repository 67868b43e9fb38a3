#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Folders with names that may be the same, and whether a scan has named the right pairs.

    same_names.py make SEED COUNT DIR    make COUNT folders, each with a few names
    same_names.py judge FORM DIR         read what scan --same=FORM --json DIR printed

The answers come from Python's unicodedata, and for what looks the same from a table of
a few characters.  A pair is right when its two names are the same under the form that
is printed.  All pairs of a folder must join the names that any form joins, and none
that are joined already.
"""
import itertools
import json
import os
import random
import sys
import unicodedata

FORMS = ["nfc", "nfkc", "casefold", "nfkc-casefold", "confusable"]
FAMILIES = [
    ["A", "a", "\uff21", "\uff41", "\u0430", "\u0410", "\u0391", "a\u00ad", "a\u200d"],
    ["\u00c5", "\u212b", "A\u030a", "\u00e5", "\uff21\u030a", "a\u030a\u00ad"],
    ["s", "S", "\u017f", "ss", "\u00df", "\u1e9e", "SS", "\uff33", "f"],
    ["\ufb01", "fi", "FI", "\uff46\uff49", "\ufb01\u200d", "k", "K", "\u212a", "\uff2b", "\uff4b"],
    ["\u03c3", "\u03c2", "\u03a3", "o", "O", "\u03bf", "\u039f", "\u043e", "\u041e", "\uff2f", "\uff4f"],
    ["e\u0301", "\u00e9", "\u00c9", "E\u0301", "\uff45\u0301", "2", "\u00b2", "\uff12", "2\u00ad"],
]
# Not displayed: of all characters above, these only are default-ignorable.
IGNORED = {0xad: None, 0x200d: None}
LOOKS = str.maketrans({"\uff21": "A", "\uff41": "a", "\u0430": "a", "\u0410": "A", "\u0391": "A", "\u03bf": "o", "\u043e": "o",
                       "\u041e": "O", "\u039f": "O", "\uff2f": "O", "\uff4f": "o", "\u03c3": "o", "\u017f": "f",
                       "\ufb01": "fi", "\u212a": "K", "\uff33": "S", "\uff2b": "K", "\uff45": "e", "\uff49": "i"})


def nf(form, text):
    return unicodedata.normalize(form, text)


def casefold(text):
    return nf("NFD", nf("NFD", text).casefold())


def nfkc_casefold(text):
    text = nf("NFD", text).translate(IGNORED)
    for _ in range(3):
        text = nf("NFKC", text.casefold())
    return text


def looks(text):
    return nf("NFD", nf("NFD", text.translate(IGNORED)).translate(LOOKS))


KEYS = {"nfc": lambda t: nf("NFC", t), "nfkc": lambda t: nf("NFKC", t), "casefold": casefold,
        "nfkc-casefold": nfkc_casefold, "confusable": looks}


def make(seed, count, top):
    r = random.Random(seed)
    for i in range(count):
        folder = os.path.join(top, f"{i:05}")
        os.makedirs(folder)
        letters = sum(r.sample(FAMILIES, r.randint(1, 2)), [])
        for _ in range(r.randint(2, 12)):
            name = "".join(r.choices(letters, k=r.choice([1, 1, 1, 2])))
            with open(os.path.join(folder, name), "w", encoding="ascii"):
                pass


class Groups:
    """Names, joined one pair at a time."""

    def __init__(self, names):
        self.leader = {name: name for name in names}

    def find(self, name):
        while self.leader[name] != name:
            name = self.leader[name]
        return name

    def join(self, a, b):
        """False where they were joined already."""
        a, b = self.find(a), self.find(b)
        self.leader[max(a, b)] = min(a, b)
        return a != b

    def all(self):
        return {name: self.find(name) for name in self.leader}


def judge_folder(folder, names, pairs, forms):
    wanted, printed = Groups(names), Groups(names)
    for form in forms:
        for a, b in itertools.combinations(names, 2):
            if KEYS[form](a) == KEYS[form](b):
                wanted.join(a, b)
    for form, a, b in pairs:
        if KEYS[form](a) != KEYS[form](b):
            print(f"{folder}: {a!a} and {b!a} are not the same under {form}")
        if not printed.join(a, b):
            print(f"{folder}: {a!a} and {b!a} were joined before {form}")
    if wanted.all() != printed.all():
        print(f"{folder}: {sorted(names)!a}: expected {wanted.all()!a}, not {printed.all()!a}")


def judge(form, top):
    pairs = {}
    for line in sys.stdin:
        row = json.loads(line)
        if "same" in row:
            pairs.setdefault(row["folder"], []).append((row["same"], *row["names"]))
    folders = [os.path.join(top, name) for name in sorted(os.listdir(top))]
    for folder in folders:
        judge_folder(folder, os.listdir(folder), pairs.get(folder, []), FORMS[:FORMS.index(form) + 1])
    print(f"{sum(map(len, pairs.values()))} pairs in {len(folders)} folders", file=sys.stderr)


if sys.argv[1] == "make":
    make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    judge(sys.argv[2], sys.argv[3])
