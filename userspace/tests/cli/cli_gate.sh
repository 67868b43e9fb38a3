# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What a repository asks of check: --tracked, --staged, --format; sourced by cli.sh.

need_git() {
	command -v git >/dev/null || skip 'git is not there'
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_{AUTHOR,COMMITTER}_NAME=a GIT_{AUTHOR,COMMITTER}_EMAIL=a@b
}

new_repository() { # FOLDER
	need_git
	rm -rf "$1"
	git init -q "$1"
	cd "$1" || exit
}

test_gate_tracked() {
	local strange=$'new\nline'
	new_repository repository
	mkdir 'a b'
	printf 'x\xff' | tee 'a b/text' "$strange" untracked deleted >./-
	ln -s "$PWD/untracked" link
	printf 'x\n' >becomes-link
	git init -q module && git -C module commit -q --allow-empty -m x
	git add -A . ':!untracked' 2>/dev/null
	rm deleted becomes-link && ln -s untracked becomes-link
	run u check --tracked -0l
	out_is '-\0a b/text\0new\nline\0'
	status_is 1
	err_empty
	run u check --tracked -l -- 'a b'
	out_is 'a b/text\n'
	run u check --tracked -l -- '*'
	status_is 2
	err_has "pathspec '*'"
	(cd 'a b' && run u check --tracked -l && out_is 'text\n' && run u check --tracked -l .. && out_is '../-\ntext\n../new\\x0Aline\n') || exit
	run u check --tracked -r
	status_is 2
	run u check --tracked --staged
	status_is 2
	run u check --tracked --files0-from=/dev/null
	status_is 2
	err_has 'git names the files'
}

test_gate_staged() {
	new_repository repository
	printf 'good\n' >worse && printf 'x\xff\n' >better && : >empty && printf '\0%020d' 0 >link-target
	ln -s $'\xff' link
	git add -A
	printf 'x\xfe\n' >worse && printf 'good\n' >better
	run u check --staged
	out_is 'better:1:2: byte 1: invalid-byte: FF\n'
	run u check --tracked
	out_is 'worse:1:2: byte 1: invalid-byte: FE\n'
	run u check --staged --json
	json '[(o["file"], o["bytes"]) for o in L] == [("better", 3), ("empty", 0), ("link-target", 21), ("worse", 5)]'
	run u check --staged -q
	status_is 1
	run u check --staged worse empty
	status_is 0
	# A conflict has a blob for each side.
	printf '100644 %s 2\tboth\n100644 %s 3\tboth\n' "$(git rev-parse :better)" "$(git rev-parse :better)" | git update-index --index-info
	run u check --staged
	out_is 'better:1:2: byte 1: invalid-byte: FF\nboth:1:2: byte 1: invalid-byte: FF\nboth:1:2: byte 1: invalid-byte: FF\n'
	run u check --tracked both
	status_is 0
	# A blob that is not there.
	printf '100644 %040d 0\tlost\n' 1 | git update-index --index-info
	run u check --staged lost better
	status_is 2
	err_has 'lost: '
	out_is 'better:1:2: byte 1: invalid-byte: FF\n'
}

# A blob needs no memory, and what is not read of it is passed.
test_gate_huge_blob() {
	new_repository repository
	{ printf '\xff'; head -c 300000000 /dev/zero | tr '\0' x; printf '\n\xfe'; } >huge
	printf 'x\xfd' >last
	git -c core.compression=0 -c core.bigFileThreshold=1m add huge last
	rm huge
	# shellcheck disable=SC2016 # for sh
	mkdir bin && printf '#!/bin/sh\nulimit -S -v unlimited\nPATH=${PATH#*:} exec git "$@"\n' >bin/git && chmod 755 bin/git
	(ulimit -S -v 200000 && PATH=$PWD/bin:$PATH run u check --staged && status_is 1) || exit
	err_empty
	out_is 'huge:1:1: byte 0: invalid-byte: FF\nhuge:2:1: byte 300000002: invalid-byte: FE\nlast:1:2: byte 1: out-of-range: FD\n'
	run u check --staged -l
	out_is 'huge\nlast\n'
}

# Whatever a repository names, nothing is started, fetched or written.
test_gate_hostile_repository() {
	local option
	new_repository origin && printf 'x\xff\n' >text && git add text && git commit -qm x && cd ..
	new_repository repository
	printf '#!/bin/sh\ntouch "%s/started"\nexit 1\n' "$PWD" >"$TMP/evil" && chmod 755 "$TMP/evil"
	mkdir hooks && for option in post-index-change pre-commit reference-transaction; do cp "$TMP/evil" "hooks/$option"; done
	printf 'x\xff\n' >text && printf '* filter=evil diff=evil\n' >.gitattributes
	git add text .gitattributes
	printf '100644 %s 0\tlacking\n' "$(git hash-object --stdin <<<lacking)" | git update-index --index-info
	for option in core.fsmonitor core.pager core.editor core.sshCommand core.gitProxy core.askPass \
		diff.external diff.evil.textconv filter.evil.clean filter.evil.smudge filter.evil.process \
		pager.ls-files pager.cat-file credential.helper; do
		git config "$option" "$TMP/evil"
	done
	git config core.hooksPath "$PWD/hooks"
	git config alias.ls-files "!$TMP/evil" && git config alias.cat-file "!$TMP/evil"
	# A clone that lacks blobs, and would have them from a program.
	git config extensions.partialClone origin && git config core.repositoryFormatVersion 1
	git config remote.origin.url "$PWD/../origin" && git config remote.origin.promisor true
	git config remote.origin.uploadpack "$TMP/evil" && git config protocol.file.allow always
	(cd .git && find . -type f -print0 | sort -z | xargs -0 md5sum) >../before
	run u check --tracked
	out_is 'text:1:2: byte 1: invalid-byte: FF\n'
	status_is 1
	run u check --staged
	out_is 'text:1:2: byte 1: invalid-byte: FF\n'
	status_is 2
	err_has lacking
	[ ! -e started ] || fail 'a program of the repository was started'
	(cd .git && find . -type f -print0 | sort -z | xargs -0 md5sum) | cmp - ../before || fail 'the repository was changed'
}

# An index that no git would make names files elsewhere.
test_gate_index_leads_out() {
	printf 'x\xff' >outside
	new_repository repository
	printf 'x\n' >aaaaaaaaaa && git add aaaaaaaaaa
	sed -i 's|aaaaaaaaaa|../outside|' .git/index
	# The last 20 bytes of the index are its SHA-1.
	head -c -20 .git/index >index
	sha1sum <index | cut -c1-40 | xxd -r -p >sum
	cat index sum >.git/index
	git ls-files | grep -q outside || skip 'git does not show such a name'
	run u check --tracked
	status_is 2
	silent
	err_has 'leads out of the repository'
}

test_gate_without_repository() {
	need_git
	local asked
	export GIT_CEILING_DIRECTORIES=$PWD
	for asked in --tracked --staged; do
		run u check $asked
		status_is 2
		err_has 'not a git repository'
	done
	git init -q --bare bare
	(cd bare && run u check --tracked && status_is 2 && err_has 'git has no files here') || exit
	git init -q nothing
	(cd nothing && run u check --staged && status_is 0 && err_has 'git has no files here') || exit
	(cd nothing && run u check --tracked nothing && status_is 2 && err_has "pathspec 'nothing'") || exit
	run env PATH=/nonexistent "$UTF8CHECK" check --tracked
	status_is 2
	err_has 'git: No such file'
}

test_gate_closed_pipe() {
	local states
	new_repository repository
	head -c 300000 /dev/zero | tr '\0' '\377' >text
	git add text
	for states in --tracked --staged; do
		u check $states 2>err | head -n 1 >out
		states=${PIPESTATUS[*]}
		[ "$states" = '141 0' ] || fail "status $states"
	done
}

hostile_names() {
	mkdir own && cd own || exit
	printf 'x\xff\n\xe2\x80\xae' >'a:b,c%d&<">'\''\.c'
	printf 'x\xff\n' >$'\x1b\xff\n\xef\xbf\xbf'
	printf 'good\n' >good
}

test_gate_format_gcc_and_github() {
	hostile_names
	run u check --format=gcc --forbid=bidi-control ./*
	out_is './\\x1B\\xFF\\x0A\\xEF\\xBF\\xBF:1:2: error: invalid-byte: FF\n'"./a:b,c%d&<\">'\\\\\\\\.c:1:2: error: invalid-byte: FF\n./a:b,c%d&<\">'\\\\\\\\.c:2:1: error: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n"
	run u check --format=github --forbid=bidi-control ./*
	out_is '::error file=./\\x1B\\xFF%0A\\xEF\\xBF\\xBF,line=1,col=2,title=utf8check::invalid-byte: FF\n'"::error file=./a%3Ab%2Cc%25d&<\">'\\\\.c,line=1,col=2,title=utf8check::invalid-byte: FF\n::error file=./a%3Ab%2Cc%25d&<\">'\\\\.c,line=2,col=1,title=utf8check::bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n"
	run u check --format=json good
	json 'L[0]["valid"]'
	run u check --format=gcc --json good
	status_is 2
	run u check --format=sarif --html=- good
	status_is 2
}

test_gate_format_sarif() {
	hostile_names
	run u check --format=sarif --forbid=bidi-control -j4 ./* "$PWD/good" "$PWD/a:b,c%d&<\">'\\.c"
	status_is 1
	tr -d '\n' <out >one && mv one out
	json 'L[0]["version"] == "2.1.0" and L[0]["runs"][0]["invocations"][0]["executionSuccessful"]'
	json '[r["ruleId"] for r in L[0]["runs"][0]["results"]] == ["invalid-byte"] * 2 + ["bidi-control", "invalid-byte", "bidi-control"]'
	json 'L[0]["runs"][0]["results"][2]["properties"] == {"code_point": "U+202E", "character": "RIGHT-TO-LEFT OVERRIDE"}'
	json 'L[0]["runs"][0]["results"][2]["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 1, "endColumn": 2, "byteOffset": 3, "byteLength": 3}'
	json '[__import__("urllib.parse").parse.unquote_to_bytes(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for r in L[0]["runs"][0]["results"]][:2] == [b"./\x1b\xff\n\xef\xbf\xbf", b"./a:b,c%d&<\">\x27\\.c"]'
	json 'L[0]["runs"][0]["results"][4]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")'
	json '{r["ruleId"] for r in L[0]["runs"][0]["results"]} < {r["id"] for r in L[0]["runs"][0]["tool"]["driver"]["rules"]}'
	run u check --format=sarif missing
	status_is 2
	tr -d '\n' <out >one && mv one out
	json 'L[0]["runs"][0]["results"] == [] and not L[0]["runs"][0]["invocations"][0]["executionSuccessful"]'
}

# The schema, and ajv beside it, are those of the package @microsoft/jest-sarif.
test_gate_sarif_schema() {
	local at=$HERE/../../../.cache/sarif
	command -v node >/dev/null || skip 'node is not there'
	if [ ! -d "$at/node_modules" ]; then
		timeout 60 npm install --silent --ignore-scripts --no-audit --no-fund --prefix "$at" \
			@microsoft/jest-sarif@1.0.0-beta.0 >/dev/null 2>&1 || skip 'npm has no @microsoft/jest-sarif'
	fi
	hostile_names
	for asked in '--forbid=bidi-control' '-m0' '--normalized=nfc'; do
		run u check --format=sarif "$asked" ./* missing
		cat >validate.js <<-'END'
			const path = process.argv[2] + "/node_modules/@microsoft/jest-sarif/";
			const inner = (name) => require(require.resolve(name, { paths: [path] }));
			const Ajv = inner("ajv"), fs = require("fs"), ajv = new Ajv({ schemaId: "auto" });
			ajv.addMetaSchema(inner("ajv/lib/refs/json-schema-draft-04.json"));
			const valid = ajv.compile(require(path + "lib/schemas/sarif-2.1.0-rtm.5.json"));
			if (!valid(JSON.parse(fs.readFileSync("out"))))
				throw JSON.stringify(valid.errors);
		END
		node validate.js "$(readlink -f "$at")" 2>said || fail "$asked: $(cat said)"
	done
}

test_gate_format_junit() {
	command -v xmllint >/dev/null || skip 'xmllint is not there'
	hostile_names
	{ printf '\x89PNG\r\n\x1a\n' && printf '\xff%.0s' {1..20}; } >z.png
	run u check --format=junit --forbid=bidi-control -j4 ./* missing
	status_is 2
	xmllint --noout out || fail 'expected XML'
	[ "$(xmllint --xpath 'concat(count(//testcase)," ",count(//failure)," ",sum(//@failures)," ",sum(//@errors)," ",count(//error)," ",sum(//@skipped)," ",count(//skipped))' out)" = '5 2 2 1 1 1 1' ] ||
		fail 'expected other counts'
	[ "$(xmllint --xpath 'string((//testcase)[2]/@name)' out)" = './a:b,c%d&<">'\''\\.c' ] || fail 'expected the name'
	[ "$(xmllint --xpath 'string((//testcase)[1]/@name)' out)" = './\x1B\xFF\x0A\xEF\xBF\xBF' ] || fail 'expected escapes'
	run u check --format=junit -m0 good a*
	xmllint --noout out || fail 'expected XML'
}
