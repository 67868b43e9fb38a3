#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong with a workflow of GitHub's: workflow.py FILE GROUP...

Each group of scripts/check is a value of a job's matrix.  A line begins with FAIL for each
fault; the last is "N passed, N failed, N skipped".
"""
import re
import sys

import yaml


def complaints(workflow, groups):
    if workflow.get("permissions") != {"contents": "read"}:
        yield "permissions: they are not contents: read"
    # YAML reads the word `on` as true.
    if not {"push", "pull_request"} <= {*workflow.get(True, [])}:
        yield "on: it is not run for each push and pull request"
    if "group" not in (workflow.get("concurrency") or {}):
        yield "concurrency: there is no group"
    there = [value for job in workflow["jobs"].values()
             for values in job.get("strategy", {}).get("matrix", {}).values() for value in values]
    for group in groups:
        if group not in there:
            yield f"no job runs the group {group}"
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
        for part in job, *(step for step in job["steps"] if "make check" in step.get("run", "")):
            if "if" in part or "continue-on-error" in part:
                yield f"{name}: it is not run, or may fail, on a condition"
        if not any(step.get("uses", "").startswith("actions/cache@") and
                   step["with"]["path"] == ".cache" for step in job["steps"]):
            yield f"{name}: .cache/ is not kept by actions/cache"


def main():
    with open(sys.argv[1], encoding="utf-8") as text:
        found = list(complaints(yaml.safe_load(text), sys.argv[2:]))
    for line in found:
        print("FAIL", line)
    print(f"{int(not found)} passed, {len(found)} failed, 0 skipped")
    return bool(found)


sys.exit(main())
