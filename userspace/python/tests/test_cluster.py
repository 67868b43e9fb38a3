# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""utf8check.cluster without a cluster: a stand-in for Dask does the tasks at once.

With Dask it is tested in userspace/tests/parts/cluster.
"""
import os
import subprocess
import sys
import tempfile
import unittest

DASK = '''
class KilledWorker(Exception):
    pass
class Task:
    def __init__(self, call):
        self.result = call
class Client:
    def __init__(self, address):
        if address == "nobody":
            raise OSError("nobody answers")
    __enter__ = lambda self: self
    __exit__ = lambda self, *_: None
    def map(self, function, items, pure, retries, **options):
        return [Task(lambda item=item: function(item, **options)) for item in items]
'''
COMMAND = '''#!/bin/sh
for word; do printf '<%s>' "$word"; done
echo
'''


class Cluster(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("distributed.py", DASK)
        self.write("utf8check", COMMAND)
        os.chmod(os.path.join(self.folder, "utf8check"), 0o755)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_it(self, *words, **options):
        paths = [self.folder, *filter(None, sys.path)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths),
                       "PYTHONUNBUFFERED": "",
                       "PATH": self.folder + os.pathsep + os.environ["PATH"]}
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.run([sys.executable, "-B", "-m", "utf8check.cluster", *words],
                              cwd=self.folder, env=environment, check=False, **options)

    def test_parts(self):
        done = self.run_it("one", "--parts=2", "--command=check --bom=forbid", "--", "-name")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, b"<check><--bom=forbid><--part=1/2><--><-name>\n"
                                      b"<check><--bom=forbid><--part=2/2><--><-name>\n")

    def test_list(self):
        self.write("good", "a")
        with open(os.path.join(self.folder, "bad"), "wb") as file:
            file.write(b"\xff")
        done = self.run_it("one", "--list", input=b"good\0bad\0")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"bad\0", b""))

    def test_trouble(self):
        for words, said in ((("one", "--parts=0", "file"), b"at least 1"),
                            (("one", "--parts=2"), b"needs FILE"),
                            (("nobody", "--parts=2", "file"), b"nobody answers"),
                            (("one", "--list"), b"nowhere")):
            done = self.run_it(*words, input=b"nowhere\0")
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)
            self.assertIn(said, done.stderr)
            self.assertNotIn(b"Traceback", done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = self.run_it("one", "--parts=2", "file", stdout=full)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertIn(b"No space left", done.stderr)


if __name__ == "__main__":
    unittest.main()
