#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The Python package with the library in it, as pip makes it without a network and in an
# environment that has nothing but pip: an sdist of the tree, a wheel of the sdist, compiled
# without a warning, and the tests in a fresh environment that has the wheel.
#
# The last line is "N passed, N failed, N skipped".
set -eu
cd "$(dirname "$0")"
TREE=$(cd ../../.. && pwd)
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-wheel.XXXXXX")
trap 'rm -rf "$TMP"' EXIT
unset UTF8CHECK_LIBRARY PYTHONPATH

fail() { # WHY
	echo "FAIL: $1"
	tail -n 20 "$TMP/log"
	echo '0 passed, 1 failed, 0 skipped'
	exit 1
}

# The first Python that has pip.
python=
for candidate in python3 /usr/bin/python3; do
	! "$candidate" -c 'import venv, pip' 2>/dev/null || { python=$candidate; break; }
done
if [ -z "$python" ]; then
	echo 'skip: wheel: apt-get install python3-pip python3-venv'
	echo '0 passed, 0 failed, 1 skipped'
	exit
fi

cd ..
"$python" -B -c 'import sys, backend; backend.build_sdist(sys.argv[1])' "$TMP" >"$TMP/log" 2>&1 ||
	fail 'no sdist'
cd "$TMP"
pip() { # PYTHON ARGUMENT...
	local who=$1
	shift
	"$who" -m pip --disable-pip-version-check --no-input "$@" >"$TMP/log" 2>&1
}
export CFLAGS='-g0 -Wall -Wextra -Werror'
pip "$python" wheel --no-index -w "$TMP" "$TMP"/utf8check-*.tar.gz ||
	fail 'no wheel'
"$python" -m venv --without-pip "$TMP/venv" >"$TMP/log" 2>&1 || fail 'no environment'
pip "$python" --python "$TMP/venv/bin/python" install --no-index "$TMP"/utf8check-*.whl || fail 'the wheel is not installed'
cd "$TREE/userspace/python/tests"
"$TMP/venv/bin/python" -B -m unittest test_utf8check >"$TMP/log" 2>&1 || fail 'the tests'
"$TMP/venv/bin/python" -c 'import utf8check.library as l; print(l.LIBRARY._name)' >"$TMP/log"
grep -q "^$TMP/venv/.*/utf8check/libutf8check.*\.so$" "$TMP/log" || fail 'it is not the library of the wheel'

# What is installed with -e is the folder itself, with the library beside the package.
tar xzf "$TMP"/utf8check-*.tar.gz -C "$TMP"
sources=$(echo "$TMP"/utf8check-*/)
pip "$python" --python "$TMP/venv/bin/python" install --no-index --force-reinstall -e "$sources" ||
	fail 'it is not installed with -e'
"$TMP/venv/bin/python" -B -c 'import utf8check.library as l; print(l.LIBRARY._name)' >"$TMP/log"
grep -q "^$sources.*/libutf8check.so$" "$TMP/log" || fail 'it is not the library beside the sources'
echo '1 passed, 0 failed, 0 skipped'
