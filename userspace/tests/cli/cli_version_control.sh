# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Folders of version control, which no walk enters by itself; sourced by cli.sh.

VCS_FOLDERS='.bzr .git .hg .svn CVS'

# In each such folder, also in one deep in the tree, a text and a name that are wrong.
make_checkout() {
	local folder
	for folder in $VCS_FOLDERS; do
		mkdir -p tree/"$folder"/refs "tree/sub/deep/$folder"
		printf 'x\xff' | tee "tree/$folder/index" "tree/$folder/refs/text" >"tree/sub/deep/$folder/index"
		: >"tree/$folder/"$'name\xff'
	done
	# What only looks like such a folder, and the file that a work tree has.
	mkdir tree/.github tree/git tree/svn
	printf 'x\xff' | tee tree/.github/text tree/git/text tree/svn/text >tree/sub/text
	printf 'gitdir: ../elsewhere\n' >tree/sub/.git
}

# all_of FOLDER: what is in it and below, with the bytes of the files, in one sum.
all_of() { (cd "$1" && find . -print0 | sort -z | xargs -0 stat -c '%n %i %Y %s' && find . -type f -print0 | sort -z | xargs -0 cat) | md5sum; }

test_vcs_not_entered() {
	local command entered folder
	command -v strace >/dev/null || skip 'strace is not there'
	make_checkout
	for command in 'check -l' 'check --json' 'check -q' detect stats 'filter --on-error=replace' 'scan' 'scan --content'; do
		[[ $command = scan* ]] || command="$command -r"
		run strace -f -qq -e trace=openat -o trace "$UTF8CHECK" --engine=library $command tree
		for folder in $VCS_FOLDERS; do
			entered=$(grep -E "\"([^\"]*/)?$folder(/|\".*O_DIRECTORY)" trace || :)
			[ -z "$entered" ] || fail "$command: entered $entered"
		done
	done
	for folder in $VCS_FOLDERS; do all_of "tree/$folder"; done >before
	exits 0 u filter -r --in-place --on-error=replace tree
	for folder in $VCS_FOLDERS; do all_of "tree/$folder"; done | cmp - before || fail 'expected them as they were'
	exits 0 u scan --fix --yes --reading=replace tree
	for folder in $VCS_FOLDERS; do all_of "tree/$folder"; done | cmp - before || fail 'expected them as they were'
	exits 0 u check -r tree
	err_empty
}

# Whoever asks for them gets them: by an option, or because an argument names them.
test_vcs_asked_for() {
	local command
	make_checkout
	run u check -r -l tree
	out_is 'tree/.github/text\ntree/git/text\ntree/sub/text\ntree/svn/text\n'
	run u check -r -l --include-vcs tree
	[ "$(wc -l <out)" = 19 ] || fail 'expected all files'
	run u check -r -l tree/.git tree/sub/deep/CVS/
	out_is 'tree/.git/index\ntree/.git/refs/text\ntree/sub/deep/CVS/index\n'
	(cd tree/.git && run u check -r -l && out_is './index\n./refs/text\n')
	run u check -l tree/.git/index
	out_is 'tree/.git/index\n'
	run u check -r -l --files0-from=- < <(printf 'tree/.hg\0')
	out_is 'tree/.hg/index\ntree/.hg/refs/text\n'
	exits 0 u scan tree
	run u scan --include-vcs tree
	[ "$(grep -c 'ill-formed' out)" = 5 ] || fail 'expected the names in them'
	run u scan tree/.svn
	out_is 'tree/.svn/name\\xFF: ill-formed\n'
	for command in detect stats; do
		run u $command -r --json --include-vcs tree
		[ "$(grep -c 'index"' out)" = 10 ] || fail 'expected the files in them'
	done
	run u filter -r --include-vcs --on-error=drop tree
	[ "$(tr -dc x <out | wc -c)" -ge 19 ] || fail 'expected the files in them'
}

# What is refused in any name is left where Git looks for it.
test_vcs_fix() {
	mkdir -p tree/.git tree/.svn
	touch tree/.hidden
	exits 1 u scan --fix --not-first=. --instead=_ --yes --plan=p tree
	[ -d tree/.git ] || fail 'expected the folder to keep its name'
	grep -qxF 'tree: ".git" is left: it belongs to version control; --include-vcs renames it' out || fail 'expected it to be named'
	[ "$(ls -A tree)" = $'.git\n.svn\n_hidden' ] || fail "found $(ls -A tree)"
	run u scan --fix --not-first=. --instead=_ --include-vcs --yes --plan=q tree
	[ "$(ls -A tree)" = $'_git\n_hidden\n_svn' ] || fail "found $(ls -A tree)"
}
