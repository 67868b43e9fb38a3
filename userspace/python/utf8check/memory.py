# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The bytes of any object that has some, where they are: nothing is copied.

A str is its code points in UTF-8: it is ill-formed where it has a surrogate.
"""
import ctypes
from contextlib import contextmanager
from ctypes import POINTER, byref, c_char_p, c_int, c_ssize_t, c_void_p, py_object
from typing import Iterator, Tuple, Union

Bytes = Union[bytes, bytearray, memoryview, str]


class _View(ctypes.Structure):
    """Py_buffer of Python's C API."""
    _fields_ = [("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t),
                ("itemsize", c_ssize_t), ("readonly", c_int), ("ndim", c_int),
                ("format", c_char_p), ("shape", c_void_p), ("strides", c_void_p),
                ("suboffsets", c_void_p), ("internal", c_void_p)]


_GET = ctypes.pythonapi.PyObject_GetBuffer
_GET.argtypes = [py_object, POINTER(_View), c_int]
_RELEASE = ctypes.pythonapi.PyBuffer_Release
_RELEASE.argtypes = [POINTER(_View)]
_RELEASE.restype = None


@contextmanager
def lent(data: Bytes) -> Iterator[Tuple[int, int]]:
    """The address and the length of the bytes, which stay there meanwhile."""
    view = _View()
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    try:
        _GET(data, byref(view), 0)
    except BufferError:     # not in one piece: only a copy is
        data = memoryview(data).tobytes()
        _GET(data, byref(view), 0)
    try:
        yield view.buf, view.len
    finally:
        _RELEASE(byref(view))
