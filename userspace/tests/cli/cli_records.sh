# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of check --records; sourced by cli.sh.

# Tables as Python's csv writes them, whose errors are known by how they were made.
test_records_csv() {
	cat >tables.py <<-'END'
		import csv, json, random, sys
		random.seed(int(sys.argv[1]))
		PIECES = ['a', ',', '"', '""', '\n', '\r\n', '\r', '\xc3\xa9', '\x00', '\xff', '\xe9', '\xc0\xaf']
		def row(pieces, width):
		    return [''.join(random.choices(pieces, k=random.randrange(6))) for i in range(width)]
		names = [name + random.choice(['', 'x' * 99]) for name in row(PIECES[:8], random.randrange(1, 7))]
		rows = [names] + [row(PIECES, random.randrange(1, 9)) for r in range(40)]
		with open('table', 'w', encoding='latin1', newline='') as to:
		    to.write(random.choice(['', '\xef\xbb\xbf']))
		    csv.writer(to, lineterminator=random.choice(['\n', '\r\n']),
		               quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows(rows)
		names = [n.replace('\r', '')[:64].encode('latin1').decode(errors='replace') for n in names] + [''] * 9
		json.dump([[r, f + 1, names[f]] for r, row in enumerate(rows, 1) for f, field in enumerate(row)
		           for byte in field if byte in '\xff\xe9\xc0\xaf'], open('expected', 'w'))
	END
	local seed n
	for seed in $(seq 1 "$(or_fewer 20 5)"); do
		python3 tables.py "$seed"
		u check --records=csv --json table >out || :
		json "[[e['row'], e['field'], e.get('field_name', '')] for e in L[0]['errors']] == json.load(open('expected'))"
		u check --records=csv table | sed 's/^table/-/' >whole || :
		for n in 1 99; do
			slowly "$n" <table | u check --records=csv | cmp - whole || fail "seed $seed, pieces of $n"
		done
	done
}

test_records() {
	local how
	printf 'id,"na""\x1bme\xff"\r\n"1"x"2,b\xff\n,\n\xff"a,\xe9' >table
	exits 1 u check --records=csv table
	out_is 'table:1:12: row 1, field 2: byte 11: invalid-byte: FF
table:2:9: row 2, field 2 ("na"\\x1Bme\\xFF"): byte 23: invalid-byte: FF
table:4:1: row 4, field 1 ("id"): byte 27: invalid-byte: FF
table:4:5: row 4, field 2 ("na"\\x1Bme\\xFF"): byte 31: incomplete: E9\n'
	printf 'a,1\n\xff\n' | u check --records=csv >out || :
	out_is '-:2:1: row 2, field 1: byte 4: invalid-byte: FF\n'
	{ printf 'n,%.0s' {1..300}; printf '\n'; printf '\xff,%.0s' {1..900}; } | u check --records=csv | grep -c '("' >out
	out_is '256\n'
	printf '{"a":"\xff"}\r\n\n{"a\0":",\xff"}' >rows
	run u check --records=jsonl rows
	out_is 'rows:1:7: row 1: byte 6: invalid-byte: FF\nrows:3:9: row 3: byte 20: invalid-byte: FF\n'
	run u check --records=nul --json rows
	json "[(e['row'], e['line'], 'field' in e) for e in L[0]['errors']] == [(1, 1, False), (2, 3, False)]"
	{ printf 'k,v\n'; yes $'x,"\n"' | head -n 4000000; printf '1,\xff\n'; } >big
	for how in -j1 -j4; do
		u check --records=csv $how rows big | tail -n 1 >out || :
		out_is 'big:4000002:3: row 2000002, field 2 ("v"): byte 12000006: invalid-byte: FF\n'
	done
}
