# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the patches of scripts/suites/in-tree do, each a function that changes the tree of a kernel
# in which it is called; sourced. SOURCE is the tree as it was, HERE is module/in-tree.
# shellcheck disable=SC2016 # $ is for make and perl
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

# What the core calls forms: of the device's header, the one enum that the tables need.
form_names() {
	printf '%s\n' '/* SPDX-License-Identifier: GPL-2.0-only OR MIT */' \
		'#ifndef U8C_CODEC_NAMES_H' '#define U8C_CODEC_NAMES_H' '' '#include "platform.h"' ''
	perl -0ne 'print /(\/\*\*\n \* enum utf8check_form (?:(?!\*\/).)*?\*\/\nenum utf8check_form \{.*?\n\};\n)/s' \
		"$ROOT/module/include/uapi/linux/utf8check.h"
	printf '%s\n' '' '#define U8C_FORMS (UTF8CHECK_FORM_NFD_CASEFOLD + 1)' '' \
		'#endif /* U8C_CODEC_NAMES_H */'
}

# Names of the device's header are names of the core there.
rename_forms() {
	find fs/unicode -type f -exec sed -i 's/UTF8CHECK_FORM_/U8C_FORM_/g; s/utf8check_form/u8c_form/g' {} +
}

# The decoder of one code point, without what only the rest of the core calls.
patch_1() {
	mkdir -p fs/unicode/core/codec fs/unicode/tests
	cp "$ROOT/module/core/platform.h" fs/unicode/core/
	cp "$ROOT"/module/core/codec/{text.h,point.[ch]} fs/unicode/core/codec/
	perl -0pi -e 's{/\*\*\n \* struct u8c_text.*?\n\}\n\n}{}s' fs/unicode/core/codec/text.h
	perl -0pi -e 's{/\*\n \* The eight bytes at \@p, before.*?\n\}\n\n}{}s' fs/unicode/core/codec/point.h
	perl -0pi -e 's{\n/\* \@i, which.*?\n#define U8C_INDEX[^\n]*\n}{}s; s{#include <linux/nospec.h>\n|#define U8C_INDEX[^\n]*\n|void \*memmove[^\n]*\n|#define noinline[^\n]*\n|#define __aligned[^\n]*\n|#ifndef fallthrough\n.*?#endif\n|#define U8C_ARRAY_SIZE[^\n]*\n\n}{}sg' fs/unicode/core/platform.h
	cp "$ROOT/userspace/tests/in-tree/point_kunit.c" fs/unicode/tests/
	sed -i -e 's|^unicode-y := .*|& core/codec/point.o\n\nccflags-y += -I$(src)/core|' \
		-e 's|^obj-$(CONFIG_UNICODE_NORM.*|&\nobj-$(CONFIG_UNICODE_POINT_KUNIT_TEST) += tests/point_kunit.o|' fs/unicode/Makefile
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
	perl -0pi -e 's{(?=\nUTIL-LINUX PACKAGE\n)}{\nUTF-8 DECODER AND TABLES\nM:\t<>\nL:\tlinux-fsdevel\@vger.kernel.org\nS:\tMaintained\nF:\tfs/nls/nls_utf16.c\nF:\tfs/unicode/core/\nF:\tfs/unicode/mkutf8tables.c\nF:\tfs/unicode/ucd/\n}' MAINTAINERS
}

# The tables, what makes them, and from what.
patch_2() {
	mkdir -p fs/unicode/core/normalize fs/unicode/ucd
	cp "$ROOT/module/core/normalize/lookup.h" fs/unicode/core/normalize/
	# Without what composes, and what vectors look up.
	perl -0pe 's{/\* --- what composes.*u8c_normalization_bytes;\n\n}{}s; s/ \*\n \* Compositions are packed[^\n]*\n//;
		s/userspace\/gen\/normalization\.c is/mkutf8tables.c is/' \
		"$ROOT/module/core/normalize/ucd_normalization.h" >fs/unicode/core/normalize/ucd_normalization.h
	form_names >fs/unicode/core/codec/names.h
	cp "$ROOT"/userspace/gen/normalization_{lookup,ucd}.c "$ROOT/userspace/gen/normalization.h" fs/unicode/ucd/
	sed -i -e 's|../../module/core/|../core/|; s/gen-normalization: /mkutf8tables: /; /^void write_\(pairs\|vectors\)(void);$/d' fs/unicode/ucd/*.[ch]
	sed 's|"normalization\.h"|"ucd/normalization.h"|' "$ROOT/userspace/gen/mkutf8tables.c" >fs/unicode/mkutf8tables.c
	rename_forms
	gcc -std=gnu11 -O1 -Ifs/unicode/core -o "$WORK/mkutf8tables" fs/unicode/{mkutf8tables,ucd/*}.c
	"$WORK/mkutf8tables" "$ROOT/userspace/data/ucd" 18.0.0 >fs/unicode/utf8tables.c_shipped
	cp "$ROOT/userspace/gen/ages.py" fs/unicode/
	cp "$HERE/unicode/utf8-age.h" fs/unicode/utf8-age.h_shipped
	grep -v '^# SPDX' "$HERE/unicode/README.utf8data" | sed '/^@SUMS@/{r '<(ucd_sums)'
		d}' >fs/unicode/README.utf8data
	grep -v '^# SPDX' "$HERE/unicode/Makefile.tables" >>fs/unicode/Makefile
	sed -i 's|^unicode-y := .*|& utf8tables.o|' fs/unicode/Makefile
	[ ! -e $SBOM ] || sed -i 's|^\( *\)"utf8data.c_shipped",|&\n\1"utf8tables.c_shipped",\n\1"utf8-age.h_shipped",|' $SBOM
	[ ! -e fs/unicode/.gitignore ] || printf '/%s\n' mkutf8tables utf8-age.h utf8tables.c >>fs/unicode/.gitignore
}

# The files that the tables are made from.
UCD_FILES='CaseFolding DerivedAge DerivedCoreProperties DerivedNormalizationProps UnicodeData'

ucd_sums() {
	local name
	for name in $UCD_FILES; do sed -n "s/^\(.*\)  $name\.txt$/  \1  $name.txt/p" "$ROOT/userspace/data/ucd/SHA256SUMS"; done
}

# Code point by code point, by these tables.
patch_3() {
	cp "$HERE"/unicode/utf8{-map.c,-norm.c,n.h} fs/unicode/
	rename_forms
	sed -i '/^static const struct utf8data \*find_table_version/,/^EXPORT_SYMBOL(utf8_unload)/d' fs/unicode/utf8-core.c
	! grep -q UTF8_LATEST include/linux/unicode.h || sed -i 's/kzalloc(sizeof(\*um), GFP_KERNEL)/kzalloc_obj(*um)/' fs/unicode/utf8-map.c
	perl -0pi -e 'BEGIN { local $/; open F, "<", shift; $new = <F>; $new =~ s{^// SPDX.*\n}{} } s/struct unicode_map \{.*?\n\};\n/$new/s; s/struct utf8data;\nstruct utf8data_table;\n\n//' \
		"$HERE/unicode/unicode.h" include/linux/unicode.h
	sed -i -e '/^obj-$(CONFIG_UNICODE)\t/d' -e '/^$(obj)\/utf8-data\.o:/,/^hostprogs += mkutf8data$/d' \
		-e 's|^unicode-y := .*|unicode-y := utf8-norm.o utf8-map.o utf8-core.o utf8tables.o core/codec/point.o\n\n$(obj)/utf8-map.o: $(obj)/utf8-age.h|' \
		-e 's|^ccflags-y += .*|& -I$(obj)|' fs/unicode/Makefile
	cat -s fs/unicode/Makefile >fs/unicode/Makefile.new
	mv fs/unicode/Makefile.new fs/unicode/Makefile
	sed -i '/support\.  If you say M here/,/system actually use it\./c\	  support.  If you say M here, it is built in all the same.' fs/unicode/Kconfig
	# What the kernel's own tests need, and what they take for a version to come.
	{
		echo
		sed -n '/^#if.*CONFIG_UNICODE_NORMALIZATION/,/^#endif/p' "$SOURCE/fs/unicode/utf8-norm.c"
	} >>fs/unicode/utf8-norm.c
	sed -i 's/UNICODE_AGE(13, 0, 0)/UNICODE_AGE(19, 0, 0)/' fs/unicode/utf8-selftest.c fs/unicode/tests/utf8_kunit.c 2>/dev/null || :
}

# Many bytes at a time.
patch_4() {
	local parse=
	! grep -q utf8_parse_version fs/unicode/utf8-core.c ||
		parse=$(sed -n '/^\/\*\*$/{N; /utf8_parse_version/{:a; N; /EXPORT_SYMBOL(utf8_parse_version);/!ba; p}}' fs/unicode/utf8-core.c)
	cp "$HERE"/unicode/utf8-{core.c,read.[ch]} fs/unicode/
	[ -z "$parse" ] || {
		printf '\n%s\n' "$parse" >>fs/unicode/utf8-core.c
		sed -i 's|^#include <linux/errno.h>|&\n#include <linux/parser.h>|' fs/unicode/utf8-core.c
	}
	grep -q utf8_normalize include/linux/unicode.h ||
		sed -i '/^int utf8_normalize/,/^EXPORT_SYMBOL(utf8_normalize)/d' fs/unicode/utf8-core.c
	sed -i 's|^unicode-y := .*|& utf8-read.o|' fs/unicode/Makefile
}

# The trie and its generator, which nothing reads any more.
patch_5() {
	rm -f fs/unicode/{mkutf8data.c,utf8data.c_shipped}
	[ ! -e fs/unicode/.gitignore ] || sed -i '/^\/*mkutf8data$/d; /^\/*utf8data\.c$/d' fs/unicode/.gitignore
	[ ! -e $SBOM ] || sed -i '/"utf8data.c_shipped",/d' $SBOM
	[ ! -e Documentation/dontdiff ] || sed -i '/^mkutf8data$/d; /^utf8data\.c$/d' Documentation/dontdiff
}

patch_6() {
	cp "$HERE/nls/nls_utf16.c" fs/nls/
	sed -i -e '/^ \* Sample implementation from Unicode home page/,/^EXPORT_SYMBOL(utf16s_to_utf8s)/d' fs/nls/nls_base.c
	# What opened that comment, and the blank line after the last of them.
	perl -0pi -e 's|/\*\n\n(?=int __register_nls)||' fs/nls/nls_base.c
	sed -i 's|^obj-$(CONFIG_NLS).*|obj-$(CONFIG_NLS)	+= nls_base.o nls_utf16.o\n\nCFLAGS_nls_utf16.o := -I$(srctree)/fs/unicode/core|' fs/nls/Makefile
	sed -i '/will be called nls_base\./s/\./, and with it\n	  comes nls_utf16./' fs/nls/Kconfig
}
