# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""For Python's own machinery of texts: a decoder of pieces, and handlers of errors.

    >>> register()
    >>> b"a\\xc0\\xafb".decode(errors="utf8check-shortest")
    'a/b'
    >>> b"a\\xc0\\xafb".decode(errors="utf8check")
    Traceback (most recent call last):
    UnicodeDecodeError: 'utf-8' codec can't decode bytes in position 1-2: overlong
    >>> b"a\\xe4\\xb8b".decode("utf8check", "replace")
    'a\ufffdb'
"""
import codecs
from functools import partial
from typing import Optional, Tuple, Union

from .memory import Bytes
from .streams import Error, IllFormed, Stream, reason_of
from .streams import errors as errors_of, filter as filter_
from .abi import Action, Profile

# What Python calls the actions.
ACTIONS = {"strict": Action.REJECT, "ignore": Action.DROP, "backslashreplace": Action.ESCAPE}


def _decode_error(error: Error) -> UnicodeDecodeError:
    return UnicodeDecodeError("utf-8", error.data, 0, len(error.data),
                              f"{reason_of(error)}, at byte {error.offset} of the text")


class IncrementalDecoder(codecs.IncrementalDecoder):
    """Bytes that come in pieces to str; each maximal subpart is one error.

    errors: a word of Python ("strict", "replace", "ignore", "backslashreplace") or of Action.
    """

    def __init__(self, errors: Union[Action, str] = "strict",
                 profile: Union[Profile, str] = Profile.RFC3629) -> None:
        super().__init__(errors)
        self._options = {"action": Action(ACTIONS.get(errors, errors)), "profile": profile}
        self.reset()

    def reset(self) -> None:
        self._stream = Stream(**self._options)
        self._tail = b""

    def decode(self, data: Bytes, final: bool = False) -> str:
        # No sequence has more than 8 bytes: these hold what getstate() says is not decoded yet.
        self._tail = (self._tail + bytes(memoryview(data)[-8:]))[-8:]
        try:
            made = self._stream.push(data)
            made += self._stream.finish() if final else b""
        except IllFormed as ill_formed:
            raise _decode_error(ill_formed.error) from ill_formed
        if final:
            self.reset()
        return made.decode()

    def getstate(self) -> Tuple[bytes, int]:
        pending = self._stream.report().pending
        return self._tail[len(self._tail) - pending:], 0

    def setstate(self, state: Tuple[bytes, int]) -> None:
        self.reset()
        self.decode(state[0])


def _handle(action: Action, error: UnicodeError) -> Tuple[str, int]:
    """What a codec that decodes UTF-8 is told to put in place of an error, and where to go on."""
    if not isinstance(error, UnicodeDecodeError) or error.encoding != "utf-8":
        raise error
    # The longest sequence that a lax decoder reads has eight bytes.
    found = next(errors_of(error.object[error.start:error.start + 8]))
    wrong = error.object[error.start:error.start + max(len(found.data), found.length)]
    end = error.start + len(wrong)
    try:
        return b"".join(filter_(wrong, action=action)).decode(), end
    except IllFormed:
        raise UnicodeDecodeError(error.encoding, error.object, error.start, end,
                                 reason_of(found)) from None


def _decode(data: Bytes, errors: str = "strict") -> Tuple[str, int]:
    return IncrementalDecoder(errors).decode(data, True), len(data)


def _find(name: str) -> Optional[codecs.CodecInfo]:
    if name != "utf8check":
        return None
    utf8 = codecs.lookup("utf-8")
    return codecs.CodecInfo(utf8.encode, _decode, incrementalencoder=utf8.incrementalencoder,
                            incrementaldecoder=IncrementalDecoder, name=name)


def register() -> None:
    """Make all this known to Python.

    The codec "utf8check" is UTF-8, as open(FILE, encoding="utf8check") takes it.  Handlers
    of errors of UTF-8 are "utf8check", whose exceptions say the reason, and
    "utf8check-replace", "-drop", "-escape" and "-shortest", which do as the action.
    """
    codecs.register(_find)
    codecs.register_error("utf8check", partial(_handle, Action.REJECT))
    for action in (Action.REPLACE, Action.DROP, Action.ESCAPE, Action.SHORTEST):
        codecs.register_error(f"utf8check-{action.name.lower()}", partial(_handle, action))
