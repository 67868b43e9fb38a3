# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the patches of scripts/suites/in-tree do, each a function that changes the tree of a kernel
# in which it is called; sourced. SOURCE is the tree as it was, HERE is module/in-tree.
# shellcheck disable=SC2016 # $ is for make and perl

# Files of the kernel that a patch changes, or looks at.
touched() {
	printf '%s\n' lib/Kconfig lib/Makefile MAINTAINERS include/linux/unicode.h \
		fs/ext4/super.c fs/ext4/ext4.h fs/f2fs/super.c include/linux/f2fs_fs.h \
		fs/nls/nls_base.c fs/nls/Makefile fs/nls/Kconfig
	# Of 7, documentation is not unpacked.
	(cd "$SOURCE" && find fs/unicode Documentation/dontdiff -type f 2>/dev/null) || :
}

# objects of the core that need no vector registers
objects() {
	# shellcheck disable=SC2016 # for make
	printf '%s\n' 'src := module' 'include module/Kbuild' \
		'$(info $(foreach f,codec validate wide impl normalize stream name,$(patsubst %,core/$(f)/%.o,$(in-$(f)))))' \
		'all:;' | make -s -f - | tr ' ' '\n' | grep .
}

# The enums and structs of the ABI, which the core uses, without the calls of the device.
words() {
	printf '%s\n' '/* SPDX-License-Identifier: GPL-2.0-only OR MIT */' \
		'/*' ' * The words of lib/utf8check: profiles, reasons, classes, forms.' ' */'
	sed -n '/^#ifndef _UAPI/,$p' "$ROOT/module/include/uapi/linux/utf8check.h" |
		sed -e '/^#define UTF8CHECK_IOC_MAGIC /,/^#define UTF8CHECK_IOC_VERSION/d' \
			-e '/Version of this ABI/,/UTF8CHECK_ABI/d' -e '/linux\/ioctl\.h/d' \
			-e 's/_UAPI_LINUX_UTF8CHECK_H/UTF8CHECK_WORDS_H/' | cat -s
}

patch_1() {
	mkdir -p lib/utf8check
	cp -r "$ROOT/module/core" lib/utf8check/
	rm -r lib/utf8check/core/{x86,arm64,vectors.mk,impls.c,impl/cpu.c} \
		lib/utf8check/core/*/{*shuffle*,*_vector,replace_masks}.h
	# Of the device, which is not here, the core has the words alone.
	words >lib/utf8check/core/words.h
	sed -i 's|"../../include/uapi/linux/utf8check.h"|"words.h"|' lib/utf8check/core/codec/names.h
	cp "$HERE/lib/Kconfig" "$HERE/lib/impls.c" lib/utf8check/
	{
		echo '# SPDX-License-Identifier: GPL-2.0-only'
		echo 'obj-$(CONFIG_UTF8CHECK) += utf8check.o'
		echo 'obj-$(CONFIG_UTF8CHECK_KUNIT_TEST) += tests/'
		echo
		echo 'utf8check-y := impls.o core/scalar.o'
		(cd "$ROOT" && objects) | sed 's/^/utf8check-y += /'
		echo
		echo 'ccflags-y += -I$(src)/core'
	} >lib/utf8check/Makefile
	sed -i 's|^source "lib/xz/Kconfig"|source "lib/utf8check/Kconfig"\n\n&|' lib/Kconfig
	sed -i '0,/^obj-$(CONFIG_ZSTD_DECOMPRESS)/s||obj-$(CONFIG_UTF8CHECK) += utf8check/\n&|' lib/Makefile
	perl -0pi -e 's{(?=\nUTIL-LINUX PACKAGE\n)}{\nUTF-8 BY THE BOOK (UTF8CHECK)\nL:\tlinux-fsdevel\@vger.kernel.org\nS:\tMaintained\nF:\tlib/utf8check/\n}' MAINTAINERS
	# The tests' folder comes with the tests.
	sed -i '/tests\//d' lib/utf8check/Makefile
}

SUITES='decode validate stream path profile action order form wide'

patch_2() {
	local f
	mkdir -p lib/utf8check/tests
	for f in $SUITES; do cp "$ROOT/kunit/${f}_kunit.c" lib/utf8check/tests/; done
	cp "$ROOT"/kunit/reference*.[ch] "$ROOT"/kunit/{support,feed}.[ch] "$ROOT/kunit/suites.c" lib/utf8check/tests/
	(cd lib/utf8check/tests && copy_headers)
	{
		echo '# SPDX-License-Identifier: GPL-2.0-only'
		echo 'obj-$(CONFIG_UTF8CHECK_KUNIT_TEST) += utf8check_kunit.o'
		echo
		(cd lib/utf8check/tests && printf 'utf8check_kunit-y += %s\n' *.c | sed 's/\.c$/.o/')
		echo
		echo 'ccflags-y += -I$(src)/../core'
	} >lib/utf8check/tests/Makefile
	cat >lib/utf8check/.kunitconfig <<-'CONFIG'
	CONFIG_KUNIT=y
	CONFIG_UTF8CHECK_KUNIT_TEST=y
	CONFIG
	sed -i 's|^obj-$(CONFIG_UTF8CHECK) .*|&\nobj-$(CONFIG_UTF8CHECK_KUNIT_TEST) += tests/|' lib/utf8check/Makefile
	sed -i -e '/compat\.h"/d' -e '/U8C_IMPORT_NS/d' -e 's|"../module/core/|"../core/|' lib/utf8check/tests/*.[ch]
	list_suites
}

# What these files include of kunit/, and what that includes.
copy_headers() {
	local before=0 name
	while [ "$(find . -type f | wc -l)" != $before ]; do
		before=$(find . -type f | wc -l)
		grep -hoE '^#include "[a-z_0-9]+\.h"' ./*.[ch] | cut -d '"' -f 2 | sort -u | while read -r name; do
			[ ! -e "$ROOT/kunit/$name" ] || cp -n "$ROOT/kunit/$name" .
		done
	done
}

list_suites() {
	local name
	for name in $(grep -oE 'SUITE\(u8c_[a-z_]+_suite' lib/utf8check/tests/support.h | sed 's/.*u8c_//; s/_suite//'); do
		[[ " $SUITES " = *" $name "* ]] || sed -i "/SUITE(u8c_${name}_suite)/d" lib/utf8check/tests/support.h
	done
	# The last of the list has no line after it.
	perl -0pi -e 's/(SUITE\(u8c_\w+_suite\)) \\\n\n/$1\n\n/' lib/utf8check/tests/support.h
}

patch_3() {
	local parse=
	! grep -q utf8_parse_version fs/unicode/utf8-core.c ||
		parse=$(sed -n '/^\/\*\*$/{N; /utf8_parse_version/{:a; N; /EXPORT_SYMBOL(utf8_parse_version);/!ba; p}}' fs/unicode/utf8-core.c)
	cp "$HERE"/unicode/utf8*.[ch] fs/unicode/
	[ -z "$parse" ] || {
		printf '\n%s\n' "$parse" >>fs/unicode/utf8-core.c
		sed -i 's|^#include <linux/rcupdate.h>|&\n#include <linux/parser.h>|' fs/unicode/utf8-core.c
	}
	grep -q utf8_normalize include/linux/unicode.h ||
		sed -i '/^int utf8_normalize/,/^EXPORT_SYMBOL(utf8_normalize)/d' fs/unicode/utf8-core.c
	! grep -q UTF8_LATEST include/linux/unicode.h || sed -i 's/kzalloc(sizeof(\*um), GFP_KERNEL)/kzalloc_obj(*um)/' fs/unicode/utf8-core.c
	rm -f fs/unicode/{mkutf8data.c,utf8data.c_shipped,README.utf8data,.gitignore}
	[ ! -e Documentation/dontdiff ] || sed -i '/^mkutf8data$/d; /^utf8data\.c$/d' Documentation/dontdiff
	perl -0pi -e 'BEGIN { local $/; open F, "<", shift; $new = <F>; $new =~ s{^// SPDX.*\n}{} } s/struct unicode_map \{.*?\n\};\n/$new/s; s/struct utf8data;\nstruct utf8data_table;\n\n//' \
		"$HERE/unicode/unicode.h" include/linux/unicode.h
	{
		echo '# SPDX-License-Identifier: GPL-2.0'
		echo
		echo 'ifneq ($(CONFIG_UNICODE),)'
		echo 'obj-y			+= unicode.o'
		echo 'endif'
		grep -E '^obj-\$\(CONFIG_UNICODE_NORM' fs/unicode/Makefile
		echo
		echo 'unicode-y := utf8-norm.o utf8-read.o utf8-version.o utf8-core.o'
		echo
		echo 'ccflags-y += -I$(srctree)/lib/utf8check -I$(srctree)/lib/utf8check/core'
	} >fs/unicode/Makefile.new
	mv fs/unicode/Makefile.new fs/unicode/Makefile
	sed -i '0,/^\ttristate "UTF-8 normalization and casefolding support"$/s//&\n\tselect UTF8CHECK/' fs/unicode/Kconfig
	sed -i '/support\.  If you say M here/,/system actually use it\./c\	  support.' fs/unicode/Kconfig
	# What the kernel's own tests need, and what they take for a version to come.
	{
		echo
		sed -n '/^#if.*CONFIG_UNICODE_NORMALIZATION/,/^#endif/p' "$SOURCE/fs/unicode/utf8-norm.c"
	} >>fs/unicode/utf8-norm.c
	sed -i 's/UNICODE_AGE(13, 0, 0)/UNICODE_AGE(19, 0, 0)/' fs/unicode/utf8-selftest.c fs/unicode/tests/utf8_kunit.c 2>/dev/null || :
}

# encoding FILE HEADER PREFIX
encoding() {
	sed -i "s/^#define $3_ENC_UTF8_12_1.*/&\n#define $3_ENC_UTF8_18_0	2/" "$2"
	sed -i "s/^	{$3_ENC_UTF8_12_1, .*/&\n	{$3_ENC_UTF8_18_0, \"utf8\", UNICODE_AGE(18, 0, 0)},/
		s/^\(\t*\)encoding = utf8_load(encoding_info->version);/\1flags = encoding_info->version > UNICODE_AGE(12, 1, 0) ?\n\1	UTF8_STRICT : 0;\n\1encoding = utf8_load_flags(encoding_info->version, flags);/
		s/^\(\t*\)struct unicode_map \*encoding;/&\n\1unsigned int flags;/" "$1"
}

patch_4() {
	encoding fs/ext4/super.c fs/ext4/ext4.h EXT4
	encoding fs/f2fs/super.c include/linux/f2fs_fs.h F2FS
}

patch_5() {
	cp "$HERE/nls/nls_utf16.c" fs/nls/
	sed -i -e '/^ \* Sample implementation from Unicode home page/,/^EXPORT_SYMBOL(utf16s_to_utf8s)/d' fs/nls/nls_base.c
	# What opened that comment, and the blank line after the last of them.
	perl -0pi -e 's|/\*\n\n(?=int __register_nls)||' fs/nls/nls_base.c
	sed -i 's|^obj-$(CONFIG_NLS).*|obj-$(CONFIG_NLS)	+= nls_base.o nls_utf16.o\n\nCFLAGS_nls_utf16.o := -I$(srctree)/lib/utf8check -I$(srctree)/lib/utf8check/core|' fs/nls/Makefile
}
