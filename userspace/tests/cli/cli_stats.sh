# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of stats; sourced by cli.sh.

SOURCES=$(cd "$(dirname "$0")/../.." && pwd)

test_stats_trouble() {
	fails_with 'nowhere: No such file' u stats nowhere folder good
	err_has 'folder: Is a directory'
	grep -q '^good:' out || fail 'expected the third file'
	fails_with "unrecognized option '--frobnicate'" u stats --frobnicate
	[ -e /dev/full ] || return 0
	status=0
	u stats good >/dev/full 2>err || status=$?
	status_is 2
}

# Against another way to count, over bytes of all kinds, in two pieces.
test_stats_oracle() {
	python3 -c 'if True:
	import random, sys
	random.seed(2)
	ranges = ((0, 0x80), (0x80, 0x800), (0x800, 0xd800), (0xe000, 0x10000), (0x10000, 0x110000))
	for _ in range(60000):
	    if random.random() < .02:
	        sys.stdout.buffer.write(bytes([random.randrange(0x80, 0x100)]))
	    sys.stdout.buffer.write(chr(random.randrange(*random.choice(ranges))).encode())' >text
	run u stats --json text
	json '(lambda b: (lambda t: (L[0]["error_count"], L[0]["code_points"] + L[0]["error_count"], L[0]["lines"]["lf"] + L[0]["lines"]["crlf"]) == (t.count("\ufffd") - b.count(b"\xef\xbf\xbd"), len(t), b.count(b"\n")))(b.decode("utf-8", "replace")))(open("text", "rb").read())'
	json 'L[0]["utf16"] == len(open("text", "rb").read().decode("utf-8", "ignore").encode("utf-16le"))'
	json 'L[0]["utf8"] == sum(s["utf8"] for s in L[0]["scripts"]) and L[0]["utf8"] + L[0]["error_bytes"] == L[0]["bytes"]'
}

# A text of a whole plane in turn: each of its code points is on another page than the one before.
test_stats_many_pages() {
	python3 -c 'if True:
	import sys
	text = "".join(chr(0x20000 + i * 257 % 0x10000) for i in range(0x10000))
	sys.stdout.buffer.write(text.encode() * 80)' >text
	# Seconds of a processor: 1.7, and 20 where each script is looked up by itself.
	# shellcheck disable=SC2016 # for the shell of the command
	exits 0 bash -c 'ulimit -t "$1"; exec "${@:2}"' - "$(patience 8)" "$UTF8CHECK" stats --json text
	json 'L[0]["code_points"] == 80 * 0x10000 and L[0]["utf8"] == L[0]["bytes"]'
}

# Lines and runs against a slow count, wherever they fall in blocks and pieces.
test_stats_slow_count() {
	cat >slow.py <<-'END'
	import json, random, re, sys
	LETTERS = {"Latin": "abzAZé", "Cyrillic": "Жя", "Han": "日本", "Hebrew": "ש",
	           "Inherited": "\u0301\u0300", "Common": " \t.@[`{\x7f\x01😀—\u00ad0"}
	SCRIPT = {c: s for s, cs in LETTERS.items() for c in cs}
	def make(i):
	    random.seed(i)
	    out = []
	    for _ in range(random.choice((1, 8, 60, 700))):
	        script = random.choice(list(LETTERS) + ["end", "bad", "Latin", "Common"])
	        n = random.choice((1, 2, 5, 20, 63, 64, 65, 150))
	        if script == "end":
	            out.append(random.choice((b"\n", b"\r\n", b"\r\n", b"\r", b"\n\n", b"\r\r\n")) * random.choice((1, 1, 2, 40)))
	        elif script == "bad":
	            out.append(random.choice((b"", b"\xff", b"\xff\xfe")))
	        else:
	            out.append("".join(random.choice(LETTERS[script]) for _ in range(n)).encode())
	    return b"".join(out)
	def count(data):
	    best, at = None, 0
	    parts = re.split(rb"(\r\n|\r|\n)", data)
	    for number in range(0, len(parts), 2):
	        line = parts[number]
	        is_line = line or number + 1 < len(parts)
	        if is_line and (best is None or len(line) > best["bytes"]):
	            best = {"line": number // 2 + 1, "offset": at, "bytes": len(line),
	                    "code_points": len(line.decode("utf-8", "ignore"))}
	        at += len(line) + (len(parts[number + 1]) if number + 1 < len(parts) else 0)
	    if best and not best["bytes"]:
	        best["offset"] = 0
	    runs, run, at = [], None, 0
	    for piece in re.findall(rb"[\xfe\xff]|[^\xfe\xff]+", data):
	        if piece[0] >= 0xfe:
	            run, at = None, at + 1
	            continue
	        for c in piece.decode():
	            script, size = SCRIPT.get(c, "Common"), len(c.encode())
	            if not run or script not in (run["script"], "Inherited"):
	                run = {"script": script, "offset": at, "bytes": 0, "code_points": 0}
	                runs.append(run)
	            run["bytes"] += size
	            run["code_points"] += 1
	            at += size
	    longest = max(runs, key=lambda r: r["code_points"]) if runs else None
	    text = data.decode("utf-8", "ignore")
	    classes = (sum(text.count(c) for c in "\x7f\x01"), text.count("\u00ad"))
	    return best, longest, data.count(b"\r\n"), len(text), classes
	texts = range(int(sys.argv[1]))
	for i in texts:
	    open(f"t{i}", "wb").write(make(i))
	expected = {f"t{i}": count(make(i)) for i in texts}
	json.dump(expected, open("expected", "w"))
	END
	python3 slow.py "$(or_fewer 300 25)"
	slow_count_is_that_of
	for chunk in 16 64 256; do
		UTF8CHECK_CHUNK=$chunk slow_count_is_that_of -j3
	done
}

slow_count_is_that_of() { # OPTION...
	run u stats --json "$@" t?*
	json "len(L) == $(or_fewer 300 25)"
	json '[o["file"] for o in L if [o["longest_line"], o["longest_run"], o["lines"]["crlf"], o["code_points"], [o["classes"]["control"], o["classes"]["default-ignorable"]]] != json.load(open("expected"))[o["file"]]] == []'
}

# The table says what the data says.
test_stats_scripts() {
	[ -e "$SOURCES/data/ucd/Scripts.txt" ] || skip 'the sources are not there'
	python3 -c 'if True:
	import sys
	sys.stdout.buffer.write("".join(chr(c) for c in range(0x110000) if not 0xd800 <= c < 0xe000).encode())' >text
	exits 0 u stats --json text
	cp "$SOURCES/data/ucd/Scripts.txt" .
	json '(lambda want: (want.update(Unknown=0x110000 - 0x800 - sum(want.values())), {s["script"]: s["code_points"] for s in L[0]["scripts"]} == want)[1])((lambda d: [d.__setitem__(n, d.get(n, 0) + int(b or a, 16) - int(a, 16) + 1) for a, b, n in __import__("re").findall(r"(?m)^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*; (\w+)", open("Scripts.txt", encoding="utf-8").read())] and d)({}))'
}
