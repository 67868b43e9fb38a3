#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The file text, read in each charset of single bytes: single_byte.py COMMAND ENGINE

What the command writes, and where it finds errors, is compared with Python's decoders.
"""
import subprocess
import sys

text = open("text", "rb").read()


def place(offset):
    line = text.rfind(b"\n", 0, offset) + 1
    return f"text:{text.count(10, 0, offset) + 1}:{offset - line + 1}: byte {offset}"


def decode(data, charset, errors):
    if charset != "x-user-defined":
        return data.decode(charset.replace("windows-874", "cp874"), errors)
    return data.decode("latin-1").translate({b: 0xf700 + b for b in range(128, 256)})


for charset in ("x-user-defined ibm866 koi8-r koi8-u " + " ".join(f"iso-8859-{n}" for n in range(1, 17) if n != 12) +
                " windows-874" + "".join(f" windows-{n}" for n in range(1250, 1258) if n != 1255)).split():
    bad = [b for b in range(256) if decode(bytes([b]), charset, "ignore") == ""]
    where = [i for i in range(len(text)) if text[i] in bad]
    # Finding the place of one takes time.
    some = where[::len(where) // 50 + 1]
    open("report", "w").close()
    child = subprocess.run(sys.argv[1:] + ["filter", "--from=" + charset, "--on-error=escape",
                           "--log=report", "text"], stdout=subprocess.PIPE)
    if child.stdout != decode(text.replace(b"\\", b"\\\\"), charset, "backslashreplace").encode():
        sys.exit(f"{charset}: expected Python's text")
    report = open("report").read().splitlines()
    expected = [f"{place(i)}: invalid-byte: {text[i]:02X}" for i in some]
    if len(report) != len(where) or report[::len(where) // 50 + 1] != expected:
        sys.exit(f"{charset}: expected errors where Python has them")
