# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""A folder, what can be asked of it, and cases that ask; each case has one of its own."""
import ctypes
import errno
import fcntl
import os
import struct

GET_FLAGS, SET_FLAGS, FOLDS = 0x80086601, 0x40086602, 0x40000000
RENAME_NOREPLACE = 1
AT_FDCWD = -100
LIBC = ctypes.CDLL(None, use_errno=True)


class Wrong(Exception):
    """What a case did not expect."""


def expect(what, got, want):
    if got != want:
        raise Wrong("%s: %r, not %r" % (what, got, want))


def answer(call, *given):
    """What a call returns, or the name of its error."""
    try:
        return call(*given)
    except OSError as error:
        return errno.errorcode[error.errno]


def rename2(old, new, flags):
    if LIBC.renameat2(AT_FDCWD, old, AT_FDCWD, new, flags):
        raise OSError(ctypes.get_errno(), "renameat2")


def flags_of(path):
    fd = os.open(path, os.O_RDONLY)
    try:
        return struct.unpack("i", fcntl.ioctl(fd, GET_FLAGS, bytes(4)))[0]
    finally:
        os.close(fd)


def set_folds(path, folds):
    flags = flags_of(path) & ~FOLDS
    fd = os.open(path, os.O_RDONLY)
    try:
        fcntl.ioctl(fd, SET_FLAGS, struct.pack("i", flags | FOLDS if folds else flags))
    finally:
        os.close(fd)


class Folder:
    """Names are text, or bytes where they are not well-formed."""

    def __init__(self, path):
        self.path = path

    def at(self, name):
        return os.path.join(self.path, name if isinstance(name, bytes) else name.encode())

    # All of these return "" for success, or the name of the error.

    def make(self, name, content=None):
        """Makes a file that was not there; what is in it is its name, if nothing else."""
        def write():
            with open(self.at(name), "xb") as file:
                file.write(self.bytes_of(name) if content is None else content)
            return ""
        return answer(write)

    def read(self, name):
        def content():
            with open(self.at(name), "rb") as file:
                return file.read()
        return answer(content)

    def do(self, call, *names):
        return answer(call, *(self.at(name) for name in names)) or ""

    def has(self, name):
        return answer(lambda: bool(os.lstat(self.at(name))))

    def folds(self, name="."):
        return bool(flags_of(self.at(name)) & FOLDS)

    def set_folds(self, folds, name="."):
        return answer(set_folds, self.at(name), folds) or ""

    def names(self):
        return sorted(os.listdir(self.path))

    def sub(self, name, folds=None):
        """A folder in this one, made here."""
        expect("mkdir", self.do(os.mkdir, name), "")
        made = Folder(self.at(name))
        if folds is not None:
            expect("chattr", made.set_folds(folds), "")
        return made

    @staticmethod
    def bytes_of(name):
        return name if isinstance(name, bytes) else name.encode()

    def expect_names(self, *names):
        expect("names", self.names(), sorted(self.bytes_of(name) for name in names))


def tell(name, call, *given):
    """Says how a case went."""
    try:
        call(*given)
        print("ok -", name)
    except (Wrong, OSError) as error:
        print("not ok -", name, ascii(str(error)))


def run(base, cases, folds):
    """Runs each case in a folder of its own, which stays."""
    for case in cases:
        name = case.__name__
        tell(name, lambda name=name, case=case: case(Folder(base).sub(name, folds)))
