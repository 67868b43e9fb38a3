# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Whole texts: their normal form, and how they are written."""
import errno
from ctypes import byref, c_char, c_size_t, sizeof
from typing import Optional, Tuple, Union

from . import library
from .memory import Bytes, lent
from .streams import IllFormed, error_of, validate
from .abi import ErrorRecord, Form, Signature


def _normalize(form: Form, address: int, length: int, room: int) -> Tuple[int, bytes]:
    """How long the form is, and the form where there is room for it."""
    made, out = c_size_t(room), (c_char * room)()
    record = ErrorRecord()
    status = library.check(library.LIBRARY.utf8check_normalize(
        form, address, length, out, byref(made), byref(record)))
    if status == -errno.EILSEQ:
        raise IllFormed(error_of(record))
    return made.value, out[:made.value] if not status else b""


def normalize(text: Bytes, form: Union[Form, str] = Form.NFC) -> Union[str, bytes]:
    """The form of a text; str for str, bytes for bytes."""
    with lent(text) as (address, length):
        size, made = _normalize(Form(form), address, length, length + 1)
        if size > length + 1:
            size, made = _normalize(Form(form), address, length, size)
    return made.decode() if isinstance(text, str) else made


def certain_encoding(data: Bytes) -> Optional[str]:
    """How a whole text is written, as far as that is certain.

    The encoding of its signature (byte order mark); else "ASCII" or "UTF-8" where all of it
    is; else None. `utf8check detect` guesses.
    """
    with lent(data) as (address, length):
        signature = Signature(size=sizeof(Signature), buf=address or 0, len=length)
        library.check(library.LIBRARY.utf8check_signature(None, byref(signature)))
    if signature.length:
        return signature.name.decode()
    try:
        return "ASCII" if validate(data) == length else "UTF-8"
    except IllFormed:
        return None
