# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Judge, filter and convert UTF-8, by libutf8check.

    >>> import utf8check
    >>> utf8check.validate("h\u00e9llo".encode())
    5
    >>> [str(e.reason.name) for e in utf8check.errors(b"a\\xc0\\xaf")]
    ['OVERLONG', 'UNEXPECTED_CONTINUATION']
    >>> b"".join(utf8check.filter(b"a\\xff", action=utf8check.Action.REPLACE)).decode()
    'a\ufffd'
    >>> utf8check.normalize("e\u0301", form="nfc")
    '\u00e9'
    >>> utf8check.path(b"a/\\xc0\\xae./b").hidden_dotdot
    True
"""
from .codec import IncrementalDecoder, register
from .names import Finding, Verdict, name, path
from .streams import Error, IllFormed, Stream, errors, filter, is_valid, validate
from .texts import certain_encoding, normalize
from .abi import Action, Bom, Decoder, Encoding, Form, NameClass, Profile, Reason

__version__ = "1.0.0"

__all__ = ["Action", "Bom", "Decoder", "Encoding", "Error", "Finding", "Form", "IllFormed",
           "IncrementalDecoder", "NameClass", "Profile", "Reason", "Stream", "Verdict",
           "certain_encoding", "errors", "filter", "is_valid", "name", "normalize", "path", "register", "validate"]
