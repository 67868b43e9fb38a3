# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Names that Windows does not have, or to which it gives another meaning.

Microsoft, "Naming Files, Paths, and Namespaces": devices, whatever comes after a dot
(or, of a stream, after a colon), with spaces before that; reserved characters; dots and
spaces at the end, which are dropped.  And git~1, which NTFS makes of .git.
"""
import pathlib
import re

DEVICE = re.compile(rb"(CON|PRN|AUX|NUL|CONIN[$]|CONOUT[$]|"
                    rb"(COM|LPT)([0-9]|\xc2[\xb9\xb2\xb3])) *([.:].*)?", re.I | re.S)
SHORT = re.compile(rb"git~1([. ]*|:.*)", re.I | re.S)
RESERVED = b'<>:"|?*'


def reserves(component):
    """Is a component reserved?"""
    return bool(DEVICE.fullmatch(component) or SHORT.fullmatch(component)
                or set(component) & set(RESERVED)
                or (component not in (b"", b".", b"..") and component[-1] in b". "))


# What is reserved, by hand.
YES = [(name, name.encode()) for name in (
    "con", "PRN", "Aux", "nUl", "CONIN$", "conout$", "com0", "COM1", "com9",
    "LPT0", "lpt1", "Lpt9", "nul.txt", "con.tar.gz", "aux .c", "prn  ", "nul.",
    "com1 .x.y", "lpt1:", "con:a", "aux:.c", "nul .. ", "git~1", "GIT~1", "Git~1",
    "git~1.", "git~1 ", "git~1. .", "git~1:", "git~1:$DATA",
    "a.", "a ", "a. .", "...", ". ", ".. ", " ", "  ", "caf\u00e9.",
    "c:", "file:stream", "a::$DATA")] + [
    ("com-superscript-%d" % digit, "com%s" % sign) for digit, sign in (
        (1, "\u00b9"), (2, "\u00b2"), (3, "\u00b3"))] + [
    ("lpt-superscript-2-txt", "LPT\u00b2.txt"), ("com-superscript-space", "Com\u00b9 .")] + [
    ("character-%02x" % byte, bytes((0x61, byte, 0x62))) for byte in RESERVED] + [
    ("character-%02x-alone" % byte, bytes((byte,))) for byte in RESERVED]

# What is not.
NO = [(name, name.encode()) for name in (
    "cons", "co", "com", "com10", "com00", "coma", "lpt", "lpt11", "null", "aux_",
    "aux-1", "con1", "xcon", " con", ".con", ".nul.txt", "_prn", "conin", "conout",
    "conin$x", "$conin", "aux c", "nul x.txt", "com 1", "com1a", "COM\u00e9", "com\u00b4",
    "com\u2070", "com\u2074", "com\u0661", "com\uff11", "\uff43on", "git~2", "git~10",
    "git~1a", "git~", "agit~1", "git1~1", ".git~1", "git~1.a", "git~1 a", "git-1",
    "a.b", ".a", "..a", " a", "a b", ".", "..", "a\u00a0", "a\u2024", "a;b", "a+b", "[a]",
    "a,b=c", "a&b", "a%b", "a'b")]
NO += [("com-ff", b"com\xff"), ("com-b9", b"com\xb9"), ("con-ff", b"con\xff.txt")]


def check_device(data):
    """Python's list of devices, where it has one, lacks those of digit 0."""
    try:
        known = pathlib.PureWindowsPath("a", data.decode()).is_reserved()
    except (AttributeError, UnicodeDecodeError):
        return
    assert known == bool(DEVICE.fullmatch(data)) or b"0" in data, data


def named(text):
    """A name of a row: what is no letter, digit or dash is spelled."""
    return re.sub("[^A-Za-z0-9]", lambda c: "-%02x" % ord(c[0]), text)


def cases():
    """Name, bytes and whether they are reserved."""
    for answer, texts in (True, YES), (False, NO):
        for name, data in texts:
            data = data if isinstance(data, bytes) else data.encode()
            assert reserves(data) == answer, name
            check_device(data)
            yield named(name) + "-not" * (not answer), data, answer
