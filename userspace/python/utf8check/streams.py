# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Texts, whole or in pieces: validated, filtered, and their errors."""
import errno
import threading
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_uint64, c_void_p, create_string_buffer, sizeof, string_at
from dataclasses import dataclass
from typing import Iterable, Iterator, List, Optional, Tuple, Union

from . import library
from .memory import Bytes, lent
from .abi import (Action, Bom, Config, Encoding, ErrorRecord, Form, Profile, Reason,
                  Report)

ROOM = 65536
RECORDS = 256
_valid_up_to = library.LIBRARY.utf8check_valid_up_to


@dataclass(frozen=True)
class Error:
    """Where and why a sequence is an error.

    length: bytes of the maximal subpart.  data: these, or the longer form that a lax
    decoder reads.  line and column count from 1, column in code points; 0 where
    nobody counted them.
    """
    offset: int
    length: int
    reason: Reason
    data: bytes
    line: int
    column: int


def reason_of(error: Error) -> str:
    """The word that the command has for it."""
    return error.reason.name.lower().replace("_", "-")


class IllFormed(ValueError):
    """A text is not well-formed; its attribute error says where and why."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"byte {error.offset}: {reason_of(error)}: {error.data.hex(' ').upper()}")
        self.error = error


def error_of(record: ErrorRecord) -> Error:
    """What a record of the library says."""
    return Error(record.offset, record.length, Reason(record.reason),
                 bytes(record.bytes[:record.count]), record.line, record.column)


def _pieces(data: Union[Bytes, Iterable[Bytes]]) -> Iterable[Bytes]:
    """A text that is whole is one piece."""
    try:
        return [data if isinstance(data, str) else memoryview(data)]
    except TypeError:
        return data


def validate(data: Bytes, profile: Profile = Profile.RFC3629) -> int:
    """How many code points a text has; IllFormed where it is not well-formed."""
    points = c_uint64()
    record = ErrorRecord()
    with lent(data) as (address, length):
        status = library.check(library.LIBRARY.utf8check_validate(
            library.ENGINE, address, length, Profile(profile), byref(points), byref(record)))
    if status:
        raise IllFormed(error_of(record))
    return points.value


def is_valid(data: Bytes, profile: Profile = Profile.RFC3629) -> bool:
    """Is a text well-formed?"""
    # Short texts are many: this takes a tenth of the time of validate().
    if type(data) is bytes and profile == 0:
        return _valid_up_to(data, len(data)) == len(data)
    try:
        validate(data, profile)
    except IllFormed:
        return False
    return True


class Stream:
    """A text that comes in pieces.

    push() and finish() return the output.  IllFormed is raised, by this call and all
    later ones, where the action rejects an error; the output before it is in the
    attribute rejected_output.  Threads that share a stream wait for one another; a call
    from inside a call, as by a handler of signals, is a RuntimeError.
    """

    def __init__(self, *, profile: Profile = Profile.RFC3629,
                 to_profile: Profile = Profile.RFC3629,
                 source: Encoding = Encoding.UTF8, target: Encoding = Encoding.UTF8,
                 action: Action = Action.REJECT, form: Form = Form.NONE,
                 bom: Bom = Bom.KEEP, forbid: Iterable[Reason] = (),
                 stream_safe: bool = False, unescape: bool = False,
                 check_only: bool = False) -> None:
        flags = library.POSITION
        flags |= library.STREAM_SAFE if stream_safe else 0
        flags |= library.UNESCAPE if unescape else 0
        flags |= library.NO_OUTPUT if check_only else 0
        config = Config(
            size=sizeof(Config), flags=flags, profile=Profile(profile),
            to_profile=Profile(to_profile), from_=Encoding(source), to=Encoding(target),
            action=Action(action), form=Form(form), bom=Bom(bom),
            forbid=sum({1 << Reason(reason) for reason in forbid}),
            records=RECORDS if check_only else 0)
        self._lock = threading.RLock()
        self._running = False
        self._stream = c_void_p()
        self._records = (ErrorRecord * RECORDS)()
        self._out = None if check_only else create_string_buffer(ROOM)
        self._found: List[Error] = []
        self.rejected_output = b""
        library.check(library.LIBRARY.utf8check_stream_open(
            library.ENGINE, byref(config), library.CHECK_ONLY if check_only else 0,
            byref(self._stream)))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._lock:
            if self._running:
                raise RuntimeError("a call of this stream is under way")
            self._running = True
            try:
                yield
            finally:
                self._running = False

    def close(self) -> None:
        """Free the memory of the stream; later calls are ValueErrors."""
        with self._alone():
            library.LIBRARY.utf8check_stream_close(self._stream)
            self._stream = c_void_p()

    def __reduce__(self) -> str:
        raise TypeError("a stream cannot be copied")

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_stream", None):
            self.close()

    def push(self, data: Bytes) -> bytes:
        """The next bytes."""
        with self._alone(), lent(data) as (address, length):
            return self._run(address, length, False)

    def finish(self) -> bytes:
        """No byte follows."""
        with self._alone():
            return self._run(None, 0, True)

    def report(self) -> Report:
        """What was counted so far, as struct utf8check_report."""
        with self._alone():
            return self._report()

    def errors(self) -> List[Error]:
        """The errors found since the last call, of a stream that only checks."""
        with self._alone():
            found, self._found = self._found, []
        return found

    def _report(self) -> Report:
        report = Report(size=sizeof(Report))
        self._open()
        library.check(library.LIBRARY.utf8check_stream_report(self._stream, byref(report)))
        return report

    def _open(self) -> None:
        if not self._stream:
            raise ValueError("the stream is closed")

    def _call(self, at: int, left: int, last: bool) -> Tuple[int, int, bytes]:
        used = c_size_t(left)
        made = c_size_t(ROOM)
        room = byref(made) if self._out is not None else None
        if last:
            status = library.LIBRARY.utf8check_stream_finish(self._stream, self._out, room)
        else:
            status = library.LIBRARY.utf8check_stream_push(self._stream, at, byref(used),
                                                           self._out, room)
        out = string_at(self._out, made.value) if self._out is not None else b""
        return library.check(status), used.value, out

    def _run(self, address: Optional[int], length: int, last: bool) -> bytes:
        self._open()
        out, done, status = [], 0, -errno.ENOSPC
        while status in (-errno.ENOSPC, -errno.ENOBUFS):
            status, used, made = self._call((address or 0) + done, length - done, last)
            out.append(made)
            done += used
            self._take_errors()
        if status == -errno.EILSEQ:
            self.rejected_output += b"".join(out)
            raise IllFormed(error_of(self._report().first))
        return b"".join(out)

    def _take_errors(self) -> None:
        if self._out is not None:
            return
        count = c_size_t()
        library.check(library.LIBRARY.utf8check_stream_errors(
            self._stream, self._records, RECORDS, byref(count)))
        self._found += [error_of(record) for record in self._records[:count.value]]


def errors(data: Union[Bytes, Iterable[Bytes]], **options) -> Iterator[Error]:
    """Every error of a text, which may come in pieces; options as of Stream."""
    with Stream(action=Action.PASS, check_only=True, **options) as stream:
        for piece in _pieces(data):
            stream.push(piece)
            yield from stream.errors()
        stream.finish()
        yield from stream.errors()


def filter(data: Union[Bytes, Iterable[Bytes]], **options) -> Iterator[bytes]:
    """The output for a text, which may come in pieces; options as of Stream.

    Where an error is rejected, the output before it comes first, then IllFormed.
    """
    with Stream(**options) as stream:
        try:
            for piece in _pieces(data):
                yield stream.push(piece)
            yield stream.finish()
        except IllFormed:
            yield stream.rejected_output
            raise
