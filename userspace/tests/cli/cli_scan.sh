# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of scan; sourced by cli.sh.

E_NFC=$'\u00e9' E_NFD=$'e\u0301'

# scanned OPTIONS STATUS OUTPUT, of the folder tree.
scanned() {
	# shellcheck disable=SC2086 # words
	run u scan $1 tree
	status_is "$2"
	out_is "$3"
}

test_scan_clean() {
	mkdir -p tree/a/b tree/c
	touch tree/a/x "tree/a/b/caf$E_NFC" tree/c/x
	scanned '' 0 ''
	err_empty
}

test_scan_names() {
	mkdir -p tree/sub/$'\xff'
	touch tree/$'..\xc0\xaf' tree/sub/$'\uff0f' tree/sub/$'\xff/inner\xfe'
	run u scan tree
	status_is 1
	sort -o out out
	out_is 'tree/..\\xC0\\xAF: hidden-separator\ntree/sub/\\xFF/inner\\xFE: ill-formed\ntree/sub/\\xFF: ill-formed\ntree/sub/\xef\xbc\x8f: ok: compat-danger\n'
}

test_scan_policy() {
	mkdir -p tree/-d
	touch tree/-d/$'a\nb'
	scanned '' 0 ''
	run u scan --policy=safe tree
	status_is 1
	out_is 'tree/-d: leading-dash\ntree/-d/a\\x0Ab: control\n'
	scanned '--policy=linux --refuse=leading-dash' 1 'tree/-d: leading-dash\n'
	scanned '--not-first=-' 1 'tree/-d: forbidden-byte\n'
	run u scan --policy=frobnicate tree
	status_is 2
	err_has "--policy: unknown value 'frobnicate'; known: "
}

test_scan_same() {
	mkdir tree
	touch "tree/caf$E_NFC" "tree/caf$E_NFD" "tree/CAF$E_NFC" tree/2 tree/$'\uff12'
	scanned '' 1 'tree: "cafe\u0301" and "caf\u00e9" are the same under nfc\ntree: "2" and "\uff12" are the same under nfkc\ntree: "CAF\u00e9" and "cafe\u0301" are the same under casefold\n'
	scanned --same=casefold 1 'tree: "cafe\u0301" and "caf\u00e9" are the same under nfc\ntree: "2" and "\uff12" are the same under nfkc\ntree: "CAF\u00e9" and "cafe\u0301" are the same under casefold\n'
	scanned --same=nfkc 1 'tree: "cafe\u0301" and "caf\u00e9" are the same under nfc\ntree: "2" and "\uff12" are the same under nfkc\n'
	scanned --same=nfc 1 'tree: "cafe\u0301" and "caf\u00e9" are the same under nfc\n'
	scanned --same=none 0 ''
	run u scan --same=nfd tree
	status_is 2
	err_has "--same: unknown value 'nfd'; known: nfc, nfkc, casefold, none"
}

# Three that are the same: each is named once.  Not so across folders.
test_scan_same_more() {
	mkdir -p tree/a tree/b
	touch tree/a/{README,Readme,readme} tree/b/README
	scanned '' 1 'tree/a: "README" and "Readme" are the same under casefold\ntree/a: "README" and "readme" are the same under casefold\n'
	mkdir other
	touch "other/stra"$'\u00df'e other/STRASSE other/$'\xff' other/$'\xfe'
	run u scan --policy=linux other
	status_is 1
	grep -qx $'other: "STRASSE" and "stra\u00dfe" are the same under casefold' out || fail 'expected STRASSE'
}

test_scan_escapes() {
	mkdir -p tree/$'d\n'
	touch tree/$'d\n'/$'a\x1b' tree/$'d\n'/$'A\x1b'
	scanned '' 1 'tree/d\\x0A: "A\\x1B" and "a\\x1B" are the same under casefold\n'
}

test_scan_json() {
	mkdir -p tree/$'\xff'
	touch tree/$'\xff'/{x,X} tree/$'\uff0f'
	run u scan --json tree
	status_is 1
	json 'len(L) == 3'
	json '{"path": "tree/\uff0f", "ok": True, "primary": "compat-danger", "classes": ["compat-danger"]} in L'
	json '{"path": "tree/\ufffd", "path_hex": "747265652fff", "ok": False, "primary": "ill-formed", "classes": ["ill-formed"]} in L'
	json '{"folder": "tree/\ufffd", "folder_hex": "747265652fff", "same": "casefold", "names": ["X", "x"]} in L'
}

# Links are judged, and not followed; the one that is named is.
test_scan_links() {
	mkdir -p tree/a
	touch tree/a/$'\xff'
	ln -s ../a tree/a/loop
	ln -s /nonexistent tree/$'\xfe'
	ln -s tree link
	scanned '' 1 'tree/\\xFE: ill-formed\ntree/a/\\xFF: ill-formed\n'
	run u scan link/
	status_is 1
	out_is 'link/\\xFE: ill-formed\nlink/a/\\xFF: ill-formed\n'
	run u scan link
	status_is 1
}

test_scan_trouble() {
	run u scan
	status_is 2
	err_has 'nothing to scan'
	run u scan good nonexistent
	status_is 2
	err_has 'good: Not a directory'
	err_has 'nonexistent: No such file or directory'
}

# The rest is still scanned.
test_scan_unreadable() {
	[ "$(id -u)" = 0 ] || skip 'only root can become another user'
	command -v setpriv >/dev/null || skip 'setpriv is not there'
	mkdir -p tree/a tree/b tree/c
	touch tree/c/$'\xff'
	chmod 0 tree/a
	chmod 711 tree/b
	run setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$UTF8CHECK" --engine="$ENGINE" scan tree
	status_is 2
	err_has 'tree/a: Permission denied'
	err_has 'tree/b: Permission denied'
	out_is 'tree/c/\\xFF: ill-formed\n'
}

# More levels than descriptors are usual, and a long path.
test_scan_deep() {
	local i
	mkdir tree
	for i in $(seq 20); do
		mkdir -p "tree/$(printf 'level/%.0s' $(seq $((i * 10))))"
	done
	touch "tree/$(printf 'level/%.0s' $(seq 200))"$'\xff'
	run bash -c 'ulimit -Sn 64; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" scan tree
	status_is 1
	grep -q 'level/.xFF: ill-formed$' out || fail 'expected the deepest name'
}

test_scan_full_disk() {
	mkdir tree
	touch tree/$'\xff'
	run sh -c '"$@" >/dev/full' - "$UTF8CHECK" --engine="$ENGINE" scan tree
	status_is 2
	err_has 'standard output: No space left on device'
}

# For programs: exact paths, and only of what is refused or the same.
test_scan_null() {
	mkdir -p tree/folder
	: >$'tree/folder/a\n\xff'
	: >tree/fine
	printf 'tree/folder/a\n\377\0' >wanted
	run u scan -0 tree
	status_is 1
	cmp out wanted || fail 'expected one exact path'
	: >tree/same
	: >tree/Same
	printf 'tree/Same\0tree/same\0tree/folder/a\n\377\0' >wanted
	run u scan --null tree/
	status_is 1
	cmp out wanted || fail 'expected exact paths'
	run u scan -0 --json tree
	status_is 2
	err_has '--null and --json exclude each other'
}
