# SPDX-License-Identifier: GPL-2.0-only
"""The device under mutation: its tests in User Mode Linux.

The module is built once by scripts/module; kbuild's own commands then compile
the one file that is changed and link the module anew, and scripts/vm boots it.
"""
import hashlib
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from process import must, run

# So many times longer than unchanged a mutant may take until it is given up; the
# limits of scripts/vm are for guests that are waited for.
PATIENCE = 4
VERDICT = re.compile(r"^(not ok|ok) - (?:device )?(.*?)(?: # SKIP.*| \(.*)?$")


class Missing(Exception):
    """What is needed is not there."""


def end(guest):
    """End scripts/vm and the guest, which may not listen any more."""
    guest.send_signal(signal.SIGTERM)
    try:
        guest.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(guest.pid, signal.SIGKILL)


def good_until_now(found, expected):
    return all(good != "not ok" or expected.get(name) != "ok" for name, good in found.items())


class Bench:
    """A place where one mutant at a time is built."""

    def __init__(self, device, folder):
        self.device, self.folder = device, folder
        self.originals = {}
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run(["cp", "-as", device.root / "module", folder], check=True)

    def command(self, name):
        """The command by which kbuild made a file, made for this place."""
        saved = (self.device.base / "module" / f".{name}.cmd").read_text()
        command = saved.split("\n", 1)[0].split(":= ", 1)[1]
        return command.replace(str(self.device.base), str(self.folder))

    def compiled(self, path):
        """Return: the object's bytes, or None."""
        name = path.removeprefix("module/").replace(".c", ".o")
        made = self.folder / "module" / name
        ended = run(["sh", "-c", self.command(name)], cwd=self.device.kernel, seconds=120)
        return made.read_bytes() if ended.good else None

    def linked(self, path):
        """Link the module with the object of the changed file."""
        name = path.removeprefix("module/").replace(".c", ".o")
        parts = (self.device.base / "module/utf8check.mod").read_text()
        changed = f"{self.folder}/module/{name}"
        parts = parts.replace(f"{self.device.base}/module/{name}", changed)
        (self.folder / "module/utf8check.mod").write_text(parts)
        for part in ("module/utf8check.mod.o", ".module-common.o"):
            shutil.copy(self.device.base / part, self.folder / part)
        for name in ("utf8check.o", "utf8check.ko"):
            if not run(["sh", "-c", self.command(name)], cwd=self.device.kernel).good:
                return None
        return self.folder / "module/utf8check.ko"


class Device:
    """All that is needed to judge a mutant of the device."""

    def __init__(self, root, folder, quick, say):
        self.root, self.folder = root, folder
        say("building the module and its tests")
        found = subprocess.run([root / "scripts/module", "uml"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        if found.returncode:
            raise Missing("no module for User Mode Linux: " + found.stderr.strip()[-200:])
        self.base = Path(found.stdout.strip())
        kernel = must([root / "scripts/kernel", "uml"], "kernel", errors=False).strip()
        self.kernel = Path(kernel) / "build"
        must(["make", "-s", "-C", root / "userspace", "tools", "device-tests",
              f"BUILD={root}/build"], "building the device's tests", seconds=3000)
        self.tests = self.digest()
        say("running the device's tests without any mutation")
        self.expected, self.seconds = {"": "ok"}, 600
        begun = time.monotonic()
        self.expected = self.boot(self.base / "module/utf8check.ko", {})
        self.seconds = time.monotonic() - begun
        if "ok" not in self.expected.values() or "died" in self.expected:
            raise Missing("the device's tests do not run in User Mode Linux")
        say(f"{list(self.expected.values()).count('ok')} of {len(self.expected)} tests "
            f"can tell a mutant there, in {self.seconds:.0f} s")

    def digest(self):
        total = hashlib.sha256()
        for path in sorted((self.root / "userspace/tests/device").glob("*.[ch]")):
            total.update(path.read_bytes())
        return total.hexdigest()[:16]

    def has(self, path):
        name = path.removeprefix("module/").replace(".c", ".o")
        return (self.base / "module" / f".{name}.cmd").exists()

    def bench(self, number):
        return Bench(self, self.folder / f"bench-{number}")

    def boot(self, module, expected):
        """{test: ok or not ok}; ends at the first that is not as expected."""
        env = {**os.environ, "KERNEL": "uml", "VM_MODULE": "none",
               "VM_BEFORE": str(module.relative_to(self.root / "build")),
               "VM_TAIL": "5"}
        found = {}
        guest = subprocess.Popen([self.root / "scripts/vm", "device_test"], env=env, text=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, errors="replace",
                                 start_new_session=True)
        watch = threading.Timer(PATIENCE * self.seconds + 20, end, [guest])
        watch.start()
        for line in guest.stdout:
            verdict = VERDICT.match(line.rstrip())
            if not verdict:
                continue
            # What is skipped tells nothing.
            good = "skip" if "# SKIP" in line else verdict.group(1)
            found[verdict.group(2)] = good
            if good == "not ok" and expected.get(verdict.group(2)) == "ok":
                end(guest)
                break
        for _ in guest.stdout:
            pass
        status = guest.wait()
        watch.cancel()
        if status not in (0, 1) and good_until_now(found, expected):
            found["died"] = "not ok"
        return found

    def judge(self, bench, mutant, text):
        """Return: a verdict and what brought it about."""
        place = bench.folder / mutant.path
        if mutant.path not in bench.originals:
            bench.originals[mutant.path] = bench.compiled(mutant.path)
        place.unlink()
        place.write_text(text)
        try:
            return self.tried(bench, mutant)
        finally:
            place.unlink()
            place.symlink_to(self.root / mutant.path)

    def tried(self, bench, mutant):
        made = bench.compiled(mutant.path)
        if made is None:
            return "broken", "does not compile"
        if made == bench.originals[mutant.path]:
            return "same", "the same code"
        module = bench.linked(mutant.path)
        if not module:
            return "broken", "does not link"
        found = self.boot(module, self.expected)
        if "died" in found:
            return "killed", "a kernel that complained, hung or died"
        for name, good in self.expected.items():
            if good == "ok" and found.get(name) != "ok":
                return "killed", name
        return "survived", "all tests passed"
