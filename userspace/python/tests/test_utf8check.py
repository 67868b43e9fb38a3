# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The package, compared with Python's own decoder, and unicodedata."""
import array
import codecs
import copy
import ctypes.util
import doctest
import io
import mmap
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import tracemalloc
import unicodedata
import unittest

import utf8check
import utf8check.codec
from utf8check import Action, Bom, Decoder, Encoding, Form, NameClass, Profile, Reason

HERE = os.path.dirname(os.path.abspath(__file__))


def texts(count, seed=1):
    """Random bytes, most of them well-formed."""
    rnd = random.Random(int(os.environ.get("SEED", seed)))
    pieces = [b"abc", "\u00e9\u4e2d".encode(), "\U0001f600".encode(), b"\n", b"\x80", b"\xc0\xaf",
              b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xff", b"\xe4\xb8", b"\0"]
    for _ in range(count):
        yield b"".join(rnd.choice(pieces) for _ in range(rnd.randrange(12)))


def cut(data, rnd):
    """The same bytes in pieces."""
    while data:
        n = rnd.randrange(1, 5)
        yield data[:n]
        data = data[n:]


class Texts(unittest.TestCase):
    def test_validate(self):
        for data in texts(2000):
            try:
                expected = len(data.decode())
            except UnicodeDecodeError as error:
                self.assertFalse(utf8check.is_valid(data))
                with self.assertRaises(utf8check.IllFormed) as caught:
                    utf8check.validate(data)
                self.assertEqual(caught.exception.error.offset, error.start)
            else:
                self.assertEqual(utf8check.validate(data), expected)
                self.assertTrue(utf8check.is_valid(data))

    def test_any_buffer(self):
        for data in (b"ab", bytearray(b"ab"), memoryview(b"xabx")[1:3], memoryview(b"axb")[::2],
                     array.array("B", b"ab")):
            self.assertEqual(utf8check.validate(data), 2)
            self.assertEqual(b"".join(utf8check.filter(data)), b"ab")
            self.assertEqual(list(utf8check.errors(data)), [])
        for wrong in (3, None):
            with self.assertRaises(TypeError):
                utf8check.validate(wrong)

    def test_text_of_str(self):
        """The code points of a str are judged: only a surrogate is wrong."""
        self.assertEqual(utf8check.validate("a\u00e9\U0001f600"), 3)
        self.assertEqual(b"".join(utf8check.filter("\u00e9", target="utf-16be")), b"\0\xe9")
        self.assertEqual([(e.offset, e.reason) for e in utf8check.errors("\u00e9\udc80")][:1],
                         [(2, Reason.SURROGATE)])
        self.assertTrue(utf8check.is_valid("\udc80", Profile.WTF8))
        self.assertFalse(utf8check.is_valid("\udc80"))
        with self.assertRaises(utf8check.IllFormed):
            utf8check.normalize("\udc80")

    def test_no_copy(self):
        """What is large stays where it is."""
        size = 1 << 24
        with tempfile.TemporaryFile() as file:
            file.truncate(size)
            mapped = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
            whole = bytearray(size)
            for data in mapped, whole, memoryview(whole)[1:], memoryview(bytes(whole)):
                tracemalloc.start()
                utf8check.validate(data)
                self.assertEqual(list(utf8check.errors(data)), [])
                self.assertEqual(utf8check.certain_encoding(data), "ASCII")
                self.assertLess(tracemalloc.get_traced_memory()[1], 1 << 20, type(data))
                tracemalloc.stop()
            del data
            mapped.close()
        whole.append(0)     # nobody holds it

    def test_profile(self):
        self.assertEqual(utf8check.validate(b"\xed\xa0\x80", Profile.WTF8), 1)
        self.assertFalse(utf8check.is_valid(b"\xed\xa0\x80"))

    def test_replace(self):
        rnd = random.Random(2)
        for data in texts(2000):
            expected = data.decode(errors="replace").encode()
            made = b"".join(utf8check.filter(cut(data, rnd), action=Action.REPLACE))
            self.assertEqual(made, expected, data)

    def test_reject(self):
        for data in texts(1000):
            made, good = b"", True
            try:
                for piece in utf8check.filter(data):
                    made += piece
            except utf8check.IllFormed:
                good = False
            try:
                data.decode()
                self.assertEqual((made, good), (data, True))
            except UnicodeDecodeError as error:
                self.assertEqual((made, good), (data[:error.start], False))

    def test_errors(self):
        rnd = random.Random(3)
        for data in texts(2000):
            found = list(utf8check.errors(cut(data, rnd)))
            self.assertEqual(len(found), data.decode(errors="replace").count("\ufffd"), data)
            for error in found:
                before = data[:error.offset].decode(errors="replace")
                self.assertEqual(error.line, before.count("\n") + 1)
                self.assertEqual(error.column, len(before) - (before.rfind("\n") + 1) + 1)

    def test_many_errors(self):
        self.assertEqual(len(list(utf8check.errors(b"\xff" * 100000))), 100000)

    def test_much_output(self):
        data = b"a\xff" * 100000
        self.assertEqual(b"".join(utf8check.filter(data, action=Action.REPLACE)),
                         data.decode(errors="replace").encode())

    def test_encodings(self):
        text = "h\u00e9 \u4e2d\U0001f600\n"
        for name, encoding in (("utf-16le", Encoding.UTF16LE), ("utf-32be", Encoding.UTF32BE)):
            made = b"".join(utf8check.filter(text.encode(), target=encoding))
            self.assertEqual(made, text.encode(name))
            self.assertEqual(b"".join(utf8check.filter(made, source=encoding)), text.encode())

    def test_forms(self):
        text = "e\u0301\u1e9b\u0323\ufb01\u212b"
        for form in (Form.NFC, Form.NFD, Form.NFKC, Form.NFKD):
            made = b"".join(utf8check.filter(text.encode(), form=form))
            self.assertEqual(made.decode(), unicodedata.normalize(form.name, text))

    def test_normalize(self):
        chance = random.Random(3)
        parts = ["e", "\u0301", "\u0323", "\u1e9b", "\ufb01", "\u1100", "\u1161", "\u11a8", "\ufdfa"]
        for form in "nfc", "NFD", "nfkc", Form.NFKD:
            name = form.upper() if isinstance(form, str) else form.name
            for _ in range(500):
                text = "".join(chance.choices(parts, k=chance.randrange(8)))
                made = utf8check.normalize(text, form)
                self.assertEqual(made, unicodedata.normalize(name, text), ascii(text))
                self.assertEqual(utf8check.normalize(bytearray(text.encode()), form), made.encode())
        self.assertEqual(utf8check.normalize("Stra\u00dfe", "nfkc-casefold"), "strasse")
        with self.assertRaises(utf8check.IllFormed):
            utf8check.normalize(b"a\xff")
        for wrong in "nfq", 99:
            with self.assertRaises(ValueError):
                utf8check.normalize("a", wrong)

    def test_certain_encoding(self):
        for data, found in ((b"", "ASCII"), (b"a", "ASCII"), (b"\xc3\xa9", "UTF-8"),
                            (b"\xef\xbb\xbfa", "UTF-8"), (b"\xff\xfea\0", "UTF-16LE"),
                            (b"\xe9t\xe9", None), (b"\xc3", None)):
            self.assertEqual(utf8check.certain_encoding(data), found, data)
            self.assertIn(found and codecs.lookup(found).name, ("ascii", "utf-8", "utf-16-le", None))

    def test_bom_and_forbid(self):
        self.assertEqual(b"".join(utf8check.filter(b"a", bom=Bom.ADD)), b"\xef\xbb\xbfa")
        found = list(utf8check.errors(b"a\x01\xee\x80\x80", forbid=[Reason.CONTROL,
                                                                    Reason.PRIVATE_USE]))
        self.assertEqual([e.reason for e in found], [Reason.CONTROL, Reason.PRIVATE_USE])

    def test_senseless(self):
        with self.assertRaises(ValueError):
            utf8check.Stream(action=Action.ESCAPE, form=Form.NFC)
        with self.assertRaises(ValueError):
            utf8check.validate(b"", 99)

    def test_numbers(self):
        """No number is cut to the bits of its member."""
        for option in ("profile", "to_profile", "source", "target", "action", "form", "bom"):
            for wrong in (256, -1, "utf-99", None):
                with self.assertRaises(ValueError):
                    utf8check.Stream(**{option: wrong})
        with self.assertRaises(ValueError):
            utf8check.Stream(forbid=[64])
        with self.assertRaises(ValueError):
            utf8check.validate(b"", 1 << 32)

    def test_message(self):
        with self.assertRaisesRegex(utf8check.IllFormed, "^byte 1: invalid-byte: FF$"):
            utf8check.validate(b"a\xff")

    def test_stream(self):
        with utf8check.Stream() as stream:
            self.assertEqual(stream.push(b"\xc3") + stream.push(b"\xa9"), "\u00e9".encode())
            self.assertEqual(stream.finish(), b"")
            self.assertEqual(stream.report().code_points, 1)
            with self.assertRaisesRegex(ValueError, "end"):
                stream.push(b"x")
        with self.assertRaisesRegex(ValueError, "closed"):
            stream.push(b"x")
        with utf8check.Stream() as stream:
            for _ in range(2):
                with self.assertRaises(utf8check.IllFormed) as caught:
                    stream.push(b"a\xc0\xafb")
                self.assertEqual(caught.exception.error.data, b"\xc0\xaf")
            self.assertEqual(stream.rejected_output, b"a")

    def test_threads(self):
        """A push is whole, and a stream is not freed while it works."""
        data = b"a\xff" * (1 << 20)
        made = []
        with utf8check.Stream(action=Action.REPLACE) as stream:
            pushes = [threading.Thread(target=lambda: made.append(stream.push(data)))
                      for _ in range(4)]
            for thread in pushes:
                thread.start()
            for thread in pushes:
                thread.join()
        self.assertEqual(made, ["a\ufffd".encode() * (1 << 20)] * 4)
        stream = utf8check.Stream(action=Action.REPLACE)
        thread = threading.Thread(target=lambda: made.append(stream.push(data)))
        thread.start()
        while not stream.report().bytes_in:
            pass
        stream.close()
        thread.join()
        self.assertEqual(made[4], made[0])

    def test_signals(self):
        """A handler that runs inside of a push cannot free the stream."""
        stream, refused = None, []

        def handler(*_):
            try:
                stream.close()
            except RuntimeError as error:
                refused.append(error)

        before = signal.signal(signal.SIGALRM, handler)
        try:
            while len(refused) < 5:
                stream = utf8check.Stream(action=Action.REPLACE)
                signal.setitimer(signal.ITIMER_REAL, 0.002)
                try:
                    for _ in range(100):
                        stream.push(b"a\xff" * (1 << 16))
                except ValueError:      # it was closed between two pushes
                    pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_errors_inside(self):
        """A handler that runs inside of a push does not get errors that come once more."""
        class Interrupted(utf8check.Stream):
            def _take_errors(self):
                super()._take_errors()
                self.errors()

        self.assertRaises(RuntimeError, Interrupted(check_only=True).push, b"a")

    def test_copies(self):
        """Two objects must not have one stream."""
        stream = utf8check.Stream()
        for way in copy.copy, copy.deepcopy, pickle.dumps:
            self.assertRaises(TypeError, way, stream)


class Codec(unittest.TestCase):
    ERRORS = ("strict", "replace", "ignore", "backslashreplace")

    @classmethod
    def setUpClass(cls):
        utf8check.register()

    def pieces(self, decoder, data, rnd):
        """What it makes of the pieces, or where the first error is."""
        try:
            made = "".join(decoder.decode(piece) for piece in cut(data, rnd))
            return made + decoder.decode(b"", True)
        except UnicodeDecodeError:
            return None

    def test_incremental(self):
        """As Python's own decoder, in any pieces."""
        rnd = random.Random(4)
        for data in texts(1000):
            for errors in self.ERRORS:
                try:
                    expected = data.decode(errors=errors)
                except UnicodeDecodeError:
                    expected = None
                made = self.pieces(utf8check.IncrementalDecoder(errors), data, rnd)
                self.assertEqual(made, expected, (data, errors))

    def test_state(self):
        """A decoder goes on where another one was."""
        text = "a\u4e2d\U0001f600".encode()
        for at in range(len(text) + 1):
            one, other = (utf8check.IncrementalDecoder("replace") for _ in range(2))
            made = one.decode(text[:at])
            other.setstate(one.getstate())
            self.assertEqual(made + other.decode(text[at:], True), text.decode())

    def test_file(self):
        file = io.TextIOWrapper(io.BytesIO(b"a\xc3\xa9\n\xe4\xb8b\n"), "utf8check", "replace")
        self.assertEqual(file.readline(), "a\u00e9\n")
        place = file.tell()
        self.assertEqual(file.read(), "\ufffdb\n")
        file.seek(place)
        self.assertEqual(file.read(), "\ufffdb\n")

    def test_handlers(self):
        for data in texts(1000):
            for own, errors in (("replace", "replace"), ("drop", "ignore"),
                                ("escape", "backslashreplace")):
                self.assertEqual(data.decode(errors=f"utf8check-{own}"), data.decode(errors=errors))
        self.assertEqual(b"\xc0\xaf".decode(errors="utf8check-shortest"), "/")
        for errors in "utf8check", "utf8check-shortest":
            with self.assertRaises(UnicodeDecodeError) as caught:
                b"a\xed\xa0\x80b".decode(errors=errors)
            error = caught.exception
            self.assertEqual((error.start, error.end, error.reason), (1, 4, "surrogate"))
        with self.assertRaises(UnicodeEncodeError):
            "\ud800".encode(errors="utf8check-replace")
        with self.assertRaises(UnicodeDecodeError):
            b"\xff".decode("ascii", errors="utf8check-replace")


class Names(unittest.TestCase):
    def test_protect(self):
        for data in b".GIT", b"git~2", ".gi\u200ct".encode(), b".git. ":
            verdict = utf8check.name(data, protect=[b".git", b".ssh"])
            self.assertFalse(verdict.ok)
            self.assertIn(utf8check.NameClass.PROTECTED, verdict.classes)
            self.assertFalse(utf8check.path(b"a/" + data, "linux", [b".git"]).ok)
            self.assertTrue(utf8check.name(data).ok)
        self.assertTrue(utf8check.name(b".git", protect=[b".git", b".ssh"]).ok)

    def test_name(self):
        self.assertTrue(utf8check.name("h\u00e9llo".encode()).ok)
        verdict = utf8check.name(b"a\xc0\xafb")
        self.assertFalse(verdict.ok)
        self.assertEqual(verdict.primary, NameClass.HIDDEN_SEPARATOR)
        self.assertIn(NameClass.HIDDEN_SEPARATOR, verdict.classes)
        self.assertEqual(verdict.findings[0].offset, 1)
        for data in texts(1000):
            try:
                data.decode()
                plain = data and b"\0" not in data
            except UnicodeDecodeError:
                plain = False
            self.assertEqual(utf8check.name(data).ok, bool(plain), data)

    def test_path(self):
        self.assertTrue(utf8check.path(b"a/../b").ok)
        self.assertFalse(utf8check.path(b"a/../b", "no-dotdot").ok)
        self.assertTrue(utf8check.path(b"a/\xc0\xae\xc0\xae/b").hidden_dotdot)
        self.assertEqual(utf8check.path("a/\U0002002e.".encode()).hidden_decoder,
                         Decoder.SIXTEEN_BIT)
        self.assertEqual(utf8check.path(b"a/..").hidden_decoder, Decoder.NONE)
        self.assertEqual([f.offset for f in utf8check.path(b"\xff/" * 500).findings],
                         list(range(0, 1000, 2)))

    def test_refuse(self):
        for refuse in ["newline"], {NameClass.NEWLINE}:
            self.assertFalse(utf8check.name("a\n", refuse=refuse).ok)
            self.assertFalse(utf8check.path("a\n/b", refuse=refuse).ok)
        self.assertTrue(utf8check.name("a\n").ok)
        with self.assertRaises(ValueError):
            utf8check.name("a", refuse=["newlin"])

    def test_classes(self):
        for data, policy, found in (
                (b"aux.c", "windows", {NameClass.WINDOWS_RESERVED}),
                (b"a\nb", "no-newline", {NameClass.NEWLINE}),
                (b"a\nb", "windows", {NameClass.CONTROL, NameClass.NEWLINE}),
                (b"e\xcc\x81", "nfc", {NameClass.NOT_NORMALIZED}),
                ("\uff0drf".encode(), "safe", {NameClass.COMPAT_DANGER, NameClass.LEADING_DASH,
                                               NameClass.BESTFIT_DANGER})):
            verdict = utf8check.name(data, policy)
            self.assertFalse(verdict.ok, data)
            self.assertEqual(verdict.classes, found, data)
            self.assertEqual(verdict.primary, min(found), data)
            self.assertTrue(utf8check.name(data).ok, data)

    def test_normalized(self):
        """A name is in NFC where Python says so."""
        chance = random.Random(20180)
        parts = ["e", "a", "\u0301", "\u0316", "\u0323", "\u00e9", "\u1ea1", "\u212b", "\u1100",
                 "\u1161", "\u11a8", "\uac00", "\u0958", "\u0915", "\u093c", "\ufb01", "<", "\u0338"]
        for _ in range(2000):
            text = "".join(chance.choices(parts, k=chance.randrange(1, 7)))
            self.assertEqual(utf8check.name(text.encode(), "nfc").ok,
                             unicodedata.is_normalized("NFC", text), ascii(text))

    def test_wrong(self):
        with self.assertRaises(ValueError):
            utf8check.name(b"a", "steam")
        with self.assertRaises(ValueError):
            utf8check.name(b"a", protect=[b"a/b"])
        with self.assertRaises(TypeError):
            utf8check.name(3)

    def test_str(self):
        self.assertTrue(utf8check.name("h\u00e9llo", protect=[".git"]).ok)
        self.assertTrue(utf8check.path(pathlib.Path("a/b")).ok)
        self.assertEqual(utf8check.name(os.fsdecode(b"a\xc0\xafb")).findings[0].offset, 1)
        self.assertFalse(utf8check.name(".GIT", protect=[".git"]).ok)


class Package(unittest.TestCase):
    def test_version(self):
        """The version is that of the whole project."""
        with open(os.path.join(HERE, "../../../module/version.h"), encoding="utf-8") as file:
            self.assertIn(f'UTF8CHECK_RELEASE "{utf8check.__version__}"', file.read())

    def test_no_library(self):
        """None, and one that is another."""
        for path in ("/nowhere", ctypes.util.find_library("c")):
            done = subprocess.run([sys.executable, "-c", "import utf8check"], check=False,
                                  env={**os.environ, "UTF8CHECK_LIBRARY": path,
                                       "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                                  stderr=subprocess.PIPE)
            self.assertRegex(done.stderr, rb"\nImportError: .*UTF8CHECK_LIBRARY=PATH says where")

    def test_example(self):
        for module in utf8check, utf8check.codec:
            self.assertEqual(doctest.testmod(module).failed, 0)


if __name__ == "__main__":
    unittest.main()
