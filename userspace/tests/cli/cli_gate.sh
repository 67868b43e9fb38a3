# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What a repository asks of check: --format; sourced by cli.sh.

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
