#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Check /dev/utf8check as people use it, from a shell; then call by call.
#
#   userspace/tests/device/device.sh [NAME...]    checks whose name holds one of the words
#
# Runs as root in a guest of scripts/vm, where the module is loaded, the command
# is on the PATH and the repository is at /mnt:
#
#   make -C userspace device-tests BUILD=$PWD/build
#   scripts/vm userspace/tests/device/device.sh
#
# Elsewhere, MODULE names utf8check.ko. The last line is
# "N passed, N failed, N skipped".
set -eu

HERE=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=userspace/tests/checks.sh
. "$HERE/../checks.sh"
# shellcheck source=userspace/tests/limits.sh
. "$HERE/../limits.sh"
DEVICE=/dev/utf8check
MODULE=${MODULE:-/run/utf8check/kernel-$(uname -r)/module/utf8check.ko}
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-device.XXXXXX")
# Seconds of a quiet machine for one check, in a guest; the longest takes 13 in an emulated one.
LIMIT=${LIMIT:-100}
watcher=
trap 'kill $watcher 2>/dev/null || :; rm -rf "$TMP"' EXIT
cd "$TMP"

# --- texts -------------------------------------------------------------------

make_texts() {
	local i
	printf 'Gr\303\274\303\237e, \320\274\320\270\321\200 \342\202\254 \360\237\231\202 \346\227\245\346\234\254\n' >good
	for i in 1 2 3 4 5 6 7 8 9; do
		cat good good >twice && mv twice good
	done
	head -c 1999 good | iconv -c -f UTF-8 -t UTF-8 >middle || :
	{ cat middle; printf '\300\257'; cat middle; } >bad
	{ cat middle; printf '\342\202'; } >unfinished
	: >empty
}

# --- what the checks are made of ---------------------------------------------

# needs COMMAND...: skips the check where one is missing.
needs() {
	local command
	for command in "$@"; do
		command -v "$command" >/dev/null || { echo "no $command"; exit $SKIP; }
	done
}

fails_with() { # MESSAGE COMMAND...
	local message=$1 said status=0
	shift
	"$@" >/dev/null 2>stderr || status=$?
	[ "$status" != 0 ] || { echo "'$*' succeeded"; return 1; }
	IFS= read -r -d '' said <stderr || :
	[[ $said = *"$message"* ]] || { echo "'$*' says: $said"; return 1; }
}

to_device() { "$@" >$DEVICE; }
refused() { fails_with "$EILSEQ" to_device "$@"; }

same() { # FILE FILE
	cmp "$1" "$2" || { diff "$1" "$2" | head -n 5; return 1; }
}

# --- checks --------------------------------------------------------------------

check_cat() {
	to_device cat good
	to_device cat empty
	to_device cat good middle good
}

check_cat_bad() {
	refused cat bad
	refused cat good bad good
	fails_with "cat: write error: $EILSEQ" to_device cat bad
	[ "$(wc -l <stderr)" = 1 ] || { cat stderr; return 1; }
}

# The last sequence is found wanting by close.
check_cat_unfinished() { refused cat unfinished; }

check_printf() {
	to_device printf 'a\303\251'
	refused printf 'a\xc0\xaf'
	to_device /usr/bin/printf 'a\303\251'
	refused /usr/bin/printf 'a\xc0\xaf'
	refused /usr/bin/printf 'a\342\202'
}

check_cp() {
	cp good $DEVICE
	fails_with "$EILSEQ" cp bad $DEVICE
	fails_with "$EILSEQ" cp unfinished $DEVICE
}

check_tee() {
	tee $DEVICE <good >copy
	same good copy
	fails_with "$EILSEQ" tee $DEVICE <bad
}

check_appending() {
	cat good >>$DEVICE
	if cat bad 2>/dev/null >>$DEVICE; then return 1; fi
}

check_python_error() {
	needs python3
	python3 - <<-'PYTHON'
		import errno
		with open("/dev/utf8check", "wb", buffering=0) as device:
		    assert device.write(b"a\xff") == 1
		    try:
		        device.write(b"\xff")
		    except OSError as error:
		        assert error.errno == errno.EILSEQ
		    else:
		        raise SystemExit("no error")
	PYTHON
}

check_socat() {
	needs socat
	socat -u OPEN:good OPEN:$DEVICE,wronly
	fails_with "$EILSEQ" socat -u OPEN:bad OPEN:$DEVICE,wronly
}

# socat cannot say FINISH, so it is ended when all has come out.
check_socat_filter() {
	local size socat
	needs socat
	size=$(stat -c %s good)
	mkfifo in
	socat -t 600 - OPEN:$DEVICE,rdwr <in >found &
	socat=$!
	exec 3>in
	cat good >&3
	while [ "$(stat -c %s found)" -lt "$size" ]; do
		kill -0 $socat
		sleep 0.1
	done
	kill $socat
	exec 3>&-
	wait $socat 2>/dev/null || :
	same good found
}

check_node() {
	[ -c $DEVICE ]
	[ "$(stat -c '%a %U %G' $DEVICE)" = '666 root root' ] || { stat $DEVICE; return 1; }
	grep -q ' utf8check$' /proc/misc
}

check_nobody() {
	needs setpriv
	chmod 755 "$TMP"
	setpriv --reuid 65534 --regid 65534 --clear-groups sh -c "cat good >$DEVICE"
}

check_sysfs() {
	local class=/sys/class/misc/utf8check file
	for file in version unicode impl impls; do
		[ -n "$(cat $class/$file)" ]
		[ "$(stat -c %a $class/$file)" = 444 ]
	done
	[ "$(cat $class/version)" = "$(cat /sys/module/utf8check/version)" ]
	[ "$(cat $class/unicode)" = 18.0.0 ]
	grep -qw "$(cat $class/impl)" $class/impls
	for file in impl queue queue_max; do
		[ -n "$(cat /sys/module/utf8check/parameters/$file)" ]
	done
}

# --- loading and unloading -------------------------------------------------------

loaded() { grep -q '^utf8check ' /proc/modules; }

can_load() {
	needs insmod rmmod
	[ "$(id -u)" = 0 ] || { echo 'not root'; exit $SKIP; }
	[ -e "$MODULE" ] || { echo "no $MODULE"; exit $SKIP; }
}

reload() {
	rmmod utf8check
	insmod "$MODULE" "$@"
}

check_rmmod_in_use() {
	can_load
	exec 3<>$DEVICE
	fails_with 'in use' rmmod utf8check
	printf 'a' >&3
	exec 3>&-
	rmmod utf8check
	[ ! -e $DEVICE ]
	[ ! -e /sys/class/misc/utf8check ]
	insmod "$MODULE"
	to_device cat good
}

check_reload() {
	local i
	can_load
	for i in 1 2 3; do
		to_device printf "$i"
		reload
	done
	refused cat bad
}

check_parameters() {
	local parameters=/sys/module/utf8check/parameters
	can_load
	reload impl=scalar queue=8192 queue_max=16384
	[ "$(cat $parameters/impl $parameters/queue $parameters/queue_max | xargs)" = 'scalar 8192 16384' ]
	[ "$(cat /sys/class/misc/utf8check/impl)" = scalar ]
	to_device cat good
	reload
}

# What this kernel lets a module use, the preferred first.
usable() {
	local flags
	flags=" $(sed -n 's/^flags[^:]*://p' /proc/cpuinfo | head -n 1) "
	has() {
		local flag
		for flag in "$@"; do
			[[ $flags = *" $flag "* ]] || return 1
		done
	}
	! has avx512f avx512bw avx512vl avx512vbmi avx512_vbmi2 bmi2 || echo avx512
	! has avx2 bmi2 || echo avx2
	! has ssse3 || echo ssse3
	echo scalar
}

# Good and bad text, in writes that begin no section of vectors, one and many.
judges_right() {
	local size
	head -c 30000 /dev/zero | tr '\0' a >ascii
	cat good ascii good >long
	cat good ascii bad >wrong
	for size in ${SIZES:-100 700 5000 1M}; do
		to_device dd if=long bs="$size" status=none
		refused dd if=wrong bs="$size" status=none
		refused dd if=unfinished bs="$size" status=none
	done
}

check_implementations() {
	local impl impls
	can_load
	[ "$(uname -m)" = x86_64 ] || { echo 'not x86-64'; exit $SKIP; }
	impls=$(usable | xargs)
	[ "${IMPLS:-$impls}" = "$impls" ] ||
		{ echo "this machine has $impls, and was to have $IMPLS"; return 1; }
	reload
	[ "$(cat /sys/class/misc/utf8check/impl)" = "${impls%% *}" ]
	for impl in $impls; do
		reload impl="$impl"
		[ "$(cat /sys/class/misc/utf8check/impl)" = "$impl" ]
		judges_right
	done
	rmmod utf8check
	for impl in avx512 avx2 ssse3; do
		[[ " $impls " = *" $impl "* ]] || refuses_to_load impl=$impl
	done
	insmod "$MODULE"
}

refuses_to_load() { # PARAMETER...
	fails_with 'Invalid parameters' insmod "$MODULE" "$@"
	! loaded
}

check_bad_parameters() {
	can_load
	rmmod utf8check
	refuses_to_load impl=nonsense
	refuses_to_load queue=4095
	refuses_to_load queue_max=8192
	refuses_to_load queue=8192 queue_max=4096
	insmod "$MODULE"
}

# says STATUS WORDS COMMAND...: by the command, on stdout or stderr.
says() {
	local want=$1 words=$2 status=0
	shift 2
	"$@" >said 2>&1 </dev/null || status=$?
	[ "$status" = "$want" ] || { echo "'$*': status $status: $(cat said)"; return 1; }
	[ -z "$words" ] || grep -q -- "$words" said || { echo "'$*' says: $(cat said)"; return 1; }
}

check_module_command() {
	local module='utf8check module'
	needs utf8check
	can_load
	! utf8check module status 2>&1 | grep 'libkmod.* is not installed' || exit $SKIP
	# shellcheck disable=SC2086 # two words
	{
		says 0 '^implementation  *[a-z]' $module status
		exec 3<>$DEVICE
		says 2 'in use' $module unload
		exec 3>&-
		says 0 '' $module unload
		[ ! -e $DEVICE ]
		says 1 'not loaded' $module status
		says 2 'not loaded' $module unload
		says 2 'refused a parameter' $module load "$MODULE" impl=nonsense
		says 2 'not a module' $module load good
		says 2 'No such file' $module load ./nowhere.ko
		says 1 'not loaded' $module status
		says 0 '' $module load "$MODULE" queue=8192 impl=scalar
		says 2 'loaded already' $module load "$MODULE"
		says 0 '^implementation  *scalar$' $module status
	}
	[ "$(cat /sys/module/utf8check/parameters/queue)" = 8192 ]
	to_device cat good
	reload
}

# Where the kernel has the module installed, it is loaded by its name.
check_module_by_name() {
	local installed
	installed=/lib/modules/$(uname -r)/extra
	needs utf8check
	needs depmod
	can_load
	says 0 '' utf8check module unload
	says 2 'no such module installed' utf8check module load
	mkdir -p "$installed"
	cp "$MODULE" "$installed"
	depmod
	says 0 '' utf8check module load impl=scalar
	says 2 'loaded already' utf8check module load
	says 0 '^implementation  *scalar$' utf8check module status
	rm "$installed/utf8check.ko"
	depmod
	reload
}

# --- all of them -------------------------------------------------------------------

checks() {
	cat <<-TABLE
	cat of good text succeeds|check_cat
	cat of bad text fails with EILSEQ|check_cat_bad
	cat of unfinished text fails in close|check_cat_unfinished
	printf, builtin and command|check_printf
	cp|check_cp
	tee|check_tee
	appending|check_appending
	python sees EILSEQ|check_python_error
	socat copies into it|check_socat
	socat filters|check_socat_filter
	the node and its mode|check_node
	nobody may open it|check_nobody
	sysfs attributes and parameters|check_sysfs
	rmmod is refused while it is open|check_rmmod_in_use
	unload and load again|check_reload
	module parameters|check_parameters
	bad module parameters|check_bad_parameters
	each implementation that this processor has|check_implementations
	utf8check module load, unload, status|check_module_command
	utf8check module load, by its name|check_module_by_name
	TABLE
}

run() { # NAME FUNCTION
	local status=0 begun=$SECONDS
	: >log
	# A shell of its own, where errexit holds; the watcher writes to the log too.
	"$BASH" -c "set -eu; echo \"\$\$ $1\" >now; . '$TMP/functions'; $2" >>log 2>&1 </dev/null || status=$?
	tell device "$1" "$status" "$begun"
}

run_calls() { # WORD...
	local status=0
	if ! command -v device_test >/dev/null; then
		echo 'ok - device calls # SKIP no device_test: make -C userspace device-tests'
		skipped=$((skipped + 1))
		return
	fi
	# It has limits of its own.
	rm -f now
	device_test "$@" >calls || status=$?
	grep -v ' passed, ' calls || :
	# The words may be names of checks of this script alone.
	[ $# = 0 ] || ! grep -qx '0 passed, 0 failed, 0 skipped' calls || return 0
	add_sum 'device calls' calls "$status"
}

watch_checks "$TMP/now" "$LIMIT" "$TMP/log" >/dev/null 2>&1 &
watcher=$!
[ -c $DEVICE ] || { echo "no $DEVICE: is the module loaded?"; exit 2; }
make_texts
{ declare -p HERE DEVICE MODULE EILSEQ SKIP TMP; declare -f; } >functions
while IFS='|' read -r name function; do
	! is_wanted "$name" "$@" || run "$name" "$function"
done < <(checks)
run_calls "$@"
sum
