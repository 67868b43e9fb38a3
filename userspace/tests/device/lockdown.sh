#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Check the module, the device and the guard on a kernel that gets locked down, as
# Secure Boot does it, step by step.
#
#   userspace/tests/device/lockdown.sh BUILD    BUILD: the kernel's build folder
#
# Runs as root in a guest of scripts/vm, where the module is loaded (see device.sh).
# The checks build on each other: nothing lifts a lockdown. Modules are signed where
# BUILD has the kernel's key. The last line is "N passed, N failed, N skipped".
set -eu

HERE=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=userspace/tests/checks.sh
. "$HERE/../checks.sh"
KDIR=${1:?usage: lockdown.sh BUILD}
MODULE=/run/utf8check/kernel-$(uname -r)/module/utf8check.ko
KEYS=$KDIR/certs
BAD=$'bad\xff'
SIGNED_ONLY='the kernel is locked down, as Secure Boot does: sign the module'
WRONG_SIGNATURE='the kernel rejects the signature, or wants one: sign the module'
TMP=/run/lockdown
mkdir -p $TMP/on
cd $TMP
mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
mount -t tmpfs tmpfs on

# shellcheck source=userspace/tests/guard/guard_process.sh
. "$HERE/../guard/guard_process.sh"

lock() { # STATE
	echo "$1" >/sys/kernel/security/lockdown
	grep -qF "[$1]" /sys/kernel/security/lockdown
}

says() { # WORDS COMMAND...: and fails
	local words=$1 said
	shift
	! said=$("$@" 2>&1) || { echo "'$*' succeeded"; return 1; }
	[[ $said = *"$words"* ]] || { echo "'$*' says: $said"; return 1; }
}

sign() { # KEY CERTIFICATE TO
	"$KDIR/scripts/sign-file" sha256 "$1" "$2" "$MODULE" "$3"
}

has_key() {
	[ -e "$KEYS/signing_key.pem" ] || { echo "the key of this kernel is Debian's"; exit $SKIP; }
}

unload() { ! grep -q '^utf8check ' /proc/modules || utf8check module unload; }
load() { utf8check module load "$@"; }

device_works() {
	printf 'Straße\n' >/dev/utf8check
	says "$EILSEQ" bash -c 'printf "a\300\257" >/dev/utf8check'
}

guard_works() {
	begin --enforce --mount=on
	says "$EILSEQ" touch "on/$BAD"
	touch on/fine
	end TERM
	nothing_left
}

# What was loaded before stays.
guard_stays() {
	begin --enforce --mount=on
	lock confidentiality
	says "$EILSEQ" touch "on/$BAD"
	touch on/fine
	end TERM
	nothing_left
	# With its name.
	grep -q 'bad.xFF' found
}

guard_cannot() {
	says 'the kernel is locked down (confidentiality)' utf8check guard run --enforce --mount=on
	says 'the kernel is locked down (confidentiality)' utf8check guard enable --enforce
	is_nothing_left
}

unsigned_stays_out() {
	unload
	says "$SIGNED_ONLY" load "$MODULE"
	# Without rights, that is the reason.
	says 'only root may do this' setpriv --reuid=65534 --clear-groups utf8check module load "$MODULE"
}

signed_loads() {
	has_key
	unload
	sign "$KEYS/signing_key.pem" "$KEYS/signing_key.x509" signed.ko
	load signed.ko
	utf8check module status | grep '^module  *loaded'
}

unknown_key_stays_out() {
	local words=$1
	unload
	openssl req -new -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=nobody -keyout other.pem -out other.x509
	sign other.pem other.x509 other.ko
	says "$words" load other.ko
}

# A byte of the code is another than what was signed.
tampered_stays_out() {
	has_key
	unload
	[ -e signed.ko ]
	cp signed.ko tampered.ko
	printf '\377' | dd of=tampered.ko bs=1 seek=4096 conv=notrunc
	fails cmp -s signed.ko tampered.ko
	says "$WRONG_SIGNATURE" load tampered.ko
}

# The same by the parameter module.sig_enforce of a kernel.
enforced() {
	unload
	echo 1 >/sys/module/module/parameters/sig_enforce
	says "$WRONG_SIGNATURE" load "$MODULE"
	unknown_key_stays_out "$WRONG_SIGNATURE"
}

checks() {
	cat <<-TABLE
	not locked down: the device|device_works
	not locked down: the guard|guard_works
	integrity: the kernel takes it|lock integrity
	integrity: the device|device_works
	integrity: the guard|guard_works
	integrity: the guard that ran before confidentiality goes on|guard_stays
	confidentiality: the device, with all vectors|device_works; utf8check conformance --engine=device --splits=few
	confidentiality: no guard begins|guard_cannot
	confidentiality: a module that is not signed|unsigned_stays_out
	confidentiality: a module that is signed by the kernel's key|signed_loads
	confidentiality: the device of that module|has_key; device_works
	confidentiality: a module that is signed by another key|unknown_key_stays_out '$SIGNED_ONLY'
	confidentiality: a module that was changed after it was signed|tampered_stays_out
	module.sig_enforce: only modules that are signed|enforced
	TABLE
}

run() { # NAME COMMAND
	local status=0 begun=$SECONDS
	"$BASH" -c "set -eu; . $TMP/functions; $2" >log 2>&1 </dev/null || status=$?
	tell lockdown "$1" "$status" "$begun"
}

{ declare -p KDIR MODULE KEYS BAD SIGNED_ONLY WRONG_SIGNATURE EILSEQ SKIP TMP; declare -f; } >functions
while IFS='|' read -r name command; do
	run "$name" "$command"
done < <(checks)
sum
