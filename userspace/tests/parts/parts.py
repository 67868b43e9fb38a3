#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""A file in parts is judged as the whole file is: parts.py UTF8CHECK [COUNT]

For COUNT random texts and options: the file is cut into some number of parts, which
are judged each alone, joined in random groups, and in random order.  What `merge`
prints then, and its status, must be what the command says of the whole file.  Or it is
cut after line ends, and what `stats` counts of the pieces is added up.  The whole file is
read by one thread, in the way that the other tests compare with other programs.

SEED=N chooses other texts; a failure names its seed and keeps its file.  The last
line is "N passed, N failed, N skipped".
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import texts

UTF8CHECK = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 150
SEED = int(os.environ.get("SEED", "1"))

PROFILES = ("rfc3629", "wtf8", "cesu8", "mutf8", "ucs2", "rfc2279", "extended")
WIDE = ("utf-16le", "utf-16be", "utf-32le", "utf-32be")
FORMS = ("nfc", "nfd", "nfkc", "nfkd", "nfkc-casefold", "nfd-casefold")
FORBID = ("control", "bidi-control", "default-ignorable", "noncharacter", "unassigned",
          "private-use")


def run(*words, given=b""):
    done = subprocess.run([UTF8CHECK, "--engine=library", *words], input=given,
                          capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Difference(Exception):
    pass


def part(words, number, parts, name):
    status, out, err = run(*words, f"--part={number}/{parts}", name)
    if status or err or out.count(b"\n") != 1:
        raise Difference(f"part {number}/{parts}: status {status}, {err!r}, {out!r}")
    return out


def join_some(lines, rnd):
    """Neighbours, joined into partial results again, until a few are left."""
    lines = list(lines)
    while len(lines) > 1 and rnd.random() < .7:
        at = rnd.randrange(len(lines) - 1)
        to = min(len(lines), at + rnd.randrange(2, 4))
        some = lines[at:to]
        rnd.shuffle(some)
        status, out, err = run("merge", "--partial", given=b"".join(some))
        if status or err:
            raise Difference(f"merge --partial: status {status}, {err!r}")
        lines[at:to] = [out]
    rnd.shuffle(lines)
    return b"".join(lines)


def source(rnd):
    """An encoding of Python's, and the option that names it."""
    if rnd.random() < .6:
        return "utf-8", [] if rnd.random() < .7 else ["--from=auto"]
    encoding = rnd.choice(WIDE)
    return encoding, [f"--from={encoding}"] if rnd.random() < .8 else ["--from=auto"]


def forbidden(rnd):
    return ["--forbid=" + ",".join(rnd.sample(FORBID, 2))] if rnd.random() < .3 else []


def case_check(rnd):
    encoding, words = source(rnd)
    if encoding == "utf-8" and not words and rnd.random() < .5:
        words = [f"--profile={rnd.choice(PROFILES)}"]
    elif rnd.random() < .5:
        words.append(f"--normalized={rnd.choice(FORMS)}")
    if rnd.random() < .3:
        words.append(f"--bom={rnd.choice(('require', 'forbid'))}")
    shown = rnd.choice(([], ["--json"], ["--json"], ["--text"], ["--list"], ["--quiet"],
                        ["--max-errors=3"]))
    return encoding, ["check", "--jobs=1"] + words + forbidden(rnd), shown


def judge(command, shown, name, rnd):
    parts = rnd.choice((1, 2, 2, 3, 5, 8, 13))
    whole = run(*command, *shown, name)
    lines = [part(command, i + 1, parts, name) for i in range(parts)]
    status, out, err = run("merge", *shown, given=join_some(lines, rnd))
    err = err.replace(b"utf8check: merge:", b"utf8check: %s:" % command[0].encode())
    if (status, out, err) != whole:
        raise Difference(f"{parts} parts: {(status, out, err)!r:.2000}\nwhole: {whole!r:.2000}")


def pieces_of(data, rnd):
    """Cut after line ends; some may be empty."""
    ends = [0] + [at + 1 for at, byte in enumerate(data) if byte == 10]
    cuts = sorted(rnd.choices(ends, k=rnd.choice((0, 1, 2, 5)))) + [len(data)]
    return [data[start:end] for start, end in zip([0] + cuts, cuts)]


def longest_run_of(out, shown):
    """What is printed without the longest run, and that."""
    if not shown:
        lines = out.split(b"\n")
        return [line for line in lines if not line.startswith(b"  longest run ")], None
    counts = json.loads(out)
    run_of = counts.pop("longest_run")
    return counts, run_of["code_points"] if run_of else 0


def judge_stats(data, shown, rnd):
    whole = run("stats", *shown, given=data)
    lines = [run("stats", "--json", given=piece)[1] for piece in pieces_of(data, rnd)]
    merged = run("merge", *shown, given=b"".join(lines))
    (counts, longest), (sums, joined) = [longest_run_of(said[1], shown) for said in (whole, merged)]
    # A run that a cut divides counts as two.
    most = max(longest_run_of(line, True)[1] for line in lines)
    if (whole[0], counts, whole[2]) != (merged[0], sums, merged[2]) or shown and not most == joined <= longest:
        raise Difference(f"{len(lines)} pieces: {merged!r:.2000}\nwhole: {whole!r:.2000}")


def one(seed, folder):
    """Returns what is wrong, or None."""
    rnd = random.Random(seed)
    counted = rnd.random() < .3
    encoding, command, shown = ("utf-8", ["stats"], rnd.choice(([], ["--json"]))) if counted else case_check(rnd)
    data = texts.text(rnd, encoding)
    name = f"text-{seed}"
    with open(name, "wb") as file:
        file.write(data)
    try:
        if counted:
            judge_stats(data, shown, rnd)
        else:
            judge(command, shown, name, rnd)
    except Difference as why:
        return f"FAIL: SEED={SEED} text {seed % 1000000}: {' '.join(command + shown)} {folder}/{name}: {why}"
    os.unlink(name)
    return None


def main():
    failed = 0
    folder = tempfile.mkdtemp(prefix="utf8check-parts.")
    os.chdir(folder)
    for i in range(COUNT):
        wrong = one(SEED * 1000000 + i, folder)
        if wrong:
            print(wrong)
            failed += 1
    if not failed:
        shutil.rmtree(folder)
    print(f"{COUNT - failed} passed, {failed} failed, 0 skipped")
    return failed != 0


sys.exit(main())
