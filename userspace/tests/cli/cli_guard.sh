# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of the guard's configuration file, as far as no kernel is needed; sourced by
# cli.sh.

# The file is stdin.
check_conf() {
	cat >conf
	run u guard check conf
}

# check_line TEXT MESSAGE: the third line of a file is TEXT, and is wrong.
check_line() {
	check_conf < <(printf '[rule a]\npolicy = safe\n%b\n' "$1")
	status_is 1
	silent
	printf '%b\n' "utf8check: guard: conf:3: $2" | cmp -s - err ||
		fail "of the line '$1' expected: $2"
}

# Whether this command has a guard or not.
test_guard_conf() {
	mkdir -p place
	check_conf <<-END
		# What holds for all
		[guard]
		rate = 10	# slow
		errno=EPERM
		targets = yes

		  # The first rule that applies judges.
		[rule first]
		filesystem = $PWD/place
		uid = 4294967294
		policy = safe
		refuse = trailing-dot, default-ignorable
		not-inside = :
		not-first=\\x20
		action = enforce

		[rule exempt_2.b-c]
		uid = root
		action = pass
		[ rule x ]
	END
	status_is 1
	err_has "conf:20: '[ rule x ]' is no section: [guard] and [rule NAME] are"
	sed -i '$d' conf
	exits 0 u guard check conf
	err_empty
	sed 's/ on device [0-9]*:[0-9]*,/ on device D,/' out | tr '\n' '|' >lines
	grep -qx 'rule first: refusing, policy safe, targets too, on device D, of uid 4294967294|rule exempt_2.b-c: passing all, targets too, of uid 0|' lines ||
		fail 'the rules'
	# As editors of Windows write it.
	sed -i '1s/^/\xef\xbb\xbf/; s/$/\r/' conf
	exits 0 u guard check conf
}

# A folder that gets its filesystem later: by /etc/fstab, with slashes at its end, or
# by autofs, which nobody may touch for that.
test_guard_conf_mounted_later() {
	local place status=0
	[ "$(id -u)" = 0 ] || skip 'only root can mount'
	mkdir -p mounted/below auto
	mkfifo kernel
	cat >later.sh <<-'END'
		mount --bind fstab /etc/fstab || exit 77
		exec 9<>kernel
		mount -t autofs -o fd=9,pgrp=1,minproto=5,maxproto=5,direct x auto || exit 77
		timeout "$LIMIT" "$UTF8CHECK" guard check later
	END
	printf 'none %s tmpfs defaults 0 0\n' "$PWD/mounted//" >fstab
	printf '[rule r%d]\nfilesystem = %s\n' 1 "$PWD/mounted/below" 2 "$PWD/auto" >later
	run env UTF8CHECK="$UTF8CHECK" LIMIT="$(patience 60)" unshare -m sh later.sh
	[ "$status" != 77 ] || skip 'no bind mounts or no autofs here'
	status_is 0
	for place in later:2:mounted/below later:4:auto; do
		err_has "guard: ${place%:*}: filesystem $PWD/${place##*:} is not there yet: the rule waits until the next reload"
	done
}

test_guard_conf_errors() {
	check_line 'policy = posix' "'policy' was given already"
	check_line 'color = always' "'color' is no key of this section"
	check_line 'rate = 1' "'rate' is no key of this section"
	check_line 'uid =' "'uid' has no value"
	check_line 'uid = # 1' "'uid' has no value"
	check_line 'uid = -1' "uid: there is no user '-1'"
	check_line 'uid = 4294967295' "uid: there is no user '4294967295'"
	check_line 'action = report' "action: unknown value 'report'; known: audit, enforce, pass"
	check_line 'refuse = x' "refuse: unknown value 'x'; known: $(refusable)"
	check_line 'filesystem = home' "filesystem: 'home' does not begin with '/'"
	check_line 'cgroup = /' 'cgroup: /: not a folder of cgroup2'
	check_line '[rule a]' "there is a rule 'a' already"
	check_line '[rule]' "'' is no name of a rule: up to 31 letters and digits of ASCII, and . _ -"
	check_line '[rule \0303\0274]' "'\0303\0274' is no name of a rule: up to 31 letters and digits of ASCII, and . _ -"
	check_line 'uid\0000 = 1' 'a NUL is in this line'
	check_line 'uid 1' "'uid 1' is neither a section nor KEY = VALUE"
	check_line '=' "'' is no key of this section"
	check_line '[' "'[' is no section: [guard] and [rule NAME] are"
	check_line 'not-last = \0303\0274' "not-last: '\0303\0274' is no list of bytes: ASCII characters, \\\\xHH for any byte, \\\\\\\\ for a backslash"
	# A terminal does not obey it.
	check_line '\0033[31m = \0377' "'\\\\x1B[31m' is no key of this section"
}

refusable() { u name --refuse=? a 2>&1 | sed 's/.*known: //'; }

# All errors of a file are said, in one go.
test_guard_conf_all_errors() {
	check_conf <<-END
		uid = 1
		[rules]
		uid = 1
		[guard]
		rate = many
		targets = maybe
		errno = EPREM
		$(printf '#%.0s' {1..5000})
		[rule a]
		filesystem = home
		action = Enfoce
	END
	status_is 1
	[ "$(cut -d: -f 4 err | paste -sd ' ')" = '1 2 5 6 7 8 10 11' ] || fail 'the lines'
	# A file has keys, and no options.
	! grep -e -- err || fail 'expected no option to be named'
	err_has "conf:7: errno: unknown value 'EPREM' (did you mean 'EPERM'?); known: "
	err_has "conf:11: action: unknown value 'Enfoce' (did you mean 'enforce'?); known: "
}

# Each section is wrong, and opens a folder.
test_guard_conf_folders_are_closed() {
	local folder
	folder=$(findmnt -nt cgroup2 -o TARGET | head -n 1)
	[ "$folder" ] || skip 'no cgroup2 is mounted'
	for _ in {1..40}; do printf '[rule a b]\ncgroup = %s\n' "$folder"; done >conf
	(ulimit -n 30 && exits 1 u guard check conf)
	! grep -q 'open files' err || fail 'folders of wrong rules are left open'
}

# The program of utf8check(9) and what runs it, as a reader would build them.
test_manual_bpf_example() {
	local tree=$HERE/../../.. PATH=$PATH:/usr/sbin
	{ command -v clang && command -v bpftool && [ -e /usr/include/bpf/bpf.h ]; } >/dev/null ||
		skip 'no bpftool, clang or libbpf'
	awk '/^\.\\" file judge/ { name = $3 }
		/^\.Ed/ { name = ""; inside = 0 }
		name && inside { gsub(/\\e/, "\\"); print >name }
		name && /^\.Bd/ { inside = 1 }' "$tree/userspace/man/utf8check.9"
	C_INCLUDE_PATH=$tree/userspace/bpf:$tree/module/include/uapi sh -e judge.sh ||
		fail 'it does not build'
	[ -x judge ] || fail 'nothing was built'
}
