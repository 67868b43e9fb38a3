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
