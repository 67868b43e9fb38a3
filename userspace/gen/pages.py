#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""A manual page in mdoc from one of userspace/man: pages.py PAGE

Prints PAGE.  In its prose `WORDS` are bold, *WORDS* are italic, 'WORDS' are quoted, and
NAME(SECTION) is a page.  In place of its lines

    .\\" options NAME...
    .\\" explain classes | reasons | WORD [COMMAND]
    .\\" the header

stand what struct cli_option says of these options; a table of all classes or of all
reasons; what a class means, and how COMMAND refuses its example; the ABI of the device.

The tables are those of the command that the page is named after; of no command's page,
those that several commands share.  In what they say --NAME and -LETTER are options, and
words are values that the table calls so.
"""
import pathlib
import re
import sys

from ioctl import abi
from meanings import block, sentences

CLI = pathlib.Path(__file__).resolve().parent.parent / "cli"
STRING = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(r'^\t\{ "([a-z0-9-]+)"(.*?) \},?\n', re.S | re.M)
MACRO = re.compile(rf'^#define (\w+)((?:\s|\\\n)+(?:{STRING}(?:\s|\\\n)*)+)', re.M)
TABLE = re.compile(r"^(?:static )?const struct cli_option (\w+)\[\] = \{\n(.*?)^\};", re.M | re.S)
# How a value is called that the text of another option names.
FILES = ["FILE", "DIR", "STRING"]


def joined(code, macros):
    """The string that literals and names of macros make."""
    return "".join(part[1:-1] if part[0] == '"' else macros[part]
                   for part in re.findall(rf"{STRING}|[A-Z_]+", code))


def unescaped(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def quoted(text):
    return re.sub(r"(?<!\w)'([^']+)'(?!\w)", "\x01\\1\x02", text)


def page_line(found):
    before = ".Pf ( Xr" if found[1] else ".Xr"
    return f"\n{before} {found[2]} {found[3]} {' '.join(found[4])}\n"


def prose(line):
    """Lines of mdoc; one begins before a page that is named, and after it."""
    line = quoted(line).replace("\x01", r"\(oq").replace("\x02", r"\(cq")
    line = re.sub(r"`(-?)([^`]+)`", lambda m: rf"\fB{m[1] and chr(92) + '-'}{m[2]}\fR", line)
    line = re.sub(r"\*([^*]+)\*", r"\\fI\1\\fR", line)
    line = re.sub(r" *(\(?)\b([A-Za-z0-9_.-]+)\((\d)\)([.,;:)]*) *", page_line, line)
    return [part.rstrip() for part in line.split("\n") if part.strip()]


class Option:
    """A row of a table."""

    def __init__(self, name, code, macros):
        self.name = name
        self.letter = (re.match(r", '(.)'", code) or [None, ""])[1]
        found = re.search(rf"(?:^, '.', |\.argument = )({STRING})", code)
        self.argument = found[1][1:-1] if found else ""
        self.optional = ".optional = true" in code
        self.needs, self.excludes = (
            re.search(rf'\.{member} = "(.*?)"|$', code)[1] or "" for member in ("needs", "excludes"))
        doc = re.search(rf"\.doc =\s*((?:{STRING}|[A-Z_]+|\s)+)", code)
        self.doc = unescaped(joined(doc[1], macros)) if doc else ""

    def value(self):
        word, *more = self.argument.lower().split(",")
        if self.argument.islower():
            return f"Cm {word}"
        word = " Ns / Ns ".join(f"Ar {part}" for part in word.split("/"))
        return f"{word} Ns Op , Ns {word} ..." if more else word

    def head(self):
        short = f" Fl {self.letter}" if self.letter else ""
        if not self.argument:
            return f".It{short} , Fl -{self.name}" if short else f".It Fl -{self.name}"
        short += f" {self.value()} ," if short else ""
        equals = "Ns Op = Ns" if self.optional else "Ns = Ns"
        return f".It{short} Fl -{self.name} {equals} {self.value()}"

    def marked(self, text):
        """Lines of mdoc; a sentence begins a line."""
        values = "|".join(re.findall("[A-Z]+", self.argument) + FILES)
        for line in sentences(quoted(text)):
            line = re.sub(r"(?<![\w-])(-(?:-[a-z][a-z0-9-]+|[a-zA-Z0-9](?!\w)))", r"`\1`", line)
            line = re.sub(rf"(?<!\x01)\b((?:{values})+)(s?)\b(?!:\w)",
                          lambda m: f"*{m[1].lower()}*{m[2]}", line)
            yield from prose(line)

    def company(self, rows):
        """Which options of this command it needs, or refuses."""
        needs = "" if self.doc.startswith("with -") else self.needs
        for said, names in ("needs", needs), ("does not go with", self.excludes):
            *others, last = [f"--{name}" for name in names.split() if name in rows] or [""]
            if last:
                yield f"It {said} {', '.join(others)}{' or ' * bool(others)}{last}."

    def text(self, rows, page):
        first, *lines = self.doc.split("\n")
        items = [line[1:].split(": ", 1) for line in lines if line.startswith("\t")]
        rest = " ".join(line for line in lines if not line.startswith("\t"))
        rest = rest.replace("See {}({}).".format(*page.split(".")), "")
        first = first[0].upper() + first[1:].rstrip(":.") + (":" if items else ".")
        yield from self.marked(first)
        if items:
            yield ".Bl -tag -width Ds"
            for word, said in items:
                yield f".It Ar {word.lower()}" if word.isupper() else f".It Cm {word}"
                yield from self.marked(said + ".")
            yield ".El"
        more = " ".join([rest, *self.company(rows)]).strip()
        if items and more:
            yield ".Pp"
        yield from self.marked(more)


def options(page):
    """The rows that this page may name, by their names."""
    texts = {path: path.read_text() for path in sorted(CLI.rglob("*.[ch]"))}
    macros = {name: joined(code, {}) for text in texts.values()
              for name, code in MACRO.findall(text)}
    own = CLI / f"command/{page.split('.')[0].removeprefix('utf8check-')}.c"
    tables = {name: body for path, text in texts.items() for name, body in TABLE.findall(text)
              if name != "options" or path == own}
    shared = re.search(r"\.shared_options = \{(.*?)\}", texts.get(own, ""))
    if own in texts:
        wanted = (re.findall(r"\w+", shared[1]) if shared else []) + ["options"]
        tables = {name: tables[name] for name in wanted if name in tables}
    return {name: Option(name, code, macros) for body in tables.values()
            for name, code in ROW.findall(body)}


def main():
    page = pathlib.Path(sys.argv[1])
    rows = options(page.name)
    literal = False
    for line in page.read_text(encoding="utf-8").splitlines():
        words = line.split()
        literal = literal and line != ".Ed" or line.startswith(".Bd -literal")
        if line == '.\\" the header':
            print(*abi(), sep="\n")
        elif words[:2] == ['.\\"', "explain"]:
            print(*block(words[2:]), sep="\n")
        elif words[:2] == ['.\\"', "options"]:
            for name in words[2:]:
                print(rows[name].head(), *rows[name].text(rows, page.name), sep="\n")
        else:
            print(*([line] if literal or line.startswith(".") else prose(line)), sep="\n")


main()
