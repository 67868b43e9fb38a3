# SPDX-License-Identifier: GPL-2.0-only
"""Programs that may hang, die or eat all memory."""
import os
import subprocess
from dataclasses import dataclass

NOT_LESS = 8	# seconds of the processor that everything may take
MEMORY = 8 << 30


@dataclass(frozen=True)
class Ended:
    """How a program ended: its status (negative: by that signal), and seconds."""
    status: int
    seconds: float
    output: str = ""

    @property
    def good(self):
        return self.status == 0


def run(argv, cwd=None, env=None, seconds=600, memory=MEMORY, output=False):
    """Run to the end, or until it took the processor for so many seconds.

    It may take ten times longer where the processors are busy.
    """
    seconds = max(int(seconds), NOT_LESS)
    limits = ["prlimit", f"--cpu={seconds}:{seconds + 2}", "--core=0",
              "--fsize=1000000000"]
    if memory:
        limits.append(f"--as={memory}")
    command = ["timeout", "-k", "2", str(10 * seconds), *limits, *argv]
    sink = subprocess.PIPE if output else subprocess.DEVNULL
    child = subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})},
                             stdin=subprocess.DEVNULL, stdout=sink,
                             stderr=subprocess.STDOUT)
    said = child.stdout.read() if output else b""
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if output:
        child.stdout.close()
    return Ended(child.returncode, usage.ru_utime + usage.ru_stime,
                 said.decode("utf-8", "replace"))


def must(argv, what, **how):
    """Run what cannot fail unless the tree is broken.  Return: its output."""
    ended = run(argv, output=True, **how)
    if not ended.good:
        raise SystemExit(f"mutate: {what}: status {ended.status}\n{ended.output[-3000:]}")
    return ended.output
