# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Rows about names and paths under the policies that have a name."""

CASES = (
    # name, text, what safe, strict and posix find beside the default
    ("plain", b"report_2.txt", "", "", ""),
    ("dash", b"-rf", "leading-dash", "leading-dash", "leading-dash"),
    ("dash-inside", b"a-b", "", "", ""),
    ("space-last", b"a ", "trailing-space", "trailing-space", "forbidden-byte"),
    ("space-first", b" a", "", "", "forbidden-byte"),
    ("space-inside", b"a b", "", "", "forbidden-byte"),
    ("dot-last", b"a.", "", "", ""),
    ("newline", b"a\nb", "control", "control", "forbidden-byte"),
    ("escape", b"\x1b[2J", "control", "control", "forbidden-byte"),
    ("c1", "a\u009bb".encode(), "control", "control", "forbidden-byte"),
    ("override", "a\u202etxt.exe".encode(), "bidi-control", "bidi-control",
     "forbidden-byte"),
    ("zero-width", "a\u200bb".encode(), "", "", "forbidden-byte"),
    ("noncharacter", "a\ufffe".encode(), "", "noncharacter", "forbidden-byte"),
    ("private", "\ue000".encode(), "", "private-use", "forbidden-byte"),
    ("unassigned", "\u0378".encode(), "", "unassigned", "forbidden-byte"),
    ("accent", "caf\u00e9".encode(), "", "", "forbidden-byte"),
)


def rows():
    found = []

    def add(kind, policy, name, data, classes):
        found.append({
            "id": f"{kind}/{policy}-{name}", "kind": kind, "hex": data.hex(),
            "policy": policy, "primary": classes[0] if classes else "ok",
            "classes": classes, "hidden_dotdot": False})

    for name, data, *answers in CASES:
        for policy, words in zip(("safe", "strict", "posix"), answers):
            classes = words.split()
            for kind in "component", "path":
                add(kind, policy, name, data, classes)
            if name != "space-inside":
                add("path", policy, name + "-below", b"a/" + data + b"/b",
                    classes)
        add("component", "linux", name, data, [])
        add("component", "default", name, data, [])
    return found
