#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Write each table that a program beside this one makes: gen/tables.py [--check]

Read ucd.py first.  Tables: the programs of TABLES, each by itself.  Rows of vectors:
vectors.py.  Manual pages: pages.py.  measure.py needs packages, and is run by hand.

With --check none is written, and the status is 1 where one is not as it would be made.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLES = {
    "forms.py": "module/core/normalize/ucd_normalization.c",
    "property.py": "module/core/name/ucd_property.c",
    "placement.py": "module/core/name/ucd_placement.c",
    "scripts.py": "userspace/cli/base/text/ucd_scripts.c",
    "characters.py": "userspace/cli/base/say/ucd_characters.c",
    "reference_ucd.py": "kunit/reference_ucd.c",
    "dangers.py": "kunit/danger_lists.h",
    "protect.py": "kunit/best_fit_list.h",
    "ages.py": "module/in-tree/unicode/utf8-age.h",
    "python_abi.py": "userspace/python/utf8check/abi.py",
}

differs = False
for program, name in TABLES.items():
    file = HERE.parent.parent / name
    made = subprocess.run([sys.executable, "-B", HERE / program],
                          check=True, stdout=subprocess.PIPE).stdout
    if sys.argv[1:] != ["--check"]:
        file.write_bytes(made)
    elif made != file.read_bytes():
        print(f"{name} is not what {program} makes")
        differs = True
sys.exit(differs)
