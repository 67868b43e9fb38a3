# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of scan --fix; sourced by cli.sh.

fix() { u scan --fix "$@"; }

# The tree as find(1) lists it, sorted: paths and inodes; of links, which may be new ones,
# whose they are, when they were made, and where they point to.
tree_state() {
	find "${1:-tree}" \( -type l -printf '%p %U %G %T@ %l\0' -o -printf '%p %i %y %n\0' \) | LC_ALL=C sort -z
}

# names_are NAME...: what is in the folder tree and below, without the folder.
names_are() {
	printf '%s\0' "$@" | LC_ALL=C sort -z >expected
	find tree -mindepth 1 -printf '%P\0' | LC_ALL=C sort -z | cmp -s - expected ||
		fail "expected $(tr '\0' ' ' <expected | cat -v), found $(find tree -mindepth 1 -printf '%P ' | cat -v)"
}

# What it is without --yes, by the word that filter has.
test_scan_fix_dry_run() {
	mkdir tree && touch $'tree/caf\xe9'
	exits 1 u scan --fix --reading=latin1 tree
	cp out wanted
	exits 1 u scan --fix --dry-run --reading=latin1 tree
	cmp out wanted || fail 'expected what --fix says'
	[ -e $'tree/caf\xe9' ] || fail 'it was renamed'
	exits 2 u scan --fix --dry-run --yes tree
	exits 2 u scan --dry-run tree
}

test_fix_yes() {
	mkdir -p tree/$'d\xe9'/$'d\xe9'
	touch tree/$'d\xe9'/$'d\xe9'/$'f\xf6' tree/good
	tree_state >before
	exits 0 fix --reading=latin1 --yes tree
	err_has "renamed: 3, left: 0; 'utf8check scan --undo=utf8check-plan-1.jsonl' takes that back"
	names_are $'d\u00e9' $'d\u00e9/d\u00e9' $'d\u00e9/d\u00e9/f\u00f6' good
	tree_state >after
	[ "$(stat -c %a utf8check-plan-1.jsonl)" = 600 ] || fail 'others may read the plan'
	exits 0 fix --reading=latin1 --yes tree
	silent
	err_empty
	[ ! -e utf8check-plan-2.jsonl ] || fail 'a plan without renamings is left'
	exits 0 u scan --undo utf8check-plan-1.jsonl
	err_has 'renamed: 3, left: 0'
	tree_state | cmp - before || fail 'not undone'
	exits 0 u scan --undo utf8check-plan-1.jsonl
	err_has 'renamed: 0, left: 0'
	# From another directory, and twice.
	(cd folder && exits 0 u scan --apply ../utf8check-plan-1.jsonl)
	tree_state | cmp - after || fail 'not applied'
	exits 0 u scan --apply utf8check-plan-1.jsonl
	err_has 'renamed: 0, left: 0'
	tree_state | cmp - after || fail 'applied twice'
}

# What is in a folder first, and in the other order back.
test_fix_order() {
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	mkdir -p tree/$'a\xe9'/$'b\xe9'
	touch tree/$'a\xe9'/$'b\xe9'/$'c\xe9'
	exits 0 strace -o trace -e trace=renameat2 "$UTF8CHECK" scan --fix --reading=latin1 --yes tree
	[ "$(sed -n 's/^renameat2([0-9]*, "\(.\).*/\1/p' trace | tr -d '\n')" = cba ] || fail "expected c, b, a: $(cat trace)"
	exits 0 strace -o trace -e trace=renameat2 "$UTF8CHECK" scan --undo=utf8check-plan-1.jsonl
	[ "$(sed -n 's/^renameat2([0-9]*, "\(.\).*/\1/p' trace | tr -d '\n')" = abc ] || fail "expected a, b, c: $(cat trace)"
}

test_fix_plan_of_nothing() {
	mkdir tree
	: >tree/good
	for words in '' --yes; do
		exits 0 fix --plan=p $words tree
		[ ! -e p ] || fail 'a plan without renamings is left'
		err_has 'scan: nothing to rename; not written: p'
	done
}

test_fix_form() {
	mkdir tree
	touch "tree/caf$E_NFD" "tree/$E_NFC"
	exits 0 fix --form=nfc --yes tree
	names_are "caf$E_NFC" "$E_NFC"
	exits 0 fix --form=nfd --yes tree
	names_are "caf$E_NFD" "$E_NFD"
}

# Nothing is replaced, and the number is one that is free.
test_fix_collisions() {
	local i
	mkdir tree
	echo 1 >tree/$'\xe9.txt'
	echo 2 >tree/$'\u00e9.txt'
	echo 3 >tree/$'\u00e9_2.txt'
	echo 4 >tree/$'e\u0301.txt'
	echo 5 >tree/$'\xe9_2.txt'
	echo 6 >tree/$'.\xe9'
	echo 7 >tree/$'.\u00e9'
	exits 0 fix --reading=latin1 --form=nfc --yes tree
	names_are $'\u00e9.txt' $'\u00e9_2.txt' $'\u00e9_3.txt' $'\u00e9_4.txt' $'\u00e9_2_2.txt' $'.\u00e9' $'.\u00e9_2'
	[ "$(cat tree/*.txt tree/.[!.]* | sort | tr -d '\n')" = 1234567 ] || fail 'a file is lost'
	# Many that want the same name take no time.
	rm -rf tree
	mkdir tree
	for i in {1..3000}; do
		printf -v i '\\0%o\\0%o\\0%o' $((i % 25 + 1)) $((i / 25 % 25 + 1)) $((i / 625 + 1))
		printf -v i %b "$i"
		: >"tree/$i"
	done
	i=$(find tree -type f -printf . | wc -c)
	exits 0 fix --policy=safe --yes tree
	[ "$(find tree -type f -name '___*' -printf . | wc -c)" = "$i" ] || fail 'a file is lost'
}

# A name that gets longer than the filesystem allows is left; one as long as it allows is not.
test_fix_long() {
	local e127 e128
	e127=$(printf '\351%.0s' {1..127}) e128=$e127$'\xe9'
	mkdir -p "tree/$e127"
	touch "tree/$e128" "tree/$e127/$e127" "tree/${e127}x"
	exits 1 fix --reading=latin1 --yes tree
	grep -q 'is left: its new name would be too long$' out || fail 'expected it to be left'
	[ -e "tree/$e128" ] || fail 'it was renamed'
	err_has 'renamed: 3, left: 1'
}

# As deep as a path of 2 * PATH_MAX.
test_fix_deep() {
	local i
	mkdir tree
	(
		cd tree || exit
		for i in {1..40}; do
			mkdir "$(printf '\351%.0s' {1..100})x"
			cd "$(printf '\351%.0s' {1..100})x" || exit
		done
		echo deep >$'\xe9'
	)
	exits 0 fix --reading=latin1 --yes tree
	[ "$(find tree -printf x | wc -c)" = 42 ] || fail 'a name is lost'
	! find tree | LC_ALL=C grep -q $'[^\xc3]\xe9' || fail 'a name is not mended'
	find tree | LC_ALL=C grep -q $'\xc3\xa9' || fail 'no name is mended'
	exits 0 u scan --undo utf8check-plan-1.jsonl
	err_has 'renamed: 41, left: 0'
}

# A plan that is not whole, or is made up, does nothing.
test_fix_bad_plans() {
	local line name
	mkdir tree other
	touch tree/$'\xe9' other/secret
	run fix --reading=latin1 --plan=p tree
	tree_state . | grep -zv '\./\(bad\|out\|err\|before\|now\)' >before
	line=$(sed -n 2p p)
	sed '$d' p >bad1
	head -c -1 p >bad2
	sed 2d p >bad3
	sed 1d p >bad4
	sed "2s/\"new\":\"[^\"]*\"/\"new\":\"..\/other\/x\"/" p >bad5
	sed 's/"new":"[^"]*"/"new":".."/' p >bad6
	sed 's,"folder":"[^"]*","folder":"tree",' p >bad7
	sed "s,\"folder\":\"[^\"]*\",\"folder\":\"$PWD/other/../tree\"," p >bad8
	sed 's/"name_hex":"e9"/"name_hex":"e900"/' p >bad9
	sed 's/"inode":"/&x/' p >bad10
	(cat p; echo '{"more":1}') >bad11
	: >bad12
	echo "$line" >bad13
	sed 's/"new":"[^"]*"/"new":"a\\u0000b"/' p >bad14
	for name in bad*; do
		exits 2 u scan --apply="$name"
		[ -s err ] || fail "$name: expected a message"
		tree_state . | grep -zv '\./\(bad\|out\|err\|before\|now\)' | cmp - before || fail "$name: something was renamed"
	done
	run u scan --apply=bad1
	err_has 'bad1: its end is missing'
	fails_with 'no\x1B[31m: No such file' u scan --apply=$'no\e[31m'
	cp p writable
	chmod g+w writable
	fails_with 'writable: a plan must belong to who carries it out' u scan --apply=writable
	if [ "$(id -u)" = 0 ]; then
		cp p strange
		chown 65534 strange
		fails_with 'strange: a plan must belong to who carries it out' u scan --apply=strange
	fi
	names_are $'\xe9'
	mkfifo fifo
	exits 2 timeout "$(patience 10)" "$UTF8CHECK" scan --apply=fifo
}

# An end amid the note that all is done, or a full disk then, spoils no plan.
test_fix_unfinished_note() {
	local rest
	mkdir tree
	touch tree/$'\xe9'
	tree_state >before
	run fix --reading=latin1 --plan=p tree
	for rest in '{"done":tr' '{' '\0\0\0\0'; do
		exits 0 u scan --apply=p
		printf '%b' "$rest" >>p
		exits 0 u scan --undo=p
		tree_state | cmp - before || fail "$rest: not undone"
		[ "$(tail -n 1 p)" = '{"done":false}' ] || fail "$rest: expected a note"
	done
	echo '{"done":0}' >>p
	fails_with 'p: a line after its end is not known' u scan --apply=p
	tree_state | cmp - before || fail 'something was renamed'
}

# Others that came meanwhile are never touched.
test_fix_meanwhile() {
	mkdir tree tree/$'d\xe9'
	echo mine >tree/$'\xe9'
	echo below >tree/$'d\xe9'/$'\xf6'
	run fix --reading=latin1 --plan=p tree
	echo other >tree/$'\u00e9'
	fails_with '"\xE9" is left: a file has the name that it should have' u scan --apply p
	[ "$(cat tree/$'\u00e9' tree/$'\xe9')" = $'other\nmine' ] || fail 'a file is lost'
	rm tree/$'\u00e9'
	exits 0 u scan --undo p
	# Another file of the new name: nothing of the plan was done.
	mv tree/$'\xe9' kept
	echo other >tree/$'\u00e9'
	fails_with $'"\u00e9" is left: another file has this name now' u scan --undo p
	rm tree/$'\u00e9'
	mv kept tree/$'\xe9'
	# Another file of the old name: not the one that was planned.
	mv tree/$'\xe9' tree/kept
	echo another >tree/$'\xe9'
	fails_with '"\xE9" is left: another file has this name now' u scan --apply p
	# Another file of the new name, and none of the old one: it gets no name of the plan.
	mv tree/$'\xe9' tree/$'\u00e9'
	fails_with '"\xE9" is left: another file has this name now' u scan --apply p
	fails_with 'is left: another file has this name now' u scan --undo p
	[ "$(cat tree/$'\u00e9')" = another ] || fail 'a stranger was renamed'
	exits 2 u scan --apply p
	mv tree/$'\u00e9' tree/$'\xe9'
	# Another folder.
	mv tree/$'d\u00e9' tree/elsewhere
	mkdir tree/$'d\xe9'
	echo stranger >tree/$'d\xe9'/$'\xf6'
	fails_with $'is left: another folder has this path now' u scan --apply p
	[ "$(cat tree/$'d\xe9'/$'\xf6')" = stranger ] || fail 'a stranger was renamed'
}

# An editor that replaces a file does not keep it from getting its name back.
test_fix_replaced_file() {
	mkdir tree
	echo old >tree/$'\xe9'
	run fix --reading=latin1 --yes tree
	echo new >tree/new
	mv tree/new tree/$'\u00e9'
	exits 0 u scan --undo utf8check-plan-1.jsonl
	names_are $'\xe9'
}

# Folders that become links meanwhile lead nowhere.
test_fix_swapped_folder() {
	mkdir -p tree/a/b outside/b
	touch tree/a/b/$'\xe9' outside/b/$'\xe9'
	ln outside/b/$'\xe9' tree/a/b/$'\xe8'
	run fix --reading=latin1 --plan=p tree
	mv tree/a away
	ln -s "$PWD/outside" tree/a
	fails_with 'is left: Not a directory' u scan --apply p
	[ -e outside/b/$'\xe9' ] || fail 'a file outside was renamed'
	rm tree/a
	mv away tree/a
	mv tree/a/b away
	ln -s "$PWD/outside/b" tree/a/b
	fails_with 'tree/a/b: "\xE9" is left: Not a directory' u scan --apply p
	[ -e outside/b/$'\xe9' ] || fail 'a file outside was renamed'
	# A tree that is named by a link is the one it leads to.
	mkdir real
	touch real/$'\xe9'
	ln -s real link
	exits 0 fix --reading=latin1 --yes link
	[ -e real/$'\u00e9' ] || fail 'the tree was not mended'
}

test_fix_unreadable() {
	needs_nobody
	mkdir -p tree/a tree/b tree/c
	touch tree/a/$'\xe9' tree/b/$'\xe9' tree/c/$'\xe9'
	chown -R 65534 tree .
	chmod 0 tree/a
	chmod 555 tree/b
	fails_with 'tree/a: Permission denied' nobody scan --fix --reading=latin1 --yes tree
	err_has '"\xE9" is left: Permission denied'
	chmod 755 tree/a
	names_are a b c a/$'\xe9' b/$'\xe9' c/$'\u00e9'
	# A plan by which nothing was renamed is good for nothing.
	rm utf8check-plan-1.jsonl
	fails_with 'renamed: 0, left: 1' nobody scan --fix --reading=latin1 --yes tree/b
	[ ! -e utf8check-plan-1.jsonl ] || fail 'a plan is left by which nothing was renamed'
}

test_fix_full_disk() {
	mkdir tree
	touch tree/$'\xe9'
	fails_with 'standard output: No space left on device' sh -c '"$@" >/dev/full' - "$UTF8CHECK" --engine="$ENGINE" scan --fix --yes --reading=latin1 tree
	names_are $'\xe9'
	[ ! -e utf8check-plan-1.jsonl ] || fail 'a plan is left'
	# No room for the plan: /dev/full cannot be new, so the writes fail.
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	for call in fsync write; do
		exits 2 strace -o trace -P "$PWD/p" -e inject=$call:error=ENOSPC "$UTF8CHECK" scan --fix --yes --reading=latin1 --plan="$PWD/p" tree
		err_has 'No space left on device'
		names_are $'\xe9'
		[ ! -e p ] || fail 'a plan is left'
	done
	# What may not be on the disk is not noted as done.
	exits 2 strace -o trace -e inject=syncfs:error=EIO "$UTF8CHECK" scan --fix --yes --reading=latin1 --plan=p tree
	err_has "scan: $PWD/tree: Input/output error"
	! grep '"done"' p || fail 'it is noted as done'
	exits 0 u scan --apply=p
	[ "$(tail -n 1 p)" = '{"done":true}' ] || fail 'expected a note'
}

# A file that comes at the last moment is not replaced.
test_fix_never_replaces() {
	local more
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	mkdir tree
	for more in renameat2:delay_enter=2000000 renameat2:error=EINVAL:delay_enter=2000000; do
		rm -rf tree/* p trace
		echo mine >tree/$'\xe9'
		run fix --reading=latin1 --plan=p tree
		strace -o trace -e trace=renameat2 -e inject="$more" "$UTF8CHECK" scan --apply=p >out 2>err &
		wait_for renameat2
		echo other >tree/$'\u00e9'
		status=0
		wait $! || status=$?
		status_is 2
		err_has '"\xE9" is left: a file has the name that it should have'
		[ "$(cat tree/$'\u00e9' tree/$'\xe9')" = $'other\nmine' ] || fail 'a file is lost'
	done
}

# A file that goes away before it is planned is passed over.
test_fix_gone() {
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	mkdir tree
	touch tree/$'\xe8' tree/$'\xe9'
	strace -o trace -e trace=fstatfs -e inject=fstatfs:delay_enter=2000000 \
		"$UTF8CHECK" scan --fix --reading=latin1 --plan=p tree >out 2>err &
	wait_for fstatfs
	rm tree/$'\xe8'
	status=0
	wait $! || status=$?
	status_is 1
	out_is 'tree: "\\xE9" -> "\xc3\xa9"\n'
	[ "$(cat err)" = "utf8check: scan: names that can be mended: 1, that are left: 0; 'utf8check scan --apply=p' renames what can be mended" ] || fail 'expected one name'
}

# wait_for WORD: until it is in the trace.
wait_for() {
	limit_begin 10
	until grep -q "$1" trace 2>/dev/null; do
		! limit_passed || fail "$1 did not come"
		sleep 0.05
	done
}

# at_call CALL WHEN CHANGE COMMAND...: do the change while the command waits before this
# call, the WHENth of its kind.
at_call() {
	local call=$1 when=$2 change=$3
	shift 3
	rm -f trace
	timeout "$(patience 60)" strace -o trace -e trace="$call" \
		-e inject="$call:delay_enter=$(patience 1000000):when=$when" "$@" >out 2>err &
	limit_begin 10
	until [ "$(grep -c "^$call" trace 2>/dev/null)" = "$when" ]; do
		! limit_passed || fail "$call did not come $when times"
		sleep 0.05
	done
	"$change"
	status=0
	wait $! || status=$?
}

# Where two names are one, the file is not removed with one of them.
test_fix_two_names_for_one() {
	local link
	preload folds
	mkdir tree
	for link in '' FOLDS_LINK=yes; do
		rm -f p
		echo mine >"tree/$E_NFD"
		exits 2 env LD_PRELOAD="$TMP/folds.so" $link "$UTF8CHECK" scan --fix --form=nfc --yes --plan=p tree
		err_has 'is left: a file has the name that it should have'
		[ "$(cat "tree/$E_NFD")" = mine ] || fail 'the file is lost'
	done
	# Nor where it has other names.
	rm p
	ln "tree/$E_NFD" tree/other
	fails_with 'is left: a file has the name that it should have' env LD_PRELOAD="$TMP/folds.so" "$UTF8CHECK" scan --fix --form=nfc --yes --plan=p tree
	names_are "$E_NFD" other
}

# Two names of one file are both kept.
test_fix_keeps_links() {
	mkdir tree
	echo one >tree/$'\xe9'
	ln tree/$'\xe9' tree/$'\u00e9'
	exits 0 fix --reading=latin1 --yes tree
	names_are $'\u00e9' $'\u00e9_2'
}

# Many names that are the same, and names with numbers in the way.
test_fix_same_many() {
	local i
	mkdir tree
	for i in {a,A}{b,B}{c,C}{d,D}{e,E}{f,F}{g,G}{h,H}{i,I}; do : >"tree/$i"; done
	for i in {2..9}; do : >"tree/y_$i"; done
	: >tree/y
	: >tree/Y
	exits 0 fix --same=casefold --yes tree
	exits 0 u scan tree
	[ "$(find tree -type f -printf . | wc -c)" = 522 ] || fail 'a file is lost'
}

# Each name by itself; what is not sure stays, or is read by what is named next.
test_fix_guess() {
	mkdir tree
	touch tree/$'caf\xe9' tree/$'za\xbf\xf3\xb3\xe6.txt' tree/$'x\xff'
	exits 1 fix --reading=guess --yes tree
	names_are $'caf\u00e9' $'x\xff' $'za\u017c\u00f3\u0142\u0107.txt'
	exits 0 fix --reading=guess,latin1 --yes tree
	names_are $'caf\u00e9' $'x\u00ff' $'za\u017c\u00f3\u0142\u0107.txt'
}

# Characters become others, and a name that is the same then gets a number.
test_fix_compatibility() {
	mkdir tree
	touch tree/$'\ufb01ne' tree/$'\uff22' tree/b
	exits 0 fix --form=nfkc-casefold --same=casefold --yes tree
	names_are b b_2 fine
	exits 0 u scan --undo=utf8check-plan-1.jsonl
	exits 0 fix --form=nfkc --yes tree
	names_are b B_2 fine
}

# As ICU's own uconv writes names; a second run changes nothing, and all can be undone.
test_fix_transliterate() {
	local i names
	mkdir tree
	hide libicui18n --engine="$ENGINE" scan --fix --transliterate tree
	status_is 2
	err_has 'scan: --transliterate needs ICU: libicui18n.so.60 to 99 are not there'
	run u scan --fix --transliterate tree
	[ "$status" = 0 ] || skip 'ICU is not there'
	# Lodz and Lodz again, Munich, a text of three scripts, what has no ASCII, a slash, a fraction.
	names=($'\u0141\u00f3d\u017a' Lodz $'L\u00f3dz' $'M\u00fcnchen.txt' $'Mu\u0308nchen.txt' \
		$'\u041f\u0440\u0438\u0432\u0435\u0442 \u4e16\u754c \u0395\u03bb\u03bb\u03ac\u03b4\u03b1' \
		$'stra\u00dfe' $'\U1f600' $'\u2105' plain $'\u00df\u00bd')
	for i in "${names[@]}"; do : >"tree/$i"; done
	tree_state >before
	exits 0 fix --transliterate --yes tree
	names_are Lodz Lodz_2 Lodz_3 Munchen.txt Munchen_2.txt 'Privet shi jie Ellada' strasse $'\U1f600' c_o plain $'ss\u00bd'
	tree_state >after
	if command -v uconv >/dev/null; then
		for i in "${names[3]}" "${names[5]}" "${names[6]}"; do
			[ -e "tree/$(uconv -x 'Any-Latin; Latin-ASCII' <<<"$i")" ] || fail "uconv has another name of $i"
		done
	fi
	exits 0 fix --transliterate --yes tree
	silent
	exits 0 u scan --undo=utf8check-plan-1.jsonl
	tree_state | cmp - before || fail 'not undone'
}

# As plan(5) says what may be edited.
test_fix_edited_plan() {
	mkdir tree
	touch tree/$'a\x01' tree/$'b\x01' tree/$'c\x01'
	tree_state >before
	run fix --policy=safe --plan=p tree
	sed -i 's/"new":"b_"/"new":"better"/; /"new":"c_"/d' p
	fails_with 'it has not as many lines as its end says' u scan --apply=p
	tree_state | cmp - before || fail 'something was renamed'
	sed -i 's/{"renamings":3/{"renamings":2/' p
	exits 0 u scan --apply=p
	names_are a_ better $'c\x01'
	exits 0 u scan --undo=p
	tree_state | cmp - before || fail 'not undone'
	sed -i 's/better/a_/' p
	fails_with '"a\x01" is left: a file has the name that it should have' u scan --apply=p
	run u scan --undo=p
	tree_state | cmp - before || fail 'not undone'
}

# Nobody gets a name with a control, one that is hidden, or that git reads, by them.
test_fix_stand_ins_hostile() {
	mkdir tree
	touch tree/$'a\uf00ab' tree/$'\uf00d' tree/$'x\uf07f' tree/$'\uf02egit' tree/$'\uf029' tree/$'\uf029\uf029x' \
		tree/$'\uf02detc' tree/$'a\uf02fb'
	find tree | LC_ALL=C sort >before
	run u scan --fix --yes tree
	find tree | LC_ALL=C sort | cmp - before || fail 'expected no other name'
	run u scan --fix --yes --policy=safe tree
	[ -z "$(find tree -name '*[[:cntrl:]]*' -o -name '.*')" ] || fail 'expected no such name'
}
