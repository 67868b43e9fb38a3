# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the patches of scripts/suites/in-tree do, each a function that changes the tree of a kernel
# in which it is called; sourced. SOURCE is the tree as it was, HERE is module/in-tree.
# shellcheck disable=SC2016 # $ is for make and sed
#
# Begin at cover beside this file; N-*.msg is the message of patch_N(). unicode/ (first utf8n.h, then
# utf8-norm.c, utf8-core.c) and nls/ are files as they land in fs/; the rest is cut out of the core.
#
# The series has fs/unicode and fs/nls alone: no device, so no letter for ioctl-number.rst
# and nothing for Documentation/ABI. It has no new encoding of a superblock either: its
# number is for e2fsprogs to give.

# What knows shipped files by name, in 7.
SBOM=scripts/sbom/sbom/spdx_graph/kernel_file.py

# Files of the kernel that a patch changes, or looks at.
touched() {
	printf '%s\n' MAINTAINERS include/linux/unicode.h fs/nls/{nls_base.c,Kconfig,Makefile}
	# Of 7, documentation is not unpacked.
	(cd "$SOURCE" && find fs/unicode Documentation/dontdiff $SBOM -type f 2>/dev/null) || :
}

# edit FILE COMMANDS: by sed, where the kernel has the file
edit() {
	[ ! -e "$1" ] || sed -i "$2" "$1"
}

# What the core calls forms: of the device's header, the one enum that the tables need.
form_names() {
	printf '%s\n' '/* SPDX-License-Identifier: GPL-2.0-only OR MIT */' \
		'#ifndef U8C_CODEC_NAMES_H' '#define U8C_CODEC_NAMES_H' '' '#include <linux/utf8_point.h>' ''
	"$ROOT/scripts/lib/blocks" only "$ROOT/module/include/uapi/linux/utf8check.h" \
		'enum utf8check_form {'
	printf '%s\n' '#define U8C_FORMS (UTF8CHECK_FORM_NFD_CASEFOLD + 1)' '' \
		'#endif /* U8C_CODEC_NAMES_H */'
}

# Names of the device's header are names of the core there.
rename_forms() {
	find fs/unicode -type f -exec \
		sed -i 's/UTF8CHECK_FORM_/U8C_FORM_/g; s/utf8check_form/u8c_form/g' {} +
}

# The decoder of one code point, without what only the rest of the core calls: two headers of
# the core as one, which is no header of fs/unicode as fs/nls has it too.
point_header() {
	local core=$ROOT/module/core
	cat <<-'HEAD'
		/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
		/*
		 * One code point of UTF-8, read or written at once: of text that was found well-formed
		 * (RFC 3629), and by u8c_strict_point_of() of any.
		 *
	HEAD
	sed -n '/^ \* Bytes that change while they are read/,/^ \*\/$/p' "$core/platform.h"
	printf '%s\n' '#ifndef _LINUX_UTF8_POINT_H' '#define _LINUX_UTF8_POINT_H' '' \
		'#include <linux/compiler.h>' '#include <linux/types.h>'
	sed '1,/^#define U8C_ARRAY_SIZE/d; /^#endif \/\*/d' "$core/platform.h"
	sed -n '/^\/\* The longest sequence/,$ { s/U8C_CODEC_POINT_H/_LINUX_UTF8_POINT_H/; p }' \
		"$core/codec/point.h" |
		"$ROOT/scripts/lib/blocks" without - 'struct u8c_text {' 'u8c_text(const' ' u8c_next_8('
}

# A file of the core, or beside it, with the name that the header has in the kernel.
include_point() {
	sed 's|"codec/point.h"|<linux/utf8_point.h>|' "$1"
}

patch_1() {
	mkdir -p fs/unicode/tests
	point_header >include/linux/utf8_point.h
	include_point "$ROOT/userspace/tests/in-tree/point_kunit.c" >fs/unicode/tests/point_kunit.c
	sed -i '/^obj-$(CONFIG_UNICODE_NORM/a\
obj-$(CONFIG_UNICODE_POINT_KUNIT_TEST) += tests/point_kunit.o' fs/unicode/Makefile
	cat >>fs/unicode/Kconfig <<'KCONFIG'

config UNICODE_POINT_KUNIT_TEST
	bool "KUnit tests for the decoder of UTF-8" if !KUNIT_ALL_TESTS
	depends on UNICODE && KUNIT=y
	default KUNIT_ALL_TESTS
	help
	  Compare the decoder of fs/unicode and fs/nls with the table of
	  well-formed byte sequences of the Unicode Standard: each pair of
	  first bytes with what matters of the others, and every code point.

	  If unsure, say N.
KCONFIG
	# Who sends it maintains it: <> is filled in where the sign-off is.
	# Before UTIL-LINUX: the alphabet's place.
	sed -i '/^UTIL-LINUX PACKAGE$/e sed /SPDX/d "'"$HERE"'/series/maintainers"' MAINTAINERS
}

# The tables, what makes them, and from what.
patch_2() {
	mkdir -p fs/unicode/core/{codec,normalize}
	include_point "$ROOT/module/core/normalize/lookup.h" >fs/unicode/core/normalize/lookup.h
	# Out: what composes and what vectors look up, and the paragraph on compositions.
	# In: the generator's name there.
	sed -e '/^\/\* --- what composes/,/u8c_normalization_bytes;$/d' \
		-e '/^ \*$/{N; /\n \* Compositions are packed/d}' \
		-e 's|userspace/gen/lookups\.py is|mkutf8tables.py is|' \
		"$ROOT/module/core/normalize/ucd_normalization.h" |
		cat -s >fs/unicode/core/normalize/ucd_normalization.h
	form_names >fs/unicode/core/codec/names.h
	rename_forms
	# The program by itself prints fewer tables; the data are beside it.
	cp "$ROOT"/userspace/gen/{ages,ucd}.py fs/unicode/
	sed -i 's|parent\.parent / "data/ucd"|parent|; s| in data/ucd, and| here, and|' fs/unicode/ucd.py
	sed 's|module/core/|core/|' "$ROOT/userspace/gen/lookups.py" >fs/unicode/mkutf8tables.py
	"$ROOT/userspace/gen/lookups.py" >fs/unicode/utf8tables.c_shipped
	cp "$HERE/unicode/utf8-age.h" fs/unicode/utf8-age.h_shipped
	grep -v '^# SPDX' "$HERE/unicode/README.utf8data" | sed '/^@SUMS@/{r '<(ucd_sums)'
		d}' >fs/unicode/README.utf8data
	grep -v '^# SPDX' "$HERE/unicode/Makefile.tables" >>fs/unicode/Makefile
	sed -i 's|^unicode-y := .*|& utf8tables.o\n\nccflags-y += -I$(src)/core|' fs/unicode/Makefile
	edit $SBOM 's|^\( *\)"utf8data.c_shipped",|&\n\1"utf8tables.c_shipped",\n\1"utf8-age.h_shipped",|'
	[ ! -e fs/unicode/.gitignore ] || printf '/%s\n' utf8-age.h utf8tables.c >>fs/unicode/.gitignore
}

# The files that the tables are made from.
UCD_FILES='CaseFolding DerivedAge DerivedCoreProperties DerivedNormalizationProps UnicodeData'

ucd_sums() {
	local name
	for name in $UCD_FILES; do
		sed -n "s/^\(.*\)  $name\.txt$/  \1  $name.txt/p" "$ROOT/userspace/data/ucd/SHA256SUMS"
	done
}

# Code point by code point, by these tables.
patch_3() {
	cp "$HERE"/unicode/utf8{-map.c,-norm.c,n.h} fs/unicode/
	rename_forms
	# Out: utf8_load() and utf8_unload(), which utf8-map.c has.
	sed -i '/^static const struct utf8data \*find_table_version/,/^EXPORT_SYMBOL(utf8_unload)/d' \
		fs/unicode/utf8-core.c
	! grep -q UTF8_LATEST include/linux/unicode.h ||
		sed -i 's/kzalloc(sizeof(\*um), GFP_KERNEL)/kzalloc_obj(*um)/' fs/unicode/utf8-map.c
	# Out: struct utf8data and the old struct unicode_map.  In: the new one.
	sed -i -e '/^struct utf8data;$/,/^$/d' -e '/^struct unicode_map {/,/^};/{' \
		-e '/^};/r '<(grep -v '^// SPDX' "$HERE/unicode/unicode.h") -e 'd' -e '}' include/linux/unicode.h
	# Out: the module of data, and its generator. In: utf8-map.o, and what it is made from.
	sed -i -e '/^obj-$(CONFIG_UNICODE)\t/d' \
		-e '/^$(obj)\/utf8-data\.o:/,/^hostprogs += mkutf8data$/d' \
		-e 's|^unicode-y := .*|unicode-y := utf8-norm.o utf8-map.o utf8-core.o utf8tables.o\n|' \
		-e 's|^unicode-y := .*|&\n$(obj)/utf8-map.o: $(obj)/utf8-age.h|' \
		-e 's|^ccflags-y += .*|& -I$(obj)|' fs/unicode/Makefile
	cat -s fs/unicode/Makefile >fs/unicode/Makefile.new
	mv fs/unicode/Makefile.new fs/unicode/Makefile
	sed -i '/support\.  If you say M here/,/system actually use it\./c\
	  support.  If you say M here, it is built in all the same.' fs/unicode/Kconfig
	# What the kernel's own tests need, and what they take for a version to come.
	{
		echo
		sed -n '/^#if.*CONFIG_UNICODE_NORMALIZATION/,/^#endif/p' "$SOURCE/fs/unicode/utf8-norm.c"
	} >>fs/unicode/utf8-norm.c
	edit fs/unicode/utf8-selftest.c 's/UNICODE_AGE(13, 0, 0)/UNICODE_AGE(19, 0, 0)/'
	edit fs/unicode/tests/utf8_kunit.c 's/UNICODE_AGE(13, 0, 0)/UNICODE_AGE(19, 0, 0)/'
}

# Many bytes at a time.
patch_4() {
	local parse=
	! grep -q utf8_parse_version fs/unicode/utf8-core.c ||
		parse=$("$ROOT/scripts/lib/blocks" only fs/unicode/utf8-core.c \
			'EXPORT_SYMBOL(utf8_parse_version)')
	cp "$HERE/unicode/utf8-core.c" fs/unicode/
	[ -z "$parse" ] || {
		printf '\n%s\n' "$parse" >>fs/unicode/utf8-core.c
		sed -i 's|^#include <linux/errno.h>|&\n#include <linux/parser.h>|' fs/unicode/utf8-core.c
	}
	grep -q utf8_normalize include/linux/unicode.h ||
		sed -i '/^int utf8_normalize/,/^EXPORT_SYMBOL(utf8_normalize)/d' fs/unicode/utf8-core.c
}

# The trie and its generator, which nothing reads any more.
patch_5() {
	rm -f fs/unicode/{mkutf8data.c,utf8data.c_shipped}
	edit fs/unicode/.gitignore '/^\/*mkutf8data$/d; /^\/*utf8data\.c$/d'
	edit $SBOM '/"utf8data.c_shipped",/d'
	edit Documentation/dontdiff '/^mkutf8data$/d; /^utf8data\.c$/d'
}

patch_6() {
	include_point "$HERE/nls/nls_utf16.c" >fs/nls/nls_utf16.c
	# Out: the old decoder, with the blank line after it.
	sed -i -e '/^\/\*$/N' \
		-e '/\n \* Sample implementation from Unicode/,/^EXPORT_SYMBOL(utf16s_to_utf8s)/{' \
		-e '/^EXPORT_SYMBOL(utf16s_to_utf8s)/N' -e 'd' -e '}' fs/nls/nls_base.c
	sed -i 's|^obj-$(CONFIG_NLS).*|obj-$(CONFIG_NLS)	+= nls_base.o nls_utf16.o|' fs/nls/Makefile
	sed -i '/will be called nls_base\./s/\./, and with it\n	  comes nls_utf16./' fs/nls/Kconfig
}
