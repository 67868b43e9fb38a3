# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of the completion for bash, zsh and fish; sourced by cli.sh.

# offers_SHELL WORD...: what the shell would offer for the last WORD.
offers_bash() {
	bash -c '
		compopt() { :; }
		. "$0"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=$((${#COMP_LINE}))
		_utf8check
		printf "%s\n" "${COMPREPLY[@]}"' \
		"$HERE/../../man/utf8check.bash-completion" "$@" </dev/null
}

# What zsh itself does with the words is done here: it drops those that do not begin
# as the word at hand does, or as the part of it that compset has left.
offers_zsh() {
	# shellcheck disable=SC2016 # for zsh
	zsh -f -c '
		PREFIX=$@[-1] words=("$@") CURRENT=$#
		put() { local w; for w; do [[ $w != $PREFIX* ]] || print -r -- $w; done }
		compadd() { put ${(P)2} }
		_describe() { [[ $1 != -o ]] || shift; put ${${(P)2}%%:*} }
		_files() { put *(N) }
		compset() { [[ $2 = 1 ]] && PREFIX=${PREFIX#${~3}} || PREFIX=${PREFIX##${~2}} }
		. "$0"' "$HERE/../../man/utf8check.zsh-completion" "$@" </dev/null
}

# fish gives whole words, and a tab and a text after some.
offers_fish() {
	local last=${*: -1} strip=
	[[ $last != *=* ]] || strip='.*[=,]'
	# shellcheck disable=SC2016 # for fish
	fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' \
		"$HERE/../../man/utf8check.fish" "$*" </dev/null | sed "s/\t.*//; s/^$strip//"
}

# offers WORD...: what $SHELL_NAME would offer, sorted, on one line.
offers() {
	PATH=$TMP:$PATH "offers_${SHELL_NAME:-bash}" "$@" | LC_ALL=C sort | paste -sd ' '
}

# Each line of stdin: the words typed so far, then ": ", then what is offered.
all_offered() {
	local line typed expected found
	while IFS= read -r line; do
		typed=${line%%: *} expected=${line#*: }
		if [ "${typed% }" != "$typed" ]; then found=$(offers $typed ''); else found=$(offers $typed); fi
		[ "$found" = "$expected" ] ||
			fail "${SHELL_NAME:-bash}: after '$typed' expected $expected, found $found"
	done
}

# The same for another shell, by the tests for bash.
all_completions_of() { # SHELL
	local SHELL_NAME=$1
	command -v "$1" >/dev/null || skip "no $1"
	test_completion_words
	test_completion_options
	test_completion_values
	test_completion_of_files
}

test_completion_zsh() { all_completions_of zsh; }
test_completion_fish() { all_completions_of fish; }

test_completion_words() {
	all_offered <<-'END'
		utf8check : check conformance detect explain filter guard help merge module name path scan stats
		utf8check co: conformance
		utf8check --engine=library co: conformance
		utf8check module : load status unload
		utf8check guard : check disable enable reload run status
		utf8check guard e: enable
		utf8check help de: detect
		utf8check explain lax: lax-backslash lax-dot lax-nul lax-separator
		utf8check explain lax-nul --json over: overlong
	END
	[ "$(offers utf8check check goo)" = good ] || fail 'expected a file'
	[ "$(offers utf8check module load goo)" = good ] || fail 'expected a file'
}

test_completion_options() {
	local policy='--not-first= --not-inside= --not-last= --policy='
	all_offered <<-END
		utf8check -: --color= --engine= --help --version
		utf8check check -: --around= --attributes-from= --baseline= --bom= --color= --count --decompress --engine= --exclude= --files0-from= --forbid= --format= --from= --help --html= --ignore-binary --include-vcs --include= --jobs= --json --line-buffered --list --max-bytes= --max-errors= --newline= --normalized= --null --one-file-system --part= --policy= --profile= --progress= --quiet --records= --recursive --staged --text --total --tracked --whole-lines --write-baseline=
		utf8check filter -: --bom= --break-links --color= --count --decompress --dry-run --engine= --exclude= --files0-from= --forbid= --force --form= --from= --help --in-place --include-vcs --include= --jobs= --line-buffered --log= --max-bytes= --newline= --on-error= --one-file-system --output= --profile= --progress= --records= --recursive --stream-safe --text --to-profile= --to= --unescape
		utf8check name -: --color= --engine= --help --hex --json --lines ${policy% --pol*} --null --percent --policy= --protect= --quiet --refuse=
		utf8check name --nu: --null
		utf8check path -: --color= --engine= --help --hex --json --lines ${policy% --pol*} --null --percent --policy= --protect= --quiet --refuse=
		utf8check scan -: --all --apply= --bom= --color= --content --dry-run --engine= --fix --forbid= --form= --from= --help --html= --ignore-binary --include-vcs --instead= --jobs= --json --max-errors= --normalized= ${policy% --pol*} --null --plan= --policy= --profile= --progress= --protect= --quiet --reading= --refuse= --same= --text --total --transliterate --undo= --yes
		utf8check detect -: --break-links --color= --decompress --engine= --exclude= --files0-from= --force --help --in-place --include-vcs --include= --json --line-buffered --max-bytes= --one-file-system --output= --progress= --recursive --text --total --undo
		utf8check stats -: --color= --decompress --engine= --exclude= --files0-from= --help --include-vcs --include= --jobs= --json --line-buffered --max-bytes= --one-file-system --progress= --recursive --total
		utf8check merge -: --color= --engine= --help --json --list --max-errors= --partial --quiet --text
		utf8check explain -: --color= --help --json
		utf8check conformance -: --color= --engine= --help --json --splits= --tap
		utf8check module -: --color= --help
		utf8check guard -: --audit --cgroup= --color= --config= --enforce --errno= --help --json --mount= $policy --rate= --refuse= --targets --uid= --verbose
	END
}

test_completion_values() {
	local profiles='cesu8 extended mutf8 rfc2279 rfc3629 ucs2 wtf8' policies='default linux nfc no-dotdot no-newline posix safe strict windows'
	local encodings='utf-16be utf-16le utf-32be utf-32le utf-8' forbid='bidi-control control default-ignorable misplaced-ignorable noncharacter private-use replacement supplementary unassigned white-space'
	all_offered <<-END
		utf8check --engine=: auto both device library
		utf8check check --engine=: auto both device library
		utf8check check --engine=l: library
		utf8check check --from=: auto $encodings
		utf8check filter --from=: auto $encodings
		utf8check check --profile=: $profiles
		utf8check check --format=: gcc github json junit sarif text
		utf8check check --policy=: none source
		utf8check check --bom=: add forbid keep require strip
		utf8check check --forbid=: $forbid
		utf8check check --forbid=control,u: unassigned
		utf8check check --normalized=: nfc nfd nfd-casefold nfkc nfkc-casefold nfkd
		utf8check filter --on-error=: drop drop-line escape keep-line pass reject replace shortest
		utf8check filter --newline=: crlf keep lf
		utf8check filter --profile=: $profiles
		utf8check filter --to=: cesu8 extended mutf8 rfc2279 rfc3629 ucs2 $encodings wtf8
		utf8check filter --to-profile=: $profiles
		utf8check filter --bom=: add forbid keep require strip
		utf8check filter --forbid=: $forbid
		utf8check filter --form=: nfc nfd nfd-casefold nfkc nfkc-casefold nfkd none
		utf8check name --policy=: $policies
		utf8check path --policy=: $policies
		utf8check scan --policy=: $policies
		utf8check guard --policy=: $policies
		utf8check guard --errno=: EACCES EILSEQ EINVAL EPERM
		utf8check name --refuse=hidden: hidden-backslash hidden-dot hidden-nul hidden-separator
		utf8check guard --refuse=leading: leading-dash leading-space
		utf8check scan --form=: nfc nfd nfd-casefold nfkc nfkc-casefold nfkd none
		utf8check scan --reading=: escape guess mojibake replace
		utf8check scan --same=: casefold confusable nfc nfkc nfkc-casefold none
		utf8check conformance --splits=: few many
	END
}

# The command is asked for words, and must not write a file or read one for that.
test_completion_of_files() {
	local option before
	all_offered <<-'END'
		utf8check filter --output=goo: good
		utf8check filter --log=goo: good
		utf8check detect --output=goo: good
		utf8check check --files0-from=goo: good
		utf8check check --html=goo: good
		utf8check check --baseline=goo: good
		utf8check scan --html=goo: good
		utf8check guard --mount=goo: good
		utf8check guard --config=goo: good
		utf8check guard check goo: good
	END
	before=$(echo ./*)
	for option in --output --log --count --files0-from --to; do
		offers utf8check filter "$option=" >/dev/null
	done
	for option in --html --plan --undo; do
		offers utf8check scan "$option=" >/dev/null
	done
	[ "$(echo ./*)" = "$before" ] || fail "expected no file to be made: $(echo ./*)"
}
