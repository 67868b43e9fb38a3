# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What a guard reports is what happened, with which error, and to whom; read by
# guard.sh.

SEEN=$'seen\xff'

forget_names() {
	sync
	echo 2 >/proc/sys/vm/drop_caches
}

not_found() { # PATTERN
	# What was reported before is in the file by then.
	sleep 0.5
	! grep -- "$1" "$TMP/found"
}

# An open with O_CREAT of a file that is there, whose name the kernel has
# forgotten: the hook is asked before anybody knows.  tmpfs forgets none.
truth_on() { # TYPE WORD
	local type=$1
	enter "$type"
	forget_names
	echo more >>"$SEEN.$type"
	forget_names
	touch "$SEEN.$type"
	forget_names
	hostile exist "$SEEN.$type"
	if [ "$2" = refused ]; then
		refused touch "fresh.$type"$'\xff'
		# Now the kernel remembers that there is none.
		refused touch "fresh.$type"$'\xff'
		refused touch "fresh.$type"$'\xff'
	else
		touch "fresh.$type"$'\xff'
		rm "fresh.$type"$'\xff'
	fi
	found "$2 create: fresh.$type.xFF: ill-formed (in "
	# An overlay copies the file to its upper layer.
	not_found '^[^p].*seen.xFF'
	[ "$2" = noticed ] || [ "$(grep -c "fresh.$type.xFF" "$TMP/found")" = 3 ]
}

# Audited, an open is reported where it created something.
truth_audited() {
	local type
	begin --audit
	for type in tmpfs ext4 xfs vfat overlay; do
		[ -e "$TMP/$type.skip" ] || (truth_on $type noticed)
	done
	end
}

# Denied for a reason of its own, with the very error of the guard; then by the
# guard.
truth_denied() {
	local type
	for type in tmpfs ext4; do
		chmod 777 on/$type
		chmod 600 on/$type/"$SEEN.$type"
	done
	begin --enforce --errno=EACCES
	for type in tmpfs ext4; do
		forget_names
		says_error 'Permission denied' setpriv --reuid=nobody --clear-groups touch on/$type/"$SEEN.$type"
		says_error 'Permission denied' setpriv --reuid=nobody --clear-groups touch on/$type/"denied.$type"$'\xff'
		found "refused create: denied.$type.xFF: "
	done
	not_found 'seen.xFF'
	end
}

# The errors that no other check sees.
answers() {
	local row
	for row in 'EINVAL:Invalid argument' 'EPERM:Operation not permitted'; do
		begin --enforce "--errno=${row%%:*}"
		says_error "${row#*:}" touch "on/tmpfs/$BAD"
		says_error "${row#*:}" mkdir "on/tmpfs/$BAD"
		says_error "${row#*:}" touch "on/ext4/$BAD"
		end
	done
	# No error says of a name that is UTF-8 that it is not.
	begin --enforce --policy=safe
	says_error "$EPERM" touch on/tmpfs/-dash
	says_error "$EILSEQ" touch "on/tmpfs/-$BAD"
	end
	says_no "--errno: unknown value 'EIO'; known: EILSEQ, EINVAL, EACCES, EPERM" \
		utf8check guard run --errno=EIO
}

# Rights to files that are lent, as servers do: the user is root all the while.
# Only nobody is guarded.
by_fsuid() {
	cat >lent.py <<-'PYTHON'
		import ctypes, errno, os
		libc = ctypes.CDLL(None)
		os.close(os.open(b"on/tmpfs/own\xff", os.O_CREAT | os.O_WRONLY))
		os.unlink(b"on/tmpfs/own\xff")
		libc.setfsuid(65534)
		try:
		    os.open(b"on/tmpfs/lent\xff", os.O_CREAT | os.O_WRONLY)
		    raise SystemExit("it was made")
		except OSError as e:
		    assert e.errno == errno.EILSEQ, e
	PYTHON
	python3 lent.py
	found 'refused create: lent.xFF: '
}

# A pipe that nobody reads, and is full: names are refused, what is lost is
# counted, and a signal ends it.
stuck_pipe() { # SIGNAL
	local i reader status=0 begun
	rm -f pipe
	mkfifo pipe
	# shellcheck disable=SC2217 # it keeps the pipe open
	sleep 1000 <pipe &
	reader=$!
	utf8check guard run --enforce --rate=1000000 >pipe 2>said 3>&- &
	echo $! >pid
	soon grep -q refusing said
	for ((i = 0; i < 1500; i++)); do
		{ : >"on/tmpfs/$BAD$i"; } 2>/dev/null || :
	done
	refused touch "on/tmpfs/$BAD"
	utf8check guard status | tee status | grep '1501 names, [1-9][0-9]* of them not reported'
	begun=$SECONDS
	end "$1" || status=$?
	kill $reader
	[ $status = 0 ] || { echo "status $status"; return 1; }
	[ $((SECONDS - begun)) -lt "$(patience 10)" ] || { echo "ended after $((SECONDS - begun)) s"; return 1; }
	nothing_left
	grep -E 'guard: ended; 1501 names, [1-9][0-9]+ of them not reported' said
}

# A terminal that was stopped, as by Control-S.
stuck_terminal() {
	cat >terminal.py <<-'PYTHON'
		import errno, os, pty, signal, subprocess, termios, time
		master, slave = pty.openpty()
		termios.tcflow(slave, termios.TCOOFF)
		guard = subprocess.Popen(["utf8check", "guard", "run", "--enforce"],
		                         stdout=slave, stderr=subprocess.PIPE)
		assert b"refusing" in guard.stderr.readline()
		def touch():
		    try:
		        os.open(b"on/tmpfs/stuck\xff", os.O_CREAT | os.O_WRONLY)
		        raise SystemExit("it was made")
		    except OSError as e:
		        assert e.errno == errno.EILSEQ, e
		for i in range(20):
		    touch()
		time.sleep(2)
		touch()
		guard.send_signal(signal.SIGINT)
		assert guard.wait(20) == 0, guard.returncode
	PYTHON
	python3 terminal.py
	nothing_left
}

truth_checks() {
	local type
	for type in tmpfs ext4 xfs vfat overlay; do
		echo "truth on $type|truth_on $type refused"
	done
}

more_truth_checks() {
	cat <<-TABLE
	truth when auditing|truth_audited|long
	truth of what is denied|truth_denied|long
	errors to choose|answers|long
	stuck pipe|stuck_pipe TERM|long
	stuck terminal|stuck_terminal|long
	TABLE
}
