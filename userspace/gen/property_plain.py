# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The automaton of module/core/name/plain.c, for gen/property.py.

It takes well-formed UTF-8 (Unicode table 3-7) without what is in doubt, whatever may
follow: ASCII that is special in names, and code points that are default ignorable, a
control, or become something else in other hands.  A row has room for ten states.  Six are
for leads after which not all second bytes are taken; other such leads, and those of four
bytes, are in doubt.

A name that it takes may still have an unassigned code point, a noncharacter or one of
private use: rows of leads that may begin one have the bit UNSEEN.  And a decoder that
keeps 8 bits of a code point may read a NUL, slash, backslash or dot: rows of last bytes of
such code points have the bit CUT.  Both bits are above all states.
"""
NONCHARACTER, UNASSIGNED, PRIVATE_USE = 8, 16, 32
NOT_IN_DOUBT = NONCHARACTER | UNASSIGNED | PRIVATE_USE

# TAIL1 and TAIL2 are where one and two continuations are due; nothing leads out of DOUBT.
START, TAIL1, TAIL2, DOUBT, OWN = range(5)
# Leads that have states of their own; those of one state take the same second bytes.
OWN_LEADS = b"\xe0", b"\xed", b"\xc3", b"\xd8", b"\xd9", b"\xe1\xe3"
STATES = OWN + len(OWN_LEADS)
# As in module/core/name/ucd_property.h.
CUT, UNSEEN = 1 << 62, 1 << 63

CONTINUATIONS = range(0x80, 0xC0)


def look(properties):
    """The second bytes that are taken after a lead, and the flags of each byte."""
    exist, doubtful, flags = {}, set(), [0] * 256
    for cp in (*range(0x80, 0xD800), *range(0xE000, 0x10000)):
        lead, second = ((0xC0 | cp >> 6, 0x80 | cp & 63) if cp < 0x800 else
                        (0xE0 | cp >> 12, 0x80 | cp >> 6 & 63))
        exist.setdefault(lead, set()).add(second)
        if properties[cp] & NOT_IN_DOUBT:
            flags[lead] |= UNSEEN
        if properties[cp] & ~NOT_IN_DOUBT:
            doubtful.add((lead, second))
        if cp & 0xFF in b"\0/\\.":
            flags[0x80 | cp & 63] |= CUT
    return {lead: {b for b in seconds if (lead, b) not in doubtful}
            for lead, seconds in exist.items()}, flags


def states(taken):
    """Where each byte leads from each state."""
    after = [[DOUBT] * 256 for _ in range(STATES)]
    for c in range(0x20, 0x7F):
        if c not in b'/\\<>:"|?*':
            after[START][c] = START
    for b in CONTINUATIONS:
        after[TAIL1][b], after[TAIL2][b] = START, TAIL1
    for lead, seconds in taken.items():
        if seconds == set(CONTINUATIONS):
            after[START][lead] = TAIL1 if lead < 0xE0 else TAIL2
    for state, leads in enumerate(OWN_LEADS, OWN):
        for b in set.intersection(*(taken[lead] for lead in leads)):
            after[state][b] = START if leads[0] < 0xE0 else TAIL1
        for lead in leads:
            after[START][lead] = state
    return after


def rows(properties):
    """Of each byte, six times the state that follows each state, and its flags."""
    taken, flags = look(properties)
    after = states(taken)
    return [flags[b] | sum(6 * after[state][b] << 6 * state for state in range(STATES))
            for b in range(256)]
