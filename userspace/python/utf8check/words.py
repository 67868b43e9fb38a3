# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The words of <linux/utf8check.h>, by the numbers that it gives them.

Where one is wanted, its name is taken too, as the command has it: "nfc", "utf-16le".
"""
from enum import IntEnum
from typing import Optional


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").upper()


class Word(IntEnum):
    """A number that is known by its name too."""

    @classmethod
    def _missing_(cls, value: object) -> "Optional[Word]":
        if not isinstance(value, str):
            return None
        return next((word for word in cls if _plain(word.name) == _plain(value)), None)


class Profile(Word):
    """Which byte sequences are well-formed."""
    RFC3629 = 0
    WTF8 = 1
    CESU8 = 2
    MUTF8 = 3
    UCS2 = 4
    RFC2279 = 5
    EXTENDED = 6


class Reason(Word):
    """Why a sequence is an error."""
    UNEXPECTED_CONTINUATION = 1
    OVERLONG = 2
    SURROGATE = 3
    OUT_OF_RANGE = 4
    INVALID_BYTE = 5
    TRUNCATED = 6
    INCOMPLETE = 7
    COMBINING_RUN = 8
    CONTROL = 9
    BIDI_CONTROL = 10
    DEFAULT_IGNORABLE = 11
    NONCHARACTER = 12
    UNASSIGNED = 13
    PRIVATE_USE = 14
    BOM = 15
    NOT_NORMALIZED = 16
    WHITE_SPACE = 22
    REPLACEMENT = 23
    SUPPLEMENTARY = 24
    MISPLACED_IGNORABLE = 25


class Encoding(Word):
    """How a text is written; AUTO: by byte order mark, else UTF-8."""
    UTF8 = 0
    UTF16LE = 1
    UTF16BE = 2
    UTF32LE = 3
    UTF32BE = 4
    AUTO = 5


class Action(Word):
    """What is done with an error."""
    REJECT = 0
    REPLACE = 1
    DROP = 2
    ESCAPE = 3
    SHORTEST = 4
    PASS = 5


class Form(Word):
    """Normalization forms of UAX #15."""
    NONE = 0
    NFC = 1
    NFD = 2
    NFKC = 3
    NFKD = 4
    NFKC_CASEFOLD = 5
    NFD_CASEFOLD = 6


class Bom(Word):
    """What is done with a byte order mark at the start."""
    KEEP = 0
    STRIP = 1
    ADD = 2
    REQUIRE = 3
    FORBID = 4


class NameClass(Word):
    """What is found in a name or path, in order of precedence."""
    OK = 0
    HIDDEN_NUL = 1
    HIDDEN_SEPARATOR = 2
    HIDDEN_BACKSLASH = 3
    HIDDEN_DOT = 4
    LAX_NUL = 5
    LAX_SEPARATOR = 6
    LAX_BACKSLASH = 7
    LAX_DOT = 8
    ILL_FORMED = 9
    NUL = 10
    SEPARATOR = 11
    DOTDOT = 12
    BACKSLASH = 13
    DOT = 14
    EMPTY = 15
    TOO_LONG = 16
    COMPAT_DANGER = 17
    IGNORABLE_DANGER = 18
    TRANSLIT_DANGER = 19
    CONTROL = 20
    BIDI_CONTROL = 21
    DEFAULT_IGNORABLE = 22
    NONCHARACTER = 23
    UNASSIGNED = 24
    PRIVATE_USE = 25
    BOM = 26
    NOT_NORMALIZED = 27
    LEADING_DASH = 28
    LEADING_SPACE = 29
    TRAILING_SPACE = 30
    TRAILING_DOT = 31
    FORBIDDEN_BYTE = 32
    NARROW_DANGER = 33
    BESTFIT_DANGER = 34
    WINDOWS_RESERVED = 35
    NEWLINE = 36
    PROTECTED = 37
    WHITE_SPACE = 38
    REPLACEMENT = 39
    SUPPLEMENTARY = 40
    URL_DANGER = 41
    MISPLACED_IGNORABLE = 42


class Decoder(Word):
    """Who reads a ".." that the bytes do not show; ANY: one that does several of these."""
    NONE = 0
    LONG = 1
    PERL = 2
    MASK = 3
    PAIR = 4
    SIXTEEN_BIT = 5
    PHP = 6
    EIGHT_BIT = 7
    PREFIX = 8
    DROP = 9
    ANY = 10
