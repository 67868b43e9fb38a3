# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What a user meant who typed it wrong: commands, options and values; sourced by cli.sh.

# All labels of the Encoding Standard, and what each reads and writes.
test_encoding_labels() {
	local label status
	while read -r label; do
		run u filter --from="$label" --to="$label" empty
		[ "$status" = 0 ] || fail "$label"
	done < <(tr -s ' \n' '\n' <<-'END'
		unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8 utf8
		866 cp866 csibm866 ibm866
		csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2
		latin2 csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3
		iso_8859-3:1988 l3 latin3 csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594
		iso_8859-4 iso_8859-4:1988 l4 latin4 csisolatincyrillic cyrillic iso-8859-5
		iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 arabic asmo-708 csiso88596e
		csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i
		iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 csisolatingreek ecma-118
		elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7
		iso_8859-7:1987 sun_eu_greek csiso88598e csisolatinhebrew hebrew iso-8859-8
		iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
		csiso88598i iso-8859-8-i logical csisolatin6 iso-8859-10 iso-ir-157 iso8859-10
		iso885910 l6 latin6 iso-8859-13 iso8859-13 iso885913 iso-8859-14 iso8859-14
		iso885914 csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 iso-8859-16
		cskoi8r koi koi8 koi8-r koi8_r koi8-u csmacintosh mac macintosh x-mac-roman dos-874
		iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 cp1250 windows-1250 x-cp1250
		cp1251 windows-1251 x-cp1251 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819
		iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1
		us-ascii windows-1252 x-cp1252 cp1253 windows-1253 x-cp1253 cp1254 csisolatin5
		iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
		windows-1254 x-cp1254 cp1255 windows-1255 x-cp1255 cp1256 windows-1256 x-cp1256
		cp1257 windows-1257 x-cp1257 cp1258 windows-1258 x-cp1258 x-mac-cyrillic
		x-mac-ukrainian chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk
		iso-ir-58 x-gbk gb18030 big5 big5-hkscs cn-big5 csbig5 x-x-big5 cseucpkdfmtjapanese
		euc-jp x-euc-jp csiso2022jp iso-2022-jp csshiftjis ms932 ms_kanji shift-jis
		shift_jis sjis windows-31j x-sjis cseuckr csksc56011987 euc-kr iso-ir-149 korean
		ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 csiso2022kr iso-2022-cn
		iso-2022-cn-ext iso-2022-kr utf-16be utf-16 utf-16le
	END
	)
}

# --- what is to be done

# at_terminal WORD...: the command, which reads and writes a terminal; Ctrl-D is typed.
at_terminal() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	run python3 - "$UTF8CHECK" --engine="$ENGINE" "$@" <<-'END'
		import os, pty, sys
		pid, terminal = pty.fork()
		if not pid:
		    os.execv(sys.argv[1], sys.argv[1:])
		os.write(terminal, b"\4")
		try:
		    while said := os.read(terminal, 4096):
		        os.write(1, said.replace(b"\r", b"").replace(b"^D\b\b", b""))
		except OSError:
		    pass
		sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
	END
}

test_terminal_is_read() {
	local command
	for command in check filter stats detect; do
		at_terminal $command
		grep -qx "utf8check: $command: reads what you type; Ctrl-D at the start of a line ends it" out ||
			fail "$command"
	done
	at_terminal check good
	out_is ''
}

# An error after a part of a line.
test_terminal_line() {
	printf 'abc\xff' >text
	at_terminal filter --color=never text
	status_is 1
	out_is 'abc\ntext:1:4: byte 3: invalid-byte: FF\n'
	at_terminal filter --color=never text nowhere text
	out_is 'abc\ntext:1:4: byte 3: invalid-byte: FF\nutf8check: filter: nowhere: No such file or directory\nabc\ntext:1:4: byte 3: invalid-byte: FF\n'
	printf 'abc\n\xff' >text
	at_terminal filter --color=never text
	out_is 'abc\ntext:2:1: byte 4: invalid-byte: FF\n'
	run u filter text
	out_is 'abc\n'
}

# What a guard answers is about the name, and not about the text.
test_refused_name() {
	local said='the file system or a guard refuses this name (EILSEQ)'
	preload namer
	exits 2 env LD_PRELOAD="$TMP/namer.so" "$UTF8CHECK" --engine="$ENGINE" filter -o ./-x good
	err_has "filter: ./-x: $said"
	mkdir tree
	: >tree/$'a\xff'
	exits 2 env LD_PRELOAD="$TMP/namer.so" "$UTF8CHECK" --engine="$ENGINE" scan --fix --yes --reading=escape tree
	err_has "is left: $said"
}
