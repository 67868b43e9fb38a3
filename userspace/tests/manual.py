#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""The manual is complete, and its examples work: manual.py UTF8CHECK [PAGES]

Each command has a page of at most 250 lines, which has the options of its help and no
other; pages that are named are there; names that utf8check(7) shows are refused for
what it says; the examples for users, typed in a new folder, do what the page shows.
The last line is "N passed, N failed, N skipped".
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
UTF8CHECK = pathlib.Path(sys.argv[1]).resolve()
PAGES = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else UTF8CHECK.parent / "docs/man")
LONGEST = 250
# Made when the library is built, or documents of others.
MADE = ("libutf8check.3",)
# They need other machines, a repository, much time or a module.
NOT_TYPED = ("parallel", "sshlogin", "cluster", "--engine=both", "big.txt", "tail -f", "--tracked", "/media",
             "/etc/utf8check")


def says(*words):
    return subprocess.run([UTF8CHECK, *words], capture_output=True, text=True, check=True).stdout


def commands():
    listed = re.search(r"\nCommands:\n(.*?)\n\n", says("--help"), re.S).group(1)
    names = re.findall(r"^  ([a-z]+) ", listed, re.M)
    return [name for name in names if name not in ("help", "path")]


def page_of(command):
    pages = sorted(PAGES.glob(f"utf8check-{command}.[18]"))
    return pages[0] if pages else None


def options_of_help(command):
    found = set(re.findall(r"^ +(?:-\w, )?--([a-z0-9-]+)", says("help", command), re.M))
    return found - {"help", "engine", "color"}


def options_of_page(page):
    items = re.findall(r"^\.It (Fl .*)$", page.read_text(), re.M)
    found = re.findall(r"(?:Fl|,) -([a-z0-9-]+)", " ".join(items))
    return set(found) - {"engine"}


def check_page(command):
    page = page_of(command)
    if not page:
        return [f"{command} has no page"]
    wrong = [f"{page.name}: --{name} is only in the help"
             for name in options_of_help(command) - options_of_page(page)]
    wrong += [f"{page.name}: --{name} is not in the help"
              for name in options_of_page(page) - options_of_help(command)]
    sections = re.findall(r"^\.Sh (.*)$", page.read_text(), re.M)
    if sections.index("EXAMPLES") != 3:
        wrong.append(f"{page.name}: EXAMPLES do not follow the DESCRIPTION")
    if len(re.findall(r"^[$#] ", page.read_text(), re.M)) < 3:
        wrong.append(f"{page.name}: less than three examples")
    if len(page.read_text().splitlines()) > LONGEST:
        wrong.append(f"{page.name}: more than {LONGEST} lines")
    return wrong


def check_references():
    there = {page.name for page in PAGES.glob("*.[1-9]")} | set(MADE)
    return [f"{page.name}: there is no page {name}"
            for page in PAGES.glob("*.[1-9]")
            for name in sorted({f"{word}.{section}" for word, section in re.findall(
                r"^\.(?:.* )?Xr (\S*utf8check\S*) (\d)", page.read_text(), re.M)})
            if name not in there]


def check_lint():
    said = subprocess.run(["mandoc", "-Tlint", "-W", "warning", *PAGES.glob("utf8check*.[1-9]")],
                          capture_output=True, text=True, check=False).stdout
    # Examples come first here.
    return [line for line in said.splitlines() if "conventional order: Sh EXIT STATUS" not in line]


def check_refused():
    page = (PAGES / "utf8check.7").read_text()
    for name, char in (r"\e", "\\"), (r"\(aq", "'"), (r"\(ti", "~"), (r"\(dq", '"'), (r"\&", ""):
        page = page.replace(name, char)
    rows = re.findall(r"^\.Dl (utf8check .*)\n\.Li (.*)$", page, re.M)
    wrong = [] if len(rows) > 25 else [f"utf8check(7) has only {len(rows)} examples"]
    for command, classes in rows:
        done = typed_in(".", command)
        found = re.findall(r": refused: ([a-z0-9-]+) \[", done.stdout)
        if done.returncode != 1 or sorted(set(found), key=found.index) != classes.split():
            wrong.append(f"{command}: status {done.returncode}, refused for {found}")
    return wrong


def typed_in(folder, command):
    return subprocess.run(
        ["bash", "-c", f'utf8check() {{ "{UTF8CHECK}" --engine=library "$@"; }}\n{command}'],
        cwd=folder, capture_output=True, check=False, errors="replace",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})


def shown(page):
    """Lines of examples, as they are displayed."""
    text = subprocess.run(["mandoc", "-Tutf8", "-O", "width=200", page],
                          capture_output=True, text=True, check=True).stdout
    text = re.sub(r".\x08", "", text)
    for block in re.findall(r"(?:^ {6,}\S.*\n)+", text, re.M):
        lines = [re.sub("^ +", "", line, 1) if line.startswith("           $") else line[11:]
                 for line in block.splitlines()]
        if lines[0].startswith("$ "):
            yield lines


def is_whole(command):
    return not command.endswith(("|", "\\")) and not subprocess.run(
        ["bash", "-n", "-c", command], capture_output=True, check=False).returncode


def typed(lines):
    """Each command, and the lines that the page shows below it."""
    command, output = "", []
    for line in lines:
        if command and not is_whole(command):
            command += "\n" + line
        elif line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], []
        else:
            output.append(line)
    yield command, output


def check_examples(page, folder):
    wrong = []
    for lines in shown(page):
        for command, output in typed(lines):
            if any(word in command for word in NOT_TYPED):
                continue
            done = typed_in(folder, command)
            if done.returncode not in (0, 1) or output and done.stdout.splitlines() != output:
                wrong.append(f"{page.name}: {command}\n{done.stdout}{done.stderr}"
                             f"status {done.returncode}; the page shows: {output}")
    return wrong


def checks(folder):
    for command in commands():
        yield lambda command=command: check_page(command)
    yield check_references
    yield check_refused
    yield check_lint
    for page in sorted(PAGES.glob("utf8check*.[1578]")):
        yield lambda page=page: check_examples(page, tempfile.mkdtemp(dir=folder))


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        for check in checks(pathlib.Path(name)):
            wrong = check()
            print("".join(f"FAIL: {line}\n" for line in wrong), end="")
            failed += bool(wrong)
            passed += not wrong
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed > 0


sys.exit(main())
