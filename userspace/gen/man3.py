#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Manual pages of the library, from the comments of its header: man3.py HEADER DIR DATE

DIR gets a page for each call, and libutf8check.3: the comment at the head of HEADER,
a list of the calls, and the structs and enums.
"""
import pathlib
import re
import sys

from meanings import sentences

HEAD = """.\\" SPDX-License-Identifier: GPL-2.0-only OR MIT
.Dd {date}
.Dt {title} 3
.Os
.Sh NAME
{names}.Nd {brief}
.Sh SYNOPSIS
.In utf8check.h
"""
COMMENTS = re.compile(r"^/\*\*\n \* (.*?)^ \*/\n(.*?)(?=\n\n)", re.M | re.S)


def text(said):
    """A line begins with each sentence; @name is a parameter."""
    return [re.sub(r"@([a-z_0-9]+)", r"\\fI\1\\fP", line)
            for line in sentences(" ".join(said.split()))]


def literal(lines):
    return [".Bd -literal -offset indent", *(line.replace("\\", r"\e") for line in lines), ".Ed"]


def lines_of(comment):
    """Without the stars of the margin."""
    return [re.sub(r"^ \* ?", "", line) for line in comment.strip("\n").split("\n")]


def filled(lines):
    """Paragraphs; what a tab begins is shown as it is."""
    out = []
    for paragraph in re.split(r"\n(?: *\n)+", "\n".join(lines).strip("\n")):
        rows = paragraph.split("\n")
        if rows[0].startswith("\t"):
            out += literal(row[1:] for row in rows)
        else:
            out += ([".Pp"] if out else []) + text(paragraph)
    return out


class Comment:
    """A comment of kernel-doc, and the declarations that follow it."""

    def __init__(self, body, code):
        lines = lines_of(body)
        self.kind, self.brief = re.match(r"(.*?)(?:\(\))? - (.*)", lines[0]).groups()
        rest, returns = ("\n".join(lines[1:]) + "\nReturn:").split("Return:")[:2]
        self.returns = text(returns)
        self.members = re.findall(r"^@(\w+): (.*(?:\n(?!@|\n).*)*)", rest, re.M)
        self.said = re.sub(r"^@\w+: .*(?:\n(?!@|\n).*)*", "", rest, flags=re.M).split("\n")
        self.code = code.rstrip().split("\n")
        self.calls = re.findall(r"\b(utf8check_\w+)\(", code) if " " not in self.kind else []

    def list_members(self):
        """Of an enum the numbers too."""
        out = [".Bl -tag -width Ds"] if self.members else []
        numbers = dict(re.findall(r"(\w+)( = \d+),", "\n".join(self.code)))
        for name, said in self.members:
            out += [f".It Fa {name}{numbers.get(name, '')}", *text(said)]
        return out + ([".El"] if self.members else [])

    def page(self, title, date):
        names = " ,\n".join(f".Nm {name}" for name in self.calls) + "\n"
        out = [HEAD.format(date=date, title=title.upper(), names=names,
                           brief=self.brief).rstrip()]
        out += literal(self.code) + [".Sh DESCRIPTION"] + self.list_members()
        said = filled(self.said)
        out += [".Pp", *said] if said and self.members else said
        if self.returns:
            out += [".Sh RETURN VALUES", *self.returns]
        return "\n".join(out + [".Sh SEE ALSO", ".Xr libutf8check 3"]) + "\n"

    def type_section(self):
        said = filled(self.said)
        out = [f".Ss {self.kind}", *text(self.brief[0].upper() + self.brief[1:] + ".")]
        out += [".Pp", *said] if said else []
        return out + self.list_members() + ([] if self.kind.startswith("enum") else literal(self.code))


def overview(head, comments, date):
    out = [HEAD.format(date=date, title="LIBUTF8CHECK", names=".Nm libutf8check\n",
                       brief="judge and filter UTF-8 in C").rstrip(),
           ".Pp", ".Dl cc program.c $(pkg-config --cflags --libs libutf8check)",
           ".Sh DESCRIPTION", *filled(lines_of(head)[2:]),
           ".Sh CALLS", '.Bl -column "utf8check_has_boundary_before(3)" "in half a line"']
    for comment in comments:
        out += [f'.It Xr {name} 3 Ta "{comment.brief}"' for name in comment.calls]
    out += [".El", ".Sh TYPES"]
    for comment in comments:
        if not comment.calls:
            out += comment.type_section()
    return "\n".join(out + [".Sh SEE ALSO", ".Xr utf8check 1 ,", ".Xr utf8check 4"]) + "\n"


def main():
    header = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    folder, date = pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    head = re.search(r"^/\*\n(.*?)^ \*/", header, re.M | re.S).group(1)
    comments = [Comment(*found) for found in COMMENTS.findall(header)]
    for comment in comments:
        for name in comment.calls:
            (folder / f"{name}.3").write_text(comment.page(name, date))
    (folder / "libutf8check.3").write_text(overview(head, comments, date))


if __name__ == "__main__":
    main()
