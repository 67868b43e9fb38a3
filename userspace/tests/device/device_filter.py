#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Filter standard input through /dev/utf8check, as a script would.

    device_filter.py [ACTION]     1 replace (default), 2 drop, 5 pass
"""
import fcntl
import os
import select
import struct
import sys

SET_CONFIG, FINISH = 0xFC01, 0xFC05
CONFIG = struct.Struct("=II8BQII")


def finish(device):
    """Say that no byte follows; False while what is pending finds no room."""
    try:
        fcntl.ioctl(device, FINISH)
    except BlockingIOError:
        return False
    return True


def main(action):
    device = os.open("/dev/utf8check", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, SET_CONFIG,
                CONFIG.pack(CONFIG.size, 0, 0, 0, 0, 0, action, 0, 0, 0, 0, 4096, 0))
    waiting, ended = b"", False
    while True:
        if not waiting and not ended:
            waiting = sys.stdin.buffer.read1(100000)
            if not waiting:
                ended = finish(device)
        want = [device] if waiting else []
        readable, writable, _ = select.select([device], want, [])
        if readable:
            output = os.read(device, 65536)
            if not output:
                return
            sys.stdout.buffer.write(output)
        if writable:
            waiting = waiting[os.write(device, waiting):]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
