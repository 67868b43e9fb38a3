# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Builds the library into the package: of the tree's sources, or of those in an sdist."""
import pathlib
import subprocess
import sys

from setuptools import Extension, setup

HERE = pathlib.Path(__file__).resolve().parent
MAKER = HERE.parent.parent / "scripts/amalgamation"

if MAKER.exists():
    subprocess.run([sys.executable, str(MAKER), str(HERE / "c")], check=True)

# Not a module of Python's, but it is compiled and packed as one: any Python 3 loads it.
setup(ext_modules=[Extension("utf8check.libutf8check", ["c/utf8check.c"],
                             extra_compile_args=["-std=c11", "-O2", "-fvisibility=hidden"],
                             py_limited_api=True)],
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
