# SPDX-License-Identifier: GPL-2.0-only
"""What people said of mutants."""
import re
from dataclasses import dataclass


@dataclass
class Excuse:
    """A mutant that no test can tell from the original, and why.

    used    some mutant of this tree is meant
    """
    where: str
    before: str
    after: str
    reason: str
    line: int
    used: bool = False


class Excuses:
    """scripts/suites/mutate.equivalent: paragraphs of four parts.

        module/core/file.c function
        - the line as it is
        + the line as it would be
        the reason, in one line or more

    Where several lines of the function are the same, the first one is meant; `function 2`
    means the second.
    """

    def __init__(self, path):
        self.path = path
        self.all = {}
        text = path.read_text()
        for paragraph in re.finditer(r"^([^#\n].*\n)+", text, re.M):
            self.add(paragraph[0].splitlines(), text.count("\n", 0, paragraph.start()) + 1)

    def add(self, paragraph, line):
        """One, whose paragraph begins in this line."""
        if len(paragraph) < 4 or paragraph[1][:2] != "- " or paragraph[2][:2] != "+ ":
            raise SystemExit(f"mutate: {self.path}:{line}: not a place, - line, + line, reason")
        excuse = Excuse(paragraph[0], paragraph[1][2:].strip(), paragraph[2][2:].strip(),
                        " ".join(paragraph[3:]), line)
        self.all[excuse.where, excuse.before, excuse.after] = excuse

    def find(self, mutant):
        nth = f" {mutant.nth + 1}" if mutant.nth else ""
        excuse = self.all.get((f"{mutant.path} {mutant.function}{nth}", mutant.before.strip(),
                               mutant.after.strip()))
        if excuse:
            excuse.used = True
        return excuse

    def stale(self, paths):
        """Those of the given files that mean no mutant of this tree."""
        return [e for e in self.all.values()
                if not e.used and e.where.split()[0] in paths]
