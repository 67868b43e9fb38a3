#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""What classes and reasons mean, in manual pages.

    utf8check explain --json | meanings.py PAGE...

writes each PAGE anew: the lines between

    .\\" explain classes | reasons | WORD [text]
    .\\" end

become what `utf8check explain` says: a table of all classes or all reasons, or one
class with its example.  So the meaning of a class stands in one place, the tables
of userspace/cli/feature/explain/.
"""
import json
import re
import sys
import textwrap

WIDTH = 88


def escaped(text):
    """Text of which mdoc takes no character for its own."""
    for char, name in ("\\", r"\e"), ('"', r"\(dq"), ("'", r"\(aq"), ("~", r"\(ti"), ("^", r"\(ha"):
        text = text.replace(char, name)
    return re.sub(r"^(?=[.'])", r"\\&", text)


def sentences(text):
    """A line begins with each sentence."""
    for sentence in re.split(r"(?<=\.) +(?=[A-Z0-9#])", text):
        yield from (escaped(line) for line in textwrap.wrap(sentence, WIDTH, break_on_hyphens=False))


def table(rows, number):
    rows = sorted((row for row in rows if row[number] is not None), key=lambda row: row[number])
    longest = max((row["word"] for row in rows), key=len)
    yield f'.Bl -column "36" "{longest}" "in half a line"'
    for row in rows:
        yield f'.It {row[number]} Ta Li {row["word"]} Ta "{escaped(row["short"])}"'
    yield ".El"


def quoted(example):
    """A string as bash reads it."""
    if all(0x20 <= byte < 0x7f and byte not in b"'\\" for byte in example):
        return f"'{example.decode()}'"
    escapes = {0x0a: r"\n", 0x27: r"\'", 0x5c: r"\\"}
    return "$'" + "".join(escapes.get(byte, chr(byte) if 0x20 <= byte < 0x7f else f"\\x{byte:02X}")
                          for byte in example) + "'"


def command(row):
    """How `utf8check name` refuses the example."""
    option = next(way for way in row["refused_by"] if way.startswith("name "))
    words = [option.replace(" --policy=default", "")]
    example = bytes.fromhex(row["example_hex"])
    if 0 in example:
        return f'{words[0]} --hex {row["example_hex"]}'
    if example.startswith(b"-"):
        words.append("--")
    return " ".join(words + [quoted(example)])


def one(row, example):
    yield from sentences(row["long"])
    if example:
        yield ".Dl utf8check " + escaped(command(row))
        yield ".Li " + row["word"]


def block(rows, words):
    if words == ["classes"]:
        return table(rows, "class")
    if words == ["reasons"]:
        return table(rows, "reason")
    row = next(row for row in rows if row["word"] == words[0])
    return one(row, "text" not in words)


def rewritten(rows, page):
    inside = False
    for line in page.splitlines():
        if line == r'.\" end':
            inside = False
        if not inside:
            yield line
        if line.startswith(r'.\" explain '):
            inside = True
            yield from block(rows, line.split()[2:])


def main():
    rows = [json.loads(line) for line in sys.stdin]
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            page = file.read()
        with open(name, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in rewritten(rows, page))


if __name__ == "__main__":
    main()
