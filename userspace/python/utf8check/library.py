# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The calls of libutf8check, by ctypes.

It is the library that the environment variable UTF8CHECK_LIBRARY names, or the one that pip
built into this package, or the system's.
"""
import ctypes
import errno
import os
import pathlib
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p

from .abi import Config, ErrorRecord, NameRecord, Policy, Report, Signature

# As in <utf8check.h> and, UTF8CHECK_FLAG_*, <linux/utf8check.h>; their enums are in abi.py.
ENGINE_LIBRARY = 2
CHECK_ONLY = 1
STREAM_SAFE, POSITION, UNESCAPE, NO_OUTPUT = 1, 2, 4, 8


CALLS = {
    "open": [c_int, POINTER(c_void_p)],
    "validate": [c_void_p, c_void_p, c_size_t, c_int, POINTER(c_uint64), POINTER(ErrorRecord)],
    "valid_up_to": [c_void_p, c_size_t],
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
RESULTS = {"stream_close": None, "valid_up_to": c_size_t}


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
        call.restype = RESULTS.get(name, c_int)
    return library


try:
    LIBRARY = _load()
except (OSError, AttributeError) as error:
    raise ImportError(f"{error}; UTF8CHECK_LIBRARY=PATH says where libutf8check.so.1 is") from error
ENGINE = c_void_p()
check(LIBRARY.utf8check_open(ENGINE_LIBRARY, byref(ENGINE)))
