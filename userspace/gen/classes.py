# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names: a name, the classes that are found in it, and whether it is refused.

Who makes a row lists the classes that it is about.  Those that any name may have, newline,
windows-reserved and url-danger, are worked out here.
"""
import unicodedata

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
    "narrow-danger", "bestfit-danger", "windows-reserved", "newline", "protected",
    "white-space", "replacement", "supplementary", "url-danger",
    "misplaced-ignorable")


# The policy default refuses DEFAULT, and in a component IN_COMPONENT too. ADDS has what other
# policies refuse beside that; linux refuses no class of ENCODING.
ENCODING = set(ORDER[:ORDER.index("nul")])
DEFAULT = ENCODING | {"nul", "empty", "too-long"}
IN_COMPONENT = {"separator", "dotdot", "dot"}
SAFE = {"control", "bidi-control", "leading-dash", "trailing-space", "misplaced-ignorable"}
ADDS = {
    "default": set(), "linux": set(), "no-newline": {"newline"}, "no-dotdot": {"dotdot"},
    "safe": SAFE, "strict": SAFE | {"noncharacter", "unassigned", "private-use"},
    "posix": {"leading-dash", "forbidden-byte"},
    "windows": {"control", "windows-reserved", "backslash"}, "nfc": {"not-normalized"},
}
# A name has a class of these two only where it is refused. A row that names no policy refuses all
# of ONLY_REFUSED, and of RULED what it lists.
ONLY_REFUSED = set(ORDER[ORDER.index("control"):ORDER.index("narrow-danger")])
RULED = {"white-space", "replacement", "supplementary", "misplaced-ignorable"}


def refuses(kind, policy):
    found = DEFAULT | ADDS[policy or "default"] | {"protected"}
    if kind == "component":
        found |= IN_COMPONENT
    if policy == "linux":
        found -= ENCODING
    return found if policy else found | ONLY_REFUSED


def components(kind, data):
    return data.split(b"/") if kind == "path" else [data]


def row(kind, name, data, classes, **more):
    """A row; more are members beside those that all rows have."""
    found = set(classes)
    assert len(found) == len(classes), name
    if any(windows.reserves(part) for part in components(kind, data)):
        found.add("windows-reserved")
    beyond_ascii = {c for c in data.decode(errors="ignore") if ord(c) >= 0x80}
    if any(set(unicodedata.normalize("NFKC", c)) & set("@:?#/") for c in beyond_ascii):
        found.add("url-danger")
    if b"\n" in data:
        found.add("newline")
    found = sorted(found, key=ORDER.index)
    made = {"id": "%s/%s" % (kind, name), "kind": kind, "hex": data.hex()}
    made.update((key, more[key]) for key in ("policy",) if key in more)
    made.update(primary=(found + ["ok"])[0], classes=found,
                refused=not (refuses(kind, more.get("policy")) | RULED).isdisjoint(found),
                hidden_dotdot=False)
    made.update(more)
    return made
