# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Files judged by the workers of a Dask cluster, all of which see the same files.

    python3 -m utf8check.cluster ADDRESS --parts=64 big.txt | utf8check merge
    find . -type f -print0 | python3 -m utf8check.cluster ADDRESS --list | xargs -0 ls -l

ADDRESS is that of the scheduler, as tcp://one:8786.  With --parts, each worker runs
`utf8check check --part` for some parts, and what they print is printed.  With --list, names
come from standard input, each ended by NUL; the names of the files that are not UTF-8 are
printed, in the same order and form, as `utf8check check --list --null` does.

A task whose worker dies is done again by another one.  The status is 0, or 2.
"""
import argparse
import subprocess
import sys
from typing import Iterator, List

import utf8check

PIECE = 1 << 20
BATCH = 500
RETRIES = 3


def judge_part(number: int, parts: int, command: List[str], name: str) -> bytes:
    """What the command prints for one part."""
    return subprocess.run(["utf8check", *command, f"--part={number}/{parts}", "--", name],
                          stdout=subprocess.PIPE, check=True).stdout


def _pieces(name: bytes) -> Iterator[bytes]:
    with open(name, "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def ill_formed(names: List[bytes]) -> List[bytes]:
    """Those of the files that are not UTF-8."""
    return [name for name in names if any(True for _ in utf8check.errors(_pieces(name)))]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="utf8check.cluster", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", metavar="ADDRESS")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--parts", type=int, metavar="N", help="judge FILE in N parts")
    what.add_argument("--list", action="store_true", help="judge the files that are named")
    parser.add_argument("--command", default="check",
                        help="with --parts: check, which is the default, with its options")
    parser.add_argument("file", nargs="?", metavar="FILE")
    given = parser.parse_intermixed_args()
    if (given.file is None) != given.list:
        parser.error("--parts needs FILE, and --list takes none")
    if not given.list and given.parts < 1:
        parser.error("--parts: N is at least 1")
    return given


def _tasks(client, given: argparse.Namespace) -> list:
    if given.list:
        names = [name for name in sys.stdin.buffer.read().split(b"\0") if name]
        batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
        return client.map(ill_formed, batches, pure=False, retries=RETRIES)
    return client.map(judge_part, range(1, given.parts + 1), parts=given.parts,
                      command=given.command.split(), name=given.file,
                      pure=False, retries=RETRIES)


def _print_all(client, given: argparse.Namespace) -> None:
    # Not sys.stdout: what it cannot write it tries to write again at the end.
    with open(sys.stdout.fileno(), "wb", closefd=False) as out:
        for task in _tasks(client, given):
            made = task.result()
            out.write(b"".join(name + b"\0" for name in made) if given.list else made)


def main() -> int:
    """Returns an exit status."""
    given = _arguments()
    try:
        from distributed import Client, KilledWorker  # only here is Dask needed
    except ImportError as error:
        print(f"utf8check.cluster: Dask is needed: {error}", file=sys.stderr)
        return 2
    try:
        with Client(given.address) as client:
            _print_all(client, given)
    except (OSError, ValueError, KilledWorker, subprocess.CalledProcessError) as error:
        print(f"utf8check.cluster: {ascii(str(error))}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
