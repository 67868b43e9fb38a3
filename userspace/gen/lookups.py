#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Print the tables that say what a form does with a code point: its class, and its record.

Run by itself, it prints only what fs/unicode of the kernel asks for: decompositions, full
case folding and default-ignorable code points.  module/core/normalize/ucd_normalization.h
describes the tables.  What the core takes for granted about the data is proved for every
code point, so that a version of Unicode that breaks it makes no tables.
"""
import functools
import sys

sys.dont_write_bytecode = True
import ucd  # noqa: E402

POINTS = 0x110000
BLOCK = 64
HANGUL = range(0xAC00, 0xAC00 + 11172)

# Forms, kinds of mapping and bits, as in module/core/normalize/ucd_normalization.h.
NFC, NFD, NFKC, NFKD, NFKC_CASEFOLD, NFD_CASEFOLD = FORMS = range(1, 7)
CANONICAL, COMPATIBILITY, IDENTIFIER, FOLD, COMPOSED, *_ = KINDS = range(7)
MAYBE, FORWARD, BACKWARD, CCC_SHIFT, CCC_BITS = 0x100, 0x200, 0x400, 24, 0xFF000000
BLOCK_BITS = 0x1FF
MAPPING_LENGTH, MAPPING_TAIL = 0x7F, 0x80
MIDDLE = 512
# U+0345 is the only nonstarter that folds, to a starter, which must not come before the text
# is in canonical order.  The core folds it last.
IOTA = 0x345


def stop(form):
    return 1 << form


def passes(form):
    """Of an entry of the index: the form passes over the whole block."""
    return 0x100 << form


def points(text):
    return tuple(map(ord, ucd.string(text)))


class Data:
    """The files, and full mappings made of their single steps (D65 to D68, D144)."""

    def __init__(self):
        self.ccc, self.step, self.compatible = {}, {}, set()
        for (cp, *_), _, _, order, _, step, *_ in ucd.unicode_data():
            if order != "0":
                self.ccc[cp] = int(order)
            if step:
                self.step[cp] = points(step.split(">")[-1])
            if step.startswith("<"):
                self.compatible.add(cp)
        self.folding = {int(row[0], 16): points(row[2]) for row in ucd.rows("CaseFolding.txt")
                        if row[1] in "CF"}
        self.quick_check = {name: {} for name in ("NFC_QC", "NFD_QC", "NFKC_QC", "NFKD_QC")}
        self.casefold, excluded = {}, set()
        for cps, name, *value in ucd.rows("DerivedNormalizationProps.txt"):
            for cp in ucd.span(cps):
                if name in self.quick_check:
                    self.quick_check[name][cp] = value[0]
                elif name == "NFKC_CF":
                    self.casefold[cp] = points(value[0])
                elif name == "Full_Composition_Exclusion":
                    excluded.add(cp)
        self.pairs = {step: cp for cp, step in self.step.items()
                      if cp not in self.compatible | excluded}
        assert all(len(pair) == 2 for pair in self.pairs), "no primary composite"

    def decomposed(self, text, compatibility=False):
        """In canonical order (D109)."""
        found, last = [], 0
        for cp in text:
            found += self.parts(cp, compatibility)
        for at, cp in enumerate(found + [0]):
            if not self.ccc.get(cp):
                found[last:at] = sorted(found[last:at], key=lambda c: self.ccc.get(c, 0))
                last = at + 1
        return tuple(found)

    def parts(self, cp, compatibility):
        if cp in HANGUL:
            lead, rest = divmod(cp - HANGUL[0], 588)
            return [0x1100 + lead, 0x1161 + rest // 28] + [0x11A7 + rest % 28] * bool(rest % 28)
        if cp not in self.step or cp in self.compatible and not compatibility:
            return [cp]
        return [part for step in self.step[cp] for part in self.parts(step, compatibility)]

    def folded(self, text):
        """Case folding of canonically decomposed text."""
        assert all(cp == IOTA or not self.ccc.get(cp) for cp in text if cp in self.folding), \
            "a nonstarter that folds"
        return self.decomposed(part for cp in text for part in (
            (cp,) if cp == IOTA else self.folding.get(cp, (cp,))))

    def primary_composite(self, first, second):
        """D114; None when there is none."""
        if 0 <= first - 0x1100 < 19 and 0 <= second - 0x1161 < 21:
            return HANGUL[0] + ((first - 0x1100) * 21 + second - 0x1161) * 28
        if first in HANGUL and (first - HANGUL[0]) % 28 == 0 and 0x11A7 < second < 0x11C3:
            return first + second - 0x11A7
        return self.pairs.get((first, second))

    def composed(self, text):
        """The Canonical Composition Algorithm (D117)."""
        made, starter, last = [], None, -1
        for cp in text:
            order = self.ccc.get(cp, 0)
            composite = starter is not None and last < order and \
                self.primary_composite(made[starter], cp)
            if composite:
                made[starter] = composite
                continue
            made.append(cp)
            last = order or -1
            if not order:
                starter = len(made) - 1
        return tuple(made)

    @functools.lru_cache(None)
    def mapping(self, cp, kind):
        if kind >= COMPOSED:
            return self.composed(self.mapping(cp, kind - COMPOSED))
        text = self.casefold.get(cp, (cp,)) if kind == IDENTIFIER else (cp,)
        text = self.decomposed(text, kind == COMPATIBILITY)
        return self.folded(text) if kind == FOLD else text

    def check(self, cp, form):
        """Quick_Check of NFC, NFD, NFKC or NFKD: Y, N or M."""
        return self.quick_check[("NFC_QC", "NFD_QC", "NFKC_QC", "NFKD_QC")[form - NFC]].get(cp, "Y")

    def with_data(self):
        """The code points of which a file says something; to others nothing happens."""
        return sorted({*self.ccc, *self.step, *self.folding, *self.casefold, *HANGUL,
                       *range(0x1100, 0x1113), *(first for first, _ in self.pairs),
                       *(cp for checks in self.quick_check.values() for cp in checks)})

    # --- what may happen to a code point ---

    def begins_anew(self, text):
        """Can nothing that stands before affect this mapping, nor it them?"""
        return text and not self.ccc.get(text[0]) and self.check(text[0], NFC) != "M"

    def stops(self, cp):
        """The forms that change a code point, or may."""
        canonical, compatible, identifier, fold = (self.mapping(cp, kind)
                                                   for kind in KINDS[:COMPOSED])
        stops = {NFC: self.check(cp, NFC) != "Y", NFKC: self.check(cp, NFKC) != "Y",
                 NFD: canonical != (cp,), NFKD: compatible != (cp,),
                 NFD_CASEFOLD: fold != (cp,) or cp == IOTA,
                 # A mapping that is the canonical one composes to where it came from.
                 NFKC_CASEFOLD: self.check(cp, NFKC) != "Y"
                 or identifier not in ((cp,), canonical)}
        for form in NFD, NFKD:
            assert stops[form] == (self.check(cp, form) == "N"), f"U+{cp:04X}: Quick_Check"
        return {form for form in FORMS if stops[form]}

    def bits(self, cp):
        maybe = self.check(cp, NFC) == "M"
        assert maybe == (self.check(cp, NFKC) == "M"), f"U+{cp:04X}: NFC_QC and NFKC_QC differ"
        bits = self.ccc.get(cp, 0) << CCC_SHIFT | sum(map(stop, self.stops(cp))) | MAYBE * maybe
        if maybe or not all(self.begins_anew(self.mapping(cp, kind)) for kind in KINDS[:COMPOSED]):
            bits |= BACKWARD
        if (cp in self.starts_pair() or cp in range(0x1100, 0x1113)
                or cp in HANGUL and (cp - HANGUL[0]) % 28 == 0):
            bits |= FORWARD
        self.prove(cp, bits)
        return bits

    @functools.lru_cache(None)
    def starts_pair(self):
        return {first for first, _ in self.pairs}

    def prove(self, cp, bits):
        """What the core takes for granted.

        Under a form that composes, a text may be cut before each starter that does not stop
        it; nonstarters begin no composite; what composes with what precedes it does not fold,
        but U+0345; Hangul has no record.
        """
        canonical, identifier = self.mapping(cp, CANONICAL), self.mapping(cp, IDENTIFIER)
        name, starter = f"U+{cp:04X}", not bits & CCC_BITS
        for form in NFC, NFKC, NFKC_CASEFOLD:
            assert bits & stop(form) or not starter or self.begins_anew(canonical), name
        assert starter or not bits & FORWARD, f"{name}: a nonstarter that begins a composite"
        assert not bits & MAYBE or cp == IOTA or canonical == identifier, f"{name}: folds"
        assert cp not in HANGUL or identifier[0] in range(0x1100, 0x1113), f"{name}: folds"


class Lookups:
    """Classes, records, and the tables of blocks by which they are found.

    With @decomposed_only without what only serves forms that compose.
    """

    def __init__(self, decomposed_only=False):
        self.data, self.decomposed_only = Data(), decomposed_only
        self.class_of, self.record_of = [0] * POINTS, [0] * POINTS
        self.pool, self.patterns, self.written = bytearray(2), {}, 0
        classes, records = {0: 0}, {}
        for cp in self.data.with_data():
            bits = self.data.bits(cp) & self.kept_bits(cp)
            self.class_of[cp] = classes.setdefault(bits, len(classes))
            record = b"" if cp in HANGUL else self.record(cp)
            if record:
                if record not in records:
                    records[record] = len(self.pool)
                    self.pool += record
                self.record_of[cp] = records[record]
        self.class_bits = list(classes)
        assert len(classes) <= 256 and len(self.patterns) <= 256 and len(self.pool) < 0x10000
        self.leaves, places = ucd.number_rows(self.class_of, BLOCK)
        self.record_leaves, records_at = ucd.number_rows(self.record_of, BLOCK)
        assert len(self.leaves) <= BLOCK_BITS, "too many blocks"
        masks = [self.passes_of(leaf) for leaf in self.leaves]
        self.class_index = [place | masks[place] for place in places]
        self.record_index = [place * BLOCK for place in records_at]

    def kept_bits(self, cp):
        if not self.decomposed_only:
            return ~0
        return (CCC_BITS | BACKWARD | stop(NFD) | stop(NFD_CASEFOLD)
                | stop(NFKC_CASEFOLD) * (not self.data.mapping(cp, IDENTIFIER)))

    def is_kept(self, kind, text):
        return not self.decomposed_only or kind in (CANONICAL, FOLD) or \
            kind == IDENTIFIER and not text

    def record(self, cp):
        """A pattern of four bits for each kind, 0 for the code point itself, n for the nth."""
        different, pattern = [], 0
        for kind in KINDS:
            text = self.data.mapping(cp, kind)
            if text == (cp,) or not self.is_kept(kind, text):
                continue
            if text not in different:
                different.append(text)
            pattern |= (different.index(text) + 1) << 4 * kind
        if not different:
            return b""
        number = self.patterns.setdefault(pattern, len(self.patterns))
        return bytes([number]) + b"".join(map(self.encoded, different))

    def encoded(self, text):
        data = "".join(map(chr, text)).encode()
        assert len(data) <= MAPPING_LENGTH, "a mapping is too long"
        return bytes([len(data) | MAPPING_TAIL * bool(text and self.data.ccc.get(text[-1]))]) + data

    def passes_of(self, leaf):
        """The forms under which nothing happens to any code point of a block."""
        bits = functools.reduce(lambda a, b: a | b, (self.class_bits[c] for c in leaf))
        return sum(passes(form) for form in FORMS if not bits & (stop(form) | CCC_BITS))

    def write(self, kind, name, numbers, form="%d"):
        size = int(kind[1:]) // 8
        ucd.array(f"{kind} u8c_{name}[{len(numbers)}]", numbers, form,
                  {4: 7, 8: 4}.get(size, 12))
        self.written += size * len(numbers)

    def write_indices(self):
        """Above the BMP a middle table says where the 64 blocks of 4,096 code points are.

        It goes on to where a lead of three bits and six bits of a second byte reach: what is
        no code point is like the last ones that are.
        """
        indices = list(zip(self.class_index, self.record_index))
        rows = [indices[i:i + 64] for i in range(0, len(indices), 64)]
        kept, middle = rows[:16], []
        for row in rows:
            if row not in kept:
                kept.append(row)
            middle.append(64 * kept.index(row))
        self.write("u16", "norm_middle", middle + [middle[-1]] * (MIDDLE - len(middle)))
        for at, name in enumerate(("class_index", "record_index")):
            self.write("u16", name, [entry[at] for row in kept for entry in row])

    def write_lookups(self):
        self.write_indices()
        self.write("u8", "class_leaf", [c for leaf in self.leaves for c in leaf])
        self.write("u32", "classes", self.class_bits, "0x%08x")
        self.write("u16", "record_leaf", [r for leaf in self.record_leaves for r in leaf])
        # Sixteen bytes can be read where a mapping begins.
        self.write("u8", "records", self.pool + bytes(16))
        self.write("u32", "patterns", list(self.patterns), "0x%07x")


if __name__ == "__main__":
    print(f"""/* This file is generated code, do not edit. */
/* By mkutf8tables.py from Unicode {ucd.version()}, whose checksums are in README.utf8data. */
#include "normalize/ucd_normalization.h\"""")
    Lookups(decomposed_only=True).write_lookups()
