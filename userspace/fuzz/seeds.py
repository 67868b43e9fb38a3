#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Inputs that the fuzzer starts from, a file each: fuzz/seeds.py VECTORS FOLDER

Those that found a bug; the texts of the vectors, each put to the questions that it is
about; then pieces by chance, put to each question.  What the first bytes mean is in
fuzz.c.
"""
import json
import pathlib
import random
import sys

HEAD = 14
# A longer input is of no use to the fuzzer.
LONGEST = 40
QUESTIONS = 12
PROFILES = 7
# By chance, for each question.
PIECES = 300
# The questions in the table of fuzz.c.
STREAMS = [0, 1, 2, 3]
FORMS = [10]
NAMES = [9, 11]
ABOUT = {
    "names": NAMES, "normalization": FORMS + STREAMS, "profiles": [4, 5, 8] + STREAMS,
    "protect": NAMES, "spelled": [*range(QUESTIONS)], "streams": STREAMS,
    "validity": [4, 5, 8] + STREAMS,
}
# Without an output, a place in it was counted from NULL: of small letters, of a copy by
# AVX-512.  Unit tests have both, but gcc's sanitizer does not see them, and clang's does.
FOUND = ["00015b5b00109f7a00e6fefee6c6e6b6e6a6", "0100b9005b1113190000fdff208020ff"]
TEXTS = ("hex", "in_hex", "other_hex")


def head(question, chance):
    """The first bytes: mostly choices that exist, see read_config()."""
    made = bytearray(chance.randrange(240) for _ in range(HEAD))
    made[0] = question
    made[1] = chance.randrange(PROFILES)
    # The text is as it stands, and half of the time UTF-8 in and out.
    made[12] &= 0x7f
    made[13] &= 0x7f
    if chance.random() < 0.5:
        made[3] |= 1
        made[4] |= 1
    if chance.random() < 0.5:
        made[10] = chance.randrange(240, 256)
    return made


def of_vectors(folder, chance):
    for path in sorted(folder.glob("*.jsonl")):
        seen = set()
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            seen.update(row[key] for key in TEXTS if row.get(key))
        for number, text in enumerate(sorted(seen)):
            about = ABOUT[path.stem]
            text = bytes.fromhex(text)[:LONGEST - HEAD]
            yield head(about[number % len(about)], chance) + text


def of_pieces(chance):
    for number in range(QUESTIONS * PIECES):
        made = head(number % QUESTIONS, chance)
        # A byte stands for a piece of text, or two for what normalization is about.
        made[12 + chance.randrange(2)] |= 0x80
        yield made + chance.randbytes(chance.randrange(2, LONGEST - HEAD + 1))


def main():
    vectors, folder = map(pathlib.Path, sys.argv[1:])
    chance = random.Random(18)
    folder.mkdir(parents=True)
    made = [*map(bytes.fromhex, FOUND), *of_vectors(vectors, chance), *of_pieces(chance)]
    for number, seed in enumerate(made):
        (folder / f"{number:05}").write_bytes(seed)
    print(f"fuzz: {len(made)} inputs made of vectors and of pieces")


main()
