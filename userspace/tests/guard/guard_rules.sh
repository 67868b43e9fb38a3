# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Several rules from a configuration file, and other rules while the guard is at
# work; read by guard.sh.

CONF=$TMP/guard.conf
GROUP=/sys/fs/cgroup/later

as_nobody() { setpriv --reuid=nobody --clear-groups "$@"; }

has_said_more() { # SENTENCE
	tail -n "+$(($(cat heard 2>/dev/null || echo 0) + 1))" said | grep -qF -- "$1"
}

# What it said since the last call holds the sentence: waits, as it may come late.
said_more() { # SENTENCE
	soon has_said_more "$1" || { cat said; return 1; }
	wc -l <said >heard
}

begin_by_rules() { # [OPTION...]
	rm -f heard
	begin --config="$CONF" "$@"
	said_more "guard: by the rules of $CONF"
}

hang_up() { kill -HUP "$(cat "$TMP/pid")"; }

# Two filesystems with a policy each, a user with a third, one who is exempt; the
# first rule that applies judges, and where none does the name passes.
rules_apply() {
	local all=on/tmpfs/all
	mkdir -p bound $all
	chmod 777 on/tmpfs on/ext4
	mount --bind on/ext4 bound
	cat >"$CONF" <<-END
		[guard]
		errno = EPERM
		[rule exempt]
		filesystem = $TMP/on/tmpfs
		uid = daemon
		action = pass
		[rule ext4]
		filesystem = $TMP/bound
		action = enforce
		[rule nobody]
		uid = nobody
		policy = posix
		action = enforce
		[rule tmpfs]
		filesystem = $TMP/$all
		policy = safe
		refuse = misplaced-ignorable
		not-first = :
		action = enforce
		[rule noticed]
		filesystem = $TMP/on/xfs
	END
	begin_by_rules
	# On ext4, wherever it is mounted, -dash is no matter, whoever makes it.
	says_error 'Operation not permitted' touch "bound/$BAD"
	says_error 'Operation not permitted' as_nobody mkdir "on/ext4/$HIDDEN"
	as_nobody touch on/ext4/-dash 'on/ext4/a b'
	rm on/ext4/-dash 'on/ext4/a b'
	# By safe, with more; but not daemon.
	says_error 'Operation not permitted' touch on/tmpfs/-dash
	says_error 'Operation not permitted' touch on/tmpfs/:a
	says_error 'Operation not permitted' touch on/tmpfs/$'a\u00adb'
	touch on/tmpfs/a:b on/tmpfs/$'\U0001F469\u200D\U0001F4BB'
	setpriv --reuid=daemon --clear-groups touch "on/tmpfs/$BAD" on/tmpfs/-dash
	rm "on/tmpfs/$BAD" on/tmpfs/-dash on/tmpfs/a:b on/tmpfs/$'\U0001F469\u200D\U0001F4BB'
	# A long name, which is copied.
	says_error 'Operation not permitted' touch "on/tmpfs/$(printf 'n%.0s' {1..200})"$'\xff'
	touch "on/tmpfs/$(printf 'n%.0s' {1..200})"
	rm "on/tmpfs/$(printf 'n%.0s' {1..200})"
	# By posix, wherever no rule before it applies.
	says_error 'Operation not permitted' as_nobody touch 'on/tmpfs/a b'
	says_error 'Operation not permitted' as_nobody touch '/dev/shm/a b'
	as_nobody touch /dev/shm/-a && return 1
	touch 'on/tmpfs/a b' "/dev/shm/$BAD" "on/xfs/$BAD"
	rm 'on/tmpfs/a b' "/dev/shm/$BAD" "on/xfs/$BAD"
	# Targets only where the file says so.
	ln -s $'../\xc0\xaf' on/tmpfs/target
	rm on/tmpfs/target
	found 'refused create: bad.xFF: ill-formed (in .*, uid 0; rule ext4)$'
	found 'refused mkdir: .*, uid 65534; rule ext4)$'
	found 'refused create: -dash: leading-dash .*; rule tmpfs)$'
	found 'refused create: :a: forbidden-byte .*; rule tmpfs)$'
	found 'refused create: a b: .* uid 65534; rule nobody)$'
	found 'noticed create: bad.xFF: .*; rule noticed)$'
	not_found 'rule exempt'
	utf8check guard status |
		sed 's/device [0-9]*:[0-9]*/device D/; s/; [0-9]* names, 0 /; N names, 0 /' >listed
	diff - listed <<-END
		pid $(cat "$TMP/pid"): by the rules of $CONF, 9 hooks; N names, 0 of them not reported
		rule exempt: passing all, on device D, of uid 1
		rule ext4: refusing, policy default, on device D
		rule nobody: refusing, policy posix, of uid 65534
		rule tmpfs: refusing, policy safe, on device D
		rule noticed: audit, policy default, on device D
	END
	end
	umount bound
	nothing_left
}

# A cgroup that is there later, and is made anew; on SIGHUP.
rules_cgroup() {
	local i
	printf '%s\n' '[guard]' 'targets = yes' '[rule later]' "cgroup = $GROUP" 'action = enforce' >"$CONF"
	begin_by_rules
	grep -F "guard: $CONF:4: cgroup $GROUP is not there yet: the rule waits until the next reload" said
	utf8check guard status | grep -x 'rule later: waiting, refusing, policy default, targets too, of a cgroup'
	lets_through
	for i in 1 2 3; do
		mkdir -p $GROUP/below
		hang_up
		said_more 'guard: reloaded, 1 rules'
		lets_through
		(
			echo "$BASHPID" >$GROUP/below/cgroup.procs
			refused touch "on/tmpfs/$BAD"
			refused ln -s $'../\xc0\xaf' on/tmpfs/target
		)
		rmdir $GROUP/below $GROUP
	done
	utf8check guard status | grep -x 'rule later: refusing, policy default, targets too, of a cgroup'
	# Gone again.
	hang_up
	said_more 'guard: reloaded, 1 rules'
	utf8check guard status | grep -x 'rule later: waiting, .*'
	end
	nothing_left
}

# What is wrong changes nothing; nor a file that is gone.
rules_wrong() {
	printf '%s\n' '[rule a]' >"$CONF"
	begin_by_rules
	bpftool map dump name .data.utf8check >shown 2>err || { cat err; bpftool map list; return 1; }
	grep -w '"limit": 1000' shown || { cat shown; return 1; }
	end
	printf '%s\n' '[rule a]' 'policy = safe' >"$CONF"
	begin_by_rules --enforce
	refused touch on/tmpfs/-dash
	echo 'policy = walk' >>"$CONF"
	hang_up
	said_more 'guard: the rules are those before'
	grep -F "guard: $CONF:3: 'policy' was given already" said
	refused touch on/tmpfs/-dash
	rm "$CONF"
	hang_up
	said_more 'guard: the rules are those before'
	refused touch on/tmpfs/-dash
	# Without an action, as the command line says; the limit is that of the file.
	printf '%s\n' '[guard]' 'rate = 0' '[rule a]' >"$CONF"
	hang_up
	said_more 'guard: reloaded, 1 rules'
	touch on/tmpfs/-dash
	rm on/tmpfs/-dash
	refused touch "on/tmpfs/unseen"$'\xff'
	found 'dropped: 1 more, not reported'
	not_found unseen
	end
	nothing_left
	says_no 'with --config, the file says what is refused' utf8check guard run --config="$CONF" --uid=1
	says_no 'with --config, the file says what is refused' utf8check guard enable --config="$CONF" --policy=safe
	says_no "$TMP/not-there: No such file" utf8check guard enable --config="$TMP/not-there"
	echo '[rule' >"$CONF"
	says_no "$CONF:1: '[rule' is no section" utf8check guard enable --config="$CONF"
	nothing_left
}

# By the one set the first rule refuses, by the other one the last rule: a mixture of
# both would let the name pass, and so would a moment without rules.
storm_sets() {
	local i
	printf '%s\n' '[rule a]' 'policy = safe' 'action = enforce'
	for i in {1..15}; do printf '%s\n' "[rule r$i]" 'action = pass'; done
	exec >&3
	for i in {1..15}; do printf '%s\n' "[rule r$i]" "uid = $((4000000000 + i))"; done
	printf '%s\n' '[rule a]' 'policy = strict' 'action = enforce'
}

# Names that both sets refuse, and names that none refuses, while rules are reloaded.
rules_storm() { # RELOADS COMMAND...
	local wanted=$1 reloads=0 storm
	shift
	rm -f tried
	mkdir -p on/tmpfs/storm
	cat >storm.py <<-'PYTHON'
		import errno, os, sys
		tried = 0
		folder = os.fsencode(sys.argv[1])
		bad = (b"b\xff", b"-dash", b"b" * 40 + b"\xc0\xaf", b"a\x01")
		while tried <= 50 or not os.path.exists("storm.end"):
		    for name in bad:
		        try:
		            os.mkdir(folder + b"/" + name)
		            sys.exit(f"made: {name}")
		        except OSError as e:
		            if e.errno != (errno.EPERM if name.isascii() else errno.EILSEQ):
		                raise
		    for name in (b"fine", "\N{LATIN SMALL LETTER U WITH DIAERESIS}".encode()):
		        os.mkdir(folder + b"/" + name)
		        os.rmdir(folder + b"/" + name)
		    tried += 1
		print(tried)
	PYTHON
	rm -f storm.end
	python3 storm.py on/tmpfs/storm >tried 2>&1 &
	storm=$!
	while [ $reloads -lt "$wanted" ]; do
		cp conf.$((reloads % 2)) "$CONF"
		"$@"
		reloads=$((reloads + 1))
	done
	touch storm.end
	wait $storm || { cat tried; return 1; }
	echo "$reloads reloads, $(cat tried) rounds"
}

reload_by_signal() {
	hang_up
	said_more 'guard: reloaded, 16 rules'
}

rules_reloaded() {
	storm_sets >conf.0 3>conf.1
	cp conf.0 "$CONF"
	begin_by_rules
	rules_storm 40 reload_by_signal
	end
	nothing_left
}

# The same without a process, and the file of the boot.
rules_enabled() {
	local etc=/etc/utf8check status=0
	says_no 'no guard is enabled' utf8check guard reload
	utf8check guard enable --enforce
	utf8check guard reload >out 2>&1 || status=$?
	[ $status = 1 ]
	grep -F 'enabled without a configuration file' out
	storm_sets >conf.0 3>conf.1
	mkdir -p $etc
	CONF=$etc/guard.conf
	cp conf.0 $CONF
	# As the unit does it.
	utf8check guard enable --enforce
	soon one_guard
	utf8check guard status | tee all | grep -x "enabled: by the rules of $CONF, 9 hooks; .*"
	[ "$(grep -c '^rule ' all)" = 16 ]
	rules_storm 40 utf8check guard reload
	begin
	grep "guard: by the rules of $CONF, as it was enabled" said
	refused touch on/tmpfs/-dash
	# After the storm it may say how many of this user's were not reported.
	found 'refused create: -dash: leading-dash .*; rule a[;)]'
	# Without a process of the reader the rules change too; the reader stays.
	printf '%s\n' '[rule other]' 'policy = posix' >$CONF
	utf8check guard reload 2>&1 | grep -x 'utf8check: guard: reloaded, 1 rules'
	refused touch 'on/tmpfs/a b'
	found 'refused create: a b: .*; rule other)$'
	echo '[' >>$CONF
	utf8check guard reload >out 2>&1 || status=$?
	[ $status = 2 ]
	grep -F 'the rules are those before' out
	refused touch 'on/tmpfs/a b'
	says_no "$CONF:3: '[' is no section" utf8check guard enable --enforce
	refused touch 'on/tmpfs/a b'
	# What an option says is not what the file says.
	utf8check guard enable --enforce --policy=safe
	# The kernel takes the hooks of the old one out a moment later.
	soon touch 'on/tmpfs/a b'
	refused touch on/tmpfs/-dash
	utf8check guard disable
	rm -r 'on/tmpfs/a b' $etc
	soon grep 'guard: disabled' said
	wait "$(cat pid)"
	nothing_left
}

# A filesystem that is to be mounted: until then the rule waits, and does not take
# the filesystem that the folder is on for it.
rules_mounted() {
	cp /etc/fstab fstab.before 2>/dev/null || :
	mkdir -p on/tmpfs/mounted/below
	printf '%s\n' '[rule m]' "filesystem = $TMP/on/tmpfs/mounted/below" 'action = enforce' >"$CONF"
	echo "none $TMP/on/tmpfs/mounted tmpfs defaults 0 0" >/etc/fstab
	begin_by_rules
	grep -F "$CONF:2: filesystem $TMP/on/tmpfs/mounted/below is not there yet" said
	lets_through
	mount on/tmpfs/mounted
	mkdir on/tmpfs/mounted/below
	touch "on/tmpfs/mounted/$BAD"
	hang_up
	said_more 'guard: reloaded, 1 rules'
	refused touch "on/tmpfs/mounted/second$BAD"
	lets_through
	umount on/tmpfs/mounted
	rm -r on/tmpfs/mounted
	end
	cp fstab.before /etc/fstab 2>/dev/null || rm -f /etc/fstab
	nothing_left
}

# On an overlay a bad name that is there can be removed, also where only the rule of
# a layer's filesystem refuses it.
rules_overlay() {
	mkdir -p lower2 upper2 work2 over
	touch "lower2/$OLD" lower2/-dash
	mount -t overlay -o lowerdir=lower2,upperdir=upper2,workdir=work2 overlay over
	printf '%s\n' '[rule layers]' "filesystem = $TMP" 'policy = safe' 'action = enforce' >"$CONF"
	begin_by_rules
	rm "over/$OLD" over/-dash
	refused touch "over/$BAD"
	refused touch over/-other
	refused touch "upper2/$BAD"
	umount over
	end
	nothing_left
}

rules_checks() {
	cat <<-TABLE
	rules, and to whom they apply|rules_apply
	rules of a cgroup that comes later|rules_cgroup|long
	rules that are wrong|rules_wrong|long
	rules reloaded in a storm|rules_reloaded|long
	rules enabled|rules_enabled|long
	rules of a filesystem not yet mounted|rules_mounted|long
	rules on an overlay|rules_overlay|long
	TABLE
}
