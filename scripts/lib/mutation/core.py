# SPDX-License-Identifier: GPL-2.0-only
"""The core under mutation: unit tests and vectors, without a sanitizer first.

Everything is built once by userspace/Makefile, whose own commands then compile
the one file that is changed and link it with the objects of all others.
"""
import re
import shlex
import shutil
import threading
from pathlib import Path

from process import must, run

CORE = "module/core"
# One of so many cases where there are millions, as in scripts/suites/cpus.
QUICK = {"UTF8CHECK_SHARE": "17"}
SANITIZERS = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
# Under a sanitizer a program takes so many times longer, at most.
SLOWER = 30
VECTORS = "utf8check"
# Programs of groups of tests.
TESTS = ("unit_tests", "slow_tests")
# An implementation's files, by what is in their names; scalar ones by name.
IMPLEMENTATIONS = {
    "avx512": ("avx512",), "avx2": ("avx2",), "ssse3": ("ssse3",),
    "scalar": ("/validate.c", "/candidates_scalar.c", "/replace.c", "/utf16.c", "/count.c"),
}


class Build:
    """The programs of userspace/Makefile, compiled in one way."""

    def __init__(self, root, folder, flags):
        self.root, self.folder = root, folder
        self.make = ["make", "-C", str(root / "userspace"), f"BUILD={folder}",
                     f"OBJ={folder}/obj", f"CFLAGS={flags}", f"LDFLAGS={flags}", "CC=gcc",
                     "test-programs", "exhaustive-program", f"{folder}/{VECTORS}"]
        must([*self.make, "-s", "-j2"], f"building {folder.name}", seconds=3000)
        self.compile, self.link = {}, {}
        self.read_commands()

    def read_commands(self):
        said = must([*self.make, "-n", "-B", "V=1"], "asking make")
        for line in said.replace("\\\n", " ").split("\n"):
            words = shlex.split(line) if " -o " in line else []
            if "-c" in words and words[-1].startswith("../" + CORE):
                self.compile[words[-1].removeprefix("../")] = words
            elif "-o" in words and "-c" not in words:
                target = Path(words[words.index("-o") + 1])
                if target.name in (VECTORS, *TESTS):
                    self.link[target.name] = words

    def object(self, source):
        words = self.compile[source]
        return words[words.index("-o") + 1]

    def users(self, path):
        """The sources of the core that a file is compiled into."""
        if path in self.compile:
            return [path]
        found = []
        for source in sorted(self.compile):
            depends = Path(self.object(source)).with_suffix(".d").read_text()
            if re.search(rf"[ /]{re.escape(path.removeprefix('module/'))}\b", depends):
                found.append(source)
        return found


class Workplace:
    """A place where one mutant at a time is built."""

    def __init__(self, core, folder):
        self.core, self.folder = core, folder
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(core.root / "module", folder / "module")
        (folder / "userspace").mkdir()
        (folder / "out").mkdir()

    def compiled(self, build, source):
        """Compile a source here.  Return: the object, or None."""
        words = list(build.compile[source])
        made = self.folder / "out" / build.folder.name / source.replace("/", "-")
        made.parent.mkdir(exist_ok=True)
        made = made.with_suffix(".o")
        words[words.index("-o") + 1] = str(made)
        words = [w for w in words if w not in ("-MMD", "-MP")] + ["-w"]
        return made if run(words, cwd=self.folder / "userspace", seconds=120).good else None

    def linked(self, build, program, objects):
        """Link a program with objects in the place of the build's own."""
        words = list(build.link[program])
        made = self.folder / "out" / program
        words[words.index("-o") + 1] = str(made)
        inside = set()
        for i, word in enumerate(words):
            if word in objects:
                words[i] = str(objects[word])
                inside.add(word)
        # Before an archive whose member then stays out.
        rest = [str(made) for old, made in objects.items() if old not in inside]
        at = next((i for i, w in enumerate(words) if w.endswith(".a")), None)
        if rest and at:
            words[at:at] = rest
        return made if run(words, cwd=self.core.root / "userspace", seconds=120).good else None


class Core:
    """All that is needed to judge a mutant of the core."""

    def __init__(self, root, folder, say):
        self.root, self.folder = root, folder
        self.lock = threading.Lock()
        self.killers = {}
        self.sanitized = None
        folder.mkdir(parents=True, exist_ok=True)
        say("building the tests")
        self.plain = Build(root, folder / "plain", "-O2")
        self.home = {group: program for program in TESTS for group in
                     must([str(self.plain.folder / "obj" / program), "--list"], "--list").split()}
        self.groups = sorted(self.home)
        say("measuring the tests")
        self.times = {group: self.time_of(group) for group in self.groups}

    def test(self, command, env, **limits):
        """Run a test; some read the data of Unicode beside them."""
        return run(command, cwd=self.root / "userspace", env=env, **limits)

    def time_of(self, group):
        ended = self.test([self.plain.folder / "obj" / self.home[group], group], QUICK)
        if not ended.good:
            raise SystemExit(f"mutate: {group} fails without any mutation")
        return ended.seconds

    # --- one mutant ---

    def bench(self, number):
        return Workplace(self, self.folder / f"bench-{number}")

    def has(self, path):
        return path in self.plain.compile or bool(self.plain.users(path))

    @staticmethod
    def built(bench, build, sources):
        """{the build's object: the mutant's}, or None where it does not compile."""
        objects = {}
        for source in sources:
            made = bench.compiled(build, source)
            if not made:
                return None
            objects[build.object(source)] = made
        return objects

    def order(self, mutant):
        """What killed others of the same file comes first, then what is quick."""
        with self.lock:
            killers = self.killers.get(mutant.path, [])
        return sorted(self.groups, key=lambda g: (
            -killers.count(g) if self.times[g] < 3 else 0, self.times[g]))

    def command(self, name):
        """Return: the program of a group, or of the vectors, and its arguments."""
        if name == VECTORS:
            return VECTORS, ["--engine=library", "conformance"]
        return self.home[name], [name]

    def plans(self, mutant, sources):
        """(group, environment, seconds that it takes) one by one."""
        groups = self.order(mutant)
        yield VECTORS, {}, 1
        for g in groups:
            yield g, QUICK, self.times[g]
        # An implementation that is not the preferred one is made so.
        for name, parts in IMPLEMENTATIONS.items():
            if len(sources) < 5 and any(part in s for s in sources for part in parts):
                for g in groups:
                    yield g, {**QUICK, "UTF8CHECK_PREFER": name}, 3 * self.times[g]
        for g in groups:
            if self.has_more(g):
                yield g, {}, 20 * self.times[g]

    def has_more(self, group):
        """Are there cases that a share of them leaves out?"""
        source = self.root / "userspace/tests/unit" / f"{group}_test.c"
        if not source.exists():
            source = self.root / "kunit" / f"{group}_kunit.c"
        return re.search(r"\b(u8c_)?share\(\)|u8c_rounds|try_all", source.read_text())

    def judge(self, bench, mutant, text):
        """Return: a verdict and what brought it about."""
        changed = bench.folder / mutant.path
        original = changed.read_text()
        changed.write_text(text)
        try:
            return self.tried(bench, mutant)
        finally:
            changed.write_text(original)

    def tried(self, bench, mutant):
        sources = self.plain.users(mutant.path)
        objects = self.built(bench, self.plain, sources)
        if objects is None:
            return "broken", "does not compile"
        if all(made.read_bytes() == Path(self.plain.object(source)).read_bytes()
               for made, source in zip(objects.values(), sources)):
            return "same", "the same code"
        linked = {}
        for group, env, seconds in self.plans(mutant, sources):
            program, arguments = self.command(group)
            if program not in linked:
                linked[program] = bench.linked(self.plain, program, objects)
            if not linked[program]:
                return "broken", "does not link"
            if not self.test([linked[program], *arguments], env, seconds=5 * seconds).good:
                return self.killed(mutant, group, env.get("UTF8CHECK_PREFER", ""))
        return self.sanitize(bench, mutant, sources)

    def killed(self, mutant, group, how):
        with self.lock:
            self.killers.setdefault(mutant.path, []).append(group)
        return "killed", group + (f" ({how})" if how else "")

    def sanitize(self, bench, mutant, sources):
        """What nobody saw, a sanitizer may see."""
        with self.lock:
            if not self.sanitized:
                self.sanitized = Build(self.root, self.folder / "sanitized", SANITIZERS)
        objects = self.built(bench, self.sanitized, sources)
        linked = {}
        for group in self.order(mutant):
            program, arguments = self.command(group)
            if objects and program not in linked:
                linked[program] = bench.linked(self.sanitized, program, objects)
            made = linked.get(program)
            if made and not self.test([made, *arguments], QUICK, memory=0,
                                      seconds=SLOWER * self.times[group]).good:
                return self.killed(mutant, group, "sanitizers")
        return "survived", "all tests passed"
