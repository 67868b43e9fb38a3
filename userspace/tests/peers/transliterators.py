#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""What other programs write with a slash or a backslash: is it reported?

    tests/peers/transliterators.py PATH-OF-UTF8CHECK

Every code point above U+007F goes through glibc's iconv (ASCII//TRANSLIT,
locale C.UTF-8), ICU (uconv with Latin-ASCII and with Any-Latin before it) and, where
it is installed, Perl's Text::Unidecode.  What one of them writes with '/' or
'\\' must be compat-danger or translit-danger for `utf8check name`, or be one of
the OTHERS.  Their data are older than ours: what they do not know, they leave.  With
UTF8CHECK_SHARE=N in the environment only one of N ideographs and syllables of Hangul is
written, which take almost all of the time.

Ends with a line "N passed, N failed, N skipped": a code point of a
transliterator is one, a transliterator that is not there is one skipped.
"""
import json
import os
import subprocess
import sys

UNIDECODE = (r'while (<>) { chomp; my $c = substr($_, 7);'
             r' my $t = unidecode($c); $t =~ s/\n/ /g;'
             r' print substr($_, 0, 6), " $t\n" }')
TOOLS = (
    ("iconv", ["iconv", "-f", "UTF-8", "-t", "ASCII//TRANSLIT"]),
    ("ICU Latin-ASCII", ["uconv", "-f", "utf-8", "-t", "utf-8", "-x",
                         "Latin-ASCII"]),
    ("ICU Any-Latin", ["uconv", "-f", "utf-8", "-t", "utf-8", "-x",
                       "Any-Latin; Latin-ASCII"]),
    ("Text::Unidecode", ["perl", "-CS", "-MText::Unidecode", "-e", UNIDECODE]),
)

# Text::Unidecode alone draws what a character looks like, or stands for it as a
# slash where Latin has no such mark.  Nothing that opens files was seen to do
# this, and dandas are the full stops of half a billion people: no danger.
OTHERS = {
    "Text::Unidecode": (
        ("currency with a stroke", (0xA2, 0x9F4, 0x9F5, 0x9F6, 0x9F7, 0x9F8,
                                    0x9F9, 0xFFE0)),
        ("tone marks and accents", (0x2CA, 0x2CB, 0x2CE, 0x2CF, 0x2EA, 0x2EB,
                                    0x2F6, 0x55B)),
        ("a letter with a stroke", (0x3FC,)),
        ("dandas, ends of sentences and paragraphs",
         (0x700, 0x701, 0x964, 0x965, 0xE5A, 0xE5B, 0xF08, *range(0xF0C, 0xF14),
          0x104A, 0x104B, 0x10FB, 0x1368, 0x17D5, 0x17DA, 0x1805, 0x3006,
          0x3037)),
        ("cantillation", (0xFC0, 0xFC1, 0xFC2)),
        ("arrows", (*range(0x2196, 0x219A), 0x21B8, *range(0x21D6, 0x21DA),
                    0x21F1, 0x21F2)),
        ("triangles", (0x25F8, 0x25F9, 0x25FA, 0x25FF)),
        ("Braille", (0x280C, 0x2833)),
    ),
}


def points():
    share = int(os.environ.get("UTF8CHECK_SHARE", "1"))
    for cp in range(0x80, 0x110000):
        if (not 0xD800 <= cp < 0xE000 and (cp < 0x40000 or cp >> 16 == 14) and
                (cp < 0x3400 or 0xF900 <= cp < 0x20000 or cp % share == 0)):
            yield cp


def written(command, text):
    """Code points that are written with a slash; None where nothing answers."""
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
    except FileNotFoundError:
        return None
    found, lines = {}, 0
    for line in done.stdout.decode(errors="replace").split("\n"):
        try:
            cp = int(line[:6], 16)
        except ValueError:
            continue
        lines += 1
        if "/" in line[7:] or "\\" in line[7:]:
            found[cp] = line[7:].strip()
    return found if lines else None


def reported(utf8check, cps):
    """Those that utf8check reports."""
    lines = "".join(chr(cp).encode().hex() + "\n" for cp in cps)
    done = subprocess.run([utf8check, "--engine=library", "name", "--json",
                           "--hex"], input=lines.encode(),
                          stdout=subprocess.PIPE, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(cps)
    return {cp for cp, row in zip(cps, rows)
            if {"compat-danger", "translit-danger"} & set(row["classes"])}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tests/peers/transliterators.py PATH-OF-UTF8CHECK")
    text = "".join("%06X %s\n" % (cp, chr(cp)) for cp in points()).encode()
    passed = failed = skipped = 0
    for name, command in TOOLS:
        found = written(command, text)
        if found is None:
            print("skip: %s is not there" % name)
            skipped += 1
            continue
        others = {cp for _, cps in OTHERS.get(name, ()) for cp in cps}
        good = reported(sys.argv[1], sorted(found))
        missed = sorted(set(found) - good - others)
        for cp in missed:
            print("FAIL: %s writes U+%04X as '%s'" % (name, cp, found[cp]))
        if not found:
            print("FAIL: %s writes no slash at all" % name)
        passed += len(found) - len(missed)
        failed += len(missed) or not found
        print("%s: %d with a slash, %d reported, %d others"
              % (name, len(found), len(good), len(set(found) & others)))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
