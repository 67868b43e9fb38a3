# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""libutf8check by ctypes: the structs of <linux/utf8check.h>, and the calls.

It is the library that the environment variable UTF8CHECK_LIBRARY names, or the one that pip
built into this package, or the system's.
"""
import ctypes
import errno
import os
import pathlib
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_size_t, c_uint, c_uint8, c_uint32, c_uint64
from ctypes import c_void_p

ENGINE_LIBRARY = 2
CHECK_ONLY = 1
REJECTED = 1
STREAM_SAFE, POSITION, UNESCAPE, NO_OUTPUT = 1, 2, 4, 8


class ErrorRecord(ctypes.Structure):
    _fields_ = [("offset", c_uint64), ("value", c_uint64), ("line", c_uint64),
                ("column", c_uint64), ("length", c_uint8), ("reason", c_uint8),
                ("span", c_uint8), ("count", c_uint8), ("reserved", c_uint8 * 4),
                ("bytes", c_uint8 * 8), ("reserved2", c_uint64 * 2)]


class Config(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("profile", c_uint8),
                ("to_profile", c_uint8), ("from_", c_uint8), ("to", c_uint8),
                ("action", c_uint8), ("form", c_uint8), ("bom", c_uint8),
                ("reserved", c_uint8), ("forbid", c_uint64), ("queue", c_uint32),
                ("records", c_uint32)]


class Report(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("state", c_uint32), ("bytes_in", c_uint64),
                ("bytes_out", c_uint64), ("code_points", c_uint64), ("errors", c_uint64),
                ("pending", c_uint32), ("queued", c_uint32), ("line", c_uint64),
                ("column", c_uint64), ("list", c_uint64), ("room", c_uint32),
                ("records", c_uint32), ("by_length", c_uint64 * 8),
                ("by_reason", c_uint64 * 32), ("first", ErrorRecord)]


class FindingRecord(ctypes.Structure):
    _fields_ = [("offset", c_uint32), ("length", c_uint32), ("what", c_uint32),
                ("reserved", c_uint32)]


class VerdictRecord(ctypes.Structure):
    _fields_ = [("classes", c_uint64), ("hidden_offset", c_uint64), ("primary", c_uint32),
                ("findings", c_uint32), ("ok", c_uint8), ("hidden_dotdot", c_uint8),
                ("hidden_decoder", c_uint8), ("reserved", c_uint8 * 5),
                ("reserved2", c_uint64 * 2)]


class Policy(ctypes.Structure):
    _fields_ = [("refuse", c_uint64), ("first", c_uint8 * 32), ("middle", c_uint8 * 32),
                ("last", c_uint8 * 32), ("reserved", c_uint64 * 3)]


class NameRecord(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("room", c_uint32), ("buf", c_char_p), ("len", c_uint64),
                ("findings", POINTER(FindingRecord)), ("protect", c_char_p),
                ("protect_len", c_uint32), ("reserved", c_uint32), ("policy", Policy),
                ("verdict", VerdictRecord)]


class Signature(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("buf", c_void_p),
                ("len", c_uint64), ("length", c_uint32), ("reserved2", c_uint32),
                ("name", c_char * 16)]


CALLS = {
    "open": [c_int, POINTER(c_void_p)],
    "validate": [c_void_p, c_void_p, c_size_t, c_int, POINTER(c_uint64), POINTER(ErrorRecord)],
    "normalize": [c_int, c_void_p, c_size_t, c_void_p, POINTER(c_size_t),
                  POINTER(ErrorRecord)],
    "signature": [c_void_p, POINTER(Signature)],
    "judge_name": [c_void_p, POINTER(NameRecord)],
    "judge_path": [c_void_p, POINTER(NameRecord)],
    "policy_find": [c_char_p, c_int, POINTER(Policy)],
    "stream_open": [c_void_p, POINTER(Config), c_uint, POINTER(c_void_p)],
    "stream_close": [c_void_p],
    "stream_push": [c_void_p, c_void_p, POINTER(c_size_t), c_void_p, POINTER(c_size_t)],
    "stream_finish": [c_void_p, c_void_p, POINTER(c_size_t)],
    "stream_report": [c_void_p, POINTER(Report)],
    "stream_errors": [c_void_p, POINTER(ErrorRecord), c_size_t, POINTER(c_size_t)],
}


def check(status: int) -> int:
    """The status of a call; what is no verdict is an OSError, or a ValueError."""
    if status >= 0 or -status in (errno.EILSEQ, errno.ENOSPC, errno.ENOBUFS, errno.ENAMETOOLONG):
        return status
    if -status == errno.EINVAL:
        raise ValueError("libutf8check does not know these options, or not together")
    if -status == errno.EPIPE:
        raise ValueError("the stream has come to its end")
    raise OSError(-status, os.strerror(-status))


def _path() -> str:
    built = pathlib.Path(__file__).parent / "libutf8check.so"
    return os.environ.get("UTF8CHECK_LIBRARY") or (
        str(built) if built.exists() else "libutf8check.so.1")


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_path())
    for name, arguments in CALLS.items():
        call = getattr(library, f"utf8check_{name}")
        call.argtypes = arguments
        call.restype = None if name == "stream_close" else c_int
    return library


try:
    LIBRARY = _load()
except (OSError, AttributeError) as error:
    raise ImportError(f"{error}; UTF8CHECK_LIBRARY=PATH says where libutf8check.so.1 is") from error
ENGINE = c_void_p()
check(LIBRARY.utf8check_open(ENGINE_LIBRARY, byref(ENGINE)))
