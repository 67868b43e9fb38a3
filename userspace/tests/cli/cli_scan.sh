# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of scan; sourced by cli.sh.

E_NFC=$'\u00e9' E_NFD=$'e\u0301'

# scanned OPTIONS STATUS OUTPUT, of the folder tree.
scanned() {
	exits "$2" u scan $1 tree
	out_is "$3"
}

test_scan_names() {
	mkdir -p tree/sub/$'\xff'
	touch tree/$'..\xc0\xaf' tree/sub/$'\uff0f' tree/sub/$'\xff/inner\xfe'
	exits 1 u scan tree
	sort -o out out
	out_is 'tree/..\\xC0\\xAF: hidden-separator\ntree/sub/\\xFF/inner\\xFE: ill-formed\ntree/sub/\\xFF: ill-formed\n'
	run u scan --all tree
	sort -o out out
	out_is 'tree/..\\xC0\\xAF: hidden-separator\ntree/sub/\\xFF/inner\\xFE: ill-formed\ntree/sub/\\xFF: ill-formed\ntree/sub/\xef\xbc\x8f: ok: compat-danger bestfit-danger url-danger (U+FF0F FULLWIDTH SOLIDUS)\n'
}

# Nobody can choose names with one hash: each folder has a seed of its own.
test_scan_same_seed() {
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	mkdir -p tree/a tree/b
	touch tree/a/{1,2} tree/b/{1,2}
	exits 0 strace -f -o trace -e trace=getrandom "$UTF8CHECK" --engine=library scan tree
	[ "$(grep -c 'getrandom("[^,]*, 8, 0) *= 8' trace)" = 3 ] || fail "expected three seeds: $(cat trace)"
	[ "$(grep -o '"[^,]*, 8, 0)' trace | sort -u | wc -l)" = 3 ] || fail 'expected that they differ'
}

# Three that are the same: each is named once.  Not so across folders.
test_scan_same_more() {
	mkdir -p tree/a tree/b
	touch tree/a/{README,Readme,readme} tree/b/README
	scanned '' 1 'tree/a: "README" and "Readme" are the same under casefold\ntree/a: "README" and "readme" are the same under casefold\n'
	mkdir other
	touch "other/stra"$'\u00df'e other/STRASSE other/$'\xff' other/$'\xfe'
	exits 1 u scan --policy=linux other
	grep -qx $'other: "STRASSE" and "stra\u00dfe" are the same under casefold' out || fail 'expected STRASSE'
}

# Each form in many folders of names that are related, judged by Python.
test_scan_same_by_python() {
	local seed form
	for seed in $(seq "$(or_fewer 2 1)"); do
		rm -rf tree
		python3 "$HERE/trees/same_names.py" make "$seed" "$(or_fewer 200 40)" tree
		for form in nfc nfkc casefold nfkc-casefold confusable; do
			[ $form != confusable ] || ldconfig -p | grep -q 'libicui18n\.so\.[0-9]' || continue
			exits 1 u scan --json --same=$form tree
			err_empty
			python3 "$HERE/trees/same_names.py" judge $form tree <out >wrong
			[ ! -s wrong ] || fail "seed $seed, $form: $(head -n 3 wrong)"
		done
	done
}

has_icu() { ldconfig -p | grep -q 'libicui18n\.so\.[0-9]' || skip 'ICU is not there'; }

# The families of xfstests generic/453, and a word in another script.
test_scan_same_confusable() {
	local i=0
	local -a pairs=(
		"caf$E_NFC" "caf$E_NFD" nfc			# e, acute
		$'\uff76' $'\u30ab' nfkc			# katakana of half width
		$'\u03d3' $'\u03d2\u0301' nfc		# upsilon, hook, acute
		$'\u038e' $'\u03d3' nfkc
		$'\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645' $'\ufdfa' nfkc
		mootxt.png $'moo\u202egnp.txt' confusable	# right-to-left override
		top $'t\u03bfp' confusable			# omicron
		a-b $'a\u2010b' confusable			# hyphens
		dze $'\u02a3e' confusable			# digraph
		al a1 confusable
		Rs $'\u20a8' nfkc				# rupees
		moocow $'moo\u200dcow' nfkc-casefold
		$'\u101c\u102d\u102f' $'\u101c\u102f\u102d' confusable	# vowel signs
		a.pdf $'a\u0701pdf' confusable			# a Syriac full stop
		llama $'llama\U000e0001\U000e0054' nfkc-casefold	# tags
		scope $'\u0455\u0441\u043e\u0440\u0435' confusable
		scope $'\u0455\u0441\u200d\u043e\u0440\u0435' confusable
	)
	has_icu
	while [ $i -lt ${#pairs[@]} ]; do
		rm -rf tree
		mkdir tree
		touch "tree/${pairs[i]}" "tree/${pairs[i + 1]}"
		exits 1 u scan --same=confusable tree
		[ "$(grep -c ' and ' out)" = 1 ] || fail "expected ${pairs[i]} once"
		grep -qE " are the same under ${pairs[i + 2]}( \(|\$)" out || fail "expected ${pairs[i]} under ${pairs[i + 2]}"
		i=$((i + 3))
	done
}

# The folder $1 with a file for each of the other words.
words_in() {
	local word folder=$1
	mkdir -p "$folder"
	shift
	for word; do : >"$folder/$word"; done
}

# Words of one script, all letters of Russian, its capitals in a folder of their own.
test_scan_same_confusable_quiet() {
	local russian='а б в г д е ё ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я где дом год мир рим сор рос нос сон сын рот тор мама рама один два три четыре пять шесть семь восемь отчёт фото музыка договор копия новая папка письмо счёт'
	local ukrainian='і ї є ґ їжа єдиний ґанок мій твій дім рік місто вулиця київ львів харків річка сніг зима літо весна осінь'
	local greek='και το να που με για από μουσική έγγραφα εικόνες βίντεο λήψεις αντίγραφο νέος φάκελος νόμος πόλη δρόμος σπίτι θάλασσα ήλιος καιρός άνθρωπος'
	local capitals
	has_icu
	capitals=$(printf '%s' "$russian" | LC_ALL=C.UTF-8 sed 's/.*/\U&/')
	[ "${capitals#А Б}" != "$capitals" ] || fail 'expected capitals'
	{
		words_in tree/russian $russian
		words_in tree/capitals $capitals
		words_in tree/ukrainian $ukrainian
		words_in tree/greek $greek
	}
	words_in tree/english one two three music pictures downloads report invoice letter copy new folder
	scanned --same=confusable 0 ''
}

test_scan_same_confusable_without_icu() {
	mkdir tree
	hide libicui18n --engine="$ENGINE" scan --same=confusable tree
	status_is 2
	err_has 'scan: --same=confusable needs ICU: libicui18n.so.60 to 99 are not there; Debian 12 has it in the package libicu72, Debian 13 in libicu76'
	hide libicui18n --engine="$ENGINE" scan tree
	status_is 0
}

# Links are judged, and not followed; the one that is named is.
test_scan_links() {
	mkdir -p tree/a
	touch tree/a/$'\xff'
	ln -s ../a tree/a/loop
	ln -s /nonexistent tree/$'\xfe'
	ln -s tree link
	scanned '' 1 'tree/\\xFE: ill-formed\ntree/a/\\xFF: ill-formed\n'
	exits 1 u scan link/
	out_is 'link/\\xFE: ill-formed\nlink/a/\\xFF: ill-formed\n'
	exits 1 u scan link
}

# The longest target, and many links, with any number of threads.
test_scan_targets_many() {
	local long
	mkdir tree
	long=$(printf '%04094d' 0)
	ln -s "$long"$'\xff' tree/long 2>/dev/null || ln -s "${long:0:1000}"$'\xff' tree/long
	mkdir tree/{1..300}
	for long in tree/?*/; do ln -s "${long//tree/..}"$'\xff' "$long"l; done
	exits 1 u scan -j1 tree
	[ "$(grep -c ': target ' out)" = 301 ] || fail 'expected 301 targets'
	mv out alone
	run u scan -j8 tree
	cmp alone out || fail '-j8 prints something else'
}

# The rest is still scanned.
test_scan_unreadable() {
	needs_nobody
	mkdir -p tree/a tree/b tree/c
	touch tree/c/$'\xff'
	chmod 0 tree/a
	chmod 711 tree/b
	fails_with 'tree/a: Permission denied' nobody scan tree
	err_has 'tree/b: Permission denied'
	out_is 'tree/c/\\xFF: ill-formed\n'
}

# What is printed does not depend on the number of threads, nor does its order.
test_scan_jobs() {
	local n
	mkdir -p tree/d{1..6}/e{1..25}
	for n in tree/*/*; do touch "$n/${n##*e}"$'\xff' "$n"/{A,a,ok}; done
	mkdir "tree/d3/"$'\xfe'
	exits 1 u scan -j1 tree
	[ "$(wc -l <out)" = 301 ] || fail 'expected 301 lines'
	LC_ALL=C sort -c <(sed 's,/[^/]*: ill-formed,,; s/:.*//' out) || fail 'expected the order of names'
	mv out alone
	for n in 2 3 8; do
		exits 1 u scan -j"$n" tree
		cmp alone out || fail "-j$n prints something else"
	done
	fails_with "--jobs: '0' is not a number from 1 to 1024" u scan -j0 tree
}

# Only on a terminal, only after a second, and nothing is left of it.
test_scan_progress() {
	local i slow='strace -f -o trace -e trace=getdents64 -e inject=getdents64:delay_enter=10000'
	command -v script >/dev/null || skip 'script is not there'
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	for i in $(seq 70); do mkdir -p "tree/$i"; done
	exits 0 script -qec "$slow '$UTF8CHECK' --engine=$ENGINE scan -j1 tree >results" typescript
	grep -q $'\r\e\\[K70 names, [0-9]*/s\r\e\\[K' typescript || fail "expected progress: $(cat -v typescript)"
	run script -qec "'$UTF8CHECK' --engine=$ENGINE scan -j1 tree" typescript
	! grep -q names typescript || fail 'expected nothing in the first second'
	exits 0 $slow "$UTF8CHECK" --engine="$ENGINE" scan -j1 tree
	err_empty
	silent
}

# More levels than descriptors are usual, and a long path.
test_scan_deep() {
	local i
	mkdir tree
	for i in $(seq 20); do
		mkdir -p "tree/$(printf 'level/%.0s' $(seq $((i * 10))))"
	done
	touch "tree/$(printf 'level/%.0s' $(seq 200))"$'\xff'
	exits 1 bash -c 'ulimit -Sn 64; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" scan tree
	grep -q 'level/.xFF: ill-formed$' out || fail 'expected the deepest name'
}

# The paths of all levels together would take 400 MB.
test_scan_deep_memory() {
	[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -ge 4000 ] || skip 'too few descriptors'
	python3 -c '
import os
for name in ["tree"] + 2000 * [200 * "x"]:
    os.mkdir(name)
    os.chdir(name)'
	exits 0 bash -c 'ulimit -v 200000; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" scan -j1 tree
}
