# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The calls, structs and enums of the device, for its manual page, from the comments of
the header.  A limit that they name is followed by its number.
"""
import re
import sys

from man3 import COMMENTS, Comment, filled, lines_of
from meanings import ABI

CALL = re.compile(r"^/\*(?:\n \*)? ((?:(?!\*/).)*?)\s*\*/\n#define (UTF8CHECK_IOC_\w+)\s+_IO\(",
                  re.M | re.S)


def calls(header):
    described = CALL.findall(header)
    if len(described) != header.count("_IO(UTF8CHECK_IOC_MAGIC"):
        sys.exit("ioctl.py: a call has no comment")
    yield ".Bl -tag -width Ds"
    for body, name in described:
        argument, said = re.match(r"(?:\((.*?)\) )?(.*)", body, re.S).groups()
        yield f".It Dv {name}" + (f" Pq Vt {argument}" if argument else "")
        yield from filled(lines_of(said))
    yield ".El"


def section(header):
    """How all calls work, each call, then structs, then enums."""
    head = re.search(r"^/\*\n(.*?)^ \*/", header, re.M | re.S).group(1)
    # Its first two paragraphs say what the rest of the page says.
    yield from filled("\n".join(lines_of(head)).split("\n\n", 2)[2].split("\n"))
    before = re.search(r"^/\*\n( \* Those with a struct.*?)^ \*/", header, re.M | re.S).group(1)
    yield ".Pp"
    yield from filled(lines_of(before))
    yield from calls(header)
    types = [Comment(*found) for found in COMMENTS.findall(header)]
    for kind in "struct", "enum":
        for comment in types:
            if comment.kind.startswith(kind):
                yield from comment.type_section()


def abi():
    header = ABI.read_text(encoding="utf-8")
    limits = dict(re.findall(r"^#define (UTF8CHECK_\w+_MAX)\s+(\d+)U", header, re.M))
    for line in section(header):
        yield re.sub(r"UTF8CHECK_\w+_MAX", lambda name: f"{name[0]} ({limits[name[0]]})", line)
