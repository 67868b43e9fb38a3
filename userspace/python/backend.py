# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Builds the package with the library in it (PEP 517), by what Python and a C compiler
have: pip needs neither a network nor setuptools for it."""
import base64
import hashlib
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
MAKER = HERE.parent.parent / "scripts/amalgamation"
PACKAGE = sorted(p for p in (HERE / "utf8check").iterdir() if p.suffix in (".py", ".typed"))
VERSION = re.search('__version__ = "(.*)"', (HERE / "utf8check/__init__.py").read_text())[1]
NAME = f"utf8check-{VERSION}"
METADATA = f"""\
Metadata-Version: 2.1
Name: utf8check
Version: {VERSION}
Summary: Judge, filter and convert UTF-8, by libutf8check
License: GPL-2.0-only OR MIT
Requires-Python: >=3.9
"""
TAG = f"py3-none-{re.sub('[-.]', '_', sysconfig.get_platform())}"
WHEEL = f"Wheel-Version: 1.0\nGenerator: utf8check\nRoot-Is-Purelib: false\nTag: {TAG}\n"


def find_sources(folder):
    """The library in two files: of the tree, into this folder; or those of an sdist."""
    if not MAKER.exists():
        return HERE / "c"
    subprocess.run([sys.executable, str(MAKER), folder], check=True)
    return pathlib.Path(folder)


def build_sdist(sdist_directory, config_settings=None):
    with tempfile.TemporaryDirectory() as folder, \
            tarfile.open(pathlib.Path(sdist_directory) / f"{NAME}.tar.gz", "w:gz") as tar:
        for path in [HERE / "pyproject.toml", HERE / "backend.py", *PACKAGE]:
            tar.add(path, f"{NAME}/{path.relative_to(HERE)}")
        for path in sorted(find_sources(folder).glob("utf8check.[ch]")):
            tar.add(path, f"{NAME}/c/{path.name}")
        info = tarfile.TarInfo(f"{NAME}/PKG-INFO")
        info.size = len(METADATA)
        tar.addfile(info, io.BytesIO(METADATA.encode()))
    return f"{NAME}.tar.gz"


def compile_library(folder):
    """The path of the library, made in this folder."""
    made = os.path.join(folder, "libutf8check.so")
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    subprocess.run([*shlex.split(compiler), "-std=c11", "-O2", "-fvisibility=hidden", "-fPIC",
                    "-shared", *shlex.split(os.environ.get("CFLAGS", "")), "-o", made,
                    str(find_sources(folder) / "utf8check.c")], check=True)
    return pathlib.Path(made)


def write_wheel(folder, files):
    """The name of a wheel with these files, by path."""
    info = f"{NAME}.dist-info"
    files[f"{info}/METADATA"] = METADATA.encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    record = f"{info}/RECORD,,\n"
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = record.encode()
    made = f"{NAME}-{TAG}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return made


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"utf8check/{path.name}": path.read_bytes() for path in PACKAGE}
    with tempfile.TemporaryDirectory() as folder:
        files["utf8check/libutf8check.so"] = compile_library(folder).read_bytes()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays where it is, and has the library beside it (PEP 660)."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(compile_library(folder), HERE / "utf8check")
    return write_wheel(wheel_directory, {"utf8check.pth": f"{HERE}\n".encode()})
