# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Numbers of <linux/utf8check.h> that have names."""
from enum import IntEnum
from typing import Optional


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").upper()


class Word(IntEnum):
    """A number; where one is wanted, its name is taken too, as the command has it: "utf-16le"."""

    @classmethod
    def _missing_(cls, value: object) -> "Optional[Word]":
        if not isinstance(value, str):
            return None
        return next((word for word in cls if _plain(word.name) == _plain(value)), None)
