#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Texts in charsets, in random packets: split.py COMMAND ENGINE

Each packet is what one read gives; the answer is that for the whole text.
"""
import random
import socket
import subprocess
import sys
import threading


def feed(to, data, size):
    try:
        while data:
            n = size()
            to.send(data[:n])
            data = data[n:]
    except OSError:
        pass  # a rejected text is not read to its end
    to.close()


def run(data, arguments, size):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = subprocess.Popen(sys.argv[1:] + ["filter"] + arguments, stdin=theirs,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    theirs.close()
    feeder = threading.Thread(target=feed, args=(ours, data, size))
    feeder.start()
    answer = child.communicate()
    feeder.join()
    return answer, child.returncode


random.seed(1)
letters = b"ab\\\x1b$B(J+-~{}\x0e\x0f\x81\x82\xa4\xa2\xe0\xc1\xec\xd4\xcc\n"
data = "aé日本\\Ж\U000e0041😀\ufeff語b\n".encode() * 3
for charset in ("windows-1251", "ISO-2022-JP", "GB18030"):
    for action in ("reject", "replace", "drop", "escape"):
        arguments = ["--to=" + charset, "--on-error=" + action, "--count"]
        whole = run(data, arguments, lambda: 1000)
        for size in (lambda: 1, lambda: random.randrange(1, 6)):
            if run(data, arguments, size) != whole:
                sys.exit(f"to {charset} {action}")
for charset in ("windows-1251", "SHIFT_JIS", "GB18030", "CP1255", "ISO-2022-JP", "UTF-7",
                "UCS-2LE", "HZ", "SCSU", "BOCU-1", "UTF-1", "UTF-EBCDIC"):
    for action in ("reject", "replace", "drop", "escape"):
        data = bytes(random.choice(letters) for _ in range(80))
        arguments = ["--from=" + charset, "--on-error=" + action, "--count"]
        whole = run(data, arguments, lambda: 1000)
        for size in (lambda: 1, lambda: random.randrange(1, 6)):
            if run(data, arguments, size) != whole:
                sys.exit(f"{charset} {action} {data.hex()}")
