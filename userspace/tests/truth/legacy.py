#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""How often `utf8check detect` is right about legacy encodings.

  userspace/tests/truth/legacy.py COMMAND [LINES]

The texts are LINES lines of the translations (.mo) of installed packages, in encodings that
were used for each language.  An answer is right if it reads the text as it was.
"""
import random
import subprocess
import sys

import mojibake

LEGACY = """cs:iso8859-2,cp1250 pl:iso8859-2,cp1250 hu:iso8859-2,cp1250 sk:iso8859-2,cp1250 sl:iso8859-2,cp1250
 hr:cp1250 ro:iso8859-2,cp1250 de:cp1252,latin-1 fr:cp1252,iso8859-15 es:latin-1 it:latin-1 pt:latin-1 ca:latin-1
 da:latin-1 nb:latin-1 sv:latin-1 fi:latin-1 is:latin-1 et:cp1257 lv:cp1257 lt:cp1257 tr:cp1254 el:cp1253,iso8859-7
 he:cp1255 ar:cp1256 ru:cp1251,koi8-r,cp866,iso8859-5 uk:cp1251,koi8-u bg:cp1251 be:cp1251 sr:cp1251,iso8859-5
 th:cp874 vi:cp1258 ja:cp932,euc-jp,iso2022-jp ko:cp949 zh_CN:gb18030,gbk zh_TW:big5""".split()


def measure(command, most):
    """How many texts are read as they were, and of how many."""
    languages = mojibake.lines_of_languages()
    right = of = 0
    for row in LEGACY:
        name, charsets = row.split(":")
        for charset in charsets.split(","):
            lines = [line for line in languages.get(name, []) if line == line.encode(charset, "ignore").decode(charset)]
            for seed in range(5 if lines else 0):
                some = random.Random(seed).sample(lines, min(most, len(lines)))
                text = "\n".join(some) + "\n"
                said = subprocess.run([command, "detect", "--json"], input=text.encode(charset),
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
                label = mojibake.json.loads(said.stdout)["encoding"]
                read = subprocess.run([command, "filter", f"--from={label}"], input=text.encode(charset),
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
                of += 1
                right += read.stdout.decode(errors="replace") == text
                if read.stdout.decode(errors="replace") != text:
                    print(f"  {name} in {charset}: {label}")
    print(f"legacy texts of {most} lines read as they were: {right} of {of}")
    return right, of


def main():
    measure(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)


if __name__ == "__main__":
    main()
