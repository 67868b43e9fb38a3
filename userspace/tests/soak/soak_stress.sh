#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# stress-ng on the device; a row of scripts/suites/soak.
#
#   userspace/tests/soak/soak_stress.sh SECONDS SEED
set -eu

command -v stress-ng >/dev/null || { echo 'no stress-ng (scripts/deps all)'; exit 77; }
said=$(mktemp /run/soak-stress.XXXXXX)
status=0
stress-ng --dev 4 --dev-file /dev/utf8check --timeout "$1" --seed "$2" \
	--metrics-brief >"$said" 2>&1 || status=$?
cat "$said"
[ $status = 0 ] || { echo "not ok - stress-ng ended with status $status"; exit 1; }
# It says so where it found nothing to do.
grep -q 'dev: 1 of 1 devices opened and exercised' "$said" ||
	{ echo 'not ok - stress-ng did not exercise the device'; exit 1; }
awk '$2 == "metrc:" && $4 == "dev" { print "operations stress-ng " $5 }' "$said"
