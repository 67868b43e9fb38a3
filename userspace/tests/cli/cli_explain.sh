# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of explain; sourced by cli.sh.

# The numbers that were published: word, class, reason.  Scripts rely on them, so a
# line that is here never changes and never goes; a new class or reason is a new line.
EXPLAIN_NUMBERS='ok 0 -
hidden-nul 1 -
hidden-separator 2 -
hidden-backslash 3 -
hidden-dot 4 -
lax-nul 5 -
lax-separator 6 -
lax-backslash 7 -
lax-dot 8 -
ill-formed 9 -
nul 10 -
separator 11 -
dotdot 12 -
backslash 13 -
dot 14 -
empty 15 -
too-long 16 -
compat-danger 17 -
ignorable-danger 18 -
translit-danger 19 -
control 20 9
bidi-control 21 10
default-ignorable 22 11
noncharacter 23 12
unassigned 24 13
private-use 25 14
bom 26 15
not-normalized 27 16
leading-dash 28 17
leading-space 29 18
trailing-space 30 19
trailing-dot 31 20
forbidden-byte 32 21
narrow-danger 33 -
bestfit-danger 34 -
windows-reserved 35 -
newline 36 -
protected 37 -
white-space 38 22
replacement 39 23
supplementary 40 24
url-danger 41 -
misplaced-ignorable 42 25
none - 0
unexpected-continuation - 1
overlong - 2
surrogate - 3
out-of-range - 4
invalid-byte - 5
truncated - 6
incomplete - 7
combining-run - 8'

# enum_words NAME: "word number" for each number of an enum of the ABI, as its header
# spells it.
enum_words() {
	sed -n "/^enum utf8check_$1 {/,/^}/s/^\tUTF8CHECK_[A-Z]*_\([A-Z_]*\) = \([0-9]*\),/\1 \2/p" \
		"$HERE/../../../module/include/uapi/linux/utf8check.h" | tr 'A-Z_' 'a-z-'
}

test_explain_numbers() {
	exits 0 u explain
	err_empty
	awk 'NR > 1 { print $3, $1, $2 }' out >found
	printf '%s\n' "$EXPLAIN_NUMBERS" >published
	diff published found ||
		fail 'the numbers of explain are not those that were published'
}

# Every number of the ABI has a row, and one only.
test_explain_has_all() {
	local kind column=0 word number
	run u explain
	for kind in class reason; do
		column=$((column + 1))
		enum_words $kind >wanted
		[ "$(wc -l <wanted)" -gt 20 ] || fail "enum utf8check_$kind was not found"
		while read -r word number; do
			[ "$(awk -v c=$column -v n="$number" -v w="$word" \
				'$c == n && $3 == w' out | wc -l)" = 1 ] ||
				fail "$kind $number, $word, has no row of its own in userspace/cli/explain/"
		done <wanted
		awk -v c=$column 'NR > 1 && $c != "-"' out | wc -l | grep -qx "$(wc -l <wanted)" ||
			fail "explain has another number of ${kind}s than the ABI"
	done
}

test_explain_output() {
	run u explain
	awk 'length > 80 { exit 1 }' out || fail 'the list is too wide'
	awk 'NR > 1 { print $3 }' out >words
	xargs "$UTF8CHECK" explain <words >out 2>err
	awk 'length > 80 { exit 1 }' out || fail 'a text is too wide'
	! grep -q ' $' out || fail 'a line ends with a space'
	[ "$ENGINE" = library ] || return 0
	status=0
	u explain >/dev/full 2>err || status=$?
	status_is 2
	err_has 'No space left on device'
}

# Each example is what its row says, and is refused by the options of its row, and by
# no other policy, class, profile or reason.
EXPLAIN_JUDGE='
import json, subprocess, sys
program = sys.argv[1:]
long_ones = {"too-long": "61" * 256, "combining-run": "71" + "cc81" * 1025}

def run(*words, data=b""):
    done = subprocess.run([*program, *words], input=data, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()

def known(*words):
    return run(*words)[2].split("; known: ")[1].strip().split(", ")

rows = [json.loads(line) for line in run("explain", "--json")[1].splitlines()]
for e in rows:
    e["hex"] = long_ones.get(e["word"], e["example_hex"])

def expect(good, e, item, found):
    if not good:
        print(e["word"], "and", item, "do not agree:", e["refused_by"], found)

def judge_names(kind, option, some):
    lines = "".join(e["hex"] + "\n" for e in some).encode()
    out = run(kind, option, "--hex", "--lines", "--json", data=lines)[1].splitlines()
    for e, v in zip(some, map(json.loads, out), strict=True):
        item, word = f"{kind} {option}", e["word"]
        if item in e["refused_by"]:
            expect(not v["ok"] and word in v["classes"], e, item, v)
        else:
            expect(v["ok"] or v["classes"] != [word], e, item, v)

classes = [e for e in rows if e["class"]]
for kind in "name", "path":
    for policy in known(kind, "--policy=?/"):
        judge_names(kind, "--policy=" + policy, classes)
    for e in classes:
        option = "--refuse=" + e["word"]
        if run(kind, option, "a")[0] == 2:
            expect(f"{kind} {option}" not in e["refused_by"], e, option, "not supported")
        else:
            judge_names(kind, option, [e])

def reasons(e, *words):
    status, out, _ = run("check", "--json", *words, data=bytes.fromhex(e["hex"]))
    return [x["reason"] for x in json.loads(out)["errors"][:1]] if status < 2 else None

checked = 0
for e in rows:
    if not e["reason"]:
        continue
    for profile in known("check", "--profile=?/"):
        item = "check --profile=" + profile
        found = reasons(e, "--profile=" + profile)
        expect((found == [e["word"]]) == (item in e["refused_by"]), e, item, found)
    item = "check --forbid=" + e["word"]
    found = reasons(e, "--forbid=" + e["word"])
    expect((found == [e["word"]]) == (item in e["refused_by"]), e, item, found)
    checked += 1

# Those that remain are run as they are written.
for e in rows:
    for item in e["refused_by"]:
        command, option = item.split(" ")
        if option.split("=")[0] in ("--policy", "--refuse", "--profile", "--forbid") and item != "check --policy=source":
            continue
        if command in ("name", "path"):
            judge_names(command, option, [e])
        else:
            status, out, err = run(command, option, data=bytes.fromhex(e["hex"]))
            expect(status == 1 and e["word"] in out + err, e, item, err)
if len(classes) < 32 or checked < 21:
    print("too few rows")
'
