#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""How often `utf8check detect` is right about mojibake.

  userspace/tests/truth/mojibake.py COMMAND [LINES] [CHARSET]

The texts are the translations (.mo) of the packages that are installed.  Four figures:
words of a language, each misread in a text that is otherwise right, that are found;
lines, misread as a whole, that `detect --undo` gives back without a wrong byte; texts of ten
languages, misread by each charset; and good lines in which mojibake is said to be.  At most LINES lines of a language count, each a file.
"""
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../gen"))
from measure import messages  # noqa: E402

WORDS = "ca cs da de es et fi fr hr hu is it lt lv nb pl pt ro sk sl sv tr vi cy".split()


def lines_of_languages():
    languages = collections.defaultdict(set)
    for path in glob.glob("/usr/share/locale*/*/LC_MESSAGES/*.mo"):
        with open(path, "rb") as file:
            languages[path.split("/")[-3]].update(line for line in messages(file.read()) if not line.isascii())
    return {name: sorted(lines) for name, lines in sorted(languages.items()) if lines}


def misread(text, charset):
    """What a reader sees who takes UTF-8 for the charset; C1 controls fill its holes."""
    def char(byte):
        try:
            return bytes([byte]).decode(charset)
        except UnicodeDecodeError:
            return chr(byte)
    return "".join(map(char, text.encode()))


def detect(command, texts):
    """What is said of each text."""
    return detect_bytes(command, [text.encode() for text in texts])


def detect_bytes(command, texts):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i, text in enumerate(texts):
            names.append(os.path.join(folder, str(i)))
            with open(names[-1], "wb") as file:
                file.write(text)
        said = []
        for i in range(0, len(names), 5000):
            run = subprocess.run([command, "detect", "--json", *names[i:i + 5000]],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
            said += run.stdout.splitlines()
        return [json.loads(line) for line in said]


def undo(command, text):
    run = subprocess.run([command, "detect", "--undo"], input=text.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    return run.stdout.decode()


def is_found(said):
    return bool(said["mojibake"] or said["mojibake_part"])


def show(title, right, of, wrong):
    print(f"  {title:16} {right:7} of {of:7} {100 * right / max(of, 1):6.2f} %  {'  '.join(wrong)}")


def words_found(command, languages, charset, most):
    """(language, found, of) of each."""
    print(f"misread words found ({charset}), in a text with a letter that is right:")
    for name in (name for name in WORDS if name in languages):
        words = {word for line in languages[name] for word in re.findall(r"[^\W\d_]+", line)}
        words = sorted(word for word in words if not word.isascii() and ord(max(word)) < 0x2000)
        words = random.Random(1).sample(words, min(most, len(words)))
        said = detect(command, [f"a {misread(w, charset)} i M\u00e1laga\n" for w in words])
        missed = [w for w, s in zip(words, said) if not is_found(s)]
        show(name, len(words) - len(missed), len(words), missed[:6])
        yield name, len(words) - len(missed), len(words)


def lines_undone(command, languages, charset, most):
    print(f"lines undone without a wrong byte ({charset}):")
    right = of = 0
    wrong = []
    for name, lines in languages.items():
        some = random.Random(2).sample(lines, min(most, len(lines)))
        after = [undo(command, misread(line, charset)) for line in some]
        bad = [line for line, undone in zip(some, after) if line != undone]
        right, of = right + len(some) - len(bad), of + len(some)
        wrong += bad[:1]
    show(f"{len(languages)} languages", right, of, [f"\n    {line[:90]!r}" for line in wrong[:12]])
    return right, of


# What misreads, in Python's words, and languages whose texts it loses few bytes of.
READINGS = {charset: "de fr es pl cs ru uk el tr vi" for charset in
            "cp1252 cp1251 koi8-r cp866 latin-1 mac_roman cp437 cp850 cp1250 cp1254".split()}
READINGS |= {"cp1253": "de es pl cs ru uk el tr", "iso8859-2": "de fr es pl cs tr vi hu",
             "cp1257": "de fr es pl cs tr lv lt", "gbk": "de es pl cs ru uk el tr ja zh_CN"}


def readings_found(command, languages, texts):
    """(charset, found, undone, of) of texts of five lines, misread as a whole."""
    print("whole texts found and undone without a wrong byte, by what misread them:")
    for charset, names in READINGS.items():
        found = right = of = 0
        for name in (name for name in names.split() if name in languages):
            lines = [line for line in languages[name] if len(line) < 200]
            chance = random.Random(5)
            good = ["\n".join(chance.sample(lines, min(5, len(lines)))) + "\n" for _ in range(texts)]
            bad = [text.encode().decode("gbk", "replace") if charset == "gbk" else misread(text, charset) for text in good]
            found += sum(map(is_found, detect(command, bad)))
            right += sum(undo(command, b) == g for b, g in zip(bad, good))
            of += texts
        print(f"  {charset:9} {found:5} found, {right:5} undone, of {of}")
        yield charset, found, right, of


def false_alarms(command, languages, most):
    print("false alarms in good lines:")
    alarms, of = [], 0
    for name, lines in languages.items():
        some = random.Random(3).sample(lines, min(most, len(lines)))
        said = detect(command, some)
        of += len(some)
        alarms += [(name, line, s) for line, s in zip(some, said) if is_found(s)]
    show(f"{len(languages)} languages", len(alarms), of, [])
    for name, line, said in alarms[:60]:
        print(f"    {name}: {line[:100]!r} {(said['mojibake'] or said['mojibake_part'])['read_as']}")
    return of - len(alarms), of


def main():
    command = sys.argv[1]
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    charset = sys.argv[3] if len(sys.argv) > 3 else "windows-1252"
    languages = lines_of_languages()
    list(words_found(command, languages, charset, most))
    lines_undone(command, languages, charset, max(most // 20, 1))
    list(readings_found(command, languages, max(most // 50, 1)))
    false_alarms(command, languages, most)


if __name__ == "__main__":
    main()
