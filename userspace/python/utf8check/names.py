# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Verdicts of names and paths."""
import errno
import os
from ctypes import addressof, byref, create_string_buffer, sizeof
from dataclasses import dataclass
from typing import FrozenSet, Iterable, List, Union

from . import library
from .abi import Decoder, FindingRecord, NameClass, NameRecord, Policy

# A str becomes the bytes that the file system has.
Name = Union[bytes, str, "os.PathLike"]

Classes = Iterable[Union[NameClass, str]]

# Findings of a usual name; where there are more, it is judged again.
ROOM = 16


@dataclass(frozen=True)
class Finding:
    """One thing found in a name: so many bytes at an offset."""
    offset: int
    length: int
    what: NameClass


@dataclass(frozen=True)
class Verdict:
    """What a name or a path was found to be.

    ok: nothing in it is refused.  primary: the class of highest precedence.
    hidden_dotdot: some decoder reads a ".." that the bytes do not show; hidden_decoder:
    which one.
    """
    ok: bool
    primary: NameClass
    classes: FrozenSet[NameClass]
    hidden_dotdot: bool
    hidden_decoder: Decoder
    findings: List[Finding]


def _judge(call, is_path: bool, name: Name, policy: str, refuse: Classes,
           protect: Iterable[Name]) -> Verdict:
    text = create_string_buffer(os.fsencode(name))
    refused = Policy()
    protected = create_string_buffer(b"".join(os.fsencode(p) + b"\0" for p in protect))
    if library.LIBRARY.utf8check_policy_find(policy.encode(), is_path, byref(refused)):
        raise ValueError(f"unknown policy {policy!r}")
    for class_ in refuse:
        refused.refuse |= 1 << NameClass(class_)
    room = ROOM
    while True:
        found = (FindingRecord * room)()
        record = NameRecord(
            size=sizeof(NameRecord), room=room, buf=addressof(text), len=sizeof(text) - 1,
            findings=addressof(found), policy=refused, protect=addressof(protected),
            protect_len=sizeof(protected) - 1)
        status = library.check(call(library.ENGINE, byref(record)))
        verdict = record.verdict
        if verdict.findings <= room:
            break
        room = verdict.findings
    return Verdict(
        ok=status != -errno.EILSEQ,
        primary=NameClass(verdict.primary),
        classes=frozenset(c for c in NameClass if verdict.classes >> c & 1),
        hidden_dotdot=bool(verdict.hidden_dotdot),
        hidden_decoder=Decoder(verdict.hidden_decoder),
        findings=[Finding(f.offset, f.length, NameClass(f.what))
                  for f in found[:verdict.findings]])


def name(name_: Name, policy: str = "default", protect: Iterable[Name] = (),
         refuse: Classes = ()) -> Verdict:
    """Judge the name of one directory entry: bytes, or a str, which becomes bytes as by os.fsencode.

    protect: names that no other name may be taken for; refuse: classes that are refused
    beside those of the policy, as ["newline"]; see utf8check-policy(7).
    """
    return _judge(library.LIBRARY.utf8check_judge_name, False, name_, policy, refuse, protect)


def path(path_: Name, policy: str = "default", protect: Iterable[Name] = (),
         refuse: Classes = ()) -> Verdict:
    """Judge a path: names with slashes between them; the rest as in name()."""
    return _judge(library.LIBRARY.utf8check_judge_path, True, path_, policy, refuse, protect)
