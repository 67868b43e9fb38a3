# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names: their classes are in order, and none that is always found is missing.

Who makes a row says what it is about.  What is found whatever a name is about, a
newline, what Windows reserves and what parts a URL, is worked out here.
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


# What policies refuse: the default one of a component and of a path, and what others add;
# the one that is called linux adds nothing, and takes encodings out.
ENCODING = set(ORDER[:9])
DEFAULT = ENCODING | {"nul", "empty", "too-long"}
IN_COMPONENT = {"separator", "dotdot", "dot"}
SAFE = {"control", "bidi-control", "leading-dash", "trailing-space", "misplaced-ignorable"}
ADDS = {
    "default": set(), "linux": set(), "no-newline": {"newline"}, "no-dotdot": {"dotdot"},
    "safe": SAFE, "strict": SAFE | {"noncharacter", "unassigned", "private-use"},
    "posix": {"leading-dash", "forbidden-byte"},
    "windows": {"control", "windows-reserved", "backslash"}, "nfc": {"not-normalized"},
}
# What is found only where it is refused.
# Of these too; a row that names no policy asks for those that it lists.
RULED = {"white-space", "replacement", "supplementary", "misplaced-ignorable"}
ONLY_REFUSED = set(ORDER[ORDER.index("control"):ORDER.index("narrow-danger")])


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
    if any(set(unicodedata.normalize("NFKC", c)) & set("@:?#/") for c in set(
            data.decode(errors="ignore")) if ord(c) >= 0x80):
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
