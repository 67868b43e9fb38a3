#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""How often `utf8check detect` is right about the files of Debian's packages.

  userspace/tests/truth/packages.py list >userspace/tests/truth/packages.tsv
  userspace/tests/truth/packages.py COMMAND [tune|judge]

`list` finds the files that are not ASCII and whose encoding is known: they say it, or
another file of the package does.  A row is counted only if Python decodes the file so.
Packages are fetched by `apt-get download` into .cache/truth.

Measured twice: the files as they are, and without the line that says the encoding.  An
answer is right if it reads the text as Python does in the encoding that is known.  Packages are
split in two by a hash of their names: what is changed is tuned on one half.
"""
import codecs
import collections
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile

import mojibake

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(HERE, "../../../.cache/truth")
TABLE = os.path.join(HERE, "packages.tsv")

# So many files of a package count, and of an encoding; larger files do not.
FILES_MAX = 6
BYTES_MAX = 4 << 20

PACKAGES = re.compile(r"""(hunspell|myspell|hyphen|mythes|aspell|fortunes)-.* | calendar | canna | cannadic
    | edict | freewnn-.* | hanzim | i(bra|bul|cat|cze|dan|dut|esp|est|far|fre|gal|hun|iri|ita|lit|man|nge|nor|oge
    |pol|por|rus|spa|swe|swi|ukr).* | kanjidic | libchewing3-data | libpython3\.\d+-testsuite
    | manpages-(cs|el|hu|ja|mk|pl|ru|sr|tr|uk|zh) | mecab-(ipadic|jumandic|naist-jdic)
    | skkdic.* | texlive-lang-(czechslovak|european|polish) | verbiste | vim-runtime | zhcon
    | w(bra|bul|cat|dan|dut|esp|far|fre|gal|ita|nge|nor|pol|por|spa|swe|swi|ukr).*""", re.X)

# What packages say in their documents, of all that is in a folder.
KNOWN = {"edict:edict$": "euc-jp", "kanjidic:kanjidic$": "euc-jp", "mecab-ipadic:.*\\.(csv|def)": "euc-jp",
         "mecab-jumandic:.*\\.(csv|def|dic)": "euc-jp", "fortunes-eo-iso3:.*": "iso8859-3"}

# What readers take for an encoding: it has the same characters, and more.
LARGER = {"iso8859-1": "cp1252", "iso8859-9": "cp1254", "shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030",
          "euc_kr": "cp949", "big5": "big5hkscs", "tis-620": "cp874", "tis_620": "cp874", "iso8859-11": "cp874",
          "ascii": "cp1252"}

LABEL = rb"[\"']?([A-Za-z0-9][\w.:-]*)"
DECLARED = [re.compile(p, re.I | re.M) for p in (
    rb"\A(?:#.*\n|\s*\n)*SET[ \t]+" + LABEL, rb"\A<\?xml[^>]*encoding=" + LABEL, rb"<meta[^>]*charset=" + LABEL,
    rb"\A(?:.*\n)?.*-\*-.*coding:[ \t]*" + LABEL, rb"\A(?:.*\n)?[ \t\f]*#.*coding[:=][ \t]*" + LABEL,
    rb"(?:fileencoding|fenc)=" + LABEL, rb"^scriptencoding[ \t]+" + LABEL, rb"content-type:.*charset=" + LABEL,
    rb"\\usepackage\[(latin\d+|cp125\d|koi8-?r|utf8)\]\{inputenc\}")]
NAMED = re.compile(r"(?:cjkencodings/(\w+?)(?:-utf8)?\.txt|tutor\.\w+\.(\S+)|menu_\w+\.(\S+)\.vim|\.(UTF-8|KOI8-[RU]|ISO\S+|EUC\S+)/)")


def python_name(label):
    """What Python calls an encoding; None if it has none of the name."""
    label = re.sub(r"(?i)^microsoft-|-(unix|dos|mac)$", "", label)
    label = {"tis620-2533": "tis-620", "euc": "euc-jp", "sjis": "cp932", "latin": "latin-1",
             "uhc": "cp949", "windows-874": "cp874", "euc-jisx0213": "euc_jis_2004", "shift_jisx0213": "shift_jis_2004", "mac-centraleurope": "mac_latin2", "mac-cyrillic": "mac_cyrillic"}.get(label.lower(), label)
    try:
        return codecs.lookup(label).name
    except LookupError:
        return None


def decoded(data, name):
    """The text, as the readers of an encoding see it; None if it is not in the encoding."""
    for each in (LARGER.get(name, name), name):
        try:
            return data.decode(each)
        except (UnicodeDecodeError, LookupError):
            pass
    return None


def files_of(deb):
    """The names and bytes of a package's files, unpacked if they are in gzip."""
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        for member in archive:
            if member.isfile() and member.size <= BYTES_MAX:
                data = archive.extractfile(member).read()
                if member.name.endswith(".gz"):
                    try:
                        data = gzip.decompress(data)
                    except (OSError, EOFError):
                        continue
                yield member.name.removeprefix("./"), data


def said_inside(name, data):
    """The line that says the encoding, and the label in it."""
    head = data[:4096]
    if re.search(r"(hyph_|hyph-)\w+\.dic$|/th_\w+\.(dat|idx)$", name):
        match = re.match(rb"([A-Za-z0-9-]+)\s*\n", head)
        return match
    if re.search(r"/(hyph|th)_", name):
        return None
    return next(filter(None, (p.search(head) for p in DECLARED)), None)


def said_beside(package, name, files):
    """The label that another file of the package has for a file, or its documents."""
    for pattern, label in KNOWN.items():
        if re.fullmatch(pattern.split(":")[0], package) and re.search(pattern.split(":", 1)[1], name):
            return label
    if name.endswith(".dic"):
        match = said_inside("", files.get(name[:-3] + "aff", b""))
        return match and match.group(1).decode()
    match = NAMED.search(name)
    if name.endswith(".ko.euc"):
        return "euc-kr"
    if match:
        return next(filter(None, match.groups()))
    match = re.fullmatch(r"usr/(?:lib|share)/aspell/(\w+?)(_affix|_phonet)?\.\w+", name)
    if match:
        match = re.search(rb"^(?:data-encoding|charset)\s+(\S+)", files.get(f"usr/lib/aspell/{match.group(1)}.dat", b""), re.M)
        return match and match.group(1).decode()
    if re.search(r"ispell/.*\.(aff|mwl|gz)", name):
        info = b"".join(data for other, data in files.items() if "dictionaries-common/ispell/" in other)
        match = re.search(rb"(?i)coding-system:\s*(\S+)", info)
        return match and match.group(1).decode()
    return None


def rows_of(package, deb):
    """(file, label) of each file that counts."""
    files = dict(files_of(deb))
    counts = collections.Counter()
    for name, data in sorted(files.items()):
        if data.isascii() or b"\0" in data:
            continue
        match = said_inside(name, data)
        label = match.group(1).decode() if match else said_beside(package, name, files)
        codec = label and python_name(label)
        if codec and decoded(data, codec) is not None and counts[codec] < FILES_MAX:
            counts[codec] += 1
            yield name, label


def fetch(packages):
    """Have the packages in .cache/truth.  Return: where each is."""
    folder = os.path.join(CACHE, "deb")
    os.makedirs(folder, exist_ok=True)
    there = {name.split("_")[0] for name in os.listdir(folder)}
    missing = [package for package in packages if package not in there]
    for i in range(0, len(missing), 40):
        subprocess.run(["apt-get", "download", "-q", *missing[i:i + 40]], cwd=folder, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {name.split("_")[0]: os.path.join(folder, name) for name in sorted(os.listdir(folder))}


def make_list():
    names = subprocess.run(["apt-cache", "pkgnames"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    names = sorted(name for name in names if PACKAGES.fullmatch(name))
    print("# SPDX-License-Identifier: GPL-2.0-only OR MIT\n# Debian package, file, and the encoding that it is said to have")
    debs = fetch(names)
    for package in names:
        for name, label in rows_of(package, debs[package]) if package in debs else ():
            print(package, name, label, sep="\t")


def half_of(package):
    return "tune" if hashlib.sha256(package.encode()).digest()[0] % 2 else "judge"


def texts_of(row, data):
    """The bytes of a row's file: (how, bytes), as they are, and without the line that says the encoding."""
    _, name, label = row
    codec, match = python_name(label), said_inside(name, data)
    line = (data.rfind(b"\n", 0, match.start(1)) + 1, data.find(b"\n", match.end(1)) + 1) if match else (0, 0)
    for how, text in ("as they are", data), ("stripped", data[:line[0]] + data[line[1]:]):
        if not text.isascii() and decoded(text, codec) is not None:
            yield how, text


def is_right(label, codec, text):
    """Do the readers of what was said see the text that was written?  As by the Encoding Standard, what
    is said to be ISO-8859-1 is read as windows-1252, also where that has no character."""
    said = python_name(label or "")
    if said and LARGER.get(said, said) == LARGER.get(codec, codec):
        return True
    return bool(said) and decoded(text, said) in (decoded(text, codec), text.decode(codec, "replace"))


def measure(command, half):
    """(half, kind, how, right, of, packages lost) of each."""
    rows = [tuple(line.rstrip("\n").split("\t")) for line in open(TABLE, encoding="utf-8") if line[0] != "#"]
    rows = [row for row in rows if half in (None, half_of(row[0]))]
    packages = sorted({row[0] for row in rows})
    debs, cases = fetch(packages), []
    lost = [package for package in packages if package not in debs]
    if lost:
        print(f"cannot be fetched: {' '.join(lost)}")
    for package in (package for package in packages if package in debs):
        files = dict(files_of(debs[package]))
        for row in (row for row in rows if row[0] == package):
            cases += [(row, how, text) for how, text in texts_of(row, files[row[1]])]
    right, of, wrong = collections.Counter(), collections.Counter(), []
    for (row, how, text), said in zip(cases, mojibake.detect_bytes(command, [case[2] for case in cases])):
        label = said["encoding"]
        key = ("UTF-8" if python_name(row[2]) == "utf-8" else "legacy", how)
        of[key] += 1
        if is_right(label, python_name(row[2]), text):
            right[key] += 1
        else:
            wrong.append(f"    {how}: {row[0]} {os.path.basename(row[1])}: {row[2]}, not {label}")
    print(f"{half or 'all'} ({len(packages)} packages):")
    for kind, how in sorted(of):
        print(f"  {kind}, {how}: {right[kind, how]} of {of[kind, how]}")
        yield half, kind, how, right[kind, how], of[kind, how], len(lost)
    print("\n".join(wrong))


def main():
    if sys.argv[1] == "list":
        make_list()
    else:
        list(measure(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))


if __name__ == "__main__":
    main()
