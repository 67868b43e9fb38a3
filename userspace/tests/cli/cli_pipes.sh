# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of pipes that pause, of whole lines and of line ends; sourced by cli.sh.

# next_line EXPECTED: the next line of what is open as 4, though the pipe goes on.
next_line() {
	local line=
	IFS= read -r -t "$(patience 10)" line <&4 || fail "no line while the pipe pauses, expected $1"
	[ "$line" = "$1" ] || fail "expected $1, found $line"
}

# follow WORD...: the command behind a real tail -f of the file log; its output is open as 4.
follow() {
	: >log
	mkfifo in_fifo out_fifo
	tail -f log >in_fifo &
	follower=$!
	# shellcheck disable=SC2064 # the one of now
	trap "kill $follower" EXIT
	"$@" <in_fifo >out_fifo &
	exec 4<out_fifo
}
unfollow() {
	trap - EXIT
	kill "$follower"
	exec 4<&-
	wait
}

test_pipe_pauses() {
	follow u check
	printf 'good\nbad \xff\n' >>log
	next_line '-:2:5: byte 9: invalid-byte: FF'
	printf '\xfe' >>log
	next_line '-:3:1: byte 11: invalid-byte: FE'
	unfollow
}

# A list is named file by file: none waits for the one after it.
test_line_buffered() {
	local command
	for command in "check --list" "check --json" "stats --json" "detect --json" filter; do
		mkfifo in_fifo out_fifo
		"$UTF8CHECK" $command --line-buffered --files0-from=<(printf 'bad\0in_fifo\0') >out_fifo 2>/dev/null ||
			: &
		exec 4<out_fifo
		IFS= read -r -t "$(patience 10)" <&4 || fail "$command: no line before the next file is open"
		exec 3>in_fifo 3>&-
		cat <&4 >rest
		exec 4<&-
		wait $!
		rm in_fifo out_fifo
	done
}

# slowly N: standard input, N bytes at a time.
slowly() {
	python3 -c 'import os, sys, time
for piece in iter(lambda: sys.stdin.buffer.read(int(sys.argv[1])), b""):
    os.write(1, piece)
    time.sleep(0.0001)' "$1"
}

# As `grep -ax .` and -v choose them, which take an encoding error for no character.
make_lines() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 - <<-'END'
		import random
		random.seed(5)
		words = [b"plain ", "Größe €😀".encode(), b"\xff", b"\xe2\x82", b"\r", b"\n", b"\r\n", b"\n\n",
		         b"\xed\xa0\x80", b"\0", b"\xf4\x90\x80\x80", b"x" * 300]
		text = b"".join(random.choices(words, weights=[30, 10, 1, 1, 3, 8, 3, 1, 1, 1, 1, 2], k=40000))
		open("lines", "wb").write(text + b"end\n")
		open("some", "wb").write(text[:2000] + b"\xe2\x82\nend\n")
	END
}

test_lines_as_grep() {
	local n
	make_lines
	LC_ALL=C.UTF-8 grep -ax '.*' lines >good_lines
	LC_ALL=C.UTF-8 grep -axv '.*' lines >bad_lines
	[ -s good_lines ] || fail 'grep finds no good lines'
	[ -s bad_lines ] || fail 'grep finds no bad lines'
	exits 0 u filter --on-error=drop-line lines
	cmp out good_lines || fail 'drop-line'
	err_empty
	exits 1 u filter --on-error=keep-line --jobs=3 lines
	cmp out bad_lines || fail 'keep-line'
	run u filter --on-error=drop-line --count <lines
	cmp out good_lines || fail 'drop-line of a pipe'
	sort err >summary
	u filter --on-error=replace --count <lines 2>&1 >/dev/null | sort | cmp - summary || fail 'another summary'
	LC_ALL=C.UTF-8 grep -ax '.*' some >good_lines
	for n in 1 2 3 7; do
		slowly $n <some | u filter --on-error=drop-line >got
		cmp got good_lines || fail "pieces of $n"
	done
}

# No end of the line in sight: memory is bounded, and what was not judged whole is not clean.
test_lines_endless() {
	{ head -c 20000000 /dev/zero | tr '\0' a; printf '\nnext\n\xff\n'; } >long
	exits 1 u filter --on-error=drop-line <long
	out_is 'next\n'
	err_has 'lines longer than 16 MiB, taken for ill-formed: 1'
	exits 1 u filter --on-error=keep-line <long
	grep -av next long | cmp - out || fail 'other lines'
	cp long old
	exits 1 u filter --on-error=drop-line --in-place long
	cmp long old || fail 'expected the file to be left'
	head -c 400000000 /dev/zero | tr '\0' a |
		(ulimit -v 200000 && exits 1 u filter --on-error=drop-line)
	silent
	err_has 'lines longer than 16 MiB'
}

test_lines_pause() {
	follow u filter --on-error=drop-line
	printf 'bad \xff\ngood\nbegun' >>log
	next_line good
	printf ' and ended\n' >>log
	next_line 'begun and ended'
	unfollow
}

# The text goes through untouched, and the list is what check prints.
test_report_list() {
	local action
	make_lines
	for action in pass replace drop escape; do
		rm -f list
		run u filter --on-error=$action --log=list --text lines
		u check --text lines | cmp - list || fail "$action: another list"
		[ $action != pass ] || cmp out lines || fail 'expected the text untouched'
	done
	rm list
	exits 1 u filter --on-error=pass --log=list bad lines
	cut -d: -f1 list | uniq | paste -sd ' ' | grep -qx 'bad lines' || fail 'expected both files in order'
	# It is added to, and may be a pipe.
	exits 1 u filter --log=list bad
	u check bad | head -n 1 | cmp - <(tail -n 1 list) || fail 'expected the error that rejects'
	u filter --on-error=pass --log=/dev/stdout bad | grep -qax 'bad:2:2: .*' || fail 'no error on standard output'
	rm list
	printf 'a\x01\x81' >sjis
	run u filter --from=shift_jis --on-error=replace --forbid=control --log=list sjis
	out_is 'a\0357\0277\0275\0357\0277\0275'
	[ "$(cut -d: -f5 list | paste -sd,)" = ' control, incomplete' ] || fail 'another list of a charset'
}

test_report_list_pauses() {
	follow u filter --on-error=pass --log=list
	printf 'bad \xff\n' >>log
	next_line $'bad \xff'
	grep -qx -- '-:1:5: byte 4: invalid-byte: FF' list || fail 'the list waits'
	unfollow
}

# Python's idea of the ends of lines, in each encoding.
test_newline() {
	cat >newline.py <<-'END'
		import random, re, subprocess, sys
		random.seed(3)
		def run(text, *options):
		    done = subprocess.run([*sys.argv[1:], "filter", *options], input=text, stdout=subprocess.PIPE)
		    return done.stdout
		for k in range(12):
		    n = random.choice([0, 5, 60000])
		    s = "".join(random.choices(["a", "\r", "\n", "\r\n", "é", "\u0a0d", "\u0d0a", "x" * 200], k=n))
		    for encoding in "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be":
		        for name, end in ("lf", "\n"), ("crlf", "\r\n"):
		            want = re.sub("\r?\n", end, s)
		            assert run(s.encode(), f"--to={encoding}", f"--newline={name}") == want.encode(encoding)
		            assert run(s.encode(encoding), f"--from={encoding}", f"--newline={name}") == want.encode()
	END
	python3 newline.py "$UTF8CHECK" --engine="$ENGINE" || fail 'other ends of lines'
	printf 'a\r\xffb' >text
	exits 1 u filter --newline=lf text
	out_is 'a\r'
	run u filter --newline=crlf --to=iso-8859-1 <<<$'\xc3\xa9'
	out_is '\0351\r\n'
	cp good old
	run u filter --newline=lf --in-place good
	cmp good old || fail 'expected no change'
	run u filter --newline=crlf --in-place good
	run u filter --newline=crlf --in-place good
	run u filter --newline=lf --in-place good
	cmp good old || fail 'expected the old ends of lines'
}

# What is used for that elsewhere.
test_newline_as_dos2unix() {
	command -v dos2unix >/dev/null || skip 'dos2unix is not there'
	printf 'a\nb\r\nc\rd\n\r\n\n' >text
	for to in lf:dos2unix crlf:unix2dos; do
		"${to#*:}" <text >expected
		exits 0 u filter --newline=${to%:*} text
		cmp out expected || fail "$to"
	done
}

bytes_again() { sed 's/\\x[0-9A-F][0-9A-F]/\L&/g' "$@" | "$UTF8CHECK" filter --unescape; }

test_check_lines_as_grep() {
	make_lines
	tr -d '\000\134' <lines >text
	LC_ALL=C.UTF-8 grep -naxv '.*' text >expected
	exits 1 u check --whole-lines text
	err_empty
	sed 's/^text:\([0-9]*\): .*/\1/' out | cmp - <(cut -d: -f1 expected) || fail 'other lines than grep -naxv'
	# What is escaped comes back.
	sed 's/^text:\([0-9]*\): /\1:/' out | bytes_again | cmp - expected || fail 'other text'
	u check --whole-lines --jobs=3 text good text >twice || :
	cat out out | cmp - twice || fail 'of several files'
	run u check --whole-lines --max-errors=2 text
	[ "$(wc -l <out)" = 2 ] || fail 'expected two lines'
	err_has 'text: '
}

# What is shown does not depend on how the bytes come.
test_check_context() {
	local around n
	make_lines
	cat >around.py <<-'END'
		import json, sys
		text, around = open("text", "rb").read(), int(sys.argv[1])
		def is_tail(i):
		    return i < len(text) and 0x80 <= text[i] < 0xc0
		shown, met = [], set()
		for e in json.load(sys.stdin)["errors"]:
		    at, end = e["offset"], e["offset"] + e["length"] + around
		    met.add(at)
		    start = text.rfind(b"\n", 0, at) + 1
		    if shown and shown[-1][2] == e["line"] and at < shown[-1][1]:
		        if at - shown[-1][0] <= 4096:
		            shown[-1][1] = end
		        continue
		    first = max(start, at - around)
		    while start < first < at and is_tail(first):
		        first += 1
		    shown.append([first, end, e["line"], first > start])
		for first, end, line, cut in shown:
		    stop = text.find(b"\n", first)
		    stop = len(text) if stop < 0 else stop
		    more = end < stop
		    stop = min(stop, end)
		    while more and end not in met and is_tail(stop):
		        stop -= 1
		    sys.stdout.buffer.write(b"-:%d: %s%s%s\n" % (line, b"..." * cut, text[first:stop], b"..." * more))
	END
	{ cat some; for n in 1 2 3 4 5 6; do tail -c +$((n * 999)) lines | head -c 20000 | tr -d '\n'; done; } |
		tr -d '\000\134' >text
	for around in 1 2 7 100 4096; do
		u check --json --text text | python3 around.py $around >expected
		for n in 1000000 65536 1; do
			python3 -c 'import os, sys
text = sys.stdin.buffer.read()
for i in range(0, len(text), int(sys.argv[1])):
    os.write(1, text[i:i + int(sys.argv[1])])' $n <text | u check --whole-lines --around=$around >out || :
			bytes_again out | cmp - expected || fail "$around bytes, pieces of $n"
		done
		u check --around=$around text >out || :
		grep '^text:[0-9]*: ' out | cmp - <(u check --whole-lines --around=$around text) || fail "another text, $around"
		grep -v '^text:[0-9]*: ' out | cmp - <(u check text) || fail "other errors, $around"
	done
	# A mark composes with the letter that is before 400 others, and is shown late.
	printf 'a%s\xcc\x81z\n' "$(printf '\xcc\x96%.0s' {1..400})" >text
	slowly 1 <text | u check --normalized=nfc --whole-lines --around=1 >out || :
	out_is '-:1: a...\n'
}

test_check_lines_pause() {
	follow u check --whole-lines
	printf 'bad \xff' >>log
	printf '\xfe end\nnext' >>log
	next_line '-:1: bad \xFF\xFE end'
	unfollow
}

# For each file, what a real run then changes, as a real diff -u says it.
test_dry_run() {
	local how name was
	mkdir tree tree/sub
	printf 'one\n\xfftwo\nthree\x1b\\\n' >tree/a
	printf 'one\r\n%s\r\n\xc2\x80' {1..40} >tree/sub/$'b\n+c'
	printf 'e\xcc\x81\n' >tree/nfd
	cp good tree/good
	printf 'a\0b\xff' >tree/binary
	cp -a tree old
	for how in --on-error=replace --on-error=drop-line --form=nfc --newline=lf --to=utf-16le \
		--on-error=reject --on-error=pass; do
		run u filter --dry-run $how -r tree
		cp out said
		cp err messages
		# shellcheck disable=SC2154 # set by run
		was=$status
		diff -r tree old || fail 'a dry run changed a file'
		[ -z "$(find tree -newer said)" ] || fail 'a dry run touched a file'
		exits "$was" u filter --in-place $how -r tree
		silent
		sed 's/files to change/files changed/' messages | cmp - err || fail "$how: other messages"
		for name in a binary good nfd $'sub/b\n+c'; do
			diff -ua "old/$name" "tree/$name" | sed 1,2d
		done >wanted
		sed '/^--- tree/d; /^+++ tree/d' said | sed 's/\\x[0-9A-F][0-9A-F]/\L&/g' >got
		# The line about a missing line feed begins with a backslash that is one.
		sed 's/^\\ /\\\\ /' got | "$UTF8CHECK" filter --unescape | cmp - wanted || fail "$how: another diff"
		rm -r tree
		cp -a old tree
	done
	run u filter --dry-run --newline=lf tree/sub/b*
	grep -qx -- '+++ tree/sub/b\\x0A+c' out || fail 'expected an escaped name'
	fails_with '--dry-run needs a file' u filter --dry-run --on-error=replace
	fails_with '/dev/null: --dry-run needs a regular file' u filter --dry-run /dev/null
	fails_with '--dry-run and --output exclude each other' u filter --dry-run --on-error=replace -o x tree/a
	not_root
	chmod a+rx . tree
	exits 0 nobody filter --dry-run --on-error=replace tree/a
	grep -qx -- '-\\xFFtwo' out || fail 'expected a diff of what cannot be written'
	exits 2 env PATH=/nowhere "$UTF8CHECK" filter --dry-run --on-error=replace tree/a
	err_has 'filter: diff: Input/output error'
}
