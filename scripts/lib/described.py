#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The description of the device for syzkaller, beside the header of the ABI.

    scripts/lib/described.py DESCRIPTION HEADER

Fails where the description and the header of the ABI disagree: each has the other's
ioctls, structs, members, in order, and constants that a member takes.
"""
import re
import sys

# What only the kernel writes, where syzkaller wants no list.
ANSWERS = {"utf8check_reason", "utf8check_class", "utf8check_decoder"}
SIZES = {"__u8": 1, "char": 1, "__u32": 4, "__aligned_u64": 8}


def size_of(kind, structs):
    """Bytes of a member of the description."""
    if count := re.fullmatch(r"array\[(.*), (\d+)\]", kind):
        return size_of(count[1], structs) * int(count[2])
    if kind in structs:
        return sum(size_of(k, structs) for k in structs[kind].values())
    if kind.startswith("ptr64["):
        return 8
    bits = re.search(r"\b(?:int|bool)(8|32|64)\b", kind)
    return int(bits[1]) // 8 if bits else 0


def read_description(text):
    """Names of ioctls, structs by their members, lists of constants."""
    calls = re.findall(r"^ioctl\$\w+\(.*const\[(UTF8CHECK_IOC_\w+)\], arg .*\)$", text, re.M)
    structs = {name: dict(re.findall(r"^\t(\w+)\t+(.*?)(?:\t\(.*\))?$", body, re.M))
               for name, body in re.findall(r"^(\w+) \{\n(.*?)^\}", text, re.M | re.S)}
    lists = {name: re.findall(r"\w+", body)
             for name, body in re.findall(r"^(\w+) = (UTF8CHECK_.*)", text, re.M)}
    return calls, structs, lists


def read_header(text):
    """Names of ioctls, structs by their members' sizes, lists of constants."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    structs = {}
    for name, body in re.findall(r"^struct (\w+) \{(.*?)\}", text, re.M | re.S):
        structs[name] = {}
        for kind, member, n in re.findall(r"([\w ]+) (\w+)(?:\[(\d+)\])?;", body):
            kind = kind.strip().replace("struct ", "")
            structs[name][member] = int(n or 1) * (SIZES.get(kind) or sum(structs[kind].values()))
    lists = {name: re.findall(r"(\w+) =", body)
             for name, body in re.findall(r"^enum (\w+) \{(.*?)\}", text, re.M | re.S)}
    lists["utf8check_flag"] = re.findall(r"^#define (UTF8CHECK_FLAG_\w+)", text, re.M)
    return re.findall(r"^#define (UTF8CHECK_IOC_\w+)\s+_IO", text, re.M), structs, lists


def differences(what, ours, theirs):
    """A line for each key whose items are not those of the header, or not in its order."""
    for key in sorted(ours.keys() | theirs.keys()):
        here, there = ours.get(key, []), theirs.get(key, [])
        if here != there:
            yield (f"{what} {key}: only here {[i for i in here if i not in there]}, "
                   f"only in the header {[i for i in there if i not in here]}")


def main():
    description, header = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
    calls, structs, lists = read_description(description)
    numbers, their_structs, their_lists = read_header(header)
    sizes = {name: [(m, size_of(k, structs)) for m, k in body.items()] for name, body in structs.items()}
    wrong = [*differences("ioctl", {"numbers": calls}, {"numbers": numbers}),
             *differences("struct", sizes, {name: [*body.items()] for name, body in their_structs.items()}),
             *differences("list", lists, {k: v for k, v in their_lists.items() if k not in ANSWERS})]
    if wrong:
        sys.exit("\n".join(f"{sys.argv[1]}: {line}" for line in wrong))


main()
