#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Check 'utf8check guard' on several filesystems, and what tries to get past it.
#
#   userspace/tests/guard/guard.sh FOLDER SOURCES [NAME...]
#
# Runs as root in a guest of scripts/vm; FOLDER has the modules of filesystems
# and their order (filesystems/ of scripts/kernel), SOURCES what guard_sources.sh
# made. scripts/suites/guard does all of it.
# With a NAME, only checks whose name holds one; with QUICK=yes in the environment,
# not those that are called long, with QUICK=most nor those that are called heavy. MODULE
# names utf8check.ko. The last line is "N passed, N failed, N skipped".
set -eu

BAD=$'bad\xff'
HIDDEN=$'a\xc0\xafb'
OLD=$'old\xff'
MODULES=${1:?usage: guard.sh FOLDER SOURCES [NAME...]}
# shellcheck disable=SC2034 # for guard_tools.sh
SOURCES=${2:?usage: guard.sh FOLDER SOURCES [NAME...]}
MODULE=${MODULE:-/run/utf8check/kernel-$(uname -r)/module/utf8check.ko}
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=userspace/tests/checks.sh
. "$HERE/../checks.sh"
shift 2
TMP=/run/guard
# Seconds of a quiet machine for one check; the longest takes 66 in an emulated one.
LIMIT=300
mkdir -p $TMP
mount -t tmpfs -o size=400m guard $TMP
cd $TMP

# --- filesystems -------------------------------------------------------------

# Those of NFS are for guard_nfs.sh.
grep -v 'nfs\|sunrpc\|grace\|lockd\|dns_resolver\|auth_rpcgss' "$MODULES/order" | while read -r module; do
	insmod "$MODULES/$module" 2>>insmod.log || :
done

# An image in memory; what mount cannot do skips the filesystem.
make_image() { # TYPE SIZE MOUNT-OPTIONS COMMAND...
	local type=$1 size=$2 options=$3
	shift 3
	command -v "$1" >/dev/null || { echo "no $1" >"$type.skip"; return; }
	truncate -s "$size" "$type.image"
	"$@" "$type.image" >"$type.log" 2>&1 ||
		{ echo "$1: $(tail -n 1 "$type.log")" >"$type.skip"; return; }
	mount -t "$type" -o "loop$options" "$type.image" "on/$type" 2>"$type.log" ||
		tail -n 1 "$type.log" >"$type.skip"
}

make_filesystems() {
	mkdir -p on/tmpfs on/ext4 on/xfs on/vfat on/overlay lower upper work
	mount -t tmpfs tmpfs on/tmpfs
	make_image ext4 16M '' mkfs.ext4 -q -F
	make_image xfs 300M '' mkfs.xfs -q -f -l size=64m
	# As bytes: with utf8 vfat itself would refuse what is none.
	make_image vfat 8M ,utf8=0,iocharset=iso8859-1 mkfs.vfat
	touch "lower/$OLD" "lower/$OLD.write" "lower/$OLD.rename" lower/$'seen\xff.overlay'
	mkdir "lower/$OLD.folder"
	mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay on/overlay
	for type in tmpfs ext4 xfs vfat; do
		[ -e $type.skip ] || touch "on/$type/$OLD" "on/$type/$OLD.write" "on/$type/$OLD.rename" "on/$type/"$'seen\xff.'$type
		[ -e $type.skip ] || mkdir "on/$type/$OLD.folder"
	done
}

enter() { # TYPE
	[ ! -e "$1.skip" ] || { cat "$1.skip"; exit $SKIP; }
	cd "on/$1"
}

# --- the guard ---------------------------------------------------------------

for more in process tools truth enabled rules names attacks; do
	# shellcheck source=/dev/null
	. "$HERE/guard_$more.sh"
done

# --- checks --------------------------------------------------------------------

refuses() { # TYPE
	enter "$1"
	echo text >fine
	refused touch "$BAD"
	refused mkdir "$HIDDEN"
	refused mv fine "$BAD"
	[ "$(cat fine)" = text ]
	if [ "$1" != vfat ]; then
		refused ln fine "$BAD"
		refused ln -s fine "$BAD"
		refused mkfifo "$BAD"
	fi
	touch 'naïve'
	mkdir 'Straße'
	mv fine 日本
	found "refused create: bad.xFF: ill-formed (in "
	found "refused mkdir: a.xC0.xAFb: hidden-separator (in "
	found "refused rename: bad.xFF: ill-formed (in .*; by mv, pid [0-9]*, uid 0)"
	rm 日本 'naïve'
	rmdir 'Straße'
	[ ! -e "$BAD" ] && [ ! -e "$HIDDEN" ]
}

# What was there before can be read, written, renamed and removed.
leaves() { # TYPE
	enter "$1"
	cat "$OLD"
	chmod 600 "$OLD"
	echo more >>"$OLD.write"
	mv "$OLD.rename" renamed
	refused mv renamed "$OLD.rename"
	refused mv renamed "$OLD"
	refused hostile exchange renamed "$OLD"
	refused hostile exchange "$OLD" renamed
	rm "$OLD" "$OLD.write" renamed
	rmdir "$OLD.folder"
	refused touch "$OLD"
	refused touch "$OLD.write"
	refused mkdir "$OLD.folder"
	ls -A >$TMP/listed
	! grep -q old $TMP/listed
}

# vfat takes names of 255 characters: more bytes than other filesystems do.
long_names() {
	local a
	enter vfat
	a=$(printf 'n%.0s' $(seq 254))
	touch "$a"
	rm "$a"
	refused touch "${a}"$'\xff'
}

hostile_on() { # TYPE
	mkdir -p "on/$1/hostile"
	all_pass hostile refused "on/$1/hostile"
}

status_says() {
	utf8check guard status | grep -x 'pid [0-9]*: refusing, policy default, 9 hooks; [0-9]* names, 0 of them not reported'
}

ends() {
	end TERM && nothing_left && grep -q 'guard: ended; ' $TMP/said && lets_through
}

# Reports all, within the rate; of what comes too fast, how much it was.
audits() {
	local type i
	begin --audit --json --rate=20
	for type in tmpfs ext4 xfs vfat overlay; do
		[ ! -e $type.skip ] || continue
		touch "on/$type/$BAD"
		mkdir "on/$type/$HIDDEN"
		mv "on/$type/$BAD" "on/$type/$OLD"
		rm "on/$type/$OLD"
		rmdir "on/$type/$HIDDEN"
		found "\"refused\":false,\"act\":\"mkdir\",\"class\":\"hidden-separator\",\"name\":\"a[^\"]*b\",\"name_hex\":\"61c0af62\",\"directory\":\"/\",\"inode\":[0-9]*,\"device\":\"$(mountpoint -d "on/$type")\",\"comm\":\"mkdir\",\"pid\":[0-9]*,\"uid\":0}"
	done
	all_pass hostile noticed on/tmpfs/hostile
	for ((i = 0; i < 200; i++)); do
		: >"on/tmpfs/$BAD$i"
	done
	rm on/tmpfs/bad*
	utf8check guard status >counts
	end INT
	nothing_left
	python3 -c 'import json, re, sys
events = [json.loads(line) for line in open("found", encoding="utf-8")]
named = [e for e in events if "dropped" not in e]
dropped = sum(e["dropped"] for e in events if "dropped" in e)
for e in named:
    bytes.fromhex(e["name_hex"]).decode("ascii", "surrogateescape")
total, lost = re.search("; (\\d+) names, (\\d+) of them not", open("counts").read()).groups()
assert dropped == int(lost) > 0, (dropped, lost)
assert len(named) + dropped == int(total) > 200, (len(named), dropped, total)'
}

# Only there, only him, only in this cgroup; and what another policy refuses.
scopes() {
	local group=/sys/fs/cgroup/some
	mkdir -p $group/below
	chmod 777 on/tmpfs
	begin --enforce --mount=on/tmpfs --uid=nobody --cgroup=$group \
		--targets --policy=safe --not-inside=:
	as_nobody() { setpriv --reuid=nobody --clear-groups "$@"; }
	touch "on/tmpfs/$BAD"
	as_nobody touch "on/tmpfs/$OLD"
	utf8check guard status | grep ': refusing, policy safe, 9 hooks, targets too, on device .*, of uid 65534, of a cgroup; 0 names'
	echo "$BASHPID" >$group/below/cgroup.procs
	rm "on/tmpfs/$BAD" "on/tmpfs/$OLD"
	lets_through
	as_nobody touch "/dev/shm/$BAD"
	refused as_nobody touch "on/tmpfs/$BAD"
	refused as_nobody touch on/tmpfs/-dash
	refused as_nobody touch on/tmpfs/a:b
	refused as_nobody touch $'on/tmpfs/a\nb'
	refused as_nobody ln -s $'../\xc0\xaf' on/tmpfs/target
	as_nobody ln -s ../fine on/tmpfs/target
	found 'refused symlink-target: ../.xC0.xAF: .* uid 65534)'
	found 'refused create: -dash: leading-dash '
	found 'refused create: a.x0Ab: control '
	found 'refused create: a:b: forbidden-byte '
	by_fsuid
	echo "$BASHPID" >/sys/fs/cgroup/cgroup.procs
	rm on/tmpfs/target "/dev/shm/$BAD"
	end
	rmdir $group/below $group
}

# A reader that has gone away is no reason to let names through; and when the
# guard is killed, the kernel cleans up.
unread() {
	local i pid
	utf8check guard run --enforce 2>said 3>&- | : &
	soon grep -q refusing said
	for i in 1 2 3; do refused touch "on/tmpfs/$BAD"; sleep 0.4; done
	pid=$(utf8check guard status | sed 's/pid \([0-9]*\).*/\1/')
	kill -KILL "$pid"
	nothing_left
	lets_through
}

says_no() { # SENTENCE COMMAND...
	local sentence=$1 status=0
	shift
	"$@" >out 2>&1 || status=$?
	[ $status = 2 ] || { echo "'$*': status $status"; return 1; }
	grep -qF -- "$sentence" out || { cat out; return 1; }
}

complains() {
	says_no 'only root may do this' setpriv --reuid=nobody --clear-groups utf8check guard run
	says_no "--uid: there is no user 'nobodyelse'" utf8check guard run --uid=nobodyelse
	says_no '--cgroup: on/tmpfs: not a folder of cgroup2' utf8check guard run --cgroup=on/tmpfs
	says_no "action: unknown value 'walk'; known: run, enable, reload, disable, status, check" utf8check guard walk
	[ "$(utf8check guard status)" = 'no guard' ]
	# As on a kernel whose parameter lsm= leaves it out.
	mkdir -p security
	mount -t tmpfs tmpfs /sys/kernel/security
	echo -n lockdown,yama >/sys/kernel/security/lsm
	says_no 'start the kernel with the parameter lsm=lockdown,yama,bpf' utf8check guard run --enforce
	umount /sys/kernel/security
	rmmod utf8check
	says_no "the module is not loaded: load it with 'utf8check module load'" utf8check guard run
	insmod "$MODULE"
}

# A guard that was built before a struct of the module's calls grew.
old_guard_runs() {
	mkdir -p on/tmpfs/old
	old_guard on/tmpfs/old
	nothing_left
}

# What they have judged is counted, plain names too: those of the trials that
# bpf_calls makes of names and paths, but those with a policy that is none.
calls_counted() {
	local files=/sys/class/misc/utf8check/statistics names refused
	names=$(cat $files/names) refused=$(cat $files/names_refused)
	bpf_calls >calls.log
	names=$(($(cat $files/names) - names))
	refused=$(($(cat $files/names_refused) - refused))
	echo "$names names, $refused refused"
	[ "$names" = 16 ] && [ "$refused" = 12 ]
}

# What those that refuse tell by tracepoint, in the order of the calls.
calls_traced() {
	local root=/sys/kernel/tracing/instances/utf8check-guard
	mkdir $root
	echo 1 >$root/events/utf8check/enable
	bpf_calls >calls.log
	echo 0 >$root/events/utf8check/enable
	sed -n 's/^ .*: utf8check_\(error\|name\): by=bpf /\1 /p' $root/trace |
		sed 's/ profile=.*//' >told
	rmdir $root
	cat >expected <<-'LINES'
		error reason=overlong offset=0 length=1 span=2 value=0x2f bytes=c0af
		error reason=surrogate offset=0 length=1 span=3 value=0xd800 bytes=eda080
		error reason=incomplete offset=1 length=2 span=0 value=0x0 bytes=e282
		error reason=incomplete offset=768 length=2 span=0 value=0x0 bytes=e282
		name kind=name class=ill-formed classes=0x200 offset=1 length=2 name=a\xff
		name kind=name class=hidden-separator classes=0x4 offset=1 length=3 name=a\xc0\xaf
		name kind=name class=separator classes=0x800 offset=1 length=3 name=a/b
		name kind=name class=dotdot classes=0x1000 offset=0 length=2 name=..
		name kind=name class=empty classes=0x8000 offset=0 length=0 name=
		name kind=name class=control classes=0x1000100200 offset=2 length=3 name=a\xff\x0a
		name kind=name class=ill-formed classes=0x1000100200 offset=0 length=2 name=\xff\x0a
		name kind=path class=hidden-separator classes=0x4 offset=2 length=4 name=..\xc0\xaf
		name kind=path class=dotdot classes=0x1000 offset=3 length=7 name=/a/../b
		error reason=incomplete offset=1 length=1 span=0 value=0x0 bytes=cc
		name kind=name class=ill-formed classes=0x200 offset=1 length=2 name=a\xff
		name kind=name class=ill-formed classes=0x200 offset=1 length=2 name=a\xff
		name kind=name class=ill-formed classes=0x200 offset=1 length=2 name=a\xff
	LINES
	diff expected told
}

# name | function | long or heavy, if it is
checks() {
	local type
	echo 'complaints|complains'
	echo 'begins|begin --enforce'
	echo 'status|status_says'
	for type in tmpfs ext4 xfs vfat overlay; do
		echo "refuses on $type|refuses $type"
		echo "leaves what is there on $type|leaves $type"
		tools_on "$type"
	done
	truth_checks
	cat <<-TABLE
	long names|long_names
	all ways to make a name|hostile_on tmpfs
	all ways on overlayfs|hostile_on overlay
	ends|ends
	audit|audits|long
	scopes and policies|scopes|long
	nobody reads|unread|long
	TABLE
	more_truth_checks
	names_checks
	enabled_checks
	rules_checks
	attacks_checks
	cat <<-'TABLE'
	calls for other programs|all_pass bpf_calls
	pointers that may be NULL|all_pass bpf_pointers
	an old guard on this module|old_guard_runs|heavy
	calls from inside events and functions|all_pass bpf_nest|heavy
	what they refuse, traced|calls_traced
	what they judge, counted|calls_counted
	TABLE
}

# In this shell's own child, so that 'end' can wait for what 'begin' began.
run() { # NAME FUNCTION
	local status=0 begun=$SECONDS
	set +e
	if [ "$2" = 'begin --enforce' ] || [ "$2" = ends ]; then
		$2 >log 2>&1
	else
		: >log
		# The watcher writes there too.
		(set -e; echo "$BASHPID $1" >now; $2) >>log 2>&1 </dev/null
	fi
	status=$?
	rm -f now
	set -e
	# What failed leaves no guard to the next.
	case $2 in
	begin* | end | refuses* | leaves* | tool_on* | truth_on* | hostile_* | status_says | long_names) ;;
	enable* | rules_enabled | pins_* | all_at_once) [ $status = 0 ] || { kill -KILL "$(cat pid)"; utf8check guard disable; } 2>/dev/null || : ;;
	*) [ $status = 0 ] || kill -KILL "$(cat pid)" 2>/dev/null || : ;;
	esac
	tell guard "$1" "$status" "$begun"
}

watch_checks "$TMP/now" "$LIMIT" "$TMP/log" >/dev/null 2>&1 &
exec 3>&1
make_filesystems
while IFS='|' read -r name function long; do
	case ${QUICK-}:$long in yes:long | most:?*) continue ;; esac
	! is_wanted "$name" "$@" || run "$name" "$function"
done < <(checks)
cd /
sum
