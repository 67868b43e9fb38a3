#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Every combination of the options of filter --in-place, run twice over one set of texts.

    twice.py COMMAND ENGINE STEP [OPTION...]

COMMAND is the absolute path of utf8check; one of STEP combinations is run, with the OPTIONs
before its own.  What the second run does is compared with what the first run left: the
bytes, the inode and the time of each file.  Works in memory where that has a folder, as
each file is brought to the disk.
Ends with a line "combinations N, files N, changed N, refused N"; status 1 after a
line for each file that the second run changed.
"""
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

RUSSIAN = "Съешь же ещё этих мягких французских булок.\n"
CHINESE = "读取文件失败，请重试。\n乡\n"
JAPANESE = "いろはにほへと ちりぬるを\nﾃｽﾄ\n"
FRENCH = "Voix ambiguë d’un cœur qui, au zéphyr, préfère les jattes de kiwis.\n"
EMOJI = "tea ☕ and cake 🍰, e\u0301 and é, ﬁ, Å\n"
ASCII = "The quick brown fox, 1 + 1 ~ 2.\n"


def mojibake(text, times, charset="windows-1252"):
    for _ in range(times):
        text = bytes(b for b in text.encode()).decode(charset, "replace")
    return text


TEXTS = {
    "empty": b"",
    "ascii": ASCII.encode(),
    "russian": RUSSIAN.encode(),
    "chinese": CHINESE.encode(),
    "han": "读取失败".encode(),
    "japanese": JAPANESE.encode(),
    "french": FRENCH.encode(),
    "emoji": EMOJI.encode(),
    "mark": b"\xef\xbb\xbf" + RUSSIAN.encode(),
    "two-marks": b"\xef\xbb\xbf\xef\xbb\xbf" + FRENCH.encode(),
    "marks-apart": b"\xff\xef\xbb\xbf" + FRENCH.encode(),
    "overlong-mark": b"\xf0\x8f\xbb\xbf\xef\xbb\xbfx\n",
    "koi8-r": RUSSIAN.encode("koi8-r"),
    "gb18030": CHINESE.encode("gb18030"),
    "shift_jis": JAPANESE.encode("shift_jis"),
    "half-width": "ﾃｩ\n".encode("shift_jis"),
    "latin1": "déjà vu, ©\n".encode("latin1"),
    "latin1-as-utf-8": "Ã©\n".encode("latin1"),
    "windows-1252": FRENCH.encode("windows-1252"),
    "undefined-1252": b"caf\xe9 \x81\n",
    "iso-2022-jp": "いろは\n".encode("iso-2022-jp"),
    "hz": "读取 ~\n".encode("hz"),
    "utf-7": FRENCH.encode("utf-7") + b"1 +- 1\n",
    "ibm037": ASCII.encode("cp037"),
    "ibm037-plain": b"\x40\x4b\x6b\x5c",
    "utf-16le": RUSSIAN.encode("utf-16-le"),
    "utf-16le-ascii": ASCII.encode("utf-16-le"),
    "utf-16le-han": "读取失败".encode("utf-16-le"),
    "utf-16be-han": "乡乡".encode("utf-16-be"),
    "utf-16-mark": b"\xff\xfe" + FRENCH.encode("utf-16-le"),
    "utf-16be-mark": b"\xfe\xff" + CHINESE.encode("utf-16-be"),
    "utf-32be": EMOJI.encode("utf-32-be"),
    "utf-32-mark": b"\xff\xfe\x00\x00" + RUSSIAN.encode("utf-32-le"),
    "ill-formed": b"a\xffb\xc0\xafc\xe2\x82 \xed\xa0\x80\n",
    "surrogates": b"\xed\xa0\xbd\xed\xb8\x80 \xed\xa0\x80\n",
    "cesu8": "x 🍰 é\n".encode("utf-16-le", "surrogatepass").decode("utf-16-le").translate(
        {0x1f370: "\ud83c\udf70"}).encode("utf-8", "surrogatepass"),
    "mutf8": b"a\xc0\x80b\n",
    "nul": b"a\0b\xff\n",
    "path": b"C:\\files\\new \xd1\x84\n",
    "escapes": b"a \\\\ b \\x41 \\xc0 \\\\x42\n",
    "escaped-twice": b"\\\\\\\\x41 \\\\xff\n",
    "octets": b"\\x41\\x42\\xff",
    "c-source": b'printf("%s\\n\\x41\\\\", "\xc3\xa9");\n',
    "marks-many": ("a" + "\u0301" * 70 + "b" + "\u0323" * 1100 + "\n").encode(),
    "controls": "a\u202eb\u200dc\ue000 \u0378\n".encode(),
    "iota": "α\u0345\u0301 ᾳ ß ſ ﬃ \u1e9e\n".encode(),
    "mojibake": mojibake(FRENCH, 1, "latin1").encode(),
    "mojibake-twice": mojibake("été à Noël\n", 2, "latin1").encode(),
}

SOURCES = ["", "--from=auto", "--from=utf-16le", "--from=utf-16be", "--from=utf-32be",
           "--from=koi8-r", "--from=gb18030", "--from=shift_jis", "--from=windows-1252",
           "--from=iso-2022-jp", "--from=utf-7", "--from=ibm037", "--from=utf-16",
           "--from=ascii", "--profile=cesu8", "--profile=mutf8", "--profile=wtf8",
           "--profile=ucs2", "--profile=extended"]
TARGETS = ["", "--to=utf-16le", "--to=utf-16be", "--to=utf-16", "--to=utf-32le", "--to=latin1",
           "--to=koi8-r", "--to=shift_jis", "--to=gb18030", "--to=iso-2022-jp", "--to=utf-7",
           "--to=ibm037", "--to=cesu8", "--to=mutf8", "--to=wtf8", "--to=ucs2"]
ACTIONS = ["", "--on-error=replace", "--on-error=drop", "--on-error=escape",
           "--on-error=shortest", "--on-error=pass", "--unescape"]
OTHERS = ["", "--bom=strip", "--bom=add", "--bom=forbid", "--form=nfc", "--form=nfd",
          "--form=nfkc-casefold", "--form=nfd-casefold", "--stream-safe",
          "--forbid=control,bidi-control,default-ignorable,unassigned,private-use",
          "--stream-safe --forbid=default-ignorable", "--text", "--text --bom=strip"]


def combinations(step):
    """ACTIONS and OTHERS without a conversion, then one of STEP of the rest."""
    for action, other in list(itertools.product(ACTIONS, OTHERS))[::1 if step < 100 else 3]:
        yield " ".join((action, other)).split()
    rest = [x for x in itertools.product(SOURCES, TARGETS, ACTIONS, OTHERS) if x[0] or x[1]]
    for words in rest[::step]:
        yield " ".join(words).split()


def state(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        s = os.stat(path)
        with open(path, "rb") as file:
            found[name] = (file.read(), s.st_ino, s.st_mtime_ns)
    return found


def main():
    command, engine, step, given = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    memory = "/dev/shm"
    os.chdir(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    runs = changed = refused = 0
    wrong = False
    for options in combinations(step):
        shutil.rmtree("twice", ignore_errors=True)
        os.mkdir("twice")
        for name, text in TEXTS.items():
            with open(os.path.join("twice", name), "wb") as file:
                file.write(text)
        names = [os.path.join("twice", name) for name in TEXTS]
        line = [command, "--engine=" + engine, "filter", "--in-place", *given, *options, "--", *names]
        first = subprocess.run(line, capture_output=True, check=False)
        if b"Try 'utf8check filter" in first.stderr or b"do not go together" in first.stderr or \
           b"does not go with" in first.stderr or b"has no \\" in first.stderr:
            continue
        runs += 1
        after = state("twice")
        changed += sum(after[name][0] != text for name, text in TEXTS.items())
        second = subprocess.run(line, capture_output=True, check=False)
        again = state("twice")
        refused += second.stderr.count(b"\n")
        for name in TEXTS:
            if after[name] != again.get(name):
                wrong = True
                print(f"{' '.join(options)}: {name}: {TEXTS[name][:40]!r}, then {after[name][0][:40]!r}, "
                      f"then {again.get(name, (b'gone',))[0][:40]!r}")
        if second.returncode == 1 and not second.stderr or not 0 <= second.returncode <= 1 or \
           not 0 <= first.returncode <= 1:
            wrong = True
            print(f"{' '.join(options)}: status {first.returncode}, then {second.returncode}: "
                  f"{(first.stderr + second.stderr)[:300]!r}")
    shutil.rmtree(os.getcwd(), ignore_errors=True)
    print(f"combinations {runs}, files {runs * len(TEXTS)}, changed {changed}, refused {refused}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
