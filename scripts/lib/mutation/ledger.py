# SPDX-License-Identifier: GPL-2.0-only
"""What is known of mutants: found in earlier runs, or said by people."""
import threading
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

    Where several lines of the function are so the first one is meant; `function 2`
    means the second.
    """

    def __init__(self, path):
        self.path = path
        self.all = {}
        paragraph, first = [], 0
        text = path.read_text().split("\n") if path.exists() else []
        for number, line in enumerate([*text, ""], 1):
            if line.startswith("#"):
                continue
            if line.strip():
                first = first if paragraph else number
                paragraph.append(line.strip())
            elif paragraph:
                self.add(paragraph, first)
                paragraph = []

    def add(self, paragraph, line):
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


class Results:
    """build/mutate/results.tsv: a line for each mutant that was judged.

    A verdict holds as long as the mutated file is what it was; that nothing
    was noticed, as long as the tests are, too.
    """

    def __init__(self, path, fresh):
        self.path = path
        self.lock = threading.Lock()
        self.known = {}
        if fresh:
            path.unlink(missing_ok=True)
        for line in path.read_text().split("\n") if path.exists() else []:
            fields = line.split("\t")
            if len(fields) >= 5:
                self.known[fields[0]] = fields[1:5]
        self.file = open(path, "a", encoding="utf-8")

    def find(self, mutant, tests):
        """Return: (verdict, why), or None."""
        digest, verdict, why, then = self.known.get(mutant.key, (None,) * 4)
        if digest != mutant.digest or (verdict == "survived" and then != tests):
            return None
        return verdict, why

    def put(self, mutant, tests, verdict, why):
        fields = (mutant.key, mutant.digest, verdict, why, tests, mutant.operator,
                  mutant.title.replace("\t", " "))
        with self.lock:
            self.known[mutant.key] = list(fields[1:5])
            self.file.write("\t".join(fields) + "\n")
            self.file.flush()
