# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names: their classes are in order, and none that is always found is missing.

Who makes a row says what it is about.  What is found whatever a name is about, a
newline and what Windows reserves, is worked out here.
"""
import windows

# In order of precedence.
ORDER = (
    "hidden-nul", "hidden-separator", "hidden-backslash", "hidden-dot",
    "lax-nul", "lax-separator", "lax-backslash", "lax-dot", "ill-formed",
    "nul", "separator", "dotdot", "backslash", "dot", "empty", "too-long",
    "compat-danger", "ignorable-danger", "translit-danger",
    "control", "bidi-control", "default-ignorable", "noncharacter", "unassigned",
    "private-use", "bom", "not-normalized", "leading-dash", "leading-space",
    "trailing-space", "trailing-dot", "forbidden-byte",
    "narrow-danger", "bestfit-danger", "windows-reserved", "newline", "protected")


def components(kind, data):
    return data.split(b"/") if kind == "path" else [data]


def row(kind, name, data, classes, **more):
    """A row; more are members beside those that all rows have."""
    found = set(classes)
    assert len(found) == len(classes), name
    if any(windows.reserves(part) for part in components(kind, data)):
        found.add("windows-reserved")
    if b"\n" in data:
        found.add("newline")
    found = sorted(found, key=ORDER.index)
    made = {"id": "%s/%s" % (kind, name), "kind": kind, "hex": data.hex()}
    made.update((key, more[key]) for key in ("policy",) if key in more)
    made.update(primary=(found + ["ok"])[0], classes=found, hidden_dotdot=False)
    made.update(more)
    return made
