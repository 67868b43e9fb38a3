# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The status is read by cli.sh.
# shellcheck disable=SC2034
# Tests of bench; sourced by cli.sh.  What it measures is not tested, but that
# it measures what it says and that nobody answers wrong.

# A run that is as short as can be.
bench() { u bench --rounds=1 --time=0 "$@"; }

# library NAME: makes a shared library of the C on stdin.
library() {
	local cc=${CC:-cc}
	command -v "${cc%% *}" >/dev/null || skip 'no compiler is there'
	$cc -shared -fPIC -o "$1" -x c -
}

test_bench_list() {
	exits 0 u bench --list
	grep -q '^scalar  *\(usable\|chosen\)$' out || fail 'expected scalar'
	[ "$(grep -c ' chosen$' out)" = 1 ] || fail 'expected one that is chosen'
	exits 0 env UTF8CHECK_IMPL=scalar "$UTF8CHECK" bench --list --json
	json '[l["implementation"] for l in L if l["chosen"]] == ["scalar"]'
	json 'all(l["usable"] == (l["lacks"] == "") for l in L)'
}

test_bench_results() {
	exits 0 bench --json --jobs=validate,nfc-nfd --sizes=8,1K --impl=scalar good
	err_empty
	json '{r["job"] for r in L if "job" in r} == {"validate", "nfc-nfd"}'
	json '{r["size"] for r in L if "job" in r} == {8, 1024}'
	json '{r["who"] for r in L if r.get("ours")} == {"scalar"}'
	json '{"DFA", "read", "memcpy"} < {r["who"] for r in L if "job" in r}'
	json '"good" in {r["text"] for r in L if "job" in r}'
	json '{"script", "mixed"} == {r["family"] for r in L if "job" in r}'
	json 'all(0 < r["ns_low"] <= r["ns"] <= r["ns_high"] for r in L if "job" in r)'
	json 'all(r["bytes"] == r["size"] for r in L if r.get("job") == "validate")'
}

# Every job, every implementation, every peer, every text: whoever does not make
# what the others make is named on stderr.
test_bench_answers() {
	exits 0 bench --json --sizes="$(or_fewer 1,63,1K 63)"
	err_empty
	json '{r["job"] for r in L if r.get("who") == "scalar"} == set("""validate error repair-valid repair-0.01% repair-1%
		repair-10% repair-100% utf16-utf8 utf8-utf16 utf32-utf8 utf8-utf32 is-nfc nfc-nfc nfd-nfc nfc-nfd nfd-nfd
		nfkc-casefold stream-nfc stream-forbid stream-records name path detect stats""".split())'
	json '{"ASCII", "script", "mixed"} == {r["family"] for r in L if "job" in r}'
	json '{r["absent"] for r in L if "absent" in r}.isdisjoint({r["who"] for r in L if "job" in r})'
}

# What goes in: UTF-32 has four bytes for each of ASCII; names and paths have limits.
test_bench_inputs() {
	printf 'plain text of ASCII\n%.0s' {1..99} >plain
	exits 0 bench --json --impl=scalar --jobs=utf32-utf8,utf16-utf8,utf8-utf32,repair-100% --sizes=64 plain
	err_empty
	json '{(r["job"], r["bytes"]) for r in L if r.get("text") == "plain"} == {("utf32-utf8", 256), ("utf16-utf8", 128), ("utf8-utf32", 64), ("repair-100%", 64)}'
	exits 0 bench --json --impl=scalar --jobs=name,path --sizes=255,256,4095,4096 plain
	json '{(r["job"], r["size"]) for r in L if "job" in r} == {("name", 255), ("path", 255), ("path", 256), ("path", 4095)}'
	exits 0 bench --json --impl=scalar --jobs=name,path --sizes=4K plain
	err_has 'name: left out: at most 255 bytes'
	err_has 'path: left out: at most 4095 bytes'
	run bench --json --impl=scalar --jobs=name,path,utf8-utf32 plain
	json '{(r["job"], r["size"]) for r in L if "job" in r} == {("utf8-utf32", 65536), ("utf8-utf32", 2 << 20), ("path", 45), ("path", 60)} | {("name", n) for n in (8, 16, 24, 31, 64)}'
}

# Longer slices than those of a run's own sizes, and those of validate, where the
# targets ask for text that branch predictors cannot learn.
test_bench_working_sets() {
	exits 0 bench --json --impl=scalar --jobs=is-nfc,stats --sizes=64K,256K,2M good
	err_empty
	json '{(r["job"], r["size"] >> 10) for r in L if "job" in r} == {(job, n) for job in ("is-nfc", "stats") for n in (64, 256, 2048)}'
	run bench --json --impl=scalar --jobs=validate good
	json '{8, 16, 32, 64, 96, 128, 256, 65536, 2 << 20} < {r["size"] for r in L if "job" in r}'
}

# A peer that makes as many bytes as we do, but other bytes.  The same peer shows
# that each byte is bad where all are.
test_bench_wrong_bytes() {
	library libutf8check-bench-Rust.so <<-'END'
	#include <string.h>
	size_t bench_repair(const unsigned char *p, size_t n, unsigned char *out)
	{
		size_t bad = 0, i;

		for (i = 0; i < n; i++)
			bad += p[i] >= 0xf5;
		if (n && bad == n) {
			memcpy(out, "\357\277\275", 3);
			return 3;
		}
		memcpy(out, p, n);
		out[n - 1]++;
		return n;
	}
	END
	LD_LIBRARY_PATH=$PWD exits 0 bench --json --impl=scalar --jobs=repair-valid,repair-100% --sizes=1K good
	err_has 'Rust: repair-valid: makes other bytes; left out'
	json '{r["job"] for r in L if r.get("who") == "Rust"} == {"repair-100%"}'
}

# Each function of a library that a user built does its jobs, if only for ASCII.
test_bench_shim() {
	printf 'Plain text of ASCII\n%.0s' {1..99} >plain
	library libutf8check-bench-ICU4X.so <<-'END'
	#include <string.h>
	#define CALL(name) size_t bench_##name(const unsigned char *p, size_t n, unsigned char *out, size_t room)
	static size_t step(const unsigned char *p, size_t n, size_t from, unsigned char *out, size_t to)
	{
		size_t i;

		memset(out, 0, n / from * to);
		for (i = 0; i < n / from; i++)
			out[to * i] = p[from * i];
		return n / from * to;
	}
	CALL(validate) { return 1; }
	CALL(is_nfc) { return 1; }
	CALL(repair) { return room < 12 * n ? 0 : step(p, n, 1, out, 1); }
	CALL(utf16_utf8) { return step(p, n, 2, out, 1); }
	CALL(utf8_utf16) { return step(p, n, 1, out, 2); }
	CALL(utf32_utf8) { return step(p, n, 4, out, 1); }
	CALL(utf8_utf32) { return step(p, n, 1, out, 4); }
	CALL(nfc) { return step(p, n, 1, out, 1); }
	CALL(nfd) { return step(p, n, 1, out, 1); }
	CALL(nfkc_casefold)
	{
		size_t i;

		for (i = 0; i < n; i++)
			out[i] = p[i] >= 'A' && p[i] <= 'Z' ? p[i] | 32 : p[i];
		return n;
	}
	END
	library libutf8check-bench-xxUTF.so <<<'int nothing;'
	LD_LIBRARY_PATH=$PWD exits 0 bench --json --impl=scalar --sizes=1K plain \
		--jobs=validate,repair-valid,utf16-utf8,utf8-utf16,utf32-utf8,utf8-utf32,is-nfc,nfc-nfc,nfd-nfc,nfc-nfd,nfd-nfd,nfkc-casefold
	err_has 'ICU4X: utf8-utf32: answers 4096, not '
	json '{r["job"] for r in L if r.get("who") == "ICU4X" and r["text"] == "plain"} == {r["job"] for r in L if "job" in r}'
	json '[l["reason"] for l in L if l.get("absent") == "xxUTF"] == ["libutf8check-bench-xxUTF.so has no call of a job"]'
	json '[l["reason"][:30] for l in L if l.get("absent") == "StringZilla"] == ["libutf8check-bench-StringZilla"]'
}

# Repair by another one's search for errors, which gets 512 bytes at most, and
# never a part of a sequence.
test_bench_windows() {
	printf 'dévice ☃ 🎈 %.0s' {1..999} >plain
	library libsimdutf.so.1 <<-'END'
	#include <stddef.h>
	struct found { int error; size_t count; };
	static size_t sequence(const unsigned char *p, size_t n)
	{
		size_t length = *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4, i;

		for (i = 1; i < length && i < n && p[i] >> 6 == 2; i++)
			;
		return *p >> 6 == 2 || *p >= 0xf5 || i < length ? 0 : length;
	}
	struct found _ZN7simdutf25validate_utf8_with_errorsEPKcm(const unsigned char *p, size_t n)
	{
		struct found f = { 0, 0 };
		size_t length = 1;

		for (; n <= 512 && length && f.count < n; f.count += length)
			length = sequence(p + f.count, n - f.count);
		f.error = f.count < n;
		return f;
	}
	END
	LD_LIBRARY_PATH=$PWD exits 0 bench --json --impl=scalar --jobs=repair-valid,repair-1%,repair-100% --sizes=4K plain
	err_empty
	json 'len({r["job"] for r in L if r.get("who") == "find-and-copy"}) == 3'
	json '[l["reason"][:18] for l in L if l.get("absent") == "simdutf"] == ["its library lacks "]'
}

test_bench_table() {
	exits 0 bench --jobs=validate,repair-1% --impl=scalar --sizes=64,1K good
	grep -q '^validate of 64 B: ns a call$' out || fail 'expected nanoseconds'
	grep -q '^repair-1% of 1K B: GB/s$' out || fail 'expected GB/s'
	grep -qE '^good +[0-9.]+ +0% +[0-9.]+x' out || fail 'expected a row of the file'
	run bench --jobs=path --impl=scalar --sizes=200 good
	grep -q '^path of 200 B: ns a call$' out || fail 'expected nanoseconds of a long path'
}

test_bench_targets() {
	exits 0 bench --targets --impl=scalar --jobs=validate,is-nfc --sizes=64,64K good
	sed '1,/^Targets: /d' out >targets
	[ "$(wc -l <targets)" -gt 120 ] || fail 'expected a line for each target'
	! grep -vE '^(reached    |NOT REACHED) [0-9.]+, worst [0-9.]+ [^ ]+, [0-9]+ texts: |^not measurable here ' targets ||
		fail 'expected a verdict in each line'
	grep -q '^not measurable here avx512 validate 64K B, .*avx512 (not asked for, or not for this CPU)$' targets || fail 'expected the reason'
	grep -q '^not measurable here .* x fs/unicode: fs/unicode (it is in the kernel only)$' targets || fail 'expected the kernel'
	grep -q '^\(reached\|NOT REACHED\) .*: scalar validate 64K B, script, mean >= 1.05, each >= 1.00 x DFA' targets || fail 'expected the automaton'
	grep -q '^not measurable here .*repair-1% .*: the job was not asked for$' targets || fail 'expected the job'
	grep -q '^not measurable here avx512 validate 2M B, mixed, mean >= 1.50 x simdutf is_utf8 simdutf8' targets || fail 'expected the long texts'
	grep -q '^not measurable here scalar name 31 B, ASCII, each >= 1.00 x a call of 14 ns: the job was not asked for$' targets || fail 'expected the time of a name'
	exits 0 bench --targets --json --impl=scalar --jobs=validate --sizes=64K good
	json '{l["verdict"] for l in L if "target" in l} <= {"reached", "NOT REACHED", "not measurable here"}'
	# The ratios of the medians, of all texts of the family.
	json 'all(l["missing"] == [] and l["left_out"] == [] for l in L if "texts" in l)'
	# The texts of this system are measured, and those that are too slow are named.
	[ "$(cat /usr/share/doc/*/copyright 2>/dev/null | wc -c)" -lt 2097152 ] ||
		json '{r["text"] for r in L if r.get("family") == "found"} >= {"licences"}'
	json '(lambda t, r: dict(t["slow"]).keys() == {x for x in r if r[x] < 1})(
		[l for l in L if "64K B, script" in l.get("target", "") and l["peers"] == "DFA"][0],
		{d["text"]: d["ns"] / o["ns"] for d in L for o in L if d.get("who") == "DFA" and o.get("who") == "scalar" and d["text"] == o["text"] and d["family"] == "script"})'
	json '(lambda mean, ratios: abs(mean / __import__("statistics").geometric_mean(ratios) - 1) < 0.01)(
		[l["geometric_mean"] for l in L if "64K B, script" in l.get("target", "") and l["peers"] == "DFA"][0],
		[d["ns"] / o["ns"] for d in L for o in L if d.get("who") == "DFA" and o.get("who") == "scalar" and d["text"] == o["text"] and d["family"] == "script"])'
}

# A file for each job: a row for each text, or for each size; then what draws it.
test_bench_plot() {
	exits 0 bench --plot --impl=scalar --jobs=name,nfd-nfd,repair-1% --rounds=1
	[ "$(grep -c '^set output ' out)" = 3 ] || fail 'expected three files'
	grep -qx 'set output "repair-1.svg"' out || fail 'expected a name without %'
	sed -n '/"name.svg"/,/^EOD/p' out | grep -qE '^"31" 31 [0-9.]+' || fail 'expected a row by size'
	sed -n '/"nfd-nfd.svg"/,/^EOD/p' out | grep -qE '^"json-cyrillic-10" [0-9]+ [0-9.]+' || fail 'expected a row by text'
	# As many columns as names.
	sed -n '/"nfd-nfd.svg"/,/^EOD/p' out | awk '/^names/ { n = NF - 2 } /^"/ && NF != n + 1 { exit 1 }' ||
		fail 'expected a column for each name'
	fails_with '--plot: not together with --json or --targets' u bench --plot --json
	command -v gnuplot >/dev/null || skip 'gnuplot is not there'
	run bench --plot --impl=scalar --jobs=name,is-nfc --rounds=1
	gnuplot <out || fail 'expected what gnuplot takes'
	grep -q '</svg>' name.svg || fail 'expected a drawing'
}

# Regression: avx512 and simdutf were the same violet.
test_bench_plot_colours() {
	run bench --plot --impl=scalar --jobs=validate --rounds=1 --sizes=64
	[ "$(grep -oE '#[0-9a-f]{6}' out | sort -u | wc -l)" = 7 ] || fail 'expected seven colours'
	command -v gnuplot >/dev/null || skip 'gnuplot is not there'
	{ sed '/^set output/,/^plot/d' out; echo 'set output "all.svg"; plot for [i = 1:28] i with lines'; } | gnuplot ||
		fail 'expected what gnuplot takes'
	[ "$(grep -oE "stroke='rgb[^']*'( stroke-dasharray='[^']*')?  d='M1[01]" all.svg | sort -u | wc -l)" = 28 ] ||
		fail 'expected 28 lines that look each in its own way'
}

# A target in nanoseconds and one in GB/s: the ratios of the medians to these.
test_bench_absolute() {
	exits 0 bench --targets --json --impl=scalar --jobs=path,stats
	json '(lambda t, r: abs(t["worst"] / min(50 / x["ns"] for x in r) - 1) < 0.01)(
		[l for l in L if l.get("target", "").startswith("scalar path 60 B")][0],
		[x for x in L if x.get("who") and x.get("job") == "path" and x["size"] == 60 and x["family"] == "ASCII"])'
	json '(lambda t, r: t["texts"] == len(r) and abs(t["worst"] / min(1.5 * x["bytes"] / x["ns"] for x in r) - 1) < 0.01)(
		[l for l in L if l.get("target", "").startswith("scalar stats 4M B, any text, each >= 1.00 x 0.667 GB/s")][0],
		[x for x in L if x.get("who") and x["job"] == "stats"])'
}

# Below vectors a row is about the one that the library would choose.
test_bench_one() {
	local first
	first=$(u bench --list | awk '$1 ~ /^(bmi2|scalar)$/ && /usable|chosen/ { print $1; exit }')
	exits 0 bench --targets --json --jobs=validate --sizes=64K good
	json "{l['ours'] for l in L if l.get('peers') == 'DFA' and 'texts' in l} == {'$first'}"
}

# What an error costs is of the same rounds.
test_bench_clean() {
	exits 0 bench --targets --json --impl=scalar --jobs=error --sizes=64K good
	json 'all(r["ns_clean"] > 0 for r in L if r.get("who") == "scalar")'
	json 'len([l for l in L if l.get("peers") == "" and l["ours"] == "scalar" and "texts" in l]) == 1'
	json '(lambda t, r: abs(t["worst"] / min(x["ns_clean"] / x["ns"] for x in r) - 1) < 0.01)(
		[l for l in L if l.get("peers") == "" and "texts" in l][0],
		[x for x in L if x.get("who") == "scalar"])'
}

# A peer that answers wrong on one text: the verdict names the text.
test_bench_missing() {
	u bench --list | grep -qE '^avx2 +(usable|chosen)' || skip 'this CPU has no AVX2, and all such peers are beside that'
	library libutf8check-bench-is_utf8.so <<-'END'
	#define _GNU_SOURCE
	#include <string.h>
	size_t bench_validate(const void *p, size_t n)
	{
		return !memmem(p, n, "\342\230\203", 3);
	}
	END
	yes 'snow ☃' | head -n 9000 >snow
	LD_LIBRARY_PATH=$PWD exits 0 bench --targets --impl=avx2 --jobs=validate --sizes=64K snow good
	err_has 'is_utf8: validate: answers 0'
	grep -qE ': avx2 validate 64K B, script, .*; (not measured: snow|left out: is_utf8 on snow)$' out ||
		fail 'expected the name of the text'
	LD_LIBRARY_PATH=$PWD run bench --targets --json --impl=avx2 --jobs=validate --sizes=64K snow good
	json 'all(l["missing"] == ["snow"] or l["left_out"] == [["is_utf8", "snow"]] for l in L
		if "avx2 validate 64K B, script" in l.get("target", ""))'
}

test_bench_bad_words() {
	local bad
	exits 2 u bench --jobs=validate,dance
	err_has "--jobs: unknown value 'dance'; known: validate, error, "
	fails_with "--impl: unknown value 'abacus'; known: " u bench --impl=abacus
	for bad in sizes=0 sizes=65M sizes=1G sizes= sizes=8,x rounds=0 rounds=102 rounds=x time=-1 time=x time=; do
		fails_with "--${bad%%=*}: " u bench --$bad good
		silent
	done
}

test_bench_bad_files() {
	local file
	for file in bad empty folder nowhere; do
		fails_with "utf8check: bench: $file: " bench good $file
		silent
	done
}

test_bench_interrupted() {
	local wait
	# On a busy machine nothing may have begun after a second. One signal only: without
	# --foreground a second one comes, which ends the command at once.
	for wait in 1 3 9 27; do
		exits 130 timeout --foreground --preserve-status -s INT "$wait" "$UTF8CHECK" bench --json --time=1000 --jobs=validate --sizes=64K good
		[ ! -s out ] || break
	done
	[ "$(tail -c 1 out)" = '' ] || fail 'expected whole lines'
	json 'len(L) > 0'
}

test_bench_full_disk() {
	[ -e /dev/full ] || skip '/dev/full is not there'
	status=0
	u bench --rounds=1 --time=0 --jobs=validate --sizes=8 good >/dev/full 2>err || status=$?
	status_is 2
	err_has 'standard output: '
}
