#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR MIT
"""Say where the document on standard input breaks the schema of SARIF 2.1.0.

Here is what the schema says of the members that the command writes.  Any other member
is an error: who writes one adds what the schema says of it.
"""
import json
import re
import sys

PART = r"(?:[\w.~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*"
URI, REFERENCE = re.compile("[a-z][a-z0-9+.-]*:" + PART, re.ASCII), re.compile(PART, re.ASCII)
LINE = range(1, sys.maxsize)
BYTE = range(0, sys.maxsize)    # -1 says that none is known: the command always knows

# An object is its members, of which those with a star are required; a list is [what it
# holds]; a set or a range is what is allowed.
TEXT = {"text*": str}
REGION = {"startLine": LINE, "startColumn": LINE, "endColumn": LINE, "byteOffset": BYTE,
          "byteLength": BYTE}
PLACE = {"artifactLocation*": {"uri": REFERENCE}, "region": REGION}
# The schema does not ask for ruleId, but section 3.27.5 does where there is no rule.
RESULT = {"ruleId*": str, "level": {"none", "note", "warning", "error"}, "message*": TEXT,
          "locations": [{"physicalLocation": PLACE}], "properties": dict}
NOTICE = {"level": {"none", "note", "warning", "error"}, "message*": TEXT}
RULES = [{"id*": str, "shortDescription": TEXT}]
RUN = {"tool*": {"driver*": {"name*": str, "version": str, "informationUri": URI,
                              "rules": RULES}},
       "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}, "results": [RESULT],
       "invocations": [{"executionSuccessful*": bool, "toolExecutionNotifications": [NOTICE]}]}
LOG = {"$schema": URI, "version*": {"2.1.0"}, "runs*": [RUN]}


def errors(value, rule, at):
    if isinstance(rule, dict):
        if not isinstance(value, dict):
            yield f"{at}: no object"
            return
        known = {name.rstrip("*"): inner for name, inner in rule.items()}
        for name in value.keys() - known.keys():
            yield f"{at}: {name}: no such member"
        for name in rule:
            if name.endswith("*") and name[:-1] not in value:
                yield f"{at}: {name[:-1]} is missing"
        for name in value.keys() & known.keys():
            yield from errors(value[name], known[name], f"{at}.{name}")
    elif isinstance(rule, list):
        if not isinstance(value, list):
            yield f"{at}: no list"
            return
        if rule is RULES and len({json.dumps(item) for item in value}) != len(value):
            yield f"{at}: an item is there twice"
        for i, item in enumerate(value):
            yield from errors(item, rule[0], f"{at}[{i}]")
    elif isinstance(rule, type):
        if type(value) is not rule:
            yield f"{at}: no {rule.__name__}: {value!r}"
    elif isinstance(rule, re.Pattern):
        if not (isinstance(value, str) and rule.fullmatch(value)):
            yield f"{at}: no URI: {value!r}"
    elif type(value) is not type(next(iter(rule))) or value not in rule:
        yield f"{at}: not allowed: {value!r}"


found = list(errors(json.load(sys.stdin), LOG, "log"))
print(*found, sep="\n")
sys.exit(bool(found))
