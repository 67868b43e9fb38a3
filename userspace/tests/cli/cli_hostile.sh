# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Whatever is typed or read is printed escaped; sourced by cli.sh.

# It clears a line, begins another one, turns the direction, and is not UTF-8.
HOSTILE=$'no\e[31m\r\nutf8check: forged\x7f\u202e\xff\xc2\x85\\'

# tame ARGUMENT...: run the command.  What it prints obeys nobody, and says so.
tame() {
	local code=0
	timeout "$(patience 60)" "$UTF8CHECK" "$@" >out 2>err </dev/null || code=$?
	status=$code
	[ "$code" -lt 4 ] || fail "status: ${*@Q}"
	! LC_ALL=C grep -qaP '[\x01-\x09\x0b-\x1f\x7f]|^utf8check: forged|\xe2\x80\xae|\xc2\x85' out err ||
		fail "a control, or a line of its own: ${*@Q}"
	iconv -f utf-8 -t utf-16 out err >wide 2>/dev/null || fail "ill-formed: ${*@Q}"
}

# told ARGUMENT...: the same, and the name is printed in some way.
told() {
	tame "$@"
	grep -qaE 'forged|666f72676564' out err || fail "expected the name: ${*@Q}"
}

commands() { "$UTF8CHECK" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }
options() { "$UTF8CHECK" "$@" --help | grep -oE '^ {2,6}(-[a-zA-Z0-9], )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'; }

# As the value of each option, as an option, and as an operand that is not there.
test_hostile_words() {
	local command option
	told "$HOSTILE"
	told "--$HOSTILE"
	told "--engine=$HOSTILE" check good
	tame "-$HOSTILE"
	for command in $(commands); do
		told "$command" "--$HOSTILE"
		tame "$command" "-$HOSTILE"
		told "$command" "--engine=$HOSTILE"
		for option in $(options "$command"); do
			tame "$command" "$option=$HOSTILE" good
			tame "$command" "$option" "$HOSTILE" good
		done
		# The option --output has made it.
		rm -f -- "$HOSTILE"
		case $command in
		guard | module | conformance) ;;
		*) told "$command" "$HOSTILE" ;;
		esac
	done
	told conformance "$HOSTILE"
	for word in run enable reload disable status check; do tame guard $word "$HOSTILE"; done
	told guard "$HOSTILE"
	told guard run --mount="$HOSTILE"
	told guard run --cgroup="$HOSTILE"
	told guard run --uid="$HOSTILE"
	told guard check "$HOSTILE"
	told module "$HOSTILE"
	told module status "$HOSTILE"
	told module unload "$HOSTILE"
	told module load "./$HOSTILE"
	tame module load /dev/null "$HOSTILE=1"
	told module load "/$HOSTILE.ko"
	# A value that is no number, and so on.
	told check --max-errors="$HOSTILE" good
	told check --jobs="$HOSTILE" good
	told check --from="$HOSTILE" good
	told check --forbid="$HOSTILE" good
	told filter --forbid="control,$HOSTILE" good
	told filter --in-place="$HOSTILE/" good
	told scan --fix --reading="$HOSTILE" folder
	told scan --apply="$HOSTILE"
	told scan --undo="$HOSTILE"
	told name --not-first="$HOSTILE" a
	tame name --hex "$HOSTILE"
}

# So the messages of several processes do not mix.
test_message_is_one_write() {
	command -v strace >/dev/null || skip 'strace is not there'
	strace -qq -o trace true 2>/dev/null || skip 'strace may not trace here'
	fails_with ': No such file' strace -o trace -e trace=write "$UTF8CHECK" check "$HOSTILE"
	[ "$(grep -c 'write(2, ' trace)" = 1 ] || fail "expected one: $(head -n 3 trace)"
	exits 1 strace -f -o trace -e trace=write "$UTF8CHECK" --engine=library filter -j3 bad bad
	[ "$(grep -c 'write(2, ' trace)" = 2 ] || fail "expected one for each file: $(head -n 3 trace)"
}

# A name without a byte is seen.
test_empty_name() {
	local command
	for command in check filter scan detect stats merge 'filter --in-place'; do
		fails_with "${command%% *}: '': " u $command ''
	done
	printf '\0' | u check --files0-from=- 2>err || :
	err_has "check: '': No such file or directory"
}

# As the name of a file, of a folder, and in a folder.
test_hostile_files() {
	local command args
	cp bad "$HOSTILE"
	printf '\xff\xfea\0' >"$HOSTILE.16"
	mkdir "$HOSTILE.d"
	cp good "$HOSTILE.d/$HOSTILE"
	for args in check 'check --json' 'check --list' 'check -j3 good' 'check -m1' 'filter --count' \
		'filter --from=ascii' 'filter -o new' 'detect' 'detect --json' 'stats' 'stats --json' \
		'detect --undo' 'scan' 'scan --json' 'name' 'name --json' 'path'; do
		told $args "$HOSTILE"
		[[ $args = name* || $args = path || $args = *' -o '* ]] || told $args "$HOSTILE.d"
	done
	told detect --undo "$HOSTILE.16"
	told scan --policy=safe .
	told scan --json .
	# Two names that are the same.
	: >"$HOSTILE.d/a"$'\n\e\u00e9'
	: >"$HOSTILE.d/a"$'\n\ee\u0301'
	tame scan --policy=linux "$HOSTILE.d"
	grep -q 'the same under nfc' out || fail 'expected two names that are the same'
	tame scan --json --policy=linux "$HOSTILE.d"
	tame scan --fix --form=nfc --policy=linux "$HOSTILE.d"
	told scan --fix --form=nfc --policy=safe --plan="$HOSTILE.plan" "$HOSTILE.d"
	told scan --fix --plan="$HOSTILE.plan" "$HOSTILE.d"
	mv "$HOSTILE.d" moved
	told scan --apply="$HOSTILE.plan"
	mv moved "$HOSTILE.d"
	told conformance "$HOSTILE"
	# What is replaced.
	told filter --in-place "$HOSTILE"
	ln "$HOSTILE" "$HOSTILE.2"
	told filter --in-place --on-error=drop "$HOSTILE"
	told filter --on-error=drop -o "$HOSTILE.2" good
	rm "$HOSTILE.2"
	: >"$HOSTILE.old"
	told filter --in-place=.old --on-error=drop "$HOSTILE"
	: >".utf8check-$(stat -c %i "$HOSTILE")"
	told filter --in-place --on-error=drop "$HOSTILE"
	grep -q 'a killed run may have left' err || fail 'expected a message'
	told filter -o "$HOSTILE.d" good
	told filter -o "$HOSTILE.no/new" good
	ln -s nothing "$HOSTILE.link"
	told filter -o "$HOSTILE.link" good
}

# In a list of names, in a text, in a file of vectors.
test_hostile_lists() {
	printf '%s\0' "$HOSTILE" good >list
	told check --files0-from=list
	told check --files0-from=list --json
	told check -j3 --files0-from=list
	told filter --files0-from=list
	told filter -j3 --in-place --files0-from=list
	told check --files0-from="$HOSTILE"
	told check --files0-from=list "$HOSTILE"
	printf '{"id":"%s","hex":"41","valid":true,"profile":"%s"}\n' 'no\u001b[31m\r\nutf8check: forged\u007f\u202e' \
		'x\u001b\n\u202e' >vectors
	tame conformance vectors
	printf '{"id":"%s","hex":"ff","valid":true,"profile":"rfc3629"}\n' 'no\u001b[31m\r\nutf8check: forged\u007f\u202e' >vectors
	told conformance vectors
	told conformance --tap vectors
	told conformance --json vectors
	echo "$HOSTILE" >vectors
	tame conformance vectors
}

test_hostile_environment() {
	local name
	for name in UTF8CHECK_DEVICE UTF8CHECK_IMPL UTF8CHECK_CHUNK TMPDIR SIMDUTF_FORCE_IMPLEMENTATION; do
		for args in 'check bad' 'name a' 'detect good' 'conformance --engine=both' 'module status' 'guard status'; do
			export "$name=$HOSTILE"
			tame $args
			[[ $args = *engine* || $args = module* ]] || tame --engine=device $args
			unset "$name"
		done
	done
	export UTF8CHECK_DEVICE=$HOSTILE
	told --engine=device check good
	unset UTF8CHECK_DEVICE
	export UTF8CHECK_IMPL=$HOSTILE
	told --engine=library check good
}
