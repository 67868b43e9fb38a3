#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# PID 1 of the guest that scripts/suites/avx512 starts; runs under busybox.
#
# Each check says "ok - NAME" or "not ok - NAME" on the console; "the end" is the last
# line.
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1

check() { # NAME COMMAND...
	name=$1
	shift
	if "$@" >/said 2>&1; then
		echo "ok - $name"
	else
		echo "not ok - $name"
		tail -n 20 /said | sed 's/^/# /'
	fi
}

has_avx512() { grep -q ' avx512_vbmi2 ' /proc/cpuinfo && grep -q ' avx512bw ' /proc/cpuinfo; }

uses_avx512() {
	insmod /utf8check.ko && dmesg | tee /said | grep -q 'utf8check: .* implementation avx512$'
}

conformance() { utf8check conformance --engine=device --splits=few; }

judges_text() {
	i=0
	while [ $i -lt 64 ]; do
		echo "some text, naïve and plain, 日本, of which the end is no UTF-8"
		i=$((i + 1))
	done >text
	cat text >/dev/utf8check || return 1
	printf '\377' >>text
	! cat text >/dev/utf8check
}

is_quiet() {
	rmmod utf8check && dmesg >log && ! grep -E 'BUG|WARNING|Oops|general protection' log
}

# What Bochs makes the kernel say of itself.
dmesg -c >/dev/null
check 'the processor has AVX-512' has_avx512
check 'the module uses it' uses_avx512
check 'text is judged' judges_text
check 'registers of two tasks' registers512 "$(cat /rounds)"
check 'the vectors through the device' conformance
check 'the kernel does not complain' is_quiet
echo 'the end'
# Bochs is ended from outside.
sleep 100000
