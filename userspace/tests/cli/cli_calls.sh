# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The tests of calls.tsv, which says what its lines mean; sourced by cli.sh.

# The lines of a test, each joined with those that go on with it.
lines_of() { # TEST
	awk -v test="$1" '
		/^test_/ { inside = $0 == test }
		!inside || /^(#|test_|$)/ { next }
		{ printf "%s%s", /^\t/ ? "" : end, $0; end = "\n" }
		END { print "" }' "$HERE/calls.tsv"
}

# The files that are there before the call.
write_files() { # FIELD...
	local field name last=
	for field; do
		[[ $field =~ ^([^[:space:]\<\>]*)\<(.*)$ ]] || continue
		printf -v name %b "${BASH_REMATCH[1]:-text}"
		[[ $name != */* ]] || mkdir -p "${name%/*}"
		[ "$name" = "$last" ] || : >"$name"
		printf %b "${BASH_REMATCH[2]}" >>"$name"
		last=$name
	done
}

# has FILE TEXT
has() {
	local said words
	IFS= read -r -d '' said <"$1" || :
	printf -v words %b "$2"
	[[ $said = *"$words"* ]] || fail "expected in $1: $2"
}

# What no field speaks of is empty.
judge() { # FIELD...
	local field name out='' is_all=yes err='' is_silent=yes
	for field; do
		case $field in
		'>='*) name=${field#>=}; cmp -s "${name:-text}" out || fail "expected what ${name:-text} holds"; is_all= ;;
		'>~'*) has out "${field#>~}"; is_all= ;;
		'>'*) out+=${field#>} ;;
		'2>'*) has err "${field#2>}"; err+=${field#2>} is_silent= ;;
		'json '*) json "${field#json }"; is_all= ;;
		'each '*) ;;
		*) [[ $field =~ ^[^[:space:]\<\>]*\< ]] || fail "no field is like this: $field" ;;
		esac
	done
	[ -z "$is_all" ] || out_is "$out"
	[ -z "$is_silent" ] || err_empty
	[[ $err != *'\n' ]] || printf '%b' "$err" | cmp -s - err || fail 'expected nothing more on stderr'
}

call() { # STATUS ARGUMENTS FIELD...
	local asked="u $2"
	[[ $2 != '!'* ]] || asked=${2#!}
	write_files "${@:3}"
	exits "$1" eval "$asked"
	judge "${@:3}"
}

calls() { # TEST
	local lines line fields each word
	mapfile -t lines < <(lines_of "$1")
	needs_programs lines_of "$1"
	for line in "${lines[@]}"; do
		CALL=$line each=
		IFS=$'\t' read -ra fields <<<"$line"
		for word in "${fields[@]}"; do [[ $word != 'each '* ]] || each+=${word#each}; done
		eval "each=(${each:-@})"
		for word in "${each[@]}"; do
			if [ "${fields[0]}" = '$' ]; then
				eval "${fields[1]//@/"$word"}" || fail 'expected status 0'
			else
				call "${fields[@]//@/"$word"}"
			fi
		done
	done
}

while read -r name; do eval "$name() { calls $name; }"; done < <(grep '^test_' "$HERE/calls.tsv")
