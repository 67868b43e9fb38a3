# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""What classes and reasons mean, for manual pages, and texts as lines of mdoc.

What they mean stands in one place, userspace/cli/feature/explain/explained.txt.
"""
import pathlib
import re
import textwrap

WIDTH = 88
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROWS = ROOT / "userspace/cli/feature/explain/explained.txt"
ABI = ROOT / "module/include/uapi/linux/utf8check.h"


def escaped(text):
    """Text of which mdoc takes no character for its own."""
    for char, name in ("\\", r"\e"), ('"', r"\(dq"), ("'", r"\(aq"), ("~", r"\(ti"), ("^", r"\(ha"):
        text = text.replace(char, name)
    return re.sub(r"^(?=[.'])", r"\\&", text)


def sentences(text):
    """A line begins with each sentence."""
    for sentence in re.split(r"(?<=\.) +(?=[A-Z0-9#])", text):
        yield from (escaped(line) for line in textwrap.wrap(sentence, WIDTH, break_on_hyphens=False))


def rows():
    """(word, example or b"", half a line, text) of each row."""
    row = re.compile(r"^([a-z-]+) (?:\[(.*?)\] )?(.*)\n((?:\t.*\n)+)", re.M)
    for word, example, short, text in row.findall(ROWS.read_text(encoding="utf-8")):
        yield word, bytes.fromhex(example), short, " ".join(text.split())


def table(kind):
    numbers = dict((name.lower().replace("_", "-"), number) for name, number in re.findall(
        rf"^\tUTF8CHECK_{kind}_(\w+) = (\d+),", ABI.read_text(encoding="utf-8"), re.M))
    yield f'.Bl -column "36" "{max(numbers, key=len)}" "in half a line"'
    short = {word: said for word, _, said, _ in rows()}
    for word, number in numbers.items():
        yield f'.It {number} Ta Li {word} Ta "{escaped(short[word])}"'
    yield ".El"


def quoted(example):
    """A string as bash reads it."""
    if all(0x20 <= byte < 0x7f and byte not in b"'\\" for byte in example):
        return f"'{example.decode()}'"
    escapes = {0x0a: r"\n", 0x27: r"\'", 0x5c: r"\\"}
    return "$'" + "".join(escapes.get(byte, chr(byte) if 0x20 <= byte < 0x7f else f"\\x{byte:02X}")
                          for byte in example) + "'"


def one(wanted, command):
    """What a word means, and a command that refuses its example."""
    word, example, _, text = next(row for row in rows() if row[0] == wanted)
    yield from sentences(text)
    if not command:
        return
    if 0 in example:
        shown = f"--hex {example.hex()}"
    else:
        shown = ("-- " if example.startswith(b"-") else "") + quoted(example)
    yield ".Dl utf8check " + escaped(f"{' '.join(command)} {shown}")
    yield ".Li " + word


def block(words):
    if words in (["classes"], ["reasons"]):
        return table({"classes": "CLASS", "reasons": "REASON"}[words[0]])
    return one(words[0], words[1:])
