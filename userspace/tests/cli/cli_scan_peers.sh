# SPDX-License-Identifier: GPL-2.0-only OR MIT
# scan --fix beside convmv and detox, on their own tasks; sourced by cli.sh.

# paths FOLDER: all in it, sorted.
paths() { (cd "$1" && find . -printf '%p\0' | LC_ALL=C sort -z); }

# convmv_does FROM TO OPTION...: rename as convmv does, in copies of the tree, and
# compare. OPTION... are for scan.
convmv_does() {
	local from=$1 to=$2
	shift 2
	rm -rf mine theirs p
	cp -a tree mine
	cp -a tree theirs
	convmv $from $to -r --notest theirs >said 2>&1 || fail "convmv: $(cat said)"
	exits 0 fix "$@" --yes --plan=p mine
	! cmp -s <(paths tree) <(paths mine) || fail 'nothing is renamed'
	cmp <(paths theirs) <(paths mine) || fail "convmv $from $to names them otherwise"
}

test_fix_as_convmv() {
	local charset
	command -v convmv >/dev/null || skip 'convmv is not there'
	for charset in ISO-8859-1 KOI8-R CP1251 CP437 ISO-8859-15 SHIFT_JIS GBK EUC-KR BIG5; do
		rm -rf tree
		python3 - "$charset" <<-'E' || skip 'python3 is not there'
			import os, sys
			words = {"ISO-8859-1": "été Übung niño", "ISO-8859-15": "été Œuvre 5€", "CP437": "été Übung ½",
			         "KOI8-R": "привет Мир ёлка", "CP1251": "привет Мир ёлка", "SHIFT_JIS": "日本語 カタカナ ソ表",
			         "GBK": "中文 文件", "BIG5": "中文 檔案", "EUC-KR": "한국어 파일"}[sys.argv[1]].split()
			words = [w.encode(sys.argv[1]) for w in words] + [b"plain", "é".encode()]
			os.mkdir("tree")
			for a in words:
			    os.mkdir(b"tree/" + a)
			    for b in words:
			        os.mkdir(b"tree/" + a + b"/" + b)
			        for c in words:
			            open(b"tree/" + a + b"/" + b + b"/" + c + b".txt", "w")
		E
		convmv_does "-f $charset" '-t UTF-8' --reading="$charset"
	done
	rm -rf tree
	mkdir -p "tree/caf$E_NFD/$E_NFC"
	touch "tree/caf$E_NFD/$E_NFC/$E_NFC" "tree/caf$E_NFD/$E_NFC/o$E_NFD" tree/plain
	touch tree/$'\u1112\u1161\u11ab' tree/$'\uac00'
	convmv_does '-f UTF-8 --nfc' '-t UTF-8' --form=nfc
	convmv_does '-f UTF-8 --nfd' '-t UTF-8' --form=nfd
}

# Neither finds anything left to do where the other was.
test_fix_as_detox() {
	command -v detox >/dev/null || skip 'detox is not there'
	mkdir -p tree/'a folder (1)' 'tree/x&y'
	# shellcheck disable=SC2016 # a name
	(cd 'tree/a folder (1)' && touch "it's" $'tab\there' $'new\nline' 'a b c' '$HOME' 'a*b' 'semi;colon')
	touch 'tree/x&y/-dash' tree/plain.txt
	cp -a tree theirs
	printf 'sequence default { safe; };\n' >safe
	exits 0 fix --policy=posix --yes tree
	! cmp -s <(paths tree) <(paths theirs) || fail 'nothing is renamed'
	detox -n -v -f safe -r tree >said 2>&1 || fail "detox: $(cat said)"
	! grep -q ' -> ' said || fail "detox finds more: $(cat said)"
	paths theirs >before
	detox -r theirs >said 2>&1 || fail "detox: $(cat said)"
	! paths theirs | cmp -s - before || fail 'detox does nothing'
	exits 0 fix --policy=posix theirs
	silent
}
