#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print module/core/normalize/ucd_normalization.c, which tables.py writes: gen/forms.py

The tables of the normalization forms and of full case folding: lookups.py, the primary
composites, and what vectors look up, a bit for each block of code points and for each code
point.  module/core/normalize/ucd_normalization.h describes the tables.
"""
import ucd
from lookups import (BLOCK, BLOCK_BITS, CCC_BITS, FORMS, POINTS, Lookups,
                     passes, stop)

BYTES_MAX = 131072
BUCKETS = 4096


def bucket(first, second):
    return (first * 3551 + second * 2501) % BUCKETS


def write_pairs(lookups):
    """In buckets, each pair and what it becomes in one word."""
    rows = sorted((bucket(*pair), cp, pair) for pair, cp in lookups.data.pairs.items())
    lookups.write("u16", "pair_start", [sum(row[0] < i for row in rows) for i in range(BUCKETS + 1)])
    lookups.write("u64", "pairs", [first << 42 | second << 21 | cp
                                   for _, cp, (first, second) in rows], "0x%xull")


def bits_where(numbers):
    """A word that has a bit for each number: whether it is more than 0."""
    return sum(1 << i for i, number in enumerate(numbers) if number)


def as_bytes(flags):
    """A bit for each, eight in a byte."""
    return [bits_where(flags[i:i + 8]) for i in range(0, len(flags), 8)]


class VectorTables:
    """What vector registers look up: a bit for each block of code points, and for each code point."""

    def __init__(self, lookups):
        self.lookups, self.thirds = lookups, [0]
        self.bits = [[lookups.class_bits[c] for c in leaf] for leaf in lookups.leaves]

    def doubtful(self, form, cp, count=BLOCK):
        """Is there a block in these @count code points that the form does not pass over?"""
        return any(not entry & passes(form)
                   for entry in self.lookups.class_index[cp // BLOCK:(cp + count) // BLOCK])

    def doubts(self, form):
        return as_bytes([self.doubtful(form, cp) for cp in range(0, 0x10000, BLOCK)])

    def stops(self, form):
        """Blocks of which each code point is a starter that stops the form."""
        stopped = [all(not b & CCC_BITS and b & stop(form) for b in leaf) for leaf in self.bits]
        return as_bytes([stopped[entry & BLOCK_BITS]
                         for entry in self.lookups.class_index[:0x10000 // BLOCK]])

    def leads(self, form):
        """By the last six bits of a lead, of two bytes or F1 to F4: 255 for a doubt after it."""
        sizes = {0x30 + i: (i << 18, min(POINTS, (i + 1) << 18)) for i in range(1, 5)}
        sizes.update((i, (i * BLOCK, (i + 1) * BLOCK)) for i in range(2, 32))
        return [255 * (i in sizes and self.doubtful(form, sizes[i][0], sizes[i][1] - sizes[i][0]))
                for i in range(64)]

    def third(self, form, cp):
        """The place in @thirds of the word of doubts for the 64 blocks from @cp on."""
        bits = bits_where(self.doubtful(form, cp + i * BLOCK) for i in range(64))
        if bits not in self.thirds:
            self.thirds.append(bits)
        return self.thirds.index(bits)

    def seconds(self, form):
        """By the second byte after F0: where the doubts of its third bytes are."""
        return [0] * 16 + [self.third(form, i << 12) for i in range(16, 64)]

    def points(self):
        """For each block of the leaf: nonstarters, and what stops each form."""
        return [bits_where(b & mask for b in leaf) for leaf in self.bits
                for mask in (CCC_BITS, *map(stop, FORMS))]

    def candidates(self, form, lead):
        """By the second byte, a bit for each: is there a candidate after this lead?"""
        if lead < 0xC2 or lead > 0xF4:
            return 0
        if lead < 0xE0:
            leaf = self.bits[self.lookups.class_index[lead & 0x1F] & BLOCK_BITS]
            return bits_where(b & (CCC_BITS | stop(form)) for b in leaf)
        first, size = ((lead & 0xF) << 12, BLOCK) if lead < 0xF0 else ((lead & 7) << 18, BLOCK * 64)
        return bits_where(first + i * size < POINTS and self.doubtful(form, first + i * size, size)
                          for i in range(64))

    def write(self):
        def each(make, width):
            """Of each form but none, which has zeros."""
            return [0] * width + [number for form in FORMS for number in make(form)]

        assert not any(self.doubtful(form, 0) for form in FORMS), "a doubt below U+0040"
        rows = each(lambda form: [0] + [self.candidates(form, lead) for lead in range(0xC0, 256)], 65)
        seconds = each(self.seconds, 64)
        for name, numbers in (
                ("block_doubts", each(self.doubts, 128)), ("block_stops", each(self.stops, 128)),
                ("lead_doubts", each(self.leads, 64)), ("second_doubts", seconds),
                ("active_leads", [255 * bool(row) for i, row in enumerate(rows) if i % 65])):
            self.lookups.write("u8", name, numbers)
        assert len(self.thirds) <= 256, "too many kinds of third bytes"
        self.lookups.write("u64", "third_doubts", self.thirds, "0x%xull")
        self.lookups.write("u64", "block_points", self.points(), "0x%xull")
        self.lookups.write("u8", "candidate_row", [max(0, byte - 0xBF) for byte in range(256)])
        self.lookups.write("u64", "candidate_rows", rows, "0x%xull")


def main():
    lookups = Lookups()
    ucd.head("forms.py")
    print('#include "normalize/ucd_normalization.h"')
    lookups.write_lookups()
    write_pairs(lookups)
    VectorTables(lookups).write()
    print(f"\n/* All tables above. */\nconst u32 u8c_normalization_bytes = {lookups.written};")
    assert lookups.written <= BYTES_MAX, "too many bytes of tables"


if __name__ == "__main__":
    main()
