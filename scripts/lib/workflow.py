#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Read a workflow of GitHub's, for scripts/suites/workflow.

    workflow.py FILE check             what is wrong with it, a line each
    workflow.py FILE list              its jobs, each with the values of one row of its matrix
    workflow.py FILE steps JOB DIR     the steps of one of these, as files in DIR; a line of
                                       DIR/list has the kind of a step, when it runs, its file
"""

import itertools
import re
import sys

import yaml


def rows(job):
    """The values of the job's matrix, in all combinations."""
    matrix = job.get("strategy", {}).get("matrix", {})
    return [dict(zip(matrix, values)) for values in itertools.product(*matrix.values())]


def named_jobs(workflow):
    return {" ".join([name, *map(str, row.values())]): (job, row)
            for name, job in workflow["jobs"].items() for row in rows(job)}


def unknown(text):
    sys.exit(f"workflow: what is {text}?")


def expand(text, row):
    """What ${{ matrix.NAME }} is in this row; nothing else is known here."""
    def value(found):
        scope, _, name = found[1].partition(".")
        return str(row[name]) if scope == "matrix" and name in row else unknown(found[0])
    return re.sub(r"\$\{\{ *(.*?) *\}\}", value, text)


def condition(step, row):
    """When the step runs: always, never, or while all before it went well."""
    text = step.get("if", "success()")
    if text in ("success()", "always()"):
        return text[:-2]
    compared = re.fullmatch(r"matrix\.(\w+) == '(\w+)'", text)
    if not compared or compared[1] not in row:
        unknown(text)
    return "success" if str(row[compared[1]]) == compared[2] else "never"


def quoted(value):
    return "'" + value.replace("'", "'\\''") + "'"


def steps(workflow, job, row):
    """Of each step its kind, when it runs, and its commands or the name of its action."""
    for step in job["steps"]:
        when = condition(step, row)
        if "run" in step:
            variables = {**workflow.get("env", {}), **job.get("env", {}), **step.get("env", {})}
            yield "run", when, "".join(f"export {name}={quoted(expand(str(value), row))}\n"
                                       for name, value in variables.items()) + expand(step["run"], row)
        else:
            action = step["uses"].partition("@")[0]
            yield "checkout" if action == "actions/checkout" else "action", when, action


def complaints(workflow):
    if workflow.get("permissions") != {"contents": "read"}:
        yield "permissions: they are not contents: read"
    if "group" not in (workflow.get("concurrency") or {}):
        yield "concurrency: there is no group"
    for job, row in named_jobs(workflow).values():
        list(steps(workflow, job, row))
    for name, job in workflow["jobs"].items():
        for action in (step["uses"] for step in job["steps"] if "uses" in step):
            if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", action):
                yield f"{name}: {action}: it is not named by its sha"
        if job.get("container", {}).get("image") != "debian:12":
            yield f"{name}: the container is not debian:12"
        if "timeout-minutes" not in job:
            yield f"{name}: there is no timeout-minutes"
        if "permissions" in job:
            yield f"{name}: it has permissions of its own"
        if not any(step.get("uses", "").startswith("actions/cache@") and
                   step["with"]["path"] == ".cache" for step in job["steps"]):
            yield f"{name}: .cache/ is not kept by actions/cache"


def write_steps(workflow, job, row, folder):
    with open(f"{folder}/list", "w", encoding="utf-8") as listed:
        for number, (kind, when, text) in enumerate(steps(workflow, job, row)):
            print(kind, when, f"{folder}/{number}", file=listed)
            with open(f"{folder}/{number}", "w", encoding="utf-8") as file:
                print(text, file=file)


def main():
    file, what, *rest = sys.argv[1:]
    with open(file, encoding="utf-8") as text:
        workflow = yaml.safe_load(text)
    if what == "check":
        for line in complaints(workflow):
            print(line)
    elif what == "list":
        print(*named_jobs(workflow), sep="\n")
    else:
        write_steps(workflow, *named_jobs(workflow)[rest[0]], rest[1])


main()
